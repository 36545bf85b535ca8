/* Tests of doomed_work: generated calls with timeouts and retries, whose late
 * CPU is known. */
#include "test/test_bytime.h"
#include "test/test_memory.h"

#include "findings/doomed_work.h"
#include "stats/distributions.h"

enum { REQUESTS = 500 };

#define GATE "service.name=gateway, host.name=a"
#define BACK "service.name=price, host.name=b"

typedef struct call_world {
    uint64_t seed;
    double timeout; /* ms; 0: callers wait */
    bool cancels;   /* the server stops 1 ms after the caller gave up */
    bool retries;   /* a failed call is tried again, and that works */
    bool is_message;
    bool untimed;      /* samples have labels and no times */
    double skew;       /* ms that the server's clock is ahead */
    uint64_t requests; /* 0: REQUESTS */
    double tail;    /* ms that a server runs on after an answer that failed */
    uint64_t every; /* one of so many traces is kept; 0: all */
} world;

static world now;

/* What happened in all: samples, and those that were for nobody. */
typedef struct truth {
    double n, late, lost;
} truth;

static truth real;

static double uniform(uint64_t *seed)
{
    return (double)(stat_random(seed) >> 11) / 9007199254740992.0;
}

/* One attempt: the caller's span and the server's, whose CPU is sampled. */
typedef struct attempt_made {
    uint64_t trace, id; /* of the caller's span; the server's is id + 1 */
    double from, caller_to, server_from, server_to;
    bool failed;
    bool is_lost;
} attempt_made;

typedef void visit_attempt(corr_build *b, const attempt_made *a);

static attempt_made attempt_at(uint64_t *seed, uint64_t trace, uint64_t id,
                               double from, bool is_quick)
{
    const double work =
        is_quick ? 20 : 20 + 200 * uniform(seed) * uniform(seed);
    attempt_made a = { .trace = trace, .id = id, .from = from };

    a.server_from = from + 1 + uniform(seed);
    a.server_to = a.server_from + work;
    a.failed = now.timeout > 0 && a.server_to - from > now.timeout;
    a.caller_to = a.failed ? from + now.timeout : a.server_to + 1;
    if (a.failed && now.cancels)
        a.server_to = a.caller_to + 1;
    if (now.tail > 0 && !a.failed && trace % 5 == 0) {
        a.failed = true;
        a.server_to = a.caller_to + now.tail;
    }
    return a;
}

static void walk_world(corr_build *b, visit_attempt *visit)
{
    uint64_t seed = now.seed;
    double at = 0;

    for (uint64_t r = 1; r <= (now.requests ? now.requests : REQUESTS); r++) {
        attempt_made a = attempt_at(&seed, r, 100 * r + 1, at, false);
        attempt_made again =
            attempt_at(&seed, r, 100 * r + 11, a.caller_to + 2, true);
        const bool retries = a.failed && now.retries;
        a.is_lost = retries;
        visit(b, &a);
        if (retries)
            visit(b, &again);
        at += 260 + 50 * uniform(&seed);
    }
}

static void add_end(corr_build *b, const attempt_made *a, uint64_t id,
                    uint64_t up, double from, double to, bool is_caller)
{
    const corr_span_row row = {
        .trace = testing_trace(a->trace),
        .id = id,
        .parent = up,
        .start = testing_ms(from),
        .end = testing_ms(to),
        .name = corr_add_text(b, corr_str_of(is_caller ? "GET" : "GET /price")),
        .proc = corr_add_proc(b, testing_labels(b, is_caller ? GATE : BACK)),
        .kind = now.is_message
                    ? (is_caller ? CORR_SPAN_PRODUCER : CORR_SPAN_CONSUMER)
                    : (is_caller ? CORR_SPAN_CLIENT : CORR_SPAN_SERVER),
        .status = is_caller && a->failed ? CORR_STATUS_ERROR : 0,
        .attrs = testing_labels(b, is_caller ? "" : "thread.id=#5"),
    };

    corr_add_span(b, &row);
}

static void spans_of_attempt(corr_build *b, const attempt_made *a)
{
    if (now.every && a->trace % now.every)
        return;
    if (a->id % 100 == 1) { /* the request that both attempts belong to */
        const corr_span_row root = {
            .trace = testing_trace(a->trace),
            .id = 100 * a->trace,
            .start = testing_ms(a->from - 1),
            .end = testing_ms(a->from + 255),
            .name = corr_add_text(b, CORR_STR("GET /api")),
            .proc = corr_add_proc(b, testing_labels(b, GATE)),
            .kind = CORR_SPAN_SERVER
        };
        corr_add_span(b, &root);
    }
    add_end(b, a, a->id, 100 * a->trace, a->from, a->caller_to, true);
    add_end(b, a, a->id + 1, a->id, a->server_from + now.skew,
            a->server_to + now.skew, false);
}

static void traces_of_world(corr_build *b)
{
    walk_world(b, spans_of_attempt);
}

static void cpu_of_attempt(corr_build *b, const attempt_made *a)
{
    const corr_text none = { 0 };
    char label[32];

    snprintf(label, sizeof label, "span_id=%016llx",
             (unsigned long long)(a->id + 1));
    for (double t = 5 * ceil(a->server_from / 5); t < a->server_to; t += 5) {
        corr_sample_row row = { .kind = testing_cpu(b),
                                .stack =
                                    testing_stack(b, "main.price;main.sum"),
                                .value = 5000000 };
        const bool late = a->failed && t >= a->caller_to;
        row.time = now.untimed ? CORR_NO_TIME : testing_ms(t + now.skew);
        if (now.untimed)
            row.labels = testing_labels(b, label);
        else
            row.thread = corr_add_thread(b, none, 0, 5);
        corr_add_sample(b, &row);
        real.n += 1;
        real.late += late && !now.is_message;
        real.lost += a->is_lost && !late && !now.is_message;
    }
}

static void recording_of_world(corr_build *b)
{
    testing_owner(b, BACK);
    real = (truth){ 0 };
    walk_world(b, cpu_of_attempt);
}

static doomed_row row_of(const world *w)
{
    corr_err err = { 0 };

    now = *w;
    corr_store *st = testing_store(traces_of_world, recording_of_world);
    doomed_work *d = doomed_work_of(st, &(corr_query){ 0 }, &err);
    if (!d)
        fail_msg("%s", err.what);
    assert_int_equal(doomed_work_size(d), 1);
    const doomed_row r = doomed_work_at(d, 0);
    doomed_work_free(d);
    /* texts of the row are the store's */
    if (r.calls)
        assert_true(corr_str_is(r.operation, "GET /price") || !r.span);
    corr_store_free(st);
    return r;
}

/* ---- tests -------------------------------------------------------------------- */

static void work_after_a_timeout_is_counted_exactly(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        const doomed_row r = row_of(&(world){ .seed = seed, .timeout = 100 });
        assert_true(real.late > 500);
        /* up to a sample a call lies within the error of the clocks */
        assert_true(r.certain <= real.late);
        assert_true(r.certain + r.possible >= real.late - 1);
        assert_true(r.lo <= real.late / real.n && real.late / real.n <= r.hi);
        /* samples at the edge of a span belong to it in part */
        assert_true(fabs((double)r.n - real.n) < 0.02 * real.n);
        assert_true(r.waited_lo > 99000000 && r.waited_hi < 101000000);
    }
}

static void nothing_is_said_of_callers_that_wait(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const doomed_row r = row_of(&(world){ .seed = seed });
        assert_true(r.certain + r.possible + r.lost <= 0);
        assert_true(r.share <= 0 && r.lo <= 0 && r.hi > 0 && r.hi < 0.05);
    }
}

static void
a_server_that_stops_at_once_works_for_nobody_for_nothing(void **state)
{
    const doomed_row r =
        row_of(&(world){ .seed = 3, .timeout = 100, .cancels = true });

    (void)state;
    assert_true(r.certain <= 0 && r.lo <= 0);
}

static void an_answer_that_failed_is_no_timeout(void **state)
{
    const doomed_row r = row_of(&(world){ .seed = 4, .tail = 3 });

    (void)state;
    assert_true(r.certain + r.possible <= 0);
    assert_int_equal(r.calls, 0);
}

static void a_clock_far_ahead_decides_nothing_wrong(void **state)
{
    (void)state;
    for (int ms = -40; ms <= 40; ms += 20) {
        const doomed_row r =
            row_of(&(world){ .seed = 5, .timeout = 100, .skew = ms });
        assert_true(r.certain <= real.late);
        assert_true(r.certain + r.possible >= real.late - 1);
    }
}

static void attempts_that_were_retried_are_lost_from_their_start(void **state)
{
    const doomed_row r =
        row_of(&(world){ .seed = 6, .timeout = 100, .retries = true });

    (void)state;
    assert_true(real.lost > 500);
    assert_true(fabs(r.certain + r.lost - real.late - real.lost) <
                0.03 * real.n);
    assert_true(r.retried > 20);
}

static void messages_are_left_out_and_counted(void **state)
{
    const doomed_row r =
        row_of(&(world){ .seed = 7, .timeout = 100, .is_message = true });

    (void)state;
    assert_true(r.certain + r.lost + r.possible <= 0);
    assert_true(r.left_out > 20);
}

static void samples_without_times_are_only_possible(void **state)
{
    const doomed_row r =
        row_of(&(world){ .seed = 8, .timeout = 100, .untimed = true });

    (void)state;
    assert_true(r.certain <= 0 && r.lo <= 0);
    assert_true(r.possible >= real.late);
}

static void intervals_cover_the_share_of_other_runs(void **state)
{
    enum { WORLDS = 150 };
    double mean = 0;
    int covered = 0;
    doomed_row row[WORLDS];

    (void)state;
    for (uint64_t i = 0; i < WORLDS; i++) {
        row[i] = row_of(&(world){ .seed = 100 + i, .timeout = 100 });
        mean += real.late / real.n / WORLDS;
    }
    for (int i = 0; i < WORLDS; i++)
        covered += row[i].lo <= mean && mean <= row[i].hi;
    if (covered < WORLDS * 93 / 100)
        fail_msg("%d of %d", covered, WORLDS);
}

/* The CPU of requests whose traces were not kept is of no request. */
static void kept_traces_show_the_share_of_all(void **state)
{
    enum { WORLDS = 16 };
    static const uint64_t every[] = { 2, 5, 10 };

    (void)state;
    for (size_t e = 0; e < countof(every); e++) {
        int covered = 0;
        for (uint64_t i = 0; i < WORLDS; i++) {
            const doomed_row r = row_of(
                &(world){ .seed = 900 + i, .timeout = 100, .every = every[e] });
            const double share = real.late / real.n;
            covered += r.lo <= share && share <= r.hi;
            assert_true(r.lo > 0 && r.hi < 4 * share); /* it says something */
            assert_true(r.calls > 0);
            assert_true((double)r.n * (double)every[e] > 0.5 * real.n);
            assert_true((double)r.n * (double)every[e] < 1.5 * real.n);
        }
        print_message("# one of %d traces    covered %3d of %d\n",
                      (int)every[e], covered, WORLDS);
        assert_true(covered >= WORLDS * 90 / 100);
        assert_int_equal(
            row_of(&(world){ .seed = 3, .timeout = 0, .every = every[e] })
                .certain,
            0);
    }
}

static void running_out_of_memory_is_told(void **state)
{
    now = (world){ .seed = 1, .timeout = 30, .retries = true, .requests = 12 };
    corr_store *st = testing_store(traces_of_world, recording_of_world);

    (void)state;
    /* the store joins its samples once, and keeps that */
    doomed_work_free(doomed_work_of(st, &(corr_query){ 0 }, NULL));
    ASSERT_MEMORY_IS_TOLD(doomed_work,
                          doomed_work_of(st, &(corr_query){ 0 }, &err),
                          doomed_work_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_after_a_timeout_is_counted_exactly),
        cmocka_unit_test(nothing_is_said_of_callers_that_wait),
        cmocka_unit_test(
            a_server_that_stops_at_once_works_for_nobody_for_nothing),
        cmocka_unit_test(an_answer_that_failed_is_no_timeout),
        cmocka_unit_test(a_clock_far_ahead_decides_nothing_wrong),
        cmocka_unit_test(attempts_that_were_retried_are_lost_from_their_start),
        cmocka_unit_test(messages_are_left_out_and_counted),
        cmocka_unit_test(samples_without_times_are_only_possible),
        cmocka_unit_test(intervals_cover_the_share_of_other_runs),
        cmocka_unit_test(kept_traces_show_the_share_of_all),
        cmocka_unit_test(running_out_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
