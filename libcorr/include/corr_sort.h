/*
 * corr_sort.h - orders for qsort, and binary search, in a line each.
 *
 *     SORT_BY(span_by_start, span_row, ASC(start), DESC(end), ASC_STR(name))
 *     ...
 *     qsort(v, n, sizeof *v, span_by_start);
 *
 * A key compares two rows.  If the rows are equal, the next key decides.  The
 * members are compared as they are declared: no cast, no copy.  A NaN equals
 * every number.  qsort keeps no order of equal rows, so the keys have to name
 * one row wherever its place can be seen.
 */
#ifndef CORR_PUBLIC_SORT_H
#define CORR_PUBLIC_SORT_H

#include "corr_bytes.h"

#include <string.h>

/* Keys of SORT_BY; there `a` and `b` are the two rows. */
#define ASC(member)       SORT_KEY_(a->member, b->member)
#define DESC(member)      SORT_KEY_(b->member, a->member)
#define ASC_STR(member)   THEN(corr_str_cmp(a->member, b->member))
#define ASC_CHARS(member) THEN(strcmp(a->member, b->member))
/* The result of a function of a row. */
#define ASC_OF(function)  SORT_KEY_(function(a), function(b))
#define DESC_OF(function) SORT_KEY_(function(b), function(a))
/* An expression: below 0 if a comes before b, above 0 if b comes first. */
#define THEN(order)                                                            \
    {                                                                          \
        const int order_ = (order);                                            \
        if (order_ != 0)                                                       \
            return order_;                                                     \
    }

/* -1, 0 or 1: x is less than, equal to or greater than y. */
#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* Defines `name`, a static function that compares rows of this type for qsort,
 * by up to eight keys. */
#define SORT_BY(name, type, ...)                                               \
    static int name(const void *va, const void *vb)                            \
    {                                                                          \
        const type *a = (const type *)va;                                      \
        const type *b = (const type *)vb;                                      \
                                                                               \
        SORT_KEYS_(__VA_ARGS__)                                                \
        return 0;                                                              \
    }

/* SORT_BY for an array of pointers to rows. */
#define SORT_POINTERS_BY(name, type, ...)                                      \
    static int name(const void *va, const void *vb)                            \
    {                                                                          \
        const type *a = *(const type *const *)va;                              \
        const type *b = *(const type *const *)vb;                              \
                                                                               \
        SORT_KEYS_(__VA_ARGS__)                                                \
        return 0;                                                              \
    }

/* Plain numbers and texts, for qsort. */
static inline int cmp_i64(const void *va, const void *vb)
{
    const int64_t a = *(const int64_t *)va, b = *(const int64_t *)vb;

    return (a > b) - (a < b);
}

static inline int cmp_u32(const void *va, const void *vb)
{
    const uint32_t a = *(const uint32_t *)va, b = *(const uint32_t *)vb;

    return (a > b) - (a < b);
}

static inline int cmp_real(const void *va, const void *vb)
{
    const double a = *(const double *)va, b = *(const double *)vb;

    return (a > b) - (a < b);
}

static inline int cmp_str(const void *va, const void *vb)
{
    return corr_str_cmp(*(const corr_str *)va, *(const corr_str *)vb);
}

/*
 * Binary search.  `is_before` is a condition on index i; it holds for the first
 * of the indices first .. end - 1 and fails for the rest.  Leaves in `first`, a
 * variable of size_t, the first index for which it fails, or end:
 *
 *     size_t at = 0;
 *     LOWER_BOUND(at, n, i, v[i].time < time);
 */
#define LOWER_BOUND(first, end, i, is_before)                                  \
    do {                                                                       \
        size_t end_ = (end);                                                   \
        while ((first) < end_) {                                               \
            const size_t i = (first) + (end_ - (first)) / 2;                   \
            if (is_before)                                                     \
                (first) = i + 1;                                               \
            else                                                               \
                end_ = i;                                                      \
        }                                                                      \
    } while (0)

/* Private below. */
#define SORT_KEY_(x, y)                                                        \
    if ((x) < (y))                                                             \
        return -1;                                                             \
    if ((x) > (y))                                                             \
        return 1;
#define SORT_1_(key)                                          key
#define SORT_2_(key, ...)                                     key SORT_1_(__VA_ARGS__)
#define SORT_3_(key, ...)                                     key SORT_2_(__VA_ARGS__)
#define SORT_4_(key, ...)                                     key SORT_3_(__VA_ARGS__)
#define SORT_5_(key, ...)                                     key SORT_4_(__VA_ARGS__)
#define SORT_6_(key, ...)                                     key SORT_5_(__VA_ARGS__)
#define SORT_7_(key, ...)                                     key SORT_6_(__VA_ARGS__)
#define SORT_8_(key, ...)                                     key SORT_7_(__VA_ARGS__)
#define SORT_PICK_(k1, k2, k3, k4, k5, k6, k7, k8, pick, ...) pick
#define SORT_KEYS_(...)                                                        \
    SORT_PICK_(__VA_ARGS__, SORT_8_, SORT_7_, SORT_6_, SORT_5_, SORT_4_,       \
               SORT_3_, SORT_2_, SORT_1_, 0)                                   \
    (__VA_ARGS__)

#endif
