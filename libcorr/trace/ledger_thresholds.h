/*
 * ledger_thresholds - the waits that the recordings of a span had enabled, and
 * their thresholds.
 *
 * Settings of a recorder may change at any time, so only settings valid during
 * the span count.  Fills recorded, least, threshold and untaken of
 * claims, whose home and time are set.
 */
#ifndef CORR_LEDGER_ASKED_H
#define CORR_LEDGER_ASKED_H

#include "trace/ledger_claims.h"

/* False: out of memory. */
bool ledger_asked_of(ledger_claims *c) CORR_CHECK;

#endif
