/*
 * any_time - a cost that may be judged after every file (corr-methods 5.1).
 *
 * A side is a growing number of clusters (files, or windows of one).  Judged is
 * the ratio of the rates of two sides, the rate of one side, or a share of what
 * one side has.  The interval of one look is right in 95 of 100 looks; a watch
 * that takes many looks is wrong more often.  The interval here holds the truth
 * at all looks together in 95 of 100 watches: a confidence sequence, from a
 * normal mixture over a logarithm (Robbins; Waudby-Smith and others).
 *
 * Files may come at any pace, to one side or to both, and in any order; windows
 * within a side vary independently.  Plain arithmetic, no state, cannot fail.
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

/* What is judged, and on which scale its interval is symmetric. */
typedef enum any_time_kind {
    ANY_TIME_RATIO, /* rate of side 1 over that of side 0; its logarithm */
    ANY_TIME_RATE,  /* rate x/e of side 1; its logarithm */
    ANY_TIME_SHARE, /* x of e observations of side 1; its log odds */
} any_time_kind;

/* What a watch is held to. It is set before the first look, and kept. */
typedef struct any_time_rule {
    any_time_kind kind;
    double alpha;    /* of this assertion: most of its part of 5 % ... */
    double none;     /* ... and the rest, for a side without an observation */
    double variance; /* of the mixture, on the scale of the kind */
    double limit;
} any_time_rule;

/* NAN: unknown, because a side has too little: fewer than two clusters, or no
 * observation. */
typedef struct any_time_look {
    double value;    /* ratio, rate or share */
    double lo, hi;   /* at all looks */
    double one[2];   /* the interval of this look alone, at 95 % */
    double variance; /* on the scale of the kind */
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
any_time_rule any_time_rule_of(any_time_kind kind, double limit,
                               uint32_t assertions);

/* Adds a cluster of x >= 0 observations in exposure e > 0. */
void any_time_add(any_time_side *side, double x, double e);

any_time_look any_time_look_at(const any_time_rule *rule,
                               const any_time_side side[2]);

any_time_verdict any_time_judge(const any_time_rule *rule,
                                const any_time_look *look);

#endif
