/* span_similar - the code of all spans like one that has too few samples
 * (corr-methods 10.2). */
#include <math.h>

#include "verbs/span/span.h"

/* Fewer samples than this of the span itself, and spans enough for deciles. */
enum { FEW = 30, MANY_SPANS = 200, DECILES = 10 };

OWNS(corr_spanlist)

/* The time in which spans could be sampled, and the span asked about.  The
 * traces may reach further, and not always as far. */
static void set_window(const span_report *s, const corr_span_view *v,
                       corr_query *q)
{
    int64_t from = v->start;
    int64_t to = v->end;

    for (size_t i = 0; i < corr_inputs(s->ctx->store); i++) {
        const corr_input in = corr_input_at(s->ctx->store, i);
        if (!in.used || !in.nkinds)
            continue;
        if (in.from == CORR_NO_TIME)
            return; /* any time */
        from = in.from < from ? in.from : from;
        to = in.to > to ? in.to : to;
    }
    q->from = from;
    q->to = to;
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

/* Spans of the same name, service, version and outcome. */
static corr_query query_alike(const span_report *s, const corr_span_view *v)
{
    corr_query q = s->query;

    q.trace = (corr_trace_id){ 0, 0 };
    q.span = 0;
    q.reach = CORR_LOCAL;
    q.op = v->name.p;
    q.service = v->service.n ? v->service.p : NULL;
    q.deploy = v->version.n ? v->version.p : NULL;
    q.status = corr_status_name(v->status);
    if (!q.from && !q.to)
        set_window(s, v, &q);
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

/* " that took about as long as s4": as the span itself, or as its request.  The
 * slowest tenth may go from long to very long. */
static const char *length_words(const span_report *s, const corr_span_view *v,
                                const corr_query *q, uint32_t at)
{
    const int64_t took = v->end - v->start;
    const bool is_focus = at == s->focus;
    const char *as = corr_report_text(s->r, "s%u", v->handle);

    if (!q->longest)
        return "";
    if (q->longest / 2 > took || took / 2 > q->shortest)
        return corr_report_text(s->r, "%s%s that took %s to %s",
                                is_focus ? "" : " like ", is_focus ? "" : as,
                                cmd_duration(s->r, q->shortest),
                                cmd_duration(s->r, q->longest));
    return corr_report_text(s->r, " that took about as long%s%s",
                            is_focus ? "" : " as ", is_focus ? "" : as);
}

corr_code span_put_pool(const span_report *s, span_data *d, uint32_t at,
                        bool *put, corr_err *err)
{
    const corr_span_view v = corr_waterfall_at(s->w, at);
    corr_query q = query_alike(s, &v);
    double mine = s->facts.evidence.attributed;
    uint32_t n = 0;

    *put = false;
    if (mine >= FEW || s->query.weakest >= CORR_WINDOW ||
        is_left_out(&s->query, &v))
        return CORR_OK;
    corr_code code = narrow_lengths(s, &v, &q, &n, err);
    if (code || n < 2)
        return code;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, err);
    if (!sel)
        return err->code;
    const corr_sel_facts f = corr_sel_facts_of(sel);
    if (f.evidence.attributed <= mine)
        return CORR_OK;
    *put = true;
    const int64_t whole = llround(f.evidence.attributed); /* as its tree */
    return span_put_tree(
        s, d, at, sel, "pool",
        corr_report_text(
            s->r,
            "%s spans named %.*s%s: %s; the span asked about contributed %.0f",
            cmd_count(s->r, n), CORR_STR_ARG(v.name),
            length_words(s, &v, &q, at), cmd_n(s->r, whole, "sample"), mine),
        false, err);
}
