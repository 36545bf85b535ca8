/*
 * top_n - the first rows of a long list.
 *
 * A screen shows a few of many rows. top_n_sort moves these rows to the front,
 * sorted; all others stay behind them, unsorted.  It makes at most n log(most)
 * comparisons, whatever the rows hold.
 */
#ifndef CORR_TOP_N_H
#define CORR_TOP_N_H

#include <stddef.h>

/* Sorts the first `most` of n rows of `size` bytes to the front, as qsort would
 * sort them with cmp; the order of equal rows is undefined. most >= n sorts all
 * rows. */
void top_n_sort(void *base, size_t n, size_t size, size_t most,
                int (*cmp)(const void *, const void *));

#endif
