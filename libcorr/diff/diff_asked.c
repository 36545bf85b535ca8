/*
 * diff_asked - the requested costs: of the whole, or of a named function, on
 * both sides, each number with its interval (corr-methods 5).
 *
 * The total, and a function with its callees, are large: they differ more
 * between files than the trend of many small rows predicts. So they are judged
 * by their own clusters alone. The self cost of a function is judged like its
 * row. diff_called.c finds the function of a name.
 */
#include "diff/diff.h"

#include <math.h>

#include "stats/distributions.h"

#define NONE95                                                                 \
    3.6888794541139363 /* -ln 0.025: an expected number of which 0
                                     are seen */

/* ---- the requested functions -------------------------------------------- */

/* Returns which paths are in a call of the function, or end there. */
static bool *paths_in(diff_maker *m, const corr_diff_ask *ask, uint32_t name)
{
    bool *in = corr_arena_new(&m->scratch, bool, m->d->fold.paths.n);

    for (uint32_t i = 0; in && i < m->d->fold.paths.n; i++)
        in[i] = diff_is_called(m, ask, name, i);
    return in;
}

/* ---- their cost --------------------------------------------------------- */

typedef struct asked_tally {
    diff_maker *m;
    tally t;
    bool **in; /* [n] paths; NULL: all */
    unsigned which;
} asked_tally;

static void count_asked(void *ctx, uint32_t path, const sides_row *row)
{
    asked_tally *a = ctx;

    for (uint32_t i = 0; i < a->t.n; i++)
        if (!a->in[i] || a->in[i][path])
            diff_tally_add(&a->t, a->m, a->which, i, row);
}

/* ---- estimates ----------------------------------------------------------- */

static const corr_estimate unknown = { NAN, NAN, NAN };

static corr_estimate estimate_now(const diff_maker *m, const tally *t,
                                  uint32_t row, double phi, double critical)
{
    const corr_diff *d = m->d;
    const double value = diff_normalised(d, 1, t->sum[1][row]);
    const double x = diff_seen(d, t, 1, row);

    if (x > 0) {
        const double by = exp(critical * sqrt(phi / x));
        return (corr_estimate){ value, value / by, value * by };
    }
    const double all = diff_seen(d, &m->d->found.flat, 1, 0);
    const double each =
        all > 0 ? diff_normalised(d, 1, m->d->found.flat.sum[1][0]) / all : NAN;
    return (corr_estimate){ 0, 0, NONE95 * phi * each };
}

static corr_estimate estimate_share(const diff_maker *m, const tally *t,
                                    uint32_t row, double phi, double critical)
{
    const double all = (double)m->d->found.flat.sum[1][0];
    const double n = diff_seen(m->d, &m->d->found.flat, 1, 0) / phi;
    corr_estimate e = unknown;

    if (!(all > 0) || !(n > 0))
        return e;
    e.value = (double)t->sum[1][row] / all;
    stat_wilson_at(e.value * n, n, critical, &e.lo, &e.hi);
    return e;
}

static void fill_cost(const diff_maker *m, const tally *t, uint32_t row,
                      const significance_row *j, double df, corr_diff_cost *c)
{
    const double widen = m->d->judged.widen;
    const double phi = j->phi * widen * widen;
    const double critical =
        isinf(df) ? STAT_Z95 : stat_t_quantile(0.975, isnan(df) ? 1 : df);

    c->base = diff_normalised(m->d, 0, t->sum[0][row]);
    c->now = estimate_now(m, t, row, phi, critical);
    c->share = estimate_share(m, t, row, phi, critical);
    c->ratio = diff_ratio_of(j);
    c->phi = j->phi;
    for (unsigned w = 0; w < 2; w++)
        c->x[w] = diff_seen(m->d, t, w, row);
}

static bool find_asked(diff_maker *m, asked_tally *a)
{
    const corr_diff_ask *ask = m->opts->ask;

    for (uint32_t i = 0; i < m->opts->nask; i++) {
        corr_diff_cost *c = &m->d->cost[i];
        diff_called f;
        *c = (corr_diff_cost){ .matches = !ask[i].function };
        if (!ask[i].function)
            continue;
        if (!diff_find_called(m, &ask[i], &f))
            return false;
        *c = (corr_diff_cost){ .matches = f.n,
                               .name = diff_name_text(m->d, f.name[0]),
                               .other = diff_name_text(m->d, f.name[1]),
                               .called = f.how,
                               .was = diff_name_text(m->d, f.was),
                               .is = diff_name_text(m->d, f.is) };
        a->in[i] = paths_in(m, &ask[i], f.n == 1 ? f.name[0] : 0);
        if (!a->in[i])
            return false;
    }
    return true;
}

bool diff_judge_asked(diff_maker *m)
{
    const corr_diff_ask *ask = m->opts->ask;
    const uint32_t n = m->opts->nask;
    significance_row *own =
        corr_arena_new(&m->scratch, significance_row, n + 1);
    significance_row *trend =
        corr_arena_new(&m->scratch, significance_row, n + 1);
    asked_tally a = { .m = m,
                      .in = corr_arena_new(&m->scratch, bool *, n + 1) };

    m->d->cost = corr_arena_new(&m->d->arena, corr_diff_cost, n + 1);
    if (!own || !trend || !a.in || !m->d->cost || !find_asked(m, &a) ||
        !diff_tally_init(&a.t, m, n))
        return false;
    for (a.which = 0; n && a.which < 2; a.which++)
        diff_fold_costs(&m->d->fold, a.which, count_asked, &a);
    a.which = 0;
    if (!diff_tally_chance(m, &a.t, count_asked, &a) ||
        !diff_tally_judge(m, &a.t, -1, own) ||
        !diff_tally_judge(m, &a.t, m->d->judged.alpha, trend))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        corr_diff_cost *c = &m->d->cost[i];
        const bool is_self = ask[i].function && !ask[i].cumulative;
        const significance_row *j = is_self ? &trend[i] : &own[i];
        const double df = isnan(j->df) ? m->d->found.judged[0].df : j->df;
        if (c->matches == 1) {
            fill_cost(m, &a.t, i, j, df, c);
            continue;
        }
        c->now = c->share = c->ratio = unknown;
        c->base = c->x[0] = c->x[1] = c->phi = NAN;
    }
    return true;
}

corr_diff_cost corr_diff_asked(const corr_diff *d, uint32_t i)
{
    return d->cost[i];
}
