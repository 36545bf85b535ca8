/*
 * parallel - work that falls into parts, done by several threads.
 *
 * Parts are claimed one after the other, so that a long one holds up nobody but
 * itself.  What a part writes must be its own: nothing here says in which order
 * they are done, and no result may depend on it.
 */
#ifndef CORR_TOGETHER_H
#define CORR_TOGETHER_H

#include <stddef.h>

typedef void parallel_part(void *ctx, size_t part);

/* Does parts 0 to n - 1, each once, and returns when all are done.  The calling
 * thread is one of at most `threads`; if no other can be had it does them all.
 */
void parallel_for(size_t threads, size_t n, parallel_part *part, void *ctx);

/* Threads that can run at the same time: `jobs`, or if that is 0 as many as
 * there are processors. */
size_t parallel_threads(unsigned jobs);

#endif
