/* Tests of what readers of metrics share: numbers and times as text. */
#include "common/metric.h"

#include <math.h>

#include "test/format_test.h"

static int64_t time_of(const char *text)
{
    int64_t ns = 0;

    return metric_time(corr_str_of(text), &ns) ? ns : CORR_NO_TIME;
}

static void seconds_keep_every_digit(void **state)
{
    (void)state;
    assert_int_equal(time_of("1795281994"), 1795281994000000000);
    assert_int_equal(time_of("1795281994.050"), 1795281994050000000);
    assert_int_equal(time_of("1520879607.789123456789"), 1520879607789123456);
    assert_in_range(time_of("1.7952820473387537e+09"), 1795282047338753000,
                    1795282047338754400);
    assert_int_equal(time_of("0.5"), 500000000);
}

static void what_is_too_late_for_seconds_is_milliseconds(void **state)
{
    (void)state;
    assert_int_equal(time_of("1795281994123"), 1795281994123000000);
    assert_int_equal(time_of("100000000000"), CORR_NO_TIME);
    assert_int_equal(time_of("9999999999999999"), CORR_NO_TIME);
}

static void what_is_no_time_is_none(void **state)
{
    (void)state;
    assert_int_equal(time_of(""), CORR_NO_TIME);
    assert_int_equal(time_of("x"), CORR_NO_TIME);
    assert_int_equal(time_of("1.x"), CORR_NO_TIME);
    assert_int_equal(time_of("nan"), CORR_NO_TIME);
    assert_int_equal(time_of("1e300"), CORR_NO_TIME);
    assert_int_equal(time_of("-1.5"), CORR_NO_TIME);
    assert_int_equal(time_of("-1e3"), CORR_NO_TIME);
}

static double number_of(const char *text)
{
    double x = -77;

    return metric_number(corr_str_of(text), &x) ? x : -77;
}

static void numbers_may_be_none_or_infinite(void **state)
{
    (void)state;
    assert_true(number_of("1e+21") == 1e21);
    assert_true(isnan(number_of("NaN")));
    assert_true(number_of("+Inf") == INFINITY);
    assert_true(number_of("Inf") == INFINITY);
    assert_true(number_of("-Inf") == -INFINITY);
    assert_true(number_of("Infinity") == INFINITY);
    assert_true(number_of("") == -77);
    assert_true(number_of("-") == -77);
    assert_true(number_of("1e400") == -77);
    assert_true(number_of("0x10") == -77);
}

static void names_tell_counters(void **state)
{
    (void)state;
    assert_int_equal(metric_type(CORR_STR("a_total")), CORR_METRIC_COUNTER);
    assert_int_equal(metric_type(CORR_STR("a_bucket")), CORR_METRIC_COUNTER);
    assert_int_equal(metric_type(CORR_STR("a_sum")), CORR_METRIC_COUNTER);
    assert_int_equal(metric_type(CORR_STR("a_count")), CORR_METRIC_COUNTER);
    assert_int_equal(metric_type(CORR_STR("total")), CORR_METRIC_UNKNOWN);
    assert_int_equal(metric_type(CORR_STR("")), CORR_METRIC_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_keep_every_digit),
        cmocka_unit_test(what_is_too_late_for_seconds_is_milliseconds),
        cmocka_unit_test(what_is_no_time_is_none),
        cmocka_unit_test(numbers_may_be_none_or_infinite),
        cmocka_unit_test(names_tell_counters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
