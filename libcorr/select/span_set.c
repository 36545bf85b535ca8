#include "select/span_set.h"

#include "base/top_n.h"
#include "corr_sort.h"
#include "query/query.h"

bool span_set_asked(const corr_query *q)
{
    return q->where || q->also || q->op || q->status || q->deploy ||
           q->slowest || q->longest || q->nchosen;
}

const char *corr_status_name(corr_status s)
{
    static const char *const name[CORR_STATUS_COUNT] = {
        [CORR_STATUS_UNSET] = "unset",
        [CORR_STATUS_OK] = "ok",
        [CORR_STATUS_ERROR] = "error",
    };

    return name[s];
}

static bool in_time(const corr_query *q, const span_row *r)
{
    if (!q->from && !q->to)
        return true;
    stretch seen;
    return span_seen(r, &seen) && seen.to >= q->from && seen.from < q->to;
}

static bool is_of_length(const corr_store *st, const corr_query *q,
                         uint32_t span)
{
    int64_t ns;

    if (!q->longest)
        return true;
    if (!span_took(store_span(st, span), &ns))
        return false;
    ns = spans_call(&st->spans, st->input.v, span);
    return ns >= q->shortest && ns <= q->longest;
}

static bool is_text(const input *in, uint32_t text, const char *want)
{
    return !want || corr_str_is(input_text(in, text), want);
}

static bool matches_query(const corr_store *st, const corr_query *q,
                          uint32_t span)
{
    const span_row *r = store_span(st, span);
    const input *in = st->input.v[st->spans.at.v[span].input];
    const proc_row *p = &in->proc.v[r->proc];

    return is_text(in, r->name, q->op) && is_text(in, p->service, q->service) &&
           is_text(in, p->version, q->deploy) &&
           (!q->status ||
            strcmp(corr_status_name(r->status), q->status) == 0) &&
           is_of_length(st, q, span) && in_time(q, r);
}

/* Whether a span has the requested ids; trace: index of the requested trace. */
static bool is_asked_id(const corr_store *st, const corr_query *q,
                        uint32_t trace, uint32_t span)
{
    if (q->span && (store_span(st, span)->id != q->span ||
                    (q->number && st->spans.handle.v[span] != q->number)))
        return false;
    return !(q->trace.hi | q->trace.lo) || st->spans.trace_of.v[span] == trace;
}

/* ---- the slowest ---------------------------------------------------- */

SORT_BY(slow_by_length, span_set_slow, DESC(length), ASC(start), ASC(span))

bool span_set_slowest(const corr_store *st, const uint8_t *in, size_t most,
                      span_set_list *out)
{
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        const span_row *r = store_span(st, i);
        const span_set_slow slow = { spans_busy(&st->spans, st->input.v, i),
                                     moment_order(r->start), i };
        if (in[i] && !vec_push(out, slow))
            return false;
    }
    top_n_sort(out->v, out->n, sizeof *out->v, most, slow_by_length);
    return true;
}

static bool keep_slowest(const corr_store *st, uint8_t *in, uint32_t most)
{
    span_set_list all = { 0 };
    bool ok = span_set_slowest(st, in, most, &all);

    for (size_t i = most; ok && i < all.n; i++)
        in[all.v[i].span] = 0;
    vec_free(&all);
    return ok;
}

/* ---- making the set ------------------------------------------------- */

static corr_code apply_where(corr_store *st, const char *text,
                             corr_arena *arena, uint8_t *in, corr_err *err)
{
    query *where = query_new(text, err);
    uint8_t *selected =
        where ? corr_arena_new(arena, uint8_t, st->spans.at.n) : NULL;
    corr_code code = CORR_OK;

    if (!where)
        return CORR_EUSAGE;
    if (!selected)
        code = corr_no_memory(err);
    else if (!query_run(where, st, arena, selected, err))
        code = err && err->code ? err->code : CORR_ENOMEM;
    for (uint32_t i = 1; selected && !code && i < st->spans.at.n; i++)
        in[i] &= selected[i];
    for (size_t i = 0; !code && i < query_warnings(where); i++)
        remark_warn(st, .rule = REMARK_QUERY_ODD,
                    .a = corr_str_of(query_warning(where, i)));
    query_free(where);
    return code;
}

corr_code span_set_of(corr_store *st, const corr_query *q, corr_arena *arena,
                      uint8_t **out, corr_err *err)
{
    uint8_t *in = corr_arena_new(arena, uint8_t, st->spans.at.n);
    corr_code code = CORR_OK;

    *out = in;
    if (!in)
        return corr_no_memory(err);
    if (q->status) {
        bool known = false;
        for (corr_status i = 0; i < CORR_STATUS_COUNT; i++)
            known |= strcmp(corr_status_name(i), q->status) == 0;
        if (!known)
            return corr_fail(err, CORR_EUSAGE,
                             "a status is ok, error or unset, not \"%s\"",
                             q->status);
    }
    const uint32_t trace = spans_trace(&st->spans, q->trace);
    for (uint32_t i = 1; i < st->spans.at.n && !q->nchosen; i++)
        in[i] = is_asked_id(st, q, trace, i) && matches_query(st, q, i);
    for (uint32_t k = 0; k < q->nchosen; k++) {
        const uint32_t i = q->chosen[k];
        in[i] = is_asked_id(st, q, trace, i) && matches_query(st, q, i);
    }
    if (q->where)
        code = apply_where(st, q->where, arena, in, err);
    if (!code && q->also)
        code = apply_where(st, q->also, arena, in, err);
    if (!code && q->slowest && !keep_slowest(st, in, q->slowest))
        code = corr_no_memory(err);
    return code;
}
