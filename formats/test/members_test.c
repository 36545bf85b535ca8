/* Members that no reader knows break none of them: every JSON format, with one
 * such member in each object, one after another.  What a reader knows and
 * cannot use is counted. */
#include "test/trace_test.h"

typedef struct document {
    const char *path;
    const corr_format *format;
} document;

static const document documents[] = {
    { "testdata/trace/order.json", &corr_format_otlp },
    { "testdata/trace/tempo.json", &corr_format_otlp },
    { "testdata/trace/console-python.json", &corr_format_otlp_console },
    { "testdata/trace/console-go.jsonl", &corr_format_otlp_console },
    { "testdata/trace/jaeger.json", &corr_format_jaeger },
    { "testdata/trace/zipkin.json", &corr_format_zipkin },
    { "testdata/metrics/otlp.json", &corr_format_otlp_metrics },
    { "testdata/metrics/heap.json", &corr_format_prometheus },
    { "testdata/metrics/alerts.json", &corr_format_alerts },
    { "testdata/metrics/grafana.json", &corr_format_grafana },
    { "testdata/otlp-profiles/example.json", &corr_format_otlp_profiles },
    { "testdata/speedscope/two.speedscope.json", &corr_format_speedscope },
    { "testdata/cpuprofile/plain.cpuprofile", &corr_format_cpuprofile },
    { "testdata/flamebearer/single.json", &corr_format_flamebearer },
    { "testdata/flamebearer/double.json", &corr_format_flamebearer },
    { "testdata/cpuprofile/keep.heapprofile", &corr_format_heapprofile },
    { "testdata/gecko/raw.json", &corr_format_gecko },
    { "testdata/gecko/shared.json", &corr_format_gecko },
};

/* The rows of an input. */
typedef struct rows {
    size_t spans, events, links, points, warnings;
    int64_t samples, value;
} rows;

static rows rows_in(const corr_format *f, const char *text, size_t n)
{
    const corr_want all = { 0 };
    corr_err err = { 0 };
    input r =
        read_as(f, src_open_memory(text, n, &(src_opts){ 0 }, &err), &all);
    rows c = { .spans = r.span.n,
               .events = r.event.n,
               .links = r.link.n,
               .points = r.point.n,
               .warnings = r.warning.n };

    for (size_t i = 1; i < r.segment.n; i++) {
        c.samples += (int64_t)r.segment.v[i].n;
        for (size_t k = 0; r.segment.v[i].value && k < r.segment.v[i].n; k++)
            c.value += r.segment.v[i].value[k];
    }
    input_clear(&r);
    return c;
}

/* Whether a brace stands in a string of JSON. */
static bool is_inside(const char *text, size_t at)
{
    bool inside = false;

    for (size_t i = 0; i < at; i++)
        if (text[i] == '\\')
            i++;
        else if (text[i] == '"')
            inside = !inside;
    return inside;
}

static bool is_empty_object(const char *text, size_t n, size_t at)
{
    for (at++; at < n && strchr(" \r\n\t", text[at]);)
        at++;
    return at < n && text[at] == '}';
}

static void assert_same_rows(const document *d, size_t at, const rows *a,
                             const rows *b)
{
    if (memcmp(a, b, sizeof *a) != 0)
        fail_msg("%s: an unknown member at byte %zu changes what is read",
                 d->path, at);
}

static void check_document(const document *d)
{
    static const char member[] = "\"zzUnknown\":{\"a\":[1,{\"b\":null}]}";
    size_t n;
    char *text = bytes_of(d->path, &n);
    char *more = malloc(n + sizeof member + 1);
    const rows want = rows_in(d->format, text, n);
    const size_t step = n > 8192 ? n / 64 : 1; /* objects of long ones */

    assert_non_null(more);
    assert_true(want.spans > 1 || want.points > 0 || want.samples > 0);
    for (size_t at = 0, next = 0; at < n; at++) {
        if (text[at] != '{' || at < next || is_inside(text, at))
            continue;
        next = step > 1 ? at + step : 0;
        const bool comma = !is_empty_object(text, n, at);
        memcpy(more, text, at + 1);
        memcpy(more + at + 1, member, sizeof member - 1);
        size_t end = at + sizeof member;
        if (comma)
            more[end++] = ',';
        memcpy(more + end, text + at + 1, n - at - 1);
        const rows got = rows_in(d->format, more, end + n - at - 1);
        assert_same_rows(d, at, &want, &got);
    }
    free(more);
    free(text);
}

static void unknown_members_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < countof(documents); i++)
        check_document(&documents[i]);
}

/* ---- what is known and not used ------------------------------------------ */

typedef struct passed {
    const corr_format *format;
    const char *text, *code, *said;
} passed;

#define OPEN_SPAN                                                              \
    "{\"traceId\":\"5b8efff798038103d269b633813fc60c\",\"spanId\":"            \
    "\"0000000000000001\",\"name\":\"r\",\"startTimeUnixNano\":\"5\","         \
    "\"endTimeUnixNano\":\"9\""
#define SPANS(spans)                                                           \
    "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" spans "]}]}]}"
#define OPEN_JAEGER                                                            \
    "{\"traceID\":\"5b8efff798038103\",\"spanID\":\"1\",\"operationName\":"    \
    "\"r\",\"startTime\":5,\"duration\":4"
#define ALERT                                                                  \
    "{\"startsAt\":\"2026-01-01T00:00:00Z\",\"labels\":{\"alertname\":\"a\"}," \
    "\"status\":\"firing\"}"

static const passed losses[] = {
    { &corr_format_otlp, SPANS(OPEN_SPAN "},7,\"x\",null"), "PASSED_OVER",
      "2 values are not what OTLP has in their places, and were left out" },
    { &corr_format_otlp, SPANS(OPEN_SPAN ",\"attributes\":7}"), "PASSED_OVER",
      "1 attribute is neither a key and a value nor a member, and was left "
      "out" },
    { &corr_format_otlp, SPANS(OPEN_SPAN ",\"attributes\":[\"k\",\"v\"]}"),
      "PASSED_OVER",
      "2 attributes are neither a key and a value nor a member, and were left "
      "out" },
    { &corr_format_otlp, SPANS(OPEN_SPAN ",\"droppedEventsCount\":3}"),
      "DROPPED", "3 events of spans were dropped by their sender" },
    { &corr_format_otlp,
      SPANS(OPEN_SPAN "}") "{\"partialSuccess\":{\"rejectedSpans\":\"1\"}}",
      "PARTIAL", "1 record was rejected by its receiver" },
    { &corr_format_otlp_metrics,
      "{\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"m\","
      "\"boxes\":{}}]}]}]}",
      "PASSED_OVER", "1 metric has no data of a known kind, and was left out" },
    { &corr_format_otlp_console, "[{\"body\":\"a log\"},{\"body\":1}]",
      "PASSED_OVER", "2 printed objects are no spans, and were not read" },
    { &corr_format_jaeger, "[" OPEN_JAEGER "},8]", "PASSED_OVER",
      "1 value is no span where a span is due, and was left out" },
    { &corr_format_jaeger, OPEN_JAEGER ",\"tags\":[{\"value\":1},3]}",
      "PASSED_OVER", "2 tags have no key, and were left out" },
    { &corr_format_jaeger, OPEN_JAEGER ",\"warnings\":[\"w\"]}", "DROPPED",
      "1 span has a warning of Jaeger, in the attribute jaeger.warnings" },
    { &corr_format_jaeger,
      "{\"data\":[{\"spans\":[" OPEN_JAEGER "}],\"warnings\":[\"half\"]}]}", "",
      "Jaeger warns of a trace: \"half\"" },
    { &corr_format_zipkin,
      "[{\"traceId\":\"1\",\"id\":\"2\",\"timestamp\":5},8,[[[[]]]]]",
      "PASSED_OVER",
      "2 values are no spans where spans are due, and were left out" },
    { &corr_format_alerts, "{\"alerts\":[" ALERT "],\"truncatedAlerts\":4}",
      "PARTIAL", "4 alerts were left out by their sender" },
    { &corr_format_alerts, "{\"alerts\":[" ALERT ",9]}", "PASSED_OVER",
      "1 value is no alert where alerts are due, and was left out" },
    { &corr_format_grafana,
      "{\"series\":[{\"fields\":[{\"name\":\"Time\",\"type\":\"time\","
      "\"values\":[1]},{\"name\":\"id\",\"type\":\"string\",\"values\":["
      "\"a\"]}]}]}",
      "PASSED_OVER",
      "1 frame is a table, not a series over time, and was left out" },
    { &corr_format_gecko,
      "{\"meta\":{\"interval\":1,\"processType\":0},\"libs\":[],\"threads\":"
      "[{\"name\":\"m\",\"markers\":{\"schema\":{},\"data\":[[0,1],[0,2]]},"
      "\"jsAllocations\":7,\"samples\":{\"data\":[]}}],\"counters\":[{"
      "\"samples\":{\"time\":[1,2,3],\"length\":3}}]}",
      "PASSED_OVER",
      "5 entries of markers, allocations or counters were not read" },
    { &corr_format_prometheus,
      "{\"status\":\"success\",\"isPartial\":true,\"data\":{\"resultType\":"
      "\"vector\",\"result\":[]}}",
      "PARTIAL",
      "the server sent a part of the answer; series may be missing" },
};

static void what_is_known_and_not_used_is_counted(void **state)
{
    const corr_want all = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(losses); i++) {
        input r = text_as(losses[i].format, losses[i].text, &all);

        assert_says(&r, losses[i].code, losses[i].said);
        input_clear(&r);
    }
}

static void attributes_may_be_a_plain_object(void **state)
{
    const corr_want all = { 0 };
    input r = text_as(
        &corr_format_otlp,
        SPANS(OPEN_SPAN
              ",\"attributes\":{\"http.route\":\"/x\",\"n\":4,\"no\":false,"
              "\"l\":[1,\"a\"],\"m\":{\"k\":1},\"t\":{\"intValue\":\"7\"},"
              "\"e\\u0041\":null}}"),
        &all);
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "http.route", CORR_VALUE_TEXT, "/x");
    assert_int_equal(label(&r, set, "n").num, 4);
    assert_label(&r, set, "no", CORR_VALUE_BOOL, "");
    assert_label(&r, set, "l", CORR_VALUE_JSON, "[1,\"a\"]");
    assert_label(&r, set, "m", CORR_VALUE_JSON, "{\"k\":1}");
    assert_int_equal(label(&r, set, "t").num, 7);
    assert_label(&r, set, "eA", CORR_VALUE_TEXT, "");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_members_change_nothing),
        cmocka_unit_test(what_is_known_and_not_used_is_counted),
        cmocka_unit_test(attributes_may_be_a_plain_object),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
