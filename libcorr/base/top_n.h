/*
 * top_n - the first rows of a long list.
 *
 * What a screen shows are a few rows of many.  These are brought to the front,
 * in order; all others stay behind them, in no order.  At most n log(most)
 * comparisons, whatever is in the rows.
 */
#ifndef CORR_ORDER_H
#define CORR_ORDER_H

#include <stddef.h>

/* base: n rows of `size` bytes, sorted as qsort would sort them with cmp, as
 * far as `most` rows; equal rows in no order.  most >= n: all of them. */
void top_n_sort(void *base, size_t n, size_t size, size_t most,
                int (*cmp)(const void *, const void *));

#endif
