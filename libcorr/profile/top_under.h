/*
 * top_under - the application function under which most of each function ran.
 *
 * Of each distinct stack the nearest caller counts that is application code and
 * not the function itself.  One thread uses a top_under, which owns its memory
 * and borrows the keys.  Out of memory: functions return false.
 */
#ifndef CORR_TOP_UNDER_H
#define CORR_TOP_UNDER_H

#include "base/intern.h"
#include "frames/frame_keys.h"
#include "frames/stack_sums.h"

typedef struct under_sum {
    uint32_t key, caller;
    amount value;
} under_sum;

typedef struct top_under {
    const keys *keys;
    vec(under_sum) sum; /* row 0: nil */
    /* private below */
    pool by_pair;
    vec(uint8_t) origin; /* by key: 0: not asked yet */
    vec(uint32_t) seen;  /* by key: number of the last stack with it */
    uint32_t stack;      /* number of the current one */
    uint32_t recent;     /* row of the last pair */
} top_under;

/* Adds a stack, root first, to the callers of its leaf. */
bool top_under_leaf(top_under *u, const uint32_t *key, size_t n,
                    amount value) CORR_CHECK;
/* Adds it to the callers of each function in it, once. */
bool top_under_each(top_under *u, const uint32_t *key, size_t n,
                    amount value) CORR_CHECK;
/* The row of the largest sum of each key, 0: no caller; [keys].  NULL: out of
 * memory. */
uint32_t *top_under_largest(const top_under *u, corr_arena *arena);
void top_under_clear(top_under *u);

#endif
