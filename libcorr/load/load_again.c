#include "load/load_private.h"

#include "base/base.h"
#include "base/id.h"
#include "model/same_process.h"

/* ---- by id ------------------------------------------------------------ */

static bool is_trace_input(const loading *l, size_t file)
{
    const input *in = l->in[file];

    return !in->err.code && in->format && in->segment.n <= 1;
}

/* The trace that a span of this id is in, if only the span id matched: then
 * its trace is not here whole. */
static bool trace_of_span(const loading *l, const id_query *q,
                          corr_trace_id *trace)
{
    bool found = false;

    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t s = 1; l->in[i] && s < l->in[i]->span.n; s++) {
            const span_row *r = &l->in[i]->span.v[s];
            if (id_query_trace(q, r->trace))
                return false;
            if (id_query_span(q, r->id)) {
                *trace = r->trace;
                found = true;
            }
        }
    return found;
}

/* Whose samples these are, and which of the spans an id on them may mean, can
 * only be judged with the other spans of that time (corr-methods 0, 1.3). */
static bool needs_neighbours(const loading *l)
{
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        for (size_t s = 1; in && s < in->segment.n; s++)
            if (in->segment.v[s].n || in->segment.v[s].only.rows)
                return true;
    }
    return false;
}

/* The time that the profiles and the spans asked for take in, and some around
 * it; 0,0 where it is not known. */
static void find_window(const loading *l, int64_t *from, int64_t *to)
{
    enum { AROUND = 60 }; /* seconds, corr-methods 1.9 */
    const int64_t around = AROUND * (int64_t)1000000000;

    *from = INT64_MAX;
    *to = INT64_MIN;
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        if (!in || (in->segment.n <= 1 && in->span.n <= 1))
            continue;
        *from = min_i64(*from, in->from); /* CORR_NO_TIME is the least */
        *to = max_i64(*to, in->to);
    }
    bool known = *from != CORR_NO_TIME && *from <= *to;
    *from = known ? sub_clamped(*from, around) : 0;
    *to = known ? add_clamped(*to, around) : 0;
}

static load_pass *second_by_id(loading *l, const id_query *q)
{
    corr_trace_id trace;

    if (needs_neighbours(l)) {
        l->want = l->all;
        find_window(l, &l->want.from, &l->want.to);
        return is_trace_input;
    }
    if (trace_of_span(l, q, &trace)) {
        l->want.hi = trace.hi;
        l->want.lo = trace.lo;
        l->want.mask_hi = l->want.mask_lo = UINT64_MAX;
        l->want.mask_span = 0;
        return is_trace_input;
    }
    return NULL;
}

/* ---- sums that will not do -------------------------------------------- */

/* Rows were left out, and none are there. */
static bool has_only_sums(const loading *l, size_t file)
{
    const input *in = l->in[file];
    bool any = false;

    for (size_t s = 1; s < in->segment.n; s++) {
        if (in->segment.v[s].n)
            return false;
        any |= in->segment.v[s].only.rows > 0;
    }
    return any;
}

static bool has_sums(const loading *l, size_t file)
{
    const input *in = l->in[file];

    for (size_t s = 1; s < in->segment.n; s++)
        if (in->segment.v[s].only.rows > 0)
            return true;
    return false;
}

static bool has_spans(const loading *l)
{
    for (size_t i = 0; i < l->files->file.n; i++)
        if (l->in[i] && l->in[i]->span.n > 1)
            return true;
    return false;
}

/* Whether a question that names no kind may be about this one though there are
 * others. */
static bool is_first(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const corr_kind_row row = { .name = input_text(in, k->name),
                                .flags = k->flags };

    return corr_first_kind(&row);
}

/* Bytes were left out, and may be what the question is about. */
static bool has_only_bytes(const loading *l, size_t file)
{
    const input *in = l->in[file];

    for (size_t s = 1; s < in->segment.n; s++)
        if (in->segment.v[s].n && is_first(in, &in->segment.v[s]))
            return false;
    return has_sums(l, file);
}

load_pass *load_without_bytes(loading *l)
{
    const bool without = l->want.no_bytes;

    l->want.no_bytes = false;
    return without ? has_only_bytes : NULL;
}

/* Without the kind that a question is about first, it is about another one;
 * with spans, samples are to be tied to them. */
static load_pass *second_by_kind(loading *l)
{
    const corr_want w = l->want;

    l->want.one_kind = l->want.no_kind = false;
    l->want.no_stacks = w.no_kind;
    if (w.no_kind && has_spans(l))
        return has_sums;
    if (w.one_kind && !w.no_kind && !w.kind)
        return has_only_sums;
    return NULL;
}

load_pass *load_second(loading *l, const id_query *q)
{
    if (l->want.by_id)
        return second_by_id(l, q);
    return l->want.one_kind ? second_by_kind(l) : NULL;
}

/* ---- which of two recordings ---------------------------------------------- */

static bool are_rivals(const input *a, const input *b)
{
    return a->owner && b->owner && b->segment.n > 1 &&
           input_is_meanwhile(a, b) &&
           same_process(a, a->owner, b, b->owner) == PROC_SAME;
}

static bool has_rival(const loading *l, size_t file)
{
    const input *in = l->in[file];
    bool found = false;

    for (size_t i = 0; !found && in->segment.n > 1 && i < l->files->file.n; i++)
        found = i != file && l->in[i] && are_rivals(in, l->in[i]);
    return found;
}

/* Which one counts is known from what was not asked for: whether its samples
 * have ids, and times. */
load_pass *load_rivals(loading *l)
{
    const corr_want w = l->want;

    if ((corr_wants(&w, CORR_NEED_TIME) && corr_wants(&w, CORR_NEED_LABELS)) ||
        !corr_wants(&w, CORR_NEED_SAMPLES))
        return NULL;
    l->want.needs |= CORR_NEED_TIME | CORR_NEED_LABELS;
    return has_rival;
}
