/*
 * bucket_quantile - quantiles of values that were only counted in buckets
 * (corr-methods 6.1).
 *
 * A bucket has the values of (low, high]; buckets of one list are disjoint, or
 * one contains the other: a histogram that loses resolution joins neighbours.
 * Bounds may be infinite.  Counts may be parts of values.  Pure functions.
 */
#ifndef CORR_BUCKET_QUANTILE_H
#define CORR_BUCKET_QUANTILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct stat_bucket {
    double low, high, count;
} stat_bucket;

/* Sorts buckets, and joins those that overlap into one, with the sum of their
 * counts.  Returns how many are left.  A list of the buckets of one time, and
 * those of an earlier time with negative counts, becomes their growth. */
size_t stat_buckets_join(stat_bucket *b, size_t n);
/* The number of values; -1: a count is negative, by more than rounding. */
double stat_buckets_sum(const stat_bucket *b, size_t n);

/* The quantile q of joined buckets with a known sum; NAN: no values, or one
 * bucket without any bounds.  Inside of
 * a bucket values are even, or even in their logarithms; the one at zero is
 * always linear.  A bucket without an end counts as its other bound. */
double stat_buckets_quantile(const stat_bucket *b, size_t n,
                             bool is_exponential, double q);

#endif
