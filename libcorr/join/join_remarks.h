/*
 * join_remarks - what the ids on samples could not do, as warnings of the
 * store: once, after the join.
 */
#ifndef CORR_JOIN_REMARKS_H
#define CORR_JOIN_REMARKS_H

#include "store/store.h"

/* False: out of memory. */
bool join_remarks(corr_store *st) CORR_CHECK;

#endif
