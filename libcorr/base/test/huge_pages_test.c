/* Tests of heap: what is in a block that grows stays there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/huge_pages.h"
#include "corr_bytes.h"
#include "test/test_memory.h"

enum { SMALL = 1000, LARGE = 4 << 20 };

static void fill(uint8_t *p, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        p[i] = (uint8_t)(i * 7 + i / 251);
}

static void assert_filled(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != (uint8_t)(i * 7 + i / 251))
            fail_msg("byte %zu of %zu is another", i, n);
}

/* From nothing, within what is small, to what is large, further, and back. */
static void what_is_in_a_block_stays_whatever_its_size(void **state)
{
    static const size_t sizes[] = { SMALL,         2 * SMALL, LARGE - 1, LARGE,
                                    3 * LARGE + 1, SMALL,     LARGE };
    uint8_t *p = NULL;
    size_t had = 0;

    (void)state;
    test_memory_arm(0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        p = huge_pages_resize(p, had, sizes[i]);
        assert_non_null(p);
        assert_filled(p, had < sizes[i] ? had : sizes[i]);
        if (had < sizes[i])
            fill(p, had, sizes[i]);
        had = sizes[i];
    }
    free(p);
    assert_int_equal(test_memory_disarm(), 0);
}

#ifdef TEST_MEMORY
/* The system refuses more, and the failure names the limit. */
static void a_limit_is_kept_until_it_is_lifted(void **state)
{
    const uint64_t most = 64 << 20;
    volatile size_t size = 4 * most;
    corr_err err = { 0 };

    (void)state;
    corr_limit_memory(most);
    void *p = malloc(size);
    corr_no_memory(&err);
    assert_true(corr_limit_memory(0));
    assert_null(p);
    assert_string_equal(err.what, "this needs more than 67 MB of memory");
    assert_non_null(strstr(err.hint, "--max-mem"));
    p = malloc(size);
    assert_non_null(p);
    free(p);
    err = (corr_err){ 0 };
    corr_no_memory(&err);
    assert_string_equal(err.what, "out of memory");
}
#endif

#ifdef TEST_MEMORY
static void out_of_memory_the_old_block_is_as_it_was(void **state)
{
    static const size_t sizes[] = { 2 * SMALL, LARGE };
    uint8_t *p = malloc(SMALL);

    (void)state;
    fill(p, 0, SMALL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_memory_arm(1);
        assert_null(huge_pages_resize(p, SMALL, sizes[i]));
        assert_int_equal(test_memory_disarm(), 0);
        assert_filled(p, SMALL);
    }
    free(p);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_a_block_stays_whatever_its_size),
#ifdef TEST_MEMORY
        cmocka_unit_test(a_limit_is_kept_until_it_is_lifted),
        cmocka_unit_test(out_of_memory_the_old_block_is_as_it_was),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
