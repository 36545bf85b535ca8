/*
 * lockstep - detects work in step with the sampler: work that always begins at
 * the same place between two ticks is sampled too often or never (corr-methods
 * 10.1).
 *
 * The module compares no nominal periods, because a sampler does not keep the
 * period that it was given.  It measures the time from the last tick to the
 * start of each span of an operation.  For work that is not in step that time
 * takes any value.
 *
 * A step of store_prepare (join/prepare.h), on the calling thread.
 */
#ifndef CORR_LOCKSTEP_H
#define CORR_LOCKSTEP_H

#include "store/store.h"

/* Warns of operations in step.  Spans and processes must be known.  False: out
 * of memory. */
bool lockstep_inputs(corr_store *st) CORR_CHECK;

#endif
