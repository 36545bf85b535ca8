/* significance_private - shared by the parts of judge: clusters in a sorted
 * order, sums over some of them, one comparison. */
#ifndef CORR_SIGNIFICANCE_PRIVATE_H
#define CORR_SIGNIFICANCE_PRIVATE_H

#include "stats/significance.h"

typedef struct significance_cluster {
    double exposure;
    double total;    /* observations of all rows */
    const double *x; /* of row 0; row i is at x[i * k] */
    uint32_t k, n;   /* clusters of the side, rows */
    uint32_t block;
} significance_cluster;

/* Sums over some clusters, of one row and block. */
typedef struct significance_sums {
    double x, xx, xe; /* observations x, x * x, x * exposure */
    double e, ee;     /* exposure e, e * e */
    uint32_t k;
} significance_sums;

/* Sums over the blocks, of one row and side. */
typedef struct significance_tally {
    double x, e;
    double seen, expected; /* variance within blocks of two or more clusters */
    double d;              /* degrees of freedom of seen */
    double trend;          /* sum of observations times the phi that the
                              trend of their block gives */
    double shown;          /* observations in blocks that have two clusters
                              on a side */
    uint32_t k;            /* clusters of the blocks that have the row */
} significance_tally;

typedef struct significance_range {
    uint32_t first, n;
} significance_range;

typedef struct significance_sides {
    const significance_data *d;
    significance_cluster *c[2];   /* [k], sorted by block, then by content */
    significance_range *block[2]; /* [nblock] ranges of c */
    uint32_t nblock;
    double *alpha; /* [nblock] */
    double prior;  /* degrees of freedom that the trend counts for */
    double widen;
    bool unseen;     /* no block has two clusters */
    double df;       /* of every t */
    double critical; /* the 0.975 quantile of t */
    uint64_t seed;   /* of all random numbers */
} significance_sides;

static inline void significance_sums_add(significance_sums *p,
                                         const significance_cluster *c,
                                         uint32_t row)
{
    const double x = c->x[(size_t)row * c->k];

    p->x += x;
    p->xx += x * x;
    p->xe += x * c->exposure;
    p->e += c->exposure;
    p->ee += c->exposure * c->exposure;
    p->k++;
}

/* Adds the sums of a block of both sides to their tallies. */
void significance_tally_add(significance_tally tally[2],
                            const significance_sums sums[2], double alpha,
                            bool shares);

/* Adds block `block` of row i to the tallies. */
void significance_tally_block(const significance_sides *s, uint32_t i,
                              uint32_t block, significance_tally tally[2]);
/* Sets the tallies to the sums of row i over all blocks. */
void significance_tally_row(const significance_sides *s, uint32_t i,
                            significance_tally tally[2]);

/* How much observations clump, as far as the clusters show it. */
typedef struct significance_spread {
    double phi_hat; /* seen over expected variance; NAN: no noise is visible */
    double d;       /* its degrees of freedom */
} significance_spread;

significance_spread significance_spread_of(const significance_tally tally[2]);

/* Whether most observations are in blocks that show no noise. */
bool significance_is_weak(const significance_tally tally[2]);

/* Draws phi_hat towards the trend; returns phi. */
double significance_moderate(const significance_sides *s,
                             const significance_tally tally[2],
                             significance_spread seen);

double significance_mean(const significance_tally tally[2]);

/* t of two sides that both have observations. */
double significance_t(const significance_tally tally[2], double scale,
                      double phi, bool shares);

/* p if exactly one side has observations. */
double significance_exact_p(const significance_tally tally[2], double scale,
                            double phi);

/* Judges row i, without its q and its mark. */
void significance_judge_row(const significance_sides *s, uint32_t i,
                            significance_row *r);

/* How much the halves of side 0 differ over what is expected: the 95th
 * percentile over rows and splits, at least 1. *drawn: the most random splits
 * of a block; 0 if all splits were listed.  False: out of memory. */
bool significance_disagreement(const significance_sides *s, double *lambda,
                               uint32_t *drawn, corr_arena *scratch) CORR_CHECK;

/* A reproducible seed from the data of both sides, whatever its order. */
uint64_t significance_seed(const significance_sides *s);
/* Intervals of a row from resampled clusters; side 0 is drawn first. room holds
 * 2 * rounds numbers.  A row whose resamples have no bounds keeps its
 * intervals. */
void significance_resample(const significance_sides *s, uint32_t i,
                           uint32_t rounds, significance_row *row,
                           double *room);

#endif
