#include "base/intern.h"

#include <stdlib.h>

#include "base/base.h"

/* A slot keeps only the upper half of the hash, so the place is computed from
 * that half alone: growing does not need the whole hash. */
static uint32_t slot_of_hash(uint64_t hash_high, uint32_t mask)
{
    return (uint32_t)hash_high & mask;
}

void pool_fetch(const pool *p, uint64_t hash)
{
    if (p->slot)
        PREFETCH(&p->slot[slot_of_hash(hash >> 32, p->mask)]);
}

uint32_t pool_find(const pool *p, uint64_t hash, pool_eq *eq, const void *ctx)
{
    if (!p->slot)
        return 0;
    for (uint32_t at = slot_of_hash(hash >> 32, p->mask); p->slot[at];
         at = (at + 1) & p->mask) {
        uint32_t row = (uint32_t)p->slot[at];
        if (p->slot[at] >> 32 == hash >> 32 && eq(ctx, row))
            return row;
    }
    return 0;
}

static bool grow_slots(pool *p)
{
    uint32_t mask = p->slot ? p->mask * 2 + 1 : 255;

    if (mask >= UINT32_MAX / 2)
        return false;
    uint64_t *fresh = calloc((size_t)mask + 1, sizeof *fresh);
    if (!fresh)
        return false;
    for (uint32_t i = 0; p->slot && i <= p->mask; i++) {
        if (!p->slot[i])
            continue;
        uint32_t at = slot_of_hash(p->slot[i] >> 32, mask);
        while (fresh[at])
            at = (at + 1) & mask;
        fresh[at] = p->slot[i];
    }
    free(p->slot);
    p->slot = fresh;
    p->mask = mask;
    return true;
}

bool pool_add(pool *p, uint64_t hash, uint32_t row)
{
    if ((!p->slot || p->n >= (p->mask + 1) / 3 * 2) && !grow_slots(p))
        return false;
    uint32_t at = slot_of_hash(hash >> 32, p->mask);

    while (p->slot[at])
        at = (at + 1) & p->mask;
    p->slot[at] = hash >> 32 << 32 | row;
    p->n++;
    return true;
}

void pool_clear(pool *p)
{
    free(p->slot);
    *p = (pool){ 0 };
}
