/* Tests of the Jaeger reader: odd tags, references and times. */
#include "test/trace_test.h"

#define J     (&corr_format_jaeger)
#define T     "5b8efff798038103d269b633813fc700"
#define ID(s) "\"traceID\":\"" T "\",\"spanID\":\"" s "\""
#define REF(type, s)                                                           \
    "{\"refType\":\"" type "\",\"traceID\":\"" T "\",\"spanID\":\"" s "\"}"
#define DATA(spans) "{\"data\":[{\"traceID\":\"" T "\",\"spans\":[" spans "]}]}"
#define AT          "\"startTime\":1,\"duration\":1"

static const corr_want all;

/* One span with id 01 and these members. */
static input read_span_of(const char *members)
{
    char buf[8192];

    snprintf(buf, sizeof buf, DATA("{" ID("01") ",%s}"), members);
    return text_as(J, buf, &all);
}

/* ---- tags --------------------------------------------------------------- */

/* The same tags, of which the second list is written with a blank. */
static void a_blank_between_tags_changes_nothing(void **state)
{
    static const struct {
        const char *tag, *text;
        corr_value_type type;
        int64_t num;
    } rows[] = {
        { "\"type\":\"string\",\"value\":\"t\"", "t", CORR_VALUE_TEXT, 0 },
        { "\"type\":\"string\",\"value\":true", "true", CORR_VALUE_TEXT, 0 },
        { "\"type\":\"int64\",\"value\":false", "false", CORR_VALUE_TEXT, 0 },
        { "\"type\":\"string\",\"value\":12", "12", CORR_VALUE_TEXT, 0 },
        { "\"type\":\"bool\",\"value\":true", "", CORR_VALUE_BOOL, 1 },
        { "\"type\":\"bool\",\"value\":false", "", CORR_VALUE_BOOL, 0 },
        { "\"type\":\"int64\",\"value\":-12", "", CORR_VALUE_INT, -12 },
        { "\"type\":\"long\",\"value\":12", "", CORR_VALUE_INT, 12 },
        { "\"type\":\"binary\",\"value\":\"aGk=\"", "aGk=", CORR_VALUE_TEXT,
          0 },
        { "\"type\":\"other\",\"value\":\"o\"", "o", CORR_VALUE_TEXT, 0 },
        { "\"type\":\"string\",\"value\":\"\\u0061\"", "a", CORR_VALUE_TEXT,
          0 },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        for (int blank = 0; blank < 4; blank++) {
            snprintf(buf, sizeof buf,
                     AT ",\"tags\":[%s{\"key\":\"a\",\"type\":\"string\","
                        "\"value\":\"b\"},%s{\"key\":\"k\",%s}%s]",
                     blank == 1 ? " " : "", blank == 2 ? " " : "", rows[i].tag,
                     blank == 3 ? " " : "");
            input r = read_span_of(buf);
            const uint32_t set = r.span.v[1].attrs;
            assert_int_equal(r.label.set_n.v[set], 2);
            assert_label(&r, set, "a", CORR_VALUE_TEXT, "b");
            assert_label(&r, set, "k", rows[i].type, rows[i].text);
            assert_int_equal(label(&r, set, "k").num, rows[i].num);
            assert_int_equal(r.warning.n, 0);
            input_clear(&r);
        }
}

static void any_number_of_tags_is_read(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 60; n++) {
        char buf[8000] = AT ",\"tags\":[";

        for (unsigned i = 0; i < n; i++)
            snprintf(buf + strlen(buf), sizeof buf - strlen(buf),
                     "%s{\"key\":\"k%u\",\"type\":\"int64\",\"value\":%u}",
                     i ? "," : "", i, i + 100);
        snprintf(buf + strlen(buf), sizeof buf - strlen(buf), "%s", "]");
        input r = read_span_of(buf);
        const uint32_t set = r.span.v[1].attrs;
        assert_int_equal(r.label.set_n.v[set], n);
        for (unsigned i = 0; i < n; i++) {
            char key[16];

            snprintf(key, sizeof key, "k%u", i);
            assert_int_equal(label(&r, set, key).num, i + 100);
        }
        input_clear(&r);
    }
}

static void tags_of_a_map_keep_their_types(void **state)
{
    input r = read_span_of(AT ",\"tag\":{\"n\":3,\"yes\":true,\"no\":false,"
                              "\"real\":2.5,\"http@status_code\":500,"
                              "\"list\":[1],\"s\":\"x@y\",\"\":\"none\"}");
    const span_row *s = &r.span.v[1];

    (void)state;
    assert_int_equal(label(&r, s->attrs, "n").num, 3);
    assert_int_equal(label(&r, s->attrs, "n").type, CORR_VALUE_INT);
    assert_int_equal(label(&r, s->attrs, "yes").num, 1);
    assert_int_equal(label(&r, s->attrs, "yes").type, CORR_VALUE_BOOL);
    assert_int_equal(label(&r, s->attrs, "no").type, CORR_VALUE_BOOL);
    assert_int_equal(label(&r, s->attrs, "real").type, CORR_VALUE_REAL);
    assert_int_equal(label(&r, s->attrs, "http.status_code").num, 500);
    assert_label(&r, s->attrs, "list", CORR_VALUE_JSON, "[1]");
    assert_label(&r, s->attrs, "s", CORR_VALUE_TEXT, "x@y");
    assert_int_equal(s->status, CORR_STATUS_ERROR);
    input_clear(&r);
}

static void an_error_that_is_a_text_is_an_attribute(void **state)
{
    static const struct {
        const char *tag;
        corr_status status;
        const char *label;
    } rows[] = {
        { "\"type\":\"string\",\"value\":\"boom\"", CORR_STATUS_UNSET, "boom" },
        { "\"type\":\"string\",\"value\":\"true\"", CORR_STATUS_ERROR, "?" },
        { "\"type\":\"string\",\"value\":\"false\"", CORR_STATUS_UNSET,
          "false" },
        { "\"type\":\"bool\",\"value\":true", CORR_STATUS_ERROR, "?" },
        { "\"type\":\"bool\",\"value\":false", CORR_STATUS_UNSET, "?" },
    };
    char buf[256];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, AT ",\"tags\":[{\"key\":\"error\",%s}]",
                 rows[i].tag);
        input r = read_span_of(buf);
        assert_int_equal(r.span.v[1].status, rows[i].status);
        assert_string_equal(label(&r, r.span.v[1].attrs, "error").text.p,
                            rows[i].label);
        input_clear(&r);
    }
}

static void answers_are_errors_of_who_is_to_blame(void **state)
{
    static const struct {
        const char *kind;
        int code;
        corr_status status;
    } rows[] = {
        { "client", 399, CORR_STATUS_UNSET },
        { "client", 400, 2 },
        { "server", 499, CORR_STATUS_UNSET },
        { "server", 500, 2 },
        { "client", 599, 2 },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 AT ",\"tags\":[{\"key\":\"span.kind\",\"value\":\"%s\"},"
                    "{\"key\":\"http.response.status_code\",\"value\":%d}]",
                 rows[i].kind, rows[i].code);
        input r = read_span_of(buf);
        assert_int_equal(r.span.v[1].status, rows[i].status);
        input_clear(&r);
    }
}

static void scopes_have_their_names_of_today(void **state)
{
    input r = read_span_of(
        AT ",\"warnings\":[],\"tags\":[{\"key\":\"otel.library.name\","
           "\"type\":\"string\",\"value\":\"lib\"},{\"key\":"
           "\"otel.library.version\",\"type\":\"string\",\"value\":\"2\"}]");
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(r.label.set_n.v[set], 2);
    assert_label(&r, set, "otel.scope.name", CORR_VALUE_TEXT, "lib");
    assert_label(&r, set, "otel.scope.version", CORR_VALUE_TEXT, "2");
    input_clear(&r);
}

static void damage_inside_a_span_does_not_cost_it(void **state)
{
    static const struct {
        const char *members, *says;
    } rows[] = {
        { AT ",\"tags\":[{\"key\":\"a\",\"value\":1},{\"key\" 5}]",
          "some tags are not JSON; they are left out" },
        { AT ",\"tags\":[{\"key\":\"a\",\"value\":1}],\"references\":[{\"k\" "
             "5}]",
          "some references are not JSON; they are left out" },
        { AT ",\"tags\":[{\"key\":\"a\",\"value\":1}],\"logs\":[{\"k\" 5}]",
          "some logs are not JSON; they are left out" },
        { AT ",\"tags\":[{\"key\":\"a\",\"value\":1}],\"process\":{\"k\" 5}",
          "some processes are not JSON; their spans are shown without them" },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        input r = read_span_of(rows[i].members);
        assert_int_equal(nspan(&r), 1);
        assert_says(&r, "DAMAGED", rows[i].says);
        assert_int_equal(r.lost.events + r.lost.bytes, 0);
        assert_int_equal(label(&r, r.span.v[1].attrs, "a").num, 1);
        assert_string_equal(service(&r, 1), "");
        input_clear(&r);
    }
}

/* ---- references --------------------------------------------------------- */

static void of_parents_that_are_missing_the_strongest_claim_counts(void **state)
{
    static const struct {
        const char *members;
        uint64_t parent;
        size_t links;
    } rows[] = {
        { "\"references\":[" REF("CHILD_OF", "77") "," REF("FOLLOWS_FROM",
                                                           "78") "]",
          0x77, 1 },
        { "\"references\":[" REF("FOLLOWS_FROM", "78") "," REF("CHILD_OF",
                                                               "77") "]",
          0x77, 1 },
        { "\"references\":[" REF("FOLLOWS_FROM", "78") "," REF("FOLLOWS_FROM",
                                                               "79") "]",
          0x78, 1 },
        { "\"references\":[" REF("FOLLOWS_FROM", "78") "],"
                                                       "\"parentSpanID\":"
                                                       "\"79\"",
          0x79, 1 },
        { "\"references\":[" REF("FOLLOWS_FROM", "78") "]", 0x78, 0 },
        { "\"references\":[{\"refType\":\"CHILD_OF\",\"spanID\":\"77\"}]", 0x77,
          0 },
        { "\"references\":[{\"refType\":\"CHILD_OF\",\"traceID\":\"abc\","
          "\"spanID\":\"77\"}]",
          0, 1 },
        { "\"references\":[{\"refType\":\"CHILD_OF\"}]", 0, 0 },
        { "\"parentSpanID\":\"79\"", 0x79, 0 },
        { "\"parentSpanID\":\"0\"", 0, 0 },
    };
    char buf[1024];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, AT ",%s", rows[i].members);
        input r = read_span_of(buf);
        if (r.span.v[1].parent != rows[i].parent || r.link.n != rows[i].links)
            fail_msg("%s: parent %llx, %zu links", rows[i].members,
                     (unsigned long long)r.span.v[1].parent, r.link.n);
        input_clear(&r);
    }
}

static void a_span_that_is_its_own_parent_has_none_there(void **state)
{
    input r =
        text_as(J,
                DATA("{" ID("01") "," AT ",\"references\":[" REF(
                    "CHILD_OF", "01") "," REF("FOLLOWS_FROM",
                                              "02") "]},{" ID("02") "," AT "}"),
                &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_true(r.span.v[span_with(&r, 1)].parent == 2);
    input_clear(&r);
}

static void parents_in_a_circle_are_walked_to_an_end(void **state)
{
#define CHAIN(id, refs) "{" ID(id) "," AT ",\"references\":[" refs "]}"
    static const char doc[] = DATA(CHAIN("01", REF("CHILD_OF", "02")) "," CHAIN(
        "02", REF("CHILD_OF", "01")) "," CHAIN("03",
                                               REF("FOLLOWS_FROM", "01")));
    input r = text_as(J, doc, &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_true(r.span.v[span_with(&r, 3)].parent == 1);
    input_clear(&r);
}

static void what_only_follows_from_its_parent_is_not_waited_for(void **state)
{
    static const struct {
        const char *refs;
        unsigned flags;
    } rows[] = {
        { REF("FOLLOWS_FROM", "77"), CORR_SPAN_FOLLOWS },
        { REF("CHILD_OF", "77"), 0 },
        { REF("FOLLOWS_FROM", "78") "," REF("CHILD_OF", "77"), 0 },
    };
    char buf[1024];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, AT ",\"references\":[%s]", rows[i].refs);
        input r = read_span_of(buf);
        assert_int_equal(r.span.v[1].flags & CORR_SPAN_FOLLOWS, rows[i].flags);
        input_clear(&r);
    }
}

static void what_follows_a_trace_may_be_something_else(void **state)
{
#define ALONE(id) "{" ID(id) "," AT ",\"operationName\":\"o\"}"
    input r = text_as(J,
                      "{\"traceID\":\"" T "\",\"spans\":[" ALONE(
                          "01") "]}\n" ALONE("02") "\n" DATA(ALONE("03")) "\n",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void processes_of_traces_that_are_not_wanted_are_not_read(void **state)
{
#define ONE(trace, name)                                                       \
    "{\"traceID\":\"" trace "\",\"spans\":[{\"traceID\":\"" trace              \
    "\",\"spanID\":\"01\",\"processID\":\"p1\"," AT                            \
    "}],\"processes\":{\"p1\":"                                                \
    "{\"serviceName\":\"" name "\"}}}"
    input r = text_as(J, "{\"data\":[" ONE("aa", "a") "," ONE("bb", "b") "]}",
                      &(corr_want){ .by_id = true,
                                    .ids.lo = 0xbb,
                                    .ids.mask_hi = UINT64_MAX,
                                    .ids.mask_lo = UINT64_MAX });

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(service(&r, 1), "b");
    assert_int_equal(r.proc.n - 1, 1);
    input_clear(&r);
}

static void a_trace_does_not_lend_its_id_to_the_next(void **state)
{
    input r = text_as(
        J,
        "{\"data\":[{\"traceID\":\"" T "\",\"spans\":[{\"spanID\":\"01\"," AT
        "}]},{\"spans\":[{\"spanID\":\"02\"," AT "},{" ID("03") "," AT "}]}]}",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_equal(r.trace.n - 1, 1);
    assert_int_not_equal(span_with(&r, 1), 0);
    assert_int_not_equal(span_with(&r, 3), 0);
    assert_int_equal(r.lost.events, 1);
    input_clear(&r);
}

static void a_span_alone_that_names_a_process_has_none(void **state)
{
    input r = text_as(J,
                      "{" ID("01") "," AT ",\"operationName\":\"o\","
                                   "\"processID\":\"p1\"}",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(service(&r, 1), "");
    assert_says(&r, "",
                "spans name a process that their trace does not define");
    input_clear(&r);
}

/* ---- what a server says ------------------------------------------------- */

static void a_long_message_of_a_server_is_shortened(void **state)
{
    (void)state;
    for (int n = 99; n <= 130; n++) {
        char doc[1024], want[512], message[131];

        memset(message, 'm', (size_t)n);
        message[n] = '\0';
        snprintf(doc, sizeof doc,
                 "{\"data\":[{\"traceID\":\"" T "\",\"spans\":[{" ID(
                     "01") "," AT "}]}],\"errors\":[{\"code\":1,\"msg\":"
                           "\"%s\"}]}",
                 message);
        snprintf(want, sizeof want,
                 "the server reports \"%.100s\"; the answer may be incomplete",
                 message);
        input r = text_as(J, doc, &all);
        assert_int_equal(nspan(&r), 1);
        assert_says(&r, "PARTIAL", want);
        input_clear(&r);
    }
}

/* ---- times -------------------------------------------------------------- */

static void stamps_are_points_in_time_or_reported(void **state)
{
    static const struct {
        const char *stamp;
        int64_t ns; /* -1: not recognised */
    } rows[] = {
        { "1970-01-01T00:00:00Z", 0 },
        { "1970-01-01T00:00:01Z", 1000000000 },
        { "1970-01-02T00:00:00.5z", 86400500000000 },
        { "1970-01-01 01:00:00+01:00", 0 },
        { "1969-12-31T23:00:00-01:00", -1 },
        { "1970-01-01t00:30:00-01:30", 7200000000000 },
        { "2000-02-29T12:34:56.123456789Z", 951827696123456789 },
        { "2000-03-01T00:00:00Z", 951868800000000000 },
        { "2100-02-28T00:00:00Z", 4107456000000000000 },
        { "2100-03-01T00:00:00Z", 4107542400000000000 },
        { "2261-12-31T23:59:60Z", 9214646400000000000 },
        { "2024-12-31T24:00:00Z", 1735689600000000000 },
        { "2262-01-01T00:00:00Z", -1 },
        { "2024-00-01T00:00:00Z", -1 },
        { "2024-13-01T00:00:00Z", -1 },
        { "2024-01-00T00:00:00Z", -1 },
        { "2024-01-32T00:00:00Z", -1 },
        { "2024-01-01T25:00:00Z", -1 },
        { "2024-01-01T00:60:00Z", -1 },
        { "2024-01-01T00:00:61Z", -1 },
        { "2024-01-01T00:00:00", -1 },
        { "2024-01-01T00:00:00+0100", -1 },
        { "2024-01-01T00:00:00+01:00 ", -1 },
        { "2024-01-01", -1 },
        { "2024-01-01x00:00:00Z", -1 },
        { "2024-1-01T00:00:00Z", -1 },
        { "2024-01-1T00:00:00Z", -1 },
        { "2024-01-xxT00:00:00Z", -1 },
        { "2024-01-", -1 },
        { "2024-01-01T00:00:0", -1 },
        { "yesterday", -1 },
    };
    char buf[256];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        const bool is_time = rows[i].ns >= 0;

        snprintf(buf, sizeof buf, "\"startTime\":\"%s\",\"duration\":7",
                 rows[i].stamp);
        input r = read_span_of(buf);
        const int64_t start = moment_or(r.span.v[1].start, 0);
        if (start != (is_time ? rows[i].ns : 0))
            fail_msg("%s: %lld", rows[i].stamp, (long long)start);
        snprintf(buf, sizeof buf,
                 "times such as \"%s\" are invalid and count as missing",
                 rows[i].stamp);
        assert_int_equal(strcmp(said(&r).text ? said(&r).text : "", buf) == 0,
                         !is_time);
        if (rows[i].ns > 0) /* next to a stamp a number is ns */
            assert_true(r.span.v[1].end.ns - r.span.v[1].start.ns == 7);
        input_clear(&r);
    }
}

static void durations_have_units_or_are_reported(void **state)
{
    static const struct {
        const char *duration;
        int64_t ns; /* -1: not recognised */
    } rows[] = {
        { "\"1ns\"", 1 },
        { "\"1us\"", 1000 },
        { "\"2\xc2\xb5s\"", 2000 },
        { "\"3\xce\xbcs\"", 3000 },
        { "\"4ms\"", 4000000 },
        { "\"5s\"", 5000000000 },
        { "\"1m0.5s\"", 60500000000 },
        { "\"1h1m1s\"", 3661000000000 },
        { "\"0.0000000019s\"", 1 },
        { "\"1.5h\"", 5400000000000 },
        { "\"2562046h\"", 9223365600000000000 },
        { "\"2562047h\"", -1 },
        { "\"9223372036854775808ns\"", -1 },
        { "\"5\"", 5000 },
        { "5", 5000 },
        { "9223372036854775", 9223372036854775000 },
        { "9223372036854776", -1 },
        { "\"5 s\"", -1 },
        { "\".5s\"", -1 },
        { "\"5x\"", -1 },
        { "\"s\"", -1 },
    };
    char buf[256];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        const bool is_one = rows[i].ns >= 0;

        snprintf(buf, sizeof buf, "\"startTime\":1,\"duration\":%s",
                 rows[i].duration);
        input r = read_span_of(buf);
        const span_row *s = &r.span.v[1];
        const int64_t most = INT64_MAX - 1000;
        const int64_t want = is_one ? rows[i].ns : 0;
        const int64_t length = span_length(s);
        if (length != (want < most ? want : most))
            fail_msg("%s: %lld", rows[i].duration, (long long)length);
        assert_int_equal(s->flags, is_one ? 0 : CORR_SPAN_UNFINISHED);
        assert_int_equal(r.warning.n, !is_one);
        input_clear(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blank_between_tags_changes_nothing),
        cmocka_unit_test(any_number_of_tags_is_read),
        cmocka_unit_test(tags_of_a_map_keep_their_types),
        cmocka_unit_test(an_error_that_is_a_text_is_an_attribute),
        cmocka_unit_test(answers_are_errors_of_who_is_to_blame),
        cmocka_unit_test(scopes_have_their_names_of_today),
        cmocka_unit_test(damage_inside_a_span_does_not_cost_it),
        cmocka_unit_test(
            of_parents_that_are_missing_the_strongest_claim_counts),
        cmocka_unit_test(a_span_that_is_its_own_parent_has_none_there),
        cmocka_unit_test(parents_in_a_circle_are_walked_to_an_end),
        cmocka_unit_test(what_only_follows_from_its_parent_is_not_waited_for),
        cmocka_unit_test(what_follows_a_trace_may_be_something_else),
        cmocka_unit_test(processes_of_traces_that_are_not_wanted_are_not_read),
        cmocka_unit_test(a_trace_does_not_lend_its_id_to_the_next),
        cmocka_unit_test(a_span_alone_that_names_a_process_has_none),
        cmocka_unit_test(a_long_message_of_a_server_is_shortened),
        cmocka_unit_test(stamps_are_points_in_time_or_reported),
        cmocka_unit_test(durations_have_units_or_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
