/*
 * gate - pass, fail, or not enough is known (corr-methods 5).
 *
 * Decides by the confidence interval [lo, hi] of an estimate.  All numbers are
 * relative changes, 0.05 for five percent more; tau is the largest that is
 * allowed.  What is not known is NAN, and decides nothing.
 */
#ifndef CORR_GATE_H
#define CORR_GATE_H

#include <stdbool.h>

typedef enum gate_verdict {
    GATE_PASS,       /* a change of tau is ruled out: hi < tau */
    GATE_FAIL,       /* it grew, and by enough: lo > 0 and estimate >= tau */
    GATE_CANNOT_TELL /* neither */
} gate_verdict;

/* lower_bound: fails only where lo >= tau as well.  A tau below 0 asks for
 * less than there was; then failing is lo > tau, growing or not. */
gate_verdict gate_decide(double estimate, double lo, double hi, double tau,
                         bool lower_bound);

/* About how many times the observations would decide it, were the estimate to
 * stay: intervals shrink with the square root.  Rounded up, to two digits of
 * which the second is 0 or 5 below 100.  1: it is decided.  INFINITY: the
 * estimate is on the line, NAN: nothing is known. */
double gate_factor_needed(double estimate, double lo, double hi, double tau,
                          bool lower_bound);

#endif
