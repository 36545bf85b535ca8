/* Tests of whether spans got faster. */
#include <math.h>

#include "test/test_join.h"
#include "test/test_memory.h"

#include "corr_diff.h"

#define MS INT64_C(1000000)

/* Requests of one side, one every two seconds: a root, in it a query that takes
 * half of it, and a call that always takes 4 ms. */
static void add_requests(corr_build *b, uint64_t first, unsigned n,
                         double factor)
{
    for (unsigned i = 0; i < n; i++) {
        const uint64_t trace = first + i;
        const double from = 2000 * i;
        const double length = factor * (i % 2 ? 90 : 110);
        const testing_span_row row[] = {
            { .trace = trace,
              .id = 10 * trace + 1,
              .from = from,
              .to = from + length,
              .proc = SHOP,
              .name = "GET /" },
            { .trace = trace,
              .id = 10 * trace + 2,
              .up = 10 * trace + 1,
              .from = from,
              .to = from + length / 2,
              .proc = SHOP,
              .name = "SELECT" },
            { .trace = trace,
              .id = 10 * trace + 3,
              .up = 10 * trace + 1,
              .from = from + length / 2,
              .to = from + length / 2 + 4,
              .proc = SHOP,
              .name = "GET cache" },
        };
        for (unsigned k = 0; k < 3; k++)
            testing_full_span(b, &row[k]);
    }
}

static void before(corr_build *b)
{
    add_requests(b, 100, 30, 1);
}

static void after(corr_build *b)
{
    add_requests(b, 200, 30, 2);
    for (unsigned i = 0; i < 5; i++)
        testing_full_span(b, &(testing_span_row){ .trace = 200 + i,
                                                  .id = 5000 + i,
                                                  .up = 10 * (200 + i) + 1,
                                                  .from = 2000 * i + 150,
                                                  .to = 2000 * i + 151,
                                                  .proc = SHOP,
                                                  .name = "audit" });
}

static void few(corr_build *b)
{
    add_requests(b, 300, 19, 2);
}

/* Ten more requests, of which no end is recorded. */
static void after_with_unended(corr_build *b)
{
    after(b);
    for (unsigned i = 0; i < 10; i++)
        testing_full_span(b,
                          &(testing_span_row){ .trace = 600 + i,
                                               .id = 6000 + i,
                                               .from = 2000 * i,
                                               .to = 0,
                                               .proc = SHOP,
                                               .name = "GET /",
                                               .flags = CORR_SPAN_UNFINISHED });
}

static void nothing_ended(corr_build *b)
{
    for (unsigned i = 0; i < 30; i++)
        testing_full_span(b,
                          &(testing_span_row){ .trace = 600 + i,
                                               .id = 6000 + i,
                                               .from = 2000 * i,
                                               .to = 0,
                                               .proc = SHOP,
                                               .name = "GET /",
                                               .flags = CORR_SPAN_UNFINISHED });
}

static const corr_query sides_of[2] = { { .group = 1 }, { .group = 2 } };

static corr_store *two_sides(testing_fill *base, testing_fill *next)
{
    corr_store *st = testing_store(base, next);

    st->loaded.v[0]->group = 1;
    st->loaded.v[1]->group = 2;
    return st;
}

static corr_spandiff *spandiff_with(corr_store *st, const corr_query q[2])
{
    corr_err err = { 0 };
    corr_spandiff *d = corr_spandiff_of(st, q, &err);

    if (!d)
        fail_msg("%s", err.what);
    return d;
}

static corr_spandiff_row row_of(const corr_spandiff *d, const char *name)
{
    for (uint32_t i = 0; i < corr_spandiff_size(d); i++) {
        const corr_spandiff_row r = corr_spandiff_at(d, i);
        if (corr_str_is(r.name, name))
            return r;
    }
    fail_msg("no row of %s", name);
    return (corr_spandiff_row){ 0 };
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-6 * fmax(1, fabs(b))))
        fail_msg("%.9g is not %.9g", a, b);
}

static void spans_without_an_end_have_no_duration(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row all = row_of(d, "GET /");

    (void)state;
    corr_spandiff_free(d);
    corr_store_free(st);
    st = two_sides(before, after_with_unended);
    d = spandiff_with(st, sides_of);
    const corr_spandiff_facts f = corr_spandiff_facts_of(d);
    const corr_spandiff_row r = row_of(d, "GET /");
    assert_int_equal(f.spans[1], 105);
    assert_int_equal(f.unended[1], 10);
    assert_int_equal(f.unended[0], 0);
    assert_int_equal(r.spans[1], 30);
    assert_int_equal(r.unended[1], 10);
    assert_near(r.judged.ratio.value, all.judged.ratio.value);
    assert_near(r.judged.ratio.lo, all.judged.ratio.lo);
    assert_near(r.p50[1], all.p50[1]);
    assert_near(r.critical[1], all.critical[1]);
    corr_spandiff_free(d);
    corr_store_free(st);
}

/* Sides that are spans of their own have requests of their own. */
static void requests_of_chosen_spans_are_those_that_have_one(void **state)
{
    const corr_query q[2] = { { .group = 2, .where = "name = \"audit\"" },
                              { .group = 2, .where = "name = \"SELECT\"" } };
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, q);
    const corr_spandiff_facts f = corr_spandiff_facts_of(d);

    (void)state;
    assert_int_equal(f.spans[0], 5);
    assert_int_equal(f.requests[0], 5);
    assert_int_equal(f.spans[1], 30);
    assert_int_equal(f.requests[1], 30);
    assert_near(row_of(d, "audit").critical[0], 1 * MS);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void a_side_without_ends_is_not_new(void **state)
{
    corr_store *st = two_sides(nothing_ended, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "GET /");

    (void)state;
    assert_int_equal(r.change, CORR_UNCLEAR);
    assert_true(isnan(r.judged.ratio.value));
    assert_true(isnan(r.mean[0]));
    assert_int_equal(row_of(d, "SELECT").change, CORR_NEW);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void an_operation_that_takes_twice_as_long_grew(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_facts f = corr_spandiff_facts_of(d);
    const corr_spandiff_row r = row_of(d, "GET /");

    (void)state;
    assert_int_equal(f.spans[0], 90);
    assert_int_equal(f.spans[1], 95);
    assert_int_equal(f.requests[0], 30);
    assert_int_equal(f.requests[1], 30);
    assert_int_equal(f.tested, 3);
    assert_true(f.found);
    assert_true(corr_str_is(r.service, "shop"));
    assert_int_equal(r.spans[0], 30);
    assert_near(r.mean[0], 100. * MS);
    assert_near(r.mean[1], 200. * MS);
    assert_near(r.delta, 100. * MS);
    assert_near(r.p50[0], 90. * MS);
    assert_near(r.p95[1], 220. * MS);
    assert_near(r.judged.ratio.value, 2);
    assert_int_equal(r.change, CORR_GREW);
    assert_string_equal(r.judged.mark, "**");
    assert_true(r.judged.ratio.lo > 1.8 && r.judged.ratio.lo < 2 &&
                r.judged.ratio.hi > 2 && r.judged.ratio.hi < 2.2);
    corr_spandiff_free(d);
    corr_store_free(st);
}

/* By traces, the variance of the mean is 30/29 * 30 * 10^2 / 30^2 ms^2 = 3.448.
 * Windows of 10 s hold 5 spans, 3 of them of one kind: the mean is 2 ms off, so
 * the variance is 6/5 * 6 * 10^2 / 30^2 = 0.8. The larger one counts, with
 * the 5 degrees of freedom of the windows. */
static void
the_interval_is_of_windows_and_no_smaller_than_of_traces(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "GET /");
    const double se = sqrt(2 * (100 / 29.) / 1e4);
    const double t = 2.2281388520; /* of 10 degrees of freedom */

    (void)state;
    assert_int_equal(corr_spandiff_facts_of(d).window, 10000 * MS);
    assert_int_equal(r.clusters[0], 6);
    assert_false(r.by_trace);
    assert_near(log(r.judged.ratio.hi), log(2) + t * se);
    assert_near(log(r.judged.ratio.lo), log(2) - t * se);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void what_stays_the_same_is_told_so(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "GET cache");

    (void)state;
    assert_near(r.judged.ratio.value, 1);
    assert_near(r.judged.p, 1);
    assert_int_equal(r.change, CORR_SAME);
    assert_string_equal(r.judged.mark, "~");
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void what_is_on_one_side_only_is_not_ranked(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "audit");

    (void)state;
    assert_int_equal(r.change, CORR_NEW);
    assert_true(isnan(r.mean[0]) && isnan(r.judged.ratio.value) &&
                isnan(r.judged.q));
    assert_near(r.mean[1], 1. * MS);
    assert_string_equal(r.judged.mark, ".");
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void the_path_is_that_of_a_request_and_orders_the_rows(void **state)
{
    corr_store *st = two_sides(before, after);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row first = corr_spandiff_at(d, 0);
    const corr_spandiff_row query = row_of(d, "SELECT");

    (void)state;
    assert_near(query.critical[0], 50. * MS);
    assert_near(query.critical[1], 100. * MS);
    assert_near(row_of(d, "GET cache").critical[1], 4. * MS);
    assert_true(fabs(first.critical[1] - first.critical[0]) >= 49. * MS);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void a_span_of_both_sides_counts_for_each(void **state)
{
    corr_store *st = two_sides(before, before);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_facts f = corr_spandiff_facts_of(d);
    const corr_spandiff_row r = row_of(d, "SELECT");

    (void)state;
    assert_int_equal(f.shared, 90);
    for (unsigned w = 0; w < 2; w++) {
        assert_int_equal(f.spans[w], 90);
        assert_int_equal(f.requests[w], 30);
        assert_int_equal(r.spans[w], 30);
        assert_int_equal(r.clusters[w], 6);
        assert_near(r.critical[w], 50. * MS);
    }
    corr_spandiff_free(d);
    corr_store_free(st);
}

/* One request kept its first span, five kept the spans of one called
 * service. */
static void called_from_elsewhere(corr_build *b)
{
    add_requests(b, 100, 1, 1);
    for (unsigned i = 0; i < 5; i++)
        for (unsigned k = 0; k < 2; k++)
            testing_full_span(
                b, &(testing_span_row){ .trace = 500 + i,
                                        .id = 6000 + 10 * i + k,
                                        .up = 7000 + k,
                                        .from = 2000 * i + (k ? 50 : 0),
                                        .to = 2000 * i + (k ? 70 : 40),
                                        .proc = SHOP,
                                        .name = "GET /price" });
}

static void a_trace_whose_first_span_is_missing_is_a_request(void **state)
{
    corr_store *st = two_sides(called_from_elsewhere, before);
    corr_spandiff *d = spandiff_with(st, sides_of);

    (void)state;
    assert_int_equal(corr_spandiff_facts_of(d).requests[0], 6);
    assert_int_equal(corr_spandiff_facts_of(d).requests[1], 30);
    assert_near(row_of(d, "GET /price").critical[0], 5 * 40. / 6 * MS);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void fewer_than_twenty_spans_are_not_tested(void **state)
{
    corr_store *st = two_sides(before, few);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "GET /");

    (void)state;
    assert_int_equal(corr_spandiff_facts_of(d).tested, 0);
    assert_string_equal(r.judged.mark, ".");
    assert_true(isnan(r.judged.p) && isnan(r.judged.ratio.lo));
    assert_true(r.judged.ratio.value > 1.9 && r.judged.ratio.value < 2.1);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void only_the_operation_asked_for_is_told(void **state)
{
    corr_store *st = two_sides(before, after);
    const corr_query q[2] = { { .group = 1, .op = "SELECT" },
                              { .group = 2, .op = "SELECT" } };
    corr_spandiff *d = spandiff_with(st, q);

    (void)state;
    assert_int_equal(corr_spandiff_size(d), 1);
    assert_int_equal(corr_spandiff_facts_of(d).spans[0], 30);
    assert_int_equal(corr_spandiff_facts_of(d).requests[0], 30);
    assert_near(corr_spandiff_at(d, 0).critical[0], 50. * MS);
    corr_spandiff_free(d);
    corr_store_free(st);
}

/* Requests of 90 and 110 ms by turns, 50 ms apart: one in ten was kept for so
 * many, by its trace state, and is a little longer. */
static void add_kept(corr_build *b, uint64_t first, unsigned n,
                     const char *state)
{
    for (unsigned i = 0; i < n; i++)
        testing_full_span(
            b, &(testing_span_row){ .trace = first + i,
                                    .id = first + i,
                                    .from = 50 * i,
                                    .to = 50 * i + (i % 10 ? 0 : 30) +
                                          (i % 20 < 10 ? 90 : 110),
                                    .proc = SHOP,
                                    .name = "GET /",
                                    .attrs = i % 10 ? NULL : state });
}

static void kept_for_itself(corr_build *b)
{
    add_kept(b, 1000, 400, NULL);
}

static void kept_for_a_hundred(corr_build *b)
{
    add_kept(b, 2000, 400, "w3c.tracestate=ot=th:fd70a4");
}

static void again_for_a_hundred(corr_build *b)
{
    add_kept(b, 3000, 400, "w3c.tracestate=ot=th:fd70a4");
}

static void few_kept_for_a_hundred(corr_build *b)
{
    add_kept(b, 2000, 150, "w3c.tracestate=ot=th:fd70a4");
}

/* As much as (sum of weights)^2 / (sum of their squares) spans of one weight. */
static void spans_of_other_weights_tell_as_much_as_fewer_of_one(void **state)
{
    corr_store *st = two_sides(kept_for_a_hundred, again_for_a_hundred);
    corr_spandiff *d = spandiff_with(st, sides_of);
    const corr_spandiff_row r = row_of(d, "GET /");
    const double w = 100.0001, all = 40 * w + 360;
    const double n = all * all / (40 * w * w + 360);
    const double mean = (40 * w * 130 + 360 * 100) / all;
    double sum = 0;

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        const double x = (i % 10 ? 0 : 30) + (i % 20 < 10 ? 90 : 110);
        sum += pow((i % 10 ? 1 : w) * (x - mean), 2);
    }
    const double se = sqrt(2 * sum * n / (n - 1)) / all / mean;
    assert_true(n > 43 && n < 48);
    assert_true(r.by_trace);
    /* t of 2 (n - 1) degrees of freedom, about 90: 1.987 */
    assert_true(fabs(log(r.judged.ratio.hi) / se - 1.987) < 2e-3);
    assert_int_equal(corr_spandiff_facts_of(d).spans[0], 400);
    assert_int_equal(corr_spandiff_facts_of(d).requests[0], 400);
    assert_true(fabs(corr_spandiff_facts_of(d).requested[0] - all) < .01);
    assert_true(fabs(corr_spandiff_facts_of(d).stand[0] - all) < .01);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void spans_that_tell_as_much_as_few_are_not_tested(void **state)
{
    corr_store *st = two_sides(kept_for_itself, few_kept_for_a_hundred);
    corr_spandiff *d = spandiff_with(st, sides_of);

    (void)state;
    assert_int_equal(corr_spandiff_facts_of(d).tested, 0); /* as much as 18 */
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void some(corr_build *b)
{
    add_requests(b, 100, 20, 1);
}

/* Few spans, so that sorting needs no memory. */
static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    corr_store *st = two_sides(some, few);
    const corr_query q[2] = { { .group = 1, .op = "SELECT" },
                              { .group = 2, .op = "SELECT" } };

    (void)state;
    corr_spandiff_free(spandiff_with(st, q));
    ASSERT_MEMORY_IS_TOLD(corr_spandiff, corr_spandiff_of(st, q, &err),
                          corr_spandiff_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_without_an_end_have_no_duration),
        cmocka_unit_test(requests_of_chosen_spans_are_those_that_have_one),
        cmocka_unit_test(a_side_without_ends_is_not_new),
        cmocka_unit_test(an_operation_that_takes_twice_as_long_grew),
        cmocka_unit_test(
            the_interval_is_of_windows_and_no_smaller_than_of_traces),
        cmocka_unit_test(what_stays_the_same_is_told_so),
        cmocka_unit_test(what_is_on_one_side_only_is_not_ranked),
        cmocka_unit_test(the_path_is_that_of_a_request_and_orders_the_rows),
        cmocka_unit_test(a_span_of_both_sides_counts_for_each),
        cmocka_unit_test(a_trace_whose_first_span_is_missing_is_a_request),
        cmocka_unit_test(fewer_than_twenty_spans_are_not_tested),
        cmocka_unit_test(only_the_operation_asked_for_is_told),
        cmocka_unit_test(spans_of_other_weights_tell_as_much_as_fewer_of_one),
        cmocka_unit_test(spans_that_tell_as_much_as_few_are_not_tested),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
