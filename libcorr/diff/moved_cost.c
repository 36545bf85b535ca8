#include "diff/moved_cost.h"
#include "corr_sort.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double least_score = 0.8;
static const double least_lone = 0.25; /* of path */

bool moved_cost_is_lone(double a, double b)
{
    return fmin(a, b) < 0.1 * fmax(a, b);
}

void moved_cost_of(const diff_tree *t, const change_owner_opts *o,
                   uint32_t nkey, moved_cost_row *row)
{
    for (uint32_t k = 0; k < nkey; k++)
        row[k] = (moved_cost_row){ 0 };
    for (uint32_t i = 0; i < t->n; i++) {
        const double change = t->cost[1][i] - t->cost[0][i];
        assert(t->key[i] < nkey);
        moved_cost_row *r = &row[t->key[i]];
        r->flat += change;
        r->path += fabs(change);
        if (moved_cost_is_lone(t->cost[0][i], t->cost[1][i]))
            r->lone += fabs(change);
        r->noise += 2 * change_owner_se(o, t->x[0][i], t->x[1][i]);
    }
    for (uint32_t k = 0; k < nkey; k++) {
        moved_cost_row *r = &row[k];
        if (r->path > 0)
            r->score = 1 - fabs(r->flat) / r->path;
        r->moved = r->path > fmax(o->min_abs, r->noise) &&
                   r->score >= least_score && r->lone >= least_lone * r->path;
    }
}

#define HELD                                                                   \
    0.4           /* share of the cost on both sides that most likely did not
                     change */
#define ALIKE 1.5 /* limit of the greatest ratio over the least */

typedef struct node_ratio {
    double ratio, weight;
} node_ratio;

SORT_BY(by_ratio, node_ratio, ASC(ratio), ASC(weight))

/* Returns the median of v[from..to), by weight. */
static double median_of(const node_ratio *v, uint32_t from, uint32_t to)
{
    double half = 0, sum = 0;
    uint32_t i = from;

    for (uint32_t k = from; k < to; k++)
        half += v[k].weight / 2;
    for (sum = v[i].weight; sum < half && i + 1 < to;)
        sum += v[++i].weight;
    return v[i].ratio;
}

/* Returns the median of the narrowest range with enough of the weight, or 1. v
 * is sorted. One node is not enough. */
static double usual_ratio(const node_ratio *v, uint32_t n)
{
    double all = 0, held = 0, narrowest = ALIKE, usual = 1;

    for (uint32_t i = 0; i < n; i++)
        all += v[i].weight;
    for (uint32_t from = 0, to = 0; from < n; held -= v[from++].weight) {
        while (to < n && (held < all * HELD || to - from < 2))
            held += v[to++].weight;
        if (held < all * HELD || to - from < 2)
            break;
        if (v[to - 1].ratio / v[from].ratio >= narrowest)
            continue;
        narrowest = v[to - 1].ratio / v[from].ratio;
        usual = median_of(v, from, to);
    }
    return usual;
}

bool moved_cost_usual(const diff_tree *t, double *ratio, corr_arena *scratch)
{
    node_ratio *v = corr_arena_new(scratch, node_ratio, t->n);
    uint32_t n = 0;

    if (!v)
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        const double a = t->cost[0][i], b = t->cost[1][i];
        if (a > 0 && b > 0)
            v[n++] = (node_ratio){ b / a, fmin(a, b) };
    }
    qsort(v, n, sizeof *v, by_ratio);
    *ratio = usual_ratio(v, n);
    return true;
}
