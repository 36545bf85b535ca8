/* Tests of the reader of V8's CPU profiles. */
#define FORMAT corr_format_cpuprofile
#include "test/format_test.h"

#define NODES                                                                  \
    "\"nodes\":["                                                              \
    "{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\","       \
    "\"lineNumber\":-1},\"hitCount\":0,\"children\":[2,4]},"                   \
    "{\"id\":2,\"callFrame\":{\"functionName\":\"work\",\"url\":\"a.js\","     \
    "\"lineNumber\":9},\"hitCount\":2,\"children\":[3]},"                      \
    "{\"id\":3,\"callFrame\":{\"functionName\":\"\",\"url\":\"\"},"            \
    "\"hitCount\":3},"                                                         \
    "{\"id\":4,\"callFrame\":{\"functionName\":\"(idle)\"}}]"

static const char own_clock[] =
    "times count from boot and cannot be matched to spans; use --clock";

static void a_sample_lasts_until_the_next(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":1000000,\"endTime\":1002500,"
                  "\"samples\":[2,3],\"timeDeltas\":[1000,1000]}");
    const segment *s = find_kind(&l, "wall");
    assert_non_null(s);
    assert_int_equal(s->n, 2);
    assert_int_equal(s->own[0], 1001000000);
    assert_int_equal(s->own[1], 1002000000);
    assert_int_equal(segment_value(s, 0), 1000000);
    assert_int_equal(segment_value(s, 1), 500000);
    assert_string_equal(stack_of(&l, s, 0), "work:10");
    assert_string_equal(stack_of(&l, s, 1), "work:10;(anonymous)");
    assert_int_equal(kind_facts(&l, "wall")->unit, CORR_NS);
    assert_non_null(said(&l, own_clock));
    assert_int_equal(l.in.from, CORR_NO_TIME);
    input_clear(&l.in);
}

static int64_t length_of(const char *times)
{
    char text[2048];
    loaded l;

    snprintf(text, sizeof text, "{" NODES ",\"samples\":[2,3],%s}", times);
    read_text(&l, text);
    const int64_t n = l.in.process.length;
    input_clear(&l.in);
    return n;
}

static void it_ran_from_its_start_to_its_end(void **state)
{
    (void)state;
    assert_int_equal(length_of("\"startTime\":1000000,\"endTime\":1002500,"
                               "\"timeDeltas\":[1000,1000]"),
                     2500000);
    /* no end, an end before the start, an invalid start */
    assert_int_equal(
        length_of("\"startTime\":1000000,\"timeDeltas\":[1000,1000]"), 0);
    assert_int_equal(length_of("\"startTime\":1000000,\"endTime\":900000,"
                               "\"timeDeltas\":[1000,1000]"),
                     0);
    assert_int_equal(length_of("\"startTime\":-5,\"endTime\":900000,"
                               "\"timeDeltas\":[1000,1000]"),
                     0);
    assert_int_equal(length_of("\"startTime\":1e300,\"endTime\":900000,"
                               "\"timestamps\":[1000,1000]"),
                     0);
    /* the date is known from this */
    assert_int_equal(length_of("\"startTime\":1764151201000000,"
                               "\"endTime\":1764151202000000,"
                               "\"timeDeltas\":[1000,1000]"),
                     0);
}

static void members_come_in_any_order(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "{\"timeDeltas\":[7,8],\"samples\":[4,2],\"endTime\":20," NODES
              ",\"startTime\":0}");
    const segment *s = find_kind(&l, "wall");
    assert_string_equal(stack_of(&l, s, 0), "(idle)");
    assert_int_equal(segment_value(s, 0), 8000);
    assert_int_equal(segment_value(s, 1), 5000);
    input_clear(&l.in);
}

static void time_that_goes_back_counts_once(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":0,\"endTime\":100,"
                  "\"samples\":[2,2,2,2],\"timeDeltas\":[10,20,-15,30]}");
    /* at 10, 30, 15, 45 until 100: the third goes on from 30 */
    assert_int_equal(total_of(&l, "wall"), 90000);
    const segment *s = find_kind(&l, "wall");
    for (size_t i = 0; i + 1 < s->n; i++) /* one thread is never two */
        assert_true(s->own[i] + segment_value(s, i) <= s->own[i + 1]);
    assert_int_equal(s->own[2], 30000);
    assert_int_equal(segment_value(s, 2), 15000);
    input_clear(&l.in);
}

static void samples_are_put_in_order_of_time(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":0,\"endTime\":100,"
                  "\"samples\":[2,3,2,3,2],\"timeDeltas\":[50,20,-40,0,40]}");
    /* 30 main, 30 work, 50 main, 70 work, 70 main until 100 */
    assert_string_equal(rows_of(&l, "wall"),
                        "work:10=0 work:10;(anonymous)=20000 work:10=20000 "
                        "work:10;(anonymous)=0 work:10=30000");
    assert_int_equal(find_kind(&l, "wall")->row[0], 2);
    input_clear(&l.in);
}

static void lists_of_unequal_length_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":0,\"endTime\":100,"
                  "\"samples\":[2,2,2,2],\"timeDeltas\":[50]}");
    assert_int_equal(total_of(&l, "wall"), 50000);
    assert_non_null(said(&l, "3 samples have no time; not counted"));
    input_clear(&l.in);
    read_text(&l, "{" NODES ",\"startTime\":0,\"endTime\":100,"
                  "\"samples\":[2],\"timeDeltas\":[50,10]}");
    assert_int_equal(total_of(&l, "wall"), 50000);
    assert_non_null(said(&l, "1 time belongs to no sample; not used"));
    input_clear(&l.in);
}

static void bytes_behind_the_document_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"samples\":[2]} 1, 2, 3]}");
    assert_string_equal(l.in.warning.v[0].text,
                        "not JSON; a value should follow in a CPU profile, not "
                        "\"]\"; 10 bytes cannot be used");
    assert_int_equal(l.in.lost.bytes, 10);
    input_clear(&l.in);
    read_text(&l, "{" NODES ",\"samples\":[2]} 1, 2\n");
    assert_non_null(said(&l, "6 bytes outside the document; not used"));
    assert_int_equal(l.in.lost.bytes, 6);
    input_clear(&l.in);
    read_text(&l, "{" NODES ",\"samples\":[2]}\n");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_start_since_1970_is_the_wall_clock(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":1652739599999000,"
                  "\"samples\":[2],\"timeDeltas\":[1000]}");
    const segment *s = find_kind(&l, "wall");
    assert_int_equal(s->time[0], 1652739600000000000);
    assert_int_equal(segment_value(s, 0), 0); /* unknown duration */
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void nodes_may_hold_their_children(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"head\":{\"functionName\":\"(root)\",\"id\":1,"
                  "\"children\":[{\"functionName\":\"f\",\"children\":["
                  "{\"id\":3,\"functionName\":\"g\\u0041\",\"lineNumber\":0}],"
                  "\"id\":2}]},\"samples\":[3,2],"
                  "\"timestamps\":[1000,1700],\"endTime\":9.5}");
    const segment *s = find_kind(&l, "wall");
    assert_string_equal(stack_of(&l, s, 0), "f;gA:1");
    assert_string_equal(stack_of(&l, s, 1), "f");
    assert_int_equal(segment_value(s, 0), 700000);
    assert_int_equal(segment_value(s, 1), 0);
    input_clear(&l.in);
}

static void children_may_name_their_parents(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"nodes\":[{\"id\":5,\"callFrame\":{\"functionName\":\"g\"}"
                  ",\"parent\":9},{\"id\":9,\"callFrame\":{\"functionName\":"
                  "\"f\"}}],\"samples\":[5],\"timeDeltas\":[1]}");
    assert_string_equal(stack_of(&l, find_kind(&l, "wall"), 0), "f;g");
    input_clear(&l.in);
}

static void without_times_samples_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"samples\":[2,2,3]}");
    assert_int_equal(total_of(&l, "samples"), 3);
    assert_null(find_kind(&l, "wall"));
    input_clear(&l.in);
    read_text(&l, "{" NODES "}");
    assert_int_equal(total_of(&l, "samples"), 5);
    assert_int_equal(obs_of(&l, "samples"), 5);
    input_clear(&l.in);
}

/* ---- damage -------------------------------------------------------------- */

static void samples_of_no_node_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"samples\":[2,77],\"timeDeltas\":[1,1]}");
    assert_int_equal(find_kind(&l, "wall")->n, 1);
    assert_non_null(said(&l, "1 sample names a node that is missing"));
    assert_int_equal(l.in.lost.events, 1);
    input_clear(&l.in);
}

static void a_node_above_itself_has_no_stack(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"nodes\":[{\"id\":1,\"children\":[2],\"callFrame\":{}},"
                  "{\"id\":2,\"callFrame\":{},\"children\":[1,2]},"
                  "{\"id\":3,\"callFrame\":{},\"parent\":2}],"
                  "\"samples\":[1,2,3],\"timeDeltas\":[1,1,1]}");
    const segment *s = find_kind(&l, "wall");
    assert_int_equal(s->n, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(stack_of(&l, s, i), "");
    assert_non_null(
        said(&l, "3 nodes in a loop of parents; samples there have no stacks"));
    input_clear(&l.in);
}

static void times_beyond_all_clocks_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"startTime\":5,\"endTime\":1e300,"
                  "\"samples\":[2,2,2],"
                  "\"timeDeltas\":[9223372036854775807,\"x\",1]}");
    assert_int_equal(total_of(&l, "wall"), 1000);
    assert_non_null(
        said(&l, "ids or times that are invalid or out of range: 2"));
    input_clear(&l.in);
}

static void what_breaks_off_keeps_samples_with_times(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" NODES ",\"samples\":[2,2,2],\"timeDeltas\":[1,1,");
    assert_int_equal(find_kind(&l, "wall")->n, 2);
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
    read_text(&l, "{" NODES ",\"samples\":[2,2,2");
    assert_null(find_kind(&l, "wall"));
    assert_null(find_kind(&l, "samples"));
    input_clear(&l.in);
}

static void deep_stacks_keep_their_leaf(void **state)
{
    corr_load_opts opts = { .jobs = 1, .limits.frames = 2 };
    loaded l;

    (void)state;
    read_as(&l,
            "{\"head\":{\"functionName\":\"a\",\"children\":["
            "{\"functionName\":\"b\",\"children\":["
            "{\"functionName\":\"c\",\"children\":["
            "{\"functionName\":\"d\",\"id\":4}]}]}]},\"samples\":[4]}",
            &opts);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "[frames left out];d");
    assert_non_null(
        said(&l, "1 stack is too deep; 3 frames of the middle left out"));
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    static const char text[] =
        "{" NODES ",\"samples\":[2,3,4],\"timeDeltas\":[1,1,1]}";

    (void)state;
    assert_text_survives(text);
}

static void profiles_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe("{\"startTime\":1," NODES), 90);
    assert_int_equal(probe("{\"title\":\"x\",\"head\":{\"functionName\":\"f\","
                           "\"hitCount\":1"),
                     80);
    assert_int_equal(probe("{\"head\":{\"callFrame\":{},\"selfSize\":0}}"), 0);
    assert_int_equal(probe("{\"nodes\":[{\"id\":1,\"name\":\"x\"}]}"), 0);
    assert_int_equal(probe("{\"nodes\":7}"), 0);
    assert_int_equal(probe("[]"), 0);
}

static void samples_by_line_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":"
              "\"(root)\"},\"positionTicks\":[],\"children\":[2]},{\"id\":2,"
              "\"callFrame\":{\"functionName\":\"f\"},\"positionTicks\":"
              "[{\"line\":3,\"ticks\":1},{\"line\":4,\"ticks\":1}]}],"
              "\"startTime\":1,\"endTime\":30,\"samples\":[2,2],"
              "\"timeDeltas\":[1,9]}");
    assert_non_null(said(&l, "samples by line of 1 node were not read"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_by_line_are_counted),
        cmocka_unit_test(a_sample_lasts_until_the_next),
        cmocka_unit_test(it_ran_from_its_start_to_its_end),
        cmocka_unit_test(members_come_in_any_order),
        cmocka_unit_test(time_that_goes_back_counts_once),
        cmocka_unit_test(samples_are_put_in_order_of_time),
        cmocka_unit_test(lists_of_unequal_length_are_told),
        cmocka_unit_test(bytes_behind_the_document_are_told),
        cmocka_unit_test(a_start_since_1970_is_the_wall_clock),
        cmocka_unit_test(nodes_may_hold_their_children),
        cmocka_unit_test(children_may_name_their_parents),
        cmocka_unit_test(without_times_samples_are_counted),
        cmocka_unit_test(samples_of_no_node_are_told),
        cmocka_unit_test(a_node_above_itself_has_no_stack),
        cmocka_unit_test(times_beyond_all_clocks_are_told),
        cmocka_unit_test(what_breaks_off_keeps_samples_with_times),
        cmocka_unit_test(deep_stacks_keep_their_leaf),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(profiles_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
