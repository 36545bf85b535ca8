/* Tests of pprof_resolve.c: names, frames and labels of a profile. */
#include "test/test_pprof.h"

static const int64_t one = 1;

/* Frame i, root first, of a row of the only kind, "samples". */
static corr_frame_view frame_at(const loaded *l, size_t row, uint32_t i)
{
    const segment *s = find_kind(l, "samples");

    assert_non_null(s);
    assert_true(row < s->n && i < l->in.stack.n.v[s->stack[row]]);
    uint32_t at = l->in.stack.at.v[s->stack[row]] + i;
    return input_frame(&l->in, narrow_at(&l->in.stack.frame, at));
}

static void put_type(blob *b)
{
    put_nums(b, 1, NUMS(1, 1, 2, 2));
}

static void load_good(loaded *l, const blob *b)
{
    load_blob(l, b);
    assert_int_equal(l->code, CORR_OK);
    assert_int_equal(l->in.warning.n, 0);
}

/* ---- code without a name ------------------------------------------- */

static void an_address_is_code_from_the_start_of_its_file_on(void **state)
{
    static const struct {
        uint64_t address;
        const char *name;
    } place[] = {
        { 0x1000, "lib.so+0x300" },
        { 0xfff, "[lib.so]" },
        { UINT64_MAX, "[lib.so]" },
        { UINT64_MAX - 1, "lib.so+0xfffffffffffff2fe" },
    };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_nums(&b, 3, NUMS(1, 1, 2, 0x1000, 3, 0x2000, 4, 0x300, 5, 3));
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        put_sample(&b, i + 1, &one, 1);
        put_nums(&b, 4, NUMS(1, i + 1, 2, 1, 3, place[i].address));
    }
    put_words(&b, "samples count /x/lib.so");
    load_good(&l, &b);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        assert_string_equal(stack_of(&l, find_kind(&l, "samples"), i),
                            place[i].name);
        assert_true(corr_str_is(frame_at(&l, i, 0).module, "lib.so"));
    }
    input_clear(&l.in);
}

static void code_of_no_file_has_no_module(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_sample(&b, 1, &one, 1);
    put_sample(&b, 2, &one, 1);
    put_nums(&b, 3, NUMS(1, 1, 2, 0x1000));
    put_nums(&b, 4, NUMS(1, 1, 3, 0x1010));
    put_nums(&b, 4, NUMS(1, 2, 2, 1, 3, 0x1010));
    put_words(&b, "samples count");
    load_good(&l, &b);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(frame_at(&l, i, 0).address, 0x1010);
        assert_true(corr_str_is(frame_at(&l, i, 0).function, ""));
        assert_true(corr_str_is(frame_at(&l, i, 0).module, ""));
        assert_true(corr_str_is(frame_at(&l, i, 0).file, ""));
    }
    input_clear(&l.in);
}

static void a_line_without_a_function_has_the_name_of_its_place(void **state)
{
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_sample(&b, 1, &one, 1);
    put_nums(&b, 3, NUMS(1, 1, 2, 0x1000, 3, 0x2000, 5, 3));
    put_num(&m, 1, 1);
    put_num(&m, 2, 1);
    put_num(&m, 3, 0x1010);
    put_nums(&m, 4, NUMS(1, 77, 2, 5)); /* not there */
    put_nums(&m, 4, NUMS(1, 1, 2, 6));  /* without a name */
    put_msg(&b, 4, &m);
    put_nums(&b, 5, NUMS(1, 1));
    put_words(&b, "samples count lib.so");
    load_blob(&l, &b);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "lib.so+0x10:6;lib.so+0x10:5");
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(
        said(&l, "1 line names function 77, which is not defined: 1 sample"));
    input_clear(&l.in);
}

static void all_that_is_not_defined_is_told_with_its_weight(void **state)
{
    static const int64_t value[][2] = { { 3, 30 }, { 2, 20 }, { 4, 40 } };
    static const uint64_t lines[][2] = { { 999, 0 }, { 0, 77 }, { 998, 0 } };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    for (size_t i = 0; i < 3; i++) {
        blob m = { .n = 0 };
        put_sample(&b, i + 1, value[i], 2);
        put_num(&m, 1, i + 1);
        if (lines[i][1])
            put_num(&m, 2, lines[i][1]);
        if (lines[i][0])
            put_nums(&m, 4, NUMS(1, lines[i][0]));
        put_msg(&b, 4, &m);
    }
    put_sample(&b, 444, value[0], 2);
    put_words(&b, "samples count cpu nanoseconds");
    load_blob(&l, &b);
    assert_non_null(said(&l, "2 lines name 2 functions, the first 999, which "
                             "are not defined: 7 samples, 70 ns"));
    assert_non_null(said(&l, "1 location names mapping 77, which is not "
                             "defined: 2 samples, 20 ns"));
    assert_non_null(said(&l, "1 stack names location 444, which is not "
                             "defined: 3 samples, 30 ns left out"));
    assert_int_equal(total_of(&l, "cpu"), 90);
    input_clear(&l.in);
}

static void a_long_file_name_is_cut_in_a_name_made_of_it(void **state)
{
    (void)state;
    for (size_t n = 255; n <= 257; n++) {
        char file[300];
        char want[300];
        blob b = { .n = 0 };
        loaded l;
        memset(file, 'x', sizeof file);
        put_type(&b);
        put_nums(&b, 3, NUMS(1, 1, 2, 0x1000, 3, 0x2000, 5, 3));
        put_sample(&b, 1, &one, 1);
        put_nums(&b, 4, NUMS(1, 1, 2, 1, 3, 0x1010));
        put_words(&b, "samples count");
        put_mem(&b, 6, file, n);
        load_good(&l, &b);
        snprintf(want, sizeof want, "%.*s+0x10", n < 256 ? (int)n : 256, file);
        assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), want);
        input_clear(&l.in);
    }
}

/* ---- frames -------------------------------------------------------- */

/* A sample each of locations 1 to 3, in the kernel, a library, a program, and
 * of one outside of all mappings. */
static void code_belongs_to_the_file_it_was_mapped_from(void **state)
{
    static const char *const module[] = { "[kernel.kallsyms]", "lib.so", "app",
                                          "" };
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    for (uint64_t i = 1; i <= 4; i++) {
        blob m = { .n = 0 };
        put_sample(&b, i, &one, 1);
        if (i < 4)
            put_nums(&b, 3, NUMS(1, 10 * i, 5, 3 + i));
        put_num(&m, 1, i);
        put_num(&m, 2, i < 4 ? 40 - 10 * i : 0);
        put_nums(&m, 4, NUMS(1, 1, 2, i)); /* one function everywhere */
        put_msg(&b, 4, &m);
    }
    put_nums(&b, 5, NUMS(1, 1, 2, 3, 4, 7));
    put_words(&b, "samples count f /bin/app /x/lib.so [kernel.kallsyms] f.c");
    load_good(&l, &b);
    for (size_t i = 0; i < 4; i++) {
        const corr_frame_view v = frame_at(&l, i, 0);
        assert_true(corr_str_is(v.function, "f"));
        assert_true(corr_str_is(v.file, "f.c"));
        assert_true(corr_str_is(v.module, module[i]));
        assert_int_equal(v.line, i + 1);
        assert_int_equal(v.type, i == 0 ? CORR_FRAME_KERNEL : CORR_FRAME_PLAIN);
    }
    input_clear(&l.in);
}

static void inlined_code_is_marked_in_every_location(void **state)
{
    blob b = { .n = 0 };
    blob s = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_packed(&s, 1, NUMS(1, 2, 3), 3);
    put_packed(&s, 2, (const uint64_t *)&one, 1);
    put_msg(&b, 2, &s);
    for (uint64_t i = 1; i <= 3; i++) {
        blob m = { .n = 0 };
        put_num(&m, 1, i);
        for (uint64_t k = 1; k <= i; k++)
            put_nums(&m, 4, NUMS(1, k, 2, 10 * i + k));
        put_msg(&b, 4, &m);
        put_nums(&b, 5, NUMS(1, i, 2, 2 + i));
    }
    put_words(&b, "samples count a b c");
    load_good(&l, &b);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "c:33;b:32;a:31;b:22;a:21;a:11");
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(frame_at(&l, 0, i).type, i == 0 || i == 3 || i == 5
                                                      ? CORR_FRAME_PLAIN
                                                      : CORR_FRAME_INLINED);
    input_clear(&l.in);
}

/* Locations that no sample has are not made into frames. */
static void code_that_no_sample_shows_leaves_nothing_behind(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 3, 0);
    put_function(&b, 2, 4, 0);
    put_words(&b, "samples count f unseen");
    load_good(&l, &b);
    assert_int_equal(l.in.frame.n, 2); /* nil and f */
    input_clear(&l.in);
}

static void a_location_may_have_the_reserved_id_0(void **state)
{
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    put_num(&m, 1, 0);
    put_num(&m, 2, 1);
    put_msg(&b, 2, &m);
    m.n = 0;
    put_nums(&m, 4, NUMS(1, 1));
    put_msg(&b, 4, &m);
    put_nums(&b, 5, NUMS(1, 1, 2, 3));
    put_words(&b, "samples count f");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_non_null(said(
        &l, "a location has the reserved id 0; it is used like any other"));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0), "f");
    input_clear(&l.in);
}

/* Cut after the text n, counted from 0; types are texts 1 and 2, the function
 * is 3, its file 4. */
static void load_texts(loaded *l, size_t n)
{
    static const char *const text[] = { "", "things", "count", "f", "f.c" };
    blob b = { .n = 0 };

    put_type(&b);
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 3, 4);
    for (size_t i = 0; i <= n; i++)
        put_mem(&b, 6, text[i], strlen(text[i]));
    put_varint(&b, 6 << 3 | 2); /* the next one is missing */
    put_varint(&b, 100);
    load_blob(l, &b);
}

static void names_that_were_cut_off_are_unknown(void **state)
{
    loaded l;

    (void)state;
    for (size_t n = 0; n < 2; n++) {
        load_texts(&l, n);
        assert_int_equal(l.code, CORR_EFORMAT);
        assert_non_null(
            strstr(l.err.what, "before the names of the sample types"));
        input_clear(&l.in);
    }
    for (size_t n = 2; n <= 4; n++) {
        load_texts(&l, n);
        assert_int_equal(l.code, CORR_OK);
        assert_true(l.in.lost.damaged);
        const segment *s = find_kind(&l, "things");
        const corr_frame_view v = input_frame(
            &l.in, narrow_at(&l.in.stack.frame, l.in.stack.at.v[s->stack[0]]));
        assert_true(corr_str_is(v.function, n < 3 ? "" : "f"));
        assert_true(corr_str_is(v.file, n < 4 ? "" : "f.c"));
        input_clear(&l.in);
    }
}

/* ---- labels -------------------------------------------------------- */

static void a_number_has_a_unit_if_it_says_so(void **state)
{
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;
    corr_label x;

    (void)state;
    put_type(&b);
    put_num(&m, 2, 1);
    put_nums(&m, 3, NUMS(1, 3, 3, 7, 4, 4));
    put_nums(&m, 3, NUMS(1, 5, 3, 8));
    put_msg(&b, 2, &m);
    put_words(&b, "samples count size bytes plain");
    load_good(&l, &b);
    uint32_t set = find_kind(&l, "samples")->labels[0];
    assert_int_equal(l.in.label.set_n.v[set], 2);
    assert_true(input_find_label(&l.in, set, CORR_STR("size"), &x));
    assert_int_equal(x.num, 7);
    assert_true(corr_str_is(x.text, "bytes"));
    assert_true(input_find_label(&l.in, set, CORR_STR("plain"), &x));
    assert_int_equal(x.num, 8);
    assert_true(corr_str_is(x.text, ""));
    input_clear(&l.in);
}

/* Labels may stand between and after everything else of a sample. */
static void samples_share_labels_that_are_equal(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_type(&b);
    for (uint64_t i = 0; i < 4; i++) {
        blob m = { .n = 0 };
        put_nums(&m, 3, NUMS(1, 3, 2, 4));
        if (i == 1)
            put_num(&m, 1, 1);
        put_nums(&m, 3, NUMS(1, 5, 2, i == 3 ? 6 : 4));
        put_num(&m, 2, 1);
        put_msg(&b, 2, &m);
    }
    put_sample(&b, 1, &one, 1);
    put_function(&b, 1, 1, 0);
    put_words(&b, "samples count a x b y");
    load_good(&l, &b);
    const segment *s = find_kind(&l, "samples");
    assert_int_equal(s->labels[0], s->labels[1]);
    assert_int_equal(s->labels[0], s->labels[2]);
    assert_int_not_equal(s->labels[0], s->labels[3]);
    assert_int_equal(s->labels[4], 0);
    assert_int_equal(l.in.label.set_n.v[s->labels[0]], 2);
    input_clear(&l.in);
}

/* ---- Go ------------------------------------------------------------ */

/* A file with the types of Go's locks, of one stack: location 1 and its
 * caller 2, of two lines each. */
static void load_lock(loaded *l, const char *inner, const char *outer,
                      const char *caller, bool is_named)
{
    static const int64_t value[] = { 2, 500 };
    const char *const name[] = { inner, outer, caller };
    blob b = { .n = 0 };
    blob s = { .n = 0 };

    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    put_packed(&s, 1, NUMS(1, 2), 2);
    put_packed(&s, 2, (const uint64_t *)value, 2);
    put_msg(&b, 2, &s);
    for (uint64_t i = 1; i <= 2; i++) {
        blob m = { .n = 0 };
        put_num(&m, 1, i);
        if (is_named || i == 2)
            put_nums(&m, 4, NUMS(1, i == 1 ? 1 : 3));
        if (is_named || i == 2)
            put_nums(&m, 4, NUMS(1, 2));
        put_msg(&b, 4, &m);
    }
    for (uint64_t i = 1; i <= 3; i++)
        put_nums(&b, 5, NUMS(1, i, 2, 5 + i, 4, i == 3 ? 5 : 0));
    put_words(&b, "contentions count delay ns sema.go");
    for (size_t i = 0; i < 3; i++)
        put_mem(&b, 6, name[i], strlen(name[i]));
    load_blob(l, &b);
    assert_int_equal(l->code, CORR_OK);
}

static void a_lock_is_let_go_in_the_innermost_line_of_the_leaf(void **state)
{
    static const char unlock[] = "runtime.unlock2";
    loaded l;

    (void)state;
    load_lock(&l, unlock, "f", "g", true);
    assert_non_null(find_kind(&l, "mutex"));
    input_clear(&l.in);
    load_lock(&l, "f", unlock, "g", true);
    assert_non_null(find_kind(&l, "block"));
    input_clear(&l.in);
    load_lock(&l, "f", "g", unlock, true);
    assert_non_null(find_kind(&l, "block"));
    input_clear(&l.in);
    load_lock(&l, unlock, "g", unlock, false);
    assert_non_null(find_kind(&l, "block"));
    input_clear(&l.in);
}

static void every_way_to_let_a_lock_go_is_known(void **state)
{
    static const char *const way[] = {
        "sync.(*Mutex).Unlock",
        "sync.(*RWMutex).Unlock",
        "sync.(*RWMutex).RUnlock",
        "internal/sync.(*Mutex).Unlock",
        "runtime.unlock",
        "runtime.unlock2",
        "runtime._LostContendedRuntimeLock",
    };
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        load_lock(&l, way[i], "f", "g", true);
        assert_non_null(find_kind(&l, "mutex"));
        input_clear(&l.in);
    }
    load_lock(&l, "sync.(*Mutex).Lock", "f", "g", true);
    assert_non_null(find_kind(&l, "block"));
    input_clear(&l.in);
}

/* Whichever stack it is in. */
static void one_stack_is_enough_to_tell_a_profile_of_locks(void **state)
{
    static const int64_t value[] = { 2, 500 };

    (void)state;
    for (uint64_t i = 1; i <= 3; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        put_nums(&b, 1, NUMS(1, 3, 2, 4));
        for (uint64_t k = 1; k <= 3; k++) {
            put_sample(&b, k, value, 2);
            put_function(&b, k, i == k ? 6 : 1, 5);
        }
        put_words(&b, "contentions count delay ns a.go runtime.unlock");
        load_good(&l, &b);
        assert_non_null(find_kind(&l, "mutex"));
        input_clear(&l.in);
    }
}

/* Without sources, by what every Go program begins with. */
static void go_is_known_by_its_roots_as_well(void **state)
{
    static const struct {
        const char *name;
        bool is_go;
    } way[] = {
        { "runtime.main", true },     { "runtime.goexit", true },
        { "runtime.mcall", true },    { "runtime.mstart", true },
        { "runtime.mstart1", false }, { "main", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        static const int64_t value[] = { 2, 500 };
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        put_nums(&b, 1, NUMS(1, 3, 2, 4));
        put_sample(&b, 1, value, 2);
        put_function(&b, 1, 1, 0);
        put_function(&b, 2, 5, 0);
        put_words(&b, "contentions count delay ns");
        put_mem(&b, 6, way[i].name, strlen(way[i].name));
        load_good(&l, &b);
        assert_non_null(find_kind(&l, way[i].is_go ? "block" : "lock"));
        assert_true(corr_str_is(input_text(&l.in, l.in.producer),
                                way[i].is_go ? "Go" : ""));
        input_clear(&l.in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_code_from_the_start_of_its_file_on),
        cmocka_unit_test(code_of_no_file_has_no_module),
        cmocka_unit_test(names_that_were_cut_off_are_unknown),
        cmocka_unit_test(a_line_without_a_function_has_the_name_of_its_place),
        cmocka_unit_test(all_that_is_not_defined_is_told_with_its_weight),
        cmocka_unit_test(a_long_file_name_is_cut_in_a_name_made_of_it),
        cmocka_unit_test(code_belongs_to_the_file_it_was_mapped_from),
        cmocka_unit_test(inlined_code_is_marked_in_every_location),
        cmocka_unit_test(code_that_no_sample_shows_leaves_nothing_behind),
        cmocka_unit_test(a_location_may_have_the_reserved_id_0),
        cmocka_unit_test(a_number_has_a_unit_if_it_says_so),
        cmocka_unit_test(samples_share_labels_that_are_equal),
        cmocka_unit_test(a_lock_is_let_go_in_the_innermost_line_of_the_leaf),
        cmocka_unit_test(every_way_to_let_a_lock_go_is_known),
        cmocka_unit_test(one_stack_is_enough_to_tell_a_profile_of_locks),
        cmocka_unit_test(go_is_known_by_its_roots_as_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
