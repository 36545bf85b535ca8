/* Tests of narrow. */
#include "base/narrow_column.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "test/test_memory.h"

static void check(const narrow *c, const uint32_t *v, size_t n)
{
    assert_int_equal(c->n, n);
    assert_true(c->room >= n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(narrow_at(c, i), v[i]);
    assert_true(narrow_is(c, 0, v, n));
}

static void numbers_take_two_bytes_until_one_does_not_fit(void **state)
{
    const uint32_t v[] = { 1, 0, NARROW_MOST, NARROW_MOST + 1, UINT32_MAX, 2 };
    narrow c = { 0 };

    (void)state;
    assert_true(narrow_add(&c, v, 3));
    assert_int_equal(narrow_width(&c), 2);
    check(&c, v, 3);
    assert_true(narrow_reserve(&c, 1000));
    const size_t room = c.room;
    assert_true(narrow_add(&c, v + 3, 2));
    assert_int_equal(narrow_width(&c), 4);
    assert_true(c.room >= room);
    assert_true(narrow_add(&c, v + 5, 1));
    check(&c, v, countof(v));
    assert_true(narrow_widen(&c));
    check(&c, v, countof(v));
    narrow_clear(&c);
    assert_int_equal(c.n, 0);
}

static void an_empty_column_has_no_part(void **state)
{
    narrow c = { 0 };

    (void)state;
    assert_true(narrow_add(&c, NULL, 0));
    assert_true(narrow_is(&c, 0, NULL, 0));
    assert_null(narrow_part_of(&c, 0, 0).v);
    assert_true(narrow_widen(&c));
    assert_true(narrow_add(&c, NULL, 0));
    assert_int_equal(c.n, 0);
    narrow_clear(&c);
}

static void parts_are_compared_from_where_they_begin(void **state)
{
    const uint32_t v[] = { 7, 8, 9, 8 };
    narrow c = { 0 };

    (void)state;
    assert_true(narrow_add(&c, v, countof(v)));
    for (int wide = 0; wide < 2; wide++) {
        const narrow_part part = narrow_part_of(&c, 1, 2);
        assert_int_equal(part.n, 2);
        assert_int_equal(narrow_part_at(&part, 0), 8);
        assert_int_equal(narrow_part_at(&part, 1), 9);
        assert_true(narrow_is(&c, 1, v + 1, 3));
        assert_false(narrow_is(&c, 0, v + 1, 3));
        assert_false(narrow_is(&c, 1, (const uint32_t[]){ 65544, 9 }, 2));
        assert_true(narrow_widen(&c));
    }
    narrow_clear(&c);
}

static void without_memory_the_column_is_as_it_was(void **state)
{
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        narrow c = { 0 };
        size_t added = 0;
        test_memory_arm(n);
        for (uint32_t i = 0; i < 100; i++) {
            const uint32_t v = i < 50 ? i : 70000 + i;
            if (!narrow_add(&c, &v, 1))
                break;
            added++;
        }
        more = test_memory_failed();
        assert_int_equal(c.n, added);
        assert_int_equal(added < 100, more);
        for (uint32_t i = 0; i < added; i++)
            assert_int_equal(narrow_at(&c, i), i < 50 ? i : 70000 + i);
        narrow_clear(&c);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_take_two_bytes_until_one_does_not_fit),
        cmocka_unit_test(an_empty_column_has_no_part),
        cmocka_unit_test(parts_are_compared_from_where_they_begin),
        cmocka_unit_test(without_memory_the_column_is_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
