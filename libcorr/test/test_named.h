/* test_named - a profile that spans name, for tests of whose its samples are. */
#ifndef CORR_TEST_NAMED_H
#define CORR_TEST_NAMED_H

#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"

/* On the thread exec-7, on another, on none; one sample names a span. */
static inline void threads(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (int i = 0; i < 5; i++)
        testing_sample(b, cpu, "mine", NAN, "thread name=exec-7");
    for (int i = 0; i < 3; i++)
        testing_sample(b, cpu, "other", NAN, "thread name=exec-8");
    for (int i = 0; i < 2; i++)
        testing_sample(b, cpu, "somebody", NAN, "");
    testing_sample(b, cpu, "labelled", NAN,
                   "thread name=exec-7, span_id=00000000000000ff");
}

/* Shares and certainties. */
static inline void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-6)
        fail_msg("%g is not %g", got, want);
}

#endif
