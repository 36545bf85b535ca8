/*
 * filter - what the patterns, labels and service of a question say of rows.
 *
 * Rows are many, what they hold is not: one verdict each of an input's stacks,
 * label sets and threads, which are looked up for its rows.
 */
#ifndef CORR_FILTER_H
#define CORR_FILTER_H

#include "base/regex.h"
#include "model/label_match.h"
#include "store/store.h"

typedef struct filter {
    corr_store *st;
    const corr_query *q;
    corr_arena *arena; /* of verdicts */
    match *focus, *ignore, *thread;
} filter;

/* What it says of one input; NULL where nothing is asked. */
typedef struct verdicts {
    uint8_t *stack, *thread;
    bool no_strangers; /* threads of other processes are of no service */
    uint8_t *service;  /* of label sets, where a recording is of several */
    const label_match_by *labels; /* one a label that is asked for */
    size_t nlabels;
} verdicts;

/* False: a pattern is none, or out of memory; filter_clear all the same. */
bool filter_init(filter *f, corr_store *st, const corr_query *q,
                 corr_arena *arena, corr_err *err) CORR_CHECK;
void filter_clear(filter *f);

/* Whether it asks anything of rows, but for services. */
bool filter_asks(const filter *f);
/* All but services, of which a segment has some.  False: out of memory. */
bool filter_judge(const filter *f, uint32_t in, verdicts *v) CORR_CHECK;
bool filter_judge_service(const filter *f, uint32_t in, const segment *g,
                          verdicts *v) CORR_CHECK;
bool filter_passes(const verdicts *v, const input *in, const segment *g,
                   size_t row);
/* Whether a pattern was too hard to match against some names. */
bool filter_limited(const filter *f);

#endif
