/* Tests of the Zipkin reader. */
#include "test/trace_test.h"

#define Z      (&corr_format_zipkin)
#define T      "5b8efff798038103d269b633813fc700"
#define ID(s)  "\"traceId\":\"" T "\",\"id\":\"" s "\""
#define AT(us) "\"timestamp\":" us ",\"duration\":5"
#define BY(s)  "\"localEndpoint\":{\"serviceName\":\"" s "\"}"

static const corr_want all;

/* One span with id 01 and these members. */
static input read_span_of(const char *members)
{
    char buf[4096];

    snprintf(buf, sizeof buf, "[{" ID("01") ",%s}]", members);
    return text_as(Z, buf, &all);
}

/* ---- forms -------------------------------------------------------------- */

/* One span, as the tests of the OTLP and Jaeger readers have it, too. */
#define EXAMPLE                                                                \
    "{\"traceId\":\"" T "\",\"id\":\"eee19b7ec3c1b100\",\"kind\":\"SERVER\","  \
    "\"name\":\"order.calculate_totals\",\"timestamp\":1711138246978123,"      \
    "\"duration\":250000,\"localEndpoint\":{\"serviceName\":"                  \
    "\"order-service\"},\"tags\":{\"error\":\"\"}}"
#define EXAMPLE_V1                                                             \
    "{\"traceId\":\"" T "\",\"id\":\"eee19b7ec3c1b100\",\"name\":"             \
    "\"order.calculate_totals\",\"timestamp\":1711138246978123,\"duration\":"  \
    "250000,\"annotations\":[{\"timestamp\":1711138246978123,\"value\":"       \
    "\"sr\",\"endpoint\":{\"serviceName\":\"order-service\"}},{"               \
    "\"timestamp\":1711138247228123,\"value\":\"ss\",\"endpoint\":{"           \
    "\"serviceName\":\"order-service\"}}],\"binaryAnnotations\":[{\"key\":"    \
    "\"error\",\"value\":\"\",\"endpoint\":{\"serviceName\":"                  \
    "\"order-service\"}}]}"

static void one_span_is_the_same_however_it_is_written(void **state)
{
    static const char *const docs[] = {
        "[" EXAMPLE "]", "[[" EXAMPLE "]]",    EXAMPLE,
        EXAMPLE "\n",    "[" EXAMPLE_V1 "]\n", "[[], [ " EXAMPLE " ]]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = text_as(Z, docs[i], &all);
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
        assert_int_equal(s->flags, 0);
        assert_int_equal(r.warning.n, 0);
        if (i < 5)
            assert_int_equal(sure(Z, docs[i]), 60);
        input_clear(&r);
    }
}

static void what_others_write_is_not_claimed(void **state)
{
    static const char *const docs[] = {
        "",
        "[]",
        "{}",
        "[[]]",
        "[{\"traceID\":\"" T "\",\"spanID\":\"01\",\"operationName\":\"a\"}]",
        "{\"resourceSpans\":[]}",
        "[[{\"trace_id\":1,\"span_id\":2,\"name\":\"a\"}]]",
        "[{\"id\":\"1\",\"name\":\"a\"}]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++)
        assert_true(sure(Z, docs[i]) <= 1);
}

/* ---- members ------------------------------------------------------------ */

static void an_empty_list_may_be_of_others(void **state)
{
    static const char *const lists[] = { "[]", " [ ]\n" };
    static const char *const others[] = {
        "", "{}", "[[]]", "[1]", "[] []", "["
    };

    (void)state;
    for (size_t i = 0; i < countof(lists); i++) {
        input r = text_as(Z, lists[i], &all); /* somebody insists */
        assert_int_equal(sure(&corr_format_empty_list, lists[i]), 40);
        assert_int_equal(sure(Z, lists[i]), 1);
        assert_int_equal(nspan(&r), 0);
        input_clear(&r);
    }
    for (size_t i = 0; i < countof(others); i++)
        assert_int_equal(sure(&corr_format_empty_list, others[i]), 0);
    assert_null(corr_format_empty_list.read);
    assert_non_null(corr_format_empty_list.refusal);
}

static void a_span_of_no_kind_is_internal(void **state)
{
    input r = read_span_of(AT("1") ",\"parentId\":\"02\"");

    (void)state;
    assert_int_equal(r.span.v[1].kind, CORR_SPAN_INTERNAL);
    assert_int_equal(r.span.v[1].parent, 2);
    input_clear(&r);
}

static void times_that_are_missing_are_reported(void **state)
{
    input r = read_span_of("\"name\":\"a\"");
    input part = read_span_of("\"timestamp\":7");
    input bad = read_span_of("\"timestamp\":9223372036854776,\"duration\":-1");

    (void)state;
    assert_false(moment_known(r.span.v[1].start));
    assert_int_equal(r.span.v[1].flags, CORR_SPAN_UNFINISHED);
    assert_true(part.span.v[1].start.ns == 7000);
    assert_false(moment_known(part.span.v[1].end));
    assert_int_equal(part.span.v[1].flags, CORR_SPAN_UNFINISHED);
    assert_int_equal(part.warning.n, 0);
    assert_false(moment_known(bad.span.v[1].start));
    assert_int_equal(bad.warning.v[0].count, 2);
    input_clear(&r);
    input_clear(&part);
    input_clear(&bad);
}

static void tags_of_the_resource_make_the_process(void **state)
{
    input r = read_span_of(
        AT("1") ",\"localEndpoint\":{\"serviceName\":\"a\",\"ipv4\":"
                "\"10.0.0.1\",\"port\":80},\"remoteEndpoint\":{\"serviceName\":"
                "\"b\",\"ipv6\":\"::1\",\"port\":9},\"tags\":{\"host.name\":"
                "\"h1\",\"process.pid\":\"12\",\"service.version\":\"1.4\","
                "\"http.path\":\"\\/x\",\"thread.id\":\"7\"}");
    const span_row *s = &r.span.v[1];
    const proc_row *p = &r.proc.v[s->proc];

    (void)state;
    assert_string_equal(text(&r, p->service), "a");
    assert_string_equal(text(&r, p->host), "h1");
    assert_string_equal(text(&r, p->version), "1.4");
    assert_int_equal(p->pid, 12);
    assert_label(&r, p->labels, "host.ip", CORR_VALUE_TEXT, "10.0.0.1");
    assert_label(&r, s->attrs, "http.path", CORR_VALUE_TEXT, "/x");
    assert_label(&r, s->attrs, "peer.service", CORR_VALUE_TEXT, "b");
    assert_label(&r, s->attrs, "peer.ipv6", CORR_VALUE_TEXT, "::1");
    assert_int_equal(label(&r, s->attrs, "peer.port").num, 9);
    assert_int_equal(r.label.set_n.v[s->attrs], 5);
    assert_int_equal(r.thread.v[s->thread].vm_id, 7);
    input_clear(&r);
}

typedef struct status_case {
    const char *tags;
    corr_status status;
    const char *words;
} status_case;

static void any_error_tag_is_an_error(void **state)
{
    static const status_case cases[] = {
        { "\"a\":\"b\"", CORR_STATUS_UNSET, "" },
        { "\"error\":\"\"", CORR_STATUS_ERROR, "" },
        { "\"error\":\"true\"", CORR_STATUS_ERROR, "" },
        { "\"error\":\"it \\\"broke\\\"\"", CORR_STATUS_ERROR, "it \"broke\"" },
        { "\"otel.status_code\":\"OK\"", CORR_STATUS_OK, "" },
        { "\"otel.status_code\":\"ERROR\"", CORR_STATUS_ERROR, "" },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        char members[256];

        snprintf(members, sizeof members, AT("1") ",\"tags\":{%s}",
                 cases[i].tags);
        input r = read_span_of(members);
        assert_int_equal(r.span.v[1].status, cases[i].status);
        assert_string_equal(text(&r, r.span.v[1].status_text), cases[i].words);
        input_clear(&r);
    }
}

static void annotations_become_events(void **state)
{
    input r = read_span_of(
        AT("1") ",\"annotations\":[{\"timestamp\":5,\"value\":\"ws\"},"
                "{\"timestamp\":6,\"value\":\"\\\"boom\\\": {\\\"why\\\":"
                "\\\"x\\\",\\\"n\\\":3}\"},{\"timestamp\":7,\"value\":"
                "\"\\\"odd\\\": {broken}\"},{\"timestamp\":8,\"value\":\"\"}]");

    (void)state;
    assert_int_equal(r.event.n, 4);
    assert_true(r.event.v[0].time == 5000);
    assert_string_equal(text(&r, r.event.v[0].name), "ws");
    assert_string_equal(text(&r, r.event.v[1].name), "boom");
    assert_label(&r, r.event.v[1].labels, "why", CORR_VALUE_TEXT, "x");
    assert_int_equal(label(&r, r.event.v[1].labels, "n").num, 3);
    assert_string_equal(text(&r, r.event.v[2].name), "\"odd\": {broken}");
    assert_string_equal(text(&r, r.event.v[3].name), "");
    input_clear(&r);
}

/* ---- pieces ------------------------------------------------------------- */

static void pieces_of_a_span_are_put_together(void **state)
{
    input r = text_as(
        Z,
        "[{" ID("01") ",\"kind\":\"SERVER\",\"name\":\"start\","
                      "\"timestamp\":7," BY(
                          "a") ",\"tags\":{"
                               "\"first\":\"1\"}},{" ID("02") "," AT(
                                   "9") "},"
                                        "{" ID("01") ",\"duration\":45," BY(
                                            "a") ",\"tags\":{\"second\":\"2\"},"
                                                 "\"annotations\":[{"
                                                 "\"timestamp\":8,"
                                                 "\"value\":\"v\"}]}]",
        &all);
    const size_t at = span_with(&r, 1);
    const span_row *s = &r.span.v[at];

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_string_equal(text(&r, s->name), "start");
    assert_true(s->start.ns == 7000 && s->end.ns == 52000);
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_int_equal(s->flags, 0);
    assert_label(&r, s->attrs, "first", CORR_VALUE_TEXT, "1");
    assert_label(&r, s->attrs, "second", CORR_VALUE_TEXT, "2");
    assert_int_equal(nevents_of(&r, at), 1);
    input_clear(&r);
}

static void a_span_that_came_twice_is_one(void **state)
{
#define TWICE                                                                  \
    "{" ID("01") "," AT("1") ",\"annotations\":[{\"timestamp\":1,\"value\":"   \
                             "\"v\"}]}"
    input r = text_as(Z, TWICE "\n" TWICE "\n", &all);

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(nevents_of(&r, 1), 1);
    input_clear(&r);
}

static void messages_received_under_one_id_stay_apart(void **state)
{
#define RECEIVED(us)                                                           \
    "{" ID("01") ",\"kind\":\"SERVER\",\"shared\":true," AT(us) "," BY("b") "}"
    input r = text_as(Z, "[" RECEIVED("3") "," RECEIVED("4") "]", &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_equal(r.span.v[1].flags, CORR_SPAN_SHARED);
    assert_int_equal(r.span.v[2].flags, CORR_SPAN_SHARED);
    input_clear(&r);
}

/* ---- shared ids --------------------------------------------------------- */

static void assert_halves(const input *r)
{
    assert_int_equal(nspan(r), 2);
    for (size_t i = 1; i <= 2; i++) {
        const bool is_server = r->span.v[i].kind == CORR_SPAN_SERVER;

        assert_string_equal(service(r, i), is_server ? "b" : "a");
        assert_int_equal(r->span.v[i].flags & CORR_SPAN_SHARED,
                         is_server ? CORR_SPAN_SHARED : 0);
        assert_true(r->span.v[i].start.ns == (is_server ? 3000 : 1000));
    }
}

static void client_and_server_may_share_an_id(void **state)
{
    static const char *const docs[] = {
        "[{" ID("01") ",\"kind\":\"CLIENT\"," AT("1") "," BY(
            "a") "},"
                 "{" ID("01") ",\"kind\":\"SERVER\",\"shared\":true," AT(
                     "3") "," BY("b") "}]",
        "[{" ID("01") ",\"kind\":\"SERVER\"," AT("3") "," BY(
            "b") "},"
                 "{" ID("01") ",\"kind\":\"CLIENT\"," AT("1") "," BY("a") "}]",
        "[{" ID("01") ",\"kind\":\"SERVER\",\"shared\":true," AT("3") "," BY(
            "b") "},{" ID("01") ",\"kind\":\"CLIENT\",\"shared\":"
                                "true," AT("1") "," BY("a") "}]",
        "[{" ID("01") ",\"annotations\":[{\"timestamp\":1,\"value\":\"cs\","
                      "\"endpoint\":{\"serviceName\":\"a\"}},{\"timestamp\":3,"
                      "\"value\":"
                      "\"sr\",\"endpoint\":{\"serviceName\":\"b\"}},{"
                      "\"timestamp\":4,"
                      "\"value\":\"ss\",\"endpoint\":{\"serviceName\":\"b\"}},{"
                      "\"timestamp\":6,\"value\":\"cr\",\"endpoint\":{"
                      "\"serviceName\":"
                      "\"a\"}}]}]",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = text_as(Z, docs[i], &all);

        assert_halves(&r);
        assert_int_equal(r.warning.n, 0);
        input_clear(&r);
    }
}

static void a_span_without_a_timestamp_has_no_time(void **state)
{
    input r =
        text_as(Z,
                "[{" ID("01") ",\"kind\":\"CLIENT\"," AT(
                    "7") "},"
                         "{" ID("01") ",\"kind\":\"SERVER\",\"shared\":true},"
                                      "{" ID("02") ",\"parentId\":\"01\"}]",
                &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    for (size_t i = 1; i <= 3; i++) {
        const bool is_timed = r.span.v[i].kind == CORR_SPAN_CLIENT;
        assert_int_equal(moment_known(r.span.v[i].start), is_timed);
        assert_int_equal(moment_known(r.span.v[i].end), is_timed);
    }
    input_clear(&r);
}

static void hops_that_know_half_of_the_id_are_of_the_trace(void **state)
{
    input r = text_as(
        Z,
        "[{\"traceId\":\"aa\",\"id\":\"1\"," AT(
            "1") "},"
                 "{\"traceId\":"
                 "\"000000000000000100000000000000aa\",\"id\":"
                 "\"2\"," AT("1") "},{\"traceId\":\"bb\",\"id\":\"3\"," AT(
                     "1") "}]",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 3);
    assert_int_equal(r.trace.n - 1, 2);
    assert_int_equal(r.span.v[span_with(&r, 1)].trace.hi, 1);
    assert_int_equal(r.span.v[span_with(&r, 3)].trace.hi, 0);
    input_clear(&r);
}

/* ---- the first version -------------------------------------------------- */

static void both_halves_of_an_old_record_get_what_is_theirs(void **state)
{
    input r = text_as(
        Z,
        "{" ID("01") ",\"timestamp\":1,\"duration\":9,\"annotations\":["
                     "{\"timestamp\":1,\"value\":\"cs\",\"endpoint\":{"
                     "\"serviceName\":\"a\"}},{\"timestamp\":3,\"value\":"
                     "\"sr\",\"endpoint\":{\"serviceName\":\"b\"}},{"
                     "\"timestamp\":4,\"value\":\"work\",\"endpoint\":{"
                     "\"serviceName\":\"b\"}},{\"timestamp\":5,\"value\":"
                     "\"ws\",\"endpoint\":{\"serviceName\":\"a\"}}],"
                     "\"binaryAnnotations\":[{\"key\":\"sa\",\"value\":true,"
                     "\"endpoint\":{\"serviceName\":\"b\",\"port\":80}},{"
                     "\"key\":\"of.b\",\"value\":\"x\",\"endpoint\":{"
                     "\"serviceName\":\"b\"}},{\"key\":\"of.a\",\"value\":4,"
                     "\"endpoint\":{\"serviceName\":\"a\"}}]}",
        &all);
    const bool server_first = r.span.v[1].kind == CORR_SPAN_SERVER;
    const size_t server = server_first ? 1 : 2, client = server_first ? 2 : 1;

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_true(r.span.v[client].end.ns == 10000);
    assert_int_equal(r.span.v[server].flags,
                     CORR_SPAN_SHARED | CORR_SPAN_UNFINISHED);
    assert_int_equal(nevents_of(&r, server), 1);
    assert_int_equal(nevents_of(&r, client), 1);
    assert_label(&r, r.span.v[server].attrs, "of.b", CORR_VALUE_TEXT, "x");
    assert_int_equal(label(&r, r.span.v[client].attrs, "of.a").num, 4);
    assert_label(&r, r.span.v[client].attrs, "peer.service", CORR_VALUE_TEXT,
                 "b");
    assert_int_equal(r.label.set_n.v[r.span.v[server].attrs], 1);
    input_clear(&r);
}

static void old_records_of_messages_and_local_work(void **state)
{
    input sent = read_span_of("\"annotations\":[{\"timestamp\":3,\"value\":"
                              "\"ms\",\"endpoint\":{\"serviceName\":\"a\"}}]");
    input local = read_span_of(AT("1") ",\"binaryAnnotations\":[{\"key\":"
                                       "\"lc\",\"value\":\"\",\"endpoint\":{"
                                       "\"serviceName\":\"c\"}}]");

    (void)state;
    assert_int_equal(sent.span.v[1].kind, CORR_SPAN_PRODUCER);
    assert_true(sent.span.v[1].start.ns == 3000);
    assert_string_equal(service(&sent, 1), "a");
    assert_int_equal(local.span.v[1].kind, CORR_SPAN_INTERNAL);
    assert_string_equal(service(&local, 1), "c");
    assert_int_equal(local.span.v[1].attrs, 0);
    input_clear(&sent);
    input_clear(&local);
}

/* ---- what is wanted ----------------------------------------------------- */

static void without_attributes_thread_and_process_stay(void **state)
{
    const corr_want spans = { .needs = CORR_NEED_SPANS };
    input r = text_as(Z,
                      "[{" ID("01") "," AT("1") "," BY(
                          "a") ",\"remoteEndpoint\":{\"serviceName\":\"b\"},"
                               "\"tags\":{\"thread.name\":\"t\",\"profile.id\":"
                               "\"p\",\"x\":\"y\","
                               "\"host.name\":\"h\",\"error\":\"no\"},"
                               "\"annotations\":[{\"timestamp\":1,\"value\":"
                               "\"v\"}]}]",
                      &spans);
    const span_row *s = &r.span.v[1];

    (void)state;
    assert_int_equal(r.label.set_n.v[s->attrs], 2);
    assert_int_equal(r.event.n, 0);
    assert_int_equal(s->status, CORR_STATUS_ERROR);
    assert_string_equal(text(&r, r.proc.v[s->proc].host), "h");
    input_clear(&r);
}

static void one_trace_is_found_among_others(void **state)
{
    const corr_want one = { .by_id = true,
                            .ids.hi = 0x038a0f9e0983ca7c,
                            .ids.mask_hi = 0xffffffff00000000 };
    input both = file_as(Z, "testdata/trace/zipkin.json", &all);
    input r = file_as(Z, "testdata/trace/zipkin.json", &one);

    (void)state;
    assert_int_equal(nspan(&both), 18);
    assert_int_equal(nspan(&r), 10);
    assert_int_equal(r.trace.n - 1, 1);
    input_clear(&both);
    input_clear(&r);
}

static void spans_outside_the_window_are_left_out(void **state)
{
    const corr_want window = { .spans = { 7000, 8000 } };
    input r = text_as(Z,
                      "[{" ID("01") "," AT("1") "},{" ID("02") "," AT(
                          "2") "},{" ID("03") "," AT("8") "},{" ID("04") "}]",
                      &window);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_not_equal(span_with(&r, 2), 0);
    assert_int_not_equal(span_with(&r, 4), 0);
    input_clear(&r);
}

/* ---- much --------------------------------------------------------------- */

/* More than is held at once; every trace has two pieces of one span, and the
 * last is cut by none of the releases. */
static void pieces_of_a_trace_stay_together_in_a_long_list(void **state)
{
    const size_t n = 40000;
    const size_t room = n * 200 + 10;
    char *doc = malloc(room);
    size_t at = 0;

    (void)state;
    if (!doc)
        abort();
    doc[at++] = '[';
    for (size_t i = 1; i <= n; i++)
        at += (size_t)snprintf(doc + at, room - at,
                               "%s{\"traceId\":\"%zx\",\"id\":\"1\","
                               "\"timestamp\":%zu},{\"traceId\":\"%zx\","
                               "\"id\":\"1\",\"duration\":5}",
                               i > 1 ? "," : "", i, i, i);
    doc[at++] = ']';
    doc[at] = '\0';
    input r = text_as(Z, doc, &all);
    assert_int_equal(nspan(&r), n);
    for (size_t i = 1; i <= n; i++)
        assert_true(r.span.v[i].end.ns - r.span.v[i].start.ns == 5000);
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
    free(doc);
}

/* ---- damage ------------------------------------------------------------- */

static void a_cut_document_gives_what_was_there(void **state)
{
    (void)state;
    assert_true(spans_of_cuts(Z, "testdata/trace/zipkin.json") >= 17);
}

static void a_cut_span_alone_is_reported(void **state)
{
    input r = text_as(Z, "{" ID("01") "," AT("1") ",\"tags\":{\"a\":", &all);

    (void)state;
    assert_int_equal(nspan(&r), 0);
    assert_says(&r, "DAMAGED",
                "the input ends inside a list of Zipkin spans; its last 95 "
                "bytes cannot be used");
    input_clear(&r);
}

static void a_broken_line_costs_only_itself(void **state)
{
    input r = text_as(
        Z,
        "{" ID("01") "," AT("1") "}\n"
                                 "{" ID("02") "," AT("1") ",\"tags\":{\n"
                                                          "{" ID("03") "," AT(
                                                              "1") "}\n",
        &all);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_int_not_equal(span_with(&r, 3), 0);
    assert_true(r.lost.damaged);
    input_clear(&r);
}

static void broken_members_are_reported(void **state)
{
    static const char *const members[] = {
        "\"tags\":{\"a\" 1}",
        "\"annotations\":[{\"timestamp\" 1}]",
        "\"binaryAnnotations\":[{\"key\" 1}]",
    };

    (void)state;
    for (size_t i = 0; i < countof(members); i++) {
        char buf[256];

        snprintf(buf, sizeof buf, AT("1") ",%s", members[i]);
        input r = read_span_of(buf);
        assert_int_equal(nspan(&r), 1);
        assert_true(r.lost.damaged);
        input_clear(&r);
    }
}

static void members_of_other_types_are_left_out(void **state)
{
    input r = read_span_of("\"timestamp\":[],\"duration\":{},\"tags\":7,"
                           "\"annotations\":{},\"localEndpoint\":\"x\","
                           "\"remoteEndpoint\":[],\"name\":null,\"kind\":3,"
                           "\"parentId\":null,\"shared\":\"no\"");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.span.v[1].parent, 0);
    input_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_span_is_the_same_however_it_is_written),
        cmocka_unit_test(what_others_write_is_not_claimed),
        cmocka_unit_test(an_empty_list_may_be_of_others),
        cmocka_unit_test(a_span_of_no_kind_is_internal),
        cmocka_unit_test(times_that_are_missing_are_reported),
        cmocka_unit_test(tags_of_the_resource_make_the_process),
        cmocka_unit_test(any_error_tag_is_an_error),
        cmocka_unit_test(annotations_become_events),
        cmocka_unit_test(pieces_of_a_span_are_put_together),
        cmocka_unit_test(a_span_that_came_twice_is_one),
        cmocka_unit_test(messages_received_under_one_id_stay_apart),
        cmocka_unit_test(client_and_server_may_share_an_id),
        cmocka_unit_test(a_span_without_a_timestamp_has_no_time),
        cmocka_unit_test(hops_that_know_half_of_the_id_are_of_the_trace),
        cmocka_unit_test(both_halves_of_an_old_record_get_what_is_theirs),
        cmocka_unit_test(old_records_of_messages_and_local_work),
        cmocka_unit_test(without_attributes_thread_and_process_stay),
        cmocka_unit_test(one_trace_is_found_among_others),
        cmocka_unit_test(spans_outside_the_window_are_left_out),
        cmocka_unit_test(pieces_of_a_trace_stay_together_in_a_long_list),
        cmocka_unit_test(a_cut_document_gives_what_was_there),
        cmocka_unit_test(a_cut_span_alone_is_reported),
        cmocka_unit_test(a_broken_line_costs_only_itself),
        cmocka_unit_test(broken_members_are_reported),
        cmocka_unit_test(members_of_other_types_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
