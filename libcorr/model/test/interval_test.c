/* Tests of interval: the part of waits and ticks inside a window. */
#include "model/interval.h"

#include "test/test_memory.h"
#include "test/testing.h"

enum { WAITS = 1, TICKS, INSTANTS };

static void add(corr_build *b, corr_kind k, int64_t at, int64_t length,
                int64_t obs, int64_t value)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = k,
                                           .time = at,
                                           .duration = length,
                                           .value = value,
                                           .obs = obs });
}

static corr_kind kind(corr_build *b, const char *name, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .type = corr_str_of(name),
                                              .unit = CORR_NS,
                                              .flags = flags });
}

static input made(void)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind waits = kind(b, "lock", CORR_KIND_INTERVAL);
    const corr_kind ticks = kind(b, "wall", 0);
    const corr_kind instants = kind(b, "cpu", CORR_KIND_DEFAULT);

    add(b, waits, 100, 100, 1, 100);
    add(b, waits, 150, 0, 1, 0);
    add(b, waits, 160, 1000, 1, 1000);
    add(b, ticks, 100, 90, 10, 1000); /* at 100, 110 .. 190 */
    add(b, ticks, 170, 0, 1, 100);
    add(b, instants, 100, 0, 1, 10);
    return testing_sealed(b);
}

static double inside(const input *in, size_t s, size_t row, int64_t from,
                     int64_t to)
{
    return interval_inside(in, &in->segment.v[s], row, from, to);
}

static void waits_and_ticks_last_and_samples_do_not(void **state)
{
    input in = made();

    (void)state;
    assert_true(interval_is(&in, &in.segment.v[WAITS]));
    assert_false(interval_has_ticks(&in, &in.segment.v[WAITS]));
    assert_true(interval_is(&in, &in.segment.v[TICKS]));
    assert_true(interval_has_ticks(&in, &in.segment.v[TICKS]));
    assert_false(interval_is(&in, &in.segment.v[INSTANTS]));
    input_clear(&in);
}

static void of_a_wait_counts_what_overlaps(void **state)
{
    input in = made();

    (void)state;
    assert_true(inside(&in, WAITS, 0, 0, 1000) == 1);
    assert_true(inside(&in, WAITS, 0, 150, 1000) == 0.5);
    assert_true(inside(&in, WAITS, 0, 120, 145) == 0.25);
    assert_true(inside(&in, WAITS, 0, 0, 100) == 0);
    assert_true(inside(&in, WAITS, 0, 200, 300) == 0);
    assert_true(inside(&in, WAITS, 1, 150, 151) == 1); /* without a duration */
    assert_true(inside(&in, WAITS, 1, 151, 200) == 0);
    input_clear(&in);
}

static void of_ticks_counts_each_that_is_there(void **state)
{
    input in = made();

    (void)state;
    assert_true(inside(&in, TICKS, 0, 0, 191) == 1);
    assert_true(inside(&in, TICKS, 0, 100, 150) == 0.5); /* not the tick at
                                                            150 */
    assert_true(inside(&in, TICKS, 0, 111, 120) == 0);
    assert_true(inside(&in, TICKS, 0, 190, 191) == 0.1);
    assert_true(inside(&in, TICKS, 1, 170, 171) == 1);
    input_clear(&in);
}

static void what_is_cut_is_in_order_and_as_much_as_was_inside(void **state)
{
    input in = made();
    segment *waits = &in.segment.v[WAITS];
    segment *ticks = &in.segment.v[TICKS];

    (void)state;
    assert_true(interval_cut(&in, waits, 150, 180));
    assert_int_equal(waits->n, 3);
    assert_int_equal(waits->time[0], 150);
    assert_int_equal(waits->value[0], 30); /* of 100..200 */
    assert_int_equal(waits->dur[0], 30);
    assert_int_equal(waits->value[1], 0);
    assert_int_equal(waits->time[2], 160);
    assert_int_equal(waits->value[2], 20);
    assert_int_equal(waits->dur[2], 20);
    assert_true(interval_cut(&in, ticks, 165, 180));
    assert_int_equal(ticks->n, 2);
    assert_int_equal(ticks->value[0], 100); /* the tick at 170 */
    assert_int_equal(ticks->obs[0], 1);
    assert_int_equal(ticks->value[1], 100);
    assert_true(interval_cut(&in, waits, 5000, 6000));
    assert_int_equal(waits->n, 0);
    assert_null(input_check(&in));
    input_clear(&in);
}

static void ticks_that_are_left_are_where_they_were(void **state)
{
    input in = made();
    segment *ticks = &in.segment.v[TICKS];

    (void)state;
    assert_true(interval_cut(&in, ticks, 115, 150)); /* of 120, 130, 140 */
    assert_int_equal(ticks->n, 1);
    assert_int_equal(ticks->time[0], 120);
    assert_int_equal(ticks->dur[0], 20);
    assert_int_equal(ticks->obs[0], 3);
    assert_int_equal(ticks->value[0], 300);
    assert_true(inside(&in, TICKS, 0, 115, 150) == 1);
    input_clear(&in);
}

/* Vector 1.4; sweep_test checks the time inside. */
static void ticks_are_evenly_spread_from_first_to_last(void **state)
{
    const sample_time m = { .t = 1000, .ticks = 20, .length = 950 };
    const sample_time uneven = { .t = 0, .ticks = 4, .length = 10 };

    (void)state;
    assert_int_equal(sample_time_tick(&m, 0), 1000);
    assert_int_equal(sample_time_tick(&m, 1), 1050);
    assert_int_equal(sample_time_tick(&m, 19), 1950);
    assert_int_equal(sample_time_tick(&uneven, 1), 3); /* rounded down */
    assert_int_equal(sample_time_tick(&uneven, 2), 6);
}

static void as_many_ticks_as_there_may_be_are_counted_to_the_tick(void **state)
{
    const int64_t day = INT64_C(86400000000000);
    const sample_time m = { .ticks = SAMPLE_TIME_TICKS, .length = day };
    const sample_time dense = { .ticks = SAMPLE_TIME_TICKS, .length = 1 };

    (void)state;
    assert_int_equal(sample_time_tick(&m, SAMPLE_TIME_TICKS - 1), day);
    for (int64_t i = 1; i < SAMPLE_TIME_TICKS; i = 3 * i + 1) {
        const int64_t at = sample_time_tick(&m, i);
        assert_true(sample_time_inside(&m, 0, at) ==
                    (double)i / SAMPLE_TIME_TICKS);
        assert_true(sample_time_inside(&m, at, at + 1) ==
                    1.0 / SAMPLE_TIME_TICKS);
    }
    assert_true(sample_time_inside(&dense, 1, 2) == 1.0 / SAMPLE_TIME_TICKS);
}

static void two_ticks_are_where_a_row_begins_and_ends(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    add(b, kind(b, "wall", 0), 100, 90, 2, 20);
    input in = testing_sealed(b);
    assert_true(inside(&in, 1, 0, 100, 190) == 0.5);
    assert_true(inside(&in, 1, 0, 190, 191) == 0.5);
    assert_true(inside(&in, 1, 0, 101, 190) == 0);
    input_clear(&in);
}

static void what_has_no_time_is_in_no_window(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    const corr_kind lock = kind(b, "lock", CORR_KIND_INTERVAL);
    add(b, lock, CORR_NO_TIME, 5, 1, 5);
    add(b, lock, 100, 5, 1, 5);
    input in = testing_sealed(b);
    assert_int_equal(in.segment.v[1].n, 2);
    for (size_t row = 0; row < 2; row++)
        assert_true(inside(&in, 1, row, INT64_MIN, INT64_MAX) ==
                    (in.segment.v[1].time[row] == 100));
    input_clear(&in);
}

/* Intervals without an end, and contexts, are no waits. */
static void not_all_that_takes_time_is_a_wait(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    add(b, kind(b, "none", CORR_KIND_INTERVAL), 100, 0, 1, 5);
    add(b, kind(b, "scope", CORR_KIND_INTERVAL | CORR_KIND_CONTEXT), 1, 5, 1,
        5);
    input in = testing_sealed(b);
    assert_false(interval_is(&in, &in.segment.v[1]));
    assert_false(interval_is(&in, &in.segment.v[2]));
    input_clear(&in);
}

/* The first row has ticks at 100, 110 .. 190, the second at 105 .. 195. */
static input in_turn(void)
{
    corr_build *b = testing_build((build_opts){ 0 });
    const corr_kind wall = kind(b, "wall", 0);

    add(b, wall, 100, 90, 10, 1000);
    add(b, wall, 105, 90, 10, 2000);
    add(b, wall, 107, 3, 2, 5);
    return testing_sealed(b);
}

static void what_begins_later_when_it_is_cut_comes_later(void **state)
{
    input in = in_turn();
    segment *g = &in.segment.v[1];

    (void)state;
    assert_true(interval_cut(&in, g, 121, 150));
    assert_int_equal(g->n, 2);
    assert_int_equal(g->time[0], 125);
    assert_int_equal(g->value[0], 600);
    assert_int_equal(g->time[1], 130);
    assert_int_equal(g->value[1], 200);
    assert_null(input_check(&in));
    input_clear(&in);
}

static void a_wait_that_ends_before_it_began_is_of_its_beginning(void **state)
{
    corr_build *b = testing_build((build_opts){ 0 });

    (void)state;
    add(b, kind(b, "lock", CORR_KIND_INTERVAL), 100, -5, 1, 7);
    input in = testing_sealed(b);
    assert_true(inside(&in, 1, 0, 100, 101) == 1);
    assert_true(inside(&in, 1, 0, 90, 100) == 0);
    input_clear(&in);
}

static void out_of_memory_nothing_is_cut(void **state)
{
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        test_memory_arm(0);
        input in = in_turn();
        segment *g = &in.segment.v[1];
        test_memory.left = n - 1;
        const bool ok = interval_cut(&in, g, 121, 150);
        more = test_memory_failed();
        assert_int_equal(ok, !more);
        assert_int_equal(g->n, more ? 3 : 2);
        assert_int_equal(g->value[0], more ? 1000 : 600);
        assert_null(input_check(&in));
        input_clear(&in);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

/* ---- an instant ----------------------------------------------------------- */

static double at(int64_t t, int64_t u, int64_t from, int64_t to)
{
    return sample_time_inside(&(sample_time){ .t = t, .u = u }, from, to);
}

static void time_is_the_part_of_the_clock_error_inside_the_span(void **state)
{
    static const struct {
        int64_t t;
        double want;
    } rows[] = { { 0, 0.5 },    { 50, 0.75 },  { 100, 1 },  { 500, 1 },
                 { 950, 0.75 }, { 1000, 0.5 }, { 1100, 0 }, { 1050, 0.25 },
                 { 1120, 0 },   { -100, 0 },   { -150, 0 }, { -50, 0.25 } };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        assert_true(at(rows[i].t, 100, 0, 1000) == rows[i].want);
}

static void a_sure_clock_is_inside_or_outside(void **state)
{
    (void)state;
    assert_true(at(0, 0, 0, 100) == 1);
    assert_true(at(99, 0, 0, 100) == 1);
    assert_true(at(100, 0, 0, 100) == 0);
    assert_true(at(-1, 0, 0, 100) == 0);
}

static void a_span_shorter_than_the_clock_error_gets_its_part(void **state)
{
    (void)state;
    assert_true(at(50, 200, 0, 100) == 0.25);
    assert_true(at(50, 25, 0, 100) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_the_part_of_the_clock_error_inside_the_span),
        cmocka_unit_test(a_sure_clock_is_inside_or_outside),
        cmocka_unit_test(a_span_shorter_than_the_clock_error_gets_its_part),
        cmocka_unit_test(waits_and_ticks_last_and_samples_do_not),
        cmocka_unit_test(of_a_wait_counts_what_overlaps),
        cmocka_unit_test(of_ticks_counts_each_that_is_there),
        cmocka_unit_test(what_is_cut_is_in_order_and_as_much_as_was_inside),
        cmocka_unit_test(ticks_that_are_left_are_where_they_were),
        cmocka_unit_test(ticks_are_evenly_spread_from_first_to_last),
        cmocka_unit_test(as_many_ticks_as_there_may_be_are_counted_to_the_tick),
        cmocka_unit_test(two_ticks_are_where_a_row_begins_and_ends),
        cmocka_unit_test(what_has_no_time_is_in_no_window),
        cmocka_unit_test(not_all_that_takes_time_is_a_wait),
        cmocka_unit_test(what_begins_later_when_it_is_cut_comes_later),
        cmocka_unit_test(a_wait_that_ends_before_it_began_is_of_its_beginning),
        cmocka_unit_test(out_of_memory_nothing_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
