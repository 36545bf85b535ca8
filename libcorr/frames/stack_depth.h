/*
 * stack_depth - the depth at which a profiler stops walking stacks.
 *
 * A profiler cuts off the callers.  Deep stacks of two profilers with different
 * limits land in different places of the tree, and only the self cost of a
 * function is comparable then (corr-methods 4.3).  Pure functions.
 */
#ifndef CORR_DEPTH_H
#define CORR_DEPTH_H

#include "model/input.h"

typedef struct depth_end {
    uint32_t most; /* frames of the deepest stack */
    uint32_t n;    /* stacks that deep */
    bool cut;      /* the profiler marks a missing part */
} depth_end;

/* Adds the stacks of an input. */
void depth_add(depth_end *d, const input *in);
/* Whether stacks are cut off at the largest depth: a profiler marks it, or many
 * stacks have this depth and it is a usual limit. */
bool depth_is_cut(const depth_end *d);
/* Whether one side has stacks deeper than the limit of the other. */
bool depth_differs(const depth_end side[2]);

#endif
