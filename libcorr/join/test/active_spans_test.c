/* Tests of active_spans: moments, pieces of lanes, queries of lanes. */
#include "join/active_spans.h"

#include "test/test_join.h"

static void close_to(double got, double want)
{
    if (fabs(got - want) > 1e-12)
        fail_msg("%.15g is not %.15g", got, want);
}

/* ---- moments -------------------------------------------------------- */

static void a_moment_is_in_an_interval_as_far_as_its_clock_says(void **state)
{
    /* corr-methods 1.1, in thousandths */
    static const struct {
        int64_t t;
        double want;
    } rows[] = { { 0, 0.5 },      { 500, 0.75 },  { 1000, 1 },
                 { 5000, 1 },     { 9500, 0.75 }, { 10000, 0.5 },
                 { 10500, 0.25 }, { 11200, 0 },   { -1000, 0 } };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        const sample_time m = { .t = rows[i].t, .u = 1000 };
        close_to(sample_time_inside(&m, 0, 10000), rows[i].want);
    }
}

static void a_sure_moment_is_in_or_out(void **state)
{
    const sample_time m = { .t = 10 };

    (void)state;
    close_to(sample_time_inside(&m, 10, 11), 1);
    close_to(sample_time_inside(&m, 9, 10), 0);
    close_to(sample_time_inside(&m, 11, 12), 0);
}

static void ticks_are_spread_evenly_from_first_to_last(void **state)
{
    const sample_time m = { .t = 1000, .ticks = 20, .length = 950 };
    const sample_time uneven = { .t = 0,
                                 .ticks = 4,
                                 .length = 10 }; /* 0 3 6 10 */
    const sample_time at_once = { .t = 5, .ticks = 3 };

    (void)state;
    close_to(sample_time_inside(&m, 1200, 1600), 8.0 / 20);
    close_to(sample_time_inside(&m, 0, 1000), 0);
    close_to(sample_time_inside(&m, 1000, 1001), 1.0 / 20);
    close_to(sample_time_inside(&m, 1950, 2000), 1.0 / 20);
    close_to(sample_time_inside(&m, 0, 5000), 1);
    close_to(sample_time_inside(&uneven, 3, 4), 0.25);
    close_to(sample_time_inside(&uneven, 4, 7), 0.25);
    close_to(sample_time_inside(&uneven, 7, 10), 0);
    close_to(sample_time_inside(&uneven, 10, 11), 0.25);
    close_to(sample_time_inside(&at_once, 5, 6), 1);
    close_to(sample_time_inside(&at_once, 6, 7), 0);
}

static void ticks_of_hostile_numbers_stay_in_bounds(void **state)
{
    const sample_time m = { .t = INT64_MIN + 1,
                            .ticks = SAMPLE_TIME_TICKS,
                            .length = INT64_MAX };

    (void)state;
    const double part = sample_time_inside(&m, INT64_MIN + 1, INT64_MAX);
    assert_true(
        fabs(sample_time_inside(&m, INT64_MIN, -(INT64_MAX / 2)) - 0.5) < 1e-6);
    close_to(part, 1);
}

/* ---- pieces --------------------------------------------------------- */

static void check_piece(const active_spans *w, uint32_t i, int64_t from,
                        int64_t to, uint32_t who)
{
    assert_true(i < w->piece.n);
    const active_spans_piece *p = &w->piece.v[i];
    if (p->from != from || p->to != to || p->n != 1 ||
        *active_spans_who(w, p) != who)
        fail_msg("piece %u: [%lld, %lld) %u of %u", i, (long long)p->from,
                 (long long)p->to, p->n ? *active_spans_who(w, p) : 0, p->n);
}

static void the_scope_that_began_last_rules_until_it_ends(void **state)
{
    /* nested, overlapping, one inside a gap, one that never ends */
    static const active_spans_scope scopes[] = {
        { 0, 100, 1 }, { 20, 40, 2 },   { 30, 60, 3 },
        { 60, 60, 4 }, { 150, 160, 5 }, { 200, INT64_MAX, 6 },
    };
    active_spans w = { 0 };

    (void)state;
    assert_true(active_spans_scopes(&w, scopes, countof(scopes)));
    assert_int_equal(w.lane.n, 1);
    assert_int_equal(w.piece.n, 6);
    check_piece(&w, 0, 0, 20, 1);
    check_piece(&w, 1, 20, 30, 2);
    check_piece(&w, 2, 30, 60, 3);
    check_piece(&w, 3, 60, 100, 1);
    check_piece(&w, 4, 150, 160, 5);
    check_piece(&w, 5, 200, INT64_MAX, 6);
    active_spans_clear(&w);
}

static uint32_t who_at(active_spans *w, uint32_t lane, int64_t t)
{
    const sample_time m = { .t = t };
    size_t n;
    const active_spans_piece *p = active_spans_at(w, lane, &m, &n);

    return n ? *active_spans_who(w, p) : 0;
}

static void questions_may_come_in_any_order(void **state)
{
    active_spans_scope scopes[100];
    active_spans w = { 0 };

    (void)state;
    for (uint32_t i = 0; i < 100; i++)
        scopes[i] = (active_spans_scope){ 10 * i, 10 * i + 5, i + 1 };
    assert_true(active_spans_scopes(&w, scopes, 1));
    assert_true(active_spans_scopes(&w, scopes, 100));
    for (uint32_t step = 1; step < 100; step++)
        for (uint32_t k = 0, i = 0; k < 100; k++, i = (i + step) % 100) {
            assert_int_equal(who_at(&w, 1, 10 * i + 4), i + 1);
            assert_int_equal(who_at(&w, 1, 10 * i + 5), 0);
        }
    assert_int_equal(who_at(&w, 1, -1), 0);
    assert_int_equal(who_at(&w, 1, 5000), 0);
    assert_int_equal(who_at(&w, 0, 4), 1);
    assert_int_equal(who_at(&w, 0, 14), 0);
    active_spans_clear(&w);
}

static void all_pieces_that_a_moment_touches_are_found(void **state)
{
    static const active_spans_scope scopes[] = { { 0, 10, 1 },
                                                 { 10, 20, 2 },
                                                 { 25, 30, 3 } };
    const sample_time wide = { .t = 15, .u = 10 };
    const sample_time tight = { .t = 15, .u = 5 };
    active_spans w = { 0 };
    size_t n;

    (void)state;
    assert_true(active_spans_scopes(&w, scopes, countof(scopes)));
    const active_spans_piece *p = active_spans_at(&w, 0, &wide, &n);
    assert_int_equal(n, 3);
    assert_int_equal(p->from, 0);
    assert_false(moment_within(&wide, p));
    p = active_spans_at(&w, 0, &tight, &n);
    assert_int_equal(p->from, 10);
    assert_true(moment_within(&tight, p));
    active_spans_clear(&w);
}

static void chain(corr_build *b)
{
    testing_span(b, 1, 1, 0, 0, 1000, SHOP);
    testing_span(b, 1, 2, 1, 100, 900, SHOP);
    testing_span(b, 1, 3, 2, 200, 300, SHOP);
    testing_span(b, 1, 4, 2, 300, 400, SHOP);
    testing_span(b, 1, 5, 1, 500, 500, SHOP);
}

static void spans_are_cut_where_the_innermost_changes(void **state)
{
    static const uint32_t span[] = { 1, 2, 3, 4, 5 };
    static const struct {
        double from, to;
        uint32_t who;
    } want[] = { { 0, 100, 1 },   { 100, 200, 2 }, { 200, 300, 3 },
                 { 300, 400, 4 }, { 400, 900, 2 }, { 900, 1000, 1 } };
    corr_store *st = testing_store(chain);
    active_spans w = { 0 };

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(
        active_spans_spans(&w, st, span, countof(span), st->spans.proc.v[1]));
    assert_int_equal(w.piece.n, countof(want));
    for (uint32_t i = 0; i < countof(want); i++)
        check_piece(&w, i, testing_ms(want[i].from), testing_ms(want[i].to),
                    want[i].who);
    for (size_t i = 0; i < st->spans.at.n; i++)
        assert_int_equal(w.cover[i], 0);
    active_spans_clear(&w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_is_in_an_interval_as_far_as_its_clock_says),
        cmocka_unit_test(a_sure_moment_is_in_or_out),
        cmocka_unit_test(ticks_are_spread_evenly_from_first_to_last),
        cmocka_unit_test(ticks_of_hostile_numbers_stay_in_bounds),
        cmocka_unit_test(the_scope_that_began_last_rules_until_it_ends),
        cmocka_unit_test(questions_may_come_in_any_order),
        cmocka_unit_test(all_pieces_that_a_moment_touches_are_found),
        cmocka_unit_test(spans_are_cut_where_the_innermost_changes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
