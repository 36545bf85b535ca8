/*
 * top_under - the application function under which most of each function ran.
 *
 * Of each distinct stack the nearest caller counts that is application code and
 * not the function itself; only functions that are wanted are counted.  All
 * keys must exist before.  One thread uses a top_under, which owns its memory
 * and borrows the keys.  Out of memory: functions return false.
 */
#ifndef CORR_TOP_UNDER_H
#define CORR_TOP_UNDER_H

#include "base/intern.h"
#include "frames/frames.h"
#include "frames/stack_sums.h"

typedef struct under_sum {
    uint32_t key, caller;
    amount value;
} under_sum;

typedef struct top_under {
    const keys *keys;
    bool *wanted;       /* [keys], set by the caller */
    vec(under_sum) sum; /* row 0: nil */
    /* private below */
    pool by_pair;
    uint8_t *origin; /* [keys]; 0: not asked yet */
    uint32_t *seen;  /* [keys]: number of the last stack with it */
    uint32_t stack;  /* number of the current one */
    uint32_t recent; /* row of the last pair */
} top_under;

/* Arrays by key come from the arena; no key is wanted. */
bool top_under_init(top_under *u, const keys *of, corr_arena *arena) CORR_CHECK;

/* Adds all stacks of the sums to the callers of their leaves or, cumulative, to
 * those of every function in them, once. */
bool top_under_add(top_under *u, frames *f, const sums *s,
                   bool cumulative) CORR_CHECK;
/* The row of the largest sum of each key, 0: no caller; [keys].  NULL: out of
 * memory. */
uint32_t *top_under_largest(const top_under *u, corr_arena *arena);
void top_under_clear(top_under *u);

#endif
