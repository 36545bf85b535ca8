/*
 * duplicate_samples - samples of one process that two recordings took at one time, of which
 * spans get those of one (corr-methods 0).
 *
 * Of two recordings that have a kind it is the one with ids, else the one whose
 * samples have times, else the one that takes CPU time, else the longer, else
 * the first.  What the other one has of the same time is spare.  Both must be of
 * one side, and it must be known that they are of one process: replicas of a
 * service are not copies of one.  Where there are several sides, formats of a
 * service are preferred alike on all of them, first one that others have, too.
 * Ties must be there.
 */
#ifndef CORR_SPARE_H
#define CORR_SPARE_H

#include "store/remark.h"
#include "store/store.h"

typedef struct spare {
    vec(loss_row) run; /* when others count; disjoint, ascending */
    uint32_t by;       /* the first input that does */
    bool most;         /* for four fifths of its time, or longer: samples
                          without a time are spare, too */
} spare;

/* Inputs of which others count instead. */
typedef struct duplicates {
    uint32_t whole;  /* inputs of which nothing counts, ... */
    uint32_t partly; /* ... or not what both recorded */
    corr_str of, by; /* the first such, and what counts instead */
} duplicates;

/* Whether another recording is of the process and time of an input: of one that
 * has no such there is nothing to be found below. */
bool duplicate_rivals(const corr_store *st, uint32_t in);

/* Of a kind of an input, beside those others that are true in only[inputs], or
 * all (NULL).  False: out of memory; duplicate_clear in any case. */
bool duplicate_of(spare *s, const corr_store *st, uint32_t in, corr_str kind,
                  const bool *only) CORR_CHECK;
void duplicate_clear(spare *s);
bool duplicate_has(const spare *s, const segment *g, size_t row);
/* The first part of from..to that others have not; false: none. */
bool duplicate_left(const spare *s, int64_t from, int64_t to, loss_row *left);

/* Fills st->vote, once ties are there.  False: out of memory. */
bool duplicate_vote_on(corr_store *st) CORR_CHECK;

/* Counts an input that gives way to another, wholly or in part. */
void duplicate_note(duplicates *sum, const corr_store *st, uint32_t in,
                    uint32_t by, bool whole);
/* Remarks of it; side: as in remark_about. */
void duplicate_remark(const duplicates *sum, remarks *r, unsigned side);
/* Says which inputs have spare samples, if there are spans.  False: out of
 * memory. */
bool duplicate_say(corr_store *st) CORR_CHECK;

#endif
