#include "stats/bucket_quantile.h"

#include <math.h>

#include "corr_sort.h"

SORT_BY(bucket_by_bounds, stat_bucket, ASC(low), ASC(high))

/* Whether the second of two buckets in order overlaps the first, by more than
 * rounding. */
static bool is_overlapping(const stat_bucket *a, const stat_bucket *b)
{
    const double width = fmin(a->high - a->low, b->high - b->low);

    return (b->low <= a->low && b->high <= a->high && b->high >= a->high) ||
           b->low < a->high - 1e-6 * (isfinite(width) ? width : 0);
}

size_t stat_buckets_join(stat_bucket *b, size_t n)
{
    size_t to = 0;

    if (n)
        qsort(b, n, sizeof *b, bucket_by_bounds);
    for (size_t i = 0; i < n; i++) {
        if (!to || !is_overlapping(&b[to - 1], &b[i])) {
            b[to++] = b[i];
            continue;
        }
        b[to - 1].high = fmax(b[to - 1].high, b[i].high);
        b[to - 1].count += b[i].count;
    }
    return to;
}

double stat_buckets_sum(const stat_bucket *b, size_t n)
{
    double sum = 0, least = 0, most = 0;

    for (size_t i = 0; i < n; i++) {
        sum += b[i].count;
        least = fmin(least, b[i].count);
        most = fmax(most, b[i].count);
    }
    return least < -1e-9 * fmax(most, 1) ? -1 : sum;
}

/* The bounds between which the values of a bucket are spread.  The bucket at
 * zero begins or ends there if no value is on its other side, and the first one
 * of values from 0 on begins there. */
static stat_bucket spread_of(const stat_bucket *b, size_t n, size_t i,
                             bool is_exponential)
{
    stat_bucket k = b[i];

    if (isinf(k.low) && k.high > 0)
        k.low = fmin(0, k.high);
    else if (isinf(k.low))
        k.low = k.high;
    if (isinf(k.high))
        k.high = k.low;
    if (is_exponential && k.low < 0 && k.high > 0) {
        if (i == 0)
            k.low = 0;
        else if (i + 1 == n)
            k.high = 0;
    }
    return k;
}

double stat_buckets_quantile(const stat_bucket *b, size_t n,
                             bool is_exponential, double q)
{
    const double all = stat_buckets_sum(b, n);
    const double rank = q * all;
    const double least = rank * (1 - 1e-8); /* counts may be rounded */
    double below = 0;
    size_t i = 0;

    if (!(all > 0) || (n == 1 && isinf(b->low) && isinf(b->high)))
        return NAN;
    while (i + 1 < n && (below + b[i].count < least || !(b[i].count > 0)))
        below += b[i++].count;
    while (i > 0 && !(b[i].count > 0)) /* rounding: the rest is empty */
        below -= b[--i].count;
    const stat_bucket k = spread_of(b, n, i, is_exponential);
    const double part = fmin(fmax((rank - below) / b[i].count, 0), 1);
    if (is_exponential && (k.low > 0 || k.high < 0))
        return k.low * pow(k.high / k.low, part);
    return k.low + (k.high - k.low) * part;
}
