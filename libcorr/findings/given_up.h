/*
 * given_up - from when on each span had no caller any more (corr-methods 8.4).
 *
 * Spans are looked at from the roots down, so that a span inherits from its
 * parent.  n log n steps.  Memory comes from an arena.
 */
#ifndef CORR_GIVEN_UP_H
#define CORR_GIVEN_UP_H

#include "store/store.h"

typedef struct given_up_span {
    int64_t from_lo, from_hi; /* on the span's own clock, at the earliest and at
                                 the latest; INT64_MAX: never */
    uint32_t callee;          /* whose caller gave up, or whose attempt was
                                 lost; 0: none */
    bool is_lost; /* of an attempt that was retried and then worked */
} given_up_span;

typedef struct given_up {
    given_up_span *of;  /* [spans] */
    uint32_t *calls;    /* [services] that were given up, by their callee */
    uint32_t *retried;  /* [services] attempts lost, by their callee */
    uint32_t *left_out; /* [services] failed messages and links */
} given_up;

/* False: out of memory. */
bool given_up_of(given_up *g, const corr_store *st,
                 corr_arena *arena) CORR_CHECK;

#endif
