/*
 * diff - the parts of a diff while it is made, and what is left of them.
 *
 * In order: diff_judge.c judges functions by their self cost per cluster,
 * diff_tree_page.c finds the frames that answer for a change, diff_judge.c judges
 * what each answers for as a whole, diff_table.c puts both into rows,
 * diff_operations.c looks at them under each operation.  Besides, diff_asked.c
 * judges what somebody asked for, by names that diff_called.c understands; what
 * sampled spans make of costs at another mix is in diff_chance.c.
 */
#ifndef CORR_DIFF_MAKER_H
#define CORR_DIFF_MAKER_H

#include "diff/align.h"
#include "diff/change_owner.h"
#include "diff/diff_fold.h"
#include "diff/moved_cost.h"
#include "stats/significance.h"

typedef struct diff_parts diff_parts;

/* Cost of rows by cluster, and what it tells. */
typedef struct tally {
    uint32_t n;
    int64_t *cost[2];    /* [n * k]; while a diff is made */
    int64_t *sum[2];     /* [n] */
    sides_wide *info[2]; /* [n] */
    double *chance;      /* [n] variance of the logarithm of the base's cost
                            that no cluster shows; NULL: 0 */
    diff_parts *parts;   /* parts of the base are being added, by stratum */
} tally;

/* What was found of functions; rows are made of it when they are asked for. */
typedef struct diff_found {
    tally flat;               /* by name; 0 is the total */
    significance_row *judged; /* of them */
    tally regions;            /* by region */
    significance_row *region; /* of them */
    uint32_t *region_of;      /* [diff_parts_of names] 1 + its region, 0 none */
    uint32_t nregion;
    uint32_t *renamed; /* [names] what it was called, 0: no other */
} diff_found;

/* A row: what it is in order by, and what became of it.  A function that
 * answers for more under some callers and for less under others has two: what
 * it costs itself is told in the first. */
typedef struct diff_row {
    uint32_t name;
    uint32_t node;      /* of the tree, that answers for most of the change */
    uint32_t region;    /* 1 + all that it answers for, 0 for nothing */
    uint32_t twin;      /* 1 + the other row of its function, 0 none */
    bool second;        /* of the two */
    corr_change change; /* of what it answers for, if of anything ... */
    corr_change alone;  /* ... and of what it costs itself */
    double owned, delta;
    bool spread; /* no row tells of its change */
} diff_row;

struct corr_diff {
    corr_arena arena;
    sides s;
    diff_fold fold;
    significance_facts judged;
    corr_diff_facts facts;
    diff_tree tree; /* aligned */
    align_notes notes;
    double *own;                        /* [nodes of tree] */
    double *sum[2];                     /* [nodes] total */
    uint32_t *node, *pos, *depth, *end; /* node at a position, and back */
    diff_found found;
    vec(diff_row) row;
    vec(corr_also_row) operation; /* where operations disagree */
    uint32_t *row_of;             /* [regions + 1] 1 + row, 0 none */
    double rest;
    uint32_t rest_frames;
    corr_diff_cost *cost; /* [asked] */
};

/* What is needed only while a diff is made. */
typedef struct diff_maker {
    corr_diff *d;
    const corr_diff_opts *opts;
    corr_arena scratch;
    double min_abs; /* in normalised cost */
    diff_tree path; /* what ends at each path: no parents, last names */
    double even;    /* what the new side's costs are multiplied by where it is
                          asked what callers came, went or changed: of shares,
                          what the others left of those that stayed is undone */
    uint32_t *aligned; /* path -> node of d->tree */
    uint32_t *leaf;    /* [paths] the last name as the tree is aligned; NULL:
                          as it was folded */
    corr_map aside;    /* diff_name_at a node: names that are another there */
    const bool
        *passes_up;   /* [nodes of tree] as in change_owner_opts, or NULL */
    uint32_t *owner;  /* node of d->tree -> who answers for it, 0: the rest */
    double *alpha_of; /* [blocks] the trends of functions; NULL: not yet */
    moved_cost_row *moved; /* [names] */
} diff_maker;

/* A table of rows by cluster; adding a sample to a row; judging each row on
 * its own, with the trend `alpha` of all rows or, below 0, by its clusters. */
bool diff_tally_init(tally *t, diff_maker *m, uint32_t n) CORR_CHECK;
void diff_tally_add(tally *t, const diff_maker *m, unsigned w, uint32_t row,
                    const sides_row *r);
void diff_parts_add(diff_parts *p, uint32_t row, const sides_row *r);
/* Once all is added: t->chance.  each is to add parts of the base to t, as it
 * added rows.  False: out of memory. */
bool diff_tally_chance(diff_maker *m, tally *t, diff_each_cost *each,
                       void *ctx) CORR_CHECK;
bool diff_tally_judge(diff_maker *m, const tally *t, double alpha,
                      significance_row *row) CORR_CHECK;

/* Each false: out of memory.  Functions are judged before the tree is aligned,
 * which asks how much they clump, and again if frames were put aside then: a
 * function that was renamed is one row, and what was inlined is its caller's
 * on both sides.  The totals are judged once more where rows are at a mix that
 * these are not. */
bool diff_judge_functions(diff_maker *m) CORR_CHECK;
bool diff_judge_as_is(diff_maker *m, corr_estimate *ratio) CORR_CHECK;
bool diff_own_tree(diff_maker *m) CORR_CHECK;
bool diff_name_leaves(diff_maker *m) CORR_CHECK;
bool diff_find_moved(diff_maker *m) CORR_CHECK;
bool diff_judge_regions(diff_maker *m) CORR_CHECK;
bool diff_make_rows(diff_maker *m) CORR_CHECK;
bool diff_find_spread(diff_maker *m) CORR_CHECK;
bool diff_judge_operations(diff_maker *m) CORR_CHECK;
bool diff_order_nodes(diff_maker *m) CORR_CHECK;
bool diff_judge_asked(diff_maker *m) CORR_CHECK;
/* Adds all remarks, once all else is known. */
bool diff_remark(diff_maker *m) CORR_CHECK;

/* What a name that somebody wrote means. */
typedef struct diff_called {
    uint32_t n;       /* functions; 0: none is called so */
    uint32_t name[2]; /* the first of them, 0 none */
    corr_called how;
    uint32_t was, is; /* as in corr_diff_cost, 0 none */
} diff_called;

/* False: out of memory. */
bool diff_find_called(diff_maker *m, const corr_diff_ask *ask,
                      diff_called *c) CORR_CHECK;
/* Whether a path ends in a function that was asked for or, if so asked, in a
 * call of it; in that of 0 none does. */
bool diff_is_called(const diff_maker *m, const corr_diff_ask *ask,
                    uint32_t name, uint32_t path);

/* What windows of a start have above or below the rate of the others is put on
 * all windows alike: it counts, and is no sign of how they differ. */
void diff_level_starts(const side *d, uint32_t blocks, double *x);

/* What became of a part of what did so, and changed by so much: UNCLEAR where
 * that went the other way. */
corr_change diff_change_of_part(corr_change c, double delta);

#define DIFF_ROUNDING (1 - 1e-9) /* sums are added up in another order */

/* Cost divided by what the side is divided by. */
static inline double diff_normalised(const corr_diff *d, unsigned w,
                                     int64_t cost)
{
    return (double)cost / d->s.scale / d->s.side[w].facts.factor;
}

/* What a function costs by itself, divided. */
static inline double diff_flat(const corr_diff *d, unsigned w, uint32_t name)
{
    return diff_normalised(d, w, d->found.flat.sum[w][name]);
}

/* A name at a node of the aligned tree, as a key of diff_maker.aside. */
static inline uint64_t diff_name_at(uint32_t node, uint32_t name)
{
    return (uint64_t)node << 32 | name;
}

/* The function whose own cost is at the end of a path; 0: none. */
static inline uint32_t diff_name_of(const diff_maker *m, uint32_t path)
{
    return m->leaf ? m->leaf[path] : m->d->fold.paths.last[path];
}

/* Of a function two parts, more and less: what callers of either kind make of
 * it.  Arrays by part have two of each name; both may be of one region. */
static inline uint32_t diff_part(uint32_t name, double owned)
{
    return 2 * name + (owned < 0);
}

static inline size_t diff_parts_of(size_t names)
{
    return 2 * names;
}

/* The region that what ends at a path is of, 0 none.  Where callers are cut off
 * it is that of the function alone, which has one. */
static inline uint32_t diff_region_at(const diff_maker *m, uint32_t path)
{
    const corr_diff *d = m->d;

    if (d->facts.shallow) {
        const uint32_t *of =
            d->found.region_of + diff_part(diff_name_of(m, path), 0);
        return of[0] ? of[0] : of[1];
    }
    const uint32_t owner = m->owner[m->aligned[path]];
    return d->found.region_of[diff_part(d->tree.key[owner], d->own[owner])];
}

/* Effective observations of a row of a tally. */
static inline double diff_seen(const corr_diff *d, const tally *t, unsigned w,
                               uint32_t row)
{
    return sides_effective(&d->s.side[w], t->sum[w][row], t->info[w][row]);
}

/* What was judged of a region, which may be 0: NULL. */
static inline significance_row *diff_region_judged(const corr_diff *d,
                                                   uint32_t region)
{
    return region ? &d->found.region[region - 1] : NULL;
}

corr_frame_view diff_frame(const diff_fold *f, uint32_t name);
/* Whether a name is without the application's prefix or, if none is given, looks
 * like a runtime's or a library's. */
bool diff_is_library(const diff_fold *f, uint32_t name, const char *app);
/* The name that a function had, or NULL. */
const char *diff_renamed_from(const corr_diff *d, uint32_t name);

#endif
