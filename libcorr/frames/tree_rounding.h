/*
 * tree_rounding - rounds the fractions of a tree once, from the root down.
 *
 * Nodes are in depth-first order: the subtree of i is [i, end[i]).  A column
 * has whole units and, beside them, parts of 2^-32.  The root's total is
 * rounded to the nearest unit.  Every other number is rounded so that a node's
 * total equals its self part plus its children's totals in whole units: the
 * largest fractions get one more unit, the earlier first (corr-methods 7.2).
 */
#ifndef CORR_SETTLE_H
#define CORR_SETTLE_H

#include "corr_format.h"

typedef struct round_column {
    int64_t *self, *total;                  /* changed */
    const uint32_t *self_part, *total_part; /* read */
    size_t stride; /* from one node's number to the next one's */
} round_column;

/* False: out of memory, nothing changed. */
bool round_tree(const round_column *c, const uint32_t *end, uint32_t n,
                corr_arena *scratch) CORR_CHECK;

#endif
