/*
 * snapshot - states of one process at several times, of which only the last
 * counts (corr-methods 0).
 *
 * Memory in use at one time is not added to memory in use at another.  This
 * holds only for snapshots of a known process: known by its instance,
 * container, pod, or host and pid, by the start time of its runtime, or by its
 * memory layout.  Snapshots of an unknown process are added.
 *
 * The functions only read the store; the caller's arena owns a verdict.
 */
#ifndef CORR_SNAPSHOT_H
#define CORR_SNAPSHOT_H

#include "store/store.h"

typedef struct snapshot {
    uint32_t input;
    uint32_t proc;  /* 0: only the members below identify the process */
    int64_t pid;    /* 0: unknown, or not compared */
    int64_t start;  /* of the process, by its own clock; 0: not compared */
    uint64_t place; /* address of its code; 0: not compared */
    int64_t at, by; /* when the state was taken; when its recording began */
} snapshot;

/* Fills in the process and the time of the state that an input holds; false:
 * the process is unknown. */
bool snapshot_of(const corr_store *st, uint32_t in, snapshot *s);
/* Orders snapshots so that those of a process are adjacent, the last one
 * first. */
void snapshot_order(snapshot *s, size_t n);
/* The end of the snapshots of the process of s[from], out of n in this
 * order. */
size_t snapshot_end(const snapshot *s, size_t from, size_t n);

/* A request to judge snapshots, with callbacks that select segments. */
typedef struct snapshot_ask {
    const corr_store *st;
    corr_arena *arena;
    void *ctx;
    /* whether the content of a segment is wanted */
    bool (*is_of)(void *ctx, uint32_t in, const segment *g);
    /* whether some rows of a segment are wanted */
    bool (*tells)(void *ctx, uint32_t in, uint32_t seg);
    bool all; /* earlier states count as well */
} snapshot_ask;

/* The states that count; zeroed: no state is wanted.  The arena owns the
 * memory. */
typedef struct snapshot_verdict {
    uint8_t *outlived;  /* [inputs] another input counts instead; or NULL */
    uint32_t noutlived; /* because a later state counts */
    uint32_t nfirst;    /* because files counted from it count */
} snapshot_verdict;

/* False: out of memory. */
bool snapshot_judge(snapshot_verdict *v, const snapshot_ask *ask) CORR_CHECK;
/* Whether a segment is a state and a later one counts, or is the baseline of
 * counts that count. */
bool snapshot_is_outlived(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);
/* Whether a segment is a state, or counts since a start, and its process is
 * unknown. */
bool snapshot_is_nameless(const snapshot_verdict *v, const corr_store *st,
                          uint32_t in, const segment *g);
/* Whether an input has a state, or a count since the start of a process. */
bool snapshot_has(const input *in);
/* Counts the inputs of some[inputs] that hold what must not be summed: states,
 * or counts since the start, of one process at several times.  False: out of
 * memory. */
bool snapshot_repeats(const corr_store *st, const uint8_t *some,
                      uint32_t *n) CORR_CHECK;

#endif
