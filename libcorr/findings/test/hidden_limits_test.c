/* Tests of limits that no trace names, in worlds of which the truth is known: a
 * pool, a timeout, a wait before another attempt. */
#include <math.h>

#include "test/test_memory.h"
#include "test/test_store.h"

#include "findings/hidden_limits.h"
#include "findings/test/findings_world.h"
#include "join/prepare.h"

enum { US = 1000, REQUESTS = 400 };

static int span(world_text *t, int up, int from, int to, corr_span_kind kind,
                bool failed, const char *name)
{
    world_put(t, "span %x %x %d %d shop h %d %d %s\n", ++t->ids, (unsigned)up,
              from, to, (int)kind, failed ? 2 : 1, name);
    return t->ids;
}

static int request(world_text *t, int trace, int from, int to)
{
    world_put(t, "trace %d\n", trace);
    return span(t, 0, from, to, CORR_SPAN_SERVER, false, "GET /");
}

/* Exponential around the mean. */
static int by_chance(dice *d, double mean)
{
    return (int)(-mean * log(1 - dice_real(d))) + 1;
}

/* ---- worlds ------------------------------------------------------------------ */

/* The limit that is there: N at once, or us. */
typedef int make_world(world_text *t, dice *d, world what);

/* Queries of a pool: absent without a limit, near miss with one that the load
 * does not reach. */
static int pool(world_text *t, dice *d, world what)
{
    enum { MOST = 64 };
    const int n = dice_int(d, 2, 12);
    const int each = 40 * US;
    const int room = what == PRESENT ? n : what == NEAR_MISS ? MOST : 0;
    int64_t free_at[MOST] = { 0 };
    int at = 0;

    for (int i = 0; i < REQUESTS; i++) {
        /* busy and quiet times: 110% and 50% of what n can do */
        const bool is_busy = i / 50 % 2 == 0;
        at += by_chance(d, (double)each / n / (is_busy ? 1.1 : 0.5));
        int best = 0;
        for (int k = 1; k < room; k++)
            best = free_at[k] < free_at[best] ? k : best;
        const int ready = at + 50;
        const int start =
            room && free_at[best] > ready ? (int)free_at[best] : ready;
        const int end = start + by_chance(d, each);
        if (room)
            free_at[best] = end;
        const int root = request(t, i + 1, at, end + 100);
        span(t, root, start, end, CORR_SPAN_CLIENT, false, "SELECT");
    }
    return n;
}

/* Calls that end after a time: absent by chance, near miss because the server
 * refuses them.  It refuses some in half of the other worlds, too. */
static int timeout(world_text *t, dice *d, world what)
{
    const int limit = dice_int(d, 20, 3000) * US;
    const bool refuses = what == NEAR_MISS || dice_int(d, 0, 1) == 1;

    for (int i = 0; i < REQUESTS; i++) {
        const int long_one = by_chance(d, limit * 0.5);
        const bool is_refused = refuses && i % 4 == 0;
        const bool fails =
            is_refused || (what == PRESENT ? long_one > limit : i % 6 == 0);
        const int us = is_refused                 ? dice_int(d, 300, 900)
                       : what == PRESENT && fails ? limit + dice_int(d, 0, 900)
                                                  : long_one;
        const int root = request(t, i + 1, i * 50 * US, i * 50 * US + us + 20);
        span(t, root, i * 50 * US + 10, i * 50 * US + 10 + us, CORR_SPAN_CLIENT,
             fails, "GET /price");
    }
    return limit;
}

/* Attempts after failures: absent after a wait by chance, near miss at once. */
static int wait_before(world_text *t, dice *d, world what)
{
    const int wait = dice_int(d, 15, 2000) * US;

    for (int i = 0; i < REQUESTS; i++) {
        const int from = i * 50 * US;
        const int us = by_chance(d, 30 * US), again = by_chance(d, 30 * US);
        const int after = what == PRESENT  ? wait + dice_int(d, 0, 900)
                          : what == ABSENT ? by_chance(d, wait)
                                           : dice_int(d, 20, 400);
        const bool fails = i % 5 == 0;
        const int root = request(t, i + 1, from, from + us + after + again);
        span(t, root, from, from + us, CORR_SPAN_CLIENT, fails, "GET /price");
        if (fails)
            span(t, root, from + us + after, from + us + after + again,
                 CORR_SPAN_CLIENT, false, "GET /price");
    }
    return wait;
}

/* ---- the table of truth -------------------------------------------------------- */

static corr_store *store_of_world(make_world *make, world what, int seed,
                                  int *truth)
{
    static world_text t;
    dice d = { (uint64_t)seed * 613 + (uint64_t)what };
    const char *const all[] = { t.v };
    corr_err err = { 0 };

    world_begin(&t);
    world_put(&t, "us\n");
    *truth = make(&t, &d, what);
    corr_store *st = test_store(all, 1);
    assert_int_equal(store_prepare(st, &err), CORR_OK);
    return st;
}

/* Whether a limit of this sort is found; its size must be right. */
static bool finds(limit_sort sort, make_world *make, world what, int seed)
{
    int truth;
    bool is_found = false;
    corr_store *st = store_of_world(make, what, seed, &truth);
    hidden_limits *l = hidden_limits_of(st, NULL);

    assert_non_null(l);
    for (uint32_t i = 0; i < hidden_limits_size(l); i++) {
        const hidden_limit x = hidden_limits_at(l, i);
        if (x.sort != sort)
            continue;
        is_found = true;
        if (what == PRESENT && sort == LIMIT_CALLS)
            assert_int_equal(x.is.most, truth);
        else if (what == PRESENT)
            assert_in_range(x.lo, truth * 1000LL, truth * 1000LL + 900000);
    }
    hidden_limits_free(l);
    corr_store_free(st);
    return is_found;
}

static void judge(const char *name, limit_sort sort, make_world *make)
{
    int found[WORLD_KINDS] = { 0 };

    for (int what = 0; what < WORLD_KINDS; what++)
        for (int seed = 0; seed < WORLDS; seed++)
            found[what] += finds(sort, make, (world)what, seed);
    truth_print(name, found);
}

static void pools_are_found(void **state)
{
    (void)state;
    judge("a pool", LIMIT_CALLS, pool);
}

static void timeouts_are_found(void **state)
{
    (void)state;
    judge("a timeout", LIMIT_TIMEOUT, timeout);
}

static void waits_before_attempts_are_found(void **state)
{
    (void)state;
    judge("a wait", LIMIT_WAIT, wait_before);
}

/* Nothing of two in three traces: a lower bound, or nothing. */
static void sampled_traces_bound_a_pool_from_below(void **state)
{
    int found = 0;

    (void)state;
    for (int seed = 0; seed < WORLDS; seed++) {
        static world_text whole, part;
        dice d = { (uint64_t)seed * 613 };
        const char *const all[] = { part.v };
        corr_str rest, line;
        bool keeps = true;
        world_begin(&whole);
        world_begin(&part);
        world_put(&whole, "us\n");
        const int n = pool(&whole, &d, PRESENT);
        rest = corr_str_of(whole.v);
        while (corr_str_next(&rest, '\n', &line)) {
            if (corr_str_starts(line, "trace "))
                keeps = dice_int(&d, 0, 2) == 0;
            if (keeps)
                world_put(&part, "%.*s\n", CORR_STR_ARG(line));
        }
        corr_store *st = test_store(all, 1);
        assert_int_equal(store_prepare(st, NULL), CORR_OK);
        hidden_limits *l = hidden_limits_of(st, NULL);
        assert_non_null(l);
        for (uint32_t i = 0; i < hidden_limits_size(l); i++) {
            assert_in_range(hidden_limits_at(l, i).is.most, 1, n);
            found++;
        }
        hidden_limits_free(l);
        corr_store_free(st);
    }
    print_message("# a pool in a third of the traces: %d of %d\n", found,
                  WORLDS);
}

/* The C library's sort does without memory. */
static void limits_tell_of_memory(void **state)
{
    int truth;
    corr_store *st = store_of_world(wait_before, PRESENT, 1, &truth);

    (void)state;
    for (long n = 1, more = true; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        hidden_limits *l = hidden_limits_of(st, &err);
        more = test_memory_failed();
        assert_true(more || l);
        assert_int_equal(err.code, l ? CORR_OK : CORR_ENOMEM);
        hidden_limits_free(l);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pools_are_found),
        cmocka_unit_test(timeouts_are_found),
        cmocka_unit_test(waits_before_attempts_are_found),
        cmocka_unit_test(sampled_traces_bound_a_pool_from_below),
        cmocka_unit_test(limits_tell_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
