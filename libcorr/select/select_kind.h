/*
 * select_kind - the kind of sample that a selection is of.
 *
 * The functions only read a prepared store.
 */
#ifndef CORR_SELECT_KIND_H
#define CORR_SELECT_KIND_H

#include "select/select.h"

/* Whether an input takes part in a query. */
bool select_takes(const corr_store *st, const corr_query *q, uint32_t i);

/* The requested kind, or the default one if the query names none; empty: no
 * kind.  *others: names of other kinds with a total, in the arena.  False: out
 * of memory. */
bool select_kind(const corr_store *st, const corr_query *q, corr_arena *arena,
                 corr_str *kind, corr_str *others);

#endif
