/* Limits of every list that a server is asked for: sent, noted, and told where an
 * answer filled them. */
#include "fetch/test/answers.h"

#include "fetch/servers/url.h"

#define ID  "4bf92f3577b34da6a3ce929d0e0e4736"
#define NOW INT64_C(1795290000000000000)

static const fetch_target target = { FETCH_TEMPO, "http://server", NULL, NULL };

#define SPAN(trace)                                                            \
    "{\"traceId\":\"" trace                                                    \
    "\",\"spanId\":\"00000000000000a1\",\"name\":\"x\","                       \
    "\"startTimeUnixNano\":\"1795278800000000000\","                           \
    "\"endTimeUnixNano\":\"1795278801000000000\"}"
#define OTLP(spans)                                                            \
    "{\"result\":{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" spans      \
    "]}]}]}}"
#define CLASSIC(trace)                                                         \
    "{\"traceID\":\"" trace "\",\"spans\":[{\"traceID\":\"" trace              \
    "\",\"spanID\":\"a1\",\"operationName\":\"x\",\"references\":[],"          \
    "\"startTime\":1795278800000000,\"duration\":5,\"tags\":[],\"logs\":[],"   \
    "\"processID\":\"p1\"}],\"processes\":{\"p1\":{\"serviceName\":\"a\"}}}"
#define ZIPKIN(trace)                                                          \
    "[{\"traceId\":\"" trace "\",\"id\":\"a1\",\"name\":\"x\","                \
    "\"timestamp\":1795278800000000,\"duration\":5}]"
#define SERIES "{\"metric\":{\"a\":\"b\"},\"values\":[[1795278800,\"1\"]]}"
#define MATRIX(series)                                                         \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":"  \
    "[" series "]}}"
#define RULES(rest)                                                            \
    "{\"status\":\"success\",\"data\":{\"groups\":[{\"rules\":[{}]}]" rest "}" \
    "}"
#define B1 "000000000000000000000000000000b1"
#define B2 "000000000000000000000000000000b2"

/* A list: how its limit of 2 is sent, an answer that filled it, and one that did
 * not. */
typedef struct list {
    const fetch_back_end *back_end;
    fetch_about about;
    const char *path, *limit;
    const char *full, *whole;
} list;

static const list lists[] = {
    { &fetch_tempo, FETCH_SPANS, "/api/search", "&limit=2&",
      "{\"traces\":[{\"traceID\":\"b1\"},{\"traceID\":\"b2\"}]}",
      "{\"traces\":[{\"traceID\":\"b1\"}]}" },
    { &fetch_jaeger, FETCH_SPANS, "/api/v3/trace-summaries",
      "&query.num_traces=2",
      "{\"summaries\":[{\"traceId\":\"b1\"},{\"traceId\":\"b2\"}]}",
      "{\"summaries\":[{\"traceId\":\"b1\"}]}" },
    { &fetch_jaeger, FETCH_SPANS, "/api/v3/traces?", "&query.num_traces=2",
      OTLP(SPAN(B1) "," SPAN(B2)), OTLP(SPAN(B1)) },
    { &fetch_jaeger, FETCH_SPANS, "/api/traces?", "&limit=2&",
      "{\"data\":[" CLASSIC("b1") "," CLASSIC("b2") "]}",
      "{\"data\":[" CLASSIC("b1") "]}" },
    { &fetch_zipkin, FETCH_SPANS, "/api/v2/traces?", "&limit=2",
      "[" ZIPKIN("b1") "," ZIPKIN("b2") "]", "[" ZIPKIN("b1") "]" },
    { &fetch_prometheus, FETCH_METRICS, "/api/v1/query_range?", "&limit=2",
      MATRIX(SERIES "," SERIES), MATRIX(SERIES) },
    { &fetch_prometheus, FETCH_ALERTS, "/api/v1/rules?group_limit=1000&", "",
      RULES(",\"groupNextToken\":\"a\""), RULES("") },
};

static fetch_question asked(fetch_about about)
{
    return (fetch_question){ .about = about,
                             .trace = about == FETCH_TRACE ? ID : NULL,
                             .service = "x",
                             .promql = "up",
                             .url = "http://server/metrics",
                             .from = FROM,
                             .to = TO,
                             .limit = 2,
                             .series = 2,
                             .now = NOW };
}

/* Runs a list whose answer is always the same.  Rules: the second page. */
static ran *run_list(const list *l, const char *answer)
{
    const bool is_rules = l->about == FETCH_ALERTS;
    const given g[] = {
        { l->path, NULL, 200, "application/json", corr_str_of(answer) },
        { "/api/v1/rules", NULL, 200, "application/json",
          corr_str_of(RULES(",\"groupNextToken\":\"a\"")) },
    };
    const fetch_question q = asked(l->about);

    return run(l->back_end, &target, 1, &q, g, is_rules ? 2 : 1);
}

static void a_list_that_filled_its_limit_is_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        const list *l = &lists[i];
        ran *r = run_list(l, l->full);
        const size_t k = request_at(r, l->path, 0);
        const fetch_request *q = fetch_plan_at(r->p, k);
        if (!strstr(q->path, l->limit))
            fail_msg("%s lacks %s", q->path, l->limit);
        assert_int_equal(q->limit, *l->limit ? 2 : 1000);
        assert_int_equal(r->at[k].outcome, FETCH_GOT);
        if (r->at[k].complete || !r->at[k].why[0])
            fail_msg("%s: not cut", q->path);
        ran_free(r);
        r = run_list(l, l->whole);
        const fetch_result *whole = &r->at[request_at(r, l->path, 0)];
        if (whole->outcome != FETCH_GOT || !whole->complete)
            fail_msg("%s: %s", l->path, whole->why);
        ran_free(r);
    }
}

/* Requests for one thing, and lists whose servers know no limit. */
static const char *const unlimited[] = {
    "/api/v2/traces/",         "/api/traces/",   "/api/v3/traces/",
    "/api/v2/trace/",          "/api/v2/alerts", "/api/v1/alerts",
    "/api/v1/query_exemplars", "/metrics",       "/debug/pprof/",
    "/api/v3/services",        "/api/services",
};
/* The catalog of Pyroscope, of which 20,000 rows are used. */
static const char *const catalog[] = { "GetProfileStats", "ProfileTypes",
                                       "Series", "LabelValues" };

static bool may_be_unlimited(const fetch_request *q)
{
    for (size_t i = 0; i < COUNT_OF(unlimited); i++)
        if (corr_str_starts(corr_str_of(q->path), unlimited[i]))
            return true;
    for (size_t i = 0; i < COUNT_OF(catalog); i++)
        if (corr_str_ends(corr_str_of(q->path), catalog[i]))
            return true;
    return false;
}

/* Every request of every server, whatever it answers, has a limit, or is one of
 * those above; and none wants metrics as protobuf. */
static void every_other_request_has_a_limit(void **state)
{
    static const fetch_back_end *const all[] = {
        &fetch_tempo,      &fetch_jaeger,       &fetch_zipkin, &fetch_pyroscope,
        &fetch_prometheus, &fetch_alertmanager, &fetch_pprof,  &url_back_end
    };
    static const given catalog_of[] = {
        GIVE("/querier.v1.QuerierService/ProfileTypes", NULL, 200,
             "application/json",
             "{\"profileTypes\":[{\"ID\":\"process_cpu:cpu:nanoseconds:cpu:"
             "nanoseconds\"}]}"),
        GIVE("/querier.v1.QuerierService/LabelValues", NULL, 200,
             "application/json", "{\"names\":[\"x\"]}"),
    };
    static const struct {
        int status;
        const char *text;
    } answer[] = { { 404, "404 page not found" },
                   { 413, "" },
                   { 400, "no traces of a service" },
                   { 504, "" } };
    static const char *const span[] = { "00000000000000b1" };
    size_t limited = 0;

    (void)state;
    for (size_t k = 0; k < COUNT_OF(all); k++)
        for (int about = FETCH_TRACE; about <= FETCH_ADDRESS; about++)
            for (size_t i = 0; i < COUNT_OF(answer); i++) {
                const given g[] = { catalog_of[0],
                                    catalog_of[1],
                                    { NULL, NULL, answer[i].status,
                                      "text/plain",
                                      corr_str_of(answer[i].text) } };
                fetch_question q = asked((fetch_about)about);
                q.span = span;
                q.spans = 1;
                if (i == 2)
                    q.service = NULL;
                ran *r = run(all[k], &target, 1, &q, g, COUNT_OF(g));
                for (size_t n = 0; n < fetch_plan_size(r->p); n++) {
                    const fetch_request *one = fetch_plan_at(r->p, n);
                    limited += one->limit > 0;
                    if (!one->limit && !may_be_unlimited(one))
                        fail_msg("%s has no limit", one->path);
                    if (strstr(one->accept ? one->accept : "", "vnd.google"))
                        fail_msg("%s accepts protobuf", one->path);
                }
                ran_free(r);
            }
    assert_true(limited > 40);
}

/* A trace of n services, in each of them this many requests, as Zipkin has it. */
static char *wide_trace(unsigned services, unsigned requests, size_t *n)
{
    const size_t room = 64 + (size_t)services * requests * 200;
    char *text = malloc(room);
    size_t at = 0;

    assert_non_null(text);
    for (unsigned i = 0; i < services * requests; i++)
        at += (size_t)snprintf(text + at, room - at,
                               "%c{\"traceId\":\"" ID
                               "\",\"id\":\"%x\",\"name\":\"x\","
                               "\"timestamp\":1795278800000000,\"duration\":5,"
                               "\"localEndpoint\":{\"serviceName\":\"s%u\"}}",
                               i ? ',' : '[', i + 1, i % services);
    *n = at + (size_t)snprintf(text + at, room - at, "]");
    return text;
}

/* A trace with more services, or requests in one, than profiles are asked for is
 * kept, and said to be cut. */
static void profiles_that_are_not_asked_for_are_counted(void **state)
{
    static const fetch_target both[] = {
        { FETCH_ZIPKIN, "http://z", NULL, NULL },
        { FETCH_PYROSCOPE, "http://p", NULL, NULL },
    };
    static const struct {
        unsigned services, requests;
        const char *why; /* NULL: all are asked for */
    } cases[] = {
        { 3, 2, NULL },
        { 256, 1, NULL },
        { 257, 1, "only 256 services" },
        { 2, 512, NULL },
        { 2, 513, "only 512 of 513 requests in s0" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t n;
        char *text = wide_trace(cases[i].services, cases[i].requests, &n);
        const given g[] = {
            { "/api/v2/trace/", NULL, 200, "application/json", { text, n } }
        };
        fetch_question q = asked(FETCH_TRACE);
        q.service = NULL;
        ran *r = run(&fetch_zipkin, both, 2, &q, g, 1);
        const fetch_result *is = &r->at[request_at(r, "/api/v2/trace/", 0)];
        assert_int_equal(is->outcome, FETCH_GOT);
        if (is->complete != !cases[i].why ||
            (cases[i].why && !strstr(is->why, cases[i].why)))
            fail_msg("%zu: %s", i, is->why);
        ran_free(r);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_that_filled_its_limit_is_cut),
        cmocka_unit_test(every_other_request_has_a_limit),
        cmocka_unit_test(profiles_that_are_not_asked_for_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
