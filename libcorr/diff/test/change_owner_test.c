/* Tests of owned: vector 4.4 and what must hold for any tree. */
#include "diff/change_owner.h"

#include "test/test_diff.h"

enum { MOST = 400 };

static double own[MOST];
static uint32_t owner[MOST];

static void solve(const diff_tree *t, const change_owner_opts *o)
{
    corr_arena scratch = { 0 };

    assert_true(t->n <= MOST);
    for (uint32_t i = 0; i < MOST; i++) {
        own[i] = -1e99;
        owner[i] = 999;
    }
    assert_true(change_owner_of(t, o, own, owner, &scratch));
    corr_arena_clear(&scratch);
}

static void check_own(const double *want, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (own[i] != want[i])
            fail_msg("node %u owns %.17g, not %.17g", i, own[i], want[i]);
}

static void check_owners(const uint32_t *want, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (owner[i] != want[i])
            fail_msg("node %u belongs to %u, not %u", i, owner[i], want[i]);
}

enum { MAIN, HANDLE, PARSE, UTF8, PRICE, RULES, REGEX, TAX, RENDER, GC = 13 };

static const diff_row vector[] = {
    { MAIN, 0, 0, 0 },      { MAIN, 1, 10, 12 },    { HANDLE, 2, 120, 124 },
    { PARSE, 3, 80, 78 },   { HANDLE, 4, 40, 44 },  { PRICE, 5, 30, 95 },
    { RULES, 6, 60, 240 },  { PRICE, 7, 50, 20 },   { HANDLE, 8, 20, 23 },
    { RENDER, 9, 15, 19 },  { RENDER, 10, 15, 20 }, { RENDER, 11, 15, 19 },
    { RENDER, 12, 15, 18 }, { MAIN, 13, 30, 34 },
};

static void vector_4_4_each_change_is_told_once(void **state)
{
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, vector, countof(vector));
    const double want[countof(vector)] = {
        [REGEX] = 180, [RULES] = 65, [TAX] = -30, [RENDER] = 19, [MAIN] = 12,
    };
    const uint32_t who[countof(vector)] = {
        [REGEX] = REGEX, [RULES] = RULES, [TAX] = TAX,   [RENDER] = RENDER,
        [9] = RENDER,    [10] = RENDER,   [11] = RENDER, [12] = RENDER,
    };

    (void)state;
    assert_true(diff_total(&t, 0) == 500);
    assert_true(diff_total(&t, 1) == 746);
    solve(&t, &(change_owner_opts){ .min_abs = 10 });
    check_own(want, t.n);
    check_owners(who, t.n);
    corr_arena_clear(&a);
}

static void what_could_be_chance_comes_together_further_up(void **state)
{
    /* se of a leaf: sqrt(100 + 128) = 15.1; of both: 21.4 */
    const diff_row row[] = {
        { 0, 0, 0, 0 }, { 0, 1, 0, 0 }, { 1, 2, 100, 128 }, { 1, 3, 100, 128 }
    };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, countof(row));

    (void)state;
    solve(&t, &(change_owner_opts){ .min_abs = 10, .unit = { 1, 1 } });
    check_own((double[]){ 0, 56, 0, 0 }, t.n);
    check_owners((uint32_t[]){ 0, 1, 1, 1 }, t.n);
    solve(&t, &(change_owner_opts){ .min_abs = 10 });
    check_own((double[]){ 0, 0, 28, 28 }, t.n);
    solve(&t, &(change_owner_opts){ .min_abs = 28.5, .unit = { .1, .1 } });
    check_own((double[]){ 0, 56, 0, 0 }, t.n);
    solve(&t, &(change_owner_opts){ .min_abs = 28, .unit = { .1, .1 } });
    check_own((double[]){ 0, 0, 28, 28 }, t.n);
    solve(&t, &(change_owner_opts){ .min_abs = 57, .unit = { 1, 1 } });
    check_own((double[]){ 56, 0, 0, 0 }, t.n);
    check_owners((uint32_t[]){ 0, 0, 0, 0 }, t.n);
    corr_arena_clear(&a);
}

/* A change of twice its standard error is enough. */
static void two_standard_errors_are_enough(void **state)
{
    const diff_row row[] = { { 0, 0, 0, 0 }, { 0, 1, 6, 10 } };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, countof(row));

    (void)state;
    solve(&t, &(change_owner_opts){ .unit = { .5, .5 } }); /* se 2 */
    check_own((double[]){ 0, 4 }, t.n);
    solve(&t, &(change_owner_opts){ .unit = { .51, .51 } });
    check_own((double[]){ 4, 0 }, t.n);
    corr_arena_clear(&a);
}

static void what_is_owned_is_not_told_again_above(void **state)
{
    const diff_row row[] = {
        { 0, 0, 0, 0 }, { 0, 1, 50, 59 }, { 1, 2, 500, 1000 }, { 1, 3, 0, 2 }
    };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, countof(row));
    /* 11 of 50 and 61 are 1.04 se; with the counts of node 2 0.3 */
    const change_owner_opts o = { .min_abs = 5, .unit = { .5, .5 } };

    (void)state;
    solve(&t, &o);
    check_own((double[]){ 0, 11, 500, 0 }, t.n);
    check_owners((uint32_t[]){ 0, 1, 2, 1 }, t.n);
    corr_arena_clear(&a);
}

static void the_standard_error_is_that_of_methods_4_5(void **state)
{
    const change_owner_opts o = { .unit = { 2, 3 },
                                  .alpha = .5,
                                  .clusters = 4 };
    change_owner_opts plain = o;

    (void)state;
    /* phi = 1 + 0.5 * 20 / 4 = 3.5; 12 * 4 + 8 * 9 = 120 */
    assert_true(fabs(change_owner_se(&o, 12, 8) - sqrt(3.5 * 120)) < 1e-12);
    plain.clusters = 0;
    assert_true(fabs(change_owner_se(&plain, 12, 8) - sqrt(11 * 120.)) < 1e-12);
    plain.alpha = -1;
    assert_true(fabs(change_owner_se(&plain, 12, 8) - sqrt(120)) < 1e-12);
    plain.unit[0] = plain.unit[1] = 0;
    assert_true(change_owner_se(&plain, 12, 8) == 0);
    assert_true(change_owner_se(&o, 0, 0) == 0);
}

static void library_leaves_hand_their_change_to_the_application(void **state)
{
    const diff_row row[] = {
        { 0, 0, 0, 0 },  { 0, 1, 5, 5 },   { 1, 2, 10, 40 }, { 2, 3, 10, 60 },
        { 0, 4, 5, 45 }, { 4, 5, 10, 70 }, { 1, 6, 10, 11 }, { 6, 7, 20, 100 },
    };
    const bool library[] = {
        false, false, true, true, true, true, true, false
    };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, countof(row));

    (void)state;
    solve(&t, &(change_owner_opts){ .min_abs = 10, .passes_up = library });
    /* 4 and 5 have no application above them */
    check_own((double[]){ 0, 81, 0, 0, 40, 60, 0, 80 }, t.n);
    check_owners((uint32_t[]){ 0, 1, 1, 1, 4, 5, 1, 7 }, t.n);
    corr_arena_clear(&a);
}

/* Sums of what rounding would lose, one after the other. */
static double exact_sum(const double *x, uint32_t n)
{
    long double sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += (long double)x[i];
    return (double)sum;
}

static void check_tree(const diff_tree *t, const change_owner_opts *o)
{
    double change[MOST] = { 0 };

    solve(t, o);
    double size = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        const double d = t->cost[1][i] - t->cost[0][i];
        change[owner[i]] += d;
        size += fabs(d);
        if (i && owner[i] != i)
            assert_int_equal(owner[i], owner[t->parent[i]]);
        assert_true(owner[i] == 0 || own[owner[i]] != 0);
        if (i && owner[i] != i)
            assert_true(own[i] == 0);
    }
    for (uint32_t i = 0; i < t->n; i++)
        assert_true(fabs(change[i] - own[i]) <= 1e-12 * size);
    const double want =
        exact_sum(t->cost[1], t->n) - exact_sum(t->cost[0], t->n);
    assert_true(fabs(exact_sum(own, t->n) - want) <= 1e-15 * size);
}

static void regions_are_disjoint_and_hold_what_their_owner_says(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (int round = 0; round < 300; round++) {
        corr_arena a = { 0 };
        const uint32_t n = 1 + (uint32_t)stat_below(&seed, MOST);
        const double unit = round % 2 ? 1 : 0.1 / 3;
        const diff_tree t = diff_tree_random(&a, &seed, n, unit);
        const double big = (double)(1 + stat_below(&seed, 300)) * unit;
        check_tree(&t, &(change_owner_opts){ .min_abs = big,
                                             .unit = { unit, unit },
                                             .alpha = .01,
                                             .clusters = 6 });
        if (round % 2) {
            double sum = 0;
            for (uint32_t i = 0; i < n; i++)
                sum += own[i];
            assert_true(sum == diff_total(&t, 1) - diff_total(&t, 0));
        }
        corr_arena_clear(&a);
    }
}

/* A huge cost does not swallow the small ones: -1e16 + 1 is -1e16. */
static void the_rest_keeps_what_a_large_sum_would_round_away(void **state)
{
    const diff_row row[] = {
        { 0, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 2, 0, 1 },
        { 0, 3, 0, 1 }, { 0, 4, 0, 1 }, { 1, 5, 0, 1e16 }
    };
    const bool library[] = { false, false, false, false, false, true };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, countof(row));

    (void)state;
    solve(&t, &(change_owner_opts){ .min_abs = 10, .passes_up = library });
    check_own((double[]){ 3, 1e16, 0, 0, 0, 0 }, t.n);
    corr_arena_clear(&a);
}

/* Two changes of 28 in 400, each and together less than 2 se. */
static void observations_of_either_side_come_together_too(void **state)
{
    const diff_row row[] = {
        { 0, 0, 0, 0 }, { 0, 1, 0, 0 }, { 1, 2, 400, 428 }, { 1, 3, 400, 428 }
    };
    corr_arena a = { 0 };
    diff_tree t = diff_tree_of(&a, row, countof(row));

    (void)state;
    solve(&t, &(change_owner_opts){ .unit = { 1, 0 } });
    check_own((double[]){ 56, 0, 0, 0 }, t.n);
    solve(&t, &(change_owner_opts){ .unit = { .98, 0 } });
    check_own((double[]){ 0, 56, 0, 0 }, t.n);
    t = (diff_tree){
        t.n, t.parent, t.key, { t.cost[1], t.cost[0] }, { t.x[1], t.x[0] }
    };
    solve(&t, &(change_owner_opts){ .unit = { 0, 1 } });
    check_own((double[]){ -56, 0, 0, 0 }, t.n);
    solve(&t, &(change_owner_opts){ .unit = { 0, .98 } });
    check_own((double[]){ 0, -56, 0, 0 }, t.n);
    corr_arena_clear(&a);
}

static void the_same_on_both_sides_is_nobodys_change(void **state)
{
    uint64_t seed = 11;
    corr_arena a = { 0 };
    diff_tree t = diff_tree_random(&a, &seed, MOST, .3);

    (void)state;
    t.cost[1] = t.cost[0];
    t.x[1] = t.x[0];
    solve(&t, &(change_owner_opts){ .clusters = 1 });
    for (uint32_t i = 0; i < t.n; i++) {
        assert_true(own[i] == 0);
        assert_int_equal(owner[i], 0);
    }
    corr_arena_clear(&a);
}

/* The root never answers: what is left there is the rest. */
static void a_tree_of_its_root_has_only_a_rest(void **state)
{
    const diff_row row[] = { { 0, 0, 3, 12 } };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, row, 1);

    (void)state;
    solve(&t, &(change_owner_opts){ .clusters = 1 });
    check_own((double[]){ 9 }, 1);
    check_owners((uint32_t[]){ 0 }, 1);
    corr_arena_clear(&a);
}

static void a_chain_of_a_million_frames_costs_no_stack(void **state)
{
    enum { DEEP = 1000000 };
    corr_arena a = { 0 };
    diff_tree t = diff_tree_new(&a, DEEP);
    double *mine = corr_arena_new(&a, double, DEEP);
    uint32_t *who = corr_arena_new(&a, uint32_t, DEEP);
    corr_arena scratch = { 0 };

    (void)state;
    assert_non_null(mine);
    assert_non_null(who);
    for (uint32_t i = 1; i < DEEP; i++) {
        t.parent[i] = i - 1;
        t.key[i] = 1 + i % 3;
    }
    t.cost[1][DEEP - 1] = 5;
    t.cost[1][DEEP - 4] = 5;
    assert_true(change_owner_of(&t, &(change_owner_opts){ .min_abs = 8 }, mine,
                                who, &scratch));
    assert_true(mine[DEEP - 4] == 10);
    assert_int_equal(who[DEEP - 1], DEEP - 4);
    assert_int_equal(who[DEEP - 5], 0);
    corr_arena_clear(&scratch);
    corr_arena_clear(&a);
}

static void without_memory_it_says_so(void **state)
{
    uint64_t seed = 3;
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_random(&a, &seed, MOST, 1);

    (void)state;
    for (size_t limit = 1; limit <= 2; limit++) {
        corr_arena scratch = { .limit = limit == 1 ? 1 : 65536 };
        /* the second allows one block, and a part of it is taken */
        if (limit == 2)
            assert_non_null(corr_arena_new(&scratch, char, 65536 - 24 * MOST));
        assert_false(change_owner_of(&t, &(change_owner_opts){ 0 }, own, owner,
                                     &scratch));
        corr_arena_clear(&scratch);
    }
    corr_arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_4_4_each_change_is_told_once),
        cmocka_unit_test(what_could_be_chance_comes_together_further_up),
        cmocka_unit_test(two_standard_errors_are_enough),
        cmocka_unit_test(what_is_owned_is_not_told_again_above),
        cmocka_unit_test(the_standard_error_is_that_of_methods_4_5),
        cmocka_unit_test(library_leaves_hand_their_change_to_the_application),
        cmocka_unit_test(regions_are_disjoint_and_hold_what_their_owner_says),
        cmocka_unit_test(the_rest_keeps_what_a_large_sum_would_round_away),
        cmocka_unit_test(observations_of_either_side_come_together_too),
        cmocka_unit_test(the_same_on_both_sides_is_nobodys_change),
        cmocka_unit_test(a_tree_of_its_root_has_only_a_rest),
        cmocka_unit_test(a_chain_of_a_million_frames_costs_no_stack),
        cmocka_unit_test(without_memory_it_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
