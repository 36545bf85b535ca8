/*
 * span_profiles - profiles that a span names as its own (rungs F1, F2).
 *
 * By attribute (profile.id, profile.file: private conventions) or because the
 * file is named after the span or its trace.  A path in an attribute is never
 * opened, only compared with the names of files that were given.
 *
 * Such a file holds every thread of the process.  If the span's own thread is
 * among them, the samples of that thread are the span's (F1) and those of other
 * threads are not; samples without a thread show what the process did meanwhile
 * (F2).
 */
#ifndef CORR_CAPTURED_H
#define CORR_CAPTURED_H

#include "store/store.h"
#include "store/thread_index.h"

/* Whether this span says that input `in` was recorded for it. */
bool span_profile_by(const corr_store *st, uint32_t span, uint32_t in);

typedef struct span_profile_thread {
    double certainty; /* `id` of corr-methods 1.1; 0: it is none of theirs */
    int64_t from, to; /* when their spans ran */
} span_profile_thread;

typedef struct span_profile {
    bool any;                    /* one of the spans names the input */
    span_profile_thread *thread; /* by row of its table; NULL: none of theirs is
                                known there */
} span_profile;

/* Fills *c with what the spans with tops[i] set, [spans + 1], say of an input;
 * its memory is the arena's.  False: out of memory. */
bool span_profile_of(span_profile *c, const corr_store *st, const uint8_t *tops,
                     uint32_t in, corr_arena *arena);
/* The same of one span, which is known to name the input.  The index of the
 * input's threads serves several calls; { 0 } before the first. */
bool span_profile_of_span(span_profile *c, const corr_store *st, uint32_t span,
                          uint32_t in, thread_index *index, corr_arena *arena);

/* How far a row belongs to them. */
typedef struct span_profile_bond {
    double share;     /* 0..1 of it */
    double certainty; /* of its thread */
} span_profile_bond;

/* The rung of a row of the input: F1, F2, or none if it names a span itself,
 * is of another thread or was taken at another time.  *b is filled. */
corr_rung span_profile_row(const span_profile *c, const segment *g, size_t row,
                           span_profile_bond *b);

#endif
