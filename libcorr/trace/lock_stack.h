/*
 * lock_stack - locks of java.util.concurrent, by the stacks of their waits
 * (corr-methods 2.5).
 *
 * The event of a parked thread names the class and address of what it is
 * parked on.  Whether that is a lock, and which code takes it, is read off the
 * stack: the frame that called lock(), lockInterruptibly() or tryLock() takes
 * it, and has the lock until it calls unlock().
 *
 * A lock_takers borrows the input and owns its memory.  One thread uses it.
 */
#ifndef CORR_LOCK_STACK_H
#define CORR_LOCK_STACK_H

#include "model/input.h"

typedef struct lock_taker {
    uint32_t func; /* that takes the lock; 0: the wait is for no lock */
    uint32_t line; /* of its call; 0: unknown */
    bool shared;   /* for reading: several threads may have it */
    bool limited;  /* it may have given up, or waits in a condition */
} lock_taker;

/* What the stack of a parked thread waits for. */
lock_taker lock_taker_of(const input *in, uint32_t stack);

typedef struct lock_takers {
    const input *in;
    uint8_t *code;  /* [functions] flags of lock_stack.c */
    uint32_t *line; /* [functions] the first line that takes a lock; 0:
                       unknown */
} lock_takers;

/* Starts without a taker.  False: out of memory; lock_takers_clear still
 * applies. */
bool lock_takers_init(lock_takers *t, const input *in) CORR_CHECK;
void lock_takers_add(lock_takers *t, const lock_taker *taker);
void lock_takers_clear(lock_takers *t);
/* The next function of a stack, from *depth on toward the root, that takes
 * locks and may have one: it does not wait for it, give it back, or stand
 * before the line that takes it.  0: no such function.  *depth starts as 0. */
uint32_t lock_takers_next(const lock_takers *t, uint32_t stack,
                          uint32_t *depth);
/* Whether a stack has a function that takes locks, wherever it stands. */
bool lock_takers_any(const lock_takers *t, uint32_t stack);
/* Whether a span whose stack this is began in what that function calls, and not
 * in the function itself, perhaps before it took the lock.  depth: as
 * lock_takers_next left it. */
bool lock_takers_called(const lock_takers *t, uint32_t stack, uint32_t depth);

#endif
