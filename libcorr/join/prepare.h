/*
 * prepare - the steps that derive facts about all inputs together, once and
 * only on demand; and the join.
 *
 * Inputs are const.  A step writes its results to the store: to a table of its
 * own, or to the edition of an input (edition.h), which the store shows from
 * then on instead of the loaded input.  Times are final after "find clocks",
 * those of spans after "shift clocks", values of samples after "subtract counters", the last step that changes any.
 *
 * The store keeps all results, and the next load throws them away.  Steps run
 * on the calling thread.  False: out of memory; then no result is kept.
 */
#ifndef CORR_PREPARE_H
#define CORR_PREPARE_H

#include "join/join.h"

/* The data that steps read and write, beyond the loaded inputs. */
enum {
    PREPARED_TIMES = 1 << 0,   /* times of editions; shift, fits */
    PREPARED_SPANS = 1 << 1,   /* store.spans; copies are merged */
    PREPARED_MATCH = 1 << 2,   /* store.match: used, process, scope, copies */
    PREPARED_THREADS = 1 << 3, /* numbered, mixed and stranger marks of
                                * editions */
    PREPARED_VOTE = 1 << 4,    /* store.vote: the better one of two formats */
    PREPARED_YIELD = 1 << 5,   /* match.yield */
    PREPARED_VALUES = 1 << 6,  /* values of editions, rescaled */
    PREPARED_KINDS = 1 << 7,   /* store.kind_facts: the sums of each kind */
    PREPARED_COUNTS = 1 << 8,  /* segments of editions: differences of
                                * counters */
    PREPARED_NOTES = 1 << 9    /* warnings of the store and of editions */
};

typedef struct prepare_step {
    const char *name;
    bool (*run)(corr_store *st); /* false: out of memory */
    unsigned reads, writes;      /* PREPARED flags */
} prepare_step;

/* The steps in the order in which they run.  Each step reads the loaded inputs
 * and the results of earlier steps. */
enum { PREPARE_STEPS = 16 };
extern const prepare_step prepare_steps[PREPARE_STEPS];

/* Runs the steps, unless they ran since the last load. */
corr_code store_prepare(corr_store *st, corr_err *err) CORR_CHECK;
/* Runs the steps and joins all samples, unless that was done. */
corr_code store_join(corr_store *st, corr_err *err) CORR_CHECK;

#endif
