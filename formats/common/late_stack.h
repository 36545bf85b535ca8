/*
 * late_stack - stacks as paths of numbers, whose frames are known at the end of
 * a file.
 *
 * Equal paths are one stack, which rows may use at once (corr_later_stack).
 * The reader binds each stack when it knows the frames.  Memory counts against
 * the limit of the builder.
 */
#ifndef CORR_LATE_STACK_H
#define CORR_LATE_STACK_H

#include "corr_format.h"

typedef struct late_stack {
    size_t at;  /* index of the path in late_stacks.path */
    uint32_t n; /* numbers */
    corr_stack later;
    uint64_t mark; /* of the reader; 0 in a new stack */
} late_stack;

typedef struct late_stacks {
    corr_map known; /* path -> index of stack, plus 1 */
    corr_vec(late_stack) stack;
    corr_vec(uint32_t) path; /* all paths, one after the other */
} late_stacks;

/* The stack with a path, added if it is new; valid until the next call.  NULL:
 * the builder has failed. */
late_stack *late_stack_of(late_stacks *s, corr_build *b, const uint32_t *path,
                          size_t n);
/* For the next file; keeps the memory of the columns. */
void late_stacks_reset(late_stacks *s);
void late_stacks_clear(late_stacks *s);

#endif
