/*
 * span_fills - the time of spans in pieces, for pictures (corr-methods 2.6).
 *
 * Each ledger is made once and freed at once; only its pieces are kept, joined
 * as far as the picture needs.
 */
#include "base/base.h"
#include "base/self_arena.h"
#include "trace/ledger_claims.h"

/* A picture of all spans is divided into so many steps, at first. */
enum { STEPS = 1024 };

typedef struct span_fill {
    corr_ledger_why why;
    ledger_pieces piece;
    int64_t obs;
} span_fill;

struct corr_fills {
    corr_arena arena; /* owns this struct and the homes of the spans */
    const corr_waterfall *w;
    span_threads homes;
    span_fill *fill; /* [n] */
    uint32_t n;
    int64_t origin, step;
};

/* The time of children, and what is left. */
static bool fill_by_children(span_fill *f, const corr_waterfall *w, uint32_t i)
{
    const critical_span *me = &w->time[i];
    int64_t at = me->start;

    for (uint32_t k = i + 1; k < me->end_index; k = w->time[k].end_index) {
        const int64_t from = max_i64(w->time[k].start, at);
        const int64_t to = min_i64(w->time[k].end, me->end);
        if (from >= to)
            continue;
        if (!ledger_piece_add(&f->piece, at, from, CORR_SPENT_UNOBSERVED) ||
            !ledger_piece_add(&f->piece, from, to, CORR_SPENT_CHILD))
            return false;
        at = to;
    }
    return ledger_piece_add(&f->piece, at, me->end, CORR_SPENT_UNOBSERVED);
}

/* The pieces of a ledger, by the clock of the root. */
static bool fill_by_ledger(span_fill *f, const ledger_claims *c, int64_t shift)
{
    ledger_ask ask = ledger_claims_ask(c);
    ledger l;

    ask.pieces = true;
    const bool ok = ledger_of(&l, &ask);
    for (size_t i = 0; ok && i < l.row.n; i++)
        f->obs = add_clamped(f->obs, l.row.v[i].obs);
    if (ok) {
        f->piece = l.piece;
        l.piece = (ledger_pieces){ 0 };
    }
    ledger_clear(&l);
    for (size_t i = 0; i < f->piece.n; i++) {
        f->piece.v[i].from = add_clamped(f->piece.v[i].from, shift);
        f->piece.v[i].to = add_clamped(f->piece.v[i].to, shift);
    }
    return ok;
}

static bool fill_span(corr_fills *x, span_fill *f, uint32_t i)
{
    ledger_claims c = { 0 };
    bool ok = ledger_claims_of(&c, &x->homes, i);

    f->why = ok ? ledger_claims_why(&c) : CORR_LEDGER_NO_THREAD;
    if (ok && f->why == CORR_LEDGER_KNOWN)
        ok = fill_by_ledger(f, &c, x->w->time[i].shift);
    else
        ok = ok && fill_by_children(f, x->w, i);
    ledger_claims_clear(&c);
    return ok && ledger_piece_fold(&f->piece, x->origin, x->step);
}

/* Joins pieces in longer and longer steps until they are few. */
static bool fold_fills(corr_fills *x, int64_t length, uint32_t most)
{
    for (;;) {
        size_t sum = 0;
        for (uint32_t i = 0; i < x->n; i++)
            sum += x->fill[i].piece.n;
        if (sum <= most || x->step > length)
            return true;
        x->step *= 2;
        for (uint32_t i = 0; i < x->n; i++)
            if (!ledger_piece_fold(&x->fill[i].piece, x->origin, x->step))
                return false;
    }
}

static bool fill_spans(corr_fills *x, const uint32_t *span, uint32_t most)
{
    int64_t from = INT64_MAX, to = INT64_MIN;

    for (uint32_t i = 0; i < x->n; i++) {
        from = min_i64(from, x->w->time[span[i]].start);
        to = max_i64(to, x->w->time[span[i]].end);
    }
    /* a step is doubled, so the length stays well below the limit */
    const int64_t length =
        min_i64(max_i64(sub_clamped(to, from), 0), INT64_MAX / 4);
    x->origin = x->n ? from : 0;
    x->step = length / STEPS + 1;
    for (uint32_t i = 0; i < x->n; i++)
        if (!fill_span(x, &x->fill[i], span[i]))
            return false;
    return fold_fills(x, length, most);
}

corr_fills *corr_fills_of(const corr_waterfall *w, const uint32_t *span,
                          uint32_t n, uint32_t most, corr_err *err)
{
    corr_fills *x = self_arena_new(corr_fills, err);

    if (!x)
        return NULL;
    x->w = w;
    x->fill = corr_arena_new(&x->arena, span_fill, (size_t)n + 1);
    x->n = x->fill ? n : 0;
    if (x->fill && span_threads_of(&x->homes, w, &x->arena) &&
        fill_spans(x, span, most))
        return x;
    corr_fills_free(x);
    corr_no_memory(err);
    return NULL;
}

corr_fill corr_fills_at(const corr_fills *x, uint32_t i)
{
    const span_fill *f = &x->fill[i];
    corr_fill out = { .why = f->why,
                      .piece = f->piece.v,
                      .n = (uint32_t)f->piece.n,
                      .obs = f->obs };

    for (size_t k = 0; k < f->piece.n; k++)
        out.sum[f->piece.v[k].kind] += f->piece.v[k].to - f->piece.v[k].from;
    return out;
}

void corr_fills_free(corr_fills *x)
{
    if (!x)
        return;
    for (uint32_t i = 0; i < x->n; i++)
        vec_free(&x->fill[i].piece);
    self_arena_free(x);
}
