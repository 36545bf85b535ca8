/* Tests of the reader of OTLP profiles in protobuf: drafts, framing, and what
 * is recognised. */
#include "base/base.h"
#include "otlp/otlp_profile.h"
#include "source/source.h"
#include "test/test_pprof.h"

#define FILE_OF(name) "testdata/otlp-profiles/" name

static void put_fixed64(blob *b, unsigned field, uint64_t x)
{
    put_varint(b, field << 3 | WIRE_FIXED64);
    for (unsigned i = 0; i < 64; i += 8) {
        const uint8_t byte = (uint8_t)(x >> i);
        put_raw(b, &byte, 1);
    }
}

static void put_text(blob *b, unsigned field, const char *z)
{
    put_mem(b, field, z, strlen(z));
}

/* A record of the file exporter. */
static void put_record(blob *b, const blob *m)
{
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        const uint8_t byte = (uint8_t)(m->n >> (shift - 8));
        put_raw(b, &byte, 1);
    }
    put_raw(b, m->p, m->n);
}

static void put_example(blob *b, const char *path)
{
    uint8_t bytes[12000];
    FILE *f = fopen(path, "rb");

    assert_non_null(f);
    put_raw(b, bytes, fread(bytes, 1, sizeof bytes, f));
    fclose(f);
}

static void read_limited(loaded *l, const blob *b, const corr_limits *limits)
{
    corr_err err = { 0 };

    load_as(l, &corr_format_otlp_profiles_pb,
            src_open_memory(b->p, b->n,
                            &(src_opts){ .path = "a.pb", .limits = *limits },
                            &err),
            &(corr_load_opts){ .jobs = 1 });
}

static void read_message(loaded *l, const blob *b)
{
    read_limited(l, b, &(corr_limits){ 0 });
}

static const char *rows_of(const loaded *l, const char *kind)
{
    static char text[1024];
    const segment *s = find_kind(l, kind);
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; s && i < s->n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%lld",
                              i ? " " : "", stack_of(l, s, i),
                              (long long)s->value[i]);
    return text;
}

/* ---- drafts ------------------------------------------------------------------ */

static void drafts_from_1_4_say_the_same(void **state)
{
    static const char *const paths[] = { FILE_OF("example.pb"),
                                         FILE_OF("example-1.9.pb"),
                                         FILE_OF("example-1.7.pb"),
                                         FILE_OF("example-1.5.pb") };

    (void)state;
    for (size_t i = 0; i < countof(paths); i++) {
        blob b = { .n = 0 };
        loaded l;

        put_example(&b, paths[i]);
        read_message(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.warning.n, 0);
        assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000 "
                                                "main:7;work:12=10000000");
        const segment *s = find_kind(&l, "cpu");
        assert_true(s->time[0] == 1700000000000000100);
        assert_true(s->time[1] == 1700000000010000100);
        assert_true(s->span[1] == 0x00f067aa0ba902b7);
        assert_true(l.in.from == 1700000000000000000);
        assert_true(l.in.to == 1700000001000000000);
        assert_int_equal(s->row[1], 0);
        input_clear(&l.in);
    }
}

/* A message whose samples have these fields, which is of 1.8 or later. */
static void put_drafted(blob *b, const blob *samples)
{
    blob profile = { .n = 0 }, scope = { .n = 0 }, resource = { .n = 0 },
         type = { .n = 0 };
    blob dictionary = { .n = 0 }, part = { .n = 0 };
    static const char *const texts[] = { "",  "samples", "count",
                                         "f", "cpu",     "nanoseconds" };

    put_num(&type, 1, 1);
    put_num(&type, 2, 2);
    put_msg(&profile, 1, &type);
    put_raw(&profile, samples->p, samples->n);
    put_fixed64(&profile, 3, 1000);
    put_msg(&scope, 2, &profile);
    put_msg(&resource, 2, &scope);
    put_msg(b, 1, &resource);
    put_msg(&dictionary, 2, &part);
    put_num(&part, 1, 1); /* function 1, and line {1} */
    blob location = { .n = 0 };
    put_msg(&location, 3, &part);
    put_msg(&dictionary, 2, &location);
    part.n = 0;
    put_msg(&dictionary, 3, &part);
    put_num(&part, 1, 3);
    put_msg(&dictionary, 3, &part);
    part.n = 0;
    put_msg(&dictionary, 4, &part);
    for (size_t i = 0; i < countof(texts); i++)
        put_text(&dictionary, 5, texts[i]);
    put_msg(&dictionary, 6, &part);
    put_num(&part, 1, 3);
    put_msg(&dictionary, 6, &part);
    put_msg(&dictionary, 7, &(blob){ .n = 0 });
    put_msg(&dictionary, 7, &(blob){ { 0x0a, 1, 1 }, 3 });
    put_msg(b, 2, &dictionary);
}

typedef struct draft_case {
    uint8_t sample[8]; /* fields of samples, each a number and a varint */
    size_t n;
    int64_t total; /* of samples */
} draft_case;

/* One attribute, no link, lists that are not packed. */
static void what_contradicts_itself_less_is_the_draft(void **state)
{
    static const draft_case cases[] = {
        /* 1.10: stack, attribute, value */
        { { 0x08, 1, 0x10, 1, 0x20, 9 }, 6, 9 },
        /* 1.9: stack, value, attribute */
        { { 0x08, 1, 0x10, 9, 0x18, 1 }, 6, 9 },
        /* either: 1.10 is meant */
        { { 0x08, 1, 0x20, 7 }, 4, 7 },
        /* only 1.9 has a value in field 2 that is no attribute */
        { { 0x08, 1, 0x10, 5 }, 4, 5 },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        blob samples = { .n = 0 }, b = { .n = 0 };
        loaded l;

        put_mem(&samples, 2, cases[i].sample, cases[i].n);
        put_drafted(&b, &samples);
        read_message(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.warning.n, 0);
        assert_int_equal(total_of(&l, "samples"), cases[i].total);
        input_clear(&l.in);
    }
}

static void the_samples_of_a_message_agree_on_a_draft(void **state)
{
    /* by itself the second could be of either */
    static const uint8_t sure[] = { 0x08, 1, 0x1a, 1, 1, 0x10, 4 };
    static const uint8_t open[] = { 0x08, 1, 0x10, 1, 0x2a, 8, 9,
                                    0,    0, 0,    0, 0,    0, 0 };
    blob samples = { .n = 0 }, b = { .n = 0 };
    loaded l;

    (void)state;
    put_mem(&samples, 2, open, sizeof open);
    put_mem(&samples, 2, sure, sizeof sure);
    put_drafted(&b, &samples);
    read_message(&l, &b);
    assert_int_equal(total_of(&l, "samples"), 5);
    assert_int_equal(find_kind(&l, "samples")->labels[1], 0);
    input_clear(&l.in);
}

/* Offset of the tables of 1.6, which export requests did not have. */
enum { OLD_TABLES_AT = 138 };

static void a_draft_with_tables_around_profiles_is_refused(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&b, FILE_OF("old-1.6.pb"));
    b.n = OLD_TABLES_AT;
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(
        l.err.what,
        "a draft of OTLP profiles, version 1.3 or 1.6, which corr cannot read");
    input_clear(&l.in);
}

/* ---- framing ----------------------------------------------------------------- */

static void assert_twice(const blob *b, int64_t times)
{
    loaded l;

    read_message(&l, b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    assert_int_equal(total_of(&l, "cpu"), times * 20000000);
    input_clear(&l.in);
}

/* The dictionary of the example begins here. */
enum { DICTIONARY_AT = 129 };

static void messages_come_framed_and_in_a_row(void **state)
{
    blob one = { .n = 0 }, records = { .n = 0 }, row = { .n = 0 },
         turned = { .n = 0 };

    (void)state;
    put_example(&one, FILE_OF("example.pb"));
    assert_int_equal(one.p[DICTIONARY_AT], 0x12);
    assert_twice(&one, 1);
    put_record(&records, &one);
    assert_twice(&records, 1);
    put_record(&records, &one);
    assert_twice(&records, 2);
    put_raw(&row, one.p, one.n);
    put_raw(&row, one.p, one.n);
    assert_twice(&row, 2);
    for (int i = 1; i < 4; i++) {
        put_raw(&turned, one.p + DICTIONARY_AT, one.n - DICTIONARY_AT);
        put_raw(&turned, one.p, DICTIONARY_AT);
        assert_twice(&turned, i);
    }
}

static void a_record_of_no_bytes_ends_the_file(void **state)
{
    blob one = { .n = 0 }, b = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&one, FILE_OF("example.pb"));
    put_record(&b, &one);
    put_record(&b, &(blob){ .n = 0 });
    put_record(&b, &one);
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "cpu"), 20000000);
    assert_int_equal(l.in.warning.n, 1);
    assert_string_equal(
        l.in.warning.v[0].text,
        "the length of a record is 0; the rest of the file was not read");
    input_clear(&l.in);
}

static void a_record_over_the_limit_is_left_out(void **state)
{
    blob one = { .n = 0 }, b = { .n = 0 }, filler = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&one, FILE_OF("example.pb"));
    put_record(&b, &one);
    put_raw(&filler, b.p, 300);
    b.n = 0;
    put_record(&b, &one);
    filler.n = 400;
    put_record(&b, &filler);
    put_record(&b, &one);
    read_limited(&l, &b, &(corr_limits){ .record = 390 });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "cpu"), 40000000);
    assert_non_null(said(&l, "left out a record of more than 390 bytes"));
    input_clear(&l.in);
}

/* A file may end anywhere without made-up rows. */
static void a_file_may_end_anywhere(void **state)
{
    blob one = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&one, FILE_OF("example.pb"));
    for (size_t n = 1; n < one.n; n++) {
        blob b = { .n = 0 };

        put_raw(&b, one.p, n);
        read_message(&l, &b);
        if (l.code == CORR_OK) {
            /* an entry is lost with its stack, at the end of all */
            assert_true(n > DICTIONARY_AT);
            assert_string_equal(rows_of(&l, "cpu"), "");
            assert_true(l.in.warning.n > 0);
        } else {
            assert_int_equal(l.code, CORR_EFORMAT);
        }
        input_clear(&l.in);
    }
}

static void a_cut_behind_the_dictionary_leaves_whole_samples(void **state)
{
    blob one = { .n = 0 }, b = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&one, FILE_OF("example.pb"));
    put_raw(&b, one.p + DICTIONARY_AT, one.n - DICTIONARY_AT);
    put_raw(&b, one.p, 119); /* inside the last of its facts */
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000 "
                                            "main:7;work:12=10000000");
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(said(&l, "the input ends inside a message; its "
                             "last 8 bytes cannot be used"));
    input_clear(&l.in);
    b.n -= 19; /* after its time */
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.kind.n, 1);
    assert_int_equal(l.in.warning.n, 2);
    assert_non_null(
        said(&l, "the input ends before a message of profiles does"));
    assert_non_null(
        said(&l, "profile 0 ends before its sample types; 1 sample left out"));
    input_clear(&l.in);
}

/* Its names come last. */
static void a_cut_in_tables_of_a_profile_leaves_nothing(void **state)
{
    blob one = { .n = 0 };
    loaded l;

    (void)state;
    put_example(&one, FILE_OF("example-1.5.pb"));
    for (size_t n = 1; n < one.n; n++) {
        blob b = { .n = 0 };

        put_raw(&b, one.p, n);
        read_message(&l, &b);
        assert_int_equal(l.code, CORR_EFORMAT);
        input_clear(&l.in);
    }
}

static void an_invalid_field_is_reported(void **state)
{
    static const uint8_t group[] = { 0x0b, 0x0c };
    blob samples = { .n = 0 }, timed = { .n = 0 }, b = { .n = 0 };
    loaded l;

    (void)state;
    put_mem(&samples, 2, "\x08\x01\x20\x07", 4);
    put_raw(&samples, group, sizeof group);
    put_drafted(&b, &samples);
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.kind.n, 1);
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(
        said(&l, "profile 0 ends before its sample types; 1 sample left out"));
    input_clear(&l.in);
    put_raw(&timed, "\x2a\x04\x08\x04\x10\x05\x30\x0a", 8);
    put_raw(&timed, samples.p, samples.n);
    b.n = 0;
    put_drafted(&b, &timed);
    read_message(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "cpu"), 70);
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(said(
        &l, "the data is not a field of a profile; 11 bytes cannot be used"));
    input_clear(&l.in);
}

/* ---- detection ----------------------------------------------------------------- */

static const corr_format *format_of(const uint8_t *p, size_t n)
{
    corr_err err = { 0 };

    return load_recognise(corr_builtin_formats, p, n, true, 20, &err);
}

static void profiles_are_known_by_their_content(void **state)
{
    static const char *const paths[] = {
        FILE_OF("example.pb"), FILE_OF("example-1.9.pb"),
        FILE_OF("example-1.7.pb"), FILE_OF("example-1.5.pb"), FILE_OF("host.pb")
    };
    blob old = { .n = 0 }, doc = { .n = 0 };

    (void)state;
    for (size_t i = 0; i < countof(paths); i++) {
        blob b = { .n = 0 }, record = { .n = 0 };

        put_example(&b, paths[i]);
        put_record(&record, &b);
        assert_ptr_equal(format_of(b.p, b.n), &corr_format_otlp_profiles_pb);
        assert_ptr_equal(format_of(record.p, record.n),
                         &corr_format_otlp_profiles_pb);
        /* also where only a part is there */
        assert_ptr_equal(format_of(b.p, b.n < 1000 ? 200 : 1000),
                         &corr_format_otlp_profiles_pb);
    }
    put_example(&old, FILE_OF("old-1.6.pb"));
    assert_ptr_equal(format_of(old.p, old.n), &corr_format_otlp_profiles_old);
    put_example(&doc, FILE_OF("example.json"));
    assert_ptr_equal(format_of(doc.p, doc.n), &corr_format_otlp_profiles);
    assert_ptr_equal(format_of(doc.p, 60), &corr_format_otlp_profiles);
}

static void a_dictionary_alone_is_enough(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    put_example(&b, FILE_OF("example.pb"));
    assert_ptr_equal(format_of(b.p + DICTIONARY_AT, 60),
                     &corr_format_otlp_profiles_pb);
    assert_ptr_equal(
        format_of((const uint8_t *)"{\"dictionary\":{\"x\":1,\"stackTable\":[",
                  36),
        &corr_format_otlp_profiles);
}

static void files_of_others_are_not_profiles(void **state)
{
    static const char *const paths[] = {
        "testdata/pprof/go-cpu.pb",
        "testdata/trace/otlp.jsonl",
        "testdata/collapsed/py-spy.folded",
        FILE_OF("example.trace.json"),
    };
    blob metric = { .n = 0 }, record = { .n = 0 };

    (void)state;
    for (size_t i = 0; i < countof(paths); i++) {
        blob b = { .n = 0 };

        put_example(&b, paths[i]);
        assert_int_equal(corr_format_otlp_profiles_pb.probe(b.p, b.n, false),
                         0);
        assert_int_equal(corr_format_otlp_profiles_old.probe(b.p, b.n, false),
                         0);
        assert_int_equal(corr_format_otlp_profiles.probe(b.p, b.n, false), 0);
    }
    put_text(&metric, 1, "sixteen letters!");
    put_text(&metric, 2, "eight in");
    put_msg(&metric, 7, &(blob){ .n = 0 });
    put_fixed64(&record, 1, 1700000000);
    put_num(&record, 2, 9);
    put_mem(&record, 9, "0123456789abcdef", 16);
    const blob *const signals[] = { &metric, &record };
    for (size_t i = 0; i < countof(signals); i++) {
        blob group = { .n = 0 }, resource = { .n = 0 }, request = { .n = 0 };

        put_msg(&group, 2, signals[i]);
        put_msg(&resource, 2, &group);
        put_msg(&request, 1, &resource);
        /* logs are refused by the reader of traces */
        assert_ptr_equal(format_of(request.p, request.n),
                         signals[i] == &record ? &corr_format_otlp_pb : NULL);
    }
}

static void the_first_draft_has_a_container(void **state)
{
    blob profile = { .n = 0 }, group = { .n = 0 }, resource = { .n = 0 },
         request = { .n = 0 };

    (void)state;
    put_mem(&profile, 1, "0123456789abcdef", 16);
    put_fixed64(&profile, 2, 1);
    put_fixed64(&profile, 3, 2);
    put_msg(&group, 2, &profile);
    put_msg(&resource, 2, &group);
    put_msg(&request, 1, &resource);
    assert_ptr_equal(format_of(request.p, request.n),
                     &corr_format_otlp_profiles_old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drafts_from_1_4_say_the_same),
        cmocka_unit_test(what_contradicts_itself_less_is_the_draft),
        cmocka_unit_test(the_samples_of_a_message_agree_on_a_draft),
        cmocka_unit_test(a_draft_with_tables_around_profiles_is_refused),
        cmocka_unit_test(messages_come_framed_and_in_a_row),
        cmocka_unit_test(a_record_of_no_bytes_ends_the_file),
        cmocka_unit_test(a_record_over_the_limit_is_left_out),
        cmocka_unit_test(a_file_may_end_anywhere),
        cmocka_unit_test(a_cut_behind_the_dictionary_leaves_whole_samples),
        cmocka_unit_test(a_cut_in_tables_of_a_profile_leaves_nothing),
        cmocka_unit_test(an_invalid_field_is_reported),
        cmocka_unit_test(profiles_are_known_by_their_content),
        cmocka_unit_test(a_dictionary_alone_is_enough),
        cmocka_unit_test(files_of_others_are_not_profiles),
        cmocka_unit_test(the_first_draft_has_a_container),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
