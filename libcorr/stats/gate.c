#include "stats/gate.h"

#include <math.h>

/* The limit that lo must reach for a failure. */
static double floor_of(double tau, bool lower_bound)
{
    return lower_bound ? tau : fmin(0, tau);
}

gate_verdict gate_decide(double estimate, double lo, double hi, double tau,
                         bool lower_bound)
{
    if (isnan(estimate) || isnan(lo) || isnan(hi) || isnan(tau))
        return GATE_CANNOT_TELL;
    if (hi < tau)
        return GATE_PASS;
    if (lo > fmin(0, tau) && estimate >= tau &&
        lo >= floor_of(tau, lower_bound))
        return GATE_FAIL;
    return GATE_CANNOT_TELL;
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
    if (gate_decide(estimate, lo, hi, tau, lower_bound) != GATE_CANNOT_TELL)
        return 1;

    const double half = (hi - lo) / 2;
    const double gap =
        estimate < tau ? tau - estimate : estimate - floor_of(tau, lower_bound);
    const double factor = half / gap * (half / gap);
    /* An undecided gate needs more, even if only one end of the interval is too
     * far. */
    return isfinite(factor) ? fmax(2, round_up(factor)) : factor;
}
