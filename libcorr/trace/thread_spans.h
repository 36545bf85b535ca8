/*
 * thread_spans - intervals of time by thread, and the spans that the threads of
 * a recording worked for: spans that name the thread, and spans that the thread
 * was activated for.
 *
 * Rows are added in any order, sorted once, and then looked up.  Owns its rows;
 * one thread fills it, any number may look up.
 */
#ifndef CORR_THREADSPANS_H
#define CORR_THREADSPANS_H

#include "store/store.h"
#include "trace/thread_time.h"

typedef struct thread_span {
    thread_time at; /* a thread of the recording */
    int64_t to;     /* ns */
    int64_t latest; /* latest end on the thread so far */
    uint32_t of;    /* number of the span in the store, or of a wait */
} thread_span;

typedef struct thread_spans {
    vec(thread_span) row; /* by thread, then start */
} thread_spans;

/* False: out of memory. */
bool thread_spans_add(thread_spans *t, uint32_t thread, int64_t from,
                      int64_t to, uint32_t of) CORR_CHECK;
void thread_spans_sort(thread_spans *t);
/* Walks back over the rows of a thread that touch [from, to).  *i is the result
 * of thread_spans_end at first.  NULL: there are no more. */
size_t thread_spans_end(const thread_spans *t, uint32_t thread, int64_t to);
const thread_span *thread_spans_prev(const thread_spans *t, size_t *i,
                                     uint32_t thread, int64_t from);

/* Lists the spans of an input's process that touch [from, to).  False: out of
 * memory; thread_spans_clear still applies. */
bool thread_spans_of(thread_spans *t, const corr_store *st, uint32_t in,
                     int64_t from, int64_t to) CORR_CHECK;
void thread_spans_clear(thread_spans *t);

/* The span with most of [from, to), the innermost of several; 0: none. */
uint32_t thread_spans_at(const thread_spans *t, uint32_t thread, int64_t from,
                         int64_t to);

#endif
