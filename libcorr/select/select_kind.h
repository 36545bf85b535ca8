/*
 * select_kind - which of the kinds that are there a selection is of.
 */
#ifndef CORR_SELECT_KIND_H
#define CORR_SELECT_KIND_H

#include "select/select.h"

/* Whether an input takes part in a question. */
bool select_takes(const corr_store *st, const corr_query *q, uint32_t i);

/* The kind that is asked for, or the one that is meant where none is; empty:
 * there is none.  *others: the names of those that hold something, too, in the
 * arena.  False: out of memory. */
bool select_kind(const corr_store *st, const corr_query *q, corr_arena *arena,
                 corr_str *kind, corr_str *others);

#endif
