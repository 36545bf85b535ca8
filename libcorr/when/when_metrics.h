/*
 * when_metrics - points of metrics in steps, shared by series and histograms.
 *
 * Memory comes from w->scratch, which the caller resets.
 */
#ifndef CORR_WHEN_METRICS_H
#define CORR_WHEN_METRICS_H

#include "store/metric_selector.h"
#include "when/when.h"

/* The steps of a series, and what is in them. */
typedef struct when_buckets {
    int64_t from, step;
    uint32_t n;
    double *value, *known; /* [n] amount, and ns or number that it is over */
} when_buckets;

typedef struct when_unit {
    const char *unit;
    double scale;
} when_unit;

/* The selectors of the metrics that are asked about. */
typedef struct when_asked {
    selector *selector; /* [n] */
    size_t n;
} when_asked;

/* Whether a series, input << 32 | row, is asked about. */
bool when_is_asked(const corr_when *w, const when_asked *a, uint64_t series);
/* The growth in each step of a counter that some inputs have; NAN: unknown. */
bool when_growth(corr_when *w, const uint64_t *member, size_t n,
                 when_buckets *b) CORR_CHECK;
/* Adds the means and quantiles of histograms and summaries. */
bool when_add_histograms(corr_when *w, const when_asked *a) CORR_CHECK;

#endif
