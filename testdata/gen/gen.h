/*
 * gen - what the generators share: numbers that look random and are the same
 * on every machine.
 */
#ifndef CORR_GEN_H
#define CORR_GEN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct gen_random {
    uint64_t state;
} gen_random;

static inline gen_random gen_seed(long seed)
{
    return (gen_random){ (uint64_t)seed * 2654435761u + 88172645463325252u };
}

static inline uint64_t gen_next(gen_random *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state * 0x2545f4914f6cdd1du;
}

/* 0 <= x < n */
static inline uint64_t gen_below(gen_random *r, uint64_t n)
{
    return (gen_next(r) >> 11) % n;
}

/* 0 <= x < 1 */
static inline double gen_unit(gen_random *r)
{
    return (double)(gen_next(r) >> 11) * (1.0 / 9007199254740992.0);
}

/* 0 <= x < n, low numbers much more often */
static inline uint64_t gen_skew(gen_random *r, uint64_t n)
{
    double u = gen_unit(r);

    return (uint64_t)(u * u * u * (double)n);
}

/* One of the six functions that caller calls, of n: a sparse call graph with
 * hot low numbers.  0-based. */
static inline uint32_t gen_callee(gen_random *r, uint32_t caller, long n)
{
    uint64_t k = gen_skew(r, 6);
    uint64_t h = (caller * (uint64_t)6 + k + 1) * 0x9e3779b97f4a7c15u;

    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    double u = (double)(h >> 11) * (1.0 / 9007199254740992.0);
    return (uint32_t)(u * u * (double)n);
}

static inline void *gen_need(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static inline void *gen_array(size_t n, size_t size)
{
    return gen_need(calloc(n ? n : 1, size));
}

#endif
