/*
 * thread_spans - which span a thread of a recording worked for: the spans that
 * name it, and those that it was activated for.
 */
#ifndef CORR_THREADSPANS_H
#define CORR_THREADSPANS_H

#include "base/thread_time.h"
#include "store/store.h"

typedef struct thread_span {
    thread_time at; /* the thread is one of the recording */
    int64_t to;     /* ns */
    int64_t latest; /* end of any of its thread so far */
    uint32_t span;  /* in the store */
} thread_span;

typedef struct thread_spans {
    vec(thread_span) row; /* by thread, then start */
} thread_spans;

/* Those of the process of an input that touch [from, to).  False: out of
 * memory; thread_spans_clear all the same. */
bool thread_spans_of(thread_spans *t, const corr_store *st, uint32_t in,
                     int64_t from, int64_t to) CORR_CHECK;
void thread_spans_clear(thread_spans *t);

/* The span that has most of [from, to), of several the innermost; 0: none. */
uint32_t thread_spans_at(const thread_spans *t, uint32_t thread, int64_t from,
                         int64_t to);

#endif
