/* Tests of the Zipkin reader: odd values, pieces that disagree, old records. */
#include "test/trace_test.h"

#define Z      (&corr_format_zipkin)
#define T      "5b8efff798038103d269b633813fc700"
#define ID(s)  "\"traceId\":\"" T "\",\"id\":\"" s "\""
#define AT(us) "\"timestamp\":" us ",\"duration\":5"
#define BY(s)  "\"localEndpoint\":{\"serviceName\":\"" s "\"}"

static const corr_want all;

/* ---- values ------------------------------------------------------------- */

/* As Molten for PHP writes, remoteEndpoint included. */
static void times_may_be_named_by_their_unit(void **state)
{
    input r = text_as(Z,
                      "[{" ID("01") ",\"name\":\"cli\",\"kind\":\"SERVER\","
                                    "\"timestampMicros\":1543998288763037,"
                                    "\"durationMicros\":7582,"
                                    "\"remoteEndpoint\":[],\"tags\":{}}]",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_true(r.span.v[1].start.ns == 1543998288763037000);
    assert_true(r.span.v[1].end.ns == 1543998288770619000);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void tags_of_every_type_are_kept(void **state)
{
    input r = text_as(Z,
                      "[{" ID("01") "," AT("1") ",\"tags\":{\"s\":\"t\","
                                                "\"n\":-3,\"real\":2.5,"
                                                "\"yes\":true,\"no\":false,"
                                                "\"list\":[1,\"x\"],"
                                                "\"map\":{\"k\":2},"
                                                "\"nil\":null,"
                                                "\"a\\u0062\":\"c\\u0064\"}}]",
                      &all);
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_label(&r, set, "s", CORR_VALUE_TEXT, "t");
    assert_int_equal(label(&r, set, "n").num, -3);
    assert_int_equal(label(&r, set, "n").type, CORR_VALUE_INT);
    assert_true(label(&r, set, "real").real > 2.49 &&
                label(&r, set, "real").real < 2.51);
    assert_int_equal(label(&r, set, "yes").num, 1);
    assert_int_equal(label(&r, set, "yes").type, CORR_VALUE_BOOL);
    assert_int_equal(label(&r, set, "no").num, 0);
    assert_int_equal(label(&r, set, "no").type, CORR_VALUE_BOOL);
    assert_label(&r, set, "list", CORR_VALUE_JSON, "[1,\"x\"]");
    assert_label(&r, set, "map", CORR_VALUE_JSON, "{\"k\":2}");
    assert_label(&r, set, "nil", CORR_VALUE_TEXT, "");
    assert_label(&r, set, "ab", CORR_VALUE_TEXT, "cd");
    input_clear(&r);
}

static void the_other_side_is_an_attribute(void **state)
{
    input r =
        text_as(Z,
                "[{" ID("01") "," AT(
                    "1") ",\"localEndpoint\":{\"serviceName\":\"a\",\"ipv6\":"
                         "\"::1\"},\"remoteEndpoint\":{\"serviceName\":\"db\","
                         "\"ipv4\":\"10.0.0.1\",\"ipv6\":null,\"port\":5432}}]",
                &all);
    const uint32_t set = r.span.v[1].attrs;
    const uint32_t proc = r.proc.v[r.span.v[1].proc].labels;

    (void)state;
    assert_int_equal(r.label.set_n.v[set], 3);
    assert_label(&r, set, "peer.service", CORR_VALUE_TEXT, "db");
    assert_label(&r, set, "peer.ipv4", CORR_VALUE_TEXT, "10.0.0.1");
    assert_int_equal(label(&r, set, "peer.port").num, 5432);
    assert_string_equal(service(&r, 1), "a");
    assert_label(&r, proc, "host.ip", CORR_VALUE_TEXT, "::1");
    input_clear(&r);
}

static void a_code_of_status_counts_where_there_is_no_error(void **state)
{
    static const struct {
        const char *tags;
        corr_status status;
        const char *text;
    } rows[] = {
        { "\"otel.status_code\":\"OK\"", CORR_STATUS_OK, "" },
        { "\"otel.status_code\":\"ERROR\"", CORR_STATUS_ERROR, "" },
        { "\"otel.status_code\":\"OK\",\"error\":\"\"", CORR_STATUS_ERROR, "" },
        { "\"error\":\"true\"", CORR_STATUS_ERROR, "" },
        { "\"error\":\"boom\"", CORR_STATUS_ERROR, "boom" },
        { "\"errors\":\"1\"", CORR_STATUS_UNSET, "" },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "[{" ID("01") "," AT("1") ",\"tags\":{%s}}]",
                 rows[i].tags);
        input r = text_as(Z, buf, &all);
        assert_int_equal(r.span.v[1].status, rows[i].status);
        assert_string_equal(text(&r, r.span.v[1].status_text), rows[i].text);
        assert_string_equal(
            label(&r, r.span.v[1].attrs, "otel.status_code").text.p, "?");
        input_clear(&r);
    }
}

static void an_event_has_the_attributes_that_it_is_written_with(void **state)
{
    static const struct {
        const char *value, *name;
        size_t labels;
    } rows[] = {
        { "\\\"e\\\": {\\\"k\\\":1}", "e", 1 },
        { "\\\"e\\\": {\\\"k\\\":1,\\\"l\\\":\\\"x\\\"}", "e", 2 },
        { "\\\"e\\\":{}", "e", 0 },
        { "\\\"e\\\": {\\\"k\\\" 1}", "\"e\": {\"k\" 1}", 0 },
        { "\\\"e\\\": [1]}", "\"e\": [1]}", 0 },
        { "\\\"e\\\"", "\"e\"", 0 },
        { "e: {}", "e: {}", 0 },
        { "\\\"}", "\"}", 0 },
        { "\\\" {}", "\" {}", 0 },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "[{" ID("01") "," AT(
                     "1") ",\"annotations\":[{\"timestamp\":3,\"value\":"
                          "\"%s\"}]}]",
                 rows[i].value);
        input r = text_as(Z, buf, &all);
        assert_int_equal(r.event.n, 1);
        assert_true(r.event.v[0].time == 3000);
        assert_string_equal(text(&r, r.event.v[0].name), rows[i].name);
        assert_int_equal(r.label.set_n.v[r.event.v[0].labels], rows[i].labels);
        input_clear(&r);
    }
}

static void damage_inside_a_span_does_not_cost_it(void **state)
{
    static const struct {
        const char *members, *says;
    } rows[] = {
        { "\"tags\":{\"a\":\"b\",\"c\" 5}",
          "some tags are not JSON; they are left out" },
        { "\"tags\":{\"a\":\"b\"},\"annotations\":[{\"value\" 5}]",
          "some annotations are not JSON; they are left out" },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "[{" ID("01") "," AT("1") ",%s}]",
                 rows[i].members);
        input r = text_as(Z, buf, &all);
        assert_int_equal(nspan(&r), 1);
        assert_string_equal(said(&r).text, rows[i].says);
        assert_string_equal(said(&r).code, "DAMAGED");
        assert_int_equal(r.lost.events + r.lost.bytes, 0);
        assert_label(&r, r.span.v[1].attrs, "a", CORR_VALUE_TEXT, "b");
        input_clear(&r);
    }
}

/* ---- pieces ------------------------------------------------------------- */

static void of_pieces_that_disagree_the_first_counts(void **state)
{
    input r = text_as(
        Z,
        "[{" ID("01") ",\"parentId\":\"01\",\"name\":\"\"," BY("a") "},{" ID(
            "01") ",\"parentId\":\"0a\",\"kind\":"
                  "\"SERVER\",\"name\":\"first\","
                  "\"timestamp\":7},{" ID(
                      "01") ",\"parentId\":\"0b\",\"name\":\"second\","
                            "\"duration\":9," BY("a") "},{" ID(
                                "01") ",\"parentId\":\"0c\",\"name\":\"third\","
                                      "\"timestamp\":7,\"duration\":1}]",
        &all);
    const span_row *s = &r.span.v[1];

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(text(&r, s->name), "first");
    assert_true(s->parent == 0xa);
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_true(s->start.ns == 7000 && s->end.ns == 16000);
    assert_string_equal(service(&r, 1), "a");
    input_clear(&r);
}

static void pieces_of_two_spans_are_sorted_out(void **state)
{
#define PIECE(us, members) "{" ID("01") ",\"timestamp\":" us "," members "}"
    input r = text_as(
        Z,
        "[" PIECE("1", "\"name\":\"one\"") "," PIECE(
            "2",
            "\"name\":\"two\"") "," PIECE("1",
                                          "\"duration\":10") "," PIECE("2",
                                                                       "\"durat"
                                                                       "ion\":"
                                                                       "20") "]",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++) {
        const span_row *s = &r.span.v[i];
        const bool is_one = s->start.ns == 1000;

        assert_string_equal(text(&r, s->name), is_one ? "one" : "two");
        assert_true(s->end.ns - s->start.ns == (is_one ? 10000 : 20000));
    }
    input_clear(&r);
}

static void one_id_of_many_spans_gives_them_all(void **state)
{
    char buf[4096] = "[";

    (void)state;
    for (unsigned i = 1; i <= 20; i++)
        snprintf(buf + strlen(buf), sizeof buf - strlen(buf),
                 "%s{" ID("01") ",\"timestamp\":%u}", i > 1 ? "," : "", i);
    snprintf(buf + strlen(buf), sizeof buf - strlen(buf), "%s", "]");
    input r = text_as(Z, buf, &all);
    assert_int_equal(nspan(&r), 20);
    input_clear(&r);
}

static void pieces_of_different_sharing_or_trace_are_two_spans(void **state)
{
#define IN(trace, members)                                                     \
    "{\"traceId\":\"" trace "d269b633813fc700\",\"id\":\"01\"" members "}"
    static const char *const docs[] = {
        "[" IN("", "") "," IN("", ",\"shared\":true") "]",
        "[" IN("0000000000000001", "") "," IN("0000000000000002", "") "]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = text_as(Z, docs[i], &all);
        assert_int_equal(nspan(&r), 2);
        input_clear(&r);
    }
}

static void client_and_server_share_an_id_without_a_mark(void **state)
{
    static const struct {
        const char *server;
        bool is_shared;
    } rows[] = {
        { "\"kind\":\"SERVER\"", true },
        { "\"kind\":\"SERVER\",\"shared\":true", true },
        { "\"kind\":\"SERVER\",\"shared\":false", true },
        { "\"kind\":\"CONSUMER\"", false },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "[{" ID("01") ",\"kind\":\"CLIENT\",\"shared\":true," AT(
                     "1") "},{" ID("01") ",%s," AT("2") "}]",
                 rows[i].server);
        input r = text_as(Z, buf, &all);
        assert_int_equal(nspan(&r), 2);
        for (size_t k = 1; k <= 2; k++)
            assert_int_equal(r.span.v[k].flags,
                             r.span.v[k].kind == CORR_SPAN_CLIENT ? 0
                             : rows[i].is_shared ? CORR_SPAN_SHARED
                                                 : 0);
        input_clear(&r);
    }
}

static void a_span_without_times_has_none_of_its_parent(void **state)
{
#define CHILD(id, parent) "{" ID(id) ",\"parentId\":\"" parent "\"}"
#define SERVER            "{" ID("01") ",\"kind\":\"SERVER\",\"shared\":true}"
#define CLIENT            "{" ID("01") ",\"kind\":\"CLIENT\"," AT("7") "}"
#define LATE              "{" ID("04") "," AT("9") "}"
    static const char doc[] = "[" SERVER "," CLIENT "," CHILD(
        "02", "03") "," LATE "," CHILD("05", "01") "," CHILD("06", "04") "]";
    input r = text_as(Z, doc, &all);

    (void)state;
    assert_int_equal(nspan(&r), 6);
    for (size_t i = 1; i <= 6; i++) {
        const span_row *s = &r.span.v[i];
        const int64_t us = s->id == 4 ? 9 : s->kind == CORR_SPAN_CLIENT ? 7 : 0;

        assert_true(moment_or(s->start, 0) == us * 1000);
    }
    input_clear(&r);
}

static void every_hop_that_knows_half_of_the_id_is_completed(void **state)
{
#define HALF "\"traceId\":\"d269b633813fc700\",\"id\":"
    input r = text_as(
        Z,
        "[{" HALF "\"01\"," AT("1") "},{" ID("02") "," AT(
            "1") "},{" HALF "\"03\"," AT("1") "},{" HALF "\"04\"," AT("1") "}]",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 4);
    assert_int_equal(r.trace.n - 1, 1);
    input_clear(&r);
}

static void halves_of_two_traces_are_of_neither(void **state)
{
    input r = text_as(Z,
                      "[{" HALF "\"01\"," AT("1") "},{" ID("02") "," AT(
                          "1") "},{\"traceId\":"
                               "\"1111111111111111d269b633813fc700\","
                               "\"id\":\"03\"," AT("1") "}]",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_int_equal(r.trace.n - 1, 3);
    input_clear(&r);
}

/* Held pieces outlive the window of the file they were read in. */
static void each_span_of_a_long_file_keeps_what_is_its_own(void **state)
{
    enum { SPANS = 6000 };
    corr_err err = { 0 };
    FILE *f = tmpfile();

    (void)state;
    if (!f)
        abort();
    fputc('[', f);
    for (unsigned i = 1; i <= SPANS; i++)
        fprintf(f,
                "%s{\"traceId\":\"%x\",\"id\":\"1\",\"timestamp\":1,"
                "\"name\":\"n%u\",\"tags\":{\"t\":\"t%u\"},\"annotations\":[{"
                "\"timestamp\":1,\"value\":\"a%u\"}],\"localEndpoint\":{"
                "\"serviceName\":\"s%u\"},\"remoteEndpoint\":{\"serviceName\":"
                "\"r%u\"}}",
                i > 1 ? "," : "", i, i, i, i, i, i);
    fputc(']', f);
    rewind(f);
    input r = read_as(Z, src_open_fd(fileno(f), &(src_opts){ 0 }, &err), &all);
    fclose(f);
    assert_int_equal(nspan(&r), SPANS);
    assert_int_equal(r.event.n, SPANS);
    for (size_t i = 1; i <= SPANS; i++) {
        const span_row *s = &r.span.v[i];
        char want[16];

        snprintf(want, sizeof want, "n%u", (unsigned)s->trace.lo);
        assert_string_equal(text(&r, s->name), want);
        want[0] = 't';
        assert_string_equal(label(&r, s->attrs, "t").text.p, want);
        want[0] = 'r';
        assert_string_equal(label(&r, s->attrs, "peer.service").text.p, want);
        want[0] = 's';
        assert_string_equal(service(&r, i), want);
        const event_row *e = &r.event.v[i - 1];
        snprintf(want, sizeof want, "a%u",
                 (unsigned)r.span.v[e->span].trace.lo);
        assert_string_equal(text(&r, e->name), want);
    }
    input_clear(&r);
}

/* ---- the first version -------------------------------------------------- */

#define NOTE(us, value, by)                                                    \
    "{\"timestamp\":" us ",\"value\":\"" value                                 \
    "\",\"endpoint\":{\"serviceName\":\"" by "\"}}"

static void times_of_old_records_come_first_from_themselves(void **state)
{
    static const struct {
        const char *members;
        int64_t start, length;
        unsigned flags;
    } rows[] = {
        { "\"annotations\":[" NOTE("3", "cs", "a") "," NOTE("9", "cr", "a") "]",
          3000, 6000, 0 },
        { "\"timestamp\":2,\"duration\":0,\"annotations\":[" NOTE(
              "3", "cs", "a") "," NOTE("9", "cr", "a") "]",
          2000, 0, 0 },
        { "\"timestamp\":2,\"annotations\":[" NOTE("3", "cs", "a") "," NOTE(
              "9", "cr", "a") "]",
          2000, 6000, 0 },
        { "\"annotations\":[" NOTE("3", "cs", "a") "," NOTE("3", "cr", "a") "]",
          3000, 0, 0 },
        { "\"annotations\":[" NOTE("3", "cs", "a") "," NOTE("2", "cr", "a") "]",
          3000, 0, CORR_SPAN_UNFINISHED },
        { "\"annotations\":[" NOTE("3", "cs", "a") "]", 3000, 0,
          CORR_SPAN_UNFINISHED },
        { "\"annotations\":[" NOTE("3", "ms", "a") "]", 3000, 0,
          CORR_SPAN_UNFINISHED },
        { "\"annotations\":[" NOTE("3", "sr", "a") "," NOTE("9", "ss", "a") "]",
          3000, 6000, CORR_SPAN_SHARED },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf, "[{" ID("01") ",%s}]", rows[i].members);
        input r = text_as(Z, buf, &all);
        const span_row *s = &r.span.v[1];

        assert_int_equal(nspan(&r), 1);
        const int64_t start = moment_or(s->start, 0);
        const int64_t end = moment_or(s->end, start);
        if (start != rows[i].start || end - start != rows[i].length)
            fail_msg("%s: %lld", rows[i].members, (long long)start);
        assert_int_equal(s->flags, rows[i].flags);
        assert_string_equal(service(&r, 1), "a");
        assert_int_equal(r.event.n, 0);
        input_clear(&r);
    }
}

static void each_half_of_an_old_record_has_its_own_times(void **state)
{
    input r = text_as(
        Z,
        "[{" ID("01") ",\"timestamp\":2,\"duration\":20,\"annotations\":[" NOTE(
            "2", "cs",
            "a") "," NOTE("5", "sr",
                          "b") "," NOTE("9", "ss",
                                        "b") "," NOTE("22", "cr",
                                                      "a") "," NOTE("6", "work",
                                                                    "b") "]}]",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    for (size_t i = 1; i <= 2; i++) {
        const span_row *s = &r.span.v[i];
        const bool is_client = s->kind == CORR_SPAN_CLIENT;

        assert_true(s->start.ns == (is_client ? 2000 : 5000));
        assert_true(s->end.ns == (is_client ? 22000 : 9000));
        assert_int_equal(s->flags, is_client ? 0 : CORR_SPAN_SHARED);
        assert_string_equal(service(&r, i), is_client ? "a" : "b");
        assert_int_equal(nevents_of(&r, i), is_client ? 0 : 1);
    }
    input_clear(&r);
}

static void addresses_of_old_records_are_the_other_side(void **state)
{
    static const struct {
        const char *note, *key, *peer;
    } rows[] = {
        { "cs", "sa", "other" }, { "cs", "ma", "other" },
        { "cs", "ca", "?" },     { "sr", "ca", "other" },
        { "sr", "sa", "?" },     { "mr", "ma", "other" },
        { "ms", "ca", "other" },
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(buf, sizeof buf,
                 "[{" ID("01") ",\"annotations\":[{\"timestamp\":3,\"value\":"
                               "\"%s\",\"endpoint\":{\"serviceName\":\"a\"}}],"
                               "\"binaryAnnotations\":[{\"key\":\"%s\","
                               "\"value\":true,\"endpoint\":{\"serviceName\":"
                               "\"other\"}},{\"key\":\"lc\",\"value\":\"\"},"
                               "{\"key\":\"k\",\"value\":\"v\"}]}]",
                 rows[i].note, rows[i].key);
        input r = text_as(Z, buf, &all);
        const uint32_t set = r.span.v[1].attrs;

        assert_int_equal(nspan(&r), 1);
        assert_string_equal(label(&r, set, "peer.service").text.p,
                            rows[i].peer);
        assert_label(&r, set, "k", CORR_VALUE_TEXT, "v");
        assert_string_equal(label(&r, set, rows[i].key).text.p, "?");
        assert_string_equal(label(&r, set, "lc").text.p, "?");
        assert_string_equal(service(&r, 1), "a");
        input_clear(&r);
    }
}

static void any_endpoint_of_an_old_record_may_name_its_process(void **state)
{
    input r = text_as(Z,
                      "[{" ID("01") "," AT("3") ",\"annotations\":[" NOTE(
                          "3", "work", "a") "," NOTE("4", "more", "b") "]}]",
                      &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(service(&r, 1), "a");
    assert_int_equal(r.event.n, 2);
    input_clear(&r);
}

static void tags_of_old_records_may_be_of_the_process(void **state)
{
    input r = text_as(
        Z,
        "[{" ID("01") ",\"annotations\":[" NOTE(
            "3", "sr", "a") "],\"binaryAnnotations\":[{\"key\":"
                            "\"service.version\",\"value\":\"2\"},{\"key\":"
                            "\"k\" 5}]}]",
        &all);
    const span_row *s = &r.span.v[1];

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_label(&r, r.proc.v[s->proc].labels, "service.version",
                 CORR_VALUE_TEXT, "2");
    assert_int_equal(s->attrs, 0);
    assert_string_equal(said(&r).text,
                        "some tags are not JSON; they are left out");
    input_clear(&r);
}

/* ---- lists -------------------------------------------------------------- */

static void lists_in_lists_are_claimed_and_read_to_a_depth(void **state)
{
#define ONE "{" ID("01") "," AT("1") "}"
    static const struct {
        const char *doc;
        int sure;
        size_t spans;
    } rows[] = {
        { ONE, 60, 1 },
        { "[" ONE "]", 60, 1 },
        { "[[[" ONE "]]]", 60, 1 },
        { "[[[[" ONE "]]]]", 0, 0 },
        { "[]", 1, 0 },
        { "[7]", 0, 0 },
        { "[{" ID("01") "}]", 0, 1 },
        { "[{\"traceId\":\"01\"," AT("1") "}]", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        input r = text_as(Z, rows[i].doc, &all);

        if (sure(Z, rows[i].doc) != rows[i].sure || nspan(&r) != rows[i].spans)
            fail_msg("%s: %zu spans", rows[i].doc, nspan(&r));
        input_clear(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_may_be_named_by_their_unit),
        cmocka_unit_test(tags_of_every_type_are_kept),
        cmocka_unit_test(the_other_side_is_an_attribute),
        cmocka_unit_test(a_code_of_status_counts_where_there_is_no_error),
        cmocka_unit_test(an_event_has_the_attributes_that_it_is_written_with),
        cmocka_unit_test(damage_inside_a_span_does_not_cost_it),
        cmocka_unit_test(of_pieces_that_disagree_the_first_counts),
        cmocka_unit_test(pieces_of_two_spans_are_sorted_out),
        cmocka_unit_test(one_id_of_many_spans_gives_them_all),
        cmocka_unit_test(pieces_of_different_sharing_or_trace_are_two_spans),
        cmocka_unit_test(client_and_server_share_an_id_without_a_mark),
        cmocka_unit_test(a_span_without_times_has_none_of_its_parent),
        cmocka_unit_test(every_hop_that_knows_half_of_the_id_is_completed),
        cmocka_unit_test(halves_of_two_traces_are_of_neither),
        cmocka_unit_test(each_span_of_a_long_file_keeps_what_is_its_own),
        cmocka_unit_test(times_of_old_records_come_first_from_themselves),
        cmocka_unit_test(each_half_of_an_old_record_has_its_own_times),
        cmocka_unit_test(addresses_of_old_records_are_the_other_side),
        cmocka_unit_test(any_endpoint_of_an_old_record_may_name_its_process),
        cmocka_unit_test(tags_of_old_records_may_be_of_the_process),
        cmocka_unit_test(lists_in_lists_are_claimed_and_read_to_a_depth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
