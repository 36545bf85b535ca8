/*
 * recursion - folds recursion in a stack (corr-methods 7.1).
 *
 * Direct recursion f f f becomes f x3; a cycle of two to four different calls
 * that runs at least twice, A B A B, becomes (A, B) x2.  The next call after a
 * folded node becomes its child, so the children of all rounds merge.
 *
 * A cycle has a key of its own, with FOLD_CYCLE set; equal cycles have equal
 * keys.  One thread uses a fold, which owns its memory.
 */
#ifndef CORR_FOLD_H
#define CORR_FOLD_H

#include "frames/frame_keys.h"

#define FOLD_CYCLE 0x80000000u
#define FOLD_MAX   4 /* calls in a cycle */

typedef struct fold_step {
    uint32_t key;
    uint32_t times; /* rounds; 1: no recursion */
} fold_step;

typedef struct fold_cycle {
    uint32_t n;
    uint32_t key[FOLD_MAX];
} fold_cycle;

typedef struct fold {
    vec(fold_step) step;   /* of the last folded stack */
    vec(fold_cycle) cycle; /* by key & ~FOLD_CYCLE */
    /* private below */
    corr_map by_keys;
} fold;

/* Sets f->step; { 0 } is an empty fold.  False: out of memory. */
bool fold_stack(fold *f, const uint32_t *key, size_t n) CORR_CHECK;
/* Adds the text "(A → B)" of every cycle to k.  Returns the keys by cycle.
 * NULL: out of memory. */
uint32_t *fold_names(const fold *f, keys *k, corr_arena *scratch);
void fold_clear(fold *f);

#endif
