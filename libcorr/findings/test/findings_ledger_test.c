/* Tests of the rules about the time of one span, in worlds of which the truth is
 * known. */
#include "test/test_join.h"
#include "test/test_memory.h"

#include "findings/test/findings_world.h"

#define MS INT64_C(1000000)

/* How a span of so many ms divides. */
typedef struct division {
    int whole, cpu, gc, lock, park;
} division;

/* Of the world that is being made: readers of tests have no context. */
static division now;

static void request(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .to = now.whole,
                                              .proc = SHOP,
                                              .name = "POST /checkout",
                                              .attrs = "thread.id=#7",
                                              .kind = CORR_SPAN_SERVER });
}

static void recording(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(now.whole + 1000));
    const corr_thread mine =
        corr_add_thread(b, corr_add_text(b, CORR_STR("http-1")), 107, 7);
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });
    int at = 0;

    world_wait(b, "gc", CORR_WAIT_PAUSE, (corr_thread){ 0 }, at, now.gc);
    at += now.gc;
    world_wait(b, "lock", CORR_WAIT_LOCK, mine, at, now.lock);
    at += now.lock;
    world_wait(b, "park", CORR_WAIT_PARK, mine, at, now.park);
    at += now.park;
    for (int ms = 5; ms < now.cpu; ms += 10)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = cpu,
                                   .thread = mine,
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(at + ms),
                                   .value = 10 * MS });
}

static bool finds(const char *id)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(request, recording);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;

    if (!l)
        fail_msg("%s", err.what);
    const bool shows = world_shows(
        st, &(corr_findings_about){ .w = w, .span = UINT32_MAX, .ledger = l },
        id);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
    return shows;
}

static division collected(dice *d, world what)
{
    const int whole = dice_int(d, 100, 2000);
    const int percent = what == PRESENT  ? dice_int(d, 11, 60)
                        : what == ABSENT ? 0
                                         : dice_int(d, 3, 9);

    return (division){ .whole = whole,
                       .cpu = whole / 5,
                       .gc = whole * percent / 100 + (what == PRESENT) };
}

static division locked(dice *d, world what)
{
    const division x = collected(d, what);

    return (division){ .whole = x.whole, .lock = x.gc };
}

static division waiting(dice *d, world what)
{
    const int whole =
        what == NEAR_MISS ? dice_int(d, 40, 95) : dice_int(d, 400, 2000);

    return what == ABSENT ? (division){ .whole = whole, .cpu = whole * 9 / 10 }
                          : (division){ .whole = whole,
                                        .cpu = whole / 20,
                                        .park = whole * 9 / 10 };
}

static division computing(dice *d, world what)
{
    const int whole = dice_int(d, 600, 2000);
    const int percent = what == PRESENT  ? dice_int(d, 86, 98)
                        : what == ABSENT ? dice_int(d, 0, 30)
                                         : dice_int(d, 50, 74);
    const int park = dice_int(d, 0, whole / 4);

    return (division){ .whole = whole,
                       .park = park,
                       .cpu = (whole - park) * percent / 100 };
}

static void judge(const char *id, division (*make)(dice *d, world what))
{
    int found[WORLD_KINDS] = { 0 };

    for (int what = 0; what < WORLD_KINDS; what++)
        for (int seed = 0; seed < WORLDS; seed++) {
            dice d = { (uint64_t)seed * 77 + (uint64_t)what };
            now = make(&d, (world)what);
            found[what] += finds(id);
        }
    truth_print(id, found);
}

static void pauses_of_the_collector_are_found(void **state)
{
    (void)state;
    judge("SPAN_GC", collected);
}

static void waits_for_locks_are_found(void **state)
{
    (void)state;
    judge("SPAN_LOCK", locked);
}

static void spans_that_wait_are_found(void **state)
{
    (void)state;
    judge("WAITING", waiting);
}

static void spans_that_compute_are_found(void **state)
{
    (void)state;
    judge("COMPUTING", computing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_of_the_collector_are_found),
        cmocka_unit_test(waits_for_locks_are_found),
        cmocka_unit_test(spans_that_wait_are_found),
        cmocka_unit_test(spans_that_compute_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
