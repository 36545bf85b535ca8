/* Tests of clock_begin: recordings that count from an unknown start. */
#include "store/clock_begin.h"

#include "test/test_bytime.h"

enum { SPANS = 60 };

static unsigned gap_seed; /* 0: spans of the time of the samples */
static bool has_calls, is_idle;

static unsigned draw(unsigned *seed, unsigned n)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % n;
}

/* Requests of 20 to 80 ms, one after the other.  The second half of each waits
 * for another process, if has_calls. */
static void requests(corr_build *b)
{
    unsigned seed = 1, gaps = gap_seed ? gap_seed : 2;
    double at = 1000;

    for (unsigned i = 0; i < SPANS; i++) {
        const double length = 20 + draw(&seed, 60);
        at += 1 + draw(&gaps, 150);
        testing_span_row r = { .trace = i + 1,
                               .id = 2 * i + 1,
                               .from = at,
                               .to = at + length,
                               .kind = CORR_SPAN_SERVER,
                               .proc = SHOP,
                               .attrs = "" };
        testing_full_span(b, &r);
        r.up = r.id++;
        r.kind = CORR_SPAN_CLIENT;
        r.from = at + length / 2;
        if (has_calls)
            testing_full_span(b, &r);
        at += length;
    }
}

/* A sample each ms of the requests, on a clock that began 500 ms before the
 * times of all tests. */
static void recording(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    unsigned seed = 1, gaps = 2;
    double at = 1000;

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < SPANS; i++) {
        const double length = 20 + draw(&seed, 60);
        at += 1 + draw(&gaps, 150);
        for (double t = at; t < at + length; t += 1) {
            const bool waits = has_calls && t >= at + length / 2;
            corr_add_sample(b, &(corr_sample_row){
                                   .kind = cpu,
                                   .stack = testing_stack(
                                       b, waits || is_idle ? "(idle)" : "work"),
                                   .time = (int64_t)((t + 500) * 1e6),
                                   .value = 10 });
        }
        at += length;
    }
    corr_set_clock(b, CORR_CLOCK_OWN);
    corr_note(b, "CLOCK_UNKNOWN", "times count from boot");
}

static corr_store *prepared(unsigned gaps, bool calls, bool idle, bool keep)
{
    gap_seed = gaps;
    has_calls = calls;
    is_idle = idle;
    corr_store *st = corr_store_new(testing_formats, NULL);
    testing_fill *const fill[] = { requests, recording };
    const corr_load_opts opts = { .times.keep_clocks = keep };

    assert_non_null(st);
    testing_add(st, &opts, 0, fill, 2);
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    return st;
}

static void assert_placed(corr_store *st)
{
    const corr_input in = corr_input_at(st, 1);

    assert_true(in.clock.is_found);
    assert_false(in.clock.is_own);
    assert_int_equal(in.clock.shift, 0);
    assert_in_range(in.clock.u, 1000000, 6000000);
    const int64_t offset = store_input(st, 1)->segment.v[1].time[0] -
                           st->loaded.v[1]->segment.v[1].own[0];
    const int64_t off = offset - testing_ms(-500);
    if (off > 5000000 || off < -5000000)
        fail_msg("%lld ns off", (long long)off);
    assert_true(off <= in.clock.u && -off <= in.clock.u);
    assert_true(testing_said(st, "CLOCK_FOUND"));
    assert_false(testing_said(st, "CLOCK_UNKNOWN"));
}

static void spans_place_a_clock_without_a_start(void **state)
{
    corr_store *st = prepared(0, false, false, false);

    (void)state;
    assert_placed(st);
    assert_non_null(st->loaded.v[1]->segment.v[1].own);
    assert_null(st->loaded.v[1]->segment.v[1].time);
    corr_sel *sel =
        corr_sel_of(st, &(corr_query){ .span = 1, .reach = CORR_SELF }, NULL);
    assert_non_null(sel);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    assert_true(e.attributed > 15);
    assert_true(e.rung[CORR_RUNG_P].attributed > 15);
    assert_int_equal(e.word, CORR_SHARED);
    assert_true(e.clock_found);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void calls_are_no_code_and_idle_samples_are_not_busy(void **state)
{
    corr_store *st = prepared(0, true, false, false);

    (void)state;
    assert_placed(st);
    corr_store_free(st);
}

static void assert_unknown(corr_store *st, const char *code)
{
    assert_true(corr_input_at(st, 1).clock.is_own);
    assert_false(corr_input_at(st, 1).clock.is_found);
    assert_true(corr_input_at(st, 1).from == CORR_NO_TIME);
    assert_true(testing_said(st, code));
    corr_store_free(st);
}

static void what_does_not_fit_stays_unknown(void **state)
{
    (void)state;
    assert_unknown(prepared(77, false, false, false), "CLOCK_NOT_FOUND");
    assert_unknown(prepared(0, false, true, false), "CLOCK_NOT_FOUND");
}

static void clocks_are_kept_if_the_user_wants_it(void **state)
{
    (void)state;
    assert_unknown(prepared(0, false, false, true), "CLOCK_UNKNOWN");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_place_a_clock_without_a_start),
        cmocka_unit_test(calls_are_no_code_and_idle_samples_are_not_busy),
        cmocka_unit_test(what_does_not_fit_stays_unknown),
        cmocka_unit_test(clocks_are_kept_if_the_user_wants_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
