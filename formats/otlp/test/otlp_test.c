/* Tests of the OTLP reader: forms of a document, members of a span. */
#include "otlp/test/otlp_test.h"

static input read_span(const char *members)
{
    char buf[4096];

    snprintf(buf, sizeof buf, DOC("{" IDS ",%s}"), members);
    return read_text(buf);
}

/* One span, as the tests of the Jaeger and Zipkin readers have it, too. */
static void assert_example(const input *r)
{
    const span_row *s = &r->span.v[1];
    char buf[CORR_PRINT_MAX];

    assert_int_equal(nspan(r), 1);
    assert_string_equal(corr_print_trace(buf, s->trace), TRACE);
    assert_string_equal(corr_print_id(buf, s->id), "eee19b7ec3c1b100");
    assert_string_equal(text(r, s->name), "order.calculate_totals");
    assert_string_equal(service(r, 1), "order-service");
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_int_equal(s->status, CORR_STATUS_ERROR);
    assert_true(s->start.ns == 1711138246978123000);
    assert_true(s->end.ns - s->start.ns == 250000000);
    assert_true(s->parent == 0);
}

static void one_span_is_the_same_however_it_is_written(void **state)
{
    static const char *const docs[] = {
        "{\"resourceSpans\":[{" RES(
            "order-service") ",\"scopeSpans\":[{"
                             "\"spans\":[{\"traceId\":"
                             "\"5B8EFFF798038103D269B633813FC700\","
                             "\"spanId\":\"EEE19B7EC3C1B100\",\"name\":\"order."
                             "calculate_totals\","
                             "\"kind\":2,\"startTimeUnixNano\":"
                             "\"1711138246978123000\","
                             "\"endTimeUnixNano\":\"1711138247228123000\","
                             "\"status\":{\"code\":2}}]}]}]}",

        "{\"trace\":{\"resourceSpans\":[{" RES(
            "order-service") ","
                             "\"scopeSpans\":[{\"spans\":[{\"traceId\":"
                             "\"W47/95gDgQPSabYzgT/"
                             "HAA==\",\"spanId\":\"7uGbfsPBsQA=\","
                             "\"name\":\"order.calculate_totals\",\"kind\":"
                             "\"SPAN_KIND_SERVER\","
                             "\"startTimeUnixNano\":\"1711138246978123000\","
                             "\"endTimeUnixNano\":"
                             "\"1711138247228123000\",\"status\":{\"code\":"
                             "\"STATUS_CODE_ERROR\"}}"
                             "]}]}]},\"metrics\":{}}",

        "{\"batches\":[{\"instrumentationLibrarySpans\":[{\"spans\":[{"
        "\"traceId\":\"" TRACE "\",\"spanId\":\"7uGbfsPBsQA\","
        "\"name\":\"order.calculate_totals\",\"kind\":\"server\","
        "\"startTimeUnixNano\":\"1711138246978123000\",\"endTimeUnixNano\":"
        "\"1711138247228123000\",\"parentSpanId\":null,"
        "\"status\":{\"code\":\"Error\"}}]}]," RES("order-service") "}]}",

        "{\"result\":{\"resource_spans\":[{" RES(
            "order-service") ","
                             "\"scope_spans\":[{\"spans\":[{\"trace_id\":"
                             "\"W47\\/95gDgQPSabYzgT\\/"
                             "HAA==\",\"span_id\":\"EEE19B7EC3C1B100\","
                             "\"parent_span_id\":\"\","
                             "\"name\":\"order.calculate_totals\",\"kind\":"
                             "\"SERVER\","
                             "\"start_time_unix_nano\":\"1711138246978123000\","
                             "\"end_time_unix_nano\":\"1711138247228123000\","
                             "\"status\":{\"code\":\"2\"}}]}]}]}}",

        "[{\"ResourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
        "\"service.name\",\"value\":{\"Value\":{\"StringValue\":"
        "\"order-service\"}}}]},\"scope_spans\":[{\"spans\":[{\"trace_id\":"
        "\"NUI4RUZGRjc5ODAzODEwM0QyNjlCNjMzODEzRkM3MDA=\",\"span_id\":"
        "\"RUVFMTlCN0VDM0MxQjEwMA==\",\"parent_span_id\":"
        "\"0000000000000000\",\"name\":\"order.calculate_totals\",\"kind\":2,"
        "\"start_time_unix_nano\":1711138246978123000,"
        "\"end_time_unix_nano\":1711138247228123000,"
        "\"status\":{\"code\":2}}]}]}]}]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);

        assert_example(&r);
        assert_int_equal(r.warning.n, 0);
        input_clear(&r);
        assert_int_equal(corr_format_otlp.probe((const uint8_t *)docs[i],
                                                strlen(docs[i]), true),
                         60);
    }
}

static void the_forms_of_a_file_hold_the_same_spans(void **state)
{
    input lines = read_file("testdata/trace/otlp.jsonl", &(corr_want){ 0 });
    input one = read_file("testdata/trace/otlp.json", &(corr_want){ 0 });

    (void)state;
    assert_int_equal(nspan(&lines), 108);
    assert_int_equal(lines.trace.n - 1, 12);
    assert_int_equal(nspan(&one), 108);
    for (size_t i = 1; i <= 108; i++) {
        assert_true(one.span.v[i].id == lines.span.v[i].id);
        assert_true(one.span.v[i].start.ns == lines.span.v[i].start.ns);
        assert_string_equal(text(&one, one.span.v[i].name),
                            text(&lines, lines.span.v[i].name));
        assert_string_equal(service(&one, i), service(&lines, i));
    }
    assert_int_equal(one.warning.n + lines.warning.n, 0);
    input_clear(&one);
    input_clear(&lines);
}

static void a_trace_of_tempo_equals_that_of_the_collector(void **state)
{
    input tempo = read_file("testdata/trace/tempo.json", &(corr_want){ 0 });
    const corr_trace_id id = tempo.trace.v[1].id;
    input lines = read_file("testdata/trace/otlp.jsonl",
                            &(corr_want){ .by_id = true,
                                          .ids.hi = id.hi,
                                          .ids.lo = id.lo,
                                          .ids.mask_hi = UINT64_MAX,
                                          .ids.mask_lo = UINT64_MAX });

    (void)state;
    assert_int_equal(nspan(&tempo), nspan(&lines));
    for (size_t i = 1; i <= nspan(&tempo); i++) {
        assert_true(tempo.span.v[i].id == lines.span.v[i].id);
        assert_true(tempo.span.v[i].parent == lines.span.v[i].parent);
        assert_true(tempo.span.v[i].end.ns == lines.span.v[i].end.ns);
        assert_int_equal(tempo.span.v[i].kind, lines.span.v[i].kind);
    }
    input_clear(&tempo);
    input_clear(&lines);
}

/* ---- where resources and scopes stand ----------------------------------- */

static void a_resource_may_follow_its_spans(void **state)
{
    input r = read_text(
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN "]}]," RES(
            "late") "},{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"" TRACE
                    "\",\"spanId\":\"01\"}]}]}]}");

    (void)state;
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++)
        assert_string_equal(service(&r, i), r.span.v[i].id == 1 ? "" : "late");
    input_clear(&r);
}

static void equal_resources_are_one_process(void **state)
{
    input r = read_text(DOC(SPAN) "\n" DOC(SPAN) "\n" DOC(SPAN) "\n");

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_int_equal(r.proc.n - 1, 1);
    input_clear(&r);
}

static void a_scope_is_on_its_spans(void **state)
{
    input r = read_text(
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"scope\":{\"name\":\"lib\","
        "\"version\":\"1\\u002e2\",\"attributes\":[{\"key\":\"own\","
        "\"value\":{\"boolValue\":true}}]},\"spans\":[" SPAN "]}]}]}");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "otel.scope.name", CORR_VALUE_TEXT, "lib");
    assert_label(&r, set, "otel.scope.version", CORR_VALUE_TEXT, "1.2");
    assert_int_equal(label(&r, set, "own").num, 1);
    input_clear(&r);
}

static void a_scope_after_its_spans_is_reported(void **state)
{
    input r = read_text("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN
                        "],\"scope\":{\"name\":\"lib\"}}]}]}");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "",
                "a scope comes after its spans; they are shown without it");
    input_clear(&r);
}

/* ---- members of a span -------------------------------------------------- */

static void attributes_keep_their_types(void **state)
{
    input r = read_span(
        "\"attributes\":["
        "{\"key\":\"text\",\"value\":{\"stringValue\":\"a \\\"b\\\"\"}},"
        "{\"key\":\"int\",\"value\":{\"intValue\":\"9223372036854775807\"}},"
        "{\"key\":\"int2\",\"value\":{\"intValue\":-5}},"
        "{\"key\":\"real\",\"value\":{\"doubleValue\":2.5}},"
        "{\"key\":\"nan\",\"value\":{\"doubleValue\":\"NaN\"}},"
        "{\"key\":\"bare\",\"value\":{\"doubleValue\":NaN}},"
        "{\"key\":\"yes\",\"value\":{\"boolValue\":true}},"
        "{\"key\":\"bytes\",\"value\":{\"bytesValue\":\"aGk=\"}},"
        "{\"key\":\"none\",\"value\":{}},{\"key\":\"gone\"},"
        "{\"key\":\"direct\",\"value\":7},"
        "{\"value\":{\"stringValue\":\"first\"},\"key\":\"turned\"}]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "text", CORR_VALUE_TEXT, "a \"b\"");
    assert_true(label(&r, set, "int").num == INT64_MAX);
    assert_int_equal(label(&r, set, "int2").num, -5);
    assert_true(label(&r, set, "real").real > 2.49 &&
                label(&r, set, "real").real < 2.51);
    assert_label(&r, set, "nan", CORR_VALUE_TEXT, "NaN");
    assert_label(&r, set, "bare", CORR_VALUE_TEXT, "NaN");
    assert_int_equal(label(&r, set, "yes").num, 1);
    assert_label(&r, set, "bytes", CORR_VALUE_TEXT, "aGk=");
    assert_label(&r, set, "none", CORR_VALUE_TEXT, "");
    assert_label(&r, set, "gone", CORR_VALUE_TEXT, "");
    assert_int_equal(label(&r, set, "direct").num, 7);
    assert_label(&r, set, "turned", CORR_VALUE_TEXT, "first");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void lists_and_maps_become_json(void **state)
{
    input r = read_span(
        "\"attributes\":[{\"key\":\"list\",\"value\":{\"arrayValue\":{"
        "\"values\":[{\"stringValue\":\"a\\n\"},{\"intValue\":\"1\"},{},"
        "{\"boolValue\":false},{\"arrayValue\":{\"values\":[]}}]}}},"
        "{\"key\":\"map\",\"value\":{\"kvlistValue\":{\"values\":[{\"key\":"
        "\"k\",\"value\":{\"doubleValue\":0.5}},{\"key\":\"l\",\"value\":{"
        "\"kvlistValue\":{}}}]}}}]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "list", CORR_VALUE_JSON,
                 "[\"a\\n\",1,null,false,[]]");
    assert_label(&r, set, "map", CORR_VALUE_JSON, "{\"k\":0.5,\"l\":{}}");
    input_clear(&r);
}

static void deep_attributes_end_in_null(void **state)
{
    enum { DEEP = 60 };
    const size_t room = 1 << 16;
    char *doc = malloc(room);
    size_t n = 0;

    (void)state;
    assert_non_null(doc);
    n += (size_t)snprintf(doc, room, "%s",
                          "{\"resourceSpans\":[{\"scopeSpans\":[{"
                          "\"spans\":[{" IDS ",\"attributes\":[{"
                          "\"key\":\"k\",\"value\":");
    for (int i = 0; i < DEEP; i++)
        n += (size_t)snprintf(doc + n, room - n,
                              "{\"arrayValue\":{\"values\":[");
    n += (size_t)snprintf(doc + n, room - n, "{\"stringValue\":\"x\"}");
    for (int i = 0; i < DEEP; i++)
        n += (size_t)snprintf(doc + n, room - n, "]}}");
    snprintf(doc + n, room - n, "}]}]}]}]}");
    input r = read_text(doc);
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(label(&r, r.span.v[1].attrs, "k").text.p + 33,
                        "null]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]");
    input_clear(&r);
    free(doc);
}

static void flags_tell_where_the_parent_is(void **state)
{
    static const struct {
        const char *flags;
        unsigned want;
    } rows[] = {
        { "1", 0 },
        { "257", CORR_SPAN_REMOTE_KNOWN },
        { "\"769\"", CORR_SPAN_REMOTE_KNOWN | CORR_SPAN_REMOTE },
        { "512", 0 },
        { "-1", 0 },
    };
    char buf[128];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "\"startTimeUnixNano\":5,\"endTimeUnixNano\":6,\"flags\":%s",
                 rows[i].flags);
        input r = read_span(buf);
        assert_int_equal(r.span.v[1].flags, rows[i].want);
        input_clear(&r);
    }
}

static void times_are_read_in_every_form(void **state)
{
    static const struct {
        const char *start, *end;
        int64_t want_start, want_end;
        unsigned flags;
        const char *says;
    } rows[] = {
        { "\"1711138246978123457\"", "1711138246978123458", 1711138246978123457,
          1711138246978123458, 0, NULL },
        { "1.6e18", "\"1.7e18\"", 1600000000000000000, 1700000000000000000, 0,
          NULL },
        { "{\"low\":5,\"high\":1}", "{\"high\":1,\"low\":-1}", 4294967301,
          8589934591, 0, NULL },
        { "5", "{\"low\":5}", 5, CORR_NO_TIME, CORR_SPAN_UNFINISHED,
          "times such as \"{\"low\":5}\" are not nanoseconds since 1970 and "
          "count as missing" },
        { "9", "7", 9, 9, 0,
          "spans that end before they start are taken to have no length" },
        { "5", "0", 5, CORR_NO_TIME, CORR_SPAN_UNFINISHED, NULL },
        { "5", "\"\"", 5, CORR_NO_TIME, CORR_SPAN_UNFINISHED, NULL },
        { "null", "5", CORR_NO_TIME, 5, 0, NULL },
        { "0", "0", CORR_NO_TIME, CORR_NO_TIME, CORR_SPAN_UNFINISHED, NULL },
        { "5", "-6", 5, CORR_NO_TIME, CORR_SPAN_UNFINISHED,
          "times such as \"-6\" are not nanoseconds since 1970 and count as "
          "missing" },
        { "5", "99999999999999999999", 5, CORR_NO_TIME, CORR_SPAN_UNFINISHED,
          "times such as \"99999999999999999999\" are not nanoseconds since "
          "1970 and count as missing" },
    };
    char buf[256];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "\"startTimeUnixNano\":%s,\"endTimeUnixNano\":%s",
                 rows[i].start, rows[i].end);
        input r = read_span(buf);
        assert_int_equal(nspan(&r), 1);
        assert_true(r.span.v[1].start.ns == rows[i].want_start);
        assert_true(r.span.v[1].end.ns == rows[i].want_end);
        assert_int_equal(r.span.v[1].flags, rows[i].flags);
        if (rows[i].says)
            assert_says(&r, "", rows[i].says);
        else
            assert_int_equal(r.warning.n, 0);
        input_clear(&r);
    }
}

static void events_links_state_and_message_are_kept(void **state)
{
    input r = read_span(
        "\"traceState\":\"a=b\",\"status\":{\"message\":\"it broke\","
        "\"code\":2},\"events\":[{\"timeUnixNano\":\"12\",\"name\":\"e\","
        "\"attributes\":[{\"key\":\"k\",\"value\":{\"stringValue\":\"v\"}}]},"
        "{\"timeUnixNano\":\"13\"}],\"links\":[{\"traceId\":\"" TRACE "\","
        "\"spanId\":\"00000000000000ab\",\"attributes\":[{\"key\":\"why\","
        "\"value\":{\"stringValue\":\"retry\"}}]}]");

    (void)state;
    assert_label(&r, r.span.v[1].attrs, "w3c.tracestate", CORR_VALUE_TEXT,
                 "a=b");
    assert_int_equal(r.span.v[1].status, CORR_STATUS_ERROR);
    assert_string_equal(text(&r, r.span.v[1].status_text), "it broke");
    assert_int_equal(r.event.n, 2);
    assert_int_equal(r.event.v[0].time, 12);
    assert_string_equal(text(&r, r.event.v[0].name), "e");
    assert_label(&r, r.event.v[0].labels, "k", CORR_VALUE_TEXT, "v");
    assert_int_equal(r.link.n, 1);
    assert_true(r.link.v[0].id == 0xab);
    assert_label(&r, r.link.v[0].labels, "why", CORR_VALUE_TEXT, "retry");
    input_clear(&r);
}

static void an_empty_trace_state_is_no_label(void **state)
{
    input r = read_span("\"traceState\":\"\",\"attributes\":[]");

    (void)state;
    assert_int_equal(r.span.v[1].attrs, 0);
    input_clear(&r);
}

static void ids_that_are_none_are_compared_as_text(void **state)
{
    input r = read_text(DOC("{\"traceId\":\"trace-abc\",\"spanId\":\"one\"},"
                            "{\"traceId\":\"trace-abc\",\"spanId\":\"two\","
                            "\"parentSpanId\":\"one\"}"));

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_equal(r.trace.n - 1, 1);
    for (size_t i = 1; i <= 2; i++)
        if (r.span.v[i].parent)
            assert_true(r.span.v[i].parent == r.span.v[3 - i].id);
    assert_says(&r, "",
                "ids such as \"trace-abc\" are not hex or base64; they are "
                "compared as text");
    input_clear(&r);
}

static void a_span_without_ids_is_counted_and_left_out(void **state)
{
    input r = read_text(DOC("{\"name\":\"x\"}," SPAN));

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.lost.events, 1);
    input_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_span_is_the_same_however_it_is_written),
        cmocka_unit_test(the_forms_of_a_file_hold_the_same_spans),
        cmocka_unit_test(a_trace_of_tempo_equals_that_of_the_collector),
        cmocka_unit_test(a_resource_may_follow_its_spans),
        cmocka_unit_test(equal_resources_are_one_process),
        cmocka_unit_test(a_scope_is_on_its_spans),
        cmocka_unit_test(a_scope_after_its_spans_is_reported),
        cmocka_unit_test(attributes_keep_their_types),
        cmocka_unit_test(lists_and_maps_become_json),
        cmocka_unit_test(deep_attributes_end_in_null),
        cmocka_unit_test(flags_tell_where_the_parent_is),
        cmocka_unit_test(times_are_read_in_every_form),
        cmocka_unit_test(events_links_state_and_message_are_kept),
        cmocka_unit_test(an_empty_trace_state_is_no_label),
        cmocka_unit_test(ids_that_are_none_are_compared_as_text),
        cmocka_unit_test(a_span_without_ids_is_counted_and_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
