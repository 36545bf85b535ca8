/*
 * snapshot - states of one process at several times, of which the last counts
 * (methods 0).
 *
 * What was in use at one time, as of a heap, is not added to what was in use at
 * another.  Only of a process that is known: by its instance, container, pod,
 * or host and number, or as its runtime was started at the same time.  Those of
 * which nothing says whose they are stand alone, and are added.
 */
#ifndef CORR_SNAPSHOT_H
#define CORR_SNAPSHOT_H

#include "store.h"

typedef struct snapshot {
    uint32_t input;
    uint32_t proc;  /* 0: it is told by the following alone */
    int64_t pid;    /* 0: unknown, or of no account */
    int64_t start;  /* of the process, by its own clock; 0: of no account */
    int64_t at, by; /* when it was taken; when its recording began */
} snapshot;

/* Whether what a segment holds is a state. */
bool snapshot_is(const input *in, const segment *g);

/* By number, whether something says which process it is; in the arena.  NULL:
 * out of memory. */
const uint8_t *snapshot_known(const corr_store *st, corr_arena *arena);

/* Whose that of an input is, and of when; false: nobody knows. */
bool snapshot_of(const corr_store *st, const uint8_t *known, uint32_t in,
                 snapshot *s);
bool snapshot_is_same(const snapshot *a, const snapshot *b);
/* Those of a process next to one another, the last one first. */
void snapshot_order(snapshot *s, size_t n);

#endif
