/*
 * align - one tree of two sides, in which frames come and go between deploys
 * (corr-methods 4.2).
 *
 * If the compiler inlines a frame, a wrapper is added, or a function is
 * renamed, everything below gets another path, and each path would appear as
 * gone and new. Such frames are found from the root downward, node by node, and
 * undone:
 *
 * left out   A frame on one side only, whose callees and self cost reappear on
 *            the other side under its parent. Its callees join those of the
 *            parent, its self cost becomes the parent's. Several frames in a
 *            row are left out one by one.
 * paired     A frame on the base only and a frame on the new side only, under
 *            one node, of similar cost and similar callees, become one node
 *            with the new name. If another pair is about as similar, neither is
 *            paired, and a note names them.
 *
 * Costs are compared relative to their caller, whose traffic may have changed:
 * at what the costs under it that both sides have usually became, as they are,
 * and for pairs as shares of the caller. A pair that is most of its caller is
 * one only if its callees are alike, in parts.
 *
 * A few samples give no evidence. A frame is considered only if its stacks have
 * min_abs and `least` observations. Two costs are equal up to one standard
 * error (change_owner_se). Callees with fewer than five observations count as
 * one. The reappearing cost must have `least` observations on either side and
 * exceed twice its standard error. If several frames called the same function,
 * each gets its share of the growth. Two costs below may disagree completely,
 * or more if half of the cost of the frame agrees: they may have changed as
 * well.
 *
 * The tree is opened (lazy_tree.h) only as deep as there is evidence.
 *
 * Equal names are always merged. The search for other matches is limited, so
 * that no tree takes long: 32 frames left out in a row, callees twelve levels
 * below a pair, and a number of steps per node of the tree.
 *
 * One thread at a time; the result is in the arena of the caller.
 */
#ifndef CORR_ALIGN_H
#define CORR_ALIGN_H

#include "diff/change_owner.h"
#include "diff/lazy_tree.h"

typedef struct align_opts {
    double min_abs;    /* normalised cost; frames with less stay as they are */
    double lump;       /* a node with less cost on both sides stays one node
                          of the new tree, with all below it; at most min_abs */
    double unit[2];    /* as in change_owner_opts */
    double alpha;      /* as in change_owner_opts */
    uint32_t clusters; /* as in change_owner_opts */
    double least;      /* observations on either side; 0: 20 */
    const struct align_note *known; /* renamed frames, which are paired wherever
                                       one side calls the old and the other the
                                       new name under one node */
    uint32_t nknown;
    const uint8_t *on; /* [keys] bit w: side w has the key anywhere; two that
                          both sides have are not one. NULL: not known */
} align_opts;

typedef enum align_kind {
    ALIGN_INLINED,  /* `was` disappeared between the node and its callees */
    ALIGN_INSERTED, /* `is` appeared between them */
    ALIGN_RENAMED,  /* `was` was renamed to `is` */
    ALIGN_POSSIBLY, /* `was` may be `is`, but so may others: not paired */
} align_kind;

typedef struct align_note {
    align_kind kind;
    uint32_t parent;  /* key of the parent; 0: the root */
    uint32_t was, is; /* keys; 0: no frame */
    uint32_t node;    /* of the new tree: the pair, else the parent */
    double cost[2];   /* of each frame, with all below */
} align_note;

typedef struct align_notes {
    align_note *v; /* by the greater cost, descending */
    uint32_t n;
} align_notes;

/* Aligns u into out: parents before children, no siblings of one key. Its
 * costs add up to those of u, apart from rounding. node_of[i]: the node of
 * out with the self cost of node i, for all nodes that u has afterwards;
 * the caller owns it, [u->most], all 0. out and notes are in the arena.
 * False: out of memory. */
bool align_unfold(lazy_tree *u, const align_opts *o, diff_tree *out,
                  uint32_t *node_of, align_notes *notes,
                  corr_arena *arena) CORR_CHECK;

#endif
