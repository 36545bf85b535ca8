/*
 * diff_durations - the durations of the spans of one name, on each side.
 *
 * A quantile is bounded by two of the durations themselves: the number of n
 * durations below it is binomial, for any distribution. Spans count as
 * independent; a span that was kept for several counts as so many.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corr_sort.h"
#include "diff/diff.h"
#include "select/span_set.h"
#include "stats/distributions.h"
#include "store/span_weight.h"

#define TAIL 0.025

typedef struct duration {
    int64_t ns;
    double n;       /* number of spans it represents */
    int64_t calls;  /* 1; more: a span that stands for so many, ns their mean */
    int64_t lo, hi; /* bounds of ns */
} duration;

typedef vec(duration) durations;

/* ---- bounds ------------------------------------------------------------- */

/* Returns the least k in 1..n + 1 with P(X >= k) <= most. */
static int64_t least_rank(int64_t n, double p, double most)
{
    size_t k = 1;

    LOWER_BOUND(k, (size_t)n + 1, i,
                stat_binomial_tail((int64_t)i, n, p) > most);
    return (int64_t)k;
}

SORT_BY(duration_by_length, duration, ASC(ns), ASC(n))

/* Returns the number of effective spans. *all: the number of represented
 * spans. */
static int64_t effective_spans(const durations *d, double *all)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < d->n; i++) {
        sum += d->v[i].n;
        squares += d->v[i].n * d->v[i].n / (double)d->v[i].calls;
    }
    *all = sum;
    return (int64_t)(stat_kish(sum, squares) + 1e-6);
}

/* Returns the shortest duration at which the represented spans reach a rank. */
static double duration_at_rank(const durations *d, double rank)
{
    double below = 0;

    for (size_t i = 0; i < d->n; i++) {
        below += d->v[i].n;
        if (below >= rank)
            return (double)d->v[i].ns;
    }
    return (double)d->v[d->n - 1].ns;
}

/* Returns a quantile with its bounds. Sorts d. */
static corr_took quantile_of(durations *d, double p)
{
    corr_took took = { .at = { NAN, NAN, NAN } };
    double all;

    for (size_t i = 0; i < d->n; i++) {
        took.n += (uint64_t)d->v[i].calls;
        took.merged += d->v[i].calls > 1;
    }
    if (d->n == 0)
        return took;
    qsort(d->v, d->n, sizeof *d->v, duration_by_length);
    const int64_t n = effective_spans(d, &all);
    const double each = all / (double)n;
    /* the largest rank that is reached with 97.5 % is one below the least rank
     * that is not reached so */
    const int64_t above = least_rank(n, p, TAIL);
    int64_t below = least_rank(n, p, 1 - TAIL);
    if (below > n || stat_binomial_tail(below, n, p) < 1 - TAIL)
        below--;
    took.at.value = duration_at_rank(d, ((double)n * p - 1e-6) * each);
    took.at.lo =
        below >= 1 ? duration_at_rank(d, ((double)below - 1e-6) * each) : 0;
    took.at.hi = above <= n ? duration_at_rank(d, ((double)above - 1e-6) * each)
                            : INFINITY;
    return took;
}

/* Of calls that one span stands for only bounds are known: the quantile lies
 * between that of the lower ones and that of the upper ones. */
static corr_took quantile_between(durations *d, double p)
{
    corr_took took = quantile_of(d, p);

    if (!took.merged)
        return took;
    for (size_t i = 0; i < d->n; i++)
        d->v[i].ns = d->v[i].lo;
    took.at.lo = quantile_of(d, p).at.lo;
    for (size_t i = 0; i < d->n; i++)
        d->v[i].ns = d->v[i].hi;
    took.at.hi = quantile_of(d, p).at.hi;
    return took;
}

/* ---- spans -------------------------------------------------------------- */

/* Whether a profile of this side ran at a time. */
static bool ran_at(const side *d, int64_t start)
{
    for (uint32_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        if (f->from == CORR_NO_TIME || (start >= f->from && start < f->to))
            return true;
    }
    return false;
}

bool sides_has_span_in_time(const sides *s, const side *d, uint32_t span)
{
    int64_t start;

    return sides_has_span(s, d, span) &&
           (!sides_share_span(s, d, span) ||
            (moment_get(store_span(s->st, span)->start, &start) &&
             ran_at(d, start)));
}

corr_code diff_choose_spans(const sides *s, unsigned w, const char *op,
                            corr_arena *scratch, uint8_t **in, corr_err *err)
{
    corr_query q = *s->side[w].q;

    if (op)
        q.op = op;
    const corr_code code = span_set_of(s->st, &q, scratch, in, err);
    for (uint32_t i = 1; !code && i < s->st->spans.at.n; i++)
        (*in)[i] = (*in)[i] && sides_has_span_in_time(s, &s->side[w], i);
    return code;
}

static corr_code measure_durations(const sides *s, uint8_t *const in[2],
                                   unsigned w, double quantile, corr_took *took,
                                   corr_err *err)
{
    corr_code code = CORR_OK;
    uint64_t shared = 0, unended = 0;
    durations d = { 0 };

    for (uint32_t i = 1; !code && i < s->st->spans.at.n; i++) {
        const span_row *r = store_span(s->st, i);
        if (!in[w][i])
            continue;
        int64_t ns;
        if (!span_took(r, &ns)) {
            unended++;
            continue;
        }
        shared += in[!w][i];
        const spans *all = &s->st->spans;
        const int64_t calls = spans_calls(all, i);
        duration one = {
            .ns = max_i64(0, spans_call(all, s->st->input.v, i)),
            .n = span_weight(s->st, i) * (double)calls,
            .calls = calls,
        };
        spans_call_bounds(all, s->st->input.v, i, &one.lo, &one.hi);
        if (!vec_push(&d, one))
            code = corr_no_memory(err);
    }
    if (!code)
        *took = quantile_between(&d, quantile);
    took->shared = shared;
    took->unended = unended;
    vec_free(&d);
    return code;
}

corr_code corr_took_of(corr_store *st, const corr_query q[2], const char *op,
                       double quantile, corr_took took[2], corr_err *err)
{
    sides s;
    corr_arena scratch = { 0 };
    uint8_t *in[2];
    corr_code code =
        sides_init(&s, st, q, &(corr_diff_opts){ .per = CORR_PER_TOTAL }, err);

    for (unsigned w = 0; !code && w < 2; w++)
        code = diff_choose_spans(&s, w, op, &scratch, &in[w], err);
    for (unsigned w = 0; !code && w < 2; w++)
        code = measure_durations(&s, in, w, quantile, &took[w], err);
    corr_arena_clear(&scratch);
    sides_clear(&s);
    return code;
}

/* ---- by file ------------------------------------------------------------ */

/* Sums over the spans of a file. */
typedef struct file_sums {
    double n, squares, longer;
    bool merged;
} file_sums;

static void add_span_of_file(const sides *s, uint32_t i, double limit,
                             file_sums *to)
{
    const spans *all = &s->st->spans;
    const double weight = span_weight(s->st, i);
    int64_t ns;

    if (!span_took(store_span(s->st, i), &ns))
        return;
    to->merged |= spans_calls(all, i) > 1;
    to->n += weight;
    to->squares += weight * weight;
    to->longer +=
        (double)spans_call(all, s->st->input.v, i) > limit ? weight : 0;
}

/* The files of which a span is chosen. */
static corr_code list_files(const sides *s, const uint8_t *in, double limit,
                            corr_arena *arena, corr_took_file **list,
                            uint32_t *n, corr_err *err)
{
    const uint32_t files = (uint32_t)s->st->input.n;
    file_sums *sum = corr_arena_new(arena, file_sums, files + 1);

    *list = corr_arena_new(arena, corr_took_file, files + 1);
    *n = 0;
    if (!sum || !*list)
        return corr_no_memory(err);
    memset(sum, 0, (files + 1) * sizeof *sum);
    for (uint32_t i = 1; i < s->st->spans.at.n; i++)
        if (in[i])
            add_span_of_file(s, i, limit, &sum[s->st->spans.at.v[i].input]);
    for (uint32_t f = 0; f < files; f++) {
        const double worth = sum[f].n > 0 ? sum[f].n / sum[f].squares : 0;
        if (worth > 0)
            (*list)[(*n)++] =
                (corr_took_file){ .opened = store_input(s->st, f)->file.opened,
                                  .spans = sum[f].n * worth,
                                  .longer = sum[f].longer * worth,
                                  .merged = sum[f].merged };
    }
    return CORR_OK;
}

corr_code corr_took_by_file(corr_store *st, const corr_query q[2],
                            const char *op, double limit, unsigned which,
                            corr_arena *arena, corr_took_file **list,
                            uint32_t *n, corr_err *err)
{
    sides s;
    corr_arena scratch = { 0 };
    uint8_t *in = NULL;
    corr_code code =
        sides_init(&s, st, q, &(corr_diff_opts){ .per = CORR_PER_TOTAL }, err);

    if (!code)
        code = diff_choose_spans(&s, which, op, &scratch, &in, err);
    if (!code)
        code = list_files(&s, in, limit, arena, list, n, err);
    corr_arena_clear(&scratch);
    sides_clear(&s);
    return code;
}
