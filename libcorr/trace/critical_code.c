/*
 * critical_code - the functions that ran on the critical path (corr-methods
 * 3.5).
 *
 * A sample with a time is on the path if its span is on the path at that time.
 * A sample without a time counts by the part of the span's own time that is on
 * the path.  A sample that names only the request counts for all spans of the
 * request in that process.
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "frames/frames.h"
#include "select/select.h"
#include "stats/distributions.h"
#include "trace/stack_leaf.h"
#include "trace/waterfall.h"

typedef struct code_row {
    uint32_t span, key;
    uint32_t rank;  /* of the key by name */
    uint32_t under; /* key of the application frame that calls it most */
    double under_ns;
    bool scaled, request;
    double ns, obs;
} code_row;

/* The sums of one span on the path. */
typedef struct span_sums {
    double ns, obs;         /* of its samples */
    int64_t self, critical; /* of the request's spans in its process */
} span_sums;

struct corr_path_code {
    corr_arena arena; /* owns this struct and part */
    frames frames;
    vec(code_row) place;
    span_sums *part; /* [spans] */
    bool counted;
};

typedef struct coder {
    corr_path_code *c;
    const corr_waterfall *w;
    const corr_sel *sel;
    uint32_t *index; /* [spans] index by place in the trace */
    corr_map by_place;
    leaves leaves;
    corr_map by_caller; /* of a row -> callers */
    vec(double) caller; /* ns of each */
} coder;

/* The span where the process of span i enters the request. */
static uint32_t local_root(const coder *c, uint32_t i)
{
    const uint32_t number = c->w->store->spans.root.v[c->w->span[i]];

    return c->index[number - c->w->first];
}

static bool prepare_spans(coder *c)
{
    const corr_waterfall *w = c->w;

    c->index = corr_arena_new(&c->c->arena, uint32_t, w->n);
    c->c->part = corr_arena_new(&c->c->arena, span_sums, w->n);
    if (!c->index || !c->c->part)
        return false;
    for (uint32_t i = 0; i < w->n; i++)
        c->index[c->w->span[i] - w->first] = i;
    for (uint32_t i = 0; i < w->n; i++) {
        const critical_span *s = &w->time[i];
        span_sums *p = &c->c->part[local_root(c, i)];
        p->self =
            add_clamped(p->self, sub_clamped(critical_busy(s), s->covered));
        p->critical = add_clamped(p->critical, s->critical);
    }
    return true;
}

/* The section of the path at time t, or NULL. */
static const corr_section *section_at(const coder *c, int64_t t)
{
    const critical *path = &c->w->critical;
    size_t lo = 0;

    LOWER_BOUND(lo, path->section.n, i, path->section.v[i].to <= t);
    if (lo == path->section.n || path->section.v[lo].from > t)
        return NULL;
    return &path->section.v[lo];
}

static double ratio(int64_t part_of, int64_t whole)
{
    if (part_of <= 0 || whole <= 0)
        return 0;
    return part_of >= whole ? 1 : (double)part_of / (double)whole;
}

/* The part of a sample that is on the path. */
static double part_on_path(const coder *c, uint32_t i, bool request,
                           int64_t time)
{
    const critical_span *s = &c->w->time[i];

    if (time == CORR_NO_TIME)
        return request ? ratio(c->c->part[i].critical, c->c->part[i].self)
                       : ratio(s->critical,
                               sub_clamped(critical_busy(s), s->covered));
    const corr_section *at = section_at(c, add_clamped(time, s->shift));
    if (!at)
        return 0;
    return request ? local_root(c, at->span) == i : at->span == i;
}

/* Adds to the caller of row `at`, and keeps the one with most. */
static bool add_caller(coder *c, uint32_t at, uint32_t under, double ns)
{
    bool is_new;
    const uint64_t id = (uint64_t)at << 32 | under;
    uint32_t *slot = corr_map_u64(&c->by_caller, id, &is_new);

    if (!slot || (is_new && !vec_push(&c->caller, 0.0)))
        return false;
    if (is_new)
        *slot = (uint32_t)c->caller.n - 1;
    c->caller.v[*slot] += ns;
    code_row *row = &c->c->place.v[at];
    if (c->caller.v[*slot] > row->under_ns) {
        row->under = under;
        row->under_ns = c->caller.v[*slot];
    }
    return true;
}

static bool add_code_row(coder *c, const code_row *p)
{
    bool is_new;
    const uint64_t id = (uint64_t)p->span << 32 | p->key;
    uint32_t *at = corr_map_u64(&c->by_place, id, &is_new);

    if (!at || (is_new && !vec_push(&c->c->place, (code_row){ .span = p->span,
                                                              .key = p->key })))
        return false;
    if (is_new)
        *at = (uint32_t)c->c->place.n - 1;
    code_row *sum = &c->c->place.v[*at];
    sum->ns += p->ns;
    sum->obs += p->obs;
    sum->scaled = sum->scaled || p->scaled;
    sum->request = sum->request || p->request;
    c->c->part[p->span].ns += p->ns;
    c->c->part[p->span].obs += p->obs;
    return add_caller(c, *at, p->under, p->ns);
}

/* Adds the part of a row that one span has. */
static bool add_row_part(coder *c, const sel_part *p, size_t row,
                         const join_part *has, double share)
{
    const segment *g = sel_segment(c->sel, p);
    const uint32_t place_in = has->span - c->w->first;
    const int64_t time = g->time ? g->time[row] : CORR_NO_TIME;

    if (place_in >= c->w->n)
        return true;
    const uint32_t i = c->index[place_in];
    const bool request = join_is_request(has->rung);
    const double on_path = share * part_on_path(c, i, request, time);
    if (on_path <= 0)
        return true;
    leaf of;
    if (!leaves_of(&c->leaves, p->input, segment_stack(g, row), &of))
        return false;
    const double obs = g->obs ? (double)g->obs[row] : 1;
    return add_code_row(
        c, &(code_row){ .span = i,
                        .key = of.key,
                        .under = of.under,
                        .scaled = time == CORR_NO_TIME,
                        .request = request,
                        .ns = (double)segment_value(g, row) * on_path,
                        .obs = obs * share });
}

static bool add_sample_row(coder *c, const sel_part *p, const join_segment *j,
                           size_t k)
{
    const size_t row = sel_row(p, k);
    const join_part *has;
    join_part one;
    const size_t n = join_parts(j, row, &one, &has);

    for (size_t i = 0; i < n; i++) {
        const bool whole = has == &one;
        const double share = whole && p->share ? p->share[k] : has[i].share;
        if (!add_row_part(c, p, row, &has[i], share))
            return false;
    }
    return true;
}

static bool add_sample_rows(coder *c)
{
    const corr_store *st = c->sel->store;

    for (size_t i = 0; i < c->sel->part.n; i++) {
        const sel_part *p = &c->sel->part.v[i];
        const join_segment *j = join_at(st->join, p->input, p->segment);
        for (size_t k = 0; j->span && j->rung && k < p->n; k++)
            if (!add_sample_row(c, p, j, k))
                return false;
    }
    return true;
}

/* ---- order ------------------------------------------------------------- */

static int64_t whole_ns(const code_row *r)
{
    return llround(r->ns);
}

SORT_BY(row_by_time, code_row, DESC_OF(whole_ns), ASC(span), ASC(rank))

static bool rank_code(coder *c)
{
    const uint32_t *names = keys_ranks(&c->c->frames.keys, &c->c->arena);

    if (!names)
        return false;
    for (size_t i = 0; i < c->c->place.n; i++)
        c->c->place.v[i].rank = names[c->c->place.v[i].key];
    vec_sort(&c->c->place, row_by_time);
    return true;
}

/* ---- the view ------------------------------------------------------------ */

static corr_code make_code(coder *c, const corr_show *show, corr_err *err)
{
    const corr_store *st = c->w->store;
    const corr_code code =
        frames_init(&c->c->frames, st, KEY_FUNCTION, show, err);

    if (code != CORR_OK)
        return code;
    c->c->counted = c->sel->facts.observations >= 0;
    if (!prepare_spans(c) ||
        !leaves_init(&c->leaves, &c->c->frames, &c->c->arena))
        return corr_no_memory(err);
    if (!st->join || !corr_is_ns(c->sel->facts.unit))
        return CORR_OK;
    if (!add_sample_rows(c) || !rank_code(c))
        return corr_no_memory(err);
    return CORR_OK;
}

corr_path_code *corr_path_code_of(const corr_waterfall *w, const corr_sel *sel,
                                  const corr_show *show, corr_err *err)
{
    corr_path_code *v = self_arena_new(corr_path_code, err);

    if (!v)
        return NULL;

    coder c = { .c = v, .w = w, .sel = sel };
    const corr_code code = make_code(&c, show, err);
    corr_map_clear(&c.by_place);
    corr_map_clear(&c.by_caller);
    vec_free(&c.caller);
    return KEEP_IF(!code, v, corr_path_code_free);
}

uint32_t corr_path_code_size(const corr_path_code *c)
{
    return (uint32_t)c->place.n;
}

corr_path_row corr_path_code_at(const corr_path_code *c, uint32_t i)
{
    const code_row *p = &c->place.v[i];
    const span_sums *all = &c->part[p->span];
    corr_path_row row = { .span = p->span,
                          .frame = keys_frame_view(&c->frames.keys, p->key),
                          .ns = llround(p->ns),
                          .obs = c->counted ? llround(p->obs) : -1,
                          .share = all->ns > 0 ? p->ns / all->ns : 0,
                          .lo = NAN,
                          .hi = NAN,
                          .scaled = p->scaled,
                          .request = p->request };

    if (p->under)
        row.under = keys_frame_view(&c->frames.keys, p->under);
    if (c->counted)
        stat_wilson(row.share * all->obs, all->obs, &row.lo, &row.hi);
    return row;
}

void corr_path_code_free(corr_path_code *c)
{
    if (!c)
        return;
    frames_clear(&c->frames);
    vec_free(&c->place);
    self_arena_free(c);
}
