/*
 * canon_pool - which numbers within names count when two sides are compared.
 *
 * If both sides have the same numbers under one stem ("lambda$total$#"), each
 * name stands for itself.  Otherwise the numbering changed, and the stem stands
 * for all its names, on both sides.  A stem that only one side has counts as a
 * changed numbering.
 *
 * All names are added first, in any order and any number of times; then names
 * are looked up.  The pool owns one copy of each name.  One thread adds; any
 * number of threads may look up.
 */
#ifndef CORR_CANON_POOL_H
#define CORR_CANON_POOL_H

#include "corr_format.h"

typedef struct canon_pool canon_pool;

canon_pool *canon_pool_new(void); /* NULL: out of memory */
void canon_pool_free(canon_pool *p);

/* side: 0 or 1.  Returns the number of the name, from 1. 0: out of memory; the
 * name may be missing then, and earlier names stay valid. */
uint32_t canon_pool_add(canon_pool *p, unsigned side, corr_str canonical);

/* The name under which both sides are compared: the stem if *pooled, else the
 * name.  The pool owns the text, which ends in a NUL. */
corr_str canon_pool_at(const canon_pool *p, uint32_t number, bool *pooled);

#endif
