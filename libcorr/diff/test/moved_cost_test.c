/* Tests of moved: vector 4.2, and what chance may do. */
#include "diff/change_owner.h"

#include "test/test_diff.h"

enum { F = 1, G, H, K, X, NKEY };

static moved_cost_row row[NKEY];

static void check(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fmax(1, fabs(want))))
        fail_msg("%.17g is not %.17g", got, want);
}

static void vector_4_2_under_other_callers_is_moved(void **state)
{
    const diff_row tree[] = {
        { 0, 0, 0, 0 },  { 0, F, 0, 0 },   { 1, G, 0, 0 }, { 2, H, 90, 0 },
        { 1, H, 0, 92 }, { 1, K, 10, 11 }, { 0, X, 0, 0 }, { 6, H, 20, 19 },
    };
    corr_arena a = { 0 };
    const diff_tree t = diff_tree_of(&a, tree, countof(tree));

    (void)state;
    moved_cost_of(&t, &(change_owner_opts){ .min_abs = 10, .unit = { 1, 1 } },
                  NKEY, row);
    check(row[H].flat, 1);
    check(row[H].path, 183);
    check(row[H].score, 1 - 1 / 183.);
    assert_true(fabs(row[H].score - .9945) < 5e-5);
    check(row[H].noise, 2 * (sqrt(90) + sqrt(92) + sqrt(39)));
    assert_true(row[H].moved);
    check(row[K].flat, 1);
    check(row[K].path, 1);
    check(row[K].score, 0);
    assert_false(row[K].moved);
    check(row[F].score, 0);
    assert_false(row[F].moved);
    assert_false(row[0].moved);
    corr_arena_clear(&a);
}

/* One path loses a, another gains b. */
static bool moves(double a, double b, const change_owner_opts *o)
{
    const diff_row tree[] = {
        { 0, 0, 0, 0 }, { 0, H, a, 0 }, { 0, G, 0, 0 }, { 2, H, 0, b }
    };
    corr_arena arena = { 0 };
    const diff_tree t = diff_tree_of(&arena, tree, countof(tree));

    moved_cost_of(&t, o, NKEY, row);
    corr_arena_clear(&arena);
    return row[H].moved;
}

static void a_fifth_of_the_change_may_be_growth(void **state)
{
    const change_owner_opts o = { .clusters = 1 };

    (void)state;
    assert_true(moves(100, 150, &o)); /* 1 - 50 / 250 */
    assert_false(moves(100, 151, &o));
    assert_true(moves(150, 100, &o));
    assert_false(moves(151, 100, &o));
    assert_false(moves(0, 0, &o));
}

/* h is called by f, g and k. */
static bool moves_between(const double from[3], const double to[3])
{
    const diff_row tree[] = {
        { 0, 0, 0, 0 },           { 0, F, 0, 0 },
        { 1, H, from[0], to[0] }, { 1, G, 0, 0 },
        { 3, H, from[1], to[1] }, { 1, K, 0, 0 },
        { 5, H, from[2], to[2] },
    };
    corr_arena arena = { 0 };
    const diff_tree t = diff_tree_of(&arena, tree, countof(tree));

    moved_cost_of(&t, &(change_owner_opts){ .clusters = 1 }, NKEY, row);
    corr_arena_clear(&arena);
    return row[H].moved;
}

static void callers_that_stay_have_changed_themselves(void **state)
{
    (void)state;
    assert_false(moves_between((const double[]){ 100, 200, 50 },
                               (const double[]){ 180, 120, 50 }));
    /* a wrapper around some of the calls, a branch that left */
    assert_true(moves_between((const double[]){ 100, 0, 50 },
                              (const double[]){ 40, 60, 50 }));
    assert_true(moves_between((const double[]){ 100, 90, 50 },
                              (const double[]){ 190, 0, 50 }));
    /* a few samples were there before */
    assert_true(moves_between((const double[]){ 100, 5, 50 },
                              (const double[]){ 40, 65, 50 }));
    /* most of it is not that */
    assert_false(moves_between((const double[]){ 100, 0, 50 },
                               (const double[]){ 20, 20, 110 }));
}

static void what_is_small_or_chance_has_not_moved(void **state)
{
    (void)state;
    assert_false(moves(10, 10, &(change_owner_opts){ .min_abs = 20 }));
    assert_true(moves(10, 10, &(change_owner_opts){ .min_abs = 19.5 }));
    /* 2 * (2 + 2) = 8 is what four and four may come from */
    assert_false(moves(4, 4, &(change_owner_opts){ .unit = { 1, 1 } }));
    assert_true(moves(5, 5, &(change_owner_opts){ .unit = { 1, 1 } }));
    assert_false(
        moves(5, 5, &(change_owner_opts){ .unit = { 1, 1 }, .alpha = 1 }));
}

static void the_same_on_both_sides_has_not_moved(void **state)
{
    enum { N = 300 };
    static moved_cost_row all[N];
    uint64_t seed = 5;
    corr_arena a = { 0 };
    diff_tree t = diff_tree_random(&a, &seed, N, 1);

    (void)state;
    t.cost[1] = t.cost[0];
    for (uint32_t i = 0; i < N; i++)
        all[i] = (moved_cost_row){ 9, 9, 9, 9, 9, true };
    moved_cost_of(&t, &(change_owner_opts){ 0 }, N, all);
    for (uint32_t i = 0; i < N; i++) {
        assert_true(all[i].flat == 0 && all[i].path == 0);
        assert_true(all[i].score == 0 && !all[i].moved);
    }
    corr_arena_clear(&a);
}

static double usual(const double a[4], const double b[4])
{
    corr_arena arena = { 0 };
    diff_tree t = diff_tree_new(&arena, 4);
    double ratio;

    memcpy(t.cost[0], a, 4 * sizeof *a);
    memcpy(t.cost[1], b, 4 * sizeof *b);
    assert_true(moved_cost_usual(&t, &ratio, &arena));
    corr_arena_clear(&arena);
    return ratio;
}

static void what_is_usual_is_what_most_became(void **state)
{
    (void)state;
    assert_true(usual((const double[]){ 30, 30, 30, 10 },
                      (const double[]){ 15, 15, 15, 55 }) == 0.5);
    /* by weight, not by number */
    assert_true(usual((const double[]){ 5, 5, 60, 30 },
                      (const double[]){ 10, 10, 60, 20 }) == 1);
    /* a cost of one side only is no evidence */
    assert_true(usual((const double[]){ 90, 0, 5, 5 },
                      (const double[]){ 0, 80, 10, 10 }) == 2);
    assert_true(usual((const double[]){ 90, 0, 0, 0 },
                      (const double[]){ 0, 80, 0, 0 }) == 1);
    /* nor does one alone */
    assert_true(usual((const double[]){ 90, 0, 0, 0 },
                      (const double[]){ 80, 10, 0, 0 }) == 1);
    assert_true(usual((const double[]){ 90, 10, 10, 0 },
                      (const double[]){ 80, 50, 30, 0 }) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_4_2_under_other_callers_is_moved),
        cmocka_unit_test(a_fifth_of_the_change_may_be_growth),
        cmocka_unit_test(callers_that_stay_have_changed_themselves),
        cmocka_unit_test(what_is_small_or_chance_has_not_moved),
        cmocka_unit_test(the_same_on_both_sides_has_not_moved),
        cmocka_unit_test(what_is_usual_is_what_most_became),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
