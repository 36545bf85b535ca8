/* check_rate - the verdict on errors among spans, and on calls a request. */
#include <inttypes.h>
#include <math.h>

#include "gate/check.h"

enum { LEAST_REQUESTS = 20 }; /* in traces, for a mean of calls */

static bool is_of_calls(const expect *e)
{
    return e->subject == EXPECT_CALLS;
}

/* What the rate is of; NULL: of traces. */
static const char *base_name(const expect *e)
{
    return is_of_calls(e) ? e->request : e->name;
}

/* Why there is no rate on a side that is judged; or NULL. */
static const char *without_rate(const check_page *p, const check_row *row,
                                const corr_span_rate rate[2])
{
    const bool both = row->e->value == EXPECT_RATIO;
    const unsigned w = both && !rate[0].n ? 0 : 1;
    const char *side = p->alone ? ""
                       : both && rate[!w].n
                           ? w ? " on the new side" : " on the base"
                       : rate[0].n  ? " on the new side"
                       : !rate[1].n ? " on either side"
                                    : "";

    if (rate[1].n && (!both || rate[0].n))
        return NULL;
    if (rate[w].partial)
        return corr_report_text(p->r, "spans are missing in all its requests%s",
                                side);
    return corr_report_text(p->r, "no %s%s",
                            base_name(row->e) ? "span of this name" : "trace",
                            side);
}

/* Why the rates of the judged sides decide nothing; or NULL. */
static const char *why_no_rate(const check_page *p, const check_row *row,
                               const corr_span_rate rate[2])
{
    const char *why = without_rate(p, row, rate);

    if (why)
        return why;
    if (!p->alone && rate[0].shared == rate[0].n && rate[1].shared == rate[1].n)
        return "both sides have the same spans of this name";
    for (unsigned w = row->e->value == EXPECT_RATIO ? 0 : 1; w < 2; w++) {
        if (is_of_calls(row->e) && rate[w].partial > rate[w].n)
            return "spans are missing in most of its requests";
        if (is_of_calls(row->e) && rate[w].traces < LEAST_REQUESTS)
            return "needs 20 traces with such requests";
    }
    return NULL;
}

/* Notes requests that lack spans on the judged sides: both, or the new one. */
static void say_partial(const check_page *p, check_row *row,
                        const corr_span_rate rate[2])
{
    static const char *const side[2] = { " of the base", " of the new side" };
    const char *of = "";

    for (unsigned w = row->e->value == EXPECT_RATIO ? 0 : 1; w < 2; w++)
        if (rate[w].partial && rate[w].n)
            of = corr_report_text(
                p->r, "%s%s%" PRIu64 " of %" PRIu64 " requests%s", of,
                *of ? " and " : "", rate[w].partial,
                rate[w].partial + rate[w].n, p->alone ? "" : side[w]);
    if (*of)
        row->left_out = corr_report_text(
            p->r, "%s lack spans in their trace and are left out", of);
}

/* "12 of 3,400 spans failed" */
static const char *counts_text(const check_page *p, const check_row *row,
                               const corr_span_rate *rate)
{
    const char *counted = cmd_count(p->r, (int64_t)rate->counted);
    const char *of = cmd_count(p->r, (int64_t)rate->n);

    return is_of_calls(row->e)
               ? corr_report_text(p->r, "%s spans below %s %s", counted, of,
                                  base_name(row->e) ? "requests" : "traces")
               : corr_report_text(p->r, "%s of %s spans failed", counted, of);
}

static corr_code measure_rates(const check_page *p, const expect *e,
                               corr_span_rate rate[2], corr_err *err)
{
    corr_query q[2];
    const corr_code code = check_queries(p, q, err);

    if (code)
        return code;
    return is_of_calls(e)
               ? corr_call_rate_of(p->ctx->store, q, e->name, e->request, rate,
                                   err)
               : corr_error_rate_of(p->ctx->store, q, e->name, rate, err);
}

corr_code check_rate(check_page *p, check_row *row, corr_err *err)
{
    const corr_limit limit = check_limit(p, row->e);
    corr_span_rate rate[2];
    const corr_code code = measure_rates(p, row->e, rate, err);

    if (code)
        return code;
    for (unsigned w = 0; w < 2; w++)
        row->n[w] = (double)rate[w].n;
    for (unsigned w = 0; w < 2; w++)
        row->counts[w] = rate[w].n ? counts_text(p, row, &rate[w]) : NULL;
    say_partial(p, row, rate);
    row->value =
        row->e->value == EXPECT_RATIO
            ? corr_rate_ratio((corr_estimate[]){ rate[0].at, rate[1].at })
            : rate[1].at;
    row->why = why_no_rate(p, row, rate);
    if (row->why)
        return CORR_OK;
    if (isnan(row->value.value)) {
        row->why = is_of_calls(row->e) ? "neither side has such a call"
                                       : "no span failed on either side";
        return CORR_OK;
    }
    row->verdict = expect_is_certain(row->e)
                       ? CORR_GATE_PASS
                       : corr_gate_of(&row->value, &limit);
    row->factor = corr_gate_needed(&row->value, &limit);
    return CORR_OK;
}
