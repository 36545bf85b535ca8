/*
 * prepare - what is found out about all inputs together, once and only when
 * somebody asks: a list of steps; and the join.
 *
 * Inputs are const.  A step writes what it finds to the store: to a table of
 * its own, or to the edition of an input (edition.h), which the store shows
 * from then on in place of what was loaded.  Times are final behind "shift
 * clocks", values of samples behind "subtract counters", which is the last step
 * that changes any.
 *
 * The store keeps all of it, and throws it away with the next load.  Steps run
 * on the calling thread.  False: out of memory; then nothing is kept.
 */
#ifndef CORR_PREPARE_H
#define CORR_PREPARE_H

#include "join/join.h"

/* What steps read and write, beyond the inputs as they were loaded. */
enum {
    PREPARED_LIST = 1 << 0,    /* spans.at, by id; copies are folded */
    PREPARED_TIMES = 1 << 1,   /* all times of editions; shift, fits */
    PREPARED_SPANS = 1 << 2,   /* parents, roots, processes, services */
    PREPARED_MATCH = 1 << 3,   /* store.match: used, process, scope, copies */
    PREPARED_THREADS = 1 << 4, /* numbered, mixed, strangers of editions */
    PREPARED_VOTE = 1 << 5,    /* store.vote: which of two duplicates counts */
    PREPARED_YIELD = 1 << 6,   /* match.yield */
    PREPARED_VALUES = 1 << 7,  /* values of editions, rescaled */
    PREPARED_KINDS = 1 << 8,   /* store.kind_facts: what each kind adds up to */
    PREPARED_COUNTS =
        1 << 9,              /* segments of editions: differences of counters */
    PREPARED_NOTES = 1 << 10 /* warnings of the store and of editions */
};

typedef struct prepare_step {
    const char *name;
    bool (*run)(corr_store *st); /* false: out of memory */
    unsigned reads, writes;      /* PREPARED flags */
} prepare_step;

/* In the order in which they run: each reads what is loaded, and what steps
 * before it have written. */
enum { PREPARE_STEPS = 12 };
extern const prepare_step prepare_steps[PREPARE_STEPS];

/* Runs the steps, unless they were run since the last load. */
corr_code store_prepare(corr_store *st, corr_err *err) CORR_CHECK;
/* The same, and the join of every sample. */
corr_code store_join(corr_store *st, corr_err *err) CORR_CHECK;

#endif
