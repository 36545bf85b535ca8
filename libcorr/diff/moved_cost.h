/*
 * moved_cost - functions that cost as before, but under other callers (corr-methods 4.2).
 *
 * Where a wrapper comes or goes, or code is inlined or split, a function
 * disappears from some paths and appears on others.  Its cost moved; it did
 * not change, and is not reported as if it had.  Where the paths are the same,
 * and one costs more and another less, that is how its callers changed.
 */
#ifndef CORR_MOVED_H
#define CORR_MOVED_H

#include "diff/change_owner.h"

/* Whether a cost is there on one side only, but for a few samples. */
bool moved_cost_is_lone(double a, double b);

/* What happened to the self cost of one function. */
typedef struct moved_cost_row {
    double flat;  /* change over all its paths together */
    double path;  /* the sizes of the changes on each, added up */
    double lone;  /* the part of path that only one side has */
    double score; /* 1 - |flat| / path; 0 where path is */
    double noise; /* what chance alone may make of path: 2 se of each */
    bool moved;   /* path is more than noise and min_abs, score >= 0.8, and a
                     quarter of path is lone */
} moved_cost_row;

/* row: [nkey], the caller's; keys are below nkey. */
void moved_cost_of(const diff_tree *t, const change_owner_opts *o,
                   uint32_t nkey, moved_cost_row *row);

/* What usually became of a cost that both sides have, the later over the
 * earlier: of the narrowest range of such ratios that holds two fifths of it the
 * median, a node weighing as much as its lesser cost.  Shares change by this
 * where something else grew.  1 where not two nodes became alike; *ratio > 0.
 * False: out of memory. */
bool moved_cost_usual(const diff_tree *t, double *ratio,
                      corr_arena *scratch) CORR_CHECK;

#endif
