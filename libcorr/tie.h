/*
 * tie - which process a profile is of, whether it is used, and what the labels
 * on its samples mean (methods sections 0 and 1.3).
 */
#ifndef CORR_TIE_H
#define CORR_TIE_H

#include "store.h"

/* Fills st->tie; spans must be there.  False: out of memory. */
bool tie_inputs(corr_store *st);

/* The only process whose spans name threads of a profile, or 0.  False: out of
 * memory. */
bool tie_by_threads(const corr_store *st, uint32_t in, uint32_t *proc);

#endif
