/* What is asked of Prometheus, and what its answers lack. */
#include "fetch/test/answers.h"

static const fetch_target target = { FETCH_PROMETHEUS, "http://server", NULL,
                                     NULL };

static ran *ask(const fetch_back_end *b, const fetch_question *q,
                const given *g, size_t n)
{
    return run(b, &target, 1, q, g, n);
}

static fetch_question metric(int64_t from, int64_t to, int64_t step)
{
    return (fetch_question){ .about = FETCH_METRICS,
                             .promql = "up{a=\"b\"}",
                             .from = from,
                             .to = to,
                             .step = step,
                             .limit = 20 };
}

static void ranges_are_aligned_to_their_step(void **state)
{
    static const struct {
        int64_t from, to, step;
        const char *want;
    } way[] = {
        { FROM + 1, TO, 0, "&start=1795278720&end=1795279035&step=15" },
        { FROM, FROM + 30 * FETCH_HOUR, 0, "&step=108" },
        { FROM, TO, 500000000, "&end=1795279035&step=0.500" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++) {
        const fetch_question q = metric(way[i].from, way[i].to, way[i].step);
        ran *r = ask(&fetch_prometheus, &q, NULL, 0);
        const char *path = path_at(r, request_at(r, "/api/v1/query_range", 0));
        if (!strstr(path, way[i].want))
            fail_msg("%s lacks %s", path, way[i].want);
        ran_free(r);
    }
}

static void a_request_has_no_more_steps_than_a_server_takes(void **state)
{
    const fetch_question q =
        metric(FETCH_SECOND, 25000 * FETCH_SECOND, FETCH_SECOND);
    int64_t at = FETCH_SECOND;
    size_t n = 0;

    (void)state;
    ran *r = ask(&fetch_prometheus, &q, NULL, 0);
    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *one = fetch_plan_at(r->p, i);
        if (!strstr(one->path, "query_range"))
            continue;
        assert_int_equal(one->from, at);
        assert_true(one->to - one->from <= 11000 * FETCH_SECOND);
        at = one->to + FETCH_SECOND;
        n++;
    }
    assert_int_equal(n, 3);
    assert_int_equal(at, 25001 * FETCH_SECOND);
    ran_free(r);
}

static void warnings_are_told(void **state)
{
    static const given g[] = {
        GIVE("/api/v1/query_range", NULL, 200, "application/json",
             "{\"status\":\"success\",\"data\":{\"result\":[{\"values\":[]}]},"
             "\"warnings\":[\"results truncated\"]}"),
        GIVE("/api/v1/query_exemplars", NULL, 200, "application/json",
             "{\"status\":\"success\",\"data\":[{\"exemplars\":[{},{}]}],"
             "\"infos\":[\"a counter?\"]}"),
    };
    const fetch_question q = metric(FROM, TO, 0);

    (void)state;
    ran *r = ask(&fetch_prometheus, &q, g, COUNT_OF(g));
    const fetch_result *range = &r->at[request_at(r, "/api/v1/query_range", 0)];
    const fetch_result *ex = &r->at[request_at(r, "/api/v1/query_ex", 0)];
    assert_false(range->complete);
    assert_non_null(strstr(range->why, "results truncated"));
    assert_true(ex->complete);
    assert_int_equal(ex->hits, 2);
    assert_non_null(strstr(ex->why, "a counter?"));
    ran_free(r);
}

#define RANGE_OF(series, rest)                                                 \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":"  \
    "[" series "]}" rest "}"
#define ONE_SERIES "{\"metric\":{\"a\":\"b\"},\"values\":[[1795278800,\"1\"]]}"
#define RANGE_API  "/api/v1/query_range"

/* As many series as were asked for, or fewer and a warning, is not all.  More is
 * from a server that ignores the limit. */
static void a_limit_of_series_is_told(void **state)
{
    static const struct {
        const char *text, *why;
        uint32_t series;
        bool is_whole;
    } way[] = {
        { RANGE_OF(ONE_SERIES "," ONE_SERIES, ""), "its limit of 2 series", 2,
          false },
        { RANGE_OF(ONE_SERIES "," ONE_SERIES, ",\"warnings\":[\"w1\"]"),
          "of 2 series; the server warns: w1", 2, false },
        { RANGE_OF(ONE_SERIES "," ONE_SERIES, ""), "", 1, true },
        { RANGE_OF(ONE_SERIES, ""), "", 2, true },
        { RANGE_OF(ONE_SERIES, ",\"warnings\":[\"w1\",\"w2\",\"w3\"]"),
          "the server warns: w1 (and 2 more)", 2, false },
        { RANGE_OF(ONE_SERIES, ",\"isPartial\":true"), "is partial", 2, false },
        { RANGE_OF(ONE_SERIES, ",\"isPartial\":false"), "", 2, true },
        { RANGE_OF(ONE_SERIES, ",\"infos\":[\"i\"]"), "the server notes: i", 2,
          true },
    };
    fetch_question q = metric(FROM, TO, 0);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(way); i++) {
        const given g = { RANGE_API, NULL, 200, "application/json",
                          corr_str_of(way[i].text) };
        q.series = way[i].series;
        ran *r = ask(&fetch_prometheus, &q, &g, 1);
        const size_t k = request_at(r, RANGE_API, 0);
        assert_int_equal(fetch_plan_at(r->p, k)->limit, way[i].series);
        assert_int_equal(r->at[k].complete, way[i].is_whole);
        if (!strstr(r->at[k].why, way[i].why))
            fail_msg("%s: \"%s\"", way[i].text, r->at[k].why);
        ran_free(r);
    }
    q.series = 0;
    ran *r = ask(&fetch_prometheus, &q, NULL, 0);
    assert_non_null(
        strstr(path_at(r, request_at(r, RANGE_API, 0)), "&limit=10000"));
    ran_free(r);
}

/* A server with a smaller limit of its own is asked without ours. */
static void a_refused_limit_is_left_out(void **state)
{
    static const given g[] = {
        GIVE("/api/v1/rules?group_limit", NULL, 400, "application/json",
             "{\"status\":\"error\",\"error\":\"no group_limit\"}"),
        GIVE(RANGE_API, NULL, 400, "application/json",
             "{\"status\":\"error\",\"error\":\"limit must be at most 500\"}"),
    };
    const fetch_question alerts = { .about = FETCH_ALERTS, .limit = 1 };
    fetch_question q = metric(FROM, TO, 0);

    (void)state;
    ran *r = ask(&fetch_prometheus, &q, g, COUNT_OF(g));
    assert_result(r, RANGE_API, 0, FETCH_NOTHING, "without one");
    assert_null(strstr(path_at(r, request_at(r, RANGE_API, 1)), "limit"));
    assert_result(r, RANGE_API, 1, FETCH_FAILED, "at most 500");
    ran_free(r);
    r = ask(&fetch_prometheus, &alerts, g, COUNT_OF(g));
    assert_result(r, "/api/v1/rules", 0, FETCH_NOTHING, "without one");
    assert_null(strchr(path_at(r, request_at(r, "/api/v1/rules", 1)), '?'));
    ran_free(r);
}

/* A document above 32 MB is read, and so is what follows its data. */
static void warnings_of_a_large_answer_are_told(void **state)
{
    enum { LABEL = 33 << 20 };
    static const char head[] =
        "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\","
        "\"result\":[{\"metric\":{\"a\":\"b\"},\"values\":[";
    static const char point[] = "[1795278800,\"1\"],";
    static const char rest[] = "[1795278830,\"1\"]]}]},\"warnings\":[\"cut\"]}";
    char *text = malloc(LABEL + 200);
    size_t n = sizeof head - 1;
    const fetch_question q = metric(FROM, TO, 0);

    (void)state;
    assert_non_null(text);
    memcpy(text, head, n);
    while (n < LABEL) {
        memcpy(text + n, point, sizeof point - 1);
        n += sizeof point - 1;
    }
    memcpy(text + n, rest, sizeof rest - 1);
    n += sizeof rest - 1;
    const given g = { RANGE_API, NULL, 200, "application/json", { text, n } };
    ran *r = ask(&fetch_prometheus, &q, &g, 1);
    const size_t k = request_at(r, RANGE_API, 0);
    assert_int_equal(r->at[k].outcome, FETCH_GOT);
    assert_false(r->at[k].complete);
    assert_non_null(strstr(r->at[k].why, "the server warns: cut"));
    ran_free(r);
    free(text);
}

static void rules_come_in_pages(void **state)
{
#define RULES_OF(rest)                                                         \
    "{\"status\":\"success\",\"data\":{\"groups\":[{\"rules\":[{}]}]" rest "}" \
    "}"
    static const given g[] = {
        GIVE("/api/v1/rules?group_limit=1000&group_next_token=a%2Bb", NULL, 200,
             "application/json", RULES_OF("")),
        GIVE("/api/v1/rules", NULL, 200, "application/json",
             RULES_OF(",\"groupNextToken\":\"a+b\"")),
    };
    static const given endless[] = {
        GIVE("/api/v1/rules", NULL, 200, "application/json",
             RULES_OF(",\"groupNextToken\":\"a\"")),
    };
    const fetch_question q = { .about = FETCH_ALERTS, .limit = 1 };

    (void)state;
    ran *r = ask(&fetch_prometheus, &q, g, COUNT_OF(g));
    assert_int_equal(fetch_plan_size(r->p), 3);
    const size_t last = request_at(r, "/api/v1/rules", 1);
    assert_string_equal(fetch_plan_at(r->p, last)->file,
                        "alerts/prometheus-rules-2.json");
    assert_true(r->at[last].complete);
    ran_free(r);
    r = ask(&fetch_prometheus, &q, endless, COUNT_OF(endless));
    const size_t end = request_at(r, "/api/v1/rules", 1);
    assert_false(r->at[end].complete);
    assert_non_null(strstr(r->at[end].why, "go on after 2 pages"));
    ran_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_aligned_to_their_step),
        cmocka_unit_test(a_request_has_no_more_steps_than_a_server_takes),
        cmocka_unit_test(warnings_are_told),
        cmocka_unit_test(a_limit_of_series_is_told),
        cmocka_unit_test(a_refused_limit_is_left_out),
        cmocka_unit_test(warnings_of_a_large_answer_are_told),
        cmocka_unit_test(rules_come_in_pages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
