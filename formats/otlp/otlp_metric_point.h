/*
 * otlp_metric_point - points of OTLP metrics as rows, whatever they are written in.
 *
 * Specification: opentelemetry-proto, metrics.proto.  A monotonic sum is a
 * counter, or a delta; a histogram h becomes h_count and h_sum, as Prometheus
 * would call them.  Where a point says when its sum began, that is a point of
 * value 0.
 *
 *     otlp_points_begin(&r, in, b);
 *     otlp_points_add(&r, &metric, &point);    any number of times
 *     otlp_points_end(&r);
 */
#ifndef CORR_OTLP_POINT_H
#define CORR_OTLP_POINT_H

#include "common/metric.h"

/* What a metric's data may be, in the order of their fields. */
typedef enum otlp_data {
    OTLP_GAUGE,
    OTLP_SUM,
    OTLP_HISTOGRAM, /* from here on a point is a count and a sum */
    OTLP_EXPONENTIAL,
    OTLP_SUMMARY,
    OTLP_DATA_COUNT /* none of them */
} otlp_data;

enum { OTLP_DELTA = 1 }; /* AggregationTemporality */

/* Bit of a point's flags: it says that there is no value. */
enum { OTLP_NO_VALUE = 1 };

typedef struct otlp_metric {
    corr_str name, unit; /* borrowed */
    corr_metric type;    /* see otlp_metric_type */
    bool is_parts;       /* count and sum in place of a value */
} otlp_metric;

/* A number that may be missing, or no number at all. */
typedef struct otlp_value {
    double x;
    bool is_there, is_number;
} otlp_value;

typedef struct otlp_point {
    int64_t start, time; /* ns; time 0: it has none; start 0: unknown */
    uint64_t flags;
    otlp_value value; /* of parts: the count, which is 0 where it is missing */
    otlp_value sum;   /* of parts */
    corr_labels labels;
} otlp_point;

/* What is known of a series. */
typedef struct otlp_known {
    int64_t began, last; /* ns; 0: none */
} otlp_known;

typedef struct otlp_points {
    metric_reader m;
    corr_vec(otlp_known) series; /* by number */
    uint64_t at;        /* decoded offset of what is read, for its damage */
    corr_arena scratch; /* reset by otlp_points_add */
} otlp_points;

void otlp_points_begin(otlp_points *r, corr_src *in, corr_build *b);
void otlp_points_end(otlp_points *r);

corr_metric otlp_metric_type(otlp_data data, bool is_monotonic, bool is_delta);

/* False: there is no need for its labels. */
bool otlp_point_counts(otlp_points *r, const otlp_point *p);
void otlp_points_add(otlp_points *r, const otlp_metric *m, const otlp_point *p);

#endif
