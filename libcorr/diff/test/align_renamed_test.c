/* Tests of align: functions that were renamed. */
#include "test/test_align.h"

/* ---- renamed ------------------------------------------------------------- */

#define RENAMED                                                                \
    { "m;old", 20, 0 }, { "m;old;c", 50, 0 }, { "m;old;d", 30, 0 },            \
        { "m;new", 0, 21 }, { "m;new;c", 0, 52 }, { "m;new;d", 0, 29 },        \
    {                                                                          \
        "m;z", 40, 40                                                          \
    }

static void a_renamed_function_is_one_node_under_the_new_name(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(RENAMED), "m;new 20 21\n"
                                          "m;z 40 40\n"
                                          "m;new;c 50 52\n"
                                          "m;new;d 30 29\n");
    assert_string_equal(SAID(RENAMED), "renamed m old new 100 102\n");
    assert_int_equal(node_of[node_at(&in, "m;old")],
                     node_of[node_at(&in, "m;new")]);
    assert_int_equal(out.key[node_of[node_at(&in, "m;old;c")]], key_of("c", 1));
}

#define ALL_RENAMED                                                            \
    { "m;a1;b1;c1", 50, 0 }, { "m;a1;b1;d1", 90, 0 }, { "m;a1;e", 10, 0 },     \
        { "m;a2;b2;c2", 0, 52 }, { "m;a2;b2;d2", 0, 88 }, { "m;a2;e", 0, 11 }, \
    {                                                                          \
        "m", 9, 9                                                              \
    }

static void callees_may_have_been_renamed_as_well(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(ALL_RENAMED), "m 9 9\n"
                                              "m;a2;e 10 11\n"
                                              "m;a2;b2;c2 50 52\n"
                                              "m;a2;b2;d2 90 88\n");
    assert_string_equal(SAID(ALL_RENAMED), "renamed m a1 a2 150 151\n"
                                           "renamed a2 b1 b2 140 140\n"
                                           "renamed b2 d1 d2 90 88\n"
                                           "renamed b2 c1 c2 50 52\n");
}

#define TWINS                                                                  \
    { "m;old", 50, 0 }, { "m;h1", 0, 50 }, { "m;h2", 0, 51 },                  \
    {                                                                          \
        "m;z", 9, 9                                                            \
    }

static void of_two_that_would_do_neither_is_paired(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(TWINS), "m;old 50 0\n"
                                        "m;h1 0 50\n"
                                        "m;h2 0 51\n"
                                        "m;z 9 9\n");
    assert_string_equal(SAID(TWINS), "possibly m old h1 50 50\n");
}

static void the_better_of_two_is_paired(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;old;c", 50, 0 }, { "m;h1;c", 0, 50 },
                             { "m;h2;d", 0, 25 }, { "m;h2;e", 0, 26 },
                             { "m;z", 9, 9 }),
                        "renamed m old h1 50 50\n");
    assert_string_equal(SAID({ "m;o1;c", 50, 0 }, { "m;h1;c", 0, 50 },
                             { "m;o2;d", 25, 0 }, { "m;o2;e", 25, 0 },
                             { "m;h2;d", 0, 25 }, { "m;h2;e", 0, 26 },
                             { "m;z", 9, 9 }),
                        "renamed m o2 h2 50 51\n"
                        "renamed m o1 h1 50 50\n");
}

static void frames_under_other_callers_are_no_pair(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;p;old", 50, 0 }, { "m;q;new", 0, 50 },
                             { "m;p", 9, 9 }, { "m;q", 9, 9 }),
                        "");
}

/* 1000 and 600 with the same callee: ratio and callees 600 / 960 each; and
 * 1000 and 780 are 780 / (1000 - 42) = 0.81. */
static void the_score_must_be_four_fifths(void **state)
{
    (void)state;
    assert_string_equal(
        SAID({ "m;old;c", 1000, 0 }, { "m;new;c", 0, 600 }, { "m;z", 9, 9 }),
        "");
    assert_string_equal(
        SAID({ "m;old;c", 1000, 0 }, { "m;new;c", 0, 780 }, { "m;z", 9, 9 }),
        "renamed m old new 1000 780\n");
    assert_string_equal(
        SAID({ "m;old;c", 1000, 0 }, { "m;new;c", 0, 750 }, { "m;z", 9, 9 }),
        "");
}

/* Equal in cost, and of the callees 700 / (700 + 2 * (300 - 17)) = 0.55, or
 * 800 / (800 + 2 * (200 - 14)) = 0.68. */
static void callees_count_for_half(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;old;c", 700, 0 }, { "m;old;d", 300, 0 },
                             { "m;new;c", 0, 700 }, { "m;new;e;f", 0, 150 },
                             { "m;new;e;g", 0, 150 }, { "m;z", 9, 9 }),
                        "");
    assert_string_equal(SAID({ "m;old;c", 800, 0 }, { "m;old;d", 200, 0 },
                             { "m;new;c", 0, 800 }, { "m;new;e;f", 0, 100 },
                             { "m;new;e;g", 0, 100 }, { "m;z", 9, 9 }),
                        "renamed m old new 1000 1000\n");
}

static void too_little_is_no_pair(void **state)
{
    (void)state;
    opts.min_abs = 1;
    assert_string_equal(
        SAID({ "m;old", 19, 0 }, { "m;new", 0, 20 }, { "m;z", 9, 9 }), "");
    assert_string_equal(
        SAID({ "m;old", 20, 0 }, { "m;new", 0, 20 }, { "m;z", 9, 9 }),
        "renamed m old new 20 20\n");
    opts.min_abs = 21;
    assert_string_equal(
        SAID({ "m;old", 20, 0 }, { "m;new", 0, 30 }, { "m;z", 9, 9 }), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_renamed_function_is_one_node_under_the_new_name),
        TEST(callees_may_have_been_renamed_as_well),
        TEST(of_two_that_would_do_neither_is_paired),
        TEST(the_better_of_two_is_paired),
        TEST(frames_under_other_callers_are_no_pair),
        TEST(the_score_must_be_four_fifths),
        TEST(callees_count_for_half),
        TEST(too_little_is_no_pair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
