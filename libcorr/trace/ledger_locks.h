/*
 * ledger_locks - the holders of the locks that a span waited for, and the spans
 * that the holders worked for.
 *
 * Owns its rows; texts are borrowed from the store.  One thread uses it.
 */
#ifndef CORR_LEDGER_LOCKS_H
#define CORR_LEDGER_LOCKS_H

#include "trace/ledger_claims.h"

typedef struct ledger_locks {
    vec(corr_holding) held; /* in time order; the caller sets row */
    vec(corr_candidate) candidate;
} ledger_locks;

/* False: out of memory; ledger_locks_clear still applies. */
bool ledger_locks_of(ledger_locks *l, const ledger_claims *c) CORR_CHECK;
void ledger_locks_clear(ledger_locks *l);

#endif
