/* Tests of the view: which claims and samples of a store a span's ledger is
 * made of. */
#include "test/test_join.h"
#include "test/test_memory.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

/* A recording in the making: its threads and kinds. */
typedef struct recording {
    corr_build *b;
    corr_thread mine, other;
} recording;

static recording record(corr_build *b, double from, double to)
{
    recording r = { .b = b };

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    r.mine = corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7);
    r.other = corr_add_thread(b, corr_add_text(b, CORR_STR("http-2")), 108, 8);
    return r;
}

static corr_kind kind_of(corr_build *b, const char *name, corr_wait wait,
                         unsigned flags)
{
    return corr_add_kind(
        b, &(corr_kind_row){ .name = corr_str_of(name),
                             .type = corr_str_of(name),
                             .unit = CORR_NS,
                             .period = wait ? 0 : 10 * MS,
                             .flags = flags | (wait ? CORR_KIND_INTERVAL : 0u),
                             .wait = wait,
                             .threshold = wait == CORR_WAIT_LOCK  ? 10 * MS
                                          : wait > CORR_WAIT_LOCK ? 20 * MS
                                                                  : 0 });
}

static void interval(corr_build *b, corr_wait wait, corr_thread thread,
                     double from, double to, const char *labels)
{
    static const char *const name[CORR_WAIT_COUNT] = {
        "", "gc", "lock", "file", "sleep", "socket", "park"
    };

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind_of(b, name[wait], wait, 0),
                               .thread = thread,
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = testing_ms(to) - testing_ms(from),
                               .labels = testing_labels(b, labels) });
}

static void cpu_on(corr_build *b, corr_kind kind, corr_thread thread,
                   double first, double last)
{
    for (double t = first; t <= last; t += 10)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = kind,
                                   .thread = thread,
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(t),
                                   .value = 10 * MS });
}

static void cpu(corr_build *b, corr_thread thread, double first, double last)
{
    cpu_on(b, kind_of(b, "cpu", CORR_WAIT_NONE, 0), thread, first, last);
}

/* ---- traces ---------------------------------------------------------- */

static void add_span(corr_build *b, uint64_t id, uint64_t up, double from,
                     double to, const char *proc, const char *name,
                     const char *thread, uint8_t kind)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .name = name,
                                              .attrs = thread,
                                              .kind = kind });
}

/* The spans of vector 2.1. */
static void checkout(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 800, SHOP, "POST /checkout", "thread.id=#7", 2);
    add_span(b, 0x12, 0x11, 20, 60, SHOP, "SELECT cart", "thread.id=#7", 3);
    add_span(b, 0x13, 0x12, 25, 30, CART, "cart", "thread.id=#7", 2);
    add_span(b, 0x14, 0x11, 300, 420, SHOP, "GET /tax", "thread.id=#9", 3);
}

static void recorded(corr_build *b)
{
    const recording r = record(b, -1000, 2000);

    interval(b, CORR_WAIT_LOCK, r.mine, 150, 190, "class=PriceCache");
    interval(b, CORR_WAIT_LOCK, r.other, 600, 700, "class=PriceCache");
    interval(b, CORR_WAIT_PAUSE, (corr_thread){ 0 }, 260, 275, "cause=full");
    interval(b, CORR_WAIT_PARK, r.mine, 330, 420, "");
    interval(b, CORR_WAIT_SOCKET, r.mine, 500, 560, "peer=db-1:5432");
    interval(b, CORR_WAIT_PAUSE, (corr_thread){ 0 }, 520, 535, "");
    interval(b, CORR_WAIT_PAUSE, (corr_thread){ 0 }, 540, 559.5, "");
    cpu(b, r.mine, 5, 15);
    cpu(b, r.mine, 65, 145);
    cpu(b, r.mine, 205, 255);
    cpu(b, r.mine, 280, 290);
    cpu(b, r.mine, 302, 322);
    cpu(b, r.mine, 425, 495);
    cpu(b, r.mine, 565, 685);
    cpu(b, r.other, 0, 800);
}

/* ---- what comes out --------------------------------------------------- */

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w;
    corr_ledger *l;
} fixture;

/* The pieces of a span are the rows of its ledger on the time axis; a span
 * without rows has the time of its children. */
static void assert_fill_is_ledger(const corr_waterfall *w, corr_fill f,
                                  uint32_t i, const corr_ledger *l)
{
    const corr_span_view v = corr_waterfall_at(w, i);
    int64_t left[CORR_SPENT_COUNT] = { 0 }, at = v.start, obs = 0;
    uint32_t children;

    for (uint32_t k = 0; k < corr_ledger_size(l); k++) {
        left[corr_ledger_at(l, k).kind] += corr_ledger_at(l, k).ns;
        obs += corr_ledger_at(l, k).obs;
    }
    assert_int_equal(f.why, corr_ledger_facts_of(l).why);
    assert_int_equal(f.obs, obs);
    if (f.why != CORR_LEDGER_KNOWN && v.calls == 1) {
        left[CORR_SPENT_CHILD] = corr_waterfall_children(w, i, &children);
        left[CORR_SPENT_UNOBSERVED] = v.end - v.start - left[CORR_SPENT_CHILD];
    }
    for (int k = 0; k < CORR_SPENT_COUNT; k++)
        assert_int_equal(f.sum[k], left[k]);
    for (uint32_t k = 0; k < f.n; k++) {
        assert_int_equal(f.piece[k].from, at);
        at = f.piece[k].to;
    }
    assert_int_equal(at, v.end);
}

static void assert_fills_are_ledgers(const corr_waterfall *w, uint32_t most)
{
    const uint32_t n = corr_waterfall_size(w);
    uint32_t *all = calloc(n + 1, sizeof *all);
    corr_err err = { 0 };

    for (uint32_t i = 0; i < n; i++)
        all[i] = i;
    corr_fills *f = corr_fills_of(w, all, n, most, &err);
    assert_non_null(f);
    for (uint32_t i = 0; i < n; i++) {
        corr_ledger *l = corr_ledger_of(w, i, &err);
        assert_non_null(l);
        assert_fill_is_ledger(w, corr_fills_at(f, i), i, l);
        corr_ledger_free(l);
    }
    corr_fills_free(f);
    free(all);
}

static fixture fixture_of(corr_store *st, uint64_t span)
{
    corr_err err = { 0 };
    fixture f = { .st = st };

    f.w = corr_waterfall_of(st, testing_trace(1), &err);
    f.l =
        f.w ? corr_ledger_of(f.w, corr_waterfall_find(f.w, span), &err) : NULL;
    if (!f.l)
        fail_msg("%s", err.what);
    assert_fills_are_ledgers(f.w, 1000);
    assert_fills_are_ledgers(f.w, 1);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_ledger_free(f->l);
    corr_waterfall_free(f->w);
    corr_store_free(f->st);
}

/* "kind name tenths of ms events obs memo" of each row. */
static const char *print(const fixture *f)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_ledger_size(f->l); i++) {
        const corr_ledger_row r = corr_ledger_at(f->l, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%s|%.*s|%lld.%lld|%lld|%lld|%lld\n",
            corr_spent_name(r.kind), CORR_STR_ARG(r.name),
            (long long)(r.ns / MS), (long long)(r.ns % MS * 10 / MS),
            (long long)r.events, (long long)r.obs, (long long)(r.memo / MS));
    }
    return out;
}

#define CHECK(span, want, ...)                                                 \
    do {                                                                       \
        fixture f = fixture_of(testing_store(__VA_ARGS__), span);              \
        assert_string_equal(print(&f), want);                                  \
        fixture_free(&f);                                                      \
    } while (0)

static corr_ledger_why why(corr_store *st, uint64_t span)
{
    fixture f = fixture_of(st, span);
    const corr_ledger_why w = corr_ledger_facts_of(f.l).why;

    assert_int_equal(corr_ledger_size(f.l) == 0, w != CORR_LEDGER_KNOWN);
    fixture_free(&f);
    return w;
}

static void vector_2_1_comes_out_of_a_store(void **state)
{
    (void)state;
    CHECK(0x11,
          "cpu||430.0|0|43|0\n"
          "async|GET /tax|90.0|1|0|0\n"
          "socket|db-1:5432|40.5|1|0|15\n"
          "child|SELECT cart|40.0|1|0|0\n"
          "lock|PriceCache|40.0|1|0|0\n"
          "gc||34.5|2|0|0\n"
          "unobserved||125.0|0|0|0\n",
          checkout, recorded);
}

static void facts_tell_the_sampler_and_the_thresholds(void **state)
{
    (void)state;
    fixture f = fixture_of(testing_store(checkout, recorded), 0x11);
    const corr_ledger_facts k = corr_ledger_facts_of(f.l);
    assert_int_equal(k.why, CORR_LEDGER_KNOWN);
    assert_true(k.has_cpu && !k.few && !k.runnable);
    assert_int_equal(k.period, 10 * MS);
    assert_int_equal(k.waits, 3);
    assert_int_equal(k.least_wait, 10 * MS);
    assert_int_equal(k.most_wait, 20 * MS);
    assert_string_equal(corr_how_name(corr_ledger_at(f.l, 0).how), "sampled");
    assert_string_equal(corr_how_name(corr_ledger_at(f.l, 1).how), "measured");
    assert_string_equal(corr_how_name(corr_ledger_at(f.l, 6).how), "remainder");
    fixture_free(&f);
}

static void machine(corr_build *b, int points)
{
    const corr_series s = corr_add_series(b, CORR_STR("machine"), CORR_STR("1"),
                                          (corr_thread){ 0 });

    recorded(b);
    for (int i = 0; i < points; i++)
        corr_add_point(b, s, testing_ms(200.0 * i), i < 2 ? 0.5 : 1);
}

static void machine_known(corr_build *b)
{
    machine(b, 5);
}

static void machine_half_known(corr_build *b)
{
    machine(b, 3);
}

static void machine_hardly_known(corr_build *b)
{
    machine(b, 2);
}

/* In thousandths. */
static int machine_of(testing_fill *file)
{
    fixture f = fixture_of(testing_store(checkout, file), 0x11);
    const double load = corr_ledger_facts_of(f.l).machine;

    fixture_free(&f);
    return (int)(1000 * load + 0.5);
}

static void the_load_is_that_of_the_time_before_each_point(void **state)
{
    (void)state;
    assert_int_equal(machine_of(recorded), 0);
    assert_int_equal(machine_of(machine_known), 875);
    assert_int_equal(machine_of(machine_half_known), 750);
    assert_int_equal(machine_of(machine_hardly_known), 0);
}

static void a_child_on_another_thread_has_its_own_ledger(void **state)
{
    (void)state;
    /* it ran on thread 9, of which nothing was recorded */
    CHECK(0x14, "unobserved||120.0|0|0|0\n", checkout, recorded);
}

/* ---- threads ---------------------------------------------------------- */

static void nameless(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 100, SHOP, "GET /", "", 2);
    add_span(b, 0x12, 0x11, 20, 60, SHOP, "inner", "", 1);
}

static void by_name(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 100, SHOP, "GET /", "thread.name=http-1", 2);
    add_span(b, 0x12, 0x11, 20, 60, SHOP, "inner", "thread.name=http-1", 1);
}

static void busy(corr_build *b)
{
    const recording r = record(b, -1000, 2000);

    cpu(b, r.mine, 5, 95);
    cpu(b, r.other, 2, 92);
}

static void twins(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(100));
    for (int i = 1; i < 3; i++)
        cpu(b,
            corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 100 + i,
                            0),
            5, 95);
}

static void activate(corr_build *b, corr_thread thread, uint64_t span)
{
    corr_add_sample(b,
                    &(corr_sample_row){
                        .kind = kind_of(b, "context", CORR_WAIT_NONE,
                                        CORR_KIND_CONTEXT | CORR_KIND_INTERVAL),
                        .thread = thread,
                        .time = testing_ms(1),
                        .duration = 5 * MS,
                        .trace = testing_trace(1),
                        .span = span });
}

static void activated(corr_build *b)
{
    const recording r = record(b, -1000, 2000);

    cpu(b, r.mine, 5, 95);
    cpu(b, r.other, 2, 92);
    activate(b, r.mine, 0x11);
    activate(b, r.mine, 0x11);
    activate(b, r.mine, 0x12);
}

static void activated_twice(corr_build *b)
{
    const recording r = record(b, -1000, 2000);

    cpu(b, r.mine, 5, 95);
    activate(b, r.mine, 0x11);
    activate(b, r.other, 0x11);
}

static void virtual_thread(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(100));
    cpu(b, corr_add_virtual_thread(b, corr_add_text(b, CORR_STR("v")), 7), 5,
        95);
}

static void without_threads(corr_build *b)
{
    testing_owner(b, SHOP);
    cpu(b, (corr_thread){ 0 }, 5, 95);
}

static void a_thread_is_found_by_name_if_one_has_it(void **state)
{
    (void)state;
    CHECK(0x11,
          "cpu||60.0|0|6|0\nchild|inner|40.0|1|0|0\n"
          "unobserved||0.0|0|0|0\n",
          by_name, busy);
    assert_int_equal(why(testing_store(by_name, twins), 0x11),
                     CORR_LEDGER_UNSEEN);
}

static void activations_tell_the_thread_of_a_span_that_does_not(void **state)
{
    (void)state;
    CHECK(0x11,
          "cpu||60.0|0|6|0\nchild|inner|40.0|1|0|0\n"
          "unobserved||0.0|0|0|0\n",
          nameless, activated);
    assert_int_equal(why(testing_store(nameless, activated_twice), 0x11),
                     CORR_LEDGER_MANY);
    /* what the span says itself goes first */
    assert_int_equal(why(testing_store(by_name, activated_twice), 0x11),
                     CORR_LEDGER_KNOWN);
}

static void without_a_thread_there_is_no_partition(void **state)
{
    (void)state;
    assert_int_equal(why(testing_store(nameless, busy), 0x11),
                     CORR_LEDGER_NO_THREAD);
    assert_int_equal(why(testing_store(checkout, virtual_thread), 0x11),
                     CORR_LEDGER_VIRTUAL);
    assert_int_equal(why(testing_store(checkout, without_threads), 0x11),
                     CORR_LEDGER_UNSEEN);
    assert_int_equal(why(testing_store(checkout), 0x11), CORR_LEDGER_UNSEEN);
}

static void elsewhere(corr_build *b)
{
    testing_owner(b, CART);
    corr_set_window(b, testing_ms(-1000), testing_ms(2000));
    cpu(b, corr_add_thread(b, corr_add_text(b, CORR_STR("x")), 107, 7), 5, 95);
}

static void threads_of_another_process_say_nothing(void **state)
{
    (void)state;
    assert_int_equal(why(testing_store(checkout, elsewhere), 0x11),
                     CORR_LEDGER_UNSEEN);
}

/* Two processes of the shop have such a thread. */
static void of_one(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 100, SHOP, "GET", "thread.id=#7", 2);
}

static void of_two(corr_build *b)
{
    of_one(b);
    add_span(b, 0x12, 0, 0, 100, "service.name=shop, host.name=z", "GET",
             "thread.id=#7", 2);
}

static void of_nobody(corr_build *b)
{
    corr_set_window(b, testing_ms(-1000), testing_ms(2000));
    cpu(b, corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7), 5,
        95);
}

static void what_may_be_of_another_process_says_nothing(void **state)
{
    (void)state;
    assert_int_equal(why(testing_store(of_one, of_nobody), 0x11),
                     CORR_LEDGER_KNOWN);
    assert_int_equal(why(testing_store(of_two, of_nobody), 0x11),
                     CORR_LEDGER_UNSEEN);
}

/* ---- children ---------------------------------------------------------- */

static void callers(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 100, SHOP, "GET /", "thread.id=#7", 2);
    /* on another thread, and back on the first one below */
    add_span(b, 0x12, 0x11, 10, 50, SHOP, "task", "thread.id=#8", 1);
    add_span(b, 0x13, 0x12, 20, 30, SHOP, "callback", "thread.id=#7", 1);
    add_span(b, 0x14, 0x12, 40, 45, SHOP, "not called here", "thread.id=#8", 1);
    /* No span waits for a sent message. */
    add_span(b, 0x15, 0x11, 60, 90, CART, "consume", "thread.id=#7",
             CORR_SPAN_CONSUMER);
}

static void silent(corr_build *b)
{
    const recording r = record(b, -1000, 2000);

    cpu(b, r.mine, 500, 600);
}

static void children_elsewhere_are_waited_for_if_they_were_called(void **state)
{
    (void)state;
    CHECK(0x11,
          "async|task|30.0|1|0|0\nchild|callback|10.0|1|0|0\n"
          "unobserved||60.0|0|0|0\n",
          callers, silent);
}

/* ---- what is lost ------------------------------------------------------ */

static void plain(corr_build *b)
{
    add_span(b, 0x11, 0, 0, 100, SHOP, "GET /", "thread.id=#7", 2);
}

static void torn(corr_build *b)
{
    const recording r = record(b, 10, 90);

    corr_add_loss(b, testing_ms(20), testing_ms(30));
    corr_add_loss(b, testing_ms(25), testing_ms(40));
    cpu(b, r.mine, 50, 50);
}

static void whole(corr_build *b)
{
    const recording r = record(b, 0, 95);

    interval(b, CORR_WAIT_LOCK, r.mine, -100, 5, "class=A");
    interval(b, CORR_WAIT_LOCK, r.mine, -100, -1, "class=A");
}

static void time_without_a_recording_is_lost(void **state)
{
    (void)state;
    CHECK(0x11,
          "lost||40.0|3|0|0\ncpu||10.0|0|1|0\n"
          "unobserved||50.0|0|0|0\n",
          plain, torn);
    /* what another recording of the process has is not lost */
    CHECK(0x11,
          "cpu||10.0|0|1|0\nlock|A|5.0|1|0|0\nlost||5.0|1|0|0\n"
          "unobserved||80.0|0|0|0\n",
          plain, torn, whole);
}

static void torn_elsewhere(corr_build *b)
{
    const recording r = record(b, -100, 200);

    corr_add_loss(b, testing_ms(-50), testing_ms(0));
    corr_add_loss(b, testing_ms(100), testing_ms(120));
    corr_add_loss(b, testing_ms(150), testing_ms(160));
    cpu(b, r.mine, 50, 50);
}

static void torn_twice(corr_build *b)
{
    const recording r = record(b, -100, 200);

    corr_add_loss(b, testing_ms(-50), testing_ms(-40));
    corr_add_loss(b, testing_ms(60), testing_ms(70));
    corr_add_loss(b, testing_ms(80), testing_ms(170));
    cpu(b, r.mine, 50, 50);
}

static void assert_lost(corr_store *st, int64_t from, int64_t to)
{
    fixture f = fixture_of(st, 0x11);
    const corr_ledger_facts k = corr_ledger_facts_of(f.l);

    assert_int_equal(k.lost_from, from);
    assert_int_equal(k.lost_to, to);
    fixture_free(&f);
}

static void the_first_loss_that_touches_the_span_is_told(void **state)
{
    (void)state;
    assert_lost(testing_store(plain, torn_elsewhere), CORR_NO_TIME,
                CORR_NO_TIME);
    assert_lost(testing_store(plain, torn_twice), testing_ms(60),
                testing_ms(70));
    assert_lost(testing_store(plain, torn_twice, torn), testing_ms(20),
                testing_ms(30));
    assert_lost(testing_store(plain, torn, torn_twice), testing_ms(20),
                testing_ms(30));
}

static void with_child(corr_build *b)
{
    plain(b);
    add_span(b, 0x12, 0x11, 20, 60, SHOP, "SELECT", "thread.id=#7", 3);
}

static void off_by_a_little(corr_build *b)
{
    const recording r = record(b, -100, 200);

    corr_set_clock_error(b, MS);
    interval(b, CORR_WAIT_LOCK, r.mine, 50, 60.5, "class=A");
    interval(b, CORR_WAIT_LOCK, r.mine, 70, 71.5, "class=B");
}

static void what_the_clock_may_be_off_by_is_no_wait(void **state)
{
    (void)state;
    CHECK(0x11,
          "child|SELECT|40.0|1|0|0\nlock|B|1.5|1|0|0\n"
          "unobserved||58.5|0|0|0\n",
          with_child, off_by_a_little);
}

/* ---- what comes behind ---------------------------------------------------- */

static void idle_next(corr_build *b)
{
    const recording r = record(b, -10, 200);

    interval(b, CORR_WAIT_PARK, r.mine, 96, 105, "");
}

static void woken_late(corr_build *b)
{
    const recording r = record(b, -10, 200);

    interval(b, CORR_WAIT_PARK, r.mine, 96, 104, "");
}

static void blocked_on(corr_build *b)
{
    const recording r = record(b, -10, 200);

    interval(b, CORR_WAIT_PARK, r.mine, 89, 150, "");
}

static void
a_wait_that_begins_as_the_span_ends_is_of_what_comes_next(void **state)
{
    (void)state;
    CHECK(0x11, "unobserved||100.0|0|0|0\n", plain, idle_next);
    CHECK(0x11, "park||4.0|1|0|0\nunobserved||96.0|0|0|0\n", plain, woken_late);
    CHECK(0x11, "park||11.0|1|0|0\nunobserved||89.0|0|0|0\n", plain,
          blocked_on);
}

/* ---- samples ----------------------------------------------------------- */

static void two_samplers(corr_build *b)
{
    const recording r = record(b, 0, 100);

    cpu_on(
        b,
        kind_of(b, "cpu", CORR_WAIT_NONE, CORR_KIND_FEW | CORR_KIND_RUNNABLE),
        r.mine, 0, 90);
}

static void finer_sampler(corr_build *b)
{
    const recording r = record(b, 0, 100);

    cpu_on(b, kind_of(b, "cpu", CORR_WAIT_NONE, CORR_KIND_FEW), r.mine, 0, 40);
}

static void cpu_time_goes_before_what_would_run(void **state)
{
    (void)state;
    CHECK(0x11, "cpu||50.0|0|5|0\nunobserved||50.0|0|0|0\n", plain,
          two_samplers, finer_sampler);
    CHECK(0x11, "cpu||50.0|0|5|0\nunobserved||50.0|0|0|0\n", plain,
          finer_sampler, two_samplers);

    fixture f = fixture_of(testing_store(plain, two_samplers), 0x11);
    assert_true(corr_ledger_facts_of(f.l).runnable);
    assert_true(corr_ledger_facts_of(f.l).few);
    fixture_free(&f);
}

static void wall_row(corr_build *b, corr_thread thread, const char *stack,
                     const char *labels, double from, double to, int64_t obs)
{
    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind_of(b, "wall", CORR_WAIT_NONE, 0),
                               .thread = thread,
                               .stack = testing_stack(b, stack),
                               .labels = testing_labels(b, labels),
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .obs = obs,
                               .value = obs * 10 * MS });
}

static void walled(corr_build *b)
{
    const recording r = record(b, 0, 100);

    wall_row(b, r.mine, "main;work", "state=runnable", 1, 1, 1);
    /* ticks at -5, 5, 15, 25: three of them in the span */
    wall_row(b, r.mine, "main;java/lang/Object.wait0(J)V", "state=sleeping", -5,
             25, 4);
    wall_row(b, r.mine, "main;recv", "state=sleeping", 30, 30, 2);
    wall_row(b, r.mine, "main;fsync", "state=sleeping", 40, 40, 1);
    wall_row(b, r.mine, "main;ObjectMonitor::enter;futex_x", "state=sleeping",
             50, 50, 1);
    wall_row(b, r.mine, "main;Queue.poll", "state=sleeping", 60, 60, 2);
    wall_row(b, r.other, "main;fsync", "state=sleeping", 60, 60, 9);
    wall_row(b, r.mine, "main;fsync", "", 60, 60, 9);
}

static void wall_samples_are_told_apart_by_state_and_leaf(void **state)
{
    (void)state;
    CHECK(0x11,
          "park||30.0|0|3|0\nsocket||20.0|0|2|0\n"
          "blocked||20.0|0|2|0\nlock||10.0|0|1|0\n"
          "file||10.0|0|1|0\ncpu||10.0|0|1|0\n"
          "unobserved||0.0|0|0|0\n",
          plain, walled);
}

static void in_native(corr_build *b)
{
    const recording r = record(b, 0, 100);
    const corr_kind native = kind_of(b, "native", CORR_WAIT_NONE, 0);

    cpu_on(b, native, r.mine, 0, 20);
    corr_add_sample(b, &(corr_sample_row){
                           .kind = native,
                           .thread = r.mine,
                           .stack = testing_stack(b, "a;sun.nio.ch.EPoll.wait"),
                           .time = testing_ms(50),
                           .value = 10 * MS });
}

static void native_samples_that_wait_are_waits(void **state)
{
    (void)state;
    CHECK(0x11,
          "native||30.0|0|3|0\nsocket||10.0|0|1|0\n"
          "unobserved||60.0|0|0|0\n",
          plain, in_native);
}

/* ---- odd inputs -------------------------------------------------------- */

static void timeless(corr_build *b)
{
    add_span(b, 0x11, 0, 50, 50, SHOP, "GET /", "thread.id=#7", 2);
}

static void a_span_without_length_has_no_rows(void **state)
{
    (void)state;
    assert_int_equal(why(testing_store(timeless, busy), 0x11),
                     CORR_LEDGER_NO_TIME);
}

/* The start is unknown, or the end is before it. */
static void undated(corr_build *b)
{
    const corr_span_row row = {
        .trace = testing_trace(1),
        .id = 0x11,
        .end = testing_ms(50),
        .name = corr_add_text(b, CORR_STR("GET /")),
        .proc = corr_add_proc(b, testing_labels(b, SHOP)),
        .attrs = testing_labels(b, "thread.id=#7"),
    };

    corr_add_span(b, &row);
}

static void backwards(corr_build *b)
{
    add_span(b, 0x11, 0, 50, 20, SHOP, "GET /", "thread.id=#7", 2);
}

static void a_span_of_no_known_time_has_no_rows(void **state)
{
    (void)state;
    assert_int_equal(why(testing_store(undated, busy), 0x11),
                     CORR_LEDGER_NO_TIME);
    assert_int_equal(why(testing_store(backwards, busy), 0x11),
                     CORR_LEDGER_NO_TIME);
}

static void what_has_no_name_is_what_is_left(void **state)
{
    (void)state;
    assert_string_equal(corr_spent_name(CORR_SPENT_COUNT), "unobserved");
    assert_string_equal(corr_how_name(CORR_HOW_COUNT), "remainder");
    assert_string_equal(corr_held_name(CORR_HELD_COUNT), "unknown");
}

/* Sorting can do without, and then the rows are the same. */
static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    fixture f = fixture_of(testing_store(checkout, recorded), 0x11);
    corr_ledger *whole = f.l;
    char want[2048];
    bool more = true;

    (void)state;
    snprintf(want, sizeof want, "%s", print(&f));
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        f.l = corr_ledger_of(f.w, 0, &err);
        more = test_memory_failed();
        const bool made = f.l != NULL;
        const bool right = !made || strcmp(print(&f), want) == 0;
        corr_ledger_free(f.l);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, made ? CORR_OK : CORR_ENOMEM);
        assert_true(right && (made || more));
    }
    f.l = whole;
    fixture_free(&f);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_2_1_comes_out_of_a_store),
        cmocka_unit_test(facts_tell_the_sampler_and_the_thresholds),
        cmocka_unit_test(the_load_is_that_of_the_time_before_each_point),
        cmocka_unit_test(a_child_on_another_thread_has_its_own_ledger),
        cmocka_unit_test(a_thread_is_found_by_name_if_one_has_it),
        cmocka_unit_test(activations_tell_the_thread_of_a_span_that_does_not),
        cmocka_unit_test(without_a_thread_there_is_no_partition),
        cmocka_unit_test(threads_of_another_process_say_nothing),
        cmocka_unit_test(what_may_be_of_another_process_says_nothing),
        cmocka_unit_test(children_elsewhere_are_waited_for_if_they_were_called),
        cmocka_unit_test(time_without_a_recording_is_lost),
        cmocka_unit_test(the_first_loss_that_touches_the_span_is_told),
        cmocka_unit_test(what_the_clock_may_be_off_by_is_no_wait),
        cmocka_unit_test(
            a_wait_that_begins_as_the_span_ends_is_of_what_comes_next),
        cmocka_unit_test(cpu_time_goes_before_what_would_run),
        cmocka_unit_test(wall_samples_are_told_apart_by_state_and_leaf),
        cmocka_unit_test(native_samples_that_wait_are_waits),
        cmocka_unit_test(a_span_without_length_has_no_rows),
        cmocka_unit_test(a_span_of_no_known_time_has_no_rows),
        cmocka_unit_test(what_has_no_name_is_what_is_left),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
