/* Tests of evidence: the vectors of corr-methods 1.1 and 1.5, words, coverage
 * and reasons. */
#include "select/evidence.h"

#include "test/testing.h"

static void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-4 * (fabs(want) > 1 ? fabs(want) : 1))
        fail_msg("%.9g is not %.9g", got, want);
}

/* ---- sums ----------------------------------------------------------- */

static void the_sum_of_a_mixed_span_is_that_of_the_vector(void **state)
{
    evidence_sum s = { 0 };

    (void)state;
    for (int i = 0; i < 31; i++)
        evidence_add(&s, CORR_RUNG_S1, 1, 1, 1, 1.0);
    evidence_add(&s, CORR_RUNG_T1, 9, 9, 1, 0.85);
    evidence_add(&s, CORR_RUNG_T1, 2, 2, 0.5, 0.85);
    evidence_add(&s, CORR_RUNG_T1, 2, 2, 0.5, 0.85);
    evidence_close(&s);
    assert_int_equal(s.e.observations, 44);
    assert_close(s.e.attributed, 42.0);
    assert_close(s.e.confidence, 0.9607);
    assert_int_equal(s.e.word, CORR_EXACT);
    assert_int_equal(s.e.rung[CORR_RUNG_S1].observations, 31);
    assert_int_equal(s.e.rung[CORR_RUNG_T1].observations, 13);
    assert_close(s.e.rung[CORR_RUNG_T1].attributed, 11);
    assert_int_equal(s.e.rung[CORR_RUNG_R1].observations, 0);
}

static corr_class word_of(corr_rung a, double weight_a, corr_rung b,
                          double weight_b)
{
    evidence_sum s = { 0 };

    evidence_add(&s, a, 1, weight_a, 1, corr_rung_base(a));
    evidence_add(&s, b, 1, weight_b, 1, corr_rung_base(b));
    evidence_close(&s);
    return s.e.word;
}

static void the_word_follows_the_confidence(void **state)
{
    (void)state;
    assert_int_equal(word_of(CORR_RUNG_S1, 9, CORR_RUNG_P, 1), CORR_EXACT);
    assert_int_equal(word_of(CORR_RUNG_S1, 7, CORR_RUNG_P, 3), CORR_STRONG);
    assert_int_equal(word_of(CORR_RUNG_S1, 6, CORR_RUNG_X, 4), CORR_SHARED);
    assert_int_equal(word_of(CORR_RUNG_S1, 3.5, CORR_RUNG_X, 3.4), CORR_SHARED);
    assert_int_equal(word_of(CORR_RUNG_W, 1, CORR_RUNG_W, 1), CORR_WINDOW);
}

static void a_word_begins_at_its_bound(void **state)
{
    const struct {
        double quality;
        corr_class word;
    } rows[] = { { 0.90, CORR_EXACT },  { 0.899, CORR_STRONG },
                 { 0.70, CORR_STRONG }, { 0.699, CORR_SHARED },
                 { 0.40, CORR_SHARED }, { 0.399, CORR_WINDOW } };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        evidence_sum s = { 0 };
        evidence_add(&s, CORR_RUNG_S1, 1, 1, 1, rows[i].quality);
        evidence_close(&s);
        assert_int_equal(s.e.word, rows[i].word);
    }
}

/* Sums of thirds are not whole. */
static void many_of_one_quality_have_its_word(void **state)
{
    evidence_sum s = { 0 };

    (void)state;
    for (int i = 0; i < 335; i++)
        evidence_add(&s, CORR_RUNG_P, 1, 1.25e6 + i, 1.0 / 3,
                     corr_rung_base(CORR_RUNG_P));
    evidence_close(&s);
    assert_true(s.e.confidence < 0.4);
    assert_int_equal(s.e.word, CORR_SHARED);
}

static void the_word_is_no_stronger_than_most_of_the_weight(void **state)
{
    (void)state;
    /* 0.95 by its number, but more than half of it by thread and time */
    evidence_sum s = { 0 };
    evidence_add(&s, CORR_RUNG_T1, 1, 51, 1, 0.95);
    evidence_add(&s, CORR_RUNG_S1, 1, 49, 1, 1.0);
    evidence_close(&s);
    assert_true(s.e.confidence > 0.95);
    assert_int_equal(s.e.word, CORR_STRONG);
}

static void rungs_of_one_class_are_weighed_together(void **state)
{
    evidence_sum s = { 0 };

    (void)state;
    evidence_add(&s, CORR_RUNG_T1, 1, 40, 1, 0.85);
    evidence_add(&s, CORR_RUNG_T2, 1, 30, 1, 0.85);
    evidence_add(&s, CORR_RUNG_R3, 1, 30, 1, 0.85);
    evidence_close(&s);
    assert_int_equal(s.e.word, CORR_SHARED);
}

static void clocks_alone_are_called_a_window(void **state)
{
    (void)state;
    assert_int_equal(word_of(CORR_RUNG_X, 1, CORR_RUNG_X, 1), CORR_WINDOW);
}

static void negative_weights_count_by_size(void **state)
{
    evidence_sum s = { 0 };

    (void)state;
    evidence_add(&s, CORR_RUNG_S1, 1, -5, 1, 1.0);
    evidence_add(&s, CORR_RUNG_P, 1, 5, 1, 0.4);
    evidence_close(&s);
    assert_close(s.e.confidence, 0.7);
}

static void nothing_has_no_confidence(void **state)
{
    evidence_sum s = { 0 };

    (void)state;
    evidence_close(&s);
    assert_true(fabs(s.e.confidence) < 1e-12); /* and no division by 0 */
    assert_close(s.e.attributed, 0);
}

/* ---- around a span -------------------------------------------------- */

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

/* A root of 100 ms with a child of 40 ms in the same process, and a request of
 * another trace. */
static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 100, 200, SHOP);
    testing_span(b, 1, 0x12, 0x11, 120, 160, SHOP);
    testing_span(b, 2, 0x21, 0, 100, 150, SHOP);
    testing_span(b, 3, 0x31, 0, 100, 150, CART);
}

static void profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(180));
    testing_sample(b, cpu, "a", 110, "span_id=11");
    testing_sample(b, cpu, "a", 130, "span_id=12");
    testing_sample(b, cpu, "a", 131, "span_id=12");
    testing_sample(b, cpu, "a", 132, "span_id=12");
    testing_sample(b, cpu, "a", 133, "span_id=21");
    testing_sample(b, cpu, "a", 134, "span_id=999");
    testing_sample(b, cpu, "a", 135, "");
    testing_sample(b, cpu, "a", 175, "span_id=21");
    testing_sample(b, cpu, "a", 215, "span_id=11");
    testing_sample(b, cpu, "a", 60200, "span_id=21");
    testing_sample(b, testing_kind(b, "alloc", 0), "a", 130, "span_id=21");
}

static corr_evidence around_kind(corr_store *st, uint64_t trace, uint64_t span,
                                 const char *kind)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st,
                                &(corr_query){ .trace = testing_trace(trace),
                                               .span = span,
                                               .measure = kind },
                                &err);

    assert_non_null(sel);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    corr_sel_free(sel);
    return e;
}

static corr_evidence around(corr_store *st, uint64_t trace, uint64_t span)
{
    return around_kind(st, trace, span, "cpu");
}

static void coverage_is_of_the_profiled_part_of_the_span(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    const corr_evidence e = around(st, 1, 0x11);
    assert_int_equal(e.profiled_ns, 80000000);
    /* 60 ms of the root and 40 of its child; the root is cut to 80 % */
    assert_int_equal(e.able_ns, 88000000);
    assert_close(e.expected, 8.8);
    corr_store_free(st);
}

static void coverage_of_an_inner_span_is_its_own(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    const corr_evidence e = around(st, 1, 0x12);
    assert_int_equal(e.profiled_ns, 40000000);
    assert_int_equal(e.able_ns, 40000000);
    assert_close(e.expected, 4);
    corr_store_free(st);
}

static void reasons_say_why_samples_near_the_span_are_not_in_it(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    const corr_evidence e = around(st, 1, 0x11);
    assert_int_equal(e.observations, 4);
    assert_int_equal(e.stopped[CORR_WHY_NONE], 0);
    /* one names another request, which had ended */
    assert_int_equal(e.stopped[CORR_WHY_LABEL_OTHER], 2);
    assert_int_equal(e.stopped[CORR_WHY_UNSAMPLED], 1);
    assert_int_equal(e.stopped[CORR_WHY_UNLABELLED], 1);
    /* the one a minute later is not near */
    assert_int_equal(e.stopped[CORR_WHY_AFTER_END], 1);
    assert_close(e.after_end, 1);
    corr_store_free(st);
}

/* Two requests that end before their scopes. */
static void two_requests(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 100, 200, SHOP);
    testing_span(b, 1, 0x12, 0x11, 120, 150, SHOP);
    testing_span(b, 2, 0x21, 0, 300, 400, SHOP);
}

static void left_open(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind scope =
        testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
    const double ms[] = { 110, 160, 215, 250, 310, 450 };

    testing_owner(b, SHOP);
    for (int i = 0; i < 2; i++)
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = scope,
                   .thread = corr_add_thread(b, (corr_text){ 0 }, 0, 5),
                   .span = i ? 0x21 : 0x11,
                   .time = testing_ms(i ? 300 : 100),
                   .duration = 180000000 });
    for (size_t i = 0; i < countof(ms); i++)
        corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                               .stack = testing_stack(b, "a"),
                                               .thread = corr_add_thread(
                                                   b, (corr_text){ 0 }, 0, 5),
                                               .time = testing_ms(ms[i]),
                                               .value = 10 });
}

static void what_outlives_another_request_is_of_that(void **state)
{
    corr_store *st = testing_store(two_requests, left_open);

    (void)state;
    corr_evidence e = around(st, 1, 0x11);
    assert_int_equal(e.observations, 2);
    assert_int_equal(e.stopped[CORR_WHY_AFTER_END], 2);
    assert_close(e.after_end, 2);
    assert_int_equal(e.stopped[CORR_WHY_LABEL_OTHER], 2);
    e = around(st, 2, 0x21);
    assert_int_equal(e.stopped[CORR_WHY_AFTER_END], 1);
    assert_int_equal(e.stopped[CORR_WHY_LABEL_OTHER], 4);
    e = around(st, 1, 0x12);
    assert_int_equal(e.stopped[CORR_WHY_AFTER_END], 0);
    assert_close(e.after_end, 0);
    corr_store_free(st);
}

static void far_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(90000), testing_ms(91000));
    testing_sample(b, testing_cpu(b), "far", NAN, "");
}

static void long_ago_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-91000), testing_ms(-90000));
    testing_sample(b, testing_cpu(b), "long ago", NAN, "");
}

static void undated_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "undated", NAN, "");
}

static void profile_of_cart(corr_build *b)
{
    testing_owner(b, CART);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, testing_cpu(b), "cart", NAN, "");
}

static void profile_of_other_shop(corr_build *b)
{
    testing_owner(b, "service.name=shop, host.name=other, process.pid=#7");
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, testing_cpu(b), "other", NAN, "");
}

static void only_what_was_near_is_asked_for_reasons(void **state)
{
    corr_store *st = testing_store(
        far_profile, long_ago_profile, undated_profile, undated_profile,
        profile_of_cart, profile_of_other_shop, traces);

    (void)state;
    const corr_evidence e = around(st, 1, 0x11);
    assert_int_equal(e.stopped[CORR_WHY_LABELS_ABSENT], 1);
    assert_int_equal(e.stopped[CORR_WHY_DUPLICATE], 1);
    assert_int_equal(e.profiled_ns, -1);
    assert_true(e.expected < -0.5 && e.expected > -1.5);
    corr_store_free(st);
}

static void a_span_may_be_profiled_more_than_once(void **state)
{
    corr_store *st = testing_store(profile, traces, profile_of_cart);

    (void)state;
    const corr_evidence e = around(st, 3, 0x31);
    assert_int_equal(e.profiled_ns, 50000000);
    assert_close(e.expected, 5);
    assert_int_equal(around(st, 1, 0x11).profiled_ns, 80000000);
    corr_store_free(st);
}

static void whole_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, testing_cpu(b), "whole", NAN, "");
}

static void a_span_is_not_profiled_for_longer_than_it_ran(void **state)
{
    corr_store *st = testing_store(profile, traces, whole_profile);

    (void)state;
    assert_int_equal(around(st, 1, 0x11).profiled_ns, 100000000);
    corr_store_free(st);
}

static void counted_profile(corr_build *b)
{
    const corr_kind k = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("cpu"), .period = 5 });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, k, "a", NAN, "");
}

static void without_a_period_nobody_knows_what_to_expect(void **state)
{
    corr_store *st = testing_store(traces, counted_profile);

    (void)state;
    const corr_evidence e = around(st, 1, 0x11);
    assert_int_equal(e.profiled_ns, 100000000);
    assert_close(e.expected, -1);
    corr_store_free(st);
}

static void two_shops(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 100, 200, SHOP);
    testing_span(b, 1, 0x12, 0x11, 120, 160,
                 "service.name=shop, host.name=other, process.pid=#7");
    testing_span(b, 2, 0x31, 0, 100, 150, CART);
}

/* A request that calls another process on its thread, and works on another
 * thread. */
static void callers(corr_build *b)
{
    const char *const on[] = { "thread.id=#7", "thread.id=#7", NULL,
                               "thread.id=#8" };
    const double when[][2] = {
        { 100, 200 }, { 110, 130 }, { 140, 160 }, { 170, 190 }
    };

    for (uint64_t i = 0; i < countof(on); i++)
        testing_full_span(b, &(testing_span_row){ .trace = 1,
                                                  .id = 0x11 + i,
                                                  .up = i ? 0x11 : 0,
                                                  .from = when[i][0],
                                                  .to = when[i][1],
                                                  .proc = i == 2 ? CART : SHOP,
                                                  .attrs = on[i] });
}

static void clocked_profile(corr_build *b)
{
    const corr_kind wall =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("wall"),
                                           .type = CORR_STR("wall"),
                                           .unit = CORR_NS,
                                           .period = 10000000 });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, wall, "a", 115, "span_id=12");
    testing_sample(b, testing_cpu(b), "a", 115, "span_id=12");
}

static void a_thread_is_seen_while_it_waits_for_others(void **state)
{
    corr_store *st = testing_store(callers, clocked_profile);

    (void)state;
    /* the thread of the request, and the other thread of its work */
    corr_evidence e = around_kind(st, 1, 0x11, "wall");
    assert_int_equal(e.able_ns, 120000000);
    assert_close(e.expected, 12);
    e = around(st, 1, 0x11);
    assert_int_equal(e.able_ns, 80000000);
    assert_close(e.expected, 8);
    corr_store_free(st);
}

/* Ten threads are ready to run, and the sampler takes five. */
static void saturated_profile(corr_build *b)
{
    const corr_series s = corr_add_series(b, CORR_STR("jvm_user"),
                                          CORR_STR("1"), (corr_thread){ 0 });
    const corr_kind cpu = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                             .type = CORR_STR("cpu"),
                             .unit = CORR_NS,
                             .period = 10000000,
                             .flags = CORR_KIND_FEW | CORR_KIND_RUNNABLE });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("10"));
    corr_add_point(b, s, testing_ms(1000), 1);
    for (int i = 0; i < 500; i++) {
        const int tick = i / 5;
        corr_add_sample(
            b, &(corr_sample_row){ .kind = cpu,
                                   .stack = testing_stack(b, "a"),
                                   .labels = testing_labels(b, "span_id=11"),
                                   .time = testing_ms(tick * 10 + i % 5 * 0.1),
                                   .value = 10000000 });
    }
}

static void a_sampler_that_is_saturated_takes_fewer(void **state)
{
    corr_store *st = testing_store(traces, saturated_profile);

    (void)state;
    assert_close(around(st, 1, 0x11).expected, 5);
    corr_store_free(st);
}

static void what_all_share_is_not_joined_to_a_span(void **state)
{
    corr_evidence e = { .attributed = 0 };

    (void)state;
    for (int r = CORR_RUNG_NONE; r < CORR_RUNG_COUNT; r++)
        e.rung[r].attributed = 1 << r;
    assert_close(
        corr_evidence_joined(&e),
        (1 << CORR_RUNG_S1) + (1 << CORR_RUNG_S2) + (1 << CORR_RUNG_S3) +
            (1 << CORR_RUNG_R1) + (1 << CORR_RUNG_R2) + (1 << CORR_RUNG_R3) +
            (1 << CORR_RUNG_F1) + (1 << CORR_RUNG_T1) + (1 << CORR_RUNG_T2));
}

static void processes_of_one_service_are_asked_together(void **state)
{
    corr_store *st = testing_store(two_shops, whole_profile,
                                   profile_of_other_shop, profile_of_cart);

    (void)state;
    const corr_evidence e = around(st, 1, 0);
    assert_int_equal(e.stopped[CORR_WHY_LABELS_ABSENT], 2);
    corr_store_free(st);
}

static void a_span_that_was_not_found_has_no_coverage(void **state)
{
    corr_store *st = testing_store(profile, traces);

    (void)state;
    const corr_evidence e = around(st, 9, 0x999);
    assert_int_equal(e.stopped[CORR_WHY_UNLABELLED], 0);
    assert_close(e.expected, -1);
    corr_store_free(st);
}

static void another_process_is_not_asked_for_reasons(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    const corr_evidence e = around(st, 3, 0x31);
    for (int w = 0; w < CORR_WHY_COUNT; w++)
        assert_int_equal(e.stopped[w], 0);
    assert_int_equal(e.profiled_ns, -1);
    assert_true(e.expected < 0);
    corr_store_free(st);
}

static void requests_that_ran_at_once_are_averaged(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(traces, profile);

    (void)state;
    corr_sel *sel = corr_sel_of(st,
                                &(corr_query){ .trace = testing_trace(1),
                                               .span = 0x11,
                                               .measure = "cpu" },
                                &err);
    assert_non_null(sel);
    /* 80 and 50 ms of requests of this service in 180 ms of profile */
    assert_close(corr_sel_facts_of(sel).active, 130.0 / 180.0);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_of_a_mixed_span_is_that_of_the_vector),
        cmocka_unit_test(the_word_follows_the_confidence),
        cmocka_unit_test(a_word_begins_at_its_bound),
        cmocka_unit_test(many_of_one_quality_have_its_word),
        cmocka_unit_test(the_word_is_no_stronger_than_most_of_the_weight),
        cmocka_unit_test(rungs_of_one_class_are_weighed_together),
        cmocka_unit_test(clocks_alone_are_called_a_window),
        cmocka_unit_test(negative_weights_count_by_size),
        cmocka_unit_test(nothing_has_no_confidence),
        cmocka_unit_test(coverage_is_of_the_profiled_part_of_the_span),
        cmocka_unit_test(coverage_of_an_inner_span_is_its_own),
        cmocka_unit_test(reasons_say_why_samples_near_the_span_are_not_in_it),
        cmocka_unit_test(what_outlives_another_request_is_of_that),
        cmocka_unit_test(only_what_was_near_is_asked_for_reasons),
        cmocka_unit_test(a_span_may_be_profiled_more_than_once),
        cmocka_unit_test(a_span_is_not_profiled_for_longer_than_it_ran),
        cmocka_unit_test(without_a_period_nobody_knows_what_to_expect),
        cmocka_unit_test(a_thread_is_seen_while_it_waits_for_others),
        cmocka_unit_test(a_sampler_that_is_saturated_takes_fewer),
        cmocka_unit_test(what_all_share_is_not_joined_to_a_span),
        cmocka_unit_test(processes_of_one_service_are_asked_together),
        cmocka_unit_test(a_span_that_was_not_found_has_no_coverage),
        cmocka_unit_test(another_process_is_not_asked_for_reasons),
        cmocka_unit_test(requests_that_ran_at_once_are_averaged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
