/*
 * filter - the patterns, labels and service of a query, applied to rows.
 *
 * An input has many rows, but few stacks, label sets and threads.  The filter
 * computes one verdict for each of these, and looks verdicts up for each row.
 *
 * The arena owns the verdicts.  A filter serves one thread at a time.
 */
#ifndef CORR_FILTER_H
#define CORR_FILTER_H

#include "base/regex.h"
#include "model/label_match.h"
#include "store/store.h"

typedef struct filter {
    corr_store *st;
    const corr_query *q;
    corr_arena *arena; /* owns the verdicts */
    match *focus, *ignore, *thread;
} filter;

/* The verdicts of one input; NULL: the query does not filter by it. */
typedef struct verdicts {
    uint8_t *stack, *thread;
    bool no_strangers; /* rejects threads of other processes */
    uint8_t *service;  /* of label sets, if a recording has several processes */
    const label_match_by *labels; /* one for each label of the query */
    size_t nlabels;
} verdicts;

/* False: a pattern is invalid, or out of memory.  The caller calls filter_clear
 * in any case. */
bool filter_init(filter *f, corr_store *st, const corr_query *q,
                 corr_arena *arena, corr_err *err) CORR_CHECK;
void filter_clear(filter *f);

/* Whether the query filters rows by anything but services. */
bool filter_asks(const filter *f);
/* Fills in all verdicts but services, which depend on the segment.  False: out
 * of memory. */
bool filter_judge(const filter *f, uint32_t in, verdicts *v) CORR_CHECK;
bool filter_judge_service(const filter *f, uint32_t in, const segment *g,
                          verdicts *v) CORR_CHECK;
bool filter_passes(const verdicts *v, const input *in, const segment *g,
                   size_t row);
/* Whether a pattern was too hard to match against some names. */
bool filter_limited(const filter *f);

#endif
