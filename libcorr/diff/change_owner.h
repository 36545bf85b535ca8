/*
 * change_owner - which frame answers for a change (corr-methods 4.5).
 *
 * A stack that got dearer is dearer once for each of its frames.  Here every
 * unit of change belongs to one of them: the deepest at which enough of it has
 * come together to be seen and to be more than chance.  What comes together
 * nowhere stays with the root: the rest.
 *
 * Arithmetic on arrays: no file is read, nothing is kept.  A tree of any depth
 * is a pass over its nodes.  Costs and observations are finite.
 */
#ifndef CORR_OWNED_H
#define CORR_OWNED_H

#include "corr_format.h"

/* A calling-context tree with two columns, 0 before and 1 after.  Parents come
 * before children; node 0 is the root.  Who fills it owns the arrays. */
typedef struct diff_tree {
    uint32_t n;       /* nodes, at least the root */
    uint32_t *parent; /* [n] parent[i] < i; parent[0] = 0 */
    uint32_t *key;    /* [n] equal keys are one function; key[0] = 0 */
    double *cost[2];  /* [n] self, per request, per second, ... */
    double *x[2];     /* [n] self, effective observations */
} diff_tree;

typedef struct change_owner_opts {
    double min_abs;    /* a smaller change is nobody's */
    double unit[2];    /* normalised cost of one observation */
    double alpha;      /* how observations clump (corr-methods 4.7); 0: not */
    uint32_t clusters; /* of both sides together; 0 is taken as 1 */
    bool no_se;        /* no change is taken for chance */
    const bool *passes_up; /* [n], may be NULL: hands its change to the
                            * nearest node above that does not; where there is
                            * none but the root, it answers itself */
} change_owner_opts;

/* The standard error of a difference between xa observations before and xb
 * after, in normalised cost; 0 if no_se. */
double change_owner_se(const change_owner_opts *o, double xa, double xb);

/* own[i]: the change that node i answers for, 0 for most; own[0] is the rest.
 * Together they are the whole change, cost[1] less cost[0] over all nodes: the
 * rest is worked out to twice the precision of a double and rounded once, so
 * whole numbers below 2^53 add up exactly and others to the last bit of the
 * rest.  owner[i]: the node that answers for the self change of node i, 0 for
 * the rest.  Both [n], the caller's.  False: out of memory. */
bool change_owner_of(const diff_tree *t, const change_owner_opts *o,
                     double *own, uint32_t *owner,
                     corr_arena *scratch) CORR_CHECK;

#endif
