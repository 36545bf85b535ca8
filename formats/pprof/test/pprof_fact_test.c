/* Tests of pprof_rows.c: what a profile says of itself, and what becomes of
 * values at the ends of their range. */
#include "test/test_pprof.h"

static const int64_t one = 1;

/* A sample of type string 1, and texts from string 3 on. */
static void put_plain(blob *b, const char *texts)
{
    put_nums(b, 1, NUMS(1, 1, 2, 2));
    put_sample(b, 1, &one, 1);
    put_function(b, 1, 1, 0);
    put_words(b, "things count");
    for (const char *t = texts; *t; t += strlen(t) + 1)
        put_mem(b, 6, t, strlen(t));
}

static const char *setting_of(const loaded *l, const char *name)
{
    static char text[200];

    for (size_t i = 0; i < l->in.setting.n; i++) {
        const setting *s = &l->in.setting.v[i];
        if (!corr_str_is(input_text(&l->in, s->name), name))
            continue;
        snprintf(text, sizeof text, "%.*s",
                 CORR_STR_ARG(input_text(&l->in, s->value)));
        return text;
    }
    return NULL;
}

/* ---- the window ---------------------------------------------------- */

static void a_window_begins_at_the_time_and_is_as_long_as_it_says(void **state)
{
    static const struct {
        int64_t time, duration, from, to;
    } way[] = {
        { 1000, 10, 1000, 1010 },
        { 1000, 1, 1000, 1001 },
        { 1000, 0, 1000, 1000 },
        { 1000, -5, 1000, 1000 },
        { 1, 1, 1, 2 },
        { 0, 10, CORR_NO_TIME, CORR_NO_TIME },
        { -1, 10, CORR_NO_TIME, CORR_NO_TIME },
        { INT64_MAX - 10, 10, INT64_MAX - 10, INT64_MAX },
        { INT64_MAX - 10, 11, INT64_MAX - 10, INT64_MAX - 10 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_plain(&b, "");
        put_num(&b, 9, (uint64_t)way[i].time);
        put_num(&b, 10, (uint64_t)way[i].duration);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_true(l.in.from == way[i].from);
        assert_true(l.in.to == way[i].to);
        input_clear(&l.in);
    }
}

/* Pyroscope writes the end of the window of what it merged, and no duration. */
static void a_name_gives_the_window_that_holds_the_time(void **state)
{
    static const struct {
        const char *path;
        int64_t time_s, duration, from_s, to_s;
    } way[] = {
        { "x.1764151200-1764151210.pb", 1764151210, 0, 1764151200, 1764151210 },
        { "x.1764151200-1764151210.pb", 1764151210, 1000000000, 1764151210,
          1764151211 },
        { "x.1764151200-1764151210.pb", 1764151230, 0, 1764151230, 1764151230 },
        { "x.pb", 1764151210, 0, 1764151210, 1764151210 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_plain(&b, "");
        put_num(&b, 9, (uint64_t)way[i].time_s * 1000000000);
        put_num(&b, 10, (uint64_t)way[i].duration);
        load_as(
            &l, &corr_format_pprof,
            src_open_memory(b.p, b.n, &(src_opts){ .path = way[i].path }, NULL),
            &(corr_load_opts){ 0 });
        assert_int_equal(l.in.from, way[i].from_s * 1000000000);
        assert_int_equal(l.in.to, way[i].to_s * 1000000000);
        input_clear(&l.in);
    }
}

/* Node.js writes the time of the end. */
static void a_window_of_node_ends_at_the_time(void **state)
{
    static const struct {
        int64_t time, duration, from;
    } way[] = { { 1000, 10, 990 },
                { 1000, 0, 1000 },
                { 10, 11, 10 },
                { 10, 10, 0 },
                { 0, 5, CORR_NO_TIME } };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_mem(&b, 6, "", 0);
        put_mem(&b, 6, "count", 5);
        put_mem(&b, 6, "node:fs", 7);
        put_nums(&b, 1, NUMS(1, 1, 2, 1));
        put_function(&b, 1, 1, 2);
        put_num(&b, 9, (uint64_t)way[i].time);
        put_num(&b, 10, (uint64_t)way[i].duration);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_true(l.in.from == way[i].from);
        assert_true(l.in.to == (way[i].time ? way[i].time : CORR_NO_TIME));
        input_clear(&l.in);
    }
}

/* ---- settings and the owner ---------------------------------------- */

static void what_a_profile_says_in_words_is_kept(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_num(&b, 7, 3);
    put_num(&b, 8, 4);
    put_num(&b, 13, 5);
    put_packed(&b, 13, NUMS(6, 5), 2);
    put_num(&b, 15, 7);
    put_plain(&b, "x|y\0keep\0said\0packed\0http://doc\0");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(setting_of(&l, "drop_frames"), "x|y");
    assert_string_equal(setting_of(&l, "keep_frames"), "keep");
    assert_string_equal(setting_of(&l, "comment"), "said");
    assert_string_equal(setting_of(&l, "doc_url"), "http://doc");
    assert_true(
        corr_str_is(input_text(&l.in, l.in.setting.v[1].value), "packed"));
    assert_int_equal(l.in.setting.n, 6); /* three comments */
    input_clear(&l.in);
    b.n = 0;
    put_num(&b, 13, 0);
    put_plain(&b, "");
    load_blob(&l, &b);
    assert_int_equal(l.in.setting.n, 0);
    input_clear(&l.in);
}

static void a_list_of_comments_that_breaks_off_ends_there(void **state)
{
    static const uint8_t list[] = { 3, 0x80 };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_mem(&b, 13, list, sizeof list);
    put_plain(&b, "said\0");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.setting.n, 1);
    assert_string_equal(setting_of(&l, "comment"), "said");
    input_clear(&l.in);
}

static void the_first_file_that_is_mapped_owns_the_profile(void **state)
{
    static const struct {
        const char *file, *owner;
    } way[] = {
        { "/opt/bin/server", "server" },
        { "C:\\bin\\server.exe", "server.exe" },
        { "C:\\bin\\server.exe (deleted)", "server.exe" },
        { "/opt/a\\b", "a\\b" },
        { "/opt/bin/server (deleted)", "server" },
        { "server", "server" },
        { "[vdso]", NULL },
        { "/dir/", NULL },
        { "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_plain(&b, "");
        put_nums(&b, 3, NUMS(1, 1, 5, 3, 6, 4));
        put_nums(&b, 3, NUMS(1, 2, 5, 5));
        put_mem(&b, 6, way[i].file, strlen(way[i].file));
        put_mem(&b, 6, "abcd", 4);
        put_mem(&b, 6, "other", 5);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.process.owner != 0, way[i].owner != NULL);
        if (way[i].owner)
            assert_true(corr_str_is(
                input_text(&l.in, l.in.proc.v[l.in.process.owner].executable),
                way[i].owner));
        if (way[i].owner)
            assert_string_equal(setting_of(&l, "build_id"), "abcd");
        else
            assert_null(setting_of(&l, "build_id"));
        input_clear(&l.in);
    }
}

/* ---- the producer -------------------------------------------------- */

/* Sample types by name, all counts; a function of `file` after another; its
 * producer. */
static const char *producer_of(const char *types, const char *file,
                               const char *period, const char *comment)
{
    static char text[64];
    corr_str rest = corr_str_of(types);
    corr_str type;
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;
    uint64_t n = 0;

    put_mem(&b, 6, "", 0);
    put_mem(&b, 6, "count", 5);
    put_mem(&b, 6, file, strlen(file));
    put_mem(&b, 6, period, strlen(period));
    put_mem(&b, 6, comment, strlen(comment));
    for (; corr_str_next(&rest, ' ', &type); n++) {
        put_mem(&b, 6, type.p, type.n);
        put_nums(&b, 1, NUMS(1, 5 + n, 2, 1));
        put_num(&m, 2, 1);
    }
    put_msg(&b, 2, &m);
    put_function(&b, 2, 1, 1);
    put_function(&b, 1, 1, 2);
    put_nums(&b, 11, NUMS(1, 3, 2, 1));
    put_num(&b, 13, 4);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    snprintf(text, sizeof text, "%.*s",
             CORR_STR_ARG(input_text(&l.in, l.in.producer)));
    input_clear(&l.in);
    return text;
}

static void the_producer_is_told_by_types_sources_and_comments(void **state)
{
    static const char *const go[] = {
        "samples cpu",
        "alloc_objects alloc_space inuse_objects inuse_space",
        "contentions delay",
        "goroutine",
        "threadcreate",
    };
    static const char *const other[] = {
        "cpu",
        "samples",
        "samples cpu more",
        "samples wall",
        "alloc_objects alloc_space",
        "alloc_objects alloc_space inuse_objects inuse_space more",
        "alloc_objects alloc_space inuse_objects space",
        "samples time",
    };

    (void)state;
    for (size_t i = 0; i < sizeof go / sizeof *go; i++) {
        assert_string_equal(producer_of(go[i], "a.go", "", ""), "Go");
        assert_string_equal(producer_of(go[i], "a.c", "", ""), "");
        assert_string_equal(producer_of(go[i], "a.go", "", "async-profiler"),
                            "async-profiler");
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_string_equal(producer_of(other[i], "a.go", "", ""), "");
    assert_string_equal(producer_of("samples time", "a.go", "wallclock", ""),
                        "fgprof");
    assert_string_equal(producer_of("samples time", "a.c", "wallclock", ""),
                        "");
    assert_string_equal(producer_of("samples cpu", "node:fs", "", ""),
                        "Node.js");
    assert_string_equal(producer_of("samples cpu", "a.go", "", "x"), "Go");
}

/* ---- values -------------------------------------------------------- */

static void a_value_may_be_as_large_as_its_unit_allows(void **state)
{
    static const int64_t most = INT64_MAX / 1000000000;
    static const struct {
        int64_t value, total;
    } way[] = {
        { most, most * 1000000000 },
        { -most, -most * 1000000000 },
        { most + 1, 0 },
        { -most - 1, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        put_sample(&b, 1, &way[i].value, 1);
        put_function(&b, 1, 1, 0);
        put_words(&b, "cpu s");
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(total_of(&l, "cpu"), way[i].total);
        assert_int_equal(l.in.lost.events, way[i].total == 0);
        input_clear(&l.in);
    }
}

static void a_value_that_does_not_fit_takes_no_other_along(void **state)
{
    static const int64_t value[] = { INT64_MAX, 5 };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 2));
    put_sample(&b, 1, value, 2);
    put_function(&b, 1, 1, 0);
    put_words(&b, "cpu s wall");
    load_blob(&l, &b);
    assert_int_equal(total_of(&l, "wall"), 5000000000);
    assert_int_equal(find_kind(&l, "cpu")->n, 0);
    input_clear(&l.in);
}

static void
counts_of_nothing_or_less_are_observations_all_the_same(void **state)
{
    static const struct {
        int64_t count, obs;
    } way[] = {
        { 0, 1 }, { 1, 1 }, { 2, 2 }, { -3, 3 }, { INT64_MIN, INT64_MAX }
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const int64_t value[] = { way[i].count, 70 };
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2)); /* samples/count */
        put_nums(&b, 1, NUMS(1, 3, 2, 4)); /* cpu/ns */
        put_sample(&b, 1, value, 2);
        put_function(&b, 1, 1, 0);
        put_words(&b, "samples count cpu ns");
        load_blob(&l, &b);
        assert_int_equal(total_of(&l, "cpu"), 70);
        assert_true(obs_of(&l, "cpu") == way[i].obs);
        input_clear(&l.in);
    }
}

static void a_sample_that_cannot_be_read_keeps_its_place(void **state)
{
    static const uint8_t bad[] = { 0x0a, 0x05, 0x01 };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_plain(&b, "");
    put_mem(&b, 2, bad, sizeof bad);
    put_sample(&b, 1, &one, 1);
    put_mem(&b, 2, bad, sizeof bad);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "things"), 2);
    assert_int_equal(find_kind(&l, "things")->row[1], 2);
    assert_int_equal(l.in.lost.events, 2);
    input_clear(&l.in);
}

/* ---- the process --------------------------------------------------- */

/* The place of a Go program at 0x400000, with the kernel's mapping at
 * `vdso`. */
static uint64_t place_of(const char *root, const char *build, uint64_t vdso)
{
    static const int64_t value[] = { 2, 500 };
    blob b = { .n = 0 };
    loaded l;

    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    put_sample(&b, 1, value, 2);
    put_nums(&b, 3, NUMS(1, 1, 2, 0x400000, 3, 0x500000, 5, 5, 6, 7));
    put_nums(&b, 3, NUMS(1, 2, 2, vdso, 3, vdso + 0x2000, 5, 6));
    put_function(&b, 1, 8, 0);
    put_words(&b, "contentions count delay ns /bin/shop [vdso]");
    put_mem(&b, 6, build, strlen(build));
    put_mem(&b, 6, root, strlen(root));
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    const uint64_t place = l.in.process.place;
    input_clear(&l.in);
    return place;
}

static void a_process_of_go_is_known_by_where_its_memory_lies(void **state)
{
    const uint64_t first = place_of("runtime.main", "b1", 0x7f7e11891000);

    (void)state;
    assert_true(first != 0);
    assert_true(first == place_of("runtime.main", "b1", 0x7f7e11891000));
    assert_true(first != place_of("runtime.main", "b1", 0x7f8000c5e000));
    assert_true(first != place_of("runtime.main", "b2", 0x7f7e11891000));
    /* a process may be a copy of another there */
    assert_true(place_of("main", "b1", 0x7f7e11891000) == 0);
}

static void memory_that_always_lies_there_tells_no_process(void **state)
{
    static const uint64_t way[] = { 0x7ffff7fc1000, 0x7ffff7ffd000,
                                    0xfffff7ffb000, 0xf7fc5000, 0 };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        assert_true(place_of("runtime.main", "b1", way[i]) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_begins_at_the_time_and_is_as_long_as_it_says),
        cmocka_unit_test(a_name_gives_the_window_that_holds_the_time),
        cmocka_unit_test(a_window_of_node_ends_at_the_time),
        cmocka_unit_test(what_a_profile_says_in_words_is_kept),
        cmocka_unit_test(a_list_of_comments_that_breaks_off_ends_there),
        cmocka_unit_test(the_first_file_that_is_mapped_owns_the_profile),
        cmocka_unit_test(the_producer_is_told_by_types_sources_and_comments),
        cmocka_unit_test(a_value_may_be_as_large_as_its_unit_allows),
        cmocka_unit_test(a_value_that_does_not_fit_takes_no_other_along),
        cmocka_unit_test(
            counts_of_nothing_or_less_are_observations_all_the_same),
        cmocka_unit_test(a_sample_that_cannot_be_read_keeps_its_place),
        cmocka_unit_test(a_process_of_go_is_known_by_where_its_memory_lies),
        cmocka_unit_test(memory_that_always_lies_there_tells_no_process),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
