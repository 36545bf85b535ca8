/* Tests of gate: vector 5.1 of methods, and the edges. */
#include "diff/gate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"

static void vector_5_1_three_answers(void **state)
{
    static const struct {
        double estimate, lo, hi;
        corr_gate plain, lower;
    } row[] = {
        { .059, .021, .098, CORR_GATE_FAIL, CORR_GATE_CANNOT_TELL },
        { .030, .010, .049, CORR_GATE_PASS, CORR_GATE_PASS },
        { .08, -.04, .21, CORR_GATE_CANNOT_TELL, CORR_GATE_CANNOT_TELL },
        { .12, .07, .18, CORR_GATE_FAIL, CORR_GATE_FAIL },
    };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        assert_int_equal(
            gate_decide(row[i].estimate, row[i].lo, row[i].hi, .05, false),
            row[i].plain);
        assert_int_equal(
            gate_decide(row[i].estimate, row[i].lo, row[i].hi, .05, true),
            row[i].lower);
    }
}

static void on_the_line_it_has_not_passed(void **state)
{
    (void)state;
    assert_int_equal(gate_decide(.03, .01, .05, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.05, .01, .09, .05, false), CORR_GATE_FAIL);
    assert_int_equal(gate_decide(.05, 0, .09, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.07, .05, .09, .05, true), CORR_GATE_FAIL);
    assert_int_equal(gate_decide(.07, .049, .09, .05, true),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.049, .01, .09, .05, false),
                     CORR_GATE_CANNOT_TELL);
    /* no growth at all is allowed: even then it has to have grown */
    assert_int_equal(gate_decide(0, 0, 0, 0, true), CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.01, .001, .02, 0, true), CORR_GATE_FAIL);
}

static void a_limit_below_the_base_is_missed_without_growing(void **state)
{
    (void)state;
    assert_int_equal(gate_decide(-.15, -.2, -.11, -.1, false), CORR_GATE_PASS);
    assert_int_equal(gate_decide(-.05, -.09, -.01, -.1, false), CORR_GATE_FAIL);
    assert_int_equal(gate_decide(-.05, -.11, .01, -.1, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(-.1, -.1, .01, -.1, false),
                     CORR_GATE_CANNOT_TELL);
}

static void what_is_not_known_decides_nothing(void **state)
{
    (void)state;
    assert_int_equal(gate_decide(NAN, .1, .2, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.15, NAN, .2, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.15, .1, NAN, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.01, NAN, .02, .05, false),
                     CORR_GATE_CANNOT_TELL);
    assert_int_equal(gate_decide(.15, .1, .2, NAN, false),
                     CORR_GATE_CANNOT_TELL);
    assert_true(isnan(gate_factor_needed(.15, .1, NAN, .05, false)));
    assert_true(isnan(gate_factor_needed(NAN, .1, .2, .05, false)));
}

static void check_factor(double estimate, double lo, double hi, double tau,
                         bool lower_bound, double want)
{
    const double got = gate_factor_needed(estimate, lo, hi, tau, lower_bound);

    if (!(fabs(got - want) <= 1e-9 * want))
        fail_msg("%.10g times, not %.10g", got, want);
}

static void more_samples_decide_what_is_near_the_line(void **state)
{
    (void)state;
    /* a half-width of 8.5 points where 1 is needed: 72.25 times */
    check_factor(.01, -.07, .10, .02, false, 75);
    check_factor(.01, -.07, .10, .04, false, 9);       /* 8.03 */
    check_factor(.01, -.07, .10, .036, false, 15);     /* 10.7 */
    check_factor(.01, -.07, .10, .0177, false, 130);   /* 121.9 */
    check_factor(.01, -.07, .10, .01235, false, 1400); /* 1308 */
    /* it grew by enough: it has to be seen to have grown */
    check_factor(.08, -.04, .21, .05, false, 3); /* 2.44 */
    check_factor(.05, -.07, .17, .05, false, 6); /* 5.76 */
    /* by more than tau, if the lower bound decides */
    check_factor(.059, .021, .098, .05, true, 20); /* 18.3 */
    /* a limit below the base */
    check_factor(-.05, -.15, .05, -.1, false, 4);
}

static void what_is_decided_needs_no_more(void **state)
{
    (void)state;
    check_factor(.03, .01, .049, .05, false, 1);
    check_factor(.12, .07, .18, .05, true, 1);
    assert_true(isinf(gate_factor_needed(.05, .01, .09, .05, true)));
    /* only the upper end is too far */
    check_factor(.01, -.01, .04, .04, false, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_5_1_three_answers),
        cmocka_unit_test(on_the_line_it_has_not_passed),
        cmocka_unit_test(a_limit_below_the_base_is_missed_without_growing),
        cmocka_unit_test(what_is_not_known_decides_nothing),
        cmocka_unit_test(more_samples_decide_what_is_near_the_line),
        cmocka_unit_test(what_is_decided_needs_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
