/* Tests of clock_profile: recordings with another clock than the traces. */
#include "store/clock_profile.h"

#include "store/edition.h"
#include "test/test_bytime.h"
#include "test/test_memory.h"

static double offset_ms; /* the recording is ahead by this */
static unsigned stale_rows;

/* Twenty spans of 10 ms, one after the other. */
static void requests(corr_build *b)
{
    for (unsigned i = 0; i < 20; i++)
        on_thread(b, i + 1, i + 1, 0, 100 * i, 100 * i + 10, "thread.id=#31");
}

/* Samples soon after the start and shortly before the end of each. */
static void recording(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < 20; i++) {
        corr_sample_row row = { .kind = cpu,
                                .thread =
                                    corr_add_thread(b, (corr_text){ 0 }, 0, 31),
                                .stack = testing_stack(b, "labelled"),
                                .span = i + 1,
                                .value = 10 };
        const double late = i < stale_rows ? 500 : 0;
        row.time = testing_ms(100 * i + 0.5 + late + offset_ms);
        corr_add_sample(b, &row);
        row.time = testing_ms(100 * i + 9.5 + late + offset_ms);
        corr_add_sample(b, &row);
    }
    sample_on(b, cpu, "by_thread", 1905 + offset_ms, 31);
}

static corr_store *shifted_by(double ms, unsigned stale)
{
    offset_ms = ms;
    stale_rows = stale;
    corr_store *st = testing_store(requests, recording);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

static void assert_shift(corr_store *st, double ms, double within)
{
    const double got = (double)corr_input_at(st, 1).clock.shift / 1e6;

    if (fabs(got - ms) > within)
        fail_msg("shifted by %g ms, not %g", got, ms);
}

static void a_recording_ahead_of_the_traces_is_shifted_back(void **state)
{
    corr_store *st = shifted_by(137, 0);

    (void)state;
    assert_shift(st, -137, 0.001);
    assert_int_equal(st->input.v[1]->clock.shift_u, 500000);
    assert_true(testing_said(st, "CLOCK"));
    assert_joined(st, "by_thread", 20, CORR_RUNG_T1);
    corr_store_free(st);
}

static void what_was_loaded_stays_as_it_is(void **state)
{
    corr_store *st = shifted_by(137, 0);
    const input *in = store_input(st, 1);
    const input *loaded = st->loaded.v[1];

    (void)state;
    assert_int_equal(in->segment.v[1].time[0],
                     loaded->segment.v[1].time[0] + in->clock.shift);
    assert_int_equal(in->from, loaded->from + in->clock.shift);
    assert_ptr_equal(in->segment.v[1].value, loaded->segment.v[1].value);
    assert_int_equal(loaded->clock.shift, 0);
    store_forget(st);
    assert_ptr_equal(store_input(st, 1), loaded);
    corr_store_free(st);
}

static void out_of_memory_no_time_is_changed(void **state)
{
    corr_store *st = shifted_by(137, 0);
    const int64_t first = st->loaded.v[1]->segment.v[1].time[0];
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        edition_forget(st);
        test_memory_arm(n);
        const bool ok = clock_profiles(st);
        more = test_memory_failed();
        edition_forget(st);
        test_memory_disarm();
        assert_true(ok || more); /* a warning may be lost */
        assert_int_equal(st->loaded.v[1]->segment.v[1].time[0], first);
    }
    corr_store_free(st);
}

static void rows_are_printed_with_the_times_of_the_file(void **state)
{
    corr_store *st = shifted_by(137, 0);
    const corr_query all = { .joined = true };
    corr_sel *sel = corr_sel_of(st, &all, NULL);
    corr_sel_iter it = { .sel = sel };
    corr_row r;

    (void)state;
    assert_non_null(sel);
    assert_true(corr_sel_next(&it, &r));
    assert_int_equal(r.time, testing_ms(0.5 + 137));
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_clock_that_is_right_is_left_alone(void **state)
{
    static const double right[] = { 0, 0.4, -0.4, 1.4, -1.4 };

    (void)state;
    for (size_t i = 0; i < countof(right); i++) {
        corr_store *st = shifted_by(right[i], 0);
        assert_shift(st, 0, 0);
        assert_false(testing_said(st, "CLOCK"));
        corr_store_free(st);
    }
}

static void a_few_stale_labels_do_not_move_a_clock(void **state)
{
    corr_store *st = shifted_by(20, 4);

    (void)state;
    assert_shift(st, -20, 0.001);
    corr_store_free(st);
    st = shifted_by(20, 5); /* a quarter of them */
    assert_shift(st, 0, 0);
    corr_store_free(st);
}

/* A sample in the middle of each span.  Some labels are removed late, so that
 * all of them would fit 5 ms earlier. */
static void outliving(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < 20; i++)
        corr_add_sample(b, &(corr_sample_row){
                               .kind = cpu,
                               .span = i + 1,
                               .time = testing_ms(100 * i + 6 +
                                                  (i < stale_rows ? 8.0 : 0.0)),
                               .value = 10 });
}

static void labels_that_outlive_some_spans_move_no_clock(void **state)
{
    (void)state;
    for (stale_rows = 0; stale_rows < 4; stale_rows++) {
        corr_store *st = testing_store(requests, outliving);
        assert_int_equal(store_prepare(st, NULL), CORR_OK);
        assert_shift(st, stale_rows < 3 ? 0 : -5, 0.001);
        corr_store_free(st);
    }
}

static void whole_hours_are_a_time_zone(void **state)
{
    corr_store *st = shifted_by(3600e3 + 12, 0);

    (void)state;
    assert_shift(st, -3600e3 - 12, 0.001);
    assert_true(testing_said(st, "TIME_ZONE"));
    assert_false(testing_said(st, "CLOCK"));
    corr_store_free(st);
}

static void what_is_too_far_is_told_and_not_done(void **state)
{
    corr_store *st = shifted_by(1000e3, 0);

    (void)state;
    assert_shift(st, 0, 0);
    assert_true(testing_said(st, "CLOCK"));
    corr_store_free(st);
}

static void few(corr_build *b)
{
    for (unsigned i = 0; i < 9; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = testing_cpu(b),
                                   .stack = testing_stack(b, "a"),
                                   .span = i + 1,
                                   .time = testing_ms(100 * i + 5 + 137) });
}

static void few_samples_say_nothing_of_a_clock(void **state)
{
    corr_store *st = testing_store(requests, few);

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_shift(st, 0, 0);
    corr_store_free(st);
}

static void the_user_may_keep_all_times(void **state)
{
    corr_store *st = corr_store_new(testing_formats, NULL);
    const corr_load_opts keep = { .times.keep_clocks = true };
    testing_fill *const files[] = { requests, recording };

    (void)state;
    offset_ms = 137;
    stale_rows = 0;
    testing_add(st, &keep, 0, files, 2);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_shift(st, 0, 0);
    corr_store_free(st);
}

/* A thread works for each span from about its start until about its end. */
static void as_long(corr_build *b)
{
    const corr_kind context =
        testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < 20; i++)
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = context,
                   .span = i + 1,
                   .time = testing_ms(100 * i + i % 4 * 0.01 + offset_ms),
                   .duration = 9980000 + i % 3 * 30000 });
}

static void activations_may_last_about_as_long_as_their_spans(void **state)
{
    (void)state;
    offset_ms = 137;
    corr_store *st = testing_store(requests, as_long);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_shift(st, -137.02, 0.02);
    corr_store_free(st);
}

/* The recording itself has the spans, so they prove nothing about its clock. */
static void tells_of_its_own(corr_build *b)
{
    requests(b);
    recording(b);
}

static void a_clock_is_not_compared_with_itself(void **state)
{
    (void)state;
    offset_ms = 137;
    stale_rows = 0;
    corr_store *st = testing_store(tells_of_its_own);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(corr_input_at(st, 0).clock.shift, 0);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_ahead_of_the_traces_is_shifted_back),
        cmocka_unit_test(what_was_loaded_stays_as_it_is),
        cmocka_unit_test(out_of_memory_no_time_is_changed),
        cmocka_unit_test(rows_are_printed_with_the_times_of_the_file),
        cmocka_unit_test(a_clock_that_is_right_is_left_alone),
        cmocka_unit_test(a_few_stale_labels_do_not_move_a_clock),
        cmocka_unit_test(labels_that_outlive_some_spans_move_no_clock),
        cmocka_unit_test(whole_hours_are_a_time_zone),
        cmocka_unit_test(what_is_too_far_is_told_and_not_done),
        cmocka_unit_test(few_samples_say_nothing_of_a_clock),
        cmocka_unit_test(the_user_may_keep_all_times),
        cmocka_unit_test(activations_may_last_about_as_long_as_their_spans),
        cmocka_unit_test(a_clock_is_not_compared_with_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
