/*
 * diff_fold - the stacks of both sides of a diff, under common names.
 *
 * Each distinct stack is folded once, to a path of names. Names are canonical
 * (canon.h); lambdas or closures that the sides number differently get one
 * pooled name. Direct recursion becomes one frame.
 *
 * A fold owns its names and paths; it borrows the sides. diff_fold_init uses
 * several threads; afterwards a fold is read-only. It fails if memory is out,
 * or if a pattern of opts->show is invalid.
 */
#ifndef CORR_DIFF_FOLD_H
#define CORR_DIFF_FOLD_H

#include "base/path_set.h"
#include "frames/canon.h"
#include "frames/frames.h"
#include "sides/sides.h"

/* Bit w: side w. */
enum { DIFF_ON_BASE = 1, DIFF_ON_NEW = 2, DIFF_ON_BOTH = 3 };

typedef struct diff_name {
    corr_str text;
    uint32_t raw;       /* key of a frame with this name */
    uint8_t on;         /* sides on which a stack with it has a cost */
    bool mixed, pooled; /* several keys have it; their numbers were pooled */
} diff_name;

typedef struct diff_fold {
    const sides *s;
    frames frames;
    vec(diff_name) name;         /* [0] nil */
    uint32_t *name_of;           /* [raw keys] */
    uint32_t fired[CANON_RULES]; /* number of names that a rule changed */
    paths paths;                 /* sorted paths of names */
    uint32_t **path_of;          /* [inputs][stacks] */
    int64_t *cost[2];            /* [paths] scaled */
    sides_wide *info[2];         /* [paths]; NULL: all 0, if all observations
                                    of the side have the same value */
    corr_arena arena;
} diff_fold;

/* f has to be zeroed before the call. diff_fold_clear frees it, also after a
 * failure. */
corr_code diff_fold_init(diff_fold *f, const sides *s,
                         const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
void diff_fold_clear(diff_fold *f);

/* A step of diff_fold_init: fills cost and info of all paths. False: out of
 * memory. */
bool diff_fold_add_costs(diff_fold *f) CORR_CHECK;

static inline sides_wide diff_fold_info(const diff_fold *f, unsigned which,
                                        uint32_t path)
{
    return f->info[which] ? f->info[which][path] : 0;
}

/* Calls `each` for all cost of a side: for rows or, if the side is one cluster,
 * for paths. Only cluster, value and info of the row are set. */
typedef void diff_each_cost(void *ctx, uint32_t path, const sides_row *cost);
void diff_fold_costs(const diff_fold *f, unsigned which, diff_each_cost *each,
                     void *ctx);

#endif
