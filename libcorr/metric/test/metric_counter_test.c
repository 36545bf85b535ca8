/* Tests of metric_counter: the growth of counters. */
#include "metric/metric_counter.h"
#include "test/test_metrics.h"

static const int64_t s = 1000000000;

static void add(counter *c, const input *in)
{
    for (uint32_t i = 1; i < in->series.n; i++)
        assert_true(metric_counter_add(c, in, i, i % 2));
}

/* One input of up to three series, "labels|points" each, NULL at the end. */
static void one_of(counter *c, const char *const *series, corr_metric type)
{
    corr_build *b = test_build();

    for (; *series; series++) {
        corr_str labels, points;
        char text[2][200];
        assert_true(corr_str_cut(corr_str_of(*series), '|', &labels, &points));
        snprintf(text[0], sizeof text[0], "%.*s", CORR_STR_ARG(labels));
        snprintf(text[1], sizeof text[1], "%.*s", CORR_STR_ARG(points));
        test_points(b, test_metric(b, "n_total", text[0], type), text[1]);
    }
    input in = test_seal(b);
    *c = (counter){ .step = 0 };
    add(c, &in);
    assert_true(metric_counter_ready(c));
    input_clear(&in);
}

#define ONE(c, type, ...)                                                      \
    one_of(c, (const char *const[]){ __VA_ARGS__, NULL }, type)
#define NEAR(a, b) assert_true((a) > (b)-1e-6 && (a) < (b) + 1e-6)

static void it_grows_evenly_between_points(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "|0:100 15:130 30:160");
    NEAR(metric_counter_grew(&c, 0, 30 * s), 60);
    NEAR(metric_counter_grew(&c, 5 * s, 20 * s), 30);
    NEAR(metric_counter_grew(&c, -9 * s, 99 * s), 60);
    NEAR(metric_counter_grew(&c, 20 * s, 20 * s), 0);
    assert_int_equal(c.step, 15 * s);
    metric_counter_clear(&c);
}

/* The points next to an end give its value; points further off are left out. */
static void only_the_window_of_an_input_counts(void **state)
{
    corr_build *b = test_build();
    counter c = { .step = 0 };

    (void)state;
    test_points(b, test_metric(b, "n_total", "", CORR_METRIC_COUNTER),
                "0:0 10:10 20:20 30:30 40:40 50:50");
    input in = test_seal(b);
    in.window.is_set = true;
    in.window.from = 15 * s;
    in.window.to = 25 * s;
    add(&c, &in);
    assert_true(metric_counter_ready(&c));
    assert_int_equal(c.point.n, 3);
    NEAR(metric_counter_grew(&c, 0, 99 * s), 10);
    assert_true(metric_counter_covers(&c, 0, 99 * s) == 10 * s);
    assert_true(metric_counter_covers(&c, 26 * s, 99 * s) == 0);
    input_clear(&in);
    metric_counter_clear(&c);
}

/* The counter of metrics-and-alerts 12.3: 2, 2, 0.6667, 2 a second. */
static void less_than_before_is_a_new_beginning(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "|0:100 15:130 30:160 45:10 60:40");
    NEAR(metric_counter_grew(&c, 30 * s, 45 * s), 10);
    NEAR(metric_counter_grew(&c, 0, 60 * s), 100);
    assert_false(c.falls);
    metric_counter_clear(&c);
}

static void series_are_summed(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "path=/a|0:1 10:3", "path=/b|0:10 10:14");
    NEAR(metric_counter_grew(&c, 0, 10 * s), 6);
    assert_int_equal(metric_counter_targets(&c), 1);
    metric_counter_clear(&c);
}

static void a_series_that_appears_late_began_at_nothing(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "path=/a|0:1 10:3 20:3", "path=/b|20:8 30:9");
    NEAR(metric_counter_grew(&c, 0, 20 * s), 10);
    NEAR(metric_counter_grew(&c, 10 * s, 15 * s), 4);
    metric_counter_clear(&c);
    /* the start value of another instance is unknown */
    ONE(&c, CORR_METRIC_COUNTER, "instance=a|0:1 10:3 20:3",
        "instance=b|20:8 30:9");
    NEAR(metric_counter_grew(&c, 0, 30 * s), 3);
    assert_int_equal(metric_counter_targets(&c), 2);
    metric_counter_clear(&c);
}

static void deltas_are_added(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_DELTA, "|0:0 10:5 10:0 20:2");
    NEAR(metric_counter_grew(&c, 0, 20 * s), 7);
    NEAR(metric_counter_grew(&c, 5 * s, 10 * s), 2.5);
    metric_counter_clear(&c);
}

static void two_exports_of_one_time_count_once(void **state)
{
    counter c = { .step = 0 };
    corr_build *b[2] = { test_build(), test_build() };

    (void)state;
    /* the same labels in another order of keys */
    corr_add_text(b[1], CORR_STR("path"));
    test_points(
        b[0],
        test_metric(b[0], "n_total", "job=x,path=/a", CORR_METRIC_COUNTER),
        "0:1 10:3 20:5");
    test_points(
        b[1],
        test_metric(b[1], "n_total", "path=/a,job=x", CORR_METRIC_COUNTER),
        "10:3 20:5 30:9");
    input in[2] = { test_seal(b[0]), test_seal(b[1]) };
    add(&c, &in[0]);
    add(&c, &in[1]);
    assert_true(metric_counter_ready(&c));
    assert_int_equal(c.series.n, 1);
    NEAR(metric_counter_grew(&c, 0, 30 * s), 8);
    metric_counter_clear(&c);
    input_clear(&in[0]);
    input_clear(&in[1]);
}

static void an_end_that_is_between_no_two_points_is_not_told(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "|10:1 20:2 30:3 70:4 80:5");
    assert_int_equal(metric_counter_covers(&c, 10 * s, 80 * s), 70 * s);
    assert_int_equal(metric_counter_covers(&c, 0, 80 * s), 70 * s);
    assert_int_equal(metric_counter_covers(&c, 15 * s, 95 * s), 65 * s);
    assert_int_equal(metric_counter_covers(&c, 15 * s, 50 * s), 15 * s);
    assert_int_equal(metric_counter_covers(&c, 50 * s, 80 * s), 10 * s);
    assert_int_equal(metric_counter_covers(&c, 40 * s, 60 * s), 0);
    assert_int_equal(metric_counter_covers(&c, 90 * s, 95 * s), 0);
    metric_counter_clear(&c);
}

static void a_single_point_tells_of_no_time(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_COUNTER, "|10:1");
    assert_int_equal(metric_counter_covers(&c, 0, 20 * s), 0);
    NEAR(metric_counter_grew(&c, 0, 20 * s), 0);
    assert_int_equal(c.step, 0);
    metric_counter_clear(&c);
    c = (counter){ .step = 0 };
    assert_true(metric_counter_ready(&c)); /* no series at all */
    assert_int_equal(metric_counter_covers(&c, 0, 20 * s), 0);
    metric_counter_clear(&c);
}

static void what_falls_may_be_no_counter(void **state)
{
    counter c;

    (void)state;
    ONE(&c, CORR_METRIC_UNKNOWN, "|0:1 10:2");
    assert_false(c.falls);
    metric_counter_clear(&c);
    ONE(&c, CORR_METRIC_UNKNOWN, "|0:2 10:1");
    assert_true(c.falls);
    metric_counter_clear(&c);
    ONE(&c, CORR_METRIC_GAUGE, "|0:1 10:2");
    assert_true(c.falls);
    metric_counter_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_window_of_an_input_counts),
        cmocka_unit_test(it_grows_evenly_between_points),
        cmocka_unit_test(less_than_before_is_a_new_beginning),
        cmocka_unit_test(series_are_summed),
        cmocka_unit_test(a_series_that_appears_late_began_at_nothing),
        cmocka_unit_test(deltas_are_added),
        cmocka_unit_test(two_exports_of_one_time_count_once),
        cmocka_unit_test(an_end_that_is_between_no_two_points_is_not_told),
        cmocka_unit_test(a_single_point_tells_of_no_time),
        cmocka_unit_test(what_falls_may_be_no_counter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
