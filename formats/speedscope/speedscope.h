/*
 * speedscope - declarations shared by the parts of the reader of speedscope's
 * files.
 *
 *   speedscope.c         the format record, its probe, and profiles
 *   speedscope_value.c   numbers: times and weights
 *   speedscope_stack.c   stacks as lists of frame numbers, and their frames
 *
 * Frames are in one list that may come last, so stacks are kept as frame
 * numbers, each distinct stack once, and bound at the end of the file.
 */
#ifndef CORR_SPEEDSCOPE_H
#define CORR_SPEEDSCOPE_H

#include "common/json.h"
#include "common/late_stack.h"

/* A number: whole + part, part in [0,1).  Times since 1970 in seconds keep
 * their nanoseconds, which a double cannot. */
typedef struct scope_value {
    int64_t whole;
    double part;
} scope_value;

/* False: no number.  One beyond 2^63 is valid, and scale refuses it. */
bool scope_value_of(const json_val *v, scope_value *x);
scope_value scope_value_plus(scope_value a, scope_value b);
scope_value scope_value_minus(scope_value a, scope_value b);
bool scope_value_less(scope_value a, scope_value b);
/* The value times scale, rounded; is_rounded is set if that changed it much.
 * False: beyond 2^63. */
bool scope_value_scale(scope_value x, int64_t scale, int64_t *n,
                       bool *is_rounded);
/* No number of a frame: the next number counts the frames left out here. */
#define SCOPE_GAP UINT32_MAX

typedef struct scope_stacks {
    corr_build *b;
    late_stacks late; /* paths of frame numbers, root first; marks: decoded
                         offset of the first use */
    corr_vec(corr_frame) frame;
    corr_vec(corr_labels) state; /* [frames] nil: a function, else the state of
                                    a thread */
    corr_vec(uint32_t) deep;     /* scratch */
    size_t held;                 /* frames of deep stacks */
    uint64_t unknown;            /* numbers without a frame */
    uint64_t where; /* decoded offset of the first stack with one */
} scope_stacks;

/* A stack of frame numbers, root first; where: its decoded offset. */
corr_stack scope_stack_of(scope_stacks *s, const uint32_t *number, size_t n,
                          uint64_t where);
/* Reads the current value, the list of frames. */
void scope_read_frames(scope_stacks *s, json *j, corr_arena *scratch);
/* The state of a thread that a frame stands for, or nil: dotnet-trace writes
 * CPU_TIME and UNMANAGED_CODE_TIME where the function would be that runs. */
corr_labels scope_state(const scope_stacks *s, uint32_t number);
/* Sets the frames of all stacks, without a state at the leaf.  Numbers without a frame are skipped. */
void scope_bind(scope_stacks *s);
void scope_stacks_clear(scope_stacks *s);

/* ---- speedscope_write.c -------------------------------------------------- */

corr_code speedscope_write(const corr_sel *sel, corr_out *out, corr_err *err);

#endif
