/* Tests of forgotten_spans: generated requests whose calls are known, of which
 * some have spans. */
#include "test/test_bytime.h"
#include "test/test_memory.h"

#include "findings/forgotten_spans.h"
#include "stats/distributions.h"

/* ---- the world ----------------------------------------------------------- */

enum { REQUESTS = 400, THREADS = 4, CALLS = 3 };

/* A call that each request makes: what its stack looks like, how long it takes
 * on average, and whether it has a span. */
typedef struct call_made {
    const char *stack;
    double ms; /* 0: no call */
    bool has_span;
    bool is_async; /* the span is no call, and runs on another thread */
    int lost;      /* percent of its spans that are not in the traces */
} call_made;

typedef struct world {
    const char *own; /* where the application itself works */
    call_made call[CALLS];
    uint64_t seed;
    bool sleeps;   /* ... of which all are sleeps */
    bool measures; /* waits are events; else wall-clock samples each 4 ms */
    double truth[CALLS]; /* mean ms a request */
} world;

static world now; /* of the fills below, which have no argument */

static double uniform(uint64_t *seed)
{
    return (double)(stat_random(seed) >> 11) / 9007199254740992.0;
}

/* Sums of three: no request is without the call. */
static double length(uint64_t *seed, double mean)
{
    return mean * (uniform(seed) + uniform(seed) + uniform(seed)) / 1.5;
}

typedef void visit_call(corr_build *b, uint32_t request, int thread,
                        double from, double to, int call);

/* Walks all requests: 10 ms of work, the calls with 5 ms between them. */
static void walk_world(corr_build *b, visit_call *visit)
{
    uint64_t seed = now.seed;
    double free_at[THREADS] = { 0 };

    for (uint32_t r = 0; r < REQUESTS; r++) {
        const int thread = (int)(r % THREADS);
        const double from = free_at[thread] + 1 + 20 * uniform(&seed);
        double at = from + length(&seed, 10);
        visit(b, r, thread, from, at, -1);
        for (int c = 0; c < CALLS; c++) {
            const double ms = length(&seed, now.call[c].ms);
            if (ms > 0)
                visit(b, r, thread, at, at + ms, c);
            visit(b, r, thread, at + ms, at + ms + 5, -1);
            at += ms + 5;
        }
        visit(b, r, thread, from, at, -2);
        free_at[thread] = at;
    }
}

static const char *thread_of_request(int thread)
{
    static const char *const names[] = { "thread.id=#1", "thread.id=#2",
                                         "thread.id=#3", "thread.id=#4" };

    return names[thread];
}

static void span_of_call(corr_build *b, uint32_t request, int thread,
                         double from, double to, int call)
{
    testing_span_row row = { .trace = request + 1,
                             .id = 1000 * (request + 1),
                             .from = from,
                             .to = to,
                             .proc = SHOP,
                             .name = "GET /cart",
                             .kind = CORR_SPAN_SERVER,
                             .attrs = thread_of_request(thread) };

    if (call == -1 ||
        (call >= 0 && !now.call[call].has_span && !now.call[call].is_async))
        return;
    uint64_t lot = now.seed + 100 * request + (uint64_t)(call + 2);
    if (call >= 0 && 100 * uniform(&lot) < now.call[call].lost)
        return;
    if (call >= 0) {
        row.up = row.id;
        row.id += (uint64_t)call + 1;
        row.name = "SELECT";
        row.kind = CORR_SPAN_CLIENT;
    }
    if (call >= 0 && now.call[call].is_async) {
        row.kind = CORR_SPAN_INTERNAL;
        row.attrs = "thread.id=#77";
    }
    testing_full_span(b, &row);
}

static void traces_of_world(corr_build *b)
{
    walk_world(b, span_of_call);
}

static corr_kind kind_of_world(corr_build *b)
{
    corr_kind_row row = { .name = CORR_STR("wall"),
                          .type = CORR_STR("wall"),
                          .unit = CORR_NS,
                          .period = 4000000 };

    if (now.measures)
        row = (corr_kind_row){ .name = CORR_STR("socket"),
                               .type = CORR_STR("socket"),
                               .unit = CORR_NS,
                               .flags = CORR_KIND_INTERVAL,
                               .wait = now.sleeps ? CORR_WAIT_SLEEP
                                                  : CORR_WAIT_SOCKET };
    return corr_add_kind(b, &row);
}

static void wait_of_call(corr_build *b, uint32_t request, int thread,
                         double from, double to, int call)
{
    const corr_text none = { 0 };
    corr_sample_row row = { .kind = kind_of_world(b),
                            .thread = corr_add_thread(b, none, 0, thread + 1) };

    (void)request;
    if (call == -2 || (call == -1 && now.measures))
        return;
    row.stack = testing_stack(b, call < 0 ? now.own : now.call[call].stack);
    if (now.measures) {
        row.time = testing_ms(from);
        row.duration = row.value = testing_ms(to) - testing_ms(from);
        corr_add_sample(b, &row);
        return;
    }
    for (double t = 4 * ceil(from / 4); t < to; t += 4) {
        row.time = testing_ms(t);
        row.value = 4000000;
        corr_add_sample(b, &row);
    }
}

static void recording_of_world(corr_build *b)
{
    testing_owner(b, SHOP);
    walk_world(b, wait_of_call);
}

static void truth_of_call(corr_build *b, uint32_t request, int thread,
                          double from, double to, int call)
{
    (void)b;
    (void)request;
    (void)thread;
    if (call >= 0)
        now.truth[call] += (to - from) / REQUESTS;
}

static forgotten_spans *forgotten_in(const world *w, corr_store **st,
                                     library_list *list)
{
    corr_err err = { 0 };

    now = *w;
    walk_world(NULL, truth_of_call);
    *st = testing_store(traces_of_world, recording_of_world);
    assert_true(library_list_builtin(list));
    library_list_close(list);
    forgotten_spans *f =
        forgotten_spans_of(*st, &(corr_query){ 0 }, list, &err);
    if (!f)
        fail_msg("%s", err.what);
    return f;
}

static void end_world(forgotten_spans *f, corr_store *st, library_list *list)
{
    forgotten_spans_free(f);
    corr_store_free(st);
    library_list_clear(list);
}

/* "PACKAGE how caller" a line. */
static const char *print(const forgotten_spans *f)
{
    static const char *const how[] = { "measured", "sampled", "cpu" };
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < forgotten_spans_size(f); i++) {
        const forgotten_span r = forgotten_spans_at(f, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s %s %.*s\n",
                              CORR_STR_ARG(r.package), how[r.how],
                              CORR_STR_ARG(r.caller));
    }
    return out;
}

#define OWN                                                                    \
    "java.lang.Thread.run;org.eclipse.jetty.Server.handle;acme.shop.Cart."
#define WORK OWN "total"
#define JDBC                                                                   \
    OWN "load;org.postgresql.jdbc.PgStatement.execute;"                        \
        "org.postgresql.core.PGStream.receive;java.net.SocketInputStream."     \
        "socketRead0"
#define REDIS                                                                  \
    OWN "total;io.lettuce.core.LettuceFutures.awaitOrCancel;"                  \
        "java.util.concurrent.CompletableFuture.get;"                          \
        "java.util.concurrent.locks.LockSupport.park;"                         \
        "jdk.internal.misc.Unsafe.park"
/* no list has this one */
#define UNKNOWN                                                                \
    OWN "total;eu.nowhere.turtledb.Session.ask;"                               \
        "eu.nowhere.turtledb.Wire.read;sun.nio.ch.NioSocketImpl.read;"         \
        "sun.nio.ch.Net.poll"
#define OWN_LOCK                                                               \
    OWN "total;acme.shop.Pool.take;java.util.concurrent.locks.LockSupport."    \
        "park;jdk.internal.misc.Unsafe.park"
#define SLEEP   OWN "wait;java.lang.Thread.sleep;pthread_cond_timedwait"
#define BACKOFF OWN "total;eu.nowhere.again.Retry.pause;java.lang.Thread.sleep"
#define RAW                                                                    \
    OWN "push;java.net.Socket$SocketInputStream.read;"                         \
        "sun.nio.ch.NioSocketImpl.park;sun.nio.ch.Net.poll"

static void check_first(const world *w, const char *expected, int call)
{
    corr_store *st;
    library_list list = { 0 };
    forgotten_spans *f = forgotten_in(w, &st, &list);

    assert_string_equal(print(f), expected);
    if (call >= 0) {
        const forgotten_span r = forgotten_spans_at(f, 0);
        assert_true(r.lo / 1e6 <= now.truth[call] &&
                    now.truth[call] <= r.hi / 1e6);
        assert_int_equal(r.of, REQUESTS);
        assert_true(r.share > 0 && r.share <= 1);
    }
    end_world(f, st, &list);
}

/* ---- tests ----------------------------------------------------------------- */

static void the_only_call_without_a_span_is_found(void **state)
{
    (void)state;
    for (int measures = 0; measures < 2; measures++) {
        const world w = { .own = WORK,
                          .seed = 7,
                          .measures = measures,
                          .call = { { JDBC, 30, true, false },
                                    { REDIS, 20, false, false } } };
        check_first(&w,
                    measures ? "io.lettuce measured acme.shop.Cart.total\n"
                             : "io.lettuce sampled acme.shop.Cart.total\n",
                    1);
    }
}

static void a_library_that_no_list_has_is_found_by_its_shape(void **state)
{
    const world w = { .own = WORK,
                      .seed = 8,
                      .call = { { JDBC, 30, true, false },
                                { UNKNOWN, 8, false, false } } };

    (void)state;
    check_first(&w, "eu.nowhere sampled acme.shop.Cart.total\n", 1);
}

static void each_call_that_loses_its_span_comes_first_by_its_time(void **state)
{
    const world w = { .own = WORK,
                      .seed = 9,
                      .call = { { JDBC, 30, false, false },
                                { UNKNOWN, 8, false, false },
                                { REDIS, 15, false, false } } };

    (void)state;
    check_first(&w,
                "org.postgresql sampled acme.shop.Cart.load\n"
                "io.lettuce sampled acme.shop.Cart.total\n"
                "eu.nowhere sampled acme.shop.Cart.total\n",
                0);
}

static void full_instrumentation_has_no_finding(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const world w = { .own = WORK,
                          .seed = seed,
                          .measures = seed % 2,
                          .call = { { JDBC, 30, true, false },
                                    { UNKNOWN, 8, true, false },
                                    { REDIS, 15, true, false } } };
        check_first(&w, "", -1);
    }
}

/* Head or tail samplers of spans leave some out; a call that never has one is
 * still found. */
static void spans_that_were_left_out_are_not_forgotten(void **state)
{
    static const int lost[] = { 5, 20, 50, 80 };

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const int percent = lost[seed % 4];
        const world w = { .own = WORK,
                          .seed = seed,
                          .measures = seed / 4 % 2,
                          .call = { { JDBC, 30, true, false, percent },
                                    { UNKNOWN, 8, true, false, percent },
                                    { REDIS, 15, seed % 3 != 0, false, 0 } } };
        check_first(&w,
                    seed % 3     ? ""
                    : w.measures ? "io.lettuce measured acme.shop.Cart.total\n"
                                 : "io.lettuce sampled acme.shop.Cart.total\n",
                    seed % 3 ? -1 : 2);
    }
}

static void a_wait_for_a_child_on_another_thread_is_no_call(void **state)
{
    const world w = { .own = WORK,
                      .seed = 11,
                      .call = { { REDIS, 30, false, true },
                                { JDBC, 20, true, false } } };

    (void)state;
    check_first(&w, "", -1);
}

static void the_application_s_own_lock_is_no_call(void **state)
{
    const world w = { .own = WORK,
                      .seed = 12,
                      .call = { { JDBC, 30, true, false },
                                { OWN_LOCK, 30, false, false } } };

    (void)state;
    check_first(&w, "", -1);
}

static void a_socket_of_the_application_itself_is_a_call(void **state)
{
    const world w = { .own = WORK,
                      .seed = 13,
                      .call = { { JDBC, 30, true, false },
                                { RAW, 12, false, false } } };

    (void)state;
    check_first(&w, "acme.shop sampled acme.shop.Cart.push\n", 1);
}

/* An application that sleeps says so itself; in a span of its own it is told. */
static void a_sleep_is_a_call_that_may_lack_its_span(void **state)
{
    world w = { .own = WORK,
                .seed = 15,
                .call = { { JDBC, 30, true, false },
                          { SLEEP, 25, false, false } } };

    (void)state;
    check_first(&w, "acme.shop sampled acme.shop.Cart.wait\n", 1);
    w.call[1].has_span = true;
    check_first(&w, "", -1);
    w.call[1].has_span = false;
    w.call[1].ms = 0.2;
    check_first(&w, "", -1);
    /* of a library that tries again */
    w.call[1] = (call_made){ BACKOFF, 25, false, false, 0 };
    check_first(&w, "eu.nowhere sampled acme.shop.Cart.total\n", 1);
}

/* Events of a recording, which all have the same stack. */
static void measured_sleeps_are_found(void **state)
{
    world w = { .own = WORK,
                .seed = 16,
                .measures = true,
                .sleeps = true,
                .call = { { SLEEP, 25, false, false } } };

    (void)state;
    check_first(&w, "acme.shop measured acme.shop.Cart.wait\n", 0);
    w.call[0].has_span = true;
    check_first(&w, "", -1);
}

static void calls_below_the_threshold_are_left_out(void **state)
{
    const world w = { .own = WORK,
                      .seed = 14,
                      .call = { { JDBC, 90, false, false },
                                { REDIS, 0.4, false, false } } };

    (void)state;
    check_first(&w, "org.postgresql sampled acme.shop.Cart.load\n", 0);
}

static void go_python_and_node_have_shapes_of_their_own(void **state)
{
    static const struct {
        const char *own, *stack, *expected;
    } shapes[] = {
        { "net/http.(*conn).serve;net/http.HandlerFunc.ServeHTTP;main.cart",
          "net/http.(*conn).serve;net/http.HandlerFunc.ServeHTTP;main.cart;"
          "main.fetch;github.com/nowhere/turtle/v3.(*Client).Get;"
          "net.(*conn).Read;internal/poll.(*FD).Read;"
          "internal/poll.(*pollDesc).wait;runtime.gopark",
          "github.com/nowhere sampled main.fetch\n" },
        { "net/http.(*conn).serve;main.cart",
          "net/http.(*conn).serve;main.cart;net/http.(*Client).Do;"
          "net/http.(*persistConn).roundTrip;runtime.selectgo;runtime.gopark",
          "net/http sampled main.cart\n" },
        { "run (threading.py:1);handle (shop/cart.py:3)",
          "run (threading.py:1);handle (shop/cart.py:3);get "
          "(/usr/lib/python3/dist-packages/turtle/client.py:8);"
          "recv_into (socket.py:706)",
          "turtle sampled handle\n" },
    };

    (void)state;
    for (size_t i = 0; i < countof(shapes); i++) {
        const world w = { .own = shapes[i].own,
                          .seed = 15 + i,
                          .call = { { shapes[i].stack, 20, false, false } } };
        check_first(&w, shapes[i].expected, 0);
    }
}

static void intervals_cover_the_truth(void **state)
{
    int covered = 0;
    enum { WORLDS = 200 };

    (void)state;
    for (uint64_t seed = 100; seed < 100 + WORLDS; seed++) {
        const world w = { .own = WORK,
                          .seed = seed,
                          .call = { { JDBC, 30, true, false },
                                    { REDIS, 6, false, false } } };
        corr_store *st;
        library_list list = { 0 };
        forgotten_spans *f = forgotten_in(&w, &st, &list);
        assert_int_equal(forgotten_spans_size(f), 1);
        const forgotten_span r = forgotten_spans_at(f, 0);
        covered += r.lo <= now.truth[1] * 1e6 && now.truth[1] * 1e6 <= r.hi;
        end_world(f, st, &list);
    }
    if (covered < WORLDS * 93 / 100)
        fail_msg("%d of %d", covered, WORLDS);
}

static void running_out_of_memory_is_told(void **state)
{
    const world w = { .own = WORK,
                      .seed = 7,
                      .call = { { REDIS, 20, false, false } } };
    corr_store *st;
    library_list list = { 0 };
    forgotten_spans *f = forgotten_in(&w, &st, &list);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        forgotten_spans,
        forgotten_spans_of(st, &(corr_query){ 0 }, &list, &err),
        forgotten_spans_free);
    end_world(f, st, &list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_only_call_without_a_span_is_found),
        cmocka_unit_test(a_library_that_no_list_has_is_found_by_its_shape),
        cmocka_unit_test(each_call_that_loses_its_span_comes_first_by_its_time),
        cmocka_unit_test(full_instrumentation_has_no_finding),
        cmocka_unit_test(spans_that_were_left_out_are_not_forgotten),
        cmocka_unit_test(a_wait_for_a_child_on_another_thread_is_no_call),
        cmocka_unit_test(the_application_s_own_lock_is_no_call),
        cmocka_unit_test(a_socket_of_the_application_itself_is_a_call),
        cmocka_unit_test(a_sleep_is_a_call_that_may_lack_its_span),
        cmocka_unit_test(measured_sleeps_are_found),
        cmocka_unit_test(calls_below_the_threshold_are_left_out),
        cmocka_unit_test(go_python_and_node_have_shapes_of_their_own),
        cmocka_unit_test(intervals_cover_the_truth),
        cmocka_unit_test(running_out_of_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
