/* Tests of metric_selector: selectors of series, as Prometheus writes them. */
#include "metric/metric_selector.h"
#include "test/test_metrics.h"

/* Whether a selector takes a series of these labels. */
static bool takes(const char *text, const char *labels)
{
    selector sel = { .name = { "", 0 } };
    corr_build *b = test_build();
    corr_err err = { 0 };

    const corr_series s = test_metric(b, "n", labels, CORR_METRIC_COUNTER);
    input in = test_seal(b);
    assert_int_equal(metric_selector_parse(&sel, text, &err), CORR_OK);
    const bool does = metric_selector_passes(&sel, &in, s.i, false);
    metric_selector_clear(&sel);
    input_clear(&in);
    return does;
}

static const char *fault_of(const char *text)
{
    static corr_err err;
    selector sel = { .name = { "", 0 } };

    err = (corr_err){ 0 };
    assert_int_equal(metric_selector_parse(&sel, text, &err), CORR_EUSAGE);
    metric_selector_clear(&sel);
    return err.what;
}

static metric_selector_as as_of(const char *text, const char *name)
{
    selector sel = { .name = { "", 0 } };

    assert_int_equal(metric_selector_parse(&sel, text, NULL), CORR_OK);
    const metric_selector_as as =
        metric_selector_names(&sel, corr_str_of(name));
    metric_selector_clear(&sel);
    return as;
}

static void labels_are_compared(void **state)
{
    (void)state;
    assert_true(takes("n", "a=b"));
    assert_true(takes("n{}", "a=b"));
    assert_true(takes("n{a=\"b\"}", "a=b"));
    assert_false(takes("n{a=\"b\"}", "a=c"));
    assert_false(takes("n{a=\"b\"}", ""));
    assert_true(takes("n{ a != 'b' , }", "a=c"));
    assert_false(takes("n{a!=\"b\",c=\"d\"}", "a=c"));
    assert_true(takes("n{a=\"\"}", "c=d"));
    assert_true(takes("n{a=\"x\\\"y\"}", "a=x\"y"));
}

static void patterns_match_whole_values(void **state)
{
    (void)state;
    assert_true(takes("n{code=~\"5..|429\"}", "code=503"));
    assert_true(takes("n{code=~\"5..|429\"}", "code=429"));
    assert_false(takes("n{code=~\"5.\"}", "code=503"));
    assert_false(takes("n{code!~\"5..\"}", "code=503"));
    assert_true(takes("n{code!~\"5..\"}", ""));
}

static void of_buckets_the_last_one_is_all(void **state)
{
    (void)state;
    assert_true(takes("n", "le=+Inf"));
    assert_false(takes("n", "le=0.5"));
    assert_true(takes("n{le=\"0.5\"}", "le=0.5"));
}

static void a_name_may_be_that_of_a_histogram(void **state)
{
    (void)state;
    assert_int_equal(as_of("n", "n"), SELECTOR_EXACT);
    assert_int_equal(as_of("n", "n_count"), SELECTOR_COUNT);
    assert_int_equal(as_of("n", "n_bucket"), SELECTOR_BUCKET);
    assert_int_equal(as_of("n", "n_total"), SELECTOR_TOTAL);
    assert_int_equal(as_of("n", "n_sum"), SELECTOR_NOT);
    assert_int_equal(as_of("n", "m"), SELECTOR_NOT);
    assert_int_equal(as_of("n", ""), SELECTOR_NOT);
    assert_int_equal(
        as_of("http.server.duration", "http.server.duration_count"),
        SELECTOR_COUNT);
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    assert_string_equal(
        fault_of(""), "\"\" is not a metric: a name is missing, after 0 bytes");
    assert_string_equal(
        fault_of("n{a}"),
        "\"n{a}\" is not a metric: =, !=, =~ or !~ is missing, after 3 bytes");
    assert_string_equal(
        fault_of("n{=\"b\"}"),
        "\"n{=\"b\"}\" is not a metric: a label is missing, after 2 bytes");
    assert_string_equal(fault_of("n{a=b}"),
                        "\"n{a=b}\" is not a metric: a value between quotes is "
                        "missing, after 4 bytes");
    assert_string_equal(
        fault_of("n{a=\"b\""),
        "\"n{a=\"b\"\" is not a metric: } is missing, after 7 bytes");
    assert_string_equal(fault_of("n{a=\"b\"}[5m]"),
                        "\"n{a=\"b\"}[5m]\" is not a metric: only blanks may "
                        "follow, after 8 bytes");
    assert_string_equal(fault_of("n{a=\"b"),
                        "\"n{a=\"b\" is not a metric: a value between quotes "
                        "is missing, after 6 bytes");
    assert_non_null(strstr(fault_of("n{a=~\"(\"}"), "bad pattern"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_compared),
        cmocka_unit_test(patterns_match_whole_values),
        cmocka_unit_test(of_buckets_the_last_one_is_all),
        cmocka_unit_test(a_name_may_be_that_of_a_histogram),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
