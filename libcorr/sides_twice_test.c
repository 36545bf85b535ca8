/* Recordings of one process at the same time. */
#include "test_shop.h"

/* A profile of an instance ("": it does not say), from ms to ms. */
static char *profile(const char *instance, int from, int to)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "proc service.name shop host.name a%s%s\n",
            *instance ? " service.instance.id " : "", instance);
    fprintf(f, "window %d %d\nkind cpu ns 10000000\n", from, to);
    put_samples(f, "main;work", 10 + from / 1000, from, to);
    return test_done(&t);
}

typedef struct ran {
    const char *instance;
    int from, to;
} ran;

/* How many of these count twice, beside another run on the other side. */
static uint32_t twice(const ran *r, size_t n)
{
    enum { MOST = 4 };
    test_file file[MOST + 1];
    char *text[MOST + 1];
    sides s;

    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++) {
        text[i] = profile(r[i].instance, r[i].from, r[i].to);
        file[i] = (test_file){ TEST_BASE, i ? "more" : "base", text[i] };
    }
    text[n] = profile("other", 90000, 95000);
    file[n] = (test_file){ TEST_NEW, "new", text[n] };
    corr_store *st = test_sides(file, (unsigned)n + 1);
    make(&s, st, test_query, CORR_PER_SECOND);
    const uint32_t found = s.side[0].facts.twice;
    assert_int_equal(s.side[1].facts.twice, 0);
    sides_clear(&s);
    /* a selection of them says the same */
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .group = TEST_BASE }, NULL);
    assert_non_null(sel);
    assert_int_equal(corr_sel_facts_of(sel).twice, found);
    corr_sel_free(sel);
    corr_store_free(st);
    for (size_t i = 0; i <= n; i++)
        free(text[i]);
    return found;
}

#define TWICE(...)                                                             \
    twice((const ran[]){ __VA_ARGS__ },                                        \
          sizeof((const ran[]){ __VA_ARGS__ }) / sizeof(ran))

static void two_recorders_of_a_process_count_it_twice(void **state)
{
    (void)state;
    assert_int_equal(TWICE({ "i1", 0, 10000 }, { "i1", 1000, 11000 }), 2);
    /* a long one, and what was uploaded meanwhile */
    assert_int_equal(TWICE({ "i1", 0, 20000 }, { "i1", 1000, 11000 },
                           { "i1", 11000, 21000 }),
                     3);
    /* of the long one most was recorded once */
    assert_int_equal(TWICE({ "i1", 0, 60000 }, { "i1", 1000, 11000 }), 1);
}

static void which_count_twice_does_not_depend_on_their_order(void **state)
{
    (void)state;
    assert_int_equal(TWICE({ "i1", 1000, 11000 }, { "i1", 0, 10000 }), 2);
    assert_int_equal(
        TWICE({ "i1", 0, 10000 }, { "i2", 0, 10000 }, { "i1", 1000, 11000 }),
        2);
    assert_int_equal(TWICE({ "i2", 0, 10000 }, { "i1", 1000, 11000 },
                           { "i2", 20000, 30000 }, { "i1", 0, 10000 }),
                     2);
    /* of two that began together one may have ended */
    assert_int_equal(TWICE({ "i1", 0, 20000 }, { "i1", 0, 5000 }), 1);
}

static void what_follows_or_runs_beside_it_is_counted_once(void **state)
{
    (void)state;
    assert_int_equal(TWICE({ "i1", 0, 10000 }, { "i1", 9500, 20000 }), 0);
    assert_int_equal(TWICE({ "i1", 0, 10000 }, { "i2", 0, 10000 }), 0);
}

static void replicas_that_do_not_say_which_are_no_copies(void **state)
{
    (void)state;
    assert_int_equal(TWICE({ "", 0, 10000 }, { "", 1000, 11000 }), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_recorders_of_a_process_count_it_twice),
        cmocka_unit_test(which_count_twice_does_not_depend_on_their_order),
        cmocka_unit_test(what_follows_or_runs_beside_it_is_counted_once),
        cmocka_unit_test(replicas_that_do_not_say_which_are_no_copies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
