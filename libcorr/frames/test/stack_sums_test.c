/* Tests of sums: amounts with fractions, sums per stack, what samples tell. */
#include "frames/stack_sums.h"

#include <math.h>

#include "test/test_store.h"

static void check_amount(amount a, int64_t whole, double part)
{
    assert_int_equal(a.whole, whole);
    assert_int_equal(a.part, (uint32_t)(part * 4294967296.0));
}

static void a_share_of_a_value_has_a_whole_part_and_a_fraction(void **state)
{
    (void)state;
    check_amount(amount_of(7, 1), 7, 0);
    check_amount(amount_of(7, 0), 0, 0);
    check_amount(amount_of(7, 0.5), 3, 0.5);
    check_amount(amount_of(7, 0.25), 1, 0.75);
    check_amount(amount_of(8, 0.25), 2, 0);
    check_amount(amount_of(7, 1.5), 7, 0);
    check_amount(amount_of(7, -1), 0, 0);
    check_amount(amount_of(7, NAN), 7, 0);
    check_amount(amount_of(INT64_MAX, 1), INT64_MAX, 0);
    check_amount(amount_of(INT64_MAX, 0.5), INT64_MAX / 2, 0.5);
}

static void fractions_of_negative_values_count_upward(void **state)
{
    (void)state;
    check_amount(amount_of(-7, 0.5), -4, 0.5);
    check_amount(amount_of(-8, 0.5), -4, 0);
    check_amount(amount_of(-1, 0.25), -1, 0.75);
    check_amount(amount_of(-7, 1), -7, 0);
    check_amount(amount_of(INT64_MIN, 0.5), INT64_MIN / 2, 0);
}

static void fractions_carry_into_whole_units(void **state)
{
    const amount half = { 1, 0x80000000 };
    const amount less = { 1, 0x7fffffff };

    (void)state;
    check_amount(amount_add(half, half), 3, 0);
    check_amount(amount_add(half, (amount){ -2, 0 }), -1, 0.5);
    assert_int_equal(amount_add(half, less).whole, 2);
    assert_int_equal(amount_add(half, less).part, UINT32_MAX);
    check_amount(amount_add((amount){ INT64_MAX, 0 }, half), INT64_MAX, 0.5);
    check_amount(amount_add((amount){ INT64_MIN, 0 }, (amount){ -1, 0 }),
                 INT64_MIN, 0);
}

static void half_is_rounded_up_and_less_is_not(void **state)
{
    (void)state;
    assert_int_equal(amount_round((amount){ 3, 0 }), 3);
    assert_int_equal(amount_round((amount){ 3, 0x7fffffff }), 3);
    assert_int_equal(amount_round((amount){ 3, 0x80000000 }), 4);
    assert_int_equal(amount_round((amount){ 3, UINT32_MAX }), 4);
    assert_int_equal(amount_round((amount){ -4, 0x80000000 }), -3);
    assert_int_equal(amount_round((amount){ INT64_MAX, UINT32_MAX }),
                     INT64_MAX);
}

/* ---- of a selection ------------------------------------------------------- */

typedef struct summed {
    corr_store *st;
    corr_sel *sel;
    corr_arena arena;
    sums s;
} summed;

static summed sum_up(const char *text, double share)
{
    summed x = { .st = test_store(&text, 1) };

    x.sel = test_select(x.st);
    for (size_t i = 0; share < 1 && i < x.sel->part.n; i++) {
        sel_part *p = &x.sel->part.v[i];
        p->share = corr_arena_new(&x.sel->arena, double, p->n);
        assert_non_null(p->share);
        for (size_t k = 0; k < p->n; k++)
            p->share[k] = share;
    }
    assert_true(sums_init(&x.s, x.sel, &x.arena));
    return x;
}

static void sum_free(summed *x)
{
    corr_arena_clear(&x->arena);
    corr_sel_free(x->sel);
    corr_store_free(x->st);
}

static void samples_are_added_up_per_stack(void **state)
{
    summed x = sum_up("kind cpu ns 10\n10 1 a;b\n30 3 a\n20 2 a;b\n", 1);
    const input *in = store_input(x.st, 0);
    int64_t value = 0;
    uint32_t used = 0;

    (void)state;
    for (uint32_t stack = 0; stack < in->stack.at.n; stack++) {
        used += x.s.stack[0][stack].used;
        value += x.s.stack[0][stack].value.whole;
        if (in->stack.n.v[stack] == 1)
            check_amount(x.s.stack[0][stack].obs, 3, 0);
    }
    assert_int_equal(used, 2);
    assert_int_equal(value, 60);
    check_amount(x.s.value, 60, 0);
    check_amount(x.s.obs, 6, 0);
    assert_false(x.s.divided);
    assert_true(x.s.counted);
    assert_true(x.s.even);
    assert_true(fabs(x.s.effective - 6) < 1e-12);
    sum_free(&x);
}

static void parts_of_samples_are_added_up_exactly(void **state)
{
    summed x = sum_up("kind cpu ns 10\n10 1 a;b\n30 3 a\n20 2 a;b\n", 0.125);

    (void)state;
    assert_true(x.s.divided);
    assert_true(x.s.even);
    check_amount(x.s.value, 7, 0.5);
    check_amount(x.s.obs, 0, 0.75);
    assert_true(fabs(x.s.effective - 0.75) < 1e-9);
    sum_free(&x);
}

static void unequal_samples_are_worth_fewer_equal_ones(void **state)
{
    /* corr-methods 4.10: weights 50, 50, 50, 200, 400 are worth 2.711 */
    summed x = sum_up("kind x count 0\n50 1 a\n50 1 a\n50 1 b\n200 1 a\n"
                      "400 1 b\n",
                      1);

    (void)state;
    assert_false(x.s.even);
    assert_true(fabs(x.s.effective - 2.711) < 5e-4);
    sum_free(&x);
    x = sum_up("kind x count 0\n50 1 a\n50 1 a\n50 1 b\n200 1 a\n400 1 b\n",
               0.5);
    assert_true(fabs(x.s.effective - 2.711 / 2) < 5e-4);
    sum_free(&x);
    x = sum_up("kind x count 0\n150 3 a\n200 1 a\n400 1 b\n", 1);
    assert_true(fabs(x.s.effective - 2.711) < 5e-4);
    sum_free(&x);
}

static void squares_are_taken_where_they_are_known(void **state)
{
    /* the same as above, all of a stack in one row */
    summed x = sum_up("kind x count 0\n300 4 a\n450 2 b\n", 1);
    segment *g = &x.st->loaded.v[0]->segment.v[1];

    (void)state;
    g->squares = calloc(g->n, sizeof *g->squares);
    assert_non_null(g->squares);
    for (size_t i = 0; i < g->n; i++)
        g->squares[i] =
            g->value[i] == 300 ? 2 * 2500 + 40000 + 2500 : 160000 + 2500;
    corr_arena_clear(&x.arena);
    assert_true(sums_init(&x.s, x.sel, &x.arena));
    assert_false(x.s.even);
    assert_true(fabs(x.s.effective - 750. * 750 / 210000) < 1e-9);
    sum_free(&x);
}

static void of_values_without_counts_nothing_is_known(void **state)
{
    summed x = sum_up("kind x count 0 no_count\n5 1 a\n", 1);

    (void)state;
    assert_false(x.s.counted);
    assert_true(fabs(x.s.effective) < 1e-12);
    sum_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_of_a_value_has_a_whole_part_and_a_fraction),
        cmocka_unit_test(fractions_of_negative_values_count_upward),
        cmocka_unit_test(fractions_carry_into_whole_units),
        cmocka_unit_test(half_is_rounded_up_and_less_is_not),
        cmocka_unit_test(samples_are_added_up_per_stack),
        cmocka_unit_test(parts_of_samples_are_added_up_exactly),
        cmocka_unit_test(unequal_samples_are_worth_fewer_equal_ones),
        cmocka_unit_test(squares_are_taken_where_they_are_known),
        cmocka_unit_test(of_values_without_counts_nothing_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
