#include "align.h"

#include <math.h>
#include <stdlib.h>

#include "align_private.h"
#include "base.h"

/* A hostile tree costs no more than so many steps per node, and a small one is
 * looked at in full. */
enum { STEPS = 64, LEAST_STEPS = 1 << 20 };

static const double default_least = 20;

/* Below this, callees are compared together and not by name. */
static const double least_least = 5;

/* ---- the tree in arrays ------------------------------------------------- */

/* Numbers keys from 0, as they come. */
static bool number_keys(aligner *a)
{
    const diff_tree *t = a->t;
    corr_map map = { 0 };
    bool ok = true;

    for (uint32_t i = 0; ok && i < t->n; i++) {
        bool is_new;
        uint32_t *at = corr_map_u64(&map, t->key[i], &is_new);
        ok = at != NULL;
        if (ok && is_new) {
            *at = a->nkey;
            a->name[a->nkey++] = t->key[i];
        }
        if (ok)
            a->key[i] = *at;
    }
    corr_map_clear(&map);
    return ok;
}

static void list_children(aligner *a)
{
    const diff_tree *t = a->t;
    uint32_t *end = a->queue;

    for (uint32_t i = 1; i < t->n; i++)
        a->child_at[t->parent[i] + 1]++;
    for (uint32_t i = 0; i < t->n; i++) {
        end[i] = a->child_at[i];
        a->child_at[i + 1] += a->child_at[i];
    }
    for (uint32_t i = 1; i < t->n; i++)
        a->child[end[t->parent[i]]++] = i;
}

static void sum_up(aligner *a)
{
    for (uint32_t i = 0; i < a->t->n; i++)
        a->sum[i] = align_self(a, i);
    for (uint32_t i = a->t->n; i-- > 1;)
        cell_add(&a->sum[a->t->parent[i]], &a->sum[i]);
}

/* ---- children of the node at work --------------------------------------- */

static void add_child(aligner *a, uint32_t node)
{
    const uint32_t key = a->key[node];
    const cell self = align_self(a, node);
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
    cell_add(&g->self, &self);
    cell_add(&g->sum, &a->sum[node]);
}

static void add_children(aligner *a, uint32_t first)
{
    for (uint32_t i = first; i != ALIGN_NONE; i = a->next[i])
        for (uint32_t c = a->child_at[i]; c < a->child_at[i + 1]; c++)
            add_child(a, a->child[c]);
}

void align_say(aligner *a, align_kind kind, const group *was, const group *is)
{
    align_note *note = &a->note[a->nnote++];

    *note = (align_note){ .kind = kind,
                          .parent = a->out->key[a->at],
                          .node = a->at };
    if (was) {
        note->was = a->name[was->key];
        note->cost[0] = was->sum.cost[0];
    }
    if (is) {
        note->is = a->name[is->key];
        note->cost[1] = is->sum.cost[1];
    }
}

/* ---- frames that are left out --------------------------------------------- */

static int by_cost(const void *va, const void *vb)
{
    const ranked *a = va;
    const ranked *b = vb;

    if (a->cost > b->cost || a->cost < b->cost)
        return a->cost > b->cost ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* Living groups that are on this side only, dearest first. */
static uint32_t rank_one_sided(aligner *a, int side)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->ngroup; i++) {
        const group *g = &a->group[i];
        if (!g->gone && align_is_only(&g->sum, side))
            a->ranked[n++] = (ranked){ g->sum.cost[side], g->first, i };
    }
    if (n)
        qsort(a->ranked, n, sizeof *a->ranked, by_cost);
    return n;
}

static void leave_out(aligner *a, group *g, int side)
{
    const uint32_t first = g->first;

    align_say(a, side ? ALIGN_INSERTED : ALIGN_INLINED, side ? NULL : g,
              side ? g : NULL);
    g->gone = true;
    cell_add(&a->self, &g->self);
    for (uint32_t i = first; i != ALIGN_NONE; i = a->next[i])
        a->node_of[i] = a->at;
    add_children(a, first);
}

/* Whether the node at work is on both sides: else nothing can reappear. */
static bool is_shared(const aligner *a)
{
    cell whole = a->self;

    for (uint32_t i = 0; i < a->ngroup; i++)
        cell_add(&whole, &a->group[i].sum);
    return whole.cost[0] > 0 && whole.cost[1] > 0;
}

/* One round over those that are on this side only; whether any was left out,
 * so that others have more to be compared with. */
static bool leave_out_some(aligner *a, int side)
{
    const uint32_t n = rank_one_sided(a, side);
    bool any = false;

    if (!n || !align_step(a, a->ngroup))
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

/* ---- the new tree ----------------------------------------------------------- */

static void put(aligner *a, uint32_t node, const cell *c)
{
    for (int side = 0; side < 2; side++) {
        a->out->cost[side][node] = c->cost[side];
        a->out->x[side][node] = c->x[side];
    }
}

static void add_node(aligner *a, const group *g)
{
    const uint32_t node = a->out->n++;

    a->out->parent[node] = a->at;
    a->out->key[node] = a->name[g->key];
    a->first[node] = g->first;
    put(a, node, &g->self);
    if (g->note)
        a->note[g->note - 1].node = node;
    for (uint32_t i = g->first; i != ALIGN_NONE; i = a->next[i])
        a->node_of[i] = node;
}

static cell own_of(const aligner *a, uint32_t node)
{
    const diff_tree *t = a->out;

    return (cell){ { t->cost[0][node], t->cost[1][node] },
                   { t->x[0][node], t->x[1][node] } };
}

static void align_node(aligner *a, uint32_t at)
{
    a->at = at;
    a->ngroup = 0;
    a->self = own_of(a, at);
    add_children(a, a->first[at]);
    if (is_shared(a)) {
        leave_out_all(a);
        align_pair(a);
    }
    put(a, at, &a->self);
    for (uint32_t i = 0; i < a->ngroup; i++)
        if (!a->group[i].gone)
            add_node(a, &a->group[i]);
}

static int by_weight(const void *va, const void *vb)
{
    const align_note *a = va;
    const align_note *b = vb;
    const double heavy_a = fmax(a->cost[0], a->cost[1]);
    const double heavy_b = fmax(b->cost[0], b->cost[1]);

    if (heavy_a > heavy_b || heavy_a < heavy_b)
        return heavy_a > heavy_b ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->was != b->was)
        return a->was < b->was ? -1 : 1;
    return (a->is > b->is) - (a->is < b->is);
}

/* ---- memory ------------------------------------------------------------------ */

static bool new_out(diff_tree *out, uint32_t n, corr_arena *arena)
{
    *out = (diff_tree){ .parent = corr_arena_new(arena, uint32_t, n),
                        .key = corr_arena_new(arena, uint32_t, n) };
    for (int side = 0; side < 2; side++) {
        out->cost[side] = corr_arena_new(arena, double, n);
        out->x[side] = corr_arena_new(arena, double, n);
    }
    return out->parent && out->key && out->cost[0] && out->cost[1] &&
           out->x[0] && out->x[1];
}

static bool new_columns(aligner *a, corr_arena *scratch)
{
    const size_t n = a->t->n;
    uint32_t **const column[] = {
        &a->key,      &a->name,    &a->child_at, &a->child, &a->next,
        &a->item_of,  &a->looked,  &a->link,     &a->queue, &a->first,
        &a->group_of, &a->grouped, &a->claimed,
    };

    for (size_t i = 0; i < countof(column); i++)
        if (!(*column[i] = corr_arena_new(scratch, uint32_t, n + 1)))
            return false;
    a->sum = corr_arena_new(scratch, cell, n);
    a->claim = corr_arena_new(scratch, double, n);
    a->group = corr_arena_new(scratch, group, n);
    a->ranked = corr_arena_new(scratch, ranked, n);
    a->item = corr_arena_new(scratch, item, n + ALIGN_ROUNDS + 2);
    a->note = corr_arena_new(scratch, align_note, n);
    return a->sum && a->claim && a->group && a->ranked && a->item && a->note &&
           align_pairs_new(a, scratch);
}

static void align_all(aligner *a)
{
    diff_tree *out = a->out;

    list_children(a);
    sum_up(a);
    a->next[0] = ALIGN_NONE;
    a->node_of[0] = 0;
    out->n = 1;
    out->key[0] = a->t->key[0];
    const cell self = align_self(a, 0);
    put(a, 0, &self);
    for (uint32_t i = 0; i < out->n; i++)
        align_node(a, i);
    if (a->nnote)
        qsort(a->note, a->nnote, sizeof *a->note, by_weight);
}

static bool copy_notes(const aligner *a, align_notes *notes, corr_arena *arena)
{
    *notes =
        (align_notes){ corr_arena_new(arena, align_note, a->nnote), a->nnote };
    for (uint32_t i = 0; notes->v && i < a->nnote; i++)
        notes->v[i] = a->note[i];
    return notes->v != NULL;
}

bool align_tree(const diff_tree *t, const align_opts *o, diff_tree *out,
                uint32_t *node_of, align_notes *notes, corr_arena *arena)
{
    corr_arena scratch = { .limit = arena->limit };
    aligner a = {
        .t = t,
        .o = o,
        .noise = { .unit = { o->unit[0], o->unit[1] },
                   .alpha = o->alpha,
                   .clusters = o->clusters },
        .least = fmax(least_least, o->least > 0 ? o->least : default_least),
        .steps = LEAST_STEPS + (uint64_t)STEPS * t->n,
        .out = out,
        .node_of = node_of,
    };
    bool ok = new_columns(&a, &scratch) && new_out(out, t->n, arena) &&
              number_keys(&a);

    if (ok) {
        align_all(&a);
        ok = copy_notes(&a, notes, arena);
    }
    corr_arena_clear(&scratch);
    return ok;
}
