/*
 * rescale - makes samples of CPU add up to a clock or a metric (corr-methods
 * 10.4, 10.5), on request.  The loader rescales by what a recording knows
 * itself; the store rescales an edition by a metric.
 *
 * Values change, observations stay.  An input is rescaled once.  A note
 * (RESCALED) says so, and in->cpu.rescaled makes selections of the input count
 * in a unit of their own.  If no clock or metric covers an input, its samples
 * stay unchanged and a note says so (NOT_RESCALED).
 */
#ifndef CORR_RESCALE_H
#define CORR_RESCALE_H

#include "model/input.h"

/* Multiplies each sample of CPU by by[thread]; 0 leaves it unchanged.  unseen:
 * ns on clocks of threads that have no sample.  False: out of memory. */
bool rescale_threads(input *in, const double *by, double unseen) CORR_CHECK;

/* Divides all samples of CPU by the yield; a yield of 0 or less changes
 * nothing.  used_by: the source of the CPU time, for the note.  False: out of
 * memory. */
bool rescale_yield(input *in, double yield, const char *used_by) CORR_CHECK;

#endif
