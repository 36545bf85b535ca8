/* significance_private - what the parts of judge share: clusters in an order of their
 * own, sums over some of them, one comparison. */
#ifndef CORR_JUDGE_PRIVATE_H
#define CORR_JUDGE_PRIVATE_H

#include "stats/significance.h"

typedef struct significance_cluster {
    double exposure;
    double total;    /* observations of all rows */
    const double *x; /* of row 0; the next row's is k further */
    uint32_t k, n;   /* clusters of the side, rows */
    uint32_t block;
} significance_cluster;

/* Sums over clusters of one row and block. */
typedef struct significance_sums {
    double x, xx, xe; /* observations, their squares, times exposure */
    double e, ee;     /* exposure, its squares */
    uint32_t k;
} significance_sums;

/* One row and side: what its blocks add up to. */
typedef struct significance_pile {
    double x, e;
    double seen, expected; /* variance of blocks with two clusters */
    double d;              /* degrees of freedom of that */
    double trend;          /* what it would be by the trend of each block, times
                              observations */
    double shown;          /* observations in blocks with two clusters on any
                              side */
    uint32_t k;            /* clusters of blocks that have the row */
} significance_pile;

typedef struct significance_range {
    uint32_t first, n;
} significance_range;

typedef struct significance_sides {
    const significance_data *d;
    significance_cluster
        *c[2]; /* [k], by block, then sorted by what they hold */
    significance_range *block[2]; /* [nblock] of c */
    uint32_t nblock;
    double *alpha; /* [nblock] */
    double prior;  /* degrees of freedom that its trend is worth */
    double widen;
    bool unseen;     /* no block has two clusters */
    double df;       /* of every t of these sides */
    double critical; /* quantile .975 of it */
    uint64_t seed;   /* of what is drawn from them */
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

/* Adds a block of both sides to their piles. */
void significance_pile_add(significance_pile pile[2],
                           const significance_sums sums[2], double alpha,
                           bool shares);

/* How much observations clump, as far as these clusters show it. */
typedef struct significance_spread {
    double phi_hat; /* variance seen over expected; NAN: nothing is seen */
    double d;       /* degrees of freedom it rests on */
} significance_spread;

significance_spread significance_spread_of(const significance_pile pile[2]);

/* Whether most observations are where nothing of noise is seen. */
bool significance_is_weak(const significance_pile pile[2]);

/* phi_hat drawn towards the trend. */
double significance_moderate(const significance_sides *s,
                             const significance_pile pile[2],
                             significance_spread seen);

double significance_mean(const significance_pile pile[2]);

/* t of two sides that both hold something. */
double significance_t(const significance_pile pile[2], double scale, double phi,
                      bool shares);

/* p of two sides of which exactly one holds something. */
double significance_exact_p(const significance_pile pile[2], double scale,
                            double phi);

/* How much the halves of side 0 differ over what they may: the 95th percentile
 * over rows and splits, at least 1.  *drawn: the most splits of a block that has
 * more.  False: out of memory. */
bool significance_disagreement(const significance_sides *s, double *lambda,
                               uint32_t *drawn, corr_arena *scratch) CORR_CHECK;

/* A seed of what both sides hold, whatever its order: the same answer each
 * time, and none that was picked. */
uint64_t significance_seed(const significance_sides *s);
/* Intervals of a row from resampled clusters, those of side 0 drawn first.
 * room holds 2 * rounds numbers.  A row whose resamples have no bounds keeps
 * the intervals it has. */
void significance_resample(const significance_sides *s, uint32_t i,
                           uint32_t rounds, significance_row *row,
                           double *room);

#endif
