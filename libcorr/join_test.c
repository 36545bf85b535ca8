/* Tests of join: the rungs that ids reach, and why others have none. */
#include "join.h"

#include "prepare.h"
#include "testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

/* What the join says of the sample on this leaf, in the last input. */
typedef struct said {
    uint64_t span; /* id, 0 none */
    corr_rung rung;
    corr_why why;
} said;

static said of_sample(corr_store *st, const char *leaf)
{
    const uint32_t i = (uint32_t)st->input.n - 1;
    const input *in = st->input.v[i];

    assert_int_equal(store_join(st, NULL), CORR_OK);
    for (uint32_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const join_segment *js = join_at(st->join, i, s);
        for (size_t row = 0; row < g->n; row++) {
            const uint32_t stack = g->stack[row];
            const uint32_t last =
                in->stack_at.v[stack] + in->stack_n.v[stack] - 1;
            if (!corr_str_is(input_frame(in, in->stack_frame.v[last]).function,
                             leaf))
                continue;
            if (!js->rung)
                return (said){ .why = js->all };
            const uint32_t span = js->span[row];
            return (said){ span ? store_span(st, span)->id : 0,
                           (corr_rung)js->rung[row], (corr_why)js->why[row] };
        }
    }
    fail_msg("no sample of %s", leaf);
    return (said){ 0 };
}

static void assert_joined(corr_store *st, const char *leaf, uint64_t span,
                          corr_rung rung)
{
    const said s = of_sample(st, leaf);

    if (s.span != span || s.rung != rung || s.why)
        fail_msg("%s: span %llx by \"%s\" %s", leaf, (unsigned long long)s.span,
                 corr_rung_name(s.rung), corr_why_name(s.why));
}

static void assert_stopped(corr_store *st, const char *leaf, corr_why why)
{
    const said s = of_sample(st, leaf);

    if (s.span || s.rung || s.why != why)
        fail_msg("%s: span %llx by \"%s\" %s, not %s", leaf,
                 (unsigned long long)s.span, corr_rung_name(s.rung),
                 corr_why_name(s.why), corr_why_name(why));
}

/* root 11 [0,100)
 *   child 12 [10,60)
 *     grandchild 13 [20,30)
 *   child 14 [50,80)      overlaps 12
 * and a request of another process that it called, and a second request */
static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 60, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 30, SHOP);
    testing_span(b, 1, 0x14, 0x11, 50, 80, SHOP);
    testing_span(b, 1, 0x15, 0x14, 55, 75, CART);
    testing_span(b, 2, 0x21, 0, 200, 300, SHOP);
}

/* ---- the sample names the span ------------------------------------------- */

static void exact_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "root", 5, "span_id=11");
    testing_sample(b, cpu, "inner", 15, "span_id=12");
    testing_sample(b, cpu, "deep", 25, "span_id=13");
    testing_sample(b, cpu, "late_in_root", 90, "span_id=11");
    testing_sample(b, cpu, "covered", 40, "span_id=11");
    testing_sample(b, cpu, "timeless", NAN, "span_id=13");
}

static void an_exact_label_is_believed_whatever_else_runs(void **state)
{
    corr_store *st = testing_store(traces, exact_profile);

    (void)state;
    assert_joined(st, "root", 0x11, CORR_RUNG_S1);
    assert_joined(st, "inner", 0x12, CORR_RUNG_S1);
    assert_joined(st, "deep", 0x13, CORR_RUNG_S1);
    assert_joined(st, "late_in_root", 0x11, CORR_RUNG_S1);
    assert_joined(st, "covered", 0x11, CORR_RUNG_S1);
    assert_joined(st, "timeless", 0x13, CORR_RUNG_S1);
    corr_store_free(st);
}

static void one_inner_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "inner", 25, "span_id=12");
    testing_sample(b, cpu, "root", NAN, "span_id=11");
}

static void a_label_of_an_inner_span_is_exact_by_itself(void **state)
{
    corr_store *st = testing_store(traces, one_inner_profile);

    (void)state;
    assert_joined(st, "inner", 0x12, CORR_RUNG_S1);
    assert_joined(st, "root", 0x11, CORR_RUNG_R2);
    corr_store_free(st);
}

/* ---- the sample names the request ------------------------------------------ */

static void root_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "alone", 5, "span_id=11");
    testing_sample(b, cpu, "in_child", 15, "span_id=11");
    testing_sample(b, cpu, "in_grandchild", 25, "span_id=11");
    testing_sample(b, cpu, "at_start", 20, "span_id=11");
    testing_sample(b, cpu, "at_end", 30, "span_id=11");
    testing_sample(b, cpu, "in_two", 52, "span_id=11");
    testing_sample(b, cpu, "in_second", 70, "span_id=11");
    testing_sample(b, cpu, "after_all", 90, "span_id=11");
    testing_sample(b, cpu, "just_after", 100.5, "span_id=11");
    testing_sample(b, cpu, "timeless", NAN, "span_id=11");
    testing_sample(b, cpu, "other", 250, "span_id=21");
}

static void time_picks_the_only_span_that_is_able(void **state)
{
    corr_store *st = testing_store(traces, root_profile);

    (void)state;
    assert_joined(st, "alone", 0x11, CORR_RUNG_R1);
    assert_joined(st, "in_child", 0x12, CORR_RUNG_R1);
    assert_joined(st, "in_grandchild", 0x13, CORR_RUNG_R1);
    assert_joined(st, "at_start", 0x13, CORR_RUNG_R1);
    assert_joined(st, "at_end", 0x12, CORR_RUNG_R1);
    assert_joined(st, "after_all", 0x11, CORR_RUNG_R1);
    assert_joined(st, "other", 0x21, CORR_RUNG_R1);
    corr_store_free(st);
}

static void a_span_of_another_process_does_not_use_this_cpu(void **state)
{
    corr_store *st = testing_store(traces, root_profile);

    (void)state;
    assert_joined(st, "in_second", 0x14, CORR_RUNG_R1);
    corr_store_free(st);
}

static void two_able_spans_leave_it_at_the_request(void **state)
{
    corr_store *st = testing_store(traces, root_profile);

    (void)state;
    assert_joined(st, "in_two", 0x11, CORR_RUNG_R2);
    corr_store_free(st);
}

static void without_a_time_it_is_the_request(void **state)
{
    corr_store *st = testing_store(traces, root_profile);

    (void)state;
    assert_joined(st, "timeless", 0x11, CORR_RUNG_R2);
    assert_joined(st, "just_after", 0x11, CORR_RUNG_R2);
    corr_store_free(st);
}

/* All spans begin at once, as on a coarse clock; ids put the innermost first,
 * and 0x4 is active without its parent 0x5 being so. */
static void together(corr_build *b)
{
    testing_span(b, 1, 0x9, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x3, 0x9, 0, 50, SHOP);
    testing_span(b, 1, 0x2, 0x3, 0, 20, SHOP);
    testing_span(b, 1, 0x5, 0x9, 60, 70, SHOP);
    testing_span(b, 1, 0x4, 0x5, 65, 90, SHOP);
}

static void together_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "first", 10, "span_id=9");
    testing_sample(b, cpu, "second", 30, "span_id=9");
    testing_sample(b, cpu, "outlived", 80, "span_id=9");
}

static void the_innermost_span_is_found_in_any_order(void **state)
{
    corr_store *st = testing_store(together, together_profile);

    (void)state;
    assert_joined(st, "first", 0x2, CORR_RUNG_R1);
    assert_joined(st, "second", 0x3, CORR_RUNG_R1);
    assert_joined(st, "outlived", 0x4, CORR_RUNG_R1);
    corr_store_free(st);
}

/* ---- root ids, trace ids ---------------------------------------------------- */

static void request_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    /* 17 and 33 are 0x11 and 0x21 */
    testing_sample(b, cpu, "root_time", 15, "local root span id=#17");
    testing_sample(b, cpu, "root_only", NAN, "local root span id=#17");
    testing_sample(b, cpu, "trace_time", 15,
                   "trace_id=a0a0a0a0000000010000000000000001");
    testing_sample(b, cpu, "trace_only", NAN,
                   "trace_id=a0a0a0a0000000010000000000000001");
    testing_sample(b, cpu, "half_trace", NAN, "trace_id=0000000000000002");
    testing_sample(b, cpu, "unknown_trace", NAN,
                   "trace_id=a0a0a0a0000000010000000000000009");
    testing_sample(b, cpu, "root_fallback", NAN,
                   "span_id=777, trace_id=a0a0a0a0000000010000000000000001");
    testing_sample(b, cpu, "late_root", 5000, "local root span id=#17");
    testing_sample(b, cpu, "wrong_trace", NAN,
                   "span_id=11, trace_id=a0a0a0a0000000020000000000000002");
}

static void a_trace_id_is_the_root_of_this_process_in_it(void **state)
{
    corr_store *st = testing_store(traces, request_profile);

    (void)state;
    assert_joined(st, "trace_time", 0x12, CORR_RUNG_R1);
    assert_joined(st, "trace_only", 0x11, CORR_RUNG_R2);
    assert_joined(st, "half_trace", 0x21, CORR_RUNG_R2);
    assert_joined(st, "root_fallback", 0x11, CORR_RUNG_R2);
    assert_joined(st, "wrong_trace", 0x21, CORR_RUNG_R2);
    assert_stopped(st, "unknown_trace", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
}

static void a_root_id_is_the_request(void **state)
{
    corr_store *st = testing_store(traces, request_profile);

    (void)state;
    assert_joined(st, "root_time", 0x12, CORR_RUNG_R1);
    assert_joined(st, "root_only", 0x11, CORR_RUNG_R2);
    assert_stopped(st, "late_root", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

static void two_roots(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0, 50, 100, SHOP);
    testing_span(b, 1, 0x13, 0, 50, 100, CART);
}

static void trace_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "shop", NAN,
                   "trace_id=a0a0a0a0000000010000000000000001");
}

static void trace_profile_of_cart(corr_build *b)
{
    testing_owner(b, CART);
    testing_sample(b, testing_cpu(b), "cart", NAN,
                   "trace_id=a0a0a0a0000000010000000000000001");
}

static void a_trace_with_two_roots_in_the_process_is_not_guessed(void **state)
{
    corr_store *st = testing_store(two_roots, trace_profile);

    (void)state;
    assert_stopped(st, "shop", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
    st = testing_store(two_roots, trace_profile_of_cart);
    assert_joined(st, "cart", 0x13, CORR_RUNG_R2);
    corr_store_free(st);
}

/* ---- stale labels ----------------------------------------------------------- */

/* Slack: 1 ms of clock and a period of 10 ms. */
static void stale_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind wall = testing_kind(b, "wall", 0);

    testing_sample(b, cpu, "early", 188.9, "span_id=21");
    testing_sample(b, cpu, "nearly_early", 189, "span_id=21");
    testing_sample(b, cpu, "nearly_late", 311, "span_id=21");
    testing_sample(b, cpu, "late", 311.1, "span_id=21");
    testing_sample(b, cpu, "late_inner", 45, "span_id=13");
    testing_sample(b, wall, "counted_in_time", 301, "span_id=21");
    testing_sample(b, wall, "counted_late", 301.1, "span_id=21");
}

static void labels_outside_their_span_are_stale(void **state)
{
    corr_store *st = testing_store(traces, stale_profile);

    (void)state;
    assert_stopped(st, "early", CORR_WHY_BEFORE_START);
    assert_joined(st, "nearly_early", 0x21, CORR_RUNG_R2);
    assert_joined(st, "nearly_late", 0x21, CORR_RUNG_R2);
    assert_stopped(st, "late", CORR_WHY_AFTER_END);
    assert_stopped(st, "late_inner", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

static void without_a_period_only_the_clock_is_slack(void **state)
{
    corr_store *st = testing_store(traces, stale_profile);

    (void)state;
    assert_joined(st, "counted_in_time", 0x21, CORR_RUNG_R2);
    assert_stopped(st, "counted_late", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

static void open_spans(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .from = 100,
                                              .to = 100,
                                              .proc = SHOP,
                                              .flags = CORR_SPAN_UNFINISHED });
    corr_add_span(b, &(corr_span_row){ .trace = testing_trace(2), .id = 0x21 });
}

static void open_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "running", 9000, "span_id=11");
    testing_sample(b, cpu, "before", 10, "span_id=11");
    testing_sample(b, cpu, "whenever", 10, "span_id=21");
}

static void a_span_without_an_end_is_not_outlived(void **state)
{
    corr_store *st = testing_store(open_spans, open_profile);

    (void)state;
    assert_joined(st, "running", 0x11, CORR_RUNG_R2);
    assert_stopped(st, "before", CORR_WHY_BEFORE_START);
    assert_joined(st, "whenever", 0x21, CORR_RUNG_R2);
    corr_store_free(st);
}

/* ---- why not ------------------------------------------------------------------ */

static void unlucky_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "good", 5, "span_id=11");
    testing_sample(b, cpu, "foreign", 5, "span_id=999");
    testing_sample(b, cpu, "plain", 5, "");
    testing_sample(b, cpu, "tagged", 5, "region=eu");
    testing_sample(b, cpu, "garbled", 5, "span_id=not-an-id!");
    testing_sample(b, cpu, "empty", 5, "span_id=");
    testing_sample(b, cpu, "zero", 5, "span_id=0000000000000000");
    testing_sample(b, testing_kind(b, "alloc", 0), "heap", 5, "");
}

static void samples_without_a_span_say_why(void **state)
{
    corr_store *st = testing_store(traces, unlucky_profile);

    (void)state;
    assert_joined(st, "good", 0x11, CORR_RUNG_R1);
    assert_stopped(st, "foreign", CORR_WHY_UNSAMPLED);
    assert_stopped(st, "plain", CORR_WHY_UNLABELLED);
    assert_stopped(st, "tagged", CORR_WHY_UNLABELLED);
    assert_stopped(st, "garbled", CORR_WHY_LABEL_FORMAT);
    assert_stopped(st, "empty", CORR_WHY_UNLABELLED);
    assert_stopped(st, "zero", CORR_WHY_UNLABELLED);
    assert_stopped(st, "heap", CORR_WHY_UNLABELLED);
    corr_store_free(st);
}

static void garbled_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "garbled", 5, "span_id=not-an-id!");
    testing_sample(b, cpu, "plain", 5, "");
}

static void labels_that_are_all_garbled_are_not_absent(void **state)
{
    corr_store *st = testing_store(traces, garbled_profile);

    (void)state;
    assert_stopped(st, "garbled", CORR_WHY_LABEL_FORMAT);
    assert_stopped(st, "plain", CORR_WHY_LABELS_ABSENT);
    corr_store_free(st);
}

static void plain_profile(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "plain", 5, "region=eu");
}

static void a_profile_without_ids_has_no_labels(void **state)
{
    corr_store *st = testing_store(traces, plain_profile);

    (void)state;
    assert_stopped(st, "plain", CORR_WHY_LABELS_ABSENT);
    corr_store_free(st);
}

static void the_second_copy_of_a_profile_is_a_duplicate(void **state)
{
    corr_store *st = testing_store(traces, exact_profile, exact_profile);

    (void)state;
    assert_stopped(st, "deep", CORR_WHY_DUPLICATE);
    corr_store_free(st);
}

static void without_traces_labels_name_nothing_here(void **state)
{
    corr_store *st = testing_store(exact_profile);

    (void)state;
    assert_stopped(st, "deep", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
}

static void the_quality_of_a_row_is_that_of_its_rung(void **state)
{
    (void)state;
    assert_true(fabs(join_quality(CORR_RUNG_R1) - 0.95) < 1e-9);
    assert_true(fabs(join_quality(CORR_RUNG_S1) - 1) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_label_is_believed_whatever_else_runs),
        cmocka_unit_test(a_label_of_an_inner_span_is_exact_by_itself),
        cmocka_unit_test(time_picks_the_only_span_that_is_able),
        cmocka_unit_test(a_span_of_another_process_does_not_use_this_cpu),
        cmocka_unit_test(two_able_spans_leave_it_at_the_request),
        cmocka_unit_test(without_a_time_it_is_the_request),
        cmocka_unit_test(the_innermost_span_is_found_in_any_order),
        cmocka_unit_test(a_trace_id_is_the_root_of_this_process_in_it),
        cmocka_unit_test(a_root_id_is_the_request),
        cmocka_unit_test(a_trace_with_two_roots_in_the_process_is_not_guessed),
        cmocka_unit_test(labels_outside_their_span_are_stale),
        cmocka_unit_test(without_a_period_only_the_clock_is_slack),
        cmocka_unit_test(a_span_without_an_end_is_not_outlived),
        cmocka_unit_test(samples_without_a_span_say_why),
        cmocka_unit_test(labels_that_are_all_garbled_are_not_absent),
        cmocka_unit_test(a_profile_without_ids_has_no_labels),
        cmocka_unit_test(the_second_copy_of_a_profile_is_a_duplicate),
        cmocka_unit_test(without_traces_labels_name_nothing_here),
        cmocka_unit_test(the_quality_of_a_row_is_that_of_its_rung),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
