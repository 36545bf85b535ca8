/*
 * tie - which process a profile is of, whether it is used, and what the labels
 * on its samples mean (methods sections 0 and 1.3).
 */
#ifndef CORR_TIE_H
#define CORR_TIE_H

#include "store.h"

/* Fills st->tie; spans must be there.  False: out of memory. */
bool tie_inputs(corr_store *st);

#endif
