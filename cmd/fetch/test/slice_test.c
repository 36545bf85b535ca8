/* From the id of a trace to the profiles of its services. */
#include "fetch/test/answers.h"

#define ID "4bf92f3577b34da6a3ce929d0e0e4736"

#define SPAN(id, parent, name, kind, from, to)                                 \
    "{\"traceId\":\"" ID "\",\"spanId\":\"" id "\",\"parentSpanId\":\"" parent \
    "\",\"name\":\"" name "\",\"kind\":" kind ",\"startTimeUnixNano\":\"" from \
    "\",\"endTimeUnixNano\":\"" to "\"}"
#define SERVICE(name, spans)                                                   \
    "{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":"      \
    "{\"stringValue\":\"" name "\"}}]},\"scopeSpans\":[{\"spans\":[" spans     \
    "]}]}"

static const char trace[] = "{\"trace\":{\"resourceSpans\":[" SERVICE(
    "web",
    SPAN("00000000000000a1", "", "GET /", "2", "1795278902000000000",
         "1795278904300000000")) "," SERVICE("pricing",
                                             SPAN("00000000000000b1",
                                                  "00000000000000a1", "quote",
                                                  "2", "1795278902100000000",
                                                  "1795278903000000000")) "]}}";

/* A pprof profile inside an answer of SelectMergeStacktraces: one sample type,
 * two samples. */
static const char pprof[] = "\x2a\x16\x0a\x14"
                            "\x0a\x04\x08\x01\x10\x02"
                            "\x12\x04\x0a\x00\x12\x00"
                            "\x12\x02\x12\x00"
                            "\x32\x00\x32\x00";

static const given server[] = {
    { "/api/v2/traces/" ID,
      NULL,
      200,
      "application/json",
      { trace, sizeof trace - 1 } },
    GIVE("/querier.v1.QuerierService/GetProfileStats", NULL, 200,
         "application/json",
         "{\"dataIngested\":true,\"oldestProfileTime\":\"1795278730000\","
         "\"newestProfileTime\":\"1795279015000\"}"),
    GIVE("/querier.v1.QuerierService/ProfileTypes", NULL, 200,
         "application/json",
         "{\"profileTypes\":[{\"ID\":\"process_cpu:cpu:nanoseconds:cpu:"
         "nanoseconds\"}]}"),
    GIVE("/querier.v1.QuerierService/Series", NULL, 200, "application/json",
         "{\"labelsSet\":[{\"labels\":[{\"name\":\"__profile_type__\","
         "\"value\":\"process_cpu:cpu:nanoseconds:cpu:nanoseconds\"},"
         "{\"name\":\"service_name\",\"value\":\"pricing\"}]}]}"),
    { "/querier.v1.QuerierService/SelectMergeStacktraces",
      NULL,
      200,
      "application/proto",
      { pprof, sizeof pprof - 1 } },
};

static void profiles_follow_a_trace(void **state)
{
    const fetch_target targets[] = {
        { FETCH_TEMPO, "http://tempo", NULL, NULL },
        { FETCH_PYROSCOPE, "http://pyro", NULL, NULL }
    };
    const fetch_question q = { .about = FETCH_TRACE, .trace = ID, .limit = 20 };
    ran *r = run(&fetch_tempo, targets, 2, &q, server,
                 sizeof server / sizeof *server);

    (void)state;
    assert_string_equal(fetch_plan_at(r->p, 0)->path,
                        "/api/v2/traces/" ID "?span_pruning=false");
    assert_string_equal(fetch_plan_at(r->p, 0)->file, "traces/tempo-" ID ".pb");
    assert_result(r, "/api/v2/traces/", 0, FETCH_GOT, NULL);
    assert_result(r, "/querier.v1.QuerierService/Series", 0, FETCH_GOT,
                  "no profiles of web");
    /* The window: of the trace, and 15 s at both ends. */
    const fetch_request *whole = fetch_plan_at(
        r->p, request_at(r, "/querier.v1.QuerierService/SelectMerge", 0));
    assert_int_equal(whole->from, 1795278887000000000);
    assert_int_equal(whole->to, 1795278919300000000);
    assert_true(body_has(whole, "{service_name=\"pricing\"}"));
    assert_false(body_has(whole, "00000000000000b1"));
    const fetch_request *span = fetch_plan_at(
        r->p, request_at(r, "/querier.v1.QuerierService/SelectMerge", 1));
    assert_true(body_has(span, "00000000000000b1"));
    assert_string_equal(
        span->file,
        "profiles/pricing-process_cpu.cpu"
        "-of-span-00000000000000b1-20261121T163447Z-20261121T163520Z.pb");
    assert_result(r, "/querier.v1.QuerierService/SelectMerge", 1, FETCH_GOT,
                  NULL);
    assert_int_equal(
        r->at[request_at(r, "/querier.v1.QuerierService/SelectMerge", 1)].hits,
        2);
    assert_int_equal(fetch_plan_size(r->p), 6);
    ran_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_follow_a_trace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
