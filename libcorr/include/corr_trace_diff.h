/*
 * corr_trace_diff.h - two traces side by side: which spans took longer, which
 * are new, gone or ran more often, and what of it is on the critical path
 * (corr-methods 3.8).
 *
 * A trace diff is a view: corr_view.h states ownership, failure and order.
 */
#ifndef CORR_TRACE_DIFF_H
#define CORR_TRACE_DIFF_H

#include "corr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Whether the inputs of a group are one trace and no profile, and which. */
bool corr_lone_trace(const corr_store *st, unsigned group, corr_trace_id *id);

/* How the spans at one place changed. */
typedef enum corr_span_change {
    CORR_SPAN_SAME,
    CORR_SPAN_SLOWER, /* own time */
    CORR_SPAN_FASTER,
    CORR_SPAN_NEW,
    CORR_SPAN_GONE,
    CORR_SPAN_MORE, /* calls */
    CORR_SPAN_FEWER,
    CORR_SPAN_JOINED, /* the path waits for more of it, but its own time did not
                         change so */
    CORR_SPAN_LEFT,   /* the opposite */
    CORR_SPAN_UNKNOWN, /* a start or an end is not recorded */
    CORR_SPAN_CHANGE_COUNT
} corr_span_change;

const char *corr_span_change_name(corr_span_change c); /* "slower" */

/* One side of a row: side 0 is the base. */
typedef struct corr_trace_diff_part {
    corr_str name;    /* "": no span here */
    uint32_t first;   /* index of the first span; UINT32_MAX: no span */
    uint32_t spans;   /* spans of the row */
    int64_t calls;    /* that they stand for */
    int64_t total;    /* ns: sum of their durations, or of their calls' */
    int64_t self;     /* ns: own time */
    int64_t path;     /* ns: own time on the critical path */
    int64_t path_all; /* the same with the rows it answers for */
    uint32_t failed;  /* spans */
    bool untold;      /* the sum of some calls is unknown: total is the time
                          from their first start to their last end */
    bool unfinished;  /* some have no start or no end: total is a lower bound */
    bool untimed;     /* all have none, and total is unknown */
} corr_trace_diff_part;

/* The spans at one place in both traces. */
typedef struct corr_trace_diff_row {
    uint32_t up;    /* row of the parents; UINT32_MAX: it is a root */
    uint32_t depth; /* 0: root */
    uint32_t owner; /* the row that answers for it: itself, or the topmost of
                           spans that are new, gone, or ran more or less often
                           for the same reason */
    uint32_t owned; /* rows it answers for besides itself */
    corr_str service;
    corr_span_change change;
    bool renamed;  /* matched although the names differ in numbers, or in
                           all for the root */
    bool together; /* siblings in an unknown order: compared by their sums */
    bool apart;    /* not below the roots that are compared */
    corr_trace_diff_part side[2];
} corr_trace_diff_row;

typedef struct corr_trace_diff_facts {
    uint32_t root[2];  /* index of the span that is compared */
    int64_t length[2]; /* ns of it */
    uint32_t spans[2]; /* compared spans */
    int64_t calls[2];  /* that they stand for */
    uint32_t together; /* rows with .together */
    uint32_t swapped;  /* sets of siblings that are in another order, matched by
                           the operations that they call */
    uint32_t renamed;  /* rows with .renamed, without the root */
    bool other;        /* the roots are of different operations */
    bool same;         /* no row differs in calls or times */
} corr_trace_diff_facts;

typedef struct corr_trace_diff corr_trace_diff;

/* Compares the subtrees below two spans, by index, of two waterfalls of one
 * store.  Roots of traces are compared with all that stands apart from them.
 * Both waterfalls live as long as the view. */
corr_trace_diff *corr_trace_diff_of(const corr_waterfall *const w[2],
                                    const uint32_t root[2],
                                    corr_err *err) CORR_CHECK;
corr_trace_diff_facts corr_trace_diff_facts_of(const corr_trace_diff *d);
/* Depth first.  The paths of all rows sum to the lengths. */
uint32_t corr_trace_diff_size(const corr_trace_diff *d);
corr_trace_diff_row corr_trace_diff_at(const corr_trace_diff *d, uint32_t i);
/* The next span in a row of a side, or UINT32_MAX. */
uint32_t corr_trace_diff_next(const corr_trace_diff *d, unsigned side,
                              uint32_t span);
void corr_trace_diff_free(corr_trace_diff *d);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
