/*
 * clock_profile - detects recordings whose clock differs from the clock of the
 * traces.
 *
 * A sample that carries the id of a span was taken while the span ran.  If most
 * such observations agree on an offset larger than clocks usually differ by,
 * the store shows an edition of the input with all times shifted, and warns.
 * If the offset is too large to be believed, or the user wants all clocks left
 * as they are, the edition only records the offset (input.clock.fits).
 *
 * A step of store_prepare (join/prepare.h), on the calling thread.
 */
#ifndef CORR_CLOCK_PROFILE_H
#define CORR_CLOCK_PROFILE_H

#include "store/edition.h"

/* The first step: spans are listed with the times that it leaves.  False: out
 * of memory. */
bool clock_profiles(corr_store *st) CORR_CHECK;

/* Shifts all times of an input in its edition.  False: out of memory. */
bool clock_shift_input(edition *e, int64_t shift) CORR_CHECK;

#endif
