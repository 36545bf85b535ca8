/* diff_rows - a row for each function: what became of it. */
#include "diff.h"

#include <math.h>
#include <stdlib.h>

#include "base.h"

#define UNSEEN(n) (1 - pow(0.05, 1 / (n))) /* share of n that may be 0 */

/* ---- classes ------------------------------------------------------------ */

/* One profile a side shows no noise, so nothing is. */
static bool is_significant(const corr_diff *d, double q)
{
    return q < CORR_FDR && !d->judged.one_each;
}

static bool large(const diff_maker *m, double a, double b)
{
    const double rel = m->opts->min_rel > 0 ? m->opts->min_rel : CORR_MIN_REL;

    return fabs(b - a) >= m->min_abs && fabs(b - a) >= rel * fabs(a);
}

/* Of a function that answers for nothing: 0. */
static double region_value(const corr_diff *d, unsigned w, uint32_t name)
{
    const uint32_t region = d->found.region_of[name];

    return region ? diff_normalised(d, w, d->found.regions.sum[w][region - 1])
                  : 0;
}

/* What became of what a function answers for, or of what it costs itself: by
 * the numbers that tell of it, and no others. */
static corr_change class_of(const diff_maker *m, const diff_row *r, bool told)
{
    const corr_diff *d = m->d;
    const judge_row *with = diff_region_of(d, r->name);
    const judge_row *j = told && with ? with : &d->found.judged[r->name];
    const bool real = is_significant(d, j->q);
    const uint8_t on = d->fold.name.v[r->name].on;
    double value[2];

    for (unsigned w = 0; w < 2; w++)
        value[w] =
            told ? region_value(d, w, r->name) : diff_flat(d, w, r->name);
    if (m->moved[r->name].moved)
        return CORR_MOVED;
    if (d->facts.few)
        return CORR_SAME;
    if (real && on != DIFF_ON_BOTH && !d->found.renamed[r->name])
        return on == DIFF_ON_BASE ? CORR_GONE : CORR_NEW;
    if (real && large(m, value[0], value[1]))
        return (told ? r->owned : r->delta) > 0 ? CORR_GREW : CORR_SHRANK;
    return told || large(m, value[0], value[1]) ? CORR_UNCLEAR : CORR_SAME;
}

/* Whether it is marked so, also where it is too small for a class. */
static bool is_certain(const corr_diff *d, const diff_row *r)
{
    const judge_row *with = diff_region_of(d, r->name);
    const judge_row *j = with ? with : &d->found.judged[r->name];

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

/* The nearest caller that looks like the application's own, of a frame that
 * does not. */
static const char *caller_of(const corr_diff *d, uint32_t node)
{
    const diff_fold *f = &d->fold;
    corr_frame_view v = diff_frame(f, d->tree.key[node]);

    if (corr_frame_is_app(&v))
        return NULL;
    for (node = d->tree.parent[node]; node; node = d->tree.parent[node]) {
        v = diff_frame(f, d->tree.key[node]);
        if (corr_frame_is_app(&v))
            return f->name.v[d->tree.key[node]].text.p;
    }
    return NULL;
}

/* By its dearest note. */
static bool find_renamed(corr_diff *d)
{
    d->found.renamed = corr_arena_new(&d->arena, uint32_t, d->fold.name.n);
    for (uint32_t i = d->notes.n; d->found.renamed && i-- > 0;)
        if (d->notes.v[i].kind == ALIGN_RENAMED)
            d->found.renamed[d->notes.v[i].is] = d->notes.v[i].was;
    return d->found.renamed != NULL;
}

const char *diff_renamed_from(const corr_diff *d, uint32_t name)
{
    const uint32_t was = d->found.renamed[name];

    return was ? d->fold.name.v[was].text.p : NULL;
}

static void fill_flat(const corr_diff *d, uint32_t name, corr_diff_row *r)
{
    const judge_row *j = &d->found.judged[name];
    const tally *flat = &d->found.flat;

    for (unsigned w = 0; w < 2; w++) {
        r->value[w] = diff_flat(d, w, name);
        r->share[w] = flat->sum[w][0]
                          ? (double)flat->sum[w][name] / (double)flat->sum[w][0]
                          : 0;
        r->obs[w] = llround(diff_seen(d, flat, w, name));
    }
    r->ratio = j->ratio;
    r->lo = j->lo;
    r->hi = j->hi;
    r->p = j->p;
    r->q = j->q;
    r->mark = j->mark;
}

static void fill_region(const corr_diff *d, uint32_t name, corr_diff_row *r)
{
    const judge_row *j = diff_region_of(d, name);

    r->region_ratio = r->region_lo = r->region_hi = r->region_q = NAN;
    r->region_mark = "";
    if (!j)
        return;
    for (unsigned w = 0; w < 2; w++)
        r->region[w] = region_value(d, w, name);
    r->region_ratio = j->ratio;
    r->region_lo = j->lo;
    r->region_hi = j->hi;
    r->region_q = j->q;
    r->region_mark = j->mark;
}

static double ceiling_of(const corr_diff *d, corr_change change)
{
    const unsigned other = change == CORR_NEW ? 0 : 1;

    if (change != CORR_NEW && change != CORR_GONE)
        return NAN;
    const double n = diff_seen(d, &d->found.flat, other, 0);
    return n > 0 ? UNSEEN(n) : NAN;
}

static bool add_row(diff_maker *m, uint32_t name, double owned, uint32_t node)
{
    corr_diff *d = m->d;
    diff_row r = { .name = name, .node = node, .owned = owned };

    r.delta = diff_flat(d, 1, name) - diff_flat(d, 0, name);
    r.alone = class_of(m, &r, false);
    r.change = owned != 0 ? class_of(m, &r, true) : r.alone;
    d->facts.found = d->facts.found || corr_change_real(r.change) ||
                     corr_change_real(r.alone) || is_certain(d, &r);
    return vec_push(&d->row, r);
}

/* Names are numbered in the order of their texts. */
static int by_size(const void *va, const void *vb)
{
    const diff_row *a = va;
    const diff_row *b = vb;
    const double owned = fabs(b->owned) - fabs(a->owned);
    const double delta = fabs(b->delta) - fabs(a->delta);

    if (owned != 0)
        return owned > 0 ? 1 : -1;
    if (delta != 0)
        return delta > 0 ? 1 : -1;
    return (a->name > b->name) - (a->name < b->name);
}

static bool link_rows(corr_diff *d)
{
    d->row_of = corr_arena_new(&d->arena, uint32_t, d->fold.name.n);
    for (size_t i = 0; d->row_of && i < d->row.n; i++)
        d->row_of[d->row.v[i].name] = (uint32_t)i + 1;
    return d->row_of != NULL;
}

bool diff_make_rows(diff_maker *m)
{
    corr_diff *d = m->d;
    const size_t n = d->fold.name.n;
    double *owned = corr_arena_new(&m->scratch, double, n);
    uint32_t *node = corr_arena_new(&m->scratch, uint32_t, n);

    if (!owned || !node || !find_renamed(d))
        return false;
    for (uint32_t i = 1; i < d->tree.n; i++) {
        const uint32_t name = d->tree.key[i];
        owned[name] += d->own[i];
        if (d->own[i] != 0 &&
            (!node[name] || fabs(d->own[i]) > fabs(d->own[node[name]])))
            node[name] = i;
    }
    for (uint32_t name = 1; d->facts.shallow && name < n; name++)
        if (d->found.region_of[name])
            owned[name] = diff_flat(d, 1, name) - diff_flat(d, 0, name);
    for (uint32_t name = 1; name < n; name++)
        if ((m->d->found.flat.sum[0][name] || m->d->found.flat.sum[1][name] ||
             owned[name] != 0) &&
            !add_row(m, name, owned[name], node[name]))
            return false;
    if (d->row.n)
        qsort(d->row.v, d->row.n, sizeof *d->row.v, by_size);

    /* the rest is what makes it add up, whatever else is not in the rows */
    d->rest = d->facts.total[1] - d->facts.total[0];
    for (size_t i = 0; i < d->row.n; i++)
        d->rest -= d->row.v[i].owned;
    for (size_t i = 0; i < d->row.n; i++)
        d->rest_frames += d->row.v[i].owned == 0;
    return link_rows(d);
}

/* ---- what is asked ------------------------------------------------------ */

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
                        .renamed_from = diff_renamed_from(d, of->name),
                        .caller = of->node ? caller_of(d, of->node) : NULL,
                        .pooled = n->pooled,
                        .delta = of->delta,
                        .owned = of->owned,
                        .spread = of->spread,
                        .ceiling = ceiling_of(d, of->change) };

    fill_flat(d, of->name, &r);
    fill_region(d, of->name, &r);
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

double corr_diff_rest(const corr_diff *d, uint32_t *n)
{
    *n = d->rest_frames;
    return d->rest;
}

uint32_t corr_diff_notes(const corr_diff *d)
{
    return d->notes.n;
}

static const char *name_or_null(const corr_diff *d, uint32_t name)
{
    return name ? d->fold.name.v[name].text.p : NULL;
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
        .parent = name_or_null(d, n->parent),
        .was = name_or_null(d, n->was),
        .is = name_or_null(d, n->is),
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
        [CORR_SAME] = "same",       [CORR_GREW] = "grew",
        [CORR_SHRANK] = "shrank",   [CORR_NEW] = "new",
        [CORR_GONE] = "gone",       [CORR_MOVED] = "moved",
        [CORR_UNCLEAR] = "unclear",
    };

    return c < CORR_CHANGE_COUNT ? names[c] : "";
}
