/* Tests of the reader of perf script's text. */
#define FORMAT corr_format_perf
#include "test/format_test.h"

static const char own_clock[] =
    "times count from boot and cannot be matched to spans; use --clock";

/* ---- samples ------------------------------------------------------------------ */

static void a_head_and_its_frames_are_a_sample(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "my app 7 [001] 2.5:   10101010 cpu-clock:ppp: \n"
                  "\t  12 leaf(int)+0x4 (/bin/app)\n"
                  "\t  34 main+0x10 (/bin/app)\n"
                  "\n"
                  "my app 8 [001] 2.6:   10101010 cpu-clock:ppp: \n"
                  "\n");
    const segment *s = find_kind(&l, "cpu");
    assert_non_null(s);
    assert_int_equal(s->n, 2);
    assert_string_equal(stack_of(&l, s, 0), "my_app;main;leaf");
    assert_string_equal(stack_of(&l, s, 1), "my_app");
    assert_int_equal(s->value[0], 10101010);
    assert_int_equal(s->row[1], 1);
    assert_int_equal(l.in.thread.v[s->thread[0]].os_id, 7);
    assert_string_equal(input_text(&l.in, l.in.thread.v[s->thread[0]].name).p,
                        "my app");
    const kind_row *k = kind_facts(&l, "cpu");
    assert_int_equal(k->unit, CORR_NS);
    assert_int_equal(k->period, 10101010);
    assert_string_equal(input_text(&l.in, k->type).p, "cpu-clock:ppp");
    assert_true(k->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void samples_need_no_empty_line_between_them(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "  dd 7 2.5: 5 cycles:   12 a (/x)\n"
                  "  dd 7 2.6: 5 cycles:   12 b (/x)\n"
                  "dd 7 2.7: 5 cycles:\n"
                  "12 c (/x)\n"
                  "dd 7 2.8: 5 cycles:\r\n"
                  "\r\n"
                  "  12 d (/x)");
    const segment *s = find_kind(&l, "cycles");
    assert_int_equal(s->n, 4);
    assert_string_equal(stack_of(&l, s, 0), "dd;a");
    assert_string_equal(stack_of(&l, s, 1), "dd;b");
    assert_string_equal(stack_of(&l, s, 2), "dd;c");
    assert_string_equal(stack_of(&l, s, 3), "dd;d");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void the_file_of_a_frame_says_what_kind_it_is(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "java 7 2.5: 5 cycles:\n"
                  "\tff a ([kernel.kallsyms])\n"
                  "\tff b (/lib/x.ko)\n"
                  "\tff c (inlined)\n"
                  "\tff d (/bin/x (deleted))\n"
                  "\tff [unknown] (/lib/libnet.so)\n"
                  "\tff [unknown] ([vdso])\n"
                  "\tff La/B;::m->La/C;::n (/tmp/perf-7.map)\n"
                  "\tff [unknown] ([unknown])\n\n");
    const segment *s = find_kind(&l, "cycles");
    assert_string_equal(stack_of(&l, s, 0),
                        "java;[unknown];a/B:::m;a/C:::n;[vdso];[libnet.so];d;c;"
                        "b;a");
    assert_int_equal(frame_at(&l, 0, 0).type, CORR_FRAME_THREAD);
    assert_int_equal(frame_at(&l, 0, 1).type, CORR_FRAME_NATIVE);
    assert_int_equal(frame_at(&l, 0, 2).type, CORR_FRAME_JIT);
    assert_int_equal(frame_at(&l, 0, 3).type, CORR_FRAME_INLINED);
    assert_int_equal(frame_at(&l, 0, 4).type, CORR_FRAME_NATIVE);
    assert_int_equal(frame_at(&l, 0, 7).type, CORR_FRAME_INLINED);
    assert_int_equal(frame_at(&l, 0, 8).type, CORR_FRAME_KERNEL);
    assert_int_equal(frame_at(&l, 0, 9).type, CORR_FRAME_KERNEL);
    assert_true(corr_str_is(frame_at(&l, 0, 6).module, "/bin/x"));
    assert_int_equal(frame_at(&l, 0, 1).module.n, 0);
    input_clear(&l.in);
}

static void a_deep_stack_keeps_its_root_and_its_leaf(void **state)
{
    loaded l;
    corr_load_opts opts = { .jobs = 1, .limits.frames = 3 };

    (void)state;
    read_as(&l,
            "a 7 2.5: 5 cycles:\n\tff e (x)\n\tff d (x)\n\tff c (x)\n"
            "\tff b (x)\n\tff main (x)\n\n",
            &opts);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(stack_of(&l, find_kind(&l, "cycles"), 0),
                        "a;[frames left out];e");
    assert_non_null(
        said(&l, "1 stack is too deep; 4 frames of the middle left out"));
    input_clear(&l.in);
}

/* ---- kinds ---------------------------------------------------------------------- */

static void each_event_is_a_kind(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:u:\n\tff f (x)\n\n"
                  "a 7 2.5: 9 cycles:k:\n\tff f (x)\n\n"
                  "a 7 2.5: 7 task-clock:\n\tff f (x)\n\n"
                  "a 7 2.6: 8 task-clock:\n\tff f (x)\n\n"
                  "a 7 2.5: sched:sched_switch: prev=a ==> next=b\n"
                  "\tff f (x)\n\n");
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_int_equal(total_of(&l, "cycles:k"), 9);
    assert_int_equal(total_of(&l, "cpu"), 15);
    assert_int_equal(total_of(&l, "sched:sched_switch"), 1);
    assert_int_equal(kind_facts(&l, "cycles")->unit, CORR_AMOUNT);
    assert_int_equal(kind_facts(&l, "cpu")->period, 0);
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_DEFAULT);
    /* no thread has a grid of its own */
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_FEW);
    assert_false(kind_facts(&l, "cycles")->flags & CORR_KIND_FEW);
    assert_false(kind_facts(&l, "cycles")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void a_clock_with_terms_is_cpu_time(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 1000000 cpu-clock/period=1000000/:\n"
                  "\tff f (x)\n\n");
    assert_int_equal(total_of(&l, "cpu"), 1000000);
    assert_int_equal(kind_facts(&l, "cpu")->unit, CORR_NS);
    input_clear(&l.in);
}

static void time_off_cpu_is_told_when_it_ends_or_summed_up(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# clockid: realtime (0)\n"
                  "a 7 [000] 2.5: 5 cpu-clock:\n\tff f (x)\n\n"
                  "a 7 [000] 2.6: 1000049427 offcpu-time: \n\tff f (x)\n\n"
                  "a 7 [000] 18446744069.414584: 70 offcpu-time: \n"
                  "\tff f (x)\n\n");
    assert_int_equal(total_of(&l, "cpu"), 5);
    assert_int_equal(total_of(&l, "offcpu"), 1000049497);
    const kind_row *k = kind_facts(&l, "offcpu");
    assert_int_equal(k->unit, CORR_NS);
    assert_int_equal(k->period, 0);
    assert_false(k->flags & CORR_KIND_DEFAULT);
    assert_true(k->flags & CORR_KIND_NO_COUNT);
    const segment *s = find_kind(&l, "offcpu");
    assert_int_equal(s->time[0], CORR_NO_TIME);
    assert_int_equal(s->time[1], 2600000000);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void without_periods_samples_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: cpu-clock:\n\tff f (x)\n\n"
                  "a 7 2.6: cpu-clock:\n\tff f (x)\n\n");
    assert_int_equal(total_of(&l, "samples"), 2);
    assert_int_equal(kind_facts(&l, "samples")->unit, CORR_COUNT);
    input_clear(&l.in);
}

static void a_sample_without_its_period_is_left_out(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\n"
                  "a 7 2.6: cycles:\n\tff f (x)\n\n");
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_non_null(
        said(&l, "line 4 has no period, unlike other lines of this event"));
    assert_int_equal(l.in.lost.events, 1);
    input_clear(&l.in);
}

/* ---- clocks ----------------------------------------------------------------------- */

static void a_clock_that_nobody_knows_is_the_files_own(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\n");
    const segment *s = find_kind(&l, "cycles");
    assert_null(s->time);
    assert_int_equal(s->own[0], 2500000000);
    assert_int_equal(l.in.from, CORR_NO_TIME);
    assert_non_null(said(&l, own_clock));
    input_clear(&l.in);
}

static void a_reference_time_makes_it_the_time_of_day(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# hostname : node-7\n"
                  "# perf version : 6.1\n"
                  "# reference time: 2026-11-21 02:23:13.494909 = "
                  "1795227793.494909 (TOD) = 2503.981366147 (monotonic)\n"
                  "a 7/8 2504.981366147: 5 cycles:\n\tff f (x)\n\n");
    const segment *s = find_kind(&l, "cycles");
    assert_int_equal(s->time[0], 1795227794494909000);
    assert_int_equal(l.in.warning.n, 0);
    assert_string_equal(input_text(&l.in, l.in.producer).p, "perf");
    assert_int_not_equal(l.in.process.owner, 0);
    assert_int_equal(l.in.proc.v[l.in.process.owner].pid, 7);
    assert_string_equal(
        input_text(&l.in, l.in.proc.v[l.in.process.owner].host).p, "node-7");
    input_clear(&l.in);
}

static void a_reference_time_may_have_no_date(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# reference time: 1795227793.494909 (TOD) = "
                  "2503.981366147 (monotonic)\n"
                  "a 7/8 2504.981366147: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(find_kind(&l, "cycles")->time[0], 1795227794494909000);
    input_clear(&l.in);
    read_text(&l, "# reference time: 1795227793.494909 (TOD)\n"
                  "a 7/8 2504.981366147: 5 cycles:\n\tff f (x)\n\n");
    assert_non_null(said(&l, own_clock));
    input_clear(&l.in);
}

static void the_wall_clock_itself_may_be_recorded(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# clockid: realtime (0)\n"
                  "a 7 17.5: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(find_kind(&l, "cycles")->time[0], 17500000000);
    input_clear(&l.in);
    read_text(&l, "a 7 1795227793.5: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(find_kind(&l, "cycles")->time[0], 1795227793500000000);
    input_clear(&l.in);
}

static void local_dates_are_taken_as_utc(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2026-11-21 02:23:13.5  2.5: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(find_kind(&l, "cycles")->time[0], 1795227793500000000);
    assert_non_null(said(&l, "times are local to the machine that printed "
                             "them; corr takes them as UTC"));
    input_clear(&l.in);
}

static void several_processes_are_no_owner(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7/7 2.5: 5 cycles:\n\tff f (x)\n\n"
                  "b 8/8 2.5: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(l.in.process.owner, 0);
    input_clear(&l.in);
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\n");
    assert_int_equal(l.in.process.owner, 0);
    input_clear(&l.in);
}

/* ---- damage ----------------------------------------------------------------------- */

static void a_sample_that_breaks_off_is_left_out(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\n"
                  "a 7 2.6: 5 cycles:\n\tff f (x)\n\tff __libc_sta");
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_non_null(said(&l, "the sample that begins in line 4 is cut off"));
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\na 7 2.6: 5 cyc");
    assert_int_equal(total_of(&l, "cycles"), 5);
    input_clear(&l.in);
    read_text(&l, "a 7 2.5: 5 cycles:\n\tff f (x)\n\n"
                  "a 7 2.6: 5 cycles:\n\tff f (x)\n\t  ");
    assert_int_equal(total_of(&l, "cycles"), 5);
    input_clear(&l.in);
}

static void a_frame_whose_source_is_not_known_has_a_line(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:\n"
                  "\tffffffff81442904 g+0x1 ([kernel.kallsyms])\n"
                  "  [kernel.kallsyms][ffffffff81442904]\n"
                  "\tff f (x)\n"
                  "  x[ff]\n\n");
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_null(said(&l, "neither"));
    input_clear(&l.in);
}

static void a_line_that_is_nothing_is_told(void **state)
{
    loaded l;
    const corr_load_opts strict = { .jobs = 1, .strict = true };
    static const char text[] = "# cmdline : sh -c\n"
                               "echo 1\n"
                               "a 7 2.5: 5 cycles:\n"
                               "\tff f (x)\n"
                               "  main.c:30\n"
                               "  WEIRD[x]\n"
                               "\n"
                               "a 7 2.5: PERF_RECORD_COMM: a:7\n";

    (void)state;
    read_text(&l, text);
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_non_null(
        said(&l, "line 6 is neither the head of a sample nor a frame"));
    input_clear(&l.in);
    read_as(&l, text, &strict);
    assert_int_not_equal(l.code, CORR_OK);
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    static const char text[] =
        "# hostname : node-7\n"
        "a 7/7 2.5: 5 cycles:\n\tff f->g (/tmp/perf-7.map)\n\tff h (x)\n\n"
        "a 7/7 2.5: 5 cpu-clock:\n\tff f (x)\n\n";

    (void)state;
    assert_survives(&corr_format_perf, text, sizeof text - 1);
}

/* ---- any set of fields -------------------------------------------------------------- */

#define HOT  "\t            1135 hot+0xc (/usr/bin/app)\n"
#define MAIN "\t            1172 main+0x9 (/usr/bin/app)\n\n"

static const char *kind_of(const loaded *l)
{
    return find_kind(l, "cycles")   ? "cycles"
           : find_kind(l, "period") ? "period"
                                    : "samples";
}

/* Samples of perf 6.1 (-F with these fields), without and with frames' files. */
static void assert_head_is_read(const char *head, const char *rows)
{
    char text[1024] = "";
    loaded l;

    for (int i = 0; i < 3; i++) {
        strcat(text, head);
        strcat(text, "\n" HOT MAIN);
    }
    assert_int_equal(probe(text), 80);
    read_text(&l, text);
    assert_string_equal(rows_of(&l, kind_of(&l)), rows);
    assert_int_equal(l.in.lost.events, 0);
    input_clear(&l.in);
    text[0] = '\0';
    for (int i = 0; i < 3; i++) {
        strcat(text, head);
        strcat(text, "\n\t            1135 hot\n\t            1172 main\n\n");
    }
    assert_in_range(probe(text), 60, 80);
    read_text(&l, text);
    assert_string_equal(rows_of(&l, kind_of(&l)), rows);
    input_clear(&l.in);
}

#define ROWS(s, n) s "=" n " " s "=" n " " s "=" n

static void any_set_of_fields_is_read(void **state)
{
    (void)state;
    assert_head_is_read("", ROWS("main;hot", "1"));
    assert_head_is_read("app ", ROWS("app;main;hot", "1"));
    assert_head_is_read("Web Content ", ROWS("Web_Content;main;hot", "1"));
    assert_head_is_read("26900 ", ROWS("main;hot", "1"));
    assert_head_is_read("app 26900/26901 ", ROWS("app;main;hot", "1"));
    assert_head_is_read("app [001] ", ROWS("app;main;hot", "1"));
    assert_head_is_read("[001] 5.250000: ", ROWS("main;hot", "1"));
    assert_head_is_read("  10101010 ", ROWS("main;hot", "10101010"));
    assert_head_is_read("    250000 ", ROWS("main;hot", "250000"));
    assert_head_is_read("app     250000 ", ROWS("app;main;hot", "250000"));
    assert_head_is_read("app    12     250000 ",
                        ROWS("app;main;hot", "250000"));
    assert_head_is_read("pool 5 12     250000 ",
                        ROWS("pool_5;main;hot", "250000"));
    assert_head_is_read("app     250000 cycles:u: ",
                        ROWS("app;main;hot", "250000"));
    assert_head_is_read("app 12 cycles: ", ROWS("app;main;hot", "1"));
    assert_head_is_read("cycles: ", ROWS("main;hot", "1"));
    assert_head_is_read("app 5.250000:     250000 ",
                        ROWS("app;main;hot", "250000"));
    assert_head_is_read("app 12 5.250000:     250000 ",
                        ROWS("app;main;hot", "250000"));
    assert_head_is_read("app 12 [001] UK 5.250000: ",
                        ROWS("app;main;hot", "1"));
}

static void frames_may_lack_their_addresses(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "app 12\n\thot (/usr/bin/app)\n\tmain (/usr/bin/app)\n\n"
                  "app 12\n\tmain (/usr/bin/app)\n\n");
    assert_string_equal(rows_of(&l, kind_of(&l)), "app;main;hot=1 app;main=1");
    input_clear(&l.in);
}

static void a_sample_of_one_line_may_have_few_fields(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "             app     1135 hot (/usr/bin/app)\n"
                  "             app     1172 main (/usr/bin/app)\n");
    assert_string_equal(rows_of(&l, kind_of(&l)), "app;hot=1 app;main=1");
    input_clear(&l.in);
    read_text(&l, "    250000             1135 hot (/usr/bin/app)\n"
                  "    350000             1172 main (/usr/bin/app)\n");
    assert_string_equal(rows_of(&l, kind_of(&l)), "hot=250000 main=350000");
    input_clear(&l.in);
    read_text(&l, "app 12 5.250000:     250000             1135 hot (/x)\n");
    assert_string_equal(rows_of(&l, kind_of(&l)), "app;hot=250000");
    input_clear(&l.in);
}

/* perf 5.10, "perf record -e block:block_rq_issue" without -g.  Text that looks
 * like a frame is none if a call chain follows. */
static void
a_tracepoint_without_a_chain_has_its_place_behind_its_text(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "fio 7/7 [021] 1.5:          1  block:block_rq_issue: 9,7 R "
              "4096 () 8 + 8 [fio]      7f00beead90 io_submit+0x1 (/lib/a.so)\n"
              "fio 7/7 [021] 1.6:          1  block:block_rq_issue: 9,7 R "
              "() 8 + 8 [0] ffffffff8bee2b4c blk_update ([kernel])\n"
              "fio 7/7 [021] 1.7:          1  block:block_rq_issue: 9,12 "
              "of (x)\n"
              "fio 7/7 [021] 1.8:          1  block:block_rq_issue: "
              "by ffffffff8bee2b4c blk_update (y)\n" HOT MAIN);
    assert_string_equal(rows_of(&l, "block:block_rq_issue"),
                        "fio;io_submit=1 fio;blk_update=1 fio=1 "
                        "fio;main;hot=1");
    assert_int_equal(l.in.lost.events, 0);
    input_clear(&l.in);
}

static void a_line_with_other_fields_is_no_head(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "app 12 \n" HOT MAIN "app 12 \n" HOT MAIN
                  "app [001] \n" HOT MAIN "app 12 \n" HOT "  a.c:3\n" MAIN);
    assert_int_equal(total_of(&l, kind_of(&l)), 3);
    assert_non_null(
        said(&l, "line 9 is neither the head of a sample nor a frame"));
    input_clear(&l.in);
}

static void other_indented_text_is_not_recognised(void **state)
{
    (void)state;
    assert_int_equal(
        probe("all:\n\tcc -o a a.c\n\tadded 1\n\nclean:\n\trm a\n"), 0);
    assert_int_equal(probe("Exception in thread \"main\" E: x\n"
                           "\tat a.B.c(B.java:3)\n\tat a.B.d(B.java:4)\n"),
                     0);
    assert_int_equal(probe("main.main()\n\t/a/b.go:5 +0x1d\n\n"), 0);
    assert_int_equal(probe("      3 foo\n     12 bar\n"), 0);
}

/* ---- recognising -------------------------------------------------------------------- */

static void samples_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe("a 7 2.5: 5 cycles:\n\tff f (x)\n\n"), 80);
    assert_int_equal(probe("java 7 cycles:\nff f (x)\n\n"), 80);
    assert_int_equal(probe(" sh 7 2.5: 5 cycles: ff f (x)\n"), 80);
    assert_int_equal(probe("# captured on : x\n# cmdline : y\n"), 10);
    assert_int_equal(probe("a 0/0 0.0: PERF_RECORD_COMM: a:1/1\n"
                           "b 1/1 [000] 2.5: PERF_RECORD_EXIT(1:1):(1:1)\n"),
                     80);
    assert_int_equal(probe("# captured on : x\na 7 2.5: sched:s:\n"), 80);
    assert_int_equal(probe("a 7 2.5: sched:s:\n"), 10);
    assert_int_equal(probe("a;b 7\nc;d 8\n"), 0);
    assert_int_equal(probe("Remember the milk.\n"), 0);
    assert_int_equal(corr_format_perf.probe((const uint8_t *)"a\0b", 3, true),
                     0);
}

static void what_the_recorder_lost_is_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "a 7 2.5: 5 cycles:\n"
                  "\tff f (x)\n\n"
                  "a 7 [000] 2.5: PERF_RECORD_LOST lost 40\n"
                  "b 8 [001] 2.6: PERF_RECORD_LOST lost 11\n"
                  "b 8 [001] 2.6: PERF_RECORD_LOST lost -3\n"
                  "b 8 [001] 2.6: PERF_RECORD_COMM lost 9\n");
    assert_int_equal(total_of(&l, "cycles"), 5);
    assert_int_equal(l.in.lost.events, 51);
    assert_true(l.in.lost.by_recorder);
    assert_non_null(said(
        &l,
        "the recorder lost 51 events; buffers were full (PERF_RECORD_LOST)"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_and_its_frames_are_a_sample),
        cmocka_unit_test(samples_need_no_empty_line_between_them),
        cmocka_unit_test(the_file_of_a_frame_says_what_kind_it_is),
        cmocka_unit_test(a_deep_stack_keeps_its_root_and_its_leaf),
        cmocka_unit_test(each_event_is_a_kind),
        cmocka_unit_test(a_clock_with_terms_is_cpu_time),
        cmocka_unit_test(time_off_cpu_is_told_when_it_ends_or_summed_up),
        cmocka_unit_test(without_periods_samples_are_counted),
        cmocka_unit_test(a_sample_without_its_period_is_left_out),
        cmocka_unit_test(a_clock_that_nobody_knows_is_the_files_own),
        cmocka_unit_test(a_reference_time_makes_it_the_time_of_day),
        cmocka_unit_test(a_reference_time_may_have_no_date),
        cmocka_unit_test(the_wall_clock_itself_may_be_recorded),
        cmocka_unit_test(local_dates_are_taken_as_utc),
        cmocka_unit_test(several_processes_are_no_owner),
        cmocka_unit_test(a_sample_that_breaks_off_is_left_out),
        cmocka_unit_test(a_frame_whose_source_is_not_known_has_a_line),
        cmocka_unit_test(a_line_that_is_nothing_is_told),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(what_the_recorder_lost_is_told),
        cmocka_unit_test(any_set_of_fields_is_read),
        cmocka_unit_test(frames_may_lack_their_addresses),
        cmocka_unit_test(a_sample_of_one_line_may_have_few_fields),
        cmocka_unit_test(
            a_tracepoint_without_a_chain_has_its_place_behind_its_text),
        cmocka_unit_test(a_line_with_other_fields_is_no_head),
        cmocka_unit_test(other_indented_text_is_not_recognised),
        cmocka_unit_test(samples_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
