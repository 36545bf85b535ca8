/*
 * series_relation - whether two series move together (corr-methods 6.5).
 *
 * Pure functions of numbers at equal distances.  A pair with a NAN does not
 * count.  Memory comes from the arena; a bool is false if it is out.
 */
#ifndef CORR_SERIES_RELATION_H
#define CORR_SERIES_RELATION_H

#include <stdbool.h>
#include <stddef.h>

#include "corr_bytes.h"

/* Series of fewer pairs are not compared; a lag of k may lack k of them. */
enum { RELATION_LEAST = 12, RELATION_MOST_LAG = 5 };

typedef struct stat_relation {
    size_t n;         /* pairs; 0: too few, or a series does not vary */
    double r, rho;    /* Pearson's and Spearman's correlation */
    double effective; /* number of independent pairs, 4..n */
    double lo, hi;    /* of r, at 95 % */
} stat_relation;

/* y[i + lag] with x[i]: a positive lag means that y follows x. */
bool stat_relation_of(const double *x, const double *y, size_t n, int lag,
                      stat_relation *r, corr_arena *scratch) CORR_CHECK;

/* The relation at the lag of -L..L, L = min(5, n / 4), where the mean of r and
 * rho is largest; of equals, the lag nearest to 0.  n 0: too few pairs. */
bool stat_relation_best(const double *x, const double *y, size_t n, int *lag,
                        stat_relation *r, corr_arena *scratch) CORR_CHECK;

/* How much later than [from, to) counts are high: the lag of -most..most at
 * which two rates, one inside and one outside, are most likely.  likelihood:
 * room for 2 most + 1; entry i is twice the logarithm of the likelihood at the
 * lag i - most, up to a constant, or -INFINITY if the rate inside is the lower
 * one or a side is empty.  Returns the lag; INT_MIN: the rate is never higher
 * inside. */
int stat_best_shift(const double *count, size_t n, size_t from, size_t to,
                    int most, double *likelihood);

#endif
