/*
 * reach - the spans that a question about one span or trace takes in.
 */
#ifndef CORR_REACH_H
#define CORR_REACH_H

#include "store.h"

typedef struct reach {
    uint8_t *in;   /* [spans + 1], 1: taken in */
    uint32_t span; /* the span asked about, 0: a whole trace */
    uint32_t root; /* its local root */
    uint32_t service, proc;
    bool divides;     /* samples of the local root count by part (rung R3) */
    double part;      /* of its request's own time, 0..1 */
    int64_t from, to; /* of the span, or of the trace */
    int64_t able;     /* ns that the spans taken in may have used the CPU */
} reach;

/* trace {0,0} and span 0: not found, in is NULL.  False: out of memory. */
bool reach_of(reach *r, const corr_store *st, corr_trace_id trace,
              uint64_t span, corr_reach how);
void reach_clear(reach *r);

#endif
