/*
 * metric - shared code of readers of metrics: numbers and times as text, the
 * points of a series until its name is known, and warnings about bad points.
 *
 *     metric_begin(&m, in, b);
 *     metric_point(&m, METRIC_VALUE, time, value);   any number of times
 *     metric_series(&m, METRIC_VALUE, &row);         then the series
 *     metric_end(&m);
 *
 * Points without a time or number are skipped and counted.  NaN, with which
 * Prometheus marks a missing value, is skipped.
 */
#ifndef FORMATS_METRIC_H
#define FORMATS_METRIC_H

#include "corr_format.h"

/* A native histogram has two numbers per time. */
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
    int64_t from, to; /* of all points; from > to: no points yet */
    uint64_t bad, infinite;
    uint64_t bad_at; /* decoded offset of the first */
} metric_reader;

void metric_begin(metric_reader *m, corr_src *in, corr_build *b);
/* at: decoded offset, for warnings. */
void metric_point(metric_reader *m, metric_list list, corr_str time,
                  corr_str value, uint64_t at);
/* The same with a known time, ns. */
void metric_point_at(metric_reader *m, metric_list list, int64_t time,
                     corr_str value, uint64_t at);
/* The same with a known time and value. */
void metric_value_at(metric_reader *m, metric_list list, int64_t time,
                     double value);
void metric_bad(metric_reader *m, uint64_t at);
bool metric_any(const metric_reader *m, metric_list list);
/* Passes the points of a list on as a series and empties the list. */
void metric_series(metric_reader *m, metric_list list,
                   const corr_metric_row *row);
/* Empties all lists. */
void metric_drop(metric_reader *m);
/* Adds warnings about bad points, and the window of all points. */
void metric_end(metric_reader *m);

/* A number, also NaN and infinities as Prometheus and Go write them. */
bool metric_number(corr_str s, double *value);
/* Seconds since 1970, in ns; values beyond 10^11 are milliseconds.  Times
 * before 1970 are invalid. */
bool metric_time(corr_str s, int64_t *ns);
/* The type by the name of the series: _total, _bucket, _count and _sum are
 * counters. */
corr_metric metric_type(corr_str name);

#endif
