/* Tests of stretch: how two stretches of time lie. */
#include "base/stretch.h"

#include "test/testing.h"

static stretch at(int64_t from, int64_t to)
{
    return (stretch){ from, to };
}

static void stretches_that_follow_one_another_do_not_touch(void **state)
{
    (void)state;
    assert_true(stretch_touch(at(0, 10), at(9, 20)));
    assert_false(stretch_touch(at(0, 10), at(10, 20)));
    assert_int_equal(stretch_common(at(0, 10), at(9, 20)), 1);
    assert_true(stretch_common(at(0, 10), at(15, 20)) < 0);
    assert_int_equal(stretch_common(at(INT64_MIN, -1), at(0, INT64_MAX)), -1);
}

static void the_end_is_not_part_of_a_stretch(void **state)
{
    (void)state;
    assert_true(stretch_holds(at(5, 6), 5));
    assert_false(stretch_holds(at(5, 6), 6));
    assert_true(stretch_within(at(5, 6), at(5, 6)));
    assert_false(stretch_within(at(4, 6), at(5, 6)));
}

static void half_is_of_the_shorter_one(void **state)
{
    (void)state;
    assert_true(stretch_share_half(at(0, 1000), at(995, 1005)));
    assert_false(stretch_share_half(at(0, 1000), at(996, 1006)));
    assert_true(stretch_share_half(at(0, 100), at(40, 60)));
    assert_false(stretch_share_half(at(0, 1), at(1, 2)));
    assert_false(stretch_is_half(0, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_that_follow_one_another_do_not_touch),
        cmocka_unit_test(the_end_is_not_part_of_a_stretch),
        cmocka_unit_test(half_is_of_the_shorter_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
