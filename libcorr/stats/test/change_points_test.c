/* Tests of changes of a series: vectors 6.1 to 6.5. */
#include "stats/change_points.h"

#include "stats/series_relation.h"
#include "test/testing.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static const double spike[] = { 1.02, .98,  1.05, 1.01, .97,  1.03, .99,
                                1.04, 1.00, .96,  1.10, 2.05, 2.40, 2.31,
                                2.22, 2.38, 1.30, 1.03, .99,  1.01 };
static const double shift[] = { 10, 11, 9, 10, 12, 10, 15, 16, 14, 15, 17, 15 };

static void assert_close(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("%.9g is not %.9g", got, want);
}

static void vector_6_1(void **state)
{
    corr_arena a = { 0 };
    stat_robust r;
    stat_changes c;

    (void)state;
    assert_true(stat_robust_of(spike, COUNT(spike), &r, &a));
    assert_close(r.median, 1.03, 1e-9);
    assert_close(r.spread * 0.6745, 0.045, 1e-9);
    assert_close(stat_robust_z(&r, spike[11]), 15.29, 0.005);
    assert_close(stat_robust_z(&r, spike[16]), 4.05, 0.005);
    assert_true(stat_changes_of(spike, COUNT(spike),
                                &(stat_change_opts){ .pair = 2 }, &c, &a));
    assert_int_equal(c.n, 2);
    assert_int_equal(c.change[0].at, 11);
    assert_int_equal(c.change[0].to, 17);
    assert_true(c.change[0].spike);
    assert_int_equal(c.change[1].at, 17);
    assert_true(c.change[1].ends);
    corr_arena_clear(&a);
}

static void vector_6_2(void **state)
{
    corr_arena a = { 0 };
    uint32_t at[20];
    size_t n;
    double sigma;

    (void)state;
    assert_true(stat_step_noise(shift, COUNT(shift), &sigma, &a));
    assert_close(sigma, 1.0484, 1e-4);
    assert_close(stat_pelt_penalty(sigma, COUNT(shift)), 8.193, 1e-3);
    assert_true(stat_pelt(shift, COUNT(shift),
                          stat_pelt_penalty(sigma, COUNT(shift)), 2, at, &n,
                          &a));
    assert_int_equal(n, 1);
    assert_int_equal(at[0], 6);
    assert_true(stat_step_noise(spike, COUNT(spike), &sigma, &a));
    assert_close(sigma, 0.0629, 1e-4);
    assert_true(stat_pelt(spike, COUNT(spike),
                          stat_pelt_penalty(sigma, COUNT(spike)), 2, at, &n,
                          &a));
    assert_int_equal(n, 2);
    assert_int_equal(at[0], 11);
    assert_int_equal(at[1], 16);
    corr_arena_clear(&a);
}

static void vector_6_3(void **state)
{
    corr_arena a = { 0 };
    stat_pettitt r;
    stat_changes c;

    (void)state;
    assert_true(stat_pettitt_of(shift, COUNT(shift), &r, &a));
    assert_close(r.k, 36, 1e-9);
    assert_int_equal(r.at, 6);
    assert_close(r.p, 0.0314, 1e-4);
    assert_true(stat_changes_of(shift, COUNT(shift),
                                &(stat_change_opts){ .pair = 2 }, &c, &a));
    assert_int_equal(c.n, 1);
    assert_int_equal(c.change[0].at, 6);
    assert_false(c.change[0].spike);
    assert_close(c.change[0].before, 31. / 3, 1e-9);
    assert_close(c.change[0].now, 46. / 3, 1e-9);
    corr_arena_clear(&a);
}

static void vector_6_4(void **state)
{
    static const double want[] = {
        0,      3.000,  3.815, 8.042, 13.476, 14.306,
        22.800, 15.528, 9.286, 8.042, 4.630,  2.267
    };
    corr_arena a = { 0 };
    double q[COUNT(shift)];
    uint32_t at[8];
    size_t n;

    (void)state;
    stat_energy(shift, COUNT(shift), q);
    for (size_t i = 0; i < COUNT(shift); i++)
        assert_close(q[i], want[i], 5e-4);
    assert_true(stat_edivisive(shift, COUNT(shift), 2, at, &n, &a));
    assert_int_equal(n, 1);
    assert_int_equal(at[0], 6);
    corr_arena_clear(&a);
}

static void vector_6_5(void **state)
{
    static const double metric[] = { 1,   1.1, .9,  1,   1.2, 2,
                                     2.4, 2.2, 1.9, 1.1, 1,   1.05 };
    static const double count[3][12] = {
        { 40, 42, 38, 41, 45, 88, 104, 97, 80, 44, 40, 43 },
        { 60, 55, 62, 58, 61, 59, 64, 57, 60, 63, 58, 61 },
        { 10, 12, 9, 11, 10, 12, 30, 41, 38, 33, 12, 10 },
    };
    corr_arena a = { 0 };
    double root[3][12];
    stat_relation r;
    int lag;

    (void)state;
    for (size_t f = 0; f < 3; f++)
        for (size_t i = 0; i < 12; i++)
            root[f][i] = sqrt(count[f][i]);
    assert_true(stat_relation_of(metric, root[0], 12, 0, &r, &a));
    assert_close(r.r, .9973, 1e-4);
    assert_close(r.rho, .9824, 1e-4);
    assert_close(r.effective, 4.12, 5e-3);
    assert_close(r.lo, .898, 1e-3);
    assert_close(r.hi, 1, 1e-3);
    assert_true(stat_relation_of(metric, root[1], 12, 0, &r, &a));
    assert_close(r.r, .104, 1e-3);
    assert_true(stat_relation_of(metric, root[2], 12, 0, &r, &a));
    assert_close(r.r, .687, 1e-3);
    assert_true(stat_relation_best(metric, root[2], 12, &lag, &r, &a));
    assert_int_equal(lag, 1);
    assert_close(r.r, .983, 1e-3);
    assert_true(stat_relation_best(metric, root[0], 12, &lag, &r, &a));
    assert_int_equal(lag, 0);
    assert_true(stat_relation_of(metric, root[0], 11, 0, &r, &a));
    assert_int_equal(r.n, 0); /* too few */
    corr_arena_clear(&a);
}

/* The next number of a reproducible noise around 0. */
static double next_noise(uint64_t *state)
{
    double sum = -6;

    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 11) / 9007199254740992.;
    }
    return sum;
}

static void noise_alone_has_no_change(void **state)
{
    corr_arena a = { 0 };
    uint64_t seed = 1;
    unsigned found = 0;

    (void)state;
    for (int run = 0; run < 200; run++) {
        double x[300];
        stat_changes c;
        for (size_t i = 0; i < COUNT(x); i++)
            x[i] = 100 + 10 * next_noise(&seed);
        for (stat_method m = STAT_PELT; m <= STAT_EDIVISIVE; m++) {
            assert_true(stat_changes_of(
                x, m == STAT_PELT ? COUNT(x) : 60,
                &(stat_change_opts){ .method = m, .pair = 2 }, &c, &a));
            found += c.n > 0;
            corr_arena_reset(&a);
        }
    }
    assert_in_range(found, 0, 12); /* 3 % of 400 */
    corr_arena_clear(&a);
}

static void series_of_equal_values_and_short_ones_have_no_change(void **state)
{
    corr_arena a = { 0 };
    const double x[30] = { 0 };
    stat_changes c;

    (void)state;
    assert_true(
        stat_changes_of(x, 30, &(stat_change_opts){ .pair = 2 }, &c, &a));
    assert_int_equal(c.n, 0);
    for (size_t n = 0; n < STAT_LEAST_SERIES; n++) {
        assert_true(stat_changes_of(shift, n, &(stat_change_opts){ .pair = 2 },
                                    &c, &a));
        assert_int_equal(c.n, 0);
    }
    corr_arena_clear(&a);
}

/* A step without noise, and one that begins in the first half. */
static void a_step_without_noise_is_a_change(void **state)
{
    corr_arena a = { 0 };
    double x[40];
    stat_changes c;

    (void)state;
    for (size_t i = 0; i < 40; i++)
        x[i] = i < 12 ? 2 : 5;
    assert_true(
        stat_changes_of(x, 40, &(stat_change_opts){ .pair = 2 }, &c, &a));
    assert_int_equal(c.n, 1);
    assert_int_equal(c.change[0].at, 12);
    for (size_t i = 0; i < 40; i++)
        x[i] = i < 28 ? 5 : 2;
    assert_true(
        stat_changes_of(x, 40, &(stat_change_opts){ .pair = 2 }, &c, &a));
    assert_int_equal(c.n, 1);
    assert_int_equal(c.change[0].at, 28);
    assert_true(c.change[0].now < c.change[0].before);
    corr_arena_clear(&a);
}

/* Downward spikes only if they are asked for. */
static void dips_are_asked_for(void **state)
{
    corr_arena a = { 0 };
    double x[COUNT(spike)];
    stat_changes c;

    (void)state;
    for (size_t i = 0; i < COUNT(spike); i++)
        x[i] = 4 - spike[i];
    assert_true(
        stat_changes_of(x, COUNT(x), &(stat_change_opts){ .pair = 2 }, &c, &a));
    for (size_t i = 0; i < c.n; i++)
        assert_false(c.change[i].spike);
    assert_true(stat_changes_of(
        x, COUNT(x), &(stat_change_opts){ .pair = 2, .falls = true }, &c, &a));
    assert_int_equal(c.n, 2);
    assert_int_equal(c.change[0].at, 11);
    assert_int_equal(c.change[1].at, 17);
    corr_arena_clear(&a);
}

/* The changes of a series of 20 values about 10, 9 about 4 and 19 about `last`. */
static size_t changes_after_dip(double last, stat_change *first)
{
    enum { N = 48, DIP = 20, END = 29 };
    corr_arena a = { 0 };
    double x[N];
    stat_changes c;

    for (size_t i = 0; i < N; i++)
        x[i] = (i < DIP ? 10 : i < END ? 4 : last) + (double)(i * 7 % 5) / 10;
    assert_true(
        stat_changes_of(x, N, &(stat_change_opts){ .pair = 2 }, &c, &a));
    const size_t n = c.n;
    *first = n ? c.change[0] : (stat_change){ 0 };
    corr_arena_clear(&a);
    return n;
}

/* A dip too short to be a level is no change, and its end is none. */
static void a_return_from_a_short_dip_is_no_rise(void **state)
{
    stat_change first;

    (void)state;
    assert_int_equal(changes_after_dip(10, &first), 0);
    assert_int_equal(changes_after_dip(14.5, &first), 1);
    assert_int_equal(first.at, 29);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_6_1),
        cmocka_unit_test(vector_6_2),
        cmocka_unit_test(vector_6_3),
        cmocka_unit_test(vector_6_4),
        cmocka_unit_test(vector_6_5),
        cmocka_unit_test(noise_alone_has_no_change),
        cmocka_unit_test(series_of_equal_values_and_short_ones_have_no_change),
        cmocka_unit_test(a_step_without_noise_is_a_change),
        cmocka_unit_test(dips_are_asked_for),
        cmocka_unit_test(a_return_from_a_short_dip_is_no_rise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
