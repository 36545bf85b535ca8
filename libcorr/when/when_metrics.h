/*
 * when_metrics - points of metrics in steps, shared by series and histograms.
 *
 * Memory comes from w->scratch, which the caller resets.
 */
#ifndef CORR_WHEN_METRICS_H
#define CORR_WHEN_METRICS_H

#include "metric/metric_selector.h"
#include "when/when.h"

/* The steps of a series, and what is in them. */
typedef struct when_buckets {
    int64_t from, step;
    uint32_t n;
    double *value, *known; /* [n] amount, and ns or number that it is over */
} when_buckets;

/* The selectors of the metrics that are asked about. */
typedef struct when_asked {
    selector *selector; /* [n] */
    size_t n;
} when_asked;

/* The end of a path, NUL-terminated. */
corr_str when_file_name(const input *in);
/* Whether a series, input << 32 | row, is asked about. */
bool when_is_asked(const corr_when *w, const when_asked *a, uint64_t series);
/* Makes the steps of a series from its usual one, unless that are too many; n 0:
 * no time. */
bool when_make_buckets(corr_when *w, int64_t from, int64_t to, int64_t step,
                       when_buckets *b) CORR_CHECK;
/* The growth in each step of a counter that some inputs have; NAN: unknown. */
bool when_growth(corr_when *w, const uint64_t *member, size_t n,
                 when_buckets *b) CORR_CHECK;
/* The values of a gauge, means of each step. */
bool when_values(corr_when *w, const uint64_t *member, size_t n, double scale,
                 when_buckets *b) CORR_CHECK;

/* The quantiles of a histogram in steps, which are wide enough for a 95th
 * percentile of most. */
enum { WHEN_MEDIAN, WHEN_TAIL, WHEN_QUANTILES };
typedef struct when_quantiles {
    int64_t from, step;
    uint32_t n;                    /* 0: unknown */
    double *value[WHEN_QUANTILES]; /* [n] NAN: unknown, or few values */
} when_quantiles;
/* Of the buckets that come with a count: its series, input << 32 | row.  is_rate:
 * they are not sums. */
bool when_native_quantiles(corr_when *w, const uint64_t *member, size_t n,
                           bool is_rate, when_quantiles *q) CORR_CHECK;
/* Of n counts up to a bound, in the same steps; the last bound is infinite. */
bool when_classic_quantiles(corr_when *w, const when_buckets *upto,
                            const double *bound, size_t n,
                            when_quantiles *q) CORR_CHECK;
/* Adds the means and quantiles of histograms and summaries. */
bool when_add_histograms(corr_when *w, const when_asked *a) CORR_CHECK;

#endif
