/* Tests of arena and vec: memory that grows. */
#include "base/base.h"
#include "base/vec.h"
#include "test/testing.h"

static void memory_is_zeroed_and_aligned(void **state)
{
    corr_arena a = { 0 };

    (void)state;
    for (size_t n = 0; n < 300; n++) {
        uint8_t *p = corr_arena_alloc(&a, 1, n);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, n);
    }
    corr_arena_clear(&a);
    assert_int_equal(a.held, 0);
}

static void pieces_do_not_overlap(void **state)
{
    corr_arena a = { 0 };
    uint32_t *p[2000];

    (void)state;
    for (uint32_t i = 0; i < 2000; i++) {
        p[i] = corr_arena_new(&a, uint32_t, 33);
        assert_non_null(p[i]);
        for (size_t k = 0; k < 33; k++)
            p[i][k] = i;
    }
    for (uint32_t i = 0; i < 2000; i++)
        assert_true(p[i][0] == i && p[i][32] == i);
    corr_arena_clear(&a);
}

static void a_reset_keeps_one_block_and_zeroes_again(void **state)
{
    corr_arena a = { 0 };

    (void)state;
    corr_arena_reset(&a);
    for (unsigned i = 0; i < 10; i++)
        assert_non_null(corr_arena_alloc(&a, 1, 60000));
    const size_t most = a.held;
    corr_arena_reset(&a);
    assert_true(a.held > 0 && a.held < most);
    const size_t kept = a.held;
    uint8_t *p = corr_arena_alloc(&a, 1, 60000);
    assert_non_null(p);
    for (size_t i = 0; i < 60000; i++)
        assert_int_equal(p[i], 0);
    assert_int_equal(a.held, kept);
    corr_arena_clear(&a);
}

static void an_arena_has_a_limit(void **state)
{
    corr_arena a = { .limit = 1000000 };

    (void)state;
    assert_null(corr_arena_alloc(&a, 1, 1000001));
    assert_non_null(corr_arena_alloc(&a, 1, 900000));
    assert_null(corr_arena_alloc(&a, 1, 200000));
    assert_non_null(corr_arena_alloc(&a, 1, 50000));
    corr_arena_clear(&a);
    assert_non_null(corr_arena_alloc(&a, 1, 900000));
    corr_arena_clear(&a);
}

static void large_room_is_not_held(void **state)
{
    const size_t n = (size_t)256 << 20;
    corr_arena a = { .limit = 1000000 };

    (void)state;
    uint8_t *before = corr_arena_alloc(&a, 1, 900000);
    uint8_t *room = corr_arena_room(&a, uint8_t, n);
    assert_non_null(before);
    assert_non_null(room);
    assert_int_equal((uintptr_t)room % 16, 0);
    assert_true(a.held < 1000000);
    assert_true(room[0] == 0 && room[n / 2] == 0 && room[n - 1] == 0);
    room[0] = room[n - 1] = 1;
    assert_null(corr_arena_alloc(&a, 1, 200000));
    corr_arena_reset(&a);
    assert_non_null(corr_arena_room(&a, uint8_t, n));
    corr_arena_clear(&a);
    assert_int_equal(a.held, 0);
}

static void absurd_sizes_are_refused(void **state)
{
    corr_arena a = { .limit = SIZE_MAX };

    (void)state;
    assert_null(corr_arena_alloc(&a, SIZE_MAX / 2, 3));
    assert_null(corr_arena_alloc(&a, 1, SIZE_MAX));
    assert_null(corr_arena_alloc(&a, 1, SIZE_MAX - 15));
    assert_int_equal(a.held, 0);
    corr_arena_clear(&a);
}

static void a_column_grows_and_keeps_its_rows(void **state)
{
    vec(uint32_t) v = { 0 };

    (void)state;
    for (uint32_t i = 0; i < 10000; i++)
        assert_true(vec_push(&v, i * 3));
    assert_int_equal(v.n, 10000);
    assert_true(v.room >= v.n && v.room < 4 * v.n);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(v.v[i], i * 3);
    vec_free(&v);
    assert_null(v.v);
    assert_int_equal(v.n, 0);
}

/* Its memory changes from one piece of the heap to one of its own. */
static void a_column_keeps_its_rows_where_it_becomes_large(void **state)
{
    enum { ROWS = 3 << 20 };
    uint64_t *column = NULL;
    size_t room = 0;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(corr_grow((void **)&column, &room, i + 1, sizeof *column));
        column[i] = i * i;
    }
    for (size_t i = 0; i < ROWS; i++)
        assert_int_equal(column[i], i * i);
    free(column);
}

static void a_column_makes_room_for_as_many_as_asked(void **state)
{
    vec(uint64_t) v = { 0 };

    (void)state;
    assert_true(vec_reserve(&v, 1000));
    assert_true(v.room >= 1000);
    const uint64_t *before = v.v;
    v.n = 1000;
    assert_true(vec_reserve(&v, v.room - 1000));
    assert_ptr_equal(v.v, before);
    vec_free(&v);
}

static void a_column_that_cannot_grow_is_as_it_was(void **state)
{
    void *column = NULL;
    size_t room = 0;

    (void)state;
    assert_true(corr_grow(&column, &room, 5, 8));
    assert_int_equal(room, 16);
    void *before = column;
    assert_false(corr_grow(&column, &room, SIZE_MAX, 8));
    assert_false(corr_grow(&column, &room, SIZE_MAX / 8, 16));
    assert_ptr_equal(column, before);
    assert_int_equal(room, 16);
    free(column);
}

static void sums_stop_at_their_ends(void **state)
{
    (void)state;
    assert_int_equal(add_clamped(1, 2), 3);
    assert_int_equal(add_clamped(INT64_MAX, 1), INT64_MAX);
    assert_int_equal(add_clamped(INT64_MIN, -1), INT64_MIN);
    assert_int_equal(sub_clamped(1, 2), -1);
    assert_int_equal(sub_clamped(INT64_MIN, 1), INT64_MIN);
    assert_int_equal(sub_clamped(INT64_MAX, -1), INT64_MAX);
    assert_int_equal(min_i64(-1, 1), -1);
    assert_int_equal(max_i64(-1, 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(pieces_do_not_overlap),
        cmocka_unit_test(a_reset_keeps_one_block_and_zeroes_again),
        cmocka_unit_test(an_arena_has_a_limit),
        cmocka_unit_test(large_room_is_not_held),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(a_column_grows_and_keeps_its_rows),
        cmocka_unit_test(a_column_keeps_its_rows_where_it_becomes_large),
        cmocka_unit_test(a_column_makes_room_for_as_many_as_asked),
        cmocka_unit_test(a_column_that_cannot_grow_is_as_it_was),
        cmocka_unit_test(sums_stop_at_their_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
