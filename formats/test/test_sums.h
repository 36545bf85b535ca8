/* test_sums - what rows add up to, by the rows and by the reader. */
#ifndef CORR_TEST_SUMS_H
#define CORR_TEST_SUMS_H

#include "test/format_test.h"

/* Reads a recording of which only so much is wanted. */
static inline void load_wanted(loaded *l, const void *p, size_t n,
                               const corr_want *want)
{
    const src_opts so = { .path = "a.jfr" };
    corr_src *src = src_open_memory(p, n, &so, NULL);

    memset(l, 0, sizeof *l);
    l->code =
        load_source(&corr_format_jfr, src, want, &(corr_load_opts){ .jobs = 1 },
                    NULL, &l->in, &l->err);
    src_close(src);
    assert_int_equal(l->code, CORR_OK);
}

static inline corr_sums sums_of_rows(const segment *s)
{
    corr_sums sums = { .rows = (int64_t)s->n };

    for (size_t i = 0; i < s->n; i++) {
        const int64_t obs = s->obs ? s->obs[i] : 1;
        const bool span = s->span && s->span[i];
        const bool trace =
            span || (s->root && s->root[i]) || (s->trace && s->trace[i]);
        const bool time = s->time && s->time[i] != CORR_NO_TIME;
        sums.obs += obs;
        sums.value = corr_sum(sums.value, segment_value(s, i));
        sums.with_thread += s->thread && s->thread[i] ? obs : 0;
        sums.with_time += time ? obs : 0;
        sums.with_span += span ? obs : 0;
        sums.with_trace += trace ? obs : 0;
    }
    return sums;
}

static inline void assert_sums_equal(const corr_sums *got,
                                     const corr_sums *want)
{
    assert_int_equal(got->rows, want->rows);
    assert_int_equal(got->obs, want->obs);
    assert_int_equal(got->value, want->value);
    assert_int_equal(got->with_thread, want->with_thread);
    assert_int_equal(got->with_time, want->with_time);
    assert_int_equal(got->with_span, want->with_span);
    assert_int_equal(got->with_trace, want->with_trace);
}

#endif
