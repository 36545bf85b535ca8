/*
 * snapshot - states of one process at several times, of which the last counts
 * (methods 0).
 *
 * What was in use at one time, as of a heap, is not added to what was in use at
 * another.  Only of a process that is known: by its instance, container, pod,
 * or host and number, as its runtime was started at the same time, or as its
 * memory is laid out alike.  Those of which nothing says whose they are stand
 * alone, and are added.
 */
#ifndef CORR_SNAPSHOT_H
#define CORR_SNAPSHOT_H

#include "store.h"

/* A question, and what answers for it. */
typedef struct snapshot_ask {
    const corr_store *st;
    corr_arena *arena;
    void *ctx;
    /* Whether what a segment of an input holds is asked for ... */
    bool (*is_of)(void *ctx, uint32_t in, const segment *g);
    /* ... and whether some of its rows are. */
    bool (*tells)(void *ctx, uint32_t in, uint32_t seg);
    bool all; /* those that were outlived count as well */
} snapshot_ask;

/* Which states count; zeroed: none is asked for.  In the arena. */
typedef struct snapshot_verdict {
    const uint8_t *known; /* processes, whether something names them; or NULL */
    uint8_t *outlived;    /* [inputs]: a later state counts; or NULL */
    uint32_t noutlived;
} snapshot_verdict;

/* False: out of memory. */
bool snapshot_judge(snapshot_verdict *v, const snapshot_ask *ask) CORR_CHECK;
/* Whether a segment is a state, and a later one counts. */
bool snapshot_is_outlived(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);
/* Whether it is a state of which nobody knows whose it is. */
bool snapshot_is_nameless(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);

#endif
