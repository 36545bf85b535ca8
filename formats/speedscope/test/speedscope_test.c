/* Tests of the reader of speedscope's files. */
#define FORMAT corr_format_speedscope
#include "test/format_test.h"

#define FRAMES                                                                 \
    "\"shared\":{\"frames\":[{\"name\":\"main\",\"file\":\"a.py\","            \
    "\"line\":3},{\"name\":\"work\"},{\"name\":\"idle\"}]}"

/* ---- sampled profiles ------------------------------------------------------ */

static void a_sample_has_the_weight_at_its_place(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"type\":\"sampled\","
                  "\"name\":\"x\",\"unit\":\"milliseconds\",\"startValue\":7,"
                  "\"samples\":[[0,1],[0,2],[0,1]],\"weights\":[2,3,0.5]}],"
                  "\"exporter\":\"me@1\"}");
    assert_string_equal(
        rows_of(&l, "wall"),
        "main:3;work=2000000 main:3;idle=3000000 main:3;work=500000");
    const segment *s = find_kind(&l, "wall");
    assert_int_equal(s->own[0], 7000000);
    assert_int_equal(s->own[2], 12000000);
    assert_null(s->time);
    assert_null(s->thread);
    assert_int_equal(s->row[2], 2);
    assert_int_equal(obs_of(&l, "wall"), 3);
    assert_string_equal(input_text(&l.in, l.in.producer).p, "me@1");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void members_come_in_any_order(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"profiles\":[{\"weights\":[1,2],\"samples\":[[0],[1]],"
                  "\"unit\":\"bytes\",\"type\":\"sampled\"}]," FRAMES "}");
    assert_string_equal(rows_of(&l, "bytes"), "main:3=1 work=2");
    assert_int_equal(kind_facts(&l, "bytes")->unit, CORR_BYTES);
    assert_null(find_kind(&l, "bytes")->own);
    input_clear(&l.in);
}

static void profiles_of_several_are_threads(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"profiles\":[{\"name\":\"one\",\"samples\":[[0]],"
                  "\"weights\":[1]},{\"name\":\"two\",\"samples\":[[0]],"
                  "\"weights\":[4]}]," FRAMES "}");
    const segment *s = find_kind(&l, "samples");
    assert_int_equal(s->n, 2);
    assert_string_equal(input_text(&l.in, l.in.thread.v[s->thread[0]].name).p,
                        "one");
    assert_string_equal(input_text(&l.in, l.in.thread.v[s->thread[1]].name).p,
                        "two");
    assert_int_equal(obs_of(&l, "samples"), 5);
    assert_int_equal(kind_facts(&l, "samples")->unit, CORR_COUNT);
    input_clear(&l.in);
}

static void fractions_of_counts_are_kept(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{\"profiles\":[{\"samples\":[[0],[1]],\"weights\":[1.5,1]"
                  "}]," FRAMES "}");
    assert_string_equal(rows_of(&l, "samples"), "main:3=1500000 work=1000000");
    assert_int_equal(kind_facts(&l, "samples")->unit, CORR_FRACTION);
    assert_null(said(&l, "some values have fractions; they are rounded"));
    input_clear(&l.in);
    read_text(&l, "{\"profiles\":[{\"samples\":[[0],[1]],\"weights\":["
                  "0.1234567,1]}]," FRAMES "}");
    assert_string_equal(rows_of(&l, "samples"), "main:3=123457 work=1000000");
    assert_non_null(said(&l, "some values have fractions; they are rounded"));
    input_clear(&l.in);
}

/* ---- evented profiles --------------------------------------------------------- */

#define OPEN(f, at)  "{\"type\":\"O\",\"frame\":" #f ",\"at\":" #at "}"
#define CLOSE(f, at) "{\"type\":\"C\",\"frame\":" #f ",\"at\":" #at "}"

static void what_is_open_lasts_until_the_next_event(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"type\":\"evented\","
                  "\"unit\":\"seconds\",\"startValue\":1,\"endValue\":9,"
                  "\"events\":[" OPEN(0, 2) "," OPEN(1, 3) "," CLOSE(
                      1, 5) "," CLOSE(0, 5) "," OPEN(2, 8) "]}]}");
    assert_string_equal(rows_of(&l, "wall"),
                        "main:3=1000000000 main:3;work=2000000000 "
                        "idle=1000000000");
    assert_int_equal(find_kind(&l, "wall")->own[2], 8000000000);
    assert_true(kind_facts(&l, "wall")->flags & CORR_KIND_NO_COUNT);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void events_that_do_not_nest_are_mended(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"type\":\"evented\","
                  "\"events\":[" OPEN(0, 5) "," CLOSE(2, 6) "," OPEN(
                      1, 4) "," OPEN(2, 8) "," CLOSE(0, 9) "]}]}");
    assert_string_equal(rows_of(&l, "samples"),
                        "main:3=1 main:3;work=2 main:3;work;idle=1");
    assert_non_null(said(
        &l, "3 events not nested or in order; frames end with their parent"));
    input_clear(&l.in);
}

/* ---- damage --------------------------------------------------------------------- */

static void frames_that_are_not_there_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"samples\":[[0,7],[-1,1],"
                  "[99999999999]],\"weights\":[1,2,3]}]}");
    assert_string_equal(rows_of(&l, "samples"), "main:3=1 work=2 =3");
    assert_non_null(said(&l, "3 frames not in the list of frames left out"));
    input_clear(&l.in);
}

static void values_that_are_none_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"unit\":\"seconds\","
                  "\"samples\":[[0],[1],[2],7],"
                  "\"weights\":[1e299,-1,null,1]}]}");
    assert_string_equal(rows_of(&l, "wall"), "idle=0 =1000000000");
    assert_non_null(said(&l, "4 values invalid, or beyond 2^63"));
    input_clear(&l.in);
}

static void what_breaks_off_keeps_samples_with_weights(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"samples\":[[0],[1],[2]],"
                  "\"weights\":[1,2,");
    assert_string_equal(rows_of(&l, "samples"), "main:3=1 work=2");
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
    read_text(&l, "{" FRAMES ",\"profiles\":[{\"weights\":[1,2,3],"
                  "\"samples\":[[0],[1,2");
    assert_string_equal(rows_of(&l, "samples"), "main:3=1");
    input_clear(&l.in);
}

static void deep_stacks_keep_their_leaf(void **state)
{
    corr_load_opts opts = { .jobs = 1, .limits.frames = 2 };
    loaded l;

    (void)state;
    read_as(&l,
            "{" FRAMES ",\"profiles\":[{\"samples\":[[0,1,2,2]],"
            "\"weights\":[1]}]}",
            &opts);
    assert_string_equal(rows_of(&l, "samples"), "[frames left out];idle=1");
    assert_non_null(
        said(&l, "1 stack is too deep; 3 frames of the middle left out"));
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    static const char text[] =
        "{" FRAMES ",\"profiles\":[{\"name\":\"a\",\"samples\":[[0,1]],"
        "\"weights\":[1]},{\"name\":\"b\",\"events\":[" OPEN(0, 1) "," CLOSE(
            0, 2) "]}]}";

    (void)state;
    assert_text_survives(text);
}

static void files_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(
        probe("{\"version\":\"1\",\"$schema\":"
              "\"https://www.speedscope.app/file-format-schema.json\""),
        100);
    assert_int_equal(
        probe("{\"profiles\":[{\"name\":\"x\",\"type\":\"evented\",\"ev"), 90);
    assert_int_equal(probe("{\"$schema\":\"https://example.org/x\"}"), 0);
    assert_int_equal(probe("{\"profiles\":[{\"type\":\"x\"}]}"), 0);
    assert_int_equal(probe("{\"profiles\":7}"), 0);
    assert_int_equal(probe("[]"), 0);
}

#define TWO_FRAMES                                                             \
    "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","     \
    "\"shared\":{\"frames\":[{\"name\":\"main\"},{\"name\":\"a\"}]},"          \
    "\"profiles\":[{\"name\":\"t\","

static void integers_keep_every_digit(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TWO_FRAMES
              "\"type\":\"evented\",\"unit\":\"nanoseconds\","
              "\"startValue\":1700000000000000001,"
              "\"endValue\":1700000000000000305,\"events\":["
              "{\"type\":\"O\",\"frame\":0,\"at\":1700000000000000001},"
              "{\"type\":\"O\",\"frame\":1,\"at\":1700000000000000101},"
              "{\"type\":\"C\",\"frame\":1,\"at\":1700000000000000204.0},"
              "{\"type\":\"C\",\"frame\":0,\"at\":1700000000000000305}"
              "]}]}");
    assert_string_equal(rows_of(&l, "wall"), "main=100 main;a=103 main=101");
    input_clear(&l.in);
}

static void seconds_since_1970_keep_their_nanoseconds(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TWO_FRAMES
              "\"type\":\"evented\",\"unit\":\"seconds\","
              "\"startValue\":0,\"endValue\":0,\"events\":["
              "{\"type\":\"O\",\"frame\":0,\"at\":1700000000.000000001},"
              "{\"type\":\"C\",\"frame\":0,\"at\":1700000000.000000301}"
              "]}]}");
    assert_string_equal(rows_of(&l, "wall"), "main=300");
    assert_null(said_code(&l, "ROUNDED"));
    input_clear(&l.in);
}

static void lists_of_unequal_length_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              TWO_FRAMES "\"type\":\"sampled\",\"unit\":\"seconds\","
                         "\"samples\":[[0,1],[0],[0,1]],\"weights\":[1]}]}");
    assert_string_equal(rows_of(&l, "wall"), "main;a=1000000000");
    assert_non_null(said(&l, "2 samples of 3 have no weight; not counted"));
    input_clear(&l.in);
    read_text(&l, TWO_FRAMES "\"type\":\"sampled\",\"unit\":\"seconds\","
                             "\"samples\":[[0,1]],\"weights\":[1,2]}]}");
    assert_string_equal(rows_of(&l, "wall"), "main;a=1000000000");
    assert_non_null(said(&l, "1 weight has no sample; not counted"));
    input_clear(&l.in);
}

static void without_weights_samples_are_counted(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TWO_FRAMES "\"type\":\"sampled\",\"unit\":\"seconds\","
                             "\"samples\":[[0,1],[0]]}]}");
    assert_string_equal(rows_of(&l, "samples"), "main;a=1 main=1");
    assert_non_null(said(&l, "2 samples have no weight; each counts 1"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_keep_every_digit),
        cmocka_unit_test(seconds_since_1970_keep_their_nanoseconds),
        cmocka_unit_test(lists_of_unequal_length_are_told),
        cmocka_unit_test(without_weights_samples_are_counted),
        cmocka_unit_test(a_sample_has_the_weight_at_its_place),
        cmocka_unit_test(members_come_in_any_order),
        cmocka_unit_test(profiles_of_several_are_threads),
        cmocka_unit_test(fractions_of_counts_are_kept),
        cmocka_unit_test(what_is_open_lasts_until_the_next_event),
        cmocka_unit_test(events_that_do_not_nest_are_mended),
        cmocka_unit_test(frames_that_are_not_there_are_told),
        cmocka_unit_test(values_that_are_none_are_told),
        cmocka_unit_test(what_breaks_off_keeps_samples_with_weights),
        cmocka_unit_test(deep_stacks_keep_their_leaf),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(files_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
