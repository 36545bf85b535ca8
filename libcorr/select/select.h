/*
 * select - which rows of which inputs, and what share of each.
 *
 * A selection is a list of parts, one a segment that has rows in it.  rows
 * NULL means all rows of the segment; share NULL means 1 throughout.  A view
 * adds value x share.  Where it is spans that are asked for the share is what
 * these have of the row, else what of the row is in the time asked about.
 */
#ifndef CORR_SELECT_H
#define CORR_SELECT_H

#include "join/join.h"
#include "store/duplicate_samples.h"
#include "store/store.h"

typedef struct sel_part {
    uint32_t input, segment;
    size_t n;       /* rows selected */
    uint32_t *rows; /* [n] or NULL: 0..n-1; ascending */
    double *share;  /* [n] or NULL */
    double *within; /* [n] or NULL: 1; of spans that are asked for, what of the
                       row is of the time: their share is of that */
    corr_rung rung; /* of all of them, where the join does not say */
} sel_part;

/* A row by part and position in it. */
typedef struct sel_at {
    uint32_t part, k;
    uint32_t tick; /* of those of its record, which may be several rows */
} sel_at;

/* Stacks of one input of which frames are left out. */
typedef struct sel_stacks {
    size_t *at; /* [stacks + 1] in frame; NULL: they are as they stand */
    uint32_t *frame;
} sel_stacks;

/* Inputs of which there is a remark. */
typedef struct sel_counts {
    uint32_t timeless;   /* left out: only a part of each is of the time asked
                           for, and its samples have none */
    uint32_t snapshots;  /* that count since the start of their process */
    uint32_t subtracted; /* that count from another one of their process on */
    uint32_t firsts;     /* left out: these count from them on, or tell the
                            same */
    uint32_t anew; /* of snapshots, those of a process that was started again
                      after another of them */
    uint32_t nameless; /* added, with a state, or counts since the start, of a
                          process that is not known */
    uint32_t outlived; /* left out: a later one has the state of their process
                        */
    uint32_t twice;    /* of one process at one time, of which each tells all
                          of the kind; 0 where spans were asked for */
    uint32_t rescaled; /* whose samples are (corr_rescale) */
    duplicates spare;
} sel_counts;

struct corr_sel {
    corr_store *store;
    corr_arena arena;
    vec(sel_part) part; /* in input order */
    vec(sel_at) order;  /* by input and record number; empty: as parts are */
    corr_sel_facts facts;
    sel_counts counts;
    remarks remarks;
    uint64_t rung_rows[CORR_RUNG_COUNT];
    bool joined; /* rows of the join are wanted by who reads this */
    corr_class
        weakest;      /* of what spans have of a row, no weaker is looked at */
    int64_t from, to; /* the time that rows are asked of; equal: all */
    bool asked;       /* it is what belongs to a trace or spans ... */
    uint8_t *in;      /* [spans + 1] ... these; NULL: no row is divided by it */
    sel_stacks *shown; /* [inputs]; NULL: no frame is left out */
    spare *spare; /* [inputs] what others have of it, too; NULL: all counts */
};

/* Fills order; false: out of memory. */
bool sel_order(corr_sel *sel);
/* Fills remarks and facts.remarks, once all else is known; false: out of
 * memory. */
bool sel_remark(corr_sel *sel);
/* The remarks that a side makes of its selection, too; side: as in
 * remark_about. */
void sel_remark_side(const corr_sel *sel, remarks *r, unsigned side);
/* How many of some files are rescaled, where that was asked for. */
void sel_remark_rescaled(const corr_store *st, remarks *r, uint32_t rescaled,
                         uint32_t files);

/* Whether evidence is weaker than what was asked for. */
static inline bool sel_is_weak(const corr_sel *sel, unsigned rung)
{
    return corr_rung_class((corr_rung)rung) > sel->weakest;
}

/* Row k of a part. */
static inline size_t sel_row(const sel_part *p, size_t k)
{
    return p->rows ? p->rows[k] : k;
}

static inline double sel_share(const sel_part *p, size_t k)
{
    return p->share ? p->share[k] : 1;
}

/* What of a row that spans are to have parts of is there to be divided: all of
 * it, but for what is out of the time asked about. */
static inline double sel_within(const corr_sel *sel, const sel_part *p,
                                size_t k)
{
    return sel->asked ? (p->within ? p->within[k] : 1) : sel_share(p, k);
}

/* ... and what those that are asked for have of that. */
static inline double sel_asked(const corr_sel *sel, const sel_part *p, size_t k)
{
    return sel->asked ? sel_share(p, k) / sel_within(sel, p, k) : 1;
}

/* The frames of a stack that writers see, root first. */
static inline narrow_part sel_stack(const corr_sel *sel, uint32_t in,
                                    uint32_t stack)
{
    const sel_stacks *shown = sel->shown ? &sel->shown[in] : NULL;
    const input *rows = store_input(sel->store, in);

    if (!shown || !shown->at)
        return narrow_part_of(&rows->stack.frame, rows->stack.at.v[stack],
                              rows->stack.n.v[stack]);
    return (narrow_part){ shown->frame + shown->at[stack],
                          shown->at[stack + 1] - shown->at[stack], true };
}

/* Whether an input is left out: others recorded its process and time. */
static inline bool sel_is_spare(const corr_sel *sel, uint32_t in)
{
    return sel->spare && sel->spare[in].most;
}

static inline const segment *sel_segment(const corr_sel *sel, const sel_part *p)
{
    return &store_input(sel->store, p->input)->segment.v[p->segment];
}

#endif
