/* Tests of what could be expected of a span: its time without known waits, and
 * where the spans below it count, without theirs (vector 1.10). */
#include "test/test_join.h"
#include "test/test_memory.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

static void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-4)
        fail_msg("%.9g is not %.9g", got, want);
}

static void add_span(corr_build *b, uint64_t id, uint64_t up, double from,
                     double to, const char *thread)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = SHOP,
                                              .name = "work",
                                              .attrs = thread });
}

/* The spans of vector 1.10, which are those of 2.1. */
static void checkout(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 800, "thread.id=#7");
    add_span(b, 0x12, 0x11, 20, 60, "thread.id=#7");
    add_span(b, 0x13, 0x11, 300, 420, "thread.id=#9");
}

static corr_thread thread_of(corr_build *b, int64_t id)
{
    char name[16];

    snprintf(name, sizeof name, "http-%d", (int)id);
    return corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 100 + id,
                           id);
}

static void waits(corr_build *b, corr_wait wait, int64_t thread, double from,
                  double to)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("wait"),
                                           .type = CORR_STR("wait"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = wait });

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind,
                               .thread = thread ? thread_of(b, thread)
                                                : (corr_thread){ 0 },
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = testing_ms(to) - testing_ms(from) });
}

static void cpu(corr_build *b, int64_t thread, double first, double last)
{
    for (double t = first; t <= last; t += 10)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = testing_cpu(b),
                                   .thread = thread_of(b, thread),
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(t),
                                   .value = 10 * MS });
}

static void record(corr_build *b, double from, double to)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    waits(b, CORR_WAIT_LOCK, 7, 150, 190);
    waits(b, CORR_WAIT_PAUSE, 0, 260, 275);
    waits(b, CORR_WAIT_PARK, 7, 330, 420);
    waits(b, CORR_WAIT_SOCKET, 7, 500, 560);
    waits(b, CORR_WAIT_PAUSE, 0, 520, 535);
    waits(b, CORR_WAIT_PAUSE, 0, 540, 559.5);
    cpu(b, 7, 5, 15);
    cpu(b, 7, 65, 145);
    cpu(b, 7, 205, 255);
    cpu(b, 7, 280, 290);
    cpu(b, 7, 302, 322);
    cpu(b, 7, 425, 495);
    cpu(b, 7, 565, 685);
}

static void recorded(corr_build *b)
{
    record(b, -1000, 2000);
}

/* The children wait, too: one sleeps, the other is in a socket and parked. */
static void children_wait(corr_build *b)
{
    record(b, -1000, 2000);
    waits(b, CORR_WAIT_SLEEP, 7, 30, 50);
    waits(b, CORR_WAIT_SOCKET, 9, 310, 350);
    waits(b, CORR_WAIT_PARK, 9, 380, 430);
}

/* The recording ends while the span waits for a socket. */
static void cut_short(corr_build *b)
{
    record(b, -1000, 510);
}

static corr_evidence covered(corr_store *st, corr_reach how, uint64_t span)
{
    corr_err err = { 0 };
    const corr_query q = {
        .trace = testing_trace(1), .span = span, .reach = how, .measure = "cpu"
    };
    corr_sel *sel = corr_sel_of(st, &q, &err);
    corr_waterfall *w = corr_waterfall_of(st, q.trace, &err);

    if (!sel || !w)
        fail_msg("%s", err.what);
    corr_evidence e = corr_sel_facts_of(sel).evidence;
    assert_int_equal(
        corr_ledger_cover(w, corr_waterfall_find(w, span), how, sel, &e, &err),
        CORR_OK);
    corr_waterfall_free(w);
    corr_sel_free(sel);
    return e;
}

static void vector_1_10_comes_out_of_a_store(void **state)
{
    corr_store *st = testing_store(checkout, recorded);

    (void)state;
    const corr_evidence e = covered(st, CORR_SELF, 0x11);
    assert_int_equal(e.able_ns, 555 * MS);
    assert_int_equal(e.profiled_ns, 800 * MS);
    assert_close(e.expected, 55.5);
    assert_close(corr_evidence_joined(&e), 43);
    assert_close(corr_evidence_joined(&e) / e.expected, 43 / 55.5);
    corr_store_free(st);
}

static void spans_below_count_without_their_own_waits(void **state)
{
    corr_store *st = testing_store(checkout, recorded);

    (void)state;
    /* The child is on the span's thread. The other one has only a pause without
     * a thread. */
    corr_evidence e = covered(st, CORR_LOCAL, 0x11);
    assert_int_equal(e.able_ns, (555 + 40 + 120) * MS);
    corr_store_free(st);

    st = testing_store(checkout, children_wait);
    e = covered(st, CORR_LOCAL, 0x11);
    assert_int_equal(e.able_ns, (555 + 20 + 40) * MS);
    assert_close(e.expected, 61.5);
    e = covered(st, CORR_SELF, 0x11);
    assert_int_equal(e.able_ns, 555 * MS);
    e = covered(st, CORR_LOCAL, 0x13);
    assert_int_equal(e.able_ns, 40 * MS);
    corr_store_free(st);
}

static void only_waits_within_the_profile_are_left_out(void **state)
{
    corr_store *st = testing_store(checkout, cut_short);

    (void)state;
    const corr_evidence e = covered(st, CORR_SELF, 0x11);
    assert_int_equal(e.profiled_ns, 510 * MS);
    /* without 40 of the child, 40 lock, 15 pause, 90 of the other child and 10
     * of the socket */
    assert_int_equal(e.able_ns, (510 - 195) * MS);
    corr_store_free(st);
}

static void threadless(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 800, "");
    add_span(b, 0x12, 0x11, 20, 60, "");
}

static void without_a_thread_only_children_are_left_out(void **state)
{
    corr_store *st = testing_store(threadless, recorded);

    (void)state;
    assert_int_equal(covered(st, CORR_SELF, 0x11).able_ns, 760 * MS);
    assert_int_equal(covered(st, CORR_LOCAL, 0x11).able_ns, 800 * MS);
    corr_store_free(st);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    corr_store *st = testing_store(checkout, children_wait);
    const corr_query q = { .trace = testing_trace(1), .span = 0x11 };
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_waterfall *w = corr_waterfall_of(st, q.trace, NULL);
    bool more = true;

    (void)state;
    assert_true(sel && w);
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        corr_evidence e = { 0 };
        test_memory_arm(n);
        const corr_code code =
            corr_ledger_cover(w, 0, CORR_LOCAL, sel, &e, &err);
        more = test_memory_failed();
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(code, err.code);
        assert_int_equal(e.able_ns, code ? 0 : 615 * MS);
        assert_true(!code || more);
    }
    corr_waterfall_free(w);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_1_10_comes_out_of_a_store),
        cmocka_unit_test(spans_below_count_without_their_own_waits),
        cmocka_unit_test(only_waits_within_the_profile_are_left_out),
        cmocka_unit_test(without_a_thread_only_children_are_left_out),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
