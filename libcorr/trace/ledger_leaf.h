/*
 * ledger_leaf - what a thread that does not run waits for, by the code that it
 * waits in (corr-methods 2.4).
 */
#ifndef CORR_LEDGER_LEAF_H
#define CORR_LEDGER_LEAF_H

#include "corr_trace.h"
#include "model/input.h"

/* A wait, or `otherwise` where the innermost frames tell of none. */
corr_spent ledger_leaf(const input *in, uint32_t stack, corr_spent otherwise);

#endif
