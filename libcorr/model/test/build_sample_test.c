/* Tests of build_sample: kinds, samples, columns, rows summed per stack. */
#include "model/build.h"

#include "model/segment.h"
#include "test/testing.h"

/* ---- samples -------------------------------------------------------------------- */

static corr_sample_row row_of(corr_kind kind, corr_stack stack, int64_t value)
{
    return (corr_sample_row){
        .kind = kind, .stack = stack, .value = value, .time = CORR_NO_TIME
    };
}

static void columns_nobody_fills_are_absent(void **state)
{
    corr_build *b = testing_build(
        (build_opts){ .needs = CORR_NEED_ALL & ~(unsigned)CORR_NEED_ROWS });
    corr_sample_row r = row_of(testing_cpu(b), testing_stack(b, "a"), 5);

    (void)state;
    corr_add_sample(b, &r);
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->n, 1);
    assert_non_null(g->stack);
    assert_non_null(g->value);
    assert_null(g->time);
    assert_null(g->labels);
    assert_null(g->thread);
    assert_null(g->span);
    assert_null(g->root);
    assert_null(g->trace);
    assert_null(g->dur);
    assert_null(g->obs);
    assert_null(g->row);
    assert_true(g->min > g->max);
    assert_int_equal(segment_width(g), 12);
    input_clear(&in);
}

/* Many rows, the last of which needs every column. */
static void columns_that_come_late_say_nothing_of_the_rows_before(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_sample_row r = row_of(testing_cpu(b), testing_stack(b, "a"), 5);

    (void)state;
    for (unsigned i = 0; i < 600; i++)
        corr_add_sample(b, &r);
    r.time = testing_ms(1);
    r.labels = testing_labels(b, "a=b");
    r.thread = corr_add_thread(b, corr_add_text(b, CORR_STR("t")), 1, 2);
    r.span = 0x11;
    r.root = 0x12;
    r.trace = testing_trace(3);
    r.duration = 77;
    r.obs = 9;
    r.row = 600;
    corr_add_sample(b, &r);
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->n, 601);
    for (unsigned i = 0; i < 600; i++)
        if (g->time[i] != CORR_NO_TIME || g->labels[i] || g->thread[i] ||
            g->span[i] || g->root[i] || g->trace[i] || g->dur[i] ||
            g->obs[i] != 1 || g->row[i] || g->value[i] != 5)
            fail_msg("row %u", i);
    assert_int_equal(g->time[600], testing_ms(1));
    assert_int_equal(g->labels[600], r.labels.i);
    assert_int_equal(g->thread[600], r.thread.i);
    assert_int_equal(g->span[600], 0x11);
    assert_int_equal(g->root[600], 0x12);
    assert_int_equal(segment_trace(g, 600).hi, testing_trace(3).hi);
    assert_int_equal(segment_trace(g, 600).lo, 3);
    assert_int_equal(segment_trace(g, 599).lo, 0);
    assert_int_equal(g->dur[600], 77);
    assert_int_equal(g->obs[600], 9);
    assert_int_equal(g->row[600], 600);
    assert_int_equal(g->min, testing_ms(1));
    assert_int_equal(g->max, testing_ms(1));
    input_clear(&in);
}

static void rows_are_sorted_by_time_with_all_their_columns(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    corr_sample_row r = row_of(testing_cpu(b), (corr_stack){ 0 }, 0);
    const double times[] = { 30, 10, NAN, 20, 10 };

    (void)state;
    for (uint32_t i = 0; i < countof(times); i++) {
        r.time = isnan(times[i]) ? CORR_NO_TIME : testing_ms(times[i]);
        r.value = i;
        r.trace = testing_trace(i);
        r.row = i;
        corr_add_sample(b, &r);
    }
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    const uint32_t want[] = { 2, 1, 4, 3, 0 };
    for (size_t i = 0; i < countof(want); i++) {
        assert_int_equal(g->value[i], want[i]);
        assert_int_equal(g->row[i], want[i]);
        assert_int_equal(segment_trace(g, i).lo, want[i]);
    }
    assert_int_equal(g->time[0], CORR_NO_TIME);
    assert_int_equal(g->min, testing_ms(10));
    assert_int_equal(g->max, testing_ms(30));
    assert_int_equal(in.from, testing_ms(10));
    assert_int_equal(in.to, testing_ms(30));
    input_clear(&in);
}

static void rows_add_up_where_nothing_tells_them_apart(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SAMPLES });
    const corr_kind cpu = testing_cpu(b);
    const corr_kind wall = testing_kind(b, "wall", 0);
    const corr_stack a = testing_stack(b, "a");
    const corr_stack c = testing_stack(b, "c");
    corr_sample_row rows[] = { row_of(cpu, a, 1),  row_of(cpu, c, 2),
                               row_of(wall, a, 4), row_of(cpu, a, 5),
                               row_of(cpu, a, 1),  row_of(wall, c, 32),
                               row_of(wall, a, 4) };

    (void)state;
    rows[3].obs = 5;
    rows[4].time = testing_ms(1); /* not wanted, so rows need not stay apart */
    rows[4].labels = testing_labels(b, "a=b");
    for (size_t i = 0; i < countof(rows); i++)
        corr_add_sample(b, &rows[i]);
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->n, 2);
    assert_int_equal(g->value[0], 7);
    assert_int_equal(g->obs[0], 7);
    assert_int_equal(g->value[1], 2);
    assert_int_equal(g->obs[1], 1);
    assert_null(g->time);
    assert_null(g->labels);
    assert_null(g->squares);
    /* the window is still known */
    assert_int_equal(in.from, testing_ms(1));
    g = &in.segment.v[2];
    assert_int_equal(g->n, 2);
    assert_int_equal(g->value[0], 8);
    assert_int_equal(g->obs[0], 2);
    assert_int_equal(g->value[1], 32);
    input_clear(&in);
}

static void rows_stay_apart_where_something_may(void **state)
{
    const unsigned needs[] = { 0, CORR_NEED_SAMPLES | CORR_NEED_TIME,
                               CORR_NEED_SAMPLES | CORR_NEED_LABELS,
                               CORR_NEED_SAMPLES | CORR_NEED_ROWS };

    (void)state;
    for (size_t i = 0; i < countof(needs); i++) {
        corr_build *b = testing_build((build_opts){ .needs = needs[i] });
        const corr_sample_row r =
            row_of(testing_cpu(b), testing_stack(b, "a"), 1);
        corr_add_sample(b, &r);
        corr_add_sample(b, &r);
        input in = testing_sealed(b);
        assert_int_equal(in.segment.v[1].n, 2);
        input_clear(&in);
    }
}

/* If observations differ, more than their sum is needed. */
static void what_is_not_worth_the_same_stays_apart(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SAMPLES });
    const corr_kind cpu = testing_cpu(b);
    const corr_stack a = testing_stack(b, "a");

    (void)state;
    for (int64_t v = 1; v <= 4; v++)
        corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                               .stack = a,
                                               .time = CORR_NO_TIME,
                                               .value = v < 4 ? v : 10,
                                               .obs = v < 4 ? 1 : 10 });
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->n, 3);
    assert_int_equal(g->value[0], 11);
    assert_int_equal(g->obs[0], 11);
    assert_int_equal(g->value[2], 3);
    assert_null(g->squares);
    input_clear(&in);
}

static void of_allocations_the_squares_are_kept(void **state)
{
    corr_build *b = testing_build(
        (build_opts){ .needs = CORR_NEED_SAMPLES, .weighs = true });
    const corr_kind bytes =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("alloc_bytes"),
                                           .unit = CORR_BYTES });
    corr_sample_row r = row_of(bytes, testing_stack(b, "a"), 3);

    (void)state;
    corr_add_sample(b, &r);
    corr_add_sample(b, &r); /* alike so far */
    r.value = 4;
    corr_add_sample(b, &r);
    r = row_of(bytes, r.stack, 11);
    r.obs = 2;
    r.squares = 1 + 100;
    corr_add_sample(b, &r);
    input in = testing_sealed(b);
    const segment *g = &in.segment.v[1];
    assert_int_equal(g->n, 1);
    assert_int_equal(g->value[0], 3 + 3 + 4 + 11);
    assert_int_equal(g->obs[0], 5);
    assert_true(fabs(segment_squares(g, 0) - (9 + 9 + 16 + 101)) < 1e-9);
    input_clear(&in);
}

static void intervals_add_up_where_nobody_asked_when(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SAMPLES });
    corr_sample_row r = row_of(testing_cpu(b), testing_stack(b, "a"), 1);

    (void)state;
    r.duration = 5;
    corr_add_sample(b, &r);
    corr_add_sample(b, &r);
    input in = testing_sealed(b);
    assert_int_equal(in.segment.v[1].n, 1);
    assert_int_equal(in.segment.v[1].value[0], 2);
    assert_null(in.segment.v[1].dur);
    input_clear(&in);
}

static void sums_stop_at_the_ends_of_their_type(void **state)
{
    corr_build *b = testing_build((build_opts){ .needs = CORR_NEED_SAMPLES });
    const corr_kind cpu = testing_cpu(b);
    const corr_sample_row r = row_of(cpu, (corr_stack){ 0 }, INT64_MAX);

    (void)state;
    corr_add_sample(b, &r);
    corr_add_sample(b, &r);
    input in = testing_sealed(b);
    assert_int_equal(in.segment.v[1].value[0], INT64_MAX);
    input_clear(&in);
}

static void samples_of_no_kind_are_dropped(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    corr_add_sample(b, &(corr_sample_row){ .value = 1 });
    corr_add_sample(b, &(corr_sample_row){ .kind = { 7 }, .value = 1 });
    testing_cpu(b);
    input in = testing_sealed(b);
    assert_int_equal(in.segment.n, 2);
    assert_int_equal(in.segment.v[1].n, 0);
    input_clear(&in);
}

static void a_kind_may_be_known_better_later(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind k = testing_kind(b, "samples", 0);

    (void)state;
    corr_set_kind(b, k,
                  &(corr_kind_row){ .name = CORR_STR("wall"),
                                    .unit = CORR_NS,
                                    .period = 3,
                                    .flags = CORR_KIND_DEFAULT });
    corr_set_kind(b, (corr_kind){ 0 }, &(corr_kind_row){ .period = 9 });
    corr_set_kind(b, (corr_kind){ 5 }, &(corr_kind_row){ .period = 9 });
    input in = testing_sealed(b);
    assert_true(corr_str_is(input_text(&in, in.kind.v[k.i].name), "wall"));
    assert_int_equal(in.kind.v[k.i].unit, CORR_NS);
    assert_int_equal(in.kind.v[k.i].period, 3);
    assert_int_equal(in.kind.v[k.i].flags, CORR_KIND_DEFAULT);
    assert_int_equal(in.kind.v[0].period, 0);
    input_clear(&in);
}

static void what_was_dropped_leaves_nothing(void **state)
{
    const build_opts plain = { .needs = CORR_NEED_SAMPLES };

    (void)state;
    for (unsigned packed = 0; packed < 2; packed++) {
        corr_build *b = testing_build(packed ? plain : (build_opts){ 0 });
        const corr_kind k = testing_kind(b, "live_bytes", 0);
        corr_sample_row row = row_of(k, (corr_stack){ 0 }, 5);
        row.time = 9;
        corr_add_sample(b, &row);
        corr_add_sums(b, k, &(corr_sums){ .rows = 1, .obs = 1, .value = 3 });
        corr_drop_samples(b, k);
        corr_drop_samples(b, (corr_kind){ 0 });
        corr_drop_samples(b, (corr_kind){ 7 });
        row = row_of(k, (corr_stack){ 0 }, 4);
        corr_add_sample(b, &row);
        corr_add_sample(b, &row);
        input in = testing_sealed(b);
        const segment *s = &in.segment.v[k.i];
        assert_int_equal(s->n, packed ? 1 : 2);
        assert_int_equal(segment_value(s, 0), packed ? 8 : 4);
        assert_int_equal(s->only.rows, 0);
        assert_true(s->min > s->max);
        input_clear(&in);
    }
}

static void threads_are_one_by_name_and_both_ids(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_text x = corr_add_text(b, CORR_STR("x"));
    const corr_text y = corr_add_text(b, CORR_STR("y"));

    (void)state;
    const corr_thread t = corr_add_thread(b, x, 1, 2);
    assert_int_equal(corr_add_thread(b, x, 1, 2).i, t.i);
    assert_int_not_equal(corr_add_thread(b, y, 1, 2).i, t.i);
    assert_int_not_equal(corr_add_thread(b, x, 2, 2).i, t.i);
    assert_int_not_equal(corr_add_thread(b, x, 1, 1).i, t.i);
    input in = testing_sealed(b);
    assert_int_equal(in.thread.n, 5);
    assert_int_equal(in.thread.v[t.i].os_id, 1);
    assert_int_equal(in.thread.v[t.i].vm_id, 2);
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_nobody_fills_are_absent),
        cmocka_unit_test(columns_that_come_late_say_nothing_of_the_rows_before),
        cmocka_unit_test(rows_are_sorted_by_time_with_all_their_columns),
        cmocka_unit_test(rows_add_up_where_nothing_tells_them_apart),
        cmocka_unit_test(rows_stay_apart_where_something_may),
        cmocka_unit_test(what_is_not_worth_the_same_stays_apart),
        cmocka_unit_test(of_allocations_the_squares_are_kept),
        cmocka_unit_test(intervals_add_up_where_nobody_asked_when),
        cmocka_unit_test(sums_stop_at_the_ends_of_their_type),
        cmocka_unit_test(samples_of_no_kind_are_dropped),
        cmocka_unit_test(a_kind_may_be_known_better_later),
        cmocka_unit_test(what_was_dropped_leaves_nothing),
        cmocka_unit_test(threads_are_one_by_name_and_both_ids),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
