/* test_shop - profiles and requests of a service called shop, for tests of
 * the sides of a comparison. */
#ifndef CORR_TEST_SHOP_H
#define CORR_TEST_SHOP_H

#include "test/test_sides.h"

#include "sides/sides.h"

/* A profile of a process of the service "shop", from ms to ms. */
static inline void put_profile_of(FILE *f, const char *kind, const char *host,
                                  int from, int to)
{
    fprintf(f, "proc service.name shop host.name %s\nwindow %d %d\nkind %s\n",
            host, from, to, kind);
}

static inline void put_profile(FILE *f, const char *host, int from, int to)
{
    put_profile_of(f, "cpu ns 10000000", host, from, to);
}

/* n samples of 10 ms, evenly from ms to ms. */
static inline void put_samples(FILE *f, const char *stack, int n, int from,
                               int to)
{
    for (int i = 0; i < n; i++)
        fprintf(f, "10000000 1 @%lld %s\n",
                test_ms(from + (to - from) * (i + 0.5) / n), stack);
}

/* n requests that shop serves, evenly from ms to ms; each a trace. */
static inline void put_requests(FILE *f, const char *host, const char *name,
                                int n, int from, int to)
{
    static unsigned id = 0x1000;

    for (int i = 0; i < n; i++) {
        const int at = from + (to - from) * i / n;
        id++;
        fprintf(f, "trace %u\nspan %016x 0 %d %d shop %s 2 0 %s\n", id, id, at,
                at + 1, host, name);
    }
}

static inline void make(sides *s, corr_store *st, const corr_query q[2],
                        corr_per per)
{
    corr_err err = { 0 };

    if (sides_init(s, st, q, &(corr_diff_opts){ .per = per }, &err))
        fail_msg("%s", err.what);
}

#endif
