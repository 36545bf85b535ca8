/*
 * pause_delays - which requests were under way while their process stood still.
 *
 * A pause stops all threads, so each request of the process that had begun and
 * not ended was held up, by at most the time that both have in common; one
 * that waited for something else meanwhile may have lost less.
 *
 * Requests are local roots: what stands below them is not told again.
 */
#ifndef CORR_DELAYED_H
#define CORR_DELAYED_H

#include "base/vec.h"
#include "corr_trace.h"
#include "store/store.h"

typedef struct pause_delay_request {
    int64_t from, to;
    int64_t latest; /* end of this and all that began before it */
    uint32_t span;
} pause_delay_request;

/* The requests of one process. */
typedef struct pause_delay_process {
    bool known;
    vec(pause_delay_request) row; /* by start */
} pause_delay_process;

typedef struct pause_delays {
    const corr_store *store;
    pause_delay_process *input; /* [inputs] */
    /* of the last question */
    vec(corr_delayed) hit; /* longest first */
    bool any;              /* spans are known of the process at all */
} pause_delays;

/* st is prepared.  False: out of memory; pause_delay_clear all the same. */
bool pause_delay_init(pause_delays *d, const corr_store *st) CORR_CHECK;
void pause_delay_clear(pause_delays *d);

/* Fills hit with those of an input's process in [from, to).  False: out of
 * memory. */
bool pause_delay_at(pause_delays *d, uint32_t at, int64_t from,
                    int64_t to) CORR_CHECK;

#endif
