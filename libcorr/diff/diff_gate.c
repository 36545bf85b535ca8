/* diff_gate - decides an estimate against a limit, by gate.h. */
#include "corr_diff.h"
#include "stats/gate.h"

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

corr_gate corr_gate_of(const corr_estimate *e, const corr_limit *l)
{
    static const corr_gate verdicts[] = {
        [GATE_PASS] = CORR_GATE_PASS,
        [GATE_FAIL] = CORR_GATE_FAIL,
        [GATE_CANNOT_TELL] = CORR_GATE_CANNOT_TELL,
    };
    const relative_change r = relative_of(e, l);

    if (ends_there(&r, l))
        return CORR_GATE_PASS;
    return verdicts[gate_decide(r.estimate, r.lo, r.hi, r.tau, l->lower_bound)];
}

double corr_gate_needed(const corr_estimate *e, const corr_limit *l)
{
    const relative_change r = relative_of(e, l);

    if (ends_there(&r, l))
        return 1;
    return gate_factor_needed(r.estimate, r.lo, r.hi, r.tau, l->lower_bound);
}
