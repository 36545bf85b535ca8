/* test_spans - the spans of a store by their ids, for tests. */
#ifndef CORR_TEST_SPANS_H
#define CORR_TEST_SPANS_H

#include "join/prepare.h"
#include "test/testing.h"

static inline corr_store *prepared(corr_store *st)
{
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

/* The number of the only span with this id. */
static inline uint32_t span_of(const corr_store *st, uint64_t id)
{
    bool more;
    const uint32_t span =
        spans_find(&st->spans, (corr_trace_id){ 0, 0 }, id, &more);

    assert_int_not_equal(span, 0);
    assert_false(more);
    return span;
}

#endif
