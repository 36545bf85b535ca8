/*
 * span_threads - the thread, in each recording, that a span ran on.
 *
 * This is the thread that the span names, found again in every recording of its
 * process.  For a span without a thread name it is the only thread activated
 * for the span.  A span without a name that was activated on several threads
 * has no home.  Memory comes from an arena; one thread uses it.
 */
#ifndef CORR_LEDGER_HOME_H
#define CORR_LEDGER_HOME_H

#include "store/thread_index.h"
#include "trace/waterfall.h"

/* The thread activated for a span. */
typedef struct thread_of_activation {
    uint32_t input, thread; /* thread 0: none */
    bool many;
} thread_of_activation;

/* The threads of all spans of a trace. */
typedef struct span_threads {
    const corr_waterfall *w;
    corr_arena *arena;
    thread_index *index; /* [inputs] built on first use */
    /* [spans of the waterfall]; NULL: no activations */
    thread_of_activation *active;
} span_threads;

/* The threads of one span. */
typedef struct home {
    /* [inputs] by row of the thread table, 1: the span's thread; NULL: the
     * input has no rows of it */
    uint8_t **is;
    bool known; /* some is[] is not NULL */
    bool is_virtual;
    bool many;     /* activated on several threads */
    corr_str name; /* of the thread; empty: unknown */
} home;

/* All memory comes from the arena.  False: out of memory. */
bool span_threads_of(span_threads *h, const corr_waterfall *w,
                     corr_arena *arena) CORR_CHECK;
bool span_thread_of(home *out, const span_threads *h, uint32_t i) CORR_CHECK;

/* Whether two spans of the trace ran on one thread, as far as known. */
bool span_threads_same(const span_threads *h, uint32_t i, uint32_t k);

#endif
