/* Tests of trie. */
#include "profile/trie.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "corr_sort.h"
#include "stats/distributions.h"
#include "test/test_memory.h"

static uint32_t add(trie *t, const uint32_t *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        trie_push(t, key[i]);
    return trie_end(t);
}

#define ADD(t, ...)                                                            \
    add((t), (const uint32_t[]){ __VA_ARGS__ },                                \
        sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

/* Upwards from the end of a path stand its keys, and then the root. */
static void check_path(const trie *t, uint32_t path, const uint32_t *key,
                       size_t n)
{
    uint32_t node = t->end[path];

    while (n > 0) {
        assert_int_not_equal(node, 0);
        assert_int_equal(t->node.v[node].key, key[--n]);
        assert_true(t->node.v[node].parent < node);
        node = t->node.v[node].parent;
    }
    assert_int_equal(node, 0);
}

static void a_trie_without_paths_is_a_root(void **state)
{
    trie t = { 0 };

    (void)state;
    assert_true(trie_make(&t));
    assert_int_equal(t.node.n, 1);
    trie_clear(&t);
    assert_int_equal(t.node.n, 0);
}

static void paths_that_begin_alike_share_nodes(void **state)
{
    trie t = { 0 };

    (void)state;
    const uint32_t a = ADD(&t, 7, 8, 9);
    const uint32_t b = ADD(&t, 5);
    const uint32_t c = ADD(&t, 7, 8, 4);
    assert_true(trie_make(&t));
    assert_int_equal(t.node.n, 6);
    assert_int_equal(t.node.v[t.end[a]].parent, t.node.v[t.end[c]].parent);
    check_path(&t, a, (uint32_t[]){ 7, 8, 9 }, 3);
    check_path(&t, b, (uint32_t[]){ 5 }, 1);
    check_path(&t, c, (uint32_t[]){ 7, 8, 4 }, 3);
    trie_clear(&t);
}

static void the_same_key_under_two_parents_is_two_nodes(void **state)
{
    trie t = { 0 };

    (void)state;
    const uint32_t a = ADD(&t, 1, 9);
    const uint32_t b = ADD(&t, 2, 9);
    assert_true(trie_make(&t));
    assert_int_not_equal(t.end[a], t.end[b]);
    assert_int_equal(t.node.n, 5);
    trie_clear(&t);
}

static void a_path_may_end_inside_another_and_be_empty(void **state)
{
    trie t = { 0 };

    (void)state;
    const uint32_t whole = ADD(&t, UINT32_MAX, 2);
    const uint32_t half = ADD(&t, UINT32_MAX);
    const uint32_t none = trie_end(&t);
    const uint32_t again = ADD(&t, UINT32_MAX, 2);
    assert_true(trie_make(&t));
    assert_int_equal(t.node.n, 3);
    assert_int_equal(t.end[none], 0);
    assert_int_equal(t.node.v[t.end[whole]].parent, t.end[half]);
    assert_int_equal(t.end[again], t.end[whole]);
    trie_clear(&t);
}

/* Random paths, each the beginning of an earlier one and a new end. */
enum { PATHS = 4000, LONGEST = 40 };

typedef struct forest {
    uint32_t key[PATHS][LONGEST];
    uint32_t n[PATHS];
} forest;

static forest *new_forest(uint32_t kinds, uint64_t seed)
{
    forest *f = calloc(1, sizeof *f);

    assert_non_null(f);
    for (uint32_t i = 0; i < PATHS; i++) {
        const uint32_t from = i ? (uint32_t)stat_below(&seed, i) : 0;
        f->n[i] = (uint32_t)stat_below(&seed, LONGEST);
        const uint32_t most = f->n[from] < f->n[i] ? f->n[from] : f->n[i];
        const uint32_t same = i ? (uint32_t)stat_below(&seed, most + 1u) : 0;
        for (uint32_t k = 0; k < f->n[i]; k++)
            f->key[i][k] = k < same ? f->key[from][k]
                                    : 1 + (uint32_t)stat_below(&seed, kinds);
    }
    return f;
}

SORT_BY(by_parent_and_key, trie_node, ASC(parent), ASC(key))

static void every_beginning_is_one_node_and_a_subtree_a_range(void **state)
{
    (void)state;
    for (uint32_t kinds = 2; kinds < 100000; kinds *= 10) {
        forest *f = new_forest(kinds, kinds);
        trie t = { 0 };

        for (uint32_t i = 0; i < PATHS; i++)
            assert_int_equal(add(&t, f->key[i], f->n[i]), i);
        assert_true(trie_make(&t));
        for (uint32_t i = 0; i < PATHS; i++)
            check_path(&t, i, f->key[i], f->n[i]);
        for (uint32_t i = 2; i < t.node.n; i++) {
            uint32_t up = i - 1; /* its parent is on the way up from there */
            while (up != t.node.v[i].parent) {
                assert_int_not_equal(up, 0);
                up = t.node.v[up].parent;
            }
        }
        qsort(t.node.v + 1, t.node.n - 1, sizeof *t.node.v, by_parent_and_key);
        for (uint32_t i = 2; i < t.node.n; i++)
            assert_int_not_equal(
                by_parent_and_key(&t.node.v[i - 1], &t.node.v[i]), 0);
        trie_clear(&t);
        free(f);
    }
}

static void many_paths_that_are_equal_or_in_order_stay_fast(void **state)
{
    enum { MANY = 200000 };
    trie t = { 0 };

    (void)state;
    for (uint32_t i = 1; i <= MANY; i++)
        ADD(&t, i, 1);
    for (uint32_t i = MANY; i > 0; i--)
        ADD(&t, i, 1, 2, 3);
    for (uint32_t i = 1; i <= MANY; i++)
        ADD(&t, 7, 7, 7);
    assert_true(trie_make(&t));
    assert_int_equal(t.node.n, 1 + 4 * MANY + 2);
    trie_clear(&t);
}

static void a_trie_without_memory_fails_for_good(void **state)
{
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        trie t = { 0 };
        test_memory_arm(n);
        for (uint32_t i = 0; i < 3000; i++) {
            const bool failed = t.failed;
            ADD(&t, 1 + i % 7, 1 + i);
            assert_true(t.failed || !failed);
        }
        const bool made = trie_make(&t);
        more = test_memory_failed();
        assert_int_equal(t.failed, more);
        assert_int_equal(made, !more);
        trie_clear(&t);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trie_without_paths_is_a_root),
        cmocka_unit_test(paths_that_begin_alike_share_nodes),
        cmocka_unit_test(the_same_key_under_two_parents_is_two_nodes),
        cmocka_unit_test(a_path_may_end_inside_another_and_be_empty),
        cmocka_unit_test(every_beginning_is_one_node_and_a_subtree_a_range),
        cmocka_unit_test(many_paths_that_are_equal_or_in_order_stay_fast),
        cmocka_unit_test(a_trie_without_memory_fails_for_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
