/*
 * snapshot - states of one process at several times, of which the last counts
 * (corr-methods 0).
 *
 * What was in use at one time, as of a heap, is not added to what was in use at
 * another.  Only of a process that is known: by its instance, container, pod,
 * or host and number, as its runtime was started at the same time, or as its
 * memory is laid out alike.  Those of which nothing says whose they are stand
 * alone, and are added.
 */
#ifndef CORR_SNAPSHOT_H
#define CORR_SNAPSHOT_H

#include "store/store.h"

typedef struct snapshot {
    uint32_t input;
    uint32_t proc;  /* 0: it is told by the following alone */
    int64_t pid;    /* 0: unknown, or of no account */
    int64_t start;  /* of the process, by its own clock; 0: of no account */
    uint64_t place; /* where its code lies; 0: of no account */
    int64_t at, by; /* when it was taken; when its recording began */
} snapshot;

/* Whose the state that an input tells of is, and of when; false: nobody
 * knows. */
bool snapshot_of(const corr_store *st, uint32_t in, snapshot *s);
/* Those of a process next to one another, the last one first. */
void snapshot_order(snapshot *s, size_t n);
/* Where those of the process of s[from] end, of n in this order. */
size_t snapshot_end(const snapshot *s, size_t from, size_t n);

/* A question, and what answers for it. */
typedef struct snapshot_ask {
    const corr_store *st;
    corr_arena *arena;
    void *ctx;
    /* Whether what a segment of an input holds is asked for ... */
    bool (*is_of)(void *ctx, uint32_t in, const segment *g);
    /* ... and whether some of its rows are. */
    bool (*tells)(void *ctx, uint32_t in, uint32_t seg);
    bool all; /* states that were outlived count as well */
} snapshot_ask;

/* Which states count; zeroed: none is asked for.  In the arena. */
typedef struct snapshot_verdict {
    uint8_t *outlived;  /* [inputs]: another one counts; or NULL */
    uint32_t noutlived; /* as a later state does */
    uint32_t
        nfirst; /* as what is counted from them on does (counter_delta.h) */
} snapshot_verdict;

/* False: out of memory. */
bool snapshot_judge(snapshot_verdict *v, const snapshot_ask *ask) CORR_CHECK;
/* Whether a segment is a state, and a later one counts; or what others are
 * counted from, and one of these does. */
bool snapshot_is_outlived(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);
/* Whether it is a state, or counts since the start, of which nobody knows whose
 * it is. */
bool snapshot_is_nameless(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);
/* Whether an input tells of a state, or of what was counted since a start. */
bool snapshot_has(const input *in);
/* How many of some inputs tell of one process at several times what is not to
 * be added up: its states, or what it counted since its start.  False: out of
 * memory. */
bool snapshot_repeats(const corr_store *st, const uint8_t *some,
                      uint32_t *n) CORR_CHECK;

#endif
