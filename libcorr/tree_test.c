/* Tests of tree: folding, order, sums, recursion, filters, shares. */
#include "test_memory.h"
#include "test_store.h"

#include "base.h"
#include "corr_view.h"
#include "stat.h"

typedef struct view {
    corr_store *st;
    corr_sel *sel;
    corr_tree *t;
} view;

static view view_of(const char *text, const corr_tree_opts *opts)
{
    corr_err err = { 0 };
    view v = { .st = test_store(&text, 1) };

    v.sel = test_select(v.st);
    const corr_sel *cols[] = { v.sel };
    v.t = corr_tree_of(cols, 1, opts, &err);
    if (!v.t)
        fail_msg("%s", err.what);
    return v;
}

static void view_free(view *v)
{
    corr_tree_free(v->t);
    corr_sel_free(v->sel);
    corr_store_free(v->st);
}

/* One line a node: depth in dots, name, "xN", self/total, observations. */
static char *print(const corr_tree *t, size_t ncol)
{
    static char out[8192];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 1; i < corr_tree_size(t); i++) {
        const corr_node c = corr_tree_at(t, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s%s",
                              (int)c.depth - 1, "........", c.name);
        if (c.repeat > 1)
            n += (size_t)snprintf(out + n, sizeof out - n, " x%u", c.repeat);
        for (size_t k = 0; k < ncol; k++)
            n += (size_t)snprintf(out + n, sizeof out - n, " %lld/%lld",
                                  (long long)c.self[k], (long long)c.total[k]);
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

static void check_tree(const char *text, const corr_tree_opts *opts,
                       const char *want)
{
    view v = view_of(text, opts);

    assert_string_equal(print(v.t, 1), want);
    view_free(&v);
}

/* Every node's total is its self and its children's totals; subtrees nest. */
static void check_sums(const corr_tree *t, size_t ncol)
{
    for (uint32_t i = 0; i < corr_tree_size(t); i++) {
        const corr_node n = corr_tree_at(t, i);
        assert_true(n.end > i && n.end <= corr_tree_size(t));
        for (size_t c = 0; c < ncol; c++) {
            int64_t total = n.self[c];
            int64_t obs = n.self_obs[c];
            for (uint32_t k = i + 1; k < n.end;) {
                const corr_node child = corr_tree_at(t, k);
                assert_int_equal(child.parent, i);
                assert_int_equal(child.depth, n.depth + 1);
                total += child.total[c];
                obs += child.obs[c];
                k = child.end;
            }
            assert_int_equal(n.total[c], total);
            assert_int_equal(n.obs[c], obs);
        }
    }
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
               ".g 2/2\n"
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
    assert_string_equal(h.name, "h");
    assert_true(corr_str_is(h.frame.module, ""));
    assert_true(corr_str_is(h.frame.file, ""));
    assert_int_equal(h.frame.line, 0);
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

/* ---- shares ---------------------------------------------------------- */

/* Gives every row a share, by the row's value. */
static void set_shares(corr_sel *sel, double (*share_of)(int64_t value))
{
    for (size_t i = 0; i < sel->part.n; i++) {
        sel_part *p = &sel->part.v[i];
        const segment *g = sel_segment(sel, p);
        p->share = corr_arena_new(&sel->arena, double, p->n);
        assert_non_null(p->share);
        for (size_t k = 0; k < p->n; k++)
            p->share[k] = share_of(g->value[sel_row(p, k)]);
    }
}

static void retree(view *v, double (*share_of)(int64_t value))
{
    const corr_sel *cols[] = { v->sel };
    corr_err err = { 0 };

    set_shares(v->sel, share_of);
    corr_tree_free(v->t);
    v->t = corr_tree_of(cols, 1, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(v->t);
}

static double half(int64_t value)
{
    (void)value;
    return 0.5;
}

static double tenth(int64_t value)
{
    (void)value;
    return 0.1;
}

static double third(int64_t value)
{
    (void)value;
    return 1.0 / 3;
}

static double whole(int64_t value)
{
    (void)value;
    return 1;
}

static double odd_third(int64_t value)
{
    return value % 2 ? 1.0 / 3 : 1;
}

static void divided_samples_still_add_up_in_whole_numbers(void **state)
{
    view v =
        view_of("1 1 m;a\n1 1 m;b\n1 1 m;c\n1 1 m\n", &(corr_tree_opts){ 0 });

    (void)state;
    retree(&v, half);
    /* two of four halves: m's own first, then by name */
    assert_string_equal(print(v.t, 1), "m 1/2\n"
                                       ".a 1/1\n"
                                       ".b 0/0\n"
                                       ".c 0/0\n");
    check_sums(v.t, 1);
    retree(&v, whole);
    assert_string_equal(print(v.t, 1), "m 1/4\n"
                                       ".a 1/1\n"
                                       ".b 1/1\n"
                                       ".c 1/1\n");
    view_free(&v);
}

static void the_largest_fractions_are_rounded_up(void **state)
{
    view v = view_of("10 1 m;a\n5 1 m;b\n4 1 m;c\n", &(corr_tree_opts){ 0 });

    (void)state;
    retree(&v, third);
    /* 3.33 + 1.67 + 1.33 = 6.33; observations 0.33 each, 1 in all */
    assert_string_equal(print(v.t, 1), "m 0/6\n"
                                       ".a 3/3\n"
                                       ".b 2/2\n"
                                       ".c 1/1\n");
    assert_int_equal(corr_tree_at(v.t, 0).obs[0], 1);
    assert_int_equal(corr_tree_at(v.t, 2).obs[0], 1);
    assert_int_equal(corr_tree_at(v.t, 3).obs[0], 0);
    check_sums(v.t, 1);
    view_free(&v);
}

static void what_rounding_made_equal_is_ordered_by_name(void **state)
{
    view v =
        view_of("1 1 m;z\n1 1 m;z\n1 1 m;a\n2 1 m;k\n", &(corr_tree_opts){ 0 });

    (void)state;
    retree(&v, odd_third);
    /* z 0.67, a 0.33, k 2: 3 in all, the one left goes to z */
    assert_string_equal(print(v.t, 1), "m 0/3\n"
                                       ".k 2/2\n"
                                       ".z 1/1\n"
                                       ".a 0/0\n");
    view_free(&v);
    v = view_of("3 1 m;z\n1 1 m;y\n1 1 m;a\n", &(corr_tree_opts){ 0 });
    retree(&v, half);
    /* z 1.5, a 0.5, y 0.5: 2.5 rounds to 3; z gets one more, then a */
    assert_string_equal(print(v.t, 1), "m 0/3\n"
                                       ".z 2/2\n"
                                       ".a 1/1\n"
                                       ".y 0/0\n");
    view_free(&v);
    v = view_of("62 1 m;z\n59 1 m;a\n", &(corr_tree_opts){ 0 });
    retree(&v, tenth);
    /* 6.2 and 5.9, 12 in all: z was larger and is so no more */
    assert_string_equal(print(v.t, 1), "m 0/12\n"
                                       ".a 6/6\n"
                                       ".z 6/6\n");
    view_free(&v);
}

static void negative_values_can_be_divided_as_well(void **state)
{
    view v = view_of("-3 1 m;a\n-3 1 m;b\n", &(corr_tree_opts){ 0 });

    (void)state;
    retree(&v, half);
    /* -1.5 each: -2 and -1 */
    assert_string_equal(print(v.t, 1), "m 0/-3\n"
                                       ".a -1/-1\n"
                                       ".b -2/-2\n");
    check_sums(v.t, 1);
    view_free(&v);
}

static void each_column_is_rounded_on_its_own(void **state)
{
    static const char *const text[] = { "1 1 m;a\n1 1 m;b\n1 1 m;c\n",
                                        "5 1 m;c\n3 1 m;b\n2 1 m\n" };
    corr_store *st = test_store(text, countof(text));
    corr_err err = { 0 };
    corr_sel *sel[2];

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        sel[i] = corr_sel_of(st, &(corr_query){ .input = i + 1 }, &err);
        assert_non_null(sel[i]);
        set_shares(sel[i], half);
    }
    const bool swapped = corr_sel_facts_of(sel[0]).total == 10;
    const corr_sel *cols[] = { sel[swapped], sel[!swapped] };
    corr_tree *t = corr_tree_of(cols, 2, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(t);
    /* 0.5 each, 1.5 in all; 2.5, 1.5 and 1, 5 in all */
    assert_string_equal(print(t, 2), "m 0/2 1/5\n"
                                     ".c 1/1 3/3\n"
                                     ".b 1/1 1/1\n"
                                     ".a 0/0 0/0\n");
    check_sums(t, 2);
    corr_tree_free(t);
    corr_sel_free(sel[0]);
    corr_sel_free(sel[1]);
    corr_store_free(st);
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

/* ---- memory ------------------------------------------------------------- */

/* So many nodes that every column of a tree is an allocation of its own. */
static const char *wide_profile(void)
{
    static char out[300000];
    uint64_t seed = 5;
    size_t n = (size_t)snprintf(out, sizeof out, "1 1 a;b;a;b;c\n1 1 f;f\n");

    for (int i = 0; i < 2500; i++) {
        n += (size_t)snprintf(out + n, sizeof out - n, "%d 1 m", i % 7);
        for (int d = 0; d < 8; d++)
            n +=
                (size_t)snprintf(out + n, sizeof out - n, ";f%llu@x.c:%d",
                                 (unsigned long long)stat_below(&seed, 900), d);
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    view v = view_of(wide_profile(), &(corr_tree_opts){ 0 });
    const corr_sel *cols[] = { v.sel, v.sel };
    const corr_tree_opts opts = { .by = CORR_BY_LINE, .show.hide = "q" };
    bool more = true;

    (void)state;
    assert_true(corr_tree_size(v.t) > 16384);
    set_shares(v.sel, third);
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_tree *t = corr_tree_of(cols, 2, &opts, &err);
        const bool made = t != NULL;
        more = test_memory_failed();
        corr_tree_free(t);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, made ? CORR_OK : CORR_ENOMEM);
        assert_true(made || more);
    }
    view_free(&v);
}

/* ---- properties ------------------------------------------------------ */

enum { SAMPLES = 400 };

static size_t random_stack(uint64_t *seed, char *out, size_t size)
{
    const size_t depth = 1 + stat_below(seed, 12);
    size_t n = 0;

    for (size_t i = 0; i < depth; i++)
        n += (size_t)snprintf(out + n, size - n, "%sf%llu", i ? ";" : "",
                              (unsigned long long)stat_below(seed, 5));
    return n;
}

/* The same samples, forwards or backwards. */
static char *random_profile(uint64_t seed, bool backwards)
{
    static char line[SAMPLES][160];
    static char all[SAMPLES * 160];
    size_t n = 0;

    for (size_t i = 0; i < SAMPLES; i++) {
        char stack[120];
        random_stack(&seed, stack, sizeof stack);
        snprintf(line[i], sizeof *line, "%llu %llu %s\n",
                 (unsigned long long)stat_below(&seed, 1000),
                 (unsigned long long)(1 + stat_below(&seed, 4)), stack);
    }
    for (size_t i = 0; i < SAMPLES; i++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s",
                              line[backwards ? SAMPLES - 1 - i : i]);
    return all;
}

static void check_same(const corr_tree *a, const corr_tree *b)
{
    assert_int_equal(corr_tree_size(a), corr_tree_size(b));
    for (uint32_t i = 0; i < corr_tree_size(a); i++) {
        const corr_node x = corr_tree_at(a, i);
        const corr_node y = corr_tree_at(b, i);
        assert_string_equal(x.name, y.name);
        assert_int_equal(x.depth, y.depth);
        assert_int_equal(x.end, y.end);
        assert_int_equal(x.repeat, y.repeat);
        assert_int_equal(x.self[0], y.self[0]);
        assert_int_equal(x.total[0], y.total[0]);
        assert_int_equal(x.obs[0], y.obs[0]);
    }
}

static double by_value(int64_t value)
{
    return (double)(value % 17) / 17;
}

static void the_order_of_samples_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const corr_tree_opts opts = { .callers = seed % 2 == 0 };
        view a = view_of(random_profile(seed, false), &opts);
        view b = view_of(random_profile(seed, true), &opts);
        check_sums(a.t, 1);
        check_same(a.t, b.t);
        retree(&a, by_value);
        retree(&b, by_value);
        check_sums(a.t, 1);
        check_same(a.t, b.t);
        view_free(&a);
        view_free(&b);
    }
}

static void siblings_stand_in_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        view v = view_of(random_profile(seed, false), &(corr_tree_opts){ 0 });
        if (seed % 2)
            retree(&v, by_value);
        for (uint32_t i = 1; i < corr_tree_size(v.t); i++) {
            const corr_node a = corr_tree_at(v.t, i);
            if (a.end == corr_tree_at(v.t, a.parent).end)
                continue;
            const corr_node b = corr_tree_at(v.t, a.end);
            assert_true(a.total[0] >= b.total[0]);
            if (a.total[0] == b.total[0])
                assert_true(strcmp(a.name, b.name) < 0);
        }
        view_free(&v);
    }
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
        cmocka_unit_test(divided_samples_still_add_up_in_whole_numbers),
        cmocka_unit_test(the_largest_fractions_are_rounded_up),
        cmocka_unit_test(what_rounding_made_equal_is_ordered_by_name),
        cmocka_unit_test(negative_values_can_be_divided_as_well),
        cmocka_unit_test(each_column_is_rounded_on_its_own),
        cmocka_unit_test(a_pattern_that_is_given_up_is_a_warning),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
        cmocka_unit_test(the_order_of_samples_changes_nothing),
        cmocka_unit_test(siblings_stand_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
