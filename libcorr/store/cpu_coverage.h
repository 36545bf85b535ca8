/*
 * cpu_coverage - how much of the CPU that a process used its profiles account for, by
 * a metric that tells of all their time (corr-methods 10.4).
 *
 * What a recording says itself of its process goes before (sample_weight.h).  Nothing
 * is changed by it, unless st->rescale asks for it: then the store shows an
 * edition of the input with other values of samples (rescale.h), and with the
 * yield that they had.
 */
#ifndef CORR_YIELD_H
#define CORR_YIELD_H

#include "store/store.h"

/* Fills in the yields of st->match, and warns of those that are far from 1.
 * False: out of memory. */
bool coverage_inputs(corr_store *st) CORR_CHECK;

#endif
