/* Tests of align: frames that are left out, and any tree. */
#include "test/test_align.h"

/* ---- left out ------------------------------------------------------------ */

#define INLINED                                                                \
    { "m;p", 5, 35 }, { "m;p;g", 30, 0 }, { "m;p;g;c", 50, 0 },                \
        { "m;p;g;d;e", 40, 0 }, { "m;p;c", 0, 52 }, { "m;p;d;e", 0, 38 },      \
    {                                                                          \
        "m;p;z", 70, 70                                                        \
    }

static void an_inlined_frame_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(INLINED), "m;p 35 35\n"
                                          "m;p;c 50 52\n"
                                          "m;p;z 70 70\n"
                                          "m;p;d;e 40 38\n");
    assert_string_equal(SAID(INLINED), "inlined p g - 120 0\n");
    assert_int_equal(node_of[node_at(&in, "m;p;g")],
                     node_of[node_at(&in, "m;p")]);
    assert_int_equal(node_of[node_at(&in, "m;p;g;d")],
                     node_of[node_at(&in, "m;p;d")]);
    assert_int_equal(node_of[node_at(&in, "m;p;g;d;e")],
                     node_at(&out, "m;p;d;e"));
}

#define INSERTED                                                               \
    { "m;c", 50, 0 }, { "m;w;c", 0, 47 }, { "m;w", 0, 3 },                     \
    {                                                                          \
        "m;d", 30, 30                                                          \
    }

static void a_wrapper_that_was_inserted_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(INSERTED), "m 0 3\n"
                                           "m;c 50 47\n"
                                           "m;d 30 30\n");
    assert_string_equal(SAID(INSERTED), "inserted m - w 0 50\n");
}

#define AT_THE_ROOT                                                            \
    { "t;c", 90, 0 }, { "c", 0, 90 },                                          \
    {                                                                          \
        "d", 5, 5                                                              \
    }

static void a_new_root_frame_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(AT_THE_ROOT), "c 90 90\nd 5 5\n");
    assert_string_equal(SAID(AT_THE_ROOT), "inlined - t - 90 0\n");
}

#define IN_A_ROW                                                               \
    { "m;g;h;i;c", 50, 0 }, { "m;g;h;d", 40, 0 }, { "m;g;i;e", 30, 0 },        \
        { "m;c", 0, 50 }, { "m;d", 0, 40 }, { "m;e", 0, 30 },                  \
    {                                                                          \
        "m;i", 0, 0                                                            \
    }

static void several_in_a_row_are_left_out_one_by_one(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(IN_A_ROW), "m;c 50 50\n"
                                           "m;d 40 40\n"
                                           "m;e 30 30\n");
    assert_string_equal(SAID(IN_A_ROW), "inlined m g - 120 0\n"
                                        "inlined m h - 90 0\n"
                                        "inlined m i - 80 0\n");
}

#define SHARING                                                                \
    { "m;g;c", 50, 0 }, { "m;h;c", 50, 0 }, { "m;g", 30, 0 },                  \
        { "m;h", 40, 0 }, { "m;c", 0, 100 },                                   \
    {                                                                          \
        "m", 9, 79                                                             \
    }

static void two_that_called_the_same_share_what_has_grown(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(SHARING), "m 79 79\nm;c 100 100\n");
    assert_string_equal(SAID(SHARING), "inlined m h - 90 0\n"
                                       "inlined m g - 80 0\n");
}

static void the_unit_of_cost_does_not_matter(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        opts.unit[0] = opts.unit[1] = i ? 0x1p-20 : 0x1p20;
        opts.min_abs = 10 * opts.unit[0];
        (void)SAID(SHARING);
        assert_int_equal(notes.n, 2);
        assert_int_equal(notes.v[0].kind, ALIGN_INLINED);
        assert_true(notes.v[0].cost[0] == 90 * opts.unit[0]);
        assert_true(notes.v[1].cost[0] == 80 * opts.unit[0]);
    }
}

#define LEAF                                                                   \
    { "m;g", 50, 0 },                                                          \
    {                                                                          \
        "m", 100, 150                                                          \
    }

static void a_leaf_is_inlined_into_its_caller(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(LEAF), "m 150 150\n");
    assert_string_equal(SAID(LEAF), "inlined m g - 50 0\n");
}

#define RECURSIVE                                                              \
    { "m;g;g;c", 50, 0 }, { "m;g;d", 30, 0 }, { "m;c", 0, 50 },                \
    {                                                                          \
        "m;d", 0, 30                                                           \
    }

static void a_frame_that_calls_itself_is_left_out_twice(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED(RECURSIVE), "m;c 50 50\nm;d 30 30\n");
    assert_string_equal(SAID(RECURSIVE), "inlined m g - 80 0\n"
                                         "inlined m g - 50 0\n");
}

/* Ten frames of one path that were inlined: whatever is above stays. */
static void what_joins_is_looked_at_below_as_well(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c;h;d", 60, 0 }, { "m;c;d", 0, 60 },
                             { "m;g;e", 30, 0 }, { "m;e", 0, 30 }),
                        "inlined m g - 90 0\n"
                        "inlined c h - 60 0\n");
}

/* ---- not left out -------------------------------------------------------- */

static void a_frame_seen_on_both_sides_stays(void **state)
{
    (void)state;
    assert_string_equal(
        SAID({ "m;g;c", 50, 1 }, { "m;c", 0, 50 }, { "m;x", 9, 9 }), "");
    assert_string_equal(
        SAID({ "m;g;c", 50, 0 }, { "m;g;k", 0, 1 }, { "m;c", 0, 50 }), "");
}

static void a_frame_that_is_gone_stays(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c", 50, 0 }, { "m;x", 70, 70 }), "");
    assert_string_equal(
        SAID({ "m;g;c", 50, 0 }, { "m;c", 40, 40 }, { "m", 30, 30 }), "");
}

static void what_reappears_elsewhere_was_not_inlined(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;p;g;c", 50, 0 }, { "m;p;z", 9, 9 },
                             { "m;q;c", 0, 50 }, { "m;q;z", 9, 9 }),
                        "");
}

static void few_observations_prove_nothing(void **state)
{
    (void)state;
    opts.min_abs = 1;
    assert_string_equal(SAID({ "m;g;c", 19, 0 }, { "m;c", 0, 30 }), "");
    assert_string_equal(SAID({ "m;g;c", 30, 0 }, { "m;c", 0, 19 }), "");
    assert_string_equal(SAID({ "m;g;c", 20, 0 }, { "m;c", 0, 20 }),
                        "inlined m g - 20 0\n");
    opts.least = 31;
    assert_string_equal(SAID({ "m;g;c", 30, 0 }, { "m;c", 0, 30 }), "");
    assert_string_equal(SAID({ "m;g;c", 31, 0 }, { "m;c", 0, 31 }),
                        "inlined m g - 31 0\n");
}

#define CALLED(name, a, b)                                                     \
    { "m;g;" name, a, 0 },                                                     \
    {                                                                          \
        "m;" name, 0, b                                                        \
    }

#define EIGHT                                                                  \
    CALLED("q", 60, 6), CALLED("r", 60, 6), CALLED("s", 60, 6),                \
        CALLED("t", 60, 6), CALLED("u", 60, 6), CALLED("v", 60, 6),            \
        CALLED("x", 60, 6), CALLED("y", 60, 6)

static void
more_than_two_may_disagree_if_half_of_the_cost_does_not(void **state)
{
    (void)state;
    assert_string_equal(
        SAID(CALLED("c", 100, 100), CALLED("u", 60, 6), CALLED("v", 60, 6)),
        "inlined m g - 220 0\n");
    assert_string_equal(SAID(CALLED("c", 100, 100), CALLED("u", 60, 6),
                             CALLED("v", 60, 6), CALLED("x", 60, 6)),
                        "");
    assert_string_equal(SAID(CALLED("c", 500, 500), EIGHT),
                        "inlined m g - 980 0\n");
    assert_string_equal(SAID(CALLED("c", 430, 430), EIGHT), "");
}

static void observations_are_counted_on_either_side(void **state)
{
    (void)state;
    opts.unit[1] = 2;
    assert_string_equal(SAID({ "m;g;c", 40, 0 }, { "m;c", 0, 19 }), "");
    assert_string_equal(SAID({ "m;g;c", 40, 0 }, { "m;c", 0, 20 }),
                        "inlined m g - 40 0\n");
    opts.unit[0] = 4;
    assert_string_equal(SAID({ "m;g;c", 19, 0 }, { "m;c", 0, 40 }), "");
    assert_string_equal(SAID({ "m;g;c", 20, 0 }, { "m;c", 0, 40 }),
                        "inlined m g - 80 0\n");
    /* what was there before is seen too rarely, the frame itself is not */
    opts.unit[1] = 1;
    assert_string_equal(SAID({ "m;g;c", 0, 76 }, { "m;c", 19, 0 }), "");
    assert_string_equal(SAID({ "m;g;c", 0, 80 }, { "m;c", 20, 0 }),
                        "inserted m - g 0 80\n");
}

static void of_equal_notes_the_one_further_up_comes_first(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;p;g;c", 50, 0 }, { "m;p;c", 0, 50 },
                             { "m;k;d", 50, 0 }, { "m;d", 0, 50 },
                             { "m;p;z", 9, 9 }),
                        "inlined m k - 50 0\n"
                        "inlined p g - 50 0\n");
}

static void frames_below_min_abs_are_as_they_are(void **state)
{
    (void)state;
    opts.min_abs = 51;
    assert_string_equal(SAID({ "m;g;c", 50, 0 }, { "m;c", 0, 60 }), "");
    opts.min_abs = 50;
    assert_string_equal(SAID({ "m;g;c", 50, 0 }, { "m;c", 0, 60 }),
                        "inlined m g - 50 0\n");
}

/* Of 1000 in g, 700 reappear, give or take se: 700 / (700 + 300 - 17) is more
 * than 0.7 and 680 / (680 + 320 - 18) less. */
static void seven_tenths_must_reappear(void **state)
{
    (void)state;
    assert_string_equal(
        SAID({ "m;g;c", 700, 0 }, { "m;g;x", 300, 0 }, { "m;c", 0, 700 }),
        "inlined m g - 1000 0\n");
    assert_string_equal(
        SAID({ "m;g;c", 680, 0 }, { "m;g;x", 320, 0 }, { "m;c", 0, 680 }), "");
}

/* Other changes of the parent do not prevent a match. */
static void other_growth_of_the_caller_does_not_matter(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c", 50, 0 }, { "m;c", 0, 50 },
                             { "m", 0, 900 }, { "m;k", 0, 700 }),
                        "inlined m g - 50 0\n");
}

/* 100 of a leaf may be in a self cost that has 20000, or be nowhere. */
static void growth_that_may_be_chance_does_not_count(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g", 100, 0 }, { "m", 20000, 20100 }), "");
    assert_string_equal(SAID({ "m;g", 100, 0 }, { "m", 1000, 1100 }),
                        "inlined m g - 100 0\n");
    opts.alpha = .02; /* phi = 1 + .02 * 2100 / 6 = 8 */
    opts.clusters = 6;
    assert_string_equal(SAID({ "m;g", 100, 0 }, { "m", 1000, 1100 }), "");
}

/* ---- inlined, and changed below ------------------------------------------ */

static void a_change_below_is_told_apart_path_by_path(void **state)
{
    (void)state;
    assert_string_equal(ALIGNED({ "m;g;c", 9, 0 }, { "m;g;c;d", 50, 0 },
                                { "m;g;c;e", 40, 0 }, { "m;g;c;e;f", 30, 0 },
                                { "m;c", 0, 9 }, { "m;c;d", 0, 50 },
                                { "m;c;e", 0, 40 }, { "m;c;e;f", 0, 3000 }),
                        "m;c 9 9\n"
                        "m;c;d 50 50\n"
                        "m;c;e 40 40\n"
                        "m;c;e;f 30 3000\n");
}

static void a_callee_that_is_new_below_is_told_apart(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c", 60, 0 }, { "m;g;c;d", 50, 0 },
                             { "m;c", 0, 60 }, { "m;c;d", 0, 50 },
                             { "m;c;new", 0, 900 }),
                        "inlined m g - 110 0\n");
}

/* Below c two frames were inlined as well, and one changed. */
static void a_change_below_other_inlined_frames_is_told_apart(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c;h;d", 50, 0 }, { "m;g;c;h;e", 40, 0 },
                             { "m;g;c;h;k", 20, 0 }, { "m;c;d", 0, 50 },
                             { "m;c;e", 0, 40 }, { "m;c;k", 0, 2000 }),
                        "inlined m g - 110 0\n"
                        "inlined c h - 110 0\n");
}

/* Two may disagree; of more, what agrees must be half. */
static void not_everything_below_may_have_changed(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c", 60, 0 }, { "m;c", 0, 60 },
                             { "m;g;d", 40, 0 }, { "m;d", 0, 900 },
                             { "m;g;e", 40, 0 }, { "m;e", 0, 900 }),
                        "inlined m g - 140 0\n");
    assert_string_equal(SAID({ "m;g;c", 60, 0 }, { "m;c", 0, 60 },
                             { "m;g;d", 40, 0 }, { "m;d", 0, 900 },
                             { "m;g;e", 40, 0 }, { "m;e", 0, 900 },
                             { "m;g;f", 40, 0 }, { "m;f", 0, 900 }),
                        "");
    assert_string_equal(SAID({ "m;g;c", 120, 0 }, { "m;c", 0, 120 },
                             { "m;g;d", 40, 0 }, { "m;d", 0, 900 },
                             { "m;g;e", 40, 0 }, { "m;e", 0, 900 },
                             { "m;g;f", 40, 0 }, { "m;f", 0, 900 }),
                        "inlined m g - 240 0\n");
    assert_string_equal(SAID({ "m;g;d", 400, 0 }, { "m;d", 0, 9000 }), "");
}

/* Callees with one observation are there or not, and count as one. */
static void small_callees_count_as_one(void **state)
{
    (void)state;
    assert_string_equal(SAID({ "m;g;c", 40, 0 }, { "m;c", 0, 40 },
                             { "m;g;a1", 1, 0 }, { "m;g;a2", 2, 0 },
                             { "m;g;a3", 4, 0 }, { "m;a4", 0, 3 }),
                        "inlined m g - 47 0\n");
}

/* ---- any tree ------------------------------------------------------------ */

static void names_are_merged_and_nothing_else_is_done(void **state)
{
    uint64_t seed = 3;

    (void)state;
    in = diff_tree_random(&arena, &seed, MOST, .3);
    in.cost[1] = in.cost[0];
    in.x[1] = in.x[0];
    for (uint32_t i = 1; i < in.n; i++)
        in.key[i] = i;
    run();
    assert_int_equal(notes.n, 0);
    assert_int_equal(out.n, in.n);
    for (uint32_t i = 1; i < in.n; i++) {
        const uint32_t at = node_of[i];
        assert_int_equal(out.key[at], in.key[i]);
        assert_int_equal(out.parent[at], node_of[in.parent[i]]);
        assert_true(out.cost[0][at] == in.cost[0][i]);
        assert_true(out.x[1][at] == in.x[1][i]);
    }
}

static void check_shape(void)
{
    static double cost[2][MOST];
    static bool has[MOST];

    memset(cost, 0, sizeof cost);
    memset(has, 0, sizeof has);
    for (uint32_t i = 0; i < in.n; i++) {
        const uint32_t at = node_of[i];
        const uint32_t up = node_of[in.parent[i]];
        assert_true(at < out.n);
        assert_true(at == up || out.parent[at] == up);
        has[at] = true;
        for (int side = 0; side < 2; side++)
            cost[side][at] += in.cost[side][i];
    }
    for (uint32_t i = 0; i < out.n; i++) {
        assert_true(has[i]);
        assert_true(i == 0 || out.parent[i] < i);
        for (int side = 0; side < 2; side++)
            assert_true(fabs(cost[side][i] - out.cost[side][i]) < 1e-9);
        for (uint32_t c = i + 1; i && c < out.n; c++)
            if (out.parent[c] == out.parent[i])
                assert_int_not_equal(out.key[c], out.key[i]);
    }
    for (uint32_t i = 1; i < notes.n; i++)
        assert_true(fmax(notes.v[i - 1].cost[0], notes.v[i - 1].cost[1]) >=
                    fmax(notes.v[i].cost[0], notes.v[i].cost[1]));
}

/* Few names and many one-sided nodes: everything is looked at. */
static void every_cost_stays_under_its_caller(void **state)
{
    uint64_t seed = 17;
    uint32_t seen[4] = { 0 };

    (void)state;
    for (int round = 0; round < 400; round++) {
        const uint32_t n = 2 + (uint32_t)stat_below(&seed, MOST - 2);
        const uint32_t names = 2 + (uint32_t)stat_below(&seed, 30);
        in = diff_tree_random(&arena, &seed, n, .5);
        for (uint32_t i = 1; i < n; i++) {
            const uint64_t gone = stat_below(&seed, 4);
            in.key[i] = 1 + (uint32_t)stat_below(&seed, names);
            if (gone < 2)
                in.cost[gone][i] = in.x[gone][i] = 0;
        }
        opts.unit[0] = opts.unit[1] = .5;
        opts.min_abs = (double)stat_below(&seed, 40);
        run();
        check_shape();
        for (uint32_t i = 0; i < notes.n; i++)
            seen[notes.v[i].kind]++;
        teardown(NULL);
    }
    for (size_t i = 0; i < countof(seen); i++)
        assert_true(seen[i] > 10);
}

static void a_tree_of_its_root_stays(void **state)
{
    (void)state;
    in = diff_tree_of(&arena, (diff_row[]){ { 0, 0, 7, 9 } }, 1);
    run();
    assert_int_equal(out.n, 1);
    assert_int_equal(node_of[0], 0);
    assert_true(out.cost[0][0] == 7 && out.x[1][0] == 9);
}

static void without_memory_it_says_so(void **state)
{
    uint64_t seed = 9;
    size_t failed = 0;
    bool ok = false;

    (void)state;
    in = diff_tree_random(&arena, &seed, MOST, 1);
    for (size_t limit = 1000; !ok && limit < (size_t)1 << 24; limit *= 2) {
        corr_arena small = { .limit = limit };
        ok = align_tree(&in, &opts, &out, node_of, &notes, &small);
        failed += !ok;
        corr_arena_clear(&small);
    }
    assert_true(ok);
    assert_true(failed > 5);
}

/* The new tree is in an arena that has only so much room left. */
static void without_room_for_the_new_tree_it_says_so(void **state)
{
    enum { BLOCK = 65536, LIMIT = 1 << 24 };
    uint64_t seed = 9;
    bool before = false;

    (void)state;
    in = diff_tree_random(&arena, &seed, MOST, 1);
    for (size_t room = 0; room < BLOCK; room += 512) {
        corr_arena small = { .limit = LIMIT };
        assert_non_null(corr_arena_new(&small, char, LIMIT - BLOCK));
        assert_non_null(corr_arena_new(&small, char, BLOCK - room));
        const bool ok = align_tree(&in, &opts, &out, node_of, &notes, &small);
        assert_true(ok || !before);
        assert_true(!ok || room > MOST * sizeof(double));
        before = ok;
        corr_arena_clear(&small);
    }
    assert_true(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_inlined_frame_is_left_out),
        TEST(a_wrapper_that_was_inserted_is_left_out),
        TEST(a_new_root_frame_is_left_out),
        TEST(several_in_a_row_are_left_out_one_by_one),
        TEST(two_that_called_the_same_share_what_has_grown),
        TEST(the_unit_of_cost_does_not_matter),
        TEST(a_leaf_is_inlined_into_its_caller),
        TEST(a_frame_that_calls_itself_is_left_out_twice),
        TEST(what_joins_is_looked_at_below_as_well),
        TEST(a_frame_seen_on_both_sides_stays),
        TEST(a_frame_that_is_gone_stays),
        TEST(what_reappears_elsewhere_was_not_inlined),
        TEST(few_observations_prove_nothing),
        TEST(more_than_two_may_disagree_if_half_of_the_cost_does_not),
        TEST(observations_are_counted_on_either_side),
        TEST(of_equal_notes_the_one_further_up_comes_first),
        TEST(frames_below_min_abs_are_as_they_are),
        TEST(seven_tenths_must_reappear),
        TEST(other_growth_of_the_caller_does_not_matter),
        TEST(growth_that_may_be_chance_does_not_count),
        TEST(a_change_below_is_told_apart_path_by_path),
        TEST(a_callee_that_is_new_below_is_told_apart),
        TEST(a_change_below_other_inlined_frames_is_told_apart),
        TEST(not_everything_below_may_have_changed),
        TEST(small_callees_count_as_one),
        TEST(names_are_merged_and_nothing_else_is_done),
        TEST(every_cost_stays_under_its_caller),
        TEST(a_tree_of_its_root_stays),
        TEST(without_memory_it_says_so),
        TEST(without_room_for_the_new_tree_it_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
