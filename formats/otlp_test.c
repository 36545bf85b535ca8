/* Tests of the OTLP reader: otlp.c, otlp_span.c, otlp_attr.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base.h"
#include "build.h"
#include "corr_builtin.h"
#include "corr_report.h"
#include "src.h"

extern const corr_format corr_format_tempo_search;

/* ---- reading ------------------------------------------------------------ */

static input read_source(corr_src *in, const corr_want *want)
{
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ .needs = want->needs }, &err);
    input r = { 0 };

    assert_non_null(in);
    assert_non_null(b);
    if (corr_format_otlp.read(in, want, b, &err) || build_seal(b, &r, &err))
        fail_msg("%s", err.what);
    assert_null(input_check(&r));
    build_free(b);
    src_close(in);
    return r;
}

static input read_bytes(const char *p, size_t n, const corr_want *want)
{
    corr_err err = { 0 };

    return read_source(src_open_memory(p, n, &(src_opts){ 0 }, &err), want);
}

static input read_text(const char *z)
{
    return read_bytes(z, strlen(z), &(corr_want){ 0 });
}

static input read_file(const char *path, const corr_want *want)
{
    corr_err err = { 0 };
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    input r = read_source(src_open_fd(fileno(f), &(src_opts){ 0 }, &err), want);
    fclose(f);
    return r;
}

static char *bytes_of(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    const size_t room = 1 << 20;
    char *p = malloc(room);

    if (!f || !p)
        fail_msg("%s is missing", path);
    *n = fread(p, 1, room, f);
    fclose(f);
    return p;
}

static size_t nspan(const input *r)
{
    return r->span.n - 1;
}

static void assert_says(const input *r, const char *code, const char *text)
{
    if (r->warning.n != 1)
        fail_msg("%zu warnings, the first: %s", r->warning.n,
                 r->warning.n ? r->warning.v[0].text : "none");
    assert_string_equal(r->warning.v[0].text, text);
    assert_string_equal(r->warning.v[0].code, code);
}

static const char *text(const input *r, uint32_t i)
{
    return input_text(r, i).p;
}

static const char *service(const input *r, size_t span)
{
    return text(r, r->proc.v[r->span.v[span].proc].service);
}

static corr_label label(const input *r, uint32_t set, const char *key)
{
    corr_label l = { .text = CORR_STR("?") };

    if (!input_find_label(r, set, corr_str_of(key), &l))
        l.num = -1;
    return l;
}

static void assert_label(const input *r, uint32_t set, const char *key,
                         corr_value_type type, const char *value)
{
    const corr_label l = label(r, set, key);

    assert_string_equal(l.text.p, value);
    assert_int_equal(l.type, type);
}

/* ---- documents made of pieces ------------------------------------------- */

#define TRACE "5b8efff798038103d269b633813fc700"
#define IDS   "\"traceId\":\"" TRACE "\",\"spanId\":\"eee19b7ec3c1b100\""
#define SPAN  "{" IDS ",\"name\":\"n\"}"
#define RES(name)                                                              \
    "\"resource\":{\"attributes\":[{\"key\":\"service.name\","                 \
    "\"value\":{\"stringValue\":\"" name "\"}}]}"
#define DOC(span)                                                              \
    "{\"resourceSpans\":[{" RES("s") ",\"scopeSpans\":[{\"spans\":[" span      \
                                     "]}]}]}"

static input read_span(const char *members)
{
    char buf[4096];

    snprintf(buf, sizeof buf, DOC("{" IDS ",%s}"), members);
    return read_text(buf);
}

/* The worked example: formats/traces.md section 19. */
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
    assert_true(s->start == 1711138246978123000);
    assert_true(s->end - s->start == 250000000);
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
        assert_true(one.span.v[i].start == lines.span.v[i].start);
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
                                          .hi = id.hi,
                                          .lo = id.lo,
                                          .mask_hi = UINT64_MAX,
                                          .mask_lo = UINT64_MAX });

    (void)state;
    assert_int_equal(nspan(&tempo), nspan(&lines));
    for (size_t i = 1; i <= nspan(&tempo); i++) {
        assert_true(tempo.span.v[i].id == lines.span.v[i].id);
        assert_true(tempo.span.v[i].parent == lines.span.v[i].parent);
        assert_true(tempo.span.v[i].end == lines.span.v[i].end);
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

static void a_scope_after_its_spans_is_told(void **state)
{
    input r = read_text("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN
                        "],\"scope\":{\"name\":\"lib\"}}]}]}");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "",
                "a scope that follows its spans: they are shown "
                "without it");
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
    char *doc = malloc(1 << 16);
    size_t n = 0;

    (void)state;
    assert_non_null(doc);
    n += (size_t)sprintf(doc, "%s",
                         "{\"resourceSpans\":[{\"scopeSpans\":[{"
                         "\"spans\":[{" IDS ",\"attributes\":[{"
                         "\"key\":\"k\",\"value\":");
    for (int i = 0; i < DEEP; i++)
        n += (size_t)sprintf(doc + n, "{\"arrayValue\":{\"values\":[");
    n += (size_t)sprintf(doc + n, "{\"stringValue\":\"x\"}");
    for (int i = 0; i < DEEP; i++)
        n += (size_t)sprintf(doc + n, "]}}");
    sprintf(doc + n, "}]}]}]}]}");
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
        { "9", "7", 9, 9, 0,
          "spans that end before they start are taken to have no length" },
        { "5", "0", 5, 5, CORR_SPAN_UNFINISHED, NULL },
        { "5", "\"\"", 5, 5, CORR_SPAN_UNFINISHED, NULL },
        { "null", "5", 0, 5, 0, "spans without a start time" },
        { "5", "-6", 5, 5, CORR_SPAN_UNFINISHED,
          "times such as \"-6\" are no nanoseconds since 1970 and count as "
          "missing" },
        { "5", "99999999999999999999", 5, 5, CORR_SPAN_UNFINISHED,
          "times such as \"99999999999999999999\" are no nanoseconds since "
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
        assert_true(r.span.v[1].start == rows[i].want_start);
        assert_true(r.span.v[1].end == rows[i].want_end);
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
        "\"spanId\":\"00000000000000ab\"}]");

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
                "ids such as \"trace-abc\" are neither hex nor "
                "base64: they can only be compared as they stand");
    input_clear(&r);
}

static void a_span_without_ids_is_counted_and_left_out(void **state)
{
    input r = read_text(DOC("{\"name\":\"x\"}," SPAN));

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.lost_events, 1);
    input_clear(&r);
}

/* ---- what is wanted ----------------------------------------------------- */

static void without_attributes_the_thread_stays(void **state)
{
    const char *doc = DOC(
        "{" IDS ",\"name\":\"n\",\"kind\":3,\"attributes\":[{\"key\":\"a\","
        "\"value\":{\"stringValue\":\"b\"}},{\"key\":\"thread.id\",\"value\":"
        "{\"intValue\":\"17\"}},{\"value\":{\"stringValue\":\"w\"},\"key\":"
        "\"thread.name\"}],\"events\":[{\"name\":\"e\"}]}");
    input r =
        read_bytes(doc, strlen(doc), &(corr_want){ .needs = CORR_NEED_SPANS });
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(r.set_n.v[set], 2);
    assert_int_equal(label(&r, set, "thread.id").num, 17);
    assert_label(&r, set, "thread.name", CORR_VALUE_TEXT, "w");
    assert_int_equal(r.event.n, 0);
    assert_int_equal(r.span.v[1].kind, CORR_SPAN_CLIENT);
    assert_string_equal(service(&r, 1), "s");
    input_clear(&r);
}

static void without_spans_nothing_is_read(void **state)
{
    const char *doc = DOC(SPAN);
    input r = read_bytes(doc, strlen(doc),
                         &(corr_want){ .needs = CORR_NEED_SAMPLES });

    (void)state;
    assert_int_equal(nspan(&r), 0);
    input_clear(&r);
}

static void spans_outside_a_window_may_be_left_out(void **state)
{
#define AT(id, from, to)                                                       \
    "{\"traceId\":\"" TRACE "\",\"spanId\":\"" id                              \
    "\",\"startTimeUnixNano\":" from ",\"endTimeUnixNano\":" to "}"
    const char *doc = DOC(AT("01", "10", "20") "," AT("02", "20", "30") "," AT(
        "03", "30", "40") "," AT("04", "0", "0") "," AT("05", "5",
                                                        "0") "," AT("06", "1",
                                                                    "99"));
    input r =
        read_bytes(doc, strlen(doc), &(corr_want){ .from = 21, .to = 30 });

    (void)state;
    assert_int_equal(nspan(&r), 4);
    for (size_t i = 1; i <= 4; i++)
        assert_true(r.span.v[i].id != 1 && r.span.v[i].id != 3);
    input_clear(&r);
}

static corr_want want_prefix(uint64_t hi, unsigned digits)
{
    return (corr_want){ .by_id = true,
                        .hi = hi,
                        .mask_hi = ~(uint64_t)0 << (64 - 4 * digits) };
}

/* Whatever is asked for, searching first must find what parsing finds. */
static void assert_search_misses_nothing(const char *path)
{
    input all = read_file(path, &(corr_want){ 0 });

    for (size_t t = 1; t < all.trace.n; t++) {
        const corr_trace_id id = all.trace.v[t].id;
        const corr_want wants[] = {
            { .by_id = true,
              .hi = id.hi,
              .lo = id.lo,
              .mask_hi = UINT64_MAX,
              .mask_lo = UINT64_MAX },
            want_prefix(id.hi & 0xffffffff00000000, 8),
            want_prefix(id.hi & 0xffff000000000000, 4),
        };

        for (size_t w = 0; w < countof(wants); w++) {
            input one = read_file(path, &wants[w]);
            uint32_t row = input_trace(&one, id);

            assert_int_not_equal(row, 0);
            assert_int_equal(one.trace.v[row].n, all.trace.v[t].n);
            if (w == 0)
                assert_int_equal(nspan(&one), all.trace.v[t].n);
            for (uint32_t i = 0; i < one.trace.v[row].n; i++)
                assert_string_equal(service(&one, one.trace.v[row].first + i),
                                    service(&all, all.trace.v[t].first + i));
            input_clear(&one);
        }
    }
    input_clear(&all);
}

static void a_search_by_id_misses_nothing(void **state)
{
    (void)state;
    assert_search_misses_nothing("testdata/trace/otlp.json");
    assert_search_misses_nothing("testdata/trace/otlp.jsonl");
    assert_search_misses_nothing("testdata/trace/otlp-node.jsonl");
    assert_search_misses_nothing("testdata/trace/otlp-http-node.json");
    assert_search_misses_nothing("testdata/trace/tempo.json");
}

static void an_id_in_another_place_is_no_match(void **state)
{
    const char *doc = DOC(
        "{\"traceId\":\"01\",\"spanId\":\"02\",\"name\":\"" TRACE "\"}," SPAN);
    input r = read_bytes(doc, strlen(doc),
                         &(corr_want){ .by_id = true,
                                       .hi = 0x5b8efff798038103,
                                       .lo = 0xd269b633813fc700,
                                       .mask_hi = UINT64_MAX,
                                       .mask_lo = UINT64_MAX });

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_true(r.span.v[1].id == 0xeee19b7ec3c1b100);
    input_clear(&r);
}

/* ---- large files -------------------------------------------------------- */

/* Spans of many lengths: in one resource, or one a line. */
static FILE *large_file(unsigned n, bool lines)
{
    FILE *f = tmpfile();

    assert_non_null(f);
    fprintf(f, "{\"resourceSpans\":[{" RES("big") ",\"scopeSpans\":[{"
                                                  "\"spans\":[");
    for (unsigned i = 0; i < n; i++) {
        if (i)
            fprintf(f, "%s",
                    lines ? "]}]}]}\n{\"resourceSpans\":[{" RES(
                                "big") ",\"scopeSpans\":[{"
                                       "\"spans\":["
                          : ",");
        fprintf(f,
                "{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"%*s"
                "\\\"]}\",\"startTimeUnixNano\":\"%u\"}",
                0xabcd0000u + i / 10, i + 1, (int)(i % 997), "x", i + 1);
    }
    fprintf(f, "]}]}]}\n");
    rewind(f);
    return f;
}

static void a_large_file_is_read_in_windows(void **state)
{
    const unsigned n = 4000;

    (void)state;
    for (int lines = 0; lines < 2; lines++) {
        corr_err err = { 0 };
        FILE *f = large_file(n, lines);
        input r = read_source(src_open_fd(fileno(f), &(src_opts){ 0 }, &err),
                              &(corr_want){ 0 });

        assert_int_equal(nspan(&r), n);
        assert_int_equal(r.trace.n - 1, n / 10);
        assert_int_equal(r.proc.n - 1, 1);
        assert_int_equal(r.warning.n, 0);
        input_clear(&r);
        fclose(f);
    }
}

static void every_trace_of_a_large_file_can_be_found(void **state)
{
    const unsigned n = 4000;

    (void)state;
    for (int lines = 0; lines < 2; lines++) {
        FILE *f = large_file(n, lines);

        for (unsigned t = 0; t < n / 10; t += 7) {
            corr_err err = { 0 };
            const corr_want want = { .by_id = true,
                                     .lo = 0xabcd0000u + t,
                                     .mask_hi = UINT64_MAX,
                                     .mask_lo = UINT64_MAX };

            rewind(f);
            input r = read_source(
                src_open_fd(fileno(f), &(src_opts){ 0 }, &err), &want);
            assert_int_equal(nspan(&r), 10);
            assert_string_equal(service(&r, 1), "big");
            assert_int_equal(r.warning.n, 0);
            input_clear(&r);
        }
        fclose(f);
    }
}

/* ---- what servers say --------------------------------------------------- */

static void a_partial_trace_is_told(void **state)
{
    input r = read_text("{\"trace\":" DOC(
        SPAN) ",\"metrics\":{"
              "\"inspectedBytes\":\"12\"},\"status\":\"PARTIAL\","
              "\"message\":\"trace exceeds max size\"}");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "PARTIAL",
                "the server says that this is a part of the trace only, "
                "because trace exceeds max size: counts and times are lower "
                "bounds");
    input_clear(&r);
    r = read_text("{\"trace\":" DOC(SPAN) ",\"status\":\"COMPLETE\"}");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void an_error_in_a_stream_is_told(void **state)
{
    input r = read_text("{\"result\":" DOC(SPAN) "}{\"result\":" DOC(
        SPAN) "}"
              "\n{\"error\":{\"message\":\"gone\"}}");

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_says(&r, "PARTIAL",
                "the server broke off with an error: what is "
                "here may be a part of the trace only");
    input_clear(&r);
}

static void a_download_of_grafana_is_told(void **state)
{
    input r = read_text("{\"batches\":[{" RES(
        "s") ",\"instrumentationLibrarySpans\":[{"
             "\"spans\":[{" IDS ",\"startTimeUnixNano\":1.7e18}]}]}]}");

    (void)state;
    assert_says(&r, "",
                "this looks like a trace saved from Grafana, which merges the "
                "instances of a service under the first of them");
    input_clear(&r);
}

static void other_signals_beside_traces_are_told(void **state)
{
    input r = read_text(DOC(SPAN) "\n{\"resourceLogs\":[{\"a\":[1]}]}\n");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "",
                "metrics, logs or profiles beside the traces were not "
                "read");
    input_clear(&r);
}

/* ---- damage ------------------------------------------------------------- */

static void a_file_without_spans_is_no_failure(void **state)
{
    static const char *const docs[] = {
        "",
        " \n",
        "{}",
        "[]",
        "null",
        "{\"batches\":[]}",
        "{\"resourceSpans\":null}",
        "{\"trace\":{}}",
        "7 ",
        "{\"resourceSpans\":[{\"scopeSpans\":[{}]}]}",
        "{\"resourceSpans\":[null,3,{\"scopeSpans\":{\"a\":1}}]}",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);

        assert_int_equal(nspan(&r), 0);
        if (r.warning.n)
            fail_msg("%s: %s", docs[i], r.warning.v[0].text);
        input_clear(&r);
    }
}

static void a_cut_file_gives_what_is_before_the_cut(void **state)
{
    size_t n;
    char *p = bytes_of("testdata/trace/otlp-http-node.json", &n);
    size_t before = 0;

    (void)state;
    for (size_t cut = 0; cut <= n; cut++) {
        /* a copy of its own, so that a sanitizer sees its end */
        char *piece = malloc(cut + 1);

        assert_non_null(piece);
        memcpy(piece, p, cut);
        input r = read_bytes(piece, cut, &(corr_want){ 0 });
        assert_true(nspan(&r) >= before && nspan(&r) <= 12);
        assert_int_equal(r.damaged, cut > 0 && cut < n);
        before = nspan(&r);
        input_clear(&r);
        free(piece);
    }
    assert_int_equal(before, 12);
    free(p);
}

static void a_cut_file_says_how_much_is_lost(void **state)
{
    const char *doc = DOC(SPAN "," SPAN);
    input r = read_bytes(doc, strlen(doc) - 20, &(corr_want){ 0 });

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "DAMAGED",
                "the input ends inside an export request; its last 72 bytes "
                "cannot be used");
    assert_int_equal(r.lost_bytes, 72);
    assert_int_equal(r.warning.v[0].offset, strlen(doc) - 20);
    input_clear(&r);
}

static void a_bad_span_is_lost_alone(void **state)
{
    const char *doc = DOC(SPAN ",{" IDS ",\"name\" \"x\",\"k\":[{}]}," SPAN);
    input r = read_text(doc);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_says(&r, "DAMAGED",
                "not JSON: a colon should follow, not \"\"\"; the record it "
                "is in was left out");
    assert_int_equal(r.lost_events, 1);
    assert_true(doc[r.warning.v[0].offset] == '"');
    input_clear(&r);
}

static void a_bad_line_does_not_take_others_with_it(void **state)
{
    static const char *const bad[] = {
        "{\"resourceSpans\":[{\"scopeSp",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{" IDS ",\"na",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{" IDS,
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[",
        "{\"resourceSpans\" [{}]}",
        "}}]]",
        "garbage",
    };
    char buf[4096];

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        snprintf(buf, sizeof buf, "%s\n%s\n%s\n%s\n", DOC(SPAN), bad[i],
                 DOC(SPAN), DOC(SPAN));
        input r = read_text(buf);
        if (nspan(&r) != 3)
            fail_msg("%s: %zu spans", bad[i], nspan(&r));
        assert_true(r.damaged);
        assert_true(r.lost_bytes > 0);
        input_clear(&r);
    }
}

static void strict_reading_refuses_what_is_damaged(void **state)
{
    const char *doc = DOC(SPAN);
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ .strict = true }, &err);
    corr_src *in =
        src_open_memory(doc, strlen(doc) - 3, &(src_opts){ 0 }, &err);

    (void)state;
    assert_int_equal(corr_format_otlp.read(in, &(corr_want){ 0 }, b, &err),
                     CORR_EFORMAT);
    assert_string_equal(err.what,
                        "the input ends before an export request does");
    build_free(b);
    src_close(in);
}

/* ---- detection ---------------------------------------------------------- */

static int probe(const corr_format *f, const char *z)
{
    return f->probe((const uint8_t *)z, strlen(z), true);
}

static void other_documents_are_not_claimed(void **state)
{
    static const char *const docs[] = {
        "",
        "{",
        "resourceSpans",
        "{\"a\":\"resourceSpans\"}",
        "{\"resourceMetrics\":[{\"scopeMetrics\":[]}]}",
        "{\"resourceLogs\":[]}",
        "{\"resourceProfiles\":[]}",
        "{\"data\":[{\"traceID\":\"1\",\"spans\":[{\"traceID\":\"1\"}]}]}",
        "[{\"traceId\":\"1\",\"id\":\"2\",\"name\":\"resourceSpans\"}]",
        "{\"batches\":[{\"a\":1}]}",
        "{\"batches\":[]}",
        "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{\"resourceSpans\":[]}}}}}}",
        "\x0a\x04resourceSpans",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++)
        if (probe(&corr_format_otlp, docs[i]) != 0)
            fail_msg("claimed: %s", docs[i]);
}

static void the_beginning_of_a_document_is_enough(void **state)
{
    static const char *const heads[] = {
        "{\"resourceSpans\":[",
        "\xef\xbb\xbf \n{\"resourceSpans\" : [ {\"resou",
        "{\"batches\":[{\"resource\":{\"attri",
        "{\"trace\":{\"batches\":[{\"scopeSpans\":[",
        "{\"metrics\":{\"a\":1},\"trace\":{\"resource_spans\":[{\"reso",
        "{\"resourceMetrics\":[]}\n{\"resourceSpans\":[]}\n",
    };

    (void)state;
    for (size_t i = 0; i < countof(heads); i++)
        assert_int_equal(probe(&corr_format_otlp, heads[i]), 60);
}

static void a_search_of_tempo_is_refused_by_name(void **state)
{
    const char *doc = "{\"traces\":[{\"traceID\":\"60ba2abb44f13eae\","
                      "\"rootServiceName\":\"frontend\",\"rootTraceName\":"
                      "\"GET /\",\"durationMs\":96}],\"metrics\":{}}";

    (void)state;
    assert_int_equal(probe(&corr_format_tempo_search, doc), 60);
    assert_int_equal(probe(&corr_format_otlp, doc), 0);
    assert_null(corr_format_tempo_search.read);
    assert_string_equal(
        corr_format_tempo_search.refusal,
        "this is what a Tempo search answers: it lists traces without their "
        "spans; fetch /api/v2/traces/ID for the trace you want");
    assert_int_equal(probe(&corr_format_tempo_search, DOC(SPAN)), 0);
    assert_int_equal(
        probe(&corr_format_tempo_search, "{\"traces\":[{\"a\":1}]}"), 0);
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
        cmocka_unit_test(a_scope_after_its_spans_is_told),
        cmocka_unit_test(attributes_keep_their_types),
        cmocka_unit_test(lists_and_maps_become_json),
        cmocka_unit_test(deep_attributes_end_in_null),
        cmocka_unit_test(flags_tell_where_the_parent_is),
        cmocka_unit_test(times_are_read_in_every_form),
        cmocka_unit_test(events_links_state_and_message_are_kept),
        cmocka_unit_test(an_empty_trace_state_is_no_label),
        cmocka_unit_test(ids_that_are_none_are_compared_as_text),
        cmocka_unit_test(a_span_without_ids_is_counted_and_left_out),
        cmocka_unit_test(without_attributes_the_thread_stays),
        cmocka_unit_test(without_spans_nothing_is_read),
        cmocka_unit_test(spans_outside_a_window_may_be_left_out),
        cmocka_unit_test(a_search_by_id_misses_nothing),
        cmocka_unit_test(an_id_in_another_place_is_no_match),
        cmocka_unit_test(a_large_file_is_read_in_windows),
        cmocka_unit_test(every_trace_of_a_large_file_can_be_found),
        cmocka_unit_test(a_partial_trace_is_told),
        cmocka_unit_test(an_error_in_a_stream_is_told),
        cmocka_unit_test(a_download_of_grafana_is_told),
        cmocka_unit_test(other_signals_beside_traces_are_told),
        cmocka_unit_test(a_file_without_spans_is_no_failure),
        cmocka_unit_test(a_cut_file_gives_what_is_before_the_cut),
        cmocka_unit_test(a_cut_file_says_how_much_is_lost),
        cmocka_unit_test(a_bad_span_is_lost_alone),
        cmocka_unit_test(a_bad_line_does_not_take_others_with_it),
        cmocka_unit_test(strict_reading_refuses_what_is_damaged),
        cmocka_unit_test(other_documents_are_not_claimed),
        cmocka_unit_test(the_beginning_of_a_document_is_enough),
        cmocka_unit_test(a_search_of_tempo_is_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
