/*
 * prepare - what is found out about all inputs together, once and only when
 * somebody asks: spans folded, processes tied, kinds summed; and the join.
 *
 * It is kept in the store, and thrown away by the next load.
 */
#ifndef CORR_PREPARE_H
#define CORR_PREPARE_H

#include "join/join.h"

/* Spans, ties and sums. */
corr_code store_prepare(corr_store *st, corr_err *err) CORR_CHECK;
/* And the join of every sample. */
corr_code store_join(corr_store *st, corr_err *err) CORR_CHECK;

#endif
