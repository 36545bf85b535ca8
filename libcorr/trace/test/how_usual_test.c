/* Tests of how_usual: the rank of a request among those of its kind. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "base/base.h"
#include "corr_trace.h"

#define MS INT64_C(1000000)

/* n requests "GET /" of shop, one after the other: of 10, 20, ... ms; every
 * fifth failed if some fail.  The first called "db", and "GET /" of cart. */
static const char *requests(int n, bool some_fail)
{
    static char text[8192];
    size_t at = 0;

    for (int i = 1; i <= n; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "span 00000000000000%02x 0 %d %d shop - 2 %d "
                               "GET /\n",
                               i, i * 1000, i * 1000 + i * 10,
                               some_fail && i % 5 == 0 ? 2 : 0);
    snprintf(text + at, sizeof text - at,
             "span 00000000000000f1 0000000000000001 1000 1005 shop - 1 0 db\n"
             "span 00000000000000f2 0000000000000001 1000 1005 cart - 2 0 GET "
             "/\n");
    return text;
}

static corr_usual usual_in(const char *text, uint64_t id, int64_t from,
                           int64_t to)
{
    corr_err err = { 0 };
    corr_usual u = { 0 };
    corr_store *st = test_store(&text, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, &err);

    if (!w || corr_usual_of(w, corr_waterfall_find(w, id), from, to, &u, &err))
        fail_msg("%s", err.what);
    corr_waterfall_free(w);
    corr_store_free(st);
    return u;
}

static void the_slowest_of_twenty_has_the_last_half_rank(void **state)
{
    const corr_usual u = usual_in(requests(20, false), 20, 0, 0);

    (void)state;
    assert_int_equal(u.n, 20);
    assert_int_equal(u.shorter, 19);
    assert_int_equal(u.equal, 1);
    assert_true(u.rank == 19.5 / 20);
    assert_int_equal(u.median, 105 * MS);
    assert_true(u.same_status);
    assert_false(u.failed);
}

static void fewer_than_twenty_are_no_measure(void **state)
{
    (void)state;
    assert_int_equal(usual_in(requests(19, false), 19, 0, 0).n, 0);
}

static void an_inner_span_has_the_rank_of_its_request(void **state)
{
    const corr_usual u = usual_in(requests(21, false), 0xf1, 0, 0);

    (void)state;
    assert_int_equal(u.span, 0);
    assert_int_equal(u.n, 21);
    assert_int_equal(u.shorter, 0);
    assert_int_equal(u.median, 110 * MS);
}

static void other_services_are_of_another_kind(void **state)
{
    (void)state;
    assert_int_equal(usual_in(requests(21, false), 0xf2, 0, 0).n, 0);
}

/* 20 of 100 failed. */
static void failed_ones_are_compared_with_failed_ones(void **state)
{
    corr_usual u = usual_in(requests(100, true), 100, 0, 0);

    (void)state;
    assert_true(u.failed && u.same_status);
    assert_int_equal(u.n, 20);
    assert_int_equal(u.median, 525 * MS);
    u = usual_in(requests(60, true), 60, 0, 0); /* 12 of 60 failed */
    assert_true(u.failed && !u.same_status);
    assert_int_equal(u.n, 60);
}

static void only_requests_of_the_window_are_compared(void **state)
{
    const int64_t start = 2000 * MS, end = 26000 * MS; /* times begin at 1 s */
    const corr_usual u = usual_in(requests(40, false), 20, start, end);

    (void)state;
    assert_int_equal(u.n, 25);
    assert_int_equal(u.shorter, 19);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slowest_of_twenty_has_the_last_half_rank),
        cmocka_unit_test(fewer_than_twenty_are_no_measure),
        cmocka_unit_test(an_inner_span_has_the_rank_of_its_request),
        cmocka_unit_test(other_services_are_of_another_kind),
        cmocka_unit_test(failed_ones_are_compared_with_failed_ones),
        cmocka_unit_test(only_requests_of_the_window_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
