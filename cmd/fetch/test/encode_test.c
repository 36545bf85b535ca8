/* Texts of requests, windows, profile types, and bytes of profiles. */
#include "fetch/servers/profile_bytes.h"
#include "fetch/servers/profile_type.h"
#include "fetch/test/answers.h"

static void values_are_encoded(void **state)
{
    corr_arena a = { .limit = 1 << 20 };

    (void)state;
    const char *path =
        fetch_path_with(&a, "/x", "q", "{ a = \"\xc3\xa9&b\" }~");
    assert_string_equal(path, "/x?q=%7B%20a%20%3D%20%22%C3%A9%26b%22%20%7D~");
    path = fetch_path_with_int(&a, path, "n", -5);
    assert_non_null(strstr(path, "~&n=-5"));
    assert_string_equal(fetch_path_with(&a, "/x", "q", NULL), "/x");
    assert_null(fetch_path_with(&a, NULL, "q", "v"));
    assert_string_equal(fetch_quoted(&a, CORR_STR("a\\b\"c\n\x01")),
                        "\"a\\\\b\\\"c\\u000a\\u0001\"");
    corr_arena_clear(&a);
}

static void names_of_files_stay_in_their_folder(void **state)
{
    static const struct {
        const char *name, *part;
    } way[] = {
        { "checkout", "checkout" }, { "../../etc/passwd", "_._.._etc_passwd" },
        { "a/b c~", "a_b_c_" },     { "", "_" },
        { ".hidden", "_hidden" },   { "\x1b[31m", "__31m" },
        { "\xc3\xbc-1", "__-1" },
    };
    corr_arena a = { .limit = 1 << 20 };
    char wide[500];

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const char *part = fetch_file_part(&a, corr_str_of(way[i].name));
        assert_null(strchr(part, '/'));
        assert_true(*part != '.');
        if (i != 1)
            assert_string_equal(part, way[i].part);
    }
    memset(wide, 'x', sizeof wide);
    assert_int_equal(
        strlen(fetch_file_part(&a, (corr_str){ wide, sizeof wide })), 80);
    corr_arena_clear(&a);
}

static void ids_are_hex_and_padded(void **state)
{
    corr_arena a = { .limit = 1 << 20 };

    (void)state;
    assert_string_equal(fetch_id(&a, CORR_STR("ABC1"), 16), "000000000000abc1");
    assert_null(fetch_id(&a, CORR_STR(""), 16));
    assert_null(fetch_id(&a, CORR_STR("12345678901234567"), 16));
    assert_null(fetch_id(&a, CORR_STR("../a"), 16));
    assert_null(fetch_id(&a, CORR_STR("12%2f"), 16));
    corr_arena_clear(&a);
}

static void windows_are_rounded_and_split(void **state)
{
    corr_window rest = { 0, 60 * FETCH_HOUR }, w, half[2];
    corr_arena a = { .limit = 1 << 20 };
    size_t n = 0;

    (void)state;
    assert_int_equal(fetch_units_down(1999, 1000), 1);
    assert_int_equal(fetch_units_up(1001, 1000), 2);
    assert_int_equal(fetch_units_down(-1, 1000), -1);
    assert_int_equal(fetch_units_up(-1, 1000), 0);
    for (; fetch_window_next(&rest, 24 * FETCH_HOUR, &w); n++)
        assert_int_equal(w.from, (int64_t)n * 24 * FETCH_HOUR);
    assert_int_equal(n, 3);
    assert_int_equal(w.to, 60 * FETCH_HOUR);
    assert_true(fetch_window_halves((corr_window){ 10, 30 }, 10, half));
    assert_int_equal(half[0].to, 20);
    assert_int_equal(half[1].from, 20);
    assert_false(fetch_window_halves((corr_window){ 11, 19 }, 10, half));
    assert_string_equal(fetch_time(&a, INT64_C(1795278725000000000)),
                        "2026-11-21T16:32:05Z");
    assert_string_equal(fetch_time(&a, INT64_C(1795278725000000012)),
                        "2026-11-21T16:32:05.000000012Z");
    assert_string_equal(fetch_time_stamp(&a, INT64_C(1795278725999999999)),
                        "20261121T163205Z");
    corr_arena_clear(&a);
}

static void types_have_kinds(void **state)
{
    static const char cpu[] = "process_cpu:cpu:nanoseconds:cpu:nanoseconds";
    static const char samples[] = "process_cpu:samples:count:cpu:nanoseconds";
    static const char heap[] = "memory:inuse_space:bytes:space:bytes";
    static const char lock[] = "mutex:delay:nanoseconds:contentions:count";
    corr_arena a = { .limit = 1 << 20 };

    (void)state;
    assert_true(fetch_type_is_valid(cpu));
    assert_false(fetch_type_is_valid("cpu"));
    assert_false(fetch_type_is_valid("a:b:c:d:e:f"));
    assert_false(fetch_type_is_valid("a:b:c:d:\""));
    assert_true(fetch_type_is_kind(cpu, "cpu"));
    assert_true(fetch_type_is_kind(cpu, NULL));
    assert_false(fetch_type_is_kind(heap, "cpu"));
    assert_true(fetch_type_is_kind(heap, "inuse_bytes"));
    assert_true(fetch_type_is_kind(lock, "lock"));
    assert_true(fetch_type_is_of_spans(cpu));
    assert_false(fetch_type_is_of_spans(lock));
    assert_true(fetch_type_repeats(samples, cpu));
    assert_false(fetch_type_repeats(cpu, samples));
    assert_false(fetch_type_repeats(samples, heap));
    assert_string_equal(fetch_type_name(&a, cpu), "process_cpu.cpu");
    assert_string_equal(fetch_type_name(&a, lock), "mutex.delay.contentions");
    assert_true(fetch_type_is_many(cpu, INT64_C(20000000000)));
    assert_false(fetch_type_is_many(cpu, 10000000));
    corr_arena_clear(&a);
}

static void bytes_of_selects_are_protobuf(void **state)
{
    static const char *const span[] = { "00000000000000b1" };
    const fetch_select s = { .type = "t",
                             .selector = "{}",
                             .from = 1,
                             .to = 300,
                             .span = span,
                             .spans = 1,
                             .is_pprof = true };
    corr_arena a = { .limit = 1 << 20 };
    size_t n = 0;

    (void)state;
    const char *bytes = fetch_select_bytes(&a, &s, &n);
    static const char want[] = "\x0a\x01t\x12\x02{}\x18\x01\x20\xac\x02\x30\x04"
                               "\x5a\x10"
                               "00000000000000b1";
    assert_int_equal(n, sizeof want - 1);
    assert_memory_equal(bytes, want, n);
    corr_arena_clear(&a);
}

static void profiles_are_counted(void **state)
{
    static const char bare[] = "\x12\x04\x0a\x00\x12\x00"
                               "\x12\x04\x12\x02\x0a\x0b"
                               "\x12\x02\x10\x07\x32\x00";
    fetch_profile_size size;
    corr_str inside;

    (void)state;
    assert_true(
        fetch_profile_count((corr_str){ bare, sizeof bare - 1 }, &size));
    assert_int_equal(size.stacks, 3);
    assert_int_equal(size.total, 17);
    assert_false(fetch_profile_count(CORR_STR("{\"sampleType\":[]}"), &size));
    assert_false(fetch_profile_count((corr_str){ bare, 3 }, &size));
    assert_true(fetch_profile_count(CORR_STR(""), &size));
    assert_false(
        fetch_profile_inside((corr_str){ bare, sizeof bare - 1 }, &inside));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_encoded),
        cmocka_unit_test(names_of_files_stay_in_their_folder),
        cmocka_unit_test(ids_are_hex_and_padded),
        cmocka_unit_test(windows_are_rounded_and_split),
        cmocka_unit_test(types_have_kinds),
        cmocka_unit_test(bytes_of_selects_are_protobuf),
        cmocka_unit_test(profiles_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
