/* Series of metrics over time. */
#include "test/test_sides.h"

#include <math.h>

#include "corr_view.h"

static const int64_t s = 1000000000;

static corr_timeline *timeline_of(corr_store *st, int64_t step)
{
    corr_err err = { 0 };
    corr_timeline *t = corr_timeline_of(
        st, &(corr_timeline_opts){ .metrics = true, .step = step }, &err);

    assert_non_null(t);
    return t;
}

static corr_store *one(const char *text)
{
    return test_sides(&(test_file){ TEST_BASE, "metrics", text }, 1);
}

/* Values of a row, "1 2 ?": whole numbers, NAN as a question mark. */
static const char *values_of(const corr_timeline *t, uint32_t row)
{
    static char text[256];
    const corr_timeline_row r = corr_timeline_at(t, row);
    size_t n = 0;

    text[0] = 0;
    for (uint32_t i = 0; i < corr_timeline_facts_of(t).bins; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              isnan(r.value[i]) ? "%s?" : "%s%g", i ? " " : "",
                              r.value[i]);
    return text;
}

static void a_counter_is_what_it_grows_by(void **state)
{
    corr_store *st = one("metric n_total counter b=2,a=1\n"
                         "point 9000 5\npoint 19000 25\npoint 29000 3\n");
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_int_equal(corr_timeline_size(t), 1);
    const corr_timeline_row row = corr_timeline_at(t, 0);
    assert_string_equal(row.name, "n_total{a=\"1\",b=\"2\"}");
    assert_string_equal(row.unit, "1/s");
    assert_int_equal(row.every, 10 * s);
    assert_true(row.is_usual);
    assert_int_equal(corr_timeline_facts_of(t).from, 10 * s);
    assert_string_equal(values_of(t, 0), "2 0.3 ?");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void a_gauge_is_as_it_stands(void **state)
{
    corr_store *st = one("metric heap_bytes gauge\n"
                         "point 9000 5\npoint 19000 25\npoint 29000 3\n");
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_string_equal(corr_timeline_at(t, 0).unit, "bytes");
    assert_string_equal(values_of(t, 0), "5 25 3");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void names_tell_units(void **state)
{
    static const struct {
        const char *line, *unit;
    } each[] = {
        { "metric process_cpu_seconds_total counter", "cores" },
        { "metric gc_seconds_sum counter", "1" },
        { "metric sent_bytes_total counter", "bytes/s" },
        { "metric took_seconds_count counter", "1/s" },
        { "metric took_seconds gauge", "ns" },
        { "metric load gauge", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s\npoint 0 1\npoint 1000 2\n",
                 each[i].line);
        corr_store *st = one(text);
        corr_timeline *t = timeline_of(st, s);
        assert_string_equal(corr_timeline_at(t, 0).unit, each[i].unit);
        corr_timeline_free(t);
        corr_store_free(st);
    }
}

static void a_long_gap_is_not_known(void **state)
{
    corr_store *st = one("metric n_total counter\npoint 9000 0\n"
                         "point 19000 10\npoint 29000 20\npoint 79000 90\n"
                         "point 89000 100\n");
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_string_equal(values_of(t, 0), "1 1 ? ? ? ? ? 1 ?");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void buckets_are_one_row_and_exports_of_one_series_too(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "a",
          "metric h_bucket counter le=1\npoint 0 1\npoint 10000 2\n"
          "metric h_bucket counter le=+Inf\npoint 0 1\npoint 10000 11\n" },
        { TEST_BASE, "b",
          "metric h_bucket counter le=+Inf\npoint 10000 11\npoint 20000 31\n" },
    };
    corr_store *st = test_sides(file, 2);
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_int_equal(corr_timeline_size(t), 1);
    assert_string_equal(corr_timeline_at(t, 0).name, "h_bucket{le=\"+Inf\"}");
    corr_timeline_free(t);
    corr_store_free(st);
}

/* Metrics of another service are not what is looked at first; and what is here
 * beside them says from when to when. */
static void metrics_stand_beside_a_profile(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "cpu",
          "proc service.name shop\nwindow 9000 29000\nkind cpu ns 10\n"
          "10000000000 1 @10000000000 f\n10000000000 1 @29000000000 f\n" },
        { TEST_BOTH, "metrics",
          "metric n_total counter job=other\npoint -9000 0\npoint 99000 9\n"
          "metric n_total counter job=shop\npoint 9000 0\npoint 29000 40\n" },
    };
    corr_store *st = test_sides(file, 2);
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_int_equal(corr_timeline_facts_of(t).from, 10 * s);
    assert_int_equal(corr_timeline_facts_of(t).bins, 2);
    assert_int_equal(corr_timeline_size(t), 3);
    assert_string_equal(corr_timeline_at(t, 0).name, "cpu");
    assert_int_equal(corr_timeline_at(t, 0).every, 0);
    assert_false(corr_timeline_at(t, 1).is_usual);
    assert_true(corr_timeline_at(t, 2).is_usual);
    assert_string_equal(values_of(t, 2), "2 2");
    corr_timeline_free(t);
    t = corr_timeline_of(st, &(corr_timeline_opts){ .step = 10 * s }, NULL);
    assert_int_equal(corr_timeline_size(t), 1);
    corr_timeline_free(t);
    corr_store_free(st);
}

/* A recording between two scrapes; an alert that fires all the while. */
static void what_was_told_before_still_holds(void **state)
{
    const test_file file[] = {
        { TEST_BASE, "cpu",
          "window 30000 50000\nkind cpu ns 10\n1 1 @30000000000 f\n"
          "1 1 @49000000000 f\n" },
        { TEST_BOTH, "metrics",
          "metric heap gauge\npoint 12000 5\npoint 27000 7\npoint 42000 9\n"
          "metric alert gauge\npoint 20000 1\npoint 90000 0\n"
          "metric over gauge\npoint 1000 1\npoint 11000 2\n" },
    };
    corr_store *st = test_sides(file, 2);
    corr_timeline *t = timeline_of(st, 10 * s);

    (void)state;
    assert_int_equal(corr_timeline_facts_of(t).from, 30 * s);
    assert_int_equal(corr_timeline_size(t), 4);
    assert_string_equal(values_of(t, 1), "7 9 9");
    assert_string_equal(values_of(t, 2), "1 1 1");
    assert_string_equal(values_of(t, 3), "2 ? ?");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void there_is_an_end_to_rows(void **state)
{
    test_text text;
    FILE *f = test_begin(&text);

    (void)state;
    for (int i = 0; i < 510; i++)
        fprintf(f, "metric n%d gauge\npoint 0 1\npoint 1000 2\n", i);
    char *lines = test_done(&text);
    corr_store *st = one(lines);
    corr_timeline *t = timeline_of(st, s);
    assert_int_equal(corr_timeline_size(t), 500);
    assert_int_equal(corr_timeline_facts_of(t).more_metrics, 10);
    assert_true(corr_timeline_at(t, 7).is_usual);
    assert_false(corr_timeline_at(t, 8).is_usual);
    corr_timeline_free(t);
    corr_store_free(st);
    free(lines);
}

/* A recording of 20 s whose second half is busier, and metrics. */
static corr_timeline *loaded(corr_store **st, const char *metrics)
{
    test_text text = { 0 };
    FILE *f = test_begin(&text);

    fprintf(f, "proc service.name shop\nwindow 0 20000\nkind cpu ns 10\n");
    for (int i = 0; i < 20; i++)
        fprintf(f, "%d00000000 1 @%d500000000 f\n", i < 10 ? 1 : 9, i);
    char *lines = test_done(&text);
    const test_file file[] = { { TEST_BASE, "cpu", lines },
                               { TEST_BOTH, "metrics", metrics } };
    *st = test_sides(file, 2);
    free(lines);
    return timeline_of(*st, s);
}

/* "name name": the metrics that a screen shows first. */
static const char *usual_of(const corr_timeline *t)
{
    static char text[256];
    size_t n = 0;

    text[0] = 0;
    for (uint32_t i = 0; i < corr_timeline_size(t); i++) {
        const corr_timeline_row r = corr_timeline_at(t, i);
        if (r.every && r.is_usual)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                                  n ? " " : "", r.name);
    }
    return text;
}

/* A gauge that steps up in the middle. */
#define METRIC(name, labels, low, high)                                        \
    "metric " name " gauge job=shop" labels "\npoint 0 " low                   \
    "\npoint 4000 " low "\npoint 8000 " low "\npoint 12000 " high              \
    "\npoint 16000 " high "\npoint 20000 " high "\n"

static const char moving[] =
    METRIC("level", "", "7", "7") METRIC("heap", "", "1", "3")
        METRIC("p95", "", "10", "90") METRIC("h_bucket", ",le=+Inf", "1", "9");

static void metrics_that_move_with_the_load_come_first(void **state)
{
    corr_store *st;
    corr_timeline *t = loaded(&st, moving);

    (void)state;
    assert_string_equal(usual_of(t), "heap{job=\"shop\"} p95{job=\"shop\"}");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void alerts_are_times_with_a_name(void **state)
{
    corr_store *st;
    corr_timeline *t = loaded(
        &st, "metric ALERTS gauge alertname=Slow,alertstate=pending\n"
             "point 1000 1\npoint 2000 1\n"
             "metric ALERTS gauge alertname=Slow,alertstate=firing\n"
             "point 3000 1\npoint 4000 1\npoint 5000 1\npoint 15000 1\n");

    (void)state;
    assert_int_equal(corr_timeline_alerts(t), 2);
    const corr_timeline_alert a = corr_timeline_alert_at(t, 0);
    assert_true(corr_str_is(a.name, "Slow"));
    assert_false(a.is_pending);
    assert_int_equal(a.from, 4 * s);
    assert_int_equal(a.to, 7 * s);
    assert_int_equal(corr_timeline_alert_at(t, 1).from, 16 * s);
    corr_timeline_free(t);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_is_what_it_grows_by),
        cmocka_unit_test(a_gauge_is_as_it_stands),
        cmocka_unit_test(names_tell_units),
        cmocka_unit_test(a_long_gap_is_not_known),
        cmocka_unit_test(buckets_are_one_row_and_exports_of_one_series_too),
        cmocka_unit_test(metrics_stand_beside_a_profile),
        cmocka_unit_test(what_was_told_before_still_holds),
        cmocka_unit_test(there_is_an_end_to_rows),
        cmocka_unit_test(metrics_that_move_with_the_load_come_first),
        cmocka_unit_test(alerts_are_times_with_a_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
