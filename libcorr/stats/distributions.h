/*
 * distributions - the numerics behind every interval and every verdict.
 *
 * Plain functions of doubles and counts, without state; only functions with an
 * arena allocate. corr-methods 4.7 and 4.9 explain their use for profiles,
 * corr-methods 11 the formulas.
 */
#ifndef CORR_DISTRIBUTIONS_H
#define CORR_DISTRIBUTIONS_H

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

/* P(X >= k) for n trials that succeed with probability p. */
double stat_binomial_tail(int64_t k, int64_t n, double p);

/* Fisher's exact test of x[0] in n[0] against x[1] in n[1], 0 <= x <= n: twice
 * the smaller tail, at most 1. */
double stat_fisher(const int64_t x[2], const int64_t n[2]);

/* Welch's test of a difference of two means, from the variance of each mean and
 * the numbers of values, 2 or more. */
typedef struct stat_welch_result {
    double se, df; /* of the difference */
    double p;      /* two-sided; 1 or 0 if there is no variance */
    double half;   /* half the interval at 95 % */
} stat_welch_result;
stat_welch_result stat_welch(double delta, const double variance[2],
                             const double n[2]);

/* Wilson interval at 95 % of x in n. n may be fractional (an effective number
 * of samples); n <= 0 gives [0, 1]. */
void stat_wilson(double x, double n, double *lo, double *hi);

/* The same at another normal quantile z; 1.96 is 95 %. */
void stat_wilson_at(double x, double n, double z, double *lo, double *hi);

/* Kish's effective number of weights, from their sum and the sum of their
 * squares; 0 for no weights. */
double stat_kish(double sum, double squares);

/* The index, among n > 0 weights `stride` bytes apart, at which the cumulative
 * weight reaches the part p of the total. */
size_t stat_weighted_rank(const double *weight, size_t stride, size_t n,
                          double p);

/* The number of objects that a profiler sees which takes one allocation every
 * `rate` bytes, for `count` objects of `bytes` in total; rate <= 0: all. */
double stat_sampled(double count, double bytes, double rate);

/* splitmix64: the next number, and the next number below k. */
uint64_t stat_random(uint64_t *state);
uint64_t stat_below(uint64_t *state, uint64_t k);
/* A reproducible seed from the data: each side is a sum of hashes, so the order
 * of the data does not matter. 1 to 2^32 - 1. */
uint64_t stat_seed(const uint64_t sides[2]);

/* Replaces n p-values, `stride` bytes apart, by the smallest false discovery
 * rate at which each is significant (Benjamini-Hochberg).  by: for tests that
 * depend on each other in any way (Benjamini-Yekutieli).  NAN: not a test, and
 * stays.  *tested: the number of tests.  False: out of memory, p unchanged. */
bool stat_fdr(double *p, size_t stride, size_t n, bool by, uint32_t *tested,
              corr_arena *scratch) CORR_CHECK;

#endif
