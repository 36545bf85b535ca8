/* Tests of duplicate_samples: two recordings of one process at one time. */
#include "select/select.h"
#include "store/duplicate_samples.h"

#include "test/test_bytime.h"

#define SHOP_1 SHOP ", service.instance.id=i-1"

static void request_of(corr_build *b, const char *proc)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .from = 0,
                                              .to = 1000,
                                              .proc = proc,
                                              .attrs = "thread.id=#31" });
}

static void request(corr_build *b)
{
    request_of(b, SHOP_1);
}

/* The instance is unknown. */
static void request_of_any(corr_build *b)
{
    request_of(b, "service.name=shop");
}

static corr_kind kind_of(corr_build *b, const char *name, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .type = corr_str_of(name),
                                              .unit = CORR_NS,
                                              .period = 10000000,
                                              .flags = flags });
}

static void recorded(corr_build *b, const char *proc, double from, double to)
{
    testing_owner(b, proc);
    corr_set_window(b, testing_ms(from), testing_ms(to));
}

static void assert_used(corr_store *st, const char *leaf)
{
    if (line_with(st, leaf, 0x11).share < 1)
        fail_msg("%s is not used", leaf);
}

static void assert_spare(corr_store *st, const char *leaf)
{
    const line_of line = line_with(st, leaf, 0);

    if (line.share < 1 || line.why != CORR_WHY_DUPLICATE)
        fail_msg("%s is no duplicate", leaf);
}

static void labelled(corr_build *b)
{
    recorded(b, SHOP_1, 0, 1000);
    testing_sample(b, kind_of(b, "cpu", 0), "labelled", 500, "span_id=11");
}

static void longer(corr_build *b)
{
    recorded(b, SHOP_1, -100, 1100);
    sample_on(b, kind_of(b, "cpu", 0), "same_time", 500, 31);
    sample_on(b, kind_of(b, "lock", 0), "other_kind", 510, 31);
}

static void a_recording_with_ids_goes_first(void **state)
{
    corr_store *st = testing_store(request, labelled, longer);

    (void)state;
    assert_used(st, "labelled");
    assert_spare(st, "same_time");
    assert_used(st, "other_kind");
    corr_store_free(st);
}

static void runnable(corr_build *b)
{
    recorded(b, SHOP_1, 0, 1000);
    sample_on(b, kind_of(b, "cpu", CORR_KIND_RUNNABLE), "would_run", 500, 31);
}

static void shorter(corr_build *b)
{
    recorded(b, SHOP_1, 100, 700);
    sample_on(b, kind_of(b, "cpu", 0), "ran", 500, 31);
    sample_on(b, kind_of(b, "cpu", 0), "in_the_end", 700, 31);
}

static void outside(corr_build *b)
{
    recorded(b, SHOP_1, 0, 1000);
    sample_on(b, kind_of(b, "cpu", CORR_KIND_RUNNABLE), "before", 99, 31);
    sample_on(b, kind_of(b, "cpu", CORR_KIND_RUNNABLE), "meanwhile", 100, 31);
    sample_on(b, kind_of(b, "cpu", CORR_KIND_RUNNABLE), "after", 710, 31);
}

static void only_what_both_recorded_is_spare(void **state)
{
    corr_store *st = testing_store(request, runnable, shorter);

    (void)state;
    assert_spare(st, "would_run");
    assert_used(st, "ran");
    corr_store_free(st);
    st = testing_store(request, shorter, outside);
    assert_used(st, "in_the_end");
    assert_used(st, "before");
    assert_spare(st, "meanwhile");
    assert_used(st, "after");
    corr_store_free(st);
}

/* A recording without times, [from, from + 900). */
static void timeless(corr_build *b, const char *leaf, double from)
{
    recorded(b, SHOP_1, from, from + 900);
    testing_sample(b, kind_of(b, "cpu", 0), leaf, NAN, "span_id=11");
}

static void first(corr_build *b)
{
    timeless(b, "first", 0);
}

static void beside(corr_build *b)
{
    timeless(b, "beside", 100);
}

static void later(corr_build *b)
{
    timeless(b, "later", 300);
}

static void without_times_most_must_be_of_both(void **state)
{
    corr_store *st = testing_store(request, first, beside);

    (void)state;
    assert_used(st, "first");
    assert_spare(st, "beside");
    corr_store_free(st);
    st = testing_store(request, first, later);
    assert_used(st, "first");
    assert_used(st, "later");
    corr_store_free(st);
}

static void the_next(corr_build *b)
{
    recorded(b, SHOP_1, 690, 1000);
    sample_on(b, kind_of(b, "cpu", 0), "next", 695, 31);
}

static void files_that_follow_one_another_are_none(void **state)
{
    corr_store *st = testing_store(request, shorter, the_next);

    (void)state;
    assert_used(st, "in_the_end");
    assert_used(st, "next");
    corr_store_free(st);
}

static void any_replica(corr_build *b)
{
    recorded(b, "service.name=shop", 0, 1000);
    testing_sample(b, kind_of(b, "cpu", 0), "one", 500, "span_id=11");
}

static void any_other(corr_build *b)
{
    recorded(b, "service.name=shop", 0, 1000);
    testing_sample(b, kind_of(b, "cpu", 0), "another", 500, "span_id=11");
}

static void replicas_are_not_copies_of_one(void **state)
{
    corr_store *st = testing_store(request_of_any, any_replica, any_other);

    (void)state;
    assert_used(st, "one");
    assert_used(st, "another");
    corr_store_free(st);
}

static void what_counts_once_is_expected_once(void **state)
{
    corr_store *st = testing_store(request, labelled, longer);
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st,
                                &(corr_query){ .trace = testing_trace(1),
                                               .span = 0x11,
                                               .measure = "cpu" },
                                &err);

    (void)state;
    assert_non_null(sel);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    assert_int_equal(f.evidence.observations, 1);
    assert_int_equal(f.evidence.stopped[CORR_WHY_DUPLICATE], 1);
    assert_int_equal(f.evidence.able_ns, 1000000000);
    assert_true(f.evidence.expected > 99.9 && f.evidence.expected < 100.1);
    assert_int_equal(sel->counts.twice, 0);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void an_overview_says_that_it_is_not_used(void **state)
{
    corr_store *st = testing_store(request, labelled, longer);
    size_t n = corr_joins(st);
    size_t found = 0;

    (void)state;
    while (n-- > 0) {
        const corr_joined j = corr_join_at(st, n);
        found += !j.rung && j.why == CORR_WHY_DUPLICATE && j.profile == 2 &&
                 corr_str_is(j.kind, "cpu");
    }
    assert_int_equal(found, 1);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_with_ids_goes_first),
        cmocka_unit_test(only_what_both_recorded_is_spare),
        cmocka_unit_test(without_times_most_must_be_of_both),
        cmocka_unit_test(files_that_follow_one_another_are_none),
        cmocka_unit_test(replicas_are_not_copies_of_one),
        cmocka_unit_test(what_counts_once_is_expected_once),
        cmocka_unit_test(an_overview_says_that_it_is_not_used),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
