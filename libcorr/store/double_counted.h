/*
 * double_counted - recordings of one process at the same time, whose cost
 * counts twice (corr-methods 0).
 *
 * Only processes that are certainly distinct count (spans_told): replicas
 * of a service may look alike in everything but their instance, or host and
 * process number.
 *
 * The functions only read a prepared store and cannot fail.
 */
#ifndef CORR_DOUBLE_COUNTED_H
#define CORR_DOUBLE_COUNTED_H

#include "store/store.h"

typedef struct double_run {
    uint32_t proc;
    int64_t from, to;
    int64_t shared; /* ns that other recordings of the process cover, too */
} double_run;

/* Fills *run with the time from..to, ns, that an input recorded.  False: the
 * process is unknown. */
bool double_add(const corr_store *st, uint32_t in, int64_t from, int64_t to,
                double_run *run);
/* Returns the number of runs that overlap other runs for at least half of their
 * length.  Sorts run. */
uint32_t double_among(const corr_store *st, double_run *run, size_t n);

#endif
