/*
 * trace_places - which spans of two traces belong together (corr-methods 3.8).
 *
 * A place is an operation below the place of its parents; the spans of both
 * traces at one place are compared.  Siblings of one operation have places of
 * their own if both traces have equally few and their order is known.
 *
 * No recursion; each span is visited a bounded number of times.  Places own
 * their memory and borrow the waterfalls; after their creation any thread may
 * read.
 */
#ifndef CORR_TRACE_PLACES_H
#define CORR_TRACE_PLACES_H

#include "store/operation_names.h"
#include "trace/waterfall.h"

typedef struct place {
    uint32_t up, depth;         /* place of the parents, or CRITICAL_NONE */
    uint32_t op;                /* of the span that was found first */
    uint32_t first[2], last[2]; /* spans, or CRITICAL_NONE */
    uint32_t spans[2];
    bool renamed;  /* names are equal but for numbers */
    bool together; /* siblings in an unknown order */
    bool apart;    /* not below the roots */
} place;

typedef struct trace_places {
    corr_arena arena;
    vec(place) place;  /* depth first */
    uint32_t *next[2]; /* [spans] next span of the same place */
    uint32_t swapped;  /* sets of siblings in another order */
} trace_places;

/* The places of the subtrees below root[]; those of all other roots too, if
 * apart.  { 0 } is empty.  False: out of memory. */
bool trace_places_of(trace_places *t, const corr_waterfall *const w[2],
                     const uint32_t root[2], bool apart) CORR_CHECK;
void trace_places_clear(trace_places *t);

#endif
