/*
 * span_weight - the number of requests that a span of a sampled trace stands
 * for.
 *
 * A consistent sampler writes its threshold into the trace state, as "ot=th:c".
 * The hexadecimal digits are the rejected share: c rejects 12/16 and keeps one
 * request in four (corr-methods 4.3).  The span counts for 1 / kept share.
 *
 * The function only reads the store and cannot fail.
 */
#ifndef CORR_SPAN_WEIGHT_H
#define CORR_SPAN_WEIGHT_H

#include "store/store.h"

/* 1 or more; 1 if the trace state has no threshold. */
double span_weight(const corr_store *st, uint32_t span);

#endif
