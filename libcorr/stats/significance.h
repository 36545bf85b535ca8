/*
 * significance - did it change, by how much, and how sure is that?
 *
 * Compares counts of two sides, row by row (corr-methods 4.7): the ratio of two
 * rates, or with `shares` of two shares of all samples.  Plain arithmetic:
 * arrays in, arrays out.
 *
 * Observations clump by file, instance and time.  How much is seen in how the
 * clusters of one side differ: phi_hat is the variance over that of Poisson
 * (of shares: of a binomial count), 1 where nothing clumps.  One row's own
 * phi_hat is noise with a few clusters, so it is drawn towards the trend
 * 1 + alpha * mean of all rows; the result is phi, at least 1.  With one
 * cluster a side nothing is seen: phi is 2, and no row is significant.
 *
 * The trend is the median of what the rows show, each weighing as much as its
 * mean.  If each counted the same, a profile with many rows of few observations
 * would show none even where files differ by 5 %, and its hottest rows would be
 * called too often: with 3 clusters a side, 9 to 11 of 100 that did not change.
 *
 * Shares are judged by t as rates are: the normal would call one row of ten
 * with 3 clusters a side.
 *
 * Clusters of one block - files of one service - are alike but for noise; how
 * blocks differ is none.  So phi_hat is what is seen within blocks, and a row is
 * judged by the blocks in which it has observations.  Where most of these are in
 * blocks of one cluster a side, nothing is seen: the row is weak.
 *
 * A row that is empty on one side is judged by the exact conditional binomial,
 * with counts divided by phi and rounded down.
 *
 * What the rows are told also depends on whether the baseline agrees with
 * itself: with 8 clusters or more on side 0, its halves are judged against
 * each other, and where they differ more than they may every standard error is
 * multiplied by facts.widen.
 *
 * The order of the clusters does not matter, to the bit: they are sorted by
 * what they hold, and all sums are taken in that order.
 *
 * Numbers of rows and clusters are counts, exposures and observations finite
 * and not negative.  Out of memory: false, and nothing in the results holds.
 */
#ifndef CORR_JUDGE_H
#define CORR_JUDGE_H

#include "corr_bytes.h"

enum {
    SIGNIFICANCE_LEAST = 20, /* observations of a row that is tested */
    SIGNIFICANCE_DRAWN =
        12 /* clusters a side of a bootstrap that may be trusted:
                         corr-methods 4.7 */
};

/* What is compared: n rows (functions, regions, the total), each with an
 * effective number of observations per cluster of either side.  A cluster is
 * a profile file or a window of one.  Borrowed for the call. */
typedef struct significance_data {
    uint32_t n;                /* rows */
    uint32_t k[2];             /* clusters a side */
    const double *exposure[2]; /* [k]: requests, seconds, or all samples of
                                * the cluster */
    const double *x[2];        /* [n * k[side]], row by row: effective
                                * observations */
    const uint32_t *block[2];  /* [k], below `blocks`, which are the same on
                                * both sides; NULL: one block */
    uint32_t blocks;           /* 0: 1 */
    const double *alpha;       /* [blocks] their trends, where these are not
                          * all the same; or NULL */
    const double *scale;       /* [n] or NULL: cost of an observation of side 1
                                * over one of side 0; not used for shares */
    const double *chance;      /* [n] or NULL: variance of the logarithm of the
                                * ratio that all clusters share, so that they
                                * do not show it; not of shares */
    const bool *tested;        /* [n] or NULL, all: rows of the family for the
                                * false discovery rate; others are judged but
                                * have no q */
    bool shares;               /* exposure is all samples: Wilson, Newcombe */
} significance_data;

typedef struct significance_opts {
    bool by;         /* Benjamini-Yekutieli instead of Benjamini-Hochberg */
    bool bootstrap;  /* intervals from resampled clusters for rows of 20
                      * observations; p and q stay.  Not widened, and too
                      * short with fewer than SIGNIFICANCE_DRAWN clusters a side. */
    uint64_t seed;   /* of what is drawn; 0: made of what is judged, whatever
                      * the order it comes in */
    uint32_t rounds; /* 0: 2000 */
    double alpha;    /* < 0: estimate from the rows of the family */
    double *keep;    /* [blocks] or NULL: where the trend of each, as estimated,
                      * is left */
    double widen;    /* 0: find out from the baseline */
} significance_opts;

/* NAN is what cannot be known: all of it where a side has no exposure. */
typedef struct significance_row {
    double x[2];    /* observations */
    double phi_hat; /* NAN: no side has two clusters and a count */
    double phi;     /* not widened */
    double mean;    /* observations per cluster of its blocks */

    /* Of rates or shares, side 1 over side 0, at 95 %.  Empty on side 0: only
     * lo, at most; empty on side 1: 0, 0 and at most hi. */
    double ratio, lo, hi;

    /* Of shares, as a share: 0.01 is one point.  Else NAN. */
    double diff, diff_lo, diff_hi;

    double t, df; /* t NAN: exact; df INFINITY: phi is assumed, t is normal */
    double p, q;  /* q NAN: not tested */

    /* "**" q < .01, "*" q < .05, "~" neither; "." fewer than 20 observations;
     * "w" weak; "" not of the family. */
    char mark[3];
    bool exact;
    bool weak; /* phi is assumed: no q */
} significance_row;

typedef struct significance_facts {
    double alpha;       /* of all blocks together */
    double df;          /* of every t; INFINITY: it is normal */
    double phi;         /* of the median row of the family; NAN: it is empty */
    double widen;       /* 1: intervals are as the model has them */
    uint32_t tested;    /* rows that have a q */
    uint32_t resamples; /* rounds of the bootstrap, 0: none */
    uint32_t splits;    /* of the baseline in halves, that were drawn; 0: none,
                         * or all that there are */
    uint64_t seed;      /* of both, below 2^32; 0: nothing was drawn */
    bool one_each;      /* no block has two clusters on any side */
} significance_facts;

/* Judges all rows, row[n]. */
bool judge(const significance_data *d, const significance_opts *o,
           significance_row *row, significance_facts *f,
           corr_arena *scratch) CORR_CHECK;

/* Judges each row on its own, not as one of a family: q is NAN, and the mark
 * goes by p.  For the total, and with alpha < 0: by its own clusters alone,
 * with as many degrees of freedom as they have.  The trend of rows that are a
 * hundredth of it tells nothing of the total: with 3 clusters a side and
 * alpha of the rows it was called in 11 to 17 cases of 100 where nothing had
 * changed.  o: alpha; widen, 1 or what judge() found for the rows; and what is
 * told of a bootstrap.
 *
 * Several owned regions are a family: judge() with alpha and widen given. */
bool significance_each(const significance_data *d, const significance_opts *o,
                       significance_row *row, corr_arena *scratch) CORR_CHECK;

/* The mark of what is tested: by q, and "~" where that is NAN. */
const char *significance_mark(double q);

/* The trend alone: phi of a row with so many observations per cluster. */
double significance_phi(double alpha, double mean);

/* In what follows phi is that of a row times the square of widen. */

/* The least growth, as a ratio, that 80 % of comparisons would have shown of a
 * row with so many observations a side. */
double significance_least_ratio(double xa, double xb, double phi);

/* The least difference of a share p of na and nb samples that 80 % would have
 * shown, as a share: 0.0158 is 1.58 points. */
double significance_least_points(double p, double na, double nb, double phi);

/* Samples a side, of which 80 % of comparisons would show that a share p grew by
 * so much of itself (table 4.8). */
double significance_samples(double p, double growth, double phi);

#endif
