/*
 * any_time - confidence sequences of a ratio, a rate and a share.
 *
 * The estimate of look t has variance v(t). Since it is of all clusters so far,
 * two looks covary by the smaller of their variances, so estimate/v is a
 * Brownian motion in the time 1/v, whose drift is the truth. With drifts
 * normal of variance s the likelihood ratio is a martingale that exceeds
 * 1/alpha with probability alpha at most; solved for the truth:
 *
 *     half = sqrt((v + v^2/s) * (ln(1 + s/v) - 2 ln alpha))
 *
 * v is estimated, so the normal is replaced by Student's t at the same tail.
 *
 * A side without an observation has no variance. Before the first of them it
 * has none at any look, and so in exposure e at most -ln(alpha)/e of them are
 * due: one bound for all looks.
 */
#include "stats/any_time.h"

#include <math.h>
#include <stdbool.h>

#include "stats/distributions.h"

#define SHARED 0.05
/* The part of it for sides without an observation. */
#define OF_NONE 0.1
/* The narrowest mixture: ln 1.2. One of ln 1.05 would show a doubled cost only
 * after a third more files, for an interval that is 3 % shorter in the end. */
#define NARROWEST 0.1823215567939546
/* That of one side, whose limit is no factor: ln 1.5. */
#define USUAL 0.4054651081081644
/* The dispersion of what was never seen. */
#define UNSEEN 2

any_time_rule any_time_rule_of(any_time_kind kind, double limit,
                               uint32_t assertions)
{
    const double spread =
        kind == ANY_TIME_RATIO ? fmax(fabs(log(limit)), NARROWEST) : USUAL;
    const double mine = SHARED / (assertions ? assertions : 1);

    return (any_time_rule){ .kind = kind,
                            .alpha = mine * (1 - OF_NONE),
                            .none = mine * OF_NONE,
                            .variance = spread * spread,
                            .limit = limit };
}

void any_time_add(any_time_side *side, double x, double e)
{
    side->x += x;
    side->xx += x * x;
    side->xe += x * e;
    side->e += e;
    side->ee += e * e;
    side->k++;
}

/* Sums of squares of a side about its own rate, and what of it Poisson, or the
 * binomial of a share, would show. */
typedef struct spread {
    double seen, expected;
} spread;

static void add_spread(spread *to, const any_time_side *s, bool is_share)
{
    const double rate = s->x / s->e;

    to->seen += fmax(0, s->xx - 2 * rate * s->xe + rate * rate * s->ee);
    to->expected += rate * (is_share ? 1 - rate : 1) * (s->e - s->ee / s->e);
}

/* Their ratio, which weighs both sides by their degrees of freedom. */
static double clumping_of(const any_time_rule *rule,
                          const any_time_side side[2])
{
    spread sum = { 0, 0 };

    if (rule->kind == ANY_TIME_RATIO)
        add_spread(&sum, &side[0], false);
    add_spread(&sum, &side[1], rule->kind == ANY_TIME_SHARE);
    return sum.expected > 0 ? fmax(1, sum.seen / sum.expected) : 1;
}

/* The distance at which t has the tail that the normal has at z (Wallace). It
 * errs to the wide side: by 4 % with 2 degrees of freedom and z 1.96. */
static double as_t(double z, double df)
{
    const double by = z * (8 * df + 3) / (8 * df + 1);

    return sqrt(df * expm1(by * by / df));
}

static double mixed_half(const any_time_rule *rule, double alpha, double v)
{
    const double ratio = v / rule->variance;

    return sqrt(v * (1 + ratio) * (log1p(1 / ratio) - 2 * log(alpha)));
}

/* The variance of the estimate on its scale, if clusters did not clump. */
static double variance_at_look(const any_time_rule *rule,
                               const any_time_side side[2])
{
    const double x = side[1].x;

    return 1 / x + (rule->kind == ANY_TIME_RATIO   ? 1 / side[0].x
                    : rule->kind == ANY_TIME_SHARE ? 1 / (side[1].e - x)
                                                   : 0);
}

static double value_at_look(const any_time_rule *rule,
                            const any_time_side side[2])
{
    const double rate = side[1].x / side[1].e;

    return rule->kind == ANY_TIME_RATIO ? rate / (side[0].x / side[0].e) : rate;
}

/* A value at a distance on its scale. */
static double at_distance(const any_time_rule *rule, double value, double by)
{
    const double odds = value / (1 - value) * exp(by);

    return rule->kind == ANY_TIME_SHARE ? odds / (1 + odds) : value * exp(by);
}

/* What a side has at least per exposure, at half of what is left for sides
 * without an observation.  Few clusters would make t useless. */
static double least_alone(const any_time_rule *rule, const any_time_side *s)
{
    spread sum = { 0, 0 };

    add_spread(&sum, s, false);
    const double phi = sum.expected > 0 ? sum.seen / sum.expected : 1;
    const double v = fmax(UNSEEN, phi) / s->x;

    return s->x / s->e * exp(-mixed_half(rule, rule->none / 2, v));
}

/* The most that is due per exposure if none was seen. */
static double most_unseen(double alpha, const any_time_side *s)
{
    return -log(alpha) * UNSEEN / s->e;
}

/* One side has no observation, so only one bound is known. */
static void look_without(const any_time_rule *rule, const any_time_side side[2],
                         any_time_look *look)
{
    const double half = rule->none / 2;

    look->phi = UNSEEN;
    if (rule->kind == ANY_TIME_SHARE) {
        const bool is_none = side[1].x <= 0;
        const double most = fmin(1, most_unseen(rule->none, &side[1]));
        look->value = is_none ? 0 : 1;
        look->lo = is_none ? 0 : 1 - most;
        look->hi = is_none ? most : 1;
    } else if (rule->kind == ANY_TIME_RATIO && side[1].x > 0) {
        look->value = look->hi = INFINITY;
        look->lo = least_alone(rule, &side[1]) / most_unseen(half, &side[0]);
    } else if (rule->kind == ANY_TIME_RATIO && side[0].x > 0) {
        look->value = look->lo = 0;
        look->hi = most_unseen(half, &side[1]) / least_alone(rule, &side[0]);
    }
}

any_time_look any_time_look_at(const any_time_rule *rule,
                               const any_time_side side[2])
{
    const unsigned first = rule->kind == ANY_TIME_RATIO ? 0 : 1;
    any_time_look look = { NAN, NAN, NAN, { NAN, NAN }, NAN, NAN, NAN, NAN };

    look.df = -1;
    for (unsigned w = first; w < 2; w++) {
        if (side[w].k < 2 || !(side[w].e > 0))
            return look;
        look.df += (double)side[w].k - (w == first ? 0 : 1);
    }
    look.variance = variance_at_look(rule, side);
    if (!isfinite(look.variance) || look.variance <= 0) {
        look_without(rule, side, &look);
        return look;
    }
    look.phi = clumping_of(rule, side);
    look.variance *= look.phi;
    look.value = value_at_look(rule, side);

    const double se = sqrt(look.variance);
    const double one = se * as_t(STAT_Z95, look.df);
    const double half = mixed_half(rule, rule->alpha, look.variance);
    const double all = se * as_t(half / se, look.df);
    look.lo = at_distance(rule, look.value, -all);
    look.hi = at_distance(rule, look.value, all);
    look.one[0] = at_distance(rule, look.value, -one);
    look.one[1] = at_distance(rule, look.value, one);
    look.width = all / one;
    return look;
}

any_time_verdict any_time_judge(const any_time_rule *rule,
                                const any_time_look *look)
{
    if (look->lo > rule->limit)
        return ANY_TIME_OVER;
    return look->hi < rule->limit ? ANY_TIME_KEPT : ANY_TIME_OPEN;
}
