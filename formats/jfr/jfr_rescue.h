/*
 * jfr_rescue - a chunk that is not whole, written as one that is.
 */
#ifndef CORR_JFR_RESCUE_H
#define CORR_JFR_RESCUE_H

#include "jfr/jfr_file.h"

/* The parts of a chunk that can be kept. It starts zeroed and may be reused;
 * jfr_rescue_clear frees it. */
typedef struct jfr_rescue {
    jfr_event types;      /* the chunk's description of its types, ... */
    const jfr_lent *lent; /* ... or another chunk's description, borrowed */
    jfr_behind behind;
    bool no_memory;
    /* private below */
    jfr_types tried;
} jfr_rescue;

/* lent: the types it may borrow, NULL: none. False: no types fit the events, or
 * memory is out. */
bool jfr_rescue_of(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                   const jfr_lent *lent);
void jfr_rescue_put(const jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                    corr_out *out);
/* The number of bytes of the chunk that are not rescued. */
uint64_t jfr_rescue_lost(const jfr_rescue *r, const jfr_chunk *k,
                         const jfr_found *f);
void jfr_rescue_clear(jfr_rescue *r);

#endif
