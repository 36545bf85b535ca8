/* Tests of the OTLP protobuf reader: what a span becomes, framings, order of
 * fields, and what is wanted. */
#include "otlp/test/otlp_pb_test.h"

#define BOTH_JSON "testdata/trace/otlp-both.jsonl"
#define BOTH_PB   "testdata/trace/otlp-both.pb"

static const corr_want everything = { 0 };

/* ---- two forms of one export -------------------------------------------- */

static void the_same_run_is_the_same_in_json_and_in_protobuf(void **state)
{
    input a = read_path(&corr_format_otlp, BOTH_JSON, &everything);
    input b = read_path(&corr_format_otlp_pb, BOTH_PB, &everything);

    (void)state;
    assert_int_equal(nspan(&b), 36);
    assert_int_equal(b.trace.n - 1, 4);
    assert_same_spans(&a, &b);
    input_clear(&a);
    input_clear(&b);
}

/* ---- one span ----------------------------------------------------------- */

static void put_any(blob *attrs, uint32_t field, const char *key,
                    const blob *any)
{
    blob pair = { 0 };

    put_text(&pair, 1, key);
    put_message(&pair, 2, any);
    put_message(attrs, field, &pair);
}

/* An attribute of each sort. */
static void put_all_sorts(blob *to, uint32_t field)
{
    blob any = { 0 }, item = { 0 }, list = { 0 }, map = { 0 };

    put_attr(to, field, "text", "\"a\"\n");
    put_number(&any, 2, 1);
    put_any(to, field, "bool", &any);
    any.n = 0;
    put_number(&any, 3, (uint64_t)-7);
    put_any(to, field, "int", &any);
    any.n = 0;
    put_fixed64(&any, 4, bits_of(0.1));
    put_any(to, field, "real", &any);
    any.n = 0;
    put_fixed64(&any, 4, UINT64_C(0x7ff8000000000000));
    put_any(to, field, "nan", &any);
    any.n = 0;
    put_bytes(&any, 7, "\0\xff\x10z", 4);
    put_any(to, field, "bytes", &any);
    put_any(to, field, "nothing", &(blob){ 0 });

    put_text(&item, 1, "\"a\"\n");
    put_message(&list, 1, &item);
    item.n = 0;
    put_number(&item, 2, 0);
    put_message(&list, 1, &item);
    item.n = 0;
    put_number(&item, 3, INT64_MAX);
    put_message(&list, 1, &item);
    item.n = 0;
    put_fixed64(&item, 4, bits_of(0.1));
    put_message(&list, 1, &item);
    put_message(&list, 1, &any);
    put_message(&list, 1, &(blob){ 0 });
    put_any(&map, 1, "k", &item);
    item.n = 0;
    put_message(&item, 6, &map);
    put_message(&list, 1, &item);
    any.n = 0;
    put_message(&any, 5, &list);
    put_any(to, field, "list", &any);
}

static void put_whole_span(blob *to)
{
    blob span = { 0 }, event = { 0 }, link = { 0 }, status = { 0 };

    put_ids(&span, 0x5b, 7);
    put_text(&span, 3, "vendor=1");
    put_bytes(&span, 4, (const uint8_t[8]){ [7] = 6 }, 8);
    put_text(&span, 5, "GET /");
    put_number(&span, 6, 2);
    put_fixed64(&span, 7, 1711138246978123457);
    put_fixed64(&span, 8, 1711138247228123458);
    put_all_sorts(&span, 9);
    put_number(&span, 10, 3);
    put_fixed64(&event, 1, 1711138247000000001);
    put_text(&event, 2, "exception");
    put_attr(&event, 3, "exception.type", "E");
    put_message(&span, 11, &event);
    put_ids(&link, 0x77, 9);
    put_attr(&link, 4, "why", "retry");
    put_message(&span, 13, &link);
    put_text(&status, 2, "no stock");
    put_number(&status, 3, 2);
    put_message(&span, 15, &status);
    put_fixed32(&span, 16, 0x301);
    put_number(&span, 99, 1); /* of some later version */
    put_message(to, 2, &span);
}

static void put_whole_group(blob *to)
{
    blob scope = { 0 };

    put_text(&scope, 1, "lib");
    put_text(&scope, 2, "2.1");
    put_attr(&scope, 3, "scope.attr", "x");
    put_message(to, 1, &scope);
    put_whole_span(to);
}

static void every_field_of_a_span_is_read(void **state)
{
    blob group = { 0 }, request = { 0 };

    (void)state;
    put_whole_group(&group);
    put_request(&request, "shop", &group);
    input r = read_blob(&request);
    const span_row *s = &r.span.v[1];

    assert_says(&r, "DROPPED",
                "3 attributes of spans were dropped by their sender");
    assert_int_equal(nspan(&r), 1);
    assert_true(s->trace.hi == 0x5b01020304050607);
    assert_true(s->trace.lo == 0x0809000000000001);
    assert_true(s->id == 7 && s->parent == 6);
    assert_true(s->start.ns == 1711138246978123457);
    assert_true(s->end.ns == 1711138247228123458);
    assert_int_equal(s->kind, CORR_SPAN_SERVER);
    assert_int_equal(s->status, CORR_STATUS_ERROR);
    assert_int_equal(s->flags, CORR_SPAN_REMOTE_KNOWN | CORR_SPAN_REMOTE);
    assert_string_equal(text_at(&r, s->name), "GET /");
    assert_string_equal(text_at(&r, s->status_text), "no stock");
    assert_string_equal(service_of(&r, 1), "shop");
    assert_label(&r, s->attrs, "otel.scope.name", CORR_VALUE_TEXT, "lib");
    assert_label(&r, s->attrs, "otel.scope.version", CORR_VALUE_TEXT, "2.1");
    assert_label(&r, s->attrs, "scope.attr", CORR_VALUE_TEXT, "x");
    assert_label(&r, s->attrs, "w3c.tracestate", CORR_VALUE_TEXT, "vendor=1");
    assert_true(r.event.n > 0 && r.link.n > 0);
    const event_row *e = &r.event.v[r.event.n - 1];
    assert_true(e->span == 1 && e->time == 1711138247000000001);
    assert_string_equal(text_at(&r, e->name), "exception");
    assert_label(&r, e->labels, "exception.type", CORR_VALUE_TEXT, "E");
    const link_row *l = &r.link.v[r.link.n - 1];
    assert_true(l->span == 1 && l->id == 9);
    assert_true(l->trace.hi == 0x7701020304050607);
    assert_label(&r, l->labels, "why", CORR_VALUE_TEXT, "retry");
    input_clear(&r);
}

static void attributes_keep_their_types(void **state)
{
    blob group = { 0 }, request = { 0 };

    (void)state;
    put_whole_group(&group);
    put_request(&request, "shop", &group);
    input r = read_blob(&request);
    const uint32_t set = r.span.v[1].attrs;

    assert_label(&r, set, "text", CORR_VALUE_TEXT, "\"a\"\n");
    assert_label(&r, set, "bool", CORR_VALUE_BOOL, "");
    assert_int_equal(label_of(&r, set, "bool").num, 1);
    assert_label(&r, set, "int", CORR_VALUE_INT, "");
    assert_int_equal(label_of(&r, set, "int").num, -7);
    assert_label(&r, set, "real", CORR_VALUE_REAL, "");
    assert_true(bits_of(label_of(&r, set, "real").real) == bits_of(0.1));
    assert_label(&r, set, "nan", CORR_VALUE_TEXT, "NaN");
    assert_label(&r, set, "bytes", CORR_VALUE_TEXT, "AP8Qeg==");
    assert_label(&r, set, "nothing", CORR_VALUE_TEXT, "");
    assert_label(&r, set, "list", CORR_VALUE_JSON,
                 "[\"\\\"a\\\"\\u000a\",false,9223372036854775807,0.1,"
                 "\"AP8Qeg==\",null,{\"k\":0.1}]");
    input_clear(&r);
}

static void odd_ids_and_times_are_reported(void **state)
{
    static const char hex[] = "5b8efff798038103d269b633813fc700";
    blob span = { 0 }, group = { 0 }, request = { 0 };

    (void)state;
    put_bytes(&span, 1, hex, 32); /* digits in place of bytes */
    put_bytes(&span, 2, "0000000000000042", 16);
    put_bytes(&span, 4, "xyz", 3);
    put_number(&span, 6, 77);
    put_fixed64(&span, 7, UINT64_MAX);
    put_message(&group, 2, &span);
    span.n = 0;
    put_bytes(&span, 1, "\1\2\3\4\5\6\7\10", 8);
    put_bytes(&span, 2, "\0\0\0\0\0\0\0\1", 8);
    put_fixed64(&span, 7, 20);
    put_fixed64(&span, 8, 10);
    put_message(&group, 2, &span);
    put_message(&group, 2, &(blob){ 0 }); /* without ids */
    put_request(&request, "s", &group);
    input r = read_blob(&request);

    assert_int_equal(nspan(&r), 2);
    assert_true(r.span.v[1].trace.lo == 0x0102030405060708);
    assert_true(r.span.v[1].start.ns == 20 && r.span.v[1].end.ns == 20);
    assert_true(r.span.v[2].trace.hi == 0x5b8efff798038103);
    assert_true(r.span.v[2].id == 0x42 && r.span.v[2].parent != 0);
    assert_int_equal(r.span.v[2].kind, CORR_SPAN_UNSPECIFIED);
    assert_false(moment_known(r.span.v[2].start));
    assert_int_equal(r.warning.n, 4);
    input_clear(&r);
}

/* ---- framings ----------------------------------------------------------- */

static void put_file(blob *b, const char *path)
{
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    b->n = fread(b->p, 1, sizeof b->p, f);
    fclose(f);
}

/* The records in from, written in another way. */
static void reframe(const blob *from, blob *to, bool records)
{
    for (size_t at = 0; at < from->n;) {
        corr_cur c = corr_cur_of(from->p + at, 4);
        blob message = { 0 };
        size_t n = 0;

        for (unsigned i = 0; i < 4; i++)
            n = n << 8 | (size_t)corr_cur_le(&c, 1);
        put_raw(&message, from->p + at + 4, n);
        if (records)
            put_record(to, &message);
        else
            put_raw(to, message.p, message.n);
        if (records)
            put_record(to, &(blob){ 0 });
        at += 4 + n;
    }
}

static void however_it_is_framed_the_spans_are_the_same(void **state)
{
    blob records = { 0 }, empty = { 0 }, message = { 0 }, answer = { 0 };
    input want = read_path(&corr_format_otlp_pb, BOTH_PB, &everything);

    (void)state;
    put_file(&records, BOTH_PB);
    put_record(&empty, &(blob){ 0 });
    reframe(&records, &empty, true);
    reframe(&records, &message, false);
    put_message(&answer, 1, &message);
    put_bytes(&answer, 2, "\x08\x01", 2);
    const blob *const forms[] = { &records, &empty, &message, &answer };
    for (size_t i = 0; i < countof(forms); i++) {
        input r = read_blob(forms[i]);

        assert_int_equal(
            corr_format_otlp_pb.probe(forms[i]->p, forms[i]->n, true), 60);
        assert_says(&r, "", "");
        assert_same_spans(&want, &r);
        input_clear(&r);
    }
    input_clear(&want);
}

static void the_number_of_2022_is_known(void **state)
{
    blob group = { 0 }, resource = { 0 }, batch = { 0 }, request = { 0 };

    (void)state;
    put_whole_group(&group);
    put_attr(&resource, 1, "service.name", "old");
    put_message(&batch, 1, &resource);
    put_message(&batch, 1000, &group);
    put_message(&request, 1, &batch);
    assert_int_equal(corr_format_otlp_pb.probe(request.p, request.n, true), 60);
    input r = read_blob(&request);
    assert_int_equal(nspan(&r), 1);
    assert_string_equal(service_of(&r, 1), "old");
    input_clear(&r);
}

static void a_part_of_a_trace_is_noted_as_one(void **state)
{
    blob group = { 0 }, request = { 0 }, answer = { 0 };

    (void)state;
    put_span(&group, 1, 1, 10, 20);
    put_request(&request, "s", &group);
    put_text(&answer, 4, "it is too large");
    put_number(&answer, 3, 1);
    put_message(&answer, 1, &request);
    input r = read_blob(&answer);
    assert_int_equal(nspan(&r), 1);
    assert_says(&r, "PARTIAL",
                "partial trace, because it is too large: counts are lower, "
                "self times upper bounds, durations hold");
    input_clear(&r);
}

static void a_long_message_of_a_server_is_shortened(void **state)
{
    static const size_t length[] = { 1, 127, 128, 300 };
    blob group = { 0 }, request = { 0 };

    (void)state;
    put_span(&group, 1, 1, 10, 20);
    put_request(&request, "s", &group);
    for (size_t i = 0; i < countof(length); i++) {
        char message[301] = "", want[512];
        blob answer = { 0 };

        memset(message, 'm', length[i]);
        put_message(&answer, 1, &request);
        put_number(&answer, 3, 1);
        put_text(&answer, 4, message);
        snprintf(want, sizeof want,
                 "partial trace, because %.127s: counts are lower, self times "
                 "upper bounds, durations hold",
                 message);
        input r = read_blob(&answer);
        assert_says(&r, "PARTIAL", want);
        input_clear(&r);
    }
}

static void an_answer_without_a_trace_has_no_spans(void **state)
{
    const blob nothing = { 4, { 0x0a, 0, 0x12, 0 } };
    input r = read_blob(&nothing);

    (void)state;
    assert_int_equal(corr_format_otlp_pb.probe(nothing.p, 4, true), 100);
    assert_int_equal(nspan(&r), 0);
    assert_says(&r, "", "");
    input_clear(&r);
}

/* ---- order -------------------------------------------------------------- */

/* The fields of a message, last first, and so on down. */
static void reverse(const uint8_t *p, size_t n, unsigned depth, blob *to)
{
    corr_cur c = corr_cur_of(p, n);
    const uint8_t *from[64];
    wire_field field[64];
    size_t count = 0;

    from[0] = p;
    while (wire_next(&c, &field[count])) {
        count++;
        assert_true(count < 64);
        from[count] = c.p;
    }
    for (size_t i = count; i-- > 0;) {
        const wire_field *f = &field[i];

        if (f->type == WIRE_BYTES && depth > 0) {
            blob *part = calloc(1, sizeof *part);

            assert_non_null(part);
            reverse(f->bytes.p, corr_cur_left(&f->bytes), depth - 1, part);
            put_message(to, f->number, part);
            free(part);
        } else {
            put_raw(to, from[i], (size_t)(from[i + 1] - from[i]));
        }
    }
}

static void fields_may_come_in_any_order(void **state)
{
    blob group = { 0 }, request = { 0 }, backward = { 0 };

    (void)state;
    put_whole_group(&group);
    put_request(&request, "shop", &group);
    reverse(request.p, request.n, 3, &backward);
    assert_int_equal(request.n, backward.n);
    assert_memory_not_equal(request.p, backward.p, request.n);
    assert_int_equal(corr_format_otlp_pb.probe(backward.p, backward.n, true),
                     60);
    input a = read_blob(&request);
    input b = read_blob(&backward);
    assert_same_spans(&a, &b);
    input_clear(&a);
    input_clear(&b);
}

static void write_head(FILE *f, uint32_t field, size_t n)
{
    blob head = { 0 };

    put_varint(&head, field << 3 | WIRE_BYTES);
    put_varint(&head, n);
    fwrite(head.p, 1, head.n, f);
}

/* A group of more bytes than are looked ahead, then its resource. */
static FILE *large_file(unsigned nspan)
{
    blob span = { 0 }, head = { 0 }, resource = { 0 }, scope = { 0 };
    static char name[50000];
    FILE *f = tmpfile();

    assert_non_null(f);
    memset(name, 'x', sizeof name);
    put_ids(&span, 1, 1);
    put_fixed64(&span, 7, 10);
    put_fixed64(&span, 8, 20);
    put_bytes(&span, 5, name, sizeof name);
    put_varint(&head, 2 << 3 | WIRE_BYTES);
    put_varint(&head, span.n);
    put_text(&scope, 1, "late");
    put_attr(&resource, 1, "service.name", "late");
    const size_t group = nspan * (head.n + span.n) + 2 + scope.n;
    write_head(f, 1, group + 5 + 2 + resource.n);
    write_head(f, 2, group); /* 5 bytes */
    for (unsigned i = 0; i < nspan; i++) {
        span.p[2 + 16 + 2 + 6] = (uint8_t)(1 + (i >> 8));
        span.p[2 + 16 + 2 + 7] = (uint8_t)i;
        fwrite(head.p, 1, head.n, f);
        fwrite(span.p, 1, span.n, f);
    }
    write_head(f, 1, scope.n);
    fwrite(scope.p, 1, scope.n, f);
    write_head(f, 1, resource.n);
    fwrite(resource.p, 1, resource.n, f);
    rewind(f);
    return f;
}

static void a_resource_far_behind_its_spans_is_theirs(void **state)
{
    enum { SPANS = 400 }; /* 20 MB */
    FILE *f = large_file(SPANS);
    corr_err err = { 0 };
    loaded l = load_source_as(&corr_format_otlp_pb,
                              src_open_fd(fileno(f), &(src_opts){ 0 }, &err),
                              &everything, false);

    (void)state;
    fclose(f);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(nspan(&l.in), SPANS);
    assert_string_equal(service_of(&l.in, 1), "late");
    assert_string_equal(service_of(&l.in, nspan(&l.in)), "late");
    assert_says(&l.in, "",
                "a scope comes after its spans; they are shown without it");
    input_clear(&l.in);
}

/* ---- what is wanted ----------------------------------------------------- */

static void without_attributes_the_thread_stays(void **state)
{
    blob span = { 0 }, group = { 0 }, request = { 0 }, any = { 0 };

    (void)state;
    put_ids(&span, 1, 1);
    put_attr(&span, 9, "a", "b");
    put_attr(&span, 9, "thread.name", "w");
    put_attr(&span, 9, "profile.file", "p");
    put_number(&any, 3, 17);
    put_any(&span, 9, "thread.id", &any);
    put_message(&span, 11, &(blob){ 0 });
    put_message(&group, 2, &span);
    put_request(&request, "s", &group);
    input r = read_as(&corr_format_otlp_pb, request.p, request.n,
                      &(corr_want){ .needs = CORR_NEED_SPANS });
    const uint32_t set = r.span.v[1].attrs;

    assert_int_equal(r.label.set_n.v[set], 3);
    assert_int_equal(label_of(&r, set, "thread.id").num, 17);
    assert_label(&r, set, "thread.name", CORR_VALUE_TEXT, "w");
    assert_label(&r, set, "profile.file", CORR_VALUE_TEXT, "p");
    assert_string_equal(service_of(&r, 1), "s");
    assert_int_equal(r.event.n, 0);
    input_clear(&r);
}

static void without_spans_nothing_is_read(void **state)
{
    input r = read_path(&corr_format_otlp_pb, BOTH_PB,
                        &(corr_want){ .needs = CORR_NEED_SAMPLES });

    (void)state;
    assert_int_equal(nspan(&r), 0);
    input_clear(&r);
}

static void spans_outside_a_window_are_left_out(void **state)
{
    blob group = { 0 }, request = { 0 };

    (void)state;
    put_span(&group, 1, 1, 10, 20);
    put_span(&group, 1, 2, 20, 30);
    put_span(&group, 1, 3, 30, 40);
    put_span(&group, 1, 4, 0, 0);
    put_span(&group, 1, 5, 5, 0);
    put_span(&group, 1, 6, 1, 99);
    put_request(&request, "s", &group);
    input r = read_as(&corr_format_otlp_pb, request.p, request.n,
                      &(corr_want){ .spans = { 21, 30 } });

    assert_int_equal(nspan(&r), 4);
    for (size_t i = 1; i <= 4; i++)
        assert_true(r.span.v[i].id != 1 && r.span.v[i].id != 3);
    input_clear(&r);
}

static void by_id_comes_what_is_there(void **state)
{
    input whole = read_path(&corr_format_otlp_pb, BOTH_PB, &everything);

    (void)state;
    for (size_t t = 1; t < whole.trace.n; t++) {
        const trace_row *row = &whole.trace.v[t];
        const span_row *first = &whole.span.v[row->first];
        const corr_want wants[] = {
            { .by_id = true,
              .ids.hi = row->id.hi,
              .ids.lo = row->id.lo,
              .ids.mask_hi = UINT64_MAX,
              .ids.mask_lo = UINT64_MAX },
            { .by_id = true,
              .ids.hi = row->id.hi & 0xfffff00000000000,
              .ids.mask_hi = 0xfffff00000000000 },
            { .by_id = true,
              .ids.hi = 1,
              .ids.mask_hi = UINT64_MAX,
              .ids.span = first->id,
              .ids.mask_span = UINT64_MAX },
        };
        const size_t n[] = { row->n, row->n, 1 };

        for (size_t w = 0; w < countof(wants); w++) {
            input r = read_path(&corr_format_otlp_pb, BOTH_PB, &wants[w]);

            assert_int_equal(nspan(&r), n[w]);
            assert_true(r.span.v[1].id == first->id);
            assert_string_equal(service_of(&r, 1),
                                service_of(&whole, row->first));
            input_clear(&r);
        }
    }
    input_clear(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_run_is_the_same_in_json_and_in_protobuf),
        cmocka_unit_test(every_field_of_a_span_is_read),
        cmocka_unit_test(attributes_keep_their_types),
        cmocka_unit_test(odd_ids_and_times_are_reported),
        cmocka_unit_test(however_it_is_framed_the_spans_are_the_same),
        cmocka_unit_test(the_number_of_2022_is_known),
        cmocka_unit_test(a_part_of_a_trace_is_noted_as_one),
        cmocka_unit_test(a_long_message_of_a_server_is_shortened),
        cmocka_unit_test(an_answer_without_a_trace_has_no_spans),
        cmocka_unit_test(fields_may_come_in_any_order),
        cmocka_unit_test(a_resource_far_behind_its_spans_is_theirs),
        cmocka_unit_test(without_attributes_the_thread_stays),
        cmocka_unit_test(without_spans_nothing_is_read),
        cmocka_unit_test(spans_outside_a_window_are_left_out),
        cmocka_unit_test(by_id_comes_what_is_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
