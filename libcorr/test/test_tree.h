/* test_tree - a tree of one profile, printed and checked, for tests. */
#ifndef CORR_TEST_TREE_H
#define CORR_TEST_TREE_H

#include "test/test_store.h"

#include "corr_view.h"

typedef struct view {
    corr_store *st;
    corr_sel *sel;
    corr_tree *t;
} view;

static inline view view_of(const char *text, const corr_tree_opts *opts)
{
    corr_err err = { 0 };
    view v = { .st = test_store(&text, 1) };

    v.sel = test_select(v.st);
    const corr_sel *cols[] = { v.sel };
    v.t = corr_tree_of(cols, 1, opts, &err);
    if (!v.t)
        fail_msg("%s", err.what);
    return v;
}

static inline void view_free(view *v)
{
    corr_tree_free(v->t);
    corr_sel_free(v->sel);
    corr_store_free(v->st);
}

/* One line a node: depth in dots, name, "xN", self/total, observations. */
static inline char *print(const corr_tree *t, size_t ncol)
{
    static char out[8192];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 1; i < corr_tree_size(t); i++) {
        const corr_node c = corr_tree_at(t, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s%s",
                              (int)c.depth - 1, "........", c.name);
        if (c.repeat > 1)
            n += (size_t)snprintf(out + n, sizeof out - n, " x%u", c.repeat);
        for (size_t k = 0; k < ncol; k++)
            n += (size_t)snprintf(out + n, sizeof out - n, " %lld/%lld",
                                  (long long)c.self[k], (long long)c.total[k]);
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

/* Every node's total is its self and its children's totals; subtrees nest. */
static inline void check_sums(const corr_tree *t, size_t ncol)
{
    for (uint32_t i = 0; i < corr_tree_size(t); i++) {
        const corr_node n = corr_tree_at(t, i);
        assert_true(n.end > i && n.end <= corr_tree_size(t));
        for (size_t c = 0; c < ncol; c++) {
            int64_t total = n.self[c];
            int64_t obs = n.self_obs[c];
            for (uint32_t k = i + 1; k < n.end;) {
                const corr_node child = corr_tree_at(t, k);
                assert_int_equal(child.parent, i);
                assert_int_equal(child.depth, n.depth + 1);
                total += child.total[c];
                obs += child.obs[c];
                k = child.end;
            }
            assert_int_equal(n.total[c], total);
            assert_int_equal(n.obs[c], obs);
        }
    }
}

#endif
