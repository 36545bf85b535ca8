/*
 * growth_fit - how counts grow with a number: counts ~ c x^b (corr-methods 8.6).
 *
 * A Poisson regression of counts on log x, in which each case counts as much as
 * any other.  Cases with nearly the same x are one bin.  The interval of b comes
 * from how blocks of time differ, so it holds if samples clump.  n cases take n
 * steps to fill; a fit takes steps for its bins only.
 */
#ifndef CORR_GROWTH_FIT_H
#define CORR_GROWTH_FIT_H

#include <stdbool.h>
#include <stdint.h>

enum { GROWTH_BINS = 96, GROWTH_BLOCKS = 40 };

/* The cases: log x lies in [lo, hi]. */
typedef struct growth_cases {
    double lo, hi;
    double n[GROWTH_BINS];       /* cases */
    double log_sum[GROWTH_BINS]; /* of log x */
    double in_block[GROWTH_BLOCKS][GROWTH_BINS];
} growth_cases;

/* What was counted in them. */
typedef struct growth_counts {
    double y[GROWTH_BINS];
    double block_y[GROWTH_BLOCKS], block_ylog[GROWTH_BLOCKS];
} growth_counts;

typedef struct growth_fit {
    double n;         /* counts */
    double log_c;     /* of counts a case */
    double b, lo, hi; /* 95 %; NAN: no fit */
    double gain; /* what b adds to the log-likelihood, over the dispersion */
    double dispersion; /* 1: that of independent counts; at least 1 */
} growth_fit;

/* The bin of a case. */
unsigned growth_bin(const growth_cases *c, double log_x);
void growth_add_case(growth_cases *c, double log_x, unsigned block);
void growth_add_count(growth_counts *y, const growth_cases *c, double log_x,
                      unsigned block, double count);
growth_fit growth_fit_of(const growth_cases *c, const growth_counts *y);
/* Counts that a fit expects of a case. */
double growth_at(const growth_fit *f, double log_x);

#endif
