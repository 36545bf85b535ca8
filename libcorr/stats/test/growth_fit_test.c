/* Tests of growth_fit: counts drawn from known laws. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "stats/distributions.h"
#include "stats/growth_fit.h"

static double uniform(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + 0.5) / 9007199254740992.0;
}

static double poisson(uint64_t *seed, double mean)
{
    double n = 0, left = exp(-fmin(mean, 500)), p = uniform(seed);

    while (p > left && n < 2000) {
        p *= uniform(seed);
        n++;
    }
    return n;
}

typedef enum law { CONSTANT, LINEAR, N_LOG_N, QUADRATIC } law;

static double cost(law is, double x)
{
    switch (is) {
    case CONSTANT:
        return 1;
    case LINEAR:
        return x / 20;
    case N_LOG_N:
        return x * log(x) / 60;
    case QUADRATIC:
        return x * x / 600;
    }
    return 0;
}

/* The exponent that fits a law best over these cases: that of the fit without
 * noise. */
static growth_fit fit_of(law is, uint64_t seed, int cases, double clump,
                         bool noise)
{
    static growth_cases c;
    static growth_counts y;
    double x[8000], burst = 1;

    memset(&c, 0, sizeof c);
    memset(&y, 0, sizeof y);
    c.lo = log(2);
    c.hi = log(200);
    for (int i = 0; i < cases; i++) {
        x[i] = floor(exp(log(2) + uniform(&seed) * log(100)));
        growth_add_case(&c, log(x[i]), (unsigned)(i * GROWTH_BLOCKS / cases));
    }
    for (int i = 0; i < cases; i++) {
        if (i % (cases / GROWTH_BLOCKS) == 0) /* load that clumps in time */
            burst = exp(clump * (uniform(&seed) - 0.5));
        const double mean = 0.3 * cost(is, x[i]);
        growth_add_count(&y, &c, log(x[i]),
                         (unsigned)(i * GROWTH_BLOCKS / cases),
                         noise ? poisson(&seed, mean * burst) : mean);
    }
    return growth_fit_of(&c, &y);
}

static void check_law(law is, double clump)
{
    enum { WORLDS = 300 };
    int covered = 0;

    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        const double truth = fit_of(is, seed, 1600, 0, false).b;
        const growth_fit f = fit_of(is, seed, 1600, clump, true);
        covered += f.lo <= truth && truth <= f.hi;
    }
    if (covered < WORLDS * 93 / 100)
        fail_msg("law %d, clump %.1f: %d of %d", is, clump, covered, WORLDS);
}

static void intervals_cover_the_exponent(void **state)
{
    (void)state;
    for (law is = CONSTANT; is <= QUADRATIC; is++)
        for (int clump = 0; clump < 2; clump++)
            check_law(is, clump);
}

static void exponents_are_near_their_law(void **state)
{
    (void)state;
    assert_true(fabs(fit_of(CONSTANT, 5, 4000, 0, true).b) < 0.1);
    assert_true(fabs(fit_of(LINEAR, 5, 4000, 0, true).b - 1) < 0.1);
    assert_true(fabs(fit_of(QUADRATIC, 5, 4000, 0, true).b - 2) < 0.1);
    const growth_fit f = fit_of(N_LOG_N, 5, 4000, 0, true);
    assert_true(f.b > 1.1 && f.b < 1.4);
}

static void what_has_no_spread_has_no_exponent(void **state)
{
    static growth_cases c = { .lo = 1, .hi = 1 };
    static growth_counts y;

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        growth_add_case(&c, 1, i % GROWTH_BLOCKS);
        growth_add_count(&y, &c, 1, i % GROWTH_BLOCKS, 3);
    }
    assert_true(isnan(growth_fit_of(&c, &y).b));
    memset(&y, 0, sizeof y);
    assert_true(isnan(growth_fit_of(&c, &y).b));
}

static void counts_of_one_case_only_are_survived(void **state)
{
    static growth_cases c = { .lo = 0, .hi = 20 };
    static growth_counts y;

    (void)state;
    growth_add_case(&c, 0, 0);
    growth_add_case(&c, 20, 39);
    growth_add_count(&y, &c, 20, 39, 1e15);
    const growth_fit f = growth_fit_of(&c, &y);
    assert_true(isnan(f.b) || isfinite(f.b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_the_exponent),
        cmocka_unit_test(exponents_are_near_their_law),
        cmocka_unit_test(what_has_no_spread_has_no_exponent),
        cmocka_unit_test(counts_of_one_case_only_are_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
