/*
 * jfr_stack_sums - samples of a chunk added up by kind and stack, where nothing else
 * of them is wanted, before any of the stacks is made.
 */
#ifndef CORR_JFR_PILE_H
#define CORR_JFR_PILE_H

#include "corr_format.h"

typedef struct jfr_pile {
    uint64_t stack; /* its key */
    int64_t value, obs;
    int64_t first;  /* the value of the first */
    double squares; /* of all values, added up ... */
    bool differs;   /* ... which are not all alike */
    uint32_t kind;  /* the caller's number */
    uint32_t next;  /* 1 + another one of the stack, 0: no more */
} jfr_pile;

/* Zeroed: none. */
typedef struct jfr_stack_sums {
    jfr_pile *pile; /* as they were met */
    uint32_t n;
    size_t room;
    corr_map first; /* stack -> 1 + one of its piles */
} jfr_stack_sums;

/* A chunk has so many at most. */
enum { JFR_PILES = 1 << 20 };

/* Adds a sample; false: there is no room for one more pile, nothing was done.
 */
bool jfr_pile_add(jfr_stack_sums *p, uint32_t kind, uint64_t stack,
                  int64_t value);
void jfr_piles_empty(jfr_stack_sums *p);
void jfr_piles_clear(jfr_stack_sums *p);

#endif
