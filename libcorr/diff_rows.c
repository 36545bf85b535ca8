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

static corr_change class_of(const diff_maker *m, uint32_t name,
                            const corr_diff_row *r)
{
    const corr_diff *d = m->d;
    const bool told = r->owned != 0;
    const double change = told ? r->owned : r->delta;

    if (m->moved[name].moved)
        return CORR_MOVED;
    if (d->facts.few)
        return CORR_SAME;
    const bool real = is_significant(d, r->q) || is_significant(d, r->region_q);
    if (real && r->value[0] == 0 && r->value[1] > 0 && !(r->region[0] > 0))
        return CORR_NEW;
    if (real && r->value[1] == 0 && r->value[0] > 0 && !(r->region[1] > 0))
        return CORR_GONE;
    if (told && is_significant(d, r->region_q) &&
        large(m, r->region[0], r->region[1]))
        return change > 0 ? CORR_GREW : CORR_SHRANK;
    if (is_significant(d, r->q) && large(m, r->value[0], r->value[1]))
        return r->delta > 0 ? CORR_GREW : CORR_SHRANK;
    if (told || large(m, r->value[0], r->value[1]))
        return CORR_UNCLEAR;
    return CORR_SAME;
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

static const char *renamed_from(const corr_diff *d, uint32_t name)
{
    for (uint32_t i = 0; i < d->notes.n; i++)
        if (d->notes.v[i].kind == ALIGN_RENAMED && d->notes.v[i].is == name)
            return d->fold.name.v[d->notes.v[i].was].text.p;
    return NULL;
}

static void fill_flat(const diff_maker *m, uint32_t name, corr_diff_row *r)
{
    const corr_diff *d = m->d;
    const judge_row *j = &m->judged[name];

    for (unsigned w = 0; w < 2; w++) {
        r->value[w] = diff_normalised(d, w, m->flat.sum[w][name]);
        r->share[w] = m->flat.sum[w][0] ? (double)m->flat.sum[w][name] /
                                              (double)m->flat.sum[w][0]
                                        : 0;
        r->obs[w] = llround(diff_seen(d, &m->flat, w, name));
    }
    r->delta = r->value[1] - r->value[0];
    r->ratio = j->ratio;
    r->lo = j->lo;
    r->hi = j->hi;
    r->p = j->p;
    r->q = j->q;
    r->mark = j->mark;
}

static void fill_region(const diff_maker *m, uint32_t region, corr_diff_row *r)
{
    const judge_row *j = &m->region[region];

    for (unsigned w = 0; w < 2; w++)
        r->region[w] = diff_normalised(m->d, w, m->regions.sum[w][region]);
    r->region_ratio = j->ratio;
    r->region_lo = j->lo;
    r->region_hi = j->hi;
    r->region_q = j->q;
    r->region_mark = j->mark;
}

static bool add_row(diff_maker *m, uint32_t name, double owned, uint32_t node)
{
    corr_diff *d = m->d;
    const diff_name *n = &d->fold.name.v[name];
    corr_diff_row r = { .name = n->text.p,
                        .frame = diff_frame(&d->fold, name),
                        .renamed_from = renamed_from(d, name),
                        .pooled = n->pooled,
                        .owned = owned,
                        .region_ratio = NAN,
                        .region_lo = NAN,
                        .region_hi = NAN,
                        .region_q = NAN,
                        .region_mark = "",
                        .ceiling = NAN };

    fill_flat(m, name, &r);
    if (m->region_of[name])
        fill_region(m, m->region_of[name] - 1, &r);
    r.change = class_of(m, name, &r);
    if (node)
        r.caller = caller_of(d, node);
    const unsigned other = r.change == CORR_NEW ? 0 : 1;
    if (r.change == CORR_NEW || r.change == CORR_GONE) {
        const double n_other = diff_seen(d, &m->flat, other, 0);
        r.ceiling = n_other > 0 ? UNSEEN(n_other) : NAN;
    }
    char *marks = corr_arena_new(&d->arena, char, 6);
    if (!marks)
        return false;
    memcpy(marks, r.mark, strlen(r.mark));
    memcpy(marks + 3, r.region_mark, strlen(r.region_mark));
    r.mark = marks;
    r.region_mark = marks + 3;
    d->facts.found = d->facts.found || corr_change_real(r.change);
    return vec_push(&d->row, r);
}

static int by_size(const void *va, const void *vb)
{
    const corr_diff_row *a = va, *b = vb;
    const double owned = fabs(b->owned) - fabs(a->owned);
    const double delta = fabs(b->delta) - fabs(a->delta);

    if (owned != 0)
        return owned > 0 ? 1 : -1;
    if (delta != 0)
        return delta > 0 ? 1 : -1;
    return strcmp(a->name, b->name);
}

static bool link_rows(diff_maker *m)
{
    corr_diff *d = m->d;

    d->row_of = corr_arena_new(&d->arena, uint32_t, d->fold.name.n);
    if (!d->row_of)
        return false;
    corr_map by_name = { 0 };
    bool ok = true, is_new;
    for (size_t i = 0; ok && i < d->row.n; i++) {
        uint32_t *at = corr_map_u64(
            &by_name, (uint64_t)(uintptr_t)d->row.v[i].name, &is_new);
        ok = at != NULL;
        if (ok)
            *at = (uint32_t)i + 1;
    }
    for (uint32_t name = 1; ok && name < d->fold.name.n; name++) {
        const uint32_t *at = corr_map_find_u64(
            &by_name, (uint64_t)(uintptr_t)d->fold.name.v[name].text.p);
        d->row_of[name] = at ? *at : 0;
    }
    corr_map_clear(&by_name);
    return ok;
}

bool diff_make_rows(diff_maker *m)
{
    corr_diff *d = m->d;
    const size_t n = d->fold.name.n;
    double *owned = corr_arena_new(&m->scratch, double, n);
    uint32_t *node = corr_arena_new(&m->scratch, uint32_t, n);

    if (!owned || !node)
        return false;
    for (uint32_t i = 1; i < d->tree.n; i++) {
        const uint32_t name = d->tree.key[i];
        owned[name] += d->own[i];
        if (d->own[i] != 0 &&
            (!node[name] || fabs(d->own[i]) > fabs(d->own[node[name]])))
            node[name] = i;
    }
    for (uint32_t name = 1; name < n; name++)
        if ((m->flat.sum[0][name] || m->flat.sum[1][name] ||
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
    return link_rows(m);
}

/* ---- what is asked ------------------------------------------------------ */

uint32_t corr_diff_size(const corr_diff *d)
{
    return (uint32_t)d->row.n;
}

corr_diff_row corr_diff_at(const corr_diff *d, uint32_t i)
{
    return d->row.v[i];
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
