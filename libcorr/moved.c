#include "moved.h"

#include <assert.h>
#include <math.h>

static const double least_score = 0.8;
static const double least_lone = 0.25; /* of path */

bool moved_is_lone(double a, double b)
{
    return fmin(a, b) < 0.1 * fmax(a, b);
}

void moved_of(const diff_tree *t, const owned_opts *o, uint32_t nkey,
              moved_row *row)
{
    for (uint32_t k = 0; k < nkey; k++)
        row[k] = (moved_row){ 0 };
    for (uint32_t i = 0; i < t->n; i++) {
        const double change = t->cost[1][i] - t->cost[0][i];
        assert(t->key[i] < nkey);
        moved_row *r = &row[t->key[i]];
        r->flat += change;
        r->path += fabs(change);
        if (moved_is_lone(t->cost[0][i], t->cost[1][i]))
            r->lone += fabs(change);
        r->noise += 2 * owned_se(o, t->x[0][i], t->x[1][i]);
    }
    for (uint32_t k = 0; k < nkey; k++) {
        moved_row *r = &row[k];
        if (r->path > 0)
            r->score = 1 - fabs(r->flat) / r->path;
        r->moved = r->path > fmax(o->min_abs, r->noise) &&
                   r->score >= least_score && r->lone >= least_lone * r->path;
    }
}
