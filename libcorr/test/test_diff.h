/* test_diff - trees of two columns for tests, from rows and at random. */
#ifndef CORR_TEST_DIFF_H
#define CORR_TEST_DIFF_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"
#include "diff/change_owner.h"
#include "stats/distributions.h"

/* A node, its self cost before and after; an observation costs 1. */
typedef struct diff_row {
    uint32_t parent, key;
    double a, b;
} diff_row;

static inline diff_tree diff_tree_new(corr_arena *a, uint32_t n)
{
    diff_tree t = { .n = n,
                    .parent = corr_arena_new(a, uint32_t, n),
                    .key = corr_arena_new(a, uint32_t, n) };

    for (int side = 0; side < 2; side++) {
        t.cost[side] = corr_arena_new(a, double, n);
        t.x[side] = corr_arena_new(a, double, n);
        assert_non_null(t.cost[side]);
        assert_non_null(t.x[side]);
    }
    assert_non_null(t.parent);
    assert_non_null(t.key);
    return t;
}

static inline diff_tree diff_tree_of(corr_arena *a, const diff_row *row,
                                     uint32_t n)
{
    diff_tree t = diff_tree_new(a, n);

    for (uint32_t i = 0; i < n; i++) {
        t.parent[i] = row[i].parent;
        t.key[i] = row[i].key;
        t.cost[0][i] = t.x[0][i] = row[i].a;
        t.cost[1][i] = t.x[1][i] = row[i].b;
    }
    return t;
}

/* Costs like 0.1 + k / 7, some 0; an observation costs unit. */
static inline diff_tree diff_tree_random(corr_arena *a, uint64_t *seed,
                                         uint32_t n, double unit)
{
    diff_tree t = diff_tree_new(a, n);

    for (uint32_t i = 1; i < n; i++) {
        t.parent[i] = (uint32_t)stat_below(seed, i);
        t.key[i] = 1 + (uint32_t)stat_below(seed, n / 2 + 1);
        for (int side = 0; side < 2; side++) {
            const uint64_t x = stat_below(seed, 3) * stat_below(seed, 100);
            t.x[side][i] = (double)x;
            t.cost[side][i] = (double)x * unit;
        }
    }
    return t;
}

static inline double diff_total(const diff_tree *t, int side)
{
    double sum = 0;

    for (uint32_t i = 0; i < t->n; i++)
        sum += t->cost[side][i];
    return sum;
}

#endif
