/* Tests of judge: the vectors of corr-methods 4.7, and what its header says. */
#include "test/test_judge.h"

static const double six_a[] = { 21, 18, 30, 12, 26, 19 };
static const double six_b[] = { 41, 28, 55, 24, 47, 33 };

static void vector_4_6_twelve_files(void **state)
{
    const significance_row r =
        judge_row_alone(of_rows(1, 6, six_a, 6, six_b), .06, 1);

    (void)state;
    check_within(r.x[0], 126, 0);
    check_within(r.x[1], 228, 0);
    check_within(r.phi_hat, 2.7945, 5e-5);
    check_within(r.mean, 29.5, 0);
    check_within(significance_phi(.06, r.mean), 2.770, 5e-4);
    check_within(r.phi, 2.7875, 5e-5);
    check_within(log(r.ratio), 0.5931, 5e-5);
    check_within(log(r.ratio) / r.t, 0.1853, 5e-5);
    check_within(r.t, 3.2000, 5e-5);
    check_within(r.df, 14, 0);
    check_within(r.p, 0.00642, 5e-6);
    check_within(r.ratio, 1.81, 5e-3);
    check_within(r.lo, 1.22, 5e-3);
    check_within(r.hi, 2.69, 5e-3);
    assert_true(isnan(r.q));
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
        const significance_row r =
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
static significance_row judge_even(double a, double b, double exposure_b)
{
    const double xa[] = { a / 3, a / 3, a / 3 };
    const double xb[] = { b / 3, b / 3, b / 3 };
    const double e[] = { 10 * exposure_b, 10 * exposure_b, 10 * exposure_b };
    significance_data d = of_rows(1, 3, xa, 3, xb);

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
        const significance_row r =
            judge_even(0, row[i].b * 1.0001, row[i].exposure);
        check_within(r.phi, 1, 0);
        check_within(r.p, 2 * row[i].tail, 2 * row[i].off);
        assert_true(r.exact);
        assert_true(isnan(r.t) && isnan(r.df) && isnan(r.q));
        assert_string_equal(r.mark, ".");
    }
}

/* The exact interval: at its end the tail is 1/40. */
static void
the_bound_of_an_empty_side_is_where_the_tail_is_one_in_forty(void **state)
{
    (void)state;
    significance_row r = judge_even(0, 24.001, 2);
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

/* Rows of 5000 in each of two files, and as many more on the other side as
 * make p[i]. */
static void rows_with(const double *p, uint32_t n, double *a, double *b)
{
    for (uint32_t i = 0; i < n; i++) {
        const double t = stat_t_quantile(1 - p[i] / 2, 6);
        double ratio = 1;
        for (int turn = 0; turn < 100; turn++)
            ratio = exp(t * sqrt(1e-4 + 1e-4 / ratio));
        a[2 * i] = a[2 * i + 1] = 5000;
        b[2 * i] = b[2 * i + 1] = 5000 * ratio;
    }
}

static const double ten_p[] = { .0004, .0031, .0040, .012, .019,
                                .041,  .062,  .20,   .44,  .81 };

static void vector_4_12_the_family_has_false_discovery_rates(void **state)
{
    static const double q[] = { .0040, .0133, .0133, .0300, .0380,
                                .0683, .0886, .2500, .4889, .8100 };
    static const char *const mark[] = { "**", "*", "*", "*", "*",
                                        "~",  "~", "~", "~", "~" };
    double a[20];
    double b[20];
    significance_row row[10];

    (void)state;
    rows_with(ten_p, 10, a, b);
    const significance_data d = of_rows(10, 2, a, 2, b);
    significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = -1 }, row);
    for (int i = 0; i < 10; i++) {
        check_within(row[i].p, ten_p[i], 1e-9);
        check_within(row[i].q, q[i], 5e-5);
        assert_string_equal(row[i].mark, mark[i]);
    }
    assert_int_equal(f.tested, 10);
    assert_int_equal(f.resamples, 0);
    assert_false(f.one_each);
    check_within(f.alpha, 0, 0);
    check_within(f.phi, 1, 0);
    check_within(f.widen, 1, 0);
    /* 2.929 is the sum of 1/i to ten */
    judge_rows(d, (significance_opts){ .by = true }, row);
    for (int i = 0; i < 10; i++)
        check_within(row[i].q, fmin(1, q[i] * 2.9289683), 2e-4);
}

static void rows_outside_the_family_have_no_q_and_do_not_count(void **state)
{
    static const bool tested[] = { true,  false, true,  false, true,
                                   false, true,  false, true,  true };
    double a[20];
    double b[20];
    significance_row row[10];

    (void)state;
    rows_with(ten_p, 10, a, b);
    significance_data d = of_rows(10, 2, a, 2, b);
    d.tested = tested;
    /* too few to be tested, but in the family */
    a[18] = a[19] = b[18] = 5;
    b[19] = 4.5;
    const significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = -1 }, row);
    assert_int_equal(f.tested, 5);
    check_within(row[0].q, .0004 * 5, 1e-8);
    check_within(row[2].q, .0040 * 5 / 2, 1e-8);
    assert_true(isnan(row[1].q));
    check_within(row[1].p, .0031, 1e-9);
    assert_string_equal(row[1].mark, "");
    assert_true(isnan(row[9].q));
    assert_string_equal(row[9].mark, ".");
    assert_true(row[9].p <= 1);
    a[18] = 5.5;
    assert_int_equal(
        judge_rows(d, (significance_opts){ .alpha = -1 }, row).tested, 6);
    assert_string_equal(row[9].mark, "~");
}

/* phi_hat of two clusters, m - s and m + s, is 2 s^2 / m. */
static void the_trend_is_the_median_of_what_rows_show(void **state)
{
    static const double mean[] = { 100, 200, 50, 400, 4.9 };
    static const double phi_hat[] = { 8, 1, 2, 5, 9 };
    static const bool most[] = { true, true, true, false, true };
    double a[10];
    significance_row row[5];

    (void)state;
    for (int i = 0; i < 5; i++) {
        const double s = sqrt(phi_hat[i] * mean[i] / 2);
        a[2 * i] = mean[i] - s;
        a[2 * i + 1] = mean[i] + s;
    }
    significance_data d = of_rows(5, 2, a, 2, a);
    significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = -1 }, row);
    check_within(row[0].phi_hat, 8, 1e-12);
    check_within(row[3].phi_hat, 5, 1e-12);
    /* 0 weighs 200, .01 400, .02 50, .07 100; the last row has 19.6
     * observations */
    check_within(f.alpha, .01, 1e-12);
    check_within(row[0].phi, (4 * (1 + .01 * 100) + 2 * 8) / 6, 1e-12);
    check_within(row[1].phi, (4 * (1 + .01 * 200) + 2 * 1) / 6, 1e-12);
    check_within(row[0].t, 0, 1e-12);
    d.tested = most;
    f = judge_rows(d, (significance_opts){ .alpha = -1 }, row);
    check_within(f.alpha, 0, 0);
    assert_int_equal(f.tested, 3);
    check_within(row[3].phi, (4 * 1 + 2 * 5) / 6., 1e-12);
    f = judge_rows(d, (significance_opts){ .alpha = .5 }, row);
    check_within(f.alpha, .5, 0);
    check_within(row[2].phi, (4 * (1 + .5 * 50) + 2 * 2) / 6, 1e-12);
}

static void a_row_tells_of_the_trend_by_what_both_sides_hold(void **state)
{
    static const double a[] = { 20, 80 };
    static const double b[] = { 1, 0 };
    significance_row r;

    (void)state;
    const double alpha = ((36 + 1) / 2. - 1) / 25.25;
    check_within(judge_rows(of_rows(1, 2, a, 2, b),
                            (significance_opts){ .alpha = -1 }, &r)
                     .alpha,
                 alpha, 1e-12);
    check_within(judge_rows(of_rows(1, 2, b, 2, a),
                            (significance_opts){ .alpha = -1 }, &r)
                     .alpha,
                 alpha, 1e-12);
    assert_string_equal(r.mark, "~");
}

static void phi_of_the_median_row_is_a_fact(void **state)
{
    static const double a[] = { 40, 60, 100, 100, 30, 170 };
    significance_row row[3];

    (void)state;
    const significance_data d = of_rows(3, 2, a, 2, a);
    significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = .01 }, row);
    assert_true(row[1].phi < row[0].phi && row[0].phi < row[2].phi);
    check_within(f.phi, row[0].phi, 0);
    f = judge_rows(of_rows(0, 2, a, 2, a), (significance_opts){ .alpha = -1 },
                   row);
    assert_true(isnan(f.phi));
    check_within(f.alpha, 0, 0);
    assert_int_equal(f.tested, 0);
}

static void one_file_a_side_is_never_significant(void **state)
{
    static const double a[] = { 100, 5 };
    static const double b[] = { 1000, 10 };
    significance_row row[2];

    (void)state;
    significance_data d = of_rows(2, 1, a, 1, b);
    const significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = -1 }, row);
    assert_true(f.one_each);
    assert_int_equal(f.tested, 0);
    check_within(f.phi, 2, 0);
    check_within(f.alpha, 0, 0);
    check_within(row[0].phi, 2, 0);
    assert_true(row[0].p < 1e-20 && isnan(row[0].q));
    assert_string_equal(row[0].mark, "w");
    assert_string_equal(row[1].mark, ".");
    d.n = 1;
    assert_string_equal(judge_row_alone(d, -1, 1).mark, "w");
}

/* Each row judged with many others, equal ones among them, is what it is
 * alone. */
static void rows_of_one_file_each_are_what_they_are_alone(void **state)
{
    enum { ROWS = 5000 };
    static double a[ROWS], b[ROWS], scale[ROWS];
    static significance_row row[ROWS];
    const double exposure[] = { 1 };

    (void)state;
    for (uint32_t i = 0; i < ROWS; i++) {
        a[i] = i % 7 + (i % 11 == 0 ? 500 + i : 0);
        b[i] = i % 5;
        scale[i] = i % 3 == 0 ? 2 : i % 13 == 0 ? NAN : 1;
    }
    const significance_data all = { .n = ROWS,
                                    .k = { 1, 1 },
                                    .exposure = { exposure, exposure },
                                    .x = { a, b },
                                    .scale = scale };
    const significance_facts f =
        judge_rows(all, (significance_opts){ .alpha = -1 }, row);
    for (uint32_t i = 0; i < ROWS; i++) {
        significance_row alone = { 0 };
        const significance_data one = { .n = 1,
                                        .k = { 1, 1 },
                                        .exposure = { exposure, exposure },
                                        .x = { &a[i], &b[i] },
                                        .scale = &scale[i] };
        judge_rows(one, (significance_opts){ .alpha = f.alpha }, &alone);
        assert_memory_equal(alone.x, row[i].x, sizeof alone.x);
        assert_memory_equal(&alone.ratio, &row[i].ratio, sizeof alone.ratio);
        assert_memory_equal(&alone.lo, &row[i].lo, sizeof alone.lo);
        assert_memory_equal(&alone.hi, &row[i].hi, sizeof alone.hi);
        assert_memory_equal(&alone.p, &row[i].p, sizeof alone.p);
        assert_string_equal(alone.mark, row[i].mark);
    }
}

static void one_file_against_several_is_judged_by_those(void **state)
{
    static const double a[] = { 100 };
    static const double b[] = { 120, 160, 200 };

    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        const significance_data d =
            turn ? of_rows(1, 1, a, 3, b) : of_rows(1, 3, b, 1, a);
        const significance_row r = judge_row_alone(d, .01, 1);
        check_within(r.phi_hat, 3 / 2. * 3200 / 480, 1e-12);
        check_within(r.mean, 145, 0);
        check_within(r.phi, (4 * 2.45 + 2 * 10) / 6, 1e-12);
        check_within(r.df, 6, 0);
        check_within(r.ratio, turn ? 1.6 : 1 / 1.6, 1e-12);
        assert_string_equal(r.mark, "~");
        const significance_data two =
            turn ? of_rows(1, 1, a, 2, b) : of_rows(1, 2, b, 1, a);
        check_within(judge_row_alone(two, .01, 1).df, 5, 0);
        check_within(judge_row_alone(two, -1, 1).df, 1, 0);
        significance_row one;
        assert_false(
            judge_rows(d, (significance_opts){ .alpha = -1 }, &one).one_each);
    }
}

static void without_a_trend_a_row_rests_on_its_own_clusters(void **state)
{
    significance_row r = judge_row_alone(of_rows(1, 6, six_a, 6, six_b), -1, 1);

    (void)state;
    check_within(r.phi, 2.7945, 5e-5);
    check_within(r.phi, r.phi_hat, 1e-12);
    check_within(r.df, 10, 0);
    check_within(r.hi, r.ratio * exp(2.2281 * log(r.ratio) / r.t), 1e-4);
    static const double even[] = { 30, 30 };
    r = judge_row_alone(of_rows(1, 2, even, 2, even), -1, 1);
    check_within(r.phi, 1, 0);
    check_within(r.df, 2, 0);
    r = judge_row_alone(of_rows(1, 1, even, 1, even), -1, 1);
    check_within(r.phi, 2, 0);
    /* a file that could be compared with none, and two that hold nothing */
    static const double none[] = { 0, 0 };
    r = judge_row_alone(of_rows(1, 1, even, 2, none), -1, 1);
    check_within(r.phi, 2, 0);
}

static void exposures_weigh_the_clusters(void **state)
{
    static const double e[] = { 10, 20, 30 };
    static const double a[] = { 12, 18, 30 };
    static const double b[] = { 20, 40, 60 };
    significance_data d = of_rows(1, 3, a, 3, b);

    (void)state;
    d.exposure[0] = d.exposure[1] = e;
    const significance_row r = judge_row_alone(d, 0, 1);
    /* rate 1 a second: 3/2 (4 + 4 + 0) / 60 on one side, 0 on the other */
    check_within(r.phi_hat, .2 / 2, 1e-12);
    check_within(r.phi, 1, 0);
    check_within(r.ratio, 2, 1e-12);
    check_within(r.t, log(2) / sqrt(1 / 60. + 1 / 120.), 1e-12);
}

static void an_observation_may_cost_more_on_one_side(void **state)
{
    static const double scale[] = { 1.5 };
    static const double none[] = { 0, 0, 0, 0, 0, 0 };
    significance_data d = of_rows(1, 6, six_a, 6, six_b);
    const significance_row plain = judge_row_alone(d, .06, 1);

    (void)state;
    d.scale = scale;
    significance_row r = judge_row_alone(d, .06, 1);
    check_within(r.ratio, plain.ratio * 1.5, 1e-12);
    check_within(r.lo, plain.lo * 1.5, 1e-12);
    check_within(r.hi, plain.hi * 1.5, 1e-12);
    check_within(r.t / log(r.ratio), plain.t / log(plain.ratio), 1e-12);
    assert_true(r.p < plain.p);
    /* 126 / phi of which none here; three of five were to be expected */
    d.x[1] = none;
    r = judge_row_alone(d, .06, 1);
    const double n = floor(126 / r.phi);
    check_within(r.p, 2 * pow(.6, n), 1e-12);
    check_within(stat_binomial_tail((int64_t)n, (int64_t)n, 1.5 / (1.5 + r.hi)),
                 .025, 1e-9);
}

static void
counts_are_divided_by_phi_before_they_are_judged_exactly(void **state)
{
    static const double none[] = { 0, 0 };
    static const double b[] = { 13, 47 };
    /* phi_hat of b: 2 * 2 * 17 * 17 / 60, one degree of freedom */
    const double own = 4 * 17 * 17 / 60.;
    const double phi = (4 * (1 + .1 * 15) + own) / 5;
    significance_row r = judge_row_alone(of_rows(1, 2, none, 2, b), .1, 1);

    (void)state;
    check_within(r.phi_hat, own, 1e-12);
    check_within(r.mean, 15, 0);
    check_within(r.phi, phi, 1e-12);
    check_within(r.p, 2 * pow(.5, floor(60 / phi)), 1e-15);
    r = judge_row_alone(of_rows(1, 2, none, 2, b), .1, 2);
    check_within(r.phi, phi, 1e-12);
    check_within(r.p, 2 * pow(.5, floor(60 / phi / 4)), 1e-15);
    /* no cluster remains: the result is unknown */
    r = judge_row_alone(of_rows(1, 2, none, 2, b), .1, 5);
    check_within(r.p, 1, 0);
    assert_true(isnan(r.lo) && isnan(r.hi) && isnan(r.ratio));
    r = judge_row_alone(of_rows(1, 2, b, 2, none), .1, 5);
    check_within(r.ratio, 0, 0);
    assert_true(isnan(r.hi));
}

static void what_cannot_be_compared_is_not_a_number(void **state)
{
    static const double none[] = { 0, 0 };
    significance_data d = of_rows(1, 2, none, 2, none);
    significance_row r = judge_row_alone(d, .1, 1);

    (void)state;
    assert_true(isnan(r.ratio) && isnan(r.p) && isnan(r.lo) && isnan(r.t));
    assert_false(r.exact);
    assert_string_equal(r.mark, ".");
    /* half an observation is not enough to tell anything, but there it is */
    static const double half[] = { .5, 0 };
    r = judge_row_alone(of_rows(1, 2, none, 2, half), 0, 1);
    assert_true(isnan(r.ratio) && isnan(r.lo) && r.exact);
    check_within(r.p, 1, 0);
    r = judge_row_alone(of_rows(1, 2, half, 2, none), 0, 1);
    check_within(r.ratio, 0, 0);
    d = of_rows(1, 6, six_a, 6, six_b);
    d.exposure[1] = (const double[]){ 0, 0, 0, 0, 0, 0 };
    r = judge_row_alone(d, .1, 1);
    check_within(r.x[1], 228, 0);
    assert_true(isnan(r.ratio) && isnan(r.p) && isnan(r.hi) && isnan(r.q));
    check_within(r.phi_hat,
                 judge_row_alone(of_rows(1, 6, six_a, 1, none), .1, 1).phi_hat,
                 0);
    assert_string_equal(r.mark, ".");
    d.k[0] = 0;
    r = judge_row_alone(d, -1, 1);
    assert_true(isnan(r.ratio) && isnan(r.p));
}

static void vector_4_13_what_could_have_been_missed(void **state)
{
    (void)state;
    check_within(significance_least_points(.05, 3000, 3000, 1), .0158, 5e-5);
    check_within(significance_least_points(.05, 3000, 3000, 2.5), .0249, 5e-5);
    check_within(significance_least_points(.20, 3000, 3000, 1), .0289, 5e-5);
    check_within(significance_least_points(.01, 2e4, 2e4, 1) / .01, .28, 5e-3);
    check_within(significance_least_ratio(150, 150, 1), 1.382, 5e-4);
    check_within(significance_least_ratio(150, 150, 2.5), 1.668, 5e-4);
}

static void table_4_8_how_many_samples_are_needed(void **state)
{
    static const struct {
        double share, n[3];
    } rows[] = {
        { .50, { 1562, 385, 55 } },       { .20, { 6507, 1680, 291 } },
        { .10, { 14749, 3839, 683 } },    { .05, { 31231, 8155, 1468 } },
        { .01, { 163092, 42691, 7747 } },
    };
    static const double growth[] = { .1, .2, .5 };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        for (size_t g = 0; g < countof(growth); g++) {
            const double n = significance_samples(rows[i].share, growth[g], 1);
            check_within(ceil(n), rows[i].n[g], 0);
            check_within(significance_samples(rows[i].share, growth[g], 2.5),
                         2.5 * n, 1e-6);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_4_6_twelve_files),
        cmocka_unit_test(vector_4_7_counts_of_one_file_each),
        cmocka_unit_test(table_4_8_how_many_samples_are_needed),
        cmocka_unit_test(
            vector_4_7_what_was_not_there_before_is_judged_exactly),
        cmocka_unit_test(
            the_bound_of_an_empty_side_is_where_the_tail_is_one_in_forty),
        cmocka_unit_test(vector_4_12_the_family_has_false_discovery_rates),
        cmocka_unit_test(rows_outside_the_family_have_no_q_and_do_not_count),
        cmocka_unit_test(the_trend_is_the_median_of_what_rows_show),
        cmocka_unit_test(a_row_tells_of_the_trend_by_what_both_sides_hold),
        cmocka_unit_test(phi_of_the_median_row_is_a_fact),
        cmocka_unit_test(one_file_a_side_is_never_significant),
        cmocka_unit_test(rows_of_one_file_each_are_what_they_are_alone),
        cmocka_unit_test(one_file_against_several_is_judged_by_those),
        cmocka_unit_test(without_a_trend_a_row_rests_on_its_own_clusters),
        cmocka_unit_test(exposures_weigh_the_clusters),
        cmocka_unit_test(an_observation_may_cost_more_on_one_side),
        cmocka_unit_test(
            counts_are_divided_by_phi_before_they_are_judged_exactly),
        cmocka_unit_test(what_cannot_be_compared_is_not_a_number),
        cmocka_unit_test(vector_4_13_what_could_have_been_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
