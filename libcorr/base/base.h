/* base - attributes, checked arithmetic and countof, which C does not have. */
#ifndef CORR_BASE_H
#define CORR_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define countof(array) (sizeof(array) / sizeof((array)[0]))

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define PREFETCH(p) __builtin_prefetch(p)

/* The object if it was made; else it is freed, and the result is NULL. */
#define KEEP_IF(made, object, free_object)                                     \
    ((made) ? (object) : (free_object(object), NULL))

/* The number of the lowest set bit of an unsigned that is not 0. */
#define LOWEST_BIT(x) ((unsigned)__builtin_ctz(x))

/* Both take 64 bits, at least one of them set. */
#define LEADING_ZEROS(x) __builtin_clzll(x)
#define HIGHEST_BIT(x)   (UINT64_C(1) << (63 - LEADING_ZEROS(x)))

#define ADD_OVERFLOWS(a, b, out) __builtin_add_overflow((a), (b), (out))
#define MUL_OVERFLOWS(a, b, out) __builtin_mul_overflow((a), (b), (out))

/* a + b and a - b, clamped to the range of int64_t. */
static inline int64_t add_clamped(int64_t a, int64_t b)
{
    int64_t sum;

    if (!ADD_OVERFLOWS(a, b, &sum))
        return sum;
    return b > 0 ? INT64_MAX : INT64_MIN;
}

static inline int64_t sub_clamped(int64_t a, int64_t b)
{
    int64_t rest;

    if (!__builtin_sub_overflow(a, b, &rest))
        return rest;
    return b < 0 ? INT64_MAX : INT64_MIN;
}

static inline int64_t min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

#endif
