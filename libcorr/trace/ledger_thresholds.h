/*
 * ledger_thresholds - which waits the recordings of a span were asked for while it
 * ran, and from which length on.
 *
 * A recorder may be told otherwise at any time, so only what held in the time
 * of the span counts.  Fills recorded, least, threshold, untaken and partly of
 * claims, whose home and time are known.
 */
#ifndef CORR_LEDGER_ASKED_H
#define CORR_LEDGER_ASKED_H

#include "trace/ledger_claims.h"

/* False: out of memory. */
bool ledger_asked_of(ledger_claims *c) CORR_CHECK;

#endif
