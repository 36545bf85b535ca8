/*
 * slow_spans - slow spans against usual ones: the inside of the view.
 *
 * Three steps, each with its file: which spans are of which side (pick), where
 * their time went (ledger), what they carry (attrs).
 */
#ifndef CORR_CONTRAST_H
#define CORR_CONTRAST_H

#include "corr_diff.h"
#include "select/span_set.h"
#include "store/operation_names.h"

/* Values of one row over spans and all for which they stand, those without it
 * aside. */
typedef struct slow_spans_moments {
    double n, mean, m2;
} slow_spans_moments;

typedef struct slow_spans_row {
    corr_slow_spans_row facts;
    int64_t now; /* of the span at hand */
    slow_spans_moments of[2];
} slow_spans_row;

typedef vec(uint32_t) slow_spans_spans; /* numbers in the store */

/* What spans of a side stand for, and the sum of its squares. */
typedef struct slow_spans_weight {
    double sum, squares;
} slow_spans_weight;

struct corr_slow_spans {
    corr_store *st;
    corr_arena arena; /* owns texts that are made */
    corr_slow_spans_facts facts;
    slow_spans_spans side[2]; /* by length, then start */
    uint32_t *chosen[2];      /* the same by number */
    opnames names;            /* of rows: kind and name */
    vec(slow_spans_row) row;
    vec(corr_slow_spans_attr) attr;
};

/* For how many spans one stands, by its trace state (corr-methods 4.3). */
double slow_spans_stand(const corr_slow_spans *c, uint32_t span);
/* Fills side[] and their facts from the marked spans. */
corr_code slow_spans_pick(corr_slow_spans *c, const uint8_t *in,
                          const corr_slow_spans_opts *o,
                          corr_err *err) CORR_CHECK;
/* chosen[], of side[].  False: out of memory. */
bool slow_spans_choose(corr_slow_spans *c) CORR_CHECK;
/* A seed of what spans are on the sides: the same draw each time, and none that
 * was picked. */
uint64_t slow_spans_seed(const corr_slow_spans *c);
/* `most` of the spans, in their order; all of them if there are no more.
 * False: out of memory. */
bool slow_spans_draw(const slow_spans_spans *from, size_t most, uint64_t seed,
                     slow_spans_spans *to) CORR_CHECK;
/* row[], from the ledgers of so many spans a side. */
corr_code slow_spans_ledgers(corr_slow_spans *c, const uint32_t most[2],
                             uint64_t seed, corr_err *err) CORR_CHECK;
/* attr[] */
bool slow_spans_attrs(corr_slow_spans *c, uint64_t seed) CORR_CHECK;

/* One value more, that stands for so many. */
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

/* Mean and variance of n values that tell as much as `effective` of one weight
 * (corr-methods 4.7); those that were not added are 0. */
void slow_spans_moments_of(const slow_spans_moments *m, double n,
                           double effective, double *mean, double *variance);

#endif
