/*
 * cpu_coverage - the part of the CPU time of a process that its profiles
 * account for, by a metric that covers the whole time of the profile
 * (corr-methods 10.4).
 *
 * A yield that a recording states about its own process takes precedence
 * (sample_weight.h).  The yield changes no value unless st->rescale asks for
 * it: then the store shows an edition of the input with scaled values
 * (rescale.h) and the yield from before the scaling.
 *
 * A step of store_prepare (join/prepare.h), on the calling thread.
 */
#ifndef CORR_CPU_COVERAGE_H
#define CORR_CPU_COVERAGE_H

#include "store/store.h"

/* Fills in the yields of st->match, and warns of yields far from 1.  False: out
 * of memory. */
bool coverage_inputs(corr_store *st) CORR_CHECK;

#endif
