/*
 * diff_fold - the stacks of both sides of a diff, under names that both know.
 *
 * Each distinct stack is folded once, to a path of names.  Names are made canonical (canon.h), and
 * where the numbering of lambdas or closures differs between the sides these
 * are pooled.  Direct recursion is one frame.
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
    uint32_t raw;       /* key of a frame that has it */
    uint8_t on;         /* sides: it costs something in a stack there */
    bool mixed, pooled; /* several keys have it; their numbers differ */
} diff_name;

typedef struct diff_fold {
    const sides *s;
    frames frames;
    vec(diff_name) name;         /* [0] nil */
    uint32_t *name_of;           /* [raw keys] */
    uint32_t fired[CANON_RULES]; /* names that a rule changed */
    paths paths;                 /* of names; [n] different ones */
    uint32_t **path_of;          /* [inputs][stacks] */
    int64_t *cost[2];            /* [paths] scaled */
    sides_wide *info[2];         /* [paths]; NULL: 0 of all, as of a side of
                                    which all observations are worth the same */
    corr_arena arena;
} diff_fold;

/* f is zeroed before; what it holds is freed by diff_fold_clear in any case. */
corr_code diff_fold_init(diff_fold *f, const sides *s,
                         const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
void diff_fold_clear(diff_fold *f);

static inline sides_wide diff_fold_info(const diff_fold *f, unsigned which,
                                        uint32_t path)
{
    return f->info[which] ? f->info[which][path] : 0;
}

/* Calls each for all cost of a side: of rows or, where the side is one cluster,
 * of paths.  Only cluster, value and info of it are told. */
typedef void diff_each_cost(void *ctx, uint32_t path, const sides_row *cost);
void diff_fold_costs(const diff_fold *f, unsigned which, diff_each_cost *each,
                     void *ctx);

#endif
