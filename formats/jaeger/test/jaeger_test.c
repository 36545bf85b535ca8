/* Tests of the Jaeger reader. */
#include "test/trace_test.h"

#define J     (&corr_format_jaeger)
#define T     "5b8efff798038103d269b633813fc700"
#define ID(s) "\"traceID\":\"" T "\",\"spanID\":\"" s "\""
#define REF(type, s)                                                           \
    "{\"refType\":\"" type "\",\"traceID\":\"" T "\",\"spanID\":\"" s "\"}"
#define DATA(spans) "{\"data\":[{\"traceID\":\"" T "\",\"spans\":[" spans "]}]}"

static const corr_want all;

/* One span with id 01 and these members. */
static input read_span_of(const char *members)
{
    char buf[4096];

    snprintf(buf, sizeof buf, DATA("{" ID("01") ",%s}"), members);
    return text_as(J, buf, &all);
}

/* ---- forms -------------------------------------------------------------- */

/* One span, as the tests of the OTLP and Zipkin readers have it, too. */
#define EXAMPLE                                                                \
    ID("eee19b7ec3c1b100")                                                     \
    ",\"operationName\":\"order.calculate_totals\",\"references\":[],"         \
    "\"startTime\":1711138246978123,\"duration\":250000,\"tags\":[{\"key\":"   \
    "\"span.kind\",\"type\":\"string\",\"value\":\"server\"},{\"key\":"        \
    "\"error\",\"type\":\"bool\",\"value\":true}],\"logs\":[],"
#define BY_ID     "{" EXAMPLE "\"processID\":\"p1\",\"warnings\":null}"
#define BY_ITSELF "{" EXAMPLE "\"process\":{\"serviceName\":\"order-service\"}}"
#define TABLE                                                                  \
    "\"processes\":{\"p1\":{\"serviceName\":\"order-service\",\"tags\":[]}}"

static const char *const forms[] = {
    "{\"data\":[{\"traceID\":\"" T "\",\"spans\":[" BY_ID "]," TABLE
    ",\"warnings\":null}],\"total\":0,\"limit\":0,\"offset\":0,"
    "\"errors\":null}",
    "{\"data\":{\"services\":[],\"spans\":[" BY_ID "]," TABLE
    ",\"duration\":1,\"traceID\":\"" T "\"}}",
    "{\"traceID\":\"" T "\"," TABLE ",\"spans\":[" BY_ID "]}",
    "[{\"traceID\":\"" T "\",\"spans\":[" BY_ID "]," TABLE "}]",
    "[" BY_ITSELF "]",
    BY_ITSELF "\n",
    "{\"_index\":\"jaeger-span\",\"_source\":" BY_ITSELF "}\n",
    "{\"took\":1,\"hits\":{\"total\":1,\"hits\":[{\"_source\":" BY_ITSELF
    "}]}}",
    "{\"spans\":[{\"traceId\":\"W47/95gDgQPSabYzgT/HAA==\",\"spanId\":"
    "\"7uGbfsPBsQA=\",\"operationName\":\"order.calculate_totals\","
    "\"startTime\":\"2024-03-22T21:10:46.978123+01:00\",\"duration\":"
    "\"0.250s\",\"tags\":[{\"key\":\"span.kind\",\"vStr\":\"server\"},{"
    "\"key\":\"error\",\"vType\":\"BOOL\",\"vBool\":true}],\"process\":{"
    "\"serviceName\":\"order-service\"}}]}",
    "{\"process\":{\"serviceName\":\"order-service\"},\"spans\":[{"
    "\"traceIdLow\":-3284894120862038272,\"traceIdHigh\":6597491943016726787,"
    "\"spanId\":17213210219539181824,\"operationName\":"
    "\"order.calculate_totals\",\"startTime\":1711138246978123,\"duration\":"
    "250000,\"tags\":[{\"key\":\"span.kind\",\"vType\":\"STRING\",\"vStr\":"
    "\"server\"},{\"key\":\"error\",\"vBool\":true}]}]}",
};

static void one_span_is_the_same_however_it_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < countof(forms); i++) {
        input r = text_as(J, forms[i], &all);
        const span_row *s = &r.span.v[1];
        char buf[CORR_PRINT_MAX];

        assert_int_equal(nspan(&r), 1);
        assert_string_equal(corr_print_trace(buf, s->trace), T);
        assert_string_equal(corr_print_id(buf, s->id), "eee19b7ec3c1b100");
        assert_string_equal(text(&r, s->name), "order.calculate_totals");
        assert_string_equal(service(&r, 1), "order-service");
        assert_int_equal(s->kind, CORR_SPAN_SERVER);
        assert_int_equal(s->status, CORR_STATUS_ERROR);
        assert_true(s->start.ns == 1711138246978123000);
        assert_true(s->end.ns - s->start.ns == 250000000);
        assert_int_equal(r.warning.n, 0);
        assert_int_equal(sure(J, forms[i]), 60);
        input_clear(&r);
    }
}

static void blanks_do_not_matter(void **state)
{
    input r =
        text_as(J,
                "{ \"data\" : [ {\n \"traceID\" : \"" T "\",\n"
                "\"spans\" : [ { " ID(
                    "01") ", \"startTime\" : 5 ,\n"
                          "\"tags\" : [ { \"key\" : \"a\\u0062\" , \"type\" : "
                          "\"string\",\"value\" : \"x\\ny\" } ,\n"
                          "{\"type\":\"int64\",\"key\":\"n\",\"value\":7} ]\n"
                          "} ] } ] }\n",
                &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_label(&r, r.span.v[1].attrs, "ab", CORR_VALUE_TEXT, "x\ny");
    assert_int_equal(label(&r, r.span.v[1].attrs, "n").num, 7);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void what_others_write_is_not_claimed(void **state)
{
    static const char *const docs[] = {
        "",
        "{}",
        "[]",
        "{\"data\":null}",
        "{\"data\":[\"a\",\"b\"],\"total\":2,\"limit\":0,\"errors\":null}",
        "{\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
        "{\"result\":{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{"
        "\"traceId\":\"" T "\",\"spanId\":\"01\"}]}]}]}}",
        "[{\"traceId\":\"" T "\",\"id\":\"01\",\"duration\":1,\"tags\":{}}]",
        "[[{\"trace_id\":1,\"span_id\":2,\"service\":\"a\",\"start\":1,"
        "\"duration\":2,\"meta\":{}}]]",
        "{\"traces\":[{\"traceID\":\"" T "\",\"rootServiceName\":\"a\"}]}",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++)
        assert_true(sure(J, docs[i]) <= 1);
}

static void an_answer_without_traces_is_still_one(void **state)
{
    const char *none = "{\"data\":null,\"total\":0,\"limit\":0,\"errors\":[{"
                       "\"code\":404,\"msg\":\"trace not found\"}]}";
    input r = text_as(J, none, &all);

    (void)state;
    assert_int_equal(sure(J, none), 60);
    assert_int_equal(nspan(&r), 0);
    assert_int_equal(r.warning.n, 2);
    assert_string_equal(r.warning.v[0].code, "NO_TRACE");
    assert_string_equal(r.warning.v[1].code, "PARTIAL");
    assert_string_equal(
        r.warning.v[1].text,
        "the server reports \"trace not found\"; the answer may be incomplete");
    input_clear(&r);
}

static void an_answer_that_found_nothing_says_so(void **state)
{
    static const char *const docs[] = {
        "{\"data\":[],\"total\":0,\"limit\":0,\"offset\":0,\"errors\":null}",
        "{\"data\":null,\"total\":0,\"limit\":0,\"offset\":0}",
        "{\"data\":null,\"errors\":[{\"code\":404,\"msg\":\"none\"}]}",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = text_as(J, docs[i], &all);
        assert_int_equal(sure(J, docs[i]), 60);
        assert_true(r.read.recognised);
        assert_string_equal(r.warning.v[0].text,
                            "an answer of Jaeger without a trace");
        input_clear(&r);
    }
    /* GraphQL */
    assert_int_equal(
        sure(J, "{\"data\":null,\"errors\":[{\"message\":\"none\"}]}"), 0);
    /* repeating the same adds no information */
    assert_int_equal(sure(J,
                          "{\"data\":null,\"total\":0,\"total\":0,\"total\":0,"
                          "\"total\":0,\"total\":0,\"total\":0,\"total\":0,"
                          "\"total\":0,\"total\":0,\"total\":0,\"x\":0}"),
                     0);
}

/* ---- processes ---------------------------------------------------------- */

static void ids_of_processes_are_those_of_their_trace(void **state)
{
    input r = text_as(
        J,
        "{\"data\":[{\"spans\":[{\"traceID\":\"01\",\"spanID\":\"01\","
        "\"startTime\":1,\"processID\":\"p1\"}],\"processes\":{\"p1\":{"
        "\"serviceName\":\"a\"}}},{\"processes\":{\"p1\":{\"serviceName\":"
        "\"b\"},\"p2\":{\"serviceName\":\"a\"}},\"spans\":[{\"traceID\":\"02\","
        "\"spanID\":\"02\",\"startTime\":1,\"processID\":\"p1\"},{\"traceID\":"
        "\"02\",\"spanID\":\"03\",\"startTime\":1,\"processID\":\"p2\"}]}]}",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_string_equal(service(&r, span_with(&r, 1)), "a");
    assert_string_equal(service(&r, span_with(&r, 2)), "b");
    assert_string_equal(service(&r, span_with(&r, 3)), "a");
    assert_int_equal(r.proc.n - 1, 2);
    input_clear(&r);
}

static void a_process_that_is_not_defined_is_reported(void **state)
{
    input r = text_as(J,
                      "{\"data\":[{\"spans\":[{" ID(
                          "01") ",\"startTime\":1,\"duration\":1,"
                                "\"processID\":\"p9\"}],\"processes\":{}}]}",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(service(&r, 1), "");
    assert_says(&r, "",
                "spans name a process that their trace does not define");
    input_clear(&r);
}

static void names_that_stand_for_no_service_are_none(void **state)
{
    input r = read_span_of("\"startTime\":1,\"duration\":1,\"process\":{"
                           "\"serviceName\":\"missing-service-name\",\"tags\":["
                           "{\"key\":\"hostname\",\"type\":\"string\","
                           "\"value\":\"h1\"}]}");
    const proc_row *p = &r.proc.v[r.span.v[1].proc];

    (void)state;
    assert_string_equal(service(&r, 1), "");
    assert_string_equal(text(&r, p->host), "h1");
    input_clear(&r);
}

/* More spans than are held come before the table of processes. */
static void many_spans_may_come_before_their_processes(void **state)
{
    const size_t n = 70000;
    const size_t room = n * 100 + 200;
    char *doc = malloc(room);
    size_t at = 0;

    (void)state;
    if (!doc)
        abort();
    at += (size_t)snprintf(doc, room, "{\"spans\":[");
    for (size_t i = 1; i <= n; i++)
        at += (size_t)snprintf(doc + at, room - at,
                               "%s{\"traceID\":\"01\",\"spanID\":\"%zx\","
                               "\"startTime\":1,\"duration\":1,\"processID\":"
                               "\"p%zu\"}",
                               i > 1 ? "," : "", i, i % 2);
    snprintf(doc + at, room - at,
             "],\"processes\":{\"p0\":{\"serviceName\":\"even\"},"
             "\"p1\":{\"serviceName\":\"odd\"}}}");
    input r = text_as(J, doc, &all);
    assert_int_equal(nspan(&r), n);
    for (size_t i = 1; i <= n; i++)
        assert_string_equal(service(&r, i),
                            r.span.v[i].id % 2 ? "odd" : "even");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
    free(doc);
}

/* ---- parents and links -------------------------------------------------- */

/* A span 01 with these references, next to 0a and 0b. */
static input read_refs(const char *references)
{
    char buf[2048];

    snprintf(
        buf, sizeof buf,
        DATA("{" ID(
            "01") ",\"startTime\":1,\"duration\":1,%s},"
                  "{" ID("0a") ",\"startTime\":2,\"duration\":1},"
                               "{" ID("0b") ",\"startTime\":3,\"duration\":1}"),
        references);
    return text_as(J, buf, &all);
}

typedef struct parent_case {
    const char *references;
    uint64_t parent;
    size_t nlink;
} parent_case;

static void a_parent_is_the_first_reference_that_exists(void **state)
{
    static const parent_case cases[] = {
        { "\"references\":[" REF("CHILD_OF", "0a") "]", 0xa, 0 },
        { "\"references\":[" REF("FOLLOWS_FROM", "0a") "," REF("CHILD_OF",
                                                               "0b") "]",
          0xb, 1 },
        { "\"references\":[" REF("CHILD_OF", "0c") "," REF("FOLLOWS_FROM",
                                                           "0b") "]",
          0xb, 1 },
        { "\"references\":[" REF("FOLLOWS_FROM", "0a") "]", 0xa, 0 },
        { "\"references\":[" REF("CHILD_OF", "0c") "],\"parentSpanID\":\"0a\"",
          0xa, 1 },
        { "\"references\":[],\"parentSpanID\":\"0a\"", 0xa, 0 },
        { "\"references\":[" REF("CHILD_OF", "0c") "]", 0xc, 0 },
        { "\"references\":[{\"refType\":\"CHILD_OF\",\"traceID\":\"ff\","
          "\"spanID\":\"0a\"}]",
          0, 1 },
        { "\"references\":[{\"traceID\":\"" T "\",\"spanID\":\"0b\"}]", 0xb,
          0 },
        { "\"references\":null,\"parentSpanID\":\"0000000000000000\"", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        input r = read_refs(cases[i].references);
        const size_t at = span_with(&r, 1);

        assert_int_equal(nspan(&r), 3);
        assert_int_equal(r.span.v[at].parent, cases[i].parent);
        assert_int_equal(r.link.n, cases[i].nlink);
        input_clear(&r);
    }
}

/* As servers write the link of a root to a span it caused. */
static void what_follows_from_its_own_child_is_no_child_of_it(void **state)
{
    input r = text_as(
        J,
        DATA("{" ID(
            "01") ",\"startTime\":1,\"duration\":9,"
                  "\"references\":[" REF(
                      "FOLLOWS_FROM",
                      "02") "]},"
                            "{" ID("02") ",\"startTime\":2,\"duration\":1,"
                                         "\"references\":[" REF("CHILD_OF",
                                                                "01") "]}"),
        &all);

    (void)state;
    assert_int_equal(r.span.v[span_with(&r, 1)].parent, 0);
    assert_int_equal(r.span.v[span_with(&r, 2)].parent, 1);
    assert_int_equal(r.link.n, 1);
    assert_int_equal(r.link.v[0].id, 2);
    input_clear(&r);
}

static void the_server_half_of_a_shared_id_is_marked(void **state)
{
#define KIND(k) "\"tags\":[{\"key\":\"span.kind\",\"value\":\"" k "\"}]"
    input r = text_as(
        J,
        DATA("{" ID("01") ",\"startTime\":2,\"duration\":1," KIND(
            "server") "},{" ID("01") ",\"startTime\":1,"
                                     "\"duration\":5," KIND("client") "}"),
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++)
        assert_int_equal(r.span.v[i].flags & CORR_SPAN_SHARED,
                         r.span.v[i].kind == CORR_SPAN_SERVER ? CORR_SPAN_SHARED
                                                              : 0);
    input_clear(&r);
}

/* ---- times -------------------------------------------------------------- */

typedef struct time_case {
    const char *members;
    int64_t start, length; /* ns */
    const char *says;
} time_case;

static void times_are_read_as_exactly_as_they_stand(void **state)
{
    static const time_case cases[] = {
        { "\"startTime\":1711138246978123,\"duration\":7", 1711138246978123000,
          7000, NULL },
        { "\"startTime\":\"1711138246978123\",\"duration\":\"7\"",
          1711138246978123000, 7000, NULL },
        { "\"startTime\":\"1970-01-01T00:00:01.000000001Z\",\"duration\":"
          "\"1m0.5s\"",
          1000000001, 60500000000, NULL },
        { "\"startTime\":\"2000-02-29T23:59:59-00:30\",\"duration\":5000",
          951870599000000000, 5000, NULL },
        { "\"startTime\":1,\"duration\":\"5000ns\"", 1000, 5000, NULL },
        { "\"startTime\":1", 1000, 0, NULL },
        { "\"startTime\":1,\"duration\":-4", 1000, 0,
          "spans with a negative duration get a duration of 0" },
        { "\"startTime\":1,\"duration\":\"long\"", 1000, 0,
          "durations such as \"long\" are invalid and count as missing" },
        { "\"startTime\":9223372036854775,\"duration\":9223372036854775",
          9223372036854775000, 807, NULL },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        input r = read_span_of(cases[i].members);
        const span_row *s = &r.span.v[1];

        assert_int_equal(nspan(&r), 1);
        assert_true(s->start.ns == cases[i].start);
        assert_true(span_length(s) == cases[i].length);
        assert_string_equal(said(&r).text ? said(&r).text : "",
                            cases[i].says ? cases[i].says : "");
        input_clear(&r);
    }
}

static void times_that_make_no_sense_are_reported(void **state)
{
    static const char *const bad[] = {
        "9223372036854776",           "-1",
        "\"2024-13-01T00:00:00Z\"",   "\"2024-01-01T00:00:00\"",
        "\"2300-01-01T00:00:00Z\"",   "\"yesterday\"",
        "\"2024-01-01T00:00:00.1x\"", "\"2024-01-01 \"",
    };

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        char members[128];

        snprintf(members, sizeof members, "\"startTime\":%s,\"duration\":1",
                 bad[i]);
        input r = read_span_of(members);
        assert_int_equal(nspan(&r), 1);
        assert_false(moment_known(r.span.v[1].start));
        assert_int_equal(r.warning.n, 1);
        input_clear(&r);
    }
}

static void a_span_without_a_start_has_no_time(void **state)
{
    input r = text_as(
        J,
        DATA("{" ID("02") ",\"startTime\":0,\"duration\":3,"
                          "\"parentSpanID\":\"01\"},"
                          "{" ID("01") ",\"startTime\":7,\"duration\":9}"),
        &all);
    const span_row *s = &r.span.v[span_with(&r, 2)];

    (void)state;
    assert_false(moment_known(s->start) || moment_known(s->end));
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

/* ---- tags --------------------------------------------------------------- */

static void tags_keep_their_types(void **state)
{
    input r = read_span_of(
        "\"startTime\":1,\"duration\":1,\"warnings\":[\"skew\"],\"tags\":["
        "{\"key\":\"s\",\"type\":\"string\",\"value\":\"a \\\"b\\\"\"},"
        "{\"key\":\"i\",\"type\":\"int64\",\"value\":-5},"
        "{\"key\":\"big\",\"type\":\"int64\",\"value\":\"9007199254740993\"},"
        "{\"key\":\"f\",\"type\":\"float64\",\"value\":2.5},"
        "{\"key\":\"b\",\"type\":\"bool\",\"value\":\"true\"},"
        "{\"key\":\"bin\",\"type\":\"binary\",\"value\":\"aGk=\"},"
        "{\"key\":\"bad\",\"type\":\"int64\",\"value\":\"many\"},"
        "{\"key\":\"none\",\"value\":3},{\"key\":\"no\",\"value\":false},"
        "{\"key\":\"nil\",\"type\":\"string\",\"value\":null},"
        "{\"key\":\"l\",\"vType\":\"INT64\",\"vInt64\":\"12\"},"
        "{\"key\":\"z\",\"vType\":\"BOOL\"}],\"tag\":{\"a@b\":\"c\"}");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_label(&r, set, "s", CORR_VALUE_TEXT, "a \"b\"");
    assert_int_equal(label(&r, set, "i").num, -5);
    assert_true(label(&r, set, "big").num == 9007199254740993);
    assert_int_equal(label(&r, set, "f").type, CORR_VALUE_REAL);
    assert_int_equal(label(&r, set, "b").num, 1);
    assert_label(&r, set, "bin", CORR_VALUE_TEXT, "aGk=");
    assert_label(&r, set, "bad", CORR_VALUE_TEXT, "many");
    assert_int_equal(label(&r, set, "none").num, 3);
    assert_label(&r, set, "no", CORR_VALUE_BOOL, "");
    assert_label(&r, set, "nil", CORR_VALUE_TEXT, "");
    assert_int_equal(label(&r, set, "l").num, 12);
    assert_label(&r, set, "z", CORR_VALUE_BOOL, "");
    assert_label(&r, set, "a.b", CORR_VALUE_TEXT, "c");
    assert_label(&r, set, "jaeger.warnings", CORR_VALUE_JSON, "[\"skew\"]");
    assert_says(&r, "DROPPED",
                "1 span has a warning of Jaeger, in the attribute "
                "jaeger.warnings");
    input_clear(&r);
}

typedef struct status_case {
    const char *tags;
    corr_status status;
    const char *words;
} status_case;

static void status_is_what_the_tags_say(void **state)
{
#define STR(k, v) "{\"key\":\"" k "\",\"type\":\"string\",\"value\":\"" v "\"}"
#define INT(k, v) "{\"key\":\"" k "\",\"type\":\"int64\",\"value\":" v "}"
    static const status_case cases[] = {
        { STR("a", "b"), CORR_STATUS_UNSET, "" },
        { STR("error", "true"), CORR_STATUS_ERROR, "" },
        { STR("error", "false"), CORR_STATUS_UNSET, "" },
        { STR("otel.status_code", "OK"), CORR_STATUS_OK, "" },
        { STR("otel.status_code", "ERROR") "," STR("otel.status_description",
                                                   "too slow"),
          CORR_STATUS_ERROR, "too slow" },
        { INT("http.status_code", "500"), CORR_STATUS_ERROR, "" },
        { INT("http.status_code", "404"), CORR_STATUS_UNSET, "" },
        { INT("http.response.status_code", "404") "," STR("span.kind",
                                                          "client"),
          CORR_STATUS_ERROR, "" },
        { INT("http.status_code", "500") "," STR("otel.status_code", "OK"),
          CORR_STATUS_OK, "" },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        char members[512];

        snprintf(members, sizeof members,
                 "\"startTime\":1,\"duration\":1,\"tags\":[%s]", cases[i].tags);
        input r = read_span_of(members);
        assert_int_equal(r.span.v[1].status, cases[i].status);
        assert_string_equal(text(&r, r.span.v[1].status_text), cases[i].words);
        input_clear(&r);
    }
}

static void what_has_a_column_is_no_attribute(void **state)
{
    input r = read_span_of("\"startTime\":1,\"duration\":1,\"tags\":[" STR(
        "span.kind", "consumer") "," STR("otel.library.name",
                                         "lib") "," INT("http.status_code",
                                                        "200") "]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(r.span.v[1].kind, CORR_SPAN_CONSUMER);
    assert_int_equal(r.label.set_n.v[set], 2);
    assert_label(&r, set, "otel.scope.name", CORR_VALUE_TEXT, "lib");
    input_clear(&r);
}

static void logs_become_events(void **state)
{
    input r = read_span_of(
        "\"startTime\":1,\"duration\":1,\"logs\":[{\"timestamp\":5,"
        "\"fields\":[" STR("message", "m") "," STR(
            "event",
            "boom") "]},"
                    "{\"timestamp\":6,\"fields\":[" STR(
                        "message",
                        "only") "," STR("level",
                                        "info") "]},{\"timestamp\":7,"
                                                "\"fields\":[]},"
                                                "{\"timestamp\":\"1970-01-"
                                                "01T00:00:00Z\"}]");

    (void)state;
    assert_int_equal(r.event.n, 4);
    assert_true(r.event.v[0].time == 0);
    assert_true(r.event.v[1].time == 5000);
    assert_string_equal(text(&r, r.event.v[1].name), "boom");
    assert_label(&r, r.event.v[1].labels, "message", CORR_VALUE_TEXT, "m");
    assert_string_equal(text(&r, r.event.v[2].name), "only");
    assert_label(&r, r.event.v[2].labels, "level", CORR_VALUE_TEXT, "info");
    assert_string_equal(text(&r, r.event.v[3].name), "");
    input_clear(&r);
}

/* ---- what is wanted ----------------------------------------------------- */

static void without_attributes_the_thread_stays(void **state)
{
    const corr_want spans = { .needs = CORR_NEED_SPANS };
    input r = text_as(
        J,
        DATA("{" ID("01") ",\"startTime\":1,\"duration\":1,\"tags\":[" STR(
            "thread.name",
            "t-1") "," STR("profile.id",
                           "p") "," STR("http.url",
                                        "/") "," STR("span.kind",
                                                     "client") "],\"logs\":[{"
                                                               "\"timestamp\":"
                                                               "5}]}"),
        &spans);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.label.set_n.v[r.span.v[1].attrs], 2);
    assert_int_equal(r.span.v[1].kind, CORR_SPAN_CLIENT);
    assert_int_equal(r.event.n, 0);
    assert_int_not_equal(r.span.v[1].thread, 0);
    input_clear(&r);
}

static void one_trace_is_found_among_others(void **state)
{
    const corr_want one = { .by_id = true,
                            .ids.hi = 0x038a0f9e0983ca7c,
                            .ids.mask_hi = 0xffffffff00000000 };
    input both = file_as(J, "testdata/trace/jaeger.json", &all);
    input r = file_as(J, "testdata/trace/jaeger.json", &one);

    (void)state;
    assert_int_equal(nspan(&both), 18);
    assert_int_equal(nspan(&r), 10);
    assert_int_equal(r.trace.n - 1, 1);
    for (size_t i = 1; i <= 10; i++)
        assert_string_not_equal(service(&r, i), "");
    input_clear(&both);
    input_clear(&r);
}

static void spans_outside_the_window_are_left_out(void **state)
{
    const corr_want window = { .spans = { 2000, 3000 } };
    input r = text_as(
        J,
        DATA("{" ID(
            "01") ",\"startTime\":1,\"duration\":1},"
                  "{" ID("02") ",\"startTime\":2,\"duration\":9},"
                               "{" ID("03") ",\"startTime\":3,\"duration\":9},"
                                            "{" ID("04") ",\"startTime\":1}"),
        &window);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_int_equal(span_with(&r, 3), 0);
    input_clear(&r);
}

/* ---- damage ------------------------------------------------------------- */

static void a_cut_document_gives_what_was_there(void **state)
{
    (void)state;
    assert_int_equal(spans_of_cuts(J, "testdata/trace/jaeger.json"), 18);
}

static void a_cut_line_is_reported_with_its_bytes(void **state)
{
    input r = text_as(J, BY_ITSELF "\n{" ID("02") ",\"startTime\":1,\"tags\":[",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "DAMAGED",
                "the input ends inside a Jaeger export; its last 82 bytes "
                "cannot be used");
    assert_int_equal(r.lost.bytes, 82);
    assert_int_equal(r.lost.events, 1);
    input_clear(&r);
}

static void a_broken_line_costs_only_itself(void **state)
{
    input r = text_as(J,
                      BY_ITSELF "\n{" ID("02") ",\"startTime\":1,\"tags\":[\n"
                                               "{" ID("03") ",\"startTime\":1,"
                                                            "\"duration\":1}\n",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_not_equal(span_with(&r, 3), 0);
    assert_true(r.lost.damaged);
    input_clear(&r);
}

static void a_broken_span_costs_only_itself(void **state)
{
    input r = text_as(
        J,
        DATA("{" ID(
            "01") ",\"startTime\":1,\"duration\":1},"
                  "{" ID("02") ",\"startTime\" 1},"
                               "{" ID("03") ",\"startTime\":1,\"duration\":1}"),
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_equal(r.lost.events, 1);
    assert_true(r.lost.damaged);
    input_clear(&r);
}

static void broken_tags_are_reported(void **state)
{
    static const char *const members[] = {
        "\"tags\":[{\"key\" \"a\"}]",
        "\"tag\":{\"a\" 1}",
        "\"logs\":[{\"timestamp\" 1}]",
        "\"references\":[{\"refType\" 1}]",
        "\"process\":{\"serviceName\":\"a\",\"tags\":[{\"key\" 1}]}",
    };

    (void)state;
    for (size_t i = 0; i < countof(members); i++) {
        char buf[256];

        snprintf(buf, sizeof buf, "\"startTime\":1,\"duration\":1,%s",
                 members[i]);
        input r = read_span_of(buf);
        assert_int_equal(nspan(&r), 1);
        assert_true(r.lost.damaged);
        input_clear(&r);
    }
}

static void members_of_other_types_are_left_out(void **state)
{
    input r = read_span_of("\"startTime\":[],\"duration\":{},\"tags\":7,"
                           "\"references\":{},\"logs\":\"x\",\"process\":[],"
                           "\"processID\":{},\"operationName\":null,"
                           "\"warnings\":{},\"tag\":[]");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(text(&r, r.span.v[1].name), "");
    input_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_span_is_the_same_however_it_is_written),
        cmocka_unit_test(blanks_do_not_matter),
        cmocka_unit_test(what_others_write_is_not_claimed),
        cmocka_unit_test(an_answer_without_traces_is_still_one),
        cmocka_unit_test(an_answer_that_found_nothing_says_so),
        cmocka_unit_test(ids_of_processes_are_those_of_their_trace),
        cmocka_unit_test(a_process_that_is_not_defined_is_reported),
        cmocka_unit_test(names_that_stand_for_no_service_are_none),
        cmocka_unit_test(many_spans_may_come_before_their_processes),
        cmocka_unit_test(a_parent_is_the_first_reference_that_exists),
        cmocka_unit_test(what_follows_from_its_own_child_is_no_child_of_it),
        cmocka_unit_test(the_server_half_of_a_shared_id_is_marked),
        cmocka_unit_test(times_are_read_as_exactly_as_they_stand),
        cmocka_unit_test(times_that_make_no_sense_are_reported),
        cmocka_unit_test(a_span_without_a_start_has_no_time),
        cmocka_unit_test(tags_keep_their_types),
        cmocka_unit_test(status_is_what_the_tags_say),
        cmocka_unit_test(what_has_a_column_is_no_attribute),
        cmocka_unit_test(logs_become_events),
        cmocka_unit_test(without_attributes_the_thread_stays),
        cmocka_unit_test(one_trace_is_found_among_others),
        cmocka_unit_test(spans_outside_the_window_are_left_out),
        cmocka_unit_test(a_cut_document_gives_what_was_there),
        cmocka_unit_test(a_cut_line_is_reported_with_its_bytes),
        cmocka_unit_test(a_broken_line_costs_only_itself),
        cmocka_unit_test(a_broken_span_costs_only_itself),
        cmocka_unit_test(broken_tags_are_reported),
        cmocka_unit_test(members_of_other_types_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
