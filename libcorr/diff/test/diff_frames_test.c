/* Tests of the judgement of frames with all that they call. */
#include "diff/diff.h"
#include "test/test_compared.h"
#include "test/test_memory.h"

static const corr_diff_opts tree = { .per = CORR_PER_TOTAL,
                                     .leaves = true,
                                     .tree = true };

/* Files of one side that are alike: cart costs more, by its own code and by code
 * that it did not call before. */
static void put_cart(FILE *f, int i)
{
    const bool now = i >= 3;

    fprintf(f, "%d %d main;list\n", 8000 + i % 3, 8000 + i % 3);
    fprintf(f, "%d %d main;cart\n", now ? 900 : 500, now ? 900 : 500);
    fprintf(f, "%d %d main;tiny\n", now ? 30 : 10, now ? 30 : 10);
    if (now)
        fprintf(f, "%d %d main;cart;rule\n", 300 + i, 300 + i);
    else
        fprintf(f, "%d %d main;scan\n", 200 + i, 200 + i);
}

/* Files of a side differ by more than the sides do. */
static void put_noise(FILE *f, int i)
{
    static const int cost[] = { 500, 4000, 1500, 3000, 6000, 1000 };

    fprintf(f, "8000 8000 main;list\n");
    fprintf(f, "%d %d main;cart\n", cost[i], cost[i]);
}

static void put_few(FILE *f, int i)
{
    fprintf(f, "%d %d main;cart\n", i < 3 ? 5 : 25, i < 3 ? 5 : 25);
}

typedef struct frames_world {
    test_file file[6];
    corr_store *st;
    corr_diff *d;
} frames_world;

static frames_world compare_files(void (*put)(FILE *f, int i), unsigned most)
{
    frames_world w;

    test_six(w.file, put);
    w.st = most == 2 ? test_sides((test_file[]){ w.file[0], w.file[5] }, 2)
                     : test_sides(w.file, 6);
    w.d = compared(w.st, &tree);
    return w;
}

static void clear_frames(frames_world *w)
{
    corr_diff_free(w->d);
    corr_store_free(w->st);
    test_free_six(w->file);
}

static corr_diff_node frame_of(const corr_diff *d, const char *name)
{
    for (uint32_t i = 1; i < corr_diff_nodes(d); i++) {
        const corr_diff_node n = corr_diff_node_at(d, i);
        if (strcmp(n.name, name) == 0)
            return n;
    }
    fail_msg("no frame %s", name);
    return (corr_diff_node){ .name = "" };
}

static void a_frame_is_judged_with_all_that_it_calls(void **state)
{
    frames_world w = compare_files(put_cart, 6);
    const corr_diff_node cart = frame_of(w.d, "cart");

    (void)state;
    assert_int_equal(cart.with_change, CORR_GREW);
    NEAR(cart.with.ratio.value, (2700. + 903 + 9) / 1500, 1e-9);
    assert_true(cart.with.ratio.lo > 2 &&
                cart.with.ratio.lo < cart.with.ratio.value);
    assert_true(cart.with.ratio.hi < 3 &&
                cart.with.ratio.hi > cart.with.ratio.value);
    assert_true(cart.with.q < 0.05);
    assert_int_equal(frame_of(w.d, "rule").with_change, CORR_NEW);
    assert_int_equal(frame_of(w.d, "scan").with_change, CORR_GONE);
    assert_int_equal(frame_of(w.d, "list").with_change, CORR_SAME);
    clear_frames(&w);
}

static void
a_change_that_is_too_small_for_a_row_is_none_of_a_frame(void **state)
{
    frames_world w = compare_files(put_cart, 6);
    const corr_diff_node all = frame_of(w.d, "main");

    (void)state;
    assert_int_equal(all.with_change, CORR_SAME); /* 6% */
    assert_true(all.with.ratio.lo > 1);
    assert_int_equal(frame_of(w.d, "tiny").with_change, CORR_SAME);
    assert_true(isnan(frame_of(w.d, "tiny").with.ratio.value));
    clear_frames(&w);
}

static void files_that_differ_leave_their_frames_uncertain(void **state)
{
    frames_world w = compare_files(put_noise, 6);
    const corr_diff_node cart = frame_of(w.d, "cart");

    (void)state;
    NEAR(cart.with.ratio.value, 10000. / 6000, 1e-9);
    assert_true(cart.with.ratio.lo < 1 && cart.with.ratio.hi > 2);
    assert_int_equal(cart.with_change, CORR_SAME);
    clear_frames(&w);
}

static void one_file_a_side_or_few_samples_judge_no_frame(void **state)
{
    frames_world one = compare_files(put_cart, 2);
    frames_world few = compare_files(put_few, 6);

    (void)state;
    assert_int_equal(frame_of(one.d, "cart").with_change, CORR_SAME);
    assert_true(isnan(frame_of(one.d, "cart").with.ratio.value));
    assert_int_equal(frame_of(few.d, "cart").with_change, CORR_SAME);
    assert_true(isnan(frame_of(few.d, "cart").with.ratio.value));
    clear_frames(&one);
    clear_frames(&few);
}

static void judging_frames_without_memory_is_refused(void **state)
{
    frames_world w = compare_files(put_cart, 6);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        corr_diff, corr_diff_of(w.st, test_query, &tree, &err), corr_diff_free);
    clear_frames(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_judged_with_all_that_it_calls),
        cmocka_unit_test(
            a_change_that_is_too_small_for_a_row_is_none_of_a_frame),
        cmocka_unit_test(files_that_differ_leave_their_frames_uncertain),
        cmocka_unit_test(one_file_a_side_or_few_samples_judge_no_frame),
        cmocka_unit_test(judging_frames_without_memory_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
