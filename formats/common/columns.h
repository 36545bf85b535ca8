/*
 * columns - growable tables of a reader, together within the limit on memory
 * of its input.
 */
#ifndef CORR_COLUMNS_H
#define CORR_COLUMNS_H

#include "corr_format.h"

typedef struct columns {
    corr_build *b;
    const corr_src *in;
    uint64_t held; /* bytes, of all of them */
} columns;

/* Room for need elements of size bytes in a column; returns it, moved or not.
 * NULL: no memory, or the builder has failed before; the column is as it was.
 * Over the limit the builder fails, with offset as the place. */
void *columns_grow(columns *c, uint64_t offset, void *column, size_t *room,
                   size_t need, size_t size);

#endif
