/* Tests of ceiling: a queue in front of servers, simulated, with a limit that is
 * known, and without. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stats/ceiling.h"
#include "stats/distributions.h"

#define MS 1e6

typedef struct world {
    uint64_t seed;
    uint32_t limit; /* 0: none */
    double load;    /* calls that would run on average */
    double slow; /* ms that each running call adds to a delay: a busy machine,
                       no limit */
    uint32_t n;
} world;

static double uniform(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + 0.5) / 9007199254740992.0;
}

static double exponential(uint64_t *seed, double mean)
{
    return -mean * log(uniform(seed));
}

enum { MOST = 6000 };

/* First come, first served.  free_at: when each place of the limit is free. */
static size_t make_world(const world *w, ceiling_call *call)
{
    const uint32_t places = w->limit ? w->limit : MOST;
    double *free_at = calloc(places, sizeof *free_at);
    uint64_t seed = w->seed;
    double at = 0;
    const double takes = 20;

    for (uint32_t i = 0; i < w->n; i++) {
        at += exponential(&seed, takes / w->load);
        uint32_t best = 0, running = 0;
        for (uint32_t k = 0; k < places && k <= i; k++) {
            if (free_at[k] < free_at[best])
                best = k;
            running += free_at[k] > at;
        }
        const double ready = at;
        double start = ready + exponential(&seed, 0.5) + w->slow * running;
        start = fmax(start, free_at[best]);
        const double end = start + takes * (uniform(&seed) + uniform(&seed));
        free_at[best] = end;
        call[i] = (ceiling_call){ (int64_t)(ready * MS), (int64_t)(start * MS),
                                  (int64_t)(end * MS) };
    }
    free(free_at);
    return w->n;
}

static ceiling ceiling_in(const world *w)
{
    static ceiling_call call[MOST];
    ceiling out;
    const size_t n = make_world(w, call);

    assert_true(ceiling_of(call, n, &out));
    return out;
}

static void limits_are_found_exactly(void **state)
{
    static const uint32_t limits[] = { 1, 2, 5, 10, 30, 100 };
    int found = 0, all = 0;

    (void)state;
    for (size_t i = 0; i < 6; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            const ceiling c = ceiling_in(&(world){ .seed = seed,
                                                   .limit = limits[i],
                                                   .load = 0.9 * limits[i],
                                                   .n = 4000 });
            all++;
            found += c.is_limit;
            if (c.is_limit) {
                assert_int_equal(c.most, limits[i]);
                assert_true(c.lo > 0 && c.wait > 0 && c.without > c.most);
            }
        }
    if (found < all * 9 / 10)
        fail_msg("%d of %d", found, all);
}

static void no_limit_is_found_where_there_is_none(void **state)
{
    int found = 0, all = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static const double loads[] = { 0.3, 2, 8, 25 };
        found +=
            ceiling_in(
                &(world){ .seed = seed, .load = loads[seed % 4], .n = 2000 })
                .is_limit;
        all++;
    }
    if (found > all / 40)
        fail_msg("%d of %d", found, all);
}

static void a_busy_machine_is_no_limit(void **state)
{
    int found = 0, all = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        found +=
            ceiling_in(
                &(world){ .seed = seed, .load = 6, .slow = 0.5, .n = 2000 })
                .is_limit;
        all++;
    }
    if (found > all / 20)
        fail_msg("%d of %d", found, all);
}

static void a_limit_that_is_seldom_met_is_not_said(void **state)
{
    const ceiling c =
        ceiling_in(&(world){ .seed = 3, .limit = 50, .load = 5, .n = 4000 });

    (void)state;
    assert_false(c.is_limit);
}

static void the_delay_is_that_of_the_queue(void **state)
{
    const ceiling c =
        ceiling_in(&(world){ .seed = 4, .limit = 10, .load = 9.3, .n = 6000 });

    (void)state;
    assert_true(c.is_limit);
    assert_int_equal(c.most, 10);
    assert_true(c.lo < c.wait && c.wait < c.hi && c.p99 > c.wait);
    assert_true(c.share > 0.3 && c.share <= 1);
}

static void few_calls_have_no_answer(void **state)
{
    ceiling_call call[3] = { { 0, 1, 2 }, { 0, 1, 2 }, { 1, 2, 3 } };
    ceiling c;

    (void)state;
    assert_true(ceiling_of(call, 3, &c));
    assert_false(c.is_limit);
    assert_true(ceiling_of(NULL, 0, &c));
    assert_false(c.is_limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_found_exactly),
        cmocka_unit_test(no_limit_is_found_where_there_is_none),
        cmocka_unit_test(a_busy_machine_is_no_limit),
        cmocka_unit_test(a_limit_that_is_seldom_met_is_not_said),
        cmocka_unit_test(the_delay_is_that_of_the_queue),
        cmocka_unit_test(few_calls_have_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
