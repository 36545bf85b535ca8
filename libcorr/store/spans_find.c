/* spans_find - finds spans and traces by id; see spans.h. */
#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "store/spans.h"

static bool is_of_trace(const spans *s, uint32_t span, corr_trace_id trace)
{
    const corr_trace_id t = spans_trace_of(s, span);

    return !(trace.hi | trace.lo) || trace_cmp(t, trace) == 0 ||
           (t.lo == trace.lo && (!t.hi || !trace.hi));
}

uint32_t spans_find(const spans *s, corr_trace_id trace, uint64_t id,
                    bool *more)
{
    const uint32_t *slot = id ? corr_map_find_u64(&s->by_id, id) : NULL;
    uint32_t found = 0;

    if (more)
        *more = false;
    for (uint32_t i = slot ? *slot : 0; i; i = s->next_id.v[i]) {
        if (!is_of_trace(s, i, trace))
            continue;
        if (found && more)
            *more = true;
        found = found ? found : i;
    }
    return found;
}

/* ---- an id of several spans ------------------------------------------ */

/* The ns that a span shares with the time of a clue, at least 1 if it ran then;
 * below 0: how far it is away. */
static int64_t common_time(const span_row *r, const span_clue *c)
{
    int64_t start, end;

    if (!moment_get(r->start, &start) || c->from == CORR_NO_TIME)
        return 1;
    if (!moment_get(r->end, &end))
        end = INT64_MAX;
    const int64_t from = max_i64(sub_clamped(start, c->slack), c->from);
    const int64_t to = min_i64(add_clamped(end, c->slack), c->to);

    if (c->from == c->to) /* a moment */
        return from <= to ? 1 : sub_clamped(to, from);
    return from < to ? sub_clamped(to, from)
                     : min_i64(sub_clamped(to, from), -1);
}

/* Keeps the spans of the process of the clue, if there are any. */
static void keep_process(const spans *s, const span_clue *c, spans_meant *m)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; c->proc && s->proc.n && i < m->n; i++)
        if (s->proc.v[m->span[i]] == c->proc)
            m->span[kept++] = m->span[i];
    m->n = kept ? kept : m->n;
}

/* Keeps the spans that ran at the time of the clue.  If none of them did, a
 * moment means the nearest one. */
static void keep_time(const spans *s, const input *const *in,
                      const span_clue *c, spans_meant *m)
{
    int64_t most = INT64_MIN;
    uint32_t nearest = 0, kept = 0;
    double sum = 0;

    for (uint32_t i = 0; i < m->n; i++) {
        const int64_t common = common_time(span_at(s, in, m->span[i]), c);
        if (common > most)
            nearest = m->span[i];
        most = max_i64(most, common);
        if (common <= 0)
            continue;
        m->span[kept] = m->span[i];
        m->share[kept++] = (double)common;
        sum += (double)common;
    }
    for (uint32_t i = 0; i < kept; i++)
        m->share[i] /= sum;
    m->n = kept;
    if (!kept && c->from == c->to) {
        m->n = 1;
        m->span[0] = nearest;
        m->share[0] = 1;
    }
}

void spans_named(const spans *s, const input *const *in, const span_clue *c,
                 spans_meant *out)
{
    const uint32_t *slot = corr_map_find_u64(&s->by_id, c->id);
    uint32_t n = 0;

    for (uint32_t i = slot ? *slot : 0; i; i = s->next_id.v[i]) {
        if (!is_of_trace(s, i, c->trace))
            continue;
        if (n < SPANS_NAMED)
            out->span[n] = i;
        n++;
    }
    out->n = n <= SPANS_NAMED ? n : 0;
    keep_process(s, c, out);
    keep_time(s, in, c, out);
}

/* The only or first span of an id.  0: spans of several processes have it. */
static uint32_t find_of_one(const spans *s, corr_trace_id trace, uint64_t id)
{
    bool more;
    const uint32_t span = spans_find(s, trace, id, &more);

    if (more && !s->proc.n)
        return 0;
    for (uint32_t i = span; more && i; i = s->next_id.v[i])
        if (is_of_trace(s, i, trace) && s->proc.v[i] != s->proc.v[span])
            return 0;
    return span;
}

uint32_t spans_of_row(const spans *s, const segment *g, size_t row)
{
    const corr_trace_id trace = segment_trace(g, row);
    const uint32_t span = g->span ? find_of_one(s, trace, g->span[row]) : 0;

    return span || !g->root ? span : find_of_one(s, trace, g->root[row]);
}

/* ---- traces ------------------------------------------------------------ */

/* Index of the trace with exactly this id, or UINT32_MAX. */
static uint32_t whole_trace(const spans *s, corr_trace_id id)
{
    const size_t n = s->trace.n;
    size_t lo = 0;

    LOWER_BOUND(lo, n, i, trace_cmp(s->trace.v[i].id, id) < 0);
    return lo < n && trace_cmp(s->trace.v[lo].id, id) == 0 ? (uint32_t)lo
                                                           : UINT32_MAX;
}

/* Index of a trace whose low half several traces share: the exact one, else the
 * 64-bit one. */
static uint32_t trace_of_half(const spans *s, corr_trace_id id)
{
    const uint32_t whole = whole_trace(s, id);

    return whole != UINT32_MAX || !id.hi
               ? whole
               : whole_trace(s, (corr_trace_id){ 0, id.lo });
}

uint32_t spans_trace(const spans *s, corr_trace_id id)
{
    const uint32_t *half = corr_map_find_u64(&s->by_half, id.lo);

    if (!half)
        return UINT32_MAX;
    if (*half == UINT32_MAX)
        return trace_of_half(s, id);
    const uint64_t hi = s->trace.v[*half - 1].id.hi;
    return hi == id.hi || !hi || !id.hi ? *half - 1 : UINT32_MAX;
}

uint32_t spans_root_in(const spans *s, corr_trace_id trace, uint32_t proc,
                       bool *several)
{
    const uint32_t t = spans_trace(s, trace);
    uint32_t found = 0;

    if (several)
        *several = false;
    if (t == UINT32_MAX)
        return 0;
    const span_trace *of = &s->trace.v[t];
    for (uint32_t i = of->first; i < of->first + of->n; i++) {
        if (s->root.v[i] != i || (proc && s->proc.v[i] != proc))
            continue;
        if (found) {
            if (several)
                *several = true;
            return 0;
        }
        found = i;
    }
    return found;
}
