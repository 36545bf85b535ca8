/* Tests of file_labels: lines, patterns, and the sentences about malformed
 * lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/file_labels.h"

static void read_map(file_labels *m, const char *text)
{
    corr_err err = { 0 };

    *m = (file_labels){ 0 };
    if (file_labels_read(m, corr_str_of(text), "x.map", &err))
        fail_msg("%s", err.what);
}

/* Whether a pattern matches a path. */
static bool is_of(const char *pattern, const char *path)
{
    file_labels_labels of = { 0 };
    char text[256];
    file_labels m;

    snprintf(text, sizeof text, "\"%s\" k=v", pattern);
    read_map(&m, text);
    assert_true(file_labels_of(&m, path, &of));
    const bool is = of.n == 1;
    assert_int_equal(m.used, is);
    vec_free(&of);
    file_labels_clear(&m);
    return is;
}

static void a_pattern_is_of_whole_names_anywhere_in_a_path(void **state)
{
    (void)state;
    assert_true(is_of("a.jfr", "a.jfr"));
    assert_true(is_of("a.jfr", "x/y/a.jfr"));
    assert_true(is_of("y", "x/y/a.jfr"));
    assert_true(is_of("x/y", "/x/y/a.jfr"));
    assert_true(is_of("y/*.jfr", "../x//y/./a.jfr"));
    assert_true(is_of("y/", "x/y/a.jfr"));
    assert_false(is_of("x/*.jfr", "x/y/a.jfr"));
    assert_false(is_of("x/a.jfr", "x/y/a.jfr"));
    assert_false(is_of("a", "a.jfr"));
    assert_false(is_of("y/a.jfr/b", "x/y/a.jfr"));
    assert_true(is_of("my build/*", "my build/a.jfr"));
}

static void with_a_slash_in_front_it_is_of_the_whole_path(void **state)
{
    (void)state;
    assert_true(is_of("/x/y", "/x/y/a.jfr"));
    assert_false(is_of("/y", "/x/y/a.jfr"));
    assert_false(is_of("/x", "x/a.jfr"));
}

static void stars_marks_and_sets_are_characters_of_a_name(void **state)
{
    (void)state;
    assert_true(is_of("*", "a"));
    assert_true(is_of("**", "a"));
    assert_true(is_of("a*c*e", "abcde"));
    assert_true(is_of("*ab", "aaab"));
    assert_false(is_of("a*c*e", "abcd"));
    assert_true(is_of("a?c", "abc"));
    assert_false(is_of("a?c", "ac"));
    assert_true(is_of("cpu.0[0-3]", "cpu.02"));
    assert_false(is_of("cpu.0[0-3]", "cpu.04"));
    assert_true(is_of("cpu.0[!0-3]", "cpu.04"));
    assert_true(is_of("[]a]", "]"));
    assert_true(is_of("[a-]", "-"));
    assert_true(is_of("a[b", "a[b")); /* no set */
    assert_false(is_of("a[b", "ab"));
    assert_true(is_of("*[0-9].x", "a1b2.x"));
}

static void very_many_stars_end(void **state)
{
    char pattern[200], path[240];

    (void)state;
    for (size_t i = 0; i < sizeof pattern - 1; i++)
        pattern[i] = i % 2 ? '*' : 'a';
    pattern[sizeof pattern - 1] = '\0';
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_true(is_of(pattern, path));
    pattern[sizeof pattern - 2] = 'b';
    assert_false(is_of(pattern, path));
}

static void lines_hold_labels_quotes_and_comments(void **state)
{
    file_labels_labels of = { 0 };
    file_labels m;

    (void)state;
    read_map(&m, "# all\r\n\n  *.jfr\tversion=v1 \"note=a b=c\" # those\r\n"
                 "b.jfr version=\"v 2\" issue=a#7\n");
    assert_int_equal(m.line.n, 2);
    assert_true(file_labels_of(&m, "b.jfr", &of));
    assert_int_equal(of.n, 4);
    assert_true(corr_str_is(of.v[0].key, "version"));
    assert_true(corr_str_is(of.v[0].value, "v1"));
    assert_true(corr_str_is(of.v[1].key, "note"));
    assert_true(corr_str_is(of.v[1].value, "a b=c"));
    assert_true(corr_str_is(of.v[2].value, "v 2"));
    assert_true(corr_str_is(of.v[3].value, "a#7"));
    assert_true(file_labels_of(&m, "c.txt", &of));
    assert_int_equal(of.n, 4);
    assert_int_equal(m.used, 1);
    vec_free(&of);
    file_labels_clear(&m);
}

static void a_byte_order_mark_is_of_no_pattern(void **state)
{
    file_labels_labels of = { 0 };
    file_labels m;

    (void)state;
    read_map(&m, "\xef\xbb\xbf*.jfr version=v1\n");
    assert_true(file_labels_of(&m, "a.jfr", &of));
    assert_int_equal(of.n, 1);
    vec_free(&of);
    file_labels_clear(&m);
}

static void what_is_no_line_is_refused_with_its_number(void **state)
{
    static const struct {
        const char *text, *what;
        uint64_t line;
    } each[] = {
        { "a k=v\nb", "no KEY=VALUE follows the pattern \"b\"", 2 },
        { "\n\na k=v x # y\n", "\"x\" is not KEY=VALUE", 3 },
        { "a =v", "\"=v\" is not KEY=VALUE", 1 },
        { "a k=", "\"k=\" is not KEY=VALUE", 1 },
        { "a \"k=v\nb k=v", "a quote is not closed", 1 },
        { "\"\" k=v", "a word is empty", 1 },
        { "# nothing\n", "x.map: no line has a pattern and KEY=VALUE", 0 },
        { "", "x.map: no line has a pattern and KEY=VALUE", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        file_labels m = { 0 };
        corr_err err = { 0 };
        assert_int_equal(
            file_labels_read(&m, corr_str_of(each[i].text), "x.map", &err),
            CORR_EUSAGE);
        assert_string_equal(err.what, each[i].what);
        assert_int_equal(err.line, each[i].line);
        if (each[i].line)
            assert_string_equal(err.input, "x.map");
        file_labels_clear(&m);
    }
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    file_labels m = { 0 };
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(
        file_labels_read(&m, (corr_str){ "a k=\0v", 6 }, "x.map", &err),
        CORR_EUSAGE);
    assert_string_equal(err.what, "not a text file");
    file_labels_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pattern_is_of_whole_names_anywhere_in_a_path),
        cmocka_unit_test(with_a_slash_in_front_it_is_of_the_whole_path),
        cmocka_unit_test(stars_marks_and_sets_are_characters_of_a_name),
        cmocka_unit_test(very_many_stars_end),
        cmocka_unit_test(lines_hold_labels_quotes_and_comments),
        cmocka_unit_test(a_byte_order_mark_is_of_no_pattern),
        cmocka_unit_test(what_is_no_line_is_refused_with_its_number),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
