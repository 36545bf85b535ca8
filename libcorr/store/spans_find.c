/* spans_find - finds spans and traces by id; see spans.h. */
#include "base/id.h"
#include "corr_sort.h"
#include "store/spans.h"

uint32_t spans_find(const spans *s, corr_trace_id trace, uint64_t id,
                    bool *more)
{
    const uint32_t *slot = id ? corr_map_find_u64(&s->by_id, id) : NULL;
    uint32_t found = 0;

    if (more)
        *more = false;
    for (uint32_t i = slot ? *slot : 0; i; i = s->next_id.v[i]) {
        corr_trace_id t = s->trace.v[s->trace_of.v[i]].id;
        if ((trace.hi | trace.lo) && trace_cmp(t, trace) != 0 &&
            !(t.lo == trace.lo && (!t.hi || !trace.hi)))
            continue;
        if (found && more)
            *more = true;
        found = found ? found : i;
    }
    return found;
}

uint32_t spans_of_row(const spans *s, const segment *g, size_t row)
{
    const corr_trace_id trace = segment_trace(g, row);
    const uint32_t span =
        g->span ? spans_find(s, trace, g->span[row], NULL) : 0;
    return span || !g->root ? span : spans_find(s, trace, g->root[row], NULL);
}

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
