/*
 * ledger_samples - the samples of a span's thread, for its ledger.
 *
 * Fills sample, covered times and the facts about CPU samples of claims, whose
 * home and time are set.  Where several recordings sampled the same time in the
 * same way, the first one counts.  False: out of memory.
 */
#ifndef CORR_LEDGER_SAMPLES_H
#define CORR_LEDGER_SAMPLES_H

#include "trace/ledger_claims.h"

/* Adds the wall samples of segment g of input i. */
bool ledger_samples_wall(ledger_claims *c, uint32_t i,
                         const segment *g) CORR_CHECK;
/* Adds samples whose value is ns. */
bool ledger_samples_ns(ledger_claims *c, uint32_t i, const segment *g,
                       ledger_source source) CORR_CHECK;
/* Marks the samples of this source as read from the input. */
bool ledger_samples_mark(ledger_claims *c, ledger_source source,
                         const input *in) CORR_CHECK;
/* Adds the CPU samples of all inputs, and sorts all samples by time. */
bool ledger_samples_finish(ledger_claims *c) CORR_CHECK;

#endif
