/*
 * otlp_metric_point - points of OTLP metrics as rows, for JSON and protobuf.
 *
 * Specification: opentelemetry-proto, metrics.proto. A monotonic sum is a
 * counter, or a delta; a histogram h becomes h_count and h_sum, the names in
 * Prometheus. If a point has the start of its sum, the start is a point of
 * value 0.  Its buckets are those of h_count.
 *
 * An exemplar of a histogram h is one of h_count.
 *
 *     otlp_points_begin(&r, in, b);
 *     otlp_points_exemplar(&r, ...);           of the next point
 *     otlp_points_bound(&r, ...), otlp_points_counted(&r, ...);   likewise
 *     otlp_points_add(&r, &metric, &point);    any number of times
 *     otlp_points_end(&r);
 */
#ifndef CORR_OTLP_POINT_H
#define CORR_OTLP_POINT_H

#include "common/metric.h"

/* The kinds of data a metric may have, in the order of their fields. */
typedef enum otlp_data {
    OTLP_GAUGE,
    OTLP_SUM,
    OTLP_HISTOGRAM, /* from here on a point has a count and a sum */
    OTLP_EXPONENTIAL,
    OTLP_SUMMARY,
    OTLP_DATA_COUNT /* also: no data */
} otlp_data;

enum { OTLP_DELTA = 1 }; /* AggregationTemporality */

/* Bit of a point's flags: the point has no value. */
enum { OTLP_NO_VALUE = 1 };

typedef struct otlp_metric {
    corr_str name, unit; /* borrowed; unit: of what a histogram counts, too */
    corr_metric type;    /* see otlp_metric_type */
    bool is_parts;       /* a point has count and sum instead of a value */
} otlp_metric;

/* A number, which may be missing or invalid. */
typedef struct otlp_value {
    double x;
    bool is_there, is_number;
} otlp_value;

typedef struct otlp_point {
    int64_t start, time; /* ns; time 0: missing; start 0: unknown */
    uint64_t flags;
    otlp_value value; /* of parts: the count, 0 if it is missing */
    otlp_value sum;   /* of parts */
    corr_labels labels;
} otlp_point;

/* The state of a series. */
typedef struct otlp_known {
    int64_t began, last; /* ns; 0: no point yet */
} otlp_known;

/* What an exponential histogram states besides the counts of its buckets. */
typedef struct otlp_exponential {
    int64_t scale;
    int64_t offset[2]; /* of positive and negative buckets */
    double zero_count, zero_threshold;
} otlp_exponential;

typedef struct otlp_points {
    metric_reader m;
    corr_vec(double) bound, count[2]; /* of the next point */
    corr_vec(otlp_known) series;      /* by number */
    uint64_t at; /* decoded offset of the current message, for damage reports */
    corr_arena scratch; /* reset by otlp_points_add */
} otlp_points;

void otlp_points_begin(otlp_points *r, corr_src *in, corr_build *b);
void otlp_points_end(otlp_points *r);

corr_metric otlp_metric_type(otlp_data data, bool is_monotonic, bool is_delta);

/* False: the point adds no row, so the caller need not make its labels. */
bool otlp_point_counts(otlp_points *r, const otlp_point *p);
/* An exemplar of the point that is added next; e has its ids.  One without a
 * value is counted as left out. */
void otlp_points_exemplar(otlp_points *r, const otlp_metric *m,
                          corr_exemplar_row e, int64_t time,
                          const otlp_value *value);
/* A bound of the buckets of the point that is added next, and the number of
 * values in its next bucket; side 1: a negative one of an exponential
 * histogram. */
void otlp_points_bound(otlp_points *r, double bound);
void otlp_points_counted(otlp_points *r, unsigned side, double count);
/* Makes the buckets of an exponential histogram of these counts. */
void otlp_points_scaled(otlp_points *r, const otlp_point *p,
                        const otlp_exponential *e);
void otlp_points_add(otlp_points *r, const otlp_metric *m, const otlp_point *p);

#endif
