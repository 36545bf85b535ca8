/*
 * jfr_rescue - a chunk that is not whole, written as one that is.
 */
#ifndef CORR_JFR_RESCUE_H
#define CORR_JFR_RESCUE_H

#include "jfr/jfr_file.h"

/* The parts of a chunk that can be kept.  Zeroed at first, may be used again;
 * jfr_rescue_clear frees it. */
typedef struct jfr_rescue {
    jfr_event types;      /* their description, ... */
    const jfr_lent *lent; /* ... or that of another chunk, borrowed */
    jfr_behind behind;
    bool no_memory;
    /* private below */
    jfr_types tried;
} jfr_rescue;

/* lent: what it may borrow, NULL: nothing.  False: no types fit its events, or
 * there was no memory. */
bool jfr_rescue_of(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                   const jfr_lent *lent);
void jfr_rescue_put(const jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                    corr_out *out);
/* How many of the chunk's bytes are not rescued. */
uint64_t jfr_rescue_lost(const jfr_rescue *r, const jfr_chunk *k,
                         const jfr_found *f);
void jfr_rescue_clear(jfr_rescue *r);

#endif
