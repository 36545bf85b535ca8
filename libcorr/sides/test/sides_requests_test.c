/* Which profile of a side a request is counted for, where several may have
 * it. */
#include "test/test_shop.h"

/* Requests of the only service in the traces. */
#define CPU "kind cpu count 0\n"

/* n requests from ms on, a millisecond each. */
static char *requests(int n, int from)
{
    test_text t;

    put_requests(test_begin(&t), "a", "pay", n, from, from + n);
    return test_done(&t);
}

/* In this order and the other way round. */
static void divided(const char *const text[3], const double want[3])
{
    char *before = requests(120, 0), *after = requests(150, 20000);

    for (int way = 0; way < 2; way++) {
        const test_file file[] = { { TEST_BASE, "b/1", text[way ? 2 : 0] },
                                   { TEST_BASE, "b/2", text[1] },
                                   { TEST_BASE, "b/3", text[way ? 0 : 2] },
                                   { TEST_BASE, "b/traces", before },
                                   { TEST_NEW, "n/cpu", text[0] },
                                   { TEST_NEW, "n/traces", after } };
        corr_store *st = test_sides(file, 6);
        sides s;
        make(&s, st, test_query, CORR_PER_TOTAL);
        const side *d = &s.side[0];
        NEAR(d->facts.requests, 120, 1e-9);
        assert_int_equal(d->k, 3);
        for (uint32_t i = 0; i < 3; i++)
            NEAR(d->requests[i], want[way ? 2 - i : i], 1e-9);
        sides_clear(&s);
        corr_store_free(st);
    }
    free(before);
    free(after);
}

static void of_profiles_without_a_time_each_has_as_many(void **state)
{
    (void)state;
    divided(
        (const char *const[]){ CPU "5 5 f\n", CPU "6 6 f\n", CPU "7 7 f\n" },
        (const double[]){ 40, 40, 40 });
}

static void a_profile_twice_as_long_has_twice_as_many(void **state)
{
    (void)state;
    divided((const char *const[]){ "ran 1000\n" CPU "5 5 f\n",
                                   "ran 2000\n" CPU "6 6 f\n",
                                   "ran 3000\n" CPU "7 7 f\n" },
            (const double[]){ 20, 40, 60 });
    /* one does not say */
    divided((const char *const[]){ "ran 1000\n" CPU "5 5 f\n", CPU "6 6 f\n",
                                   "ran 3000\n" CPU "7 7 f\n" },
            (const double[]){ 40, 40, 40 });
}

static void profiles_that_ran_at_one_time_share_what_came(void **state)
{
    (void)state;
    divided((const char *const[]){ "window 0 30000\n" CPU "5 5 f\n",
                                   "window 0 60\n" CPU "6 6 f\n",
                                   "window 40000 50000\n" CPU "7 7 f\n" },
            (const double[]){ 90, 30, 0 });
}

static void what_ran_then_goes_before_what_has_no_time(void **state)
{
    (void)state;
    divided((const char *const[]){ CPU "5 5 f\n", "window 0 90\n" CPU "6 6 f\n",
                                   CPU "7 7 f\n" },
            (const double[]){ 15, 90, 15 });
}

/* Traces for both sides, and profiles that do not say when they ran: no request
 * is known to be of either. */
static void what_may_be_of_either_side_is_counted_for_none(void **state)
{
    static const char *const base[2] = { CPU "5 5 f\n",
                                         "window 0 10000\n" CPU "5 5 f\n" };
    char *all = requests(240, 0);

    (void)state;
    for (int i = 0; i < 2; i++) {
        const test_file file[] = { { TEST_BASE, "base", base[i] },
                                   { TEST_NEW, "new", CPU "6 6 f\n" },
                                   { TEST_BOTH, "traces", all } };
        corr_store *st = test_sides(file, 3);
        sides s;
        make(&s, st, test_query, CORR_PER_DEFAULT);
        assert_int_equal(s.per, CORR_PER_SHARE);
        assert_true(isnan(s.side[1].facts.requests));
        if (i == 0)
            assert_true(isnan(s.side[0].facts.requests));
        else
            NEAR(s.side[0].facts.requests, 240, 0);
        sides_clear(&s);
        corr_store_free(st);
    }
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_profiles_without_a_time_each_has_as_many),
        cmocka_unit_test(a_profile_twice_as_long_has_twice_as_many),
        cmocka_unit_test(profiles_that_ran_at_one_time_share_what_came),
        cmocka_unit_test(what_ran_then_goes_before_what_has_no_time),
        cmocka_unit_test(what_may_be_of_either_side_is_counted_for_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
