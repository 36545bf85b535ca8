/* watch - costs and shares judged at every look (corr-methods 5.1). */
#include <math.h>

#include "corr_gate.h"
#include "stats/any_time.h"

void corr_watch_add(corr_watch_side *s, double x, double e, double cost,
                    double of)
{
    any_time_side one = { 0 };

    any_time_add(&one, x, e);
    s->x += one.x;
    s->xx += one.xx;
    s->xe += one.xe;
    s->e += one.e;
    s->ee += one.ee;
    s->cost += cost;
    s->of += of;
    s->k++;
}

/* What an observation costs; 1: no observation shows it. */
static double each_of(double cost, double x)
{
    return cost > 0 && x > 0 ? cost / x : 1;
}

/* An observation may cost more on one side, or of one function. */
static double factor_of(corr_watch_kind kind, const corr_watch_side side[2])
{
    const corr_watch_side *s = &side[1];
    const double mine = each_of(s->cost, s->x);

    if (kind == CORR_WATCH_COST)
        return mine;
    if (kind == CORR_WATCH_SHARE)
        return mine / each_of(s->of - s->cost, s->e - s->x);
    return side[0].x > 0 && s->x > 0 ? mine / each_of(side[0].cost, side[0].x)
                                     : 1;
}

static double by_factor(corr_watch_kind kind, double value, double factor)
{
    const double odds = value / (1 - value) * factor;

    if (kind != CORR_WATCH_SHARE)
        return value * factor;
    return isinf(odds) ? 1 : odds / (1 + odds);
}

corr_gate corr_watch_judge(const corr_watch_side side[2],
                           const corr_watch_rule *rule, corr_watch_look *look)
{
    static const any_time_kind kinds[] = {
        [CORR_WATCH_RATIO] = ANY_TIME_RATIO,
        [CORR_WATCH_COST] = ANY_TIME_RATE,
        [CORR_WATCH_SHARE] = ANY_TIME_SHARE,
    };
    static const corr_gate gates[] = {
        [ANY_TIME_OPEN] = CORR_GATE_CANNOT_TELL,
        [ANY_TIME_KEPT] = CORR_GATE_PASS,
        [ANY_TIME_OVER] = CORR_GATE_FAIL,
    };
    static const corr_gate at_least[] = {
        [ANY_TIME_OPEN] = CORR_GATE_CANNOT_TELL,
        [ANY_TIME_KEPT] = CORR_GATE_FAIL,
        [ANY_TIME_OVER] = CORR_GATE_PASS,
    };
    const any_time_rule held =
        any_time_rule_of(kinds[rule->kind], rule->limit, rule->rules);
    const double factor = factor_of(rule->kind, side);
    any_time_side sums[2];

    for (unsigned w = 0; w < 2; w++) {
        const corr_watch_side *s = &side[w];
        sums[w] = (any_time_side){ s->x, s->xx, s->xe, s->e, s->ee, s->k };
    }
    any_time_look at = any_time_look_at(&held, sums);
    at.value = by_factor(rule->kind, at.value, factor);
    at.lo = by_factor(rule->kind, at.lo, factor);
    at.hi = by_factor(rule->kind, at.hi, factor);
    *look = (corr_watch_look){ { at.value, at.lo, at.hi }, at.phi, at.width };
    return (rule->at_least ? at_least : gates)[any_time_judge(&held, &at)];
}
