/*
 * clock_bounds - how far clocks are apart, from what must have been inside what
 * (corr-methods 1.7).
 *
 * An offset is known as an interval: each observation says between what it
 * lies, and some of them are wrong.
 */
#ifndef CORR_CLOCK_H
#define CORR_CLOCK_H

#include "corr_format.h"

/* lo <= offset <= hi, ns. */
typedef struct clock_bound {
    int64_t lo, hi;
} clock_bound;

typedef struct clock_range {
    clock_bound in;   /* what most observations agree on */
    size_t best, all; /* so many of all that are not empty */
} clock_range;

/* The first interval that the most bounds cover; *bound is put in another
 * order.  False: out of memory. */
bool clock_agree(clock_bound *bound, size_t n, clock_range *range);

/* The middle of an interval. */
int64_t clock_middle(clock_bound b);

/* An offset that is a whole number of quarters of an hour, or nearly. */
bool clock_is_zone(int64_t offset);

#endif
