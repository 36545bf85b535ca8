/*
 * align_similarity - the similarity of two sets of stacks: a weighted Jaccard
 * index of costs with sampling error.
 */
#include <math.h>

#include "diff/align_private.h"

void align_look(aligner *a)
{
    a->nitem = 0;
    a->look++;
}

static item *add_item(aligner *a, bool is_self, bool inner)
{
    item *it = &a->item[a->nitem++];

    *it = (item){ .u = { ALIGN_NONE, a->link },
                  .w = { ALIGN_NONE, a->link },
                  .is_self = is_self,
                  .inner = inner };
    return it;
}

item *align_item(aligner *a, uint32_t key, bool inner)
{
    if (a->looked[key] != a->look) {
        a->looked[key] = a->look;
        a->item_of[key] = a->nitem;
        add_item(a, false, inner);
    }
    return &a->item[a->item_of[key]];
}

void align_add(aligner *a, item *it, bool to_w, uint32_t node)
{
    nodes *end = to_w ? &it->w : &it->u;

    a->link[node] = end->first;
    end->first = node;
    lazy_tree_cell_add(to_w ? &it->w_sum : &it->u_sum, &align_at(a, node)->sum);
}

bool align_is_little(const aligner *a, uint32_t node, int side)
{
    return align_at(a, node)->sum.x[side] < align_few &&
           lazy_tree_is_leaf(a->u, node);
}

/* Adds the self costs and callees of the nodes of one end. */
static bool add_end(aligner *a, nodes set, bool to_w, uint32_t self, bool inner)
{
    for (uint32_t i = set.first; i != ALIGN_NONE; i = set.next[i]) {
        uint32_t n;
        const uint32_t *below = align_below(a, i, &n);
        item *it = &a->item[self];
        if (!align_step(a, 1 + (uint64_t)n))
            return false;
        lazy_tree_cell_add(to_w ? &it->w_sum : &it->u_sum,
                           &align_at(a, i)->self);
        for (uint32_t c = 0; c < n; c++)
            align_add(a, align_item(a, align_at(a, below[c])->key, inner), to_w,
                      below[c]);
    }
    return true;
}

bool align_callees(aligner *a, nodes u, nodes w, bool inner)
{
    const uint32_t self = a->nitem;

    a->look++;
    add_item(a, true, inner);
    return add_end(a, u, false, self, inner) &&
           add_end(a, w, true, self, inner);
}

void align_compare(const aligner *a, const item *it, int side, likeness *l)
{
    const int other = !side;
    const double u = align_cost(a, &it->u_sum, side);
    const double share = 1 - it->others;
    const double w = share * fmax(0, align_growth(a, &it->w_sum, side));
    const double same = fmin(u, w);
    const double grown =
        change_owner_se(&a->noise, it->w_sum.x[0], it->w_sum.x[1]);
    const double both =
        change_owner_se(&a->noise, it->u_sum.x[0] + it->w_sum.x[0],
                        it->u_sum.x[1] + it->w_sum.x[1]);

    l->unlike += fmax(0, fabs(u - w) - both);
    if (!(same > 0))
        return;
    l->same += same;
    l->most = fmax(l->most, same);
    l->variance += share * share * grown * grown;
    l->seen[side] += it->u_sum.x[side] * (same / u);
    l->seen[other] +=
        it->w_sum.x[other] * (same / align_cost(a, &it->w_sum, other));
}

likeness align_measure(const aligner *a, int side)
{
    likeness l = { .worst = ALIGN_NONE };
    item small = { .is_self = true };
    double most = 0;

    for (uint32_t i = 0; i < a->nitem; i++) {
        const item *it = &a->item[i];
        const double before = l.unlike;
        if (it->u_sum.x[side] + it->w_sum.x[!side] < align_few) {
            lazy_tree_cell_add(&small.u_sum, &it->u_sum);
            lazy_tree_cell_add(&small.w_sum, &it->w_sum);
            continue;
        }
        align_compare(a, it, side, &l);
        if (l.unlike - before > most) {
            most = l.unlike - before;
            l.worst = i;
        }
    }
    align_compare(a, &small, side, &l);
    return l;
}

double align_share(const likeness *l)
{
    return l->same > 0 ? l->same / (l->same + l->unlike) : 0;
}
