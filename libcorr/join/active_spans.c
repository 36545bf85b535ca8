#include "join/active_spans.h"

#include "base/base.h"
#include "corr_sort.h"

enum { DEEPEST = 256 }; /* steps from a span to its ancestors, at most */

/* Allocates the arrays by span, which only lanes of spans need. */
static bool alloc_by_span(active_spans *w, const corr_store *st)
{
    const size_t n = st->spans.at.n + 1;

    if (w->lane_of)
        return true;
    w->cover = calloc(n, sizeof *w->cover);
    w->at = calloc(n, sizeof *w->at);
    w->lane_of = w->cover && w->at ? calloc(n, sizeof *w->lane_of) : NULL;
    return w->lane_of != NULL;
}

void active_spans_clear(active_spans *w)
{
    vec_free(&w->piece);
    vec_free(&w->shared);
    vec_free(&w->lane);
    vec_free(&w->inner);
    vec_free(&w->heap);
    free(w->lane_of);
    free(w->cover);
    free(w->at);
    *w = (active_spans){ 0 };
}

/* ---- pieces --------------------------------------------------------- */

/* The lane that is being made. */
typedef struct lane_sweep {
    active_spans *w;
    const corr_store *st;
    uint32_t proc, mark; /* mark: 1 + number of the lane */
    int64_t now;         /* end of the last piece */
} lane_sweep;

static uint32_t sort_by_number(const uint32_t *who, size_t n, uint32_t *to)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && to[at - 1] > who[i]; at--)
            to[at] = to[at - 1];
        to[at] = who[i];
    }
    return (uint32_t)n;
}

/* Whether the last piece can be extended instead of adding a new one. */
static bool continues_piece(const active_spans *w, uint32_t lane_first,
                            int64_t from, const uint32_t *who, size_t n)
{
    if (w->piece.n <= lane_first)
        return false;
    const active_spans_piece *last = &w->piece.v[w->piece.n - 1];

    return last->to == from && last->n == n &&
           memcmp(active_spans_who(w, last), who, n * sizeof *who) == 0;
}

static bool add_piece(active_spans *w, uint32_t lane_first, int64_t from,
                      int64_t to, const uint32_t *who, size_t n)
{
    uint32_t sorted[ACTIVE_SPANS_MOST];
    const uint32_t k =
        n > ACTIVE_SPANS_MOST ? 0 : sort_by_number(who, n, sorted);

    if (w->piece.n == UINT32_MAX || !vec_reserve(&w->shared, ACTIVE_SPANS_MOST))
        return false;
    if (continues_piece(w, lane_first, from, sorted, k)) {
        w->piece.v[w->piece.n - 1].to = to;
        return true;
    }
    const active_spans_piece p = { from, to,
                                   k == 1 ? *sorted : (uint32_t)w->shared.n,
                                   k & 63, 0 };
    if (k > 1) {
        memcpy(&w->shared.v[w->shared.n], sorted, k * sizeof *sorted);
        w->shared.n += k;
    }
    return vec_push(&w->piece, p);
}

/* Adds a piece up to a time, with the spans that are innermost now. */
static bool add_piece_until(lane_sweep *s, int64_t time)
{
    active_spans *w = s->w;
    const uint32_t first = w->lane.v[s->mark - 1].first;
    const int64_t from = s->now;

    s->now = time;
    return from >= time || !w->heap.n ||
           add_piece(w, first, from, time, w->inner.v, w->inner.n);
}

/* ---- who is active -------------------------------------------------- */

static int64_t span_end(const lane_sweep *s, uint32_t span)
{
    return moment_order(store_span(s->st, span)->end); /* placed: it is known */
}

static bool push_heap(lane_sweep *s, uint32_t span)
{
    if (!vec_push(&s->w->heap, span))
        return false;
    uint32_t *v = s->w->heap.v;
    size_t i = s->w->heap.n - 1;

    while (i > 0 && span_end(s, v[(i - 1) / 2]) > span_end(s, span)) {
        v[i] = v[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    v[i] = span;
    return true;
}

static uint32_t pop_heap(lane_sweep *s)
{
    uint32_t *v = s->w->heap.v;
    const size_t n = --s->w->heap.n;
    const uint32_t top = v[0];
    const uint32_t last = v[n];
    size_t i = 0;

    for (size_t k = 1; k < n; k = 2 * i + 1) {
        k += k + 1 < n && span_end(s, v[k + 1]) < span_end(s, v[k]);
        if (span_end(s, v[k]) >= span_end(s, last))
            break;
        v[i] = v[k];
        i = k;
    }
    if (n)
        v[i] = last;
    return top;
}

/* Removes a span from inner.  Positions in inner count from 1; 0: absent. */
static void leave_inner(active_spans *w, uint32_t span)
{
    const uint32_t at = w->at[span];

    if (!at)
        return;
    const uint32_t last = w->inner.v[--w->inner.n];
    w->inner.v[at - 1] = last;
    w->at[last] = at;
    w->at[span] = 0;
}

static bool enter_inner(active_spans *w, uint32_t span)
{
    if (w->at[span] || !vec_push(&w->inner, span))
        return w->at[span] != 0;
    w->at[span] = (uint32_t)w->inner.n;
    return true;
}

/* The next ancestor that is on the lane; 0: there is no such span. */
static uint32_t next_above(const lane_sweep *s, uint32_t span, unsigned *steps)
{
    const spans *all = &s->st->spans;

    for (span = all->up.v[span];
         span && all->proc.v[span] == s->proc && ++*steps <= DEEPEST;
         span = all->up.v[span])
        if (s->w->lane_of[span] == s->mark)
            return span;
    return 0;
}

/* The highest bit of cover is set while the span itself is active. */
#define ACTIVE (UINT32_C(1) << 31)

static bool begin_span(lane_sweep *s, uint32_t span)
{
    active_spans *w = s->w;
    unsigned steps = 0;

    for (uint32_t a = next_above(s, span, &steps); a;
         a = next_above(s, a, &steps)) {
        w->cover[a]++;
        leave_inner(w, a);
    }
    if (!push_heap(s, span))
        return false;
    if (s->st->spans.proc.v[span] != s->proc)
        return true;
    w->cover[span] |= ACTIVE;
    return w->cover[span] != ACTIVE || enter_inner(w, span);
}

static bool finish_span(lane_sweep *s, uint32_t span)
{
    active_spans *w = s->w;
    unsigned steps = 0;

    leave_inner(w, span);
    w->cover[span] &= ~ACTIVE;
    for (uint32_t a = next_above(s, span, &steps); a;
         a = next_above(s, a, &steps))
        if (--w->cover[a] == ACTIVE && !enter_inner(w, a))
            return false;
    return true;
}

/* Finishes the spans that end by a time. */
static bool end_until(lane_sweep *s, int64_t time)
{
    while (s->w->heap.n && span_end(s, s->w->heap.v[0]) <= time)
        if (!add_piece_until(s, span_end(s, s->w->heap.v[0])) ||
            !finish_span(s, pop_heap(s)))
            return false;
    return true;
}

static bool open_lane(active_spans *w)
{
    return vec_push(&w->lane,
                    (active_spans_lane){ .first = (uint32_t)w->piece.n });
}

static void close_lane(active_spans *w)
{
    active_spans_lane *l = &w->lane.v[w->lane.n - 1];

    l->n = (uint32_t)w->piece.n - l->first;
}

bool active_spans_spans(active_spans *w, const corr_store *st,
                        const uint32_t *span, size_t n, uint32_t proc)
{
    lane_sweep s = { w, st, proc, (uint32_t)w->lane.n + 1, INT64_MIN };
    bool ok = alloc_by_span(w, st) && open_lane(w);

    w->inner.n = w->heap.n = 0;
    for (size_t i = 0; ok && i < n; i++)
        w->lane_of[span[i]] = s.mark;
    for (size_t i = 0; ok && i < n; i++) {
        const int64_t start = moment_order(store_span(st, span[i])->start);
        ok = end_until(&s, start) && add_piece_until(&s, start) &&
             begin_span(&s, span[i]);
    }
    ok = ok && end_until(&s, INT64_MAX);
    if (ok)
        close_lane(w);
    return ok;
}

/* ---- lanes of scopes ------------------------------------------------ */

/* Adds pieces for the scopes on the stack up to a time, the top first, and
 * removes the scopes that are over.  A scope below gets only the time that the
 * scopes above leave. */
static bool close_until(active_spans *w, uint32_t first,
                        const active_spans_scope *scope, int64_t *now,
                        int64_t time)
{
    bool ok = true;

    while (ok && w->heap.n) {
        const active_spans_scope *top = &scope[w->heap.v[w->heap.n - 1]];
        const int64_t to = min_i64(top->to, time);
        if (to > *now) {
            ok = add_piece(w, first, *now, to, &top->who, 1);
            *now = to;
        }
        if (top->to > time)
            break;
        w->heap.n--;
    }
    return ok;
}

bool active_spans_scopes(active_spans *w, const active_spans_scope *scope,
                         size_t n)
{
    const uint32_t first = (uint32_t)w->piece.n;
    int64_t now = INT64_MIN;
    bool ok = open_lane(w);

    w->heap.n = 0;
    for (size_t i = 0; ok && i < n; i++) {
        ok = close_until(w, first, scope, &now, scope[i].from);
        now = scope[i].from;
        ok = ok && vec_push(&w->heap, (uint32_t)i);
    }
    ok = ok && close_until(w, first, scope, &now, INT64_MAX);
    if (ok)
        close_lane(w);
    return ok;
}

/* ---- moments -------------------------------------------------------- */

static int64_t moment_start(const sample_time *m)
{
    return m->ticks > 1 ? m->t : sub_clamped(m->t, m->u);
}

static int64_t moment_end(const sample_time *m)
{
    return m->ticks > 1 ? add_clamped(m->t, m->length)
                        : add_clamped(m->t, m->u);
}

bool moment_within(const sample_time *m, const active_spans_piece *p)
{
    const int64_t last = moment_end(m);

    return p->from <= moment_start(m) &&
           (last < p->to || (m->u && last == p->to));
}

/* The first piece of a lane that ends after a time. */
static uint32_t piece_at(const active_spans *w, const active_spans_lane *l,
                         int64_t time)
{
    const active_spans_piece *p = &w->piece.v[l->first];
    size_t lo = l->at;
    size_t hi = l->n;

    if (lo && p[lo - 1].to > time) { /* earlier than the last query */
        hi = lo;
        lo = 0;
    }
    for (size_t step = 1; lo + step < hi; step *= 2) {
        if (p[lo + step].to > time) {
            hi = lo + step + 1;
            break;
        }
        lo += step;
    }
    LOWER_BOUND(lo, hi, i, p[i].to <= time);
    return (uint32_t)lo;
}

active_spans_piece *active_spans_at(active_spans *w, uint32_t lane,
                                    const sample_time *m, size_t *n)
{
    active_spans_lane *l = &w->lane.v[lane];
    const int64_t last = moment_end(m);

    *n = 0;
    if (!l->n)
        return NULL;
    l->at = piece_at(w, l, moment_start(m));
    active_spans_piece *p = &w->piece.v[l->first + l->at];
    while (l->at + *n < l->n && p[*n].from <= last)
        ++*n;
    return p;
}
