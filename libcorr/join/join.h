/*
 * join - which span each sample belongs to, and on what evidence.
 *
 * The ladder of corr-methods 1.1: each row takes the first rung that holds.
 * The join is made once for all samples of the store; a selection restricts
 * it, a table of rows prints it.
 *
 * Most rows are of one span as a whole.  A row may be divided: near the edge
 * of a span, by the error of the clocks, or among several that were at work.
 * Then the column of spans has the one with the largest part, and join_parts
 * all of them; what they leave is of no span.  Rows that go to a request as a
 * whole (R2) are divided by the selection that asks for an inner span, because
 * that share (R3) is relative to the span asked about.  A row whose profile a
 * span names (F1, F2) is not in the column of spans, but in own.
 */
#ifndef CORR_JOIN_H
#define CORR_JOIN_H

#include "join/span_profiles_index.h"
#include "store/store.h"

enum { JOIN_PARTS = 32 };  /* a row is divided among so many, at most */
#define JOIN_NOTHING 1e-12 /* of a row: the error of adding shares */

/* What a span has of a row. */
typedef struct join_part {
    double share; /* 0..1 */
    uint32_t span;
    uint8_t rung;     /* corr_rung */
    uint8_t fit;      /* thread_fit: how its thread is known ... */
    uint16_t fitting; /* ... and how many threads fit as well */
} join_part;

/* How rows of one input are divided. */
typedef struct join_divided {
    vec(join_part) part; /* of all divisions, the largest share first */
    vec(uint32_t) at;    /* division k is [at[k-1], at[k]) */
} join_divided;

typedef struct join_segment {
    uint32_t *span;  /* [rows] 0 none; NULL: none of the rows has one */
    uint8_t *rung;   /* [rows] corr_rung */
    uint8_t *why;    /* [rows] corr_why, where span is 0 or leaves a part */
    uint32_t *split; /* [rows] number of its division, 0: span has all of it;
                        NULL: no row is divided */
    const join_divided *divided; /* what that counts in */
    uint32_t *late; /* [rows] the span that a row names, though it did not run
                        then, or not all the time; 0: none; NULL: no row does */
    bool
        spare; /* most of it counts by another recording (duplicate_samples.h) */
    corr_why all; /* the reason of every row, where rung is NULL */
    /* rows that are packed, by what joins them; those that nothing does are
     * under NONE */
    int64_t packed[CORR_RUNG_COUNT];
    join_own *own; /* [rows] of those that span has none for; NULL: no span
                        names the profile */
} join_segment;

struct join {
    size_t n; /* inputs */
    vec(join_segment) segment;
    vec(uint32_t) at;      /* [n] first segment of each input */
    join_divided *divided; /* [n] */
};

/* NULL: out of memory. */
join *join_of(const corr_store *st);
void join_free(join *j);

static inline const join_segment *join_at(const join *j, uint32_t in,
                                          uint32_t seg)
{
    return &j->segment.v[j->at.v[in] + seg];
}

/* The parts of a row that spans have, by span and rung, without own; returns
 * how many.  *one is room for a row that is not divided. */
size_t join_parts(const join_segment *js, size_t row, join_part *one,
                  const join_part **parts);

/* How surely the thread of a part is known (corr-methods 1.1: id). */
double join_certainty(const join_part *p);

/* ---- the ladder ---------------------------------------------------------- */

/* Whether a part goes to a request as a whole: R2. */
static inline bool join_is_request(unsigned rung)
{
    return rung == CORR_RUNG_R2;
}

/* The rung of a part of which the spans asked for have this share. */
static inline corr_rung join_seen(unsigned rung, double share)
{
    return join_is_request(rung) && share < 1 ? CORR_RUNG_R3 : (corr_rung)rung;
}

/* Whether it is the profile that says whose the row is: F1 and F2. */
static inline bool join_is_profile(corr_rung rung)
{
    return rung == CORR_RUNG_F1 || rung == CORR_RUNG_F2;
}

/* Whether something of the row itself says which span it is of: its ids, or its
 * thread and time. */
static inline bool join_is_of_row(corr_rung rung)
{
    return rung >= CORR_RUNG_S1 && rung <= CORR_RUNG_T2 && rung != CORR_RUNG_F2;
}

/* A profile that ran at the time of spans, of this service or any (0): W or
 * X. */
corr_rung join_window(const process_match *t, uint32_t service);

#endif
