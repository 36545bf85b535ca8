/*
 * span_set - the spans that a query names: by expression, operation, status,
 * service, deploy, time and duration.
 *
 * The caller's arena owns the marks, the caller the list.
 */
#ifndef CORR_SPAN_SET_H
#define CORR_SPAN_SET_H

#include "join/prepare.h"

/* Whether the query names spans other than by id. */
bool span_set_asked(const corr_query *q);

/* Sets in[i] for each span that matches, [spans + 1]; the store is prepared.
 * If q has a trace, only its spans match; with a span, only that span. */
corr_code span_set_of(corr_store *st, const corr_query *q, corr_arena *arena,
                      uint8_t **in, corr_err *err) CORR_CHECK;

typedef struct span_set_slow {
    int64_t length, start;
    uint32_t span;
} span_set_slow;

typedef vec(span_set_slow) span_set_list;

/* Adds the marked spans to an empty list, the `most` slowest first and in
 * order, ties by start and number.  False: out of memory. */
bool span_set_slowest(const corr_store *st, const uint8_t *in, size_t most,
                      span_set_list *out);

#endif
