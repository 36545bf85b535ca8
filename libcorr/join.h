/*
 * join - which span each sample belongs to, and on what evidence.
 *
 * The ladder of methods section 1.1: each row takes the first rung that holds.
 * A row whose profile a span names (F1, F2) is not in that column of spans: it
 * is the span's by a share, and what is left of it is of no span.
 * The join is made once for all samples of the store; a selection restricts
 * it, a table of rows prints it.  Rows that are divided among spans (R3) are
 * divided by the selection that asks for an inner span, because a share is
 * relative to the span asked about.
 */
#ifndef CORR_JOIN_H
#define CORR_JOIN_H

#include "named.h"
#include "store.h"

typedef struct join_segment {
    uint32_t *span; /* [rows] 0 none; NULL: none of the rows has one */
    uint8_t *rung;  /* [rows] corr_rung */
    uint8_t *why;   /* [rows] corr_why, where span is 0 */
    corr_why all;   /* the reason of every row, where rung is NULL */
    join_own *own;  /* [rows] of those that span has none for; NULL: no span
                       names the profile */
} join_segment;

struct join {
    vec(join_segment) segment;
    vec(uint32_t) at; /* first segment of each input, [inputs] */
};

/* NULL: out of memory. */
join *join_of(const corr_store *st);
void join_free(join *j);

static inline const join_segment *join_at(const join *j, uint32_t in,
                                          uint32_t seg)
{
    return &j->segment.v[j->at.v[in] + seg];
}

/* Confidence of a whole row on this rung (methods 1.1: base, identity). */
double join_quality(corr_rung r);

#endif
