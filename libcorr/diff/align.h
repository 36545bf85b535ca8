/*
 * align - one tree of two sides, where frames come and go between deploys
 * (corr-methods 4.2).
 *
 * A frame that the compiler inlines, a wrapper that is added, a function that
 * gets another name: each puts everything below it on another path, and every
 * path would be called gone here and new there.  Such frames are seen from
 * above, one node after the other, and taken back:
 *
 * left out   A frame seen on one side only, whose callees and self cost
 *            reappear on the other under the node above it.  Its callees join
 *            those of that node, its self cost that node's.  Several in a row
 *            are left out one by one.
 * paired     A frame seen only before and one seen only after under one node,
 *            of like cost and like callees, are one node under the new name.
 *            If another would do about as well neither is, and a note says so.
 *
 * Nothing is concluded from a few samples.  A frame is looked at only if its
 * stacks hold min_abs and `least` observations.  Two costs count as equal as
 * far as they differ by one standard error (change_owner_se), callees with fewer than
 * five observations count as one, and what reappears must be `least`
 * observations on either side and twice its own standard error.  Where several
 * frames called the same, each gets its share of what has grown.  Two costs
 * below may disagree altogether, or more if half of the frame's cost does not:
 * they may have changed as well.
 *
 * A tree is looked at as far down as it can tell something, and is not unfolded
 * (lazy_tree.h) below.
 *
 * Names are merged whatever a tree looks like.  What else is looked for has
 * bounds, so that no tree takes long: 32 frames left out in a row, callees
 * twelve levels below a pair, and so many steps per node of the tree.
 */
#ifndef CORR_ALIGN_H
#define CORR_ALIGN_H

#include "diff/change_owner.h"
#include "diff/lazy_tree.h"

typedef struct align_opts {
    double min_abs;    /* normalised cost; frames with less are as they are */
    double lump;       /* of what holds less on either side, all below is one
                        * node of the new tree; no more than min_abs */
    double unit[2];    /* as in change_owner_opts */
    double alpha;      /* as in change_owner_opts */
    uint32_t clusters; /* as in change_owner_opts */
    double least;      /* observations on either side; 0: 20 */
} align_opts;

typedef enum align_kind {
    ALIGN_INLINED,  /* `was` is no longer between the node and its callees */
    ALIGN_INSERTED, /* `is` came between them */
    ALIGN_RENAMED,  /* `was` is called `is` */
    ALIGN_POSSIBLY, /* so it seems, but others would do as well: not paired */
} align_kind;

typedef struct align_note {
    align_kind kind;
    uint32_t parent;  /* key of the node above; 0: the root */
    uint32_t was, is; /* keys; 0: none */
    uint32_t node;    /* of the new tree: the pair, else the node above */
    double cost[2];   /* with all below; of either frame */
} align_note;

typedef struct align_notes {
    align_note *v; /* by the greater cost, greatest first */
    uint32_t n;
} align_notes;

/* out: the new tree, parents before children, no siblings of one key; its costs
 * add up to those of u as far as the order of additions allows.  node_of[i], of
 * the caller's [u->most], which are 0: the node of out that has the self cost of
 * node i, for all nodes that u has then.  out and notes are in the arena.  False:
 * out of memory. */
bool align_unfold(lazy_tree *u, const align_opts *o, diff_tree *out,
                  uint32_t *node_of, align_notes *notes,
                  corr_arena *arena) CORR_CHECK;

#endif
