#include "diff/change_owner.h"

#include <math.h>

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
