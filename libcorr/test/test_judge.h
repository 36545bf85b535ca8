/* test_judge - rows of two sides, for tests of judge. */
#ifndef CORR_TEST_JUDGE_H
#define CORR_TEST_JUDGE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "stats/distributions.h"
#include "stats/significance.h"

/* Seconds of files of 10 s each. */
static const double ten[] = { 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10 };

/* Rows of two sides with 10 s a cluster, twelve at most. */
static inline significance_data
of_rows(uint32_t n, uint32_t ka, const double *a, uint32_t kb, const double *b)
{
    return (significance_data){
        .n = n, .k = { ka, kb }, .exposure = { ten, ten }, .x = { a, b }
    };
}

/* One row, judged on its own. */
static inline significance_row judge_row_alone(significance_data d,
                                               double alpha, double widen)
{
    corr_arena scratch = { 0 };
    significance_row r;

    assert_int_equal(d.n, 1);
    assert_true(significance_each(
        &d, &(significance_opts){ .alpha = alpha, .widen = widen }, &r,
        &scratch));
    corr_arena_clear(&scratch);
    return r;
}

static inline significance_facts
judge_rows(significance_data d, significance_opts o, significance_row *row)
{
    corr_arena scratch = { 0 };
    significance_facts f;

    assert_true(judge(&d, &o, row, &f, &scratch));
    corr_arena_clear(&scratch);
    return f;
}

static inline void check_within(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%.10g is not %.10g +- %g", got, want, off);
}

/* ---- random numbers --------------------------------------------------------- */

static inline double uniform(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + .5) / 0x1p53;
}

/* By inversion, from the mode outwards. */
static inline double poisson(double mean, uint64_t *seed)
{
    double lo = floor(mean);
    double hi = lo;
    double at_lo = exp(lo * log(mean) - mean - lgamma(lo + 1));
    double at_hi = at_lo;
    double left = uniform(seed) - at_lo;

    while (left >= 0 && at_lo + at_hi > 1e-18) {
        at_lo *= lo / mean;
        lo -= lo > 0;
        left -= at_lo;
        if (left < 0)
            return lo;
        at_hi *= mean / ++hi;
        left -= at_hi;
    }
    return hi;
}

/* A factor with mean 1 and this coefficient of variation. */
static inline double lognormal(double cv, uint64_t *seed)
{
    const double variance = log1p(cv * cv);

    return exp(sqrt(variance) * stat_normal_quantile(uniform(seed)) -
               variance / 2);
}

#endif
