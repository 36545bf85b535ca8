/* Traces that were kept of a part of the time. */
#include "test/test_shop.h"

typedef struct told {
    int requests, until; /* of a profile of 60 s, evenly up to that ms */
    int late;            /* samples of the last 20 s, of 600 in all */
} told;

static void put_side(FILE *f, const told *t, int from)
{
    put_profile(f, "a", from, from + 60000);
    put_samples(f, "main;work", 600 - t->late, from, from + 40000);
    put_samples(f, "main;work", t->late, from + 40000, from + 60000);
    put_requests(f, "a", "GET /", t->requests, from, from + t->until);
}

static void make_told(sides *s, corr_store **st, told a, told b, corr_per per)
{
    test_text base, now;

    put_side(test_begin(&base), &a, 0);
    put_side(test_begin(&now), &b, 100000);
    char *text[] = { test_done(&base), test_done(&now) };
    *st = test_sides((const test_file[]){ { TEST_BASE, "base", text[0] },
                                          { TEST_NEW, "new", text[1] } },
                     2);
    make(s, *st, test_query, per);
    free(text[0]);
    free(text[1]);
}

/* Checks the divisor, and the uncovered share of each side. */
static void check(told a, told b, corr_per asked, corr_per per, double base,
                  double now)
{
    corr_store *st;
    sides s;

    make_told(&s, &st, a, b, asked);
    assert_int_equal(s.per, per);
    NEAR(s.side[0].uncovered, base, 1e-9);
    NEAR(s.side[1].uncovered, now, 1e-9);
    NEAR(s.side[1].uncovered_seconds, now > 0 ? 20 : 0, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
}

static const told whole = { 600, 60000, 200 };

static void cost_of_which_requests_are_missing_is_not_divided(void **state)
{
    const told part = { 400, 40000, 200 };

    (void)state;
    check(whole, whole, CORR_PER_DEFAULT, CORR_PER_REQUEST, 0, 0);
    check(whole, part, CORR_PER_DEFAULT, CORR_PER_SECOND, 0, 1 / 3.);
    /* an explicit request gets a remark */
    check(whole, part, CORR_PER_REQUEST, CORR_PER_REQUEST, 0, 1 / 3.);
}

static void what_is_missing_of_both_alike_does_no_harm_to_a_ratio(void **state)
{
    const told part = { 400, 40000, 200 };

    (void)state;
    check(part, part, CORR_PER_DEFAULT, CORR_PER_REQUEST, 1 / 3., 1 / 3.);
}

static void where_nothing_is_done_no_request_is_missing(void **state)
{
    const told idle = { 400, 40000, 0 }, nearly = { 400, 40000, 30 };

    (void)state;
    check(whole, idle, CORR_PER_DEFAULT, CORR_PER_REQUEST, 0, 0);
    check(whole, nearly, CORR_PER_DEFAULT, CORR_PER_REQUEST, 0, .05);
}

/* Of 100 in 60 s none need begin in 5 s. */
static void gaps_that_chance_explains_are_none(void **state)
{
    const told rare = { 100, 55000, 200 };

    (void)state;
    check(rare, rare, CORR_PER_DEFAULT, CORR_PER_REQUEST, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_of_which_requests_are_missing_is_not_divided),
        cmocka_unit_test(what_is_missing_of_both_alike_does_no_harm_to_a_ratio),
        cmocka_unit_test(where_nothing_is_done_no_request_is_missing),
        cmocka_unit_test(gaps_that_chance_explains_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
