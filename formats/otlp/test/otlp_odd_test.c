/* Tests of the OTLP reader: what is odd in a document, and what it costs. */
#include "otlp/test/otlp_test.h"

static input read_span(const char *members)
{
    char buf[4096];

    snprintf(buf, sizeof buf, DOC("{" IDS ",%s}"), members);
    return read_text(buf);
}

/* ---- members of a span -------------------------------------------------- */

static void kinds_and_states_are_words_or_numbers(void **state)
{
    static const struct {
        const char *kind, *code;
        uint8_t want_kind, want_status;
    } rows[] = {
        { "1", "1", CORR_SPAN_INTERNAL, CORR_STATUS_OK },
        { "5", "2", CORR_SPAN_CONSUMER, CORR_STATUS_ERROR },
        { "6", "3", CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { "-1", "-1", CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { "0", "0", CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { "true", "[]", CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { "\"SPAN_KIND_CONSUMER\"", "\"STATUS_CODE_OK\"", CORR_SPAN_CONSUMER,
          CORR_STATUS_OK },
        { "\"SPAN_KIND_OTHER\"", "\"STATUS_CODE_GOOD\"", CORR_SPAN_UNSPECIFIED,
          CORR_STATUS_UNSET },
        { "\"producer\"", "\"ok\"", CORR_SPAN_PRODUCER, CORR_STATUS_OK },
    };
    char buf[256];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "\"kind\":%s,\"status\":{\"code\":%s}",
                 rows[i].kind, rows[i].code);
        input r = read_span(buf);
        assert_int_equal(nspan(&r), 1);
        assert_int_equal(r.span.v[1].kind, rows[i].want_kind);
        assert_int_equal(r.span.v[1].status, rows[i].want_status);
        input_clear(&r);
    }
}

static void a_status_that_is_no_object_is_none(void **state)
{
    static const char *const status[] = {
        "{}", "{ }", "null", "\"ERROR\"", "[{\"code\":2}]", "22"
    };
    char buf[128];

    (void)state;
    for (size_t i = 0; i < countof(status); i++) {
        snprintf(buf, sizeof buf, "\"status\":%s", status[i]);
        input r = read_span(buf);
        assert_int_equal(nspan(&r), 1);
        assert_int_equal(r.span.v[1].status, CORR_STATUS_UNSET);
        assert_string_equal(text(&r, r.span.v[1].status_text), "");
        assert_int_equal(r.warning.n, 0);
        input_clear(&r);
    }
}

static void a_long_value_is_quoted_by_its_beginning(void **state)
{
#define DIGITS "1234567890123456789012345678901234567890"
    input r = read_span("\"endTimeUnixNano\":\"" DIGITS "1\"");

    (void)state;
    assert_says(&r, "",
                "times such as \"" DIGITS
                "\" are not nanoseconds since 1970 and count as missing");
    input_clear(&r);
    r = read_text(
        DOC("{\"traceId\":\"-" DIGITS "\",\"spanId\":\"01\",\"name\":\"n\"}"));
    assert_says(&r, "",
                "ids such as \"-123456789012345678901234567890123456789\" are "
                "not hex or base64; they are compared as text");
    input_clear(&r);
}

static void a_warning_about_a_span_names_its_place(void **state)
{
    const char *doc =
        DOC(SPAN ",{" IDS ",\"startTimeUnixNano\":9,\"endTimeUnixNano\":8}");
    input r = read_text(doc);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_equal(said(&r).offset, strstr(doc, "},{") + 2 - doc);
    input_clear(&r);
}

/* ---- attributes --------------------------------------------------------- */

static void damage_inside_a_span_does_not_cost_it(void **state)
{
    static const struct {
        const char *members, *says;
    } rows[] = {
        { "\"attributes\":[{\"key\":\"a\",\"value\":{\"intValue\":1}},"
          "{\"key\" 5}]",
          "some attributes are not JSON; they are left out" },
        { "\"attributes\":[{\"key\":\"a\",\"value\":{\"intValue\":1}}],"
          "\"events\":[{\"name\":\"e\"},{\"name\" 5}]",
          "some events are not JSON; they are left out" },
        { "\"attributes\":[{\"key\":\"a\",\"value\":{\"intValue\":1}}],"
          "\"links\":[{" IDS "},{\"traceId\" 5}]",
          "some links are not JSON; they are left out" },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        input r = read_span(rows[i].members);
        assert_int_equal(nspan(&r), 1);
        assert_says(&r, "DAMAGED", rows[i].says);
        assert_true(r.lost.damaged);
        assert_int_equal(r.lost.events, 0);
        assert_int_equal(r.lost.bytes, 0);
        assert_int_equal(label(&r, r.span.v[1].attrs, "a").num, 1);
        assert_int_equal(r.event.n, i == 1);
        assert_int_equal(r.link.n, i == 2);
        input_clear(&r);
    }
}

static void a_span_that_is_broken_and_cut_is_reported_once(void **state)
{
    const char *doc = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN
                      ",{" IDS ",\"name\" \"x\",\"links\":[";
    input r = read_text(doc);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.warning.n, 1);
    assert_says(&r, "DAMAGED",
                "not JSON; a colon should follow in an export request, not "
                "\"\"\"; 95 bytes cannot be used");
    assert_true(doc[said(&r).offset] == '"');
    const char *lost = strstr(doc, ",{" IDS);
    assert_non_null(lost);
    assert_int_equal(r.lost.bytes, lost ? strlen(lost) : 0);
    input_clear(&r);
}

static void a_broken_resource_or_scope_costs_no_span(void **state)
{
    static const struct {
        const char *batch, *says;
    } rows[] = {
        { "\"resource\":{\"attributes\" 5},\"scopeSpans\":[{\"spans\":[" SPAN
          "]}]",
          "some resources are not JSON; their spans are shown without them" },
        { "\"scopeSpans\":[{\"spans\":[" SPAN
          "]}],\"resource\":{\"attributes\" 5}",
          "some resources are not JSON; their spans are shown without them" },
        { "\"scopeSpans\":[{\"scope\":{\"name\" 5},\"spans\":[" SPAN "]}]",
          "some scopes are not JSON; their spans are shown without them" },
    };
    char buf[1024];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "{\"resourceSpans\":[{%s}]}", rows[i].batch);
        input r = read_text(buf);
        assert_int_equal(nspan(&r), 1);
        assert_says(&r, "DAMAGED", rows[i].says);
        assert_int_equal(r.lost.events + r.lost.bytes, 0);
        assert_string_equal(service(&r, 1), "");
        assert_int_equal(r.span.v[1].attrs, 0);
        input_clear(&r);
    }
}

static void values_may_stand_there_directly(void **state)
{
    input r = read_span("\"attributes\":["
                        "{\"key\":\"text\",\"value\":\"t\"},"
                        "{\"key\":\"real\",\"value\":0.25},"
                        "{\"key\":\"yes\",\"value\":true},"
                        "{\"key\":\"no\",\"value\":false},"
                        "{\"key\":\"list\",\"value\":{\"arrayValue\":[1,"
                        "{\"boolValue\":true},\"x\",null]}},"
                        "{\"key\":\"map\",\"value\":{\"kvlistValue\":[{\"key\":"
                        "\"k\",\"value\":-2}]}},"
                        "{\"key\":\"odd\",\"value\":{\"intValue\":\"many\"}},"
                        "{\"key\":\"null\",\"value\":{\"stringValue\":null}},"
                        "{\"key\":\"new\",\"value\":{\"deltaValue\":[1],"
                        "\"stringValue\":\"known\"}}]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_label(&r, set, "text", CORR_VALUE_TEXT, "t");
    assert_int_equal(label(&r, set, "real").type, CORR_VALUE_REAL);
    assert_true(label(&r, set, "real").real > 0.2499 &&
                label(&r, set, "real").real < 0.2501);
    assert_int_equal(label(&r, set, "yes").num, 1);
    assert_int_equal(label(&r, set, "yes").type, CORR_VALUE_BOOL);
    assert_int_equal(label(&r, set, "no").num, 0);
    assert_int_equal(label(&r, set, "no").type, CORR_VALUE_BOOL);
    assert_label(&r, set, "list", CORR_VALUE_JSON, "[1,true,\"x\",null]");
    assert_label(&r, set, "map", CORR_VALUE_JSON, "{\"k\":-2}");
    assert_label(&r, set, "odd", CORR_VALUE_TEXT, "many");
    assert_label(&r, set, "null", CORR_VALUE_TEXT, "");
    assert_label(&r, set, "new", CORR_VALUE_TEXT, "known");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void lists_know_the_sort_of_each_value(void **state)
{
    input r =
        read_span("\"attributes\":[{\"key\":\"l\",\"value\":{\"arrayValue\":{"
                  "\"size\":[2],\"Values\":[{\"doubleValue\":\"NaN\"},"
                  "{\"doubleValue\":\"0.5\"},{\"intValue\":\"-3\"},"
                  "{\"stringValue\":\"12\"},{\"bytesValue\":\"aGk=\"},"
                  "{\"kvlistValue\":{\"values\":[{\"key\":\"a\\\"\","
                  "\"value\":{\"stringValue\":\"\"}},{\"key\":\"b\"}]}}]}}},"
                  "{\"key\":\"e\",\"value\":{\"arrayValue\":{\"n\":1}}}]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "l", CORR_VALUE_JSON,
                 "[\"NaN\",0.5,-3,\"12\",\"aGk=\",{\"a\\\"\":\"\","
                 "\"b\":null}]");
    assert_label(&r, set, "e", CORR_VALUE_JSON, "[]");
    input_clear(&r);
}

/* Each {} is two bytes and becomes the four of null. */
static void a_list_of_nothing_is_whole(void **state)
{
    char attr[2048] = "\"attributes\":[{\"key\":\"l\",\"value\":{"
                      "\"arrayValue\":[";
    char want[2048] = "[";

    (void)state;
    for (int i = 0; i < 200; i++) {
        snprintf(attr + strlen(attr), sizeof attr - strlen(attr), "%s",
                 i ? ",{}" : "{}");
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s",
                 i ? ",null" : "null");
    }
    snprintf(attr + strlen(attr), sizeof attr - strlen(attr), "%s", "]}}]");
    snprintf(want + strlen(want), sizeof want - strlen(want), "%s", "]");
    input r = read_span(attr);
    assert_label(&r, r.span.v[1].attrs, "l", CORR_VALUE_JSON, want);
    input_clear(&r);
}

/* ---- around spans ------------------------------------------------------- */

static void what_is_no_span_among_spans_is_passed_over(void **state)
{
    input r = read_text(DOC("null,7,\"x\",[" SPAN "]," SPAN));

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(
        &r, "PASSED_OVER",
        "3 values are not what OTLP has in their places, and were left out");
    input_clear(&r);
}

static void members_that_are_not_known_say_nothing(void **state)
{
#define OTHER "{\"name\":\"lib\",\"attributes\":[]}"
    input r = read_text("{\"resourceSpans\":[{\"other\":" OTHER
                        "," RES("s") ",\"scopeSpans\":[{\"other\":" OTHER
                                     ",\"spans\":[" SPAN "],\"other\":" OTHER
                                     "}],\"schemaUrl\":\"u\"}]}");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.span.v[1].attrs, 0);
    assert_string_equal(service(&r, 1), "s");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void a_scope_is_of_its_own_group_only(void **state)
{
    input r = read_text(
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"scope\":{\"name\":\"lib\"},"
        "\"spans\":[" SPAN "]},{\"spans\":[{\"traceId\":\"" TRACE
        "\",\"spanId\":\"01\"}]},{\"scope\":null,\"spans\":[]}]}]}");

    (void)state;
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++)
        assert_label(&r, r.span.v[i].attrs, "otel.scope.name", CORR_VALUE_TEXT,
                     r.span.v[i].id == 1 ? "?" : "lib");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void without_attributes_scopes_make_no_warnings(void **state)
{
    const char *doc = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN
                      "],\"scope\":{\"name\":\"lib\"}}]}]}";
    input r =
        read_bytes(doc, strlen(doc), &(corr_want){ .needs = CORR_NEED_SPANS });

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void each_batch_has_the_resource_that_it_names(void **state)
{
#define GROUP(id)                                                              \
    "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"" TRACE "\",\"spanId\":\"" id  \
    "\"}]}]"
    static const char *const want[] = { "", "a", "b", "a", "" };
    input r =
        read_text("{\"resourceSpans\":[{" RES("a") "," GROUP("01") "},{" GROUP(
            "02") "," RES("b") "},{" GROUP("03") "," RES("a") "},"
                                                              "{"
                                                              "\"resource\":"
                                                              "7," GROUP(
                                                                  "04") "}]}");

    (void)state;
    assert_int_equal(nspan(&r), 4);
    for (size_t i = 1; i <= 4; i++)
        assert_string_equal(service(&r, i), want[r.span.v[i].id]);
    input_clear(&r);
}

static void a_long_resource_is_read_each_time(void **state)
{
    enum { LONG = 20000 };
    char *name = malloc(LONG + 1), *doc = malloc(4 * LONG);

    (void)state;
    assert_true(name && doc);
    memset(name, 'n', LONG);
    name[LONG] = '\0';
    snprintf(doc, 4 * LONG,
             "{\"resourceSpans\":[{" RES("%s") "," GROUP("01") "},{" RES(
                 "%s") "," GROUP("02") "}]}",
             name, name);
    input r = read_text(doc);
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++)
        assert_string_equal(service(&r, i), name);
    input_clear(&r);
    free(doc);
    free(name);
}

/* ---- what servers say --------------------------------------------------- */

static void what_is_no_message_of_a_server_is_none(void **state)
{
    input r = read_text("{\"trace\":" DOC(
        SPAN) ",\"status\":\"PARTIAL\",\"message\":{\"a\":\"b\"}}");

    (void)state;
    assert_says(&r, "PARTIAL",
                "partial trace: counts are lower, self times upper bounds, "
                "durations hold");
    input_clear(&r);
    r = read_text("{\"trace\":" DOC(SPAN) ",\"status\":{\"code\":1},"
                                          "\"error\":null}");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void two_signs_of_grafana_are_not_enough(void **state)
{
#define TIMED(time) "{" IDS ",\"startTimeUnixNano\":" time "}"
    static const char *const docs[] = {
        "{\"batches\":[{\"instrumentationLibrarySpans\":[{\"spans\":[" TIMED(
            "\"17\"") "]}]}]}",
        "{\"batches\":[{\"scopeSpans\":[{\"spans\":[" TIMED("17") "]}]}]}",
        "{\"resourceSpans\":[{\"instrumentationLibrarySpans\":[{\"spans\":"
        "[" TIMED("17") "]}]},{\"scopeSpans\":[]}]}",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);
        assert_int_equal(nspan(&r), 1);
        assert_int_equal(r.warning.n, 0);
        input_clear(&r);
    }
}

/* ---- levels ------------------------------------------------------------- */

static void spans_too_deep_are_neither_claimed_nor_read(void **state)
{
    static const char *const docs[] = {
        "[[[" DOC(SPAN) "]]]",
        "[[[[" DOC(SPAN) "]]]]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);
        assert_int_equal(nspan(&r), i == 0);
        assert_int_equal(r.warning.n, 0);
        assert_int_equal(corr_format_otlp.probe((const uint8_t *)docs[i],
                                                strlen(docs[i]), true),
                         i == 0 ? 60 : 0);
        input_clear(&r);
    }
}

static void only_a_list_of_batches_is_claimed(void **state)
{
    static const struct {
        const char *doc;
        int sure;
    } rows[] = {
        { "{\"resourceSpans\":[]}", 60 },
        { "{\"resourceSpans\":null}", 60 },
        { "{\"resourceSpans\":{}}", 1 },
        { "{\"resourceSpans\":\"x\"}", 0 },
        { "{\"resourceSpans\":7 }", 0 },
        { "{\"batches\":[{\"a\":1,\"scopeSpans\":[]}]}", 60 },
        { "{\"batches\":[[]]}", 1 },
        { "{\"batches\":{\"scopeSpans\":[]}}", 1 },
        { "[7,{\"resourceSpans\":[]}]", 60 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        if (corr_format_otlp.probe((const uint8_t *)rows[i].doc,
                                   strlen(rows[i].doc), true) != rows[i].sure)
            fail_msg("%s: not %d", rows[i].doc, rows[i].sure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_states_are_words_or_numbers),
        cmocka_unit_test(a_status_that_is_no_object_is_none),
        cmocka_unit_test(a_long_value_is_quoted_by_its_beginning),
        cmocka_unit_test(a_warning_about_a_span_names_its_place),
        cmocka_unit_test(damage_inside_a_span_does_not_cost_it),
        cmocka_unit_test(a_span_that_is_broken_and_cut_is_reported_once),
        cmocka_unit_test(a_broken_resource_or_scope_costs_no_span),
        cmocka_unit_test(values_may_stand_there_directly),
        cmocka_unit_test(lists_know_the_sort_of_each_value),
        cmocka_unit_test(a_list_of_nothing_is_whole),
        cmocka_unit_test(what_is_no_span_among_spans_is_passed_over),
        cmocka_unit_test(members_that_are_not_known_say_nothing),
        cmocka_unit_test(a_scope_is_of_its_own_group_only),
        cmocka_unit_test(without_attributes_scopes_make_no_warnings),
        cmocka_unit_test(each_batch_has_the_resource_that_it_names),
        cmocka_unit_test(a_long_resource_is_read_each_time),
        cmocka_unit_test(what_is_no_message_of_a_server_is_none),
        cmocka_unit_test(two_signs_of_grafana_are_not_enough),
        cmocka_unit_test(spans_too_deep_are_neither_claimed_nor_read),
        cmocka_unit_test(only_a_list_of_batches_is_claimed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
