/* Tests of build_series: points, losses, virtual threads. */
#include "model/build.h"
#include "test/testing.h"

static corr_build *new_build(void)
{
    corr_build *b = build_new(&(build_opts){ 0 }, NULL);

    assert_non_null(b);
    return b;
}

static input seal(corr_build *b)
{
    input in = { 0 };

    assert_int_equal(build_seal(b, &in, NULL), CORR_OK);
    build_free(b);
    assert_null(input_check(&in));
    return in;
}

static void equal_names_and_threads_are_one_series(void **state)
{
    (void)state;
    corr_build *b = new_build();
    const corr_thread t = corr_add_thread(b, (corr_text){ 0 }, 7, 0);
    const corr_series all =
        corr_add_series(b, CORR_STR("jvm"), CORR_STR("1"), (corr_thread){ 0 });
    const corr_series one =
        corr_add_series(b, CORR_STR("jvm"), CORR_STR("1"), t);
    assert_int_not_equal(all.i, one.i);
    assert_int_not_equal(all.i, 0);
    assert_int_equal(corr_add_series(b, CORR_STR("jvm"), CORR_STR("1"), t).i,
                     one.i);
    assert_int_not_equal(
        corr_add_series(b, CORR_STR("jvm"), CORR_STR("ns"), t).i, one.i);
    assert_int_not_equal(
        corr_add_series(b, CORR_STR("machine"), CORR_STR("1"), t).i, one.i);
    input in = seal(b);
    assert_int_equal(in.series.n, 5);
    assert_string_equal(input_text(&in, in.series.v[one.i].name).p, "jvm");
    assert_string_equal(input_text(&in, in.series.v[one.i].unit).p, "1");
    assert_int_equal(in.series.v[one.i].thread, t.i);
    input_clear(&in);
}

static void points_are_sorted_by_series_and_time(void **state)
{
    (void)state;
    corr_build *b = new_build();
    const corr_series x =
        corr_add_series(b, CORR_STR("x"), CORR_STR("1"), (corr_thread){ 0 });
    const corr_series y =
        corr_add_series(b, CORR_STR("y"), CORR_STR("1"), (corr_thread){ 0 });
    corr_add_point(b, y, 5, 0.5);
    corr_add_point(b, x, 9, 0.9);
    corr_add_point(b, x, 3, 0.3);
    corr_add_point(b, (corr_series){ 0 }, 1, 1); /* of no series: dropped */
    input in = seal(b);
    assert_int_equal(in.point.n, 3);
    assert_int_equal(in.point.v[0].time, 3);
    assert_int_equal(in.point.v[1].time, 9);
    assert_int_equal(in.point.v[2].series, y.i);
    assert_true(in.point.v[2].value == 0.5);
    input_clear(&in);
}

static void losses_are_summed_and_sorted(void **state)
{
    (void)state;
    corr_build *b = new_build();
    corr_add_loss(b, 50, 60);
    corr_add_loss(b, 10, 13);
    corr_add_loss(b, 20, 20); /* nothing */
    corr_set_clock_error(b, 77);
    input in = seal(b);
    assert_int_equal(in.loss.n, 2);
    assert_int_equal(in.loss.v[0].from, 10);
    assert_int_equal(in.loss.v[1].to, 60);
    assert_int_equal(in.lost.ns, 13);
    assert_int_equal(in.clock.error, 77);
    input_clear(&in);
}

static void
blocks_that_are_not_whole_are_kept_and_the_others_counted(void **state)
{
    (void)state;
    corr_build *b = new_build();
    corr_add_block(
        b, &(corr_block){ .bytes = 9, .read = 9, .from = 20, .to = 30 });
    corr_add_block(b,
                   &(corr_block){ .at = 9, .bytes = 9, .read = 8, .to = 99 });
    corr_add_block(
        b, &(corr_block){ .bytes = 9, .read = 9, .from = 10, .to = 20 });
    for (int i = 0; i < 2 * MOST_BROKEN; i++)
        corr_add_block(b, &(corr_block){ .open = true });
    input in = seal(b);
    assert_int_equal(in.block.n, 3 + 2 * MOST_BROKEN);
    assert_int_equal(in.block.nbroken, 1 + 2 * MOST_BROKEN);
    assert_int_equal(in.block.broken.n, MOST_BROKEN);
    assert_int_equal(in.block.whole_from, 10);
    assert_int_equal(in.block.whole_to, 30);
    assert_int_equal(in.block.broken.v[0].number, 2);
    assert_int_equal(in.block.broken.v[0].block.at, 9);
    assert_int_equal(in.block.broken.v[1].number, 4);
    input_clear(&in);
}

static void times_of_a_clock_of_its_own_are_no_times_of_day(void **state)
{
    corr_sample_row r = { .time = 9, .value = 1 };

    (void)state;
    corr_build *b = new_build();
    r.kind = corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu") });
    corr_add_sample(b, &r);
    r.time = 4;
    corr_add_sample(b, &r);
    corr_set_clock(b, CORR_CLOCK_OWN);
    input in = seal(b);
    const segment *s = &in.segment.v[1];
    assert_null(s->time);
    assert_non_null(s->own);
    assert_int_equal(s->own[0], 4);
    assert_int_equal(s->own[1], 9);
    assert_true(s->min > s->max);
    assert_int_equal(in.from, CORR_NO_TIME);
    assert_int_equal(in.clock.kind, CORR_CLOCK_OWN);
    input_clear(&in);
}

static input told(int64_t at, int64_t t, corr_err *err)
{
    const build_opts opts = { .needs = CORR_NEED_ALL,
                              .began = { true, at, 500000 } };
    corr_sample_row r = { .value = 1 };
    input in = { .file.path = NULL };

    corr_build *b = build_new(&opts, NULL);
    assert_non_null(b);
    r.kind = corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu") });
    r.time = t;
    corr_add_sample(b, &r);
    r.time = 4;
    corr_add_sample(b, &r);
    r.time = CORR_NO_TIME;
    corr_add_sample(b, &r);
    corr_set_clock(b, CORR_CLOCK_OWN);
    corr_note(b, "CLOCK_UNKNOWN", "nobody knows");
    const corr_code code = build_seal(b, &in, err);
    assert_int_equal(code, err->code);
    build_free(b);
    return in;
}

static void times_of_a_clock_whose_start_is_told_are_times_of_day(void **state)
{
    const int64_t at = INT64_C(1795278052160000000);
    corr_err err = { 0 };
    input in = told(at, 9, &err);
    const segment *s = &in.segment.v[1];

    (void)state;
    assert_int_equal(err.code, CORR_OK);
    assert_null(s->own);
    assert_int_equal(s->time[0], CORR_NO_TIME);
    assert_int_equal(s->time[1], at + 4);
    assert_int_equal(s->time[2], at + 9);
    assert_int_equal(in.from, at + 4);
    assert_int_equal(in.to, at + 9);
    assert_int_equal(in.clock.kind, CORR_CLOCK_WALL);
    assert_true(in.clock.is_told);
    assert_int_equal(in.clock.shift_u, 500000);
    assert_int_equal(in.warning.n, 1);
    assert_string_equal(in.warning.v[0].code, "CLOCK_TOLD");
    assert_non_null(strstr(in.warning.v[0].text, "(\xc2\xb1"
                                                 "0.0005 s)"));
    input_clear(&in);
}

static void a_start_that_makes_times_overflow_is_refused(void **state)
{
    corr_err err = { 0 };
    input in = told(INT64_C(1795278052160000000), INT64_MAX - 5, &err);

    (void)state;
    assert_int_equal(err.code, CORR_EFORMAT);
    assert_non_null(strstr(err.what, "out of range"));
    input_clear(&in);
}

static void a_virtual_thread_is_no_thread_of_the_system(void **state)
{
    (void)state;
    corr_build *b = new_build();
    const corr_text name = corr_add_text(b, CORR_STR("worker"));
    const corr_thread real = corr_add_thread(b, name, 0, 31);
    const corr_thread v = corr_add_virtual_thread(b, name, 31);
    assert_int_not_equal(real.i, v.i);
    assert_int_equal(corr_add_virtual_thread(b, name, 31).i, v.i);
    input in = seal(b);
    assert_false(in.thread.v[real.i].is_virtual);
    assert_true(in.thread.v[v.i].is_virtual);
    assert_int_equal(in.thread.v[v.i].vm_id, 31);
    input_clear(&in);
}

static void a_row_keeps_who_held_the_lock_before(void **state)
{
    (void)state;
    corr_build *b = new_build();
    const corr_thread t = corr_add_thread(b, (corr_text){ 0 }, 1, 0);
    const corr_thread owner = corr_add_thread(b, (corr_text){ 0 }, 2, 0);
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK,
                                           .threshold = 20000000 });
    corr_add_sample(b, &(corr_sample_row){ .kind = k,
                                           .thread = t,
                                           .other = owner,
                                           .time = 5,
                                           .duration = 4,
                                           .value = 4 });
    corr_add_sample(b, &(corr_sample_row){ .kind = k, .thread = t, .time = 1 });
    input in = seal(b);
    const segment *s = &in.segment.v[k.i];
    assert_int_equal(s->other[0], 0); /* rows are sorted by time */
    assert_int_equal(s->other[1], owner.i);
    assert_int_equal(in.kind.v[k.i].wait, CORR_WAIT_LOCK);
    assert_int_equal(in.kind.v[k.i].threshold, 20000000);
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_names_and_threads_are_one_series),
        cmocka_unit_test(points_are_sorted_by_series_and_time),
        cmocka_unit_test(losses_are_summed_and_sorted),
        cmocka_unit_test(
            blocks_that_are_not_whole_are_kept_and_the_others_counted),
        cmocka_unit_test(times_of_a_clock_of_its_own_are_no_times_of_day),
        cmocka_unit_test(times_of_a_clock_whose_start_is_told_are_times_of_day),
        cmocka_unit_test(a_start_that_makes_times_overflow_is_refused),
        cmocka_unit_test(a_virtual_thread_is_no_thread_of_the_system),
        cmocka_unit_test(a_row_keeps_who_held_the_lock_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
