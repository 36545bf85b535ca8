#include "diff/change_owner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"

/* ---- moved costs ----------------------------------------------------------- */

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

#define LEAST_PART                                                             \
    0.4           /* share of the cost on both sides that most likely did not
                     change */
#define ALIKE 1.5 /* limit of the greatest ratio over the least */

SORT_BY(by_ratio, cost_ratio, ASC(ratio), ASC(weight))

/* Returns the median of v[from..to), by weight. */
static double median_of(const cost_ratio *v, uint32_t from, uint32_t to)
{
    double half = 0, sum = 0;
    uint32_t i = from;

    for (uint32_t k = from; k < to; k++)
        half += v[k].weight / 2;
    for (sum = v[i].weight; sum < half && i + 1 < to;)
        sum += v[++i].weight;
    return v[i].ratio;
}

double cost_ratio_usual(cost_ratio *v, uint32_t n)
{
    double all = 0, inside = 0, narrowest = ALIKE, usual = 0;

    qsort(v, n, sizeof *v, by_ratio);
    for (uint32_t i = 0; i < n; i++)
        all += v[i].weight;
    for (uint32_t from = 0, to = 0; from < n; inside -= v[from++].weight) {
        while (to < n && (inside < all * LEAST_PART || to - from < 2))
            inside += v[to++].weight;
        if (inside < all * LEAST_PART || to - from < 2)
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
    cost_ratio *v = corr_arena_new(scratch, cost_ratio, t->n);
    uint32_t n = 0;

    if (!v)
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        const double a = t->cost[0][i], b = t->cost[1][i];
        if (a > 0 && b > 0)
            v[n++] = (cost_ratio){ b / a, fmin(a, b) };
    }
    const double usual = cost_ratio_usual(v, n);
    *ratio = usual > 0 ? usual : 1;
    return true;
}

/* ---- owners of changes ----------------------------------------------------- */

/* A sum and its rounding error. */
typedef struct twosum {
    double sum, lost;
} twosum;

static void add_exactly(twosum *s, double x)
{
    const double sum = s->sum + x;
    const double part = sum - s->sum;

    s->lost += (s->sum - (sum - part)) + (x - part);
    s->sum = sum;
}

double change_owner_se(const change_owner_opts *o, double xa, double xb)
{
    const double clusters = o->clusters ? o->clusters : 1;
    const double phi = fmax(1, 1 + o->alpha * (xa + xb) / clusters);

    return sqrt(phi *
                (xa * o->unit[0] * o->unit[0] + xb * o->unit[1] * o->unit[1]));
}

/* The change that collected below a node and has no owner yet. */
typedef struct unowned {
    double change, x[2];
} unowned;

static unowned *loose_selves(const diff_tree *t, corr_arena *scratch)
{
    unowned *l = corr_arena_new(scratch, unowned, t->n);

    for (uint32_t i = 0; l && i < t->n; i++)
        l[i] = (unowned){ t->cost[1][i] - t->cost[0][i],
                          { t->x[0][i], t->x[1][i] } };
    return l;
}

/* Finds the nodes that pass their change on: passes_up is set, and an ancestor
 * does not pass. */
static bool *find_passing(const diff_tree *t, const change_owner_opts *o,
                          corr_arena *scratch)
{
    bool *has_taker = corr_arena_new(scratch, bool, t->n);
    bool *passes = corr_arena_new(scratch, bool, t->n);

    if (!has_taker || !passes)
        return NULL;
    for (uint32_t i = 1; o->passes_up && i < t->n; i++) {
        const uint32_t up = t->parent[i];
        has_taker[i] = up && (has_taker[up] || !o->passes_up[up]);
        passes[i] = o->passes_up[i] && has_taker[i];
    }
    return passes;
}

static bool is_enough(const change_owner_opts *o, const unowned *l)
{
    const double size = fabs(l->change);

    return size > 0 && size >= o->min_abs &&
           size >= 2 * change_owner_se(o, l->x[0], l->x[1]);
}

/* Returns the whole change less the owned changes. */
static double rest_of_change(const diff_tree *t, const double *own)
{
    twosum rest = { 0, 0 };

    for (uint32_t i = 0; i < t->n; i++) {
        add_exactly(&rest, t->cost[1][i]);
        add_exactly(&rest, -t->cost[0][i]);
        if (i)
            add_exactly(&rest, -own[i]);
    }
    return rest.sum + rest.lost;
}

bool change_owner_of(const diff_tree *t, const change_owner_opts *o,
                     double *own, uint32_t *owner, corr_arena *scratch)
{
    unowned *l = loose_selves(t, scratch);
    const bool *passes = find_passing(t, o, scratch);

    if (!l || !passes)
        return false;
    for (uint32_t i = t->n; i-- > 1;) {
        const bool owns = !passes[i] && is_enough(o, &l[i]);
        own[i] = owns ? l[i].change : 0;
        owner[i] = owns ? i : 0;
        if (owns)
            continue;
        unowned *up = &l[t->parent[i]];
        up->change += l[i].change;
        up->x[0] += l[i].x[0];
        up->x[1] += l[i].x[1];
    }
    owner[0] = 0;
    for (uint32_t i = 1; i < t->n; i++)
        if (!owner[i])
            owner[i] = owner[t->parent[i]];
    own[0] = rest_of_change(t, own);
    return true;
}
