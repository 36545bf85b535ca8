/*
 * vec - a growable column (corr_vec) that does not count against the limits of
 * an input.
 *
 *     vec(uint32_t) line = { 0 };
 *     if (vec_push(&line, 7)) ...
 *     vec_free(&line);
 *
 * Push and reserve return false when memory is out; the column is then
 * unchanged.  A push may move the column: keep indices, not pointers.
 */
#ifndef CORR_VEC_H
#define CORR_VEC_H

#include <stdlib.h>

#include "corr_bytes.h"

#define vec(T) corr_vec(T)

#define vec_reserve(x, more)                                                   \
    ((x)->n + (more) <= (x)->room ||                                           \
     corr_grow((void **)&(x)->v, &(x)->room, (x)->n + (more), sizeof *(x)->v))

/* Variadic, so that an unparenthesised compound literal may be pushed. */
#define vec_push(x, ...)                                                       \
    (vec_reserve((x), 1) ? ((x)->v[(x)->n++] = (__VA_ARGS__), true) : false)

/* Sets the number of elements; new ones have no value yet. */
#define vec_resize(x, size)                                                    \
    ((size) <= (x)->room ||                                                    \
             corr_grow((void **)&(x)->v, &(x)->room, (size), sizeof *(x)->v)   \
         ? ((x)->n = (size), true)                                             \
         : false)

/* Sorts with qsort, also an empty column. */
#define vec_sort(x, order)                                                     \
    ((x)->n ? qsort((x)->v, (x)->n, sizeof *(x)->v, (order)) : (void)0)

#define vec_free(x) corr_vec_free(x)

#endif
