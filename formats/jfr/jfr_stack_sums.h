/*
 * jfr_stack_sums - samples of a chunk summed by kind and stack, if a row of
 * each is not wanted, before any of the stacks is made.
 *
 * A table owns its rows.  Zeroed, it is empty; jfr_stack_sums_clear frees it.
 */
#ifndef CORR_JFR_STACK_SUMS_H
#define CORR_JFR_STACK_SUMS_H

#include "corr_format.h"

typedef struct jfr_stack_sum {
    uint64_t stack; /* its key */
    int64_t value, obs;
    int64_t first;  /* value of the first sample */
    double squares; /* sum of the squares of all values, ... */
    bool differs;   /* ... which are not all equal */
    uint32_t kind;  /* number that the caller gave it */
    uint32_t next;  /* 1 + next row of the stack, 0: no more */
} jfr_stack_sum;

typedef struct jfr_stack_sums {
    corr_vec(jfr_stack_sum) row; /* in order of appearance */
    corr_map first;              /* stack -> 1 + one of its rows */
} jfr_stack_sums;

enum { JFR_STACK_SUMS = 1 << 20 }; /* rows of a chunk, at most */

/* Adds a sample. False: the table has no room for another row and is
 * unchanged. */
bool jfr_stack_sums_add(jfr_stack_sums *p, uint32_t kind, uint64_t stack,
                        int64_t value);
void jfr_stack_sums_empty(jfr_stack_sums *p);
void jfr_stack_sums_clear(jfr_stack_sums *p);

#endif
