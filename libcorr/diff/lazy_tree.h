/*
 * lazy_tree - a tree of two columns that is made where somebody looks.
 *
 * It stands for all beginnings of sorted paths (path_set.h), of which most views
 * need few: a node is made when the one above it is opened.  Its sums are known
 * then, whatever is below.  A tree that is there as a whole (change_owner.h) is one in
 * which every node is open.
 *
 * Node 0 is the root.  A child's number is always larger than its parent's, and
 * children stand in the order of their keys, or of the whole tree.  What it
 * is made of is borrowed; the rest is in the arena.  No failure after it was
 * made: there is room for all nodes, and pages nobody looks at cost nothing.
 */
#ifndef CORR_UNFOLD_H
#define CORR_UNFOLD_H

#include "base/path_set.h"
#include "diff/change_owner.h"

/* Cost and observations on both sides. */
typedef struct lazy_tree_cell {
    double cost[2], x[2];
} lazy_tree_cell;

typedef struct lazy_tree_node {
    uint32_t key;
    uint32_t parent;
    uint32_t child, n; /* once open: children, from unfold.child[child] on */
    bool open;
    uint32_t from, to; /* rows of the paths that begin so */
    uint32_t depth;    /* keys of that beginning */
    lazy_tree_cell self, sum;
} lazy_tree_node;

typedef struct lazy_tree {
    uint32_t n, most;     /* nodes so far, and of the whole tree */
    uint32_t nkey;        /* keys are below */
    lazy_tree_node *node; /* [most] */
    uint32_t *child;      /* [most] */
    const paths *paths;   /* NULL: it is there as a whole */
    const diff_tree *end; /* what ended at each of the paths */
} lazy_tree;

/* end has a row for each of the paths: what ended there.  Keys are below nkey.
 * False: out of memory. */
bool lazy_tree_paths(lazy_tree *u, const paths *p, const diff_tree *end,
                     uint32_t nkey, corr_arena *arena) CORR_CHECK;

/* Makes the children of a node. */
void lazy_tree_open(lazy_tree *u, uint32_t node);

/* Whether a node has no children, open or not. */
bool lazy_tree_is_leaf(const lazy_tree *u, uint32_t node);

/* value[p] of each path p becomes that of the deepest node that was made of
 * it, but for those of which it is 0.  Of paths only. */
void lazy_tree_spread(const lazy_tree *u, const uint32_t *of_node,
                      uint32_t *value);

#endif
