/*
 * tree_order - depth-first order of a tree, siblings by weight, then name.
 *
 * A tree comes as a column of parents in which every parent stands before its
 * children, node 0 the root.  It leaves as positions: the subtree of a node is
 * the range [pos, pos + size).  No recursion, whatever the depth.
 */
#ifndef CORR_LAYOUT_H
#define CORR_LAYOUT_H

#include "corr_format.h"

typedef struct layout_tree {
    uint32_t n;
    const uint32_t *parent; /* [n] */
    const int64_t *weight;  /* [n] heavier siblings stand first ... */
    const char *(*name)(const void *ctx, uint32_t node);
    const void *ctx; /* ... and among equals those whose name is less */
} layout_tree;

/* pos and size have room for n; what it needs itself it frees, limit bytes at
 * most.  False: out of memory. */
bool layout_of(const layout_tree *t, uint32_t *pos, uint32_t *size,
               size_t limit) CORR_CHECK;

#endif
