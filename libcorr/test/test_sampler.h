/* test_sampler - recordings of samplers, and what is said of them, for tests. */
#ifndef CORR_TEST_SAMPLER_H
#define CORR_TEST_SAMPLER_H

#include "test/test_memory.h"
#include "test/testing.h"

#include "model/sample_weight.h"

#define MS INT64_C(1000000)

static const unsigned hotspot = CORR_KIND_FEW | CORR_KIND_RUNNABLE;

static inline corr_kind cpu_kind(corr_build *b, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                              .type = CORR_STR("cpu"),
                                              .unit = CORR_NS,
                                              .period = 20 * MS,
                                              .flags = flags });
}

static inline corr_thread thread_named(corr_build *b, const char *name,
                                       int64_t id)
{
    return corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 0, id);
}

static inline void taken(corr_build *b, corr_kind kind, corr_thread thread,
                         double ms)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .thread = thread,
                                           .time = testing_ms(ms),
                                           .value = 20 * MS });
}

/* So many ticks of 20 ms, `full` of every ten of them with five samples, the
 * others with two. */
static inline void ticks(corr_build *b, corr_kind kind, int n, int full)
{
    const corr_thread t = thread_named(b, "worker-1", 1);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < (i % 10 < full ? 5 : 2); k++)
            taken(b, kind, t, 20.0 * i + 0.3 * k);
}

/* jvm_user is 0.40 of 32 threads: 12.8 run, one sample is 51.2 ms; then 0.10,
 * which is 3.2, and one is what it is. */
static inline void loads(corr_build *b)
{
    const corr_series s = corr_add_series(b, CORR_STR("jvm_user"),
                                          CORR_STR("1"), (corr_thread){ 0 });

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("32"));
    corr_add_point(b, s, testing_ms(1000), 0.40);
    corr_add_point(b, s, testing_ms(3000), 0.10);
}

static inline void saturated(corr_build *b)
{
    loads(b);
    ticks(b, cpu_kind(b, hotspot), 200, 2);
}

static inline input settled(testing_fill *fill)
{
    input in = testing_input(fill);

    assert_true(sample_weight_weigh(&in, CORR_RESCALE_NONE));
    assert_true(sample_weight_settle(&in, CORR_RESCALE_NONE));
    assert_null(input_check(&in));
    return in;
}

/* The text under a code that holds `part`, or NULL. */
static const char *said(const input *in, const char *code, const char *part)
{
    for (size_t i = 0; i < in->warning.n; i++)
        if (strcmp(in->warning.v[i].code, code) == 0 &&
            strstr(in->warning.v[i].text, part))
            return in->warning.v[i].text;
    return NULL;
}

static inline input rescaled(testing_fill *fill, corr_rescale how)
{
    input in = testing_input(fill);

    assert_true(sample_weight_weigh(&in, how));
    assert_true(sample_weight_settle(&in, how));
    assert_null(input_check(&in));
    return in;
}

/* Settles what fills an input with each allocation failing in turn: it is told,
 * and nothing is kept. */
static inline void assert_settles_or_tells(testing_fill *fill, corr_rescale how)
{
    bool more = true;

    for (long n = 1; more; n++) {
        test_memory_arm(0);
        input in = testing_input(fill);
        test_memory.left = n - 1;
        const bool ok =
            sample_weight_weigh(&in, how) && sample_weight_settle(&in, how);
        more = test_memory_failed();
        input_clear(&in);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(ok, !more);
    }
}

#endif
