#include "common/columns.h"

void *columns_grow(columns *c, uint64_t offset, void *column, size_t *room,
                   size_t need, size_t size)
{
    const uint64_t limit = corr_src_limits(c->in)->memory;
    const size_t had = *room;

    if (need <= had && column)
        return column;
    if (corr_build_failed(c->b))
        return NULL;
    if (!corr_grow(&column, room, need, size)) {
        corr_refuse(c->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return NULL;
    }
    c->held += (*room - had) * size;
    if (c->held > limit)
        corr_refuse(c->b, CORR_ELIMIT, offset, NULL,
                    "its tables would take more than %llu MB of memory",
                    (unsigned long long)(limit / 1000000));
    return column;
}
