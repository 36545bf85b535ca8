/*
 * span_scope - the spans that a question about some spans takes in.
 *
 * Samples of a local root that was not taken in whole, because only an inner
 * span was asked about, count by its part of the request's own time in that
 * process (rung R3).
 */
#ifndef CORR_REACH_H
#define CORR_REACH_H

#include "store/store.h"

typedef struct span_scope {
    uint8_t *in;  /* [spans + 1], 1: taken in; NULL: no such span */
    double *part; /* [spans + 1], of local roots: 0..1 of its samples */
    uint32_t n;   /* spans asked about */
    uint32_t service, proc; /* of all of them, 0: several */
    int64_t from, to;       /* from the first start to the last end */
    int64_t length;         /* ns, all of them together */
    int64_t able; /* ns that the spans taken in may have used the CPU */
} span_scope;

/* One span, or with span 0 a whole trace.  False: out of memory. */
bool span_scope_of(span_scope *r, const corr_store *st, corr_trace_id trace,
                   uint64_t span, corr_reach how);
/* Many spans: those with tops[i] set, [spans + 1]. */
bool span_scope_of_set(span_scope *r, const corr_store *st, const uint8_t *tops,
                       corr_reach how);
void span_scope_clear(span_scope *r);

#endif
