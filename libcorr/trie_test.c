/* Tests of trie. */
#include "trie.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stat.h"
#include "test_memory.h"

static void a_new_trie_is_a_root(void **state)
{
    trie t;

    (void)state;
    trie_init(&t);
    assert_false(t.failed);
    assert_int_equal(t.node.n, 1);
    trie_clear(&t);
    assert_int_equal(t.node.n, 0);
}

static void a_child_is_found_again_and_not_added_twice(void **state)
{
    trie t;

    (void)state;
    trie_init(&t);
    const uint32_t a = trie_child(&t, 0, 7);
    const uint32_t b = trie_child(&t, 0, 8);
    assert_int_not_equal(a, b);
    assert_int_equal(trie_child(&t, 0, 7), a);
    assert_int_equal(trie_child(&t, 0, 7), a);
    assert_int_equal(trie_child(&t, 0, 8), b);
    assert_int_equal(t.node.n, 3);
    trie_clear(&t);
}

static void the_same_key_under_two_parents_is_two_nodes(void **state)
{
    trie t;

    (void)state;
    trie_init(&t);
    const uint32_t a = trie_child(&t, 0, 1);
    const uint32_t b = trie_child(&t, 0, 2);
    const uint32_t under_a = trie_child(&t, a, 9);
    const uint32_t under_b = trie_child(&t, b, 9);
    assert_int_not_equal(under_a, under_b);
    assert_int_equal(t.node.v[under_a].parent, a);
    assert_int_equal(t.node.v[under_b].parent, b);
    assert_int_equal(t.node.v[under_b].key, 9);
    trie_clear(&t);
}

static void key_zero_and_key_max_are_keys_like_any_other(void **state)
{
    trie t;

    (void)state;
    trie_init(&t);
    const uint32_t zero = trie_child(&t, 0, 0);
    const uint32_t max = trie_child(&t, 0, UINT32_MAX);
    assert_int_not_equal(zero, 0);
    assert_int_equal(trie_child(&t, 0, 0), zero);
    assert_int_equal(trie_child(&t, 0, UINT32_MAX), max);
    trie_clear(&t);
}

static void children_come_after_their_parents_however_many(void **state)
{
    enum { MANY = 50000 };
    trie t;
    uint64_t seed = 1;
    uint32_t *node = calloc(MANY, sizeof *node);
    uint32_t *parent = calloc(MANY, sizeof *parent);

    (void)state;
    assert_true(node && parent);
    trie_init(&t);
    for (uint32_t i = 1; i < MANY; i++) {
        parent[i] = node[stat_below(&seed, i)];
        node[i] = trie_child(&t, parent[i], i);
        assert_true(node[i] > parent[i]);
    }
    assert_int_equal(t.node.n, MANY);
    for (uint32_t i = MANY - 1; i > 0; i--) {
        assert_int_equal(trie_child(&t, parent[i], i), node[i]);
        assert_int_equal(t.node.v[node[i]].parent, parent[i]);
    }
    assert_int_equal(t.node.n, MANY);
    trie_clear(&t);
    free(node);
    free(parent);
}

static void a_wide_root_stays_fast(void **state)
{
    enum { WIDE = 60000 };
    trie t;

    (void)state;
    trie_init(&t);
    for (int turn = 0; turn < 4; turn++)
        for (uint32_t i = 0; i < WIDE; i++)
            assert_int_equal(trie_child(&t, 0, i * 16), i + 1);
    assert_int_equal(t.node.n, WIDE + 1);
    trie_clear(&t);
}

static void a_failed_trie_hands_out_the_root(void **state)
{
    trie t;

    (void)state;
    trie_init(&t);
    t.failed = true;
    assert_int_equal(trie_child(&t, 0, 7), 0);
    assert_int_equal(t.node.n, 1);
    trie_clear(&t);
}

static void a_trie_without_memory_fails_for_good(void **state)
{
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        trie t;
        test_memory_arm(n);
        trie_init(&t);
        for (uint32_t i = 0; i < 5000; i++) {
            const bool failed = t.failed;
            const uint32_t child = trie_child(&t, 0, i);
            assert_int_equal(child == 0, t.failed);
            assert_true(t.failed || !failed);
        }
        more = test_memory_failed();
        assert_int_equal(t.failed, more);
        trie_clear(&t);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_trie_is_a_root),
        cmocka_unit_test(a_child_is_found_again_and_not_added_twice),
        cmocka_unit_test(the_same_key_under_two_parents_is_two_nodes),
        cmocka_unit_test(key_zero_and_key_max_are_keys_like_any_other),
        cmocka_unit_test(children_come_after_their_parents_however_many),
        cmocka_unit_test(a_wide_root_stays_fast),
        cmocka_unit_test(a_failed_trie_hands_out_the_root),
        cmocka_unit_test(a_trie_without_memory_fails_for_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
