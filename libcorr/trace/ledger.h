/*
 * ledger - divides one span's time by the activity of its thread (corr-methods
 * 2.1 to 2.4): arithmetic on claims and samples of any origin.
 *
 * A claim is an activity of the thread in a stretch of time.  If claims
 * overlap, the first kind in precedence has the time, and among claims of one
 * kind the one that ends last.  Samples divide the unclaimed time.  The rows
 * always sum to the length of the span in ns, and no row is negative.
 *
 * Claims come in any order, samples by time. n of both take n log n steps.  A
 * ledger owns its rows and borrows nothing.  Pure functions.
 */
#ifndef CORR_LEDGER_H
#define CORR_LEDGER_H

#include "base/vec.h"
#include "corr_trace.h"

typedef struct ledger_claim {
    int64_t from, to;
    uint32_t name;   /* set by the caller; equal names share a row */
    corr_spent kind; /* CHILD to PARK, QUEUE or LOST */
} ledger_claim;

/* The sampler of a sample. */
typedef enum ledger_source {
    LEDGER_BY_CPU,    /* the thread was running */
    LEDGER_BY_NATIVE, /* it ran or waited in native code */
    LEDGER_BY_WALL,   /* any state */
    LEDGER_SOURCES
} ledger_source;

typedef struct ledger_sample {
    int64_t time;
    int64_t weight; /* ns; of wall samples: ticks */
    int64_t obs;
    ledger_source source;
    /* CPU; for native and wall also NATIVE, BLOCKED or the wait of the leaf */
    corr_spent state;
} ledger_sample;

typedef struct ledger_ask {
    int64_t from, to; /* of the span; to - from does not overflow */
    const ledger_claim *claim;
    size_t nclaim;
    const ledger_sample *sample;
    size_t nsample;
    bool has_cpu;   /* a CPU sampler ran, with or without samples here */
    bool few;       /* no timer per thread: the CPU error is the root of n */
    int64_t period; /* of CPU samples, ns */
    int64_t slack;  /* ns, possible error of interval times */
    bool pieces;    /* also keep which time the rows are of */
} ledger_ask;

typedef struct ledger_row {
    corr_spent kind;
    corr_how how;
    uint32_t name;
    int64_t ns, lo, hi;
    int64_t events, obs;
    int64_t memo;       /* ns of pauses inside, not added */
    int64_t memo_named; /* ns of pauses with a name, part of memo */
} ledger_row;

/* A stretch of time of one kind. */
typedef corr_spent_piece ledger_piece;

typedef vec(ledger_piece) ledger_pieces;

/* Rows by size, then by kind and name; the remainder is last.  Pieces in the
 * order of time, without gaps: those of a kind sum to its rows. */
typedef struct ledger {
    vec(ledger_row) row;
    ledger_pieces piece; /* empty if they are not asked for */
} ledger;

/* False: out of memory; ledger_clear still applies. */
bool ledger_of(ledger *l, const ledger_ask *ask) CORR_CHECK;
void ledger_clear(ledger *l);

/* ---- ledger_pieces.c: pieces in time (corr-methods 2.5) -------------------- */

/* The time of samples in a stretch, by sampler and state. */
typedef struct ledger_parts {
    int64_t ns[LEDGER_SOURCES][CORR_SPENT_COUNT];
} ledger_parts;

/* CPU time beyond the stretch of its samples, which ends at `at`. */
typedef struct ledger_excess {
    int64_t at, ns;
} ledger_excess;

/* Adds a piece behind the others; it joins a piece of its kind. */
bool ledger_piece_add(ledger_pieces *p, int64_t from, int64_t to,
                      corr_spent kind) CORR_CHECK;
/* Adds the pieces of a stretch of `kind`, of which samples have parts, at most
 * all of it.  The n samples are those in the stretch. */
bool ledger_piece_samples(ledger_pieces *p, ledger_piece stretch,
                          const ledger_parts *part, const ledger_sample *sample,
                          size_t n) CORR_CHECK;
/* Gives unobserved time to CPU: ns in all, behind the stretches that had too
 * much, and before them if no time behind them is left. */
bool ledger_piece_excess(ledger_pieces *p, const ledger_excess *excess,
                         size_t n, int64_t ns) CORR_CHECK;
/* Joins pieces shorter than `step`: in each stretch [origin + k step, origin +
 * (k + 1) step) with such pieces, a kind has one piece.  The sum of each kind
 * stays. */
bool ledger_piece_fold(ledger_pieces *p, int64_t origin,
                       int64_t step) CORR_CHECK;

/* Splits a whole in proportion to weights by largest remainder, ties to the
 * earlier.  No weight is negative, and one is positive. */
void ledger_split(int64_t whole, const int64_t *weight, size_t n, int64_t *out);

#endif
