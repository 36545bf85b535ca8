/* Tests of ranges of durations as typed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/range.h"

static void check(const char *text, bool is_slow, bool is_time, double lo,
                  double hi)
{
    corr_err err = { 0 };
    corr_range r;

    if (range_parse(text, is_slow, &r, &err))
        fail_msg("%s: %s", text, err.what);
    assert_int_equal(r.is_time, is_time);
    if (fabs(r.lo - lo) > 1e-9)
        fail_msg("%s: from %g", text, r.lo);
    if (isinf(hi) ? !isinf(r.hi) : fabs(r.hi - hi) > 1e-9)
        fail_msg("%s: to %g", text, r.hi);
}

static void quantiles_have_two_ends(void **state)
{
    (void)state;
    check("p25..p75", true, false, .25, .75);
    check("p99.9..", true, false, .999, 1);
    check("..p50", true, false, 0, .5);
    check(" p0 .. p100 ", false, false, 0, 1);
}

static void one_quantile_is_the_end_that_fits_the_side(void **state)
{
    (void)state;
    check("p99", true, false, .99, 1);
    check("p50", false, false, 0, .5);
}

static void durations_are_ns(void **state)
{
    (void)state;
    check("..20ms", false, true, 0, 2e7);
    check("100ms..1.5s", true, true, 1e8, 1.5e9);
    check("2s", true, true, 2e9, INFINITY);
}

static void beyond_a_duration_is_not_that_duration(void **state)
{
    (void)state;
    check(">500ms", true, true, 5e8 + 1, INFINITY);
    check("<20ms", false, true, 0, 2e7 - 1);
    check(">p90", true, false, .9, 1);
}

static void what_is_no_range_is_refused(void **state)
{
    static const char *const text[] = {
        "",           "..",     "p",         "p101",   "p-1", "p75..p25",
        "p50..1s",    "banana", "p5..p5",    "1s..2",  "-1s", ">",
        "p1..p2..p3", "pnan",   "1s..100ms", "p1e999", "<0s",
    };

    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        corr_err err = { 0 };
        corr_range r;
        if (range_parse(text[i], true, &r, &err) != CORR_EUSAGE)
            fail_msg("\"%s\" was taken", text[i]);
        assert_non_null(strstr(err.what, "is no range of durations"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_have_two_ends),
        cmocka_unit_test(one_quantile_is_the_end_that_fits_the_side),
        cmocka_unit_test(durations_are_ns),
        cmocka_unit_test(beyond_a_duration_is_not_that_duration),
        cmocka_unit_test(what_is_no_range_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
