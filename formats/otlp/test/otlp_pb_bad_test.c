/* Tests of the OTLP protobuf reader: damage, limits, and what it claims to be
 * its own. */
#include "otlp/test/otlp_pb_test.h"

#include "load/load.h"

#define BOTH_PB "testdata/trace/otlp-both.pb"

static void put_file(blob *b, const char *path)
{
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    b->n = fread(b->p, 1, sizeof b->p, f);
    fclose(f);
}

/* A span of put_span, and the head in front of it. */
enum { SPAN = 49, SPAN_HEAD = 2 };

/* Three requests of two spans each; at[i] is where the i-th ends. */
static void put_three(blob *to, bool records, size_t at[3])
{
    for (uint8_t i = 0; i < 3; i++) {
        blob group = { 0 }, request = { 0 };

        put_span(&group, (uint8_t)(i + 1), 1, 10, 20);
        put_span(&group, (uint8_t)(i + 1), 2, 10, 20);
        put_request(&request, "s", &group);
        if (records)
            put_record(to, &request);
        else
            put_raw(to, request.p, request.n);
        at[i] = to->n;
    }
}

static input read_part(const blob *b, size_t n)
{
    return read_as(&corr_format_otlp_pb, b->p, n, &(corr_want){ 0 });
}

/* ---- cut ---------------------------------------------------------------- */

static void the_spans_before_a_cut_are_used(void **state)
{
    (void)state;
    for (int records = 0; records < 2; records++) {
        blob b = { 0 };
        size_t at[3], last = 0;

        put_three(&b, records, at);
        for (size_t n = 5; n <= b.n; n++) {
            if (!corr_format_otlp_pb.probe(b.p, n, true))
                continue; /* before the ids of the first span */
            input r = read_part(&b, n);
            const bool is_whole = n == at[0] || n == at[1] || n == at[2];

            assert_true(nspan(&r) >= last && nspan(&r) <= 6);
            last = nspan(&r);
            assert_int_equal(r.lost.damaged, !is_whole);
            if (is_whole)
                assert_int_equal(last, n == at[0] ? 2 : n == at[1] ? 4 : 6);
            input_clear(&r);
        }
        assert_int_equal(last, 6);
    }
}

static void the_loss_of_a_cut_is_reported(void **state)
{
    blob b = { 0 };
    size_t at[3];

    (void)state;
    put_three(&b, true, at);
    input r = read_part(&b, at[2] - 10);
    assert_int_equal(nspan(&r), 5);
    assert_says(&r, "DAMAGED",
                "the input ends inside an export request; its last 41 bytes "
                "cannot be used");
    assert_int_equal(r.lost.bytes, SPAN_HEAD + SPAN - 10);
    input_clear(&r);
    r = read_part(&b, at[1] + 3);
    assert_int_equal(nspan(&r), 4);
    assert_says(&r, "DAMAGED",
                "the input ends inside an export request; its last 3 bytes "
                "cannot be used");
    input_clear(&r);
    r = read_part(&b, at[1] + 4);
    assert_says(&r, "DAMAGED",
                "the input ends inside an export request; its last 4 bytes "
                "cannot be used");
    input_clear(&r);
}

static void a_strict_reader_refuses_a_cut_file(void **state)
{
    blob b = { 0 };
    size_t at[3];
    corr_err err = { 0 };

    (void)state;
    put_three(&b, true, at);
    loaded l =
        load_source_as(&corr_format_otlp_pb,
                       src_open_memory(b.p, b.n - 1, &(src_opts){ 0 }, &err),
                       &(corr_want){ 0 }, true);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_int_equal(l.err.offset, b.n - SPAN_HEAD - SPAN);
    input_clear(&l.in);
}

/* ---- damage ------------------------------------------------------------- */

static void a_broken_record_costs_no_more_than_itself(void **state)
{
    blob b = { 0 };
    size_t at[3];

    (void)state;
    put_three(&b, true, at);
    b.p[at[0] + 4] = 0x07; /* no field begins so */
    input r = read_blob(&b);
    assert_int_equal(nspan(&r), 4);
    assert_says(&r, "DAMAGED",
                "the data is not a field of an export request; 129 bytes "
                "cannot be used");
    assert_int_equal(r.lost.bytes, at[1] - at[0] - 4);
    assert_int_equal(r.warning.v[0].offset, at[0] + 4);
    input_clear(&r);
}

static void a_length_past_its_message_costs_no_more_than_that(void **state)
{
    blob b = { 0 };
    size_t at[3];

    (void)state;
    put_three(&b, true, at);
    b.p[at[1] - SPAN - 1] = 0x7f; /* of the last span of the second record */
    input r = read_blob(&b);
    assert_int_equal(nspan(&r), 5);
    assert_says(
        &r, "DAMAGED",
        "the data is not a field of a group of spans; 51 bytes cannot be used");
    input_clear(&r);
}

static void a_broken_span_is_left_out_alone(void **state)
{
    blob b = { 0 };
    size_t at[3];

    (void)state;
    put_three(&b, true, at);
    b.p[at[1] - 9] = 0x0f; /* the head of its end time */
    input r = read_blob(&b);
    assert_int_equal(nspan(&r), 5);
    assert_says(&r, "DAMAGED", "some spans are malformed; they are left out");
    assert_int_equal(r.lost.events, 1);
    assert_int_equal(r.lost.bytes, SPAN);
    input_clear(&r);
}

static void broken_attributes_events_and_links_are_reported(void **state)
{
    static const uint32_t field[] = { 9, 11, 13 };
    static const char *const text[] = {
        "some attributes are malformed; they are left out",
        "some events are malformed; they are left out",
        "some links are malformed; they are left out",
    };

    (void)state;
    for (size_t i = 0; i < countof(field); i++) {
        blob span = { 0 }, group = { 0 }, request = { 0 };

        put_ids(&span, 1, 1);
        put_bytes(&span, field[i], "\x0a\x7f\x01", 3);
        put_message(&group, 2, &span);
        put_request(&request, "s", &group);
        input r = read_blob(&request);
        assert_int_equal(nspan(&r), 1);
        assert_says(&r, "DAMAGED", text[i]);
        assert_int_equal(r.lost.events + r.lost.bytes, 0);
        input_clear(&r);
    }
}

static void nesting_without_end_is_no_danger(void **state)
{
    blob any = { 0 }, pair = { 0 }, span = { 0 }, group = { 0 },
         request = { 0 };

    (void)state;
    for (unsigned i = 0; i < 5000; i++) {
        blob list = { 0 };

        put_message(&list, 1, &any);
        any.n = 0;
        put_message(&any, 5, &list);
    }
    put_text(&pair, 1, "deep");
    put_message(&pair, 2, &any);
    put_ids(&span, 1, 1);
    put_message(&span, 9, &pair);
    put_message(&group, 2, &span);
    put_request(&request, "s", &group);
    assert_int_equal(corr_format_otlp_pb.probe(request.p, request.n, true), 60);
    input r = read_blob(&request);
    assert_int_equal(nspan(&r), 1);
    const corr_label l = label_of(&r, r.span.v[1].attrs, "deep");
    assert_int_equal(l.text.n, 33 + 4 + 33);
    input_clear(&r);
}

static void a_record_over_the_limit_is_left_out(void **state)
{
    blob span = { 0 }, group = { 0 }, request = { 0 };
    const src_opts opts = { .limits = { .record = 400 } };
    corr_err err = { 0 };
    char name[500] = { 0 };

    (void)state;
    memset(name, 'n', sizeof name - 1);
    put_span(&group, 1, 1, 10, 20);
    put_ids(&span, 1, 2);
    put_text(&span, 5, name);
    put_message(&group, 2, &span);
    put_span(&group, 1, 3, 10, 20);
    put_request(&request, "s", &group);
    loaded l =
        load_source_as(&corr_format_otlp_pb,
                       src_open_memory(request.p, request.n, &opts, &err),
                       &(corr_want){ 0 }, false);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(nspan(&l.in), 2);
    assert_says(&l.in, "DAMAGED", "left out a record of more than 400 bytes");
    input_clear(&l.in);
}

static void what_is_none_of_it_is_refused(void **state)
{
    static const char text[] = "main;work 12\n";
    corr_err err = { 0 };
    loaded l = load_source_as(
        &corr_format_otlp_pb,
        src_open_memory(text, sizeof text - 1, &(src_opts){ 0 }, &err),
        &(corr_want){ 0 }, false);

    (void)state;
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(
        l.err.what, "the first bytes are not an export request in protobuf");
    input_clear(&l.in);
}

/* ---- detection ---------------------------------------------------------- */

static const corr_format *format_of(const blob *b)
{
    corr_err err = { 0 };

    return load_recognise(corr_builtin_formats, b->p, b->n, true, 20, &err);
}

static void no_other_format_takes_these_files(void **state)
{
    blob b = { 0 }, answer = { 0 }, message = { 0 };
    size_t at[3];

    (void)state;
    put_file(&b, BOTH_PB);
    assert_ptr_equal(format_of(&b), &corr_format_otlp_pb);
    b.n = 4096;
    assert_ptr_equal(format_of(&b), &corr_format_otlp_pb);
    put_three(&message, false, at);
    assert_ptr_equal(format_of(&message), &corr_format_otlp_pb);
    put_message(&answer, 1, &message);
    assert_ptr_equal(format_of(&answer), &corr_format_otlp_pb);
}

static void files_of_others_are_not_of_this_format(void **state)
{
    static const char *const paths[] = {
        "testdata/pprof/go-cpu.pb",
        "testdata/trace/otlp.jsonl",
        "testdata/collapsed/py-spy.folded",
    };
    blob b = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(paths); i++) {
        put_file(&b, paths[i]);
        assert_int_equal(corr_format_otlp_pb.probe(b.p, b.n, false), 0);
        assert_int_equal(corr_format_tempo_search_pb.probe(b.p, b.n, false), 0);
    }
    assert_int_equal(corr_format_otlp_pb.probe(b.p, 0, true), 0);
}

/* Metrics, logs and profiles have the same three levels above them. */
static void other_signals_are_not_traces(void **state)
{
    blob metric = { 0 }, record = { 0 }, profile = { 0 };

    (void)state;
    put_text(&metric, 1, "sixteen letters!");
    put_text(&metric, 2, "eight in");
    put_message(&metric, 7, &(blob){ 0 });
    put_fixed64(&record, 1, 1700000000);
    put_number(&record, 2, 9);
    put_bytes(&record, 9, "0123456789abcdef", 16);
    put_bytes(&record, 10, "01234567", 8);
    put_bytes(&profile, 1, "0123456789abcdef", 16);
    put_fixed64(&profile, 2, 1);
    put_fixed64(&profile, 3, 2);
    const blob *const signals[] = { &metric, &record, &profile };
    for (size_t i = 0; i < countof(signals); i++) {
        blob group = { 0 }, request = { 0 }, framed = { 0 };

        put_message(&group, 2, signals[i]);
        put_request(&request, "s", &group);
        put_record(&framed, &request);
        /* traces may follow logs; a file of logs is refused */
        const int sure = signals[i] == &record ? 60 : 0;
        assert_int_equal(corr_format_otlp_pb.probe(request.p, request.n, true),
                         sure);
        assert_int_equal(corr_format_otlp_pb.probe(framed.p, framed.n, true),
                         sure);
    }
}

static void what_a_search_answers_is_refused(void **state)
{
    blob summary = { 0 }, answer = { 0 };

    (void)state;
    put_text(&summary, 1, "1e1cdb43b27083573afe288d565766c7");
    put_text(&summary, 2, "gateway");
    put_text(&summary, 3, "POST /checkout");
    put_number(&summary, 4, 1700000000000000000);
    put_number(&summary, 5, 36);
    put_message(&answer, 1, &summary);
    put_bytes(&answer, 2, "\x08\x01", 2);
    assert_ptr_equal(format_of(&answer), &corr_format_tempo_search_pb);
    assert_null(corr_format_tempo_search_pb.read);
    assert_non_null(corr_format_tempo_search_pb.refusal);
    put_message(&answer, 1, &summary);
    const size_t at =
        corr_format_tempo_search_pb.refused_at(answer.p, answer.n);
    assert_int_equal(at, 4); /* after a tag and a length, twice */
    assert_memory_equal(answer.p + at, "1e1cdb43", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_spans_before_a_cut_are_used),
        cmocka_unit_test(the_loss_of_a_cut_is_reported),
        cmocka_unit_test(a_strict_reader_refuses_a_cut_file),
        cmocka_unit_test(a_broken_record_costs_no_more_than_itself),
        cmocka_unit_test(a_length_past_its_message_costs_no_more_than_that),
        cmocka_unit_test(a_broken_span_is_left_out_alone),
        cmocka_unit_test(broken_attributes_events_and_links_are_reported),
        cmocka_unit_test(nesting_without_end_is_no_danger),
        cmocka_unit_test(a_record_over_the_limit_is_left_out),
        cmocka_unit_test(what_is_none_of_it_is_refused),
        cmocka_unit_test(no_other_format_takes_these_files),
        cmocka_unit_test(files_of_others_are_not_of_this_format),
        cmocka_unit_test(other_signals_are_not_traces),
        cmocka_unit_test(what_a_search_answers_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
