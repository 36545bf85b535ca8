/* Tests of clock_bounds: the vectors of corr-methods 1.7, and offsets that
 * contradict. */
#include "store/clock_bounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"

#define NONE INT64_MIN, INT64_MAX

static clock_range agreed(const clock_bound *list, size_t n)
{
    clock_bound copy[16];
    clock_range r;

    assert_true(n <= countof(copy));
    for (size_t i = 0; i < n; i++)
        copy[i] = list[i];
    assert_true(clock_agree(copy, n, &r));
    return r;
}

static void most_observations_decide(void **state)
{
    /* labelled samples, one of them stale */
    static const clock_bound list[] = { { 15, 95 },    { -55, 25 }, { 10, 270 },
                                        { -225, 35 },  { 17, 47 },  { -9, 21 },
                                        { -600, -520 } };
    const clock_range r = agreed(list, countof(list));

    (void)state;
    assert_int_equal(r.best, 6);
    assert_int_equal(r.all, 7);
    assert_int_equal(r.in.lo, 17);
    assert_int_equal(r.in.hi, 21);
    assert_int_equal(clock_middle(r.in), 19);
}

static void calls_bound_an_offset_from_both_sides(void **state)
{
    /* us; the last pair was slow */
    static const clock_bound list[] = { { 220000, 245000 },
                                        { 224000, 225500 },
                                        { 213500, 241000 },
                                        { 190000, 400000 } };
    const clock_range r = agreed(list, countof(list));

    (void)state;
    assert_int_equal(r.best, 4);
    assert_int_equal(r.in.lo, 224000);
    assert_int_equal(r.in.hi, 225500);
    assert_int_equal(clock_middle(r.in), 224750);
}

static void empty_bounds_do_not_count(void **state)
{
    static const clock_bound list[] = { { 5, 4 }, { 1, 9 } };
    const clock_range r = agreed(list, countof(list));

    (void)state;
    assert_int_equal(r.all, 1);
    assert_int_equal(r.best, 1);
    assert_int_equal(r.in.lo, 1);
    assert_int_equal(r.in.hi, 9);
    assert_int_equal(agreed(list, 0).all, 0);
}

static void bounds_that_touch_agree_in_one_point(void **state)
{
    static const clock_bound list[] = { { 1, 5 }, { 5, 9 } };
    const clock_range r = agreed(list, countof(list));

    (void)state;
    assert_int_equal(r.best, 2);
    assert_int_equal(r.in.lo, 5);
    assert_int_equal(r.in.hi, 5);
}

static void the_middle_does_not_overflow(void **state)
{
    (void)state;
    assert_int_equal(clock_middle((clock_bound){ INT64_MAX - 2, INT64_MAX }),
                     INT64_MAX - 1);
    assert_int_equal(clock_middle((clock_bound){ -7, -3 }), -5);
    assert_int_equal(clock_middle((clock_bound){ 1, 3 }), 2);
}

static void quarters_of_an_hour_are_time_zones(void **state)
{
    static const struct {
        int64_t seconds;
        bool is_zone;
    } rows[] = { { 3600, true }, { -3600, true }, { 900, true },
                 { 901, true },  { 899, true },   { 902, false },
                 { 898, false }, { 20700, true }, { 0, false },
                 { 1, false },   { 137, false },  { -5400, true } };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        assert_int_equal(clock_is_zone(rows[i].seconds * 1000000000),
                         rows[i].is_zone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_observations_decide),
        cmocka_unit_test(calls_bound_an_offset_from_both_sides),
        cmocka_unit_test(empty_bounds_do_not_count),
        cmocka_unit_test(bounds_that_touch_agree_in_one_point),
        cmocka_unit_test(the_middle_does_not_overflow),
        cmocka_unit_test(quarters_of_an_hour_are_time_zones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
