/* significance_row - how much the observations of a row clump, and the verdict
 * on one row; the formulas are those of corr-methods 4.7. */
#include "stats/significance_private.h"

#include <math.h>
#include <string.h>

#include "stats/distributions.h"

#define UNSEEN_PHI 2.0                   /* with one cluster a side */
#define POWER80    0.8416212335729143    /* normal quantile of 0.8 */
#define LN_TAIL95  (-3.6888794541139363) /* ln 0.025 */

double significance_phi(double alpha, double mean)
{
    return fmax(1, 1 + alpha * mean);
}

double significance_least_ratio(double xa, double xb, double phi)
{
    return exp((STAT_Z95 + POWER80) * sqrt(phi * (1 / xa + 1 / xb)));
}

double significance_least_points(double p, double na, double nb, double phi)
{
    return (STAT_Z95 + POWER80) * sqrt(phi * p * (1 - p) * (1 / na + 1 / nb));
}

double significance_samples(double p, double growth, double phi)
{
    const double z = STAT_Z95 + POWER80;
    const double more = p * (1 + growth);
    const double variance = p * (1 - p) + more * (1 - more);

    return z * z * phi * variance / ((more - p) * (more - p));
}

/* ---- how much observations clump ----------------------------------------- */

void significance_tally_add(significance_tally tally[2],
                            const significance_sums sums[2], double alpha,
                            bool shares)
{
    const double mean =
        (sums[0].x + sums[1].x) / ((double)sums[0].k + sums[1].k);
    const bool has = sums[0].x + sums[1].x > 0;
    const bool shows = sums[0].k > 1 || sums[1].k > 1;

    for (int side = 0; side < 2; side++) {
        const significance_sums *g = &sums[side];
        significance_tally *p = &tally[side];
        const double k = g->k;
        const double rate = g->x / g->e;
        const double expected = g->x * (shares ? 1 - rate : 1);
        p->x += g->x;
        p->e += g->e;
        p->k += has ? g->k : 0;
        p->shown += shows ? g->x : 0;
        p->trend += g->x > 0 ? g->x * (1 + alpha * mean) : 0;
        if (g->k < 2 || !(g->e > 0) || !(expected > 0))
            continue;
        p->seen += k / (k - 1) *
                   fmax(0, g->xx - 2 * rate * g->xe + rate * rate * g->ee);
        p->expected += expected;
        p->d += k - 1;
    }
}

significance_spread significance_spread_of(const significance_tally tally[2])
{
    double sum = 0;
    double d = 0;

    for (int side = 0; side < 2; side++) {
        const significance_tally *p = &tally[side];
        if (p->d > 0)
            sum += p->d * p->seen / p->expected;
        d += p->d;
    }
    return (significance_spread){ d > 0 ? sum / d : NAN, d };
}

double significance_mean(const significance_tally tally[2])
{
    const double k = (double)tally[0].k + tally[1].k;

    return k > 0 ? (tally[0].x + tally[1].x) / k : 0;
}

bool significance_is_weak(const significance_tally tally[2])
{
    return 2 * (tally[0].shown + tally[1].shown) < tally[0].x + tally[1].x;
}

double significance_moderate(const significance_sides *s,
                             const significance_tally tally[2],
                             significance_spread seen)
{
    const double d = s->prior + seen.d;
    const double x = tally[0].x + tally[1].x;

    if (!(d > 0) || s->unseen)
        return UNSEEN_PHI;
    const double trend =
        s->prior * (x > 0 ? (tally[0].trend + tally[1].trend) / x : 1);
    const double own = seen.d > 0 ? seen.d * seen.phi_hat : 0;
    return fmax(significance_is_weak(tally) ? UNSEEN_PHI : 1,
                (trend + own) / d);
}

/* ---- one comparison ------------------------------------------------------ */

double significance_t(const significance_tally tally[2], double scale,
                      double phi, bool shares)
{
    const significance_tally *a = &tally[0];
    const significance_tally *b = &tally[1];

    if (!shares)
        return log(b->x / b->e / (a->x / a->e) * scale) /
               sqrt(phi * (1 / a->x + 1 / b->x));
    const double pooled = (a->x + b->x) / (a->e + b->e);
    const double variance = phi * pooled * (1 - pooled) * (1 / a->e + 1 / b->e);
    return variance > 0 ? (b->x / b->e - a->x / a->e) / sqrt(variance) : 0;
}

/* The probability that an observation is on this side if nothing changed. */
static double side_probability(const significance_tally tally[2], int side,
                               double scale)
{
    const double of[2] = { tally[0].e * scale, tally[1].e };

    return of[side] / (of[0] + of[1]);
}

/* The side with observations, if the other side is empty. */
static int full_side(const significance_tally tally[2])
{
    return tally[1].x > 0;
}

double significance_exact_p(const significance_tally tally[2], double scale,
                            double phi)
{
    const int side = full_side(tally);
    const double n = floor(tally[side].x / phi);

    return fmin(1, 2 * pow(side_probability(tally, side, scale), n));
}

/* All n observations are on one side: the probability of that side is at least
 * .025^(1/n), and its odds bound the ratio (Clopper and Pearson). */
static void bound_ratio(significance_row *r, const significance_tally tally[2],
                        double scale, double phi)
{
    const int side = full_side(tally);
    const double n = floor(tally[side].x / phi);

    if (side == 0)
        r->ratio = r->lo = 0;
    if (!(n > 0))
        return;
    const double least = exp(LN_TAIL95 / n);
    const double odds = least / -expm1(LN_TAIL95 / n);
    const double even = tally[0].e * scale / tally[1].e;
    if (side == 1)
        r->lo = odds * even;
    else
        r->hi = even / odds;
}

/* phi with the variance that all clusters share, as if they clumped more by
 * that much. */
static double phi_with(const significance_sides *s, uint32_t row,
                       const significance_tally tally[2], double phi)
{
    return s->d->chance
               ? phi + s->d->chance[row] / (1 / tally[0].x + 1 / tally[1].x)
               : phi;
}

static void judge_ratio(const significance_sides *s,
                        const significance_tally tally[2], double scale,
                        double phi, significance_row *r)
{
    const bool shares = s->d->shares;
    double variance = 0;

    r->ratio = tally[1].x / tally[1].e / (tally[0].x / tally[0].e) * scale;
    for (int side = 0; side < 2; side++) {
        const double share = tally[side].x / tally[side].e;
        variance += (shares ? fmax(0, 1 - share) : 1) / tally[side].x;
    }
    const double half = s->critical * sqrt(phi * variance);
    r->lo = r->ratio * exp(-half);
    r->hi = r->ratio * exp(half);
    r->t = significance_t(tally, scale, phi, shares);
    r->df = s->df;
    r->p = isinf(s->df) ? 2 * stat_normal_cdf(-fabs(r->t))
                        : stat_t_two_sided(r->t, s->df);
}

void significance_tally_block(const significance_sides *s, uint32_t i,
                              uint32_t block, significance_tally tally[2])
{
    significance_sums sums[2] = { { 0 } };

    for (int side = 0; side < 2; side++) {
        const significance_range *r = &s->block[side][block];
        for (uint32_t c = r->first; c < r->first + r->n; c++)
            significance_sums_add(&sums[side], &s->c[side][c], i);
    }
    significance_tally_add(tally, sums, s->alpha[block], s->d->shares);
}

void significance_tally_row(const significance_sides *s, uint32_t i,
                            significance_tally tally[2])
{
    memset(tally, 0, 2 * sizeof *tally);
    for (uint32_t b = 0; b < s->nblock; b++)
        significance_tally_block(s, i, b, tally);
}

void significance_judge_row(const significance_sides *s, uint32_t i,
                            significance_row *r)
{
    const significance_data *d = s->d;
    const double scale = d->scale && !d->shares ? d->scale[i] : 1;
    significance_tally tally[2];

    significance_tally_row(s, i, tally);
    const significance_spread seen = significance_spread_of(tally);
    *r = (significance_row){ .x = { tally[0].x, tally[1].x },
                             .phi_hat = seen.phi_hat,
                             .phi = significance_moderate(s, tally, seen),
                             .mean = significance_mean(tally),
                             .weak = s->unseen || significance_is_weak(tally),
                             .ratio = NAN,
                             .lo = NAN,
                             .hi = NAN,
                             .t = NAN,
                             .df = NAN,
                             .p = NAN,
                             .q = NAN };
    if (!(tally[0].e > 0) || !(tally[1].e > 0))
        return;
    const double phi = r->phi * s->widen * s->widen;
    if (r->x[0] > 0 && r->x[1] > 0) {
        judge_ratio(s, tally, scale, phi_with(s, i, tally, phi), r);
    } else if (r->x[0] > 0 || r->x[1] > 0) {
        r->exact = true;
        r->p = significance_exact_p(tally, scale, phi);
        bound_ratio(r, tally, scale, phi);
    }
}
