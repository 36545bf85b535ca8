/*
 * ceiling - whether calls that overlap are limited in number (corr-methods 8.5).
 *
 * A limit shows in three ways at once: the number of running calls stays at its
 * maximum, calls that become ready at that maximum begin late, and the same
 * calls without that delay would have gone beyond the maximum.  The last is
 * tried out: delays of calls that met the maximum are drawn from those of calls
 * that did not.
 *
 * Plain numbers, no state; n log n steps, and a bounded number of trials on a
 * bounded stretch of calls.
 */
#ifndef CORR_CEILING_H
#define CORR_CEILING_H

#include <stdbool.h>

#include "corr_bytes.h"

typedef struct ceiling_call {
    int64_t ready, start, end; /* ns; ready <= start <= end */
} ceiling_call;

typedef struct ceiling {
    uint32_t most;       /* running at the same time, at most */
    double share;        /* of the time with any call, at that number */
    double share_below;  /* the same, at one less */
    uint32_t met;        /* calls that were ready while it was reached */
    double wait, lo, hi; /* ns that these began later than others; 95 % */
    double p99;          /* ns: their delay that 1 % exceeded */
    uint32_t without;    /* running at most without the delays: median */
    double beyond;       /* share of the time above `most` without them */
    double p;            /* of trials that stayed at `most`; 1: not tried */
    bool is_limit;
} ceiling;

enum { CEILING_LEAST = 30, CEILING_TRIALS = 99, CEILING_WINDOW = 4000 };
#define CEILING_SHARE 0.01 /* of the time, at the maximum */

/* Reorders call by start.  False: out of memory. */
bool ceiling_of(ceiling_call *call, size_t n, ceiling *out) CORR_CHECK;

#endif
