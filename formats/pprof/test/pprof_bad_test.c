/* Tests of the pprof reader: what it says of bad files, and what it saves. */
#include "test/test_pprof.h"

static const int64_t one = 1;
static const int64_t two[] = { 1, 2 };

static void nothing_is_refused(void **state)
{
    (void)state;
    assert_refused(&(blob){ .n = 0 }, "the file is empty", "");
}

static void without_texts_it_is_refused(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    put_sample(&b, 1, &one, 1);
    assert_refused(&b,
                   "the data ends at byte 8, without a string table; all names "
                   "are missing",
                   "Profile.string_table");
    put_varint(&b, 2 << 3 | 2);
    put_varint(&b, 100);
    assert_refused(&b,
                   "the data ends at byte 8, before the string table; all "
                   "names are missing",
                   "Profile.string_table");
}

static void samples_need_a_type(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    put_sample(&b, 1, &one, 1);
    put_words(&b, "x");
    assert_refused(&b, "there are samples but no sample type",
                   "Profile.sample_type");
}

static void a_wrong_number_of_values_is_refused(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    put_sample(&b, 1, two, 2);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.field, "Sample.value");
    assert_string_equal(
        l.err.what, "sample 2 has 2 values, but the file has 1 sample type");
    assert_int_equal(l.err.offset, b.n - 9);
    input_clear(&l.in);

    b.n = 0;
    put_sample(&b, 1, NULL, 0);
    put_good(&b);
    assert_refused(&b, "sample 0 has 0 values, but the file has 1 sample type",
                   "Sample.value");
    b.n = 0;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_good(&b);
    assert_refused(&b, "sample 0 has 1 value, but the file has 2 sample types",
                   "Sample.value");
}

static void a_text_out_of_range_is_refused(void **state)
{
    static const struct {
        unsigned field, member;
        const char *name;
    } ref[] = {
        { 11, 1, "ValueType.type" },
        { 11, 2, "ValueType.unit" },
        { 3, 5, "Mapping.filename" },
        { 3, 6, "Mapping.build_id" },
        { 5, 2, "Function.name" },
        { 5, 3, "Function.system_name" },
        { 5, 4, "Function.filename" },
        { 7, 0, "Profile.drop_frames" },
        { 8, 0, "Profile.keep_frames" },
        { 13, 0, "Profile.comment" },
        { 14, 0, "Profile.default_sample_type" },
        { 15, 0, "Profile.doc_url" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ref / sizeof *ref; i++) {
        char what[120];
        blob b = { .n = 0 };
        put_good(&b);
        if (ref[i].member)
            put_nums(&b, ref[i].field, NUMS(ref[i].member, 5));
        else
            put_num(&b, ref[i].field, 5);
        snprintf(what, sizeof what,
                 "%s is 5, but the string table has 5 entries", ref[i].name);
        assert_refused(&b, what, ref[i].name);
    }
}

static void so_is_one_of_a_label_and_a_negative_one(void **state)
{
    blob b = { .n = 0 };
    blob m = { .n = 0 };

    (void)state;
    put_good(&b);
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_nums(&m, 3, NUMS(1, 1, 2, UINT64_MAX));
    put_msg(&b, 2, &m);
    assert_refused(&b, "Label.str is -1, but the string table has 5 entries",
                   "Label.str");
}

static void joined_profiles_are_refused_and_counted(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    for (int i = 0; i < 3; i++) {
        put_good(&b);
        put_num(&b, 9, 1700000000000000000);
    }
    assert_refused(
        &b, "3 profiles in one file cannot be separated; give corr 3 files",
        "");
    b.n = 0;
    put_good(&b);
    put_good(&b);
    assert_refused(
        &b, "2 profiles in one file cannot be separated; give corr 2 files",
        "");
}

static void a_first_text_that_is_not_empty_is_only_said(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 0, 0);
    put_mem(&b, 6, "what", 4);
    put_mem(&b, 6, "samples", 7);
    put_mem(&b, 6, "", 0); /* once more, and no new table */
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_non_null(said(&l, "entry 0 of the string table is not empty"));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "<unknown>:10");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void of_equal_ids_the_first_counts(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    put_function(&b, 2, 1, 0);
    put_nums(&b, 3, NUMS(1, 7));
    put_nums(&b, 3, NUMS(1, 7));
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_non_null(
        said(&l, "location 2 is defined twice; the first one counts"));
    assert_non_null(
        said(&l, "function 2 is defined twice; the first one counts"));
    assert_non_null(
        said(&l, "mapping 7 is defined twice; the first one counts"));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1), "g:20");
    input_clear(&l.in);
}

static void a_sample_with_an_unknown_location_is_left_out(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    uint64_t at = b.n;
    put_sample(&b, 9, &one, 1);
    put_sample(&b, 1, &one, 1);
    put_sample(&b, 9, &one, 1);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    const warning *w =
        said(&l, "sample 2 names the undefined location 9; it is left out");
    assert_non_null(w);
    assert_int_equal(w->count, 2);
    assert_int_equal(w->offset, at);
    assert_true(l.in.lost.damaged);
    assert_int_equal(l.in.lost.events, 2);
    assert_int_equal(total_of(&l, "samples"), 3);
    assert_int_equal(find_kind(&l, "samples")->row[2], 3);
    input_clear(&l.in);
}

static void malformed_messages_are_left_out(void **state)
{
    static const uint8_t bad[] = { 0x0a, 0x05, 0x01 }; /* longer than it is */
    static const struct {
        unsigned field;
        const char *what;
    } kind[] = {
        { 1, "a malformed sample type was left out" },
        { 2, "a malformed sample was left out" },
        { 3, "a malformed mapping was left out" },
        { 4, "a malformed location was left out" },
        { 5, "a malformed function was left out" },
        { 11, "a malformed period type was left out" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_mem(&b, kind[i].field, bad, sizeof bad);
        put_good(&b);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_non_null(said(&l, kind[i].what));
        assert_int_equal(said(&l, kind[i].what)->offset, 0);
        assert_true(l.in.lost.damaged);
        assert_int_equal(total_of(&l, "samples"), 2);
        input_clear(&l.in);
    }
}

static void
fields_of_another_type_and_unknown_ones_are_passed_over(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_num(&b, 4, 7);
    put_num(&b, 99, 7);
    put_mem(&b, 100, "ignored", 7);
    put_varint(&b, 101 << 3 | 1);
    put_raw(&b, "12345678", 8);
    put_good(&b);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(said(&l, "a field location of wire type 0 was left out"));
    assert_int_equal(total_of(&l, "samples"), 2);
    input_clear(&l.in);
}

static void what_no_field_begins_with_ends_the_file(void **state)
{
    blob b = { .n = 0 };
    loaded l;
    char what[120];

    (void)state;
    put_nums(&b, 11, NUMS(1, 1, 2, 2)); /* its period is known */
    put_good(&b);
    size_t at = b.n;
    put_raw(&b, "\x0b group and more than twenty bytes", 30);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    snprintf(
        what, sizeof what,
        "byte %zu does not begin a field of a profile; the rest was not read",
        at);
    assert_non_null(said(&l, what));
    assert_true(l.in.lost.damaged);
    assert_int_equal(total_of(&l, "samples"), 2);
    input_clear(&l.in);
}

/* Wherever a file ends, it is refused with a sentence or read as damaged, and
 * what is read is never more than there was. */
static void a_file_may_end_anywhere(void **state)
{
    static uint8_t file[1 << 16];
    const size_t n = read_file("testdata/pprof/go-cpu.pb", file, sizeof file);
    size_t saved = 0;
    loaded whole;

    (void)state;
    load_fd_or_memory(&whole, -1, file, n, &(corr_load_opts){ 0 });
    assert_int_equal(whole.code, CORR_OK);
    for (size_t cut = 1; cut < n; cut += n / 300 + 1) {
        loaded l;
        load_fd_or_memory(&l, -1, file, cut, &(corr_load_opts){ 0 });
        if (l.code == CORR_OK && find_kind(&l, "cpu")) {
            assert_true(total_of(&l, "cpu") <= total_of(&whole, "cpu"));
            saved++;
        } else if (l.code != CORR_OK) {
            assert_int_equal(l.code, CORR_EFORMAT);
            assert_true(strlen(l.err.what) > 0);
        }
        input_clear(&l.in);
    }
    assert_true(saved > 10);
    input_clear(&whole.in);
}

/* The lost period would have defined the unit of "samples". */
static void a_cut_file_must_say_what_it_measures(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_good(&b);
    load_fd_or_memory(&l, -1, b.p, b.n - 1, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_non_null(
        strstr(l.err.what, "before the period its samples were taken with"));
    input_clear(&l.in);
}

/* Samples of something else, of a known period, or of a lock that its names
 * identify. */
static void a_cut_file_lacks_only_what_decides(void **state)
{
    static const struct {
        const char *types; /* the last is that of the period */
        uint64_t farthest; /* text that a function names */
        const char *lacks;
    } way[] = {
        { "samples -", 5, "before the period its samples were taken with" },
        { "sample -", 5, "before the period its samples were taken with" },
        { "samples cpu", 5, NULL },
        { "things -", 5, NULL },
        { "samples things -", 5, NULL },
        { "samples goroutine -", 5, NULL },
        { "cpu-samples -", 5, NULL },
        { "delay delay", 5, NULL },
        { "delay delay", 999,
          "before the names that tell locks waited for from locks held" },
        { "things -", 999, NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        corr_str rest = corr_str_of(way[i].types);
        corr_str type;
        uint64_t n = 0;
        blob b = { .n = 0 };
        blob m = { .n = 0 };
        loaded l;

        put_mem(&b, 6, "", 0);
        put_mem(&b, 6, "count", 5);
        put_mem(&b, 6, "ns", 2);
        put_mem(&b, 6, "f", 1);
        for (; corr_str_next(&rest, ' ', &type); n++) {
            bool is_last = rest.n == 0;
            put_mem(&b, 6, type.p, type.n);
            if (is_last && !corr_str_is(type, "-"))
                put_nums(&b, 11, NUMS(1, 4 + n, 2, 2));
            if (is_last)
                break;
            put_nums(&b, 1,
                     NUMS(1, 4 + n, 2, corr_str_is(type, "delay") ? 2 : 1));
            put_num(&m, 2, 1);
        }
        put_msg(&b, 2, &m);
        put_function(&b, 1, 3, way[i].farthest);
        put_varint(&b, 6 << 3 | 2);
        put_varint(&b, 100);
        load_blob(&l, &b);
        assert_int_equal(l.code, way[i].lacks ? CORR_EFORMAT : CORR_OK);
        if (way[i].lacks)
            assert_non_null(strstr(l.err.what, way[i].lacks));
        input_clear(&l.in);
    }
}

static void what_is_there_of_a_cut_file_is_read(void **state)
{
    blob b = { .n = 0 };
    loaded l;
    char what[120];

    (void)state;
    put_nums(&b, 11, NUMS(1, 1, 2, 2)); /* its period is known */
    put_good(&b);
    size_t at = b.n - 3; /* within the last text, "g" */
    load_fd_or_memory(&l, -1, b.p, b.n - 1, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    snprintf(what, sizeof what,
             "cut off inside the field that begins at byte %zu", at);
    const warning *w = said(&l, what);
    assert_non_null(w);
    assert_int_equal(w->offset, at);
    assert_true(l.in.lost.damaged);
    assert_int_equal(l.in.lost.bytes, 2);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), "f:10");
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1),
                        "<unknown>:20");
    input_clear(&l.in);

    load_fd_or_memory(&l, -1, b.p, b.n - 1,
                      &(corr_load_opts){ .strict = true });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, what);
    input_clear(&l.in);

    load_fd_or_memory(&l, -1, b.p, b.n - 20, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_non_null(strstr(l.err.what, "before the names of the sample types"));
    input_clear(&l.in);
}

/* The file is truncated after its first texts. */
static void a_sample_type_needs_both_of_its_names(void **state)
{
    static const uint64_t names[][2] = {
        { 9, 1 }, { 1, 9 }, { 3, 1 }, { 1, 3 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, names[i][0], 2, names[i][1]));
        put_words(&b, "a b");
        put_mem(&b, 6, "cut", 3);
        load_fd_or_memory(&l, -1, b.p, b.n - 1, &(corr_load_opts){ 0 });
        assert_int_equal(l.code, CORR_EFORMAT);
        assert_non_null(
            strstr(l.err.what, "before the names of the sample types"));
        input_clear(&l.in);
    }
}

/* Go writes its texts last: without them no row has a name; with all of them
 * only the checksum is missing. */
static void a_compressed_file_may_end_anywhere(void **state)
{
    static uint8_t file[1 << 16];
    const size_t n =
        read_file("testdata/pprof/go-cpu.pb.gz", file, sizeof file);
    loaded l;

    (void)state;
    load_fd_or_memory(&l, -1, file, n / 8, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_non_null(strstr(l.err.what, "before the string table"));
    assert_string_equal(l.err.field, "Profile.string_table");
    input_clear(&l.in);
    load_fd_or_memory(&l, -1, file, n - 5, &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_true(l.in.lost.damaged);
    assert_true(total_of(&l, "cpu") > 0);
    input_clear(&l.in);
}

static void functions_without_ids_are_numbered(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_sample(&b, 2, &one, 1);
    for (uint64_t i = 1; i <= 2; i++) {
        blob m = { .n = 0 };
        put_num(&m, 1, i);
        put_nums(&m, 4, NUMS(1, i));
        put_msg(&b, 4, &m);
        put_nums(&b, 5, NUMS(2, 2 + i));
    }
    put_words(&b, "samples count f g");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), "g");
    assert_non_null(said(
        &l, "a function has no id; functions are numbered in their order"));
    input_clear(&l.in);
}

static void limits_hold(void **state)
{
    static uint8_t file[1 << 20]; /* more than a source holds at once */
    const size_t n = read_file("testdata/pprof/go-cpu.pb", file, sizeof file);
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    load_fd_or_memory(&l, -1, file, n,
                      &(corr_load_opts){ .limits = { .memory = 5000 } });
    assert_int_equal(l.code, CORR_ELIMIT);
    input_clear(&l.in);
    put_good(&b);
    put_varint(&b, 6 << 3 | 2);
    put_varint(&b, sizeof file - b.n - 3);
    memcpy(file, b.p, b.n);
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(fwrite(file, 1, sizeof file, f), sizeof file);
    rewind(f);
    load_fd_or_memory(&l, fileno(f), NULL, 0,
                      &(corr_load_opts){ .limits = { .record = 500 } });
    assert_int_equal(l.code, CORR_ELIMIT);
    fclose(f);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_type_needs_both_of_its_names),
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(without_texts_it_is_refused),
        cmocka_unit_test(samples_need_a_type),
        cmocka_unit_test(a_wrong_number_of_values_is_refused),
        cmocka_unit_test(a_text_out_of_range_is_refused),
        cmocka_unit_test(so_is_one_of_a_label_and_a_negative_one),
        cmocka_unit_test(joined_profiles_are_refused_and_counted),
        cmocka_unit_test(a_first_text_that_is_not_empty_is_only_said),
        cmocka_unit_test(of_equal_ids_the_first_counts),
        cmocka_unit_test(a_sample_with_an_unknown_location_is_left_out),
        cmocka_unit_test(malformed_messages_are_left_out),
        cmocka_unit_test(
            fields_of_another_type_and_unknown_ones_are_passed_over),
        cmocka_unit_test(what_no_field_begins_with_ends_the_file),
        cmocka_unit_test(a_file_may_end_anywhere),
        cmocka_unit_test(a_cut_file_must_say_what_it_measures),
        cmocka_unit_test(a_cut_file_lacks_only_what_decides),
        cmocka_unit_test(what_is_there_of_a_cut_file_is_read),
        cmocka_unit_test(a_compressed_file_may_end_anywhere),
        cmocka_unit_test(functions_without_ids_are_numbered),
        cmocka_unit_test(limits_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
