/* Tests of the collapsed reader and writer. */
#define FORMAT corr_format_collapsed
#include "test/format_test.h"

#include "collapsed/collapsed.h"

/* ---- reading ---------------------------------------------------------------- */

static void a_line_is_a_stack_and_its_count(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "main;work;inl 3\nmain;idle 7\n");
    assert_int_equal(f.in.segment.v[1].n, 2);
    assert_int_equal(total_of(&f, "samples"), 10);
    assert_string_equal(frame_at(&f, 0, 0).function.p, "main");
    assert_string_equal(frame_at(&f, 0, 2).function.p, "inl");
    assert_int_equal(f.in.segment.v[1].obs[1], 7);
    assert_string_equal(input_text(&f.in, f.in.kind.v[1].name).p, "samples");
    assert_int_equal(f.in.segment.v[1].row[1], 1);
    input_clear(&f.in);
}

static void ends_of_lines_and_blanks_do_not_matter(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "\xef\xbb\xbf"
                  "a b;c d\t1\r\n\r\n  x; y ;;z  2  \r\n;only 3");
    assert_int_equal(total_of(&f, "samples"), 6);
    assert_string_equal(frame_at(&f, 0, 0).function.p, "a b");
    assert_string_equal(frame_at(&f, 0, 1).function.p, "c d");
    assert_int_equal(depth_of(&f, 1), 3);
    assert_string_equal(frame_at(&f, 1, 1).function.p, "y");
    assert_int_equal(depth_of(&f, 2), 1);
    assert_int_equal(f.in.warning.n, 0);
    input_clear(&f.in);
}

static void utf16_is_read_in_both_orders(void **state)
{
    static const char little[] = "\xff\xfe"
                                 "a\0;\0\xe4\0;\0\x3d\xd8\x00\xde"
                                 " \0"
                                 "4\0\r\0\n\0"
                                 "b\0 \0"
                                 "1\0";
    static const char big[] = "\xfe\xff"
                              "\0a\0;\0\xe4\0;\xd8\x3d\xde\x00"
                              "\0 \0"
                              "4\0\r\0\n\0b\0 \0"
                              "1";
    loaded f;

    (void)state;
    for (int i = 0; i < 2; i++) {
        read_bytes(&f, i ? big : little, sizeof big - 1);
        assert_int_equal(total_of(&f, "samples"), 5);
        assert_string_equal(frame_at(&f, 0, 1).function.p, "\xc3\xa4");
        assert_string_equal(frame_at(&f, 0, 2).function.p, "\xf0\x9f\x98\x80");
        input_clear(&f.in);
    }
}

static void suffixes_are_types_and_no_part_of_the_name(void **state)
{
    static const corr_frame_type want[] = {
        CORR_FRAME_JIT,  CORR_FRAME_INLINED,     CORR_FRAME_KERNEL,
        CORR_FRAME_C1,   CORR_FRAME_INTERPRETED, CORR_FRAME_PLAIN,
        CORR_FRAME_PLAIN
    };
    loaded f;

    (void)state;
    read_text(&f, "f_[j];f_[i];f_[k];f_[1];f_[0];f_[w];f 1\n_[j];x_[q] 1\n");
    for (uint32_t i = 0; i < countof(want); i++) {
        assert_int_equal(frame_at(&f, 0, i).type, want[i]);
        assert_string_equal(frame_at(&f, 0, i).function.p, "f");
    }
    assert_string_equal(frame_at(&f, 1, 0).function.p, "_[j]");
    assert_string_equal(frame_at(&f, 1, 1).function.p, "x_[q]");
    input_clear(&f.in);
}

static void two_counts_are_base_and_now(void **state)
{
    loaded f;
    corr_str name;

    (void)state;
    read_text(&f, "a;b 31 40\na;c 0 5\na 7 0\n");
    assert_int_equal(total_of(&f, "samples"), 45);
    assert_int_equal(total_of(&f, "samples_base"), 38);
    assert_int_equal(f.in.segment.v[1].n, 2);
    name = input_text(&f.in, f.in.kind.v[2].name);
    assert_string_equal(name.p, "samples_base");
    assert_non_null(said_code(&f, "TWO_COUNTS"));
    input_clear(&f.in);
    /* Not a differential file: a name that ends in a number, and a version
     * that looks like one. */
    read_text(&f, "main;step 1 7\nmain;b 2\nx;memcpy@GLIBC_2.2.5 3\n");
    assert_int_equal(f.in.kind.n, 2);
    assert_string_equal(frame_at(&f, 0, 1).function.p, "step 1");
    assert_string_equal(frame_at(&f, 2, 1).function.p, "memcpy@GLIBC_2.2.5");
    input_clear(&f.in);
}

static void fractions_keep_their_value(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "main;a;b 10\nmain;a;c d 5\nmain;a;b 2.5\nx .25\n");
    assert_int_equal(total_of(&f, "samples"), 17750000);
    assert_int_equal(f.in.kind.v[1].unit, CORR_FRACTION);
    assert_true(f.in.kind.v[1].flags & CORR_KIND_NO_COUNT);
    input_clear(&f.in);
    read_text(&f, "a 31.0\nb 6.\nc 1e3\nd 1.5E+1\ne 20e-1\n");
    assert_int_equal(total_of(&f, "samples"), 1054);
    assert_int_equal(f.in.kind.v[1].unit, CORR_COUNT);
    input_clear(&f.in);
    read_text(&f, "a 0.1234567\nb 1\n");
    assert_int_equal(total_of(&f, "samples"), 1123457);
    assert_non_null(said_code(&f, "ROUNDED"));
    input_clear(&f.in);
}

static void big_numbers_are_exact(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "a 9007199254740993\nb 9223372036854775807\n");
    assert_int_equal(f.in.segment.v[1].value[0], 9007199254740993);
    assert_int_equal(f.in.segment.v[1].value[1], INT64_MAX);
    input_clear(&f.in);
}

static void bad_lines_are_counted_and_named(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "a 1\nTHIS IS BAD\nb -2\nc 9223372036854775808\nd 1,5\n"
                  "e 0x10\nf 1e400\ng 99999999999999999999999\nlast;fo");
    assert_int_equal(total_of(&f, "samples"), 1);
    assert_true(f.in.lost.damaged);
    assert_int_equal(f.in.lost.events, 8);
    assert_string_equal(said_code(&f, "DAMAGED")->text,
                        "line 2 does not end in a count");
    assert_int_equal(said_code(&f, "DAMAGED")->offset, 4);
    input_clear(&f.in);
    read_as(&f, "a 1\nbad\n", &(corr_load_opts){ .strict = true });
    assert_int_equal(f.code, CORR_EFORMAT);
    input_clear(&f.in);
}

static void comments_are_left_out_and_said(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "# a comment 5\n#\n# f;g 2\na;b 1\n");
    assert_int_equal(total_of(&f, "samples"), 3);
    assert_string_equal(said_code(&f, "COMMENTS")->text,
                        "2 comment lines left out");
    input_clear(&f.in);
}

static void pyspy_frames_have_places_and_threads(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "process 7:\"python a;b.py\";thread (63): Main Thread;"
                  "<module> (main.py:128);run (concurrent/t.py:58) 2\n"
                  "thread (0x7f01): w;f (a.py);g (inlined);h(int) 1\n");
    assert_string_equal(frame_at(&f, 0, 0).function.p,
                        "process 7:\"python a;b.py\"");
    assert_int_equal(frame_at(&f, 0, 1).type, CORR_FRAME_THREAD);
    const thread_row *t = &f.in.thread.v[f.in.segment.v[1].thread[0]];
    assert_string_equal(input_text(&f.in, t->name).p, "Main Thread");
    assert_int_equal(t->os_id, 63);
    corr_frame_view v = frame_at(&f, 0, 3);
    assert_string_equal(v.function.p, "run");
    assert_string_equal(v.file.p, "concurrent/t.py");
    assert_int_equal(v.line, 58);
    v = frame_at(&f, 1, 1);
    assert_string_equal(v.function.p, "f");
    assert_string_equal(v.file.p, "a.py");
    assert_int_equal(v.line, 0);
    assert_string_equal(frame_at(&f, 1, 2).function.p, "g (inlined)");
    assert_string_equal(frame_at(&f, 1, 3).function.p, "h(int)");
    input_clear(&f.in);
}

static void roots_name_threads_in_other_dialects(void **state)
{
    static const struct {
        const char *line, *name;
        int64_t os;
    } roots[] = {
        { "[http-worker-6 tid=101];run 1", "http-worker-6", 101 },
        { "java-1234/1250;main 1", "java", 1250 },
        { "java-1234;main 1", "java-1234", 0 },
    };
    loaded f;

    (void)state;
    for (size_t i = 0; i < countof(roots); i++) {
        read_text(&f, roots[i].line);
        assert_non_null(f.in.segment.v[1].thread);
        const thread_row *t = &f.in.thread.v[f.in.segment.v[1].thread[0]];
        assert_string_equal(input_text(&f.in, t->name).p, roots[i].name);
        assert_int_equal(t->os_id, roots[i].os);
        assert_int_equal(frame_at(&f, 0, 0).type, CORR_FRAME_THREAD);
        input_clear(&f.in);
    }
    read_text(&f, "[unknown];[libc.so] 1\nswapper;a-7 2\n");
    assert_null(f.in.segment.v[1].thread);
    input_clear(&f.in);
}

static void austin_is_taken_apart(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "# austin: 3.3.0\n# mode: wall\n\n"
                  "P12;T67;/a/b.py:start:10 101\nP12;T67 5\n");
    corr_frame_view v = frame_at(&f, 0, 2);
    assert_string_equal(v.function.p, "start");
    assert_string_equal(v.file.p, "/a/b.py");
    assert_int_equal(v.line, 10);
    assert_int_equal(f.in.setting.n, 2);
    assert_int_equal(f.in.thread.v[f.in.segment.v[1].thread[0]].os_id, 67);
    input_clear(&f.in);
}

static void a_name_may_give_the_window(void **state)
{
    loaded f;

    (void)state;
    load_as(&f, &FORMAT,
            src_open_memory(
                "a 1\n", 4,
                &(src_opts){ .path = "x/api.1764151200-1764151210.collapsed" },
                NULL),
            &(corr_load_opts){ 0 });
    assert_int_equal(f.in.from, 1764151200000000000);
    assert_int_equal(f.in.to, 1764151210000000000);
    assert_non_null(said_code(&f, "WINDOW_FROM_NAME"));
    input_clear(&f.in);
}

static void what_is_no_text_is_refused(void **state)
{
    static const char nul[] = "a;b\0\0c 1\n";
    static const char perf[] = "sh 15486  1332.763098: 10101010 cpu-clock: \n"
                               "\tffffffff81360092 softirq+0x72 ([kernel])\n"
                               "\t    35310 b_loc+0x10 (/lib/libc.so.6)\n\n";
    loaded f;

    (void)state;
    load_from(&f, &FORMAT, nul, sizeof nul - 1, &(corr_load_opts){ 0 });
    assert_int_equal(f.code, CORR_EFORMAT);
    input_clear(&f.in);
    load_from(&f, &FORMAT, perf, sizeof perf - 1, &(corr_load_opts){ 0 });
    assert_int_equal(f.code, CORR_EFORMAT);
    assert_non_null(strstr(f.err.what, "perf script"));
    input_clear(&f.in);
}

static void an_empty_file_has_no_samples(void **state)
{
    loaded f;

    (void)state;
    read_text(&f, "");
    assert_int_equal(f.in.segment.v[1].n, 0);
    input_clear(&f.in);
}

static void deep_stacks_are_cut_and_long_lines_refused(void **state)
{
    static char text[30000];
    loaded f;
    corr_load_opts opts = { .limits = { .frames = 100 } };

    (void)state;
    for (size_t i = 0; i < 20003; i++)
        text[i] = i < 20000 ? "f;"[i % 2] : " 1\n"[i - 20000];
    load_from(&f, &FORMAT, text, 20003, &opts);
    assert_int_equal(f.code, CORR_OK);
    assert_int_equal(depth_of(&f, 0), 100);
    input_clear(&f.in);
    opts.limits.record = 10000;
    load_from(&f, &FORMAT, text, 20003, &opts);
    assert_int_equal(f.code, CORR_ELIMIT);
    input_clear(&f.in);
}

/* ---- recognising -------------------------------------------------------------- */

static void folded_text_is_told_from_other_text(void **state)
{
    static const struct {
        const char *text;
        int score;
    } heads[] = {
        { "main;a 1\nmain;b 2\n", 60 },
        { "main;a 1\nmain;b 2\nmain;c", 60 },
        { "a 1\nb 2\nc;d 3\n", 20 },
        { "a;b 1\nno number\nc;d 3\n", 20 },
        { "plain text\nwithout 3\nnumbers\n", 0 },
        { "# TYPE up gauge\nup 1\n", 0 },
        { "a;b\n", 0 },
        { "", 0 },
        { "sh 1 1.0: cpu-clock:\n\tffff81360092 f+0x72 ([kernel])\n\n", 0 },
        { "{\"a\": 1,\n\"b\": 2}\n", 0 },
        { "a;b 1.5\na;c 1e3 \n# x\n", 60 },
    };

    (void)state;
    for (size_t i = 0; i < countof(heads); i++) {
        size_t n = strlen(heads[i].text);
        int score = corr_format_collapsed.probe((const uint8_t *)heads[i].text,
                                                n, false);
        if (score != heads[i].score)
            fail_msg("%d for: %s", score, heads[i].text);
    }
    assert_int_equal(
        corr_format_collapsed.probe((const uint8_t *)"a;b 1", 5, true), 60);
    assert_int_equal(
        corr_format_collapsed.probe((const uint8_t *)"\0\0;b 1\n", 7, true), 0);
}

static void numbers_are_whole_tokens(void **state)
{
    static const char *const none[] = { "",      "a",     "a 1x", "a -1",
                                        "a +1",  "a .",   "a e5", "a 1e",
                                        "a nan", "a 1e+", "a 1 b" };
    collapsed_number n;
    corr_str before;

    (void)state;
    for (size_t i = 0; i < countof(none); i++)
        if (collapsed_cut_number(corr_str_of(none[i]), &before, &n))
            fail_msg("a number: %s", none[i]);
    assert_true(collapsed_cut_number(CORR_STR("12"), &before, &n));
    assert_int_equal(before.n, 0);
    assert_int_equal(n.digits, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_stack_and_its_count),
        cmocka_unit_test(ends_of_lines_and_blanks_do_not_matter),
        cmocka_unit_test(utf16_is_read_in_both_orders),
        cmocka_unit_test(suffixes_are_types_and_no_part_of_the_name),
        cmocka_unit_test(two_counts_are_base_and_now),
        cmocka_unit_test(fractions_keep_their_value),
        cmocka_unit_test(big_numbers_are_exact),
        cmocka_unit_test(bad_lines_are_counted_and_named),
        cmocka_unit_test(comments_are_left_out_and_said),
        cmocka_unit_test(pyspy_frames_have_places_and_threads),
        cmocka_unit_test(roots_name_threads_in_other_dialects),
        cmocka_unit_test(austin_is_taken_apart),
        cmocka_unit_test(a_name_may_give_the_window),
        cmocka_unit_test(what_is_no_text_is_refused),
        cmocka_unit_test(an_empty_file_has_no_samples),
        cmocka_unit_test(deep_stacks_are_cut_and_long_lines_refused),
        cmocka_unit_test(folded_text_is_told_from_other_text),
        cmocka_unit_test(numbers_are_whole_tokens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
