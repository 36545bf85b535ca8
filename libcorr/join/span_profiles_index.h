/*
 * span_profiles_index - which spans name an input as their profile, asked from the input's
 * side (rungs F1, F2 of the join).
 *
 * span_profiles.h says what spans that are known say of an input; here they are
 * found, without a look at each span for each input.  Where several name one
 * file, a row goes to the one that it fits best: first where its thread is
 * known, most of it; then where the span runs at the row's time.  Of equals
 * the one that started last has a row with a time, the first a row without.
 *
 * Spans of the process that the profile is of are preferred to others, and of
 * very many the first are looked at.
 */
#ifndef CORR_NAMED_H
#define CORR_NAMED_H

#include "join/span_profiles.h"

/* Spans with an attribute that names a file: made once a store. */
typedef struct span_profiles_spans {
    vec(uint32_t) span;
} span_profiles_spans;

/* False: out of memory. */
bool span_profiles_spans_of(span_profiles_spans *n, const corr_store *st);
void span_profiles_spans_clear(span_profiles_spans *n);

typedef struct span_profiles {
    vec(uint32_t) span; /* ascending; empty: none names it */
    span_profile *by;   /* [span.n] what each says */
    corr_arena arena;
} span_profiles;

/* Those of one input; false: out of memory.  span_profiles_clear in any case. */
bool span_profiles_of(span_profiles *n, const span_profiles_spans *all,
                      const corr_store *st, uint32_t in);
void span_profiles_clear(span_profiles *n);

/* What a row that the join has no span for owes to one of them. */
typedef struct join_own {
    uint32_t span; /* 0 none */
    corr_rung rung;
    span_profile_bond bond;
} join_own;

join_own span_profiles_row(const span_profiles *n, const corr_store *st,
                           const segment *g, size_t row);

#endif
