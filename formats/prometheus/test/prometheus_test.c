/* Tests of the reader of what Prometheus answers. */
#define FORMAT corr_format_prometheus
#include "test/test_metric.h"

#define MATRIX(result)                                                         \
    "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":"  \
    "[" result "]}}"
#define UP "{\"__name__\":\"up_total\",\"job\":\"a\"}"

static void a_matrix_is_series_of_points(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, MATRIX("{\"metric\":" UP ",\"values\":[[1795281994,\"18\"],"
                         "[1795281999.781,\"28.5\"]]},"
                         "{\"metric\":{\"__name__\":\"heap\"},\"values\":["
                         "[1795281994,\"1e-09\"]]}"));
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 18@1795281994.000 "
                        "28.5@1795281999.781\n"
                        "unknown heap{} 1e-09@1795281994.000");
    assert_int_equal(l.in.from, 1795281994000000000);
    assert_int_equal(l.in.to, 1795281999781000000);
    assert_int_equal(l.in.metric.n, 2);
    assert_int_equal(l.in.metric.step, 5781000000);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_vector_and_a_scalar_are_one_point_each(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"resultType\":\"vector\",\"result\":[{\"metric\":" UP
                  ",\"value\":[5,\"1\"]}]}");
    assert_string_equal(series_of(&l), "counter up_total{job=a} 1@5.000");
    assert_int_equal(l.in.metric.step, 0);
    input_clear(&l.in);
    read_text(&l, "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\","
                  "\"result\":[7,\"2\"]}}");
    assert_string_equal(series_of(&l), "unknown {} 2@7.000");
    input_clear(&l.in);
    read_text(&l, "{\"status\":\"success\",\"data\":{\"resultType\":\"string\","
                  "\"result\":[7,\"text\"]}}");
    assert_int_equal(l.in.series.n, 1);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void the_result_alone_is_read_and_members_come_in_any_order(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "[{\"values\":[[6,2],[5,\"1\"]],\"metric\":" UP "}]");
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 1@5.000 2@6.000");
    input_clear(&l.in);
}

static void several_answers_are_one_input(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              MATRIX("{\"metric\":" UP ",\"values\":[[5,\"1\"]]}") "\n" MATRIX(
                  "{\"metric\":" UP ",\"values\":[[6,\"2\"]]}"));
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 1@5.000 2@6.000");
    input_clear(&l.in);
}

static void what_is_no_number_is_a_gap(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, MATRIX("{\"metric\":" UP ",\"values\":[[5,\"NaN\"],"
                         "[6,\"+Inf\"],[7,\"-Inf\"],[8,\"3\"]]}"));
    assert_string_equal(series_of(&l), "counter up_total{job=a} 3@8.000");
    assert_non_null(said(&l, "2 infinite points left out"));
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void native_histograms_are_counts_and_sums(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, MATRIX("{\"metric\":{\"__name__\":\"took\",\"a\":\"b\"},"
                         "\"values\":[[4,\"9\"]],\"histograms\":[[5,{"
                         "\"count\":\"7\",\"sum\":\"1.5\",\"buckets\":["
                         "[0,\"0\",\"1\",\"7\"]]}]]}"));
    assert_string_equal(series_of(&l), "unknown took{a=b} 9@4.000\n"
                                       "counter took_count{a=b} 7@5.000\n"
                                       "counter took_sum{a=b} 1.5@5.000");
    input_clear(&l.in);
}

#define HISTOGRAM(time, count, buckets)                                        \
    "[" time ",{\"count\":\"" count "\",\"sum\":\"1\",\"buckets\":[" buckets   \
    "]}]"

static void native_histograms_have_buckets(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        MATRIX("{\"metric\":{\"__name__\":\"h\"},\"histograms\":[" HISTOGRAM(
            "5", "9",
            "[1,\"-2\",\"-1\",\"1\"],[3,\"-0.001\",\"0.001\",\"2\"],"
            "[0,\"1\",\"2\",\"6\"]") "," HISTOGRAM("6", "0", "") "]}"));
    assert_string_equal(buckets_of(&l),
                        "h_count ?..5 exp (-2,-1]x1 (-0.001,0.001]x2 (1,2]x6\n"
                        "h_count ?..6");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* The bounds of a histogram with chosen ones are no powers of one number. */
static void chosen_bounds_are_told_from_powers(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        MATRIX(
            "{\"metric\":{},\"histograms\":[" HISTOGRAM("5", "3", "[0,\"-Inf\",\"0.5\",\"1\"],[0,\"0.5\",\"1\",\"2\"]") "," HISTOGRAM(
                "6", "3",
                "[0,\"1\",\"2.5\",\"1\"]") "," HISTOGRAM("7", "3",
                                                         "[0,\"1\",\"2\",\"1\"]"
                                                         ",[0,\"2\",\"5\","
                                                         "\"1\"]") "]}"));
    assert_string_equal(buckets_of(&l), "_count ?..5 (-inf,0.5]x1 (0.5,1]x2\n"
                                        "_count ?..6 (1,2.5]x1\n"
                                        "_count ?..7 (1,2]x1 (2,5]x1");
    assert_int_equal(l.in.series.v[1].type, CORR_METRIC_UNKNOWN);
    input_clear(&l.in);
}

static void buckets_that_are_none_are_bad_points(void **state)
{
    static const char *const bad[] = { "[0,\"1\",\"2\"]",
                                       "[0,\"2\",\"1\",\"3\"]",
                                       "7",
                                       "[0,\"1\",\"x\",\"3\"]",
                                       "[0,\"1\",\"NaN\",\"3\"]",
                                       "[0,\"1\",\"2\",\"3\",\"4\"]" };
    char text[512];
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(
            text, sizeof text,
            MATRIX(
                "{\"metric\":{\"__name__\":\"h\"},\"histograms\":[" HISTOGRAM(
                    "5", "9", "%s") "]}"),
            bad[i]);
        read_text(&l, text);
        assert_string_equal(buckets_of(&l), "");
        assert_non_null(
            said(&l, "1 point without a time or a number left out"));
        input_clear(&l.in);
    }
}

static void escapes_in_labels_are_undone(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, MATRIX("{\"metric\":{\"__name__\":\"u\\u0070\",\"p\\u0061th\""
                         ":\"\\/a\\\"b\"},\"values\":[[5,\"1\"]]}"));
    assert_string_equal(series_of(&l), "unknown up{path=/a\"b} 1@5.000");
    input_clear(&l.in);
}

#define TRACE "5b8efff798038103d269b633813fc60c"

static void exemplars_name_their_requests(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"status\":\"success\",\"data\":[{\"seriesLabels\":{"
                  "\"__name__\":\"h_bucket\",\"le\":\"8\"},\"exemplars\":[{"
                  "\"labels\":{\"traceID\":\"" TRACE "\",\"span_id\":\"ab\"},"
                  "\"value\":\"6.5\",\"timestamp\":1795281994.050},"
                  /* as the first versions wrote it */
                  "{\"labels\":{\"trace_id\":\"" TRACE "\"},\"value\":7,"
                  "\"timestamp\":1795281995050,\"hasTimestamp\":true},"
                  "{\"labels\":{},\"value\":\"NaN\",\"timestamp\":1}]}]}");
    assert_string_equal(series_of(&l), "counter h_bucket{le=8}");
    assert_string_equal(exemplars_of(&l),
                        "h_bucket 6.5@1795281994.050 " TRACE "/ab\n"
                        "h_bucket 7@1795281995.050 " TRACE "/0");
    assert_int_equal(l.in.from, 1795281994050000000);
    assert_int_equal(l.in.to, 1795281995050000000);
    assert_non_null(said(&l, "1 exemplar has no number, and was left out"));
    input_clear(&l.in);
}

static void equal_exemplars_are_one(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "[{\"seriesLabels\":{\"__name__\":\"a\"},\"exemplars\":[{"
                  "\"labels\":{\"trace_id\":\"" TRACE "\"},\"value\":\"1\","
                  "\"timestamp\":5},{\"labels\":{\"trace_id\":\"" TRACE
                  "\"},\"value\":\"1\",\"timestamp\":5}]}]");
    assert_string_equal(exemplars_of(&l), "a 1@5.000 " TRACE "/0");
    input_clear(&l.in);
}

static void values_and_times_may_be_two_lists(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"metric\":" UP ",\"values\":[100,null,120,\"Infinity\"],"
                  "\"timestamps\":[1713099600000,1713099610000,"
                  "1713099620000,1713099630000]}\n"
                  "{\"timestamps\":[1713099600000],\"values\":[1.5],"
                  "\"metric\":{\"__name__\":\"heap\"}}\n"
                  "{\"metric\":{\"__name__\":\"b\"},\"values\":[1,2,3],"
                  "\"timestamps\":[1713099600000]}\n");
    assert_string_equal(
        series_of(&l),
        "counter up_total{job=a} 100@1713099600.000 120@1713099620.000\n"
        "unknown heap{} 1.5@1713099600.000\n"
        "unknown b{} 1@1713099600.000");
    assert_non_null(said(&l, "2 points without a time or a number left out"));
    assert_non_null(said(&l, "1 infinite point left out"));
    input_clear(&l.in);
}

static void a_series_a_line_is_read(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"metric\":" UP ",\"values\":[[5,\"1\"],[6,null]]}\n"
                  "{\"metric\":" UP ",\"value\":[7,\"2\"]}\n");
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 1@5.000 2@7.000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* ---- damage -------------------------------------------------------------- */

static void points_that_are_none_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, MATRIX("{\"metric\":" UP ",\"values\":[[5,\"1e400\"],[6,\"\"]"
                         ",[\"x\",\"1\"],[7],8,[9,\"1\"],[99999999999,\"1\"]]"
                         "}"));
    assert_string_equal(series_of(&l), "counter up_total{job=a} 1@9.000");
    const warning *w = said(&l, "6 points without a time or a number left out");
    assert_non_null(w);
    assert_true(w->damage);
    assert_int_equal(l.in.lost.events, 6);
    input_clear(&l.in);
}

static void what_breaks_off_keeps_the_points_before(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\","
                  "\"result\":[{\"metric\":" UP ",\"values\":[[5,\"1\"],[6,");
    assert_string_equal(series_of(&l), "counter up_total{job=a} 1@5.000");
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

static void an_error_of_the_server_is_no_answer(void **state)
{
    loaded l;

    (void)state;
    read_as(&l,
            "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":"
            "\"exceeded maximum resolution\"}",
            &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "the server answered with an error, "
                                    "bad_data: exceeded maximum resolution");
    input_clear(&l.in);
}

static void what_the_server_says_is_passed_on(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\","
                  "\"result\":[]},\"warnings\":[\"results truncated\"]}");
    assert_non_null(said(&l, "the server warns, results truncated"));
    assert_int_equal(l.in.from, CORR_NO_TIME);
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    assert_text_survives(MATRIX("{\"metric\":" UP ",\"values\":[[5,\"1\"]],"
                                "\"histograms\":[[5,{\"count\":\"1\",\"sum\":"
                                "\"2\"}]]}"));
    assert_text_survives("{\"status\":\"success\",\"data\":[{"
                         "\"seriesLabels\":" UP ",\"exemplars\":[{"
                         "\"labels\":{\"trace_id\":\"" TRACE "\"},"
                         "\"value\":\"6\",\"timestamp\":5.5}]}]}");
    assert_text_survives("{\"metric\":" UP ",\"values\":[1,2],"
                         "\"timestamps\":[1713099600000,1713099610000]}");
}

/* ---- recognising --------------------------------------------------------- */

static void answers_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe(MATRIX("")), 95);
    assert_int_equal(probe("{\"status\":\"success\",\"isPartial\":false,"
                           "\"data\":{\"resultType\":\"vector\",\"result\":["),
                     95);
    assert_int_equal(probe("{\"result\":[],\"resultType\":\"matrix\"}"), 90);
    assert_int_equal(probe("{\"data\":{\"result\":[{\"metric\":{},\"values\":"
                           "[[1,\"2\"],"),
                     95);
    assert_int_equal(probe("[{\"metric\":" UP ",\"value\":[1,\"2\"]}]"), 80);
    assert_int_equal(
        probe(
            "{\"status\":\"error\",\"errorType\":\"timeout\",\"error\":\"\"}"),
        70);
    assert_int_equal(probe("{\"status\":\"success\",\"data\":[]}"), 0);
    assert_int_equal(probe("{\"data\":[{\"traceID\":\"1\"}]}"), 0);
    assert_int_equal(probe("{\"metric\":{},\"values\":[]}"), 0);
    assert_int_equal(probe("{\"metric\":{},\"values\":[1,2,"), 85);
    assert_int_equal(probe("{\"status\":\"success\",\"data\":[{"
                           "\"seriesLabels\":{},\"exemplars\":["),
                     95);
    assert_int_equal(probe("[{\"metric\":7}]"), 0);
    assert_int_equal(probe("[]"), 0);
}

/* The window of a file moves on inside of a histogram. */
static void histograms_of_any_number_are_read(void **state)
{
    FILE *f = tmpfile();
    loaded l;

    (void)state;
    assert_non_null(f);
    fputs("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\","
          "\"result\":[{\"metric\":{\"__name__\":\"h\"},\"histograms\":[",
          f);
    for (int i = 1; i <= 3000; i++)
        fprintf(f,
                "%s[%d,{\"count\":\"%d\",\"buckets\":[[0,\"1\",\"2\",\"%d\"]],"
                "\"sum\":\"%d\"}]",
                i > 1 ? "," : "", 1795281700 + i, i, i, 2 * i);
    fputs("]}]}}", f);
    rewind(f);
    load_as(&l, &FORMAT,
            src_open_fd(fileno(f), &(src_opts){ .path = "a" }, NULL),
            &(corr_load_opts){ .jobs = 1 });
    fclose(f);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.metric.n, 2);
    assert_int_equal(l.in.point.n, 6000);
    for (size_t i = 0; i < l.in.point.n; i++) {
        const point_row *p = &l.in.point.v[i];
        const int64_t n = p->time / 1000000000 - 1795281700;
        assert_true((int64_t)p->value == n * (p->series == 1 ? 1 : 2));
    }
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histograms_of_any_number_are_read),
        cmocka_unit_test(a_matrix_is_series_of_points),
        cmocka_unit_test(a_vector_and_a_scalar_are_one_point_each),
        cmocka_unit_test(
            the_result_alone_is_read_and_members_come_in_any_order),
        cmocka_unit_test(several_answers_are_one_input),
        cmocka_unit_test(what_is_no_number_is_a_gap),
        cmocka_unit_test(native_histograms_are_counts_and_sums),
        cmocka_unit_test(native_histograms_have_buckets),
        cmocka_unit_test(chosen_bounds_are_told_from_powers),
        cmocka_unit_test(buckets_that_are_none_are_bad_points),
        cmocka_unit_test(escapes_in_labels_are_undone),
        cmocka_unit_test(exemplars_name_their_requests),
        cmocka_unit_test(equal_exemplars_are_one),
        cmocka_unit_test(values_and_times_may_be_two_lists),
        cmocka_unit_test(a_series_a_line_is_read),
        cmocka_unit_test(points_that_are_none_are_counted),
        cmocka_unit_test(what_breaks_off_keeps_the_points_before),
        cmocka_unit_test(an_error_of_the_server_is_no_answer),
        cmocka_unit_test(what_the_server_says_is_passed_on),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(answers_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
