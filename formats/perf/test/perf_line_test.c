/* Tests of perf's lines: heads of samples, frames, names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "perf/perf.h"

/* "comm|pid/tid|time|tod|period|event|rest" of a head, "-" for no head. */
static const char *head(const char *line)
{
    static char text[512];
    char time[32] = "-", tod[32] = "-";
    perf_head h;

    if (!perf_head_of(corr_str_of(line), &h))
        return "-";
    if (h.time != CORR_NO_TIME)
        snprintf(time, sizeof time, "%lld", (long long)h.time);
    if (h.tod != CORR_NO_TIME)
        snprintf(tod, sizeof tod, "%lld", (long long)h.tod);
    snprintf(text, sizeof text, "%.*s|%lld/%lld|%s|%s|%lld|%.*s|%.*s%s",
             CORR_STR_ARG(h.comm), h.has_pid ? (long long)h.pid : -9,
             (long long)h.tid, time, tod, (long long)h.period,
             CORR_STR_ARG(h.event), CORR_STR_ARG(h.rest),
             h.is_control ? "!" : "");
    return text;
}

static void a_head_has_what_its_marks_say(void **state)
{
    (void)state;
    assert_string_equal(
        head("sh 15486  1332.763098:   10101010 cpu-clock:ppp: "),
        "sh|-9/15486|1332763098000|-|10101010|cpu-clock:ppp|");
    assert_string_equal(
        head("Web Content  7564/7570  [003] 2574592.839818123: cycles:"),
        "Web Content|7564/7570|2574592839818123|-|-1|cycles|");
    assert_string_equal(head("java 19983 cycles:"),
                        "java|-9/19983|-|-|-1|cycles|");
    assert_string_equal(head("15486 1.5: 3 cycles:u:"),
                        "|-9/15486|1500000000|-|3|cycles:u|");
    assert_string_equal(head("sh 15486 1.5: "),
                        "sh|-9/15486|1500000000|-|-1||");
}

static void a_comm_may_look_like_other_fields(void **state)
{
    (void)state;
    assert_string_equal(head("9 lives 12 1.5: 3 cycles:"),
                        "9 lives|-9/12|1500000000|-|3|cycles|");
    assert_string_equal(head("CPU 0/KVM 12/13 1.5: 3 cycles:"),
                        "CPU 0/KVM|12/13|1500000000|-|3|cycles|");
    assert_string_equal(head("a:b [1] 12 [000] 1.5: 3 cycles:"),
                        "a:b [1]|-9/12|1500000000|-|3|cycles|");
}

static void a_head_may_have_state_and_date(void **state)
{
    (void)state;
    assert_string_equal(
        head("sh 1 [001] UK 2026-11-21 02:23:13.563112  2504.049569: 1 a:b: x"),
        "sh|-9/1|2504049569000|1795227793563112000|1|a:b|x");
    assert_string_equal(head("sh 1 [001] 2026-13-21 02:23:13.563112 1.5: a:"),
                        "-");
}

static void a_sample_may_be_one_line(void **state)
{
    (void)state;
    assert_string_equal(
        head("   sh 2 1.5:  250000 cpu-clock:  7f37 sym+0x219 (/lib/ld.so)"),
        "sh|-9/2|1500000000|-|250000|cpu-clock|7f37 sym+0x219 (/lib/ld.so)");
    assert_string_equal(head("   sh 2 1.5:  7f37 sym+0x219 (/lib/ld.so)"),
                        "sh|-9/2|1500000000|-|-1||7f37 sym+0x219 (/lib/ld.so)");
    assert_string_equal(head("sh 1 [0] 1.5: PERF_RECORD_MMAP2 1/1: [0x0]"),
                        "sh|-9/1|1500000000|-|-1||1/1: [0x0]!");
}

static void other_lines_are_no_heads(void **state)
{
    (void)state;
    assert_string_equal(head(""), "-");
    assert_string_equal(head("main;work 12"), "-");
    assert_string_equal(head("\tffffffff81360092 f+0x72 ([kernel])"), "-");
    assert_string_equal(head("Nov 22 01:30:00 host sshd[12]: x"), "-");
    assert_string_equal(head("sh 12 1.5"), "-");
    assert_string_equal(head("sh 12 1.5: 99"), "-");
    assert_string_equal(head("sh 99999999999999999999 1.5: cycles:"), "-");
}

static void seconds_that_no_clock_has_are_refused(void **state)
{
    int64_t ns;

    (void)state;
    assert_true(perf_seconds(CORR_STR("0.5"), &ns));
    assert_int_equal(ns, 500000000);
    assert_false(perf_seconds(CORR_STR("1."), &ns));
    assert_false(perf_seconds(CORR_STR(".5"), &ns));
    assert_false(perf_seconds(CORR_STR("-1.5"), &ns));
    assert_false(perf_seconds(CORR_STR("1.5x"), &ns));
    assert_false(perf_seconds(CORR_STR("1.1234567890"), &ns));
    assert_false(perf_seconds(CORR_STR("9223372036.5"), &ns));
}

static void modifiers_are_no_part_of_an_event(void **state)
{
    (void)state;
    assert_true(
        corr_str_is(perf_event_base(CORR_STR("cycles:uppp")), "cycles"));
    assert_true(corr_str_is(perf_event_base(CORR_STR("sched:sched_switch")),
                            "sched:sched_switch"));
    assert_true(corr_str_is(perf_event_base(CORR_STR(":u")), ":u"));
}

static void an_event_is_itself_with_terms_and_modifiers(void **state)
{
    (void)state;
    assert_true(perf_event_is(CORR_STR("cpu-clock"), "cpu-clock"));
    assert_true(perf_event_is(CORR_STR("cpu-clock:ppp"), "cpu-clock"));
    assert_true(perf_event_is(CORR_STR("cpu-clock/freq=99/u"), "cpu-clock"));
    assert_false(perf_event_is(CORR_STR("cpu-clocks"), "cpu-clock"));
    assert_false(perf_event_is(CORR_STR("cpu"), "cpu-clock"));
}

/* "symbol|dso", "-" if it is no frame. */
static const char *frame(const char *line, bool has_dso)
{
    static char text[256];
    perf_frame f;

    if (!perf_frame_of(corr_str_of(line), has_dso, &f))
        return "-";
    snprintf(text, sizeof text, "%.*s|%.*s", CORR_STR_ARG(f.symbol),
             CORR_STR_ARG(f.dso));
    return text;
}

static void a_frame_is_an_address_a_symbol_and_a_file(void **state)
{
    (void)state;
    assert_string_equal(
        frame("\tffffffff81360092 handle_softirqs+0x72 ([kernel.kallsyms])", 1),
        "handle_softirqs|[kernel.kallsyms]");
    assert_string_equal(frame("0x7f12 f (a b) ([JIT app cache])", 1),
                        "f (a b)|[JIT app cache]");
    assert_string_equal(frame(" 7f f(int (*)(int)) (/bin/sh (deleted))", 1),
                        "f(int (*)(int))|/bin/sh (deleted)");
    assert_string_equal(frame(" 7f (/bin/sh)", 1), "|/bin/sh");
    assert_string_equal(frame(" 7f f+0x", 0), "f+0x|");
    assert_string_equal(frame(" 7f f(int)", 0), "f(int)|");
}

static void other_lines_are_no_frames(void **state)
{
    (void)state;
    assert_string_equal(frame("", 0), "-");
    assert_string_equal(frame("  THIS_IS_A_WEIRD_LINE", 0), "-");
    assert_string_equal(frame(" 7f f(int)", 1), "-");
    assert_string_equal(frame(" 7f f)", 1), "-");
    assert_string_equal(frame(" 12345678901234567 f (x)", 1), "-");
    assert_string_equal(frame(" sh f (x)", 1), "-");
}

static void assert_tidy(const char *raw, bool is_java, const char *want)
{
    char text[128];
    const size_t n = perf_tidy(corr_str_of(raw), is_java, text);

    text[n] = 0;
    assert_string_equal(text, want);
}

static void names_lose_arguments_and_quotes(void **state)
{
    (void)state;
    assert_tidy("v8::Zone::Zone(v8::Isolate*)", false, "v8::Zone::Zone");
    assert_tidy("net/http.(*Client).Do", false, "net/http.(*Client).Do");
    assert_tidy("(anonymous namespace)::f(int)", false,
                "(anonymous namespace)::f");
    assert_tidy("std::function<void ()>::operator()() const", false,
                "std::function<void ()>::operator()");
    assert_tidy("a::operator< (a const&)", false, "a::operator<");
    assert_tidy("RegExp:[&<>\\\"\\']", false, "RegExp:[&<>\\\\]");
    assert_tidy("(x)", false, "(x)");
}

static void names_of_java_lose_the_mark_of_their_class(void **state)
{
    (void)state;
    assert_tidy("Ljava/io/Stream;::write", true, "java/io/Stream:::write");
    assert_tidy("Ljava/io/Stream;::write", false, "Ljava/io/Stream:::write");
    assert_tidy("LBusy;::main", true, "LBusy:::main");
    assert_tidy("L/", true, "/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_has_what_its_marks_say),
        cmocka_unit_test(a_comm_may_look_like_other_fields),
        cmocka_unit_test(a_head_may_have_state_and_date),
        cmocka_unit_test(a_sample_may_be_one_line),
        cmocka_unit_test(other_lines_are_no_heads),
        cmocka_unit_test(seconds_that_no_clock_has_are_refused),
        cmocka_unit_test(modifiers_are_no_part_of_an_event),
        cmocka_unit_test(an_event_is_itself_with_terms_and_modifiers),
        cmocka_unit_test(a_frame_is_an_address_a_symbol_and_a_file),
        cmocka_unit_test(other_lines_are_no_frames),
        cmocka_unit_test(names_lose_arguments_and_quotes),
        cmocka_unit_test(names_of_java_lose_the_mark_of_their_class),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
