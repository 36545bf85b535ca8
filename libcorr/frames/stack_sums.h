/*
 * stack_sums - the sums of a selection per distinct stack.
 *
 * Values and observations are whole numbers.  The parts of a sample that is
 * divided among spans are counted in units of 2^-32 beside the whole ones, also
 * as integers.  The order of samples therefore cannot change a sum, and views
 * round once, at the end (corr-methods 7.2).  One thread fills a sums; memory
 * comes from an arena.
 */
#ifndef CORR_SUMS_H
#define CORR_SUMS_H

#include "select/select.h"
#include "stats/effective_n.h"

typedef neff_wide sums_wide;

/* An amount that may have a fraction. */
typedef struct amount {
    int64_t whole;
    uint32_t part; /* in 2^-32 */
} amount;

/* The sum, clamped to 64 bits. */
amount amount_add(amount a, amount b);
/* a - b, where b is one of the summands of a. */
amount amount_sub(amount a, amount b);
/* value x share, share in 0..1. */
amount amount_of(int64_t value, double share);
/* To the nearest whole number. */
int64_t amount_round(amount a);

typedef struct stack_sum {
    amount value, obs;
    bool used; /* some sample has this stack */
} stack_sum;

typedef struct sums {
    stack_sum **stack; /* [inputs][stacks], NULL: input has no part */
    amount value, obs; /* of the whole selection */
    bool divided;      /* some amount has a fraction */
    bool counted;      /* observations can be known */
    bool even;         /* every observation has the same value */
    double effective;  /* equal samples with the same evidence */
} sums;

/* Memory comes from the arena.  False: out of memory. */
bool sums_init(sums *s, const corr_sel *sel, corr_arena *arena) CORR_CHECK;

/* The amount of row k of a part, and its observations. */
void sums_row(const corr_sel *sel, const sel_part *p, size_t k, amount *value,
              amount *obs);

#endif
