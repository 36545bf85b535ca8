/* Tests of lasting: what of waits and of ticks is in a window. */
#include "lasting.h"

#include "segment.h"
#include "testing.h"

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
    return lasting_inside(in, &in->segment.v[s], row, from, to);
}

static void waits_and_ticks_last_and_samples_do_not(void **state)
{
    input in = made();

    (void)state;
    assert_true(lasting_is(&in, &in.segment.v[WAITS]));
    assert_false(lasting_has_ticks(&in, &in.segment.v[WAITS]));
    assert_true(lasting_is(&in, &in.segment.v[TICKS]));
    assert_true(lasting_has_ticks(&in, &in.segment.v[TICKS]));
    assert_false(lasting_is(&in, &in.segment.v[INSTANTS]));
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
    assert_true(inside(&in, WAITS, 1, 150, 151) == 1); /* which took no time */
    assert_true(inside(&in, WAITS, 1, 151, 200) == 0);
    input_clear(&in);
}

static void of_ticks_counts_each_that_is_there(void **state)
{
    input in = made();

    (void)state;
    assert_true(inside(&in, TICKS, 0, 0, 191) == 1);
    assert_true(inside(&in, TICKS, 0, 100, 150) == 0.5); /* not that at 150 */
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
    assert_true(lasting_cut(&in, waits, 150, 180));
    assert_int_equal(waits->n, 3);
    assert_int_equal(waits->time[0], 150);
    assert_int_equal(waits->value[0], 30); /* of 100..200 */
    assert_int_equal(waits->dur[0], 30);
    assert_int_equal(waits->value[1], 0);
    assert_int_equal(waits->time[2], 160);
    assert_int_equal(waits->value[2], 20);
    assert_int_equal(waits->dur[2], 20);
    assert_true(lasting_cut(&in, ticks, 165, 180));
    assert_int_equal(ticks->n, 2);
    assert_int_equal(ticks->value[0], 100); /* that at 170 */
    assert_int_equal(ticks->obs[0], 1);
    assert_int_equal(ticks->value[1], 100);
    assert_true(lasting_cut(&in, waits, 5000, 6000));
    assert_int_equal(waits->n, 0);
    assert_null(input_check(&in));
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_and_ticks_last_and_samples_do_not),
        cmocka_unit_test(of_a_wait_counts_what_overlaps),
        cmocka_unit_test(of_ticks_counts_each_that_is_there),
        cmocka_unit_test(what_is_cut_is_in_order_and_as_much_as_was_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
