/* Tests of partials: the reader, and the sums. */
#define FORMAT corr_format_partial
#include "test/format_test.h"

#include "model/input_recording.h"
#include "partial/partial_sums.h"

#define HEAD      "corrpart\t1\t10000000000\n"
#define RECORDING "recording\tab12\tpprof\tgo\t1000000000\t31000000000\t0\t4\n"
#define KIND      "kind\tcpu\tcpu/nanoseconds\tns\t10000000\tdefault\t-\t0\n"
#define PROCESS   "process\tshop\t1.2\th1\t\n"
#define FRAMES                                                                 \
    "frame\tmain\tshop\tmain.go\t7\t0\t0\t\t\n"                                \
    "frame\twork\tshop\twork.go\t9\t0\t0\t\t\n"
#define STACKS "stack\t00\t0 1\nstack\t11\t0\n"
#define TABLES HEAD RECORDING KIND PROCESS FRAMES STACKS

static void a_sum_is_a_row(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TABLES "sum\t0\t0\t0\t0\t-\t2\t20000000\t200000000000000\n"
                         "sum\t0\t0\t0\t1\t3\t1\t30000000\t900000000000000\n");
    const segment *s = find_kind(&l, "cpu");
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:9=20000000 main:7=30000000");
    assert_int_equal(segment_obs(s, 0), 2);
    assert_int_equal(s->time[0], CORR_NO_TIME);
    assert_int_equal(s->time[1], 30000000000);
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_int_equal(l.in.recording.n, 1);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* Observations of unequal values keep the sum of their squares. */
static void squares_are_kept_if_values_differ(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TABLES "sum\t0\t0\t0\t0\t-\t2\t40\t1000\n"
                         "sum\t0\t0\t0\t1\t-\t2\t40\t800\n");
    const segment *s = find_kind(&l, "cpu");
    assert_true(segment_squares(s, 0) == 1000);
    assert_true(segment_squares(s, 1) == 0);
    input_clear(&l.in);
}

static void names_have_any_character(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD RECORDING KIND PROCESS
              "frame\ta\\tb\\\\n\\x1b\t\t\t0\t0\t0\t\t\nstack\t0\t0\n"
              "sum\t0\t0\t0\t0\t-\t1\t5\t25\n");
    assert_string_equal(rows_of(&l, "cpu"), "a\tb\\n\x1b=5");
    input_clear(&l.in);
}

static void a_bad_sum_is_left_out(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TABLES "sum\t0\t0\t0\t7\t-\t2\t20\t200\n"
                         "sum\t0\t0\t0\t0\t-\t1\t30\t900\n"
                         "sum\t0\t0\t0\t0\t-\t-1\t30\t900\n");
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:9=30");
    const warning *w = said(&l, "line 9 is no line of a partial");
    assert_non_null(w);
    assert_int_equal(w->count, 2);
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

/* Numbers behind a missing line of a table would be of other lines. */
static void sums_behind_a_bad_table_are_not_read(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD RECORDING KIND PROCESS
              "frame\tmain\n" FRAMES STACKS "sum\t0\t0\t0\t0\t-\t1\t30\t900\n");
    assert_string_equal(rows_of(&l, "cpu"), "");
    assert_non_null(said(&l, "the sums after a bad table were not read"));
    input_clear(&l.in);
}

static void another_version_is_refused(void **state)
{
    loaded l;

    (void)state;
    read_as(&l, "corrpart\t2\t10000000000\n", &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "a partial of another version of corr");
    assert_int_equal(probe(HEAD), 100);
    assert_int_equal(probe("corr 1\n"), 0);
}

/* What two orders of adding write. */
static void sums_have_no_order(void **state)
{
    static const char *const frame[] = { "b", "a" };
    char *text[2];

    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        partial_sums *s = partial_sums_new();
        corr_out *out = corr_out_memory();
        corr_err err = { 0 };
        uint32_t at[2];
        assert_non_null(s);
        for (unsigned i = 0; i < 2; i++)
            at[i ^ order] = partial_add_line(s, PARTIAL_FRAME,
                                             corr_str_of(frame[i ^ order]));
        const uint32_t recording = partial_open_recording(s);
        const uint32_t kind = partial_add_line(s, PARTIAL_KIND, CORR_STR("k"));
        const uint32_t process =
            partial_add_line(s, PARTIAL_PROCESS, CORR_STR("p"));
        assert_true(partial_close_recording(s, recording, CORR_STR("r")));
        for (unsigned i = 0; i < 3; i++) {
            const unsigned which = (order ? 2 - i : i) % 2;
            const uint32_t stack = partial_add_stack(s, &at[which], 1);
            partial_add_sum(s, &(partial_sum){ recording, kind, process, stack,
                                               1, 1, 10 + which, 100 });
        }
        assert_int_equal(partial_sums_write(s, out, &err), CORR_OK);
        text[order] = strndup(corr_out_bytes(out).p, corr_out_bytes(out).n);
        assert_int_equal(corr_out_close(out, &err), CORR_OK);
        partial_sums_free(s);
    }
    assert_string_equal(text[0], text[1]);
    assert_non_null(strstr(text[0], "\t1\t2\t20\t200\n"));
    free(text[0]);
    free(text[1]);
}

/* Equal digests are of equal recordings, which count once. */
static void a_recording_counts_once(void **state)
{
    partial_sums *s = partial_sums_new();
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    const uint32_t kind = partial_add_line(s, PARTIAL_KIND, CORR_STR("k"));
    const uint32_t process =
        partial_add_line(s, PARTIAL_PROCESS, CORR_STR("p"));
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t r = partial_open_recording(s);
        const uint32_t stack = partial_add_stack(s, NULL, 0);
        partial_add_sum(
            s, &(partial_sum){ r, kind, process, stack, 1, 1, 10 + i, 100 });
        assert_int_equal(
            partial_close_recording(s, r, corr_str_of(i < 2 ? "b\t" : "a\t")),
            i != 1);
    }
    assert_int_equal(partial_sums_write(s, out, &err), CORR_OK);
    assert_true(corr_str_has(corr_out_bytes(out),
                             "sum\t0\t0\t0\t0\t1\t1\t12\t100\n"
                             "sum\t1\t0\t0\t0\t1\t1\t10\t100\n"));
    assert_false(corr_str_has(corr_out_bytes(out), "\t11\t100"));
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    partial_sums_free(s);
}

/* Each row knows its recording, and a recording its service. */
static void a_row_is_of_a_recording(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, HEAD
              "recording\tab12\tpprof\tgo\t1000000000\t31000000000\t0\t4\n"
              "recording\tcd34\tjfr\tjava\t-\t-\t7000000000\t4\n" KIND PROCESS
              "process\tcart\t1.2\th1\t\n" FRAMES STACKS
              "sum\t0\t0\t0\t0\t-\t2\t20\t200\n"
              "sum\t1\t0\t0\t0\t-\t2\t20\t200\n"
              "sum\t1\t0\t1\t1\t-\t1\t30\t900\n");
    const segment *s = find_kind(&l, "cpu");
    const recording_row *r = l.in.recording.v;
    assert_int_equal(input_recording(&l.in, s, 0), 1);
    assert_int_equal(input_recording(&l.in, s, 1), 2);
    assert_int_equal(input_recording(&l.in, s, 2), 2);
    assert_int_equal(r[0].from, 1000000000);
    assert_int_equal(r[1].from, CORR_NO_TIME);
    assert_int_equal(r[1].length, 7000000000);
    assert_true(corr_str_is(input_text(&l.in, r[0].service), "shop"));
    assert_true(corr_str_is(input_text(&l.in, r[1].service), ""));
    assert_true(corr_str_is(input_text(&l.in, r[1].language), "java"));
    input_clear(&l.in);
}

static void sums_beyond_64_bits_fail(void **state)
{
    partial_sums *s = partial_sums_new();
    corr_err err = { 0 };

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        partial_add_sum(s, &(partial_sum){ .value = INT64_MAX });
    assert_int_equal(partial_sums_failed(s, &err), CORR_ELIMIT);
    partial_sums_free(s);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    assert_text_survives(TABLES "sum\t0\t0\t0\t0\t-\t2\t20\t200\n"
                                "sum\t0\t0\t0\t1\t3\t1\t30\t900\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_is_a_row),
        cmocka_unit_test(squares_are_kept_if_values_differ),
        cmocka_unit_test(names_have_any_character),
        cmocka_unit_test(a_bad_sum_is_left_out),
        cmocka_unit_test(sums_behind_a_bad_table_are_not_read),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(sums_have_no_order),
        cmocka_unit_test(a_recording_counts_once),
        cmocka_unit_test(a_row_is_of_a_recording),
        cmocka_unit_test(sums_beyond_64_bits_fail),
        cmocka_unit_test(any_damage_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
