/* Tests of join: why samples have no span. */
#include "test/test_join.h"

#include "corr_view.h"

/* ---- stale labels --------------------------------------------------- */

/* Slack: 1 ms of clock and a period of 10 ms. */
static void stale_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind wall = testing_kind(b, "wall", 0);

    testing_sample(b, cpu, "early", 188.999999, "span_id=21");
    testing_sample(b, cpu, "nearly_early", 189, "span_id=21");
    testing_sample(b, cpu, "nearly_late", 311, "span_id=21");
    testing_sample(b, cpu, "late", 311.000001, "span_id=21");
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

static void badly_timed_profile(corr_build *b)
{
    const corr_kind wall = testing_kind(b, "wall", 0);

    corr_set_clock_error(b, 5000000);
    testing_sample(b, wall, "near", 304.9, "span_id=21");
    testing_sample(b, wall, "far", 305.1, "span_id=21");
}

static void a_recording_may_know_its_times_no_better(void **state)
{
    corr_store *st = testing_store(traces, badly_timed_profile);

    (void)state;
    assert_joined(st, "near", 0x21, CORR_RUNG_R2);
    assert_stopped(st, "far", CORR_WHY_AFTER_END);
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

/* ---- why not -------------------------------------------------------- */

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
    assert_null(join_at(st->join, 1, 1)->rung); /* one reason for all */
    corr_store_free(st);
}

static void one_label(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "deep", 25, "span_id=13");
}

static void the_second_copy_of_a_profile_is_a_duplicate(void **state)
{
    corr_store *st = testing_store(traces, one_label, one_label);

    (void)state;
    assert_stopped(st, "deep", CORR_WHY_DUPLICATE);
    corr_store_free(st);
}

/* Samples of two processes, by the record's own members. */
static void host_profile(corr_build *b)
{
    const corr_kind cpu =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("samples/count"),
                                           .unit = CORR_NS,
                                           .period = 10000000,
                                           .flags = CORR_KIND_EXACT });

    corr_add_proc(b, testing_labels(b, SHOP));
    corr_add_proc(b, testing_labels(b, CART));
    testing_sample(b, cpu, "shop_root", 5, "span_id=11");
    testing_sample(b, cpu, "cart", 60, "span_id=15");
    testing_sample(b, cpu, "whose", 60, "");
}

static void shop_alone(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "deep", 25, "span_id=13");
}

static void shop_later(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "deep", 250, "span_id=21");
}

static void shop_waits(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_kind(b, "wall", 0), "deep", 25, "span_id=13");
}

static void samples_of_a_host_are_joined_by_their_ids_only(void **state)
{
    corr_store *st = testing_store(traces, host_profile);

    (void)state;
    assert_joined(st, "shop_root", 0x11, CORR_RUNG_S1);
    assert_joined(st, "cart", 0x15, CORR_RUNG_S1);
    assert_stopped(st, "whose", CORR_WHY_UNLABELLED);
    corr_store_free(st);
}

static void what_a_host_and_a_process_both_tell_is_counted_once(void **state)
{
    testing_fill *const others[] = { shop_later, shop_waits };
    corr_store *st = testing_store(traces, shop_alone, host_profile);

    (void)state;
    assert_stopped(st, "shop_root", CORR_WHY_DUPLICATE);
    assert_joined(st, "cart", 0x15, CORR_RUNG_S1);
    corr_store_free(st);
    for (size_t i = 0; i < countof(others); i++) {
        st = testing_store(traces, others[i], host_profile);
        assert_joined(st, "shop_root", 0x11, CORR_RUNG_S1);
        corr_store_free(st);
    }
}

static int64_t amount_of(const corr_top *t, const char *key)
{
    for (uint32_t i = 0; i < corr_top_size(t); i++)
        if (strcmp(corr_top_at(t, i).key, key) == 0)
            return corr_top_at(t, i).self;
    return 0;
}

static void a_duplicate_is_no_row_of_the_trace_it_names(void **state)
{
    corr_store *st = testing_store(traces, shop_alone, host_profile);
    corr_err err = { 0 };

    (void)state;
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "cpu" }, &err);
    assert_non_null(sel);
    corr_top *t =
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_SPAN }, &err);
    assert_non_null(t);
    assert_int_equal(amount_of(t, "0000000000000011"), 0);
    assert_int_equal(amount_of(t, "0000000000000013"), 10);
    assert_int_equal(amount_of(t, "0000000000000015"), 10);
    assert_int_equal(amount_of(t, "[no span]"), 2 * 10);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void host_with_names(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    corr_add_proc(b, testing_labels(b, SHOP));
    corr_add_proc(b, testing_labels(b, CART));
    testing_sample(b, cpu, "shop_root", 5, "service.name=shop");
    testing_sample(b, cpu, "cart", 60, "service.name=cart");
    testing_sample(b, cpu, "whose", 60, "");
}

static int64_t total_of(corr_store *st, const char *service, corr_by by,
                        const char *key)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .measure = "cpu", .service = service }, &err);

    assert_non_null(sel);
    corr_top *t = corr_top_of(sel, &(corr_top_opts){ .by = by }, &err);
    assert_non_null(t);
    const int64_t amount = amount_of(t, key);
    corr_top_free(t);
    corr_sel_free(sel);
    return amount;
}

static void a_sample_of_a_host_is_of_the_service_it_names(void **state)
{
    corr_store *st = testing_store(traces, host_with_names);

    (void)state;
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "shop"), 10);
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "cart"), 10);
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "[no service]"), 10);
    assert_int_equal(total_of(st, "shop", CORR_BY_FUNCTION, "shop_root"), 10);
    assert_int_equal(total_of(st, "shop", CORR_BY_FUNCTION, "whose"), 0);
    corr_store_free(st);
}

static void but_not_if_another_recording_is_of_it(void **state)
{
    corr_store *st = testing_store(traces, shop_alone, host_with_names);

    (void)state;
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "shop"), 10);
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "cart"), 10);
    assert_int_equal(total_of(st, NULL, CORR_BY_SERVICE, "[no service]"), 20);
    assert_int_equal(total_of(st, "shop", CORR_BY_FUNCTION, "deep"), 10);
    assert_int_equal(total_of(st, "shop", CORR_BY_FUNCTION, "shop_root"), 0);
    corr_store_free(st);
}

static void without_traces_labels_name_nothing_here(void **state)
{
    corr_store *st = testing_store(one_label);

    (void)state;
    assert_stopped(st, "deep", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_outside_their_span_are_stale),
        cmocka_unit_test(without_a_period_only_the_clock_is_slack),
        cmocka_unit_test(a_recording_may_know_its_times_no_better),
        cmocka_unit_test(a_span_without_an_end_is_not_outlived),
        cmocka_unit_test(samples_without_a_span_say_why),
        cmocka_unit_test(labels_that_are_all_garbled_are_not_absent),
        cmocka_unit_test(a_profile_without_ids_has_no_labels),
        cmocka_unit_test(the_second_copy_of_a_profile_is_a_duplicate),
        cmocka_unit_test(samples_of_a_host_are_joined_by_their_ids_only),
        cmocka_unit_test(what_a_host_and_a_process_both_tell_is_counted_once),
        cmocka_unit_test(a_duplicate_is_no_row_of_the_trace_it_names),
        cmocka_unit_test(a_sample_of_a_host_is_of_the_service_it_names),
        cmocka_unit_test(but_not_if_another_recording_is_of_it),
        cmocka_unit_test(without_traces_labels_name_nothing_here),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
