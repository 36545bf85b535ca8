/* watch - a ratio of costs judged at every look (corr-methods 5.1). */
#include <math.h>

#include "corr_diff.h"
#include "stats/any_time.h"

void corr_watch_add(corr_watch_side *s, double x, double e, double cost)
{
    any_time_side one = { 0 };

    any_time_add(&one, x, e);
    s->x += one.x;
    s->xx += one.xx;
    s->xe += one.xe;
    s->e += one.e;
    s->ee += one.ee;
    s->cost += cost;
    s->k++;
}

corr_gate corr_watch_judge(const corr_watch_side side[2], double limit,
                           uint32_t rules, corr_watch_look *look)
{
    static const corr_gate gates[] = {
        [ANY_TIME_OPEN] = CORR_GATE_CANNOT_TELL,
        [ANY_TIME_KEPT] = CORR_GATE_PASS,
        [ANY_TIME_OVER] = CORR_GATE_FAIL,
    };
    const any_time_rule rule = any_time_rule_of(limit, rules);
    any_time_side sums[2];

    for (unsigned w = 0; w < 2; w++) {
        const corr_watch_side *s = &side[w];
        sums[w] = (any_time_side){ s->x, s->xx, s->xe, s->e, s->ee, s->k };
    }
    any_time_look at = any_time_look_at(&rule, sums);
    /* an observation may cost more on one side */
    const double each = side[1].cost / side[1].x / (side[0].cost / side[0].x);
    at.ratio *= each;
    at.lo *= each;
    at.hi *= each;
    *look = (corr_watch_look){ { at.ratio, at.lo, at.hi }, at.phi, at.width };
    return gates[any_time_judge(&rule, &at)];
}
