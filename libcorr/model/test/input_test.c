/* Tests of input and segment: faults that input_check finds, and columns of
 * rows. */
#include "model/input.h"

#include "base/intern.h"
#include "model/same_process.h"
#include "model/segment.h"
#include "test/testing.h"

static void everything(corr_build *b)
{
    const corr_span s =
        testing_full_span(b, &(testing_span_row){ .trace = 1,
                                                  .id = 1,
                                                  .to = 1,
                                                  .proc = "service.name=a",
                                                  .attrs = "thread.name=t" });

    testing_span(b, 2, 2, 0, 0, 1, NULL);
    corr_add_event(b, s, 1, corr_add_text(b, CORR_STR("e")),
                   (corr_labels){ 0 });
    corr_add_event(b, (corr_span){ 2 }, 1, (corr_text){ 0 },
                   (corr_labels){ 0 });
    corr_add_link(b, s, testing_trace(2), 5, (corr_labels){ 0 });
    corr_add_link(b, (corr_span){ 2 }, testing_trace(2), 5, (corr_labels){ 0 });
    testing_sample(b, testing_cpu(b), "a;b", 1, "k=v, thread=t");
    testing_sample(b, (corr_kind){ 1 }, "a;c", 2, "");
    corr_add_setting(b, CORR_STR("s"), CORR_STR("v"));
}

/* One fault in an otherwise valid input. */
#define BREAK(name, statement)                                                 \
    static void break_##name(input *in)                                        \
    {                                                                          \
        statement;                                                             \
    }
BREAK(text, in->text_at.v[2] = 99999)
BREAK(utf8, in->text.v[1] = (char)0xff)
BREAK(func, in->func.v[1].name = 99999)
BREAK(file, in->func.v[1].file = 99999)
BREAK(module, in->func.v[1].module = 99999)
BREAK(frame, in->frame.v[1].func = 99999)
BREAK(type, in->frame.v[1].type = 99)
BREAK(stack, memset(in->stack.frame.v, 0xff, 2))
BREAK(depth, in->stack.n.v[1] = 99999)
BREAK(key, in->label.key.v[0] = 99999)
BREAK(value, in->label.text.v[0] = 99999)
BREAK(set, in->label.set_n.v[1] = 99999)
BREAK(ids, in->label.set_ids.n--)
BREAK(sample_stack, in->segment.v[1].stack[0] = 99999)
BREAK(sample_labels, in->segment.v[1].labels[0] = 99999)
BREAK(sample_thread, in->segment.v[1].thread[0] = 99999)
BREAK(sample_order, in->segment.v[1].time[0] = INT64_MAX)
BREAK(span_name, in->span.v[1].name = 99999)
BREAK(span_status, in->span.v[1].status_text = 99999)
BREAK(span_proc, in->span.v[1].proc = 99999)
BREAK(span_thread, in->span.v[1].thread = 99999)
BREAK(span_attrs, in->span.v[1].attrs = 99999)
BREAK(span_id, in->span.v[1].id = 0)
BREAK(span_trace, in->span.v[1].trace = (corr_trace_id){ 0 })
BREAK(span_end, in->span.v[1].end = moment_at(0))
BREAK(trace, in->trace.v[2].n = 2)
BREAK(proc, in->proc.v[1].service = 99999)
BREAK(proc_pod, in->proc.v[1].pod = 99999)
BREAK(proc_labels, in->proc.v[1].labels = 99999)
BREAK(thread, in->thread.v[1].name = 99999)
BREAK(thread_proc, in->thread.v[1].proc = 99999)
BREAK(kind, in->kind.v[1].type = 99999)
BREAK(kind_name, in->kind.v[1].name = 99999)
BREAK(setting, in->setting.v[0].value = 99999)
BREAK(setting_name, in->setting.v[0].name = 99999)
BREAK(owner, in->process.owner = 99999)
BREAK(producer, in->producer = 99999)
BREAK(language, in->process.language = 99999)
BREAK(event, in->event.v[0].span = 99999)
BREAK(event_nil, in->event.v[0].span = 0)
BREAK(event_name, in->event.v[0].name = 99999)
BREAK(event_labels, in->event.v[0].labels = 99999)
BREAK(event_order, in->event.v[0].span = 2; in->event.v[1].span = 1)
BREAK(link, in->link.v[0].span = 99999)
BREAK(link_labels, in->link.v[0].labels = 99999)
BREAK(link_nil, in->link.v[0].span = 0)
BREAK(link_order, in->link.v[0].span = 2; in->link.v[1].span = 1)

static void a_check_sees_every_row_that_points_nowhere(void **state)
{
    static const struct {
        const char *name;
        void (*by)(input *in);
    } breaks[] = {
#define ROW(name) { #name, break_##name }
        ROW(text),          ROW(utf8),         ROW(func),
        ROW(file),          ROW(module),       ROW(frame),
        ROW(type),          ROW(stack),        ROW(depth),
        ROW(key),           ROW(value),        ROW(set),
        ROW(ids),           ROW(sample_stack), ROW(sample_labels),
        ROW(sample_thread), ROW(sample_order), ROW(span_name),
        ROW(span_status),   ROW(span_proc),    ROW(span_thread),
        ROW(span_attrs),    ROW(span_id),      ROW(span_trace),
        ROW(span_end),      ROW(trace),        ROW(proc),
        ROW(proc_pod),      ROW(proc_labels),  ROW(thread),
        ROW(thread_proc),   ROW(kind),         ROW(kind_name),
        ROW(setting),       ROW(setting_name), ROW(owner),
        ROW(producer),      ROW(event),        ROW(event_nil),
        ROW(event_name),    ROW(event_labels), ROW(event_order),
        ROW(link),          ROW(link_labels),  ROW(link_nil),
        ROW(link_order),    ROW(language),
    };

    (void)state;
    for (size_t i = 0; i < countof(breaks); i++) {
        input in = testing_input(everything);
        assert_null(input_check(&in));
        breaks[i].by(&in);
        if (!input_check(&in))
            fail_msg("%s is not seen", breaks[i].name);
        input_clear(&in);
    }
}

static void nothing_that_was_read_is_good(void **state)
{
    input in = { 0 };

    (void)state;
    assert_null(input_check(&in));
    input_clear(&in);
}

/* ---- segments --------------------------------------------------------------- */

static void a_column_comes_with_what_its_absence_meant(void **state)
{
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    assert_true(segment_add(&s, &traces,
                            &(corr_sample_row){ .time = CORR_NO_TIME }, false));
    assert_int_equal(segment_width(&s), 0);
    assert_int_equal(segment_stack(&s, 0), 0);
    assert_int_equal(segment_value(&s, 0), 0);
    assert_int_equal(segment_trace(&s, 0).lo, 0);
    assert_true(segment_need(&s, SEG_TIME));
    assert_true(segment_need(&s, SEG_OBS));
    assert_true(segment_need(&s, SEG_SPAN));
    assert_int_equal(s.time[0], CORR_NO_TIME);
    assert_int_equal(s.obs[0], 1);
    assert_int_equal(s.span[0], 0);
    assert_int_equal(segment_width(&s), 24);
    s.span[0] = 7;
    assert_true(segment_need(&s, SEG_SPAN));
    assert_int_equal(s.span[0], 7);
    segment_clear(&s);
    assert_int_equal(s.n, 0);
}

static void rows_in_order_are_left_alone(void **state)
{
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    assert_true(segment_sort(&s, 2));
    for (int64_t t = 0; t < 1000; t++)
        assert_true(segment_add(&s, &traces,
                                &(corr_sample_row){ .time = t / 2, .value = t },
                                true));
    assert_true(segment_sort(&s, 2));
    for (int64_t t = 0; t < 1000; t++)
        assert_int_equal(s.value[t], t);
    segment_clear(&s);
}

static void rows_of_one_time_keep_their_order(void **state)
{
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    for (int64_t i = 0; i < 1000; i++)
        assert_true(segment_add(
            &s, &traces, &(corr_sample_row){ .time = 9 - i % 10, .value = i },
            true));
    assert_true(segment_sort(&s, 2));
    for (size_t i = 1; i < 1000; i++)
        assert_true(s.time[i - 1] < s.time[i] || (s.time[i - 1] == s.time[i] &&
                                                  s.value[i - 1] < s.value[i]));
    segment_clear(&s);
}

/* Sorted runs of many lengths and overlaps, long enough for several threads. */
static void rows_of_many_runs_come_in_order_with_all_they_say(void **state)
{
    enum { ROWS = 40000 };
    uint64_t seed = 3;
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    for (unsigned i = 0, left = 0, at = 0; i < ROWS; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
        if (left-- == 0) {
            left = (unsigned)(seed >> 33) % 97;
            at = at > 300 ? at - (unsigned)(seed >> 40) % 300 : 0;
        }
        at += (unsigned)(seed >> 50) % 7;
        const corr_sample_row row = { .stack = { i },
                                      .time = at,
                                      .value = i,
                                      .thread = { i },
                                      .trace = { i, i + 1 } };
        assert_true(segment_add(&s, &traces, &row, true));
    }
    assert_true(segment_sort(&s, 3));
    assert_int_equal(s.n, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(s.stack[i], s.value[i]);
        assert_int_equal(s.thread[i], s.value[i]);
        assert_int_equal(segment_trace(&s, i).hi, s.value[i]);
        assert_int_equal(segment_trace(&s, i).lo, s.value[i] + 1);
        assert_true(
            i == 0 || s.time[i - 1] < s.time[i] ||
            (s.time[i - 1] == s.time[i] && s.value[i - 1] < s.value[i]));
    }
    segment_clear(&s);
    pool_clear(&traces);
}

static void a_trace_that_many_rows_name_is_kept_once(void **state)
{
    static const uint64_t trace[] = { 0, 7, 7, 8, 0, 7, 9, 8, 8, 0 };
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(trace); i++)
        assert_true(segment_add(
            &s, &traces,
            &(corr_sample_row){ .time = CORR_NO_TIME,
                                .trace = { trace[i] * 2, trace[i] } },
            false));
    for (size_t i = 0; i < countof(trace); i++) {
        assert_int_equal(segment_trace(&s, i).hi, trace[i] * 2);
        assert_int_equal(segment_trace(&s, i).lo, trace[i]);
    }
    assert_int_equal(s.trace_id.n, 4);
    assert_int_equal(segment_width(&s), sizeof *s.trace);
    segment_clear(&s);
    pool_clear(&traces);
}

static void a_sorted_segment_takes_more_rows(void **state)
{
    segment s = { 0 };
    pool traces = { 0 };

    (void)state;
    for (int64_t i = 0; i < 300; i++)
        assert_true(
            segment_add(&s, &traces, &(corr_sample_row){ .time = -i }, false));
    assert_true(segment_sort(&s, 2));
    for (int64_t i = 0; i < 300; i++)
        assert_true(
            segment_add(&s, &traces, &(corr_sample_row){ .time = i }, false));
    assert_int_equal(s.n, 600);
    assert_int_equal(s.time[0], -299);
    assert_int_equal(s.time[299], 0);
    assert_int_equal(s.time[599], 299);
    segment_clear(&s);
}

static const char *owned; /* the process in the second input */

static void fill_owned(corr_build *b)
{
    if (*owned)
        testing_owner(b, owned);
    testing_sample(b, testing_cpu(b), "a", 1, "");
}

static proc_likeness compare(const char *mine, const char *other)
{
    owned = mine;
    input a = testing_input(fill_owned);
    owned = other;
    input b = testing_input(fill_owned);
    const proc_likeness is =
        same_process(&a, a.process.owner, &b, b.process.owner);

    assert_int_equal(same_process(&b, b.process.owner, &a, a.process.owner),
                     is);
    input_clear(&a);
    input_clear(&b);
    return is;
}

static void the_first_that_both_say_of_their_process_decides(void **state)
{
#define INSTANCE "service.instance.id="
#define HOST     "service.name=s, host.name=h"
    static const struct {
        const char *mine, *other;
        proc_likeness is;
    } tried[] = {
        { INSTANCE "i", INSTANCE "i", PROC_SAME },
        { INSTANCE "i, host.name=h", INSTANCE "i, host.name=g", PROC_SAME },
        { INSTANCE "i, k8s.pod.name=p", INSTANCE "k, k8s.pod.name=p",
          PROC_OTHER },
        { INSTANCE "i, k8s.pod.name=p", "k8s.pod.name=p", PROC_SAME },
        { "container.id=c", "container.id=c, host.name=h", PROC_SAME },
        { "container.id=c, k8s.pod.name=p", "container.id=d, k8s.pod.name=p",
          PROC_OTHER },
        { "k8s.pod.name=p", "k8s.pod.name=q", PROC_OTHER },
        { "k8s.pod.name=p, host.name=h", "k8s.pod.name=p, host.name=g",
          PROC_OTHER },
        { HOST, HOST ", process.pid=#7", PROC_SAME },
        { "host.name=h, process.pid=#7", HOST ", process.pid=#7", PROC_SAME },
        { HOST ", process.pid=#7", HOST ", process.pid=#8", PROC_OTHER },
        { "process.pid=#7", "process.pid=#8", PROC_OTHER },
        { "process.pid=#7", "process.pid=#7", PROC_UNKNOWN },
        { HOST, "service.name=s, host.name=g", PROC_OTHER },
        { HOST, "service.name=t, host.name=h", PROC_UNKNOWN },
        { "service.name=s", "service.name=s", PROC_UNKNOWN },
        { "host.name=h", "host.name=h", PROC_UNKNOWN },
        { INSTANCE "i", HOST, PROC_UNKNOWN },
        { HOST, "", PROC_UNKNOWN },
        { "", "", PROC_UNKNOWN },
    };

    (void)state;
    for (size_t i = 0; i < countof(tried); i++)
        if (compare(tried[i].mine, tried[i].other) != tried[i].is)
            fail_msg("%s beside %s", tried[i].mine, tried[i].other);
#undef HOST
#undef INSTANCE
}

static void a_recording_outside_of_a_container_has_another_pid(void **state)
{
#define INSIDE  "host.name=h, process.pid=#1, container.id=c"
#define OUTSIDE "host.name=h, process.pid=#700, container.id=c"
    owned = INSIDE;
    input a = testing_input(fill_owned);
    owned = OUTSIDE;
    input b = testing_input(fill_owned);

    (void)state;
    assert_int_equal(same_process(&a, a.process.owner, &b, b.process.owner),
                     PROC_SAME);
    assert_int_equal(
        same_process_numbered(&a, a.process.owner, &b, b.process.owner),
        PROC_OTHER);
    assert_true(
        same_process_other_pid(&a, a.process.owner, &b, b.process.owner));
    assert_int_equal(same_process(&a, 0, &b, b.process.owner), PROC_UNKNOWN);
    assert_int_equal(same_process_told(&a.proc.v[a.process.owner]),
                     PROC_TOLD_ONE);
    assert_int_equal(same_process_told(&a.proc.v[0]), PROC_TOLD_NOT);
    input_clear(&a);
    input_clear(&b);
#undef INSIDE
#undef OUTSIDE
}

static bool are_meanwhile(int64_t from, int64_t to, int64_t other_from,
                          int64_t other_to)
{
    const input a = { .from = from, .to = to };
    const input b = { .from = other_from, .to = other_to };

    assert_int_equal(input_is_meanwhile(&b, &a), input_is_meanwhile(&a, &b));
    return input_is_meanwhile(&a, &b);
}

static void meanwhile_is_half_of_the_shorter(void **state)
{
    (void)state;
    assert_true(are_meanwhile(0, 100, 0, 100));
    assert_true(are_meanwhile(0, 100, 40, 50));
    assert_true(are_meanwhile(0, 100, 90, 110));
    assert_false(are_meanwhile(0, 100, 91, 111));
    assert_false(are_meanwhile(0, 100, 100, 200));
    assert_false(are_meanwhile(0, 0, 0, 0));
    assert_false(are_meanwhile(CORR_NO_TIME, 100, 0, 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_sees_every_row_that_points_nowhere),
        cmocka_unit_test(nothing_that_was_read_is_good),
        cmocka_unit_test(a_column_comes_with_what_its_absence_meant),
        cmocka_unit_test(rows_in_order_are_left_alone),
        cmocka_unit_test(rows_of_one_time_keep_their_order),
        cmocka_unit_test(rows_of_many_runs_come_in_order_with_all_they_say),
        cmocka_unit_test(a_trace_that_many_rows_name_is_kept_once),
        cmocka_unit_test(a_sorted_segment_takes_more_rows),
        cmocka_unit_test(the_first_that_both_say_of_their_process_decides),
        cmocka_unit_test(a_recording_outside_of_a_container_has_another_pid),
        cmocka_unit_test(meanwhile_is_half_of_the_shorter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
