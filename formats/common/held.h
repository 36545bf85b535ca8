/*
 * held - columns that a reader keeps until its file is over, counted against
 * the memory that an input may take.
 *
 * held_grow fails the builder, so that a reader needs to look only where it
 * writes.
 */
#ifndef FORMATS_HELD_H
#define FORMATS_HELD_H

#include "corr_format.h"

typedef struct held {
    corr_src *in;
    corr_build *b;
    size_t bytes;
} held;

/* Room for need elements of size bytes.  False: no memory or over the limit;
 * the column is as it was, or larger. */
static inline bool held_grow(held *h, void **column, size_t *room, size_t need,
                             size_t size)
{
    const uint64_t limit = corr_src_limits(h->in)->memory;
    const size_t had = *room;

    if (need <= had)
        return true;
    if (corr_build_failed(h->b))
        return false;
    if (!corr_grow(column, room, need, size)) {
        corr_refuse(h->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return false;
    }
    h->bytes += (*room - had) * size;
    if (h->bytes <= limit)
        return true;
    corr_refuse(h->b, CORR_ELIMIT, corr_src_offset(h->in), NULL,
                "its tables would take more than %llu MB of memory",
                (unsigned long long)(limit / 1000000));
    return false;
}

#endif
