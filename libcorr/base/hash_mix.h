/* hash_mix - the steps that hash functions are built from. */
#ifndef CORR_HASH_MIX_H
#define CORR_HASH_MIX_H

#include <stdint.h>
#include <string.h>

static inline uint64_t hash_load64(const void *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof x);
    return x;
}

/* Folds the 128-bit product: every bit of both mixes into every bit. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 u128;
    const u128 m = (u128)a * b;

    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

#endif
