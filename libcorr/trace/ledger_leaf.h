/*
 * ledger_leaf - the wait of a blocked thread, by the code at its leaf
 * (corr-methods 2.4).  Pure function.
 */
#ifndef CORR_LEDGER_LEAF_H
#define CORR_LEDGER_LEAF_H

#include "corr_trace.h"
#include "model/input.h"

/* The wait, or `otherwise` if no innermost frame is a known wait. */
corr_spent ledger_leaf(const input *in, uint32_t stack, corr_spent otherwise);

#endif
