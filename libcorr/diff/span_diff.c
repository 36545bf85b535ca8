/*
 * span_diff - compares the durations of spans, operation by operation.
 *
 * The ratio of the mean durations is judged on the log scale. The mean of each
 * side is a ratio of sums over clusters (the duration of the spans of a
 * cluster, and their number). Its variance is that of a ratio estimator;
 * Student's t with Welch's degrees of freedom gives the interval. Clusters are
 * traces and, if there are at least three, windows of time; the larger variance
 * counts.
 *
 * A span that was kept for several, by its trace state, counts as so many. If
 * weights differ, spans count as fewer effective ones (corr-methods 4.7), and
 * so do clusters. A span without an end has no duration: it is only counted.
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "select/span_set.h"
#include "sides/sides.h"
#include "stats/distributions.h"
#include "stats/significance.h"
#include "store/span_weight.h"
#include "trace/waterfall.h"

/* Minima of each side to test an operation; the limit of windows. */
enum {
    LEAST_SPANS = 20,
    LEAST_TRACES = 5,
    LEAST_WINDOWS = 3,
    MOST_WINDOWS = 64
};
#define ROUNDING (1 - 1e-9) /* relative error of sums of weights */
static const int64_t first_window = 10 * INT64_C(1000000000);

typedef struct timed_span {
    uint32_t op, trace;
    uint32_t window;
    int64_t ns;
    double n;      /* number of spans it represents */
    int64_t calls; /* 1; more: a span that stands for so many, ns their mean */
} timed_span;

struct corr_spandiff {
    corr_arena arena; /* owns this struct */
    corr_spandiff_facts facts;
    vec(corr_spandiff_row) row; /* by number of operation while it is made */
    opnames names;
};

typedef struct span_diff_maker {
    corr_spandiff *d;
    corr_store *st;
    sides sides;
    uint8_t *side_of; /* [spans + 1] bits: span of the base, of the new side;
                         selected on the base, on the new side */
    uint32_t *op_of;  /* [spans + 1] 1 + operation; 0: not selected */
    vec(timed_span) timed_span[2];
    bool of_spans;   /* the sides select different spans: only requests with
                        such a span count */
    double ended[2]; /* weight of requests with a duration */
    corr_arena scratch;
} span_diff_maker;

/* ---- spans ------------------------------------------------------------ */

static uint32_t operation_of(span_diff_maker *m, uint32_t span)
{
    const opname name = opname_of(m->st, span);
    const uint32_t op = opnames_add(&m->d->names, name.service, name.name);

    if (op != OPNAMES_FAILED && op == m->d->row.n &&
        !vec_push(&m->d->row, (corr_spandiff_row){ .service = name.service,
                                                   .name = name.name }))
        return OPNAMES_FAILED;
    return op;
}

static bool is_selected(const span_diff_maker *m, unsigned w, uint32_t span)
{
    return m->side_of[span] >> (2 + w) & 1;
}

static bool is_ended(const span_diff_maker *m, uint32_t span)
{
    int64_t ns;

    return span_took(store_span(m->st, span), &ns);
}

static bool take_span(span_diff_maker *m, unsigned w, uint32_t span)
{
    const uint32_t op = operation_of(m, span);

    if (op == OPNAMES_FAILED)
        return false;
    m->side_of[span] |= (uint8_t)(4u << w);
    m->d->facts.shared += w && is_selected(m, 0, span);
    m->op_of[span] = op + 1;
    const int64_t calls = spans_calls(&m->st->spans, span);
    const double stand = span_weight(m->sides.st, span) * (double)calls;
    m->d->facts.spans[w] += (uint64_t)calls;
    m->d->facts.stand[w] += stand;
    if (!is_ended(m, span)) {
        m->d->facts.unended[w]++;
        m->d->row.v[op].unended[w]++;
        return true;
    }
    m->d->row.v[op].spans[w] += (uint64_t)calls;
    m->d->row.v[op].records[w]++;
    m->d->row.v[op].merged[w] += calls > 1;
    return vec_push(
        &m->timed_span[w],
        (timed_span){
            .op = op,
            .trace = m->st->spans.trace_of.v[span],
            .ns = max_i64(0, spans_call(&m->st->spans, m->st->input.v, span)),
            .n = stand,
            .calls = calls });
}

static corr_code gather_side(span_diff_maker *m, unsigned w,
                             const corr_query *q, corr_err *err)
{
    const spans *s = &m->st->spans;
    uint8_t *in;
    corr_code code = span_set_of(m->st, q, &m->scratch, &in, err);

    for (uint32_t i = 1; !code && i < s->at.n; i++) {
        if (!sides_has_span_in_time(&m->sides, &m->sides.side[w], i))
            continue;
        m->side_of[i] |= (uint8_t)(1u << w);
        if (in[i] && !take_span(m, w, i))
            code = corr_no_memory(err);
    }
    return code;
}

/* Returns bits: the trace has requests of the base, of the new side. */
static unsigned sides_of(const span_diff_maker *m, const span_trace *t)
{
    unsigned which = 0;

    for (uint32_t i = t->first; m->of_spans && i < t->first + t->n; i++)
        which |= m->side_of[i] >> 2;
    return m->of_spans ? which : 3;
}

static void count_request(span_diff_maker *m, uint32_t span, unsigned which)
{
    for (unsigned w = 0; w < 2; w++) {
        if (!(which >> w & 1) || !(m->side_of[span] >> w & 1))
            continue;
        const double of = span_weight(m->sides.st, span);
        m->d->facts.requests[w]++;
        m->d->facts.requested[w] += of;
        m->ended[w] += is_ended(m, span) ? of : 0;
    }
}

static int64_t length_of_span(const span_diff_maker *m, uint32_t span)
{
    return span_length(store_span(m->st, span));
}

/* Counts requests. A request is a span without a parent. A trace without such a
 * span is a request, too: it begins with the span from which its critical path
 * is taken. */
static void count_requests(span_diff_maker *m)
{
    const spans *s = &m->st->spans;

    for (uint32_t t = 0; t < s->trace.n; t++) {
        const span_trace *trace = &s->trace.v[t];
        const unsigned which = sides_of(m, trace);
        uint32_t longest = 0;
        bool begins = false;
        for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
            if (s->up.v[i])
                continue;
            if (store_span(m->st, i)->parent == 0) {
                begins = true;
                count_request(m, i, which);
            } else if (!longest ||
                       length_of_span(m, i) > length_of_span(m, longest)) {
                longest = i;
            }
        }
        if (!begins && longest)
            count_request(m, longest, which);
    }
}

/* Finds the start of the first and the last selected span. False: no span is
 * selected. */
static bool time_of_side(const span_diff_maker *m, unsigned w, int64_t *from,
                         int64_t *to)
{
    *from = INT64_MAX;
    *to = INT64_MIN;
    for (uint32_t i = 1; i < m->st->spans.at.n; i++) {
        if (!is_selected(m, w, i))
            continue;
        int64_t start;
        if (!moment_get(store_span(m->st, i)->start, &start))
            continue;
        *from = min_i64(*from, start);
        *to = max_i64(*to, start);
    }
    return *from <= *to;
}

/* Cuts both sides into windows of one length, from the first span of each side
 * on. */
static void find_windows(span_diff_maker *m)
{
    int64_t *window = &m->d->facts.window;
    int64_t from[2], to[2];

    *window = first_window;
    for (unsigned w = 0; w < 2; w++)
        if (time_of_side(m, w, &from[w], &to[w]))
            *window = max_i64(*window,
                              sub_clamped(to[w], from[w]) / MOST_WINDOWS + 1);
    for (unsigned w = 0; w < 2; w++) {
        size_t n = 0;
        for (uint32_t i = 1; i < m->st->spans.at.n; i++) {
            if (!is_selected(m, w, i) || !is_ended(m, i))
                continue;
            const int64_t start =
                moment_or(store_span(m->st, i)->start, from[w]);
            m->timed_span[w].v[n++].window =
                (uint32_t)(sub_clamped(start, from[w]) / *window);
        }
    }
}

/* ---- critical path ---------------------------------------------------- */

static void add_time(span_diff_maker *m, uint32_t span, double ns)
{
    for (unsigned w = 0; w < 2; w++)
        if (is_selected(m, w, span))
            m->d->row.v[m->op_of[span] - 1].critical[w] += ns;
}

static corr_code add_critical(span_diff_maker *m, corr_err *err)
{
    const spans *s = &m->st->spans;
    clock_hosts clocks = { 0 };
    corr_code code = CORR_OK;

    if (!clock_hosts_of(&clocks, m->st, UINT32_MAX))
        code = corr_no_memory(err);
    for (uint32_t t = 0; !code && t < s->trace.n; t++) {
        bool is_needed = false;
        for (uint32_t k = 0; k < s->trace.v[t].n && !is_needed; k++)
            is_needed = m->op_of[s->trace.v[t].first + k] > 0;
        if (!is_needed)
            continue;
        corr_waterfall *w = waterfall_of(m->st, t, &clocks, false, err);
        if (!w)
            code = CORR_ENOMEM;
        const uint32_t root = w ? w->span[w->facts.root] : 0;
        const double of = w ? span_weight(m->sides.st, root) : 0;
        for (uint32_t i = 0; w && is_ended(m, root) && i < w->n; i++)
            add_time(m, w->span[i], of * (double)w->time[i].critical);
        corr_waterfall_free(w);
    }
    clock_hosts_clear(&clocks);
    return code;
}

/* ---- one side of one operation ---------------------------------------- */

typedef struct spread {
    size_t rows;           /* records of them */
    double n, all;         /* spans, and represented spans */
    double effective;      /* effective spans */
    double mean, variance; /* variance of the mean */
    uint32_t clusters;
    double independent; /* effective clusters */
    bool by_trace;
} spread;

SORT_BY(took_by_length, timed_span, ASC(ns), ASC(n))

SORT_BY(took_by_trace, timed_span, ASC(trace), ASC(ns), ASC(n))

SORT_BY(took_by_window, timed_span, ASC(window), ASC(ns), ASC(n))

/* Returns the variance of a mean over clusters, whose spans are adjacent. */
static double variance_of(const timed_span *t, const spread *s, bool traces,
                          uint32_t *clusters)
{
    const size_t n = s->rows;
    double sum = 0;
    size_t i = 0;

    *clusters = 0;
    while (i < n) {
        const timed_span *first = &t[i];
        double took_here = 0, here = 0;
        for (; i < n && (traces ? t[i].trace == first->trace
                                : t[i].window == first->window);
             i++) {
            took_here += t[i].n * (double)t[i].ns;
            here += t[i].n;
        }
        sum += (took_here - s->mean * here) * (took_here - s->mean * here);
        ++*clusters;
    }
    const double k = *clusters * s->effective / s->n;
    if (!(k > 1))
        return NAN;
    return sum * k / (k - 1) / (s->all * s->all);
}

/* Returns the spread of n durations. Sorts t. */
static spread spread_of(timed_span *t, size_t n)
{
    spread s = { .rows = n, .by_trace = true, .variance = NAN };
    uint32_t traces, windows;
    double squares = 0;

    if (!n)
        return s;
    for (size_t i = 0; i < n; i++) {
        s.n += (double)t[i].calls;
        s.all += t[i].n;
        squares += t[i].n * t[i].n / (double)t[i].calls;
    }
    s.effective = stat_kish(s.all, squares);
    for (size_t i = 0; i < n; i++)
        s.mean += t[i].n * (double)t[i].ns / s.all;
    qsort(t, n, sizeof *t, took_by_window);
    const double over = variance_of(t, &s, false, &windows);
    qsort(t, n, sizeof *t, took_by_trace);
    s.variance = variance_of(t, &s, true, &traces);
    s.clusters = traces;
    if (windows >= LEAST_WINDOWS) {
        s.by_trace = false;
        s.clusters = windows;
        s.variance = fmax(s.variance, over); /* fmax ignores NAN */
    }
    s.independent = s.clusters * s.effective / s.n;
    return s;
}

/* Returns a quantile of represented spans. t is sorted by duration. */
static double weighted_quantile(const timed_span *t, size_t n, double p)
{
    return (double)t[stat_weighted_rank(&t->n, sizeof *t, n, p)].ns;
}

static bool is_enough(const spread *s)
{
    const double least = s->by_trace ? LEAST_TRACES : LEAST_WINDOWS;

    return s->effective >= LEAST_SPANS * ROUNDING &&
           s->independent >= least * ROUNDING && s->mean > 0;
}

/* ---- judgement -------------------------------------------------------- */

static void judge_ratio(corr_spandiff_row *r, const spread s[2])
{
    const double ratio = r->judged.ratio.value;
    const stat_welch_result t =
        stat_welch(log(ratio),
                   (double[]){ s[0].variance / (s[0].mean * s[0].mean),
                               s[1].variance / (s[1].mean * s[1].mean) },
                   (double[]){ s[0].independent, s[1].independent });

    r->judged.p = r->judged.q = t.p;
    r->judged.ratio.lo = ratio * exp(-t.half);
    r->judged.ratio.hi = ratio * exp(t.half);
}

static void judge_operation(corr_spandiff_row *r, timed_span *t[2])
{
    spread s[2];

    r->judged = (corr_judged){ { NAN, NAN, NAN }, NAN, NAN, "." };
    for (unsigned w = 0; w < 2; w++) {
        const size_t n = t[w] ? (size_t)r->records[w] : 0;
        const bool each = n && !r->merged[w];
        s[w] = spread_of(t[w], n);
        if (n)
            qsort(t[w], n, sizeof *t[w], took_by_length);
        r->mean[w] = n ? s[w].mean : NAN;
        r->p50[w] = each ? weighted_quantile(t[w], n, 0.5) : NAN;
        r->p95[w] = each ? weighted_quantile(t[w], n, 0.95) : NAN;
        r->clusters[w] = s[w].clusters;
        r->by_trace = r->by_trace || s[w].by_trace;
    }
    r->delta = r->mean[1] - r->mean[0];
    r->change = !r->spans[0] && !r->unended[0]   ? CORR_NEW
                : !r->spans[1] && !r->unended[1] ? CORR_GONE
                                                 : CORR_UNCLEAR;
    if (r->spans[0] && r->spans[1] && s[0].mean > 0)
        r->judged.ratio.value = s[1].mean / s[0].mean;
    if (is_enough(&s[0]) && is_enough(&s[1]))
        judge_ratio(r, s);
}

SORT_BY(took_by_operation, timed_span, ASC(op))

static void judge_operations(span_diff_maker *m)
{
    size_t at[2] = { 0, 0 };

    for (unsigned w = 0; w < 2; w++)
        vec_sort(&m->timed_span[w], took_by_operation);
    for (size_t i = 0; i < m->d->row.n; i++) {
        corr_spandiff_row *r = &m->d->row.v[i];
        timed_span *t[2];
        for (unsigned w = 0; w < 2; w++) {
            const double requests = (double)m->ended[w];
            t[w] = m->timed_span[w].v ? m->timed_span[w].v + at[w] : NULL;
            at[w] += (size_t)r->records[w];
            r->critical[w] = requests > 0 ? r->critical[w] / requests : NAN;
        }
        judge_operation(r, t);
    }
}

static void set_verdict(corr_spandiff *d, corr_spandiff_row *r)
{
    r->judged.mark = significance_mark(r->judged.q);
    if (r->judged.q < CORR_FDR)
        r->change = r->delta > 0 ? CORR_GREW : CORR_SHRANK;
    else if (fabs(r->judged.ratio.value - 1) <= .1)
        r->change = CORR_SAME;
    d->facts.found = d->facts.found || r->judged.q < CORR_FDR;
}

static bool control_discoveries(span_diff_maker *m)
{
    corr_spandiff *d = m->d;
    const size_t n = d->row.n;

    if (n && !stat_fdr(&d->row.v->judged.q, sizeof *d->row.v, n, false,
                       &d->facts.tested, &m->scratch))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isnan(d->row.v[i].judged.q))
            set_verdict(d, &d->row.v[i]);
    return true;
}

static double critical_change(const corr_spandiff_row *r)
{
    const double a = isnan(r->critical[0]) ? 0 : r->critical[0];
    const double b = isnan(r->critical[1]) ? 0 : r->critical[1];

    return fabs(b - a);
}

SORT_BY(row_by_weight, corr_spandiff_row, DESC_OF(critical_change),
        ASC_STR(name), ASC_STR(service))

/* ---- the view --------------------------------------------------------- */

/* Makes the sides without the selection of spans. */
static corr_code init_sides(span_diff_maker *m, const corr_query q[2],
                            corr_query all[2], corr_err *err)
{
    for (unsigned w = 0; w < 2; w++) {
        all[w] = q[w];
        all[w].op = all[w].where = all[w].also = all[w].status = all[w].deploy =
            all[w].service = NULL;
        all[w].slowest = 0;
    }
    return sides_init(&m->sides, m->st, all,
                      &(corr_diff_opts){ .per = CORR_PER_TOTAL }, err);
}

static corr_code make_span_diff(span_diff_maker *m, const corr_query q[2],
                                corr_err *err)
{
    corr_query all[2];
    corr_code code = init_sides(m, q, all, err);

    m->of_spans = !corr_same_text(q[0].where, q[1].where) ||
                  !corr_same_text(q[0].also, q[1].also);
    if (code)
        return code;
    m->side_of = corr_arena_new(&m->scratch, uint8_t, m->st->spans.at.n);
    m->op_of = corr_arena_new(&m->scratch, uint32_t, m->st->spans.at.n);
    if (!m->side_of || !m->op_of)
        return corr_no_memory(err);
    for (unsigned w = 0; !code && w < 2; w++)
        code = gather_side(m, w, &q[w], err);
    if (code)
        return code;
    count_requests(m);
    find_windows(m);
    code = add_critical(m, err);
    if (code)
        return code;
    judge_operations(m);
    if (!control_discoveries(m))
        return corr_no_memory(err);
    vec_sort(&m->d->row, row_by_weight);
    return CORR_OK;
}

corr_spandiff *corr_spandiff_of(corr_store *st, const corr_query q[2],
                                corr_err *err)
{
    if (store_prepare(st, err) != CORR_OK)
        return NULL;
    corr_spandiff *d = self_arena_new(corr_spandiff, err);
    if (!d)
        return NULL;

    span_diff_maker m = { .d = d, .st = st };
    m.scratch.limit = d->arena.limit;
    const corr_code code = make_span_diff(&m, q, err);
    for (unsigned w = 0; w < 2; w++)
        vec_free(&m.timed_span[w]);
    sides_clear(&m.sides);
    corr_arena_clear(&m.scratch);
    if (code == CORR_OK)
        return d;
    corr_spandiff_free(d);
    return NULL;
}

corr_spandiff_facts corr_spandiff_facts_of(const corr_spandiff *d)
{
    return d->facts;
}

uint32_t corr_spandiff_size(const corr_spandiff *d)
{
    return (uint32_t)d->row.n;
}

corr_spandiff_row corr_spandiff_at(const corr_spandiff *d, uint32_t i)
{
    return d->row.v[i];
}

void corr_spandiff_free(corr_spandiff *d)
{
    if (!d)
        return;
    vec_free(&d->row);
    opnames_clear(&d->names);
    self_arena_free(d);
}
