/*
 * named - which spans name an input as their profile, asked from the input's
 * side (rungs F1, F2 of the join).
 *
 * captured.h says what spans that are known say of an input; here they are
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
typedef struct named_spans {
    vec(uint32_t) span;
} named_spans;

/* False: out of memory. */
bool named_spans_of(named_spans *n, const corr_store *st);
void named_spans_clear(named_spans *n);

typedef struct named {
    vec(uint32_t) span; /* ascending; empty: none names it */
    captured *by;       /* [span.n] what each says */
    corr_arena arena;
} named;

/* Those of one input; false: out of memory.  named_clear in any case. */
bool named_of(named *n, const named_spans *all, const corr_store *st,
              uint32_t in);
void named_clear(named *n);

/* What a row that the join has no span for owes to one of them. */
typedef struct join_own {
    uint32_t span; /* 0 none */
    corr_rung rung;
    captured_bond bond;
} join_own;

join_own named_row(const named *n, const corr_store *st, const segment *g,
                   size_t row);

#endif
