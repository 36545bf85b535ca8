/* Tests of stat: the vectors of corr-methods 4.7 to 4.9 and 11. */
#include "stats/distributions.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"
#include "corr_sort.h"

/* Vectors are printed to four digits or more; they hold to 1e-4. */
static void check_near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-4 * fmax(fabs(want), 1e-300)))
        fail_msg("%.10g is not %.10g", got, want);
}

/* To the digits that are printed. */
static void check_within(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%.10g is not %.10g +- %g", got, want, off);
}

static void the_normal_distribution_and_its_quantile_are_inverse(void **state)
{
    (void)state;
    check_within(stat_normal_quantile(0.975), 1.9599639845, 1e-10);
    check_within(stat_normal_quantile(0.8), 0.8416212336, 1e-10);
    check_within(stat_normal_quantile(0.5), 0, 1e-15);
    check_within(stat_normal_quantile(0.001), -3.0902323062, 1e-9);
    check_within(stat_normal_quantile(0.999), 3.0902323062, 1e-9);
    check_within(stat_normal_cdf(0), 0.5, 1e-15);
    for (double p = 1e-6; p < 1; p += 0.0137)
        check_within(stat_normal_cdf(stat_normal_quantile(p)), p, 1e-12);
    assert_true(isinf(stat_normal_quantile(0)));
    assert_true(stat_normal_quantile(0) < 0);
    assert_true(stat_normal_quantile(1) > 1e300);
}

static void the_incomplete_beta_function_knows_its_closed_forms(void **state)
{
    (void)state;
    for (double x = 0.05; x < 1; x += 0.05) {
        check_within(stat_beta(1, 1, x), x, 1e-13);
        check_within(stat_beta(3, 1, x), x * x * x, 1e-13);
        check_within(stat_beta(1, 4, x), 1 - pow(1 - x, 4), 1e-13);
        check_within(stat_beta(7.5, 2.25, x), 1 - stat_beta(2.25, 7.5, 1 - x),
                     1e-12);
    }
    check_within(stat_beta(2, 3, 0), 0, 0);
    check_within(stat_beta(2, 3, 1), 1, 0);
}

static void student_t_has_the_quantiles_of_the_tables(void **state)
{
    static const struct {
        double df, t;
    } row[] = { { 1, 12.7062 }, { 2, 4.3027 },  { 4, 2.7764 }, { 6, 2.4469 },
                { 10, 2.2281 }, { 14, 2.1448 }, { 30, 2.0423 } };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        check_within(stat_t_quantile(0.975, row[i].df), row[i].t, 5e-5);
        check_within(stat_t_quantile(0.025, row[i].df), -row[i].t, 5e-5);
        check_within(stat_t_two_sided(row[i].t, row[i].df), 0.05, 5e-6);
    }
    check_within(stat_t_quantile(0.5, 3), 0, 1e-12);
    check_within(stat_t_two_sided(0, 5), 1, 1e-15);
    assert_true(stat_t_quantile(1, 5) > 1e300);
}

static void vector_4_6_t_of_twelve_files_has_its_p(void **state)
{
    (void)state;
    check_within(stat_t_two_sided(3.2000, 14), 0.00642, 1e-5);
    check_within(stat_t_two_sided(-3.2000, 14), 0.00642, 1e-5);
}

static void vector_4_7_the_exact_binomial_has_its_tails(void **state)
{
    (void)state;
    check_near(stat_binomial_tail(5, 5, 0.5), 0.03125);
    check_within(stat_binomial_tail(8, 8, 0.5), 0.0039, 5e-5);
    check_within(stat_binomial_tail(8, 8, 2.0 / 3), 0.0390, 5e-5);
}

static void binomial_tails_meet_at_the_edges_and_in_the_middle(void **state)
{
    (void)state;
    check_within(stat_binomial_tail(0, 10, 0.3), 1, 0);
    check_within(stat_binomial_tail(11, 10, 0.3), 0, 0);
    check_within(stat_binomial_tail(1, 10, 0), 0, 0);
    check_within(stat_binomial_tail(1, 10, 1), 1, 0);
    for (int64_t k = 1; k <= 20; k++)
        check_within(stat_binomial_tail(k, 20, 0.35) +
                         stat_binomial_tail(21 - k, 20, 0.65),
                     1, 1e-12);
    check_within(stat_binomial_tail(1, 20, 0.35), 1 - pow(0.65, 20), 1e-12);
}

static void the_normal_stands_in_for_large_binomials(void **state)
{
    (void)state;
    const double exact = stat_binomial_tail(50300, 100000, 0.5);
    const double near = stat_binomial_tail(50301, 100001, 0.5);

    check_within(exact, 0.0290, 5e-4);
    check_within(near, exact, 5e-4);
    check_within(stat_binomial_tail(100000, 200000, 0.5), 0.5, 1e-2);
}

static void the_lady_tasting_tea_and_other_tables(void **state)
{
    (void)state;
    check_within(stat_fisher((int64_t[]){ 1, 3 }, (int64_t[]){ 4, 4 }),
                 34 / 70., 1e-12);
    check_within(stat_fisher((int64_t[]){ 3, 1 }, (int64_t[]){ 4, 4 }),
                 34 / 70., 1e-12);
    check_within(stat_fisher((int64_t[]){ 0, 4 }, (int64_t[]){ 4, 4 }), 2 / 70.,
                 1e-12);
    check_within(stat_fisher((int64_t[]){ 0, 2 }, (int64_t[]){ 8, 2 }), 2 / 45.,
                 1e-12);
    check_within(stat_fisher((int64_t[]){ 5, 5 }, (int64_t[]){ 5, 5 }), 1, 0);
    check_within(stat_fisher((int64_t[]){ 0, 0 }, (int64_t[]){ 5, 9 }), 1, 0);
    assert_true(stat_fisher((int64_t[]){ 523, 164 }, (int64_t[]){ 9025, 181 }) <
                1e-50);
}

static void welch_knows_unequal_variances(void **state)
{
    static const double variance[] = { 7.889 / 15, 3.760 / 15 };
    static const double n[] = { 15, 15 };
    const stat_welch_result r = stat_welch(22.98727 - 20.82, variance, n);

    (void)state;
    check_within(r.df, 24.8748, 1e-3);
    check_within(r.se, 0.88125, 1e-4);
    check_within(r.p, 0.0213, 5e-4);
    check_within(r.half, 1.815, 2e-3);
}

static void welch_without_any_variance_is_told_by_the_means(void **state)
{
    static const double none[] = { 0, 0 };
    static const double n[] = { 5, 5 };

    (void)state;
    check_within(stat_welch(0, none, n).p, 1, 0);
    check_within(stat_welch(1, none, n).p, 0, 0);
}

static void vector_4_9_wilson_intervals(void **state)
{
    static const struct {
        double x, n, lo, hi;
    } row[] = {
        { 0, 20, 0, .1611 },
        { 1, 10, .0179, .4042 },
        { 5, 50, .0435, .2136 },
        { 15, 100, .0931, .2328 },
        { 38, 96, .3038, .4958 },
        { 294, 412, .6681, .7551 },
        { 294 / 2.5, 412 / 2.5, .6403, .7771 },
    };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        double lo;
        double hi;
        stat_wilson(row[i].x, row[i].n, &lo, &hi);
        check_within(lo, row[i].lo, 5e-5);
        check_within(hi, row[i].hi, 5e-5);
    }
}

/* Each end of a Wilson interval is a share that x is z of its errors from. */
static void wilson_ends_are_z_errors_away(void **state)
{
    double lo;
    double hi;

    (void)state;
    for (double z = 1; z < 4; z += .75) {
        stat_wilson_at(7, 23.5, z, &lo, &hi);
        check_within((7 / 23.5 - lo) / sqrt(lo * (1 - lo) / 23.5), z, 1e-9);
        check_within((hi - 7 / 23.5) / sqrt(hi * (1 - hi) / 23.5), z, 1e-9);
    }
}

static void vector_4_10_weights_are_worth_so_many_equal_ones(void **state)
{
    (void)state;
    check_within(stat_kish(90 + 100, 90 + 1000), 33.12, 5e-3);
    check_within(stat_kish(750, 3 * 2500 + 40000 + 160000), 2.711, 5e-4);
    check_within(stat_kish(0, 0), 0, 0);
    check_within(400 / 750., .5333, 5e-5);
}

static void vector_4_11_samples_of_allocations(void **state)
{
    const double mib = 1048576;
    const double rate = mib / 2;

    (void)state;
    check_within(stat_sampled(10 * mib / 64, 10 * mib, rate), 20.00, 5e-3);
    /* of those three it has seen three */
    check_within(stat_sampled(3, 12 * mib, rate), 2.999, 5e-4);
    check_within(1 / stat_sampled(1, 4096, rate), 128.5007, 5e-5);
    check_within(stat_sampled(5, -5 * 4096., rate), 5 / 128.5007, 1e-6);
    check_within(stat_sampled(5, 100, 0), 5, 0);
    check_within(stat_sampled(0, 0, rate), 0, 0);
}

static void vector_7_2_intervals_of_the_hot_frames(void **state)
{
    static const struct {
        double x, lo, hi;
    } row[] = { { 8, .097, .326 },
                { 7, .081, .300 },
                { 6, .066, .273 },
                { 5, .051, .245 } };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        double lo;
        double hi;
        stat_wilson(row[i].x, 43, &lo, &hi);
        check_within(lo, row[i].lo, 5e-4);
        check_within(hi, row[i].hi, 5e-4);
    }
}

static void wilson_stays_within_zero_and_one(void **state)
{
    double lo;
    double hi;

    (void)state;
    stat_wilson(0, 0, &lo, &hi);
    check_within(lo, 0, 0);
    check_within(hi, 1, 0);
    stat_wilson(20, 20, &lo, &hi);
    check_within(lo, 1 - .1611, 5e-5);
    check_within(hi, 1, 0);
    stat_wilson(30, 20, &lo, &hi);
    check_within(hi, 1, 0);
    stat_wilson(-1, 20, &lo, &hi);
    check_within(lo, 0, 0);
}

static void half_widths_are_those_of_the_bands(void **state)
{
    static const struct {
        double n;
        int points;
    } row[] = { { 10, 31 },  { 12, 29 }, { 30, 18 }, { 43, 15 },
                { 96, 11 },  { 97, 10 }, { 162, 8 }, { 384, 6 },
                { 385, 5 },  { 412, 5 }, { 64, 13 }, { 79, 12 },
                { 9604, 1 }, { 1, 98 },  { 0, 100 }, { -1, 100 } };

    (void)state;
    for (size_t i = 0; i < countof(row); i++)
        assert_int_equal(corr_half_width(row[i].n), row[i].points);
}

static void vector_4_8_splitmix64(void **state)
{
    static const uint64_t below[] = { 4, 0, 1, 2, 0, 5, 1, 4, 2, 3, 1, 2 };
    uint64_t seed = 42;

    (void)state;
    assert_int_equal(stat_random(&seed), UINT64_C(0xbdd732262feb6e95));
    assert_int_equal(stat_random(&seed), UINT64_C(0x28efe333b266f103));
    assert_int_equal(stat_random(&seed), UINT64_C(0x47526757130f9f52));
    seed = 42;
    for (size_t i = 0; i < countof(below); i++)
        assert_int_equal(stat_below(&seed, 6), below[i]);
}

static void numbers_below_a_large_bound_use_all_their_bits(void **state)
{
    const uint64_t k = UINT64_C(0xffffffffffffffff);
    uint64_t a = 7;
    uint64_t b = 7;

    (void)state;
    for (int i = 0; i < 100; i++) {
        const uint64_t x = stat_random(&a);
        const uint64_t scaled = stat_below(&b, k);
        /* x * (2^64 - 1) / 2^64 = x - 1 for every x but 0 */
        assert_int_equal(scaled, x ? x - 1 : 0);
    }
}

static double draw(uint64_t *seed, const double *x)
{
    double sum = 0;

    for (int i = 0; i < 6; i++)
        sum += x[stat_below(seed, 6)];
    return sum;
}

static void vector_4_8_a_bootstrap_is_repeatable(void **state)
{
    static const double a[] = { 21, 18, 30, 12, 26, 19 };
    static const double b[] = { 41, 28, 55, 24, 47, 33 };
    double ratio[2000];
    uint64_t seed = 1;

    (void)state;
    for (size_t i = 0; i < countof(ratio); i++) {
        const double below = draw(&seed, a);
        ratio[i] = log(draw(&seed, b) / below);
    }
    qsort(ratio, countof(ratio), sizeof *ratio, cmp_real);
    check_within(ratio[49], 0.276987, 1e-6);
    check_within(ratio[1950], 0.905322, 1e-6);
}

static void vector_4_12_benjamini_hochberg(void **state)
{
    static const double p[] = { .0004, .0031, .0040, .012, .019,
                                .041,  .062,  .20,   .44,  .81 };
    static const double want[] = { .0040, .0133, .0133, .0300, .0380,
                                   .0683, .0886, .2500, .4889, .8100 };
    corr_arena scratch = { 0 };
    double row[countof(p) + 1][2]; /* p, and a number that stays */
    uint32_t tested;

    (void)state;
    for (size_t turn = 0; turn < countof(p); turn++) {
        for (size_t i = 0; i < countof(p); i++) {
            row[i][0] = p[(i * 3 + turn) % countof(p)];
            row[i][1] = (double)i;
        }
        row[countof(p)][0] = NAN; /* no test */
        assert_true(stat_fdr(row[0], sizeof row[0], countof(row), false,
                             &tested, &scratch));
        assert_int_equal(tested, countof(p));
        assert_true(isnan(row[countof(p)][0]));
        for (size_t i = 0; i < countof(p); i++) {
            check_within(row[i][0], want[(i * 3 + turn) % countof(p)], 5e-5);
            check_within(row[i][1], (double)i, 0);
        }
    }
    assert_true(stat_fdr(NULL, 8, 0, false, &tested, &scratch));
    assert_int_equal(tested, 0);
    corr_arena_clear(&scratch);
}

static void benjamini_yekutieli_asks_for_more(void **state)
{
    double q[] = { .001, .3, .02, .9 };
    const double sum = 1 + 1 / 2. + 1 / 3. + 1 / 4.;
    corr_arena scratch = { 0 };
    uint32_t tested;

    (void)state;
    assert_true(stat_fdr(q, sizeof *q, countof(q), true, &tested, &scratch));
    check_within(q[0], .004 * sum, 1e-12);
    check_within(q[2], .04 * sum, 1e-12);
    check_within(q[1], .4 * sum, 1e-12);
    check_within(q[3], 1, 0);
    corr_arena_clear(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_normal_distribution_and_its_quantile_are_inverse),
        cmocka_unit_test(the_incomplete_beta_function_knows_its_closed_forms),
        cmocka_unit_test(student_t_has_the_quantiles_of_the_tables),
        cmocka_unit_test(vector_4_6_t_of_twelve_files_has_its_p),
        cmocka_unit_test(vector_4_7_the_exact_binomial_has_its_tails),
        cmocka_unit_test(binomial_tails_meet_at_the_edges_and_in_the_middle),
        cmocka_unit_test(the_normal_stands_in_for_large_binomials),
        cmocka_unit_test(the_lady_tasting_tea_and_other_tables),
        cmocka_unit_test(welch_knows_unequal_variances),
        cmocka_unit_test(welch_without_any_variance_is_told_by_the_means),
        cmocka_unit_test(vector_4_9_wilson_intervals),
        cmocka_unit_test(wilson_ends_are_z_errors_away),
        cmocka_unit_test(vector_4_10_weights_are_worth_so_many_equal_ones),
        cmocka_unit_test(vector_4_11_samples_of_allocations),
        cmocka_unit_test(vector_7_2_intervals_of_the_hot_frames),
        cmocka_unit_test(wilson_stays_within_zero_and_one),
        cmocka_unit_test(half_widths_are_those_of_the_bands),
        cmocka_unit_test(vector_4_8_splitmix64),
        cmocka_unit_test(numbers_below_a_large_bound_use_all_their_bits),
        cmocka_unit_test(vector_4_8_a_bootstrap_is_repeatable),
        cmocka_unit_test(vector_4_12_benjamini_hochberg),
        cmocka_unit_test(benjamini_yekutieli_asks_for_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
