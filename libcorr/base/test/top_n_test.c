/* Tests of top_n.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/top_n.h"

enum { N = 1000 };

/* Larger than what is swapped at a time. */
typedef struct row {
    uint32_t key;
    char rest[96];
} row;

static size_t compared;

static int by_key(const void *va, const void *vb)
{
    const row *a = va;
    const row *b = vb;

    compared++;
    return (a->key > b->key) - (a->key < b->key);
}

static void fill(row *r, size_t n, uint32_t step)
{
    for (size_t i = 0; i < n; i++) {
        r[i].key = (uint32_t)(i * step % 1009);
        memset(r[i].rest, (int)(r[i].key % 100), sizeof r[i].rest);
    }
}

static void the_first_rows_are_those_of_a_full_sort(void **state)
{
    static const size_t most[] = { 1, 2, 3, 30, 999, 1000, 5000 };
    static const uint32_t step[] = { 1, 7, 500, 1008 };
    static row all[N], some[N];

    (void)state;
    for (size_t k = 0; k < sizeof step / sizeof *step; k++)
        for (size_t m = 0; m < sizeof most / sizeof *most; m++) {
            const size_t shown = most[m] < N ? most[m] : N;
            fill(all, N, step[k]);
            fill(some, N, step[k]);
            qsort(all, N, sizeof *all, by_key);
            top_n_sort(some, N, sizeof *some, most[m], by_key);
            assert_memory_equal(some, all, shown * sizeof *all);
            qsort(some, N, sizeof *some, by_key);
            assert_memory_equal(some, all, sizeof all); /* none is lost */
        }
}

static void no_rows_and_none_asked_for_are_fine(void **state)
{
    row r[2] = { { .key = 2 }, { .key = 1 } };

    (void)state;
    top_n_sort(r, 0, sizeof *r, 5, by_key);
    top_n_sort(r, 2, sizeof *r, 0, by_key);
    assert_int_equal(r[0].key, 2);
    top_n_sort(r, 2, sizeof *r, 1, by_key);
    assert_int_equal(r[0].key, 1);
    assert_int_equal(r[1].key, 2);
}

static void few_rows_of_many_take_few_comparisons(void **state)
{
    static row r[N];

    (void)state;
    fill(r, N, 1008); /* each but the first is before all that came */
    compared = 0;
    top_n_sort(r, N, sizeof *r, 4, by_key);
    assert_true(compared < 6 * N);
    assert_int_equal(r[0].key, 0);
    assert_int_equal(r[3].key, 1009 - N + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_rows_are_those_of_a_full_sort),
        cmocka_unit_test(no_rows_and_none_asked_for_are_fine),
        cmocka_unit_test(few_rows_of_many_take_few_comparisons),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
