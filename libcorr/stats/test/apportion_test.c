/* Tests of apportion: vector 7.1, and sums that always hold. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"
#include "stats/distributions.h"

#define CHECK_DIVIDED(whole, v, ...)                                           \
    do {                                                                       \
        const int want[] = { __VA_ARGS__ };                                    \
        int out[countof(want)];                                                \
        corr_apportion((v), out, countof(want), (whole));                      \
        for (size_t i = 0; i < countof(want); i++)                             \
            assert_int_equal(out[i], want[i]);                                 \
    } while (0)

static void vector_7_1_largest_remainders_get_the_rest(void **state)
{
    static const int64_t thirds[] = { 1, 1, 1 };
    static const int64_t rows[] = { 9, 294, 71, 23, 15 };
    static const int64_t below[] = { 9, 170, 60, 31, 24 };

    (void)state;
    CHECK_DIVIDED(1000, thirds, 334, 333, 333);
    CHECK_DIVIDED(1000, rows, 22, 714, 172, 56, 36);
    CHECK_DIVIDED(24, rows, 1, 17, 4, 1, 1);
    CHECK_DIVIDED(714, below, 22, 413, 146, 75, 58);
}

static void nothing_is_divided_where_the_sum_is_not_positive(void **state)
{
    static const int64_t nothing[] = { 0, 0 };
    static const int64_t even[] = { 5, -5 };
    static const int64_t minus[] = { -5, 2 };

    (void)state;
    CHECK_DIVIDED(1000, nothing, 0, 0);
    CHECK_DIVIDED(1000, even, 0, 0);
    CHECK_DIVIDED(1000, minus, 0, 0);
    corr_apportion(NULL, NULL, 0, 1000);
}

static void negative_parts_keep_the_sum(void **state)
{
    static const int64_t v[] = { 10, -3 };

    (void)state;
    CHECK_DIVIDED(1000, v, 1429, -429);
}

static void ties_go_to_the_earlier(void **state)
{
    static const int64_t v[] = { 0, 3, 3, 3, 3, 3, 3 };

    (void)state;
    CHECK_DIVIDED(1000, v, 0, 167, 167, 167, 167, 166, 166);
}

static void weights_near_the_top_of_their_type_do_not_overflow(void **state)
{
    static const int64_t v[] = { INT64_MAX, INT64_MAX, INT64_MAX };

    (void)state;
    CHECK_DIVIDED(1000, v, 334, 333, 333);
}

static void any_weights_add_up_and_are_within_one(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (int turn = 0; turn < 500; turn++) {
        int64_t v[40];
        int out[40];
        const size_t n = 1 + stat_below(&seed, countof(v));
        const int whole = (int)stat_below(&seed, 1001);
        int64_t sum = 0;
        int given = 0;
        for (size_t i = 0; i < n; i++) {
            v[i] = (int64_t)stat_below(&seed, 1 + stat_below(&seed, 1000000));
            sum += v[i];
        }
        corr_apportion(v, out, n, whole);
        for (size_t i = 0; i < n; i++) {
            given += out[i];
            assert_true(sum == 0 || out[i] >= v[i] * whole / sum);
            assert_true(sum == 0 || out[i] <= v[i] * whole / sum + 1);
        }
        assert_int_equal(given, sum ? whole : 0);
    }
}

/* ns of spans that take hours, of more of them than there are ns in a year. */
static void what_is_more_than_tenths_adds_up_as_well(void **state)
{
    static const int64_t v[] = { INT64_MAX / 4, 1, INT64_MAX / 4 - 7, 0, 12 };
    const int64_t whole = INT64_C(7200000000001);
    int64_t out[countof(v)];
    int64_t given = 0;

    (void)state;
    corr_apportion_wide(v, out, countof(v), whole);
    for (size_t i = 0; i < countof(v); i++)
        given += out[i];
    assert_true(given == whole);
    assert_true(out[0] == whole / 2 + 1);
    assert_true(out[2] == whole / 2);
    assert_true(out[1] + out[3] + out[4] == 0);
}

static void the_public_names_answer_like_the_private_ones(void **state)
{
    double lo[2];
    double hi[2];

    (void)state;
    corr_wilson(5, 50, &lo[0], &hi[0]);
    stat_wilson(5, 50, &lo[1], &hi[1]);
    assert_memory_equal(&lo[0], &lo[1], sizeof *lo);
    assert_memory_equal(&hi[0], &hi[1], sizeof *hi);
    assert_int_equal(corr_half_width(43), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_7_1_largest_remainders_get_the_rest),
        cmocka_unit_test(nothing_is_divided_where_the_sum_is_not_positive),
        cmocka_unit_test(negative_parts_keep_the_sum),
        cmocka_unit_test(ties_go_to_the_earlier),
        cmocka_unit_test(weights_near_the_top_of_their_type_do_not_overflow),
        cmocka_unit_test(any_weights_add_up_and_are_within_one),
        cmocka_unit_test(what_is_more_than_tenths_adds_up_as_well),
        cmocka_unit_test(the_public_names_answer_like_the_private_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
