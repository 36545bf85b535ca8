/*
 * canon_pool - which numbers within names count, between two sides.
 *
 * Under one stem ("lambda$total$#") two sides have names with the same numbers,
 * and then each name is what it says; or they have not, the numbering changed,
 * and the stem stands for all of them, on both sides.  A stem that one side has
 * and the other has not is such a change, too.
 *
 * All names are added first, in any order and as often as it pleases; then they
 * are asked for.  Owns copies of them, once each.  One thread adds; any number
 * may ask.
 */
#ifndef CORR_CANON_POOL_H
#define CORR_CANON_POOL_H

#include "corr_format.h"

typedef struct canon_pool canon_pool;

canon_pool *canon_pool_new(void); /* NULL: out of memory */
void canon_pool_free(canon_pool *p);

/* side: 0 or 1.  The number of the name, from 1.  0: out of memory; the name
 * then may be missing, and what was there before holds. */
uint32_t canon_pool_add(canon_pool *p, unsigned side, corr_str canonical);

/* The name under which both sides meet, by its number: the stem if *pooled, else
 * the name.  The text is the pool's and ends in a NUL. */
corr_str canon_pool_at(const canon_pool *p, uint32_t number, bool *pooled);

#endif
