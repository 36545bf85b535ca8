/*
 * duplicate_samples - samples of one process that two recordings took at the
 * same time; only one of the recordings counts for spans (corr-methods 0).
 *
 * Two recordings with the same kind are compared: the one with ids is
 * preferred, else the one whose samples have times, else the one that measures
 * CPU time, else the longer one, else the first.  The other's samples of the
 * same time are duplicates.  Both recordings must be on one side and provably
 * of one process, because replicas of a service are not copies.  If there are
 * several sides, the same format of a service is preferred on all of them,
 * first a format that other sides have, too.  The processes of inputs must be
 * known (process_match.h).
 *
 * A part that a server selected by spans gives way to the whole as a whole
 * (selected_part.h).
 *
 * Queries only read the store, and any thread may call them.  The caller owns a
 * duplicate_times and clears it.
 */
#ifndef CORR_DUPLICATE_SAMPLES_H
#define CORR_DUPLICATE_SAMPLES_H

#include "store/store.h"

typedef struct duplicate_times {
    vec(loss_row) run; /* when other recordings count; ascending */
    uint32_t by;       /* the first input that counts instead */
    bool most;         /* run covers at least four fifths of the recording:
                        * samples without a time are duplicates, too */
} duplicate_times;

/* Counts inputs that give way to others. */
typedef struct duplicates {
    uint32_t whole;  /* inputs that do not count at all */
    uint32_t partly; /* inputs that do not count where another recorded, too */
    corr_str of, by; /* the first such input, and the one that counts instead */
    double cost[2];  /* of the same kind and time: of these inputs, and of those
                      * that count instead */
    int64_t n[2];    /* their samples */
    uint32_t parts;  /* inputs that give way to a whole (selected_part.h) */
    corr_str part, of_whole; /* the first such input, and its whole */
    uint32_t alone;          /* parts without a whole, which count */
    corr_str only;           /* the first one */
} duplicates;

/* Whether another recording is of the process and time of an input.  If not,
 * the input has no duplicate samples. */
bool duplicate_rivals(const corr_store *st, uint32_t in);

/* Finds the duplicates of a kind of an input.  Only the inputs that are true in
 * only[inputs] are compared; NULL: all inputs.  False: out of memory.  The
 * caller calls duplicate_clear in any case. */
bool duplicate_of(duplicate_times *s, const corr_store *st, uint32_t in,
                  corr_str kind, const bool *only) CORR_CHECK;
void duplicate_clear(duplicate_times *s);
bool duplicate_has(const duplicate_times *s, const segment *g, size_t row);
/* Finds the first part of from..to that no other recording covers; false: there
 * is no such part. */
bool duplicate_left(const duplicate_times *s, int64_t from, int64_t to,
                    loss_row *left);

/* Fills st->vote, after process_inputs.  False: out of memory. */
bool duplicate_vote_on(corr_store *st) CORR_CHECK;

/* Counts an input that gives way to another, wholly or in part; kind: as in
 * duplicate_of. */
void duplicate_note(duplicates *sum, const corr_store *st, uint32_t in,
                    const duplicate_times *s, corr_str kind, bool whole);
/* Counts a part that counts, because its whole is not here. */
void duplicate_note_alone(duplicates *sum, const corr_store *st, uint32_t in);
/* Adds the remarks about the counted inputs: what was left out, and how far it
 * is from what counts, if that is more than chance; side: as in
 * remark_about. */
void duplicate_remark(const duplicates *sum, remarks *r, unsigned side);
/* Warns of inputs with duplicate samples, if there are spans.  False: out of
 * memory. */
bool duplicate_say(corr_store *st) CORR_CHECK;

#endif
