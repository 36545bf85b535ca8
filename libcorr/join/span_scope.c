#include "join/span_scope.h"

#include "base/base.h"

enum { NO = 0, YES = 1, UNKNOWN = 2 };

/* Whether a walk up from i may continue at `at`: within its local root, or
 * through the whole trace. */
static bool may_climb(const spans *s, uint32_t i, uint32_t at, bool local)
{
    return at && (!local || s->root.v[at] == s->root.v[i]);
}

void span_scope_below(const spans *s, const uint8_t *tops, bool local,
                      uint8_t *in)
{
    for (uint32_t i = 1; i < s->at.n; i++)
        in[i] = tops[i] ? YES : UNKNOWN;
    for (uint32_t i = 1; i < s->at.n; i++) {
        uint32_t at = i;
        while (may_climb(s, i, at, local) && in[at] == UNKNOWN)
            at = s->up.v[at];
        const uint8_t verdict = may_climb(s, i, at, local) ? in[at] : NO;
        for (uint32_t k = i; k != at; k = s->up.v[k])
            in[k] = verdict;
    }
}

/* Computes the included share of each request's self time in its process. */
static bool weigh_requests(span_scope *r, const spans *s)
{
    double *all = calloc(s->at.n, sizeof *all);

    r->part = calloc(s->at.n, sizeof *r->part);
    if (!all || !r->part) {
        free(all);
        return false;
    }
    for (uint32_t i = 1; i < s->at.n; i++) {
        uint32_t root = s->root.v[i];
        all[root] += (double)s->self.v[i];
        if (!r->in[i])
            continue;
        r->part[root] += (double)s->self.v[i];
        r->able = add_clamped(r->able, s->self.v[i]);
    }
    for (uint32_t i = 1; i < s->at.n; i++)
        if (all[i] > 0)
            r->part[i] /= all[i];
        else
            r->part[i] = r->in[i];
    free(all);
    return true;
}

/* Fills in the process, the service and the times of the requested spans. */
static void describe_tops(span_scope *r, const corr_store *st,
                          const uint8_t *tops)
{
    const spans *s = &st->spans;

    r->from = INT64_MAX;
    r->to = INT64_MIN;
    for (uint32_t i = 1; i < s->at.n; i++) {
        const span_row *row = store_span(st, i);
        if (!tops[i])
            continue;
        uint32_t proc = s->proc.v[i];
        uint32_t service = spans_service(s, i);
        r->proc = r->n && r->proc != proc ? 0 : proc;
        r->service = r->n && r->service != service ? 0 : service;
        r->n++;
        stretch seen;
        if (!span_seen(row, &seen))
            continue;
        r->length = add_clamped(r->length, span_length(row));
        r->from = min_i64(r->from, seen.from);
        r->to = max_i64(r->to, seen.to);
    }
    if (r->from > r->to)
        r->from = r->to = 0;
}

bool span_scope_of_set(span_scope *r, const corr_store *st, const uint8_t *tops,
                       corr_reach how)
{
    const spans *s = &st->spans;

    *r = (span_scope){ .in = calloc(s->at.n, 1) };
    if (!r->in)
        return false;
    if (how == CORR_SELF)
        memcpy(r->in, tops, s->at.n);
    else
        span_scope_below(s, tops, how != CORR_REQUEST, r->in);
    describe_tops(r, st, tops);
    return weigh_requests(r, s);
}

bool span_scope_of(span_scope *r, const corr_store *st, corr_trace_id trace,
                   uint64_t span, corr_reach how)
{
    const spans *s = &st->spans;
    uint32_t t = spans_trace(s, trace);
    uint32_t one = spans_find(s, trace, span, NULL);

    *r = (span_scope){ 0 };
    if (!one && (span || t == UINT32_MAX))
        return true;
    uint8_t *tops = calloc(s->at.n, 1);
    if (!tops)
        return false;
    if (one)
        tops[one] = 1;
    else
        memset(tops + s->trace.v[t].first, 1, s->trace.v[t].n);
    bool ok = span_scope_of_set(r, st, tops, how);
    free(tops);
    return ok;
}

void span_scope_clear(span_scope *r)
{
    free(r->in);
    free(r->part);
    *r = (span_scope){ 0 };
}
