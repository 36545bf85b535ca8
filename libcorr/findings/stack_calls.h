/*
 * stack_calls - which library below the application a stack is in.
 *
 * First all stacks of interest are seen; then the packages of the application
 * are decided by what they have in common; then each stack has an answer, which
 * is worked out once:
 *
 *   the package of a client that a list knows, the outermost one; else
 *   of a stack whose leaf waits: the innermost package that is neither runtime
 *   nor framework nor application; else
 *   of a stack that waits for a socket or a file, or sleeps: the application
 *   itself.
 *
 * A package is the application's if it is "main", if it has the name of the
 * service, if it is on many of the stacks and seldom waits itself, or if it has
 * the first part of its name in common with such a package.  Stacks are counted
 * once each, not by their samples, so that one hot call decides nothing.
 */
#ifndef CORR_STACK_CALLS_H
#define CORR_STACK_CALLS_H

#include "findings/frame_library.h"
#include "store/store.h"

typedef struct stack_call {
    uint32_t package; /* row of package; 0: the stack is in no library */
    corr_str caller;  /* function of the application */
    leaf_wait wait;
    bool is_seen, is_known;
    float spanned, open; /* rows in a call's span, and in none */
} stack_call;

typedef struct called_package {
    corr_str name, title;
    library_use use;
    uint32_t stacks, waits; /* stacks with it; those that wait right in it */
    bool is_own;
} called_package;

typedef struct stack_calls {
    const corr_store *st;
    const library_list *list;
    vec(called_package) package; /* row 0 nil */
    stack_call **of;             /* [inputs][stacks]; NULL: not seen */
    corr_map by_name;
    corr_arena arena;
    corr_wait wait; /* of all rows, if their kind says it */
    bool failed;    /* memory is out */
} stack_calls;

void stack_calls_init(stack_calls *c, const corr_store *st,
                      const library_list *list);
/* False: out of memory. */
bool stack_calls_see(stack_calls *c, uint32_t in, uint32_t stack) CORR_CHECK;
/* When all are seen.  wait: how the rows wait, by their kind; CORR_WAIT_NONE:
 * their leaves say it.  False: out of memory. */
bool stack_calls_decide(stack_calls *c, corr_wait wait) CORR_CHECK;
/* The answer for a stack that was seen; empty for others. */
const stack_call *stack_calls_at(const stack_calls *c, uint32_t in,
                                 uint32_t stack);
/* Counts a part of a row of a stack that was seen. */
void stack_calls_count(const stack_calls *c, uint32_t in, uint32_t stack,
                       bool is_spanned, double part);
/* Empties it for other rows. */
void stack_calls_clear(stack_calls *c);

#endif
