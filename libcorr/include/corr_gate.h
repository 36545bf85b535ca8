/*
 * corr_gate.h - whether an estimate keeps a limit: pass, fail, or cannot tell
 * (corr-methods 5), at one look, or at all looks while files come.
 *
 * An unknown number is NAN, which decides nothing.  No function here can fail.
 */
#ifndef CORR_GATE_H
#define CORR_GATE_H

#include "corr_diff.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- one look ---------------------------------------------------------- */

/* A limit, and when a value counts as above it (corr-methods 5). */
typedef struct corr_limit {
    double threshold;
    bool ratio;       /* the value is the ratio of new to base; it fails if it
                         changed significantly and its estimate is beyond the
                         threshold */
    bool at_least;    /* values below the threshold fail */
    bool or_equal;    /* the threshold itself passes */
    bool lower_bound; /* fails only if the whole interval is beyond */
} corr_limit;

typedef enum corr_gate {
    CORR_GATE_PASS,
    CORR_GATE_FAIL,
    CORR_GATE_CANNOT_TELL
} corr_gate;

corr_gate corr_gate_of(const corr_estimate *e, const corr_limit *l);
/* Returns the interval widened by the noise between runs that it does not
 * include (corr-methods 5): cv is the coefficient of variation of a run, 0.15;
 * a ratio has that of both sides.  z: 1.96 for 95 %.  Values below 0, and
 * unknown ones, stay. */
corr_estimate corr_over_runs(const corr_estimate *e, double cv, bool ratio,
                             double z);
/* How many times more observations would decide the gate, roughly.  1: it is
 * decided; INFINITY: no number would; NAN: unknown. */
double corr_gate_needed(const corr_estimate *e, const corr_limit *l);

/* ---- many looks -------------------------------------------------------- */

/* Sums over clusters of a side, of files of many looks (corr-methods 5.1).
 * Observations x are in an exposure e: requests or seconds, or for a share all
 * observations. */
typedef struct corr_watch_side {
    double x, xx, xe; /* with their products with the exposure */
    double e, ee;
    double cost; /* of the observations */
    double of;   /* of a share: the cost of all observations */
    uint32_t k;  /* clusters */
} corr_watch_side;

/* Adds a cluster of x observations in exposure e > 0. */
void corr_watch_add(corr_watch_side *s, double x, double e, double cost,
                    double of);

typedef enum corr_watch_kind {
    CORR_WATCH_RATIO, /* cost of the new side over that of the base */
    CORR_WATCH_COST,  /* of the new side, for each unit of exposure */
    CORR_WATCH_SHARE, /* of the new side */
} corr_watch_kind;

typedef struct corr_watch_rule {
    corr_watch_kind kind;
    double limit;   /* above 0 */
    bool at_least;  /* less is what fails */
    uint32_t rules; /* that share 5 % */
} corr_watch_rule;

typedef struct corr_watch_look {
    corr_estimate value; /* right at all looks; NAN: unknown */
    double phi;
    double width; /* of the interval, over that of one look; NAN: unknown */
} corr_watch_look;

/* Judges the sides by what is allowed. */
corr_gate corr_watch_judge(const corr_watch_side side[2],
                           const corr_watch_rule *rule, corr_watch_look *look);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
