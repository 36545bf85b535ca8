/* Tests of pprof_read.c, pprof_sample.c and pprof_store.c: fields, lists and
 * ids of any size and order. */
#include "common/wire.h"
#include "test/test_pprof.h"

#include <stdlib.h>

static const int64_t one = 1;

/* ---- fields -------------------------------------------------------- */

static void a_field_of_another_type_is_left_out_by_name(void **state)
{
    static const struct {
        const char *name;
        bool is_bytes, is_number;
    } field[] = {
        { "sample_type", true, false }, { "sample", true, false },
        { "mapping", true, false },     { "location", true, false },
        { "function", true, false },    { "string_table", true, false },
        { "drop_frames", false, true }, { "keep_frames", false, true },
        { "time_nanos", false, true },  { "duration_nanos", false, true },
        { "period_type", true, false }, { "period", false, true },
        { "comment", true, true },      { "default_sample_type", false, true },
        { "doc_url", false, true },
    };
    static const unsigned types[] = { 0, 1, 2, 5 };

    (void)state;
    for (unsigned i = 0; i < sizeof field / sizeof *field; i++)
        for (size_t k = 0; k < 4; k++) {
            unsigned type = types[k];
            char what[80];
            blob b = { .n = 0 };
            loaded l;
            if ((type == 0 && field[i].is_number) ||
                (type == 2 && field[i].is_bytes))
                continue;
            put_good(&b);
            size_t at = b.n;
            put_varint(&b, (i + 1) << 3 | type);
            put_raw(&b, "\0\0\0\0\0\0\0\0", type == 1 ? 8 : type == 5 ? 4 : 1);
            load_blob(&l, &b);
            snprintf(what, sizeof what,
                     "a field %s of wire type %u was left out", field[i].name,
                     type);
            assert_int_equal(l.code, CORR_OK);
            assert_non_null(said(&l, what));
            assert_int_equal(said(&l, what)->offset, at);
            assert_int_equal(l.in.lost.events, 1);
            assert_int_equal(total_of(&l, "samples"), 2);
            input_clear(&l.in);
        }
}

static void what_is_malformed_is_lost_and_counted(void **state)
{
    static const uint8_t bad[] = { 0x0a, 0x05, 0x01 };
    static const uint8_t open_list[] = { 0x0a, 0x01, 0x81, 0x12, 0x01, 0x01 };
    static const uint8_t open_value[] = { 0x0a, 0x01, 0x01, 0x12, 0x01, 0x81 };
    static const uint8_t fixed_id[] = { 0x0d, 1, 0, 0, 0, 0x12, 0x01, 0x01 };
    static const uint8_t fixed_value[] = { 0x15, 1, 0, 0, 0 };
    static const uint8_t number_line[] = { 0x08, 0x09, 0x20, 0x01 };
    static const uint8_t bad_line[] = { 0x08, 0x09, 0x22, 0x01, 0x08 };
    static const struct {
        unsigned field;
        const uint8_t *p;
        size_t n;
        const char *what;
    } way[] = {
        { 2, bad, sizeof bad, "sample" },
        { 2, open_list, sizeof open_list, "sample" },
        { 2, open_value, sizeof open_value, "sample" },
        { 2, fixed_id, sizeof fixed_id, "sample" },
        { 2, fixed_value, sizeof fixed_value, "sample" },
        { 4, number_line, sizeof number_line, "location" },
        { 4, bad_line, sizeof bad_line, "location" },
        { 5, bad, sizeof bad, "function" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char what[80];
        blob b = { .n = 0 };
        loaded l;
        put_good(&b);
        size_t at = b.n;
        put_mem(&b, way[i].field, way[i].p, way[i].n);
        load_blob(&l, &b);
        snprintf(what, sizeof what, "a malformed %s was left out", way[i].what);
        assert_int_equal(l.code, CORR_OK);
        assert_non_null(said(&l, what));
        assert_int_equal(said(&l, what)->offset, at);
        assert_int_equal(l.in.lost.events, 1);
        assert_int_equal(total_of(&l, "samples"), 2);
        input_clear(&l.in);
    }
}

/* Its lines are not those of the next one. */
static void a_location_that_is_left_out_takes_its_lines_along(void **state)
{
    static const uint8_t bad[] = { 0x22, 0x02, 0x08, 0x02, 0x22, 0x01, 0x08 };
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 1, &one, 1);
    put_sample(&b, 2, &one, 1);
    put_mem(&b, 4, bad, sizeof bad);
    put_function(&b, 1, 3, 0);
    put_num(&m, 1, 1); /* defined before: left out as well */
    put_nums(&m, 4, NUMS(1, 2, 2, 99));
    put_msg(&b, 4, &m);
    put_function(&b, 2, 4, 0);
    put_words(&b, "samples count f g");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), "f:10");
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1), "g:20");
    input_clear(&l.in);
}

static void a_line_number_beyond_32_bits_is_none(void **state)
{
    static const uint64_t number[] = { 7, UINT32_MAX, UINT64_C(1) << 32,
                                       UINT64_MAX };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    for (uint64_t i = 1; i <= 4; i++) {
        blob m = { .n = 0 };
        put_sample(&b, i, &one, 1);
        put_num(&m, 1, i);
        put_nums(&m, 4, NUMS(1, 1, 2, number[i - 1], 3, 5));
        put_msg(&b, 4, &m);
    }
    put_nums(&b, 5, NUMS(1, 1, 2, 3, 5, 9));
    put_words(&b, "samples count f");
    load_blob(&l, &b);
    const segment *s = find_kind(&l, "samples");
    assert_string_equal(stack_of(&l, s, 0), "f:7");
    assert_string_equal(stack_of(&l, s, 1), "f:4294967295");
    assert_string_equal(stack_of(&l, s, 2), "f");
    assert_string_equal(stack_of(&l, s, 3), "f");
    input_clear(&l.in);
}

static void two_times_are_two_profiles_unless_they_are_zero(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    put_num(&b, 9, 0);
    put_num(&b, 9, 0);
    put_num(&b, 9, 1000);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.from, 1000);
    input_clear(&l.in);
    put_num(&b, 9, 1000);
    assert_refused(
        &b, "2 profiles in one file cannot be separated; give corr 2 files",
        "");
}

/* Types after the texts, and an empty text that is not the first. */
static void an_empty_text_does_not_begin_a_profile_by_itself(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_words(&b, "samples count f g");
    put_mem(&b, 6, "", 0);
    put_sample(&b, 1, &one, 1);
    put_mem(&b, 6, "", 0);
    put_function(&b, 1, 3, 0);
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_mem(&b, 6, "x", 1);
    put_mem(&b, 6, "", 0);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void the_text_farthest_out_of_range_is_named(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    put_num(&b, 15, 7);
    size_t at = b.n;
    put_num(&b, 14, 9);
    put_num(&b, 7, 9);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "Profile.default_sample_type is 9, but the "
                                    "string table has 5 entries");
    assert_int_equal(l.err.offset, at);
    input_clear(&l.in);
}

static void
the_first_sample_with_another_number_of_values_is_named(void **state)
{
    static const int64_t three[] = { 1, 2, 3 };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    put_sample(&b, 1, &one, 1);
    size_t at = b.n;
    put_sample(&b, 1, three, 2);
    put_sample(&b, 1, three, 3);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(
        l.err.what, "sample 3 has 2 values, but the file has 1 sample type");
    assert_int_equal(l.err.offset, at);
    input_clear(&l.in);
}

/* ---- the end ------------------------------------------------------- */

/* Behind a good profile stand n bytes that are a field which was cut off, or
 * no field at all. */
static void assert_ends(const char *more, size_t n, bool is_cut)
{
    blob b = { .n = 0 };
    loaded l;
    char what[160];

    put_nums(&b, 11, NUMS(1, 1, 2, 2));
    put_good(&b);
    size_t at = b.n;
    put_raw(&b, more, n);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    if (is_cut)
        snprintf(what, sizeof what,
                 "cut off inside the field that begins at byte %zu", at);
    else
        snprintf(what, sizeof what,
                 "byte %zu does not begin a field of a profile; the rest was "
                 "not read",
                 at);
    assert_non_null(said(&l, what));
    assert_int_equal(said(&l, what)->offset, at);
    assert_int_equal(l.in.lost.bytes, n);
    assert_int_equal(l.in.lost.events, 0);
    assert_int_equal(total_of(&l, "samples"), 2);
    input_clear(&l.in);
}

static void an_end_is_told_from_what_is_no_profile(void **state)
{
    static const char group[] = "\x0b and more than twenty bytes";
    static const char largest[] = "\x32\xff\xff\xff\xff\x07 text";
    static const char larger[] = "\x32\x80\x80\x80\x80\x08 text";

    (void)state;
    assert_ends("\x32", 1, true);
    assert_ends("\x32\x02x", 3, true);
    assert_ends("\x48\x80", 2, true);
    assert_ends("\x49\x80\x80", 3, true);
    assert_ends(group, 19, true);
    assert_ends(group, 20, false);
    assert_ends(largest, sizeof largest - 1, true);
    assert_ends(larger, sizeof larger - 1, false);
}

/* ---- sizes --------------------------------------------------------- */

/* Larger than any window on a source: 500 texts of 3001 letters, and a last
 * one that is larger by itself. */
static uint8_t *large_profile(size_t *size)
{
    enum { TEXTS = 500, LETTERS = 3001, LAST = 400000 };
    uint8_t *p = malloc((size_t)TEXTS * (LETTERS + 10) + LAST + 16384);
    blob b = { .n = 0 };

    assert_non_null(p);
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    for (uint64_t i = 0; i < TEXTS; i += 50) {
        put_sample(&b, i + 1, &one, 1);
        put_function(&b, i + 1, 3 + i, 0);
    }
    put_words(&b, "samples count");
    memcpy(p, b.p, b.n);
    *size = b.n;
    for (int i = 0; i < TEXTS; i++) {
        b.n = 0;
        put_varint(&b, 6 << 3 | 2);
        put_varint(&b, LETTERS);
        memcpy(p + *size, b.p, b.n);
        memset(p + *size + b.n, 'a' + i / 50, LETTERS);
        *size += b.n + LETTERS;
    }
    b.n = 0;
    put_varint(&b, 6 << 3 | 2);
    put_varint(&b, LAST);
    memcpy(p + *size, b.p, b.n);
    memset(p + *size + b.n, 'z', LAST);
    *size += b.n + LAST;
    return p;
}

static void a_large_file_is_read_through_a_small_window(void **state)
{
    size_t n;
    uint8_t *p = large_profile(&n);
    FILE *f = tmpfile();
    loaded l;

    (void)state;
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    rewind(f);
    load_fd_or_memory(&l, fileno(f), NULL, 0, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    const segment *s = find_kind(&l, "samples");
    assert_int_equal(s->n, 10);
    for (size_t i = 0; i < s->n; i++) {
        uint32_t at = l.in.stack.at.v[s->stack[i]];
        corr_str name =
            input_frame(&l.in, narrow_at(&l.in.stack.frame, at)).function;
        assert_int_equal(name.n, 3001);
        assert_int_equal(name.p[0], 'a' + (int)i);
        assert_int_equal(name.p[3000], 'a' + (int)i);
    }
    input_clear(&l.in);
    fclose(f);
    free(p);
}

/* Whether a field of the profile begins at this offset, which is not 0. */
static bool begins_field(const uint8_t *p, size_t n, uint64_t offset)
{
    corr_cur c = corr_cur_of(p, n);
    wire_field f;

    while (wire_next(&c, &f) && (uint64_t)(c.p - p) < offset)
        continue;
    return (uint64_t)(c.p - p) == offset;
}

static void tables_are_held_within_the_limit_on_memory(void **state)
{
    size_t n;
    uint8_t *p = large_profile(&n);
    loaded l;

    (void)state;
    load_fd_or_memory(&l, -1, p, n,
                      &(corr_load_opts){ .limits = { .memory = 1200000 } });
    assert_int_equal(l.code, CORR_ELIMIT);
    assert_string_equal(l.err.what, "the tables need more than 1 MB of memory");
    assert_true(begins_field(p, n, l.err.offset));
    input_clear(&l.in);
    load_fd_or_memory(&l, -1, p, n,
                      &(corr_load_opts){ .limits = { .memory = 4000000 } });
    assert_int_equal(l.code, CORR_OK);
    input_clear(&l.in);
    free(p);
}

/* 400 samples of 300 locations: 120000 bytes, if each had its own. */
static void stacks_and_labels_that_are_equal_are_held_once(void **state)
{
    static uint8_t p[400 * 1000];
    size_t n = 0;
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    uint64_t id[300];
    loaded l;

    (void)state;
    for (size_t i = 0; i < 300; i++)
        id[i] = 1;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 3, 0);
    put_words(&b, "samples count f");
    memcpy(p, b.p, b.n);
    n = b.n;
    put_packed(&m, 1, id, 300);
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    for (size_t i = 0; i < 100; i++)
        put_nums(&m, 3, NUMS(1, 3, 2, 3));
    b.n = 0;
    put_msg(&b, 2, &m);
    for (int i = 0; i < 400; i++, n += b.n)
        memcpy(p + n, b.p, b.n);
    load_fd_or_memory(&l, -1, p, n,
                      &(corr_load_opts){ .limits = { .memory = 80000 } });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "samples"), 401);
    input_clear(&l.in);
}

static void a_long_stack_need_not_be_packed(void **state)
{
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    for (int i = 0; i < 500; i++)
        put_num(&m, 1, i % 2 ? 1 : 2);
    put_num(&m, 2, 1);
    put_msg(&b, 2, &m);
    put_function(&b, 1, 3, 0);
    put_function(&b, 2, 4, 0);
    put_words(&b, "samples count f g");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    const segment *s = find_kind(&l, "samples");
    assert_int_equal(l.in.stack.n.v[s->stack[0]], 500);
    for (uint32_t i = 0; i < 500; i++) {
        uint32_t at = l.in.stack.at.v[s->stack[0]] + i;
        assert_true(corr_str_is(
            input_frame(&l.in, narrow_at(&l.in.stack.frame, at)).function,
            i % 2 ? "g" : "f"));
    }
    input_clear(&l.in);
}

/* ---- ids ----------------------------------------------------------- */

static void an_id_is_found_however_ids_are_given_out(void **state)
{
    static const uint64_t way[][4] = {
        { 1, 2, 3, 4 },   { 4, 3, 2, 1 },          { 2, 3, 4, 5 },
        { 1, 2, 4, 3 },   { 1, 3, 2, 4 },          { 1, 2, 3, 5 },
        { 10, 1, 11, 2 }, { UINT64_MAX, 1, 2, 9 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        for (size_t k = 0; k < 4; k++) {
            put_sample(&b, way[i][k], &one, 1);
            put_function(&b, way[i][k], 3 + k, 0);
        }
        put_words(&b, "samples count a b c d");
        put_sample(&b, 6, &one, 1);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.lost.events, 1);
        for (size_t k = 0; k < 4; k++)
            assert_int_equal(stack_of(&l, find_kind(&l, "samples"), k)[0],
                             "abcd"[k]);
        input_clear(&l.in);
    }
}

static void an_id_is_defined_once(void **state)
{
    static const uint64_t way[][3] = {
        { 1, 2, 1 }, { 1, 2, 2 }, { 7, 8, 7 }, { 1, 9, 1 }, { 9, 1, 9 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char what[80];
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        for (size_t k = 0; k < 2; k++)
            put_sample(&b, way[i][k], &one, 1);
        for (size_t k = 0; k < 3; k++)
            put_function(&b, way[i][k], 3 + k, 0);
        put_words(&b, "samples count a b c");
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.warning.n, 2);
        snprintf(what, sizeof what,
                 "function %llu is defined twice; the first one counts",
                 (unsigned long long)way[i][2]);
        assert_non_null(said(&l, what));
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(stack_of(&l, find_kind(&l, "samples"), k)[0],
                             "ab"[k]);
        input_clear(&l.in);
    }
}

/* If other functions have ids, a function without one gets no id. */
static void only_where_no_function_has_an_id_are_they_numbered(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 1, &one, 1);
    put_sample(&b, 2, &one, 1);
    put_function(&b, 1, 3, 0);
    put_nums(&b, 5, NUMS(2, 4));
    put_nums(&b, 4, NUMS(1, 2, 3, 0x77));
    put_words(&b, "samples count f g");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), "f:10");
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1), "0x77");
    input_clear(&l.in);
}

/* An answer of Pyroscope's SelectMergeStacktraces: the profile is field 1 of
 * field 5. */
static void a_profile_inside_an_answer_is_read(void **state)
{
    blob b = { .n = 0 }, pprof = { .n = 0 }, answer = { .n = 0 };
    loaded bare, within;

    (void)state;
    put_good(&b);
    put_msg(&pprof, 1, &b);
    put_msg(&answer, 5, &pprof);
    assert_int_equal(corr_format_pprof.probe(answer.p, answer.n, true), 60);
    load_blob(&bare, &b);
    load_blob(&within, &answer);
    assert_int_equal(within.code, CORR_OK);
    assert_int_equal(within.in.frame.n, bare.in.frame.n);
    assert_int_equal(within.in.warning.n, bare.in.warning.n);
    input_clear(&within.in);
    /* What follows it is not of the profile. */
    put_num(&answer, 9, 12345);
    load_blob(&within, &answer);
    assert_int_equal(within.in.from, bare.in.from);
    input_clear(&within.in);
    input_clear(&bare.in);
    /* A profile that is cut off is told. */
    load_from(&within, &corr_format_pprof, answer.p, answer.n - 9,
              &(corr_load_opts){ 0 });
    assert_int_equal(within.code, CORR_EFORMAT);
    assert_non_null(strstr(within.err.what, "cut off at byte"));
    input_clear(&within.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_of_another_type_is_left_out_by_name),
        cmocka_unit_test(what_is_malformed_is_lost_and_counted),
        cmocka_unit_test(a_location_that_is_left_out_takes_its_lines_along),
        cmocka_unit_test(a_line_number_beyond_32_bits_is_none),
        cmocka_unit_test(two_times_are_two_profiles_unless_they_are_zero),
        cmocka_unit_test(an_empty_text_does_not_begin_a_profile_by_itself),
        cmocka_unit_test(the_text_farthest_out_of_range_is_named),
        cmocka_unit_test(
            the_first_sample_with_another_number_of_values_is_named),
        cmocka_unit_test(an_end_is_told_from_what_is_no_profile),
        cmocka_unit_test(a_large_file_is_read_through_a_small_window),
        cmocka_unit_test(tables_are_held_within_the_limit_on_memory),
        cmocka_unit_test(stacks_and_labels_that_are_equal_are_held_once),
        cmocka_unit_test(a_long_stack_need_not_be_packed),
        cmocka_unit_test(an_id_is_found_however_ids_are_given_out),
        cmocka_unit_test(an_id_is_defined_once),
        cmocka_unit_test(only_where_no_function_has_an_id_are_they_numbered),
        cmocka_unit_test(a_profile_inside_an_answer_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
