/*
 * span_scope - the spans that a query about some spans includes.
 *
 * If only an inner span was requested, samples of its local root count by the
 * inner part of the request's self time in that process (rung R3).
 *
 * The caller owns a scope and clears it, even after a failure.
 */
#ifndef CORR_SPAN_SCOPE_H
#define CORR_SPAN_SCOPE_H

#include "store/store.h"

typedef struct span_scope {
    uint8_t *in;  /* [spans + 1], 1: included; NULL: no such span */
    double *part; /* [spans + 1], of local roots: the share of its samples,
                   * 0..1 */
    uint32_t n;   /* requested spans */
    uint32_t service, proc; /* of all requested spans; 0: several */
    int64_t from, to;       /* from the first start to the last end */
    int64_t length;         /* ns, sum of the requested spans */
    int64_t able;           /* ns, self time of the included spans */
} span_scope;

/* The scope of one span, or with span 0 of a whole trace.  False: out of
 * memory. */
bool span_scope_of(span_scope *r, const corr_store *st, corr_trace_id trace,
                   uint64_t span, corr_reach how);
/* The scope of many spans: those with tops[i] set, [spans + 1].  False: out of
 * memory. */
bool span_scope_of_set(span_scope *r, const corr_store *st, const uint8_t *tops,
                       corr_reach how);

/* Sets in[i] for the tops and all spans below them, [spans + 1]; local: only
 * within their local root.  A walk up from each span ends at a decided span,
 * and all spans on the way get the same verdict.  `in` may be `tops`. */
void span_scope_below(const spans *s, const uint8_t *tops, bool local,
                      uint8_t *in);
void span_scope_clear(span_scope *r);

#endif
