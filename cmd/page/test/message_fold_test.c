/* Tests of folding the messages of many files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "page/message_fold.h"

#define SAID(file, text)                                                       \
    {                                                                          \
        .input = (file), .what = (text), .offset = CORR_NO_OFFSET              \
    }

/* "INPUT: SENTENCE" of each, a line each. */
static void assert_folds(talk_message *m, size_t n, size_t names,
                         const char *want)
{
    corr_arena arena = { 0 };
    char got[2000] = "";
    size_t at = 0;

    n = talk_fold(m, n, names, &arena);
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(got + at, sizeof got - at, "%s%s: %s",
                               i ? "\n" : "", m[i].input, m[i].what);
    assert_string_equal(got, want);
    corr_arena_clear(&arena);
}

#define ASSERT_FOLDS(m, names, want)                                           \
    assert_folds((m), sizeof(m) / sizeof *(m), (names), (want))

static void the_same_of_many_files_is_one_line(void **state)
{
    talk_message m[] = { SAID("a", "it has no time"), SAID("b", "it is cut"),
                         SAID("c", "it has no time"),
                         SAID("d", "it has no time") };

    (void)state;
    ASSERT_FOLDS(m, 2,
                 "3 files: it has no time (a, c, 1 more)\n"
                 "b: it is cut");
    assert_int_equal(m[0].more, 2);
    assert_int_equal(m[1].more, 0);
}

static void all_files_may_be_named(void **state)
{
    talk_message m[] = { SAID("a", "x"), SAID("b", "x"), SAID("c", "x") };

    (void)state;
    ASSERT_FOLDS(m, 9, "3 files: x (a, b, c)");
}

static void numbers_become_what_they_range_over(void **state)
{
    talk_message m[] = {
        SAID("a", "samples cover 58% of the CPU (8.54 of 1,400 s)"),
        SAID("b", "samples cover 8.4% of the CPU (8.54 of 20 s)"),
        SAID("c", "samples cover 50% of the CPU (8.54 of 300 s)"),
    };

    (void)state;
    ASSERT_FOLDS(
        m, 1,
        "3 files: samples cover 8.4..58% of the CPU (8.54 of 20..1,400 s) "
        "(a, 2 more)");
}

/* Numbers behind a word, in a time or in a name keep messages apart. */
static void a_number_that_is_a_name_stays(void **state)
{
    talk_message m[] = {
        SAID("a", "chunk 2 is cut off"),  SAID("b", "chunk 3 is cut off"),
        SAID("c", "since 10:15 nothing"), SAID("d", "since 10:16 nothing"),
        SAID("e", "thread-1 used 2 s"),   SAID("f", "thread-2 used 3 s"),
        SAID("g", "of 1.2.3 and d92"),    SAID("h", "of 1.2.3 and d93")
    };

    (void)state;
    ASSERT_FOLDS(m, 2,
                 "a: chunk 2 is cut off\nb: chunk 3 is cut off\n"
                 "c: since 10:15 nothing\nd: since 10:16 nothing\n"
                 "e: thread-1 used 2 s\nf: thread-2 used 3 s\n"
                 "g: of 1.2.3 and d92\nh: of 1.2.3 and d93");
}

static void what_is_said_twice_of_a_file_stays_two(void **state)
{
    talk_message m[] = { SAID("a", "1 lost"), SAID("a", "2 lost"),
                         SAID("b", "3 lost") };

    (void)state;
    ASSERT_FOLDS(m, 2, "2 files: 1..3 lost (a, b)\na: 2 lost");
}

static void the_important_comes_first(void **state)
{
    talk_message m[] = { SAID("a", "x"), SAID("b", "y"), SAID("c", "z") };

    (void)state;
    m[0].rank = 2;
    m[1].rank = 1;
    m[2].rank = 1;
    ASSERT_FOLDS(m, 2, "b: y\nc: z\na: x");
}

/* A folded message has no place in a file; hints keep messages apart. */
static void places_are_left_out_and_counts_are_added(void **state)
{
    talk_message m[] = { SAID("a", "x"), SAID("b", "x"), SAID("c", "x") };
    corr_arena arena = { 0 };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        m[i].offset = 7;
        m[i].line = 3;
        m[i].count = 1 + i;
        m[i].hint = i < 2 ? "try" : "try another";
    }
    assert_int_equal(talk_fold(m, 3, 2, &arena), 2);
    assert_string_equal(m[0].input, "2 files");
    assert_true(m[0].offset == CORR_NO_OFFSET && m[0].line == 0);
    assert_int_equal(m[0].count, 3);
    assert_string_equal(m[0].hint, "try");
    assert_string_equal(m[1].input, "c");
    assert_true(m[1].offset == 7 && m[1].line == 3 && m[1].count == 3);
    talk_message once[] = { SAID("a", "x"), SAID("b", "x") };
    once[0].count = once[1].count = 1;
    assert_int_equal(talk_fold(once, 2, 2, &arena), 1);
    assert_true(once[0].count <= 1); /* one of each file is not counted */
    corr_arena_clear(&arena);
}

static void more_numbers_than_can_be_kept_are_words(void **state)
{
    talk_message m[] = { SAID("a", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
                         SAID("b", "2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
                         SAID("c", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2") };

    (void)state;
    ASSERT_FOLDS(m, 2,
                 "2 files: 1..2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 (a, b)\n"
                 "c: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2");
}

static void nothing_and_one_stay(void **state)
{
    talk_message m[] = { SAID("a", "x") };
    corr_arena none = { .limit = 1 };

    (void)state;
    assert_int_equal(talk_fold(m, 0, 2, &none), 0);
    ASSERT_FOLDS(m, 2, "a: x");
    talk_message two[] = { SAID("a", "x"), SAID("b", "x") };
    assert_int_equal(talk_fold(two, 2, 2, &none), 2); /* no memory */
    assert_string_equal(two[1].input, "b");
    corr_arena_clear(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_of_many_files_is_one_line),
        cmocka_unit_test(all_files_may_be_named),
        cmocka_unit_test(numbers_become_what_they_range_over),
        cmocka_unit_test(a_number_that_is_a_name_stays),
        cmocka_unit_test(what_is_said_twice_of_a_file_stays_two),
        cmocka_unit_test(the_important_comes_first),
        cmocka_unit_test(places_are_left_out_and_counts_are_added),
        cmocka_unit_test(more_numbers_than_can_be_kept_are_words),
        cmocka_unit_test(nothing_and_one_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
