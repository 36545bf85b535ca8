/* spans_merged - spans that stand for many calls (corr-methods 3.7). */
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "store/spans.h"

static int64_t length_of(const spans *s, const input *const *in, uint32_t span)
{
    return max_i64(0, span_length(span_at(s, in, span)));
}

/* Whether an attribute of some span may mark one: inputs without such a key
 * need no look at each span. */
static bool has_key(const input *in)
{
    uint32_t last = 0;

    for (size_t i = 0; i < in->label.key.n; i++) {
        if (in->label.key.v[i] == last)
            continue;
        last = in->label.key.v[i];
        if (span_summary_has(input_text(in, last)))
            return true;
    }
    return false;
}

/* Puts the length of the span for a sum that is not told, or that its calls
 * cannot have: each lies within the span, to the unit of coarse clocks. */
static span_summary complete_summary(span_summary of, int64_t length)
{
    const double unit = 1e6;
    const double most = (double)of.calls * ((double)length + unit);

    of.untold = of.total < 0 || (double)of.total > most;
    of.total = of.untold ? length : of.total;
    return of;
}

static bool add_merged(spans *s, const input *const *in, const bool *has)
{
    for (uint32_t i = 1; i < s->at.n; i++) {
        const bool may = has[s->at.v[i].input];
        const uint32_t attrs = may ? span_at(s, in, i)->attrs : 0;
        span_merged one = { .span = i };
        if (!attrs || !span_summary_of(in[s->at.v[i].input], attrs, &one.is))
            continue;
        one.is = complete_summary(one.is, length_of(s, in, i));
        if (!vec_push(&s->merged, one))
            return false;
    }
    return true;
}

bool spans_find_merged(spans *s, const input *const *in, size_t n)
{
    bool *has = calloc(n + 1, sizeof *has);
    bool any = false;
    bool ok = has != NULL;

    for (size_t i = 0; ok && i < n; i++) {
        has[i] = in[i]->span.n > 1 && has_key(in[i]);
        any = any || has[i];
    }
    if (ok && any)
        ok = add_merged(s, in, has);
    free(has);
    return ok;
}

const span_summary *spans_summary(const spans *s, uint32_t span)
{
    size_t lo = 0;

    LOWER_BOUND(lo, s->merged.n, i, s->merged.v[i].span < span);
    return lo < s->merged.n && s->merged.v[lo].span == span
               ? &s->merged.v[lo].is
               : NULL;
}

int64_t spans_busy(const spans *s, const input *const *in, uint32_t span)
{
    const span_summary *of = spans_summary(s, span);

    return of ? of->total : span_length(span_at(s, in, span));
}

int64_t spans_call(const spans *s, const input *const *in, uint32_t span)
{
    return spans_busy(s, in, span) / spans_calls(s, span);
}

void spans_call_bounds(const spans *s, const input *const *in, uint32_t span,
                       int64_t *lo, int64_t *hi)
{
    const int64_t length = length_of(s, in, span);
    const span_summary *of = spans_summary(s, span);

    *lo = *hi = length;
    if (!of)
        return;
    *lo = max_i64(0, of->least);
    *hi = of->most < 0 ? min_i64(of->total, length) : of->most;
}
