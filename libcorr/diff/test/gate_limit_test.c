/* Tests of corr_gate_of: the vectors of corr-methods 5, and limits that are fixed
 * or lower. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "corr_gate.h"

static corr_gate gate(double value, double lo, double hi, corr_limit l)
{
    return corr_gate_of(&(corr_estimate){ value, lo, hi }, &l);
}

static void ratios_follow_the_vectors(void **state)
{
    const corr_limit five = { .threshold = 1.05, .ratio = true };
    const corr_limit sure = { .threshold = 1.05,
                              .ratio = true,
                              .lower_bound = true };

    (void)state;
    assert_int_equal(gate(1.059, 1.021, 1.098, five), CORR_GATE_FAIL);
    assert_int_equal(gate(1.059, 1.021, 1.098, sure), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(1.03, 1.01, 1.049, five), CORR_GATE_PASS);
    assert_int_equal(gate(1.08, 0.96, 1.21, five), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(1.12, 1.07, 1.18, five), CORR_GATE_FAIL);
    assert_int_equal(gate(1.12, 1.07, 1.18, sure), CORR_GATE_FAIL);
}

static void a_fixed_limit_fails_only_where_all_is_beyond(void **state)
{
    const corr_limit share = { .threshold = 0.08 };

    (void)state;
    assert_int_equal(gate(0.051, 0.043, 0.059, share), CORR_GATE_PASS);
    assert_int_equal(gate(0.09, 0.07, 0.11, share), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(0.10, 0.081, 0.12, share), CORR_GATE_FAIL);
}

static void what_must_be_at_least_is_mirrored(void **state)
{
    const corr_limit fixed = { .threshold = 0.08, .at_least = true };
    const corr_limit half = { .threshold = 0.5,
                              .ratio = true,
                              .at_least = true };

    (void)state;
    assert_int_equal(gate(0.10, 0.081, 0.12, fixed), CORR_GATE_PASS);
    assert_int_equal(gate(0.09, 0.07, 0.11, fixed), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(0.05, 0.04, 0.06, fixed), CORR_GATE_FAIL);
    assert_int_equal(gate(0.7, 0.6, 0.8, half), CORR_GATE_PASS);
    assert_int_equal(gate(0.4, 0.3, 0.9, half), CORR_GATE_FAIL);
    assert_int_equal(gate(0.4, 0.3, 1.1, half), CORR_GATE_CANNOT_TELL);
}

static void just_so_much_is_allowed_where_that_is_said(void **state)
{
    const corr_limit most = { .threshold = 4e8, .or_equal = true };
    const corr_limit less = { .threshold = 4e8 };
    const corr_limit least = { .threshold = 4e8,
                               .at_least = true,
                               .or_equal = true };
    const corr_limit as_before = { .threshold = 1,
                                   .ratio = true,
                                   .or_equal = true };
    const corr_estimate e = { 3.9e8, 3.8e8, 4e8 };

    (void)state;
    assert_int_equal(gate(3.9e8, 3.8e8, 4e8, most), CORR_GATE_PASS);
    assert_true(corr_gate_needed(&e, &most) <= 1);
    assert_int_equal(gate(3.9e8, 3.8e8, 4e8, less), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(4e8, 4e8, 4e8, most), CORR_GATE_PASS);
    assert_int_equal(gate(4e8, 4e8, 4e8, less), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(4.1e8, 4e8, 4.2e8, least), CORR_GATE_PASS);
    assert_int_equal(gate(4e8, 4e8, 4.2e8, most), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(1, 1, 1, as_before), CORR_GATE_PASS);
    assert_int_equal(gate(NAN, NAN, 4e8, most), CORR_GATE_CANNOT_TELL);
}

static void what_is_unknown_decides_nothing(void **state)
{
    const corr_limit share = { .threshold = 0.08 };
    const corr_limit five = { .threshold = 1.05, .ratio = true };

    (void)state;
    assert_int_equal(gate(NAN, NAN, NAN, share), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(0, 0, NAN, five), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate(INFINITY, 1.5, INFINITY, five), CORR_GATE_FAIL);
    assert_int_equal(gate(INFINITY, 0.9, INFINITY, five),
                     CORR_GATE_CANNOT_TELL);
}

static void the_factor_is_of_the_interval(void **state)
{
    const corr_estimate e = { 1.01, 0.93, 1.10 };
    const corr_limit two = { .threshold = 1.02, .ratio = true };
    const corr_limit ten = { .threshold = 1.20, .ratio = true };

    (void)state;
    /* 0.085 wide, 0.01 away: 72.25 times, rounded up */
    assert_true(corr_gate_needed(&e, &two) == 75);
    assert_true(corr_gate_needed(&e, &ten) == 1);
}

/* The example of corr-methods 5. */
static void noise_between_runs_widens(void **state)
{
    const double z = 1.959963984540054;
    const corr_estimate e = { 22.3, 18.9, 26.3 };
    const corr_estimate one = corr_over_runs(&e, 0.15, false, z);
    const corr_estimate two = corr_over_runs(&e, 0.15, true, z);
    const corr_estimate zero = { 0, 0, 1 };
    const corr_estimate gone = corr_over_runs(&zero, 0.15, false, z);
    const corr_limit eight = { .threshold = 8 };

    (void)state;
    assert_true(fabs(one.lo - 15.9) < 0.05 && fabs(one.hi - 31.2) < 0.05);
    assert_true(one.value == 22.3);
    assert_true(two.lo < one.lo && two.hi > one.hi);
    assert_true(gone.lo == 0 && fabs(gone.hi - exp(0.15 * z)) < 1e-9);
    assert_int_equal(corr_gate_of(&one, &eight), CORR_GATE_FAIL);
    assert_true(isnan(
        corr_over_runs(&(corr_estimate){ NAN, NAN, NAN }, 0.15, true, z).lo));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_follow_the_vectors),
        cmocka_unit_test(a_fixed_limit_fails_only_where_all_is_beyond),
        cmocka_unit_test(what_must_be_at_least_is_mirrored),
        cmocka_unit_test(just_so_much_is_allowed_where_that_is_said),
        cmocka_unit_test(what_is_unknown_decides_nothing),
        cmocka_unit_test(the_factor_is_of_the_interval),
        cmocka_unit_test(noise_between_runs_widens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
