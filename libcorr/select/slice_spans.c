/* slice_spans - the spans that are kept. */
#include "select/slice.h"

#include "base/id.h"
#include "corr_sort.h"
#include "join/span_scope.h"
#include "select/span_set.h"

int slice_by_span(const void *va, const void *vb)
{
    const kept_span *a = va;
    const kept_span *b = vb;
    const int order = a->input != b->input ? CMP(a->input, b->input)
                                           : trace_cmp(a->trace, b->trace);
    return order ? order : CMP(a->id, b->id);
}

/* Adds the marked spans of one trace of an input, or the whole trace. */
static bool keep_trace(corr_slice *s, uint32_t i, const trace_row *t,
                       const uint8_t *in, bool whole)
{
    const input *from = store_input(s->st, i);
    bool ok = true;

    if (whole) {
        s->expected += t->n;
        return vec_push(&s->span, (kept_span){ i, t->id, 0 });
    }
    for (uint32_t k = 0; ok && k < t->n; k++) {
        const span_row *r = &from->span.v[t->first + k];
        const uint32_t span = spans_find(&s->st->spans, t->id, r->id, NULL);
        if (!span || !in[span] || !input_span_in_window(from, r))
            continue;
        s->expected++;
        ok = vec_push(&s->span, (kept_span){ i, t->id, r->id });
    }
    return ok;
}

/* Adds the spans of an input.  The ids are those of the input's own records,
 * because copies of a span in several files may spell them differently. */
static bool add_spans(corr_slice *s, uint32_t i, const uint8_t *in,
                      const uint8_t *traces, bool whole)
{
    const input *from = store_input(s->st, i);
    const size_t first = s->span.n;
    bool ok = true;

    for (size_t t = 1; ok && t < from->trace.n; t++) {
        const uint32_t trace = spans_trace(&s->st->spans, from->trace.v[t].id);
        if (trace != UINT32_MAX && traces[trace])
            ok = keep_trace(s, i, &from->trace.v[t], in, whole);
    }
    const size_t n = s->span.n - first;
    if (ok && n > 0) {
        qsort(s->span.v + first, n, sizeof *s->span.v, slice_by_span);
        ok = vec_push(&s->part, (slice_part){ i, first, n });
    }
    return ok;
}

corr_code slice_select_spans(corr_slice *s, const corr_query *q, bool whole,
                             corr_err *err)
{
    const spans *sp = &s->st->spans;
    corr_arena arena = { .limit = SIZE_MAX };
    uint8_t *in = NULL;
    corr_code code = store_prepare(s->st, err);

    if (!code)
        code = span_set_of(s->st, q, &arena, &in, err);
    uint8_t *traces =
        code ? NULL : corr_arena_new(&arena, uint8_t, sp->trace.n + 1);
    bool ok = traces != NULL;
    if (ok && q->span && !span_set_asked(q))
        span_scope_below(sp, in, false, in);
    for (uint32_t i = 1; ok && i < sp->at.n; i++)
        traces[sp->trace_of.v[i]] |= in[i];
    whole |= !q->span && !q->service && !span_set_asked(q);
    for (uint32_t i = 0; ok && i < s->st->input.n; i++)
        if (slice_takes(s, store_input(s->st, i)))
            ok = add_spans(s, i, in, traces, whole);
    corr_arena_clear(&arena);
    if (!code && !ok)
        code = corr_no_memory(err);
    return code;
}

bool slice_all_spans(corr_slice *s)
{
    bool ok = true;

    s->everything = true;
    for (uint32_t i = 0; ok && i < s->st->input.n; i++)
        if (slice_takes(s, store_input(s->st, i)))
            ok = vec_push(&s->part, (slice_part){ i, 0, 0 });
    return ok;
}
