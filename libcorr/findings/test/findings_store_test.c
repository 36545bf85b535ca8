/* Tests of the rules about all inputs: throttled containers, pauses of a minute,
 * time for locks, in worlds of which the truth is known. */
#include "test/test_join.h"
#include "test/test_memory.h"
#include "test/test_metrics.h"

#include "findings/test/findings_world.h"

#define MS INT64_C(1000000)

enum { REQUESTS = 60, EVERY = 1000, LONG = 400 }; /* ms */

/* Of each request: ms of waiting for a lock, of a pause; of a minute: ms that
 * the container was throttled. */
typedef struct truth {
    int lock, gc, throttled;
    int stale; /* percent of the labels */
    const char *container;
} truth;

/* Of the world that is being made: readers of tests have no context. */
static truth now;

static void requests(corr_build *b)
{
    for (int i = 0; i < REQUESTS; i++)
        testing_full_span(b, &(testing_span_row){ .trace = (uint64_t)i + 1,
                                                  .id = 0x100 + (uint64_t)i,
                                                  .from = EVERY * i,
                                                  .to = EVERY * i + LONG,
                                                  .proc = SHOP,
                                                  .name = "GET /cart",
                                                  .attrs = "thread.id=#7",
                                                  .kind = CORR_SPAN_SERVER });
}

static void recording(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(REQUESTS * EVERY));
    const corr_thread mine =
        corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7);

    for (int i = 0; i < REQUESTS; i++) {
        world_wait(b, "lock", CORR_WAIT_LOCK, mine, EVERY * i + 50, now.lock);
        world_wait(b, "gc", CORR_WAIT_PAUSE, (corr_thread){ 0 },
                   EVERY * i + 300, now.gc);
    }
}

static void counters(corr_build *b)
{
    char labels[64];

    snprintf(labels, sizeof labels, "container=%s", now.container);
    const corr_series s =
        test_metric(b, "container_cpu_cfs_throttled_seconds_total", labels,
                    CORR_METRIC_COUNTER);
    for (int i = 0; i <= 4; i++)
        corr_add_point(b, s, testing_ms(15000 * i),
                       100 + now.throttled / 1e3 * i / 4);
}

/* The same, and who allocates. */
static void allocating(corr_build *b)
{
    recording(b);
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("alloc_bytes"),
                                           .type = CORR_STR("alloc_bytes"),
                                           .unit = CORR_BYTES });
    for (int i = 0; i < REQUESTS; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .stack = testing_stack(
                                       b, i % 3 ? "app.Main.run;app.Rule.of"
                                                : "app.Main.run;app.Cart.of"),
                                   .time = testing_ms(EVERY * i + 10),
                                   .value = 1000 });
}

static bool shows(const char *id)
{
    corr_store *st = testing_store(requests, recording);
    const bool is_there = world_shows(
        st, &(corr_findings_about){ .many_traces = true, .has_waits = true },
        id);

    corr_store_free(st);
    return is_there;
}

static void time_for_a_lock_is_found(void **state)
{
    int found[WORLD_KINDS] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        dice d = { seed };
        now = (truth){ .lock = dice_int(&d, 25, 200) };
        found[PRESENT] += shows("LOCK_TIME");
        now = (truth){ .gc = 10 };
        found[ABSENT] += shows("LOCK_TIME");
        now = (truth){ .lock = dice_int(&d, 1, 18) };
        found[NEAR_MISS] += shows("LOCK_TIME");
    }
    truth_print("LOCK_TIME", found);
}

static void pauses_of_a_minute_are_found(void **state)
{
    int found[WORLD_KINDS] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        dice d = { seed };
        now = (truth){ .gc = dice_int(&d, 52, 150) };
        found[PRESENT] += shows("STOPPED");
        now = (truth){ .lock = 100 };
        found[ABSENT] += shows("STOPPED");
        now = (truth){ .gc = dice_int(&d, 1, 48) };
        found[NEAR_MISS] += shows("STOPPED");
    }
    truth_print("STOPPED", found);
}

static void who_allocates_is_named_with_the_pauses(void **state)
{
    static const char *const want[] = {
        "GC stopped all threads of shop for 6.000 s of 60.000 s (10%), in 60 "
        "pauses; Rule.of allocates 67% of the bytes",
        "GC stopped all threads of shop for 6.000 s of 60.000 s (10%), in 60 "
        "pauses"
    };

    (void)state;
    now = (truth){ .gc = 100 };
    corr_store *st = testing_store(requests, allocating);
    for (int i = 0; i < 2; i++) {
        corr_findings *f = corr_findings_of(
            st,
            &(corr_findings_about){
                .many_traces = true, .has_waits = true, .has_all = i == 0 },
            NULL);
        assert_non_null(f);
        assert_true(corr_findings_size(f) > 0);
        assert_string_equal(corr_findings_at(f, 0).id, "STOPPED");
        assert_string_equal(corr_findings_at(f, 0).text, want[i]);
        corr_findings_free(f);
    }
    corr_store_free(st);
}

/* Samples in the middle of their requests, of which some come after the end. */
static void labelled(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (int i = 0; i < REQUESTS; i++)
        for (int k = 0; k < 5; k++) {
            char id[32];
            const bool is_late = (i * 5 + k) % 100 < now.stale;
            snprintf(id, sizeof id, "span_id=%x", 0x100 + (unsigned)i);
            testing_sample(b, cpu, "app.Main.run",
                           EVERY * i + (is_late ? LONG + 100 : 50 * k), id);
        }
}

static bool are_stale(void)
{
    corr_store *st = testing_store(requests, labelled);
    const bool is_there = world_shows(
        st, &(corr_findings_about){ .many_traces = true }, "STALE_LABELS");

    corr_store_free(st);
    return is_there;
}

static void stale_labels_are_found(void **state)
{
    int found[WORLD_KINDS] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        dice d = { seed };
        now = (truth){ .stale = dice_int(&d, 6, 90) };
        found[PRESENT] += are_stale();
        now.stale = 0;
        found[ABSENT] += are_stale();
        now.stale = dice_int(&d, 1, 4);
        found[NEAR_MISS] += are_stale();
    }
    truth_print("STALE_LABELS", found);
}

static bool is_throttled(void)
{
    corr_store *st = testing_store(requests, counters);
    const bool is_there = world_shows(
        st, &(corr_findings_about){ .many_traces = true }, "THROTTLED");

    corr_store_free(st);
    return is_there;
}

static void throttled_containers_are_found(void **state)
{
    int found[WORLD_KINDS] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        dice d = { seed };
        now =
            (truth){ .throttled = dice_int(&d, 20, 9000), .container = "shop" };
        found[PRESENT] += is_throttled();
        now.throttled = 0;
        found[ABSENT] += is_throttled();
        /* of another container */
        now = (truth){ .throttled = dice_int(&d, 20, 9000),
                       .container = "other" };
        found[NEAR_MISS] += is_throttled();
    }
    truth_print("THROTTLED", found);
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    now = (truth){ .lock = 100, .gc = 100 };
    corr_store *st = testing_store(requests, recording);
    const corr_findings_about about = { .many_traces = true,
                                        .has_waits = true };

    corr_findings_free(corr_findings_of(st, &about, NULL));
    ASSERT_MEMORY_IS_SPARED_OR_TOLD(
        corr_findings, corr_findings_of(st, &about, &err), corr_findings_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_for_a_lock_is_found),
        cmocka_unit_test(pauses_of_a_minute_are_found),
        cmocka_unit_test(who_allocates_is_named_with_the_pauses),
        cmocka_unit_test(stale_labels_are_found),
        cmocka_unit_test(throttled_containers_are_found),
        cmocka_unit_test(running_out_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
