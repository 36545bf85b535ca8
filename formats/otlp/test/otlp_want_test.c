/* Tests of the OTLP reader: what is wanted, what servers say, damage, and what
 * it claims to be its own. */
#include "otlp/test/otlp_test.h"

extern const corr_format corr_format_tempo_search;

/* ---- what is wanted ----------------------------------------------------- */

static void without_attributes_the_thread_and_the_profile_stay(void **state)
{
    const char *doc = DOC(
        "{" IDS ",\"name\":\"n\",\"kind\":3,\"attributes\":[{\"key\":\"a\","
        "\"value\":{\"stringValue\":\"b\"}},{\"key\":\"thread.id\",\"value\":"
        "{\"intValue\":\"17\"}},{\"value\":{\"stringValue\":\"w\"},\"key\":"
        "\"thread.name\"},{\"key\":\"profile.file\",\"value\":{"
        "\"stringValue\":\"p\"}}],\"events\":[{\"name\":\"e\"}]}");
    input r =
        read_bytes(doc, strlen(doc), &(corr_want){ .needs = CORR_NEED_SPANS });
    const uint32_t set = r.span.v[1].attrs;

    (void)state;
    assert_int_equal(r.label.set_n.v[set], 3);
    assert_int_equal(label(&r, set, "thread.id").num, 17);
    assert_label(&r, set, "thread.name", CORR_VALUE_TEXT, "w");
    assert_label(&r, set, "profile.file", CORR_VALUE_TEXT, "p");
    assert_int_equal(r.event.n, 0);
    assert_int_equal(r.span.v[1].kind, CORR_SPAN_CLIENT);
    assert_string_equal(service(&r, 1), "s");
    input_clear(&r);
}

static void a_profile_stays_without_a_thread(void **state)
{
    const char *doc =
        DOC("{" IDS ",\"name\":\"n\",\"attributes\":[{\"key\":\"profile.id\","
            "\"value\":{\"stringValue\":\"p\"}}]}");
    input r =
        read_bytes(doc, strlen(doc), &(corr_want){ .needs = CORR_NEED_SPANS });

    (void)state;
    assert_label(&r, r.span.v[1].attrs, "profile.id", CORR_VALUE_TEXT, "p");
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
    input r = read_bytes(doc, strlen(doc), &(corr_want){ .spans = { 21, 30 } });

    (void)state;
    assert_int_equal(nspan(&r), 4);
    for (size_t i = 1; i <= 4; i++)
        assert_true(r.span.v[i].id != 1 && r.span.v[i].id != 3);
    input_clear(&r);
}

static corr_want want_prefix(uint64_t hi, unsigned digits)
{
    return (corr_want){ .by_id = true,
                        .ids.hi = hi,
                        .ids.mask_hi = ~(uint64_t)0 << (64 - 4 * digits) };
}

/* For every query, a search first must find what parsing finds. */
static void assert_search_misses_nothing(const char *path)
{
    input all = read_file(path, &(corr_want){ 0 });

    for (size_t t = 1; t < all.trace.n; t++) {
        const corr_trace_id id = all.trace.v[t].id;
        const corr_want wants[] = {
            { .by_id = true,
              .ids.hi = id.hi,
              .ids.lo = id.lo,
              .ids.mask_hi = UINT64_MAX,
              .ids.mask_lo = UINT64_MAX },
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
                                       .ids.hi = 0x5b8efff798038103,
                                       .ids.lo = 0xd269b633813fc700,
                                       .ids.mask_hi = UINT64_MAX,
                                       .ids.mask_lo = UINT64_MAX });

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
                                     .ids.lo = 0xabcd0000u + t,
                                     .ids.mask_hi = UINT64_MAX,
                                     .ids.mask_lo = UINT64_MAX };

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

static void a_partial_trace_is_reported(void **state)
{
    input r = read_text("{\"trace\":" DOC(
        SPAN) ",\"metrics\":{"
              "\"inspectedBytes\":\"12\"},\"status\":\"PARTIAL\","
              "\"message\":\"trace exceeds max size\"}");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "PARTIAL",
                "partial trace, because trace exceeds max size: counts are "
                "lower, self times upper bounds, durations hold");
    input_clear(&r);
    r = read_text("{\"trace\":" DOC(SPAN) ",\"status\":\"COMPLETE\"}");
    assert_int_equal(r.warning.n, 0);
    input_clear(&r);
}

static void a_long_message_of_a_server_is_shortened(void **state)
{
    static const size_t length[] = { 1, 127, 128, 300 };

    (void)state;
    for (size_t i = 0; i < countof(length); i++) {
        char doc[2048], want[1024], message[301] = "";

        memset(message, 'm', length[i]);
        snprintf(doc, sizeof doc,
                 "{\"trace\":%s,\"status\":\"PARTIAL\",\"message\":\"%s\"}",
                 DOC(SPAN), message);
        snprintf(want, sizeof want,
                 "partial trace, because %.127s: counts are lower, self times "
                 "upper bounds, durations hold",
                 message);
        input r = read_text(doc);
        assert_says(&r, "PARTIAL", want);
        input_clear(&r);
    }
}

static void an_error_in_a_stream_is_reported(void **state)
{
    input r = read_text("{\"result\":" DOC(SPAN) "}{\"result\":" DOC(
        SPAN) "}"
              "\n{\"error\":{\"message\":\"gone\"}}");

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_says(
        &r, "PARTIAL",
        "the server stopped with an error; the trace may be incomplete");
    input_clear(&r);
}

static void a_download_of_grafana_is_reported(void **state)
{
    input r = read_text("{\"batches\":[{" RES(
        "s") ",\"instrumentationLibrarySpans\":[{"
             "\"spans\":[{" IDS ",\"startTimeUnixNano\":1.7e18}]}]}]}");

    (void)state;
    assert_says(&r, "",
                "a trace from Grafana, which merges the instances of a service "
                "into the first");
    input_clear(&r);
}

static void other_signals_beside_traces_are_reported(void **state)
{
    input r = read_text("{\"resourceMetrics\":[]}\n" DOC(
        SPAN) "\n{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{},"
              "{\"body\":{}}]}]},{\"a\":[1]}]}\n"
              "{\"resourceProfiles\":[],\"dictionary\":{}}\n");

    (void)state;
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "PASSED_OVER", "2 records of logs were not read");
    assert_ptr_equal(r.read.also[0], &corr_format_otlp_metrics);
    assert_ptr_equal(r.read.also[1], &corr_format_otlp_profiles);
    assert_null(r.read.also[2]);
    input_clear(&r);
}

static void records_of_a_resource_need_no_request(void **state)
{
    input r = read_text(
        "{\"schemaUrl\":\"u\",\"scopeSpans\":[{\"spans\":[" SPAN "]}]}\n"
        "[{\"resource\":{},\"scopeSpans\":[{\"spans\":[" SPAN "]}]},"
        "{\"scopeMetrics\":[]}]\n"
        "{\"resource\":{},\"scopeLogs\":[{\"logRecords\":[7]}]}");

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_says(&r, "PASSED_OVER", "1 record of logs was not read");
    assert_ptr_equal(r.read.also[0], &corr_format_otlp_metrics);
    assert_null(r.read.also[1]);
    input_clear(&r);
}

static void what_a_receiver_rejected_is_counted(void **state)
{
    input r =
        read_text(DOC(SPAN) "\n{\"partialSuccess\":{\"rejectedSpans\":\"3\"}}\n"
                            "{\"partialSuccess\":{\"rejectedSpans\":4}}");

    (void)state;
    assert_says(&r, "PARTIAL", "7 records were rejected by their receiver");
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
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);

        assert_int_equal(nspan(&r), 0);
        if (r.warning.n)
            fail_msg("%s: %s", docs[i], said(&r).text);
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
        assert_int_equal(r.lost.damaged, cut > 0 && cut < n);
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
    assert_int_equal(r.lost.bytes, 72);
    assert_int_equal(said(&r).offset, strlen(doc) - 20);
    input_clear(&r);
}

static void a_bad_span_is_lost_alone(void **state)
{
    const char *doc = DOC(SPAN ",{" IDS ",\"name\" \"x\",\"k\":[{}]}," SPAN);
    input r = read_text(doc);

    (void)state;
    assert_int_equal(nspan(&r), 2);
    assert_says(
        &r, "DAMAGED",
        "not JSON; a colon should follow, not \"\"\"; the record was left out");
    assert_int_equal(r.lost.events, 1);
    assert_true(doc[said(&r).offset] == '"');
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
        assert_true(r.lost.damaged);
        assert_true(r.lost.bytes > 0);
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
        if (probe(&corr_format_otlp, docs[i]) > 1)
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

static void an_answer_of_tempo_that_found_nothing_says_so(void **state)
{
    static const char *const docs[] = {
        "{\"traces\":[],\"metrics\":{\"completedJobs\":1,\"totalJobs\":1}}",
        "{\"metrics\":{},\"traces\":[]}",
        "{\"trace\":{},\"metrics\":{}}",
    };
    static const char *const others[] = {
        "{\"traces\":[]}",
        "{\"traces\":[],\"metrics\":[]}",
        "{\"traces\":[1],\"metrics\":{}}",
        "{\"a\":{\"traces\":[],\"metrics\":{}}}",
    };

    (void)state;
    for (size_t i = 0; i < countof(docs); i++) {
        input r = read_text(docs[i]);
        assert_int_equal(probe(&corr_format_otlp, docs[i]), 60);
        assert_true(r.read.recognised);
        assert_int_equal(nspan(&r), 0);
        assert_says(&r, "NO_TRACE", "an answer of Tempo without a trace");
        input_clear(&r);
    }
    for (size_t i = 0; i < countof(others); i++)
        assert_true(probe(&corr_format_otlp, others[i]) <= 1);
}

static void a_search_of_tempo_is_refused_by_name(void **state)
{
    const char *doc = "{\"traces\":[{\"traceID\":\"60ba2abb44f13eae\","
                      "\"rootServiceName\":\"frontend\",\"rootTraceName\":"
                      "\"GET /\",\"durationMs\":96}],\"metrics\":{}}";

    (void)state;
    assert_int_equal(probe(&corr_format_tempo_search, doc), 60);
    assert_int_equal(probe(&corr_format_otlp, doc), 0);
    assert_int_equal(probe(&corr_format_tempo_search,
                           "{\"metrics\":{\"traces\":[]},\"traces\":[{\"a\":1,"
                           "\"rootTraceName\":\"n\"}]}"),
                     60);
    assert_null(corr_format_tempo_search.read);
    assert_string_equal(
        corr_format_tempo_search.refusal,
        "an answer of a Tempo search, which lists traces without their spans");
    assert_string_equal(corr_format_tempo_search.instead,
                        "fetch /api/v2/traces/ID for the trace you want");
    assert_int_equal(
        corr_format_tempo_search.refused_at((const uint8_t *)doc, strlen(doc)),
        strstr(doc, "\"rootServiceName") - doc);
    assert_int_equal(
        corr_format_tempo_search.refused_at((const uint8_t *)"{}", 2), 0);
    assert_int_equal(probe(&corr_format_tempo_search, DOC(SPAN)), 0);
    assert_int_equal(
        probe(&corr_format_tempo_search, "{\"traces\":[{\"a\":1}]}"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_attributes_the_thread_and_the_profile_stay),
        cmocka_unit_test(a_profile_stays_without_a_thread),
        cmocka_unit_test(without_spans_nothing_is_read),
        cmocka_unit_test(spans_outside_a_window_may_be_left_out),
        cmocka_unit_test(a_search_by_id_misses_nothing),
        cmocka_unit_test(an_id_in_another_place_is_no_match),
        cmocka_unit_test(a_large_file_is_read_in_windows),
        cmocka_unit_test(every_trace_of_a_large_file_can_be_found),
        cmocka_unit_test(a_partial_trace_is_reported),
        cmocka_unit_test(a_long_message_of_a_server_is_shortened),
        cmocka_unit_test(an_error_in_a_stream_is_reported),
        cmocka_unit_test(a_download_of_grafana_is_reported),
        cmocka_unit_test(other_signals_beside_traces_are_reported),
        cmocka_unit_test(records_of_a_resource_need_no_request),
        cmocka_unit_test(what_a_receiver_rejected_is_counted),
        cmocka_unit_test(a_file_without_spans_is_no_failure),
        cmocka_unit_test(a_cut_file_gives_what_is_before_the_cut),
        cmocka_unit_test(a_cut_file_says_how_much_is_lost),
        cmocka_unit_test(a_bad_span_is_lost_alone),
        cmocka_unit_test(a_bad_line_does_not_take_others_with_it),
        cmocka_unit_test(strict_reading_refuses_what_is_damaged),
        cmocka_unit_test(other_documents_are_not_claimed),
        cmocka_unit_test(the_beginning_of_a_document_is_enough),
        cmocka_unit_test(an_answer_of_tempo_that_found_nothing_says_so),
        cmocka_unit_test(a_search_of_tempo_is_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
