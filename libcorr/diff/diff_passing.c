/*
 * diff_passing - the frames of the aligned tree that hand their change on
 * (corr-methods 4.5).
 *
 * Library frames hand it to the application's function that called them.  Code
 * that only one side has is one row: below the first frame of the
 * application that is on this side only, all frames hand their change to it.
 * Code that only moved stays with its own function.  If a compiler inlined a
 * callee in most of the samples, the self cost of the caller rises and most of
 * that of the callee goes, or the reverse: the callee hands its change to the
 * caller.
 */
#include "diff/diff.h"

#include <math.h>

#define LEFT                                                                   \
    0.25 /* most that is left of the self cost of an inlined function */

/* ---- code that only one side has ----------------------------------------- */

/* Sums the cost of each node with all below, for both sides. */
static bool sum_below(diff_maker *m, double *sum[2])
{
    const diff_tree *t = &m->d->tree;

    for (unsigned w = 0; w < 2; w++) {
        sum[w] = corr_arena_new(&m->scratch, double, t->n);
        if (!sum[w])
            return false;
        memcpy(sum[w], t->cost[w], t->n * sizeof *sum[w]);
        for (uint32_t i = t->n; i-- > 1;)
            sum[w][t->parent[i]] += sum[w][i];
    }
    return true;
}

/* lone[i]: the node is on one side only.  A node that takes no samples may be
 * on either side. */
static void find_lone(diff_maker *m, double *const sum[2])
{
    const uint32_t n = m->d->tree.n;

    for (uint32_t i = 1; i < n; i++)
        m->d->lone[i] = (sum[0][i] > 0) != (sum[1][i] > 0);
}

/* Finds the frames that hand their change to a frame above that is on the same
 * side only.  A moved function keeps its change, and what is below it begins
 * anew. */
static bool pass_lone(diff_maker *m, bool *passes)
{
    const corr_diff *d = m->d;
    const diff_tree *t = &d->tree;
    bool *taken = corr_arena_new(&m->scratch, bool, t->n);

    if (!taken)
        return false;
    for (uint32_t i = 1; i < t->n; i++) {
        const bool moved = m->moved[t->key[i]].moved;
        const uint32_t up = t->parent[i];
        if (!d->lone[i] || moved)
            continue;
        taken[i] = taken[up] || !passes[i];
        passes[i] = passes[i] || taken[up];
    }
    return true;
}

/* ---- code that was inlined in a part of the samples ------------------------ */

static bool is_interpreted(const corr_diff *d, uint32_t node)
{
    static const char *const ends[] = { ".py", ".rb", ".php", ".pl" };
    const corr_frame_view f = diff_frame(&d->fold, d->tree.key[node]);

    for (size_t i = 0; i < countof(ends); i++)
        if (corr_str_ends(f.file, ends[i]))
            return true;
    return false;
}

/* Returns the change of the self cost of a node, or 0 if chance explains it. */
static double clear_change(const diff_maker *m, const change_owner_opts *o,
                           uint32_t node)
{
    const diff_tree *t = &m->d->tree;
    const double change = t->cost[1][node] - t->cost[0][node];

    return fabs(change) >= o->min_abs &&
                   fabs(change) >=
                       2 * change_owner_se(o, t->x[0][node], t->x[1][node])
               ? change
               : 0;
}

/* Whether most of the self cost of a node came or went. */
static bool came_or_went(const diff_tree *t, uint32_t node)
{
    const double a = t->cost[0][node], b = t->cost[1][node];

    return fmin(a, b) < LEFT * fmax(a, b);
}

static bool is_above(const diff_tree *t, uint32_t node, uint32_t key)
{
    while (node && t->key[node] != key)
        node = t->parent[node];
    return node != 0;
}

static bool pass_inlined(diff_maker *m, const change_owner_opts *o,
                         bool *passes)
{
    corr_diff *d = m->d;
    const diff_tree *t = &d->tree;

    d->inlined = corr_arena_new(&d->arena, uint32_t, t->n);
    if (!d->inlined)
        return false;
    for (uint32_t i = 1; i < t->n; i++) {
        const uint32_t up = t->parent[i];
        if (!up || passes[i] || d->lone[up] || is_above(t, up, t->key[i]))
            continue;
        const double mine = clear_change(m, o, i);
        const double above = mine != 0 ? clear_change(m, o, up) : 0;
        if (mine * above >= 0 || !came_or_went(t, i) || is_interpreted(d, i))
            continue;
        passes[i] = true;
        const uint32_t most = d->inlined[up];
        if (!most || fabs(mine) > fabs(t->cost[1][most] - t->cost[0][most]))
            d->inlined[up] = i;
    }
    return true;
}

/* ---- libraries ------------------------------------------------------------- */

/* Finds frames that pass their change to the application: without its
 * prefix or, if there is no prefix, those that look like a runtime's or a
 * library's. */
static bool pass_libraries(diff_maker *m, bool *passes)
{
    const diff_tree *t = &m->d->tree;
    const diff_fold *f = &m->d->fold;
    bool *asked = corr_arena_new(&m->scratch, bool, f->name.n);
    bool *passes_name = corr_arena_new(&m->scratch, bool, f->name.n);

    if (!asked || !passes_name)
        return false;
    for (uint32_t i = 1; i < t->n; i++) {
        const uint32_t name = t->key[i];
        if (!asked[name])
            passes_name[name] = diff_is_library(f, name, m->opts->app);
        asked[name] = true;
        passes[i] = passes_name[name];
    }
    return true;
}

bool diff_find_passing(diff_maker *m, const change_owner_opts *o)
{
    corr_diff *d = m->d;
    bool *passes = corr_arena_new(&m->scratch, bool, d->tree.n);
    double *sum[2];

    d->lone = corr_arena_new(&d->arena, bool, d->tree.n);
    if (!passes || !d->lone || !sum_below(m, sum))
        return false;
    if (!m->opts->leaves) {
        m->library = corr_arena_new(&m->scratch, bool, d->tree.n);
        if (!m->library || !pass_libraries(m, m->library))
            return false;
        memcpy(passes, m->library, d->tree.n * sizeof *passes);
    }
    find_lone(m, sum);
    if (!pass_lone(m, passes) || !pass_inlined(m, o, passes))
        return false;
    m->passes_up = passes;
    return true;
}
