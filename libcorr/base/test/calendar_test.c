/* Tests of calendar.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/calendar.h"

#define INCIDENT INT64_C(1770300922104000000) /* 2026-02-05 14:15:22.104Z */

static void dates_and_days_agree_over_the_whole_range(void **state)
{
    char buf[CORR_PRINT_MAX], want[CORR_PRINT_MAX];
    int64_t t, back;

    (void)state;
    assert_int_equal(corr_days_of(1970, 1, 1), 0);
    assert_int_equal(corr_days_of(2000, 3, 1), 11017);
    assert_int_equal(corr_days_of(1969, 12, 31), -1);
    assert_int_equal(corr_days_of(1600, 2, 29), -135081);
    for (t = INT64_MIN / CALENDAR_DAY + 1; t < INT64_MAX / CALENDAR_DAY;
         t += 17) {
        corr_print_time(buf, t * CALENDAR_DAY, 0);
        assert_true(corr_parse_time(corr_str_of(buf), 0, 0, &back));
        assert_int_equal(back, t * CALENDAR_DAY);
        assert_string_equal(corr_print_time(want, back, 0), buf);
    }
}

static void times_print_with_milliseconds_and_zone(void **state)
{
    char buf[CORR_PRINT_MAX];

    (void)state;
    assert_string_equal(corr_print_time(buf, INCIDENT, 0),
                        "2026-02-05 14:15:22.104Z");
    assert_string_equal(corr_print_time(buf, INCIDENT, 60),
                        "2026-02-05 15:15:22.104+01:00");
    assert_string_equal(corr_print_time(buf, INCIDENT, -570),
                        "2026-02-05 04:45:22.104-09:30");
    assert_string_equal(corr_print_time(buf, -1, 0),
                        "1969-12-31 23:59:59.999Z");
    assert_string_equal(calendar_print_clock(buf, INCIDENT, 0), "14:15:22Z");
    corr_print_time(buf, INT64_MAX, 840);
    corr_print_time(buf, INT64_MIN + 1, -840);
}

static void a_time_is_read_in_any_spelling(void **state)
{
    static const char *const same[] = {
        "2026-02-05T14:15:22.104Z",
        "2026-02-05 14:15:22.104",
        "2026-02-05 14:15:22.104 Z",
        "2026-02-05T15:15:22.104+01:00",
        "2026-02-05t04:45:22,104000000999-0930",
        "20260205T141522.104Z",
        "14:15:22.104",
        "14:15:22.104Z",
        "15:15:22.104+01",
        "1770300922.104",
        "1770300922104",
        "1770300922104000",
        "1770300922104000000",
        " 2026-02-05T14:15:22.104Z ",
        "now-5m",
    };
    int64_t t, day = INCIDENT - 10800 * CALENDAR_S;

    (void)state;
    for (size_t i = 0; i < countof(same); i++) {
        if (!corr_parse_time(corr_str_of(same[i]), day,
                             INCIDENT + 300 * CALENDAR_S, &t))
            fail_msg("no time: %s", same[i]);
        assert_int_equal(t, INCIDENT);
    }
    assert_true(corr_parse_time(CORR_STR("2026-02-05"), 0, 0, &t));
    assert_int_equal(t, INCIDENT / CALENDAR_DAY * CALENDAR_DAY);
    assert_true(corr_parse_time(CORR_STR("20260205"), 0, 0, &t));
    assert_int_equal(t, INCIDENT / CALENDAR_DAY * CALENDAR_DAY);
    assert_true(corr_parse_time(CORR_STR("now"), 0, 77, &t));
    assert_int_equal(t, 77);
}

static void a_time_of_day_is_on_the_day_of_its_zone(void **state)
{
    int64_t t,
        day = corr_days_of(2026, 2, 5) * CALENDAR_DAY + 82800 * CALENDAR_S;
    char buf[CORR_PRINT_MAX];

    (void)state;
    assert_true(corr_parse_time(CORR_STR("00:30+02:00"), day, 0, &t));
    assert_string_equal(corr_print_time(buf, t, 120),
                        "2026-02-06 00:30:00.000+02:00");
    assert_false(corr_parse_time(CORR_STR("00:30"), CORR_NO_TIME, 0, &t));
}

static void what_is_no_time_is_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "14",
        "14:60",
        "24:00",
        "2026-13-01",
        "2026-02-30",
        "2025-02-29",
        "2026-02-05T",
        "2026-02-05T14",
        "14:15x",
        "12345678",
        "99999999999999999999",
        "nowhere",
        "now-5",
        "2026-02-05T14:15:22+25:00",
        "-5m",
        "14:15:",
        "3000-01-01",
        "1770300922.",
        "yesterday",
    };
    int64_t t;

    (void)state;
    for (size_t i = 0; i < countof(bad); i++)
        if (corr_parse_time(corr_str_of(bad[i]), 0, 0, &t))
            fail_msg("taken for a time: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_and_days_agree_over_the_whole_range),
        cmocka_unit_test(times_print_with_milliseconds_and_zone),
        cmocka_unit_test(a_time_is_read_in_any_spelling),
        cmocka_unit_test(a_time_of_day_is_on_the_day_of_its_zone),
        cmocka_unit_test(what_is_no_time_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
