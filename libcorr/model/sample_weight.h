/*
 * sample_weight - what the samples of a recording are worth, by what the recording
 * knows of itself (corr-methods 10.3, 10.5).
 *
 * A sampler that takes five threads a tick sees less of each the more there
 * are: then a sample stands for as many threads as there were for each that
 * was taken.  And a thread's own clock says how much CPU it really used: where
 * the samples of a group of threads are far from it, that is said, and nothing
 * is changed unless somebody asks for it (rescale.h).
 *
 * The process, too, may say how much CPU it used: what part of that samples
 * account for is the yield (corr-methods 10.4).
 *
 * Values are changed, observations are not.  The loader does it before the store
 * takes the input.
 */
#ifndef CORR_SAMPLER_H
#define CORR_SAMPLER_H

#include "model/input.h"

/* Weighs samples, unless they are to be rescaled (rescale.h) and the recording
 * knows by what.  It is done before anything is left out for a window: the load
 * that a sample is weighed by may have been measured behind it.  False: out of
 * memory. */
bool sample_weight_weigh(input *in, corr_rescale how) CORR_CHECK;

/* Rescales what was not weighed, and says what is to be known of samples, both
 * by what is left of the recording.  False: out of memory. */
bool sample_weight_settle(input *in, corr_rescale how) CORR_CHECK;

/* Threads that HotSpot's own sampler takes a tick. */
enum { SAMPLER_THREADS = 5 };
bool sample_weight_is_hotspot(const input *in, const segment *g);

/* The name of a thread with its digits as "#": whole characters, as many as
 * fit.  "report-pool-#" of "report-pool-12". */
enum { SAMPLER_NAME = 96 };
void sample_weight_group(corr_str name, char out[SAMPLER_NAME]);

/* Calls f for each time that the clock of a thread tells of: ns of CPU between
 * two points.  Nothing where it is not known how much a machine is. */
typedef void sample_weight_tick(void *ctx, uint32_t thread, int64_t from,
                                int64_t to, double ns);
void sample_weight_ticks(const input *in, sample_weight_tick *f, void *ctx);

/* CPU of a thread by its own clock: a series of shares of a machine, each of
 * the time since the point before it.  ns; the first point only begins. */
double sample_weight_clock(const point_row *point, size_t n, double threads);

#endif
