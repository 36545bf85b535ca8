/*
 * intern - finds equal rows of a table: hash -> row.
 *
 * The caller keeps the rows; a pool holds four bytes of hash and the row number
 * for each.  { 0 } is empty.  Row 0 is nil and never stored.  The pool owns its
 * slots; pool_clear frees them.  Not safe for concurrent use.
 */
#ifndef CORR_INTERN_H
#define CORR_INTERN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pool {
    uint64_t *slot; /* hash high half, row low half; 0 free */
    uint32_t n, mask;
} pool;

typedef bool pool_eq(const void *ctx, uint32_t row);

/* Prefetches the slot that pool_find and pool_add read for this hash. */
void pool_fetch(const pool *p, uint64_t hash);
/* Returns the row with this hash that eq accepts, or 0. */
uint32_t pool_find(const pool *p, uint64_t hash, pool_eq *eq, const void *ctx);
/* Adds a row that pool_find did not find; false: out of memory. */
bool pool_add(pool *p, uint64_t hash, uint32_t row);
void pool_clear(pool *p);

#endif
