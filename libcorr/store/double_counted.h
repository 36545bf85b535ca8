/*
 * double_counted - recordings of one process at the same time, whose cost counts twice
 * (corr-methods 0).
 *
 * Only those are told of which it is known: replicas of a service are not
 * copies of one, and may look alike in all but their instance, or host and
 * process number.
 */
#ifndef CORR_TWICE_H
#define CORR_TWICE_H

#include "store/store.h"

typedef struct double_run {
    uint32_t proc;
    int64_t from, to;
    int64_t shared; /* ns of it that others of the process ran, too */
} double_run;

/* What an input recorded from..to, ns; false: of nobody that is known. */
bool double_add(const corr_store *st, uint32_t in, int64_t from, int64_t to,
                double_run *run);
/* Of how many others ran half of the time; puts them in order. */
uint32_t double_among(const corr_store *st, double_run *run, size_t n);

#endif
