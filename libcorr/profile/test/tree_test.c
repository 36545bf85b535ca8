/* Tests of tree: folding, order, sums, recursion, filters. */
#include "test/test_tree.h"

#include "base/base.h"

static void check_tree(const char *text, const corr_tree_opts *opts,
                       const char *want)
{
    view v = view_of(text, opts);

    assert_string_equal(print(v.t, 1), want);
    view_free(&v);
}

static void children_are_ordered_by_total_then_by_name(void **state)
{
    (void)state;
    check_tree("1 1 main;b\n"
               "1 1 main;a;x\n"
               "2 1 main;c\n"
               "1 1 main\n"
               "9 1 zoo\n",
               &(corr_tree_opts){ 0 },
               "zoo 9/9\n"
               "main 1/5\n"
               ".c 2/2\n"
               ".a 0/1\n"
               "..x 1/1\n"
               ".b 1/1\n");
}

static void the_root_holds_everything_and_has_no_name(void **state)
{
    view v = view_of("3 1 a;b\n4 2 c\n", &(corr_tree_opts){ 0 });

    (void)state;
    const corr_node root = corr_tree_at(v.t, 0);
    assert_int_equal(corr_tree_size(v.t), 4);
    assert_string_equal(root.name, "");
    assert_int_equal(root.depth, 0);
    assert_int_equal(root.end, 4);
    assert_int_equal(root.self[0], 0);
    assert_int_equal(root.total[0], 7);
    assert_int_equal(root.obs[0], 3);
    assert_int_equal(root.repeat, 1);
    assert_int_equal(root.cycle, 0);
    check_sums(v.t, 1);
    view_free(&v);
}

static void the_tree_can_stand_on_its_head(void **state)
{
    (void)state;
    check_tree("5 1 main;a;leaf\n"
               "3 1 main;b;leaf\n"
               "1 1 main;b\n",
               &(corr_tree_opts){ .callers = true },
               "leaf 0/8\n"
               ".a 0/5\n"
               "..main 5/5\n"
               ".b 0/3\n"
               "..main 3/3\n"
               "b 0/1\n"
               ".main 1/1\n");
}

static void a_long_stack_is_turned_round_whole(void **state)
{
    (void)state;
    check_tree("1 1 a;b;c;d;e;f\n1 1 a;b;c;d;e\n",
               &(corr_tree_opts){ .callers = true },
               "e 0/1\n"
               ".d 0/1\n"
               "..c 0/1\n"
               "...b 0/1\n"
               "....a 1/1\n"
               "f 0/1\n"
               ".e 0/1\n"
               "..d 0/1\n"
               "...c 0/1\n"
               "....b 0/1\n"
               ".....a 1/1\n");
}

static void direct_recursion_is_one_node_that_knows_how_deep(void **state)
{
    (void)state;
    check_tree("1 1 main;f;f;f;g\n"
               "1 1 main;f;g\n"
               "1 1 main;f;f;f;f;f\n"
               "2 1 main;f;f;h\n",
               &(corr_tree_opts){ 0 },
               "main 0/5\n"
               ".f x5 1/5\n"
               "..g 2/2\n"
               "..h 2/2\n");
}

static void cycles_of_two_to_four_calls_are_one_node(void **state)
{
    (void)state;
    check_tree("1 1 m;a;b;a;b;x\n"
               "1 1 m;a;b;a;b;a;b;x\n"
               "1 1 m;a;b;y\n",
               &(corr_tree_opts){ 0 },
               "m 0/3\n"
               ".(a → b) x3 0/2\n"
               "..x 2/2\n"
               ".a 0/1\n"
               "..b 0/1\n"
               "...y 1/1\n");
    check_tree("1 1 a;b;c;a;b;c;x\n", &(corr_tree_opts){ 0 },
               "(a → b → c) x2 0/1\n"
               ".x 1/1\n");
    check_tree("1 1 a;b;c;d;a;b;c;d\n", &(corr_tree_opts){ 0 },
               "(a → b → c → d) x2 1/1\n");
    check_tree("1 1 a;b;c;d;e;a;b;c;d;e\n", &(corr_tree_opts){ 0 },
               "a 0/1\n"
               ".b 0/1\n"
               "..c 0/1\n"
               "...d 0/1\n"
               "....e 0/1\n"
               ".....a 0/1\n"
               "......b 0/1\n"
               ".......c 0/1\n"
               "........d 0/1\n"
               "........e 1/1\n");
}

static void a_cycle_may_end_in_the_middle_of_a_round(void **state)
{
    (void)state;
    check_tree("1 1 a;b;a;b;a\n", &(corr_tree_opts){ 0 },
               "(a → b) x2 0/1\n"
               ".a 1/1\n");
    check_tree("1 1 a;b;a\n", &(corr_tree_opts){ 0 },
               "a 0/1\n"
               ".b 0/1\n"
               "..a 1/1\n");
}

static void recursion_inside_a_cycle_is_folded_first(void **state)
{
    (void)state;
    check_tree("1 1 a;a;b;a;b;b;c\n", &(corr_tree_opts){ 0 },
               "(a → b) x2 0/1\n"
               ".c 1/1\n");
}

static void a_folded_node_says_how_long_its_cycle_is(void **state)
{
    view v = view_of("1 1 f;f;a;b;a;b;z\n", &(corr_tree_opts){ 0 });

    (void)state;
    assert_int_equal(corr_tree_at(v.t, 1).repeat, 2);
    assert_int_equal(corr_tree_at(v.t, 1).cycle, 0);
    assert_int_equal(corr_tree_at(v.t, 2).repeat, 2);
    assert_int_equal(corr_tree_at(v.t, 2).cycle, 2);
    assert_int_equal(corr_tree_at(v.t, 3).repeat, 1);
    assert_int_equal(corr_tree_at(v.t, 3).cycle, 0);
    view_free(&v);
}

static void granularity_decides_what_is_one_node(void **state)
{
    static const char text[] = "1 1 f!lib.so@x.c:1;g!lib.so@x.c:9\n"
                               "1 1 f!lib.so@x.c:2;g!lib.so@y.c:9\n"
                               "1 1 f!lib.so@x.c:2\n"
                               "1 1 h!app\n";

    (void)state;
    check_tree(text, &(corr_tree_opts){ 0 },
               "f 1/3\n"
               ".g (x.c) 1/1\n"
               ".g (y.c) 1/1\n"
               "h 1/1\n");
    check_tree(text, &(corr_tree_opts){ .by = CORR_BY_LINE },
               "f x.c:2 1/2\n"
               ".g y.c:9 1/1\n"
               "f x.c:1 0/1\n"
               ".g x.c:9 1/1\n"
               "h 1/1\n");
    check_tree(text, &(corr_tree_opts){ .by = CORR_BY_FILE },
               "x.c x2 2/3\n"
               ".y.c 1/1\n"
               "[no file] 1/1\n");
    check_tree(text, &(corr_tree_opts){ .by = CORR_BY_MODULE },
               "lib.so x2 3/3\n"
               "app 1/1\n");
}

static void a_node_shows_what_all_its_frames_agree_on(void **state)
{
    view v = view_of("9 1 f!lib.so@x.c:1;g!lib.so@x.c:7\n"
                     "1 1 f!lib.so@x.c:2;g!lib.so@x.c:7\n"
                     "1 1 f!lib.so@x.c:2;h!a@p.c:1\n"
                     "1 1 f!lib.so@x.c:2;h!b@q.c:1\n"
                     "1 1 f!lib.so@x.c:2;h@q.c:1\n",
                     &(corr_tree_opts){ 0 });

    (void)state;
    const corr_node f = corr_tree_at(v.t, 1);
    assert_string_equal(f.name, "f");
    assert_true(corr_str_is(f.frame.function, "f"));
    assert_true(corr_str_is(f.frame.module, "lib.so"));
    assert_true(corr_str_is(f.frame.file, "x.c"));
    assert_int_equal(f.frame.line, 0);
    const corr_node g = corr_tree_at(v.t, 2);
    assert_string_equal(g.name, "g");
    assert_int_equal(g.frame.line, 7);
    const corr_node h = corr_tree_at(v.t, 3);
    assert_string_equal(h.name, "h (q.c)");
    assert_true(corr_str_is(h.frame.function, "h"));
    assert_true(corr_str_is(h.frame.module, "b"));
    assert_true(corr_str_is(h.frame.file, "q.c"));
    assert_int_equal(h.frame.line, 1);
    assert_string_equal(corr_tree_at(v.t, 4).name, "h (p.c)");
    view_free(&v);
}

static void nameless_code_is_known_by_its_module(void **state)
{
    (void)state;
    check_tree("2 1 main;!/usr/lib/libz.so.1\n"
               "1 1 main;\n"
               "1 1 main;!libz.so.1\n",
               &(corr_tree_opts){ 0 },
               "main 0/4\n"
               ".[libz.so.1] 3/3\n"
               ".<unknown> 1/1\n");
}

static void frames_can_be_hidden_shown_and_cut_at_a_caller(void **state)
{
    static const char text[] = "1 1 main;lock;work;lock;deep\n"
                               "2 1 main;other\n";

    (void)state;
    check_tree(text, &(corr_tree_opts){ .show.hide = "^lock$" },
               "main 0/3\n"
               ".other 2/2\n"
               ".work 0/1\n"
               "..deep 1/1\n");
    check_tree(text, &(corr_tree_opts){ .show.show = "lock|deep" },
               "[hidden] 2/2\n"
               "lock x2 0/1\n"
               ".deep 1/1\n");
    check_tree(text, &(corr_tree_opts){ .show.show_from = "o" },
               "other 2/2\n"
               "lock 0/1\n"
               ".work 0/1\n"
               "..lock 0/1\n"
               "...deep 1/1\n");
    check_tree(
        text,
        &(corr_tree_opts){ .show = { .show_from = "lock", .hide = "lock" } },
        "[hidden] 2/2\n"
        "work 0/1\n"
        ".deep 1/1\n");
}

static void a_bad_pattern_is_the_users_mistake(void **state)
{
    const char *text = "1 1 a\n";
    corr_store *st = test_store(&text, 1);
    corr_sel *sel = test_select(st);
    const corr_sel *cols[] = { sel };
    corr_err err = { 0 };

    (void)state;
    assert_null(
        corr_tree_of(cols, 1, &(corr_tree_opts){ .show.hide = "(" }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    err = (corr_err){ 0 };
    assert_null(corr_tree_of(cols, 0, &(corr_tree_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    err = (corr_err){ 0 };
    assert_null(
        corr_tree_of(cols, 1, &(corr_tree_opts){ .by = CORR_BY_THREAD }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    corr_tree_free(NULL);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void two_stores_do_not_make_one_tree(void **state)
{
    const char *text = "1 1 a\n";
    corr_store *st[] = { test_store(&text, 1), test_store(&text, 1) };
    corr_sel *sel[] = { test_select(st[0]), test_select(st[1]) };
    const corr_sel *cols[] = { sel[0], sel[1] };
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_tree_of(cols, 2, &(corr_tree_opts){ 0 }, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    for (size_t i = 0; i < 2; i++) {
        corr_sel_free(sel[i]);
        corr_store_free(st[i]);
    }
}

static void samples_without_a_stack_are_not_lost(void **state)
{
    (void)state;
    check_tree("3 1 -\n1 1 a\n", &(corr_tree_opts){ 0 },
               "[no stack] 3/3\n"
               "a 1/1\n");
}

static void a_thread_at_the_root_is_no_code(void **state)
{
    (void)state;
    check_tree("1 1 ~pool-1;main;a\n"
               "1 1 ~pool-2;main;a\n"
               "1 1 ~pool-2\n"
               "1 1 ~java;~pool-3;main\n",
               &(corr_tree_opts){ 0 },
               "main 1/3\n"
               ".a 2/2\n"
               "pool-2 1/1\n");
}

static void several_inputs_share_their_names(void **state)
{
    static const char *const text[] = { "1 1 main;b\n2 1 main;a\n",
                                        "4 3 main;a@x.c:3\n", "8 1 main;c\n" };
    corr_store *st = test_store(text, countof(text));
    corr_sel *sel = test_select(st);
    const corr_sel *cols[] = { sel };
    corr_err err = { 0 };

    (void)state;
    corr_tree *t = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(t);
    assert_string_equal(print(t, 1), "main 0/15\n"
                                     ".c 8/8\n"
                                     ".a 6/6\n"
                                     ".b 1/1\n");
    assert_int_equal(corr_tree_at(t, 3).obs[0], 4);
    corr_tree_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void two_selections_are_two_columns_of_one_tree(void **state)
{
    static const char *const text[] = { "1 1 m;a\n2 1 m;b\n",
                                        "5 3 m;a\n7 1 m;c\n" };
    corr_store *st = test_store(text, countof(text));
    corr_err err = { 0 };
    corr_sel *sel[2];

    (void)state;
    sel[0] = corr_sel_of(st, &(corr_query){ .input = 1 }, &err);
    sel[1] = corr_sel_of(st, &(corr_query){ .input = 2 }, &err);
    assert_true(sel[0] && sel[1]);
    const bool swapped = corr_sel_facts_of(sel[0]).total == 12;
    const corr_sel *cols[] = { sel[swapped], sel[!swapped] };
    corr_tree *t = corr_tree_of(cols, 2, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(t);
    assert_string_equal(print(t, 2), "m 0/3 0/12\n"
                                     ".c 0/0 7/7\n"
                                     ".a 1/1 5/5\n"
                                     ".b 2/2 0/0\n");
    assert_int_equal(corr_tree_at(t, 3).obs[0], 1);
    assert_int_equal(corr_tree_at(t, 3).obs[1], 3);
    check_sums(t, 2);
    corr_tree_free(t);
    corr_sel_free(sel[0]);
    corr_sel_free(sel[1]);
    corr_store_free(st);
}

static void negative_values_are_added_like_any_other(void **state)
{
    (void)state;
    check_tree("-5 1 m;a\n"
               "3 1 m;b\n"
               "-1 1 m\n",
               &(corr_tree_opts){ 0 },
               "m -1/-3\n"
               ".b 3/3\n"
               ".a -5/-5\n");
}

static void observations_that_nobody_can_know_are_zero(void **state)
{
    view v = view_of("kind alloc bytes 0 no_count\n9 1 a;b\n",
                     &(corr_tree_opts){ 0 });

    (void)state;
    assert_int_equal(corr_tree_at(v.t, 0).total[0], 9);
    assert_int_equal(corr_tree_at(v.t, 0).obs[0], 0);
    assert_int_equal(corr_tree_at(v.t, 2).self_obs[0], 0);
    view_free(&v);
}

static void an_empty_selection_is_a_bare_root(void **state)
{
    view v = view_of("kind cpu ns 10\n1 1 a\n", &(corr_tree_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    v.sel->part.n = 0;
    corr_tree_free(v.t);
    const corr_sel *cols[] = { v.sel };
    v.t = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(v.t);
    assert_int_equal(corr_tree_size(v.t), 1);
    assert_int_equal(corr_tree_at(v.t, 0).total[0], 0);
    assert_int_equal(corr_tree_at(v.t, 0).end, 1);
    view_free(&v);
}

static void a_pattern_that_is_given_up_is_a_warning(void **state)
{
    view v = view_of("1 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!;b\n",
                     &(corr_tree_opts){ .show.hide = "b" });
    const corr_sel *cols[] = { v.sel };
    corr_err err = { 0 };

    (void)state;
    const size_t before = corr_warnings(v.st);
    corr_tree_free(v.t);
    v.t = corr_tree_of(
        cols, 1, &(corr_tree_opts){ .show.hide = "^(a+)+(b|\\1c)$" }, &err);
    assert_non_null(v.t);
    assert_int_equal(corr_tree_size(v.t), 3);
    assert_int_equal(corr_warnings(v.st), before + 1);
    view_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_ordered_by_total_then_by_name),
        cmocka_unit_test(the_root_holds_everything_and_has_no_name),
        cmocka_unit_test(the_tree_can_stand_on_its_head),
        cmocka_unit_test(a_long_stack_is_turned_round_whole),
        cmocka_unit_test(direct_recursion_is_one_node_that_knows_how_deep),
        cmocka_unit_test(cycles_of_two_to_four_calls_are_one_node),
        cmocka_unit_test(a_cycle_may_end_in_the_middle_of_a_round),
        cmocka_unit_test(recursion_inside_a_cycle_is_folded_first),
        cmocka_unit_test(a_folded_node_says_how_long_its_cycle_is),
        cmocka_unit_test(granularity_decides_what_is_one_node),
        cmocka_unit_test(a_node_shows_what_all_its_frames_agree_on),
        cmocka_unit_test(nameless_code_is_known_by_its_module),
        cmocka_unit_test(frames_can_be_hidden_shown_and_cut_at_a_caller),
        cmocka_unit_test(a_bad_pattern_is_the_users_mistake),
        cmocka_unit_test(two_stores_do_not_make_one_tree),
        cmocka_unit_test(samples_without_a_stack_are_not_lost),
        cmocka_unit_test(a_thread_at_the_root_is_no_code),
        cmocka_unit_test(several_inputs_share_their_names),
        cmocka_unit_test(two_selections_are_two_columns_of_one_tree),
        cmocka_unit_test(negative_values_are_added_like_any_other),
        cmocka_unit_test(observations_that_nobody_can_know_are_zero),
        cmocka_unit_test(an_empty_selection_is_a_bare_root),
        cmocka_unit_test(a_pattern_that_is_given_up_is_a_warning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
