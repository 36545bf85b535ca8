/* Tests of the crew: who helps, and that they are never too many. */
#include "base/worker_pool.h"

#include "base/parallel.h"
#include "test/testing.h"

static void readers_have_no_help_while_files_are_left(void **state)
{
    corr_workers c = { .threads = 3 };

    (void)state;
    workers_add(&c, 4);
    assert_true(corr_workers_several(&c));
    assert_false(corr_workers_join(&c)); /* a reader each, and one file more */
    workers_done(&c);
    assert_false(corr_workers_join(&c));
    workers_done(&c);
    assert_true(corr_workers_join(&c)); /* two files, two readers */
    assert_false(corr_workers_join(&c));
    workers_done(&c);
    assert_true(corr_workers_join(&c));
    assert_false(corr_workers_join(&c));
    corr_workers_leave(&c);
    assert_true(corr_workers_join(&c));
}

static void all_that_are_free_can_be_had(void **state)
{
    corr_workers c = { .threads = 8 };

    (void)state;
    workers_add(&c, 3);
    assert_true(corr_workers_join(&c));
    assert_int_equal(workers_join_all(&c), 4);
    assert_int_equal(workers_join_all(&c), 0);
    workers_leave_all(&c, 4);
    assert_int_equal(workers_join_all(&c), 4);
}

static void two_threads_are_several(void **state)
{
    corr_workers c = { .threads = 2 };

    (void)state;
    assert_true(corr_workers_several(&c));
    workers_add(&c, 1);
    assert_int_equal(workers_join_all(&c), 1);
}

static void nobody_helps_one_thread(void **state)
{
    corr_workers c = { .threads = 1 };

    (void)state;
    workers_add(&c, 1);
    assert_false(corr_workers_several(&c));
    assert_false(corr_workers_join(&c));
    assert_false(corr_workers_several(NULL));
    assert_false(corr_workers_join(NULL));
    assert_int_equal(workers_join_all(NULL), 0);
}

typedef struct party {
    corr_workers crew;
    atomic_size_t at_work, most, helped;
} party;

static void come(party *p)
{
    const size_t now = atomic_fetch_add(&p->at_work, 1) + 1;
    size_t most = atomic_load(&p->most);

    while (most < now && !atomic_compare_exchange_weak(&p->most, &most, now))
        ;
}

static void read_with_help(void *ctx, size_t i)
{
    party *p = ctx;

    (void)i;
    come(p);
    for (unsigned k = 0; k < 1000; k++)
        if (corr_workers_join(&p->crew)) {
            come(p);
            atomic_fetch_add(&p->helped, 1);
            atomic_fetch_sub(&p->at_work, 1);
            corr_workers_leave(&p->crew);
        }
    atomic_fetch_sub(&p->at_work, 1);
    workers_done(&p->crew);
}

static void there_are_never_more_than_threads(void **state)
{
    enum { THREADS = 4, FILES = 9 };
    party p = { .crew.threads = THREADS };

    (void)state;
    workers_add(&p.crew, FILES);
    parallel_for(THREADS, FILES, read_with_help, &p);
    assert_true(p.most <= THREADS);
    assert_int_equal(p.at_work, 0);
    workers_add(&p.crew, 1);
    read_with_help(&p, 0);
    assert_true(p.helped >= 1000); /* the last reader got a helper at every
                                      call */
    assert_int_equal(p.crew.left, 0);
    assert_int_equal(p.crew.helpers, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_have_no_help_while_files_are_left),
        cmocka_unit_test(all_that_are_free_can_be_had),
        cmocka_unit_test(two_threads_are_several),
        cmocka_unit_test(nobody_helps_one_thread),
        cmocka_unit_test(there_are_never_more_than_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
