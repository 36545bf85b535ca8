/* Tests of what a ledger is made of: children, waits, pauses, samples, and what
 * is lost. */
#include "test/test_locks.h"
#include "test/test_memory.h"

#include "corr_trace.h"
#include "trace/ledger_claims.h"

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
    off_cpu(b, 7, 250, 50, 3);  /* three events, times unknown */
    off_cpu(b, 8, 300, 50, 1);  /* another thread's */
    off_cpu(b, 7, 500, 110, 1); /* the thread's next work */
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
    /* The recording does not name the thread. */
    assert_int_equal(corr_ledger_facts_of(l).stopping, 60 * MS);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

/* ---- by themselves ------------------------------------------------------ */

/* What is known of the first request. */
typedef struct known {
    corr_store *st;
    corr_waterfall *w;
    corr_arena arena;
    span_threads homes;
    ledger_claims c;
} known;

static void know(known *k, corr_store *st)
{
    *k = (known){ .st = st };
    k->w = corr_waterfall_of(st, testing_trace(1), NULL);
    assert_non_null(k->w);
    assert_true(span_threads_of(&k->homes, k->w, &k->arena));
    assert_true(ledger_claims_of(&k->c, &k->homes, 0));
}

static void forget(known *k)
{
    ledger_claims_clear(&k->c);
    corr_arena_clear(&k->arena);
    corr_waterfall_free(k->w);
    corr_store_free(k->st);
}

static int in_ms(int64_t t)
{
    return (int)((t - testing_ms(0)) / MS);
}

/* "KIND FROM-TO NAME, ..." in ms. */
static const char *claimed(const known *k)
{
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < k->c.claim.n; i++) {
        const ledger_claim *c = &k->c.claim.v[i];
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s %d-%d %.*s",
                              n ? ", " : "", corr_spent_name(c->kind),
                              in_ms(c->from), in_ms(c->to),
                              CORR_STR_ARG(k->c.name.v[c->name]));
    }
    return out;
}

/* "STATE TIME*OBS, ..." in ms. */
static const char *sampled(const known *k)
{
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < k->c.sample.n; i++) {
        const ledger_sample *s = &k->c.sample.v[i];
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s %d*%d",
                              n ? ", " : "", corr_spent_name(s->state),
                              in_ms(s->time), (int)s->obs);
    }
    return out;
}

static void on_threads(corr_build *b)
{
    request(b);
    named_on_thread(b, 1, 0x12, 0x11, 50, 100, "here", "thread.id=#7");
    named_on_thread(b, 1, 0x13, 0x11, 120, 160, "there", "thread.id=#8");
    named_on_thread(b, 1, 0x14, 0x13, 125, 155, "below", "thread.id=#9");
    named_on_thread(b, 1, 0x15, 0x13, 130, 150, "back", "thread.id=#7");
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x16,
                                              .up = 0x11,
                                              .from = 170,
                                              .to = 180,
                                              .proc = SHOP,
                                              .name = "sent",
                                              .attrs = "thread.id=#8",
                                              .kind = CORR_SPAN_PRODUCER });
    named_on_thread(b, 1, 0x17, 0x11, 200, 210, "last", "thread.id=#8");
}

static void of_exec_7(corr_build *b)
{
    begin(b);
    for (int64_t id = 7; id < 10; id++)
        off_cpu(b, id, 900, 10, 1);
}

/* Whoever called what works on its thread, it works on that. */
static void children_are_those_on_the_thread_and_those_waited_for(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(on_threads, of_exec_7));
    assert_string_equal(claimed(&k), "child 50-100 here, async 120-160 there, "
                                     "child 130-150 back, async 200-210 last");
    forget(&k);
}

static void a_wait_at_the_end(corr_build *b, double from, double to)
{
    begin(b);
    waits_behind(b, 7, from, to, 3);
}

static void before_the_last_tenth(corr_build *b)
{
    a_wait_at_the_end(b, 359, 500);
}

static void in_the_last_tenth(corr_build *b)
{
    a_wait_at_the_end(b, 360, 500);
}

static void mostly_inside(corr_build *b)
{
    a_wait_at_the_end(b, 360, 440);
}

static void
a_wait_that_begins_at_the_end_and_goes_on_is_of_what_is_next(void **state)
{
    static testing_fill *const fill[] = { before_the_last_tenth,
                                          in_the_last_tenth, mostly_inside };
    static const char *const want[] = { "lock 359-500 Cache", "",
                                        "lock 360-440 Cache" };

    (void)state;
    for (size_t i = 0; i < countof(fill); i++) {
        known k;
        know(&k, testing_store(request, fill[i]));
        assert_string_equal(claimed(&k), want[i]);
        forget(&k);
    }
}

/* ---- samples ------------------------------------------------------------- */

static void wall(corr_build *b, int64_t thread, const char *is, double from,
                 double length, int64_t obs)
{
    char label[40];

    snprintf(label, sizeof label, "state=%s", is);
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = testing_kind(b, "wall", 0),
                                        .thread = thread_of(b, thread),
                                        .stack = testing_stack(b, "main;work"),
                                        .labels = testing_labels(b, label),
                                        .time = testing_ms(from),
                                        .duration = (int64_t)length * MS,
                                        .value = obs,
                                        .obs = obs });
}

static void in_ticks(corr_build *b)
{
    begin(b);
    wall(b, 7, "runnable", -40, 80, 5); /* at -40, -20, 0, 20, 40 */
    wall(b, 7, "sleeping", 380, 40, 3); /* at 380, 400, 420 */
    wall(b, 7, "unknown", 200, 0, 1);
    wall(b, 8, "runnable", 210, 0, 1);
    wall(b, 7, "runnable", 100, 0, 1);
}

static void each_tick_within_the_span_is_a_sample(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(request, in_ticks));
    assert_string_equal(sampled(&k), "cpu 0*1, cpu 20*1, cpu 40*1, cpu 100*1, "
                                     "blocked 380*1");
    forget(&k);
}

static void very_many_ticks(corr_build *b)
{
    begin(b);
    wall(b, 7, "runnable", 100, 100, 10000);
}

static void very_many_ticks_are_told_apart_in_groups(void **state)
{
    known k;
    int64_t obs = 0;

    (void)state;
    know(&k, testing_store(request, very_many_ticks));
    assert_int_equal(k.c.sample.n, 4096);
    for (size_t i = 0; i < k.c.sample.n; i++) {
        const ledger_sample *s = &k.c.sample.v[i];
        assert_true(s->obs == 2 || s->obs == 3);
        assert_int_equal(s->weight, s->obs);
        obs += s->obs;
    }
    assert_int_equal(obs, 10000);
    assert_int_equal(in_ms(k.c.sample.v[0].time), 100);
    assert_int_equal(in_ms(k.c.sample.v[4095].time), 200);
    forget(&k);
}

static void cpu(corr_build *b, unsigned flags, double begins, double ends,
                double at, int64_t weight)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS,
                                           .flags = flags });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(begins), testing_ms(ends));
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = kind,
                                        .thread = thread_of(b, 7),
                                        .stack = testing_stack(b, "main;work"),
                                        .time = testing_ms(at),
                                        .value = weight * MS });
}

static void by_a_timer(corr_build *b)
{
    cpu(b, CORR_KIND_FEW, 190, 1000, 200, 10);
    cpu(b, CORR_KIND_FEW, 190, 1000, 300, 10);
}

static void of_what_would_run(corr_build *b)
{
    cpu(b, CORR_KIND_FEW | CORR_KIND_RUNNABLE, -1000, 200, 100, 20);
}

static void only_waits(corr_build *b)
{
    begin(b);
    off_cpu(b, 7, 30, 10, 1);
}

/* One that takes what would run does not fill in for one of CPU time. */
static void the_best_sampler_is_the_only_one(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(request, of_what_would_run, by_a_timer, only_waits));
    assert_string_equal(sampled(&k), "cpu 200*1, cpu 300*1");
    assert_true(k.c.facts.has_cpu && k.c.facts.few && !k.c.facts.runnable);
    assert_int_equal(ledger_claims_period(&k.c), 10 * MS);
    forget(&k);
    know(&k, testing_store(request, of_what_would_run));
    assert_string_equal(sampled(&k), "cpu 100*1");
    assert_true(k.c.facts.runnable);
    forget(&k);
}

/* What has no sampler tells nothing of who ran, however long it ran. */
static void only_who_samples_tells_of_samples(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(request, only_waits, by_a_timer));
    assert_string_equal(sampled(&k), "cpu 200*1, cpu 300*1");
    forget(&k);
}

static void of_two_weights(corr_build *b)
{
    cpu(b, 0, -1000, 1000, 100, 10);
    cpu(b, 0, -1000, 1000, 200, 20);
}

static void samples_that_stand_for_different_times_have_no_period(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(request, of_two_weights));
    assert_int_equal(ledger_claims_period(&k.c), 0);
    forget(&k);
    know(&k, testing_store(request, only_waits));
    assert_int_equal(ledger_claims_period(&k.c), 0);
    assert_false(k.c.facts.has_cpu);
    forget(&k);
}

/* ---- what is lost -------------------------------------------------------- */

static void until_100(corr_build *b)
{
    cpu(b, 0, -1000, 100, 50, 10);
}

static void from_300(corr_build *b)
{
    cpu(b, 0, 300, 1000, 350, 10);
}

static void with_losses(corr_build *b)
{
    cpu(b, 0, -1000, 1000, 350, 10);
    corr_add_loss(b, testing_ms(-50), testing_ms(-10));
    corr_add_loss(b, testing_ms(100), testing_ms(120));
    corr_add_loss(b, testing_ms(200), testing_ms(250));
}

static void time_that_no_recording_has_is_lost(void **state)
{
    known k;

    (void)state;
    know(&k, testing_store(request, until_100, from_300));
    assert_string_equal(claimed(&k), "lost 100-300 ");
    assert_false(k.c.facts.cut_off);
    assert_true(k.c.facts.lost_from == CORR_NO_TIME);
    forget(&k);
    know(&k, testing_store(request, until_100));
    assert_string_equal(claimed(&k), "lost 100-400 ");
    assert_true(k.c.facts.cut_off);
    assert_int_equal(in_ms(k.c.facts.lost_from), 100); /* where it ends */
    assert_true(k.c.facts.lost_to == CORR_NO_TIME);
    forget(&k);
    know(&k, testing_store(request, with_losses));
    assert_string_equal(claimed(&k), "lost 100-120 , lost 200-250 ");
    assert_false(k.c.facts.cut_off);
    assert_int_equal(in_ms(k.c.facts.lost_from),
                     100); /* the first of its time */
    assert_int_equal(in_ms(k.c.facts.lost_to), 120);
    forget(&k);
    /* another recording has it */
    know(&k, testing_store(request, with_losses, only_waits));
    assert_string_equal(claimed(&k), "park 20-30 off CPU");
    forget(&k);
}

static void assert_claims_or_tells(corr_store *st)
{
    known k;

    know(&k, st);
    ledger_claims_clear(&k.c);
    for (long n = 1, more = true; more; n++) {
        test_memory_arm(n);
        const bool ok = ledger_claims_of(&k.c, &k.homes, 0);
        more = test_memory_failed();
        ledger_claims_clear(&k.c);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(ok, !more);
    }
    assert_true(ledger_claims_of(&k.c, &k.homes, 0));
    forget(&k);
}

static void out_of_memory_is_told_and_keeps_nothing(void **state)
{
    (void)state;
    assert_claims_or_tells(
        testing_store(on_threads, in_ticks, with_losses, scheduled));
    assert_claims_or_tells(testing_store(request, by_a_timer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_off_cpu_ends_when_it_is_told),
        cmocka_unit_test(time_on_the_run_queue_is_a_row_behind_waits),
        cmocka_unit_test(a_pause_says_what_for_unless_it_is_the_collectors),
        cmocka_unit_test(children_are_those_on_the_thread_and_those_waited_for),
        cmocka_unit_test(
            a_wait_that_begins_at_the_end_and_goes_on_is_of_what_is_next),
        cmocka_unit_test(each_tick_within_the_span_is_a_sample),
        cmocka_unit_test(very_many_ticks_are_told_apart_in_groups),
        cmocka_unit_test(the_best_sampler_is_the_only_one),
        cmocka_unit_test(only_who_samples_tells_of_samples),
        cmocka_unit_test(samples_that_stand_for_different_times_have_no_period),
        cmocka_unit_test(time_that_no_recording_has_is_lost),
        cmocka_unit_test(out_of_memory_is_told_and_keeps_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
