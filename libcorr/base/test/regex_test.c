/* Tests of match. */
#include "base/regex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static bool matches(const char *pattern, const char *text)
{
    corr_err err = { 0 };
    match *m = match_new(pattern, &err);

    assert_non_null(m);
    const bool found = match_text(m, corr_str_of(text));
    assert_false(match_limited(m));
    match_free(m);
    return found;
}

static void a_pattern_is_searched_for_anywhere(void **state)
{
    (void)state;
    assert_true(matches("Rules", "com.acme.PriceRules.check"));
    assert_true(matches("^com|^org", "com.acme.PriceRules.check"));
    assert_false(matches("^acme", "com.acme.PriceRules.check"));
    assert_true(matches("check$", "com.acme.PriceRules.check"));
    assert_false(matches("rules", "com.acme.PriceRules.check"));
    assert_true(matches("(?i)rules", "com.acme.PriceRules.check"));
    assert_true(matches("", "anything"));
    assert_true(matches("^$", ""));
}

static void text_is_utf8_and_a_dot_is_one_character(void **state)
{
    (void)state;
    assert_true(matches("^caf.$", "caf\xc3\xa9"));
    assert_false(matches("^caf..$", "caf\xc3\xa9"));
}

static void a_slice_ends_where_it_says(void **state)
{
    corr_err err = { 0 };
    match *m = match_new("c", &err);

    (void)state;
    assert_false(match_text(m, (corr_str){ "abc", 2 }));
    assert_true(match_text(m, (corr_str){ "abc", 3 }));
    match_free(m);
}

static void no_pattern_matches_nothing(void **state)
{
    corr_err err = { 0 };
    match *m = match_new(NULL, &err);

    (void)state;
    assert_non_null(m);
    assert_false(match_text(m, CORR_STR("x")));
    assert_false(match_text(m, CORR_STR("")));
    match_free(m);
    assert_false(match_text(NULL, CORR_STR("x")));
    assert_false(match_limited(NULL));
    match_free(NULL);
}

static void a_bad_pattern_is_refused_with_its_place(void **state)
{
    corr_err err = { 0 };

    (void)state;
    assert_null(match_new("ab(c", &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, "bad pattern \"ab(c\": missing closing "
                                  "parenthesis, after 4 bytes");
    err = (corr_err){ 0 };
    assert_null(match_new("\xff", &err));
    assert_int_equal(err.code, CORR_EUSAGE);
}

static void a_match_that_explodes_is_given_up(void **state)
{
    static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                               "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
    corr_err err = { 0 };
    match *m = match_new("^(a+)+(b|\\1c)$", &err);

    (void)state;
    assert_non_null(m);
    assert_false(match_text(m, corr_str_of(text)));
    assert_true(match_limited(m));
    assert_true(match_text(m, CORR_STR("aab")));
    match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_is_searched_for_anywhere),
        cmocka_unit_test(text_is_utf8_and_a_dot_is_one_character),
        cmocka_unit_test(a_slice_ends_where_it_says),
        cmocka_unit_test(no_pattern_matches_nothing),
        cmocka_unit_test(a_bad_pattern_is_refused_with_its_place),
        cmocka_unit_test(a_match_that_explodes_is_given_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
