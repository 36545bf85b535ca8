/*
 * clock_bounds - the offset between two clocks, from observations that bound it
 * (corr-methods 1.7).
 *
 * An observation bounds the offset by an interval.  Some observations are
 * wrong, so the offset is looked for where most intervals overlap.
 *
 * The functions keep no state.
 */
#ifndef CORR_CLOCK_BOUNDS_H
#define CORR_CLOCK_BOUNDS_H

#include "corr_format.h"

/* lo <= offset <= hi, ns. */
typedef struct clock_bound {
    int64_t lo, hi;
} clock_bound;

typedef struct clock_range {
    clock_bound in;   /* the interval that most observations share */
    size_t best, all; /* observations that agree; all that are not empty */
} clock_range;

/* Finds the first interval that the largest number of bounds cover.  Reorders
 * *bound.  False: out of memory. */
bool clock_agree(clock_bound *bound, size_t n, clock_range *range);

/* The middle of an interval. */
int64_t clock_middle(clock_bound b);

/* Whether an offset is a whole number of quarters of an hour, give or take a
 * second. */
bool clock_is_zone(int64_t offset);

#endif
