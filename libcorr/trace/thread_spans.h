/*
 * thread_spans - which span a thread of a recording worked for: the spans that
 * name it, and those that it was activated for.
 */
#ifndef CORR_THREADSPANS_H
#define CORR_THREADSPANS_H

#include "base/thread_time.h"
#include "store/store.h"

typedef struct threadspan {
    threadtime at;  /* the thread is one of the recording */
    int64_t to;     /* ns */
    int64_t latest; /* end of any of its thread so far */
    uint32_t span;  /* in the store */
} threadspan;

typedef struct threadspans {
    vec(threadspan) row; /* by thread, then start */
} threadspans;

/* Those of the process of an input that touch [from, to).  False: out of
 * memory; threadspans_clear all the same. */
bool threadspans_of(threadspans *t, const corr_store *st, uint32_t in,
                    int64_t from, int64_t to) CORR_CHECK;
void threadspans_clear(threadspans *t);

/* The span that has most of [from, to), of several the innermost; 0: none. */
uint32_t threadspans_at(const threadspans *t, uint32_t thread, int64_t from,
                        int64_t to);

#endif
