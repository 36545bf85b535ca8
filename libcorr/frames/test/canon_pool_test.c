/* Tests of canon_pool: where the numbers within names count. */
#include "frames/canon_pool.h"

#include "test/test_memory.h"
#include "test/testing.h"

/* Numbers of the names that the pool of a test was given. */
static struct numbered {
    corr_str name;
    uint32_t number;
} given[32];
static size_t ngiven;

/* Names of one side, with spaces between. */
static void add(canon_pool *p, unsigned side, const char *names)
{
    corr_str rest = corr_str_of(names), name;

    while (rest.n && corr_str_next(&rest, ' ', &name)) {
        const uint32_t number = canon_pool_add(p, side, name);
        assert_true(number && ngiven < countof(given));
        given[ngiven++] = (struct numbered){ name, number };
    }
}

static canon_pool *pool_of(const char *base, const char *new)
{
    canon_pool *p = canon_pool_new();

    assert_non_null(p);
    ngiven = 0;
    add(p, 0, base);
    add(p, 1, new);
    return p;
}

static void number_is_called(const canon_pool *p, uint32_t number,
                             const char *want, bool want_pooled)
{
    bool pooled = !want_pooled;
    const corr_str s = canon_pool_at(p, number, &pooled);

    if (!corr_str_is(s, want))
        fail_msg("%u is called %.*s, not %s", number, CORR_STR_ARG(s), want);
    assert_int_equal(pooled, want_pooled);
    assert_int_equal(s.p[s.n], 0);
}

static void is_called(const canon_pool *p, const char *name, const char *want,
                      bool want_pooled)
{
    size_t found = 0;

    for (size_t i = 0; i < ngiven; i++)
        if (corr_str_is(given[i].name, name)) {
            number_is_called(p, given[i].number, want, want_pooled);
            found++;
        }
    assert_true(found > 0);
}

static void equal_numbers_stay_apart(void **state)
{
    canon_pool *p = pool_of("f$1 f$2 main", "main f$2 f$1");

    (void)state;
    is_called(p, "f$1", "f$1", false);
    is_called(p, "f$2", "f$2", false);
    is_called(p, "main", "main", false);
    canon_pool_free(p);
}

static void different_numbers_are_pooled_on_both_sides(void **state)
{
    canon_pool *p = pool_of("f$1 f$2 g$1", "f$2 f$3 g$1");

    (void)state;
    is_called(p, "f$1", "f$#", true);
    is_called(p, "f$2", "f$#", true);
    is_called(p, "f$3", "f$#", true);
    is_called(p, "g$1", "g$1", false); /* another stem */
    canon_pool_free(p);
}

static void one_more_number_pools_all(void **state)
{
    canon_pool *p = pool_of("f.func1 f.func1.1", "f.func1 f.func1.1 f.func2");

    (void)state;
    is_called(p, "f.func1", "f.func#", true);
    is_called(p, "f.func1.1", "f.func#", true);
    is_called(p, "f.func2", "f.func#", true);
    canon_pool_free(p);
}

static void numbers_of_one_side_only_are_pooled(void **state)
{
    canon_pool *p = pool_of("Gone$1 Gone$2 old", "New$1 young");

    (void)state;
    is_called(p, "Gone$1", "Gone$#", true);
    is_called(p, "Gone$2", "Gone$#", true);
    is_called(p, "New$1", "New$#", true);
    is_called(p, "old", "old", false); /* no number to pool */
    is_called(p, "young", "young", false);
    canon_pool_free(p);
}

static void numbers_in_two_places_count_together(void **state)
{
    canon_pool *p = pool_of("A$1.l$1 A$2.l$2", "A$1.l$2 A$2.l$1");

    (void)state;
    is_called(p, "A$1.l$1", "A$#.l$#", true);
    is_called(p, "A$1.l$2", "A$#.l$#", true);
    canon_pool_free(p);
}

static void a_name_counts_once_however_often_it_is_added(void **state)
{
    canon_pool *p = pool_of("f$1 f$1 f$1 f$2", "f$1 f$1");

    (void)state;
    is_called(p, "f$1", "f$#", true);
    add(p, 1, "f$2 f$2");
    is_called(p, "f$1", "f$1", false);
    is_called(p, "f$2", "f$2", false);
    add(p, 0, "f$1 f$2 f$2");
    is_called(p, "f$1", "f$1", false);
    canon_pool_free(p);
}

static void a_name_may_be_empty(void **state)
{
    canon_pool *p = canon_pool_new();

    (void)state;
    assert_non_null(p);
    number_is_called(p, canon_pool_add(p, 0, (corr_str){ NULL, 0 }), "", false);
    canon_pool_free(p);
    canon_pool_free(NULL);
}

/* Of each stem, one side has 0..N-1 and the other has, too, or lacks one. */
static void the_order_of_many_names_does_not_matter(void **state)
{
    enum { STEMS = 200, NUMBERS = 50, ALL = STEMS * NUMBERS };
    char name[32], want[32];
    static uint32_t number_of[2][ALL];
    canon_pool *p[2] = { canon_pool_new(), canon_pool_new() };

    (void)state;
    assert_true(p[0] && p[1]);
    for (uint32_t i = 0; i < 2 * ALL; i++)
        for (unsigned k = 0; k < 2; k++) {
            const uint32_t at = k ? (i * 7919u) % (2 * ALL) : i;
            const uint32_t stem = at / 2 / NUMBERS, number = at / 2 % NUMBERS;
            if (stem % 3 == 0 && at % 2 && number == stem % NUMBERS)
                continue;
            snprintf(name, sizeof name, "c%u.f$%u", stem, number);
            number_of[k][at / 2] =
                canon_pool_add(p[k], at % 2, corr_str_of(name));
            assert_true(number_of[k][at / 2]);
        }
    for (uint32_t i = 0; i < ALL; i++) {
        const bool pooled = i / NUMBERS % 3 == 0;
        snprintf(name, sizeof name, "c%u.f$%u", i / NUMBERS, i % NUMBERS);
        snprintf(want, sizeof want, "c%u.f$#", i / NUMBERS);
        for (unsigned k = 0; k < 2; k++)
            number_is_called(p[k], number_of[k][i], pooled ? want : name,
                             pooled);
    }
    canon_pool_free(p[0]);
    canon_pool_free(p[1]);
}

static void out_of_memory_loses_nothing_that_was_there(void **state)
{
    (void)state;
    for (long n = 1, more = true; more; n++) {
        test_memory_arm(n);
        canon_pool *p = canon_pool_new();
        const uint32_t first = p ? canon_pool_add(p, 0, CORR_STR("f$1")) : 0;
        const bool second = first && canon_pool_add(p, 1, CORR_STR("f$2"));
        more = test_memory_failed();
        assert_true(second != more);
        if (first && !second) {
            number_is_called(p, first, "f$#", true);
            assert_true(canon_pool_add(p, 1, CORR_STR("f$1")));
            number_is_called(p, first, "f$1", false);
        }
        canon_pool_free(p);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_numbers_stay_apart),
        cmocka_unit_test(different_numbers_are_pooled_on_both_sides),
        cmocka_unit_test(one_more_number_pools_all),
        cmocka_unit_test(numbers_of_one_side_only_are_pooled),
        cmocka_unit_test(numbers_in_two_places_count_together),
        cmocka_unit_test(a_name_counts_once_however_often_it_is_added),
        cmocka_unit_test(a_name_may_be_empty),
        cmocka_unit_test(the_order_of_many_names_does_not_matter),
        cmocka_unit_test(out_of_memory_loses_nothing_that_was_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
