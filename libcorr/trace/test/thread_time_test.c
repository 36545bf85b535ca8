#include "test/testing.h"

#include "trace/thread_time.h"

typedef struct row {
    thread_time at;
    int what;
} row;

static const row rows[] = {
    { { 2, 10 }, 0 },
    { { 2, 20 }, 1 },
    { { 2, 20 }, 2 },
    { { 5, -3 }, 3 },
};

static size_t first(uint32_t thread, int64_t time)
{
    return thread_time_first(&rows[0].at, 4, sizeof *rows, thread, time);
}

static void the_first_of_a_thread_is_found_by_time(void **state)
{
    (void)state;
    assert_int_equal(first(2, INT64_MIN), 0);
    assert_int_equal(first(2, 10), 0);
    assert_int_equal(first(2, 11), 1);
    assert_int_equal(first(2, 20), 1);
    assert_int_equal(first(5, -3), 3);
}

static void where_a_thread_has_none_is_where_it_would_stand(void **state)
{
    (void)state;
    assert_int_equal(first(1, 100), 0);
    assert_int_equal(first(2, 21), 3);
    assert_int_equal(first(3, INT64_MIN), 3);
    assert_int_equal(first(5, INT64_MAX), 4);
    assert_int_equal(thread_time_first(NULL, 0, sizeof *rows, 1, 0), 0);
}

static void threads_come_before_times(void **state)
{
    (void)state;
    assert_true(thread_time_order(&rows[2].at, &rows[3].at) < 0);
    assert_true(thread_time_order(&rows[3].at, &rows[0].at) > 0);
    assert_int_equal(thread_time_order(&rows[1].at, &rows[2].at), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_a_thread_is_found_by_time),
        cmocka_unit_test(where_a_thread_has_none_is_where_it_would_stand),
        cmocka_unit_test(threads_come_before_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
