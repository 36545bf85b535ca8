/*
 * sample_weight - how much the samples of a recording are worth, judged by data
 * of the same recording (corr-methods 10.3, 10.5).
 *
 * A sampler that takes five threads a tick sees less of each thread the more
 * threads run.  Then each sample is weighted to stand for as many threads as
 * ran per sampled thread.  A thread's own clock shows how much CPU the thread
 * really used.  If the samples of a group of threads are far from the clock, a
 * note says so; samples change only on request (rescale.h).
 *
 * The process may also report how much CPU it used.  The yield is the part of
 * that CPU which samples account for (corr-methods 10.4).
 *
 * Values change, observations stay.  The loader calls this before the store
 * takes the input.
 */
#ifndef CORR_SAMPLE_WEIGHT_H
#define CORR_SAMPLE_WEIGHT_H

#include "model/input.h"

/* The sentence about a sampler that takes runnable threads. */
#define SAMPLER_NOT_CPU                                                        \
    "JFR counts runnable Java threads, not CPU time; native code is missing"

/* Weighs samples, unless they are to be rescaled (rescale.h) and the recording
 * has the data to do so.  Call it before anything is left out for a window: the
 * load that a sample is weighted by may be measured behind the window.  False:
 * out of memory. */
bool sample_weight_weigh(input *in, corr_rescale how) CORR_CHECK;

/* Rescales samples that were not weighed, and adds notes about the samples.
 * Both use only what the window left of the recording.  False: out of
 * memory. */
bool sample_weight_settle(input *in, corr_rescale how) CORR_CHECK;

/* Threads that HotSpot's own sampler takes per tick. */
enum { SAMPLER_THREADS = 5 };
bool sample_weight_is_hotspot(const input *in, const segment *g);

/* The name of a thread with each run of digits as "#", cut to whole characters
 * that fit.  "report-pool-#" of "report-pool-12". */
enum { SAMPLER_NAME = 96 };
void sample_weight_group(corr_str name, char out[SAMPLER_NAME]);

/* Calls f for each two successive points of a thread's clock, with the ns
 * of CPU between them.  Does nothing if the number of hardware threads is
 * unknown. */
typedef void sample_weight_tick(void *ctx, uint32_t thread, int64_t from,
                                int64_t to, double ns);
void sample_weight_ticks(const input *in, sample_weight_tick *f, void *ctx);

/* ns of CPU of a thread by its own clock.  A point is the share of the machine
 * since the point before it; the first point only starts the clock. */
double sample_weight_clock(const point_row *point, size_t n, double threads);

#endif
