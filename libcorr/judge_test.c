/* Tests of judge: the vectors of methods 4.7, and what its header says. */
#include "judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base.h"
#include "stat.h"

static const double ten[] = { 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10 };
static const double six_a[] = { 21, 18, 30, 12, 26, 19 };
static const double six_b[] = { 41, 28, 55, 24, 47, 33 };

/* One row of two sides with 10 s a cluster. */
static judge_data of_rows(uint32_t n, uint32_t ka, const double *a, uint32_t kb,
                          const double *b)
{
    return (judge_data){
        .n = n, .k = { ka, kb }, .exposure = { ten, ten }, .x = { a, b }
    };
}

static judge_row judge_row_alone(judge_data d, double alpha, double widen)
{
    corr_arena scratch = { 0 };
    judge_row r;

    assert_int_equal(d.n, 1);
    assert_true(judge_each(&d, alpha, widen, &r, &scratch));
    corr_arena_clear(&scratch);
    return r;
}

/* To the digits that are printed. */
static void check_within(double got, double want, double off)
{
    if (!(fabs(got - want) <= off))
        fail_msg("%.10g is not %.10g +- %g", got, want, off);
}

static void vector_4_6_twelve_files(void **state)
{
    const judge_row r = judge_row_alone(of_rows(1, 6, six_a, 6, six_b), .06, 1);

    (void)state;
    check_within(r.x[0], 126, 0);
    check_within(r.x[1], 228, 0);
    check_within(r.phi_hat, 2.7945, 5e-5);
    check_within(r.mean, 29.5, 0);
    check_within(judge_phi(.06, r.mean), 2.770, 5e-4);
    check_within(r.phi, 2.7875, 5e-5);
    check_within(log(r.ratio), 0.5931, 5e-5);
    check_within(log(r.ratio) / r.t, 0.1853, 5e-5);
    check_within(r.t, 3.2000, 5e-5);
    check_within(r.df, 14, 0);
    check_within(r.p, 0.00642, 5e-6);
    check_within(r.ratio, 1.81, 5e-3);
    check_within(r.lo, 1.22, 5e-3);
    check_within(r.hi, 2.69, 5e-3);
    assert_true(isnan(r.q) && isnan(r.diff) && isnan(r.diff_lo));
    assert_false(r.exact);
    assert_string_equal(r.mark, "**");
}

static void vector_4_7_counts_of_one_file_each(void **state)
{
    static const double a[] = { 120 };
    static const double b[] = { 180 };
    static const struct {
        double phi, z, p, p_off, lo, hi;
    } row[] = { { 1, 3.4405, 5.8e-4, 5e-6, 1.1906, 1.8898 },
                { 2, 2.4328, .0150, 5e-5, 1.0820, 2.0795 },
                { 4, 1.7202, .0854, 5e-5, 0.9451, 2.3808 } };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        /* phi is assumed to be 2; widening by w is dividing by w squared */
        const judge_row r =
            judge_row_alone(of_rows(1, 1, a, 1, b), .06, sqrt(row[i].phi / 2));
        check_within(r.phi, 2, 0);
        assert_true(isnan(r.phi_hat));
        check_within(r.ratio, 1.5, 1e-12);
        check_within(r.t, row[i].z, 5e-5);
        check_within(r.p, row[i].p, row[i].p_off);
        check_within(r.lo, row[i].lo, 5e-5);
        check_within(r.hi, row[i].hi, 5e-5);
        assert_true(isinf(r.df));
        assert_string_equal(r.mark, "w");
    }
}

/* Three even clusters a side: phi is 1. */
static judge_row judge_even(double a, double b, double exposure_b)
{
    const double xa[] = { a / 3, a / 3, a / 3 };
    const double xb[] = { b / 3, b / 3, b / 3 };
    const double e[] = { 10 * exposure_b, 10 * exposure_b, 10 * exposure_b };
    judge_data d = of_rows(1, 3, xa, 3, xb);

    d.exposure[1] = e;
    return judge_row_alone(d, 0, 1);
}

static void vector_4_7_what_was_not_there_before_is_judged_exactly(void **state)
{
    static const struct {
        double b, exposure, tail, off;
    } row[] = { { 5, 1, 0.03125, 1e-9 },
                { 8, 1, 0.0039, 5e-5 },
                { 8, 2, 0.0390, 5e-5 } };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        const judge_row r = judge_even(0, row[i].b * 1.0001, row[i].exposure);
        check_within(r.phi, 1, 0);
        check_within(r.p, 2 * row[i].tail, 2 * row[i].off);
        assert_true(r.exact);
        assert_true(isnan(r.t) && isnan(r.df) && isnan(r.q));
        assert_string_equal(r.mark, ".");
    }
}

/* What the exact interval is: at its end the tail is 1/40. */
static void
the_bound_of_an_empty_side_is_where_the_tail_is_one_in_forty(void **state)
{
    (void)state;
    judge_row r = judge_even(0, 24.001, 2);
    assert_true(isnan(r.ratio) && isnan(r.hi));
    check_within(stat_binomial_tail(24, 24, r.lo * 2 / (1 + r.lo * 2)), .025,
                 1e-12);
    assert_string_equal(r.mark, "**");
    r = judge_even(24.001, 0, 2);
    check_within(r.ratio, 0, 0);
    check_within(r.lo, 0, 0);
    check_within(stat_binomial_tail(24, 24, 1 / (1 + r.hi * 2)), .025, 1e-12);
    check_within(r.p, 2 * pow(1 / 3., 24), 1e-15);
}

static void vector_4_12_the_family_has_false_discovery_rates(void **state)
{
    static const double q[] = { .0040, .0133, .0133, .0300, .0380,
                                .0683, .0886, .2500, .4889, .8100 };
    static const double p[] = { .0004, .0031, .0040, .012, .019,
                                .041,  .062,  .20,   .44,  .81 };
    static const char *const mark[] = { "**", "*", "*", "*", "*",
                                        "~",  "~", "~", "~", "~" };
    corr_arena scratch = { 0 };
    double a[20];
    double b[20];
    judge_row row[10];
    judge_facts f;

    (void)state;
    /* 10,000 a side as they are, and so much more that p comes out. */
    for (int i = 0; i < 10; i++) {
        const double t = stat_t_quantile(1 - p[i] / 2, 6);
        double ratio = 1;
        for (int turn = 0; turn < 100; turn++)
            ratio = exp(t * sqrt(1e-4 + 1e-4 / ratio));
        a[2 * i] = a[2 * i + 1] = 5000;
        b[2 * i] = b[2 * i + 1] = 5000 * ratio;
    }
    const judge_data d = of_rows(10, 2, a, 2, b);
    assert_true(judge(&d, &(judge_opts){ .alpha = -1 }, row, &f, &scratch));
    for (int i = 0; i < 10; i++) {
        check_within(row[i].p, p[i], 1e-9);
        check_within(row[i].q, q[i], 5e-5);
        assert_string_equal(row[i].mark, mark[i]);
    }
    assert_int_equal(f.tested, 10);
    check_within(f.alpha, 0, 0);
    check_within(f.phi, 1, 0);
    assert_true(judge(&d, &(judge_opts){ .by = true }, row, &f, &scratch));
    for (int i = 0; i < 10; i++)
        check_within(row[i].q, fmin(1, q[i] * 2.9289683), 2e-4);
    corr_arena_clear(&scratch);
}

static void vector_4_13_what_could_have_been_missed(void **state)
{
    (void)state;
    check_within(judge_least_points(.05, 3000, 3000, 1), .0158, 5e-5);
    check_within(judge_least_points(.05, 3000, 3000, 2.5), .0249, 5e-5);
    check_within(judge_least_points(.20, 3000, 3000, 1), .0289, 5e-5);
    check_within(judge_least_points(.01, 2e4, 2e4, 1) / .01, .28, 5e-3);
    check_within(judge_least_ratio(150, 150, 1), 1.382, 5e-4);
    check_within(judge_least_ratio(150, 150, 2.5), 1.668, 5e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_4_6_twelve_files),
        cmocka_unit_test(vector_4_7_counts_of_one_file_each),
        cmocka_unit_test(
            vector_4_7_what_was_not_there_before_is_judged_exactly),
        cmocka_unit_test(
            the_bound_of_an_empty_side_is_where_the_tail_is_one_in_forty),
        cmocka_unit_test(vector_4_12_the_family_has_false_discovery_rates),
        cmocka_unit_test(vector_4_13_what_could_have_been_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
