#include "reach.h"

#include "base.h"

/* Spans below `top`, of its local root or of any, itself included.  Parents
 * come before children only by start, so each span walks up until it meets one
 * that is decided. */
static void take_below(reach *r, const corr_store *st, uint32_t top, bool local)
{
    const spans *s = &st->spans;
    const span_trace *t = &s->trace.v[s->trace_of.v[top]];
    enum { UNKNOWN = 2 };

    memset(r->in + t->first, UNKNOWN, t->n);
    r->in[top] = 1;
    for (uint32_t i = t->first; i < t->first + t->n; i++) {
        uint32_t at = i;
        while (at && r->in[at] == UNKNOWN &&
               !(local && s->root.v[at] != s->root.v[top]))
            at = s->up.v[at];
        uint8_t verdict = at && r->in[at] == 1;
        for (uint32_t k = i; k != at; k = s->up.v[k])
            r->in[k] = verdict;
        if (r->in[i] == UNKNOWN)
            r->in[i] = 0;
    }
}

/* Own time of the spans taken in, and of their whole request in this
 * process. */
static void weigh(reach *r, const corr_store *st)
{
    const spans *s = &st->spans;
    double mine = 0;
    double all = 0;

    for (uint32_t i = 1; i < s->at.n; i++) {
        if (r->in[i])
            r->able = add_clamped(r->able, s->self.v[i]);
        if (!r->span || s->root.v[i] != r->root)
            continue;
        all += (double)s->self.v[i];
        mine += r->in[i] ? (double)s->self.v[i] : 0;
    }
    r->divides = r->span && (r->span != r->root || mine < all);
    r->part = all > 0 ? mine / all : 0;
}

static void take_trace(reach *r, const corr_store *st, uint32_t trace)
{
    const span_trace *t = &st->spans.trace.v[trace];

    memset(r->in + t->first, 1, t->n);
    r->from = INT64_MAX;
    r->to = INT64_MIN;
    for (uint32_t i = t->first; i < t->first + t->n; i++) {
        const span_row *row = store_span(st, i);
        if (row->start == 0) /* unknown */
            continue;
        r->from = min_i64(r->from, row->start);
        r->to = max_i64(r->to, row->end);
    }
    if (r->from > r->to)
        r->from = r->to = 0;
}

bool reach_of(reach *r, const corr_store *st, corr_trace_id trace,
              uint64_t span, corr_reach how)
{
    const spans *s = &st->spans;
    uint32_t t = spans_trace(s, trace);

    *r = (reach){ .span = spans_find(s, trace, span, NULL) };
    if (!r->span && (span || t == UINT32_MAX))
        return true;
    r->in = calloc(s->at.n, 1);
    if (!r->in)
        return false;
    if (!r->span) {
        take_trace(r, st, t);
        weigh(r, st);
        return true;
    }
    r->root = s->root.v[r->span];
    r->proc = s->proc.v[r->span];
    r->service = spans_service(s, r->span);
    r->from = store_span(st, r->span)->start;
    r->to = store_span(st, r->span)->end;
    if (how == CORR_SELF)
        r->in[r->span] = 1;
    else
        take_below(r, st, r->span, how != CORR_REQUEST);
    weigh(r, st);
    return true;
}

void reach_clear(reach *r)
{
    free(r->in);
    *r = (reach){ 0 };
}
