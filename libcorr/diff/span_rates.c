/*
 * span_rates - how many spans of one name failed, and how many calls a request
 * makes, on each side (corr-methods 5).
 *
 * Spans of one trace are alike: a trace is a cluster.  A share has the interval
 * of Wilson for as many spans as the traces are worth, a mean that of a ratio of
 * sums over traces.
 */
#include <math.h>

#include "base/base.h"
#include "diff/diff.h"
#include "select/span_set.h"
#include "stats/distributions.h"
#include "store/span_weight.h"

/* 97.5 % of Poisson variables of this mean are above 0. */
#define NONE_SEEN 3.688879454113936

/* Sums over traces, of x in e. */
typedef struct rate_sums {
    double x, e, xx, xe, ee;
    double squares; /* of the weights in e */
    double traces;
} rate_sums;

static void add_trace(rate_sums *s, double x, double e)
{
    if (!(e > 0))
        return;
    s->x += x;
    s->e += e;
    s->xx += x * x;
    s->xe += x * e;
    s->ee += e * e;
    s->traces++;
}

/* The variance of x / e between traces. */
static double rate_variance(const rate_sums *s)
{
    const double r = s->x / s->e;
    const double sum = s->xx - 2 * r * s->xe + r * r * s->ee;

    return fmax(sum, 0) * s->traces / (s->traces - 1) / (s->e * s->e);
}

/* The least of what the spans and the traces are worth.  If all or none failed,
 * it does not show how alike the spans of a trace are. */
static double spans_worth(const rate_sums *s)
{
    const double p = s->x / s->e, each = stat_kish(s->e, s->squares);
    const double alike = stat_kish(s->e, s->ee);

    if (!(p > 0 && p < 1) || s->traces < 2)
        return fmin(each, alike);
    return fmin(each, p * (1 - p) / rate_variance(s));
}

static corr_estimate share_of_sums(const rate_sums *s)
{
    corr_estimate share = { NAN, NAN, NAN };

    if (!(s->e > 0))
        return share;
    const double n = spans_worth(s);
    share.value = s->x / s->e;
    stat_wilson(share.value * n, n, &share.lo, &share.hi);
    return share;
}

static corr_estimate mean_of_sums(const rate_sums *s)
{
    if (!(s->e > 0))
        return (corr_estimate){ NAN, NAN, NAN };
    if (!(s->x > 0))
        return (corr_estimate){ 0, 0, NONE_SEEN / stat_kish(s->e, s->ee) };
    const double mean = s->x / s->e;
    const double by = s->traces > 1
                          ? exp(STAT_Z95 * sqrt(rate_variance(s)) / mean)
                          : INFINITY;
    return (corr_estimate){ mean, mean / by, mean * by };
}

/* The distance of a bound from a value, squared, on a log scale. */
static double log_square(double bound, double value)
{
    const double d = log(bound / value);

    return d * d;
}

corr_estimate corr_rate_ratio(const corr_estimate at[2])
{
    const corr_estimate *a = &at[0], *b = &at[1];

    if (!(a->value > 0) || !(b->value > 0))
        return (corr_estimate){ a->value > 0   ? 0
                                : b->value > 0 ? INFINITY
                                               : NAN,
                                b->lo / a->hi,
                                a->lo > 0 ? b->hi / a->lo : INFINITY };
    const double ratio = b->value / a->value;
    return (corr_estimate){ ratio,
                            ratio * exp(-sqrt(log_square(b->lo, b->value) +
                                              log_square(a->hi, a->value))),
                            ratio * exp(sqrt(log_square(b->hi, b->value) +
                                             log_square(a->lo, a->value))) };
}

/* ---- errors ------------------------------------------------------------- */

static void count_errors(const sides *s, uint8_t *const in[2], unsigned w,
                         corr_span_rate *to)
{
    const spans *all = &s->st->spans;
    rate_sums sums = { 0 };

    for (uint32_t t = 0; t < all->trace.n; t++) {
        const span_trace *trace = &all->trace.v[t];
        double x = 0, e = 0;
        for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
            if (!in[w][i])
                continue;
            const double weight =
                span_weight(s->st, i) * (double)spans_calls(all, i);
            const bool failed =
                store_span(s->st, i)->status == CORR_STATUS_ERROR;
            x += failed ? weight : 0;
            e += weight;
            sums.squares += weight * weight;
            to->n++;
            to->counted += failed;
            to->shared += in[!w][i];
        }
        add_trace(&sums, x, e);
    }
    to->at = share_of_sums(&sums);
}

corr_code corr_error_rate_of(corr_store *st, const corr_query q[2],
                             const char *op, corr_span_rate rate[2],
                             corr_err *err)
{
    sides s;
    corr_arena scratch = { 0 };
    uint8_t *in[2];
    corr_code code =
        sides_init(&s, st, q, &(corr_diff_opts){ .per = CORR_PER_TOTAL }, err);

    rate[0] = rate[1] = (corr_span_rate){ .at = { NAN, NAN, NAN } };
    for (unsigned w = 0; !code && w < 2; w++)
        code = diff_choose_spans(&s, w, op, &scratch, &in[w], err);
    for (unsigned w = 0; !code && w < 2; w++)
        count_errors(&s, in, w, &rate[w]);
    corr_arena_clear(&scratch);
    sides_clear(&s);
    return code;
}

/* ---- calls -------------------------------------------------------------- */

/* What a span is below. */
enum { BELOW_REQUEST = 1, BELOW_CALL = 2 };

typedef struct call_counter {
    const sides *s;
    uint8_t *in[2];        /* spans that are requests, or that show a trace */
    const uint8_t *called; /* spans of the name; NULL: all */
    uint8_t *below;        /* [spans] BELOW_* */
    double *weight;        /* [spans] of the request that a span is in */
    bool by_trace;
} call_counter;

/* A trace in which spans are missing shows too few calls.  The caller of a
 * request may be in another file. */
static bool is_whole(const call_counter *c, unsigned w, const span_trace *t)
{
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        if (!c->s->st->spans.up.v[i] && store_span(c->s->st, i)->parent &&
            (c->by_trace || !c->in[w][i]))
            return false;
    return true;
}

/* Counts the requests of a trace, and the calls below each.  The callee's span
 * of a call has the name of the caller's: it is below a call. */
static void count_trace(const call_counter *c, unsigned w, const span_trace *t,
                        double *calls, double *requests, corr_span_rate *to)
{
    const corr_store *st = c->s->st;
    const spans *all = &st->spans;

    *calls = *requests = 0;
    for (uint32_t k = 0; k < t->n; k++) {
        const uint32_t i = all->in_depth.v[t->first + k], up = all->up.v[i];
        const bool is_request = c->by_trace ? k == 0 : c->in[w][i];
        if (is_request) {
            c->weight[i] = span_weight(st, i);
            *requests += c->weight[i];
            to->n++;
            to->shared += c->in[!w][i];
        }
        const uint8_t above = up ? c->below[up] : 0;
        const bool is_call = !c->called || c->called[i];
        c->below[i] = is_request ? BELOW_REQUEST
                                 : above | (c->by_trace ? BELOW_REQUEST : 0);
        if (!is_request)
            c->weight[i] = up            ? c->weight[up]
                           : c->by_trace ? span_weight(st, i)
                                         : 0;
        if (is_call && (!is_request || c->by_trace) &&
            (c->below[i] & BELOW_REQUEST) &&
            !(c->called && (above & BELOW_CALL))) {
            *calls += c->weight[i] * (double)spans_calls(all, i);
            to->counted += (uint64_t)spans_calls(all, i);
        }
        if (is_call)
            c->below[i] |= BELOW_CALL;
    }
}

static bool shows_trace(const call_counter *c, unsigned w, const span_trace *t)
{
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        if (c->in[w][i])
            return true;
    return false;
}

static void count_calls(const call_counter *c, unsigned w, corr_span_rate *to)
{
    const spans *all = &c->s->st->spans;
    rate_sums sums = { 0 };
    double calls, requests;

    for (uint32_t t = 0; t < all->trace.n; t++) {
        const span_trace *trace = &all->trace.v[t];
        corr_span_rate one = { 0 };
        if (!shows_trace(c, w, trace))
            continue;
        count_trace(c, w, trace, &calls, &requests, &one);
        if (!is_whole(c, w, trace)) {
            to->partial += one.n;
            continue;
        }
        to->n += one.n;
        to->counted += one.counted;
        to->shared += one.shared;
        add_trace(&sums, calls, requests);
    }
    to->traces = (uint64_t)sums.traces;
    to->at = mean_of_sums(&sums);
}

static corr_code choose_calls(call_counter *c, const char *op,
                              corr_arena *arena, corr_err *err)
{
    corr_store *st = c->s->st;
    uint8_t *called = NULL;
    corr_code code = CORR_OK;

    if (op)
        code = span_set_of(st, &(corr_query){ .op = op }, arena, &called, err);
    c->called = called;
    c->below = corr_arena_new(arena, uint8_t, st->spans.at.n);
    c->weight = corr_arena_new(arena, double, st->spans.at.n);
    return code ? code : c->below && c->weight ? CORR_OK : corr_no_memory(err);
}

corr_code corr_call_rate_of(corr_store *st, const corr_query q[2],
                            const char *op, const char *request,
                            corr_span_rate rate[2], corr_err *err)
{
    sides s;
    corr_arena scratch = { 0 };
    call_counter c = { .s = &s, .by_trace = !request };
    corr_code code =
        sides_init(&s, st, q, &(corr_diff_opts){ .per = CORR_PER_TOTAL }, err);

    rate[0] = rate[1] = (corr_span_rate){ .at = { NAN, NAN, NAN } };
    for (unsigned w = 0; !code && w < 2; w++)
        code = diff_choose_spans(&s, w, request, &scratch, &c.in[w], err);
    if (!code)
        code = choose_calls(&c, op, &scratch, err);
    for (unsigned w = 0; !code && w < 2; w++)
        count_calls(&c, w, &rate[w]);
    corr_arena_clear(&scratch);
    sides_clear(&s);
    return code;
}
