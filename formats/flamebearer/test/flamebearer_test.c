/* Tests of the reader of Pyroscope's flame graphs. */
#define FORMAT corr_format_flamebearer
#include "test/format_test.h"

#define NAMES  "\"names\":[\"total\",\"main\",\"work\",\"idle\"]"
#define LEVELS "\"levels\":[[0,10,0,0],[0,10,2,1],[2,5,5,2,0,3,3,3]]"
#define BOTH                                                                   \
    "\"levels\":[[0,10,0,0,20,0,0],[0,10,2,0,20,0,1],"                         \
    "[2,5,5,0,12,12,2,0,3,3,0,8,8,3]]"

static void a_box_is_on_the_one_that_holds_it(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{" NAMES "," LEVELS "},\"metadata\":"
                  "{\"units\":\"samples\",\"sampleRate\":100,"
                  "\"spyName\":\"gospy\",\"startTime\":1677178495,"
                  "\"endTime\":1677178496}}");
    assert_string_equal(rows_of(&l, "samples"),
                        "main=2 main;work=5 main;idle=3");
    assert_int_equal(obs_of(&l, "samples"), 10);
    assert_int_equal(l.in.from, 1677178495000000000);
    assert_int_equal(l.in.to, 1677178496000000000);
    assert_string_equal(input_text(&l.in, l.in.producer).p, "gospy");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void units_may_come_first_and_names_last(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"metadata\":{\"units\":\"samples\",\"sampleRate\":100,"
                  "\"name\":\"shop.cpu{}\"},\"flamebearer\":{" LEVELS "," NAMES
                  "},\"timeline\":{\"startTime\":1677178490,\"samples\":[1,2],"
                  "\"durationDelta\":10}}");
    assert_string_equal(rows_of(&l, "cpu"), "main=20000000 main;work=50000000 "
                                            "main;idle=30000000");
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_int_equal(kind_facts(&l, "cpu")->unit, CORR_NS);
    assert_int_equal(obs_of(&l, "cpu"), 10);
    assert_int_equal(l.in.to - l.in.from, 20000000000);
    input_clear(&l.in);
}

static void timelines_of_groups_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{" NAMES "," LEVELS "},\"groups\":{\"a\":"
                  "{\"samples\":[1]}},\"heatmap\":{\"values\":[]},"
                  "\"metadata\":{\"units\":\"samples\"}}");
    assert_non_null(
        said(&l, "timelines of groups and heat maps were not read (2)"));
    assert_non_null(said_code(&l, "PASSED_OVER"));
    input_clear(&l.in);
    read_text(&l, "{\"flamebearer\":{" NAMES "," LEVELS "},\"groups\":null,"
                  "\"heatmap\":null,\"metadata\":{\"units\":\"samples\"}}");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_rate_of_nanoseconds_is_no_count(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NAMES "," LEVELS ",\"units\":\"samples\","
                  "\"name\":\"process_cpu\",\"sampleRate\":1000000000}");
    assert_int_equal(total_of(&l, "cpu"), 10);
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_NO_COUNT);
    assert_int_equal(kind_facts(&l, "cpu")->period, 0);
    input_clear(&l.in);
}

/* The kind that units and a name make of the values. */
static void assert_kind(const char *units, const char *name, const char *kind,
                        corr_unit unit, unsigned flags)
{
    char text[512];
    loaded l;

    snprintf(text, sizeof text,
             "{" NAMES "," LEVELS ",\"units\":\"%s\",\"name\":\"%s\"}", units,
             name);
    read_text(&l, text);
    assert_int_equal(total_of(&l, kind), 10);
    assert_int_equal(kind_facts(&l, kind)->unit, unit);
    assert_int_equal(kind_facts(&l, kind)->flags, CORR_KIND_DEFAULT | flags);
    input_clear(&l.in);
}

static void units_and_name_tell_the_kind(void **state)
{
    const unsigned few = CORR_KIND_NO_COUNT;
    const unsigned live = CORR_KIND_NO_COUNT | CORR_KIND_SNAPSHOT;

    (void)state;
    assert_kind("bytes", "a.inuse_space", "live_bytes", CORR_BYTES, live);
    assert_kind("bytes", "a.alloc_space", "alloc_bytes", CORR_BYTES, few);
    assert_kind("bytes", "", "bytes", CORR_BYTES, few);
    assert_kind("objects", "a.inuse_objects", "live_count", CORR_COUNT, live);
    assert_kind("objects", "", "objects", CORR_COUNT, few);
    assert_kind("lock_nanoseconds", "mutex", "mutex", CORR_NS, few);
    assert_kind("lock_nanoseconds", "x", "lock", CORR_NS, few);
    assert_kind("goroutines", "", "goroutine", CORR_COUNT,
                CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE);
    assert_kind("samples", "a.cpu", "samples", CORR_COUNT, few); /* no rate */
    assert_kind("", "", "samples", CORR_COUNT, few);
}

static void the_left_side_of_a_comparison_is_a_kind(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{" NAMES "," BOTH ",\"units\":\"samples\","
                  "\"sampleRate\":100}}");
    assert_string_equal(rows_of(&l, "samples"), "main;work=12 main;idle=8");
    assert_string_equal(rows_of(&l, "samples_base"),
                        "main=2 main;work=5 main;idle=3");
    assert_non_null(said(&l, "a comparison of two profiles; the right one is "
                             "read, the left is kind samples_base"));
    input_clear(&l.in);
}

static void levels_of_the_query_api_are_objects(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamegraph\":{\"names\":[\"total\",\"a\"],\"levels\":["
                  "{\"values\":[\"0\",\"30000000\",\"0\",\"0\"]},"
                  "{\"values\":[\"0\",\"30000000\",\"30000000\",\"1\"]}]}}");
    assert_string_equal(rows_of(&l, "samples"), "a=30000000");
    input_clear(&l.in);
}

/* ---- damage ------------------------------------------------------------------ */

static void boxes_that_do_not_fit_are_left_out(void **state)
{
    loaded l;

    (void)state;
    /* one sticks out, what is on it is on none; one has more self than total,
     * one is negative, one is half */
    read_text(&l, "{\"flamebearer\":{" NAMES ",\"levels\":[[0,10,0,0],"
                  "[0,4,1,1,4,4,4,2],[1,2,2,3,6,1,1,3,0,1,2,3,-1,1,1,1,7]]}}");
    assert_string_equal(rows_of(&l, "samples"), "main=1 main;idle=2");
    assert_non_null(said(
        &l,
        "5 boxes of the flame graph without a parent of that size left out"));
    input_clear(&l.in);
}

static void what_is_in_no_box_has_no_stack(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{" NAMES ",\"levels\":[[0,10,0,0],"
                  "[0,9,1,1],[1,6,6,2]],\"numTicks\":10}}");
    assert_string_equal(rows_of(&l, "samples"), "main=1 main;work=6 =3");
    assert_non_null(
        said(&l, "3 of the total of 10 are in no box and have no stack"));
    input_clear(&l.in);
    read_text(&l, "{\"flamegraph\":{" NAMES ",\"total\":\"9\",\"levels\":["
                  "{\"values\":[\"0\",\"10\",\"0\",\"0\"]},"
                  "{\"values\":[\"0\",\"10\",\"10\",\"1\"]}]}}");
    assert_string_equal(rows_of(&l, "samples"), "=9");
    assert_non_null(said(
        &l,
        "the boxes add up to 10, more than the total of 9; all are left out"));
    input_clear(&l.in);
}

static void names_that_are_not_there_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{\"names\":[\"total\"],"
                  "\"levels\":[[0,4,0,0],[0,4,4,9]]}}");
    assert_string_equal(rows_of(&l, "samples"), "<unknown>=4");
    assert_non_null(said(&l, "1 box has a name that is not in the list"));
    input_clear(&l.in);
}

static void deep_boxes_keep_their_name(void **state)
{
    corr_load_opts opts = { .jobs = 1, .limits.frames = 2 };
    loaded l;

    (void)state;
    read_as(&l,
            "{\"flamebearer\":{\"names\":[\"a\"],\"levels\":[[0,9,1,0],"
            "[0,8,1,0],[0,7,1,0],[0,6,1,0],[0,5,5,0]]}}",
            &opts);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(rows_of(&l, "samples"),
                        "a=1 a;a=1 [frames left out];a=1 "
                        "[frames left out];a=1 "
                        "[frames left out];a=5");
    input_clear(&l.in);
}

static void what_breaks_off_keeps_whole_levels(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"flamebearer\":{" NAMES ",\"levels\":[[0,10,0,0],"
                  "[0,10,2,1],[2,5,5,2,0,3");
    assert_string_equal(rows_of(&l, "samples"), "main=2");
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    static const char text[] = "{\"flamebearer\":{" NAMES "," BOTH "}}";

    (void)state;
    assert_text_survives(text);
}

static void flame_graphs_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe("{\"version\":1,\"flamebearer\":{\"names\":[\"a"),
                     90);
    assert_int_equal(probe("{\"flamegraph\":{" LEVELS "}}"), 90);
    assert_int_equal(probe("{" NAMES "," LEVELS "}"), 60);
    assert_int_equal(probe("{\"flamegraph\":{\"names\":7}}"), 0);
    assert_int_equal(probe("{\"data\":[]}"), 0);
    assert_int_equal(probe("[]"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_on_the_one_that_holds_it),
        cmocka_unit_test(units_may_come_first_and_names_last),
        cmocka_unit_test(timelines_of_groups_are_counted),
        cmocka_unit_test(a_rate_of_nanoseconds_is_no_count),
        cmocka_unit_test(units_and_name_tell_the_kind),
        cmocka_unit_test(the_left_side_of_a_comparison_is_a_kind),
        cmocka_unit_test(levels_of_the_query_api_are_objects),
        cmocka_unit_test(boxes_that_do_not_fit_are_left_out),
        cmocka_unit_test(what_is_in_no_box_has_no_stack),
        cmocka_unit_test(names_that_are_not_there_are_told),
        cmocka_unit_test(deep_boxes_keep_their_name),
        cmocka_unit_test(what_breaks_off_keeps_whole_levels),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(flame_graphs_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
