/* slice_spans - the spans that are kept. */
#include "select/slice.h"

#include "select/span_set.h"

/* Marks the spans below a marked span.  Verdict 2 means "no", so each span is
 * visited at most twice. */
static void mark_below(const spans *sp, uint8_t *in)
{
    for (uint32_t i = 1; i < sp->at.n; i++) {
        uint32_t at = i;
        while (at && !in[at])
            at = sp->up.v[at];
        const uint8_t verdict = at ? in[at] : 2;
        for (at = i; at && !in[at]; at = sp->up.v[at])
            in[at] = verdict;
    }
    for (uint32_t i = 1; i < sp->at.n; i++)
        in[i] = in[i] == 1;
}

int slice_by_span(const void *va, const void *vb)
{
    const kept_span *a = va;
    const kept_span *b = vb;

    if (a->input != b->input)
        return a->input < b->input ? -1 : 1;
    if (a->trace.hi != b->trace.hi)
        return a->trace.hi < b->trace.hi ? -1 : 1;
    if (a->trace.lo != b->trace.lo)
        return a->trace.lo < b->trace.lo ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Adds the marked spans of one trace of an input, or the whole trace. */
static bool add_trace(corr_slice *s, uint32_t i, const trace_row *t,
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
        if (!span || !in[span] || !input_in_window(from, r->start, r->end))
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
            ok = add_trace(s, i, &from->trace.v[t], in, whole);
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
        mark_below(sp, in);
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
