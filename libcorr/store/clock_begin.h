/*
 * clock_begin - places recordings whose clock counts from an unknown start.
 *
 * If the process of such a recording is known, and its spans are here, the
 * start is looked for (clock_search.h).  If it is found, the store shows an
 * edition of the input with times of the wall clock, and warns; if not, a note
 * of the input says why.
 *
 * A step of store_prepare (join/prepare.h), on the calling thread.
 */
#ifndef CORR_CLOCK_BEGIN_H
#define CORR_CLOCK_BEGIN_H

#include "store/store.h"

/* Processes must be matched.  False: out of memory. */
bool clock_begin(corr_store *st) CORR_CHECK;

#endif
