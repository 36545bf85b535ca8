/*
 * pause_delays - the requests that a pause of their process delayed.
 *
 * A pause stops all threads, so it delayed each running request of the process
 * by at most their common time.  A request that waited for something else
 * meanwhile may have lost less.
 *
 * Requests are local roots; their descendants do not count.  Owns its memory
 * and borrows the store; one thread uses it.
 */
#ifndef CORR_DELAYED_H
#define CORR_DELAYED_H

#include "base/vec.h"
#include "corr_trace.h"
#include "store/store.h"
#include "trace/thread_spans.h"

/* The requests of one process, as intervals of thread 0. */
typedef struct pause_delay_process {
    bool known;
    thread_spans request;
} pause_delay_process;

typedef struct pause_delays {
    const corr_store *store;
    pause_delay_process *input; /* [inputs] */
    /* of the last call */
    vec(corr_delayed) hit; /* longest first */
    bool any;              /* the process has spans */
} pause_delays;

/* st is prepared.  False: out of memory; pause_delay_clear still applies. */
bool pause_delay_init(pause_delays *d, const corr_store *st) CORR_CHECK;
void pause_delay_clear(pause_delays *d);

/* Fills hit with the requests of an input's process in [from, to).  False: out
 * of memory. */
bool pause_delay_at(pause_delays *d, uint32_t at, int64_t from,
                    int64_t to) CORR_CHECK;

#endif
