/*
 * clock_profile - recordings whose clock is not that of the traces.
 *
 * What carries the id of a span was taken while the span ran.  Where most such
 * observations agree on an offset that is not the usual uncertainty, the times
 * of the input are shifted, once and for all of its tables, and it is told.
 * Where that is too far to be believed, or clocks are to be left as they are, the
 * input only notes it (input.fits).
 */
#ifndef CORR_CLOCK_PROFILE_H
#define CORR_CLOCK_PROFILE_H

#include "store/store.h"

/* Spans must be there.  *shifted: some input has other times now.  False: out
 * of memory. */
bool clock_profiles(corr_store *st, bool *shifted);

#endif
