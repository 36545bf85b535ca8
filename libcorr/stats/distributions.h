/*
 * distributions - the numerics behind every interval and every verdict.
 *
 * Plain functions of doubles and counts: no state, no allocation except where
 * an arena is asked for.  What they mean for profiles is corr-methods 4.7 and 4.9;
 * how they are computed, corr-methods 11.
 */
#ifndef CORR_STAT_H
#define CORR_STAT_H

#include "corr_bytes.h"

#define STAT_Z95 1.959963984540054 /* normal quantile of 0.975 */

double stat_normal_cdf(double x);
/* p outside (0, 1): minus or plus infinity. */
double stat_normal_quantile(double p);

/* Regularised incomplete beta function I_x(a, b); a, b > 0. */
double stat_beta(double a, double b, double x);

/* P(|T| >= |t|) of Student's t; df > 0, may be fractional. */
double stat_t_two_sided(double t, double df);
/* t with P(T <= t) = p. */
double stat_t_quantile(double p, double df);

/* P(X >= k) of n trials that succeed with probability p. */
double stat_binomial_tail(int64_t k, int64_t n, double p);

/* Fisher's exact test of x[0] in n[0] against x[1] in n[1], 0 <= x <= n: twice
 * the smaller tail, at most 1. */
double stat_fisher(const int64_t x[2], const int64_t n[2]);

/* Welch's test of two means, from their variances (of the single values) and
 * the numbers of values, 2 or more. */
typedef struct stat_welch_result {
    double se, df; /* of the difference of the means */
    double p;      /* two-sided; without any variance 1 or 0 */
    double half;   /* half the interval at 95 % */
} stat_welch_result;
stat_welch_result stat_welch(const double mean[2], const double variance[2],
                             const double n[2]);

/* Wilson interval at 95 % of x in n.  n may be fractional (an effective
 * number of samples); nothing known, n <= 0, is [0, 1]. */
void stat_wilson(double x, double n, double *lo, double *hi);

/* The same at another quantile, z = 1.96 being 95 %. */
void stat_wilson_at(double x, double n, double z, double *lo, double *hi);

/* Newcombe's interval of x[1]/n[1] - x[0]/n[0], from the Wilson limits of
 * both; n > 0. */
void stat_newcombe(const double x[2], const double n[2], double z, double *lo,
                   double *hi);

/* Kish's number of equal weights that tell as much, from the sum of weights
 * and that of their squares; 0 of nothing. */
double stat_kish(double sum, double squares);

/* The first of n, n > 0, at which the part p of all weights is reached: where
 * the last of those is for which it stands.  They are `stride` bytes apart. */
size_t stat_weighted_rank(const double *weight, size_t stride, size_t n,
                          double p);

/* A profiler that takes one allocation every `rate` bytes sees so many of
 * count objects of so many bytes together; rate <= 0: all. */
double stat_sampled(double count, double bytes, double rate);

/* How far any share of n samples may be off, in points, rounded up. */
int stat_half_width(double n);

/* splitmix64: the next number, and the next one below k. */
uint64_t stat_random(uint64_t *state);
uint64_t stat_below(uint64_t *state, uint64_t k);
/* A seed of two sides, each a sum of hashes of what is drawn from, in whatever
 * order: the same each time, and none that was picked.  1 to 2^32 - 1. */
uint64_t stat_seed(const uint64_t sides[2]);

/* Benjamini-Hochberg: q[i] is the smallest false discovery rate at which
 * p[i] is called.  False: out of memory, q untouched. */
bool stat_bh(const double *p, double *q, size_t n,
             corr_arena *scratch) CORR_CHECK;

/* Benjamini-Yekutieli: the same, however the tests depend on each other. */
bool stat_by(const double *p, double *q, size_t n,
             corr_arena *scratch) CORR_CHECK;

#endif
