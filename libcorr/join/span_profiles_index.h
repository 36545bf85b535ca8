/*
 * span_profiles_index - finds the spans that name an input as their profile
 * (rungs F1, F2 of the join).
 *
 * span_profiles.h compares known spans with an input.  This module finds the
 * spans without comparing each span with each input.  If several spans name one
 * file, a row goes to the best fit: first a span of its thread, the larger
 * share first; then a span that runs at the row's time.  Among equals, a row
 * with a time goes to the span that started last, a row without one to the
 * first span.
 *
 * Spans of the profile's own process are preferred; if there are very many,
 * only the first are compared.
 */
#ifndef CORR_SPAN_PROFILES_INDEX_H
#define CORR_SPAN_PROFILES_INDEX_H

#include "join/span_profiles.h"

/* Spans with an attribute that names a file; made once for a store. */
typedef struct span_profiles_spans {
    vec(uint32_t) span;
} span_profiles_spans;

/* Lists the spans.  False: out of memory. */
bool span_profiles_spans_of(span_profiles_spans *n, const corr_store *st);
void span_profiles_spans_clear(span_profiles_spans *n);

typedef struct span_profiles {
    vec(uint32_t) span; /* ascending; empty: no span names the input */
    span_profile *by;   /* [span.n] */
    corr_arena arena;
} span_profiles;

/* Finds the spans of one input.  False: out of memory.  The caller calls
 * span_profiles_clear in any case. */
bool span_profiles_of(span_profiles *n, const span_profiles_spans *all,
                      const corr_store *st, uint32_t in);
void span_profiles_clear(span_profiles *n);

/* The span that a row without a span of the join gets by its profile. */
typedef struct join_own {
    uint32_t span; /* 0: no span */
    corr_rung rung;
    span_profile_bond bond;
} join_own;

join_own span_profiles_row(const span_profiles *n, const corr_store *st,
                           const segment *g, size_t row);

#endif
