/*
 * thread_time - rows in the order of threads, and of when they begin.
 *
 * What is kept by thread and time begins with a thread_time, is put in order
 * once, and is asked from where on a thread has something of a time.  Owns
 * nothing, and cannot fail.
 */
#ifndef CORR_THREADTIME_H
#define CORR_THREADTIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct thread_time {
    uint32_t thread;
    int64_t from; /* ns */
} thread_time;

/* Below 0: a stands before b; 0: equal. */
int thread_time_order(const thread_time *a, const thread_time *b);

/* Of n rows of so many bytes each the first of this thread that begins at time
 * or later; if it has none, where that would stand.  rows: the thread_time of
 * the first; NULL if n is 0. */
size_t thread_time_first(const thread_time *rows, size_t n, size_t size,
                         uint32_t thread, int64_t time);

#endif
