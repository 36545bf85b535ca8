/* What is asked of Pyroscope, of which services, in which ways. */
#include "fetch/test/answers.h"

#define CPU   "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define QUERY "/querier.v1.QuerierService/"

#define LABEL(name, value) "{\"name\":\"" name "\",\"value\":\"" value "\"}"
#define SET(name, service, type)                                               \
    "{\"labels\":[" LABEL("__profile_type__", type) "," LABEL(name,            \
                                                              service) "]}"
#define TYPES(type)                                                            \
    GIVE(QUERY "ProfileTypes", NULL, 200, "application/json",                  \
         "{\"profileTypes\":[{\"ID\":\"" type "\"}]}")
#define SERIES(sets)                                                           \
    GIVE(QUERY "Series", NULL, 200, "application/json",                        \
         "{\"labelsSet\":[" sets "]}")

static const fetch_target target = { FETCH_PYROSCOPE, "http://pyro", NULL,
                                     NULL };

/* Nothing but the catalog answers; returns how many requests asked for a
 * profile whose body has this part. */
static size_t selects(const ran *r, const char *part)
{
    size_t n = 0;

    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *q = fetch_plan_at(r->p, i);
        n += corr_str_starts(corr_str_of(q->path),
                             QUERY "SelectMergeStacktraces") &&
             body_has(q, part);
    }
    return n;
}

static fetch_question about(const char *service)
{
    return (fetch_question){ .about = FETCH_PROFILES,
                             .service = service,
                             .from = FROM,
                             .to = TO,
                             .limit = 20 };
}

static void a_service_is_found_by_the_label_that_has_it(void **state)
{
    static const given dotted[] = { TYPES(CPU), SERIES(SET("service.name",
                                                           "a\\\"b", CPU)) };
    static const given both[] = { TYPES(CPU),
                                  SERIES(SET("app", "x", CPU) "," SET(
                                      "service_name", "y", CPU)) };
    fetch_question q = about("a\"b");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, dotted, COUNT_OF(dotted));
    assert_int_equal(selects(r, "{\"service.name\"=\"a\\\"b\"}"), 1);
    ran_free(r);
    q = about("x");
    r = run(&fetch_pyroscope, &target, 1, &q, both, COUNT_OF(both));
    assert_int_equal(selects(r, "{app=\"x\"}"), 1);
    ran_free(r);
    q = about("z");
    r = run(&fetch_pyroscope, &target, 1, &q, both, COUNT_OF(both));
    assert_int_equal(selects(r, NULL), 0);
    assert_result(r, QUERY "Series", 0, FETCH_NOTHING, "no profiles of z");
    ran_free(r);
}

static void values_of_labels_do_without_series(void **state)
{
    static const given g[] = {
        TYPES(CPU),
        GIVE(QUERY "Series", NULL, 501, "application/json",
             "{\"code\":\"unimplemented\"}"),
        GIVE(QUERY "LabelValues", "\"service\"", 200, "application/json",
             "{\"names\":[\"x\"]}"),
        GIVE(QUERY "LabelValues", NULL, 200, "application/json", "{}"),
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, "{service=\"x\"}"), 1);
    ran_free(r);
}

/* An empty selector selects everything: a request for spans always has one. */
static void spans_are_never_an_empty_selector(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU)) };
    static const char *const bad[] = { "", "xyz", "12345678901234567" };
    static const char *const good[] = { "B1", "zz" };
    fetch_question q = about("x");

    (void)state;
    q.span = bad;
    q.spans = 3;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    for (size_t i = 0; i < fetch_plan_size(r->p); i++)
        assert_null(
            strstr(fetch_plan_at(r->p, i)->path, "SelectMergeSpanProfile"));
    ran_free(r);
    q.span = good;
    q.spans = 2;
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    assert_int_equal(selects(r, "00000000000000b1"), 1);
    const fetch_request *json =
        fetch_plan_at(r->p, request_at(r, QUERY "SelectMergeSpanProfile", 0));
    assert_true(body_has(json, "\"spanSelector\":[\"00000000000000b1\"]"));
    ran_free(r);
}

static void a_server_that_lacks_a_way_is_asked_in_another(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(
            "/pyroscope/render", NULL, 200, "application/json",
            "{\"flamebearer\":{\"names\":[\"total\",\"a\"],\"numTicks\":5}}")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_result(r, QUERY "SelectMergeStacktraces", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, QUERY "SelectMergeProfile", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, "/pyroscope/render", 0, FETCH_GOT, NULL);
    ran_free(r);
}

static void long_windows_are_split(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU)) };
    fetch_question q = about("x");

    (void)state;
    q.from = TO - 60 * FETCH_HOUR;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 3);
    ran_free(r);
}

static void a_stripped_profile_is_told(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(QUERY "SelectMergeStacktraces", NULL, 200, "application/proto",
             "\x2a\x0e\x0a\x0c\x12\x08\x12\x06\x80\xa0\x94\xa5\x8d\x1d\x32"
             "\x00")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    const size_t i = request_at(r, QUERY "SelectMergeStacktraces", 0);
    assert_int_equal(r->at[i].outcome, FETCH_GOT);
    assert_false(r->at[i].complete);
    assert_non_null(strstr(r->at[i].why, "stripped by the server"));
    ran_free(r);
}

/* "alloc" is the name of the samples that came. */
static void another_type_than_asked_is_not_kept(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "x", CPU)),
        GIVE(QUERY "SelectMergeProfile", NULL, 200, "application/proto",
             "\x0a\x02\x08\x01\x12\x02\x10\x07\x32\x00\x32\x05"
             "alloc"),
        GIVE(QUERY "SelectMergeStacktraces", NULL, 200, "application/proto",
             "\x2a\x13\x0a\x11\x0a\x02\x08\x01\x12\x02\x10\x07\x32"
             "\x00\x32\x05"
             "alloc")
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_result(r, QUERY "SelectMergeStacktraces", 0, FETCH_NOTHING,
                  "another is asked");
    assert_result(r, QUERY "SelectMergeProfile", 0, FETCH_NOTHING,
                  "a profile of alloc came, not of " CPU);
    ran_free(r);
}

static void kinds_and_repeated_types_are_left_out(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU) "," SET(
                                   "service_name", "x",
                                   "process_cpu:samples:count:cpu:"
                                   "nanoseconds") "," SET("service_name", "x",
                                                          "memory:inuse_"
                                                          "space:bytes:space:"
                                                          "bytes")) };
    fetch_question q = about("x");

    (void)state;
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    assert_int_equal(selects(r, "samples:count"), 0);
    ran_free(r);
    q.profile = "inuse_bytes";
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    assert_int_equal(selects(r, "inuse_space"), 1);
    ran_free(r);
}

static void a_text_names_services(void **state)
{
    static const given g[] = {
        TYPES(CPU), SERIES(SET("service_name", "checkout",
                               CPU) "," SET("service_name", "pricing", CPU))
    };
    fetch_question q = about(NULL);

    (void)state;
    q.mentions = "CheckoutCpuHigh CPU of 127.0.0.1";
    ran *r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    assert_int_equal(selects(r, "checkout"), 1);
    ran_free(r);
    q.mentions = "HighLoad";
    r = run(&fetch_pyroscope, &target, 1, &q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 2);
    ran_free(r);
}

/* Two questions with one window share a catalog, and both are answered. */
static void questions_share_a_catalog(void **state)
{
    static const given g[] = { TYPES(CPU),
                               SERIES(SET("service_name", "x", CPU) "," SET(
                                   "service_name", "y", CPU)) };
    const fetch_question x = about("x"), y = about("y");
    ran *r = calloc(1, sizeof *r);

    (void)state;
    r->p = fetch_plan_new();
    fetch_plan_targets(r->p, &target, 1);
    assert_true(fetch_pyroscope.plan(r->p, &target, &x));
    assert_true(fetch_pyroscope.plan(r->p, &target, &y));
    assert_int_equal(fetch_plan_size(r->p), 2);
    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *at = fetch_plan_at(r->p, i);
        const fetch_answer a = answer_of(at, g, COUNT_OF(g));
        at->judge(r->p, at, &a, &r->at[i]);
    }
    assert_int_equal(selects(r, "{service_name=\"x\"}"), 1);
    assert_int_equal(selects(r, "{service_name=\"y\"}"), 1);
    ran_free(r);
}

/* ---- parts, and limits --------------------------------------------------------- */

#define STACKS QUERY "SelectMergeStacktraces"
#define ID     "4bf92f3577b34da6a3ce929d0e0e4736"
#define B1     "00000000000000b1"

/* An answer with one stack of CPU, and its total. */
#define PPROF(total)                                                           \
    "\x2a\x11\x0a\x0f\x0a\x02\x08\x01\x12\x02\x10" total "\x32\x00\x32\x03"    \
    "cpu"
#define CATALOG TYPES(CPU), SERIES(SET("service_name", "x", CPU))

static ran *ask(const fetch_question *q, const given *g, size_t n)
{
    return run(&fetch_pyroscope, &target, 1, q, g, n);
}

/* Without the parameter, a server leaves names with dots out of its answers. */
static void names_with_dots_are_accepted(void **state)
{
    static const given g[] = { TYPES(CPU), GIVE(QUERY "Series", NULL, 200,
                                                "application/json", "{}") };
    const fetch_question q = about("x");
    size_t n = 0;

    (void)state;
    ran *r = ask(&q, g, COUNT_OF(g));
    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *at = fetch_plan_at(r->p, i);
        if (!corr_str_starts(corr_str_of(at->path), QUERY "Select")) {
            assert_non_null(strstr(at->accept, "allow-utf8-labelnames=true"));
            n++;
        }
    }
    assert_int_equal(n, 7); /* types, range, series, values of four labels */
    ran_free(r);
}

/* A server that ignores a selector answers with the whole window. */
static void a_part_like_the_whole_is_not_kept(void **state)
{
    static const given ignores[] = {
        CATALOG,
        GIVE(STACKS, NULL, 200, "application/proto", PPROF("\x07")),
        GIVE(QUERY "SelectMergeSpanProfile", NULL, 200, "application/json",
             "{\"flamegraph\":{\"names\":[\"total\",\"a\"],\"total\":\"7\"}}"),
    };
    static const given selects_spans[] = {
        CATALOG,
        GIVE(STACKS, B1, 200, "application/proto", PPROF("\x05")),
        GIVE(STACKS, NULL, 200, "application/proto", PPROF("\x07")),
    };
    static const char *const span[] = { B1 };
    fetch_question q = about("x");

    (void)state;
    q.span = span;
    q.spans = 1;
    ran *r = ask(&q, ignores, COUNT_OF(ignores));
    assert_result(r, STACKS, 0, FETCH_GOT, NULL);
    assert_result(r, STACKS, 1, FETCH_NOTHING, "another is asked");
    assert_result(r, QUERY "SelectMergeSpanProfile", 0, FETCH_NOTHING,
                  "ignores spans");
    ran_free(r);
    r = ask(&q, selects_spans, COUNT_OF(selects_spans));
    assert_result(r, STACKS, 0, FETCH_GOT, NULL);
    assert_result(r, STACKS, 1, FETCH_GOT, NULL);
    ran_free(r);
}

/* A window without samples has no parts. */
static void an_empty_window_has_no_parts(void **state)
{
    static const given g[] = { CATALOG, GIVE(STACKS, NULL, 200,
                                             "application/proto", "") };
    static const char *const span[] = { B1 };
    fetch_question q = about("x");

    (void)state;
    q.span = span;
    q.spans = 1;
    ran *r = ask(&q, g, COUNT_OF(g));
    assert_int_equal(selects(r, NULL), 1);
    ran_free(r);
}

/* Many local roots are asked by their trace, where the server can do that. */
static void many_roots_are_asked_by_their_trace(void **state)
{
    static const given can[] = {
        CATALOG,
        GIVE(STACKS, ID, 200, "application/proto", PPROF("\x05")),
        GIVE(STACKS, NULL, 200, "application/proto", PPROF("\x07")),
    };
    static const given cannot[] = {
        CATALOG,
        GIVE(STACKS, ID, 501, "application/json",
             "{\"code\":\"unimplemented\"}"),
        GIVE(STACKS, B1, 200, "application/proto", PPROF("\x05")),
        GIVE(STACKS, NULL, 200, "application/proto", PPROF("\x07")),
    };
    static const given ignores[] = {
        CATALOG,
        GIVE(STACKS, B1, 200, "application/proto", PPROF("\x05")),
        GIVE(STACKS, NULL, 200, "application/proto", PPROF("\x07")),
    };
    static const char *const span[] = { B1,   "a2", "a3", "a4", "a5",
                                        "a6", "a7", "a8", "a9" };
    static const char *const bad[] = { "", "xyz", ID "0" };
    fetch_question q = about("x");

    (void)state;
    q.span = span;
    q.spans = COUNT_OF(span);
    q.trace = ID;
    ran *r = ask(&q, can, COUNT_OF(can));
    assert_int_equal(selects(r, NULL), 2);
    assert_int_equal(selects(r, "\x52\x20" ID), 1);
    assert_result(r, STACKS, 1, FETCH_GOT, NULL);
    assert_string_equal(fetch_plan_at(r->p, request_at(r, STACKS, 1))->file,
                        "profiles/x-process_cpu.cpu-of-trace-" ID
                        "-20261121T163205Z-20261121T163715Z.pb");
    ran_free(r);
    r = ask(&q, cannot, COUNT_OF(cannot));
    assert_result(r, STACKS, 1, FETCH_NOTHING, "by their trace");
    assert_result(r, STACKS, 2, FETCH_GOT, NULL);
    ran_free(r);
    r = ask(&q, ignores, COUNT_OF(ignores));
    assert_result(r, STACKS, 1, FETCH_NOTHING, "by their trace");
    assert_result(r, STACKS, 2, FETCH_GOT, NULL);
    ran_free(r);
    for (size_t i = 0; i < COUNT_OF(bad); i++) { /* never an empty selector */
        q.trace = bad[i];
        r = ask(&q, can, COUNT_OF(can));
        assert_int_equal(selects(r, NULL), 2);
        assert_int_equal(selects(r, "\x5a\x10" B1), 1);
        ran_free(r);
    }
    q.trace = ID;
    q.spans = 0;
    r = ask(&q, cannot, COUNT_OF(cannot));
    assert_int_equal(selects(r, NULL), 2);
    assert_result(r, STACKS, 1, FETCH_NOTHING, "by their trace");
    ran_free(r);
}

/* The form of a request to run, of an answer about it, and of a question for the
 * answer to it. */
#define FORCED      "\x4a\x02\x10\x01"
#define RUNS(state) "\x22\x06\x0a\x02id\x10" state
#define AWAITED     "\x4a\x06\x0a\x02id\x10\x01"

static void a_query_that_takes_too_long_runs_in_the_background(void **state)
{
    static const given runs[] = {
        CATALOG,
        GIVE(STACKS, AWAITED, 200, "application/proto", RUNS("\x01")),
        GIVE(STACKS, FORCED, 200, "application/proto", RUNS("\x01")),
        GIVE(STACKS, NULL, 504, "application/json",
             "{\"code\":\"deadline_exceeded\"}"),
    };
    static const given done[] = {
        CATALOG,
        GIVE(STACKS, AWAITED, 200, "application/proto",
             RUNS("\x02") PPROF("\x07")),
        GIVE(STACKS, FORCED, 200, "application/proto", RUNS("\x01")),
        GIVE(STACKS, NULL, 504, "application/json", ""),
    };
    fetch_question q = about("x");

    (void)state;
    ran *r = ask(&q, runs, COUNT_OF(runs));
    assert_int_equal(selects(r, NULL), 3);
    assert_result(r, STACKS, 0, FETCH_NOTHING, "in the background");
    assert_result(r, STACKS, 1, FETCH_NOTHING, "its answer is asked for");
    assert_result(r, STACKS, 2, FETCH_AGAIN, "still runs");
    const fetch_request *last = fetch_plan_at(r->p, request_at(r, STACKS, 2));
    assert_int_equal(last->body_size, sizeof AWAITED - 1);
    assert_string_equal(
        last->file,
        "profiles/x-process_cpu.cpu-20261121T163205Z-20261121T163715Z.pb");
    ran_free(r);
    r = ask(&q, done, COUNT_OF(done));
    assert_result(r, STACKS, 2, FETCH_GOT, NULL);
    ran_free(r);
}

/* Where nothing runs in the background, both halves are asked. */
static void a_query_that_cannot_run_is_halved(void **state)
{
    static const struct {
        const char *text;
        size_t n;
        int status;
    } way[] = {
        { "{\"code\":\"unimplemented\"}", 24, 501 },
        { "{\"code\":\"resource_exhausted\"}", 29, 429 },
        { "{\"code\":\"not_found\",\"message\":\"async query not found\"}", 56,
          404 },
        { RUNS("\x03"), sizeof RUNS("\x03") - 1, 200 },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++)
        for (size_t k = 0; k < 2; k++) {
            const given refused = { STACKS,
                                    k ? AWAITED : FORCED,
                                    way[i].status,
                                    "application/proto",
                                    { way[i].text, way[i].n } };
            const given g[] = {
                TYPES(CPU),
                SERIES(SET("service_name", "x", CPU)),
                refused,
                GIVE(STACKS, FORCED, 200, "application/proto", RUNS("\x01")),
                GIVE(STACKS, NULL, 504, "application/json", ""),
            };
            fetch_question q = about("x");
            q.to = q.from + 2 * FETCH_SECOND;
            ran *r = ask(&q, g, COUNT_OF(g));
            assert_result(r, STACKS, 1 + k, FETCH_NOTHING, "both halves");
            assert_int_equal(
                fetch_plan_at(r->p, request_at(r, STACKS, 2 + k))->to,
                FROM + FETCH_SECOND);
            ran_free(r);
        }
}

/* Every way has a limit of nodes, and an answer that filled it is cut. */
static void every_way_has_a_limit_of_nodes(void **state)
{
    static const given fewer[] = {
        CATALOG,
        GIVE(STACKS, "\x28\x80\x80\x40", 400, "application/json",
             "{\"message\":\"max flamegraph nodes limit 1048576 is greater "
             "than allowed 3\"}"),
        GIVE(STACKS, "\x28\x03", 200, "application/proto",
             "\x2a\x1d\x0a\x1b\x0a\x02\x08\x01\x12\x07\x0a\x03\x01\x02\x03\x10"
             "\x07"
             "\x32\x00\x32\x03"
             "cpu\x32\x05other"),
    };
    static const given filled[] = {
        CATALOG,
        GIVE(QUERY "SelectMergeProfile", "\x28\x80\x80\x40", 400,
             "application/json", "{\"message\":\"nodes: at most 2\"}"),
        GIVE("/pyroscope/render", NULL, 200, "application/json",
             "{\"flamebearer\":{\"names\":[\"total\",\"other\"],\"levels\":"
             "[[0,5,0,0],[0,5,5,1]],\"numTicks\":5}}"),
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = ask(&q, fewer, COUNT_OF(fewer));
    const size_t i = request_at(r, STACKS, 1);
    assert_int_equal(fetch_plan_at(r->p, request_at(r, STACKS, 0))->limit,
                     1048576);
    assert_int_equal(fetch_plan_at(r->p, i)->limit, 3);
    assert_int_equal(r->at[i].outcome, FETCH_GOT);
    assert_false(r->at[i].complete);
    assert_non_null(strstr(r->at[i].why, "limit of 3 nodes"));
    ran_free(r);
    r = ask(&q, filled, COUNT_OF(filled));
    const size_t k = request_at(r, "/pyroscope/render", 0);
    assert_non_null(strstr(fetch_plan_at(r->p, k)->path, "&maxNodes=2&"));
    assert_false(r->at[k].complete);
    assert_non_null(strstr(r->at[k].why, "limit of 2 nodes"));
    ran_free(r);
}

/* A function of that name in a small profile is a function. */
static void other_is_a_name_like_any(void **state)
{
    static const given g[] = {
        CATALOG,
        GIVE(STACKS, NULL, 200, "application/proto",
             "\x2a\x1d\x0a\x1b\x0a\x02\x08\x01\x12\x07\x0a\x03\x01\x02\x03\x10"
             "\x07"
             "\x32\x00\x32\x03"
             "cpu\x32\x05other"),
    };
    const fetch_question q = about("x");

    (void)state;
    ran *r = ask(&q, g, COUNT_OF(g));
    assert_true(r->at[request_at(r, STACKS, 0)].complete);
    ran_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_service_is_found_by_the_label_that_has_it),
        cmocka_unit_test(values_of_labels_do_without_series),
        cmocka_unit_test(spans_are_never_an_empty_selector),
        cmocka_unit_test(a_server_that_lacks_a_way_is_asked_in_another),
        cmocka_unit_test(long_windows_are_split),
        cmocka_unit_test(a_stripped_profile_is_told),
        cmocka_unit_test(another_type_than_asked_is_not_kept),
        cmocka_unit_test(kinds_and_repeated_types_are_left_out),
        cmocka_unit_test(a_text_names_services),
        cmocka_unit_test(questions_share_a_catalog),
        cmocka_unit_test(names_with_dots_are_accepted),
        cmocka_unit_test(a_part_like_the_whole_is_not_kept),
        cmocka_unit_test(an_empty_window_has_no_parts),
        cmocka_unit_test(many_roots_are_asked_by_their_trace),
        cmocka_unit_test(a_query_that_takes_too_long_runs_in_the_background),
        cmocka_unit_test(a_query_that_cannot_run_is_halved),
        cmocka_unit_test(every_way_has_a_limit_of_nodes),
        cmocka_unit_test(other_is_a_name_like_any),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
