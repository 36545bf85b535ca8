/* Tests of the reader of OTLP metrics. */
#define FORMAT corr_format_otlp_metrics
#include "test/test_metric.h"

#define RESOURCE                                                               \
    "\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{"      \
    "\"stringValue\":\"shop\"}}]}"
#define REQUEST(metrics)                                                       \
    "{\"resourceMetrics\":[{" RESOURCE ",\"scopeMetrics\":[{\"scope\":{},"     \
    "\"metrics\":[" metrics "]}]}]}"
#define SUM(temporality, points)                                               \
    "{\"name\":\"n\",\"unit\":\"s\",\"sum\":{"                                 \
    "\"aggregationTemporality\":" temporality                                  \
    ",\"isMonotonic\":true,\"dataPoints\":[" points "]}}"
#define AT(start, time, value)                                                 \
    "{\"startTimeUnixNano\":\"" start "000000000\",\"timeUnixNano\":\"" time   \
    "000000000\"," value "}"

static void sums_say_when_they_began(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              REQUEST(SUM("2", AT("3", "5", "\"asDouble\":1.5") "," AT(
                                   "3", "7",
                                   "\"asInt\":\"4\"") "," AT("8", "9",
                                                             "\"asInt\":1"))));
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 0@3.000 1.5@5.000 "
                        "4@7.000 0@8.000 1@9.000");
    assert_string_equal(input_text(&l.in, l.in.series.v[1].unit).p, "s");
    assert_int_equal(l.in.from, 5000000000);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void deltas_begin_where_the_one_before_ends(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              REQUEST(SUM(
                  "\"AGGREGATION_TEMPORALITY_DELTA\"",
                  AT("3", "5", "\"asInt\":\"2\"") "," AT(
                      "5", "7", "\"asInt\":\"3\"") "," AT("9", "11",
                                                          "\"asInt\":\"1\""))));
    assert_string_equal(series_of(&l),
                        "delta n{service.name=shop} 0@3.000 2@5.000 3@7.000 "
                        "0@9.000 1@11.000");
    input_clear(&l.in);
}

static void histograms_are_counts_and_sums(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        REQUEST(
            "{\"name\":\"h\",\"histogram\":{\"aggregationTemporality\":2,"
            "\"dataPoints\":[{\"timeUnixNano\":\"5000000000\",\"count\":"
            "\"7\",\"sum\":1.5,\"attributes\":[{\"key\":\"a\",\"value\":{"
            "\"intValue\":\"3\"}}]}]}},{\"name\":\"e\","
            "\"exponentialHistogram\":{\"aggregationTemporality\":1,"
            "\"dataPoints\":[{\"timeUnixNano\":\"5000000000\"}]}},"
            "{\"name\":\"s\",\"summary\":{\"dataPoints\":[{"
            "\"timeUnixNano\":\"5000000000\",\"count\":\"2\",\"sum\":4}]}}"));
    assert_string_equal(series_of(&l),
                        "counter h_count{service.name=shop,a=3} 7@5.000\n"
                        "counter h_sum{service.name=shop,a=3} 1.5@5.000\n"
                        "delta e_count{service.name=shop} 0@5.000\n"
                        "counter s_count{service.name=shop} 2@5.000\n"
                        "counter s_sum{service.name=shop} 4@5.000");
    input_clear(&l.in);
}

#define POINTS(kind, points)                                                   \
    "{\"name\":\"h\",\"" kind "\":{\"aggregationTemporality\":2,"              \
    "\"dataPoints\":[" points "]}}"

static void histograms_have_buckets(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        REQUEST(POINTS(
            "histogram",
            AT("3", "5",
               "\"count\":\"7\",\"bucketCounts\":[\"4\",\"0\",\"3\"],"
               "\"explicitBounds\":[0.5,1]")) "," POINTS("exponentialHistogram",
                                                         AT("3", "6",
                                                            "\"count\":\"9\","
                                                            "\"scale\":1,"
                                                            "\"zeroCount\":"
                                                            "\"1\","
                                                            "\"zeroThreshold\":"
                                                            "0.25,\"positive\":"
                                                            "{\"offset\":2,"
                                                            "\"bucketCounts\":["
                                                            "\"5\",0,\"2\"]},"
                                                            "\"negative\":{"
                                                            "\"offset\":-2,"
                                                            "\"bucketCounts\":["
                                                            "\"1\"]}"))));
    /* base 2^(1/2): buckets 2 and 4 from 2 and 4 on, -2 mirrored */
    assert_string_equal(buckets_of(&l),
                        "h_count 3..5 (-inf,0.5]x4 (1,inf]x3\n"
                        "h_count 3..6 exp (2,2.82843]x5 (4,5.65685]x2 "
                        "(-0.707107,-0.5]x1 (-0.25,0.25]x1");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* Counts that do not fit their bounds, and scales and offsets of any size. */
static void buckets_that_are_none_leave_counts_and_sums(void **state)
{
    static const char *const bad[] = {
        "\"bucketCounts\":[1,2],\"explicitBounds\":[1,2]",
        "\"bucketCounts\":[1,2,3],\"explicitBounds\":[2,1]",
        "\"bucketCounts\":[1,2],\"explicitBounds\":[\"NaN\"]",
        "\"bucketCounts\":[1,2]",
    };
    static const char *const extreme[] = {
        "\"scale\":-2147483648,\"positive\":{\"bucketCounts\":[1,2]}",
        "\"scale\":2147483647,\"positive\":{\"bucketCounts\":[1,2]}",
        "\"positive\":{\"offset\":9223372036854775807,\"bucketCounts\":[1,2]}",
        "\"scale\":3,\"positive\":{\"offset\":2147483647,\"bucketCounts\":[1]}",
        "\"zeroCount\":\"NaN\",\"zeroThreshold\":-1",
    };
    char text[512];
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text,
                 REQUEST(POINTS("histogram", AT("3", "5", "\"count\":3,%s"))),
                 bad[i]);
        read_text(&l, text);
        assert_int_equal(l.in.histogram.row.n, 0);
        assert_non_null(
            said(&l, "1 histogram has buckets that do not fit their bounds"));
        assert_int_equal(l.in.metric.points, 1);
        input_clear(&l.in);
    }
    for (size_t i = 0; i < sizeof extreme / sizeof *extreme; i++) {
        snprintf(text, sizeof text,
                 REQUEST(POINTS("exponentialHistogram",
                                AT("3", "5", "\"count\":3,%s"))),
                 extreme[i]);
        read_text(&l, text);
        assert_int_equal(l.in.metric.points, 1);
        assert_true(l.in.histogram.count.n <= 1);
        input_clear(&l.in);
    }
}

static void exemplars_name_their_requests(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        REQUEST(
            "{\"name\":\"h\",\"histogram\":{\"aggregationTemporality\":2,"
            "\"dataPoints\":[{\"timeUnixNano\":\"5000000000\",\"count\":"
            "\"7\",\"sum\":1.5,\"exemplars\":[{\"timeUnixNano\":"
            "\"4000000000\",\"asDouble\":1.25,\"traceId\":"
            "\"5b8efff798038103d269b633813fc60c\",\"spanId\":"
            "\"eee19b7ec3c1b174\"},{\"asInt\":\"3\"},{}]}]}},{\"name\":\"g\","
            "\"gauge\":{\"dataPoints\":[{\"timeUnixNano\":\"5000000000\","
            "\"asInt\":1,\"exemplars\":[{\"asInt\":\"9\",\"timeUnixNano\":"
            "\"5000000000\",\"traceId\":\"W47/95gDgQPSabYzgT/GDA==\"}]},"
            /* a point without a value passes its exemplars on to none */
            "{\"timeUnixNano\":\"6000000000\",\"exemplars\":[{\"asInt\":1}]},"
            "{\"timeUnixNano\":\"7000000000\",\"asInt\":2}]}}"));
    assert_string_equal(exemplars_of(&l),
                        "h_count 3@? 00000000000000000000000000000000/0\n"
                        "h_count 1.25@4.000 5b8efff798038103d269b633813fc60c/"
                        "eee19b7ec3c1b174\n"
                        "g 9@5.000 5b8efff798038103d269b633813fc60c/0");
    assert_true(l.in.exemplar.v[0].e.is_of_whole);
    assert_false(l.in.exemplar.v[2].e.is_of_whole);
    assert_non_null(said(&l, "1 exemplar has no number, and was left out"));
    input_clear(&l.in);
}

static void what_may_fall_is_a_gauge(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l, REQUEST("{\"name\":\"g\",\"gauge\":{\"dataPoints\":[" AT(
                "1", "5",
                "\"asDouble\":2") "]}},{\"name\":\"u\","
                                  "\"sum\":{\"aggregationTemporality\":2,"
                                  "\"dataPoints\""
                                  ":[" AT("1", "5", "\"asInt\":\"-3\"") "]}}"));
    assert_string_equal(series_of(&l), "gauge g{service.name=shop} 2@5.000\n"
                                       "gauge u{service.name=shop} -3@5.000");
    input_clear(&l.in);
}

static void a_resource_may_stand_behind_its_metrics(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        "{\"resourceMetrics\":[{\"instrumentationLibraryMetrics\":[{"
        "\"metrics\":[" SUM(
            "2",
            AT("5", "5",
               "\"asInt\":\"1\"")) "]}"
                                   "]," RESOURCE
                                   "},{\"scopeMetrics\":[{\"metrics\":"
                                   "[" SUM("2", AT("5", "5", "\"asInt\":\"2\"")) "]}]}]}\n" REQUEST(
                                       SUM("2",
                                           AT("5", "6", "\"asInt\":\"3\""))));
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 1@5.000 3@6.000\n"
                        "counter n{} 2@5.000");
    input_clear(&l.in);
}

static void values_of_any_sort_are_text(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              REQUEST("{\"name\":\"g\",\"gauge\":{\"dataPoints\":[{"
                      "\"timeUnixNano\":\"5000000000\",\"asInt\":\"1\","
                      "\"attributes\":[{\"key\":\"b\",\"value\":{\"boolValue\":"
                      "true}},{\"key\":\"l\",\"value\":{\"arrayValue\":{"
                      "\"values\":[]}}},{\"value\":{},\"key\":\"\\u0065\"},7,"
                      "{\"key\":\"p\",\"value\":\"plain\"}]}]}}"));
    assert_string_equal(series_of(&l), "gauge g{service.name=shop,b=true,l=[],"
                                       "e=,p=plain} 1@5.000");
    input_clear(&l.in);
}

/* ---- damage --------------------------------------------------------------- */

static void points_that_are_none_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              REQUEST(SUM(
                  "2", "{\"asInt\":\"1\"},{\"timeUnixNano\":\"5\"},"
                       "{\"timeUnixNano\":\"5\",\"asDouble\":\"x\"},"
                       "{\"timeUnixNano\":\"5\",\"flags\":1}," AT(
                           "5", "5",
                           "\"asDouble\":\"NaN\"") "," AT("5", "6",
                                                          "\"asInt\":\"1\""))));
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 0@5.000 1@6.000");
    assert_non_null(said(&l, "3 points without a time or a number left out"));
    input_clear(&l.in);
}

static void a_cut_input_is_reported(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        REQUEST(SUM("2",
                    AT("5", "5",
                       "\"asInt\":\"1\""))) "\n{\"resourceMetrics\":[{" RESOURCE
                                            ",\"scope");
    assert_string_equal(series_of(&l), "counter n{service.name=shop} 1@5.000");
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

static void metrics_without_data_are_none(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, REQUEST("{\"name\":\"x\"},7,{\"name\":\"y\",\"sum\":{}},"
                          "{\"name\":\"z\",\"gauge\":{\"dataPoints\":7}}"));
    assert_int_equal(l.in.metric.n, 0);
    input_clear(&l.in);
    read_text(&l, "{\"resourceMetrics\":[]}");
    assert_int_equal(l.in.metric.n, 0);
    assert_true(l.in.read.recognised);
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    assert_text_survives(REQUEST(SUM(
        "2", AT("3", "5",
                "\"asInt\":\"1\"")) ","
                                    "{\"name\":\"h\",\"histogram\":{"
                                    "\"dataPoints\":[" AT(
                                        "3", "5",
                                        "\"count\":\"1\",\"sum\":2") "]}}"));
}

static void a_resource_that_is_no_json_is_reported(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"resourceMetrics\":[{" RESOURCE
                  ",:}]}\n" REQUEST(SUM("2", AT("5", "6", "\"asInt\":\"3\""))));
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 0@5.000 3@6.000");
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

/* The window of the file moves on inside a request. */
static void files_of_any_size_have_the_same_series(void **state)
{
    static const char line[] =
        REQUEST(SUM("2", AT("5", "6", "\"asInt\":\"3\"")));
    FILE *f = tmpfile();
    loaded l;

    (void)state;
    assert_non_null(f);
    for (int i = 0; i < 3000; i++)
        fprintf(f, "%s%*s\n", line, i % 7, "");
    rewind(f);
    load_as(&l, &FORMAT,
            src_open_fd(fileno(f), &(src_opts){ .path = "a" }, NULL),
            &(corr_load_opts){ .jobs = 1 });
    fclose(f);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.metric.n, 1);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* ---- recognising ---------------------------------------------------------- */

static void requests_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe(REQUEST("")), 95);
    assert_int_equal(probe("{\"resourceMetrics\":[{\"scopeM"), 95);
    assert_int_equal(probe("{\"resource_metrics\":[]}"), 95);
    assert_int_equal(probe("{\"resourceSpans\":[]}"), 0);
    assert_int_equal(probe("{\"resourceMetrics\":7}"), 0);
    assert_int_equal(probe("[]"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_say_when_they_began),
        cmocka_unit_test(deltas_begin_where_the_one_before_ends),
        cmocka_unit_test(histograms_are_counts_and_sums),
        cmocka_unit_test(histograms_have_buckets),
        cmocka_unit_test(buckets_that_are_none_leave_counts_and_sums),
        cmocka_unit_test(exemplars_name_their_requests),
        cmocka_unit_test(what_may_fall_is_a_gauge),
        cmocka_unit_test(a_resource_may_stand_behind_its_metrics),
        cmocka_unit_test(values_of_any_sort_are_text),
        cmocka_unit_test(points_that_are_none_are_counted),
        cmocka_unit_test(a_cut_input_is_reported),
        cmocka_unit_test(metrics_without_data_are_none),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(a_resource_that_is_no_json_is_reported),
        cmocka_unit_test(files_of_any_size_have_the_same_series),
        cmocka_unit_test(requests_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
