/*
 * diff_asked - the requested costs: of the whole, or of a named function, on
 * both sides, each number with its interval (corr-methods 5).
 *
 * The total, and a function with its callees, are large: they differ more
 * between files than the trend of many small rows predicts. So they are judged
 * by their own clusters alone. The self cost of a function is judged like its
 * row.
 *
 * A name may be of the base or of the new side, and the cost of an inlined or
 * inserted frame is its caller's on both sides (align.h). A name of both sides
 * means itself. A name of one side only means the functions that its frames are
 * in the aligned tree.
 */
#include <math.h>

#include "base/base.h"
#include "diff/diff.h"
#include "stats/distributions.h"

/* The functions that a requested name means. */
typedef struct diff_called {
    uint32_t n;       /* functions; 0: no function has this name */
    uint32_t name[2]; /* the first of them; 0: no function */
    corr_called how;
    uint32_t was, is; /* as in corr_diff_cost; 0: no name */
} diff_called;

/* ---- matching names ----------------------------------------------------- */

/* Lists the names that end in a text. A name that equals it excludes the
 * others. */
static uint32_t *list_ending(diff_maker *m, corr_str want, uint32_t *n)
{
    const diff_fold *f = &m->d->fold;
    uint32_t *list = corr_arena_new(&m->scratch, uint32_t, f->name.n);
    bool whole = false;

    *n = 0;
    for (uint32_t i = 1; list && i < f->name.n && !whole; i++) {
        const corr_str text = f->name.v[i].text;
        const key_row *raw = &f->frames.keys.row.v[f->name.v[i].raw];
        if (!key_is_called(text, raw->frame.file, want))
            continue;
        whole = text.n == want.n;
        *n = whole ? 0 : *n;
        list[(*n)++] = i;
    }
    return list;
}

/* Lists the names for a text: as written, else canonical, else with its numbers
 * pooled. */
static uint32_t *list_named(diff_maker *m, corr_str want, uint32_t *n)
{
    canon_text name = { 0 }, stem = { 0 }, ordinal = { 0 };
    unsigned rules;
    uint32_t *list = NULL;

    if (canon_name(want, 0, &name, &rules) &&
        canon_stem((corr_str){ name.v, name.n }, &stem, &ordinal)) {
        const corr_str forms[] = { want,
                                   { name.v, name.n },
                                   { stem.v, stem.n } };
        list = list_ending(m, forms[0], n);
        for (size_t i = 1; list && !*n && i < countof(forms); i++)
            list = list_ending(m, forms[i], n);
    }
    vec_free(&name);
    vec_free(&stem);
    vec_free(&ordinal);
    return list;
}

/* ---- names in the aligned tree ------------------------------------------ */

static const corr_called how_called[] = {
    [ALIGN_INLINED] = CORR_CALLED_INLINED,
    [ALIGN_INSERTED] = CORR_CALLED_INSERTED,
    [ALIGN_RENAMED] = CORR_CALLED_ANEW,
    [ALIGN_POSSIBLY] = CORR_CALLED_PERHAPS,
};

/* Adds a function, once. The first one sets how it was found. */
static void add_meant(diff_called *c, uint32_t name, corr_called how,
                      const align_note *note)
{
    for (uint32_t i = 0; i < c->n && i < countof(c->name); i++)
        if (c->name[i] == name)
            return;
    if (c->n < countof(c->name))
        c->name[c->n] = name;
    if (c->n++)
        return;
    c->how = how;
    c->was = note ? note->was : 0;
    c->is = note ? note->is : 0;
}

/* Adds all functions that a name of one side only has become. A frame that was
 * inlined into the root has no caller. */
static void add_aligned(const corr_diff *d, uint32_t name, bool is_new,
                        diff_called *c)
{
    bool known = false;

    for (uint32_t i = 0; i < d->notes.n; i++) {
        const align_note *n = &d->notes.v[i];
        const uint32_t now =
            n->kind == ALIGN_POSSIBLY ? name : d->tree.key[n->node];
        if ((is_new ? n->is : n->was) != name || !now)
            continue;
        add_meant(c, now, how_called[n->kind], n);
        known = true;
    }
    if (!known)
        add_meant(c, name, CORR_CALLED_SO, NULL);
}

/* False: out of memory. */
static bool find_called(diff_maker *m, const corr_diff_ask *ask, diff_called *c)
{
    uint32_t n = 0;
    const uint32_t *list = list_named(m, corr_str_of(ask->function), &n);

    *c = (diff_called){ .how = CORR_CALLED_SO };
    for (uint32_t i = 0; list && i < n; i++) {
        const uint8_t on = m->d->fold.name.v[list[i]].on;
        if (on == DIFF_ON_BASE || (on == DIFF_ON_NEW && !ask->now))
            add_aligned(m->d, list[i], on == DIFF_ON_NEW, c);
        else
            add_meant(c, list[i], CORR_CALLED_SO, NULL);
    }
    if (n > 1 && c->n > 1)
        c->how = CORR_CALLED_SO; /* several names match */
    return list != NULL;
}

/* ---- calls of a function ------------------------------------------------ */

static bool has_name(const diff_fold *f, uint32_t path, uint32_t name)
{
    const path_row *row = &f->paths.row[path];
    uint32_t k = 0;

    while (k < row->n && paths_key(&f->paths, row->at + k) != name)
        k++;
    return k < row->n;
}

static bool is_aside(const diff_maker *m, uint32_t node, uint32_t name)
{
    return corr_map_find_u64(&m->aside, diff_name_at(node, name)) != NULL;
}

/* Whether a path is in a call of a function, by the aligned tree; below a node
 * that was not opened, by the names of the path. */
static bool is_below(const diff_maker *m, uint32_t path, uint32_t name)
{
    const diff_tree *t = &m->d->tree;

    for (uint32_t at = m->aligned[path]; at; at = t->parent[at])
        if (t->key[at] == name)
            return true;
    if (!has_name(&m->d->fold, path, name))
        return false;
    for (uint32_t at = m->aligned[path]; at; at = t->parent[at])
        if (is_aside(m, at, name))
            return false;
    return !is_aside(m, 0, name);
}

/* Whether a path ends in the function `name` or, for a cumulative request,
 * contains it; false for name 0. */
static bool is_called(const diff_maker *m, const corr_diff_ask *ask,
                      uint32_t name, uint32_t path)
{
    const diff_fold *f = &m->d->fold;

    if (!name)
        return false;
    if (ask->now)
        return ask->cumulative ? has_name(f, path, name)
                               : f->paths.last[path] == name;
    return ask->cumulative ? is_below(m, path, name)
                           : diff_name_of(m, path) == name;
}

#define NONE95                                                                 \
    3.6888794541139363 /* -ln 0.025: an expected number of which 0
                                     are seen */

/* ---- the requested functions -------------------------------------------- */

/* Returns which paths are in a call of the function, or end there. */
static bool *paths_in(diff_maker *m, const corr_diff_ask *ask, uint32_t name)
{
    bool *in = corr_arena_new(&m->scratch, bool, m->d->fold.paths.n);

    for (uint32_t i = 0; in && i < m->d->fold.paths.n; i++)
        in[i] = is_called(m, ask, name, i);
    return in;
}

/* ---- their cost --------------------------------------------------------- */

typedef struct asked_tally {
    diff_maker *m;
    tally t;
    bool **in; /* [n] paths; NULL: all */
    unsigned which;
} asked_tally;

static void count_asked(void *ctx, uint32_t path, const sides_row *row)
{
    asked_tally *a = ctx;

    for (uint32_t i = 0; i < a->t.n; i++)
        if (!a->in[i] || a->in[i][path])
            diff_tally_add(&a->t, a->m, a->which, i, row);
}

/* ---- estimates ----------------------------------------------------------- */

static const corr_estimate unknown = { NAN, NAN, NAN };

static corr_estimate estimate_now(const diff_maker *m, const tally *t,
                                  uint32_t row, double phi, double critical)
{
    const corr_diff *d = m->d;
    const double value = diff_normalised(d, 1, t->sum[1][row]);
    const double x = diff_seen(d, t, 1, row);

    if (x > 0) {
        const double by = exp(critical * sqrt(phi / x));
        return (corr_estimate){ value, value / by, value * by };
    }
    const double all = diff_seen_all(m->d, 1);
    const double each =
        all > 0 ? diff_normalised(d, 1, m->d->found.flat.sum[1][0]) / all : NAN;
    return (corr_estimate){ 0, 0, NONE95 * phi * each };
}

static corr_estimate estimate_share(const diff_maker *m, const tally *t,
                                    uint32_t row, double phi, double critical)
{
    const double all = (double)m->d->found.flat.sum[1][0];
    const double n = diff_seen_all(m->d, 1) / phi;
    corr_estimate e = unknown;

    if (!(all > 0) || !(n > 0))
        return e;
    e.value = (double)t->sum[1][row] / all;
    stat_wilson_at(e.value * n, n, critical, &e.lo, &e.hi);
    return e;
}

static void fill_cost(const diff_maker *m, const tally *t, uint32_t row,
                      const significance_row *j, double df, corr_diff_cost *c)
{
    const double widen = m->d->judged.widen;
    const double phi = j->phi * widen * widen;
    const double critical =
        isinf(df) ? STAT_Z95 : stat_t_quantile(0.975, isnan(df) ? 1 : df);

    c->base = diff_normalised(m->d, 0, t->sum[0][row]);
    c->now = estimate_now(m, t, row, phi, critical);
    c->share = estimate_share(m, t, row, phi, critical);
    c->ratio = diff_ratio_of(j);
    c->phi = j->phi;
    for (unsigned w = 0; w < 2; w++)
        c->x[w] = diff_seen(m->d, t, w, row);
}

static bool find_asked(diff_maker *m, asked_tally *a)
{
    const corr_diff_ask *ask = m->opts->ask;

    for (uint32_t i = 0; i < m->opts->nask; i++) {
        corr_diff_cost *c = &m->d->cost[i];
        diff_called f;
        *c = (corr_diff_cost){ .matches = !ask[i].function };
        if (!ask[i].function)
            continue;
        if (!find_called(m, &ask[i], &f))
            return false;
        *c = (corr_diff_cost){ .matches = f.n,
                               .name = diff_name_text(m->d, f.name[0]),
                               .other = diff_name_text(m->d, f.name[1]),
                               .called = f.how,
                               .was = diff_name_text(m->d, f.was),
                               .is = diff_name_text(m->d, f.is) };
        a->in[i] = paths_in(m, &ask[i], f.n == 1 ? f.name[0] : 0);
        if (!a->in[i])
            return false;
    }
    return true;
}

/* Keeps what each cluster has of the requested costs. */
static bool keep_clusters(const diff_maker *m, const tally *t)
{
    corr_diff *d = m->d;

    for (unsigned w = 0; w < 2; w++) {
        const side *s = &d->s.side[w];
        const size_t n = (size_t)t->n * s->k;
        double *x = corr_arena_new(&d->arena, double, n + 1);
        double *cost = corr_arena_new(&d->arena, double, n + 1);
        if (!x || !cost)
            return false;
        for (size_t i = 0; i < n; i++) {
            const uint32_t row = (uint32_t)(i / s->k);
            const double sum = (double)t->sum[w][row];
            cost[i] = fmax(0, (double)t->cost[w][i]);
            x[i] = sum > 0 ? cost[i] / sum * diff_seen(d, t, w, row) : 0;
        }
        d->asked_x[w] = x;
        d->asked_cost[w] = cost;
    }
    return true;
}

uint32_t corr_diff_clusters(const corr_diff *d, unsigned w)
{
    return d->s.side[w].k;
}

corr_diff_cluster corr_diff_cluster_at(const corr_diff *d, uint32_t i,
                                       unsigned which, uint32_t c)
{
    const side *s = &d->s.side[which];
    const size_t at = (size_t)i * s->k + c;
    const char *opened = NULL;

    for (size_t f = 0; f < s->file.n && !opened; f++)
        if (c - s->file.v[f].first < s->file.v[f].n)
            opened = store_input(d->s.st, s->file.v[f].input)->file.opened;
    return (corr_diff_cluster){ .opened = opened,
                                .x = d->asked_x[which][at],
                                .exposure = s->exposure[c],
                                .cost = d->asked_cost[which][at] };
}

bool diff_judge_asked(diff_maker *m)
{
    const corr_diff_ask *ask = m->opts->ask;
    const uint32_t n = m->opts->nask;
    significance_row *own =
        corr_arena_new(&m->scratch, significance_row, n + 1);
    significance_row *trend =
        corr_arena_new(&m->scratch, significance_row, n + 1);
    asked_tally a = { .m = m,
                      .in = corr_arena_new(&m->scratch, bool *, n + 1) };

    m->d->cost = corr_arena_new(&m->d->arena, corr_diff_cost, n + 1);
    if (!own || !trend || !a.in || !m->d->cost || !find_asked(m, &a) ||
        !diff_tally_init(&a.t, m, n))
        return false;
    for (a.which = 0; n && a.which < 2; a.which++)
        diff_fold_costs(&m->d->fold, a.which, count_asked, &a);
    a.which = 0;
    if (!keep_clusters(m, &a.t) ||
        !diff_tally_chance(m, &a.t, count_asked, &a) ||
        !diff_tally_judge(m, &a.t, -1, own) ||
        !diff_tally_judge(m, &a.t, m->d->judged.alpha, trend))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        corr_diff_cost *c = &m->d->cost[i];
        const bool is_self = ask[i].function && !ask[i].cumulative;
        const significance_row *j = is_self ? &trend[i] : &own[i];
        const double df = isnan(j->df) ? m->d->found.judged[0].df : j->df;
        if (c->matches == 1) {
            fill_cost(m, &a.t, i, j, df, c);
            continue;
        }
        c->now = c->share = c->ratio = unknown;
        c->base = c->x[0] = c->x[1] = c->phi = NAN;
    }
    return true;
}

corr_diff_cost corr_diff_asked(const corr_diff *d, uint32_t i)
{
    return d->cost[i];
}
