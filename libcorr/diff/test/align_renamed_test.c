/* Tests of align: functions that were renamed. */
#include "test/test_align.h"
#include "test/test_deploys.h"

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

/* Half as many requests call a; all of p is the function that was renamed. */
#define ALL_OF_A_RARER_CALLER                                                  \
    { "m;a;p;old;w", 100, 0 }, { "m;a;p;new;w", 0, 50 }, { "m;a;s", 60, 30 },  \
        { "m;a;t", 40, 20 }, { "m;b", 100, 100 },                              \
    {                                                                          \
        "m;c", 100, 100                                                        \
    }

static void all_of_a_caller_is_compared_with_what_is_around_it(void **state)
{
    (void)state;
    assert_string_equal(SAID(ALL_OF_A_RARER_CALLER),
                        "renamed p old new 100 50\n");
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

/* ---- while the traffic changed ------------------------------------------ */

/* The operation of m fell to a third; other code under m doubled. */
#define RARER                                                                  \
    { "m;x", 300, 100 }, { "m;y", 150, 51 }, { "m;w", 60, 40 },                \
        { "m;old;c", 180, 0 }, { "m;old;d", 90, 0 }, { "m;new;c", 0, 61 },     \
    {                                                                          \
        "m;new;d", 0, 29                                                       \
    }

static void requests_of_the_caller_may_have_become_rarer(void **state)
{
    (void)state;
    assert_string_equal(SAID(RARER), "renamed m old new 270 90\n");
    assert_string_equal(SAID({ "m;x", 300, 900 }, { "m;y", 150, 449 },
                             { "m;old;c", 180, 0 }, { "m;new;c", 0, 541 }),
                        "renamed m old new 180 541\n");
}

/* Nothing under m kept its name: the shares of m, and of old, show it. */
static void all_below_a_caller_may_have_been_renamed(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;p1", 300, 0 }, { "m;q1", 150, 0 },
                             { "m;p2", 0, 100 }, { "m;q2", 0, 52 }),
                        "renamed m p1 p2 300 100\n"
                        "renamed m q1 q2 150 52\n");
    assert_string_equal(SAID({ "m;old;c", 300, 0 }, { "m;old;d", 200, 0 },
                             { "m;old", 90, 0 }, { "m;new;c", 0, 101 },
                             { "m;new;d", 0, 66 }, { "m;new", 0, 31 }),
                        "renamed m old new 590 198\n");
}

/* What took the place of a function in a caller of which it is nearly all, what
 * appeared under another caller, and functions that swapped their traffic. */
static void what_merely_has_the_same_share_is_no_pair(void **state)
{
    (void)state;
    assert_string_equal(
        SAID({ "m;old", 300, 0 }, { "m;new", 0, 100 }, { "m;z", 30, 9 }), "");
    assert_string_equal(SAID({ "m;p;old", 100, 0 }, { "m;p;x", 100, 50 },
                             { "m;p;y", 99, 51 }, { "m;q;new", 0, 50 },
                             { "m;q;x", 100, 50 }, { "m;q;y", 99, 51 }),
                        "");
    assert_string_equal(SAID({ "m;p;a", 300, 100 }, { "m;p;b", 200, 66 },
                             { "m;q;c", 100, 300 }, { "m;q;d", 66, 200 }),
                        "");
}

enum { PARTS = 9, PAIRS = 200 };

/* Draws a caller with some functions, one of which is renamed with all below;
 * its traffic changes by 0.3 to 3, and one function grows. Returns what is said
 * wrong: 0 nothing, 1 the pair is missing, 2 there is another. */
static int draw_renamed(uint64_t *seed)
{
    const double by = exp(log(.3) + draw(seed) * log(10));
    const uint32_t grown = 1 + (uint32_t)stat_below(seed, PARTS - 1);
    bool found = false, other = false;

    in = diff_tree_new(&arena, MOST);
    in.n = 1;
    for (uint32_t i = 0; i < PARTS; i++) {
        const double mean = exp(log(200) + draw_normal(seed) * .7);
        for (uint32_t below = 0; below < 3; below++)
            for (int side = 0; side < 2; side++) {
                char path[] = "m;f0;c0";
                path[3] = (char)('0' + i);
                path[6] = (char)('0' + below);
                if (!i)
                    path[2] = side ? 'n' : 'o';
                const double more = i == grown && side ? 2 : 1;
                const double x = draw_poisson(seed, mean * (3 - below) / 6 *
                                                        more * (side ? by : 1));
                const uint32_t at = node_at(&in, path);
                in.cost[side][at] += x;
                in.x[side][at] += x;
            }
    }
    run();
    for (uint32_t i = 0; i < notes.n; i++) {
        const align_note *n = &notes.v[i];
        const bool is_it =
            n->was == key_of("o0", 2) && n->is == key_of("n0", 2);
        found = found || (n->kind == ALIGN_RENAMED && is_it);
        other = other || n->kind != ALIGN_RENAMED || !is_it;
    }
    return other ? 2 : !found;
}

static void drawn_pairs_are_found_whatever_the_traffic_is(void **state)
{
    uint64_t seed = 4711;
    int n[3] = { 0 };

    (void)state;
    for (int i = 0; i < PAIRS; i++)
        n[draw_renamed(&seed)]++;
    assert_true(n[1] <= PAIRS / 20);
    assert_int_equal(n[2], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_renamed_function_is_one_node_under_the_new_name),
        TEST(callees_may_have_been_renamed_as_well),
        TEST(all_of_a_caller_is_compared_with_what_is_around_it),
        TEST(of_two_that_would_do_neither_is_paired),
        TEST(the_better_of_two_is_paired),
        TEST(frames_under_other_callers_are_no_pair),
        TEST(the_score_must_be_four_fifths),
        TEST(callees_count_for_half),
        TEST(too_little_is_no_pair),
        TEST(requests_of_the_caller_may_have_become_rarer),
        TEST(all_below_a_caller_may_have_been_renamed),
        TEST(what_merely_has_the_same_share_is_no_pair),
        TEST(drawn_pairs_are_found_whatever_the_traffic_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
