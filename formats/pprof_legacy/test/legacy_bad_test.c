/* Tests of the formats before pprof's own: which files are recognised and
 * refused, and the reports and rows of damaged files. */
#include "test/test_legacy.h"

#include <stdlib.h>

static void assert_said(const loaded *l, const char *what)
{
    const warning *w = said(l, what);

    assert_int_equal(l->code, CORR_OK);
    if (!w)
        fail_msg("not said: %s; but: %s", what,
                 l->in.warning.n ? l->in.warning.v[0].text : "nothing");
}

/* Loads a text and checks for this report. */
static void load_said(loaded *l, const char *text, const char *what)
{
    load_bytes(l, text, strlen(text));
    assert_said(l, what);
}

/* And that it is damaged. */
static void load_damaged(loaded *l, const char *text, const char *what)
{
    load_said(l, text, what);
    assert_true(l->in.lost.damaged);
}

/* ---- recognising --------------------------------------------------------- */

static void assert_probe(const void *p, size_t n, int want)
{
    assert_int_equal(corr_format_pprof_legacy.probe(p, n, true), want);
}

static void the_first_line_or_words_tell(void **state)
{
    static const char *const texts[] = {
        "heap profile:    144:  8498176 [ 144: 8498176]",
        "heap_v2/524288\n",
        "--- contentionz 1 ---\n",
        "--- mutex:\n",
        "--- threadz 1 ---\n",
        "--- heapz 1 ---\n",
        "goroutine profile: total 12\n1 @ 0x1\n",
        "net/http.conns profile: total 0\n",
    };
    static const char *const others[] = { "heap;x 1", "profile: total 3\n",
                                          "a\nb profile: total 3\n",
                                          "goroutine profile: total x\n", "" };
    static const uint64_t begin[] = { 0, 3, 0, 10000, 0, 1, 2, 3 };
    static const uint64_t java[] = { 0, 3, 1, 10000, 0, 1, 2, 3 };
    const corr_format *pprof = &corr_format_pprof;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_probe(texts[i], strlen(texts[i]), 100);
        assert_int_equal(
            pprof->probe((const uint8_t *)texts[i], strlen(texts[i]), true), 0);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_probe(others[i], strlen(others[i]), 0);
    assert_probe(begin, sizeof begin, 100);
    assert_probe(begin, 24, 0);
    assert_probe(java, sizeof java, 100);
    assert_int_equal(pprof->probe((const uint8_t *)begin, sizeof begin, true),
                     0);
}

static void what_cannot_be_read_is_refused_in_words(void **state)
{
    (void)state;
    assert_refused(
        "main;work 3\n", CORR_EFORMAT,
        "line 1 does not begin any profile from before pprof's own format");
    assert_refused("", CORR_EFORMAT, "the file is empty");
    assert_refused("heap profile: 1: 2 [3:\n", CORR_EFORMAT,
                   "line 1 ends before the meaning of the numbers");
    assert_refused("heap_v2/\n", CORR_EFORMAT,
                   "line 1 ends before the number of bytes between samples");
    assert_refused("--- growthz 1 ---\n", CORR_ENOTYET,
                   "a growth profile of Java, which corr cannot read");
}

/* ---- binary -------------------------------------------------------------- */

static void put_cpu(words *w)
{
    *w = (words){ .bytes = 8 };
    PUT(w, 0, 3, 0, 10000, 0);
    PUT(w, 1, 2, 0x401000, 0x402000);
}

static void a_cpu_profile_without_an_end_says_so(void **state)
{
    words w;
    loaded l;

    (void)state;
    put_cpu(&w);
    load_bytes(&l, w.p, w.n);
    assert_said(
        &l, "cut off at byte 72; later samples and the memory map are missing");
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    input_clear(&l.in);
    load_bytes(&l, w.p, 46);
    assert_said(&l, "cut off inside the record that begins at byte 40");
    assert_int_equal(l.in.lost.bytes, 6);
    input_clear(&l.in);
    PUT(&w, 1, UINT64_C(1) << 61, 0x401000);
    load_bytes(&l, w.p, w.n);
    assert_said(&l, "the record at byte 72 claims 2305843009213693952 frames; "
                    "the rest of the file was not read");
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    input_clear(&l.in);
}

static void a_count_beyond_time_is_left_out(void **state)
{
    words w;
    loaded l;

    (void)state;
    put_cpu(&w);
    PUT(&w, UINT64_C(1) << 60, 1, 0x401000);
    PUT(&w, 0, 2, 0x401000, 0x402000);
    PUT(&w, 0, 1, 0);
    put_text(&w, "00400000-00500000 r-xp 00000000 08:01 42 /bin/server\n"
                 "nonsense\n00600000-006");
    load_bytes(&l, w.p, w.n);
    assert_said(&l, "the record at byte 72 has 1152921504606846976 samples, "
                    "too much time to count; left out");
    assert_said(&l, "line 2 is not a line of a memory map; it is left out");
    assert_said(&l, "cut off inside line 3, which was left out");
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    assert_string_equal(stack_in(&l, "cpu", 0), "server+0x1fff;server+0x1000");
    input_clear(&l.in);
}

/* ---- text ---------------------------------------------------------------- */

static void bad_lines_are_left_out_and_counted(void **state)
{
    loaded l;

    (void)state;
    load_damaged(&l,
                 "heap profile: 2: 32 [2: 32] @ heapprofile\n"
                 " 1: 16 [1: 16] @ 0x401001\n"
                 " 1: 16 [1 16] @ 0x401001\n"
                 " 1: 16 [1: 16] @ 0x4010011223344556677\n",
                 "line 3 is not a row of a heap profile; it is left out");
    assert_int_equal(l.in.lost.events, 2);
    assert_said(
        &l,
        "up to line 4 there are 1 of the 2 objects in use that were announced");
    assert_int_equal(total_of(&l, "live_bytes"), 16);
    input_clear(&l.in);
    load_damaged(&l, "goroutine profile: total 3\n1 @ 0x1\nx @ 0x1\n",
                 "line 3 is not a row of this profile; it is left out");
    assert_said(&l, "up to line 3 there are 1 of the 3 that line 1 announces");
    input_clear(&l.in);
    load_damaged(&l, "--- mutex:\ncycles/second=1000\n1 1 @ 0x1\n-1 1 @ 0x1\n",
                 "line 4 is not a row of a lock profile; it is left out");
    input_clear(&l.in);
    load_damaged(&l, "heap_v2/1\n@ 0x1 y\nz\n@ 0x1\n  t*: 1: 2 [0: 0\n",
                 "line 2 is not a stack; it is left out");
    assert_int_equal(l.in.lost.events, 3); /* reported once, for the first */
    input_clear(&l.in);
}

static void a_line_without_an_end_is_left_out(void **state)
{
    loaded l;

    (void)state;
    load_damaged(&l, "goroutine profile: total 2\n1 @ 0x401001\n1 @ 0x4020",
                 "cut off inside line 3, which was left out");
    assert_int_equal(total_of(&l, "goroutine"), 1);
    assert_int_equal(l.in.lost.bytes, 10);
    input_clear(&l.in);
}

static void a_thread_that_is_cut_is_left_out(void **state)
{
    static const char text[] = "--- threadz 1 ---\n"
                               "--- Thread 1 (name: a/1) stack: ---\n"
                               "  [same as previous thread]\n"
                               "--- Thread 2 (name: b/2) stack: ---\n"
                               "  PC: 0x401000\n  what\n"
                               "--- Thread 3 (name: c/3) stack: ---\n"
                               "  PC: 0x401000 0x40";
    loaded l;

    (void)state;
    load_damaged(
        &l, text,
        "cut off at line 8, inside the stack of a thread, which is left out");
    assert_said(&l, "the thread before line 4 repeats a stack that is missing; "
                    "it is left out");
    assert_said(&l, "line 6 is not a frame of a thread; it is left out");
    assert_int_equal(total_of(&l, "thread"), 1);
    input_clear(&l.in);
    load_damaged(
        &l, "--- threadz 1 ---\n--- Thread 1 stack: ---\n PC: 0x1\n",
        "cut off at line 3, before the memory map; threads may be missing");
    input_clear(&l.in);
}

static void what_a_lock_profile_does_not_say_is_said(void **state)
{
    loaded l;

    (void)state;
    load_damaged(&l,
                 "--- contentionz 1 ---\ndiscarded samples = 3\n"
                 "9223372036854775807 9223372036854775807 @ 0x1\n",
                 "cut off at line 3, before the memory map");
    assert_said(&l, "the profiler discarded 3 of its samples");
    assert_said(
        &l,
        "no cycles per second before line 3; delays are taken as nanoseconds");
    input_clear(&l.in);
    load_said(&l, "heap profile: 0: 0 [0: 0] @ other\n",
              "line 1 does not say how objects were sampled; they count as all "
              "there were");
    input_clear(&l.in);
    load_said(&l, "goroutine profile: total 1\n1 @ 0x1\n# labels: {\"a\":b\n",
              "the labels in line 3 are invalid; the rest of them is left out");
    input_clear(&l.in);
}

/* ---- anything ------------------------------------------------------------ */

static const char *const whole[] = {
    "heap profile: 1: 16 [3: 48] @ heap/1048576\n1: 16 [3: 48] @ 0x1 0x2\n"
    "#\t0x1\tmain.f+0x1\t/m.go:3\n# runtime.MemStats\n",
    "heap_v2/524288\n  t*: 1: 16 [0: 0]\n@ 0x1 0x2\n  t*: 1: 16 [0: 0]\n"
    "MAPPED_LIBRARIES:\n0-ff r-xp 0 08:01 42 /bin/a\n",
    "--- contentionz 1 ---\ncycles/second = 10\nsampling period = 100\n"
    "  5760  2 @ 0x1\n--- Memory map: ---\n  0-ff: server (@10) x\n",
    "goroutine profile: total 1\n1 @ 0x1\n# labels: {\"a\":\"\\u00e9\"}\n",
    "--- threadz 1 ---\n--- Thread 1 (name: a/1) stack: ---\n  PC: 0x1: f\n"
    "--- Thread 2 (name: b/2) stack: ---\n  [same as previous thread]\n"
    "--- Memory map: ---\n  0-ff: server\n",
};

static size_t rows_of(const loaded *l)
{
    size_t n = 0;

    for (size_t i = 1; i < l->in.segment.n; i++)
        n += l->in.segment.v[i].n;
    return n;
}

static void a_file_may_end_anywhere(void **state)
{
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        load_text(&l, whole[i]);
        const size_t all = rows_of(&l);
        assert_true(all > 0);
        input_clear(&l.in);
        for (size_t n = 0; n < strlen(whole[i]); n++) {
            char *copy = malloc(n + 1); /* so that a sanitizer sees its end */
            assert_non_null(copy);
            memcpy(copy, whole[i], n);
            load_bytes(&l, copy, n);
            assert_true(l.code == CORR_OK || l.code == CORR_EFORMAT);
            assert_true(rows_of(&l) <= all);
            input_clear(&l.in);
            free(copy);
        }
    }
}

static void damage_is_refused_where_that_is_asked_for(void **state)
{
    static const char text[] = "goroutine profile: total 2\n1 @ 0x1\n";
    loaded l;

    (void)state;
    load_with(&l, text, sizeof text - 1, &(corr_load_opts){ .strict = true });
    assert_int_equal(l.code, CORR_EFORMAT);
    input_clear(&l.in);
}

static void limits_hold(void **state)
{
    const corr_load_opts small = { .limits = { .memory = 100 } };
    const corr_load_opts tight = { .limits = { .record = 20 } };
    words w;
    loaded l;

    (void)state;
    put_cpu(&w);
    load_with(&l, w.p, w.n, &small);
    assert_int_equal(l.code, CORR_ELIMIT);
    input_clear(&l.in);
    load_with(&l, whole[0], strlen(whole[0]), &tight);
    assert_int_equal(l.code, CORR_ELIMIT);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_or_words_tell),
        cmocka_unit_test(what_cannot_be_read_is_refused_in_words),
        cmocka_unit_test(a_cpu_profile_without_an_end_says_so),
        cmocka_unit_test(a_count_beyond_time_is_left_out),
        cmocka_unit_test(bad_lines_are_left_out_and_counted),
        cmocka_unit_test(a_line_without_an_end_is_left_out),
        cmocka_unit_test(a_thread_that_is_cut_is_left_out),
        cmocka_unit_test(what_a_lock_profile_does_not_say_is_said),
        cmocka_unit_test(a_file_may_end_anywhere),
        cmocka_unit_test(damage_is_refused_where_that_is_asked_for),
        cmocka_unit_test(limits_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
