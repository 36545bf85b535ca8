/* Tests of legacy_map.c and legacy_store.c: the memory map, and what code is
 * called that has no other name. */
#include "test/test_legacy.h"

#include <stdlib.h>

/* The frame at an address, with a map: "name|module". */
static const char *place_of(uint64_t address, const char *map)
{
    static char text[700];
    char name[CORR_FRAME_NAME_MAX];
    char all[2000];
    loaded l;

    snprintf(all, sizeof all,
             "heap profile: 1: 1 [1: 1] @ heapprofile\n1: 1 [1: 1] @ 0x%llx\n"
             "MAPPED_LIBRARIES:\n%s",
             (unsigned long long)address + 1, map);
    load_text(&l, all);
    const segment *s = find_kind(&l, "live_bytes");
    const corr_frame_view v = input_frame(
        &l.in, narrow_at(&l.in.stack.frame, l.in.stack.at.v[s->stack[0]]));
    snprintf(text, sizeof text, "%.*s|%.*s",
             CORR_STR_ARG(corr_frame_name(&v, name)), CORR_STR_ARG(v.module));
    input_clear(&l.in);
    return text;
}

static void a_line_of_the_kernel_is_a_range_and_a_file(void **state)
{
    static const struct {
        const char *line, *place; /* of 0x1010 */
    } way[] = {
        { "1000-2000 r-xp 00000300 08:01 42   /x/lib.so",
          "lib.so+0x310|lib.so" },
        { "1000-2000 r-xp 300 08:01 42 /x/lib.so (deleted)",
          "lib.so+0x310|lib.so" },
        { "1000-2000\t--x\t300\t08:01\t42\tlib.so", "lib.so+0x310|lib.so" },
        { "0x1000-0x2000 r-xp 0x300 0 0 a b.so", "a b.so+0x310|a b.so" },
        { "1010-1011 r-xp 0 0 0 /a", "[a]|a" },
        { "1000-1010 r-xp 0 0 0 /a", "0x1010|" },
        { "1011-2000 r-xp 0 0 0 /a", "0x1010|" },
        { "1000-2000 rw-p 0 0 0 /a", "0x1010|" },
        { "1000-2000 r-xp 0 0 0", "0x1010|" },
        { "1000-2000 r-xp 0", "0x1010|" },
        { "1000-2000 r-xp 0 0 0 /dir/", "0x1010|" },
        { "1000-2000 r-xp 0 0 0 [vdso]", "[vdso]+0x10|[vdso]" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char map[200];
        snprintf(map, sizeof map, "%s\n", way[i].line);
        assert_string_equal(place_of(0x1010, map), way[i].place);
    }
}

static void the_short_form_has_a_colon(void **state)
{
    static const struct {
        const char *line, *place; /* of 0x1010 */
    } way[] = {
        { "  1000-2000: /x/server", "server+0x10|server" },
        { "1000-2000:server", "server+0x10|server" },
        { "1000-2000: /x/server (@300) abcdef", "server+0x310|server" },
        { "1000-2000: /x/server (@300)", "server+0x310|server" },
        { "1000-2000: (@300) abcdef", "(@300) abcdef+0x10|(@300) abcdef" },
        { "1000-2000:  (@300) abcdef", "(@300) abcdef+0x10|(@300) abcdef" },
        { "1000-2000: a (@zz) b", "a (@zz) b+0x10|a (@zz) b" },
        { "1000-2000: a (@", "a (@+0x10|a (@" },
        { "1000-2000: s (@1) (@2)", "s+0x11|s" },
        { "1000-2000:", "0x1010|" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char map[200];
        snprintf(map, sizeof map, "%s\n", way[i].line);
        assert_string_equal(place_of(0x1010, map), way[i].place);
    }
}

static void lines_of_no_map_are_said_and_settings_are_not(void **state)
{
    static const char *const bad[] = {
        "1000-2000 r- 0 0 0 /a",
        "1000-2000 r-xp zz 0 0 /a",
        "2000-1000 r-xp 0 0 0 a",
        "1000 2000 r-xp 0 0 0 a",
        "zz-2000 r-xp 0 0 0 /a",
        "1000-zz r-xp 0 0 0 /a",
        "1000-2000",
        "what",
    };
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "x profile: total 0\n--- Memory map: ---\n%s\n", bad[i]);
        load_anyhow(&l, text);
        assert_non_null(
            said(&l, "line 3 is not a line of a memory map; it is left out"));
        assert_int_equal(l.in.warning.v[0].offset, 39);
        assert_false(l.in.lost.damaged);
        input_clear(&l.in);
    }
    load_text(&l, "x profile: total 0\n--- Memory map: ---\nbuild=/x\n\n"
                  "MAPPED_LIBRARIES:\n1000-1000 r-x 0 0 0 /a\n=\n");
    input_clear(&l.in);
}

static void an_address_is_in_the_last_range_that_begins_before_it(void **state)
{
    static const char map[] = "3000-4000 r-xp 0 0 0 /c\n"
                              "1000-2000 r-xp 0 0 0 /a\n"
                              "2000-2800 r-xp 0 0 0 /b\n"
                              "1000-1800 r-xp 0 0 0 /again\n";

    (void)state;
    assert_string_equal(place_of(0xfff, map), "0xfff|");
    assert_string_equal(place_of(0x1000, map), "[again]|again");
    assert_string_equal(place_of(0x17ff, map), "again+0x7ff|again");
    assert_string_equal(place_of(0x1fff, map), "0x1fff|");
    assert_string_equal(place_of(0x2000, map), "[b]|b");
    assert_string_equal(place_of(0x27ff, map), "b+0x7ff|b");
    assert_string_equal(place_of(0x2800, map), "0x2800|");
    assert_string_equal(place_of(0x3000, map), "[c]|c");
    assert_string_equal(place_of(0x3fff, map), "c+0xfff|c");
    assert_string_equal(place_of(0x4000, map), "0x4000|");
}

static void a_long_file_name_is_cut_in_a_name_made_of_it(void **state)
{
    (void)state;
    for (size_t n = 255; n <= 257; n++) {
        char file[300];
        char map[400];
        char want[700];
        memset(file, 'f', n);
        file[n] = 0;
        snprintf(map, sizeof map, "1000-2000 r-xp 0 0 0 %s\n", file);
        snprintf(want, sizeof want, "%.*s+0x10|%s", n < 256 ? (int)n : 256,
                 file, file);
        assert_string_equal(place_of(0x1010, map), want);
    }
}

static void code_without_a_name_has_no_source(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "x profile: total 1\n1 @ 0x11\n");
    const segment *s = find_kind(&l, "x/count");
    const corr_frame_view v = input_frame(
        &l.in, narrow_at(&l.in.stack.frame, l.in.stack.at.v[s->stack[0]]));
    assert_int_equal(v.address, 0x10);
    assert_true(corr_str_is(v.function, ""));
    assert_true(corr_str_is(v.file, ""));
    assert_true(corr_str_is(v.module, ""));
    input_clear(&l.in);
}

static void the_first_file_with_a_name_owns_the_profile(void **state)
{
    static const struct {
        const char *map, *owner;
    } way[] = {
        { "1000-2000 r-xp 0 0 0 /bin/server\n3000-4000 r-xp 0 0 0 /b\n",
          "server" },
        { "1000-2000 r-xp 0 0 0 [vdso]\n3000-4000 r-xp 0 0 0\n"
          "5000-6000 rw-p 0 0 0 /data\n7000-8000 r-xp 0 0 0 /bin/server\n",
          "server" },
        { "1000-2000 r-xp 0 0 0 [vdso]\n", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char text[300];
        loaded l;
        snprintf(text, sizeof text, "x profile: total 0\nMAPPED_LIBRARIES:\n%s",
                 way[i].map);
        load_text(&l, text);
        assert_int_equal(l.in.process.owner != 0, way[i].owner != NULL);
        if (way[i].owner)
            assert_true(corr_str_is(
                input_text(&l.in, l.in.proc.v[l.in.process.owner].executable),
                way[i].owner));
        input_clear(&l.in);
    }
}

/* ---- stacks -------------------------------------------------------------- */

static void equal_stacks_and_equal_addresses_are_kept_once(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "x profile: total 10\n"
                  "1 @ 0x11 0x21\n2 @ 0x21 0x11\n3 @ 0x11 0x21\n4 @ 0x11\n"
                  "#\t0x10\tf\n#\t0x10\tg\n#\t0x20\t\n#\t0x99\th\n");
    const segment *s = find_kind(&l, "x/count");
    assert_string_equal(stack_of(&l, s, 0), "0x20;f");
    assert_string_equal(stack_of(&l, s, 1), "f;0x20");
    assert_string_equal(stack_of(&l, s, 3), "f");
    assert_int_equal(s->stack[0], s->stack[2]);
    assert_int_equal(l.in.stack.n.n, 4); /* nil and three */
    assert_int_equal(l.in.frame.n, 3);   /* nil and two */
    input_clear(&l.in);
}

static void text_has_no_frames_to_leave_out(void **state)
{
    static const struct {
        const char *text, *kind;
    } way[] = {
        { "heap profile: 1: 1 [1: 1] @ heapprofile\n1: 1 [1: 1] @ 0x11 0x2 "
          "0x21\n",
          "live_bytes" },
        { "--- mutex:\ncycles/second=1\n1 1 @ 0x11 0x2 0x21\n", "mutex" },
        { "x profile: total 1\n1 @ 0x11 0x2 0x21\n", "x/count" },
        { "--- threadz 1 ---\n--- Thread 1 stack: ---\n PC: 0x10 0x2 0x21\n"
          "--- Memory map: ---\n",
          "thread" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        loaded l;
        load_text(&l, way[i].text);
        assert_string_equal(stack_in(&l, way[i].kind, 0), "0x20;0x1;0x10");
        input_clear(&l.in);
    }
}

/* 2000 rows of 40 addresses each, all of them different. */
static void tables_are_held_within_the_limit_on_memory(void **state)
{
    enum { ROWS = 2000, DEPTH = 40 };
    const size_t room = (size_t)ROWS * DEPTH * 12;
    char *text = malloc(room);
    size_t n = (size_t)snprintf(text, room, "x profile: total 0\n");
    loaded l;

    (void)state;
    assert_non_null(text);
    for (unsigned row = 0; row < ROWS; row++) {
        n += (size_t)snprintf(text + n, room - n, "0 @");
        for (unsigned i = 1; i <= DEPTH; i++)
            n += (size_t)snprintf(text + n, room - n, " 0x%x", row * DEPTH + i);
        n += (size_t)snprintf(text + n, room - n, "\n");
    }
    load_with(&l, text, n,
              &(corr_load_opts){ .limits = { .memory = 2000000 } });
    assert_int_equal(l.code, CORR_ELIMIT);
    assert_string_equal(l.err.what, "the tables need more than 2 MB of memory");
    assert_true(l.err.offset > 0 && l.err.offset < n); /* while it is read */
    input_clear(&l.in);
    load_with(&l, text, n,
              &(corr_load_opts){ .limits = { .memory = 60000000 } });
    assert_int_equal(l.code, CORR_OK);
    input_clear(&l.in);
    free(text);
}

/* ---- the first line ------------------------------------------------------ */

static void empty_lines_may_stand_before_the_first(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "\n \t\r\nx profile: total 1\n1 @ 0x2\n");
    assert_int_equal(total_of(&l, "x/count"), 1);
    input_clear(&l.in);
    assert_refused("\n\n", CORR_EFORMAT, "the file is empty");
    assert_refused(
        "\nxx\n", CORR_EFORMAT,
        "line 2 does not begin any profile from before pprof's own format");
    assert_refused("--- growthz 1 ---\n", CORR_ENOTYET,
                   "a growth profile of Java, which corr cannot read");
    load_anyhow(&l, "x profile: tot");
    assert_non_null(said(&l, "cut off inside line 1, which was left out"));
    assert_int_equal(l.in.lost.bytes, 14);
    input_clear(&l.in);
}

static void what_is_refused_is_told_with_its_place(void **state)
{
    static const struct {
        const char *text;
        uint64_t offset;
    } way[] = {
        { "", 0 },
        { "\n\n", 0 },
        { "\nxx\n", 1 },
        { "\n--- growthz 1 ---\n", 1 },
        { "heap profile: 1: 2 [3:\n", 0 },
        { "heap_v2/\n", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        loaded l;
        load_bytes(&l, way[i].text, strlen(way[i].text));
        assert_int_not_equal(l.code, CORR_OK);
        assert_int_equal(l.err.offset, way[i].offset);
        input_clear(&l.in);
    }
}

static void the_name_of_the_file_may_say_when_it_was(void **state)
{
    const src_opts so = { .path = "a.1764151200-1764151210.heap" };
    static const char text[] = "x profile: total 0\n";
    loaded l;

    (void)state;
    load_as(&l, &corr_format_pprof_legacy,
            src_open_memory(text, sizeof text - 1, &so, NULL),
            &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_true(l.in.from == INT64_C(1764151200000000000));
    assert_true(l.in.to == INT64_C(1764151210000000000));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_the_kernel_is_a_range_and_a_file),
        cmocka_unit_test(the_short_form_has_a_colon),
        cmocka_unit_test(lines_of_no_map_are_said_and_settings_are_not),
        cmocka_unit_test(an_address_is_in_the_last_range_that_begins_before_it),
        cmocka_unit_test(a_long_file_name_is_cut_in_a_name_made_of_it),
        cmocka_unit_test(code_without_a_name_has_no_source),
        cmocka_unit_test(the_first_file_with_a_name_owns_the_profile),
        cmocka_unit_test(equal_stacks_and_equal_addresses_are_kept_once),
        cmocka_unit_test(text_has_no_frames_to_leave_out),
        cmocka_unit_test(tables_are_held_within_the_limit_on_memory),
        cmocka_unit_test(empty_lines_may_stand_before_the_first),
        cmocka_unit_test(what_is_refused_is_told_with_its_place),
        cmocka_unit_test(the_name_of_the_file_may_say_when_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
