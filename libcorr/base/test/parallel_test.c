/* Tests of parallel_for. */
#include "base/parallel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"

enum { PARTS = 1000 };

typedef struct counted {
    atomic_int times[PARTS];
} counted;

static void count(void *ctx, size_t part)
{
    counted *c = ctx;

    assert_true(part < PARTS);
    atomic_fetch_add(&c->times[part], 1);
}

static void each_part_is_done_once(void **state)
{
    static const size_t threads[] = { 0, 1, 2, 5, 500 };

    (void)state;
    for (size_t t = 0; t < countof(threads); t++)
        for (size_t n = 0; n <= PARTS; n += n < 3 ? 1 : 997) {
            static counted c;
            for (size_t i = 0; i < PARTS; i++)
                atomic_store(&c.times[i], 0);
            parallel_for(threads[t], n, count, &c);
            for (size_t i = 0; i < PARTS; i++)
                assert_int_equal(atomic_load(&c.times[i]), i < n);
        }
}

static void there_is_a_thread_for_each_processor_or_as_asked(void **state)
{
    (void)state;
    assert_true(parallel_threads(0) >= 1);
    assert_int_equal(parallel_threads(1), 1);
    assert_int_equal(parallel_threads(7), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_is_done_once),
        cmocka_unit_test(there_is_a_thread_for_each_processor_or_as_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
