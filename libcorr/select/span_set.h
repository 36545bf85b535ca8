/*
 * span_set - the spans that a question names: by expression, operation, status,
 * service, deploy, time, and how slow they were.
 */
#ifndef CORR_SPANSET_H
#define CORR_SPANSET_H

#include "join/prepare.h"

/* Whether the question names spans other than by id. */
bool span_set_asked(const corr_query *q);

/* Marks in[i] for each span that fits, [spans + 1]; the store is prepared.
 * With a trace in q only its spans, with a span only that. */
corr_code span_set_of(corr_store *st, const corr_query *q, corr_arena *arena,
                      uint8_t **in, corr_err *err) CORR_CHECK;

typedef struct span_set_slow {
    int64_t length, start;
    uint32_t span;
} span_set_slow;

typedef vec(span_set_slow) span_set_list;

/* Adds the marked spans to an empty list, the `most` slowest of them first and
 * in order, then by start and number.  false: out of memory. */
bool span_set_slowest(const corr_store *st, const uint8_t *in, size_t most,
                      span_set_list *out);

#endif
