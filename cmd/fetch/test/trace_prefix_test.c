/* A trace id that was typed short, and the texts that know the whole one. */
#include "fetch/trace_prefix.h"

#include "fetch/test/answers.h"

static trace_prefix found(const char *text, const char *prefix)
{
    trace_prefix p = { .n = 0 };

    trace_prefix_scan(corr_str_of(text), corr_str_of(prefix), &p);
    return p;
}

static void finds_whole_words_of_32_digits(void **state)
{
    const trace_prefix p =
        found("{trace_id=\"8B6f592889af98a87a3c98f15bbcef50\"} 1", "8b6F");

    (void)state;
    assert_int_equal(p.n, 1);
    assert_string_equal(p.id[0], "8b6f592889af98a87a3c98f15bbcef50");
    assert_int_equal(found("8b6f592889af98a87a3c98f15bbcef50", "8c").n, 0);
    assert_int_equal(found("8b6f592889af98a87a3c98f15bbcef501", "8b").n, 0);
    assert_int_equal(found("8b6f592889af98a8", "8b").n, 0);
    assert_int_equal(found("", "8b").n, 0);
}

static void counts_different_ids(void **state)
{
    (void)state;
    assert_int_equal(found("00000000000000000000000000000001 "
                           "00000000000000000000000000000001",
                           "0")
                         .n,
                     1);
    assert_int_equal(found("00000000000000000000000000000001,"
                           "00000000000000000000000000000002,"
                           "00000000000000000000000000000003,"
                           "00000000000000000000000000000004",
                           "0")
                         .n,
                     TRACE_PREFIX_IDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_whole_words_of_32_digits),
        cmocka_unit_test(counts_different_ids),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
