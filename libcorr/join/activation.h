/*
 * activation - the span that each thread of a recording worked for, as the
 * recording itself states (rung S2 of the join).
 *
 * An activation marks that a thread works for a span, not how long the span
 * lives.  A span may have many activations; they nest and overlap.  At each
 * time, the running activation that began last decides.  An activation that
 * lasts until the next one of its kind and thread may name no span: then the
 * thread works for no span.
 */
#ifndef CORR_ACTIVATION_H
#define CORR_ACTIVATION_H

#include "join/active_spans.h"

/* Whether rows of a segment are activations of threads. */
static inline bool activation_is(const input *in, const segment *g)
{
    return g->thread && in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
}

/* A row of the activations of a recording, from { 0 } to the last:
 * while (activation_next(in, &a)).  Rows of a segment are ordered by time. */
typedef struct activation_row {
    const segment *g;
    size_t row;
    uint32_t seg;
} activation_row;

static inline bool activation_next(const input *in, activation_row *a)
{
    if (a->g && ++a->row < a->g->n)
        return true;
    while (++a->seg < in->segment.n) {
        a->g = &in->segment.v[a->seg];
        a->row = 0;
        if (a->g->n && activation_is(in, a->g))
            return true;
    }
    return false;
}

/* A piece of a lane holds a span, or the local root of a request with this bit
 * set if only the request is known, or 0 for a span that is not here. */
#define ACTIVATION_REQUEST (UINT32_C(1) << 31)

typedef struct activations {
    uint32_t *lane_of; /* [threads] 1 + lane; 0: no lane; NULL: no
                        * activations */
} activations;

/* Makes the activation lanes of an input.  False: out of memory.  The caller
 * calls activations_clear in any case. */
bool activations_of(activations *a, const corr_store *st, uint32_t in,
                    active_spans *w);
void activations_clear(activations *a);

/* The span that an activation names; 0: it is not here, or nothing decides
 * between several of this id. */
uint32_t activation_span(const corr_store *st, uint32_t in, const segment *g,
                         size_t row);

#endif
