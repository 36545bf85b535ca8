/*
 * columns - growable tables of a reader that share the memory limit of its
 * input.
 *
 * The reader owns and frees the columns.
 */
#ifndef CORR_COLUMNS_H
#define CORR_COLUMNS_H

#include "corr_format.h"

typedef struct columns {
    corr_build *b;
    const corr_src *in;
    uint64_t held; /* bytes of all columns */
} columns;

/* Makes room for `need` elements of `size` bytes in a column; returns the
 * column, which may have moved.  NULL: memory is out or the builder failed
 * before; the column is unchanged.  Over the limit the builder fails at
 * `offset`. */
void *columns_grow(columns *c, uint64_t offset, void *column, size_t *room,
                   size_t need, size_t size);

#endif
