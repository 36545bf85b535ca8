/*
 * thread_spans - the spans that the threads of a recording worked for: spans
 * that name the thread, and spans that the thread was activated for.
 *
 * Owns its rows; one thread fills it, any number may look up.
 */
#ifndef CORR_THREADSPANS_H
#define CORR_THREADSPANS_H

#include "base/thread_time.h"
#include "store/store.h"

typedef struct thread_span {
    thread_time at; /* a thread of the recording */
    int64_t to;     /* ns */
    int64_t latest; /* latest end on the thread so far */
    uint32_t span;  /* number in the store */
} thread_span;

typedef struct thread_spans {
    vec(thread_span) row; /* by thread, then start */
} thread_spans;

/* Lists the spans of an input's process that touch [from, to).  False: out of
 * memory; thread_spans_clear still applies. */
bool thread_spans_of(thread_spans *t, const corr_store *st, uint32_t in,
                     int64_t from, int64_t to) CORR_CHECK;
void thread_spans_clear(thread_spans *t);

/* The span with most of [from, to), the innermost of several; 0: none. */
uint32_t thread_spans_at(const thread_spans *t, uint32_t thread, int64_t from,
                         int64_t to);

#endif
