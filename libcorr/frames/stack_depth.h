/*
 * stack_depth - where a profiler stops walking stacks.
 *
 * What is cut off are the callers: deep stacks of two profilers that stop at
 * other depths hang elsewhere in the tree, and only what a function costs by
 * itself can be compared (corr-methods 4.3).
 */
#ifndef CORR_DEPTH_H
#define CORR_DEPTH_H

#include "model/input.h"

typedef struct depth_end {
    uint32_t most; /* frames of the deepest stack */
    uint32_t n;    /* stacks that deep */
    bool cut;      /* its profiler says that there was more */
} depth_end;

/* Takes the stacks of an input to those of others. */
void depth_add(depth_end *d, const input *in);
/* Whether stacks are cut off there: a profiler says so, or many are as deep as
 * profilers like to go and none is deeper. */
bool depth_is_cut(const depth_end *d);
/* Whether stacks of one side go on where those of the other are cut off. */
bool depth_differs(const depth_end side[2]);

#endif
