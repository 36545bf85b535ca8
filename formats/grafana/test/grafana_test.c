/* Tests of the reader of Grafana's data frames. */
#define FORMAT corr_format_grafana
#include "test/test_metric.h"

#define TIME "{\"name\":\"Time\",\"type\":\"time\",\"config\":{\"interval\":1}}"
#define VALUE                                                                  \
    "{\"name\":\"Value\",\"type\":\"number\",\"labels\":{\"__name__\":"        \
    "\"up_total\",\"job\":\"a\"},\"config\":{\"unit\":\"s\"}}"
#define FRAME(fields, values)                                                  \
    "{\"schema\":{\"refId\":\"A\",\"name\":\"frame\",\"fields\":[" fields      \
    "]},\"data\":{\"values\":[" values "]}}"
#define ANSWER(frames)                                                         \
    "{\"results\":{\"A\":{\"status\":200,\"frames\":[" frames "]}}}"
#define TIMES "[1713099600000,1713099610000.5]"

static void a_frame_is_a_series_a_column(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l, ANSWER(FRAME(TIME "," VALUE ",{\"name\":\"b\",\"type\":\"number\"},"
                              "{\"name\":\"Value\",\"type\":\"number\"}",
                         TIMES ",[1,2.5],[null,\"NaN\"],[7,8]")));
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 1@1713099600.000 "
                        "2.5@1713099610.000\n"
                        "unknown frame{} 7@1713099600.000 8@1713099610.000");
    assert_string_equal(input_text(&l.in, l.in.series.v[1].unit).p, "s");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void forms_around_frames_are_known(void **state)
{
    static const char *const texts[] = {
        "[" FRAME(TIME "," VALUE, TIMES ",[1,2]") "]",
        FRAME(TIME "," VALUE, TIMES ",[1,2]"),
        "{\"request\":{\"url\":\"x\"},\"response\":" ANSWER(
            FRAME(TIME "," VALUE, TIMES ",[1,2]")) "}",
        "{\"state\":\"Done\",\"series\":[{\"refId\":\"A\",\"fields\":[{"
        "\"name\":"
        "\"Time\",\"type\":\"time\",\"values\":" TIMES "},{\"name\":\"Value\","
        "\"type\":\"number\",\"labels\":{\"__name__\":\"up_total\",\"job\":"
        "\"a\"},"
        "\"values\":[1,2]}]}]}",
        /* values first */
        "{\"frames\":[{\"data\":{\"values\":[" TIMES ",[1,2]]},\"schema\":{"
        "\"fields\":[" TIME "," VALUE "]}}]}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        loaded l;

        read_text(&l, texts[i]);
        assert_string_equal(series_of(&l),
                            "counter up_total{job=a} 1@1713099600.000 "
                            "2@1713099610.000");
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
        if (i + 1 < sizeof texts / sizeof *texts)
            assert_int_equal(probe(texts[i]), 85);
    }
}

static void what_is_no_series_is_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        ANSWER(FRAME(
            "{\"name\":\"traceID\",\"type\":\"string\"}",
            "[\"5b8e\"]") "," FRAME(VALUE, "[1]") "," FRAME(TIME "," VALUE,
                                                            "[1713099600000,"
                                                            "null],[1,2,3]")));
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 1@1713099600.000");
    assert_non_null(said(
        &l, "2 frames are tables, not series over time, and were left out"));
    assert_non_null(said(&l, "2 points without a time or a number left out"));
    input_clear(&l.in);
}

static void a_trace_alone_is_refused(void **state)
{
    loaded l;

    (void)state;
    read_as(&l,
            ANSWER(FRAME("{\"name\":\"traceID\",\"type\":\"string\"},{"
                         "\"name\":\"spanID\",\"type\":\"string\"}",
                         "[\"5b8e\"],[\"1\"]")),
            &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what,
                        "a trace as a data frame of Grafana; get it as JSON "
                        "from Tempo");
    input_clear(&l.in);
}

static void infinite_values_stand_beside(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "{\"schema\":{\"fields\":[" TIME "," VALUE
              "]},\"data\":{\"values\":[" TIMES
              ",[null,2]],\"entities\":[null,{\"NaN\":[],\"NegInf\":[0]}]}}");
    assert_string_equal(series_of(&l),
                        "counter up_total{job=a} 2@1713099610.000");
    assert_non_null(said(&l, "1 infinite point left out"));
    input_clear(&l.in);
}

static void an_error_of_a_query_is_passed_on(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "{\"results\":{\"A\":{\"error\":\"no such host\",\"frames\":[]},"
              "\"B\":{\"frames\":[" FRAME(TIME, TIMES) "]}}}");
    assert_non_null(said(&l, "the server warns, no such host"));
    input_clear(&l.in);
}

static void a_column_may_be_missing(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "{\"series\":[{\"fields\":[{\"name\":\"x\",\"type\":\"number\"},"
              "{\"name\":\"Time\",\"type\":\"time\",\"values\":" TIMES
              "},{\"name\":\"y\",\"type\":\"number\",\"values\":[1,2]},"
              "{\"name\":\"z\",\"type\":\"number\"}]}]}");
    assert_string_equal(series_of(&l),
                        "unknown y{} 1@1713099600.000 2@1713099610.000");
    input_clear(&l.in);
}

static void what_is_alike_is_none(void **state)
{
    static const char *const texts[] = {
        "[]",
        "{}",
        "{\"results\":{}}",
        "{\"results\":[{\"series\":[{\"name\":\"cpu\",\"columns\":[\"time\"]}]}"
        "]}",
        "{\"series\":[{\"fields\":[]}]}",
        "{\"fields\":[{\"name\":1}]}",
        "{\"schema\":7,\"data\":{}}",
        "[[[[[[[[[[[[[[[[[[[[",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(probe(texts[i]), 0);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    assert_text_survives(ANSWER(FRAME(TIME "," VALUE, TIMES ",[1,2]")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_a_series_a_column),
        cmocka_unit_test(forms_around_frames_are_known),
        cmocka_unit_test(what_is_no_series_is_counted),
        cmocka_unit_test(a_trace_alone_is_refused),
        cmocka_unit_test(infinite_values_stand_beside),
        cmocka_unit_test(an_error_of_a_query_is_passed_on),
        cmocka_unit_test(a_column_may_be_missing),
        cmocka_unit_test(what_is_alike_is_none),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
