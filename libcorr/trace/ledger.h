/*
 * ledger - one span's time divided among what its thread did (corr-methods 2.1 to
 * 2.4): arithmetic on claims and samples, of whatever origin.
 *
 * A claim says that the thread did something from one time to another; where
 * claims overlap, the first of the precedence has it, and of one kind the one
 * that ends last.  What no claim has is divided by samples.  Rows sum to the
 * length of the span in ns, always; none is negative.
 *
 * Claims come in any order, samples by time.  n of both take n log n steps.
 */
#ifndef CORR_LEDGER_H
#define CORR_LEDGER_H

#include "base/vec.h"
#include "corr_trace.h"

typedef struct ledger_claim {
    int64_t from, to;
    uint32_t name;   /* a number of the caller's: equal ones are one row */
    corr_spent kind; /* CHILD to PARK, QUEUE or LOST */
} ledger_claim;

/* Who took a sample. */
typedef enum ledger_source {
    LEDGER_BY_CPU,    /* the thread was running */
    LEDGER_BY_NATIVE, /* it was in native code: running, or waiting there */
    LEDGER_BY_WALL,   /* whatever it did */
    LEDGER_SOURCES
} ledger_source;

typedef struct ledger_sample {
    int64_t time;
    int64_t weight; /* ns that it stands for; of wall samples: ticks */
    int64_t obs;
    ledger_source source;
    corr_spent state; /* CPU; by native and wall also NATIVE, BLOCKED, or the
                         wait that its leaf is */
} ledger_sample;

typedef struct ledger_ask {
    int64_t from, to; /* of the span; to - from can be said */
    const ledger_claim *claim;
    size_t nclaim;
    const ledger_sample *sample;
    size_t nsample;
    bool has_cpu;   /* somebody takes CPU samples, if any are here or not */
    bool few;       /* not one timer a thread: CPU errs by the root of n */
    int64_t period; /* of CPU samples, ns */
    int64_t slack;  /* ns that times of intervals may be off by */
} ledger_ask;

typedef struct ledger_row {
    corr_spent kind;
    corr_how how;
    uint32_t name;
    int64_t ns, lo, hi;
    int64_t events, obs;
    int64_t memo;       /* ns of pauses inside, not added */
    int64_t memo_named; /* of these, ns of pauses that have a name */
} ledger_row;

/* Largest first, then by kind and name; the remainder is the last one. */
typedef struct ledger {
    vec(ledger_row) row;
} ledger;

/* False: out of memory; ledger_clear all the same. */
bool ledger_of(ledger *l, const ledger_ask *ask) CORR_CHECK;
void ledger_clear(ledger *l);

/* A whole in proportion of weights, none of them negative and one positive,
 * by largest remainder, ties to the earlier. */
void ledger_split(int64_t whole, const int64_t *weight, size_t n, int64_t *out);

#endif
