/*
 * slow_spans_ledger - divides the time of slow and usual spans.
 *
 * Each drawn span is divided by its ledger; if its thread is unknown, into the
 * time that its children cover and the rest. Rows are sums over spans, so they
 * add up to the durations of the spans to the ns.
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "base/limits.h"
#include "corr_sort.h"
#include "diff/slow_spans.h"
#include "stats/distributions.h"
#include "stats/significance.h"
#include "store/span_weight.h"
#include "trace/ledger_claims.h"

/* With fewer spans on a side, no row is tested. */
enum { LEAST_SPANS = 5 };

typedef struct time_divider {
    corr_slow_spans *c;
    unsigned side;
    double weight; /* of the current span */
    slow_spans_weight looked[2];
    clock_hosts clocks;
    corr_waterfall *w; /* of the current trace */
    span_threads homes;
    uint32_t trace;
    corr_arena scratch;
    vec(uint32_t) touched; /* rows of the current span */
} time_divider;

/* ---- rows ------------------------------------------------------------ */

static bool has_name(corr_spent kind)
{
    return kind == CORR_SPENT_CHILD || kind == CORR_SPENT_GC ||
           kind == CORR_SPENT_ASYNC;
}

static bool add_ns(time_divider *d, corr_spent kind, bool undivided,
                   corr_str name, int64_t ns)
{
    corr_slow_spans *c = d->c;
    const corr_str key = corr_str_of(undivided ? "" : corr_spent_name(kind));
    const corr_str own = has_name(kind) ? name : (corr_str){ "", 0 };
    const uint32_t at = opnames_add(&c->names, key, own);

    if (at == OPNAMES_FAILED)
        return false;
    if (at == c->row.n &&
        !vec_push(&c->row, (slow_spans_row){ .facts = { .kind = kind,
                                                        .undivided = undivided,
                                                        .name = own } }))
        return false;
    if (c->row.v[at].now == 0 && ns > 0 && !vec_push(&d->touched, at))
        return false;
    c->row.v[at].now = add_clamped(c->row.v[at].now, ns);
    return true;
}

/* Adds the time of the current span to the sums, times its weight. */
static void close_span(time_divider *d)
{
    int64_t *all = &d->c->facts.side[d->side].sum;

    for (size_t i = 0; i < d->touched.n; i++) {
        slow_spans_row *r = &d->c->row.v[d->touched.v[i]];
        int64_t *sum = &r->facts.sum[d->side];
        const int64_t ns = llround((double)r->now * d->weight);
        const int64_t spent = d->weight > 1 ? ns : r->now;
        *sum = add_clamped(*sum, spent);
        *all = add_clamped(*all, spent);
        r->facts.spans[d->side]++;
        slow_spans_add(&r->of[d->side], (double)r->now, d->weight);
        r->now = 0;
    }
    d->touched.n = 0;
}

/* ---- one span -------------------------------------------------------- */

static bool add_ledger_rows(time_divider *d, const ledger_claims *c,
                            const ledger_ask *ask, bool is_divided)
{
    corr_slow_spans_side *s = &d->c->facts.side[d->side];
    ledger rows = { 0 };
    bool ok = ledger_of(&rows, ask);

    for (size_t i = 0; ok && i < rows.row.n; i++) {
        const ledger_row *r = &rows.row.v[i];
        ok = add_ns(d, r->kind, !is_divided && r->kind == CORR_SPENT_UNOBSERVED,
                    c->name.v[r->name], r->ns);
        if (r->kind == CORR_SPENT_CPU)
            s->cpu_obs = add_clamped(s->cpu_obs, r->obs);
    }
    ledger_clear(&rows);
    return ok;
}

static void note_recording(corr_slow_spans_facts *f, const ledger_claims *c)
{
    f->has_cpu = f->has_cpu || c->facts.has_cpu;
    f->runnable = f->runnable || (c->facts.has_cpu && c->facts.runnable);
    for (corr_wait k = CORR_WAIT_LOCK; k < CORR_WAIT_COUNT; k++)
        if (c->recorded[k])
            f->least_wait = max_i64(f->least_wait, c->threshold[k]);
}

/* Claims the time that the children of a span cover, without knowledge of
 * threads. */
static bool claim_all_children(ledger_claims *c, uint32_t i)
{
    const corr_waterfall *w = c->homes->w;

    for (uint32_t k = i + 1; k < w->time[i].end_index;
         k = w->time[k].end_index) {
        const critical_span *s = &w->time[k];
        const ledger_claim claim = {
            .from = max_i64(sub_clamped(s->start, w->time[i].shift), c->from),
            .to = min_i64(sub_clamped(s->end, w->time[i].shift), c->to),
            .name = (uint32_t)c->name.n,
            .kind = CORR_SPENT_ASYNC
        };
        if (claim.from < claim.to && !s->nonblocking &&
            (!vec_push(&c->name, waterfall_name(w, k)) ||
             !vec_push(&c->claim, claim)))
            return false;
    }
    return true;
}

static bool divide_span(time_divider *d, uint32_t i)
{
    corr_slow_spans_side *s = &d->c->facts.side[d->side];
    ledger_claims c;
    bool ok = ledger_claims_of(&c, &d->homes, i);
    const int64_t length = ok ? max_i64(sub_clamped(c.to, c.from), 0) : 0;
    const bool is_divided = ok && ledger_claims_why(&c) == CORR_LEDGER_KNOWN;

    if (ok && is_divided)
        note_recording(&d->c->facts, &c);
    if (ok && !is_divided)
        ok = claim_all_children(&c, i);
    if (ok && length > 0) {
        const ledger_ask whole = ledger_claims_ask(&c);
        const ledger_ask parts = { .from = c.from,
                                   .to = c.from + length,
                                   .claim = c.claim.v,
                                   .nclaim = c.claim.n };
        ok = add_ledger_rows(d, &c, is_divided ? &whole : &parts, is_divided);
    }
    ledger_claims_clear(&c);
    close_span(d);
    s->looked++;
    s->divided += is_divided;
    slow_spans_weigh(&d->looked[d->side], d->weight);
    return ok;
}

/* ---- one trace after the other --------------------------------------- */

static void close_trace(time_divider *d)
{
    corr_waterfall_free(d->w);
    d->w = NULL;
    corr_arena_reset(&d->scratch);
}

static corr_code open_trace(time_divider *d, uint32_t trace, corr_err *err)
{
    if (d->w && d->trace == trace)
        return CORR_OK;
    close_trace(d);
    d->trace = trace;
    d->w = waterfall_of(d->c->st, trace, &d->clocks, false, err);
    if (!d->w)
        return CORR_ENOMEM;
    return span_threads_of(&d->homes, d->w, &d->scratch) ? CORR_OK
                                                         : corr_no_memory(err);
}

static uint32_t index_of(const corr_waterfall *w, uint32_t span)
{
    for (uint32_t i = 0; i < w->n; i++)
        if (w->span[i] == span)
            return i;
    return UINT32_MAX;
}

/* Divides spans in the order of their number: spans of a trace are adjacent. */
static corr_code divide_all(time_divider *d, slow_spans_spans *list,
                            corr_err *err)
{
    corr_code code = CORR_OK;

    vec_sort(list, cmp_u32);
    for (size_t k = 0; !code && k < list->n; k++) {
        const uint32_t span = list->v[k];
        d->weight = span_weight(d->c->st, span);
        code = open_trace(d, d->c->st->spans.trace_of.v[span], err);
        if (!code && !divide_span(d, index_of(d->w, span)))
            code = corr_no_memory(err);
    }
    close_trace(d);
    return code;
}

/* ---- judgement ------------------------------------------------------- */

void slow_spans_moments_of(const slow_spans_moments *m, double n,
                           double effective, double *mean, double *variance)
{
    const double none = n - m->n;

    *mean = n > 0 ? m->mean * m->n / n : NAN;
    *variance = effective > 1
                    ? (m->m2 + m->mean * m->mean * m->n * (none / n)) /
                          (n - n / effective)
                    : NAN;
}

static void judge_spent(corr_slow_spans *c, slow_spans_row *r,
                        const slow_spans_weight looked[2])
{
    corr_slow_spans_row *f = &r->facts;
    double mean[2], variance[2], n[2];

    f->p = f->q = f->lo = f->hi = NAN;
    f->mark = ".";
    for (unsigned w = 0; w < 2; w++) {
        n[w] = c->facts.side[w].effective;
        slow_spans_moments_of(&r->of[w], looked[w].sum, n[w], &mean[w],
                              &variance[w]);
        f->mean[w] =
            looked[w].sum > 0 ? (double)f->sum[w] / looked[w].sum : NAN;
    }
    /* a row that no span of a side has may only be rare: its variance is that
     * of the other side */
    for (unsigned w = 0; w < 2; w++)
        if (f->spans[w] == 0)
            variance[w] = variance[!w];
    for (unsigned w = 0; w < 2; w++)
        variance[w] /= n[w];
    f->delta = f->mean[1] - f->mean[0];
    if (c->facts.few)
        return;
    const stat_welch_result t = stat_welch(mean[1] - mean[0], variance, n);
    f->p = f->q = t.p;
    f->lo = f->delta - t.half;
    f->hi = f->delta + t.half;
}

/* Whether a side has too few effective spans, apart from rounding. */
static bool is_few(const corr_slow_spans_side *s)
{
    return s->effective < LEAST_SPANS * (1 - 1e-9);
}

static bool judge_spent_rows(corr_slow_spans *c,
                             const slow_spans_weight looked[2],
                             corr_arena *scratch)
{
    const size_t n = c->row.n;

    c->facts.few = is_few(&c->facts.side[0]) || is_few(&c->facts.side[1]);
    for (size_t i = 0; i < n; i++)
        judge_spent(c, &c->row.v[i], looked);
    if (c->facts.few || !n)
        return true;
    if (!stat_fdr(&c->row.v->facts.q, sizeof *c->row.v, n, false,
                  &c->facts.tested, scratch))
        return false;
    for (size_t i = 0; i < n; i++)
        c->row.v[i].facts.mark = significance_mark(c->row.v[i].facts.q);
    return true;
}

SORT_BY(row_by_delta, slow_spans_row, DESC(facts.delta), ASC(facts.kind),
        ASC(facts.undivided), ASC_STR(facts.name))

/* ---- the call -------------------------------------------------------- */

static corr_code look_at_side(time_divider *d, unsigned w, size_t most,
                              uint64_t seed, corr_err *err)
{
    corr_slow_spans_side *s = &d->c->facts.side[w];
    slow_spans_spans drawn = { 0 };
    corr_code code = CORR_OK;

    d->side = w;
    if (!slow_spans_draw(&d->c->side[w], most, seed, &drawn))
        code = corr_no_memory(err);
    if (drawn.n < d->c->side[w].n)
        d->c->facts.seed = seed;
    if (!code)
        code = divide_all(d, &drawn, err);
    vec_free(&drawn);
    const slow_spans_weight *all = &d->looked[w];
    s->effective = stat_kish(all->sum, all->squares);
    s->looked_mean = s->looked ? (double)s->sum / all->sum : NAN;
    return code;
}

corr_code slow_spans_ledgers(corr_slow_spans *c, const uint32_t most[2],
                             uint64_t seed, corr_err *err)
{
    time_divider d = { .c = c, .trace = UINT32_MAX };
    corr_code code = CORR_OK;

    d.scratch.limit = (size_t)limits_of(NULL).memory;
    c->facts.least_wait = -1;
    if (!clock_hosts_of(&d.clocks, c->st, UINT32_MAX))
        code = corr_no_memory(err);
    for (unsigned w = 0; !code && w < 2; w++)
        code = look_at_side(&d, w, most[w], seed, err);
    if (!code && !judge_spent_rows(c, d.looked, &d.scratch))
        code = corr_no_memory(err);
    if (!code)
        vec_sort(&c->row, row_by_delta);
    vec_free(&d.touched);
    clock_hosts_clear(&d.clocks);
    corr_arena_clear(&d.scratch);
    return code;
}
