/*
 * jfr_name - constants of the chunk at hand, for what consists of them.
 */
#ifndef CORR_JFR_NAME_H
#define CORR_JFR_NAME_H

#include "jfr/jfr.h"

/* The constant with a key, or NULL: ended threads and unloaded classes may have
 * none. */
jfr_constant *jfr_find(jfr *j, jfr_pool_id pool, uint64_t key);
/* Nil: it has no name. */
corr_func jfr_method(jfr *j, int64_t key);

#endif
