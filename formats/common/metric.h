/*
 * metric - what readers of metrics share: numbers and times as text, the
 * points of a series until it is known what they are of, and what was wrong
 * with them.
 *
 *     metric_begin(&m, in, b);
 *     metric_point(&m, METRIC_VALUE, time, value);    any number of times
 *     metric_series(&m, METRIC_VALUE, &row);          then what it was
 *     metric_end(&m);
 *
 * Points that have no time or are no number are left out and counted; NaN, by
 * which Prometheus says that there is none, is left out.
 */
#ifndef FORMATS_METRIC_H
#define FORMATS_METRIC_H

#include "corr_format.h"

/* A native histogram at a time is two numbers. */
typedef enum metric_list {
    METRIC_VALUE,
    METRIC_COUNT,
    METRIC_SUM,
    METRIC_LISTS
} metric_list;

typedef struct metric_at {
    int64_t time;
    double value;
} metric_at;

typedef struct metric_reader {
    corr_src *in;
    corr_build *b;
    corr_vec(metric_at) list[METRIC_LISTS];
    int64_t from, to; /* of all points; from > to: none yet */
    uint64_t bad, infinite;
    uint64_t bad_at; /* decoded offset of the first */
} metric_reader;

void metric_begin(metric_reader *m, corr_src *in, corr_build *b);
/* at: decoded offset, for what is wrong with it. */
void metric_point(metric_reader *m, metric_list list, corr_str time,
                  corr_str value, uint64_t at);
/* The same where the time is known, ns ... */
void metric_point_at(metric_reader *m, metric_list list, int64_t time,
                     corr_str value, uint64_t at);
/* ... and the value. */
void metric_value_at(metric_reader *m, metric_list list, int64_t time,
                     double value);
void metric_bad(metric_reader *m, uint64_t at);
bool metric_any(const metric_reader *m, metric_list list);
/* Hands over the points of a list, which is empty then. */
void metric_series(metric_reader *m, metric_list list,
                   const corr_metric_row *row);
/* Empties all lists. */
void metric_drop(metric_reader *m);
/* Says what was wrong, and when all of it was. */
void metric_end(metric_reader *m);

/* A number, also NaN and infinities as Prometheus and Go write them. */
bool metric_number(corr_str s, double *value);
/* Seconds since 1970 to the ns; beyond 10^11 milliseconds.  Times before 1970
 * are none. */
bool metric_time(corr_str s, int64_t *ns);
/* What the name says of the numbers: _total, _bucket, _count and _sum are
 * counters. */
corr_metric metric_type(corr_str name);

#endif
