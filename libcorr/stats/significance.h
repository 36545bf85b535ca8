/*
 * significance - did it change, by how much, and how sure is that?
 *
 * Compares counts of two sides, row by row (corr-methods 4.7): the ratio of two
 * rates, or with `shares` the ratio of two shares of all samples.  Plain
 * arithmetic: arrays in, arrays out.
 *
 * Observations clump by file, instance and time.  The differences between
 * clusters of one side show how much: phi_hat is their variance over that of
 * Poisson (for shares: of a binomial count), 1 if nothing clumps.  With few
 * clusters the phi_hat of one row is noise, so it is drawn towards the trend 1
 * + alpha * mean of all rows; the result is phi, at least 1.  With one cluster
 * a side no clumping is visible: phi is 2, and no row is significant.
 *
 * The trend is the median over the rows, weighted by their mean.  With equal
 * weights, a profile with many rows of few observations would show no clumping
 * even if files differ by 5 %, and its hottest rows would be significant too
 * often: with 3 clusters a side, 9 to 11 of 100 that did not change.
 *
 * Shares are judged by t as rates are: the normal would call one row of ten
 * significant with 3 clusters a side.
 *
 * Clusters of one block - files of one service - are alike except for noise;
 * differences between blocks are no noise.  So phi_hat comes from within
 * blocks, and a row is judged by the blocks in which it has observations.  If
 * most of its observations are in blocks of one cluster a side, its noise is
 * not visible: the row is weak.
 *
 * A row that is empty on one side is judged by the exact conditional binomial,
 * with counts divided by phi and rounded down.
 *
 * The verdicts also depend on whether the baseline agrees with itself: with 8
 * clusters or more on side 0, its halves are compared with each other.  If they
 * differ more than expected, every standard error is multiplied by facts.widen.
 *
 * The order of the clusters does not change a bit of the result: they are
 * sorted by their content, and all sums are taken in that order.
 *
 * Numbers of rows and clusters are counts; exposures and observations are
 * finite and not negative.  Out of memory: false, and the results are
 * undefined.  Calls with scratch arenas of their own may run in parallel.
 */
#ifndef CORR_SIGNIFICANCE_H
#define CORR_SIGNIFICANCE_H

#include <math.h>

#include "corr_bytes.h"

enum {
    SIGNIFICANCE_LEAST = 20, /* observations that a tested row needs */
    SIGNIFICANCE_DRAWN = 12, /* clusters a side that a reliable bootstrap
                                needs: corr-methods 4.7 */
};

/* The input: n rows (functions, regions, the total), each with an effective
 * number of observations per cluster of either side.  A cluster is a profile
 * file or a window of one.  Borrowed for the call. */
typedef struct significance_data {
    uint32_t n;                /* rows */
    uint32_t k[2];             /* clusters a side */
    const double *exposure[2]; /* [k]: requests, seconds, or all samples of
                                * the cluster */
    const double *x[2];        /* [n * k[side]], row by row: effective
                                * observations */
    const uint32_t *block[2];  /* [k], below `blocks`, which both sides
                                  share; NULL: one block */
    uint32_t blocks;           /* 0 means 1 */
    const double *alpha;       /* [blocks] the trend of each, if they differ;
                                  or NULL */
    const double *scale;       /* [n] or NULL: cost of an observation of side
                                  1 over one of side 0; unused for shares */
    const double *chance;      /* [n] or NULL: variance of the logarithm of
                                  the ratio that all clusters share, and so
                                  do not show; unused for shares */
    const bool *tested;        /* [n] or NULL (all): rows of the family for
                                  the false discovery rate; the other rows
                                  are judged but have no q */
    bool shares;               /* exposure counts all samples */
} significance_data;

typedef struct significance_opts {
    bool by; /* Benjamini-Yekutieli instead of Benjamini-Hochberg */
    /* intervals from resampled clusters for rows of 20 observations; p and q
     * stay.  Not widened, and too short with fewer than SIGNIFICANCE_DRAWN
     * clusters a side. */
    bool bootstrap;
    uint64_t seed;   /* of all random numbers; 0: derived from the data,
                        whatever its order */
    uint32_t rounds; /* 0 means 2000 */
    double alpha;    /* < 0: estimated from the rows of the family */
    double *keep;    /* [blocks] or NULL: receives the trend of each block */
    double widen;    /* 0: found from the baseline */
} significance_opts;

/* NAN marks what cannot be known: every number if a side has no exposure. */
typedef struct significance_row {
    double x[2];    /* observations */
    double phi_hat; /* NAN: no side has two clusters and a count */
    double phi;     /* without widen */
    double mean;    /* observations per cluster, over the blocks that have
                       the row */

    /* Side 1 over side 0 at 95 %, of rates or shares.  If side 0 is empty, only
     * lo may be set; if side 1 is empty, they are 0, 0 and possibly hi. */
    double ratio, lo, hi;

    double t, df; /* t NAN: exact test; df INFINITY: phi is assumed, t is
                     normal */
    double p, q;  /* q NAN: not tested */

    /* "**" q < .01, "*" q < .05, "~" neither; "." fewer than 20 observations;
     * "w" weak; "" not of the family. */
    char mark[3];
    bool exact;
    bool weak; /* phi is assumed: no q */
} significance_row;

/* Whether a row has enough observations for a test. */
static inline bool significance_has_enough(const significance_row *r)
{
    return r->x[0] + r->x[1] >= SIGNIFICANCE_LEAST && !isnan(r->p);
}

typedef struct significance_facts {
    double alpha;       /* of all blocks together */
    double df;          /* of every t; INFINITY: t is normal */
    double phi;         /* of the median row of the family; NAN: empty family */
    double widen;       /* 1: the intervals are those of the model */
    uint32_t tested;    /* rows with a q */
    uint32_t resamples; /* rounds of the bootstrap, 0: no bootstrap */
    uint32_t splits;    /* random splits of the baseline into halves; 0: no
                           split, or all possible splits */
    uint64_t seed;      /* of bootstrap and splits, below 2^32; 0: nothing
                           was random */
    bool one_each;      /* no block has two clusters on any side */
} significance_facts;

/* Judges all rows, row[n]. */
bool judge(const significance_data *d, const significance_opts *o,
           significance_row *row, significance_facts *f,
           corr_arena *scratch) CORR_CHECK;

/* Judges each row on its own, not as one of a family: q is NAN, and the mark
 * follows p.  Used for the total, and with alpha < 0: the total's clusters
 * alone give its noise, with as many degrees of freedom as they have.  The
 * trend of rows that are a hundredth of the total says little about the total:
 * with 3 clusters a side and the alpha of the rows, it was significant in 11 to
 * 17 cases of 100 in which nothing changed.  Reads from o: alpha, widen (1, or
 * the one that judge() found for the rows) and the options of the bootstrap.
 * Several owned regions are a family: judge() with given alpha and widen. */
bool significance_each(const significance_data *d, const significance_opts *o,
                       significance_row *row, corr_arena *scratch) CORR_CHECK;

/* The mark of a tested row: by q, and "~" if q is NAN. */
const char *significance_mark(double q);

/* The trend: phi of a row with this mean of observations per cluster. */
double significance_phi(double alpha, double mean);

/* In the functions below phi is the phi of a row times the square of widen. */

/* The smallest growth, as a ratio, that 80 % of comparisons would detect in a
 * row with xa and xb observations. */
double significance_least_ratio(double xa, double xb, double phi);

/* The smallest difference to a share p, of na and nb samples, that 80 % of
 * comparisons would detect, as a share: 0.0158 is 1.58 points. */
double significance_least_points(double p, double na, double nb, double phi);

/* Samples a side with which 80 % of comparisons would detect that a share p
 * grew by the factor 1 + growth (table 4.8). */
double significance_samples(double p, double growth, double phi);

#endif
