/*
 * metric_groups - the series of metrics of a store: one group for each name and
 * labels, with the inputs that have it.
 *
 * Buckets of histograms are left out, and series that have exemplars only.  The
 * caller owns a groups and clears it, even after a failure; names are the
 * store's.
 */
#ifndef CORR_METRIC_GROUPS_H
#define CORR_METRIC_GROUPS_H

#include "base/vec.h"
#include "profile/timeline.h"
#include "store/store.h"

/* One series in all inputs that have it. */
typedef struct metric_group {
    const char *name; /* with labels; in the store */
    uint32_t input, series;
    vec(uint64_t) member; /* input and series */
} metric_group;

typedef struct metric_groups {
    vec(metric_group) list;
    corr_map by_name;
    corr_arena scratch;
    uint32_t left_out; /* series beyond the limit */
} metric_groups;

/* Finds at most `most` groups, in the order of inputs.  False: out of
 * memory. */
bool metric_groups_find(metric_groups *g, corr_store *st,
                        uint32_t most) CORR_CHECK;
void metric_groups_clear(metric_groups *g);

/* The unit of a series on screens; grows: it is a counter, and its rate is
 * meant. */
timeline_unit metric_shown_unit(const input *in, uint32_t series, bool grows);

#endif
