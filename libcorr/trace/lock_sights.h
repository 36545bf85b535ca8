/*
 * lock_sights - threads seen in code that takes locks of java.util.concurrent
 * (corr-methods 2.5).
 *
 * A sight is a sample, a wait or the time of a span whose stack contains a
 * function that takes a lock, below the call that takes it.
 *
 * Owns its rows and borrows the input.  One thread fills it.
 */
#ifndef CORR_LOCK_SIGHTS_H
#define CORR_LOCK_SIGHTS_H

#include "trace/lock_stack.h"
#include "trace/thread_spans.h"

/* A function that takes a lock. */
typedef struct lock_sights_place {
    uint32_t monitor, func;
    bool shared;
} lock_sights_place;

typedef struct lock_sight {
    uint32_t thread, func, segment;
} lock_sight;

typedef struct lock_sights {
    bool known;
    vec(lock_sights_place) place; /* by monitor, function, shared; distinct */
    vec(lock_sight) sight;
    thread_spans by_func; /* time of each sight, by function; `of`: sight */
    uint8_t *has_taker;   /* [stacks] */
    const input *in;      /* borrowed */
} lock_sights;

/* Adds a function that takes a lock.  False, here and below: out of memory. */
bool lock_sights_add(lock_sights *s, lock_takers *t, uint32_t monitor,
                     const lock_taker *taker) CORR_CHECK;
/* Sorts what was added and reads the sights of all threads. */
bool lock_sights_read(lock_sights *s, const lock_takers *t) CORR_CHECK;
void lock_sights_clear(lock_sights *s);
/* Whether a record that begins in [from, to) shows the thread in code outside
 * of all functions that take locks. */
bool lock_sights_away(const lock_sights *s, uint32_t thread, int64_t from,
                      int64_t to);
/* The first place of a monitor. */
size_t lock_sights_first(const lock_sights *s, uint32_t monitor);

#endif
