/*
 * span_profiles - profiles that a span names as its own (rungs F1, F2).
 *
 * A span names a profile by attribute (profile.id, profile.file: private
 * conventions), or the file is named after the span or its trace.  A path in an
 * attribute is never opened, only compared with the names of the input files.
 *
 * Such a file holds every thread of the process.  If the span's own thread is
 * among them, the samples of that thread are the span's (F1), and samples of
 * other threads are not.  Samples without a thread show what the process did
 * meanwhile (F2).
 */
#ifndef CORR_SPAN_PROFILES_H
#define CORR_SPAN_PROFILES_H

#include "store/store.h"
#include "store/thread_index.h"

/* Whether input `in` was recorded for this span. */
bool span_profile_by(const corr_store *st, uint32_t span, uint32_t in);

typedef struct span_profile_thread {
    double certainty; /* `id` of corr-methods 1.1; 0: no span has this thread */
    int64_t from, to; /* when its spans ran */
} span_profile_thread;

typedef struct span_profile {
    bool any;                    /* some span names the input */
    span_profile_thread *thread; /* [threads] NULL: no thread matches */
} span_profile;

/* Fills *c for the spans with tops[i] set, [spans + 1], and an input.  The
 * arena owns the memory.  False: out of memory. */
bool span_profile_of(span_profile *c, const corr_store *st, const uint8_t *tops,
                     uint32_t in, corr_arena *arena);
/* The same for one span, which names the input.  The index of the input's
 * threads serves several calls; it is { 0 } before the first. */
bool span_profile_of_span(span_profile *c, const corr_store *st, uint32_t span,
                          uint32_t in, thread_index *index, corr_arena *arena);

/* How far a row belongs to the spans. */
typedef struct span_profile_bond {
    double share;     /* of the row, 0..1 */
    double certainty; /* of its thread */
} span_profile_bond;

/* The rung of a row of the input: F1 or F2; NONE if the row names a span
 * itself, is of another thread, or was taken at another time.  Fills *b. */
corr_rung span_profile_row(const span_profile *c, const segment *g, size_t row,
                           span_profile_bond *b);

#endif
