/* Tests of layout. */
#include "frames/tree_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stats/distributions.h"

/* Names of nodes, of three letters at most. */
static const char *name_of(const void *ctx, uint32_t node)
{
    const char *name = ctx;

    return name + (size_t)4 * node;
}

static void siblings_go_by_weight_then_name_then_number(void **state)
{
    static const char name[][4] = { "", "b", "a", "c", "a", "x" };
    const uint32_t parent[] = { 0, 0, 0, 0, 0, 3 };
    const int64_t weight[] = { 9, 2, 2, 5, 2, 5 };
    uint32_t pos[6], size[6];

    (void)state;
    assert_true(layout_of(&(layout_tree){ 6, parent, weight, name_of, name },
                          pos, size, 0));
    /* root, c and its x, a, the other a, b */
    const uint32_t want[] = { 0, 5, 3, 1, 4, 2 };
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(pos[i], want[i]);
        assert_int_equal(size[i], i == 0 ? 6 : i == 3 ? 2 : 1);
    }
}

static void what_it_needs_itself_is_bounded(void **state)
{
    enum { N = 100000 };
    static uint32_t parent[N], pos[N], size[N];
    static int64_t weight[N];
    static const char name[N][4];

    (void)state;
    assert_false(layout_of(&(layout_tree){ N, parent, weight, name_of, name },
                           pos, size, N));
}

/* Groups of every size, also such that are merged: each sibling is heavier
 * than the next, or of the same weight and of a lesser name or number. */
static void any_number_of_siblings_is_in_order(void **state)
{
    enum { MOST = 300 };
    uint64_t seed = 1;

    (void)state;
    for (uint32_t n = 2; n < MOST; n += 1 + n / 20) {
        char name[MOST][4] = { "" };
        uint32_t parent[MOST] = { 0 }, pos[MOST], size[MOST], at[MOST];
        int64_t weight[MOST] = { 0 };

        for (uint32_t i = 1; i < n; i++) {
            weight[i] = (int64_t)stat_below(&seed, 5) - 2;
            name[i][0] = (char)('a' + stat_below(&seed, 4));
        }
        assert_true(layout_of(
            &(layout_tree){ n, parent, weight, name_of, name }, pos, size, 0));
        for (uint32_t i = 0; i < n; i++)
            at[i] = UINT32_MAX;
        for (uint32_t i = 0; i < n; i++) {
            assert_true(pos[i] < n && at[pos[i]] == UINT32_MAX);
            at[pos[i]] = i;
        }
        for (uint32_t i = 2; i < n; i++) {
            const uint32_t a = at[i - 1], b = at[i];
            const int order = strcmp(name[a], name[b]);
            assert_true(weight[a] >= weight[b]);
            if (weight[a] == weight[b])
                assert_true(order < 0 || (order == 0 && a < b));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(siblings_go_by_weight_then_name_then_number),
        cmocka_unit_test(what_it_needs_itself_is_bounded),
        cmocka_unit_test(any_number_of_siblings_is_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
