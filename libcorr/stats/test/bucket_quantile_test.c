/* Tests of quantiles of buckets (corr-methods 6.1). */
#include "stats/bucket_quantile.h"

#include <math.h>

#include "test/testing.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-9)
#define INF        INFINITY

/* 100 values: 90 up to 0.1, 8 in (0.1, 0.5], 2 in (0.5, 1]. */
static void values_are_even_in_a_bucket_of_chosen_bounds(void **state)
{
    stat_bucket b[] = { { 0.5, 1, 2 }, { -INF, 0.1, 90 }, { 0.1, 0.5, 8 } };

    (void)state;
    assert_int_equal(stat_buckets_join(b, 3), 3);
    NEAR(stat_buckets_sum(b, 3), 100);
    NEAR(stat_buckets_quantile(b, 3, false, 0.5), 0.1 * 50 / 90);
    NEAR(stat_buckets_quantile(b, 3, false, 0.95), 0.1 + 0.4 * 5 / 8);
    NEAR(stat_buckets_quantile(b, 3, false, 0.99), 0.5 + 0.5 * 1 / 2);
}

static void a_bucket_without_an_end_is_its_other_bound(void **state)
{
    stat_bucket b[] = { { -INF, 1, 10 }, { 1, INF, 90 } };
    stat_bucket below[] = { { -INF, -3, 90 }, { -3, 0, 10 } };
    stat_bucket all[] = { { -INF, INF, 5 } };

    (void)state;
    NEAR(stat_buckets_quantile(b, 2, false, 0.95), 1);
    NEAR(stat_buckets_quantile(below, 2, false, 0.5), -3);
    assert_true(isnan(stat_buckets_quantile(all, 1, false, 0.5)));
}

/* Buckets (1, 2] and (2, 4]: the middle of the second is 2 sqrt 2. */
static void values_are_even_in_their_logarithms(void **state)
{
    stat_bucket b[] = { { 1, 2, 4 }, { 2, 4, 4 } };
    stat_bucket below[] = { { -4, -2, 4 }, { -2, -1, 4 } };

    (void)state;
    NEAR(stat_buckets_quantile(b, 2, true, 0.75), 2 * sqrt(2));
    NEAR(stat_buckets_quantile(b, 2, true, 0.25), sqrt(2));
    NEAR(stat_buckets_quantile(b, 2, false, 0.75), 3);
    NEAR(stat_buckets_quantile(below, 2, true, 0.25), -2 * sqrt(2));
}

/* The bucket [-1, 1] begins at 0 without values below it. */
static void values_at_zero_are_on_the_side_of_others(void **state)
{
    stat_bucket up[] = { { -1, 1, 4 }, { 1, 2, 4 } };
    stat_bucket down[] = { { -2, -1, 4 }, { -1, 1, 4 } };
    stat_bucket both[] = { { -2, -1, 4 }, { -1, 1, 8 }, { 1, 2, 4 } };

    (void)state;
    NEAR(stat_buckets_quantile(up, 2, true, 0.25), 0.5);
    NEAR(stat_buckets_quantile(down, 2, true, 0.75), -0.5);
    NEAR(stat_buckets_quantile(both, 3, true, 0.5), 0);
}

/* At first (1, 1.5] and (1.5, 2], then (1, 2]: 3 + 4 values became 10. */
static void buckets_that_were_joined_grew_by_the_rest(void **state)
{
    stat_bucket b[] = {
        { 1, 1.5, -3 }, { 1.5, 2, -4 }, { 1, 2, 10 }, { 2, 4, 1 }
    };

    (void)state;
    const size_t n = stat_buckets_join(b, 4);
    assert_int_equal(n, 2);
    NEAR(b[0].low, 1);
    NEAR(b[0].high, 2);
    NEAR(b[0].count, 3);
    NEAR(stat_buckets_sum(b, n), 4);
}

/* Half of the values are up to 1, whatever was lost in the digits. */
static void counts_that_are_rounded_do_not_skip_a_gap(void **state)
{
    const stat_bucket b[] = { { 0, 1, 3.33333333 }, { 8, 9, 3.33333334 } };

    (void)state;
    assert_true(fabs(stat_buckets_quantile(b, 2, false, 0.5) - 1) < 1e-6);
}

static void bounds_that_differ_by_rounding_touch(void **state)
{
    const double x = exp2(0.1);
    stat_bucket b[] = { { 1, nextafter(x, 2), 1 }, { x, 2, 1 } };

    (void)state;
    assert_int_equal(stat_buckets_join(b, 2), 2);
}

static void a_fall_is_no_growth(void **state)
{
    const stat_bucket b[] = { { 1, 2, 5 }, { 2, 4, -1 } };

    (void)state;
    NEAR(stat_buckets_sum(b, 2), -1);
    assert_true(isnan(stat_buckets_quantile(b, 2, true, 0.5)));
    assert_true(isnan(stat_buckets_quantile(b, 0, true, 0.5)));
}

static void the_value_zero_has_a_bucket_of_no_width(void **state)
{
    stat_bucket b[] = { { 0, 0, 3 }, { 0, 1, 1 }, { 0, 0, 3 } };

    (void)state;
    const size_t n = stat_buckets_join(b, 3);
    assert_int_equal(n, 2);
    NEAR(b[0].count, 6);
    NEAR(stat_buckets_quantile(b, n, true, 0.5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_even_in_a_bucket_of_chosen_bounds),
        cmocka_unit_test(a_bucket_without_an_end_is_its_other_bound),
        cmocka_unit_test(values_are_even_in_their_logarithms),
        cmocka_unit_test(values_at_zero_are_on_the_side_of_others),
        cmocka_unit_test(buckets_that_were_joined_grew_by_the_rest),
        cmocka_unit_test(counts_that_are_rounded_do_not_skip_a_gap),
        cmocka_unit_test(bounds_that_differ_by_rounding_touch),
        cmocka_unit_test(a_fall_is_no_growth),
        cmocka_unit_test(the_value_zero_has_a_bucket_of_no_width),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
