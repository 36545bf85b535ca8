/*
 * join - the span that each sample belongs to, and the evidence for it.
 *
 * Each row takes the first rung of the ladder of corr-methods 1.1 that holds.
 * The join is made once for all samples of the store; a selection restricts it,
 * a table of rows prints it.
 *
 * Most rows belong to one span as a whole.  A row is divided near the edge of a
 * span, by the error of the clocks, or among several spans that were at work.
 * Then the column of spans has the span with the largest part, and join_parts
 * returns all parts; the remainder belongs to no span.  Rows that belong to a
 * request as a whole (R2) are divided by the selection that asks for an inner
 * span, because that share (R3) depends on the span.  A row of a profile that a
 * span names (F1, F2) is in own, not in the column of spans.
 *
 * The store owns the join, which is const once made; any thread may read it.
 */
#ifndef CORR_JOIN_H
#define CORR_JOIN_H

#include "join/span_profiles_index.h"
#include "store/store.h"

enum { JOIN_PARTS = 32 };  /* parts of a row, at most */
#define JOIN_NOTHING 1e-12 /* share of a row: rounding error of sums */

/* The part of a row that belongs to a span. */
typedef struct join_part {
    double share; /* 0..1 */
    uint32_t span;
    uint8_t rung;     /* corr_rung */
    uint8_t fit;      /* thread_fit: how its thread was found */
    uint16_t fitting; /* number of threads that fit as well */
} join_part;

/* The divisions of rows of one input. */
typedef struct join_divided {
    vec(join_part) part; /* of all divisions, each by share, descending */
    vec(uint32_t) at;    /* division k is [at[k-1], at[k]) */
} join_divided;

typedef struct join_segment {
    uint32_t *span;  /* [rows] 0: no span; NULL: no row has a span */
    uint8_t *rung;   /* [rows] corr_rung */
    uint8_t *why;    /* [rows] corr_why, if span is 0 or leaves a part */
    uint32_t *split; /* [rows] its division; 0: undivided; or NULL */
    const join_divided *divided; /* the divisions that split refers to */
    /* [rows] the span that a row names although it did not run then, or only
     * part of the time; 0: no such span; NULL: no row has one */
    uint32_t *late;
    bool duplicate; /* mostly duplicate (duplicate_samples.h) */
    corr_why all;   /* the reason of every row, if rung is NULL */
    /* The number of packed rows by rung; rows without a span are under NONE. */
    int64_t packed[CORR_RUNG_COUNT];
    join_own *own; /* [rows] without a span; NULL: no span names it */
} join_segment;

struct join {
    size_t n; /* inputs */
    vec(join_segment) segment;
    vec(uint32_t) at;      /* [n] first segment of each input */
    join_divided *divided; /* [n] */
};

/* Joins all samples; NULL: out of memory. */
join *join_of(const corr_store *st);
void join_free(join *j);

static inline const join_segment *join_at(const join *j, uint32_t in,
                                          uint32_t seg)
{
    return &j->segment.v[j->at.v[in] + seg];
}

/* The parts of a row that spans have, by span and rung, without own; returns
 * their number.  *one holds the part of a row that is not divided. */
size_t join_parts(const join_segment *js, size_t row, join_part *one,
                  const join_part **parts);

/* How certain the thread of a part is (corr-methods 1.1: id). */
double join_certainty(const join_part *p);

/* ---- the ladder ----------------------------------------------------- */

/* Whether a part belongs to a request as a whole: R2, and S3, whose ids are
 * those of local roots. */
static inline bool join_is_request(unsigned rung)
{
    return rung == CORR_RUNG_R2 || rung == CORR_RUNG_S3;
}

/* Whether an id on the row named the span, without a time. */
static inline bool join_is_named(unsigned rung)
{
    return rung == CORR_RUNG_S1 || rung == CORR_RUNG_R2;
}

/* The rung of a part if the requested spans have this share of it. */
static inline corr_rung join_seen(unsigned rung, double share)
{
    return join_is_request(rung) && share < 1 ? CORR_RUNG_R3 : (corr_rung)rung;
}

/* Whether the profile, not the row, identifies the span: F1 and F2. */
static inline bool join_is_profile(corr_rung rung)
{
    return rung == CORR_RUNG_F1 || rung == CORR_RUNG_F2;
}

/* Whether the row itself identifies the span: by its ids, or by its thread and
 * time. */
static inline bool join_is_of_row(corr_rung rung)
{
    return rung >= CORR_RUNG_S1 && rung <= CORR_RUNG_T2 && rung != CORR_RUNG_F2;
}

/* The rung of a profile that ran at the time of spans of this service (0: any):
 * W or X. */
corr_rung join_window(const process_match *t, uint32_t service);

#endif
