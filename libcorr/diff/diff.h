/*
 * diff - the inside of a diff: its result, its working state, and the steps
 * between its files.
 *
 * The steps in order: diff_judge.c judges functions by their self cost per
 * cluster, diff_tree.c aligns the tree and, with diff_passing.c, finds the
 * frames that answer for a change, diff_judge.c
 * judges the region of each function as a whole, diff_rows.c makes the rows,
 * diff_operations.c compares the operations of each changed function. A region
 * is the cost of all frames that answer for a change of a function. Besides,
 * diff_asked.c judges requested costs, and diff_chance.c computes the variance due to sampled spans.
 *
 * corr_diff_of runs all steps in one thread; only diff_tree.c and diff_fold.c
 * use more. A corr_diff owns its sides, fold and arena; it borrows the store. A
 * diff_maker lives during corr_diff_of. A bool result is false if memory is
 * out, unless a comment says otherwise.
 */
#ifndef CORR_DIFF_DIFF_H
#define CORR_DIFF_DIFF_H

#include "diff/align.h"
#include "diff/change_owner.h"
#include "diff/diff_fold.h"
#include "stats/significance.h"

typedef struct diff_parts diff_parts;

/* Cost of rows, by cluster and as a sum. */
typedef struct tally {
    uint32_t n;
    int64_t *cost[2];    /* [n * k]; valid while a diff is made */
    int64_t *sum[2];     /* [n] */
    sides_wide *info[2]; /* [n] */
    double *chance;      /* [n] further variance of the logarithm of the cost
                            of the base, which clusters do not show; NULL: 0 */
    diff_parts *parts;   /* not NULL: parts of the base are being added */
} tally;

/* Results for functions, from which rows are made. */
typedef struct diff_found {
    tally flat;               /* by name; row 0 is the total */
    significance_row *judged; /* [names] */
    tally regions;            /* by region */
    significance_row *region; /* [regions] */
    uint32_t *region_of;      /* [names * DIFF_PARTS] 1 + its region; 0: no
                                 region */
    uint32_t nregion;
    uint32_t *renamed; /* [names] its former name; 0: unchanged */
} diff_found;

/* A row of the result. A function that answers for growth under some callers
 * and for shrinkage under others has several; its self cost is in the first. */
typedef struct diff_row {
    uint32_t name;
    uint32_t node;      /* of the tree, answers for most of the change */
    uint32_t region;    /* 1 + its region; 0: no region */
    uint32_t twin;      /* 1 + another row of its function; 0: no other */
    bool second;        /* not the first row of its function */
    uint32_t apart;     /* node where its function costs most elsewhere; 0: it
                           costs nowhere else */
    uint32_t inlined;   /* the callee that was inlined in a part; 0: none */
    corr_change change; /* class of its region, if it has one ... */
    corr_change alone;  /* ... and of its self cost */
    double owned, delta;
    bool spread;    /* no row answers for its change */
    double left[2]; /* without a region: its self cost for which no row
                       answers */
} diff_row;

struct corr_diff {
    corr_arena arena;
    sides s;
    diff_fold fold;
    significance_facts judged;
    corr_diff_facts facts;
    diff_tree tree; /* aligned */
    align_notes notes;
    double *own;                        /* [nodes of tree] change that a node
                                           answers for */
    bool *lone;                         /* [nodes of tree] on one side only */
    bool *is_main;                      /* [nodes of tree] answers for a change,
                                           most of which is under its caller */
    uint32_t *inlined;                  /* [nodes of tree] callee whose self
                                           cost came or went; 0: none */
    double *sum[2];                     /* [nodes] total */
    uint32_t *node, *pos, *depth, *end; /* node at a position, and back */
    uint32_t *frame_of;        /* [nodes of tree] 1 + its row in `frame`; 0: not
                                 judged; NULL: no frame is */
    significance_row *frame;   /* frames with all that they call */
    corr_change *frame_change; /* [nodes of tree]; NULL: no frame changed */
    diff_found found;
    vec(diff_row) row;
    vec(corr_also_row) operation; /* operations that disagree */
    uint32_t *row_of;             /* [regions + 1] 1 + row; 0: no row */
    double rest;
    corr_diff_cost *cost;               /* [opts.nask] */
    double *asked_x[2], *asked_cost[2]; /* [opts.nask * k] by cluster */
};

/* Working state while a diff is made. */
typedef struct diff_maker {
    corr_diff *d;
    const corr_diff_opts *opts;
    corr_arena scratch;
    double min_abs;    /* in normalised cost */
    diff_tree path;    /* self cost of each path: no parents, key is the last
                       name */
    double even;       /* factor of the costs of the new side in questions
                          about callers that came, went or changed. It undoes
                          the effect of other functions on shares; 1 if costs
                          are no shares */
    uint8_t *on;       /* [names] bit w: side w has it, with a cost */
    uint32_t *aligned; /* path -> node of d->tree */
    uint32_t *leaf;    /* [paths] the last name in the aligned tree; NULL: as
                          folded */
    corr_map aside;    /* set of diff_name_at: names with another name at a
                          node */
    const bool *passes_up; /* [nodes of tree] as in change_owner_opts */
    bool *library;         /* [nodes of tree] hands its change to the
                              application; NULL: none does */
    uint32_t *owner;  /* [nodes of tree] owner of its change; 0: the rest */
    double *alpha_of; /* [blocks] trends of functions; NULL: not known yet */
    moved_cost_row *moved; /* [names] */
} diff_maker;

/* diff_tally_init makes a table of n rows by cluster. diff_tally_add adds a
 * sample to a row. diff_tally_judge judges each row on its own, with the trend
 * `alpha` of all rows or, below 0, by its clusters. */
bool diff_tally_init(tally *t, diff_maker *m, uint32_t n) CORR_CHECK;
void diff_tally_add(tally *t, const diff_maker *m, unsigned w, uint32_t row,
                    const sides_row *r);
void diff_parts_add(diff_parts *p, uint32_t row, const sides_row *r);
/* Fills t->chance. All samples must be added. `each` adds parts of the base to
 * t as it added rows. */
bool diff_tally_chance(diff_maker *m, tally *t, diff_each_cost *each,
                       void *ctx) CORR_CHECK;
bool diff_tally_judge(diff_maker *m, const tally *t, double alpha,
                      significance_row *row) CORR_CHECK;

/* Sets in[spans]: 1 for the spans of side w with this name, or with any if op is
 * NULL; memory of `scratch`. */
corr_code diff_choose_spans(const sides *s, unsigned w, const char *op,
                            corr_arena *scratch, uint8_t **in,
                            corr_err *err) CORR_CHECK;

/* The steps of a diff. Functions are judged before the tree is aligned, which
 * needs their trend. They are judged again if frames were renamed or left out:
 * a renamed function is one row, and the cost of an inlined function is the
 * caller's on both sides. diff_judge_as_is judges the total without the mix, if
 * rows are weighed by it. */
bool diff_judge_functions(diff_maker *m) CORR_CHECK;
bool diff_judge_as_is(diff_maker *m, corr_estimate *ratio) CORR_CHECK;
bool diff_align_tree(diff_maker *m) CORR_CHECK;
/* Adds the functions that were renamed: diff_add_renamed those of m->path,
 * diff_rename_in_services those of each service on its own, if there are
 * several. `known` has room for all names. */
bool diff_add_renamed(diff_maker *m, align_notes *known) CORR_CHECK;
bool diff_rename_in_services(diff_maker *m, align_notes *known) CORR_CHECK;
bool diff_find_passing(diff_maker *m, const change_owner_opts *o) CORR_CHECK;
bool diff_own_tree(diff_maker *m) CORR_CHECK;
bool diff_name_leaves(diff_maker *m) CORR_CHECK;
bool diff_find_moved(diff_maker *m) CORR_CHECK;
bool diff_judge_regions(diff_maker *m) CORR_CHECK;
bool diff_make_rows(diff_maker *m) CORR_CHECK;
bool diff_find_spread(diff_maker *m) CORR_CHECK;
bool diff_judge_operations(diff_maker *m) CORR_CHECK;
bool diff_order_nodes(diff_maker *m) CORR_CHECK;
bool diff_judge_frames(diff_maker *m) CORR_CHECK; /* nodes are in order */
bool diff_judge_asked(diff_maker *m) CORR_CHECK;

/* Replaces the rate of the start windows by that of the others, and spreads the
 * difference over all windows. The cost counts, but is no sign of how windows
 * differ. */
void diff_level_starts(const side *d, uint32_t blocks, double *x);

/* Whether a change from a to b is large enough for a class. */
bool diff_is_large(const diff_maker *m, double a, double b);

/* Returns the class of a part that changed by `delta`, of a whole of class c:
 * UNCLEAR if the part changed in the other direction. */
corr_change diff_change_of_part(corr_change c, double delta);

#define DIFF_ROUNDING (1 - 1e-9) /* sums may be added in another order */

/* Returns a cost divided by the divisor of its side. */
static inline double diff_normalised(const corr_diff *d, unsigned w,
                                     int64_t cost)
{
    return (double)cost / d->s.scale / d->s.side[w].facts.factor;
}

/* Returns the text of a name; NULL for name 0. */
static inline const char *diff_name_text(const corr_diff *d, uint32_t name)
{
    return name ? d->fold.name.v[name].text.p : NULL;
}

/* Returns the divided self cost of a function. */
static inline double diff_flat(const corr_diff *d, unsigned w, uint32_t name)
{
    return diff_normalised(d, w, d->found.flat.sum[w][name]);
}

/* Returns a name at a node of the aligned tree, as a key of
 * diff_maker.aside. */
static inline uint64_t diff_name_at(uint32_t node, uint32_t name)
{
    return (uint64_t)node << 32 | name;
}

/* Returns the function whose self cost is at the end of a path; 0: no
 * function. */
static inline uint32_t diff_name_of(const diff_maker *m, uint32_t path)
{
    return m->leaf ? m->leaf[path] : m->d->fold.paths.last[path];
}

/* A function has six parts: the frames that answer for growth and those that
 * answer for shrinkage, of both those that only one side has, and those under the
 * one caller under which most of the change is. Arrays by part have six entries
 * a name. Parts may share a region. */
enum { DIFF_PART_LONE = 2, DIFF_PART_MAIN = 4, DIFF_PARTS = 6 };

/* Returns the part of a function by the change of its self cost. */
static inline uint32_t diff_part(uint32_t name, double owned)
{
    return DIFF_PARTS * name + (owned < 0);
}

/* Returns the part of a node that answers for a change. */
static inline uint32_t diff_part_at(const corr_diff *d, uint32_t node)
{
    return diff_part(d->tree.key[node], d->own[node]) +
           (d->lone[node]      ? DIFF_PART_LONE
            : d->is_main[node] ? DIFF_PART_MAIN
                               : 0);
}

/* Returns the first region of a function from part `at` on; 0: none. *at is
 * then the part after it. A region of several parts is returned once. */
static inline uint32_t diff_next_region(const corr_diff *d, uint32_t name,
                                        uint32_t *at)
{
    const uint32_t *of = d->found.region_of + DIFF_PARTS * name;

    while (*at < DIFF_PARTS) {
        const uint32_t region = of[(*at)++];
        bool is_new = region != 0;
        for (uint32_t k = 0; k + 1 < *at; k++)
            is_new = is_new && of[k] != region;
        if (is_new)
            return region;
    }
    return 0;
}

/* Returns the region of the self cost of a path; 0: no region. If callers are
 * truncated, it is the only region of the function. */
static inline uint32_t diff_region_at(const diff_maker *m, uint32_t path)
{
    const corr_diff *d = m->d;

    if (d->facts.shallow) {
        uint32_t at = 0;
        return diff_next_region(d, diff_name_of(m, path), &at);
    }
    const uint32_t owner = m->owner[m->aligned[path]];
    return owner ? d->found.region_of[diff_part_at(d, owner)] : 0;
}

/* Returns the effective observations of a row. */
static inline double diff_seen(const corr_diff *d, const tally *t, unsigned w,
                               uint32_t row)
{
    return sides_effective(&d->s.side[w], t->sum[w][row], t->info[w][row]);
}

/* Returns those of a side; values of both signs do not cancel. */
static inline double diff_seen_all(const corr_diff *d, unsigned w)
{
    const side *of = &d->s.side[w];
    const tally *flat = &d->found.flat;

    return sides_has_negative(of)
               ? sides_effective(
                     of, sides_round((double)of->sel->facts.whole * d->s.scale),
                     flat->info[w][0])
               : diff_seen(d, flat, w, 0);
}

static inline corr_estimate diff_ratio_of(const significance_row *j)
{
    return (corr_estimate){ j->ratio, j->lo, j->hi };
}

/* Returns the judgement of a row; unknown, without a mark, for NULL. */
static inline corr_judged diff_judged_of(const significance_row *j)
{
    return j ? (corr_judged){ diff_ratio_of(j), j->p, j->q, j->mark }
             : (corr_judged){ { NAN, NAN, NAN }, NAN, NAN, "" };
}

/* Returns the judgement of a region; NULL for region 0. */
static inline significance_row *diff_region_judged(const corr_diff *d,
                                                   uint32_t region)
{
    return region ? &d->found.region[region - 1] : NULL;
}

/* Returns the judgement of a frame with all that it calls; NULL: not judged. */
static inline const significance_row *diff_frame_judged(const corr_diff *d,
                                                        uint32_t node)
{
    return d->frame && d->frame_of[node] ? &d->frame[d->frame_of[node] - 1]
                                         : NULL;
}

/* What the clocks of threads show: rows of threads that changed, and the whole;
 * where a service has no clocks, its samples count. code.matches is 0 if it is
 * not known. */
typedef struct diff_clock_rows {
    corr_also_row *v;
    uint32_t n;
    corr_diff_cost code;
} diff_clock_rows;
bool diff_compare_clocks(const corr_diff *d, const corr_query q[2],
                         diff_clock_rows *of, corr_arena *arena) CORR_CHECK;

corr_frame_view diff_frame(const diff_fold *f, uint32_t name);
/* Returns the nearest frame of the application above a frame, which is not the
 * function itself, or else its caller. */
uint32_t diff_caller_above(const corr_diff *d, uint32_t node);
/* Whether a name lacks the prefix of the application or, without a prefix,
 * looks like a runtime's or a library's. */
bool diff_is_library(const diff_fold *f, uint32_t name, const char *app);

#endif
