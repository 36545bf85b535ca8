/*
 * any_time - a ratio of costs that may be judged after every file
 * (corr-methods 5.1).
 *
 * Each of two sides is a growing number of clusters (files, or windows of one).
 * The interval of one look is right in 95 of 100 looks; a watch that takes many
 * looks is wrong more often. The interval here holds the truth at all looks
 * together in 95 of 100 watches: a confidence sequence, from a normal mixture
 * over the logarithm of the ratio (Robbins; Waudby-Smith and others).
 *
 * Files may come at any pace, to one side or to both, and in any order; windows
 * within a side vary independently. Plain arithmetic, no state, cannot fail.
 */
#ifndef CORR_ANY_TIME_H
#define CORR_ANY_TIME_H

#include <stdint.h>

/* Sums over the clusters of a side: observations x, exposure e (requests or
 * seconds). Zero: no cluster. */
typedef struct any_time_side {
    double x, xx, xe;
    double e, ee;
    uint32_t k;
} any_time_side;

/* What a watch is held to. It is set before the first look, and kept. */
typedef struct any_time_rule {
    double alpha;    /* of this assertion: 5 % over the number of assertions */
    double variance; /* of the mixture, of the logarithm of a ratio */
    double limit;    /* the largest ratio that is allowed */
} any_time_rule;

/* NAN: unknown, because a side has no observation or fewer than two
 * clusters. */
typedef struct any_time_look {
    double ratio;    /* side 1 over side 0 */
    double lo, hi;   /* at all looks */
    double one[2];   /* the interval of this look alone, at 95 % */
    double variance; /* of the logarithm of the ratio */
    double phi;      /* dispersion, at least 1 */
    double df;       /* degrees of freedom of phi */
    double width;    /* of the interval, over that of one look */
} any_time_look;

typedef enum any_time_verdict {
    ANY_TIME_OPEN, /* go on */
    ANY_TIME_KEPT, /* the whole interval is below the limit */
    ANY_TIME_OVER, /* the whole interval is above it */
} any_time_verdict;

/* The rule of one of `assertions` (at least 1) that share 5 %; limit > 0. */
any_time_rule any_time_rule_of(double limit, uint32_t assertions);

/* Adds a cluster of x >= 0 observations in exposure e > 0. */
void any_time_add(any_time_side *side, double x, double e);

any_time_look any_time_look_at(const any_time_rule *rule,
                               const any_time_side side[2]);

any_time_verdict any_time_judge(const any_time_rule *rule,
                                const any_time_look *look);

#endif
