/* Tests of tree: shares of samples, memory, and what holds of any profile. */
#include "test/test_memory.h"
#include "test/test_tree.h"

#include "stats/distributions.h"

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

/* The selections of two profiles, each divided alike, as columns of a tree;
 * the first has this total. */
static void check_columns(const char *const text[2], int64_t total,
                          double (*share_of)(int64_t), const char *want)
{
    corr_store *st = test_store(text, 2);
    corr_err err = { 0 };
    corr_sel *sel[2];

    for (uint32_t i = 0; i < 2; i++) {
        sel[i] = corr_sel_of(st, &(corr_query){ .input = i + 1 }, &err);
        assert_non_null(sel[i]);
    }
    const bool swapped = corr_sel_facts_of(sel[0]).total != total;
    const corr_sel *cols[] = { sel[swapped], sel[!swapped] };
    set_shares(sel[0], share_of);
    set_shares(sel[1], share_of);
    corr_tree *t = corr_tree_of(cols, 2, &(corr_tree_opts){ 0 }, &err);
    assert_non_null(t);
    assert_string_equal(print(t, 2), want);
    check_sums(t, 2);
    corr_tree_free(t);
    corr_sel_free(sel[0]);
    corr_sel_free(sel[1]);
    corr_store_free(st);
}

static void each_column_is_rounded_on_its_own(void **state)
{
    static const char *const text[] = { "1 1 m;a\n1 1 m;b\n1 1 m;c\n",
                                        "5 1 m;c\n3 1 m;b\n2 1 m\n" };

    (void)state;
    /* 0.5 each, 1.5 in all; 2.5, 1.5 and 1, 5 in all */
    check_columns(text, 3, half,
                  "m 0/2 1/5\n"
                  ".c 1/1 3/3\n"
                  ".b 1/1 1/1\n"
                  ".a 0/0 0/0\n");
}

static void all_columns_together_give_the_order(void **state)
{
    static const char *const text[] = { "9 1 m\n", "62 1 m;z\n59 1 m;a\n" };

    (void)state;
    /* 6.2 and 5.9 are both 6 in the second */
    check_columns(text, 9, tenth,
                  "m 1/1 0/12\n"
                  ".a 0/0 6/6\n"
                  ".z 0/0 6/6\n");
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

static bool is_same(const corr_tree *a, const corr_tree *b, size_t ncol)
{
    bool same = corr_tree_size(a) == corr_tree_size(b);

    for (uint32_t i = 0; same && i < corr_tree_size(a); i++) {
        const corr_node x = corr_tree_at(a, i);
        const corr_node y = corr_tree_at(b, i);
        same = strcmp(x.name, y.name) == 0 && x.parent == y.parent &&
               x.end == y.end && x.repeat == y.repeat;
        for (size_t c = 0; c < ncol; c++)
            same = same && x.self[c] == y.self[c] && x.total[c] == y.total[c] &&
                   x.obs[c] == y.obs[c];
    }
    return same;
}

/* Sorting can do without, and then the tree is the same. */
static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    view v = view_of(wide_profile(), &(corr_tree_opts){ 0 });
    const corr_sel *cols[] = { v.sel, v.sel };
    const corr_tree_opts opts = { .by = CORR_BY_LINE, .show.hide = "q" };
    bool more = true;

    (void)state;
    assert_true(corr_tree_size(v.t) > 16384);
    set_shares(v.sel, third);
    corr_tree *whole = corr_tree_of(cols, 2, &opts, NULL);
    assert_non_null(whole);
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_tree *t = corr_tree_of(cols, 2, &opts, &err);
        more = test_memory_failed();
        const bool made = t != NULL;
        const bool right = !made || is_same(t, whole, 2);
        corr_tree_free(t);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, made ? CORR_OK : CORR_ENOMEM);
        assert_true(right && (made || more));
    }
    corr_tree_free(whole);
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
        cmocka_unit_test(divided_samples_still_add_up_in_whole_numbers),
        cmocka_unit_test(the_largest_fractions_are_rounded_up),
        cmocka_unit_test(what_rounding_made_equal_is_ordered_by_name),
        cmocka_unit_test(negative_values_can_be_divided_as_well),
        cmocka_unit_test(each_column_is_rounded_on_its_own),
        cmocka_unit_test(all_columns_together_give_the_order),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
        cmocka_unit_test(the_order_of_samples_changes_nothing),
        cmocka_unit_test(siblings_stand_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
