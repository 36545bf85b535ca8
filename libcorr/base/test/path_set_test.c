/* Tests of paths. */
#include "base/path_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "corr_sort.h"
#include "stats/distributions.h"
#include "test/test_memory.h"

#define ADD(p, ...)                                                            \
    (paths_push((p), (const uint32_t[]){ __VA_ARGS__ },                        \
                sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)), \
     paths_end(p))

#define CHECK_ROW(p, i, shares, ...)                                           \
    check_row((p), (i), (shares), (const uint32_t[]){ __VA_ARGS__ },           \
              countof(((const uint32_t[]){ __VA_ARGS__ })))

/* These keys, and a 0 after them. */
static void check_keys(const paths *p, const path_row *row, const uint32_t *key)
{
    for (size_t k = 0; k < row->n; k++)
        assert_int_equal(paths_key(p, row->at + k), key[k]);
    assert_int_equal(paths_key(p, row->at + row->n), 0);
}

static void check_row(const paths *p, uint32_t i, uint32_t shares,
                      const uint32_t *key, size_t n)
{
    const path_row *row = &p->row[i];

    assert_true(i < p->n);
    assert_int_equal(row->shared, shares);
    assert_int_equal(row->n, n);
    assert_int_equal(p->last[i], n ? key[n - 1] : 0);
    if (row->n == n)
        check_keys(p, row, key);
}

static void paths_stand_in_order_and_each_once(void **state)
{
    paths p = { 0 };

    (void)state;
    const uint32_t late = ADD(&p, 7, 8, 9);
    const uint32_t early = ADD(&p, 7, 8);
    const uint32_t first = ADD(&p, 5, 90);
    const uint32_t again = ADD(&p, 7, 8, 9);
    assert_int_equal(again, 3);
    assert_true(paths_sort(&p));
    assert_int_equal(p.n, 3);
    CHECK_ROW(&p, 0, 0, 5, 90);
    CHECK_ROW(&p, 1, 0, 7, 8);
    CHECK_ROW(&p, 2, 2, 7, 8, 9);
    assert_int_equal(p.row_of[first], 0);
    assert_int_equal(p.row_of[early], 1);
    assert_int_equal(p.row_of[late], 2);
    assert_int_equal(p.row_of[again], 2);
    assert_int_equal(p.beginnings, 6); /* "", 5, 5 90, 7, 7 8, 7 8 9 */
    paths_clear(&p);
}

static void an_empty_path_is_the_first_row(void **state)
{
    paths p = { 0 };

    (void)state;
    ADD(&p, 1);
    paths_end(&p);
    paths_end(&p);
    assert_true(paths_sort(&p));
    assert_int_equal(p.n, 2);
    assert_int_equal(p.row[0].n, 0);
    assert_int_equal(p.last[0], 0);
    assert_int_equal(p.row_of[0], 1);
    assert_int_equal(p.row_of[2], 0);
    assert_int_equal(p.beginnings, 2);
    paths_clear(&p);
}

static void without_paths_there_is_no_row(void **state)
{
    paths p = { 0 };

    (void)state;
    assert_true(paths_sort(&p));
    assert_int_equal(p.n, 0);
    assert_int_equal(p.beginnings, 1);
    paths_clear(&p);
}

/* Writes each of these keys as it is called in to[]. */
static void write_as(paths *p, uint32_t path, const char *keys,
                     const narrow *to)
{
    uint32_t key[8];
    size_t n = 0;

    for (; *keys; keys++)
        key[n++] = (uint32_t)(*keys - '0');
    paths_write(p, path, &(narrow_part){ key, n, true }, to);
}

static void slots_are_written_in_any_order(void **state)
{
    static const struct {
        const char *keys;
        size_t room;
        uint32_t row;
    } path[] = {
        { "12331", 5, 3 }, { "2312", 9, 3 }, { "", 1, 0 },
        { "3", 1, 1 },     { "1", 1, 2 },    { "22", 2, 2 },
    };
    uint32_t large[] = { 0, 4, 4, 70000 };
    uint16_t small[] = { 0, 4, 4, 3 };
    const narrow to[] = { { .v = large, .wide = true }, { .v = small } };
    const uint32_t odd[] = { 70000, 3 };

    (void)state;
    for (size_t w = 0; w < countof(to); w++) {
        paths p = { 0 };
        for (uint32_t i = 0; i < countof(path); i++)
            assert_int_equal(paths_slot(&p, path[i].room), i);
        assert_true(paths_open(&p, w == 0 ? 70000 : 4));
        for (uint32_t i = countof(path); i-- > 0;)
            write_as(&p, i, path[i].keys, &to[w]);
        assert_true(paths_sort(&p));
        assert_int_equal(p.n, 4);
        const uint32_t at[] = { 0, w == 0 ? 3 : 1, w == 0 ? 1 : 2,
                                w == 0 ? 2 : 3 };
        CHECK_ROW(&p, at[1], 0, odd[w]);
        CHECK_ROW(&p, at[2], 0, 4);
        CHECK_ROW(&p, at[3], 1, 4, odd[w], 4);
        for (uint32_t i = 0; i < countof(path); i++)
            assert_int_equal(p.row_of[i], at[path[i].row]);
        paths_clear(&p);
    }
}

/* Each kept in 16 bits until one comes that does not fit. */
static void a_large_key_changes_none_that_stand_before_it(void **state)
{
    paths p = { 0 };

    (void)state;
    const uint32_t a = ADD(&p, 65535, 1);
    const uint32_t empty = paths_end(&p);
    paths_push(&p, (const uint32_t[]){ 2, 65535 }, 2);
    const uint32_t b = ADD(&p, 65536, UINT32_MAX);
    const uint32_t c = ADD(&p, 65535);
    assert_true(paths_sort(&p));
    assert_int_equal(p.n, 4);
    assert_int_equal(p.row_of[empty], 0);
    CHECK_ROW(&p, 1, 0, 2, 65535, 65536, UINT32_MAX);
    assert_int_equal(p.row_of[b], 1);
    CHECK_ROW(&p, 2, 0, 65535);
    assert_int_equal(p.row_of[c], 2);
    CHECK_ROW(&p, 3, 1, 65535, 1);
    assert_int_equal(p.row_of[a], 3);
    paths_clear(&p);
}

/* Also where a multiple of what is looked at together is shared, or all. */
static void what_neighbours_share_is_said_to_the_key(void **state)
{
    enum { LONGEST = 21 };
    const uint32_t large[] = { 7, 70000 };

    (void)state;
    for (size_t w = 0; w < countof(large); w++)
        for (size_t n = 1; n < LONGEST; n++) {
            uint32_t key[LONGEST];
            paths p = { 0 };
            for (size_t k = 0; k < n; k++)
                key[k] = large[w];
            for (uint32_t i = 0; i < 40; i++) { /* more than a few */
                key[n - 1] = large[w] + i % 20;
                paths_push(&p, key, n);
                paths_end(&p);
            }
            paths_push(&p, key, n - 1);
            paths_end(&p);
            assert_true(paths_sort(&p));
            assert_int_equal(p.n, 21);
            assert_int_equal(p.row[0].n, n - 1);
            for (uint32_t i = 1; i < p.n; i++) {
                assert_int_equal(p.row[i].shared, n - 1);
                assert_int_equal(paths_key(&p, p.row[i].at + n - 1),
                                 large[w] + i - 1);
            }
            paths_clear(&p);
        }
}

static void texts_stand_in_their_order(void **state)
{
    corr_str text[] = {
        CORR_STR(""),       CORR_STR("a"),         CORR_STR("ab"),
        CORR_STR("abc"),    CORR_STR("abcd"),      CORR_STR("abd"),
        CORR_STR("\xff"),   { "a\0b", 3 },         { "a\0", 2 },
        CORR_STR("a\x01"),  CORR_STR("b"),         CORR_STR("abc.d"),
        { "\0", 1 },        CORR_STR("a\xff\xff"), CORR_STR("abcdefgh"),
        CORR_STR("abcdef"), CORR_STR("abcdefg"),
    };
    paths p = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(text); i++) {
        paths_push_text(&p, text[i]);
        paths_end(&p);
    }
    assert_true(paths_sort(&p));
    assert_int_equal(p.n, countof(text));
    corr_str sorted[countof(text)];
    memcpy(sorted, text, sizeof sorted);
    qsort(sorted, countof(text), sizeof *sorted, cmp_str);
    for (size_t i = 0; i < countof(text); i++)
        assert_true(corr_str_eq(sorted[p.row_of[i]], text[i]));
    paths_clear(&p);
}

/* More paths than the insertion sort takes; most of them have compared keys
 * that no other path exceeds. */
static void the_largest_keys_are_sorted(void **state)
{
    enum { PATHS = 40 };
    const uint32_t largest[] = { 0xffff, UINT32_MAX };

    (void)state;
    for (size_t w = 0; w < countof(largest); w++) {
        const uint32_t key = largest[w];
        paths p = { 0 };
        for (uint32_t i = 0; i < PATHS; i++)
            ADD(&p, key, key, key, key, PATHS - i);
        ADD(&p, key, 1);
        assert_true(paths_sort(&p));
        assert_int_equal(p.n, PATHS + 1);
        CHECK_ROW(&p, 0, 0, key, 1);
        CHECK_ROW(&p, 1, 1, key, key, key, key, 1);
        CHECK_ROW(&p, PATHS, 4, key, key, key, key, PATHS);
        paths_clear(&p);
    }
}

enum { MOST_PATHS = 40000, LONGEST = 9 };

/* Random paths of few keys, so that many begin alike and many are equal. */
static void sort_any(uint32_t paths_n, uint32_t kinds, size_t threads)
{
    static uint32_t key[MOST_PATHS][LONGEST + 1];
    paths p = { .threads = threads };
    uint64_t seed = 5, nodes = 1;

    memset(key, 0, sizeof key);
    for (uint32_t i = 0; i < paths_n; i++) {
        const size_t n = (size_t)stat_below(&seed, LONGEST + 1);
        for (size_t k = 0; k < n; k++)
            key[i][k] = 1 + (uint32_t)stat_below(&seed, kinds);
        paths_push(&p, key[i], n / 2);
        paths_push(&p, key[i] + n / 2, n - n / 2);
        assert_int_equal(paths_end(&p), i);
    }
    assert_true(paths_sort(&p));
    for (uint32_t i = 0; i < paths_n; i++)
        check_keys(&p, &p.row[p.row_of[i]], key[i]);
    for (uint32_t i = 0; i < p.n; i++) {
        const size_t mine = p.row[i].at;
        const uint32_t same = p.row[i].shared;
        nodes += p.row[i].n - same;
        if (i == 0)
            continue;
        const size_t before = p.row[i - 1].at;
        for (uint32_t k = 0; k < same; k++)
            assert_int_equal(paths_key(&p, mine + k),
                             paths_key(&p, before + k));
        assert_true(paths_key(&p, before + same) < paths_key(&p, mine + same));
    }
    assert_int_equal(p.beginnings, nodes);
    paths_clear(&p);
}

static void any_paths_are_sorted_and_still_there(void **state)
{
    (void)state;
    for (uint32_t kinds = 1; kinds < 1000000; kinds *= 8)
        sort_any(3000, kinds, 0);
}

static void several_threads_sort_them_too(void **state)
{
    (void)state;
    for (uint32_t kinds = 1; kinds < 1000000; kinds *= 8)
        for (size_t threads = 1; threads < 5; threads++)
            sort_any(MOST_PATHS, kinds, threads);
}

static void without_memory_it_fails_for_good(void **state)
{
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        paths p = { 0 };
        test_memory_arm(n);
        const uint32_t slot = paths_slot(&p, 50);
        if (paths_open(&p, 5))
            paths_write(&p, slot, &(narrow_part){ &(uint32_t){ 0 }, 1, true },
                        &(narrow){ .v = &(uint32_t){ 5 }, .wide = true });
        for (uint32_t i = 0; i < 3000; i++) {
            const bool failed = p.failed;
            paths_push_text(&p, CORR_STR("text"));
            ADD(&p, 1 + i % 7, 1 + i * 50);
            assert_true(p.failed || !failed);
        }
        const bool sorted = paths_sort(&p);
        more = test_memory_failed();
        assert_int_equal(p.failed, more);
        assert_int_equal(sorted, !more);
        paths_clear(&p);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_stand_in_order_and_each_once),
        cmocka_unit_test(an_empty_path_is_the_first_row),
        cmocka_unit_test(without_paths_there_is_no_row),
        cmocka_unit_test(slots_are_written_in_any_order),
        cmocka_unit_test(a_large_key_changes_none_that_stand_before_it),
        cmocka_unit_test(what_neighbours_share_is_said_to_the_key),
        cmocka_unit_test(texts_stand_in_their_order),
        cmocka_unit_test(the_largest_keys_are_sorted),
        cmocka_unit_test(any_paths_are_sorted_and_still_there),
        cmocka_unit_test(several_threads_sort_them_too),
        cmocka_unit_test(without_memory_it_fails_for_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
