/*
 * join_by_time - which span a row belongs to by when and where it was taken: rungs
 * S2, T1, T2 and P of the join, and R1 by thread.
 *
 * One profile at a time; lanes are made when the first row asks.  A row that
 * several spans have a part in is divided: its parts are kept once for all rows
 * of equal parts that lie within one piece of time.
 */
#ifndef CORR_BYTIME_H
#define CORR_BYTIME_H

#include "join/activation.h"
#include "join/join.h"
#include "join/thread_lanes.h"

/* What is decided of one row. */
typedef struct verdict {
    uint32_t span, split; /* as in join_segment */
    corr_rung rung;
    corr_why why;  /* where span is 0, or of the rest of a divided row */
    uint32_t late; /* the span that it names, though it did not run, or not all
                      the time; 0: none */
} verdict;

typedef struct timejoin {
    const corr_store *st;
    const thread_lanes_spans *all;
    const input *in;
    join_divided *divided; /* of the input: this adds to it */
    uint32_t input;
    bool labelled;    /* the profile names spans: what it names none for is not
                      shared among all that run */
    bool only_counts; /* rows are asked about for their rung: how they are
                         divided is not kept */
    bool failed;      /* out of memory */
    int64_t u;        /* ns that a time may be off by, from timejoin_init on */
    /* private below */
    active_spans sweep;
    activations act;
    lanes lanes;
    bool has_lanes;
} timejoin;

/* b->st, all, input, divided and labelled are set.  False: out of memory;
 * timejoin_clear in any case. */
bool timejoin_init(timejoin *b);
void timejoin_clear(timejoin *b);

/* Whether rows of this segment can be joined so at all. */
bool timejoin_may(const timejoin *b, const segment *g);

/* Whether the row's thread is surely one that spans name. */
bool timejoin_knows(timejoin *b, const segment *g, size_t row);
/* Of a row of many ticks the span has those in [from, to); others came after
 * its end. */
verdict timejoin_clip(timejoin *b, const segment *g, size_t row, verdict v,
                      int64_t from, int64_t to);

/* By an activation: S2, a request (rung NONE, span), or neither (why NONE). */
verdict timejoin_activation(timejoin *b, const segment *g, size_t row);
/* Of the spans below this local root, the only one that is innermost on the
 * row's own thread; 0: none. */
uint32_t timejoin_within(timejoin *b, const segment *g, size_t row,
                         uint32_t root);
/* By thread or process and time; otherwise says why not, `otherwise` where
 * nothing can be said. */
verdict timejoin_place(timejoin *b, const segment *g, size_t row,
                       corr_why otherwise);

#endif
