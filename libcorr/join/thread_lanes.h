/*
 * thread_lanes - the threads of a profile and the lanes of its process's spans
 * that they use (rungs T1, T2, P of the join).
 *
 * Each thread that a span names is a lane; the matching threads of the profile
 * (thread_index.h) use it.  A span of an unknown thread has no lane, not even
 * that of its neighbours.  A span that only a recording contains has no lane
 * either: its thread is the one that wrote it.
 */
#ifndef CORR_THREAD_LANES_H
#define CORR_THREAD_LANES_H

#include "join/active_spans.h"
#include "store/thread_index.h"

/* Spans by process, then by start; made once for a store. */
typedef struct thread_lanes_spans {
    uint32_t *span; /* spans with a known time */
    uint32_t *at;   /* [processes + 1] first span of each */
} thread_lanes_spans;

/* Lists the spans.  False: out of memory.  The caller calls
 * thread_lanes_spans_clear in any case. */
bool thread_lanes_spans_of(thread_lanes_spans *s, const corr_store *st);
void thread_lanes_spans_clear(thread_lanes_spans *s);

/* A thread of the profile that may use a lane; `fitting` threads fit as well as
 * it does. */
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
    uint32_t process; /* lane of the whole process */
} lanes;

/* Makes the lanes of an input's process within [from, to].  False: out of
 * memory.  The caller calls thread_lanes_clear in any case. */
bool thread_lanes_of(lanes *l, const corr_store *st,
                     const thread_lanes_spans *all, active_spans *w,
                     uint32_t in, int64_t from, int64_t to);
void thread_lanes_clear(lanes *l);

/* The lane of the whole process, made on first use.  False: out of memory. */
bool thread_lanes_process(lanes *l, uint32_t *lane);

#endif
