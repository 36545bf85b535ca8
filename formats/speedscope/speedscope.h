/*
 * speedscope - what the parts of the reader of speedscope's files share.
 *
 *   speedscope.c         the format record, its probe, and profiles
 *   speedscope_stack.c   stacks as lists of frame numbers, and their frames
 *
 * Frames stand in one list that may come last, so stacks are kept as numbers,
 * each distinct one once, and bound when the file is over.
 */
#ifndef CORR_SPEEDSCOPE_H
#define CORR_SPEEDSCOPE_H

#include "common/json.h"

typedef struct scope_stack {
    size_t at;  /* of its root, in number */
    uint32_t n; /* frames */
    corr_stack later;
    uint64_t where; /* decoded offset */
} scope_stack;

typedef struct scope_stacks {
    corr_build *b;
    corr_map known; /* numbers -> index of stack, plus 1 */
    corr_vec(scope_stack) stack;
    corr_vec(uint32_t) number; /* of all stacks, end to end */
    corr_vec(corr_frame) frame;
    uint64_t unknown; /* numbers of no frame, ... */
    uint64_t where;   /* ... the first in the stack at this offset */
} scope_stacks;

/* A stack of frame numbers, root first; where: its decoded offset. */
corr_stack scope_stack_of(scope_stacks *s, const uint32_t *number, size_t n,
                          uint64_t where);
/* Takes the list of frames at hand. */
void scope_read_frames(scope_stacks *s, json *j, corr_arena *scratch);
/* Gives all stacks their frames; a number of no frame is left out. */
void scope_bind(scope_stacks *s);
void scope_stacks_clear(scope_stacks *s);

#endif
