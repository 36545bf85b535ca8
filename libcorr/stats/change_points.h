/*
 * change_points - where the level of a series changes (corr-methods 6.2).
 *
 * A series is n numbers at equal distances, without gaps.  Positions are
 * indices from 0; a change point is the first index of the new segment.
 *
 * Pure functions.  Memory comes from the arena; a bool is false if it is
 * out.  Results repeat: nothing is drawn at random.
 */
#ifndef CORR_CHANGE_POINTS_H
#define CORR_CHANGE_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "corr_bytes.h"

/* The median of n numbers, which it reorders; NAN: n is 0. */
double stat_median(double *v, size_t n);

/* The centre of a series, and its spread in units of a standard deviation: MAD
 * over 0.6745, or 1.2533 times the mean absolute deviation if that is 0.
 * spread 0: all values are equal. */
typedef struct stat_robust {
    double median, spread;
} stat_robust;
bool stat_robust_of(const double *x, size_t n, stat_robust *r,
                    corr_arena *scratch) CORR_CHECK;
/* The robust z of a value; 0 if there is no spread. */
double stat_robust_z(const stat_robust *r, double x);

/* The noise of a series, from its first differences: their MAD over 0.6745
 * sqrt(2), or their mean absolute deviation if that is 0. */
bool stat_step_noise(const double *x, size_t n, double *sigma,
                     corr_arena *scratch) CORR_CHECK;

/* The change points of the segmentation with the least squared error plus a
 * penalty for each segment (PELT).  Segments have at least `least` values.
 * at: room for n / least. */
bool stat_pelt(const double *x, size_t n, double penalty, size_t least,
               uint32_t *at, size_t *nat, corr_arena *scratch) CORR_CHECK;
/* The penalty of corr-methods 6.2: 3 sigma^2 ln n. */
double stat_pelt_penalty(double sigma, size_t n);

/* The energy statistic of each cut of a series into its first i and its last
 * n - i values: q[i], i in [1, n); q[0] is 0. */
void stat_energy(const double *x, size_t n, double *q);
/* Change points by E-divisive: the best cut of each segment, as long as a
 * t-test of its two sides rejects at 0.001.  `least`, `at` as for PELT.  A
 * series of more than 2,000 values is cut as means of neighbours. */
bool stat_edivisive(const double *x, size_t n, size_t least, uint32_t *at,
                    size_t *nat, corr_arena *scratch) CORR_CHECK;

/* Pettitt's test: the largest |statistic|, the number of values before it, and
 * the approximate probability of such a one without a change. */
typedef struct stat_pettitt {
    double k, p;
    size_t at;
} stat_pettitt;
bool stat_pettitt_of(const double *x, size_t n, stat_pettitt *r,
                     corr_arena *scratch) CORR_CHECK;

/* Mann-Whitney's test of two samples, two-sided: normal approximation with
 * corrections for ties and continuity. */
bool stat_mann_whitney(const double *a, size_t na, const double *b, size_t nb,
                       double *p, corr_arena *scratch) CORR_CHECK;

/* The segments of a series and which of its changes count. */
typedef enum stat_method { STAT_PELT, STAT_EDIVISIVE } stat_method;

/* A change that counts.  Values are means of the segments around it; those of a
 * spike are of the spike, and of the median of the series. */
typedef struct stat_change {
    uint32_t at;        /* first index of what is new */
    uint32_t from, to;  /* it goes from `from` on, until `to` */
    double before, now; /* levels */
    double z;           /* |now - before| in units of the noise */
    bool spike;         /* begins or ends a spike; else a lasting level */
    bool ends;          /* the spike ends here: from..to is what follows */
} stat_change;

typedef struct stat_changes {
    stat_change *change; /* ascending by at */
    size_t n;
    bool *flagged; /* [n of the series] is part of a spike */
} stat_changes;

/* Spikes and level shifts of a series of n values (corr-methods 6.2).  pair: the
 * least length of a spike, 2 or more.  falls: spikes downward, too.  Fewer than
 * STAT_LEAST_SERIES values have no changes. */
enum { STAT_LEAST_SERIES = 10 };
typedef struct stat_change_opts {
    stat_method method;
    size_t pair;
    bool falls;
    bool is_log; /* the values are logarithms */
} stat_change_opts;
bool stat_changes_of(const double *x, size_t n, const stat_change_opts *o,
                     stat_changes *c, corr_arena *scratch) CORR_CHECK;

#endif
