/*
 * thread_lanes - the threads of a profile beside the spans of its process (rungs
 * T1, T2, P of the join).
 *
 * Each thread that a span names is a lane; threads of the profile that are the
 * same (thread_index.h) use it.  A span whose thread is not known has no lane,
 * and its neighbours do not lend it one.  A span that only a recording mentions
 * has no lane either: its thread is the one that wrote it down.
 */
#ifndef CORR_LANES_H
#define CORR_LANES_H

#include "join/active_spans.h"
#include "store/thread_index.h"

/* Spans by process, each process by start: made once a store. */
typedef struct thread_lanes_spans {
    uint32_t *span; /* all of known place in time */
    uint32_t *at;   /* [processes + 1] first of each */
} thread_lanes_spans;

/* False: out of memory; thread_lanes_spans_clear in any case. */
bool thread_lanes_spans_of(thread_lanes_spans *s, const corr_store *st);
void thread_lanes_spans_clear(thread_lanes_spans *s);

/* A thread of the profile that uses a lane, one of `fitting` that fit as well. */
typedef struct lane_use {
    uint32_t thread, lane, fitting;
    thread_fit fit;
} lane_use;

typedef struct lanes {
    const corr_store *st;
    active_spans *w;
    uint32_t proc;
    vec(uint32_t) span; /* of the process, in the profile's time, by start */
    vec(lane_use) use;  /* by thread */
    uint32_t *use_at;   /* [threads + 1] */
    bool known;         /* spans name threads */
    bool strange;       /* a thread of some span is not in the profile */
    bool has_process;
    uint32_t process; /* the lane of all of them */
} lanes;

/* The lanes of an input within [from, to]; proc is its process.  False: out of
 * memory; thread_lanes_clear in any case. */
bool thread_lanes_of(lanes *l, const corr_store *st,
                     const thread_lanes_spans *all, active_spans *w,
                     uint32_t in, int64_t from, int64_t to);
void thread_lanes_clear(lanes *l);

/* The lane of the process, made when first asked for.  False: out of
 * memory. */
bool thread_lanes_process(lanes *l, uint32_t *lane);

#endif
