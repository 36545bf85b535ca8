/* scrub_match_hash - the beginnings of patterns as numbers, without case. */
#ifndef CORR_SCRUB_MATCH_HASH_H
#define CORR_SCRUB_MATCH_HASH_H

#include "base/hash_mix.h"

/* Sets the bit that tells lower case from upper case.  Other characters change
 * as well, and a comparison follows. */
#define FOLD_MASK UINT64_C(0x2020202020202020)

static inline uint32_t match_hash(const uint8_t *p)
{
    const uint32_t x =
        ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16) |
        0x202020;

    return (x * 2654435761u) >> 16;
}

static inline uint64_t match_begin8(const uint8_t *p)
{
    return hash_load64(p) | FOLD_MASK;
}

static inline uint64_t match_begin4(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof x);
    return x | (uint32_t)FOLD_MASK;
}

static inline uint64_t match_bit_of(uint64_t begin)
{
    return begin * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
