/* Tests of which waits were recorded while a span ran. */
#include "test/test_locks.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

/* ---- what is there ------------------------------------------------------ */

static void request(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 400, "POST /checkout", "thread.id=#7");
}

static void kind(corr_build *b, const char *name, corr_wait wait, int64_t least)
{
    corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                       .type = corr_str_of(name),
                                       .unit = CORR_NS,
                                       .flags = CORR_KIND_INTERVAL,
                                       .wait = wait,
                                       .threshold = least });
}

static void asked(corr_build *b, corr_wait wait, const char *event, double from,
                  double to, int64_t least)
{
    corr_add_asked(b,
                   &(corr_asked){ .wait = wait,
                                  .event = corr_add_text(b, corr_str_of(event)),
                                  .from = testing_ms(from),
                                  .to = testing_ms(to),
                                  .least = least });
}

/* That knows thread 7. */
static void recording(corr_build *b, double from, double to)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    waits_behind(b, 7, from, from + 1, 3);
}

/* Parks are recorded from 20 ms on before the span, from 1 ms on in it. */
static void told_before(corr_build *b)
{
    recording(b, -1000, 1000);
    kind(b, "park", CORR_WAIT_PARK, 20 * MS);
    asked(b, CORR_WAIT_LOCK, "Enter", -1000, 1000, 1 * MS);
    asked(b, CORR_WAIT_PARK, "Park", -1000, -10, 20 * MS);
    asked(b, CORR_WAIT_PARK, "Park", -10, 1000, 1 * MS);
}

static void told_within(corr_build *b)
{
    recording(b, -1000, 1000);
    kind(b, "park", CORR_WAIT_PARK, 20 * MS);
    asked(b, CORR_WAIT_LOCK, "Enter", -1000, 1000, 5 * MS);
    asked(b, CORR_WAIT_PARK, "Park", -1000, 200, 20 * MS);
    asked(b, CORR_WAIT_PARK, "Park", 200, 1000, 1 * MS);
}

/* Of two events of a sort one. */
static void without_parks(corr_build *b)
{
    recording(b, -1000, 1000);
    kind(b, "wait", CORR_WAIT_PARK, 20 * MS);
    asked(b, CORR_WAIT_PARK, "Park", -1000, 1000, CORR_NOT_TAKEN);
    asked(b, CORR_WAIT_PARK, "Wait", -1000, 1000, 20 * MS);
}

static void without_parks_at_first(corr_build *b)
{
    recording(b, -1000, 1000);
    kind(b, "wait", CORR_WAIT_PARK, 20 * MS);
    asked(b, CORR_WAIT_PARK, "Park", -1000, 200, CORR_NOT_TAKEN);
    asked(b, CORR_WAIT_PARK, "Park", 200, 1000, 0);
    asked(b, CORR_WAIT_PARK, "Wait", -1000, 1000, 20 * MS);
}

static void without_both(corr_build *b)
{
    recording(b, -1000, 1000);
    asked(b, CORR_WAIT_PARK, "Park", -1000, 1000, CORR_NOT_TAKEN);
    asked(b, CORR_WAIT_PARK, "Wait", -1000, 1000, CORR_NOT_TAKEN);
}

/* Another recording of the process that takes parks, and nothing else. */
static void with_parks_alone(corr_build *b)
{
    recording(b, -900, 1000);
    kind(b, "park", CORR_WAIT_PARK, 0);
    asked(b, CORR_WAIT_PARK, "Park", -900, 1000, 0);
    asked(b, CORR_WAIT_PARK, "Wait", -900, 1000, CORR_NOT_TAKEN);
}

/* It ended before the span, and had told that waits are from 50 ms on. */
static void of_another_time(corr_build *b)
{
    recording(b, -9000, -5000);
    kind(b, "sleep", CORR_WAIT_SLEEP, 50 * MS);
}

/* Threads that would run are sampled but from 200 to 5000 ms, seen every 100. */
static void sampler(corr_build *b, unsigned flags, double off_from)
{
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS,
                                           .flags = flags });

    recording(b, -1000, 6000);
    for (double t = -900; t < 5900; t += 100)
        if (t < off_from || t > 5000)
            corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                                   .thread = thread_of(b, 7),
                                                   .time = testing_ms(t),
                                                   .value = 10 * MS });
    asked(b, CORR_WAIT_NONE, "Sample", -1000, off_from, 0);
    asked(b, CORR_WAIT_NONE, "Sample", off_from, 5000, CORR_NOT_TAKEN);
    asked(b, CORR_WAIT_NONE, "Sample", 5000, 6000, 0);
}

static void off_within(corr_build *b)
{
    sampler(b, CORR_KIND_RUNNABLE, 200);
}

static void off_throughout(corr_build *b)
{
    sampler(b, CORR_KIND_RUNNABLE, -10);
}

/* Another sampler than that which was switched off. */
static void of_a_timer(corr_build *b)
{
    sampler(b, 0, 200);
}

/* ---- what comes out ------------------------------------------------------- */

/* "1..20 ms  -park Park, in part" */
static void check_asked(corr_store *st, const char *want)
{
    corr_err err = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;
    char got[256];

    assert_non_null(l);
    const corr_ledger_facts f = corr_ledger_facts_of(l);
    int n = snprintf(got, sizeof got, "%d..%d ms", (int)(f.least_wait / MS),
                     (int)(f.most_wait / MS));
    for (uint32_t i = 0; i < corr_ledger_untaken(l); i++) {
        const corr_untaken u = corr_ledger_untaken_at(l, i);
        assert_true(f.untaken >> u.kind & 1);
        n += snprintf(got + n, sizeof got - (size_t)n, " -%s %.*s",
                      corr_spent_name(u.kind), CORR_STR_ARG(u.event));
    }
    snprintf(got + n, sizeof got - (size_t)n, "%s",
             f.untaken_in_part ? ", in part" : "");
    assert_string_equal(got, want);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

static void what_was_asked_for_while_the_span_ran_counts(void **state)
{
    (void)state;
    check_asked(testing_store(request, told_before), "1..1 ms");
    check_asked(testing_store(request, told_within), "1..20 ms");
    check_asked(testing_store(request, told_before, of_another_time),
                "1..1 ms");
}

static void an_event_that_was_not_taken_is_named(void **state)
{
    (void)state;
    check_asked(testing_store(request, without_parks), "0..20 ms -park Park");
    check_asked(testing_store(request, without_parks_at_first),
                "0..20 ms -park Park, in part");
    check_asked(testing_store(request, without_both), "0..0 ms -park ");
}

static void what_another_recording_took_is_there(void **state)
{
    (void)state;
    check_asked(testing_store(request, without_parks, with_parks_alone),
                "0..20 ms");
}

static void check_sampler(corr_store *st, bool has_cpu, int unsampled_ms)
{
    corr_err err = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;

    assert_non_null(l);
    const corr_ledger_facts f = corr_ledger_facts_of(l);
    assert_int_equal(f.has_cpu, has_cpu);
    assert_int_equal(f.elsewhen && !f.has_cpu, !has_cpu);
    assert_int_equal(f.unsampled, unsampled_ms * MS);
    assert_int_equal(f.untaken, 0);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

static void a_sampler_that_was_switched_off_saw_nothing(void **state)
{
    (void)state;
    check_sampler(testing_store(request, off_within), true, 200);
    check_sampler(testing_store(request, off_throughout), false, 400);
    check_sampler(testing_store(request, of_a_timer), true, 0);
}

static double expected(testing_fill *recorded)
{
    corr_store *st = testing_store(request, recorded);
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st,
                                &(corr_query){ .trace = testing_trace(1),
                                               .span = 0x11,
                                               .measure = "cpu" },
                                &err);

    assert_non_null(sel);
    const double n = corr_sel_facts_of(sel).evidence.expected;
    corr_sel_free(sel);
    corr_store_free(st);
    return n;
}

static void of_a_sampler_that_was_switched_off_nothing_is_expected(void **state)
{
    (void)state;
    assert_true(fabs(expected(off_within) - 20) < 1e-9);
    assert_true(expected(off_throughout) < 0);
    assert_true(fabs(expected(of_a_timer) - 40) < 1e-9);
}

/* Adds a span of a process without a recording. */
static void requests(corr_build *b)
{
    request(b);
    testing_span(b, 2, 0x21, 0, 0, 300, CART);
}

static bool is_known(testing_fill *recorded, uint32_t span)
{
    corr_store *st = testing_store(requests, recorded);
    corr_spanlist *l =
        corr_spanlist_of(st, &(corr_query){ 0 }, &(corr_show){ 0 }, 0, NULL);

    assert_non_null(l);
    const bool known = corr_spanlist_at(l, span).known;
    corr_spanlist_free(l);
    corr_store_free(st);
    return known;
}

static void what_a_span_used_that_nobody_sampled_is_unknown(void **state)
{
    (void)state;
    assert_true(is_known(off_within, 0));
    assert_false(is_known(off_throughout, 0));
    assert_true(is_known(of_a_timer, 0));
    assert_false(is_known(of_a_timer, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_asked_for_while_the_span_ran_counts),
        cmocka_unit_test(an_event_that_was_not_taken_is_named),
        cmocka_unit_test(what_another_recording_took_is_there),
        cmocka_unit_test(a_sampler_that_was_switched_off_saw_nothing),
        cmocka_unit_test(
            of_a_sampler_that_was_switched_off_nothing_is_expected),
        cmocka_unit_test(what_a_span_used_that_nobody_sampled_is_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
