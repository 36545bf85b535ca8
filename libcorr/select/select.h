/*
 * select - the selected rows of the inputs, and the share of each row.
 *
 * A selection is a list of parts, one for each segment that has selected rows.
 * rows NULL means all rows of the segment; share NULL means 1 throughout.  A
 * view sums value x share.  share: the part of the row that belongs to the
 * requested spans; without spans, the part inside the requested window.
 *
 * The selection owns its parts, in its arena, and borrows the store.  It is
 * const once made.
 */
#ifndef CORR_SELECT_H
#define CORR_SELECT_H

#include "join/join.h"
#include "store/duplicate_samples.h"
#include "store/store.h"

typedef struct sel_part {
    uint32_t input, segment;
    size_t n;       /* selected rows */
    uint32_t *rows; /* [n] or NULL: 0..n-1; ascending */
    double *share;  /* [n] or NULL */
    double *within; /* [n] or NULL: 1; with requested spans, the part of the row
                     * inside the requested window, which share includes */
    corr_rung rung; /* of all rows, if the join does not decide */
} sel_part;

/* A row by part and position in it. */
typedef struct sel_at {
    uint32_t part, k;
    uint32_t tick; /* position among the rows of its record */
} sel_at;

/* The stacks of one input without hidden frames. */
typedef struct sel_stacks {
    size_t *at; /* [stacks + 1] index into frame; NULL: no frame is hidden */
    uint32_t *frame;
} sel_stacks;

/* Stacks of which parts have more than their wholes (select_parts.c). */
typedef struct part_beyond {
    uint32_t stacks, files;
    corr_str part, whole; /* the first such part, and its whole */
} part_beyond;

/* Numbers of inputs with a property that a remark reports. */
typedef struct sel_counts {
    uint32_t timeless;   /* left out: partly in the window, no times */
    uint32_t snapshots;  /* count since the start of their process */
    uint32_t subtracted; /* count since an earlier file of their process */
    uint32_t firsts;     /* left out: others include their counts */
    uint32_t deltas;     /* count since the file before */
    uint32_t anew;       /* of snapshots: the process was restarted */
    uint32_t nameless;   /* added although their process is unknown */
    uint32_t outlived;   /* left out: a later file has the state */
    uint32_t twice;    /* of one process and time; 0 if spans were requested */
    uint32_t rescaled; /* samples are rescaled (corr_rescale) */
    duplicates duplicate;
    part_beyond beyond;
} sel_counts;

struct corr_sel {
    corr_arena arena; /* owns this struct */
    corr_store *store;
    vec(sel_part) part; /* in input order */
    vec(sel_at) order;  /* by input and record; empty: as in part */
    corr_sel_facts facts;
    sel_counts counts;
    remarks remarks;
    uint64_t rung_rows[CORR_RUNG_COUNT];
    bool joined;        /* the reader wants one row for each part of the join */
    corr_class weakest; /* weaker parts of spans are ignored */
    int64_t from, to;   /* the requested time; equal: all times */
    bool asked;         /* a trace or spans are requested */
    uint8_t *in;        /* [spans + 1] the spans in scope; or NULL */
    sel_stacks *shown;  /* [inputs]; NULL: no frame is hidden */
    duplicate_times
        *duplicate; /* [inputs] times of duplicates; NULL: all rows count */
    /* [inputs][segments] the rows without what other inputs count of them; NULL
     * at each level: as recorded */
    const segment ***left;
};

/* Whether an input of a prepared store takes part in a query. */
bool select_takes(const corr_store *st, const corr_query *q, uint32_t i);
/* The requested kind, or the default one if the query names none; empty: no
 * kind.  *others: names of other kinds with a total, in the arena.  False: out
 * of memory. */
bool select_kind(const corr_store *st, const corr_query *q, corr_arena *arena,
                 corr_str *kind, corr_str *others);
/* Fills in order; false: out of memory. */
bool sel_order(corr_sel *sel);
/* Fills in remarks and facts.remarks when all other members are set; false: out
 * of memory. */
bool sel_remark(corr_sel *sel);
/* Adds the remarks that a diff also makes about the selection of a side; side:
 * as in remark_about. */
void sel_remark_side(const corr_sel *sel, remarks *r, unsigned side);
/* Adds a remark on the number of rescaled files, if rescaling was requested. */
void sel_remark_rescaled(const corr_store *st, remarks *r, uint32_t rescaled,
                         uint32_t files);

/* Whether evidence is weaker than the query accepts. */
static inline bool sel_is_weak(const corr_sel *sel, unsigned rung)
{
    return corr_rung_class((corr_rung)rung) > sel->weakest;
}

/* The row at position k of a part. */
static inline size_t sel_row(const sel_part *p, size_t k)
{
    return p->rows ? p->rows[k] : k;
}

static inline double sel_share(const sel_part *p, size_t k)
{
    return p->share ? p->share[k] : 1;
}

/* The part of a row that can be divided among spans: all of the row inside the
 * requested window. */
static inline double sel_within(const corr_sel *sel, const sel_part *p,
                                size_t k)
{
    return sel->asked ? (p->within ? p->within[k] : 1) : sel_share(p, k);
}

/* The share of that part which belongs to the requested spans. */
static inline double sel_asked(const corr_sel *sel, const sel_part *p, size_t k)
{
    return sel->asked ? sel_share(p, k) / sel_within(sel, p, k) : 1;
}

/* The visible frames of a stack, root first. */
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

/* Whether an input is left out because others recorded its process and time. */
static inline bool sel_is_duplicate(const corr_sel *sel, uint32_t in)
{
    return sel->duplicate && sel->duplicate[in].most;
}

/* The rows of a segment with the values that count. */
static inline const segment *sel_rows_of(const corr_sel *sel, uint32_t in,
                                         uint32_t seg)
{
    const segment **left = sel->left ? sel->left[in] : NULL;

    return left && left[seg] ? left[seg]
                             : &store_input(sel->store, in)->segment.v[seg];
}

static inline const segment *sel_segment(const corr_sel *sel, const sel_part *p)
{
    return sel_rows_of(sel, p->input, p->segment);
}

#endif
