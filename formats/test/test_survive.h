/* test_survive - reads a source out of memory at each allocation in turn: the
 * reader says so, and keeps nothing. */
#ifndef CORR_TEST_SURVIVE_H
#define CORR_TEST_SURVIVE_H

#include "test/test_loaded.h"

#include "test/test_memory.h"

static inline void assert_survives(const corr_format *f, const void *p,
                                   size_t n)
{
    bool more = true;

    for (long i = 1; more; i++) {
        const src_opts so = { .path = "a.prof" };
        const corr_want want = { .needs = 0 };
        const corr_load_opts opts = { .jobs = 1 };
        corr_err err = { .code = CORR_OK };
        input in = { .path = NULL };
        corr_src *src = src_open_memory(p, n, &so, NULL);

        assert_non_null(src);
        test_memory_arm(i);
        corr_code code = load_source(f, src, &want, &opts, NULL, &in, &err);
        more = test_memory_failed();
        input_clear(&in);
        const long kept = test_memory_disarm();
        src_close(src);
        assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
        assert_true(kept <= 0);
    }
}

#endif
