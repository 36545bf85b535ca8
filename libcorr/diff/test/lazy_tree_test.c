/* Tests of unfold, and of align on trees that unfold. */
#include "diff/lazy_tree.h"

#include "diff/align.h"
#include "test/test_diff.h"
#include "test/test_whole_tree.h"

enum { PATHS = 400, LONGEST = 12, MOST = PATHS * LONGEST + 1 };

static corr_arena arena;
static paths p;
static diff_tree end;
static lazy_tree u;
static uint32_t names;

static int teardown(void **state)
{
    (void)state;
    paths_clear(&p);
    p = (paths){ 0 };
    corr_arena_clear(&arena);
    return 0;
}

static void add(const char *keys)
{
    for (; *keys; keys++)
        paths_push(&p, &(uint32_t){ (uint32_t)*keys - 'a' + 1 }, 1);
    paths_end(&p);
}

/* Row i ends with i + 1 before and 100 after. */
static void unfold_it(void)
{
    assert_true(paths_sort(&p));
    end = diff_tree_new(&arena, p.n);
    for (uint32_t i = 0; i < p.n; i++) {
        end.cost[0][i] = i + 1;
        end.x[0][i] = 10 * (i + 1);
        end.cost[1][i] = end.x[1][i] = 100;
    }
    assert_true(lazy_tree_paths(&u, &p, &end, 27, &arena));
}

static void check_node(uint32_t i, char key, double self, double sum)
{
    const lazy_tree_node *n = &u.node[i];

    assert_true(i < u.n);
    assert_int_equal(n->key, key - 'a' + 1);
    assert_true(n->self.cost[0] == self && n->sum.cost[0] == sum);
    assert_true(n->self.x[0] == 10 * self && n->sum.x[0] == 10 * sum);
}

static void a_node_is_made_when_the_one_above_is_opened(void **state)
{
    (void)state;
    add("abc"); /* row 1 */
    add("ab");  /* row 0 */
    add("ade"); /* row 2 */
    add("f");   /* row 3 */
    unfold_it();
    assert_int_equal(u.n, 1);
    assert_int_equal(u.most, 7);
    assert_true(u.node[0].sum.cost[0] == 10 && u.node[0].sum.cost[1] == 400);
    lazy_tree_open(&u, 0);
    assert_int_equal(u.n, 3);
    check_node(1, 'a', 0, 6);
    check_node(2, 'f', 4, 4);
    assert_int_equal(u.node[0].n, 2);
    assert_int_equal(u.child[u.node[0].child + 1], 2);
    lazy_tree_open(&u, 1);
    lazy_tree_open(&u, 1);
    assert_int_equal(u.n, 5);
    check_node(3, 'b', 1, 3);
    check_node(4, 'd', 0, 3);
    assert_int_equal(u.node[4].parent, 1);
}

static void a_leaf_is_known_before_it_is_opened(void **state)
{
    (void)state;
    add("a");
    add("ab");
    add("c");
    unfold_it();
    assert_false(lazy_tree_is_leaf(&u, 0));
    lazy_tree_open(&u, 0);
    assert_false(lazy_tree_is_leaf(&u, 1));
    assert_true(lazy_tree_is_leaf(&u, 2));
    lazy_tree_open(&u, 2);
    assert_true(lazy_tree_is_leaf(&u, 2));
    assert_int_equal(u.n, 3);
}

static void a_path_has_the_value_of_the_deepest_node_of_it(void **state)
{
    const uint32_t of_node[] = { 50, 51, 52, 53 };
    uint32_t value[4];

    (void)state;
    paths_end(&p); /* row 0 */
    add("a");      /* row 1 */
    add("ab");     /* row 2 */
    add("c");      /* row 3 */
    unfold_it();
    lazy_tree_spread(&u, of_node, value);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(value[i], 50);
    lazy_tree_open(&u, 0);
    lazy_tree_spread(&u, of_node, value);
    assert_memory_equal(value, ((uint32_t[]){ 50, 51, 51, 52 }), sizeof value);
    lazy_tree_open(&u, 1);
    lazy_tree_spread(&u, of_node, value);
    assert_memory_equal(value, ((uint32_t[]){ 50, 51, 53, 52 }), sizeof value);
}

static void without_paths_it_is_a_root(void **state)
{
    (void)state;
    unfold_it();
    lazy_tree_open(&u, 0);
    lazy_tree_spread(&u, (uint32_t[]){ 1 }, NULL);
    assert_int_equal(u.n, 1);
    assert_true(lazy_tree_is_leaf(&u, 0));
}

static void without_memory_it_says_so(void **state)
{
    corr_arena small = { .limit = 100 };

    (void)state;
    add("abc");
    unfold_it();
    assert_false(lazy_tree_paths(&u, &p, &end, 27, &small));
    corr_arena_clear(&small);
}

/* ---- random trees -------------------------------------------------------- */

/* Paths each of which begins like another, few names, costs of one side and of
 * both. */
static void draw(uint64_t *seed)
{
    static uint32_t path[PATHS][LONGEST];
    static uint32_t length[PATHS];

    names = 3 + (uint32_t)stat_below(seed, 40);
    for (uint32_t i = 0; i < PATHS; i++) {
        const uint32_t from = i ? (uint32_t)stat_below(seed, i) : 0;
        const uint32_t n = 1 + (uint32_t)stat_below(seed, LONGEST);
        const uint32_t same = i ? (uint32_t)stat_below(seed, n + 1) : 0;
        for (uint32_t k = 0; k < n; k++)
            path[i][k] = k < same && k < length[from]
                             ? path[from][k]
                             : 1 + (uint32_t)stat_below(seed, names);
        length[i] = n;
        paths_push(&p, path[i], n);
        paths_end(&p);
    }
    assert_true(paths_sort(&p));
    end = diff_tree_new(&arena, p.n);
    for (uint32_t i = 0; i < p.n; i++) {
        const uint64_t only = stat_below(seed, 5);
        for (unsigned w = 0; w < 2; w++) {
            const uint64_t x = only == w ? 0 : 1 + stat_below(seed, 60);
            end.x[w][i] = (double)x;
            end.cost[w][i] = (double)x * 2;
        }
    }
    assert_true(lazy_tree_paths(&u, &p, &end, names + 1, &arena));
}

/* All of u, in the order in which it was made. */
static diff_tree open_all(void)
{
    for (uint32_t i = 0; i < u.n; i++)
        lazy_tree_open(&u, i);
    assert_int_equal(u.n, u.most);
    diff_tree t = diff_tree_new(&arena, u.n);
    for (uint32_t i = 0; i < u.n; i++) {
        t.parent[i] = u.node[i].parent;
        t.key[i] = u.node[i].key;
        for (int w = 0; w < 2; w++) {
            t.cost[w][i] = u.node[i].self.cost[w];
            t.x[w][i] = u.node[i].self.x[w];
        }
    }
    return t;
}

static void opened_all_over_it_is_the_whole_tree(void **state)
{
    uint64_t seed = 3;
    lazy_tree whole;

    (void)state;
    draw(&seed);
    const diff_tree t = open_all();
    assert_true(whole_tree(&whole, &t, names + 1, &arena));
    assert_int_equal(whole.n, u.n);
    for (uint32_t i = 0; i < u.n; i++) {
        const lazy_tree_node *a = &u.node[i], *b = &whole.node[i];
        assert_int_equal(a->key, b->key);
        assert_int_equal(a->n, b->n);
        for (uint32_t k = 0; k < a->n; k++)
            assert_int_equal(u.child[a->child + k], whole.child[b->child + k]);
        assert_memory_equal(&a->self, &b->self, sizeof a->self);
        assert_memory_equal(&a->sum, &b->sum, sizeof a->sum);
        assert_int_equal(lazy_tree_is_leaf(&u, i),
                         lazy_tree_is_leaf(&whole, i));
    }
}

/* ---- the comparison ------------------------------------------------------ */

/* The result of a comparison: the owner of the cost of each path, and the owned
 * change. */
typedef struct told {
    uint32_t made; /* nodes that were looked at */
    align_notes notes;
    uint32_t owner[PATHS]; /* names */
    double own[PATHS], rest;
} told;

static void compare(double min_abs, double lump, bool whole, told *t)
{
    const align_opts how = { .min_abs = min_abs,
                             .lump = lump,
                             .unit = { 2, 2 } };
    uint32_t *node_of = corr_arena_new(&arena, uint32_t, u.most);
    uint32_t at[PATHS];
    diff_tree out;

    assert_non_null(node_of);
    assert_true(lazy_tree_paths(&u, &p, &end, names + 1, &arena));
    if (whole) {
        const diff_tree all = open_all();
        lazy_tree w;
        assert_true(whole_tree(&w, &all, names + 1, &arena));
        assert_true(align_unfold(&w, &how, &out, node_of, &t->notes, &arena));
    } else {
        assert_true(align_unfold(&u, &how, &out, node_of, &t->notes, &arena));
    }
    lazy_tree_spread(&u, node_of, at);
    double *own = corr_arena_new(&arena, double, out.n);
    uint32_t *owner = corr_arena_new(&arena, uint32_t, out.n);
    assert_non_null(own);
    assert_non_null(owner);
    assert_true(change_owner_of(
        &out, &(change_owner_opts){ .min_abs = min_abs, .unit = { 2, 2 } }, own,
        owner, &arena));
    for (int w = 0; w < 2; w++)
        assert_true(diff_total(&out, w) == diff_total(&end, w));
    t->made = u.n;
    t->rest = own[0];
    for (uint32_t i = 0; i < p.n; i++) {
        t->owner[i] = out.key[owner[at[i]]];
        t->own[i] = own[owner[at[i]]];
    }
}

static void check_told(const told *a, const told *b)
{
    assert_int_equal(a->notes.n, b->notes.n);
    for (uint32_t i = 0; i < a->notes.n; i++) {
        const align_note *x = &a->notes.v[i], *y = &b->notes.v[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->parent, y->parent);
        assert_int_equal(x->was, y->was);
        assert_int_equal(x->is, y->is);
        assert_true(x->cost[0] == y->cost[0] && x->cost[1] == y->cost[1]);
    }
    assert_true(a->rest == b->rest);
    for (uint32_t i = 0; i < p.n; i++) {
        assert_int_equal(a->owner[i], b->owner[i]);
        assert_true(a->own[i] == b->own[i]);
    }
}

static void what_is_not_looked_at_changes_no_answer(void **state)
{
    static told whole, all, some;
    uint64_t seed = 23;
    uint32_t notes = 0, owned = 0, fewer = 0;

    (void)state;
    for (uint32_t round = 0; round < 150; round++) {
        draw(&seed);
        const double min_abs =
            diff_total(&end, 0) * (double)(1 + stat_below(&seed, 30)) / 1000;
        compare(min_abs, 0, true, &whole);
        compare(min_abs, 0, false, &all);
        compare(min_abs, min_abs, false, &some);
        assert_int_equal(all.made, u.most);
        fewer += some.made < all.made / 2;
        check_told(&whole, &all);
        check_told(&whole, &some);
        for (uint32_t i = 0; i < p.n; i++)
            owned += all.owner[i] != 0;
        notes += all.notes.n;
        teardown(NULL);
    }
    assert_true(notes > 300);
    assert_true(owned > 150 * 20);
    assert_true(fewer > 30);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_node_is_made_when_the_one_above_is_opened),
        TEST(a_leaf_is_known_before_it_is_opened),
        TEST(a_path_has_the_value_of_the_deepest_node_of_it),
        TEST(without_paths_it_is_a_root),
        TEST(without_memory_it_says_so),
        TEST(opened_all_over_it_is_the_whole_tree),
        TEST(what_is_not_looked_at_changes_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
