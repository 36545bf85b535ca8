/*
 * stack_leaf - the leaf of a stack, and the application code that called it.
 *
 * Each stack is looked at once.  A leaf is a helper if it is library code, or
 * application code that several application functions call, none of them for
 * nearly all of its samples: then the caller tells more than the leaf.
 *
 * Borrows a frames, and an arena for its memory.  One thread uses a leaves.
 */
#ifndef CORR_STACK_LEAF_H
#define CORR_STACK_LEAF_H

#include "frames/frames.h"

typedef struct leaf {
    uint32_t key;   /* of the last shown frame */
    uint32_t under; /* of the nearest application frame above it with another
                       key; 0: no such frame */
} leaf;

typedef struct leaf_sum {
    leaf leaf;
    int64_t value;
} leaf_sum;

typedef struct leaves {
    frames *frames;
    corr_arena *arena;
    leaf_sum **of;    /* [inputs][stacks]; leaf.key 0: not yet */
    uint8_t *helper;  /* [nhelper] by key */
    uint32_t nhelper; /* 0: not summed */
} leaves;

/* False, here and below: out of memory. */
bool leaves_init(leaves *l, frames *f, corr_arena *arena) CORR_CHECK;
bool leaves_of(leaves *l, uint32_t in, uint32_t stack, leaf *out) CORR_CHECK;
/* Counts a sample of a stack that leaves_of was called for. */
void leaves_count(leaves *l, uint32_t in, uint32_t stack, int64_t value);
/* Finds the helpers, when all samples are counted. */
bool leaves_sum(leaves *l) CORR_CHECK;
bool leaves_is_helper(const leaves *l, uint32_t key);

#endif
