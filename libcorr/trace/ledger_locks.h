/*
 * ledger_locks - who held the locks that a span waited for, and for whom.
 */
#ifndef CORR_LEDGER_LOCKS_H
#define CORR_LEDGER_LOCKS_H

#include "trace/ledger_claims.h"

typedef struct ledger_locks {
    vec(corr_holding) held; /* in the order of time; row is not filled */
} ledger_locks;

/* False: out of memory; ledger_locks_clear all the same. */
bool ledger_locks_of(ledger_locks *l, const ledger_claims *c) CORR_CHECK;
void ledger_locks_clear(ledger_locks *l);

#endif
