/*
 * span_thread - the thread that a span names, and the recordings of its
 * process.
 *
 * The functions are pure queries of a prepared store; they cannot fail.
 */
#ifndef CORR_SPAN_THREAD_H
#define CORR_SPAN_THREAD_H

#include "store/store.h"

/* Whether an input's samples are of the process of a span, as far as is
 * known. */
bool span_thread_process(const corr_store *st, uint32_t in, uint32_t span);
/* The same, and the span may name the input's threads: no recording of another
 * process may be meant. */
bool span_thread_threads(const corr_store *st, uint32_t in, uint32_t span);

/* Whether a thread of an input is the one that the span names. */
bool span_thread_names(const corr_store *st, uint32_t span, uint32_t in,
                       uint32_t thread);
/* Whether two spans name the same thread. */
bool span_thread_shared(const corr_store *st, uint32_t span, uint32_t other);
/* The same, or the two spans are of one process and one of them names no
 * thread. */
bool span_thread_may_share(const corr_store *st, uint32_t span, uint32_t other);

#endif
