/* diff_rows - makes a row for each function, with the class of its change. */
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"

#define UNSEEN(n)                                                              \
    (1 - pow(0.05, 1 / (n))) /* upper limit of the share of a
                                              function with 0 of n
                                              observations */

/* ---- classes ------------------------------------------------------------ */

/* Whether q is significant. With one profile a side noise is unknown, and no
 * row is. */
static bool is_significant(const corr_diff *d, double q)
{
    return q < CORR_FDR && !d->judged.one_each;
}

bool diff_is_large(const diff_maker *m, double a, double b)
{
    const double rel = m->opts->min_rel > 0 ? m->opts->min_rel : CORR_MIN_REL;

    return fabs(b - a) >= m->min_abs && fabs(b - a) >= rel * fabs(a);
}

/* Returns the value of a region; 0 for region 0. */
static double region_value(const corr_diff *d, unsigned w, uint32_t region)
{
    return region ? diff_normalised(d, w, d->found.regions.sum[w][region - 1])
                  : 0;
}

/* Whether the region of a row is of code that only one side has. */
static bool is_lone_region(const corr_diff *d, const diff_row *r)
{
    const tally *t = &d->found.regions;

    return r->region && d->lone[r->node] &&
           (!t->sum[0][r->region - 1] || !t->sum[1][r->region - 1]);
}

/* Returns the class of the region of a function, or of its self cost, by the
 * numbers of this one alone. */
static corr_change class_of(const diff_maker *m, const diff_row *r,
                            bool of_region)
{
    const corr_diff *d = m->d;
    const significance_row *with = diff_region_judged(d, r->region);
    const significance_row *j =
        of_region && with ? with : &d->found.judged[r->name];
    const bool real = is_significant(d, j->q);
    const uint8_t on = d->fold.name.v[r->name].on;
    double value[2];

    for (unsigned w = 0; w < 2; w++)
        value[w] = of_region ? region_value(d, w, r->region)
                             : diff_flat(d, w, r->name);
    if (m->moved[r->name].moved)
        return CORR_MOVED;
    if (d->facts.few)
        return CORR_SAME;
    if (real && on != DIFF_ON_BOTH && !d->found.renamed[r->name])
        return on == DIFF_ON_BASE ? CORR_GONE : CORR_NEW;
    if (real && of_region && is_lone_region(d, r))
        return value[0] > 0 ? CORR_GONE : CORR_NEW;
    if (real && diff_is_large(m, value[0], value[1]))
        return (of_region ? r->owned : r->delta) > 0 ? CORR_GREW : CORR_SHRANK;
    return of_region || diff_is_large(m, value[0], value[1]) ? CORR_UNCLEAR
                                                             : CORR_SAME;
}

/* Whether a row is significant, even if it is too small for a class. */
static bool is_certain(const corr_diff *d, const diff_row *r)
{
    const significance_row *with = diff_region_judged(d, r->region);
    const significance_row *j = with ? with : &d->found.judged[r->name];

    return r->change != CORR_MOVED && !d->facts.few && is_significant(d, j->q);
}

/* ---- rows --------------------------------------------------------------- */

corr_frame_view diff_frame(const diff_fold *f, uint32_t name)
{
    const diff_name *n = &f->name.v[name];
    corr_frame_view v = keys_frame_view(&f->frames.keys, n->raw);

    if (n->mixed || n->pooled)
        v = (corr_frame_view){ .module = v.module, .function = n->text };
    return v;
}

/* Returns the nearest node, from this one upward, that looks like the
 * application's own; 0: no such node. */
static uint32_t nearest_app(const corr_diff *d, uint32_t node)
{
    while (node && diff_is_library(&d->fold, d->tree.key[node], NULL))
        node = d->tree.parent[node];
    return node;
}

uint32_t diff_caller_above(const corr_diff *d, uint32_t node)
{
    const diff_tree *t = &d->tree;
    const uint32_t key = t->key[node];
    uint32_t at = node;

    do
        at = nearest_app(d, t->parent[at]);
    while (at && t->key[at] == key);
    return at ? at : t->parent[node];
}

/* Returns the nearest caller in the application that only the first of two
 * frames of a function has, or else its nearest caller. */
static uint32_t caller_apart(const corr_diff *d, uint32_t node, uint32_t other)
{
    const diff_tree *t = &d->tree;
    const uint32_t first = node;
    uint32_t app;

    do {
        node = t->parent[node];
        other = t->parent[other];
        app = nearest_app(d, node);
    } while (node && other && t->key[app] == t->key[nearest_app(d, other)]);
    return app && t->key[app] != t->key[first] ? app
                                               : diff_caller_above(d, first);
}

/* Returns the name of the nearest caller that looks like the application's own,
 * if the frame does not, or if the function costs elsewhere, too. If a function
 * has two rows, it is a caller that distinguishes them. */
static const char *caller_of(const corr_diff *d, const diff_row *r)
{
    uint32_t node = r->node;

    if (r->node && r->twin)
        node = caller_apart(d, r->node, d->row.v[r->twin - 1].node);
    else if (r->node && r->apart)
        node = caller_apart(d, r->node, r->apart);
    else if (nearest_app(d, node) != node)
        node = nearest_app(d, node);
    else
        return NULL;
    return node ? diff_name_text(d, d->tree.key[node]) : NULL;
}

/* Finds the former names, by the note with the greatest cost. */
static bool find_renamed(corr_diff *d)
{
    d->found.renamed = corr_arena_new(&d->arena, uint32_t, d->fold.name.n);
    for (uint32_t i = d->notes.n; d->found.renamed && i-- > 0;)
        if (d->notes.v[i].kind == ALIGN_RENAMED)
            d->found.renamed[d->notes.v[i].is] = d->notes.v[i].was;
    return d->found.renamed != NULL;
}

/* Returns the share of a function by its self cost. */
static double diff_share(const corr_diff *d, unsigned w, uint32_t name)
{
    const tally *flat = &d->found.flat;

    if (sides_has_negative(&d->s.side[w]))
        return d->facts.whole[w] > 0 ? diff_flat(d, w, name) / d->facts.whole[w]
                                     : 0;
    return flat->sum[w][0]
               ? (double)flat->sum[w][name] / (double)flat->sum[w][0]
               : 0;
}

/* Fills the self cost, in the first row of a function only. */
static void fill_flat(const corr_diff *d, const diff_row *of, corr_diff_row *r)
{
    const uint32_t name = of->name;
    const tally *flat = &d->found.flat;

    r->self = diff_judged_of(of->second ? NULL : &d->found.judged[name]);
    for (unsigned w = 0; w < 2 && !of->second; w++) {
        r->value[w] = diff_flat(d, w, name);
        r->share[w] = diff_share(d, w, name);
        r->obs[w] = llround(diff_seen(d, flat, w, name));
    }
}

static void fill_region(const corr_diff *d, uint32_t region, corr_diff_row *r)
{
    r->with = diff_judged_of(diff_region_judged(d, region));
    for (unsigned w = 0; w < 2; w++)
        r->region[w] = region_value(d, w, region);
}

static double ceiling_of(const corr_diff *d, corr_change change)
{
    const unsigned other = change == CORR_NEW ? 0 : 1;

    if (change != CORR_NEW && change != CORR_GONE)
        return NAN;
    const double n = diff_seen(d, &d->found.flat, other, 0);
    return n > 0 ? UNSEEN(n) : NAN;
}

/* The changes that frames answer for, by region; 0 for region 0. */
typedef struct regions_owned {
    double *owned;
    uint32_t *node; /* node that answers for most of it */
} regions_owned;

static bool add_diff_row(diff_maker *m, const regions_owned *o, uint32_t name,
                         uint32_t region, bool second)
{
    corr_diff *d = m->d;
    diff_row r = { .name = name,
                   .node = o->node[region],
                   .region = region,
                   .second = second,
                   .owned = o->owned[region] };

    if (!second) {
        r.delta = diff_flat(d, 1, name) - diff_flat(d, 0, name);
        r.alone = class_of(m, &r, false);
    }
    r.change = r.owned != 0 ? class_of(m, &r, true) : r.alone;
    d->facts.found = d->facts.found || corr_change_real(r.change) ||
                     corr_change_real(r.alone) || is_certain(d, &r);
    return vec_push(&d->row, r);
}

/* Whether region a of a function comes before region b: the larger change is
 * first. */
static bool comes_first(const regions_owned *o, uint32_t a, uint32_t b)
{
    const double further = fabs(o->owned[a]) - fabs(o->owned[b]);

    return further > 0 || (!(further < 0) && o->node[a] < o->node[b]);
}

/* Adds the rows of a function. */
static bool add_function_rows(diff_maker *m, const regions_owned *o,
                              uint32_t name)
{
    const tally *flat = &m->d->found.flat;
    uint32_t region[DIFF_PARTS] = { 0 }, n = 0, part = 0, next;

    while ((next = diff_next_region(m->d, name, &part))) {
        uint32_t at = n++;
        for (; at && comes_first(o, next, region[at - 1]); at--)
            region[at] = region[at - 1];
        region[at] = next;
    }
    if (!flat->sum[0][name] && !flat->sum[1][name] && o->owned[region[0]] == 0)
        return true;
    bool ok = add_diff_row(m, o, name, region[0], false);
    for (uint32_t i = 1; ok && i < n; i++)
        ok = add_diff_row(m, o, name, region[i], true);
    return ok;
}

/* Names are numbered in the order of their texts. */
SORT_BY(diff_row_by_size, diff_row, THEN(CMP(fabs(b->owned), fabs(a->owned))),
        THEN(CMP(fabs(b->delta), fabs(a->delta))), ASC(name), ASC(second))

static bool link_rows(corr_diff *d)
{
    d->row_of = corr_arena_new(&d->arena, uint32_t, d->found.nregion + 1);
    for (size_t i = 0; d->row_of && i < d->row.n; i++)
        if (d->row.v[i].region)
            d->row_of[d->row.v[i].region] = (uint32_t)i + 1;
    for (size_t i = 0; d->row_of && i < d->row.n; i++) {
        diff_row *r = &d->row.v[i];
        uint32_t part = 0, region;
        while ((region = diff_next_region(d, r->name, &part)))
            if (region != r->region && !r->twin)
                r->twin = d->row_of[region];
    }
    return d->row_of != NULL;
}

/* ---- what a row does not answer for ----------------------------------------- */

#define APART 0.02 /* part of the cost of a row that is much elsewhere */

/* Whether a node, or a node above it of the same function, answers for a change
 * of its function. */
static bool is_in_region(const diff_maker *m, uint32_t node)
{
    const uint32_t owner = m->owner[node];

    return owner && m->d->tree.key[owner] == m->d->tree.key[node];
}

/* The cost of functions outside of the regions that answer for them. */
typedef struct elsewhere {
    double *cost; /* [names] */
    double *most; /* [names] of one node ... */
    uint32_t *at; /* [names] ... which is this one */
} elsewhere;

static bool find_elsewhere(diff_maker *m, elsewhere *e)
{
    const diff_tree *t = &m->d->tree;
    const size_t names = m->d->fold.name.n;
    double *sum = corr_arena_new(&m->scratch, double, t->n);

    e->cost = corr_arena_new(&m->scratch, double, names);
    e->most = corr_arena_new(&m->scratch, double, names);
    e->at = corr_arena_new(&m->scratch, uint32_t, names);
    if (!sum || !e->cost || !e->most || !e->at)
        return false;
    for (uint32_t i = t->n; i-- > 1;) {
        const uint32_t name = t->key[i];
        sum[i] += fmax(t->cost[0][i], t->cost[1][i]);
        sum[t->parent[i]] += sum[i];
        if (is_in_region(m, i))
            continue;
        e->cost[name] += sum[i];
        if (sum[i] < e->most[name])
            continue;
        e->most[name] = sum[i];
        e->at[name] = i;
    }
    return true;
}

/* Finds the rows whose function also costs outside of its regions, and what was
 * inlined. */
static bool find_apart(diff_maker *m)
{
    corr_diff *d = m->d;
    elsewhere e;

    if (d->facts.shallow)
        return true;
    if (!find_elsewhere(m, &e))
        return false;
    for (size_t i = 0; i < d->row.n; i++) {
        diff_row *r = &d->row.v[i];
        if (!r->region)
            continue;
        const double told =
            fmax(region_value(d, 0, r->region), region_value(d, 1, r->region));
        if (e.cost[r->name] > APART * told)
            r->apart = e.at[r->name];
        r->inlined = d->tree.key[d->inlined[r->node]];
    }
    return true;
}

/* Finds the self cost for which no row answers, of the rows without a region. */
static bool find_left(diff_maker *m)
{
    corr_diff *d = m->d;
    double *left[2];

    for (unsigned w = 0; w < 2; w++) {
        left[w] = corr_arena_new(&m->scratch, double, d->fold.name.n);
        if (!left[w])
            return false;
        for (uint32_t i = 0; i < d->fold.paths.n; i++)
            if (!diff_region_at(m, i))
                left[w][diff_name_of(m, i)] +=
                    diff_normalised(d, w, d->fold.cost[w][i]);
    }
    for (size_t i = 0; i < d->row.n; i++)
        for (unsigned w = 0; w < 2 && !d->row.v[i].region; w++)
            d->row.v[i].left[w] = left[w][d->row.v[i].name];
    return true;
}

static bool sum_owned(diff_maker *m, regions_owned *o)
{
    const corr_diff *d = m->d;
    const uint32_t n = (uint32_t)d->fold.name.n;

    o->owned = corr_arena_new(&m->scratch, double, d->found.nregion + 1);
    o->node = corr_arena_new(&m->scratch, uint32_t, d->found.nregion + 1);
    if (!o->owned || !o->node)
        return false;
    for (uint32_t i = 1; i < d->tree.n; i++) {
        if (d->own[i] == 0)
            continue;
        const uint32_t region = d->found.region_of[diff_part_at(d, i)];
        const uint32_t most = o->node[region];
        o->owned[region] += d->own[i];
        if (!most || fabs(d->own[i]) > fabs(d->own[most]))
            o->node[region] = i;
    }
    for (uint32_t name = 1; d->facts.shallow && name < n; name++) {
        const double delta = diff_flat(d, 1, name) - diff_flat(d, 0, name);
        const uint32_t region = d->found.region_of[diff_part(name, delta)];
        o->owned[region] = region ? delta : 0;
    }
    return true;
}

bool diff_make_rows(diff_maker *m)
{
    corr_diff *d = m->d;
    regions_owned o;

    if (!sum_owned(m, &o) || !find_renamed(d))
        return false;
    for (uint32_t name = 1; name < d->fold.name.n; name++)
        if (!add_function_rows(m, &o, name))
            return false;
    vec_sort(&d->row, diff_row_by_size);

    /* the rest makes the sum equal the total, whatever is missing in the
     * rows */
    d->rest = d->facts.total[1] - d->facts.total[0];
    for (size_t i = 0; i < d->row.n; i++)
        d->rest -= d->row.v[i].owned;
    return link_rows(d) && find_apart(m) && find_left(m);
}

/* ---- the public interface ------------------------------------------------ */

uint32_t corr_diff_size(const corr_diff *d)
{
    return (uint32_t)d->row.n;
}

corr_diff_row corr_diff_at(const corr_diff *d, uint32_t i)
{
    const diff_row *of = &d->row.v[i];
    const diff_name *n = &d->fold.name.v[of->name];
    corr_diff_row r = { .change = of->change,
                        .name = n->text.p,
                        .renamed_from =
                            diff_name_text(d, d->found.renamed[of->name]),
                        .caller = caller_of(d, of),
                        .pooled = n->pooled,
                        .delta = of->delta,
                        .owned = of->owned,
                        .spread = of->spread,
                        .twin = of->twin,
                        .second = of->second,
                        .inlined = diff_name_text(d, of->inlined),
                        .told = of->region != 0,
                        .ceiling = ceiling_of(d, of->change) };

    fill_flat(d, of, &r);
    fill_region(d, of->region, &r);
    if (!of->region)
        memcpy(r.region, of->left, sizeof r.region);
    return r;
}

corr_change corr_diff_change(const corr_diff *d, uint32_t i)
{
    return d->row.v[i].change;
}

bool corr_diff_is_spread(const corr_diff *d, uint32_t i)
{
    return d->row.v[i].spread;
}

corr_frame_view corr_diff_frame(const corr_diff *d, uint32_t i)
{
    return diff_frame(&d->fold, d->row.v[i].name);
}

double corr_diff_rest(const corr_diff *d)
{
    return d->rest;
}

uint32_t corr_diff_notes(const corr_diff *d)
{
    return d->notes.n;
}

corr_diff_note corr_diff_note_at(const corr_diff *d, uint32_t i)
{
    static const corr_moved what[] = {
        [ALIGN_INLINED] = CORR_INLINED,
        [ALIGN_INSERTED] = CORR_WRAPPED,
        [ALIGN_RENAMED] = CORR_RENAMED,
        [ALIGN_POSSIBLY] = CORR_PERHAPS,
    };
    const align_note *n = &d->notes.v[i];

    return (corr_diff_note){
        .what = what[n->kind],
        .parent = diff_name_text(d, n->parent),
        .was = diff_name_text(d, n->was),
        .is = diff_name_text(d, n->is),
        .value = { n->cost[0], n->cost[1] },
    };
}

bool corr_change_real(corr_change c)
{
    return c == CORR_GREW || c == CORR_SHRANK || c == CORR_NEW ||
           c == CORR_GONE;
}

corr_change diff_change_of_part(corr_change c, double delta)
{
    const bool more = c == CORR_GREW || c == CORR_NEW;

    return corr_change_real(c) && more != (delta > 0) ? CORR_UNCLEAR : c;
}

const char *corr_change_name(corr_change c)
{
    static const char *const names[CORR_CHANGE_COUNT] = {
        [CORR_SAME] = "same",    [CORR_GREW] = "more", [CORR_SHRANK] = "less",
        [CORR_NEW] = "new",      [CORR_GONE] = "gone", [CORR_MOVED] = "moved",
        [CORR_UNCLEAR] = "same",
    };

    return c < CORR_CHANGE_COUNT ? names[c] : "";
}
