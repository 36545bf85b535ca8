/*
 * pyroscope_way - requests for one profile in the ways that a server may know.
 *
 *  way          method                    form         of spans  of a trace
 *  STACKTRACES  SelectMergeStacktraces    pprof        yes       yes
 *  MERGED       SelectMergeProfile        pprof        no        no
 *  SPANS        SelectMergeSpanProfile    flame graph  only      no
 *  RENDER       /pyroscope/render         flame graph  no        no
 */
#ifndef CORR_FETCH_PYROSCOPE_WAY_H
#define CORR_FETCH_PYROSCOPE_WAY_H

#include "fetch/servers/pyroscope_server.h"

typedef enum way { STACKTRACES, MERGED, SPANS, RENDER, NO_WAY } way;

/* A query that takes too long may run in the background, and its answer is
 * asked for until it is there. */
typedef enum pace { AT_ONCE, STARTED, AWAITED } pace;

/* What a judge knows about its request. */
typedef struct profile_ask {
    fetch_series s;
    const char *const *span; /* a part: of these local roots */
    uint32_t spans;
    const char *trace; /* a part: of this trace, 32 hex digits; or NULL */
    int64_t total;     /* of a part: what the whole window has; 0: unknown */
    way way;
    pace pace;
    corr_str running; /* AWAITED: the server's id of the query */
    int64_t nodes;    /* most of the tree; 0: as many as the server likes */
    int depth;        /* how often the window was halved */
} profile_ask;

enum { PROFILE_NODES = 1048576 }; /* most that servers send */

static inline bool is_part(const profile_ask *k)
{
    return k->spans || k->trace;
}

/* Adds the request.  False: out of memory. */
bool fetch_ask_in_way(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, const profile_ask *ask,
                      corr_window w, fetch_judge *judge);

#endif
