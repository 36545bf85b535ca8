/*
 * join_by_time - the span that a row belongs to by its time and its thread or
 * process: rungs S2, T1, T2 and P of the join, and R1 by thread.
 *
 * A timejoin serves one profile and one thread.  Lanes are made for the first
 * row that needs them.  A row that several spans share is divided; rows of
 * equal parts within one piece of time share one division.
 */
#ifndef CORR_JOIN_BY_TIME_H
#define CORR_JOIN_BY_TIME_H

#include "join/activation.h"
#include "join/join.h"
#include "join/thread_lanes.h"

/* The result for one row. */
typedef struct verdict {
    uint32_t span, split; /* as in join_segment */
    corr_rung rung;
    corr_why why;  /* if span is 0, or of the remainder of a divided row */
    uint32_t late; /* the span that the row names although it did not run, or
                    * only part of the time; 0: no such span */
} verdict;

static inline verdict verdict_none(corr_why why)
{
    return (verdict){ .why = why };
}

typedef struct timejoin {
    const corr_store *st;
    const thread_lanes_spans *all;
    const input *in;
    join_divided *divided; /* of the input; grows with each divided row */
    uint32_t input;
    bool labelled;     /* the profile names spans: its rows without a span are
                       * not shared among all running spans */
    bool needs_thread; /* whose profile it is, is only assumed */
    bool only_counts;  /* rows are only counted by rung */
    bool failed;       /* out of memory */
    int64_t u;         /* ns that a time may be off by; set by timejoin_init */
    /* private members */
    active_spans sweep;
    activations act;
    lanes lanes;
    bool has_lanes;
} timejoin;

/* Initializes b; st, all, input, divided and labelled are set before.  False:
 * out of memory.  The caller calls timejoin_clear in any case. */
bool timejoin_init(timejoin *b);
void timejoin_clear(timejoin *b);

/* Whether rows of this segment can be joined by time. */
bool timejoin_may(const timejoin *b, const segment *g);

/* Whether the row's thread is certainly one that spans name. */
bool timejoin_knows(timejoin *b, const segment *g, size_t row);
/* Restricts a row of many ticks to [from, to), the time of its span; the other
 * ticks came after the end. */
verdict timejoin_clip(timejoin *b, const segment *g, size_t row, verdict v,
                      int64_t from, int64_t to);

/* Joins by an activation: S2, a request (rung NONE and a span), or neither (why
 * NONE). */
verdict timejoin_activation(timejoin *b, const segment *g, size_t row);
/* The only span below this local root that is innermost on the row's own
 * thread; 0: there is not exactly one. */
uint32_t timejoin_within(timejoin *b, const segment *g, size_t row,
                         uint32_t root);
/* Shares a row among the spans that its id may mean: P, why ID_NOT_UNIQUE. */
verdict timejoin_share(timejoin *b, const spans_meant *m);
/* Joins by thread or process and time.  If no span fits, the verdict has the
 * reason; `otherwise` if no reason is known. */
verdict timejoin_place(timejoin *b, const segment *g, size_t row,
                       corr_why otherwise);

#endif
