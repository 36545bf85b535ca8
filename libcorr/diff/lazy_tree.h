/*
 * lazy_tree - a tree of two columns whose nodes are made on demand.
 *
 * The tree contains all beginnings of sorted paths (path_set.h), of which most
 * views need few. A node is made when its parent is opened; its sums are known
 * then. If `paths` is NULL, all nodes exist and are open.
 *
 * Node 0 is the root. A child has a larger number than its parent; children are
 * in the order of their keys, or in that of the whole tree. The paths and
 * columns are borrowed, the rest is in the arena. Opening a node cannot fail:
 * there is address space for all nodes, and untouched pages take no memory. One
 * thread at a time may use a tree.
 */
#ifndef CORR_LAZY_TREE_H
#define CORR_LAZY_TREE_H

#include "base/path_set.h"
#include "diff/change_owner.h"

/* Cost and observations on both sides. */
typedef struct lazy_tree_cell {
    double cost[2], x[2];
} lazy_tree_cell;

static inline void lazy_tree_cell_add(lazy_tree_cell *a,
                                      const lazy_tree_cell *b)
{
    for (int side = 0; side < 2; side++) {
        a->cost[side] += b->cost[side];
        a->x[side] += b->x[side];
    }
}

/* Returns row i of a tree. */
static inline lazy_tree_cell lazy_tree_cell_of(const diff_tree *t, uint32_t i)
{
    return (lazy_tree_cell){ { t->cost[0][i], t->cost[1][i] },
                             { t->x[0][i], t->x[1][i] } };
}

typedef struct lazy_tree_node {
    uint32_t key;
    uint32_t parent;
    uint32_t child, n; /* once open: n children, from lazy_tree.child[child]
                          on */
    bool open;
    uint32_t from, to; /* rows of the paths with this beginning */
    uint32_t depth;    /* number of keys of the beginning */
    lazy_tree_cell self, sum;
} lazy_tree_node;

typedef struct lazy_tree {
    uint32_t n, most;     /* nodes made, and of the whole tree */
    uint32_t nkey;        /* all keys are smaller */
    lazy_tree_node *node; /* [most] */
    uint32_t *child;      /* [most] */
    const paths *paths;   /* NULL: all nodes exist */
    const diff_tree *end; /* self cost of each path */
} lazy_tree;

/* Makes the root. end: the self cost of each path. Keys are below nkey. False:
 * out of memory, or too many nodes. */
bool lazy_tree_paths(lazy_tree *u, const paths *p, const diff_tree *end,
                     uint32_t nkey, corr_arena *arena) CORR_CHECK;

/* Makes the children of a node, once. */
void lazy_tree_open(lazy_tree *u, uint32_t node);

/* Whether a node has no children. It need not be open. */
bool lazy_tree_is_leaf(const lazy_tree *u, uint32_t node);

/* Sets value[p] of each path p to of_node of the deepest existing node on it.
 * Only for trees of paths. */
void lazy_tree_spread(const lazy_tree *u, const uint32_t *of_node,
                      uint32_t *value);

#endif
