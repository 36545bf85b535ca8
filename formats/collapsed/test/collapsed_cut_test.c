/* Tests of slices and merges of collapsed stacks. */
#include "test/cut_test.h"

static const char *cut(const char *text, const corr_query *q)
{
    return cut_texts(&text, 1, q, NULL);
}

static const char *merge(const char *a, const char *b)
{
    const char *const text[] = { a, b };

    return cut_texts(text, 2, NULL, NULL);
}

static void lines_that_are_kept_stand_as_they_stood(void **state)
{
    (void)state;
    assert_string_equal(cut("# mode: wall\r\na;b 3\na;c\t2.50  \n\nx;c 0\nd 1",
                            &(corr_query){ .ignore = "^b$" }),
                        "# mode: wall\na;c\t2.50  \nd 1\n");
    assert_string_equal(cut("a;b 1 2\na;c 3 0\na;d 0 0\n", &(corr_query){ 0 }),
                        "a;b 1 2\na;c 3 0\n");
}

static void lines_of_utf_16_are_written_as_utf_8(void **state)
{
    static const char wide[] = "\xff\xfe"
                               "a\0;\0\xe9\0 \0"
                               "3\0\n\0b\0;\0c\0 \0"
                               "2\0\n";
    cutting c = { 0 };

    (void)state;
    cut_add(&c, wide, sizeof wide);
    cut_run(&c, &(corr_query){ .focus = "a" }, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_string_equal(c.got.p, "a;\xc3\xa9 3\n");
    assert_int_equal(c.facts.kept, 1);
    assert_int_equal(c.facts.of, 2);
    assert_int_equal(c.facts.sel.total, 3);
    cut_end(&c);
}

static void lines_of_several_files_follow_each_other(void **state)
{
    static const char *const text[] = { "a;b 1\na;c 2\n", "x;y 3\n",
                                        "a;c 4\n" };

    (void)state;
    assert_string_equal(
        cut_texts(text, 3, &(corr_query){ .focus = "^[cy]$" }, NULL),
        "a;c 2\nx;y 3\na;c 4\n");
}

static void counts_of_a_merge_are_added_in_byte_order(void **state)
{
    (void)state;
    assert_string_equal(merge("b;c 1\na;b 2\n", "# c\na;b 3\nB 4\na;b 5"),
                        "B 4\na;b 10\nb;c 1\n");
    assert_string_equal(merge("a;b 1 2\na;c 0 3\n", "a;b 10 20\na;d 5 0\n"),
                        "a;b 11 22\na;c 0 3\na;d 5 0\n");
}

static void fractions_add_up_without_loss(void **state)
{
    (void)state;
    assert_string_equal(merge("a;b 0.1\na;c 2.75\n", "a;b 0.2\na;c 1.25\n"),
                        "a;b 0.3\na;c 4\n");
    assert_string_equal(merge("a;b 0.000001\n", "a;b 7\n"), "a;b 7.000001\n");
    assert_string_equal(merge("a;b 9223372036854775807\na;c 1\n", "a;b 1\n"),
                        "a;b 9223372036854775807\na;c 1\n");
}

static void one_count_and_two_do_not_mix(void **state)
{
    const char *said = merge("a;b 1\n", "a;b 1 2\n");

    (void)state;
    assert_non_null(strstr(said, "has one count a line and"));
    assert_non_null(
        strstr(said, "has two counts; they cannot become one file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_are_kept_stand_as_they_stood),
        cmocka_unit_test(lines_of_utf_16_are_written_as_utf_8),
        cmocka_unit_test(lines_of_several_files_follow_each_other),
        cmocka_unit_test(counts_of_a_merge_are_added_in_byte_order),
        cmocka_unit_test(fractions_add_up_without_loss),
        cmocka_unit_test(one_count_and_two_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
