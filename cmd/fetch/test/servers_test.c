/* Searches, windows, limits and refusals of servers of traces. */
#include "fetch/test/answers.h"

#define ID  "4bf92f3577b34da6a3ce929d0e0e4736"
#define NOW INT64_C(1795290000000000000)

#define TEXT(literal)                                                          \
    {                                                                          \
        literal, sizeof(literal) - 1                                           \
    }

static const fetch_target target = { FETCH_TEMPO, "http://server", NULL, NULL };

static ran *ask(const fetch_back_end *b, const fetch_question *q,
                const given *g, size_t n)
{
    return run(b, &target, 1, q, g, n);
}

static fetch_question spans(void)
{
    return (fetch_question){
        .about = FETCH_SPANS, .from = FROM, .to = TO, .limit = 2, .now = NOW
    };
}

/* ---- Tempo ------------------------------------------------------------------ */

static void conditions_are_pushed_down(void **state)
{
    static const struct {
        const char *service, *op, *where;
        int64_t longer;
        const char *query;
    } way[] = {
        { NULL, NULL, NULL, 0, "q=%7B%20%7D&" },
        { "a\"b", "POST /x", NULL, 1500000000,
          "q=%7B%20resource.service.name%20%3D%20%22a%5C%22b%22%20%26%26%20name"
          "%20%3D%20%22POST%20%2Fx%22%20%26%26%20duration%20%3E%3D%201500ms%20"
          "%7D&" },
        { NULL, NULL, NULL, 1500, "duration%20%3E%3D%201500ns" },
        { "x", NULL, "{ status = error || .a = \"}\" }", 0,
          "%22x%22%20%26%26%20%28status%20%3D%20error%20%7C%7C%20.a%20%3D%20"
          "%22%7D%22%29%20%7D&" },
        { "x", NULL, "status = error", 0,
          "%26%26%20%28status%20%3D%20error%29" },
        { "x", NULL, "{ a } >> { b }", 0,
          "%22x%22%20%7D%20%26%26%20%7B%20a%20%7D%20%3E%3E%20%7B%20b%20%7D&" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++) {
        fetch_question q = spans();
        q.service = way[i].service;
        q.op = way[i].op;
        q.where = way[i].where;
        q.longer = way[i].longer;
        ran *r = ask(&fetch_tempo, &q, NULL, 0);
        if (!strstr(path_at(r, 0), way[i].query))
            fail_msg("%s lacks %s", path_at(r, 0), way[i].query);
        assert_non_null(strstr(path_at(r, 0), "&limit=2&spss="));
        ran_free(r);
    }
}

static void tempo_is_not_asked_about_the_last_half_minute(void **state)
{
    fetch_question q = spans();

    (void)state;
    q.now = TO + 10 * FETCH_SECOND;
    ran *r = ask(&fetch_tempo, &q, NULL, 0);
    assert_non_null(strstr(path_at(r, 0), "&end=1795279015&"));
    ran_free(r);
    q.now = FROM; /* all of the window is too young */
    r = ask(&fetch_tempo, &q, NULL, 0);
    assert_non_null(strstr(path_at(r, 0), "&start=1795278725&end=1795278726&"));
    ran_free(r);
    q = spans();
    q.from = TO - 400 * FETCH_HOUR; /* 168 hours a search at most */
    r = ask(&fetch_tempo, &q, NULL, 0);
    assert_int_equal(fetch_plan_size(r->p), 3);
    ran_free(r);
}

/* A window that is all too young is asked again, until it is old enough. */
static void a_young_window_is_asked_again(void **state)
{
    static const given g[] = { GIVE("/api/search", NULL, 400, "text/plain",
                                    "the window is in the cutoff") };
    const int64_t now = fetch_now(0);
    static const struct {
        int64_t age;
        fetch_outcome outcome;
    } way[] = { { 5, FETCH_AGAIN }, { 100, FETCH_FAILED } };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++) {
        fetch_question q = spans();
        q.now = now;
        q.to = now - way[i].age * FETCH_SECOND;
        q.from = q.to - FETCH_SECOND;
        ran *r = ask(&fetch_tempo, &q, g, COUNT_OF(g));
        assert_int_equal(r->at[0].outcome, way[i].outcome);
        ran_free(r);
    }
}

/* A full answer is cut, and its window is halved; each hit is asked once. */
static void a_full_search_is_halved(void **state)
{
    static const given g[] = {
        GIVE("/api/search", NULL, 200, "application/json",
             "{\"traces\":[{\"traceID\":\"abc\",\"durationMs\":5,"
             "\"startTimeUnixNano\":\"1795278800000000000\"},"
             "{\"traceID\":\"def\",\"durationMs\":7,"
             "\"startTimeUnixNano\":\"1795278800000000000\"}],"
             "\"metrics\":{\"completedJobs\":1,\"totalJobs\":1}}"),
    };
    fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_tempo, &q, g, COUNT_OF(g));
    assert_false(r->at[0].complete);
    assert_non_null(strstr(r->at[0].why, "both halves"));
    /* Longest first, padded, with a window around it. */
    assert_string_equal(path_at(r, 1),
                        "/api/v2/traces/00000000000000000000000000000def?"
                        "start=1795278500&end=1795279101&span_pruning=false");
    size_t traces = 0;
    for (size_t i = 0; i < fetch_plan_size(r->p); i++)
        traces += strstr(path_at(r, i), "/api/v2/") != NULL;
    assert_int_equal(traces, 2);
    ran_free(r);
    q.slowest = 1;
    r = ask(&fetch_tempo, &q, g, COUNT_OF(g));
    for (size_t i = 0; i < fetch_plan_size(r->p); i++)
        assert_null(strstr(path_at(r, i), "abc"));
    ran_free(r);
}

static void parts_that_were_not_searched_are_told(void **state)
{
    static const given g[] = {
        GIVE("/api/search", NULL, 200, "application/json",
             "{\"traces\":[{\"traceID\":\"abc\"}],\"metrics\":"
             "{\"completedJobs\":1,\"totalJobs\":3}}"),
    };
    const fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_tempo, &q, g, COUNT_OF(g));
    assert_false(r->at[0].complete);
    assert_non_null(strstr(r->at[0].why, "1 of 3 parts"));
    ran_free(r);
}

static void lag_means_to_come_back(void **state)
{
    static const struct {
        const char *text;
        fetch_outcome outcome;
    } way[] = { { "partition lag is too high", FETCH_AGAIN },
                { "live store is lagging", FETCH_AGAIN },
                { "unknown flag", FETCH_FAILED } };
    const fetch_question q = { .about = FETCH_TRACE, .trace = ID, .limit = 1 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++) {
        const given g = { "/api", NULL, 500, "text/plain",
                          corr_str_of(way[i].text) };
        ran *r = ask(&fetch_tempo, &q, &g, 1);
        assert_int_equal(r->at[0].outcome, way[i].outcome);
        ran_free(r);
    }
}

static void an_empty_trace_is_nothing(void **state)
{
    static const corr_str empty[] = {
        TEXT(""),
        TEXT("{}"),
        TEXT("null\n"),
        TEXT("[]"),
        TEXT("{\"trace\":{},\"metrics\":{}}"),
        TEXT("{\"trace\":null,\"status\":\"COMPLETE\"}"),
        TEXT("{\"batches\":[]}"),
        TEXT("{\"result\":{\"resourceSpans\":[]}}"),
        TEXT("{\"data\":[],\"total\":0,\"errors\":null}"),
        TEXT("\x0a\x00\x12\x00"),
        TEXT("\x0a\x00"),
    };
    static const fetch_back_end *const all[] = { &fetch_tempo, &fetch_jaeger,
                                                 &fetch_zipkin };
    const fetch_question q = { .about = FETCH_TRACE, .trace = ID, .limit = 1 };

    (void)state;
    for (size_t k = 0; k < COUNT_OF(all); k++)
        for (size_t i = 0; i < COUNT_OF(empty); i++) {
            const given g = { "/api", NULL, 200, "application/json", empty[i] };
            ran *r = ask(all[k], &q, &g, 1);
            if (r->at[0].outcome != FETCH_NOTHING)
                fail_msg("%s: %s", empty[i].p, r->at[0].why);
            ran_free(r);
        }
}

static void an_invalid_id_is_asked_nowhere(void **state)
{
    static const fetch_back_end *const all[] = { &fetch_tempo, &fetch_jaeger,
                                                 &fetch_zipkin };
    static const char *const bad[] = {
        "",        "../../x", "4bf9?x=1",
        "4bf9%2f", "zz",      "4bf92f3577b34da6a3ce929d0e0e47360"
    };

    (void)state;
    for (size_t k = 0; k < COUNT_OF(all); k++)
        for (size_t i = 0; i < COUNT_OF(bad); i++) {
            const fetch_question q = { .about = FETCH_TRACE,
                                       .trace = bad[i],
                                       .limit = 1 };
            ran *r = ask(all[k], &q, NULL, 0);
            assert_int_equal(fetch_plan_size(r->p), 0);
            ran_free(r);
        }
}

/* Words of a server are one line, cut, and harmless. */
static void words_of_a_server_are_safe(void **state)
{
    const fetch_question q = { .about = FETCH_TRACE, .trace = ID, .limit = 1 };
    static const given g[] = { GIVE("/api", NULL, 400, "text/plain",
                                    "bad \x1b[31m\x07 id\nsecond line") };

    (void)state;
    ran *r = ask(&fetch_tempo, &q, g, 1);
    assert_null(strchr(r->at[0].why, '\x1b'));
    assert_null(strstr(r->at[0].why, "second"));
    assert_non_null(strstr(r->at[0].why, "(400): bad \\x1b[31m"));
    ran_free(r);
}

/* ---- Jaeger, Zipkin ------------------------------------------------------------ */

static void jaeger_is_asked_in_three_apis(void **state)
{
    const fetch_question q = { .about = FETCH_SPANS,
                               .from = FROM,
                               .to = TO,
                               .limit = 20,
                               .service = "x",
                               .longer = 1500000 };

    (void)state;
    ran *r = ask(&fetch_jaeger, &q, NULL, 0);
    assert_int_equal(fetch_plan_size(r->p), 3);
    assert_string_equal(
        path_at(r, 0),
        "/api/v3/trace-summaries?query.service_name=x&query.start_time_min="
        "2026-11-21T16%3A32%3A05Z&query.start_time_max=2026-11-21T16%3A37%3A15Z"
        "&query.duration_min=1500us&query.raw_traces=true"
        "&query.num_traces=20");
    assert_string_equal(
        path_at(r, 2),
        "/api/traces?service=x&start=1795278725000000&end=1795279035000000"
        "&minDuration=1500us&limit=20&raw=true");
    ran_free(r);
}

/* A server, or its storage, may want a service: each is asked. */
static void all_services_are_asked_one_by_one(void **state)
{
    static const given v3[] = {
        GIVE("/api/v3/traces?query.service_name=", NULL, 200, "text/plain",
             "{\"result\":{\"resourceSpans\":[]}}"),
        GIVE("/api/v3/traces", NULL, 404, "text/plain",
             "{\"error\":{\"httpCode\":404,\"message\":\"No traces found\"}}"),
        GIVE("/api/v3/services", NULL, 200, "text/plain",
             "{\"services\":[\"a b\",\"c\"]}"),
    };
    static const given classic[] = {
        GIVE("/api/traces?service=", NULL, 200, "application/json",
             "{\"data\":[]}"),
        GIVE("/api/traces", NULL, 400, "text/plain",
             "{\"errors\":[{\"msg\":\"parameter 'service' is required\"}]}"),
        GIVE("/api/services", NULL, 200, "application/json",
             "{\"data\":[\"a b\",\"c\"]}"),
    };
    static const given storage[] = {
        GIVE("/api/v3/trace-summaries?query.service_name=", NULL, 200,
             "application/json", "{\"summaries\":[]}"),
        GIVE("/api/v3/trace-summaries", NULL, 500, "text/plain",
             "{\"error\":{\"message\":\"service name must be set\"}}"),
        GIVE("/api/v3/services", NULL, 200, "application/json",
             "{\"services\":[\"a b\",\"c\"]}"),
    };
    fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_jaeger, &q, v3, COUNT_OF(v3));
    assert_result(r, "/api/v3/traces", 0, FETCH_NOTHING, "each is asked");
    assert_result(r, "/api/v3/services", 0, FETCH_GOT, NULL);
    request_at(r, "/api/v3/traces?query.service_name=a%20b&", 0);
    request_at(r, "/api/v3/traces?query.service_name=c&", 0);
    ran_free(r);
    r = ask(&fetch_jaeger, &q, classic, COUNT_OF(classic));
    assert_result(r, "/api/services", 0, FETCH_GOT, NULL);
    request_at(r, "/api/traces?service=c&", 0);
    ran_free(r);
    r = ask(&fetch_jaeger, &q, storage, COUNT_OF(storage));
    request_at(r, "/api/v3/trace-summaries?query.service_name=c&", 0);
    ran_free(r);
    q.service = "c"; /* is what was asked */
    r = ask(&fetch_jaeger, &q, v3 + 1, 2);
    assert_result(r, "/api/v3/traces", 0, FETCH_NOTHING, "no trace matches");
    assert_int_equal(fetch_plan_size(r->p), 2);
    ran_free(r);
}

#define SUMMARIES(rest)                                                        \
    "{\"summaries\":[{\"traceId\":\"b1\"},{\"traceId\":\"b2\"}]" rest "}"
#define PAGE "/api/v3/trace-summaries"

/* A token is followed, without the depth that excludes it. */
static void pages_are_followed(void **state)
{
    static const given two[] = {
        GIVE(PAGE "?query.start_time_min=2026-11-21T16%3A32%3A05Z"
                  "&query.start_time_max=2026-11-21T16%3A37%3A15Z"
                  "&query.raw_traces=true&query.pagination.page_size=2"
                  "&query.pagination.page_token=a%2Fb",
             NULL, 200, "application/json", SUMMARIES("")),
        GIVE(PAGE, NULL, 200, "application/json",
             SUMMARIES(",\"nextPageToken\":\"a/b\"")),
    };
    static const given refused[] = {
        GIVE(PAGE "?query.start_time_min=2026-11-21T16%3A32%3A05Z"
                  "&query.start_time_max=2026-11-21T16%3A37%3A15Z"
                  "&query.raw_traces=true&query.pagination",
             NULL, 400, "application/json", "{\"message\":\"expired\"}"),
        GIVE(PAGE, NULL, 200, "application/json",
             SUMMARIES(",\"next_page_token\":\"a\"")),
    };
    static const given endless[] = {
        GIVE(PAGE, NULL, 200, "application/json",
             SUMMARIES(",\"nextPageToken\":\"a\"")),
    };
    fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_jaeger, &q, two, COUNT_OF(two));
    assert_result(r, PAGE, 0, FETCH_GOT, NULL);
    assert_result(r, PAGE, 1, FETCH_GOT, NULL);
    assert_true(r->at[0].complete);
    assert_true(r->at[request_at(r, PAGE, 1)].complete);
    /* Pages, and each trace in two APIs. */
    assert_int_equal(fetch_plan_size(r->p), 6);
    ran_free(r);
    r = ask(&fetch_jaeger, &q, refused, COUNT_OF(refused));
    assert_result(r, PAGE, 1, FETCH_NOTHING, "both halves");
    ran_free(r);
    r = ask(&fetch_jaeger, &q, endless, COUNT_OF(endless));
    assert_true(r->at[0].complete);
    const fetch_result *last = &r->at[request_at(r, PAGE, 1)];
    assert_false(last->complete);
    assert_non_null(strstr(last->why, "goes on after 2 pages"));
    ran_free(r);
}

static void too_large_an_answer_is_halved(void **state)
{
    static const given g[] = { GIVE(NULL, NULL, 413, "", "") };
    const fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_zipkin, &q, g, 1);
    assert_int_equal(fetch_plan_size(r->p), 31);
    assert_non_null(strstr(r->at[0].why, "both halves"));
    assert_int_equal(r->at[30].outcome, FETCH_FAILED);
    ran_free(r);
    r = ask(&fetch_tempo, &q, g, 1);
    assert_int_equal(fetch_plan_size(r->p), 31);
    ran_free(r);
    r = ask(&fetch_jaeger, &q, g, 1);
    assert_int_equal(fetch_plan_size(r->p), 31);
    ran_free(r);
}

/* A server that ignores windows answers the same for a half. */
static void a_search_without_progress_ends(void **state)
{
    static const given g[] = {
        GIVE("/api/v2/traces", NULL, 200, "application/json",
             "[[{\"traceId\":\"b1\",\"id\":\"a1\",\"name\":\"x\"}],"
             "[{\"traceId\":\"b2\",\"id\":\"a2\",\"name\":\"x\"}]]"),
    };
    const fetch_question q = spans();

    (void)state;
    ran *r = ask(&fetch_zipkin, &q, g, 1);
    assert_int_equal(fetch_plan_size(r->p), 3);
    for (size_t i = 0; i < 3; i++)
        assert_false(r->at[i].complete);
    assert_null(strstr(r->at[1].why, "both halves"));
    ran_free(r);
}

/* ---- pages ------------------------------------------------------------------------- */

static void a_page_of_a_login_is_no_data(void **state)
{
    static const fetch_back_end *const all[] = {
        &fetch_tempo,     &fetch_jaeger,     &fetch_zipkin,
        &fetch_pyroscope, &fetch_prometheus, &fetch_alertmanager
    };
    static const fetch_about about[] = { FETCH_TRACE, FETCH_SPANS,
                                         FETCH_PROFILES, FETCH_METRICS,
                                         FETCH_ALERTS };
    static const given g[] = { GIVE(NULL, NULL, 200, "application/json",
                                    "\n <!DOCTYPE html><title>Login") };

    (void)state;
    for (size_t k = 0; k < COUNT_OF(all); k++)
        for (size_t i = 0; i < COUNT_OF(about); i++) {
            const fetch_question q = { .about = about[i],
                                       .trace = ID,
                                       .from = FROM,
                                       .to = TO,
                                       .service = "x",
                                       .promql = "up",
                                       .limit = 5 };
            ran *r = ask(all[k], &q, g, 1);
            for (size_t n = 0; n < fetch_plan_size(r->p); n++)
                assert_int_not_equal(r->at[n].outcome, FETCH_GOT);
            ran_free(r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_pushed_down),
        cmocka_unit_test(tempo_is_not_asked_about_the_last_half_minute),
        cmocka_unit_test(a_young_window_is_asked_again),
        cmocka_unit_test(a_full_search_is_halved),
        cmocka_unit_test(parts_that_were_not_searched_are_told),
        cmocka_unit_test(lag_means_to_come_back),
        cmocka_unit_test(an_empty_trace_is_nothing),
        cmocka_unit_test(an_invalid_id_is_asked_nowhere),
        cmocka_unit_test(words_of_a_server_are_safe),
        cmocka_unit_test(jaeger_is_asked_in_three_apis),
        cmocka_unit_test(all_services_are_asked_one_by_one),
        cmocka_unit_test(pages_are_followed),
        cmocka_unit_test(too_large_an_answer_is_halved),
        cmocka_unit_test(a_search_without_progress_ends),
        cmocka_unit_test(a_page_of_a_login_is_no_data),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
