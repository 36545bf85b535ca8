/*
 * tree_order - depth-first order of a tree, siblings by weight, then name.
 *
 * The input is a column of parents in which every parent stands before its
 * children; node 0 is the root.  The result is a position per node: the subtree
 * of a node is the range [pos, pos + size).  No recursion at any depth.  Pure
 * function.
 */
#ifndef CORR_LAYOUT_H
#define CORR_LAYOUT_H

#include "corr_format.h"

typedef struct layout_tree {
    uint32_t n;
    const uint32_t *parent; /* [n] */
    const int64_t *weight;  /* [n] heavier siblings stand first ... */
    const char *(*name)(const void *ctx, uint32_t node);
    const void *ctx; /* ... then the lesser name */
} layout_tree;

/* Fills pos and size, which have room for n.  Uses at most limit bytes of its
 * own and frees them.  False: out of memory. */
bool layout_of(const layout_tree *t, uint32_t *pos, uint32_t *size,
               size_t limit) CORR_CHECK;

#endif
