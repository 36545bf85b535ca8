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
 *
 * The exemplars of a series are collected beside its points:
 *
 *     corr_exemplar_row e = METRIC_NO_EXEMPLAR;
 *     metric_exemplar_label(&e, key, value);         any number of times
 *     metric_exemplar(&m, &e, value, at);            before metric_series
 *
 * So are the buckets of a histogram:
 *
 *     metric_bucket(&m, low, high, count);           any number of times
 *     metric_buckets_at(&m, begin, time, false);     of each time
 *     metric_buckets_of(&m, series);
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

/* Buckets of a histogram at one time: rows of metric_reader.bucket. */
typedef struct metric_buckets {
    int64_t begin, time;
    size_t first, n;
    bool is_exponential;
} metric_buckets;

typedef struct metric_reader {
    corr_src *in;
    corr_build *b;
    corr_vec(metric_at) list[METRIC_LISTS];
    corr_vec(corr_exemplar_row) exemplar; /* of METRIC_VALUE */
    corr_vec(corr_bucket) bucket;
    corr_vec(metric_buckets) buckets; /* of METRIC_COUNT */
    int64_t from, to; /* of all points; from > to: no points yet */
    int64_t exemplar_from, exemplar_to; /* of all exemplars, likewise */
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
#define METRIC_NO_EXEMPLAR                                                     \
    {                                                                          \
        .time = CORR_NO_TIME                                                   \
    }
/* A label of an exemplar: the id of its trace or span, or of no use. */
void metric_exemplar_label(corr_exemplar_row *e, corr_str key, corr_str value);
/* The ids and the time are set; value: a number as text. */
void metric_exemplar(metric_reader *m, const corr_exemplar_row *e,
                     corr_str value, uint64_t at);
/* The same with a known value. */
void metric_exemplar_value(metric_reader *m, const corr_exemplar_row *e,
                           uint64_t at);
/* A bucket of the histogram that metric_buckets_at ends.  Empty ones are left
 * out. */
void metric_bucket(metric_reader *m, double low, double high, double count);
/* Ends the buckets of one time; begin: of counting, or CORR_NO_TIME. */
void metric_buckets_at(metric_reader *m, int64_t begin, int64_t time,
                       bool is_exponential);
/* Passes the buckets on, as those of a series that exists. */
void metric_buckets_of(metric_reader *m, corr_series s);
/* Passes the points of a list on as a series and empties the list; with
 * METRIC_VALUE the exemplars, too. */
void metric_series(metric_reader *m, metric_list list,
                   const corr_metric_row *row);
/* The exemplars on their own, of a series that exists. */
void metric_exemplars_of(metric_reader *m, corr_series s);
/* Empties all lists. */
void metric_drop(metric_reader *m);
/* Notes values without their own time, which got that of the file;
 * CORR_NO_TIME: which have no time. */
void metric_say_times(metric_reader *m, uint64_t timeless, int64_t written);
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
