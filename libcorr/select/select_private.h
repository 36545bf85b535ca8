/*
 * select_private - a selection while it is made, and the files that make it.
 *
 *     select.c               finds the rows of each input, and adds them up
 *     select_duplicates.c    times of inputs that another recording has, too
 *     select_parts.c         files that a server selected by spans, and the rest
 */
#ifndef CORR_SELECT_PRIVATE_H
#define CORR_SELECT_PRIVATE_H

#include "join/scope_join.h"
#include "select/asked_time.h"
#include "select/evidence.h"
#include "select/filter.h"
#include "select/select.h"
#include "stats/effective_n.h"
#include "store/snapshot.h"

/* A selection while it is made. */
typedef struct selection {
    corr_store *st;
    const corr_query *q;
    corr_sel *sel;
    span_scope reach;
    scope_join scope;
    filter filter;
    evidence_sum sum;
    double divided; /* sum of divided rows, rounded once at the end */
    double whole;   /* the same of their absolute values */
    bool too_large; /* sums need more than 63 bits */
    /* bytes with weights by the recorder: the samples and their weights */
    neff weights;
    double weight, weighed;
    corr_err *err;
    bool no_memory;
    uint8_t *tops;                 /* [spans + 1] the requested spans; or
                                    * NULL */
    int64_t taken[CORR_WHY_COUNT]; /* observations of F1, F2 by reason */
    snapshot_verdict states;       /* the states that count */
    bool noted;                    /* unit and period are set */
    bool periods_differ, units_differ;
} selection;

/* Fills in sel->duplicate and counts.duplicate.  Out of memory: sets
 * no_memory. */
void select_find_duplicates(selection *s);
/* Whether a part of a whole counts, because each sample is given to its span. */
bool select_part_counts(const selection *s, uint32_t i, corr_str kind);
/* Fills in sel->left and counts.beyond, after select_find_duplicates.  Out of
 * memory: sets no_memory. */
void select_settle_parts(selection *s);
/* Whether another recording counts in place of a row. */
bool select_is_duplicate_row(const selection *s, uint32_t i, const segment *g,
                             size_t row);

/* Whether only one of several recordings of a process counts.  Samples of spans
 * are deduplicated in any case (duplicate_samples.h). */
static inline bool select_takes_once(const selection *s)
{
    return !s->q->every_record && !s->q->every_kind &&
           (!s->sel->asked || s->q->reach == CORR_PROCESS);
}

static inline bool select_is_of_kind(const selection *s, const input *in,
                                     const segment *g)
{
    return s->q->every_kind ||
           corr_str_eq(input_text(in, in->kind.v[g->kind].name),
                       s->sel->facts.kind);
}

/* The part of a row that passes the filter and is inside the requested window. */
static inline double select_part_asked(const selection *s, const verdicts *v,
                                       const input *in, const segment *g,
                                       size_t row)
{
    return filter_passes(v, in, g, row) ? asked_time_part(s->q, in, g, row) : 0;
}

#endif
