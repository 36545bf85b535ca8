/* Tests of corr_names: names are found again, and no others. */
#include "base/base.h"
#include "test/test_memory.h"
#include "test/testing.h"

enum { NAMES = 20000 };

/* Names of any length that differ in little: in one byte, or in how many there
 * are. */
static corr_str name_at(uint32_t i, char to[96])
{
    static const char filling[] =
        "com/acme/orders/service/internal/Pricing$Rules.evaluateAllOfThem"
        "WithoutExceptions";
    const size_t n = i % 80;

    memcpy(to, filling, n);
    const int digits = snprintf(to + n, 96 - n, "%u", i / 80);
    /* where the number stands, at the front or in the middle */
    if (i % 3 == 0 && n > 20) {
        memmove(to + 20 + digits, to + 20, n - 20);
        snprintf(to + 20, (size_t)digits + 1, "%u", i / 80);
        to[20 + digits] = filling[20];
    }
    return (corr_str){ to, n + (size_t)digits };
}

static void names_are_found_again_and_no_others(void **state)
{
    corr_names t = { 0 };
    char text[96];
    uint32_t value = 7;

    (void)state;
    for (uint32_t i = 0; i < NAMES; i++) {
        const corr_str name = name_at(i, text);
        corr_names_find(&t, &name, 1, &value);
        assert_int_equal(value, 0);
        assert_true(corr_names_add(&t, name, i + 1));
    }
    assert_int_equal(t.n, NAMES);
    for (uint32_t i = 0; i < 2 * NAMES; i++) {
        const corr_str name = name_at(i, text);
        assert_int_equal(corr_names_find(&t, &name, 1, &value), i < NAMES);
        assert_int_equal(value, i < NAMES ? i + 1 : 0);
    }
    corr_names_clear(&t);
    assert_int_equal(t.n, 0);
}

static void many_names_are_found_at_a_time(void **state)
{
    enum { MANY = 300 };
    static char text[MANY][96];
    corr_names t = { 0 };
    corr_str name[MANY];
    uint32_t value[MANY];

    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        name[i] = name_at(i / 2 * 7, text[i]);
        value[i] = 99;
    }
    assert_true(corr_names_find(&t, name, 0, value));
    assert_false(corr_names_find(&t, name, MANY, value));
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(value[i], 0);
    for (uint32_t i = 0; i < MANY; i += 4)
        assert_true(corr_names_add(&t, name[i], i + 1));
    for (uint32_t n = 0; n <= MANY; n += 50) {
        memset(value, 99, sizeof value);
        assert_int_equal(corr_names_find(&t, name, n, value), n <= 2);
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(value[i], i % 4 < 2 ? i / 4 * 4 + 1 : 0);
        assert_true(n == MANY || value[n] == 0x63636363);
    }
    corr_names_clear(&t);
}

/* A hash of all bytes and of their number. */
static void a_name_is_all_of_its_bytes(void **state)
{
    corr_names t = { 0 };
    char text[100];
    uint32_t value, n = 0;

    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t len = 0; len <= sizeof text; len++)
        assert_true(corr_names_add(&t, (corr_str){ text, len }, ++n));
    for (size_t len = 1; len <= sizeof text; len++)
        for (size_t i = 0; i < len; i++) {
            const corr_str name = { text, len };
            text[i] ^= 1;
            corr_names_find(&t, &name, 1, &value);
            assert_int_equal(value, 0);
            assert_true(corr_names_add(&t, name, ++n));
            text[i] ^= 1;
            corr_names_find(&t, &name, 1, &value);
            assert_int_equal(value, len + 1);
        }
    corr_names_clear(&t);
}

static void a_name_with_zeros_is_not_shorter(void **state)
{
    static const corr_str zeros[] = { { "", 0 },
                                      { "\0", 1 },
                                      { "\0\0", 2 },
                                      { "\0\0\0\0\0\0\0\0\0", 9 },
                                      { "\0\0\0\0\0\0\0\0", 8 } };
    corr_names t = { 0 };
    uint32_t value[countof(zeros)];

    (void)state;
    for (uint32_t i = 0; i < countof(zeros); i++)
        assert_true(corr_names_add(&t, zeros[i], i + 1));
    corr_names_find(&t, zeros, countof(zeros), value);
    for (uint32_t i = 0; i < countof(zeros); i++)
        assert_int_equal(value[i], i + 1);
    corr_names_clear(&t);
}

static void each_map_has_a_secret_of_its_own(void **state)
{
    corr_names a = { 0 }, b = { 0 };

    (void)state;
    assert_true(corr_names_add(&a, CORR_STR("f"), 1));
    assert_true(corr_names_add(&b, CORR_STR("f"), 1));
    assert_memory_not_equal(a.key, b.key, sizeof a.key);
    for (size_t i = 0; i < countof(a.key); i++)
        assert_true(a.key[i] != 0);
    corr_names_clear(&a);
    corr_names_clear(&b);
}

static void without_memory_a_name_is_not_added(void **state)
{
    corr_names t = { 0 };
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        bool ok = true;
        char text[96];
        uint32_t added = 0;
        test_memory_arm(n);
        while (ok && added < 200) {
            ok = corr_names_add(&t, name_at(added, text), added + 1);
            added += ok;
        }
        more = test_memory_failed();
        assert_int_equal(ok, !more);
        assert_int_equal(t.n, added);
        for (uint32_t i = 0; i < added; i++) {
            uint32_t value;
            const corr_str name = name_at(i, text);
            corr_names_find(&t, &name, 1, &value);
            assert_int_equal(value, i + 1);
        }
        corr_names_clear(&t);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_again_and_no_others),
        cmocka_unit_test(many_names_are_found_at_a_time),
        cmocka_unit_test(a_name_is_all_of_its_bytes),
        cmocka_unit_test(a_name_with_zeros_is_not_shorter),
        cmocka_unit_test(each_map_has_a_secret_of_its_own),
        cmocka_unit_test(without_memory_a_name_is_not_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
