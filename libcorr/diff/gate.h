/*
 * gate - pass, fail, or cannot tell (corr-methods 5).
 *
 * Decides by the confidence interval [lo, hi] of an estimate.  All numbers are
 * relative changes, 0.05 for five percent more; tau is the largest change that
 * is allowed.  An unknown number is NAN, which decides nothing.  No state,
 * cannot fail.
 */
#ifndef CORR_DIFF_GATE_H
#define CORR_DIFF_GATE_H

#include "corr_gate.h"

/* PASS: hi < tau, a change of tau is ruled out.  FAIL: lo > 0 and estimate >=
 * tau, it grew by at least tau.  lower_bound: a failure also needs lo >= tau.  A tau below 0 asks for a
 * decrease; then lo > tau is a failure, whether or not it grew. */
corr_gate gate_decide(double estimate, double lo, double hi, double tau,
                      bool lower_bound);

/* About how many times the observations would decide, if the estimate stayed
 * the same: intervals shrink with the square root.  Rounded up to two digits,
 * the second 0 or 5 below 100. 1: already decided.  INFINITY: the estimate is
 * at the limit.  NAN: a number is unknown. */
double gate_factor_needed(double estimate, double lo, double hi, double tau,
                          bool lower_bound);

#endif
