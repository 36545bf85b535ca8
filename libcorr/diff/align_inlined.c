/*
 * align_inlined - finds frames that disappeared or appeared between a function
 * and its callees.
 */
#include <math.h>

#include "diff/align_private.h"

static const double least_share = 0.7;

/* Relative error of sums that are added in another order. */
#define ROUNDING (1 - 1e-9)

/* Number of items that may disagree completely, as they may have changed as
 * well. Any number may if half of the expected cost agrees. */
enum { FORGIVEN = 2 };

/* Frames in a row that are searched; matches further below are not found. */
enum { IN_A_ROW = 32 };

/* Appends the callees of a frame to the queue. */
static bool push_callees(aligner *a, uint32_t node, uint32_t *n)
{
    uint32_t more;
    const uint32_t *below = align_below(a, node, &more);

    if (!align_step(a, 1 + (uint64_t)more))
        return false;
    for (uint32_t c = 0; c < more; c++)
        a->queue[(*n)++] = below[c];
    return true;
}

static bool is_on_both(const aligner *a, const item *it, int side)
{
    return it->u_sum.cost[side] > 0 && align_growth(a, &it->w_sum, side) > 0;
}

/* Returns the item that grew under the name of a node, or NULL. It is among the
 * groups at first, further down among the items of this look. */
static item *find_home(aligner *a, uint32_t node, int side, bool inner)
{
    const uint32_t key = align_at(a, node)->key;
    const group *home = inner ? NULL : align_group(a, key);
    item *it;

    if (inner) {
        it = a->looked[key] == a->look ? &a->item[a->item_of[key]] : NULL;
        return it && align_growth(a, &it->w_sum, side) > 0 ? it : NULL;
    }
    if (!home || !(home->sum.cost[!side] > 0))
        return NULL;
    it = align_item(a, key, false);
    it->w = (nodes){ home->first, a->next };
    it->w_sum = home->sum;
    return it;
}

/* Adds the cost of a callee to the item that grew under its name. Without
 * such an item, adds its self cost to the frame above, and its callees to
 * the queue. */
static bool expect_one(aligner *a, uint32_t node, uint32_t self, int side,
                       bool inner, uint32_t *n)
{
    item *home = find_home(a, node, side, inner);

    if (!home && align_is_little(a, node, side))
        home = align_item(a, align_at(a, node)->key, inner);
    if (home) {
        align_add(a, home, false, node);
        return true;
    }
    lazy_tree_cell_add(&a->item[self].u_sum, &align_at(a, node)->self);
    return push_callees(a, node, n);
}

/* Adds the costs of the callees of u to the items of this look or the groups,
 * by name. */
static bool expect_callees(aligner *a, nodes u, uint32_t self, int side,
                           bool inner)
{
    uint32_t n = 0;
    uint32_t i = 0;

    for (uint32_t k = u.first; k != ALIGN_NONE; k = u.next[k]) {
        lazy_tree_cell_add(&a->item[self].u_sum, &align_at(a, k)->self);
        if (!push_callees(a, k, &n))
            return false;
    }
    for (uint32_t row = 0; row < IN_A_ROW && i < n; row++)
        for (const uint32_t end = n; i < end; i++)
            if (!expect_one(a, a->queue[i], self, side, inner, &n))
                return false;
    for (; i < n; i++)
        lazy_tree_cell_add(&a->item[self].u_sum,
                           &align_at(a, a->queue[i])->sum);
    return true;
}

/* Compares the callees of a group with the other groups of the current node. */
static bool expect_group(aligner *a, const group *g, int side)
{
    const nodes none = { ALIGN_NONE, a->link };

    align_look(a);
    if (!align_callees(a, none, none, false) ||
        !expect_callees(a, (nodes){ g->first, a->next }, 0, side, false))
        return false;
    if (a->item[0].u_sum.cost[side] > 0)
        a->item[0].w_sum = a->self;
    return true;
}

/* ---- whether a search can succeed --------------------------------------- */

/* The cost below a frame: the part that may reappear, and the part that
 * cannot. */
typedef struct prospect {
    double found[2], lost[2], lost_cost, found_cost;
} prospect;

void align_mark_homes(aligner *a, int side, bool are_homes)
{
    for (uint32_t i = 0; i < a->ngroup; i++) {
        const group *g = &a->group[i];
        a->is_home[g->key] = are_homes && !g->gone && g->sum.cost[!side] > 0;
    }
}

static inline uint8_t any_home(const aligner *a, const narrow_part *key,
                               bool wide)
{
    uint8_t any = 0;

    for (size_t i = 0; i < key->n; i++) /* rarely set: no branch */
        any |= a->is_home[narrow_get(key->v, wide, i)];
    return any;
}

/* Whether a path has a home among the IN_A_ROW frames below its first
 * `depth`. */
static bool has_home(const aligner *a, const path_row *row, uint32_t depth)
{
    const uint32_t n = row->n - depth > IN_A_ROW ? IN_A_ROW : row->n - depth;
    const narrow_part key =
        narrow_part_of(&a->u->paths->key, row->at + depth, n);

    return key.wide ? any_home(a, &key, true) : any_home(a, &key, false);
}

static void add_prospect(const aligner *a, const lazy_tree_node *n, int side,
                         prospect *p)
{
    enum { AHEAD = 8 }; /* keys are scattered in memory */
    const diff_tree *end = a->u->end;
    const paths *all = a->u->paths;

    for (uint32_t i = n->from; i < n->to; i++) {
        if (i + AHEAD < n->to)
            paths_fetch(all, all->row[i + AHEAD].at + n->depth);
        const bool lost = !has_home(a, &all->row[i], n->depth) &&
                          end->x[side][i] >= align_few;
        *(lost ? &p->lost_cost : &p->found_cost) +=
            (side ? a->even : 1) * end->cost[side][i];
        for (int w = 0; w < 2; w++)
            (lost ? p->lost : p->found)[w] += end->x[w][i];
    }
}

/* Whether too much of the cost of a group is lost, whatever claims others have.
 * Cost that no group below the current node expects is an item that agrees with
 * no other and is never removed, so too little can agree. The paths show this;
 * the tree need not be opened. */
bool align_is_lost(aligner *a, const group *g, int side)
{
    prospect p = { 0 };

    if (!a->u->paths || align_growth(a, &a->self, side) > 0)
        return false;
    for (uint32_t i = g->first; i != ALIGN_NONE; i = a->next[i]) {
        const lazy_tree_node *n = align_at(a, i);
        if (!align_step(a, (uint64_t)n->to - n->from))
            return true;
        add_prospect(a, n, side, &p);
    }
    if (p.found[side] < a->least * ROUNDING)
        return true;
    if (p.lost[side] + a->self.x[!side] < align_few)
        return false;
    const double unlike =
        p.lost_cost - change_owner_se(&a->noise, p.lost[0] + a->self.x[0],
                                      p.lost[1] + a->self.x[1]);
    return p.found_cost <
           least_share * ROUNDING * (p.found_cost + fmax(0, unlike));
}

/* ---- claims ------------------------------------------------------------- */

void align_claim_none(aligner *a)
{
    a->claim_self = 0;
    a->claims++;
}

bool align_claim(aligner *a, const group *g, int side)
{
    if (!expect_group(a, g, side))
        return false;
    a->claim_self += a->item[0].u_sum.cost[side];
    for (uint32_t i = 1; i < a->nitem; i++) {
        const item *it = &a->item[i];
        const uint32_t key = align_at(a, it->u.first)->key;
        if (a->claimed[key] != a->claims) {
            a->claimed[key] = a->claims;
            a->claim[key] = 0;
        }
        a->claim[key] += it->u_sum.cost[side];
    }
    return true;
}

/* Gives each item its share of the growth. */
static void share_growth(aligner *a, int side)
{
    for (uint32_t i = 0; i < a->nitem; i++) {
        item *it = &a->item[i];
        const double claim = it->is_self
                                 ? a->claim_self
                                 : a->claim[align_at(a, it->u.first)->key];
        const double mine = it->u_sum.cost[side];
        it->others = claim > mine ? 1 - mine / claim : 0;
    }
}

/* Removes the item that disagrees most. If it is on both sides, adds the items
 * below it. False: the item may not be forgiven, or no steps are left. */
static bool split_worst(aligner *a, uint32_t worst, int side,
                        uint32_t *forgiven)
{
    const nodes none = { ALIGN_NONE, a->link };
    const item it = a->item[worst];
    const uint32_t self = --a->nitem;

    a->item[worst] = a->item[self];
    if (it.is_self || !is_on_both(a, &it, side)) {
        ++*forgiven;
        return it.inner || is_on_both(a, &it, side);
    }
    if (!align_callees(a, none, it.w, true) ||
        !expect_callees(a, it.u, self, side, true))
        return false;
    for (uint32_t i = self; i < a->nitem; i++)
        a->item[i].others = it.others;
    return true;
}

static bool is_alike(aligner *a, const group *g, int side)
{
    uint32_t forgiven = 0;

    for (uint32_t round = 0; round < ALIGN_ROUNDS; round++) {
        if (!align_step(a, a->nitem))
            return false;
        const likeness l = align_measure(a, side);
        if (fmin(l.seen[0], l.seen[1]) < a->least ||
            l.same < 2 * sqrt(l.variance))
            return false;
        if (align_share(&l) >= least_share)
            return forgiven <= FORGIVEN ||
                   l.same >= align_cost(a, &g->sum, side) / 2;
        if (l.worst == ALIGN_NONE || !split_worst(a, l.worst, side, &forgiven))
            return false;
    }
    return false;
}

bool align_is_left_out(aligner *a, const group *g, int side)
{
    if (!expect_group(a, g, side))
        return false;
    if (is_alike(a, g, side))
        return true;
    if (!expect_group(a, g, side))
        return false;
    share_growth(a, side);
    return is_alike(a, g, side);
}
