/*
 * lockstep - work that keeps step with the sampler: begun always at the same place
 * between two ticks, it is sampled too often or never (corr-methods 10.1).
 *
 * Neither period is asked for, as the one that a sampler was told is not the
 * one that it keeps.  What counts is the way from the last tick to the start
 * of each span of an operation: where the two do not keep step it is anything.
 */
#ifndef CORR_BEAT_H
#define CORR_BEAT_H

#include "store/store.h"

/* Warns of operations that do; spans and ties must be there.  False: out of
 * memory. */
bool lockstep_inputs(corr_store *st) CORR_CHECK;

#endif
