/* Tests of legacy_cpu.c: machine words, records and the frames they leave
 * out. */
#include "test/test_legacy.h"

/* A profile that is sampled every 10 ms, before its records. */
static words begun(void)
{
    words w = { .bytes = 8 };

    PUT(&w, 0, 3, 0, 10000, 0);
    return w;
}

static void load_words(loaded *l, const words *w)
{
    load_bytes(l, w->p, w->n);
    assert_int_equal(l->code, CORR_OK);
}

/* ---- the beginning ------------------------------------------------------- */

static bool begins(size_t bytes, const uint64_t *word, size_t n)
{
    words w = { .bytes = bytes };
    legacy_words found;

    put_words(&w, word, n);
    bool is = legacy_is_cpu(w.p, w.n, &found);
    if (is)
        assert_int_equal(found.bytes, bytes);
    return is;
}

static void a_profile_begins_with_five_words(void **state)
{
    static const struct {
        uint64_t word[5];
        bool is;
    } way[] = {
        { { 0, 3, 0, 10000, 0 }, true },  { { 0, 3, 0, 1, 0 }, true },
        { { 0, 3, 0, 0, 0 }, false },     { { 0, 3, 0, 10000, 1 }, false },
        { { 0, 3, 2, 10000, 0 }, false }, { { 0, 2, 0, 10000, 0 }, false },
        { { 1, 3, 0, 10000, 0 }, false },
    };
    static const uint64_t day[] = { 0, 3, 0, 86400000000, 0 };
    static const uint64_t less[] = { 0, 3, 0, 86399999999, 0 };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        for (size_t bytes = 4; bytes <= 8; bytes += 4) {
            assert_int_equal(begins(bytes, way[i].word, 5), way[i].is);
            assert_false(begins(bytes, way[i].word, 4));
        }
    assert_false(begins(8, day, 5));
    assert_true(begins(8, less, 5));
}

static void an_end_right_behind_the_beginning_is_an_empty_profile(void **state)
{
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_int_equal(l.in.warning.n, 0);
    assert_int_equal(find_kind(&l, "cpu")->n, 0);
    assert_int_equal(kind_facts(&l, "cpu")->flags, CORR_KIND_DEFAULT);
    assert_true(corr_str_is(input_text(&l.in, kind_facts(&l, "cpu")->type),
                            "cpu/nanoseconds"));
    input_clear(&l.in);
}

/* ---- records ------------------------------------------------------------- */

static void a_record_may_have_no_frames_or_no_samples(void **state)
{
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, 0, 2, 0x10, 0x20); /* a count of 0 */
    PUT(&w, 0, 0);
    PUT(&w, 0, 1, 0x30);
    PUT(&w, 1, 1, 0);    /* is not the end */
    PUT(&w, 2, 1, 0x40); /* row 4 */
    PUT(&w, 3, 0);       /* the input ends after it */
    load_words(&l, &w);
    assert_int_equal(l.in.warning.n, 1);
    assert_int_equal(l.in.lost.events, 0);
    assert_int_equal(l.in.lost.bytes, 0);
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->n, 3);
    assert_string_equal(stack_of(&l, s, 0), "");
    assert_string_equal(stack_of(&l, s, 1), "0x40");
    assert_string_equal(stack_of(&l, s, 2), "");
    assert_int_equal(s->row[0], 3);
    assert_int_equal(s->row[1], 4);
    assert_int_equal(s->row[2], 5);
    assert_int_equal(obs_of(&l, "cpu"), 6);
    input_clear(&l.in);
}

static void callers_lie_one_byte_before_where_they_return(void **state)
{
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, 1, 4, 0x10, 0, 1, 0x20);
    PUT(&w, 1, 3, 0x10, 0x20, 0x10);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_string_equal(stack_in(&l, "cpu", 0), "0x1f;0x10");
    assert_string_equal(stack_in(&l, "cpu", 1), "0xf;0x1f;0x10");
    input_clear(&l.in);
}

static void a_count_fits_as_long_as_its_time_does(void **state)
{
    const uint64_t most = INT64_MAX / 10000000;
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, most, 1, 0x10);
    PUT(&w, most + 1, 1, 0x20);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_int_equal(l.in.lost.events, 1);
    assert_int_equal(l.in.lost.bytes, 0);
    assert_int_equal(find_kind(&l, "cpu")->n, 1);
    assert_true(total_of(&l, "cpu") == (int64_t)most * 10000000);
    assert_true(obs_of(&l, "cpu") == (int64_t)most);
    input_clear(&l.in);
}

/* Larger than any window on a source: 3000 records of 60 frames. */
static void a_large_profile_is_read_through_a_small_window(void **state)
{
    const src_opts so = { .path = "old.prof" };
    FILE *f = tmpfile();
    words w = begun();
    loaded l;

    (void)state;
    assert_non_null(f);
    for (uint64_t i = 0; i <= 3000; i++) {
        assert_int_equal(fwrite(w.p, 1, w.n, f), w.n);
        w.n = 0;
        PUT(&w, 1, 60);
        for (uint64_t k = 0; k < 60; k++)
            PUT(&w, 0x100000 + i % 7 * 100 + k);
    }
    w.n = 0;
    PUT(&w, 0, 1, 0);
    assert_int_equal(fwrite(w.p, 1, w.n, f), w.n);
    rewind(f);
    load_as(&l, &corr_format_pprof_legacy, src_open_fd(fileno(f), &so, NULL),
            &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    assert_int_equal(obs_of(&l, "cpu"), 3000);
    assert_int_equal(l.in.stack.n.n, 8); /* nil and seven */
    input_clear(&l.in);
    fclose(f);
}

/* ---- the end ------------------------------------------------------------- */

static void an_end_inside_a_record_is_told_by_where_it_begins(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < 40; cut++) {
        words w = begun();
        char what[160];
        loaded l;
        PUT(&w, 7, 3, 0x10, 0x20, 0x30);
        w.n -= cut;
        load_words(&l, &w);
        if (cut <= 24)
            snprintf(what, sizeof what,
                     "the record at byte 40 claims 3 frames; the rest of the "
                     "file was not read");
        else
            snprintf(what, sizeof what,
                     "cut off inside the record that begins at byte 40");
        assert_non_null(said(&l, what));
        assert_int_equal(said(&l, what)->offset, 40);
        assert_int_equal(l.in.lost.bytes, 40 - cut);
        assert_int_equal(l.in.lost.events, 0);
        assert_int_equal(find_kind(&l, "cpu")->n, 0);
        input_clear(&l.in);
    }
}

static void a_record_larger_than_any_is_not_asked_for(void **state)
{
    static const uint64_t depth[] = { 64, 63 };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        words w = begun();
        loaded l;
        PUT(&w, 1, depth[i]);
        for (uint64_t k = 0; k < depth[i]; k++)
            PUT(&w, 0x10 + k);
        PUT(&w, 0, 1, 0);
        load_with(&l, w.p, w.n,
                  &(corr_load_opts){ .limits = { .record = 512 } });
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.warning.n, i == 0);
        assert_int_equal(find_kind(&l, "cpu")->n, i);
        input_clear(&l.in);
    }
}

/* ---- signal handlers ----------------------------------------------------- */

/* n records with 0x7000 as their second address, and others without; leaves
 * `apart` from one another.  The number of frames of the first stack. */
static uint32_t frames_of(uint64_t n, uint64_t others, uint64_t apart,
                          bool others_first)
{
    words w = begun();
    loaded l;

    for (int part = 0; part < 2; part++)
        if ((part == 0) == others_first)
            for (uint64_t i = 0; i < others; i++)
                PUT(&w, 1, 3, 0x900000, 0x8000 + i, 0x3000);
        else
            for (uint64_t i = 0; i < n; i++)
                PUT(&w, 1, 3, 0x400000 + (i == 0 ? 0 : apart), 0x7000, 0x3000);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    const segment *s = find_kind(&l, "cpu");
    const size_t row = others_first ? others : 0;
    const uint32_t frames = l.in.stack.n.v[s->stack[row]];
    assert_int_equal(l.in.setting.n, frames == 2);
    if (frames == 2) {
        assert_true(corr_str_is(input_text(&l.in, l.in.setting.v[0].name),
                                "signal handler"));
        assert_true(corr_str_is(input_text(&l.in, l.in.setting.v[0].value),
                                "0x6fff left out"));
    }
    input_clear(&l.in);
    return frames;
}

static void a_handler_is_in_nearly_all_stacks(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        assert_int_equal(frames_of(4, 0, 0x10000, first), 2);
        assert_int_equal(frames_of(2, 0, 0x10000, first), 2);
        assert_int_equal(frames_of(2, 0, 0xffff, first), 3);
        assert_int_equal(frames_of(2, 1, 0x10000, first), 3);
        assert_int_equal(frames_of(30, 1, 0x10000, first), 3);
        assert_int_equal(frames_of(31, 1, 0x10000, first), 2);
        assert_int_equal(frames_of(61, 2, 0x10000, first), 3);
        assert_int_equal(frames_of(62, 2, 0x10000, first), 2);
        assert_int_equal(frames_of(60, 3, 0x10000, first), 3);
    }
}

static void a_stack_of_two_addresses_has_no_handler(void **state)
{
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, 1, 2, 0x400000, 0x7000);
    PUT(&w, 1, 2, 0x500000, 0x7000);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_string_equal(stack_in(&l, "cpu", 0), "0x6fff;0x400000");
    assert_int_equal(l.in.setting.n, 0);
    input_clear(&l.in);
}

/* It is the second frame only that a signal handler has. */
static void the_same_address_elsewhere_is_shown(void **state)
{
    words w = begun();
    loaded l;

    (void)state;
    PUT(&w, 1, 4, 0x400000, 0x7000, 0x3000, 0x7000);
    PUT(&w, 1, 4, 0x500000, 0x7000, 0x7000, 0x3000);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_string_equal(stack_in(&l, "cpu", 0), "0x6fff;0x2fff;0x400000");
    assert_string_equal(stack_in(&l, "cpu", 1), "0x2fff;0x6fff;0x500000");
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_begins_with_five_words),
        cmocka_unit_test(an_end_right_behind_the_beginning_is_an_empty_profile),
        cmocka_unit_test(a_record_may_have_no_frames_or_no_samples),
        cmocka_unit_test(callers_lie_one_byte_before_where_they_return),
        cmocka_unit_test(a_count_fits_as_long_as_its_time_does),
        cmocka_unit_test(a_large_profile_is_read_through_a_small_window),
        cmocka_unit_test(an_end_inside_a_record_is_told_by_where_it_begins),
        cmocka_unit_test(a_record_larger_than_any_is_not_asked_for),
        cmocka_unit_test(a_handler_is_in_nearly_all_stacks),
        cmocka_unit_test(a_stack_of_two_addresses_has_no_handler),
        cmocka_unit_test(the_same_address_elsewhere_is_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
