/* test_locks - requests on threads, and a recording of how they waited for a
 * monitor, for tests. */
#ifndef CORR_TEST_LOCKS_H
#define CORR_TEST_LOCKS_H

#include "test/test_join.h"

/* The thread of spans with "thread.id=#7" is the one called exec-7. */
static inline corr_thread thread_of(corr_build *b, int64_t id)
{
    char name[16];

    snprintf(name, sizeof name, "exec-%d", (int)id);
    return corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 0, id);
}

/* The recording is of SHOP, and covers the second before and after. */
static inline void begin(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
}

/* A thread waits for the monitor "class=Cache, address=#16", which another
 * one has; owner 0: the recording does not say which. */
static inline void waits_for(corr_build *b, const char *monitor,
                             corr_thread thread, corr_thread owner, double from,
                             double to)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind,
                               .thread = thread,
                               .other = owner,
                               .labels = testing_labels(b, monitor),
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = testing_ms(to) - testing_ms(from) });
}

static inline void waits_behind(corr_build *b, int64_t thread, double from,
                                double to, int64_t owner)
{
    waits_for(b, "class=Cache, address=#16", thread_of(b, thread),
              owner ? thread_of(b, owner) : (corr_thread){ 0 }, from, to);
}

#endif
