/*
 * worker_pool - shares a fixed number of threads between the readers of files.
 *
 * Each file has one reader.  While fewer files are left than threads, a reader
 * may have helpers (corr_workers_join).  So no more threads work than the user
 * asked for, and none is idle for long: the number of threads bounds the memory
 * they hold, however the bytes are divided among the files.
 */
#ifndef CORR_WORKER_POOL_H
#define CORR_WORKER_POOL_H

#include <stdatomic.h>
#include <stddef.h>

#include "corr_bytes.h"

struct corr_workers {
    size_t threads;
    atomic_size_t left;    /* files that are not read yet */
    atomic_size_t helpers; /* helpers at work */
};

/* Announces files to read, before the first of them is begun. */
void workers_add(corr_workers *c, size_t files);

/* Reports that one file has been read. */
void workers_done(corr_workers *c);

/* Takes all helpers that are free and returns their number; each must leave. */
size_t workers_join_all(corr_workers *c);
void workers_leave_all(corr_workers *c, size_t helpers);

#endif
