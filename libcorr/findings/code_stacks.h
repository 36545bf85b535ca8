/*
 * code_stacks - the distinct stacks of a selection with their observations, for
 * rules about code.
 *
 * Rules ask for the same stacks, so they are summed once.  Observations are
 * effective ones (corr-methods 4.7): samples that clump count less.
 */
#ifndef CORR_CODE_STACKS_H
#define CORR_CODE_STACKS_H

#include "findings/finder.h"
#include "frames/frames.h"
#include "frames/stack_sums.h"

typedef struct code_stacks {
    frames frames; /* frames.key is the stack of the present call */
    sums sums;
    double n; /* effective observations of the whole selection; 0: unknown */
    double scale;
    corr_arena arena;
} code_stacks;

/* The stacks of f->sel; NULL: out of memory. */
code_stacks *code_stacks_of(finder *f);
void code_stacks_free(code_stacks *c);

/* Calls fn for each distinct stack, root first in c->frames.key.  False: out of
 * memory, or fn returned false. */
typedef bool code_stacks_fn(void *ctx, code_stacks *c, uint32_t in,
                            uint32_t stack, double n);
bool code_stacks_each(code_stacks *c, code_stacks_fn *fn, void *ctx) CORR_CHECK;
/* The name of a key. */
corr_str code_stacks_name(const code_stacks *c, uint32_t key);
bool code_stacks_is_app(const code_stacks *c, uint32_t key);

#endif
