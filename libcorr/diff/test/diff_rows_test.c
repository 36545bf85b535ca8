/* Tests of the row of each function. */
#include "diff/diff.h"
#include "test/test_compared.h"
#include "test/test_memory.h"

/* Returns the number of rows that answer for no change. */
static uint32_t count_unowned(const corr_diff *d)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        n += corr_diff_at(d, i).owned == 0;
    return n;
}

static const corr_diff_opts total = { .per = CORR_PER_TOTAL,
                                      .leaves = true,
                                      .tree = true };

static const corr_diff_opts of_shop = { .per = CORR_PER_TOTAL, .app = "shop." };
static const corr_diff_opts as_usual = { .per = CORR_PER_TOTAL };
static const corr_diff_opts of_util = { .per = CORR_PER_TOTAL, .app = "util." };

/* A comparison of three files a side. */
typedef struct world {
    test_file file[6];
    corr_store *st;
    corr_diff *d;
} world;

static world compare_by(void (*put)(FILE *f, int i), const corr_diff_opts *opts)
{
    world w;

    test_six(w.file, put);
    w.st = test_sides(w.file, 6);
    w.d = compared(w.st, opts);
    return w;
}

static world compare(void (*put)(FILE *f, int i))
{
    return compare_by(put, &total);
}

static void clear(world *w)
{
    corr_diff_free(w->d);
    corr_store_free(w->st);
    test_free_six(w->file);
}

static void put(FILE *f, int n, const char *stack)
{
    if (n)
        fprintf(f, "%d %d %s\n", n, n, stack);
}

/* ---- new and gone -------------------------------------------------------- */

static void put_came_and_went(FILE *f, int i)
{
    put(f, i < 3 ? 500 + i : 0, "gone");
    put(f, i < 3 ? 0 : 3000 + i, "fresh");
    put(f, 5000 + i % 3, "stays");
    put(f, 700 + i % 3, "stays;reads");
}

static void functions_that_came_and_went_are_told(void **state)
{
    world w = compare(put_came_and_went);
    const corr_diff_row fresh = row_of(w.d, "fresh"),
                        gone = row_of(w.d, "gone");

    (void)state;
    assert_true(corr_diff_facts_of(w.d).found);
    assert_int_equal(fresh.change, CORR_NEW);
    assert_int_equal(gone.change, CORR_GONE);
    NEAR(fresh.owned, 3003 + 3004 + 3005, 1e-9);
    NEAR(gone.owned, -(500 + 501 + 502), 1e-9);
    /* three in n is what may be there and is seen once in twenty */
    const double base = 500 + 501 + 502 + 3 * 5700 + 6;
    const double now = 3003 + 3004 + 3005 + 3 * 5700 + 6;
    NEAR(fresh.ceiling, 1 - pow(0.05, 1 / base), 1e-9);
    NEAR(gone.ceiling, 1 - pow(0.05, 1 / now), 1e-9);
    assert_true(isnan(row_of(w.d, "stays").ceiling));
    assert_int_equal(row_of(w.d, "stays").change, CORR_SAME);
    assert_string_equal(corr_diff_at(w.d, 0).name, "fresh");
    assert_string_equal(corr_diff_at(w.d, 1).name, "gone");
    NEAR(corr_diff_rest(w.d), 0, 1e-9);
    assert_int_equal(count_unowned(w.d), 2);
    clear(&w);
}

/* Its own code is gone; what it calls is there. */
static void put_hollow(FILE *f, int i)
{
    put(f, i < 3 ? 500 + i : 0, "main;price");
    put(f, 1500 + i % 3, "main;price;tax");
    put(f, 5000 + i % 3, "main;other");
}

static void a_function_that_still_calls_is_not_gone(void **state)
{
    world w = compare(put_hollow);
    const corr_diff_row price = row_of(w.d, "price");

    (void)state;
    NEAR(price.value[1], 0, 0);
    assert_int_equal(price.change, CORR_SHRANK);
    /* by what it answers for: itself, and what it calls */
    NEAR(price.region[0], 4503 + 1503, 1e-9);
    NEAR(price.region[1], 4503, 1e-9);
    NEAR(price.with.ratio.value, 4503. / 6006, 1e-9);
    assert_true(price.with.ratio.lo > 0.6 &&
                price.with.ratio.lo < price.with.ratio.value);
    assert_true(price.with.ratio.hi < 0.9 &&
                price.with.ratio.hi > price.with.ratio.value);
    assert_true(price.with.q < 0.01);
    assert_string_equal(price.with.mark, "**");
    clear(&w);
}

/* The same where what it calls has a change of its own, and a function that
 * came with all that it calls. */
static void put_hollow_above_a_change(FILE *f, int i)
{
    put(f, i < 3 ? 500 + i : 0, "main;price");
    put(f, (i < 3 ? 1500 : 4500) + i % 3, "main;price;tax");
    put(f, 5000 + i % 3, "main;other");
    put(f, i < 3 ? 0 : 700 + i, "main;rules;a");
    put(f, i < 3 ? 0 : 800 + i, "main;rules;b");
}

static void what_came_and_went_is_in_no_stack_of_the_other_side(void **state)
{
    world w = compare(put_hollow_above_a_change);

    (void)state;
    NEAR(row_of(w.d, "price").region[1], 0, 0);
    assert_int_equal(row_of(w.d, "price").change, CORR_SHRANK);
    assert_int_equal(row_of(w.d, "tax").change, CORR_GREW);
    /* one row for all that came */
    const corr_diff_row rules = row_of(w.d, "rules");
    assert_int_equal(rules.change, CORR_NEW);
    NEAR(rules.region[0], 0, 0);
    NEAR(rules.region[1], 703 + 704 + 705 + 803 + 804 + 805, 1e-9);
    assert_true(isnan(rules.with.ratio.value));
    NEAR(row_of(w.d, "a").owned, 0, 0);
    NEAR(row_of(w.d, "b").owned, 0, 0);
    clear(&w);
}

/* A helper that old and new code calls, and a callee that the compiler inlined
 * into its caller in most of the samples. */
static void put_helper_and_inlined(FILE *f, int i)
{
    const bool now = i >= 3;

    put(f, now ? 964 + i : 5, "main;handle;format");
    put(f, now ? 9 : 336 + i, "main;handle;format;busy");
    put(f, 2000 + i, "main;handle;other");
    put(f, 800 + i, "main;tick;mix");
    put(f, now ? 5 : 0, "main;handle;conflict");
    put(f, now ? 900 + i : 0, "main;handle;conflict;mix");
}

static void a_helper_keeps_apart_what_one_side_has(void **state)
{
    world w = compare(put_helper_and_inlined);
    const corr_diff_row conflict = row_of(w.d, "conflict");

    (void)state;
    assert_int_equal(conflict.change, CORR_NEW);
    NEAR(conflict.region[0], 0, 0);
    NEAR(conflict.region[1], 15 + 903 + 904 + 905, 1e-9);
    assert_true(isnan(conflict.with.ratio.value));
    NEAR(row_of(w.d, "mix").owned, 0, 0);
    NEAR(row_of(w.d, "mix").region[0], 800 + 801 + 802, 1e-9);
    assert_false(row_of(w.d, "mix").spread);
    clear(&w);
}

static void
a_callee_that_was_inlined_in_part_is_told_with_its_caller(void **state)
{
    world w = compare(put_helper_and_inlined);
    const corr_diff_row format = row_of(w.d, "format");

    (void)state;
    assert_int_equal(format.change, CORR_GREW);
    assert_string_equal(format.inlined, "busy");
    NEAR(format.region[0], 15 + 336 + 337 + 338, 1e-9);
    NEAR(format.region[1], 967 + 968 + 969 + 27, 1e-9);
    NEAR(row_of(w.d, "busy").owned, 0, 0);
    assert_false(row_of(w.d, "busy").spread);
    clear(&w);
}

/* One of two callers of a function costs more. */
static void put_in_one_caller(FILE *f, int i)
{
    put(f, 5000 + i, "main;other");
    put(f, 2000 + i % 3, "main;cart;mix");
    put(f, (i < 3 ? 1000 : 3000) + i, "main;rules;mix");
}

static void a_change_under_one_caller_is_told_with_the_caller(void **state)
{
    world w = compare(put_in_one_caller);
    const corr_diff_row mix = row_of(w.d, "mix");

    (void)state;
    assert_int_equal(mix.change, CORR_GREW);
    assert_string_equal(mix.caller, "rules");
    NEAR(mix.region[0], 1000 + 1001 + 1002, 1e-9);
    NEAR(mix.region[1], 3003 + 3004 + 3005, 1e-9);
    NEAR(mix.value[0], mix.region[0] + 6003, 1e-9);
    clear(&w);
}

/* A function that was renamed with all it calls.  Under one of its callers it is
 * called less than before. */
static void put_renamed_everywhere(FILE *f, int i)
{
    const bool now = i >= 3;

    put(f, 900, now ? "main;cart;young" : "main;cart;old");
    put(f, now ? 150 : 900, now ? "main;quote;young" : "main;quote;old");
    put(f, 3000 + i % 3, "main;other");
}

static void
a_function_renamed_under_one_caller_is_renamed_under_all(void **state)
{
    world w = compare(put_renamed_everywhere);

    (void)state;
    assert_string_equal(row_of(w.d, "young").renamed_from, "old");
    for (uint32_t i = 0; i < corr_diff_size(w.d); i++) {
        const corr_diff_row r = corr_diff_at(w.d, i);
        assert_true(r.change != CORR_NEW && r.change != CORR_GONE);
        assert_string_not_equal(r.name, "old");
    }
    clear(&w);
}

/* ---- who called ---------------------------------------------------------- */

static void put_library(FILE *f, int i)
{
    put(f, (i < 3 ? 500 : 600) + i,
        "com.shop.Main.main;com.shop.Cart.add;java.util.Map.get");
    put(f, (i < 3 ? 500 : 2500) + i,
        "com.shop.Main.main;com.shop.Tax.rate;java.util.Map.get");
    put(f, 5000 + i % 3, "com.shop.Main.main;java.util.List.add");
    put(f, (i < 3 ? 500 : 1500) + i, "com.shop.Main.main;com.shop.Log.say");
}

static void
of_a_library_the_caller_with_most_of_the_change_is_told(void **state)
{
    world w = compare(put_library);

    (void)state;
    assert_int_equal(row_of(w.d, "java.util.Map.get").change, CORR_GREW);
    assert_string_equal(row_of(w.d, "java.util.Map.get").caller,
                        "com.shop.Tax.rate");
    assert_null(row_of(w.d, "java.util.List.add").caller); /* no change */
    assert_null(row_of(w.d, "com.shop.Log.say").caller);   /* says it itself */
    clear(&w);
}

static void put_prefixed(FILE *f, int i)
{
    put(f, (i < 3 ? 500 : 900) + i, "main;shop.tax;all.round;util.add");
    put(f, (i < 3 ? 500 : 700) + i, "main;shop.tax;all.round");
    put(f, 5000 + i % 3, "main;shop.log;util.add");
}

static void code_that_is_not_the_applications_hands_its_change_up(void **state)
{
    world w = compare_by(put_prefixed, &of_shop);

    (void)state;
    NEAR(row_of(w.d, "shop.tax").owned, 1209 + 609, 1e-9);
    assert_int_equal(row_of(w.d, "shop.tax").change, CORR_GREW);
    NEAR(row_of(w.d, "all.round").owned, 0, 0);
    NEAR(row_of(w.d, "util.add").owned, 0, 0);
    clear(&w);
    w = compare_by(put_prefixed, &of_util);
    NEAR(row_of(w.d, "util.add").owned, 1209, 1e-9);
    /* no caller is the application's */
    NEAR(row_of(w.d, "all.round").owned, 609, 1e-9);
    clear(&w);
}

/* ---- changes without a row ----------------------------------------------- */

static void put_everywhere(FILE *f, int i)
{
    char stack[64];

    put(f, 100 + i, "com.shop.Main.main");
    for (int k = 0; k < 40; k++) {
        snprintf(stack, sizeof stack, "com.shop.Main.main;com.shop.C%d.run", k);
        put(f, 200, stack);
        snprintf(stack, sizeof stack,
                 "com.shop.Main.main;com.shop.C%d.run;com.shop.Text.trim", k);
        put(f, (i < 3 ? 10 : 20) + k % 2, stack);
        memcpy(strstr(stack, ";com.shop.Text"), ";java.util.Map.get", 19);
        put(f, (i < 3 ? 30 : 20) + k % 2, stack);
    }
}

static void
what_is_called_from_everywhere_changed_and_no_row_tells(void **state)
{
    world w = compare_by(put_everywhere, &as_usual);
    const corr_diff_row trim = row_of(w.d, "com.shop.Text.trim");

    (void)state;
    assert_int_equal(trim.change, CORR_GREW);
    NEAR(trim.owned, 0, 0);
    assert_true(trim.spread);
    assert_true(row_of(w.d, "java.util.Map.get").spread);
    assert_false(row_of(w.d, "com.shop.C7.run").spread); /* as before */
    clear(&w);
    w = compare_by(put_library, &as_usual); /* a caller has a row */
    assert_int_equal(row_of(w.d, "java.util.Map.get").change, CORR_GREW);
    assert_false(row_of(w.d, "java.util.Map.get").spread);
    clear(&w);
}

/* ---- samples ------------------------------------------------------------- */

/* Samples of unequal weight: fewer effective ones. */
static void put_unequal(FILE *f, int i)
{
    fprintf(f, "kind cpu ns 10\n");
    for (int k = 0; k < 100; k++)
        fprintf(f, "%d 1 main;uneven\n", k % 2 ? 30 : 10);
    fprintf(f, "%d 1000 main;even\n", 10000 + i);
}

static void a_row_has_as_many_observations_as_its_samples_tell(void **state)
{
    world w = compare(put_unequal);

    (void)state;
    /* (20 n)^2 / (n (100 + 900) / 2) of the 300 */
    assert_int_equal(row_of(w.d, "uneven").obs[0], 240);
    assert_int_equal(row_of(w.d, "uneven").obs[1], 240);
    assert_int_equal(row_of(w.d, "even").obs[0], 3000);
    clear(&w);
}

/* ---- frames -------------------------------------------------------------- */

static void put_places(FILE *f, int i)
{
    put(f, 5000 + i % 3, "main;work!libwork.so@work.c:7");
    put(f, 700 + i % 3, "main");
}

static void a_row_says_where_its_code_is(void **state)
{
    world w = compare(put_places);
    const corr_frame_view v = corr_diff_frame(w.d, row_number(w.d, "work"));

    (void)state;
    assert_true(corr_str_is(v.module, "libwork.so"));
    assert_true(corr_str_is(v.file, "work.c"));
    clear(&w);
}

/* ---- the tree ------------------------------------------------------------ */

/* "depth name before now self self [owned change mark] [was]" a line. */
static const char *tree_of(const corr_diff *d)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_diff_nodes(d); i++) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%u %s %g %g %g %g",
                              v.depth, v.name, v.value[0], v.value[1],
                              v.self[0], v.self[1]);
        if (v.owned != 0 || v.change || v.mark[0])
            n += (size_t)snprintf(out + n, sizeof out - n, " %+g %s %s",
                                  v.owned, corr_change_name(v.change), v.mark);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s\n",
                              v.renamed_from ? " was " : "",
                              v.renamed_from ? v.renamed_from : "");
        assert_int_equal(corr_diff_node_at(d, v.parent).depth,
                         v.depth ? v.depth - 1 : 0);
        assert_true(v.end > i && v.end <= corr_diff_nodes(d));
        if (v.end < corr_diff_nodes(d))
            assert_true(corr_diff_node_at(d, v.end).depth <= v.depth);
    }
    return out;
}

static void put_renamed(FILE *f, int i)
{
    put(f, 300, "main;light");
    put(f, i < 3 ? 2000 + i : 3000 + i, "main;heavy");
    put(f, 500, i < 3 ? "main;heavy;was" : "main;heavy;is");
    put(f, 900, "main");
}

static void the_tree_says_what_each_node_answers_for(void **state)
{
    world w = compare(put_renamed);

    (void)state;
    assert_string_equal(tree_of(w.d),
                        "0  11103 14112 0 0\n"
                        "1 main 11103 14112 2700 2700\n"
                        "2 heavy 7503 10512 6003 9012 +3009 more **\n"
                        "3 is 1500 1500 1500 1500 was was\n"
                        "2 light 900 900 900 900\n");
    clear(&w);
}

/* Called from two places, of which one is left by most. */
static void put_shifted(FILE *f, int i)
{
    put(f, i < 3 ? 2000 + i : 600 + i, "left;work");
    put(f, i < 3 ? 2000 + i : 5000 + i, "right;work");
    put(f, 900, "main");
}

static void a_part_that_went_the_other_way_is_told_so(void **state)
{
    world w = compare(put_shifted);

    (void)state;
    assert_int_equal(row_of(w.d, "work").change, CORR_GREW);
    assert_string_equal(tree_of(w.d),
                        "0  14706 19524 0 0\n"
                        "1 right 6003 15012 0 0\n"
                        "2 work 6003 15012 6003 15012 +9009 more **\n"
                        "1 left 6003 1812 0 0\n"
                        "2 work 6003 1812 6003 1812 -4191 less **\n"
                        "1 main 2700 2700 2700 2700\n");
    assert_int_equal(diff_change_of_part(CORR_GONE, 1), CORR_UNCLEAR);
    assert_int_equal(diff_change_of_part(CORR_GONE, -1), CORR_GONE);
    assert_int_equal(diff_change_of_part(CORR_MOVED, -1), CORR_MOVED);
    clear(&w);
}

static void what_callers_disagree_on_is_two_rows(void **state)
{
    world w = compare(put_shifted);
    const corr_diff_row more = corr_diff_at(w.d, 0);
    const corr_diff_row less = corr_diff_at(w.d, 1);

    (void)state;
    assert_string_equal(more.name, "work");
    assert_string_equal(less.name, "work");
    assert_string_equal(more.caller, "right");
    assert_string_equal(less.caller, "left");
    assert_int_equal(more.twin, 2);
    assert_int_equal(less.twin, 1);
    assert_int_equal(less.change, CORR_SHRANK);
    /* each by its own numbers */
    NEAR(more.owned, 9009, 1e-9);
    NEAR(less.owned, -4191, 1e-9);
    NEAR(less.region[0], 6003, 1e-9);
    NEAR(less.region[1], 1812, 1e-9);
    NEAR(less.with.ratio.value, 1812. / 6003, 1e-9);
    assert_true(less.with.q < 0.01 && less.with.ratio.hi < 1);
    /* the self cost of the function is in one row only */
    assert_true(!more.second && less.second);
    NEAR(more.value[0] + less.value[0], 12006, 0);
    NEAR(more.delta + less.delta, 4818, 0);
    NEAR(corr_diff_rest(w.d), 0, 1e-9);
    assert_int_equal(count_unowned(w.d), 1);
    clear(&w);
}

/* A little goes the other way, and differs as much from file to file. */
static void put_little_against(FILE *f, int i)
{
    put(f, (i < 3 ? 2000 : 5000) + i, "right;work");
    put(f, i < 3 ? 300 + 220 * (i % 3) : 180 + 220 * (i % 3), "left;work");
    put(f, 3000 + i % 3, "main");
}

static void
a_little_that_may_be_chance_is_told_with_what_it_is_against(void **state)
{
    world w = compare(put_little_against);
    const corr_diff_row work = row_of(w.d, "work");

    (void)state;
    assert_int_equal(work.twin, 0);
    assert_int_equal(work.change, CORR_GREW);
    NEAR(work.owned, 9009 - 360, 1e-9);
    NEAR(work.region[0], 6003 + 1560, 1e-9);
    assert_non_null(strstr(tree_of(w.d), "-360 same **"));
    clear(&w);
}

/* One caller went, another came, and the function costs more in all. */
static void put_elsewhere(FILE *f, int i)
{
    put(f, i < 3 ? 2000 + i : 0, "left;work");
    put(f, i < 3 ? 0 : 5000 + i, "right;work");
    put(f, 3000 + i % 3, "left");
    put(f, 3000 + i % 3, "right");
}

static void what_went_and_came_is_told_by_what_is_left_of_it(void **state)
{
    world w = compare(put_elsewhere);
    const corr_diff_row work = row_of(w.d, "work");

    (void)state;
    assert_int_equal(work.twin, 0);
    assert_int_equal(work.change, CORR_GREW);
    NEAR(work.owned, 15012 - 6003, 1e-9);
    clear(&w);
}

/* As much more from one place as less from another, each behind the same
 * function of a library. */
static void put_exchanged(FILE *f, int i)
{
    const int k = i % 3;

    put(f, (i < 3 ? 1000 : 2000) + k,
        "com.shop.Main.main;com.shop.A.run;java.util.List.each;com.shop.H."
        "hash");
    put(f, (i < 3 ? 2000 : 1000) + k,
        "com.shop.Main.main;com.shop.B.run;java.util.List.each;com.shop.H."
        "hash");
    put(f, 3000 + k, "com.shop.Main.main");
}

static void
what_one_caller_costs_more_and_another_less_is_not_nothing(void **state)
{
    world w = compare(put_exchanged);
    double sum = 0;

    (void)state;
    NEAR(row_of(w.d, "com.shop.H.hash").delta, 0, 0);
    assert_true(corr_diff_facts_of(w.d).found);
    for (uint32_t i = 0; i < 2; i++) {
        const corr_diff_row r = corr_diff_at(w.d, i);
        assert_string_equal(r.name, "com.shop.H.hash");
        assert_int_equal(r.change, r.owned > 0 ? CORR_GREW : CORR_SHRANK);
        assert_string_equal(r.caller,
                            r.owned > 0 ? "com.shop.A.run" : "com.shop.B.run");
        NEAR(fabs(r.owned), 3000, 1e-9);
        assert_int_equal(r.second, i == 1);
        sum += r.owned;
    }
    NEAR(sum, 0, 1e-9);
    clear(&w);
}

/* Dearer for all of its callers, but what it answers for, below one of them,
 * differs as much from file to file. */
static void put_dearer_for_all(FILE *f, int i)
{
    static const int noisy[] = { 60, 100, 140, 130, 100, 160 };
    static const char *const callers[] = { "b", "c", "d", "e", "g" };

    put(f, 5000 + i % 3, "main;other");
    put(f, noisy[i], "main;a;f");
    for (size_t k = 0; k < sizeof callers / sizeof *callers; k++)
        fprintf(f, "%d %d main;%s;f\n", i < 3 ? 30 : 45, i < 3 ? 30 : 45,
                callers[k]);
}

static void a_row_is_judged_by_what_it_tells(void **state)
{
    world w = compare(put_dearer_for_all);
    const corr_diff_row f = row_of(w.d, "f");

    (void)state;
    NEAR(f.owned, 90, 1e-9);
    NEAR(f.region[0], 300, 1e-9);
    assert_true(f.with.ratio.lo < 1);
    assert_string_equal(f.with.mark, "~");
    assert_int_equal(f.change, CORR_UNCLEAR);
    /* its whole change is beside the rows */
    NEAR(f.delta, 315, 1e-9);
    assert_true(f.self.q < CORR_FDR && f.self.ratio.lo > 1);
    assert_true(f.spread);
    assert_true(corr_diff_facts_of(w.d).found);
    clear(&w);
}

/* A million to one: still in the order of what they cost. */
static void put_nearly_gone(FILE *f, int i)
{
    put(f, i < 3 ? 80000000 : 40, "main;a");
    put(f, i < 3 ? 90000000 : 50, "main;b");
}

static void heavy_nodes_come_first_where_nearly_all_is_gone(void **state)
{
    world w = compare(put_nearly_gone);

    (void)state;
    assert_string_equal(corr_diff_node_at(w.d, 2).name, "b");
    assert_string_equal(corr_diff_node_at(w.d, 3).name, "a");
    clear(&w);
}

/* ---- memory -------------------------------------------------------------- */

static void a_comparison_without_memory_is_refused(void **state)
{
    world w = compare(put_library);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(corr_diff,
                          corr_diff_of(w.st, test_query, &total, &err),
                          corr_diff_free);
    clear(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_that_came_and_went_are_told),
        cmocka_unit_test(a_function_that_still_calls_is_not_gone),
        cmocka_unit_test(what_came_and_went_is_in_no_stack_of_the_other_side),
        cmocka_unit_test(a_helper_keeps_apart_what_one_side_has),
        cmocka_unit_test(
            a_callee_that_was_inlined_in_part_is_told_with_its_caller),
        cmocka_unit_test(a_change_under_one_caller_is_told_with_the_caller),
        cmocka_unit_test(
            a_function_renamed_under_one_caller_is_renamed_under_all),
        cmocka_unit_test(
            of_a_library_the_caller_with_most_of_the_change_is_told),
        cmocka_unit_test(code_that_is_not_the_applications_hands_its_change_up),
        cmocka_unit_test(
            what_is_called_from_everywhere_changed_and_no_row_tells),
        cmocka_unit_test(a_row_has_as_many_observations_as_its_samples_tell),
        cmocka_unit_test(a_row_says_where_its_code_is),
        cmocka_unit_test(the_tree_says_what_each_node_answers_for),
        cmocka_unit_test(a_part_that_went_the_other_way_is_told_so),
        cmocka_unit_test(what_callers_disagree_on_is_two_rows),
        cmocka_unit_test(
            a_little_that_may_be_chance_is_told_with_what_it_is_against),
        cmocka_unit_test(what_went_and_came_is_told_by_what_is_left_of_it),
        cmocka_unit_test(
            what_one_caller_costs_more_and_another_less_is_not_nothing),
        cmocka_unit_test(a_row_is_judged_by_what_it_tells),
        cmocka_unit_test(heavy_nodes_come_first_where_nearly_all_is_gone),
        cmocka_unit_test(a_comparison_without_memory_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
