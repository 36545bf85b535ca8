/* Tests of join: the rungs that ids reach. */
#include "test/test_join.h"

/* ---- the sample names the span -------------------------------------- */

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

/* ---- the sample names the request ----------------------------------- */

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
static void parallel_for(corr_build *b)
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
    corr_store *st = testing_store(parallel_for, together_profile);

    (void)state;
    assert_joined(st, "first", 0x2, CORR_RUNG_R1);
    assert_joined(st, "second", 0x3, CORR_RUNG_R1);
    assert_joined(st, "outlived", 0x4, CORR_RUNG_R1);
    corr_store_free(st);
}

/* A span that outlives all spans between it and the root, at a depth of so many
 * steps. */
static void deep(corr_build *b, uint64_t steps)
{
    testing_span(b, 1, 1, 0, 0, 1000, SHOP);
    for (uint64_t i = 1; i <= steps; i++)
        testing_span(b, 1, i + 1, i, 0, i < steps ? 1 : 100, SHOP);
}

static void deep_256(corr_build *b)
{
    deep(b, 256);
}

static void deep_257(corr_build *b)
{
    deep(b, 257);
}

/* A root with a child that runs, and others that are over. */
static void wide(corr_build *b, uint64_t n)
{
    testing_span(b, 1, 1, 0, 0, 1000, SHOP);
    testing_span(b, 1, 2, 1, 40, 60, SHOP);
    for (uint64_t i = 3; i <= n; i++)
        testing_span(b, 1, i, 1, 0, 1, SHOP);
}

static void wide_4096(corr_build *b)
{
    wide(b, 4096);
}

static void wide_4097(corr_build *b)
{
    wide(b, 4097);
}

static void one_sample(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", 50, "span_id=1");
}

static void only_so_much_of_a_trace_is_looked_through(void **state)
{
    static const struct {
        testing_fill *traces;
        uint64_t span;
        corr_rung rung;
    } rows[] = { { deep_256, 257, CORR_RUNG_R1 },
                 { deep_257, 1, CORR_RUNG_R2 },
                 { wide_4096, 2, CORR_RUNG_R1 },
                 { wide_4097, 1, CORR_RUNG_R2 } };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        corr_store *st = testing_store(rows[i].traces, one_sample);
        assert_joined(st, "a", rows[i].span, rows[i].rung);
        corr_store_free(st);
    }
}

/* ---- root ids, trace ids -------------------------------------------- */

static void request_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    /* 17 and 33 are ids 0x11 and 0x21 */
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

static void root_and_trace(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "both", NAN,
                   "local root span id=#18, "
                   "trace_id=a0a0a0a0000000010000000000000001");
}

static void unknown_root(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "gone", NAN,
                   "local root span id=#99, "
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
    assert_stopped(st, "shop", CORR_WHY_AMBIGUOUS);
    corr_store_free(st);
    st = testing_store(two_roots, trace_profile_of_cart);
    assert_joined(st, "cart", 0x13, CORR_RUNG_R2);
    corr_store_free(st);
    st = testing_store(two_roots, root_and_trace);
    assert_joined(st, "both", 0x12, CORR_RUNG_R2);
    corr_store_free(st);
    st = testing_store(two_roots, unknown_root);
    assert_stopped(st, "gone", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
}

static void the_quality_of_a_row_is_that_of_its_rung(void **state)
{
    (void)state;
    assert_true(fabs(corr_rung_base(CORR_RUNG_R1) - 0.95) < 1e-9);
    assert_true(fabs(corr_rung_base(CORR_RUNG_S1) - 1) < 1e-9);
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
        cmocka_unit_test(only_so_much_of_a_trace_is_looked_through),
        cmocka_unit_test(a_trace_id_is_the_root_of_this_process_in_it),
        cmocka_unit_test(a_root_id_is_the_request),
        cmocka_unit_test(a_trace_with_two_roots_in_the_process_is_not_guessed),
        cmocka_unit_test(the_quality_of_a_row_is_that_of_its_rung),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
