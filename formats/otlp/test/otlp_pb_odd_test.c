/* Tests of the OTLP protobuf reader: values at the edge of what they may be,
 * and what is nearly a trace. */
#include "otlp/test/otlp_pb_test.h"

static int probe(const blob *b)
{
    return corr_format_otlp_pb.probe(b->p, b->n, true);
}

/* A request with this span only. */
static void put_only(blob *b, const blob *span)
{
    blob group = { 0 };

    put_message(&group, 2, span);
    put_request(b, "s", &group);
}

/* ---- values ------------------------------------------------------------- */

static void kinds_and_states_that_are_none_are_unset(void **state)
{
    static const struct {
        uint64_t kind, code;
        uint8_t want_kind, want_status;
    } rows[] = {
        { 5, 2, CORR_SPAN_CONSUMER, CORR_STATUS_ERROR },
        { 1, 1, CORR_SPAN_INTERNAL, CORR_STATUS_OK },
        { 6, 3, CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { 258, 257, CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
        { UINT64_MAX, UINT64_MAX, CORR_SPAN_UNSPECIFIED, CORR_STATUS_UNSET },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        blob span = { 0 }, status = { 0 }, request = { 0 };

        put_ids(&span, 1, 1);
        put_number(&span, 6, rows[i].kind);
        put_number(&status, 3, rows[i].code);
        put_message(&span, 15, &status);
        put_only(&request, &span);
        input r = read_blob(&request);
        assert_int_equal(nspan(&r), 1);
        assert_int_equal(r.span.v[1].kind, rows[i].want_kind);
        assert_int_equal(r.span.v[1].status, rows[i].want_status);
        input_clear(&r);
    }
}

static void fields_of_another_type_are_passed_over(void **state)
{
    blob span = { 0 }, status = { 0 }, event = { 0 }, link = { 0 },
         request = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_text(&span, 6, "2");
    put_number(&span, 7, 5);
    put_fixed32(&span, 8, 6);
    put_number(&span, 9, 1);
    put_number(&span, 11, 1);
    put_number(&span, 13, 1);
    put_fixed64(&span, 16, 0x300);
    put_text(&status, 1, "no message");
    put_number(&status, 2, 1);
    put_fixed64(&status, 3, 2);
    put_message(&span, 15, &status);
    put_number(&event, 1, 9);
    put_number(&event, 2, 9);
    put_message(&span, 11, &event);
    put_number(&link, 1, 9);
    put_number(&link, 2, 9);
    put_message(&span, 13, &link);
    put_only(&request, &span);
    input r =
        read_as(&corr_format_otlp_pb, request.p, request.n, &(corr_want){ 0 });
    const span_row *s = &r.span.v[1];
    assert_int_equal(nspan(&r), 1);
    assert_true(!moment_known(s->start) && !moment_known(s->end));
    assert_int_equal(s->kind, CORR_SPAN_UNSPECIFIED);
    assert_int_equal(s->status, CORR_STATUS_UNSET);
    assert_string_equal(text_at(&r, s->status_text), "");
    assert_int_equal(s->flags, CORR_SPAN_UNFINISHED);
    assert_int_equal(r.event.n, 1);
    assert_int_equal(r.event.v[0].time, 0);
    assert_string_equal(text_at(&r, r.event.v[0].name), "");
    assert_int_equal(r.lost.events, 0);
    input_clear(&r);
}

static void the_latest_time_there_is_is_one(void **state)
{
    blob span = { 0 }, request = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_fixed64(&span, 7, 1);
    put_fixed64(&span, 8, INT64_MAX);
    put_only(&request, &span);
    input r = read_blob(&request);
    assert_true(r.span.v[1].end.ns == INT64_MAX);
    assert_says(&r, "", "");
    input_clear(&r);
    span.n = request.n = 0;
    put_ids(&span, 1, 1);
    put_fixed64(&span, 7, 1);
    put_fixed64(&span, 8, (uint64_t)INT64_MAX + 1);
    put_only(&request, &span);
    r = read_blob(&request);
    assert_int_equal(r.span.v[1].flags, CORR_SPAN_UNFINISHED);
    assert_says(&r, "",
                "times such as \"9223372036854775808\" are not nanoseconds "
                "since 1970 and count as missing");
    input_clear(&r);
}

static void bytes_become_base64_of_every_length(void **state)
{
    static const char *const want[] = { "", "/w==", "/4E=", "/4EQ",
                                        "/4EQeg==" };

    (void)state;
    for (size_t n = 0; n < countof(want); n++) {
        blob any = { 0 }, pair = { 0 }, span = { 0 }, request = { 0 };

        put_bytes(&any, 7, "\xff\x81\x10z", n);
        put_text(&pair, 1, "k");
        put_message(&pair, 2, &any);
        put_ids(&span, 1, 1);
        put_message(&span, 9, &pair);
        put_only(&request, &span);
        input r = read_blob(&request);
        assert_label(&r, r.span.v[1].attrs, "k", CORR_VALUE_TEXT, want[n]);
        input_clear(&r);
    }
}

static void infinite_values_are_words(void **state)
{
    static const struct {
        uint64_t bits;
        const char *word;
    } rows[] = {
        { UINT64_C(0x7ff0000000000000), "Infinity" },
        { UINT64_C(0xfff0000000000000), "-Infinity" },
        { UINT64_C(0x7ff8000000000000), "NaN" },
    };
    char list[32];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        blob any = { 0 }, pair = { 0 }, span = { 0 }, request = { 0 },
             values = { 0 };

        put_fixed64(&any, 4, rows[i].bits);
        put_text(&pair, 1, "k");
        put_message(&pair, 2, &any);
        put_ids(&span, 1, 1);
        put_message(&span, 9, &pair);
        put_message(&values, 1, &any);
        any.n = pair.n = 0;
        put_message(&any, 5, &values);
        put_text(&pair, 1, "l");
        put_message(&pair, 2, &any);
        put_message(&span, 9, &pair);
        put_only(&request, &span);
        input r = read_blob(&request);
        assert_label(&r, r.span.v[1].attrs, "k", CORR_VALUE_TEXT, rows[i].word);
        snprintf(list, sizeof list, "[\"%s\"]", rows[i].word);
        assert_label(&r, r.span.v[1].attrs, "l", CORR_VALUE_JSON, list);
        input_clear(&r);
    }
}

/* Each control character is one byte and becomes six. */
static void a_list_that_grows_is_whole(void **state)
{
    enum { LONG = 300 };
    blob any = { 0 }, values = { 0 }, pair = { 0 }, span = { 0 },
         request = { 0 };
    char want[6 * LONG + 8] = "[\"";

    (void)state;
    for (int i = 0; i < LONG; i++)
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s",
                 "\\u001f");
    snprintf(want + strlen(want), sizeof want - strlen(want), "%s", "\"]");
    char text[LONG + 1];
    memset(text, 0x1f, LONG);
    text[LONG] = '\0';
    put_text(&any, 1, text);
    put_message(&values, 1, &any);
    any.n = 0;
    put_message(&any, 5, &values);
    put_text(&pair, 1, "k");
    put_message(&pair, 2, &any);
    put_ids(&span, 1, 1);
    put_message(&span, 9, &pair);
    put_only(&request, &span);
    input r = read_blob(&request);
    assert_label(&r, r.span.v[1].attrs, "k", CORR_VALUE_JSON, want);
    input_clear(&r);
}

static void ids_of_other_lengths_are_reported(void **state)
{
    blob span = { 0 }, request = { 0 };

    (void)state;
    put_bytes(&span, 1, "xyz", 3);
    put_bytes(&span, 2, "\0\0\0\0\0\0\0\1", 8);
    put_only(&request, &span);
    input r = read_blob(&request);
    assert_int_equal(nspan(&r), 1);
    assert_says(
        &r, "",
        "ids of 3 bytes are not trace or span ids; they are compared as bytes");
    input_clear(&r);
}

static void a_real_number_has_the_digits_that_it_needs(void **state)
{
    static const struct {
        double x;
        const char *text;
    } rows[] = {
        { 0.1, "[0.1]" },
        { 0.1 + 0.2, "[0.30000000000000004]" },
        { 1e300, "[1e+300]" },
        { 5e-324, "[4.94065645841247e-324]" },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        blob any = { 0 }, values = { 0 }, pair = { 0 }, span = { 0 },
             request = { 0 };

        put_fixed64(&any, 4, bits_of(rows[i].x));
        put_message(&values, 1, &any);
        any.n = 0;
        put_message(&any, 5, &values);
        put_text(&pair, 1, "k");
        put_message(&pair, 2, &any);
        put_ids(&span, 1, 1);
        put_message(&span, 9, &pair);
        put_only(&request, &span);
        input r = read_blob(&request);
        assert_label(&r, r.span.v[1].attrs, "k", CORR_VALUE_JSON, rows[i].text);
        input_clear(&r);
    }
}

/* ---- damage ------------------------------------------------------------- */

static void a_head_may_not_end_after_its_message(void **state)
{
    blob group = { 0 }, other = { 0 }, batch = { 0 }, request = { 0 };

    (void)state;
    put_span(&group, 1, 1, 10, 20);
    put_raw(&group, "\x80", 1); /* what follows would end it */
    put_span(&other, 1, 2, 10, 20);
    put_message(&batch, 2, &group);
    put_message(&batch, 2, &other);
    put_message(&request, 1, &batch);
    input r = read_blob(&request);
    assert_int_equal(nspan(&r), 2);
    assert_says(
        &r, "DAMAGED",
        "the data is not a field of a group of spans; 1 byte cannot be used");
    assert_int_equal(r.lost.bytes, 1);
    input_clear(&r);
}

static void the_loss_of_a_cut_answer_is_reported(void **state)
{
    blob group = { 0 }, request = { 0 }, answer = { 0 };

    (void)state;
    put_span(&group, 1, 1, 10, 20);
    put_request(&request, "s", &group);
    put_message(&answer, 1, &request);
    put_text(&answer, 4, "it is too large");
    const size_t whole = answer.n;
    put_text(&answer, 4, "and this is cut");
    input r =
        read_as(&corr_format_otlp_pb, answer.p, whole + 7, &(corr_want){ 0 });
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "DAMAGED",
                "the input ends inside an export request; its last 7 bytes "
                "cannot be used");
    input_clear(&r);
}

/* ---- what is nearly a trace --------------------------------------------- */

static void a_span_is_known_by_its_ids(void **state)
{
    static const struct {
        size_t trace, id;
        int sure;
    } rows[] = {
        { 16, 8, 60 }, { 8, 8, 60 }, { 0, 8, 0 },  { 16, 0, 0 },
        { 15, 8, 0 },  { 17, 8, 0 }, { 16, 7, 0 }, { 16, 9, 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        blob span = { 0 }, request = { 0 };

        put_bytes(&span, 1, "0123456789abcdef0", rows[i].trace);
        put_bytes(&span, 2, "0123456789abcdef0", rows[i].id);
        put_text(&span, 5, "n");
        put_only(&request, &span);
        if (probe(&request) != rows[i].sure)
            fail_msg("%zu and %zu bytes: not %d", rows[i].trace, rows[i].id,
                     rows[i].sure);
    }
}

static void every_field_of_the_protocol_may_be_there(void **state)
{
    blob event = { 0 }, link = { 0 }, status = { 0 }, scope = { 0 },
         resource = { 0 }, span = { 0 }, group = { 0 }, batch = { 0 },
         request = { 0 };

    (void)state;
    put_fixed64(&event, 1, 5);
    put_text(&event, 2, "e");
    put_attr(&event, 3, "k", "v");
    put_number(&event, 4, 1);
    put_ids(&link, 1, 2);
    put_text(&link, 3, "a=b");
    put_attr(&link, 4, "k", "v");
    put_number(&link, 5, 1);
    put_fixed32(&link, 6, 0x300);
    put_number(&status, 1, 0);
    put_text(&status, 2, "m");
    put_number(&status, 3, 2);
    put_text(&scope, 1, "lib");
    put_text(&scope, 2, "1");
    put_attr(&scope, 3, "k", "v");
    put_number(&scope, 4, 1);
    put_attr(&resource, 1, "k", "v");
    put_number(&resource, 2, 1);
    put_bytes(&resource, 3, "\x0a\0", 2);
    put_ids(&span, 1, 1);
    put_text(&span, 3, "a=b");
    put_bytes(&span, 4, "\0\0\0\0\0\0\0\2", 8);
    put_text(&span, 5, "n");
    put_number(&span, 6, 1);
    put_fixed64(&span, 7, 5);
    put_fixed64(&span, 8, 6);
    put_attr(&span, 9, "k", "v");
    put_number(&span, 10, 1);
    put_message(&span, 11, &event);
    put_number(&span, 12, 1);
    put_message(&span, 13, &link);
    put_number(&span, 14, 1);
    put_message(&span, 15, &status);
    put_fixed32(&span, 16, 0x100);
    put_message(&group, 1, &scope);
    put_message(&group, 2, &span);
    put_text(&group, 3, "url");
    put_message(&batch, 1, &resource);
    put_message(&batch, 2, &group);
    put_text(&batch, 3, "url");
    put_message(&request, 1, &batch);
    assert_int_equal(probe(&request), 60);
    input r = read_blob(&request);
    assert_int_equal(nspan(&r), 1);
    assert_int_equal(r.warning.n, 3);
    assert_string_equal(r.warning.v[0].text,
                        "1 attribute of a span was dropped by its sender");
    assert_string_equal(r.warning.v[1].text,
                        "1 event of a span was dropped by its sender");
    assert_string_equal(r.warning.v[2].text,
                        "1 link of a span was dropped by its sender");
    input_clear(&r);
}

static void a_field_may_not_end_after_its_message(void **state)
{
    blob span = { 0 }, request = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_raw(&span, "\x2a\x05n", 3); /* a name of 5 bytes, of which 1 is here */
    put_only(&request, &span);
    put_only(&request, &span);
    assert_int_equal(probe(&request), 0);
}

static void fields_to_come_are_left_alone_in_spans(void **state)
{
    blob span = { 0 }, request = { 0 }, more = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_number(&span, 17, 1);
    put_number(&span, 900, 1);
    put_only(&request, &span);
    assert_int_equal(probe(&request), 60);
    put_raw(&more, request.p, request.n);
    put_number(&more, 2, 1);
    assert_int_equal(probe(&more), 0);
    more.n = 0;
    put_raw(&more, request.p, request.n);
    put_number(&more, 99, 1);
    assert_int_equal(probe(&more), 0);
}

static void records_are_known_by_the_first_that_is_not_empty(void **state)
{
    blob span = { 0 }, request = { 0 }, file = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_only(&request, &span);
    put_record(&file, &(blob){ 0 });
    put_record(&file, &(blob){ 0 });
    assert_int_equal(probe(&file), 0);
    put_record(&file, &request);
    put_record(&file, &request);
    assert_int_equal(probe(&file), 60);
    input r = read_blob(&file);
    assert_int_equal(nspan(&r), 2);
    assert_says(&r, "", "");
    input_clear(&r);
    file.n = 0;
    put_raw(&file, "\x7f\xff\xff\xff", 4);
    put_raw(&file, request.p, request.n);
    assert_int_equal(probe(&file), 0);
}

static void a_search_lists_ids_in_hex(void **state)
{
    static const struct {
        const char *id;
        int sure;
    } rows[] = {
        { "1e1cdb43b27083573afe288d565766c7", 60 },
        { "1E1CDB43B", 60 },
        { "1e1cdb43", 0 }, /* any word may be that */
        { "1e1cdb43b27083573afe288d565766c70", 0 },
        { "1e1cdb43b27083573afe288d565766cg", 0 },
        { "", 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        blob summary = { 0 }, answer = { 0 };

        put_text(&summary, 1, rows[i].id);
        put_text(&summary, 2, "gateway");
        put_message(&answer, 1, &summary);
        if (corr_format_tempo_search_pb.probe(answer.p, answer.n, true) !=
            rows[i].sure)
            fail_msg("%s: not %d", rows[i].id, rows[i].sure);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_and_states_that_are_none_are_unset),
        cmocka_unit_test(fields_of_another_type_are_passed_over),
        cmocka_unit_test(the_latest_time_there_is_is_one),
        cmocka_unit_test(bytes_become_base64_of_every_length),
        cmocka_unit_test(infinite_values_are_words),
        cmocka_unit_test(a_list_that_grows_is_whole),
        cmocka_unit_test(ids_of_other_lengths_are_reported),
        cmocka_unit_test(a_real_number_has_the_digits_that_it_needs),
        cmocka_unit_test(a_head_may_not_end_after_its_message),
        cmocka_unit_test(the_loss_of_a_cut_answer_is_reported),
        cmocka_unit_test(a_span_is_known_by_its_ids),
        cmocka_unit_test(every_field_of_the_protocol_may_be_there),
        cmocka_unit_test(a_field_may_not_end_after_its_message),
        cmocka_unit_test(fields_to_come_are_left_alone_in_spans),
        cmocka_unit_test(records_are_known_by_the_first_that_is_not_empty),
        cmocka_unit_test(a_search_lists_ids_in_hex),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
