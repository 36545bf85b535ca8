/*
 * metric_rows - the tables of an input that hold metrics: series, their points,
 * exemplars, and the buckets of histograms.
 */
#ifndef CORR_METRIC_ROWS_H
#define CORR_METRIC_ROWS_H

#include "base/vec.h"
#include "corr_build.h"

typedef struct series_row {
    uint32_t name, unit, thread; /* text, text, row */
    uint32_t labels;             /* set */
    uint32_t type;               /* corr_metric */
} series_row;

typedef struct point_row {
    int64_t time;
    double value;
    uint32_t series;
    bool is_begin; /* counting began here, from 0: no measurement */
} point_row;

typedef struct exemplar_row {
    corr_exemplar_row e;
    uint32_t series;
} exemplar_row;

/* The bounds of a bucket. */
typedef struct bounds_row {
    double low, high;
} bounds_row;

/* The buckets of a histogram at one time. */
typedef struct histogram_row {
    int64_t begin, time; /* begin: of counting, or CORR_NO_TIME */
    size_t first;        /* in the columns of input_buckets */
    uint32_t n;
    uint32_t series; /* that of the count */
    bool is_exponential;
} histogram_row;

#endif
