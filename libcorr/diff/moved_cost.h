/*
 * moved_cost - functions that cost as before, but under other callers (corr-
 * corr-methods 4.2).
 *
 * If a wrapper comes or goes, or code is inlined or split, a function
 * disappears from some paths and appears on others. Its cost moved without a
 * change, and is not reported as a change. If the paths are the same, and one
 * costs more and another less, the callers changed.
 *
 * Pure arithmetic on arrays; any thread may call it.
 */
#ifndef CORR_MOVED_COST_H
#define CORR_MOVED_COST_H

#include "diff/change_owner.h"

/* Whether a cost is on one side only, apart from a few samples. */
bool moved_cost_is_lone(double a, double b);

/* The self cost of one function. */
typedef struct moved_cost_row {
    double flat;  /* sum of the changes on its paths */
    double path;  /* sum of the absolute changes on its paths */
    double lone;  /* part of `path` on paths of one side only */
    double score; /* 1 - |flat| / path; 0 if path is 0 */
    double noise; /* `path` that chance may cause: sum of 2 standard errors */
    bool moved;   /* path is more than noise and min_abs, score >= 0.8, and a
                     quarter of path is lone */
} moved_cost_row;

/* Fills row, [nkey], which the caller owns. Keys are below nkey. */
void moved_cost_of(const diff_tree *t, const change_owner_opts *o,
                   uint32_t nkey, moved_cost_row *row);

/* Finds the usual ratio, after over before, of a cost that both sides have: the
 * median of the narrowest range of ratios that contains two fifths of the cost.
 * A node weighs as much as its lesser cost. Shares change by this ratio if
 * other functions grow. The ratio is 1 if no two nodes changed alike; *ratio >
 * 0. False: out of memory. */
bool moved_cost_usual(const diff_tree *t, double *ratio,
                      corr_arena *scratch) CORR_CHECK;

#endif
