/*
 * sample_weight_private - shared by sample_weight.c (saturation, the load of
 * the process) and sample_weight_clock.c (the clocks of threads).
 */
#ifndef CORR_SAMPLE_WEIGHT_PRIVATE_H
#define CORR_SAMPLE_WEIGHT_PRIVATE_H

#include "model/sample_weight.h"

/* Least CPU that is compared with samples: of a group, or of the process. */
#define SAMPLE_WEIGHT_LEAST_NS 300e6

/* Hardware threads of the machine; 0: unknown. */
double sample_weight_hardware(const input *in);
bool sample_weight_is_series(const input *in, uint32_t series,
                             const char *name);
/* Whether there are samples of CPU time by a timer. */
bool sample_weight_has_timer(const input *in);
bool sample_weight_has_cpu(const input *in);
/* Whether the segment is compared with clocks.  If there are two samplers, only
 * the timer of CPU time is. */
bool sample_weight_is_compared(const input *in, const segment *g);

/* Whether the recording has CPU clocks of threads. */
bool sample_weight_has_clocks(const input *in);
/* Converts each share of a thread's clock to a share of the time since its last
 * point.  False: out of memory. */
bool sample_weight_mend_shares(input *in);
/* Notes the groups of threads whose samples are far from their clock, and
 * rescales samples if `how` wants that.  False: out of memory. */
bool sample_weight_compare_clocks(input *in, corr_rescale how);

#endif
