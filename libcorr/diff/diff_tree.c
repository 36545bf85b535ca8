/* diff_tree - finds the frames that answer for a change, and orders the tree
 * for display. */
#include "diff/diff.h"

#include <math.h>

#include "base/base.h"
#include "base/parallel.h"
#include "frames/tree_order.h"

enum { MANY = 10000 /* paths from which on each side gets a thread */ };

/* ---- owners of changes --------------------------------------------------- */

static void fill_rows(void *ctx, size_t which)
{
    const diff_maker *m = ctx;
    const diff_fold *f = &m->d->fold;
    const unsigned w = (unsigned)which;

    for (uint32_t i = 0; i < m->path.n; i++) {
        m->path.cost[w][i] = diff_normalised(m->d, w, f->cost[w][i]);
        m->path.x[w][i] = sides_effective(&m->d->s.side[w], f->cost[w][i],
                                          diff_fold_info(f, w, i));
    }
}

static bool new_columns_of(diff_tree *t, uint32_t n, corr_arena *arena)
{
    bool ok = true;

    for (unsigned w = 0; w < 2; w++) {
        t->cost[w] = corr_arena_new(arena, double, n);
        t->x[w] = corr_arena_new(arena, double, n);
        ok = ok && t->cost[w] && t->x[w];
    }
    return ok;
}

static bool make_rows_of_paths(diff_maker *m)
{
    const uint32_t n = m->d->fold.paths.n;
    diff_tree *t = &m->path;

    *t = (diff_tree){ .n = n, .key = m->d->fold.paths.last };
    if (!new_columns_of(t, n, &m->scratch))
        return false;
    parallel_for(n < MANY ? 1 : m->d->fold.paths.threads, 2, fill_rows, m);
    return true;
}

/* Returns the mean cost of an observation over all paths. An observation of
 * great weight does not raise the cost of the others. */
static double mean_observation(const diff_tree *t, unsigned which)
{
    double cost = 0, x = 0;

    for (uint32_t i = 0; i < t->n; i++) {
        cost += t->cost[which][i];
        x += t->x[which][i];
    }
    return x > 0 ? cost / x : 0;
}

static change_owner_opts owner_opts(const diff_maker *m)
{
    const corr_diff *d = m->d;
    change_owner_opts o = { .min_abs = m->min_abs,
                            .alpha = d->judged.one_each ? 0 : d->judged.alpha,
                            .clusters = d->s.side[0].k + d->s.side[1].k };

    for (unsigned w = 0; w < 2; w++)
        o.unit[w] = mean_observation(&m->path, w);
    return o;
}

bool diff_is_library(const diff_fold *f, uint32_t name, const char *app)
{
    corr_frame_view v = diff_frame(f, name);

    v.file = keys_frame_view(&f->frames.keys, f->name.v[name].raw).file;
    return app ? strncmp(f->name.v[name].text.p, app, strlen(app)) != 0
               : !corr_frame_is_app(&v);
}

/* Returns the cost below which a node is not opened: no frame below can answer
 * for a change, or match another. Negative costs cancel, so a sum does not
 * limit its parts; the result is 0 then. */
static double lump_of(const diff_maker *m)
{
    if (m->opts->tree)
        return 0;
    for (unsigned w = 0; w < 2; w++)
        for (uint32_t i = 0; i < m->path.n; i++)
            if (m->path.cost[w][i] < 0)
                return 0;
    return m->min_abs * DIFF_ROUNDING;
}

/* Copies a tree with the costs of the new side times m->even. */
static bool even_out(diff_maker *m, const diff_tree *t, diff_tree *out)
{
    *out = *t;
    if (m->even == 1)
        return true;
    out->cost[1] = corr_arena_room(&m->scratch, double, t->n);
    for (uint32_t i = 0; out->cost[1] && i < t->n; i++)
        out->cost[1][i] = m->even * t->cost[1][i];
    return out->cost[1] != NULL;
}

/* Restores the costs of the new side. */
static void undo_even(diff_maker *m)
{
    corr_diff *d = m->d;

    if (m->even == 1)
        return;
    memset(d->tree.cost[1], 0, d->tree.n * sizeof *d->tree.cost[1]);
    for (uint32_t i = 0; i < m->path.n; i++)
        d->tree.cost[1][m->aligned[i]] += m->path.cost[1][i];
    for (uint32_t i = 0; i < d->notes.n; i++)
        d->notes.v[i].cost[1] /= m->even;
}

/* Aligns the paths; known: frames that were renamed. The tree and the notes are
 * in `arena`. */
static bool align_into(diff_maker *m, const change_owner_opts *o,
                       const align_notes *known, diff_tree *tree,
                       align_notes *notes, corr_arena *arena)
{
    const diff_fold *f = &m->d->fold;
    const align_opts how = { .min_abs = o->min_abs,
                             .lump = lump_of(m) * fmin(1, m->even),
                             .unit = { o->unit[0], o->unit[1] * m->even },
                             .alpha = o->alpha,
                             .clusters = o->clusters,
                             .known = known->v,
                             .nknown = known->n,
                             .on = m->on };
    diff_tree even;
    lazy_tree u;

    if (!even_out(m, &m->path, &even) ||
        !lazy_tree_paths(&u, &f->paths, &even, (uint32_t)f->name.n,
                         &m->scratch))
        return false;
    uint32_t *node_of = corr_arena_room(&m->scratch, uint32_t, u.most);
    m->aligned = corr_arena_new(&m->scratch, uint32_t, m->path.n);
    if (!node_of || !m->aligned ||
        !align_unfold(&u, &how, tree, node_of, notes, arena))
        return false;
    lazy_tree_spread(&u, node_of, m->aligned);
    return true;
}

static bool align_paths(diff_maker *m, const change_owner_opts *o,
                        const align_notes *known)
{
    corr_diff *d = m->d;

    if (!align_into(m, o, known, &d->tree, &d->notes, &d->arena))
        return false;
    undo_even(m);
    return true;
}

static bool is_in_notes(const align_notes *list, const align_note *n)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->v[i].was == n->was || list->v[i].is == n->is)
            return true;
    return false;
}

/* Adds the renamed frames whose old name is only on the base and whose new name
 * is only on the new side, the costliest pair of a name first. */
static void add_renamed(const diff_maker *m, const align_notes *notes,
                        align_notes *known)
{
    for (uint32_t i = 0; i < notes->n; i++) {
        const align_note *n = &notes->v[i];
        if (n->kind == ALIGN_RENAMED && m->on[n->was] == DIFF_ON_BASE &&
            m->on[n->is] == DIFF_ON_NEW && !is_in_notes(known, n))
            known->v[known->n++] = *n;
    }
}

/* Recomputes the owned changes from whole numbers, divided once: equal changes
 * are equal, in whatever order the tree was summed. */
static bool recompute_own(diff_maker *m)
{
    corr_diff *d = m->d;
    int64_t *sum[2];

    for (unsigned w = 0; w < 2; w++) {
        sum[w] = corr_arena_new(&m->scratch, int64_t, d->tree.n);
        if (!sum[w])
            return false;
        for (uint32_t i = 0; i < d->fold.paths.n; i++) {
            int64_t *s = &sum[w][m->owner[m->aligned[i]]];
            *s = add_clamped(*s, d->fold.cost[w][i]);
        }
    }
    for (uint32_t i = 1; i < d->tree.n; i++)
        if (d->own[i] != 0)
            d->own[i] = diff_normalised(d, 1, sum[1][i]) -
                        diff_normalised(d, 0, sum[0][i]);
    return true;
}

/* Returns the number of frames of a path above its node of the aligned tree. */
static uint32_t frames_above(const diff_maker *m, uint32_t path)
{
    const paths *p = &m->d->fold.paths;
    const path_row *row = &p->row[path];
    const uint32_t node = m->aligned[path];
    uint32_t n = row->n;

    while (n &&
           corr_map_find_u64(&m->aside,
                             diff_name_at(node, paths_key(p, row->at + n - 1))))
        n--;
    return n && paths_key(p, row->at + n - 1) == m->d->tree.key[node] ? n - 1
                                                                      : n;
}

/* Merges paths. by_caller: by function and direct caller, as higher callers may
 * have come or gone. Else merges paths that differ only in renamed frames, or in
 * frames inlined at their end; frames left out further up still count in the
 * length of a path. */
static bool merge_paths(diff_maker *m, bool by_caller, diff_tree *t)
{
    const paths *p = &m->d->fold.paths;
    corr_map row_of = { 0 };
    const uint32_t n = m->path.n;
    bool is_new;

    *t = (diff_tree){ .key = corr_arena_new(&m->scratch, uint32_t, n) };
    bool ok = t->key && new_columns_of(t, n, &m->scratch);
    for (uint32_t i = 0; ok && i < n; i++) {
        const path_row *row = &p->row[i];
        const uint32_t caller =
            row->n > 1 ? paths_key(p, row->at + row->n - 2) : 0;
        const uint32_t path[] = { by_caller ? caller : m->aligned[i],
                                  diff_name_of(m, i),
                                  by_caller ? 0 : frames_above(m, i) };
        uint32_t *at = corr_map_bytes(&row_of, path, sizeof path, &is_new);
        ok = at != NULL;
        if (ok && is_new) {
            *at = t->n++;
            t->key[*at] = path[1];
        }
        for (unsigned w = 0; ok && w < 2; w++) {
            t->cost[w][*at] += m->path.cost[w][i];
            t->x[w][*at] += m->path.x[w][i];
        }
    }
    corr_map_clear(&row_of);
    return ok;
}

static bool find_even(diff_maker *m)
{
    diff_tree call;
    double usual;

    m->even = 1;
    if (m->d->s.per != CORR_PER_SHARE)
        return true;
    if (!merge_paths(m, true, &call) ||
        !moved_cost_usual(&call, &usual, &m->scratch))
        return false;
    m->even = 1 / usual;
    return true;
}

bool diff_add_renamed(diff_maker *m, align_notes *known)
{
    diff_tree tree;
    align_notes notes;

    if (!find_even(m))
        return false;
    const change_owner_opts o = owner_opts(m);
    if (!align_into(m, &o, known, &tree, &notes, &m->scratch))
        return false;
    add_renamed(m, &notes, known);
    return true;
}

static bool note_sides(diff_maker *m)
{
    const diff_fold *f = &m->d->fold;

    m->on = corr_arena_new(&m->scratch, uint8_t, f->name.n);
    for (size_t i = 0; m->on && i < f->name.n; i++)
        m->on[i] = f->name.v[i].on;
    return m->on != NULL;
}

/* A frame that was renamed under one caller was renamed under all: the tree is
 * aligned again, as its cost elsewhere may have changed with the traffic. */
bool diff_align_tree(diff_maker *m)
{
    align_notes known = {
        corr_arena_new(&m->scratch, align_note, m->d->fold.name.n), 0
    };

    if (!known.v || !make_rows_of_paths(m) || !note_sides(m) ||
        !diff_rename_in_services(m, &known) || !find_even(m))
        return false;
    const change_owner_opts o = owner_opts(m);
    const uint32_t before = known.n;
    if (!align_paths(m, &o, &known))
        return false;
    add_renamed(m, &m->d->notes, &known);
    return known.n == before || align_paths(m, &o, &known);
}

bool diff_own_tree(diff_maker *m)
{
    corr_diff *d = m->d;
    change_owner_opts o = owner_opts(m);

    d->own = corr_arena_new(&d->arena, double, d->tree.n);
    m->owner = corr_arena_new(&m->scratch, uint32_t, d->tree.n);
    if (!d->own || !m->owner || !diff_find_passing(m, &o))
        return false;
    o.passes_up = m->passes_up;
    return d->facts.shallow ||
           (change_owner_of(&d->tree, &o, d->own, m->owner, &m->scratch) &&
            recompute_own(m));
}

/* ---- changes without an owner -------------------------------------------- */

/* Whether the self cost of a node counts in the change of a frame to which it is
 * passed, or moved between a caller and its inlined callee. */
static bool is_told_above(const diff_maker *m, uint32_t node)
{
    const corr_diff *d = m->d;
    uint32_t at = node;

    if (d->inlined[node] || d->inlined[d->tree.parent[node]] == node)
        return node != 0;
    if (!m->passes_up[node])
        return false;
    while (at && m->passes_up[at])
        at = d->tree.parent[at];
    return d->own[at ? at : node] != 0;
}

/* Finds functions whose change no row answers for: it is not clear enough at
 * any one node. All paths are visited only if there are such functions. */
bool diff_find_spread(diff_maker *m)
{
    corr_diff *d = m->d;
    double *passed_on = NULL;

    for (size_t i = 0; i < d->row.n; i++) {
        diff_row *r = &d->row.v[i];
        r->spread =
            corr_change_real(r->alone) &&
            (r->owned == 0 || !corr_change_real(r->change)) &&
            !(r->twin && corr_change_real(d->row.v[r->twin - 1].change));
        if (!r->spread || passed_on)
            continue;
        passed_on = corr_arena_new(&m->scratch, double, d->fold.name.n);
        if (!passed_on)
            return false;
    }
    for (uint32_t i = 0; passed_on && i < m->path.n; i++)
        if (is_told_above(m, m->aligned[i]))
            passed_on[diff_name_of(m, i)] +=
                m->path.cost[1][i] - m->path.cost[0][i];
    for (size_t i = 0; passed_on && i < d->row.n; i++) {
        diff_row *r = &d->row.v[i];
        r->spread = r->spread && passed_on[r->name] / r->delta < 0.5;
    }
    return true;
}

/* ---- names of aligned frames -------------------------------------------- */

/* Lists names with another name at a node: renamed frames, and frames that were
 * left out there. */
static bool list_aside(const corr_diff *d, corr_map *aside)
{
    bool is_new;

    for (uint32_t i = 0; i < d->notes.n; i++) {
        const align_note *n = &d->notes.v[i];
        const uint32_t name = n->kind == ALIGN_INSERTED ? n->is : n->was;
        if (n->kind != ALIGN_POSSIBLY &&
            !corr_map_u64(aside, diff_name_at(n->node, name), &is_new))
            return false;
    }
    return true;
}

/* Names the leaves. Paths that end below a node that was not opened keep their
 * names. */
bool diff_name_leaves(diff_maker *m)
{
    const corr_diff *d = m->d;
    const bool ok = list_aside(d, &m->aside);

    m->leaf = corr_arena_new(&m->scratch, uint32_t, d->fold.paths.n);
    for (uint32_t i = 0; ok && m->leaf && i < d->fold.paths.n; i++) {
        const uint32_t name = d->fold.paths.last[i], node = m->aligned[i];
        m->leaf[i] = corr_map_find_u64(&m->aside, diff_name_at(node, name))
                         ? d->tree.key[node]
                         : name;
    }
    return ok && m->leaf;
}

/* ---- moved costs -------------------------------------------------------- */

/* Unmarks functions that changed: without the callers that came or went, the
 * rest of the change exceeds chance and has not moved. */
static bool keep_changed(diff_maker *m, const change_owner_opts *o)
{
    const uint32_t n = (uint32_t)m->d->fold.name.n;
    moved_cost_row *left = corr_arena_new(&m->scratch, moved_cost_row, n);

    diff_tree even;

    if (!left || !even_out(m, &m->d->tree, &even))
        return false;
    moved_cost_of(&even, o, n, left);
    for (uint32_t i = 0; i < n; i++)
        if (left[i].path > fmax(o->min_abs, left[i].noise) && !left[i].moved)
            m->moved[i].moved = false;
    return true;
}

bool diff_find_moved(diff_maker *m)
{
    const uint32_t n = (uint32_t)m->d->fold.name.n;
    change_owner_opts o = owner_opts(m);
    diff_tree joined, even;

    o.unit[1] *= m->even;
    m->moved = corr_arena_new(&m->scratch, moved_cost_row, n);
    if (!m->moved || (m->leaf && !merge_paths(m, false, &joined)) ||
        !even_out(m, m->leaf ? &joined : &m->path, &even))
        return false;
    if (m->d->facts.shallow)
        return true;
    moved_cost_of(&even, &o, n, m->moved);
    return !m->leaf || keep_changed(m, &o);
}

/* ---- nodes -------------------------------------------------------------- */

static const char *node_name(const void *ctx, uint32_t i)
{
    const corr_diff *d = ctx;

    return d->fold.name.v[d->tree.key[i]].text.p;
}

static bool sum_totals(corr_diff *d)
{
    const uint32_t n = d->tree.n;

    for (unsigned w = 0; w < 2; w++) {
        d->sum[w] = corr_arena_new(&d->arena, double, n);
        if (!d->sum[w])
            return false;
        memcpy(d->sum[w], d->tree.cost[w], n * sizeof *d->sum[w]);
        for (uint32_t i = n; i-- > 1;)
            d->sum[w][d->tree.parent[i]] += d->sum[w][i];
    }
    return true;
}

/* Orders nodes depth-first, children by descending cost. */
bool diff_order_nodes(diff_maker *m)
{
    corr_diff *d = m->d;
    const uint32_t n = d->tree.n;
    int64_t *weight = corr_arena_new(&m->scratch, int64_t, n);
    uint32_t *size = corr_arena_new(&m->scratch, uint32_t, n);
    uint32_t *pos = corr_arena_new(&d->arena, uint32_t, n);

    d->node = corr_arena_new(&d->arena, uint32_t, n);
    d->depth = corr_arena_new(&d->arena, uint32_t, n);
    d->end = corr_arena_new(&d->arena, uint32_t, n);
    if (!weight || !size || !pos || !d->node || !d->depth || !d->end ||
        !sum_totals(d))
        return false;
    const double whole = fmax(fabs(d->sum[0][0]), fabs(d->sum[1][0]));
    for (uint32_t i = 0; i < n; i++)
        weight[i] = llround((d->sum[0][i] + d->sum[1][i]) /
                            (whole > 0 ? whole : 1) * 1e15);
    if (!layout_of(&(layout_tree){ n, d->tree.parent, weight, node_name, d },
                   pos, size, m->scratch.limit))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        d->node[pos[i]] = i;
        d->end[pos[i]] = pos[i] + size[i];
        d->depth[i] = i ? d->depth[d->tree.parent[i]] + 1 : 0;
    }
    d->pos = pos;
    return true;
}

/* ---- the public interface ------------------------------------------------ */

uint32_t corr_diff_nodes(const corr_diff *d)
{
    return d->node ? d->tree.n : 0;
}

corr_diff_place corr_diff_place_at(const corr_diff *d, uint32_t i)
{
    const uint32_t at = d->node[i];

    return (corr_diff_place){
        .depth = d->depth[at],
        .parent = d->pos[d->tree.parent[at]],
        .end = d->end[i],
        .value = { d->sum[0][at], d->sum[1][at] },
        .self = { d->tree.cost[0][at], d->tree.cost[1][at] },
    };
}

corr_diff_node corr_diff_node_at(const corr_diff *d, uint32_t i)
{
    const corr_diff_place p = corr_diff_place_at(d, i);
    const uint32_t at = d->node[i];
    const uint32_t name = d->tree.key[at];
    corr_diff_node n = { .name = d->fold.name.v[name].text.p,
                         .depth = p.depth,
                         .parent = p.parent,
                         .end = p.end,
                         .value = { p.value[0], p.value[1] },
                         .self = { p.self[0], p.self[1] },
                         .owned = at ? d->own[at] : 0,
                         .mark = "" };

    if (name) {
        n.frame = diff_frame(&d->fold, name);
        n.renamed_from = diff_name_text(d, d->found.renamed[name]);
    }
    n.with = diff_judged_of(diff_frame_judged(d, at));
    n.with_change = d->frame_change ? d->frame_change[at] : CORR_SAME;
    if (n.owned != 0) {
        const uint32_t region = d->found.region_of[diff_part_at(d, at)];
        const diff_row *r = &d->row.v[d->row_of[region] - 1];
        n.row = d->row_of[region];
        n.change = diff_change_of_part(r->change, n.owned);
        n.mark = d->found.region[region - 1].mark;
    }
    return n;
}
