/*
 * thread_time - rows sorted by thread and begin.
 *
 * A row that is searched by thread and time begins with a thread_time.  The
 * rows are sorted once with thread_time_order and then searched with
 * thread_time_first.  Owns nothing, and cannot fail.
 */
#ifndef CORR_THREAD_TIME_H
#define CORR_THREAD_TIME_H

#include <stddef.h>
#include <stdint.h>

typedef struct thread_time {
    uint32_t thread;
    int64_t from; /* ns */
} thread_time;

/* Below 0: a sorts before b; 0: equal. */
int thread_time_order(const thread_time *a, const thread_time *b);

/* Finds the first row of this thread that begins at time or later among n rows
 * of `size` bytes; without such a row, the place where it would be inserted.
 * rows: the thread_time of the first row; NULL if n is 0. */
size_t thread_time_first(const thread_time *rows, size_t n, size_t size,
                         uint32_t thread, int64_t time);

#endif
