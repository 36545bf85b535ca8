/* Tests of cpu_coverage: the CPU of profiles against metrics. */
#include "test/test_sides.h"

#include "metric/cpu_coverage.h"
#include "test/test_memory.h"

#define PROFILE                                                                \
    "proc service.name shop host.name a\nwindow 0 60000\n"                     \
    "kind cpu ns 10000000\n"
/* 42 s of CPU in 4,200 samples, in a minute. */
#define SAMPLES      "42000000000 4200 @1030000000 f\n"
#define USED(labels) "metric process_cpu_seconds_total counter " labels "\n"
#define OF_75                                                                  \
    "point -15000 100\npoint 0 125\npoint 30000 160\n"                         \
    "point 60000 200\npoint 75000 230\n"

static corr_store *store_of(const char *profile, const char *metrics)
{
    const test_file file[] = {
        { TEST_BASE, "cpu", profile },
        { TEST_BOTH, "metrics", metrics },
    };
    corr_store *st = test_sides(file, 2);

    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    return st;
}

/* The text of the warning; NULL: no warning. */
static const char *said(const corr_store *st)
{
    for (size_t i = 0; i < st->warning.n; i++)
        if (strcmp(st->warning.v[i].code, "YIELD") == 0)
            return st->warning.v[i].text;
    return NULL;
}

static void assert_none(const char *profile, const char *metrics)
{
    corr_store *st = store_of(profile, metrics);

    assert_false(corr_input_at(st, 0).has_yield);
    assert_null(said(st));
    corr_store_free(st);
}

static void assert_yield(const char *profile, const char *metrics, double yield)
{
    corr_store *st = store_of(profile, metrics);

    assert_true(corr_input_at(st, 0).has_yield);
    NEAR(corr_input_at(st, 0).yield, yield, 1e-6);
    assert_false(corr_input_at(st, 1).has_yield);
    corr_store_free(st);
}

/* Vector 10.1. */
static void samples_are_compared_with_what_the_process_used(void **state)
{
    corr_store *st = store_of(PROFILE SAMPLES, USED("job=shop") OF_75);

    (void)state;
    NEAR(corr_input_at(st, 0).yield, 0.56, 1e-6);
    const char *text = said(st);
    assert_non_null(text);
    assert_non_null(strstr(text,
                           "cpu: samples cover 56% of the CPU the process used "
                           "(42.00 of 75.00 s, process_cpu_seconds_total)"));
    corr_store_free(st);
}

static corr_store *rescaled_store(const char *profile, const char *metrics)
{
    const test_file file[] = {
        { TEST_BASE, "cpu", profile },
        { TEST_BOTH, "metrics", metrics },
    };
    corr_store *st = test_sides(file, 2);

    st->rescale = CORR_RESCALE_METRIC;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    return st;
}

static const char *noted(const corr_store *st, const char *code)
{
    for (size_t i = 0; i < corr_warnings(st); i++)
        if (strcmp(corr_warning_at(st, i).code, code) == 0)
            return corr_warning_at(st, i).text;
    return NULL;
}

static void assert_total(corr_store *st, corr_unit unit, double seconds)
{
    corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, NULL);

    assert_non_null(sel);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    assert_int_equal(f.unit, unit);
    NEAR((double)f.total / 1e9, seconds, 1e-3);
    assert_int_equal(f.observations, 4200);
    assert_int_equal(sel->counts.rescaled, unit == CORR_NS_RESCALED);
    corr_sel_free(sel);
}

/* Vector 10.1. */
static void samples_add_up_to_the_metric_where_asked_for(void **state)
{
    corr_store *st = rescaled_store(PROFILE SAMPLES, USED("job=shop") OF_75);

    (void)state;
    for (int i = 0; i < 2; i++) { /* the second run does not repeat it */
        assert_total(st, CORR_NS_RESCALED, 75);
        NEAR(corr_input_at(st, 0).yield, 0.56, 1e-6);
        assert_int_equal(corr_input_at(st, 0).rescaled, CORR_RESCALE_METRIC);
        NEAR((double)corr_input_at(st, 0).kinds[0].total / 1e9, 75, 1e-3);
        assert_int_equal(corr_input_at(st, 0).kinds[0].unit, CORR_NS_RESCALED);
        store_forget(st);
        assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    }
    assert_non_null(
        strstr(noted(st, "RESCALED"),
               "what the process used by process_cpu_seconds_total, ×1.79; "
               "42.00 s count as 75.00 s"));
    assert_null(noted(st, "NOT_RESCALED"));
    corr_store_free(st);
}

static void what_no_metric_tells_of_stays_as_it_is(void **state)
{
    corr_store *st = rescaled_store(PROFILE SAMPLES, USED("job=other") OF_75);

    (void)state;
    assert_total(st, CORR_NS, 42);
    assert_int_equal(corr_input_at(st, 0).rescaled, CORR_RESCALE_NONE);
    assert_non_null(strstr(noted(st, "NOT_RESCALED"), "no metric covers"));
    corr_store_free(st);
}

static void what_is_near_is_not_told(void **state)
{
    corr_store *st = store_of(
        PROFILE SAMPLES,
        USED("job=shop") "point 0 1\npoint 30000 20\npoint 60000 46\n");

    (void)state;
    NEAR(corr_input_at(st, 0).yield, 42.0 / 45, 1e-6);
    assert_null(said(st));
    corr_store_free(st);
}

/* 50 samples may be 30 by chance. */
static void chance_is_not_told(void **state)
{
    corr_store *st = store_of(PROFILE "500000000 50 @1030000000 f\n",
                              USED("job=shop") "point 0 1\npoint 30000 1.3\n"
                                               "point 60000 1.7\n");

    (void)state;
    NEAR(corr_input_at(st, 0).yield, 0.5 / 0.7, 1e-6);
    assert_null(said(st));
    corr_store_free(st);
    /* or too many: 1.25 of 50 samples is 0.9 to 1.6 */
    st = store_of(PROFILE "500000000 50 @1030000000 f\n",
                  USED("job=shop") "point 0 1\npoint 30000 1.2\n"
                                   "point 60000 1.4\n");
    NEAR(corr_input_at(st, 0).yield, 1.25, 1e-6);
    assert_null(said(st));
    corr_store_free(st);
}

static void samples_of_more_than_was_used_are_told(void **state)
{
    corr_store *st = store_of(
        PROFILE SAMPLES,
        USED("job=shop") "point 0 1\npoint 30000 20\npoint 60000 31\n");

    (void)state;
    NEAR(corr_input_at(st, 0).yield, 1.4, 1e-6);
    assert_non_null(strstr(said(st), "samples cover 140%"));
    corr_store_free(st);
}

static void what_is_not_compared_is_not_rescaled(void **state)
{
    corr_store *st = rescaled_store(
        PROFILE SAMPLES, USED("job=shop") "point 0 1\npoint 30000 36\n");

    (void)state;
    assert_total(st, CORR_NS, 42);
    assert_non_null(noted(st, "NOT_RESCALED"));
    corr_store_free(st);
}

static void rows_that_were_only_summed_count(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "cpu", PROFILE SAMPLES },
        { TEST_BOTH, "metrics", USED("job=shop") OF_75 },
    };
    corr_store *st = test_sides(file, 2);

    (void)state;
    st->loaded.v[0]->segment.v[1].only =
        (corr_sums){ .rows = 1800, .obs = 1800, .value = 18000000000 };
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    NEAR(corr_input_at(st, 0).yield, 60.0 / 75, 1e-6);
    corr_store_free(st);
}

static void each_metric_of_cpu_is_known(void **state)
{
    (void)state;
    assert_yield(PROFILE SAMPLES,
                 "metric process_cpu_time_seconds_total counter "
                 "job=shop\n" OF_75,
                 0.56);
    assert_yield(PROFILE SAMPLES,
                 "metric container.cpu.time counter service.name=shop\n" OF_75,
                 0.56);
    /* counts only the container of that name */
    assert_yield(PROFILE SAMPLES,
                 "metric container.cpu.time counter container=shop\n" OF_75,
                 0.56);
    assert_none(PROFILE SAMPLES, USED("job=other,container=shop") OF_75);
}

static void out_of_memory_nothing_is_compared(void **state)
{
    corr_store *st = store_of(PROFILE SAMPLES, USED("job=shop") OF_75);

    (void)state;
    for (long n = 1, more = true; more; n++) {
        st->match.v[0].has_yield = false;
        test_memory_arm(n);
        const bool ok = coverage_inputs(st);
        more = test_memory_failed();
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(ok, !more);
        assert_int_equal(st->match.v[0].has_yield, !more);
    }
    corr_store_free(st);
}

static void other_services_and_several_instances_are_not_compared(void **state)
{
    (void)state;
    assert_none(PROFILE SAMPLES, USED("job=other") OF_75);
    assert_none(PROFILE SAMPLES, USED("path=/a") OF_75);
    assert_none(PROFILE SAMPLES, USED("job=shop,instance=a")
                                     OF_75 USED("job=shop,instance=b") OF_75);
    assert_yield(PROFILE SAMPLES,
                 USED("job=shop") OF_75 USED("job=other") OF_75, 0.56);
}

static void a_metric_of_a_part_is_not_compared(void **state)
{
    (void)state;
    assert_none(PROFILE SAMPLES,
                USED("job=shop") "point 0 1\npoint 30000 36\n");
    assert_none(PROFILE SAMPLES,
                USED("job=shop") "point 0 1\npoint 60000 36\n");
    assert_none("proc service.name shop\nkind cpu ns 10000000\n"
                "42000000000 4200 f\n",
                USED("job=shop") OF_75);
}

static void other_kinds_are_not_cpu(void **state)
{
    (void)state;
    assert_none("proc service.name shop\nwindow 0 60000\n"
                "kind wall ns 10000000\n" SAMPLES,
                USED("job=shop") OF_75);
    assert_yield(PROFILE SAMPLES "kind wall ns 10000000\n" SAMPLES,
                 USED("job=shop") OF_75, 0.56);
}

static void waiting_and_sums_of_pods_are_left_out(void **state)
{
    (void)state;
    assert_yield(PROFILE SAMPLES,
                 "metric process.cpu.time counter "
                 "service.name=shop,state=user\n" OF_75
                 "metric process.cpu.time counter "
                 "service.name=shop,state=wait\n" OF_75,
                 0.56);
    assert_yield(PROFILE SAMPLES,
                 "metric container_cpu_usage_seconds_total counter "
                 "pod=x,container=shop\n" OF_75
                 "metric container_cpu_usage_seconds_total counter "
                 "pod=x,container=POD,job=shop\n" OF_75
                 "metric container_cpu_usage_seconds_total counter "
                 "pod=x,job=shop\n" OF_75,
                 0.56);
}

static void the_time_of_an_input_counts(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "cpu",
          PROFILE "10000000000 1000 @11000000000 f\n"
                  "20000000000 2000 @41000000000 f\n" },
        { TEST_BASE, "metrics", USED("job=shop") OF_75 },
    };
    corr_store *st = test_sides(file, 2);

    (void)state;
    st->loaded.v[0]->from = 1000000000;
    st->loaded.v[0]->to = 31000000000;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    /* too short for a metric every half minute */
    assert_false(corr_input_at(st, 0).has_yield);
    st->loaded.v[0]->to = 61000000000;
    store_forget(st);
    st->prepared = false;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    NEAR(corr_input_at(st, 0).yield, 30.0 / 75, 1e-6);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_compared_with_what_the_process_used),
        cmocka_unit_test(samples_add_up_to_the_metric_where_asked_for),
        cmocka_unit_test(what_no_metric_tells_of_stays_as_it_is),
        cmocka_unit_test(what_is_near_is_not_told),
        cmocka_unit_test(chance_is_not_told),
        cmocka_unit_test(samples_of_more_than_was_used_are_told),
        cmocka_unit_test(what_is_not_compared_is_not_rescaled),
        cmocka_unit_test(rows_that_were_only_summed_count),
        cmocka_unit_test(each_metric_of_cpu_is_known),
        cmocka_unit_test(out_of_memory_nothing_is_compared),
        cmocka_unit_test(other_services_and_several_instances_are_not_compared),
        cmocka_unit_test(a_metric_of_a_part_is_not_compared),
        cmocka_unit_test(other_kinds_are_not_cpu),
        cmocka_unit_test(waiting_and_sums_of_pods_are_left_out),
        cmocka_unit_test(the_time_of_an_input_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
