/* Text that a user types: ids, times, durations, sizes.  A text that is read must
 * mean the same when it is printed and read again. */
#include <assert.h>

#include "base/id.h"
#include "fuzz.h"

static void try_id(corr_str text)
{
    char buf[CORR_PRINT_MAX], needle[CORR_NEEDLES][CORR_NEEDLE_MAX];
    corr_trace_id trace, trace2;
    uint64_t span, span2;
    id_query q;

    corr_parse_trace_id(text, &trace);
    corr_print_trace(buf, trace);
    assert(corr_parse_trace_id(corr_str_of(buf), &trace2));
    assert(trace.hi == trace2.hi && trace.lo == trace2.lo);
    corr_parse_span_id(text, &span);
    corr_print_id(buf, span);
    assert(corr_parse_span_id(corr_str_of(buf), &span2) && span == span2);
    if (!id_query_parse(text, &q))
        return;
    assert((q.mask_hi | q.mask_span) != 0 || q.has_decimal);
    const corr_want w = {
        .by_id = true,
        .ids.hi = q.hi,
        .ids.lo = q.lo,
        .ids.mask_hi = q.mask_hi,
        .ids.mask_lo = q.mask_lo,
        .ids.span = q.span,
        .ids.mask_span = q.mask_span,
    };
    size_t n = corr_want_needles(&w, needle);
    for (size_t i = 0; i < n; i++)
        assert(strlen(needle[i]) >= 4);
    if (q.mask_hi)
        assert(corr_want_id(&w, (corr_trace_id){ q.hi, q.lo }, 0));
}

static void try_amounts(corr_str text)
{
    char buf[CORR_PRINT_MAX];
    int64_t v, again;

    if (corr_parse_time(text, 0, 0, &v)) {
        corr_print_time(buf, v, 0);
        if (v > INT64_MIN + 1000000) {
            assert(corr_parse_time(corr_str_of(buf), 0, 0, &again));
            assert(again <= v && v - again < 1000000);
        }
    }
    if (corr_parse_duration(text, &v)) {
        corr_print_duration(buf, v);
        corr_print_span_of(buf, v);
        corr_print_amount(buf, v, CORR_NS);
    }
    if (corr_parse_bytes(text, &v))
        corr_print_bytes(buf, v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const corr_str text = { (const char *)data, size };

    try_id(text);
    try_amounts(text);
    return 0;
}
