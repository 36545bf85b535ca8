/*
 * delayed - which requests were under way while their process stood still.
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

typedef struct delayed_request {
    int64_t from, to;
    int64_t latest; /* end of this and all that began before it */
    uint32_t span;
} delayed_request;

/* The requests of one process. */
typedef struct delayed_process {
    bool known;
    vec(delayed_request) row; /* by start */
} delayed_process;

typedef struct delayed {
    const corr_store *store;
    delayed_process *input; /* [inputs] */
    /* of the last question */
    vec(corr_delayed) hit; /* longest first */
    bool any;              /* spans are known of the process at all */
} delayed;

/* st is prepared.  False: out of memory; delayed_clear all the same. */
bool delayed_init(delayed *d, const corr_store *st) CORR_CHECK;
void delayed_clear(delayed *d);

/* Fills hit with those of an input's process in [from, to).  False: out of
 * memory. */
bool delayed_at(delayed *d, uint32_t at, int64_t from, int64_t to) CORR_CHECK;

#endif
