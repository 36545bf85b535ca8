/*
 * activation - which span each thread of a recording worked for, as the
 * recording itself tells (rung S2 of the join).
 *
 * An activation marks that a thread works for a span, not how long the span
 * lives: a span may have many, they nest and overlap, and the one that began
 * last and is not over rules.  An activation that lasts until the next one of
 * its kind and thread may name no span: then the thread works for none.
 */
#ifndef CORR_ACTIVATION_H
#define CORR_ACTIVATION_H

#include "join/active_spans.h"

/* Whether rows of a segment are activations of threads. */
static inline bool activation_is(const input *in, const segment *g)
{
    return g->thread && in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
}

/* What a piece of such a lane holds: a span, which may be known as the request
 * only, or 0: one that is not here. */
#define ACTIVATION_REQUEST (UINT32_C(1) << 31)

typedef struct activations {
    uint32_t *lane_of; /* [threads] 1 + lane, 0: none; NULL: no activations */
} activations;

/* Those of an input.  False: out of memory; activations_clear in any case. */
bool activations_of(activations *a, const corr_store *st, uint32_t in,
                    active_spans *w);
void activations_clear(activations *a);

#endif
