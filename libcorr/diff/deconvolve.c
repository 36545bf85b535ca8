/*
 * deconvolve - the cost of a request of each name, if samples have no span
 * (corr-methods 1.5): least squares over windows with requests in different
 * numbers.
 */
#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_deconvolved.h"
#include "corr_sort.h"
#include "select/select.h"
#include "sides/sides.h"
#include "stats/nnls.h"
#include "store/operation_names.h"
#include "store/span_weight.h"

/* With more names, least squares is not attempted. */
enum { MOST_NAMES = 256 };

#define OWN_LEAST                                                              \
    1e-4 /* least share of the counts of a name that is
                          independent of the other names */

struct corr_deconvolved {
    corr_arena arena; /* owns this struct */
    corr_deconvolved_facts facts;
    corr_deconvolved_row *row;
    uint32_t n;
};

/* A profile with its cost. */
typedef struct window {
    int64_t from, to;
    uint32_t proc, service;
    double sum;
    bool any; /* it has requests */
} window;

typedef struct window_count {
    uint32_t window, name;
    double count;
} window_count;

typedef struct fit_work {
    const corr_sel *sel;
    vec(window) window;
    vec(window_count) window_count;
    opnames names;
    corr_arena scratch;
    double *counts; /* [windows][names] */
    double *g, *c, *b;
} fit_work;

/* ---- windows ---------------------------------------------------------- */

/* Returns the selected cost of a part. *tied: some of it has a span. */
static double selected_cost(const corr_sel *sel, const sel_part *p, bool *tied)
{
    const segment *g = sel_segment(sel, p);
    const join *j = sel->store->join;
    const join_segment *js = j ? join_at(j, p->input, p->segment) : NULL;
    double sum = 0;

    for (size_t k = 0; k < p->n; k++) {
        const size_t row = sel_row(p, k);
        sum += (double)segment_value(g, row) * sel_share(p, k);
        *tied |= js && js->span && js->span[row];
    }
    return sum;
}

/* Lists the profiles of known process and time. Parts are in input order. */
static bool list_windows(fit_work *w, corr_deconvolved_facts *f)
{
    const corr_store *st = w->sel->store;
    uint32_t last = UINT32_MAX;

    for (size_t i = 0; i < w->sel->part.n; i++) {
        const sel_part *p = &w->sel->part.v[i];
        const input *in = store_input(st, p->input);
        const process_match *t = &st->match.v[p->input];
        const unsigned flags = in->kind.v[sel_segment(w->sel, p)->kind].flags;
        bool tied = false;
        const double sum = selected_cost(w->sel, p, &tied);
        if (tied)
            f->why = CORR_DECONVOLVED_TIED;
        else if (flags & (CORR_KIND_CUMULATIVE | CORR_KIND_SNAPSHOT))
            f->why = CORR_DECONVOLVED_STATE;
        const int64_t from = input_from(in, sel_segment(w->sel, p));
        if (from == CORR_NO_TIME || from >= in->to || (!t->proc && !t->service))
            continue;
        if ((!w->window.n || last != p->input) &&
            !vec_push(&w->window, (window){ .from = from,
                                            .to = in->to,
                                            .proc = t->apart ? 0 : t->proc,
                                            .service = t->service }))
            return false;
        last = p->input;
        w->window.v[w->window.n - 1].sum += sum;
    }
    return true;
}

/* ---- requests --------------------------------------------------------- */

/* Returns the part of a request inside a window. A request without length is
 * where it began. */
static double part_of(stretch r, const window *w)
{
    const stretch in = { w->from, w->to };
    const int64_t common = stretch_common(r, in);

    if (r.to <= r.from)
        return stretch_holds(in, r.from);
    return common > 0 ? (double)common / (double)stretch_length(r) : 0;
}

static bool count_request(fit_work *w, uint32_t span)
{
    const corr_store *st = w->sel->store;
    const spans *s = &st->spans;
    const corr_str name = opname_span(st, span);
    const uint32_t service = spans_service(s, span);
    stretch r;

    if (!span_seen(store_span(st, span), &r))
        return true;
    for (size_t i = 0; i < w->window.n; i++) {
        window *win = &w->window.v[i];
        const double part = part_of(r, win);
        if (part <= 0 || (win->proc ? win->proc != s->proc.v[span]
                                    : win->service != service))
            continue;
        const uint32_t at = opnames_add(&w->names, s->service.v[service], name);
        if (at == OPNAMES_FAILED ||
            !vec_push(&w->window_count,
                      (window_count){ (uint32_t)i, at,
                                      part * span_weight(st, span) }))
            return false;
        win->any = true;
    }
    return true;
}

static bool count_requests(fit_work *w, corr_deconvolved_facts *f)
{
    const corr_store *st = w->sel->store;

    for (uint32_t i = 1; i < st->spans.at.n; i++)
        if (st->spans.root.v[i] == i && !count_request(w, i))
            return false;
    for (size_t i = 0; i < w->window.n; i++)
        f->windows += w->window.v[i].any;
    return true;
}

/* ---- the fit ---------------------------------------------------------- */

static bool make_matrix(fit_work *w)
{
    const size_t n = w->names.row.n;

    w->counts = corr_arena_new(&w->scratch, double, w->window.n *n);
    w->g = corr_arena_new(&w->scratch, double, n *n);
    w->c = corr_arena_new(&w->scratch, double, n);
    w->b = corr_arena_new(&w->scratch, double, n);
    if (!w->counts || !w->g || !w->c || !w->b)
        return false;
    for (size_t i = 0; i < w->window_count.n; i++)
        w->counts[w->window_count.v[i].window * n +
                  w->window_count.v[i].name] += w->window_count.v[i].count;
    for (size_t i = 0; i < w->window.n; i++)
        nnls_add(w->g, w->c, n, w->counts + i * n, w->window.v[i].sum, 1);
    return true;
}

static void state_row(const fit_work *w, size_t j, double independent,
                      corr_deconvolved_row *r)
{
    const size_t n = w->names.row.n;

    *r = (corr_deconvolved_row){ .service = w->names.row.v[j].service,
                                 .name = w->names.row.v[j].name,
                                 .each = w->b[j],
                                 .lo = w->b[j],
                                 .hi = w->b[j] };
    for (size_t i = 0; i < w->window.n; i++) {
        r->requests += w->counts[i * n + j];
        r->windows += w->counts[i * n + j] > 0;
    }
    r->few = r->windows < CORR_DECONVOLVED_EACH_LEAST;
    r->parallel_for = independent < OWN_LEAST;
    r->total = llround(r->each * r->requests);
}

/* Fills the range of each estimate if any one window is left out. */
static bool leave_out(fit_work *w, corr_deconvolved_row *row)
{
    const size_t n = w->names.row.n;
    double *g = corr_arena_new(&w->scratch, double, n *n);
    double *c = corr_arena_new(&w->scratch, double, n);
    double *b = corr_arena_new(&w->scratch, double, n);

    if (!g || !c || !b)
        return false;
    for (size_t i = 0; i < w->window.n; i++) {
        if (!w->window.v[i].any)
            continue;
        memcpy(g, w->g, n * n * sizeof *g);
        memcpy(c, w->c, n * sizeof *c);
        memcpy(b, w->b, n * sizeof *b);
        nnls_add(g, c, n, w->counts + i * n, w->window.v[i].sum, -1);
        nnls_solve(g, c, n, b);
        for (size_t j = 0; j < n; j++) {
            row[j].lo = fmin(row[j].lo, b[j]);
            row[j].hi = fmax(row[j].hi, b[j]);
        }
    }
    return true;
}

SORT_BY(deconvolved_by_total, corr_deconvolved_row, DESC(total), ASC_STR(name),
        ASC_STR(service))

static bool fit_costs(corr_deconvolved *d, fit_work *w)
{
    const size_t n = w->names.row.n;
    double *independent = corr_arena_new(&w->scratch, double, n);
    double *room = corr_arena_new(&w->scratch, double, 2 * n * n);

    d->row = corr_arena_new(&d->arena, corr_deconvolved_row, n);
    if (!d->row || !independent || !room || !make_matrix(w))
        return false;
    d->n = (uint32_t)n;
    nnls_solve(w->g, w->c, n, w->b);
    nnls_own(w->g, n, room, independent);
    for (size_t j = 0; j < n; j++)
        state_row(w, j, independent[j], &d->row[j]);
    if (!leave_out(w, d->row))
        return false;
    for (size_t j = 0; j < n; j++) {
        corr_deconvolved_row *r = &d->row[j];
        if (!r->few && !r->parallel_for)
            continue;
        r->each = r->lo = r->hi = NAN; /* no evidence: belongs to the rest */
        r->total = 0;
    }
    qsort(d->row, n, sizeof *d->row, deconvolved_by_total);
    for (size_t j = 0; j < n; j++)
        d->facts.left -= d->row[j].total;
    return true;
}

static bool make_deconvolved(corr_deconvolved *d, fit_work *w)
{
    corr_deconvolved_facts *f = &d->facts;

    f->left = w->sel->facts.total;
    if (!list_windows(w, f))
        return false;
    if (f->why)
        return true;
    if (!count_requests(w, f))
        return false;
    if (f->windows < CORR_DECONVOLVED_WINDOWS_LEAST)
        f->why = CORR_DECONVOLVED_WINDOWS;
    else if (w->names.row.n >= f->windows || w->names.row.n > MOST_NAMES)
        f->why = CORR_DECONVOLVED_MANY;
    return f->why || fit_costs(d, w);
}

corr_deconvolved *corr_deconvolved_of(const corr_sel *sel, corr_err *err)
{
    corr_deconvolved *d = self_arena_new(corr_deconvolved, err);
    fit_work w = { .sel = sel };

    if (!d)
        return NULL;
    w.scratch.limit = d->arena.limit;
    const bool ok = make_deconvolved(d, &w);
    vec_free(&w.window);
    vec_free(&w.window_count);
    opnames_clear(&w.names);
    corr_arena_clear(&w.scratch);
    if (ok)
        return d;
    corr_deconvolved_free(d);
    corr_no_memory(err);
    return NULL;
}

corr_deconvolved_facts corr_deconvolved_facts_of(const corr_deconvolved *d)
{
    return d->facts;
}

uint32_t corr_deconvolved_size(const corr_deconvolved *d)
{
    return d->n;
}

corr_deconvolved_row corr_deconvolved_at(const corr_deconvolved *d, uint32_t i)
{
    return d->row[i];
}

void corr_deconvolved_free(corr_deconvolved *d)
{
    if (d)
        self_arena_free(d);
}
