/* span_similar - the code of all spans like one that has too few samples
 * (corr-methods 10.2). */
#include "verbs/span/span.h"

/* Spans enough for deciles. */
enum { MANY_SPANS = 200, DECILES = 10 };

OWNS(corr_spanlist)

bool span_window(const span_report *s, const corr_span_view *v, int64_t *from,
                 int64_t *to)
{
    bool any = false, known = true;

    *from = v->start;
    *to = v->end;
    for (size_t i = 0; i < corr_inputs(s->ctx->store); i++) {
        const corr_input in = corr_input_at(s->ctx->store, i);
        if (!in.used || !in.nkinds)
            continue;
        any = true;
        known = known && in.from != CORR_NO_TIME;
        *from = in.from < *from ? in.from : *from;
        *to = in.to > *to ? in.to : *to;
    }
    if (!known)
        *from = *to = 0;
    return any;
}

static bool is_other(const char *asked, corr_str own)
{
    return asked && !corr_str_is(own, asked);
}

/* Whether the filters leave out this span, and so all spans like it. */
static bool is_left_out(const corr_query *q, const corr_span_view *v)
{
    return is_other(q->op, v->name) || is_other(q->service, v->service) ||
           is_other(q->deploy, v->version) ||
           is_other(q->status, corr_str_of(corr_status_name(v->status)));
}

corr_query span_named_query(const span_report *s, const corr_span_view *v)
{
    corr_query q = s->query;

    q.trace = (corr_trace_id){ 0, 0 };
    q.span = 0;
    q.reach = CORR_LOCAL;
    q.op = v->name.p;
    q.service = v->service.n ? v->service.p : NULL;
    return q;
}

/* Spans of the same name, service, version and outcome. */
static corr_query query_alike(const span_report *s, const corr_span_view *v)
{
    corr_query q = span_named_query(s, v);

    q.deploy = v->version.n ? v->version.p : NULL;
    q.status = corr_status_name(v->status);
    if (!q.from && !q.to)
        span_window(s, v, &q.from, &q.to);
    return q;
}

static int64_t duration(const corr_spanlist *l, uint32_t i)
{
    const corr_listed at = corr_spanlist_at(l, i);

    return at.end - at.start;
}

/* Narrows many spans to the decile of durations around this span. */
static corr_code narrow_lengths(const span_report *s, const corr_span_view *v,
                                corr_query *q, uint32_t *n, corr_err *err)
{
    corr_spanlist *l =
        corr_spanlist_of(s->ctx->store, q, &(corr_show){ 0 }, 0, err);

    if (!l)
        return err->code;
    own_corr_spanlist(s->r, l);
    *n = corr_spanlist_size(l);
    if (*n < MANY_SPANS || v->unfinished)
        return CORR_OK;
    uint32_t rank = 0;
    while (rank < *n && corr_spanlist_at(l, rank).id != v->id)
        rank++;
    uint32_t decile = rank * DECILES / *n;
    /* of all ranks of that decile, this one among them */
    uint32_t first = (decile * *n + DECILES - 1) / DECILES;
    uint32_t last = ((decile + 1) * *n - 1) / DECILES;
    if (rank == *n)
        return CORR_OK;
    q->longest = duration(l, first);
    q->shortest = duration(l, last);
    /* and those that took exactly as long */
    while (first > 0 && duration(l, first - 1) == q->longest)
        first--;
    while (last + 1 < *n && duration(l, last + 1) == q->shortest)
        last++;
    *n = last - first + 1;
    return CORR_OK;
}

/* "59..179 ms" */
static const char *range_words(corr_report *r, int64_t from, int64_t to)
{
    const double ms = 1e6;

    if (from < 10 * (int64_t)ms || to >= 1000 * (int64_t)ms)
        return corr_report_text(r, "%s..%s", cmd_duration(r, from),
                                cmd_duration(r, to));
    return corr_report_text(r, "%.0f..%.0f ms", (double)from / ms,
                            (double)to / ms);
}

/* "60 GET /price about as long": as the span itself, or as its request.
 * The slowest tenth may go from long to very long. */
static const char *length_words(const span_report *s, const corr_span_view *v,
                                const corr_query *q, uint32_t n, uint32_t at)
{
    const int64_t took = v->end - v->start;
    const char *name = at == s->focus ? "spans" : cmd_str(s->r, v->name);
    const char *which =
        corr_report_text(s->r, "%s %s", cmd_count(s->r, n), name);

    if (!q->longest)
        return at == s->focus ? corr_report_text(s->r, "%s like it", which)
                              : which;
    if (q->longest / 2 > took || took / 2 > q->shortest)
        return corr_report_text(s->r, "%s of %s", which,
                                range_words(s->r, q->shortest, q->longest));
    return corr_report_text(s->r, "%s about as long", which);
}

corr_code span_find_pool(const span_report *s, uint32_t at, span_pool *pool,
                         corr_err *err)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    corr_query q = query_alike(s, &v);
    double mine = s->facts.evidence.attributed;
    uint32_t n = 0;

    *pool = (span_pool){ 0 };
    if (mine >= SPAN_SOME || s->query.weakest >= CORR_WINDOW ||
        is_left_out(&s->query, &v))
        return CORR_OK;
    corr_code code = narrow_lengths(s, &v, &q, &n, err);
    if (code || n < 2)
        return code;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, err);
    if (!sel)
        return err->code;
    const corr_sel_facts f = corr_sel_facts_of(sel);
    if (f.evidence.attributed > mine)
        *pool = (span_pool){ .sel = sel,
                             .facts = f,
                             .n = n,
                             .like = length_words(s, &v, &q, n, at) };
    return CORR_OK;
}
