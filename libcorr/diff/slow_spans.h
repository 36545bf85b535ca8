/*
 * slow_spans - the comparison of slow spans with usual ones: the inside of the
 * view.
 *
 * It has three steps: the choice of spans of each side (slow_spans.c), the
 * division of their time (ledger), and their attributes (attrs).
 *
 * A corr_slow_spans owns its arena and arrays and borrows the store. One thread
 * makes it; afterwards it is read-only. Each step fails only if memory is out,
 * or if the user asked for sides that overlap.
 */
#ifndef CORR_SLOW_SPANS_INSIDE_H
#define CORR_SLOW_SPANS_INSIDE_H

#include "corr_diff.h"
#include "select/span_set.h"
#include "store/operation_names.h"

/* Moments of the values of a row over represented spans, without the spans that
 * lack the row. */
typedef struct slow_spans_moments {
    double n, mean, m2;
} slow_spans_moments;

typedef struct slow_spans_row {
    corr_slow_spans_row facts;
    int64_t now; /* of the current span */
    slow_spans_moments of[2];
} slow_spans_row;

typedef vec(uint32_t) slow_spans_spans; /* numbers of spans in the store */

/* The sum of the weights of spans of a side, and of their squares. */
typedef struct slow_spans_weight {
    double sum, squares;
} slow_spans_weight;

struct corr_slow_spans {
    corr_arena arena; /* owns this struct and new texts */
    corr_store *st;
    corr_slow_spans_facts facts;
    slow_spans_spans side[2]; /* by length, then start */
    uint32_t *chosen[2];      /* the same spans by number */
    opnames names;            /* of rows: kind and name */
    vec(slow_spans_row) row;
    vec(corr_slow_spans_attr) attr;
};

/* Draws `most` of the spans and keeps their order; takes all if there are no
 * more. False: out of memory. */
bool slow_spans_draw(const slow_spans_spans *from, size_t most, uint64_t seed,
                     slow_spans_spans *to) CORR_CHECK;
/* Fills row[] from the ledgers of at most `most` spans of each side. */
corr_code slow_spans_ledgers(corr_slow_spans *c, const uint32_t most[2],
                             uint64_t seed, corr_err *err) CORR_CHECK;
/* Fills attr[]. */
bool slow_spans_attrs(corr_slow_spans *c, uint64_t seed) CORR_CHECK;

/* Adds a value with a weight. */
static inline void slow_spans_add(slow_spans_moments *m, double x,
                                  double weight)
{
    const double before = x - m->mean;

    m->n += weight;
    m->mean += before * weight / m->n;
    m->m2 += weight * before * (x - m->mean);
}

static inline void slow_spans_weigh(slow_spans_weight *w, double weight)
{
    w->sum += weight;
    w->squares += weight * weight;
}

/* Returns the mean and variance of n values that count as `effective` values of
 * one weight (corr-methods 4.7). Values that were not added are 0. */
void slow_spans_moments_of(const slow_spans_moments *m, double n,
                           double effective, double *mean, double *variance);

#endif
