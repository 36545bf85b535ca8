/*
 * rescale - samples of CPU made to add up to what a clock or a metric tells
 * (corr-methods 10.4, 10.5), where somebody asks for it.  The loader rescales by
 * what a recording knows of itself; the store rescales an edition by a metric.
 *
 * Values are changed, observations are not.  An input is rescaled once, says
 * so in a note (RESCALED), and in->cpu.rescaled makes selections of it count in a
 * unit of their own.  Samples of an input that nothing tells of stay what they
 * were, and that is said, too (NOT_RESCALED).
 */
#ifndef CORR_RESCALE_H
#define CORR_RESCALE_H

#include "model/input.h"

/* By threads: by[thread] is what a sample of it counts for, 0 where nobody
 * knows; unseen: ns on clocks of threads of which there is no sample.  False:
 * out of memory. */
bool rescale_threads(input *in, const double *by, double unseen) CORR_CHECK;

/* By the yield of an input; used_by: what tells how much CPU was used.  Nothing
 * where there is none.  False: out of memory. */
bool rescale_yield(input *in, double yield, const char *used_by) CORR_CHECK;

#endif
