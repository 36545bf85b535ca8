/*
 * metric_counter - how much some series of metrics grew together, between any two
 * times (corr-methods 6.1).
 *
 * What is less than before has begun again from 0.  A series that begins while
 * others of its target are known already has begun at 0.  Between two points a
 * counter grows evenly.  Series of equal names and labels, of several exports
 * of one time, are one.  Of inputs with windows nothing outside is told; how
 * much was counted up to the ends of one the points beside them say.
 *
 *     metric_counter_add(&c, in, series);       any number of times
 *     metric_counter_ready(&c);
 *     n = metric_counter_grew(&c, from, to);
 */
#ifndef CORR_COUNTER_H
#define CORR_COUNTER_H

#include "model/input.h"

typedef struct metric_counter_point {
    int64_t time;
    double value; /* as it stands; once ready: the sum since the first */
    uint32_t series;
} metric_counter_point;

typedef struct metric_counter_series {
    uint32_t first, n; /* points */
    uint32_t target;
    uint32_t part; /* of the counter, as the caller numbers them */
    bool is_delta;
} metric_counter_series;

typedef struct counter {
    vec(metric_counter_point) point;
    vec(metric_counter_series) series;
    vec(int64_t) time; /* of any of them, in order, each once */
    corr_map by_labels, targets;
    corr_arena scratch;
    int64_t step;  /* ns between two points as a rule; 0: there is one */
    bool falls;    /* a series of unknown type does: it may be no counter */
    bool is_cut;   /* nothing is told but of [from,to) */
    bool is_whole; /* of some input all is */
    int64_t from, to;
} counter;

/* False: out of memory.  part: 0, or what it counts. */
bool metric_counter_add(counter *c, const input *in, uint32_t series,
                        uint32_t part) CORR_CHECK;
bool metric_counter_ready(counter *c) CORR_CHECK;
void metric_counter_clear(counter *c);

/* Whether two points are near enough to know what was between them: no more
 * than two steps apart. */
bool metric_counter_near(const counter *c, int64_t from, int64_t to);
/* By how much all of them grew in [from,to), or those of a part. */
double metric_counter_grew(const counter *c, int64_t from, int64_t to);
double metric_counter_grew_of(const counter *c, uint32_t part, int64_t from,
                              int64_t to);
/* How many ns of it they tell of: an end that is not between two points no
 * more than two steps apart is not told. */
int64_t metric_counter_covers(const counter *c, int64_t from, int64_t to);
/* Where series are of: instances, or pods; 1 where nothing says. */
uint32_t metric_counter_targets(const counter *c);

#endif
