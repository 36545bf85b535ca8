/*
 * worker_pool - the threads that read files, and who of them may help with which.
 *
 * Each file has one reader.  While fewer files are left than there are threads,
 * a reader may have others at its side (corr_workers_join).  So there are never
 * more at work than were asked for, and none is idle for long: what they hold
 * in memory is bounded by their number, however the bytes are divided among the
 * files.
 */
#ifndef CORR_CREW_H
#define CORR_CREW_H

#include <stdatomic.h>
#include <stddef.h>

#include "corr_bytes.h"

struct corr_workers {
    size_t threads;
    atomic_size_t left;    /* files that are not read yet */
    atomic_size_t helpers; /* at the side of readers */
};

/* So many files more are to be read.  Before any of them is begun. */
void workers_add(corr_workers *c, size_t files);

/* One of them is read. */
void workers_done(corr_workers *c);

/* Has as many helpers as there are to be had; returns how many, each of whom is
 * to leave. */
size_t workers_join_all(corr_workers *c);
void workers_leave_all(corr_workers *c, size_t helpers);

#endif
