/*
 * thread_time - rows in the order of threads, and of when they begin.
 *
 * What is kept by thread and time begins with a threadtime, is put in order
 * once, and is asked from where on a thread has something of a time.  Owns
 * nothing, and cannot fail.
 */
#ifndef CORR_THREADTIME_H
#define CORR_THREADTIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct threadtime {
    uint32_t thread;
    int64_t from; /* ns */
} threadtime;

/* Below 0: a stands before b; 0: equal. */
int threadtime_order(const threadtime *a, const threadtime *b);

/* Of n rows of so many bytes each the first of this thread that begins at time
 * or later; if it has none, where that would stand.  rows: the threadtime of
 * the first; NULL if n is 0. */
size_t threadtime_first(const threadtime *rows, size_t n, size_t size,
                        uint32_t thread, int64_t time);

#endif
