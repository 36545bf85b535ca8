/* Tests of align on trees that are made to take long: they end, and every cost
 * is where it belongs. */
#include "diff/align.h"

#include "test/test_diff.h"
#include "test/test_whole_tree.h"

enum { NODES = 200000 };

static diff_tree in, out;
static align_notes notes;
static corr_arena arena;
static uint32_t *node_of;

static int setup(void **state)
{
    (void)state;
    in = diff_tree_new(&arena, NODES);
    node_of = corr_arena_new(&arena, uint32_t, NODES);
    assert_non_null(node_of);
    in.n = 1;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    corr_arena_clear(&arena);
    return 0;
}

static uint32_t add(uint32_t parent, uint32_t key, double a, double b)
{
    const uint32_t i = in.n++;

    assert_true(i < NODES);
    in.parent[i] = parent;
    in.key[i] = key;
    in.cost[0][i] = in.x[0][i] = a;
    in.cost[1][i] = in.x[1][i] = b;
    return i;
}

/* Aligns, and checks that all costs are there and no frame has a new caller. */
static void check(double min_abs)
{
    assert_true(
        align_tree(&in, &(align_opts){ .min_abs = min_abs, .unit = { 1, 1 } },
                   &out, node_of, &notes, &arena));
    for (int side = 0; side < 2; side++)
        assert_true(fabs(diff_total(&in, side) - diff_total(&out, side)) < .5);
    for (uint32_t i = 1; i < in.n; i++) {
        const uint32_t at = node_of[i];
        const uint32_t up = node_of[in.parent[i]];
        assert_true(at < out.n && (at == up || out.parent[at] == up));
    }
    for (uint32_t i = 1; i < out.n; i++)
        assert_true(out.parent[i] < i);
}

static void a_deep_stack_of_one_function(void **state)
{
    uint32_t at = add(0, 1, 30, 30);

    (void)state;
    while (in.n + 2 < NODES)
        at = add(at, 1, in.n % 2 ? 30 : 0, in.n % 2 ? 0 : 30);
    check(1);
    assert_true(out.n > 0);
}

/* n frames between the top and the last were inlined; how many were noticed. */
static uint32_t inlined_in_a_row(uint32_t n)
{
    in.n = 1;
    const uint32_t top = add(0, 1, 5, 5);
    uint32_t at = top;

    for (uint32_t i = 0; i < n; i++)
        at = add(at, 3 + i, 0, 0);
    add(at, 2, 100, 0);
    add(top, 2, 0, 100);
    check(1);
    return notes.n;
}

static void thirty_two_in_a_row_may_have_been_inlined(void **state)
{
    (void)state;
    assert_int_equal(inlined_in_a_row(32), 32);
    assert_int_equal(inlined_in_a_row(33), 0);
    assert_int_equal(inlined_in_a_row(NODES - 4), 0);
}

/* Callees all the way down that reappear at the top. */
static uint32_t inlined_with_callees(uint32_t n)
{
    in.n = 1;
    const uint32_t top = add(0, 1, 5, 5);
    uint32_t at = top;

    for (uint32_t i = 0; i < n; i++) {
        at = add(at, 2 + 2 * i, 0, 0);
        add(at, 3 + 2 * i, 30, 0);
        add(top, 3 + 2 * i, 0, 30);
    }
    check(1);
    return notes.n;
}

static void a_deep_stack_whose_callees_are_at_its_top(void **state)
{
    (void)state;
    assert_int_equal(inlined_with_callees(32), 32);
    assert_int_equal(inlined_with_callees(NODES / 3 - 2), 0);
}

static void many_callers_of_one_that_were_inlined(void **state)
{
    enum { CALLERS = 50000 };
    const uint32_t top = add(0, 1, 5, 5);

    (void)state;
    for (uint32_t k = 0; k < CALLERS; k++)
        add(add(top, 3 + k, 0, 0), 2, 30, 0);
    add(top, 2, 0, 30 * CALLERS);
    check(1);
    /* the last few are chance beside what the others had */
    assert_true(notes.n > CALLERS - CALLERS / 100);
}

static void everything_in_a_deep_stack_was_renamed(void **state)
{
    uint32_t a = add(0, 1, 5, 5);
    uint32_t b = a;

    (void)state;
    for (uint32_t k = 2; in.n + 3 < NODES; k += 2) {
        a = add(a, k, 30, 0);
        b = add(b, k + 1, 0, 30);
    }
    check(1);
    assert_true(notes.n > 10000);
    for (uint32_t i = 0; i < notes.n; i++) {
        assert_int_equal(notes.v[i].kind, ALIGN_RENAMED);
        assert_int_equal(notes.v[i].is, notes.v[i].was + 1);
    }
}

/* Seven callees of one frame with equal cost cannot be matched. */
static void everything_in_a_broad_tree_was_renamed(void **state)
{
    enum { WIDE = 7, ALL = 13000 };
    const uint32_t first[2] = { add(0, 1, 5, 0), add(0, 2, 0, 5) };

    (void)state;
    for (uint32_t i = 0; i < ALL; i++)
        for (uint32_t k = 0; k < 2 * WIDE; k++)
            add(i ? first[1] + 2 * i - 1 + k % 2 : first[k % 2], 3 + k,
                k % 2 ? 0 : 30, k % 2 ? 30 : 0);
    check(1);
    assert_int_equal(notes.v[0].kind, ALIGN_RENAMED);
    assert_int_equal(notes.v[0].was, 1);
    assert_int_equal(notes.v[0].is, 2);
    assert_true(notes.n > 1);
    assert_int_equal(notes.v[notes.n - 1].kind, ALIGN_POSSIBLY);
}

static void few_names_and_random_sides(void **state)
{
    uint64_t seed = 1;

    (void)state;
    while (in.n < NODES) {
        const uint32_t near = in.n > 500 ? in.n - 500 : 0;
        const uint64_t side = stat_below(&seed, 3);
        const uint32_t parent = near + (uint32_t)stat_below(&seed, in.n - near);
        add(parent, 1 + (uint32_t)stat_below(&seed, 40), side == 1 ? 0 : 30,
            side == 2 ? 0 : 30);
    }
    check(1);
    assert_true(notes.n > 1000);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_deep_stack_of_one_function),
        TEST(thirty_two_in_a_row_may_have_been_inlined),
        TEST(a_deep_stack_whose_callees_are_at_its_top),
        TEST(many_callers_of_one_that_were_inlined),
        TEST(everything_in_a_deep_stack_was_renamed),
        TEST(everything_in_a_broad_tree_was_renamed),
        TEST(few_names_and_random_sides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
