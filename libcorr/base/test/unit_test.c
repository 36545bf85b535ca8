/* Tests of unit.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "corr_report.h"

typedef struct pair {
    int64_t v;
    const char *text;
} pair;

static void check(const pair *p, size_t n,
                  const char *(*print)(char *, int64_t))
{
    char buf[CORR_PRINT_MAX];

    for (size_t i = 0; i < n; i++)
        assert_string_equal(print(buf, p[i].v), p[i].text);
}

static void counts_have_commas(void **state)
{
    static const pair p[] = {
        { 0, "0" },
        { 999, "999" },
        { 15507, "15,507" },
        { 1000000, "1,000,000" },
        { -1204, "-1,204" },
        { INT64_MAX, "9,223,372,036,854,775,807" },
        { INT64_MIN, "-9,223,372,036,854,775,808" },
    };

    (void)state;
    check(p, countof(p), corr_print_count);
}

static void durations_keep_milliseconds_or_three_digits(void **state)
{
    static const pair p[] = {
        { 0, "0 s" },
        { 1, "1 ns" },
        { 999, "999 ns" },
        { 1000, "1 us" },
        { 12345, "12.3 us" },
        { 999499, "999 us" },
        { 999500, "1 ms" },
        { 1500000, "1.5 ms" },
        { 41000000, "41 ms" },
        { 41200000, "41.2 ms" },
        { 41249999, "41.2 ms" },
        { 500000000, "500 ms" },
        { 999499999, "999 ms" },
        { 999500000, "1.000 s" },
        { 3200000000, "3.200 s" },
        { -3200000000, "-3.200 s" },
        { 2640000000000, "2,640.000 s" },
        { INT64_MAX, "9,223,372,036.855 s" },
        { INT64_MIN, "-9,223,372,036.855 s" },
    };

    (void)state;
    check(p, countof(p), corr_print_duration);
}

static void spans_of_time_have_minutes(void **state)
{
    static const pair p[] = {
        { 800000000, "800 ms" },
        { 2500000000, "2.5 s" },
        { 30000000000, "30 s" },
        { 59949999999, "59.9 s" },
        { 59950000000, "1m00s" },
        { 300000000000, "5m00s" },
        { 2650000000000, "44m10s" },
        { 3900000000000, "1h05m00s" },
        { 183600000000000, "2d03h00m00s" },
        { -300000000000, "-5m00s" },
    };

    (void)state;
    check(p, countof(p), corr_print_span_of);
}

static void bytes_are_decimal(void **state)
{
    static const pair p[] = {
        { 0, "0 B" },
        { 999, "999 B" },
        { 1000, "1.0 kB" },
        { 99949, "99.9 kB" },
        { 99950, "100 kB" },
        { 999500, "1.0 MB" },
        { 18400000, "18.4 MB" },
        { 3200000, "3.2 MB" },
        { 687000000, "687 MB" },
        { -18400000, "-18.4 MB" },
        { INT64_MAX, "9,223,372 TB" },
    };

    (void)state;
    check(p, countof(p), corr_print_bytes);
}

static void amounts_follow_their_unit(void **state)
{
    static const pair ns[] = {
        { 0, "0 s" },
        { 41200000, "41.2 ms" },
        { 155100000000, "155.1 s" },
        { 3200000000, "3.20 s" },
        { 9994999999, "9.99 s" },
        { 9995000000, "10.0 s" },
        { 1204000000000, "1,204 s" },
        { 1250000, "1.25 ms" },
        { 999949999, "999.9 ms" },
        { 999950000, "1.00 s" },
    };
    char buf[CORR_PRINT_MAX];

    (void)state;
    for (size_t i = 0; i < countof(ns); i++)
        assert_string_equal(corr_print_amount(buf, ns[i].v, CORR_NS),
                            ns[i].text);
    assert_string_equal(corr_print_amount(buf, 1204, CORR_COUNT), "1,204");
    assert_string_equal(corr_print_amount(buf, 3200000, CORR_BYTES), "3.2 MB");
}

static void durations_are_read_with_their_unit(void **state)
{
    static const pair good[] = {
        { 300000000000, "5m" },
        { 1500000000, "1.5s" },
        { 300000000, "300ms" },
        { 2650000000000, "44m10s" },
        { 3200000000, "3.200 s" },
        { 0, "0" },
        { 5400000000000, "1h30m" },
        { 12300, "12.3us" },
        { 12300, "12.3 \xc2\xb5s" },
        { 1, "1.999999ns" },
        { INT64_MAX, "9223372036854775807ns" },
    };
    static const char *const bad[] = {
        "",        "5",
        "m",       "5x",
        "-5m",     "1.s",
        "5m 3",    "1e3s",
        ".5s",     "9223372036854775808ns",
        "106752d", "99999999999999999999s",
    };
    int64_t v;

    (void)state;
    for (size_t i = 0; i < countof(good); i++) {
        assert_true(corr_parse_duration(corr_str_of(good[i].text), &v));
        assert_int_equal(v, good[i].v);
    }
    for (size_t i = 0; i < countof(bad); i++)
        if (corr_parse_duration(corr_str_of(bad[i]), &v))
            fail_msg("taken for a duration: %s", bad[i]);
}

static void bytes_are_read_in_powers_of_1000_and_1024(void **state)
{
    static const pair good[] = {
        { 512 << 20, "512M" }, { 64 << 10, "64KiB" }, { 18400000, "18.4 MB" },
        { 77, "77" },          { 77, "77 B" },        { 1536, "1.5K" },
    };
    static const char *const bad[] = { "",     "M",  "5X",
                                       "1M2K", "-5", "9000000000T" };
    int64_t v;

    (void)state;
    for (size_t i = 0; i < countof(good); i++) {
        assert_true(corr_parse_bytes(corr_str_of(good[i].text), &v));
        assert_int_equal(v, good[i].v);
    }
    for (size_t i = 0; i < countof(bad); i++)
        if (corr_parse_bytes(corr_str_of(bad[i]), &v))
            fail_msg("taken for bytes: %s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_commas),
        cmocka_unit_test(durations_keep_milliseconds_or_three_digits),
        cmocka_unit_test(spans_of_time_have_minutes),
        cmocka_unit_test(bytes_are_decimal),
        cmocka_unit_test(amounts_follow_their_unit),
        cmocka_unit_test(durations_are_read_with_their_unit),
        cmocka_unit_test(bytes_are_read_in_powers_of_1000_and_1024),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
