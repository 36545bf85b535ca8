#include "stats/series_relation.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "stats/distributions.h"

static double pearson_of(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

/* The correlation of a series with itself one step later. */
static double lag_one(const double *x, size_t n)
{
    double mean = 0, all = 0, next = 0;

    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        all += (x[i] - mean) * (x[i] - mean);
        if (i + 1 < n)
            next += (x[i] - mean) * (x[i + 1] - mean);
    }
    return all > 0 ? next / all : 0;
}

typedef struct ranked {
    double value;
    size_t at;
} ranked;

SORT_BY(ranked_by_value, ranked, ASC(value), ASC(at))

/* Replaces values by their ranks; equal values share the mean of theirs. */
static void rank_values(double *x, size_t n, ranked *list)
{
    for (size_t i = 0; i < n; i++)
        list[i] = (ranked){ x[i], i };
    qsort(list, n, sizeof *list, ranked_by_value);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && list[end].value == list[i].value)
            end++;
        for (size_t k = i; k < end; k++)
            x[list[k].at] = (double)(i + end - 1) / 2;
        i = end;
    }
}

/* Copies the pairs at a lag in which both values are known. */
static size_t take_pairs(const double *x, const double *y, size_t n, int lag,
                         double *a, double *b)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        const int64_t at = (int64_t)i + lag;
        if (at < 0 || at >= (int64_t)n || isnan(x[i]) || isnan(y[at]))
            continue;
        a[k] = x[i];
        b[k++] = y[at];
    }
    return k;
}

bool stat_relation_of(const double *x, const double *y, size_t n, int lag,
                      stat_relation *r, corr_arena *scratch)
{
    double *a = corr_arena_new(scratch, double, n + 1);
    double *b = corr_arena_new(scratch, double, n + 1);
    ranked *list = corr_arena_new(scratch, ranked, n + 1);

    *r = (stat_relation){ .n = 0, .r = NAN, .rho = NAN, .lo = NAN, .hi = NAN };
    if (!a || !b || !list)
        return false;
    const size_t k = take_pairs(x, y, n, lag, a, b);
    const bool enough = k + (size_t)abs(lag) >= RELATION_LEAST && k >= 7;
    const double pearson = enough ? pearson_of(a, b, k) : NAN;
    if (isnan(pearson))
        return true;
    const double both = lag_one(a, k) * lag_one(b, k);
    const double free_pairs = (double)k * (1 - both) / (1 + both);
    r->n = k;
    r->r = pearson;
    r->effective = fmin(fmax(free_pairs, 4), (double)k);
    const double z = atanh(fmin(fmax(pearson, -1 + 1e-12), 1 - 1e-12));
    const double half = STAT_Z95 / sqrt(fmax(r->effective - 3, 1e-9));
    r->lo = tanh(z - half);
    r->hi = tanh(z + half);
    rank_values(a, k, list);
    rank_values(b, k, list);
    r->rho = pearson_of(a, b, k);
    return true;
}

/* How well two series agree; negative: in opposite directions. */
static double agreement(const stat_relation *r)
{
    return r->n ? (r->r + r->rho) / 2 : -INFINITY;
}

bool stat_relation_best(const double *x, const double *y, size_t n, int *lag,
                        stat_relation *r, corr_arena *scratch)
{
    const int quarter =
        n / 4 < RELATION_MOST_LAG ? (int)(n / 4) : RELATION_MOST_LAG;

    *lag = 0;
    if (!stat_relation_of(x, y, n, 0, r, scratch))
        return false;
    for (int k = 1; k <= quarter; k++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            stat_relation other;
            if (!stat_relation_of(x, y, n, sign * k, &other, scratch))
                return false;
            if (agreement(&other) > agreement(r) + 1e-9) {
                *r = other;
                *lag = sign * k;
            }
        }
    return true;
}

/* The logarithm of the likelihood of a count in a time, at its own rate. */
static double count_likelihood(double count, double time)
{
    return count > 0 ? count * log(count / time) : 0;
}

int stat_best_shift(const double *count, size_t n, size_t from, size_t to,
                    int most, double *likelihood)
{
    double all = 0;
    int best = INT_MIN;

    for (size_t i = 0; i < n; i++)
        all += count[i];
    for (int lag = -most; lag <= most; lag++) {
        double *l = &likelihood[lag + most];
        double in = 0, ran = 0;
        for (size_t i = from; i < to; i++) {
            const int64_t at = (int64_t)i + lag;
            if (at < 0 || at >= (int64_t)n)
                continue;
            in += count[at];
            ran++;
        }
        const double out = all - in, rest = (double)n - ran;
        *l = -INFINITY;
        if (ran <= 0 || rest <= 0 || in / ran <= out / rest)
            continue;
        *l = 2 * (count_likelihood(in, ran) + count_likelihood(out, rest));
        if (best == INT_MIN || *l > likelihood[best + most] ||
            (*l >= likelihood[best + most] && abs(lag) < abs(best)))
            best = lag;
    }
    return best;
}
