/*
 * double_counted - recordings of one process at the same time, whose cost counts twice
 * (corr-methods 0).
 *
 * Only processes that something tells apart count (spans_told): replicas of a
 * service may look alike in all but their instance, or host and process number.
 */
#ifndef CORR_TWICE_H
#define CORR_TWICE_H

#include "store/store.h"

typedef struct double_run {
    uint32_t proc;
    int64_t from, to;
    int64_t shared; /* ns of it that others of the process ran, too */
} double_run;

/* Fills *run with what an input recorded from..to, ns; false: its process is not
 * known. */
bool double_add(const corr_store *st, uint32_t in, int64_t from, int64_t to,
                double_run *run);
/* The number of runs that overlap others for at least half of their length.
 * Sorts run. */
uint32_t double_among(const corr_store *st, double_run *run, size_t n);

#endif
