/*
 * jfr_pool - the constants of one type in one chunk: key -> where the value
 * lies.
 *
 * A pool is an open hash table.  It owns its slots, and does not know the
 * chunk: a place is a number of bytes that the reader of the chunk understands.
 * A zeroed pool is empty.
 */
#ifndef CORR_JFR_POOL_H
#define CORR_JFR_POOL_H

#include "corr_format.h"

typedef enum jfr_pool_id {
    P_THREAD,
    P_STACK,
    P_METHOD,
    P_CLASS,
    P_SYMBOL,
    P_STRING,
    P_FRAME_TYPE,
    P_STATE,
    P_GC_NAME,
    P_GC_CAUSE,
    P_GC_WHEN,
    P_OPERATION,
    P_ATTRIBUTE,
    P_POOLS,
    JFR_NO_POOL = P_POOLS
} jfr_pool_id;

/* The pool for constants of a type. JFR_NO_POOL: they are not kept. */
jfr_pool_id jfr_pool_of(corr_str type_name);

typedef struct jfr_constant {
    uint64_t key;
    uint32_t at;   /* place in the chunk, never 0 */
    uint32_t made; /* 1 + the row made of it, 0: not made yet */
} jfr_constant;

typedef struct jfr_pool {
    jfr_constant *slot; /* at 0: the slot is free */
    uint32_t n, mask;
    uint32_t type; /* of the chunk */
} jfr_pool;

jfr_constant *jfr_pool_find(const jfr_pool *p, uint64_t key);
/* The newest of equal keys counts. False: out of memory. */
bool jfr_pool_add(jfr_pool *p, uint64_t key, uint32_t at);
void jfr_pool_empty(jfr_pool *p); /* keeps its memory for the next chunk */
void jfr_pool_clear(jfr_pool *p);

#endif
