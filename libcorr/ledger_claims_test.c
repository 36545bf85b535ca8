/* Tests of what a ledger is made of: time off CPU, and pauses. */
#include "test_locks.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

static void request(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 400, "POST /checkout", "thread.id=#7");
}

/* One that ended after `to` ms, and lasted for so many. */
static void off_cpu_as(corr_build *b, const char *kind, int64_t thread,
                       double to, double length, int64_t obs)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(kind),
                                           .type = CORR_STR("off_cpu"),
                                           .unit = CORR_NS });

    corr_add_sample(b,
                    &(corr_sample_row){ .kind = k,
                                        .thread = thread_of(b, thread),
                                        .stack = testing_stack(b, "main;read"),
                                        .time = testing_ms(to),
                                        .value = (int64_t)(length * 1e6),
                                        .obs = obs });
}

static void off_cpu(corr_build *b, int64_t thread, double to, double length,
                    int64_t obs)
{
    off_cpu_as(b, "offcpu", thread, to, length, obs);
}

static void scheduled(corr_build *b)
{
    begin(b);
    off_cpu(b, 7, 30, 50, 1); /* began before the request */
    off_cpu(b, 7, 200, 60, 1);
    off_cpu(b, 7, 250, 50, 3);  /* of three, nobody knows when each was */
    off_cpu(b, 8, 300, 50, 1);  /* another thread's */
    off_cpu(b, 7, 500, 110, 1); /* what it did next */
    waits_behind(b, 7, 150, 180, 3);
}

static void time_off_cpu_ends_when_it_is_told(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(request, scheduled);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;
    int64_t park = 0, lock = 0, events = 0;

    (void)state;
    assert_non_null(l);
    for (uint32_t i = 0; i < corr_ledger_size(l); i++) {
        const corr_ledger_row r = corr_ledger_at(l, i);
        if (r.kind == CORR_SPENT_PARK) {
            assert_true(corr_str_is(r.name, "off CPU"));
            park = r.ns;
            events = r.events;
        }
        lock = r.kind == CORR_SPENT_LOCK ? r.ns : lock;
    }
    assert_int_equal(lock, 30 * MS);
    assert_int_equal(park, (30 + 60 - 30) * MS);
    assert_int_equal(events, 2);
    assert_int_equal(corr_ledger_facts_of(l).waits, 2);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

static void queued(corr_build *b)
{
    begin(b);
    off_cpu_as(b, "runq", 7, 30, 50, 1);
    off_cpu_as(b, "runq", 7, 200, 60, 1);
    off_cpu_as(b, "offcpu", 7, 220, 50, 1); /* comes first */
    off_cpu_as(b, "runq", 8, 300, 50, 1);
}

static void time_on_the_run_queue_is_a_row_behind_waits(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(request, queued);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;
    int64_t park = 0, queue = 0, all = 0;

    (void)state;
    assert_non_null(l);
    for (uint32_t i = 0; i < corr_ledger_size(l); i++) {
        const corr_ledger_row r = corr_ledger_at(l, i);
        park += r.kind == CORR_SPENT_PARK ? r.ns : 0;
        queue += r.kind == CORR_SPENT_QUEUE ? r.ns : 0;
        all += r.ns;
    }
    assert_string_equal(corr_spent_name(CORR_SPENT_QUEUE), "runq");
    assert_int_equal(park, 50 * MS);
    assert_int_equal(queue, (30 + 60 - 30) * MS);
    assert_int_equal(all, 400 * MS);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

/* ---- pauses ------------------------------------------------------------ */

static void pauses(corr_build *b, const char *kind, double from, double to,
                   const char *labels)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(kind),
                                           .type = corr_str_of(kind),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_PAUSE });

    corr_add_sample(
        b, &(corr_sample_row){ .kind = k,
                               .labels = testing_labels(b, labels),
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = 1 });
}

static void stopped(corr_build *b)
{
    begin(b);
    pauses(b, "time_to_safepoint", 100, 140, "");
    pauses(b, "time_to_safepoint", 380, 450, "");
    pauses(b, "safepoint", 140, 150, "name=G1CollectForAllocation");
    pauses(b, "gc", 141, 149, "cause=full");
    pauses(b, "safepoint", 200, 230, "name=PrintThreads");
    off_cpu(b, 7, 300, 20, 1); /* its thread is known */
}

static void a_pause_says_what_for_unless_it_is_the_collectors(void **state)
{
    static const struct {
        const char *name;
        int64_t ns, events;
    } want[] = {
        { "PrintThreads", 30 * MS, 1 },
        { "", 10 * MS, 1 },
    };
    corr_err err = { 0 };
    corr_store *st = testing_store(request, stopped);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;
    size_t n = 0;

    (void)state;
    assert_non_null(l);
    for (uint32_t i = 0; i < corr_ledger_size(l); i++) {
        const corr_ledger_row r = corr_ledger_at(l, i);
        if (r.kind != CORR_SPENT_GC)
            continue;
        assert_true(n < sizeof want / sizeof *want);
        assert_true(corr_str_is(r.name, want[n].name));
        assert_int_equal(r.ns, want[n].ns);
        assert_int_equal(r.events, want[n].events);
        n++;
    }
    assert_int_equal(n, sizeof want / sizeof *want);
    /* of which thread nobody says */
    assert_int_equal(corr_ledger_facts_of(l).stopping, 60 * MS);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_off_cpu_ends_when_it_is_told),
        cmocka_unit_test(time_on_the_run_queue_is_a_row_behind_waits),
        cmocka_unit_test(a_pause_says_what_for_unless_it_is_the_collectors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
