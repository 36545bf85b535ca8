#include "diff/gate.h"

#include <math.h>

/* The limit that lo must reach for a failure. */
static double floor_of(double tau, bool lower_bound)
{
    return lower_bound ? tau : fmin(0, tau);
}

corr_gate gate_decide(double estimate, double lo, double hi, double tau,
                      bool lower_bound)
{
    if (isnan(estimate) || isnan(lo) || isnan(hi) || isnan(tau))
        return CORR_GATE_CANNOT_TELL;
    if (hi < tau)
        return CORR_GATE_PASS;
    if (lo > fmin(0, tau) && estimate >= tau &&
        lo >= floor_of(tau, lower_bound))
        return CORR_GATE_FAIL;
    return CORR_GATE_CANNOT_TELL;
}

static double round_up(double factor)
{
    double step = factor > 100 ? 10 : factor > 10 ? 5 : 1;

    while (factor > 100 * step)
        step *= 10;
    return ceil(factor / step) * step;
}

double gate_factor_needed(double estimate, double lo, double hi, double tau,
                          bool lower_bound)
{
    if (gate_decide(estimate, lo, hi, tau, lower_bound) !=
        CORR_GATE_CANNOT_TELL)
        return 1;

    const double half = (hi - lo) / 2;
    const double gap =
        estimate < tau ? tau - estimate : estimate - floor_of(tau, lower_bound);
    const double factor = half / gap * (half / gap);
    /* An undecided gate needs more, even if only one end of the interval is too
     * far. */
    return isfinite(factor) ? fmax(2, round_up(factor)) : factor;
}

/* ---- limits --------------------------------------------------------------- */

typedef struct relative_change {
    double estimate, lo, hi, tau;
} relative_change;

/* Returns the estimate as a relative change. A fixed threshold is the base of
 * the change; a lower limit is mirrored. */
static relative_change relative_of(const corr_estimate *e, const corr_limit *l)
{
    const double by = l->ratio ? 1 : l->threshold;
    const relative_change r = { e->value / by - 1, e->lo / by - 1,
                                e->hi / by - 1,
                                l->ratio ? l->threshold - 1 : 0 };

    return l->at_least ? (relative_change){ -r.estimate, -r.hi, -r.lo, -r.tau }
                       : r;
}

/* Whether the interval ends exactly at the limit: durations are often whole
 * ms. */
static bool ends_there(const relative_change *r, const corr_limit *l)
{
    return l->or_equal && r->estimate <= r->tau && r->hi == r->tau;
}

/* The distance of a bound on a log scale, with the noise between runs. */
static double with_noise(double log_bound, double noise)
{
    return sqrt(log_bound * log_bound + noise * noise);
}

corr_estimate corr_over_runs(const corr_estimate *e, double cv, bool ratio,
                             double z)
{
    const double z95 = 1.959963984540054;
    const double noise = z * cv * (ratio ? sqrt(2) : 1);
    corr_estimate wide = *e;

    if (e->value > 0 && e->hi > 0)
        wide.hi =
            e->value * exp(with_noise(z / z95 * log(e->hi / e->value), noise));
    else if (e->value == 0)
        wide.hi = e->hi * exp(noise);
    if (e->value > 0 && e->lo > 0)
        wide.lo =
            e->value * exp(-with_noise(z / z95 * log(e->value / e->lo), noise));
    return wide;
}

corr_gate corr_gate_of(const corr_estimate *e, const corr_limit *l)
{
    const relative_change r = relative_of(e, l);

    if (ends_there(&r, l))
        return CORR_GATE_PASS;
    return gate_decide(r.estimate, r.lo, r.hi, r.tau, l->lower_bound);
}

double corr_gate_needed(const corr_estimate *e, const corr_limit *l)
{
    const relative_change r = relative_of(e, l);

    if (ends_there(&r, l))
        return 1;
    return gate_factor_needed(r.estimate, r.lo, r.hi, r.tau, l->lower_bound);
}
