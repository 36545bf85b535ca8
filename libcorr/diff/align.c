#include "diff/align.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "diff/align_private.h"

/* Limit of steps: so many per node, but enough to search a small tree
 * completely. */
enum { STEPS_PER_NODE = 64, LEAST_STEPS = 1 << 20 };

static const double default_least = 20;

/* Lower limit of `least`: with fewer observations, callees are compared
 * together and not by name. */
static const double least_least = 5;

/* ---- children of the current node --------------------------------------- */

static void add_child(aligner *a, uint32_t node)
{
    const lazy_tree_node *n = align_at(a, node);
    const uint32_t key = n->key;
    group *g = align_group(a, key);

    a->next[node] = ALIGN_NONE;
    if (!g) {
        a->grouped[key] = a->at + 1;
        a->group_of[key] = a->ngroup;
        g = &a->group[a->ngroup++];
        *g = (group){ .key = key, .first = node };
    } else {
        a->next[g->last] = node;
    }
    g->last = node;
    lazy_tree_cell_add(&g->self, &n->self);
    lazy_tree_cell_add(&g->sum, &n->sum);
}

static void add_children(aligner *a, uint32_t first)
{
    for (uint32_t i = first; i != ALIGN_NONE; i = a->next[i]) {
        uint32_t n;
        const uint32_t *below = align_below(a, i, &n);
        for (uint32_t c = 0; c < n; c++)
            add_child(a, below[c]);
    }
}

void align_say(aligner *a, align_kind kind, const group *was, const group *is)
{
    align_note *note = &a->note[a->nnote++];

    *note = (align_note){ .kind = kind,
                          .parent = a->out->key[a->at],
                          .node = a->at };
    if (was) {
        note->was = was->key;
        note->cost[0] = was->sum.cost[0];
    }
    if (is) {
        note->is = is->key;
        note->cost[1] = is->sum.cost[1];
    }
}

/* ---- frames that are left out -------------------------------------------- */

SORT_BY(ranked_by_cost, ranked, DESC(cost), ASC(first))

/* Ranks the living groups on this side only, by descending cost. */
static uint32_t rank_one_sided(aligner *a, int side)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->ngroup; i++) {
        const group *g = &a->group[i];
        if (!g->gone && align_is_only(&g->sum, side))
            a->ranked[n++] = (ranked){ g->sum.cost[side], g->first, i };
    }
    qsort(a->ranked, n, sizeof *a->ranked, ranked_by_cost);
    return n;
}

static void leave_out(aligner *a, group *g, int side)
{
    const uint32_t first = g->first;

    align_say(a, side ? ALIGN_INSERTED : ALIGN_INLINED, side ? NULL : g,
              side ? g : NULL);
    g->gone = true;
    lazy_tree_cell_add(&a->self, &g->self);
    for (uint32_t i = first; i != ALIGN_NONE; i = a->next[i])
        a->node_of[i] = a->at;
    add_children(a, first);
}

/* Whether the current node is on both sides. Otherwise no cost can reappear. */
static bool is_shared(aligner *a)
{
    a->whole = a->self;

    for (uint32_t i = 0; i < a->ngroup; i++)
        lazy_tree_cell_add(&a->whole, &a->group[i].sum);
    return a->whole.cost[0] > 0 && a->whole.cost[1] > 0;
}

/* Whether one of the n ranked groups may be left out. */
static bool may_leave_out(aligner *a, uint32_t n, int side)
{
    bool may = false;

    align_mark_homes(a, side, true);
    for (uint32_t i = 0; i < n && !may; i++) {
        const group *g = &a->group[a->ranked[i].group];
        may = align_is_much(a, &g->sum, side) && !align_is_lost(a, g, side);
    }
    align_mark_homes(a, side, false);
    return may;
}

/* Does one round over the groups on this side only. Returns whether a group was
 * left out: then others have more to be compared with. */
static bool leave_out_some(aligner *a, int side)
{
    const uint32_t n = rank_one_sided(a, side);
    bool any = false;

    if (!may_leave_out(a, n, side) || !align_step(a, a->ngroup))
        return false;
    align_claim_none(a);
    for (uint32_t i = 0; i < n; i++)
        if (!align_claim(a, &a->group[a->ranked[i].group], side))
            return false;
    for (uint32_t i = 0; i < n; i++) {
        group *g = &a->group[a->ranked[i].group];
        if (align_is_only(&g->sum, side) && align_is_much(a, &g->sum, side) &&
            align_is_left_out(a, g, side)) {
            leave_out(a, g, side);
            any = true;
        }
    }
    return any;
}

static void leave_out_all(aligner *a)
{
    bool any = true;

    while (any) {
        any = leave_out_some(a, 0);
        any = leave_out_some(a, 1) || any;
    }
}

/* ---- the new tree -------------------------------------------------------- */

static void set_cell(aligner *a, uint32_t node, const cell *c)
{
    for (int side = 0; side < 2; side++) {
        a->out->cost[side][node] = c->cost[side];
        a->out->x[side][node] = c->x[side];
    }
}

/* Whether a node has too little cost to be opened. */
static bool is_lump(const aligner *a, const cell *c)
{
    return c->cost[0] < a->o->lump && c->cost[1] < a->o->lump;
}

static void add_node(aligner *a, const group *g)
{
    const uint32_t node = a->out->n++;
    const bool lump = is_lump(a, &g->sum);

    a->out->parent[node] = a->at;
    a->out->key[node] = g->key;
    a->first[node] = lump ? ALIGN_NONE : g->first;
    a->sum[node] = g->sum;
    a->nchild[node] = 0;
    set_cell(a, node, lump ? &g->sum : &g->self);
    if (g->note)
        a->note[g->note - 1].node = node;
    for (uint32_t i = g->first; i != ALIGN_NONE; i = a->next[i])
        a->node_of[i] = node;
}

static void add_ratio(aligner *a, uint32_t *n, const cell *c)
{
    if (c->cost[0] > 0 && c->cost[1] > 0)
        a->ratio[(*n)++] = (cost_ratio){ c->cost[1] / c->cost[0],
                                         fmin(c->cost[0], c->cost[1]) };
}

/* Returns what the costs under the current node that both sides have usually
 * became; 0: no two became alike. */
static double usual_here(aligner *a)
{
    uint32_t n = 0;

    add_ratio(a, &n, &a->self);
    for (uint32_t i = 0; i < a->ngroup; i++)
        if (!a->group[i].gone)
            add_ratio(a, &n, &a->group[i].sum);
    return cost_ratio_usual(a->ratio, n);
}

/* Returns what the costs beside node `at` of the new tree usually became, under
 * the same caller; 0: no two became alike, or a few samples only. */
static double usual_beside(aligner *a, uint32_t at)
{
    const uint32_t caller = a->out->parent[at];
    cell seen = lazy_tree_cell_of(a->out, caller);
    uint32_t n = 0;

    add_ratio(a, &n, &seen);
    for (uint32_t i = 0; i < a->nchild[caller]; i++) {
        const uint32_t k = a->child[caller] + i;
        if (k == at)
            continue;
        add_ratio(a, &n, &a->sum[k]);
        lazy_tree_cell_add(&seen, &a->sum[k]);
    }
    return seen.x[0] >= a->least && seen.x[1] >= a->least
               ? cost_ratio_usual(a->ratio, n)
               : 0;
}

/* Returns what the costs around the current node usually became: those beside
 * the nearest of it and its callers where that is known. 0: nowhere. */
static double usual_around(aligner *a)
{
    double usual = 0;

    for (uint32_t at = a->at; at && !(usual > 0); at = a->out->parent[at]) {
        if (!align_step(a, 1 + (uint64_t)a->nchild[a->out->parent[at]]))
            return 0;
        usual = usual_beside(a, at);
    }
    return usual;
}

/* Whether a frame on one side only has enough cost to be looked for. */
static bool has_lone(const aligner *a)
{
    for (uint32_t i = 0; i < a->ngroup; i++)
        for (int side = 0; side < 2; side++)
            if (!a->group[i].gone && align_is_only(&a->group[i].sum, side) &&
                align_is_much(a, &a->group[i].sum, side))
                return true;
    return false;
}

void align_compare_at(aligner *a, double even)
{
    a->even = even;
    a->noise.unit[1] = a->o->unit[1] * even;
}

/* Undoes what can be undone with the costs of the new side times `even`. */
static void undo(aligner *a, double even)
{
    align_compare_at(a, even);
    leave_out_all(a);
    align_known(a);
    align_pair(a);
}

static void align_node(aligner *a, uint32_t at)
{
    a->at = at;
    a->ngroup = 0;
    a->self = lazy_tree_cell_of(a->out, at);
    add_children(a, a->first[at]);
    if (is_shared(a)) {
        align_known(a);
        const double usual = usual_here(a);
        if (usual > 0)
            undo(a, 1 / usual);
        undo(a, 1);
        align_pair_in_caller(a);
        const double around = has_lone(a) ? usual_around(a) : 0;
        if (around > 0)
            undo(a, 1 / around);
    }
    set_cell(a, at, &a->self);
    a->child[at] = a->out->n;
    for (uint32_t i = 0; i < a->ngroup; i++)
        if (!a->group[i].gone)
            add_node(a, &a->group[i]);
    a->nchild[at] = a->out->n - a->child[at];
}

static double heavier_side(const align_note *n)
{
    return fmax(n->cost[0], n->cost[1]);
}

SORT_BY(note_by_weight, align_note, DESC_OF(heavier_side), ASC(node), ASC(was),
        ASC(is))

/* ---- memory -------------------------------------------------------------- */

static bool new_out(diff_tree *out, uint32_t n, corr_arena *arena)
{
    *out = (diff_tree){ .parent = corr_arena_room(arena, uint32_t, n),
                        .key = corr_arena_room(arena, uint32_t, n) };
    for (int side = 0; side < 2; side++) {
        out->cost[side] = corr_arena_room(arena, double, n);
        out->x[side] = corr_arena_room(arena, double, n);
    }
    return out->parent && out->key && out->cost[0] && out->cost[1] &&
           out->x[0] && out->x[1];
}

static bool new_columns(aligner *a, corr_arena *scratch)
{
    const size_t n = a->u->most;
    uint32_t **const of_node[] = { &a->next,  &a->link,  &a->queue,
                                   &a->first, &a->child, &a->nchild };
    uint32_t **const of_key[] = { &a->item_of, &a->looked, &a->group_of,
                                  &a->grouped, &a->claimed };

    for (size_t i = 0; i < countof(of_node); i++)
        if (!(*of_node[i] = corr_arena_room(scratch, uint32_t, n)))
            return false;
    for (size_t i = 0; i < countof(of_key); i++)
        if (!(*of_key[i] = corr_arena_new(scratch, uint32_t, a->u->nkey)))
            return false;
    a->claim = corr_arena_new(scratch, double, a->u->nkey);
    a->is_home = corr_arena_new(scratch, uint8_t, a->u->nkey);
    a->group = corr_arena_room(scratch, group, n);
    a->ranked = corr_arena_room(scratch, ranked, n);
    a->ratio = corr_arena_room(scratch, cost_ratio, n + 1);
    a->sum = corr_arena_room(scratch, cell, n);
    a->item = corr_arena_room(scratch, item, n + ALIGN_ROUNDS + 2);
    a->note = corr_arena_room(scratch, align_note, n);
    return a->claim && a->is_home && a->group && a->ranked && a->ratio &&
           a->sum && a->item && a->note && align_pairs_new(a, scratch);
}

/* Gives nodes that were not visited the node of their parent. */
static void place_others(aligner *a)
{
    for (uint32_t i = 1; i < a->u->n; i++)
        if (!a->node_of[i])
            a->node_of[i] = a->node_of[a->u->node[i].parent];
}

static void align_all(aligner *a)
{
    diff_tree *out = a->out;
    const lazy_tree_node *root = align_at(a, 0);

    a->next[0] = ALIGN_NONE;
    out->n = 1;
    out->key[0] = root->key;
    set_cell(a, 0, &root->self);
    for (uint32_t i = 0; i < out->n; i++)
        align_node(a, i);
    place_others(a);
    qsort(a->note, a->nnote, sizeof *a->note, note_by_weight);
}

static bool copy_notes(const aligner *a, align_notes *notes, corr_arena *arena)
{
    *notes =
        (align_notes){ corr_arena_new(arena, align_note, a->nnote), a->nnote };
    for (uint32_t i = 0; notes->v && i < a->nnote; i++)
        notes->v[i] = a->note[i];
    return notes->v != NULL;
}

bool align_unfold(lazy_tree *u, const align_opts *o, diff_tree *out,
                  uint32_t *node_of, align_notes *notes, corr_arena *arena)
{
    corr_arena scratch = { .limit = arena->limit };
    aligner a = {
        .u = u,
        .o = o,
        .even = 1,
        .noise = { .unit = { o->unit[0], o->unit[1] },
                   .alpha = o->alpha,
                   .clusters = o->clusters },
        .least = fmax(least_least, o->least > 0 ? o->least : default_least),
        .steps = LEAST_STEPS + (uint64_t)STEPS_PER_NODE * u->most,
        .out = out,
        .node_of = node_of,
    };
    bool ok = new_columns(&a, &scratch) && new_out(out, u->most, arena);

    if (ok) {
        align_all(&a);
        ok = copy_notes(&a, notes, arena);
    }
    corr_arena_clear(&scratch);
    return ok;
}
