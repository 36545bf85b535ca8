/*
 * change_owner - which frame answers for a change (corr-methods 4.5).
 *
 * If a stack costs more, each of its frames costs more. Here each unit of
 * change belongs to one frame: the deepest whose collected change is large
 * enough to be seen and to be more than chance. A change that collects nowhere
 * stays with the root: the rest.
 *
 * If a wrapper comes or goes, or code is inlined or split, a function
 * disappears from some paths and appears on others. Its cost moved without a
 * change (corr-methods 4.2), and is not reported as a change. If the paths are
 * the same, and one costs more and another less, the callers changed.
 *
 * Pure arithmetic on arrays, in time linear in the nodes; any thread may call
 * it. Costs and observations are finite. A call fails only if memory is out.
 */
#ifndef CORR_CHANGE_OWNER_H
#define CORR_CHANGE_OWNER_H

#include "corr_format.h"

/* A calling-context tree with two columns, 0 before and 1 after. Parents come
 * before children; node 0 is the root. The caller owns the arrays. */
typedef struct diff_tree {
    uint32_t n;       /* nodes, at least the root */
    uint32_t *parent; /* [n] parent[i] < i; parent[0] = 0 */
    uint32_t *key;    /* [n] equal keys are one function; key[0] = 0 */
    double *cost[2];  /* [n] self, per request, per second, ... */
    double *x[2];     /* [n] self, effective observations */
} diff_tree;

typedef struct change_owner_opts {
    double min_abs;        /* a node answers for no smaller change */
    double unit[2];        /* normalised cost of one observation */
    double alpha;          /* how observations clump (corr-methods 4.7); 0: not
                          at all */
    uint32_t clusters;     /* of both sides together; 0 counts as 1 */
    const bool *passes_up; /* [n] or NULL: the node hands its change to the
                              nearest ancestor below the root that does not
                              pass; without such an ancestor the node itself
                              answers */
} change_owner_opts;

/* Returns the standard error of a difference between xa observations before and
 * xb after, in normalised cost. */
double change_owner_se(const change_owner_opts *o, double xa, double xb);

/* own[i]: the change that node i answers for, mostly 0; own[0] is the rest.
 * They add up to the whole change, cost[1] less cost[0] over all nodes: the
 * rest is computed to twice the precision of a double and rounded once, so
 * whole numbers below 2^53 add up exactly and others to the last bit of the
 * rest. owner[i]: the node that answers for the self change of node i; 0: the
 * rest. The caller owns both, [n] each. False: out of memory. */
bool change_owner_of(const diff_tree *t, const change_owner_opts *o,
                     double *own, uint32_t *owner,
                     corr_arena *scratch) CORR_CHECK;

/* ---- moved costs ----------------------------------------------------------- */

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

/* A ratio, after over before, of a cost that both sides have; the weight is the
 * lesser of the two costs. */
typedef struct cost_ratio {
    double ratio, weight;
} cost_ratio;

/* Returns the median of the narrowest range of ratios, at most 1.5 wide, with
 * two fifths of the weight, or 0. One ratio is not enough. Sorts v. */
double cost_ratio_usual(cost_ratio *v, uint32_t n);

/* Finds the usual ratio, after over before, of a cost that both sides have: the
 * median of the narrowest range of ratios that contains two fifths of the cost.
 * A node weighs as much as its lesser cost. Shares change by this ratio if
 * other functions grow. The ratio is 1 if no two nodes changed alike; *ratio >
 * 0. False: out of memory. */
bool moved_cost_usual(const diff_tree *t, double *ratio,
                      corr_arena *scratch) CORR_CHECK;

#endif
