/*
 * parallel - splits work into parts that several threads run.
 *
 * Threads claim one part after another, so a long part delays only its own
 * thread.  A part may write only its own data: the order of parts is not
 * defined, and no result may depend on it.
 */
#ifndef CORR_PARALLEL_H
#define CORR_PARALLEL_H

#include <stddef.h>

typedef void parallel_part(void *ctx, size_t part);

/* Runs parts 0 to n - 1, each once, and returns when all are done.  At most
 * `threads` threads work, the calling thread among them; if no thread can be
 * started, the caller runs all parts. */
void parallel_for(size_t threads, size_t n, parallel_part *part, void *ctx);

/* Threads that can run at the same time: `jobs`, or the number of processors if
 * jobs is 0. */
size_t parallel_threads(unsigned jobs);

#endif
