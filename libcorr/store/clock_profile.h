/*
 * clock_profile - recordings whose clock is not that of the traces.
 *
 * A sample that carries the id of a span was taken while the span ran.  If most
 * such observations agree on an offset that is more than clocks usually differ
 * by, the store shows an edition of the input with all times shifted by it, and
 * warns.  If the offset is too far to be believed, or clocks are to be left as
 * they are, the edition only notes it (input.clock.fits).
 */
#ifndef CORR_CLOCK_PROFILE_H
#define CORR_CLOCK_PROFILE_H

#include "store/store.h"

/* Spans must be listed, and nothing else prepared.  They are listed again if
 * one of the inputs that are shifted has spans of its own.  False: out of
 * memory. */
bool clock_profiles(corr_store *st) CORR_CHECK;

#endif
