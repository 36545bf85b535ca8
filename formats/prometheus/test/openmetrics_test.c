/* Tests of the reader of what services show to who scrapes them. */
#define FORMAT corr_format_openmetrics
#include "test/test_metric.h"

static void types_tell_what_samples_are(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# HELP a help\n# TYPE a counter\na_total{x=\"y\"} 7 5\n"
                  "a_created 1 5\n# TYPE b gauge\nb_total 2 5\n"
                  "# TYPE c summary\nc{quantile=\"0.5\"} 1 5\nc_sum 3 5\n"
                  "c_count 4 5\n# TYPE d histogram\nd_bucket{le=\"+Inf\"} 9 5\n"
                  "other_total 1 5\nother 1 5\n# EOF\n");
    assert_string_equal(series_of(&l), "counter a_total{x=y} 7@5.000\n"
                                       "gauge a_created{} 1@5.000\n"
                                       "gauge b_total{} 2@5.000\n"
                                       "gauge c{quantile=0.5} 1@5.000\n"
                                       "counter c_sum{} 3@5.000\n"
                                       "counter c_count{} 4@5.000\n"
                                       "counter d_bucket{le=+Inf} 9@5.000\n"
                                       "counter other_total{} 1@5.000\n"
                                       "unknown other{} 1@5.000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void several_scrapes_are_points_of_one_series(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE a counter\na_total 1 1795281994.5\n# EOF\n"
                  "# TYPE a counter\na_total 3 1795281999500\n# EOF\n");
    assert_string_equal(series_of(&l), "counter a_total{} 1@1795281994.500 "
                                       "3@1795281999.500");
    assert_int_equal(l.in.metric.step, 5000000000);
    input_clear(&l.in);
}

static void exemplars_stand_behind_their_samples(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "# TYPE d histogram\n"
              "d_bucket{le=\"1\",p=\"a # {b\"} 8 5 # {trace_id=\"x\"} .1 4\n"
              "d_bucket{le=\"2\"} 9 6 # {} 0.7\n"
              "d_count 9 6 st@1.5 # {trace_id=\"5b8e\",span_id=\"ab\"} 2 6 "
              "# {traceID=\"5b8f\",a=\"# {\"} 3 6.5\n");
    assert_string_equal(series_of(&l),
                        "counter d_bucket{le=1,p=a # {b} 8@5.000\n"
                        "counter d_bucket{le=2} 9@6.000\n"
                        "counter d_count{} 9@6.000");
    assert_string_equal(exemplars_of(&l) + strlen("d_bucket 0.1@4.000 ") + 34,
                        "\nd_bucket 0.7@? 00000000000000000000000000000000/0\n"
                        "d_count 2@6.000 "
                        "00000000000000000000000000005b8e/ab\n"
                        "d_count 3@6.500 00000000000000000000000000005b8f/0");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void exemplars_that_are_none_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE d counter\nd_total 1 5 # {a=\"b\n"
                  "d_total 2 6 # {} NaN\nd_total 3 7 # x\n");
    assert_string_equal(series_of(&l),
                        "counter d_total{} 1@5.000 2@6.000 3@7.000");
    assert_string_equal(exemplars_of(&l), "");
    assert_non_null(said(&l, "2 exemplars are malformed, and were left out"));
    assert_non_null(said(&l, "1 exemplar has no number, and was left out"));
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void names_and_values_may_be_quoted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE \"http.server.duration\" histogram\n"
                  "{\"http.server.duration_count\",\"m.x\"=\"a\\\\b\\\"c\\nd\"}"
                  " 4 5\r\n"
                  "up { a = \"b\" , } 1 5\n");
    assert_string_equal(series_of(&l),
                        "counter http.server.duration_count{m.x=a\\b\"c\nd} "
                        "4@5.000\nunknown up{a=b} 1@5.000");
    input_clear(&l.in);
}

static void without_a_time_of_the_file_there_is_no_point(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE a counter\na_total 1\na_total{b=\"c\"} 2\n");
    assert_string_equal(series_of(&l), "counter a_total{}\n"
                                       "counter a_total{b=c}");
    assert_non_null(
        said(&l, "2 values without a timestamp; they cannot be compared"));
    assert_int_equal(l.in.from, CORR_NO_TIME);
    input_clear(&l.in);
}

static void numbers_that_are_none_are_gaps(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE a gauge\na NaN 5\na +Inf 6\na 1e3 7\n");
    assert_string_equal(series_of(&l), "gauge a{} 1000@7.000");
    assert_non_null(said(&l, "1 infinite point left out"));
    input_clear(&l.in);
}

static void the_label_of_a_name_is_the_name(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{__name__=\"req;a b\", job=\"x\"} 100 1713099600000\n"
                  "{job=\"x;y\"} 7 1713099600000\n");
    assert_string_equal(series_of(&l),
                        "unknown req;a b{job=x} 100@1713099600.000\n"
                        "unknown {job=x;y} 7@1713099600.000");
    input_clear(&l.in);
}

/* ---- damage --------------------------------------------------------------- */

static void lines_that_are_no_samples_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE a gauge\na 1 5\nb\n<html>\nc{d=\"e} 1 5\n"
                  "c{d} 1\nc{=\"x\"} 1\nx y 5\nx 1 5 6\na 2 6\n");
    assert_string_equal(series_of(&l), "gauge a{} 1@5.000 2@6.000");
    const warning *w = said(&l, "line 3 is no metric and is left out");
    assert_non_null(w);
    assert_int_equal(w->count, 7);
    assert_true(w->damage);
    assert_int_equal(w->offset, 21);
    input_clear(&l.in);
}

static void times_that_are_none_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "# TYPE a gauge\na 1 now\na 2 99999999999\n");
    assert_non_null(said(&l, "2 points without a time or a number left out"));
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    assert_text_survives("# TYPE a counter\na_total{b=\"c\\nd\"} 1 5\n"
                         "{\"x\"} 1 5 # {trace_id=\"5b\\\\8e\"} 2 6\n");
}

/* ---- recognising ---------------------------------------------------------- */

static void scrapes_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe("# HELP a b\n# TYPE a counter\na_total 1\n"), 90);
    assert_int_equal(probe("# TYPE a histogram\n"), 90);
    assert_int_equal(probe("# HELP a b\na 1\n"), 70);
    assert_int_equal(probe("up{job=\"a\"} 1\nup{job=\"b\"} 1\n"), 65);
    assert_int_equal(probe("{__name__=\"a;b\", c=\"d e\"} 1 5\n"), 65);
    assert_int_equal(probe("# TYPE a counter\na{b=\"c\"} 1_0 5\n"
                           "a{b=\"d\"} 1 5\n"),
                     70);
    assert_int_equal(probe("a{b=\"c\"} 1 5\nx\ny\nz\n"), 0);
    assert_int_equal(probe("up 1\n"), 0);
    assert_int_equal(probe("main;work 7\n"), 0);
    assert_int_equal(probe("# TYPE a counter\nmain;work 7\n"), 0);
    assert_int_equal(probe("# a comment\n"), 0);
    assert_int_equal(probe("{\"status\":\"success\"}\n"), 0);
    assert_int_equal(probe("\n"), 0);
    assert_int_equal(probe(""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_tell_what_samples_are),
        cmocka_unit_test(several_scrapes_are_points_of_one_series),
        cmocka_unit_test(exemplars_stand_behind_their_samples),
        cmocka_unit_test(exemplars_that_are_none_are_counted),
        cmocka_unit_test(names_and_values_may_be_quoted),
        cmocka_unit_test(without_a_time_of_the_file_there_is_no_point),
        cmocka_unit_test(numbers_that_are_none_are_gaps),
        cmocka_unit_test(the_label_of_a_name_is_the_name),
        cmocka_unit_test(lines_that_are_no_samples_are_counted),
        cmocka_unit_test(times_that_are_none_are_counted),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(scrapes_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
