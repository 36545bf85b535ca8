/* Tests of hash and pool: keys are found again. */
#include "base/base.h"
#include "base/intern.h"
#include "test/testing.h"

static void keys_of_bytes_are_found_again(void **state)
{
    corr_map m = { 0 };
    char key[32];
    bool is_new;

    (void)state;
    for (uint32_t i = 0; i < 20000; i++) {
        const int n = snprintf(key, sizeof key, "key %u", i);
        uint32_t *v = corr_map_bytes(&m, key, (size_t)n, &is_new);
        assert_non_null(v);
        assert_true(is_new);
        assert_int_equal(*v, 0);
        *v = i;
    }
    for (uint32_t i = 0; i < 20000; i++) {
        const int n = snprintf(key, sizeof key, "key %u", i);
        const uint32_t *v = corr_map_bytes(&m, key, (size_t)n, &is_new);
        assert_false(is_new);
        assert_int_equal(*v, i);
    }
    assert_int_equal(m.n, 20000);
    corr_map_clear(&m);
    assert_int_equal(m.n, 0);
}

static void keys_are_copied_with_their_zeros(void **state)
{
    corr_map m = { 0 };
    char key[] = { 'a', 0, 'b' };
    bool is_new;

    (void)state;
    *corr_map_bytes(&m, key, 3, &is_new) = 1;
    *corr_map_bytes(&m, key, 1, &is_new) = 2;
    assert_true(is_new);
    *corr_map_bytes(&m, "", 0, &is_new) = 3;
    assert_true(is_new);
    key[2] = 'c';
    corr_map_bytes(&m, key, 3, &is_new);
    assert_true(is_new);
    key[2] = 'b';
    assert_int_equal(*corr_map_bytes(&m, key, 3, &is_new), 1);
    assert_int_equal(*corr_map_bytes(&m, key, 1, &is_new), 2);
    assert_int_equal(*corr_map_bytes(&m, "", 0, &is_new), 3);
    corr_map_clear(&m);
}

static void keys_of_numbers_are_found_again(void **state)
{
    corr_map m = { 0 };
    bool is_new;

    (void)state;
    assert_null(corr_map_find_u64(&m, 5));
    for (uint64_t i = 0; i < 20000; i++)
        *corr_map_u64(&m, i << 40, &is_new) = (uint32_t)i + 1;
    for (uint64_t i = 0; i < 20000; i++) {
        const uint32_t *v = corr_map_find_u64(&m, i << 40);
        assert_non_null(v);
        assert_int_equal(*v, i + 1);
        corr_map_u64(&m, i << 40, &is_new);
        assert_false(is_new);
    }
    assert_null(corr_map_find_u64(&m, 1));
    corr_map_clear(&m);
}

static void the_hash_sees_every_byte(void **state)
{
    uint8_t p[80] = { 0 };
    corr_map seen = { 0 };
    bool is_new;

    (void)state;
    for (size_t n = 0; n <= sizeof p; n++) {
        corr_map_u64(&seen, corr_hash(p, n), &is_new);
        assert_true(is_new);
        for (size_t i = 0; i < n; i++) {
            p[i] = 1;
            corr_map_u64(&seen, corr_hash(p, n), &is_new);
            assert_true(is_new);
            p[i] = 0;
        }
    }
    corr_map_clear(&seen);
}

/* ---- pool -------------------------------------------------------------------- */

typedef struct rows {
    const uint32_t *value;
    uint32_t want;
} rows;

static bool same(const void *ctx, uint32_t row)
{
    const rows *r = ctx;

    return r->value[row] == r->want;
}

static uint64_t hash_of(uint32_t value, bool bad)
{
    return bad ? UINT64_C(0x1234567800000000) : corr_hash(&value, 4);
}

static void check_pool(bool bad, uint32_t n)
{
    pool p = { 0 };
    uint32_t *value = calloc(n + 1, sizeof *value);

    assert_non_null(value);
    assert_int_equal(pool_find(&p, 1, same, NULL), 0);
    for (uint32_t i = 1; i <= n; i++) {
        value[i] = i * 7;
        rows r = { value, i * 7 };
        value[i] = 0;
        assert_int_equal(pool_find(&p, hash_of(i * 7, bad), same, &r), 0);
        value[i] = i * 7;
        assert_true(pool_add(&p, hash_of(i * 7, bad), i));
    }
    assert_int_equal(p.n, n);
    for (uint32_t i = 1; i <= n; i++)
        assert_int_equal(
            pool_find(&p, hash_of(i * 7, bad), same, &(rows){ value, i * 7 }),
            i);
    assert_int_equal(pool_find(&p, hash_of(8, bad), same, &(rows){ value, 8 }),
                     0);
    pool_clear(&p);
    assert_int_equal(p.n, 0);
    free(value);
}

static void rows_of_a_pool_are_found_again(void **state)
{
    (void)state;
    check_pool(false, 20000);
}

static void rows_of_equal_hash_are_told_apart(void **state)
{
    (void)state;
    check_pool(true, 1000);
}

static void keys_of_every_length_are_found_again(void **state)
{
    enum { LONGEST = 70 };
    corr_map m = { 0 };
    uint8_t key[LONGEST];
    bool is_new;

    (void)state;
    for (uint32_t i = 0; i < LONGEST; i++)
        key[i] = (uint8_t)(i * 37);
    for (uint32_t n = 0; n <= LONGEST; n++) {
        *corr_map_bytes(&m, key, n, &is_new) = n + 1;
        assert_true(is_new);
    }
    for (uint32_t n = 0; n <= LONGEST; n++) {
        assert_int_equal(*corr_map_bytes(&m, key, n, &is_new), n + 1);
        assert_false(is_new);
        for (uint32_t i = 0; i < n; i++) { /* one byte is another */
            key[i] ^= 1;
            assert_int_equal(*corr_map_bytes(&m, key, n, &is_new), 0);
            assert_true(is_new);
            key[i] ^= 1;
        }
    }
    corr_map_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_bytes_are_found_again),
        cmocka_unit_test(keys_are_copied_with_their_zeros),
        cmocka_unit_test(keys_of_numbers_are_found_again),
        cmocka_unit_test(the_hash_sees_every_byte),
        cmocka_unit_test(rows_of_a_pool_are_found_again),
        cmocka_unit_test(rows_of_equal_hash_are_told_apart),
        cmocka_unit_test(keys_of_every_length_are_found_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
