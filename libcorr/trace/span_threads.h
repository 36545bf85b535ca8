/*
 * span_threads - which thread of which recording a span ran on.
 *
 * The thread that the span names, found again in every recording of its
 * process; where it names none, the only one that was activated for it.  A
 * span that was activated on several threads, and names none, has no home.
 */
#ifndef CORR_LEDGER_HOME_H
#define CORR_LEDGER_HOME_H

#include "store/thread_index.h"
#include "trace/waterfall.h"

/* The thread that was activated for a span. */
typedef struct thread_of_activation {
    uint32_t input, thread; /* thread 0: none */
    bool many;
} thread_of_activation;

/* The threads of all spans of a trace. */
typedef struct span_threads {
    const corr_waterfall *w;
    corr_arena *arena;
    thread_index *index; /* [inputs] made when first asked */
    thread_of_activation
        *active; /* [spans of the waterfall]; NULL: no activations */
} span_threads;

/* Where one span ran. */
typedef struct home {
    uint8_t **is; /* [inputs] by row of the thread table, 1: it is the thread;
                     NULL: the input does not tell */
    bool known;   /* one of them is not NULL */
    bool is_virtual;
    bool many;     /* activated on several threads */
    corr_str name; /* of the thread; empty: not known */
} home;

/* All memory is the arena's.  False: out of memory. */
bool span_threads_of(span_threads *h, const corr_waterfall *w,
                     corr_arena *arena) CORR_CHECK;
bool span_thread_of(home *out, const span_threads *h, uint32_t i) CORR_CHECK;

/* Whether two spans of the trace ran on one thread, as far as is known. */
bool span_threads_same(const span_threads *h, uint32_t i, uint32_t k);

#endif
