/* Tests of the other kinds beside a comparison, and of the clocks of
 * threads. */
#include "test/test_sides.h"

#include "corr_diff.h"
#include "test/test_memory.h"

/* A side of one file: CPU that does not change, and what else it has. */
typedef struct world {
    corr_store *st;
    corr_diff *d;
    corr_also *a;
} world;

static world compare(const test_file *file, size_t n, const corr_query q[2],
                     const corr_diff_opts *opts)
{
    corr_err err = { 0 };
    world w = { .st = test_sides(file, n) };

    w.d = corr_diff_of(w.st, q, opts, &err);
    if (!w.d)
        fail_msg("%s", err.what);
    w.a = corr_also_of(w.st, q, opts, w.d, &err);
    if (!w.a)
        fail_msg("%s", err.what);
    return w;
}

static void clear(world *w)
{
    corr_also_free(w->a);
    corr_diff_free(w->d);
    corr_store_free(w->st);
}

/* A file of which the CPU does not change. */
static void put_cpu(FILE *f, int i)
{
    fprintf(f,
            "window %d %d\nkind cpu ns 10000000\n"
            "3000000000 300 com.shop.Main.main;com.shop.Cart.add\n",
            i * 20000, i * 20000 + 10000);
}

/* Samples that are worth a kilobyte each. */
static void put_allocation(FILE *f, int i)
{
    const int n = (i < 3 ? 100 : 250) + i;

    put_cpu(f, i);
    fprintf(f, "kind alloc_bytes bytes 0\n");
    for (int k = 0; k < n; k++)
        fprintf(f, "1000 1 com.shop.Main.main;com.shop.Report.rows%s\n",
                k % 3 ? ";java.util.ArrayList.add" : "");
    for (int k = 0; k < 100; k++)
        fprintf(f, "1000 1 com.shop.Main.main;com.shop.Cart.add\n");
}

static void a_function_of_another_kind_is_told(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_allocation);
    world w = compare(file, 6, test_query, NULL);
    assert_true(corr_str_is(corr_diff_facts_of(w.d).kind, "cpu"));
    assert_false(corr_diff_facts_of(w.d).found);
    assert_int_equal(corr_also_size(w.a), 1);
    const corr_also_row r = corr_also_at(w.a, 0);
    assert_int_equal(r.what, CORR_ALSO_FUNCTION);
    assert_true(corr_str_is(r.kind, "alloc_bytes"));
    assert_int_equal(r.unit, CORR_BYTES);
    assert_int_equal(r.per, CORR_PER_SECOND);
    assert_string_equal(r.name, "com.shop.Report.rows");
    assert_int_equal(r.change, CORR_GREW);
    NEAR(r.value[0], 303 * 1000 / 30., 1e-6);
    NEAR(r.value[1], 762 * 1000 / 30., 1e-6);
    NEAR(r.delta, r.value[1] - r.value[0], 1e-6);
    NEAR(r.judged.ratio.value, 762. / 303, 1e-9);
    assert_string_equal(r.judged.mark, "**");
    clear(&w);
    test_free_six(file);
}

/* In no one place is it much. */
static void put_allocation_everywhere(FILE *f, int i)
{
    put_cpu(f, i);
    fprintf(f, "kind alloc_bytes bytes 0\n");
    for (int k = 0; k < 40 * (i < 3 ? 10 : 20) + i; k++)
        fprintf(f,
                "1000 1 com.shop.Main.main;com.shop.C%d.run;"
                "com.shop.Text.trim\n",
                k % 40);
    for (int k = 0; k < 40 * 200; k++)
        fprintf(f, "1000 1 com.shop.Main.main;com.shop.C%d.run\n", k % 40);
}

static void of_another_kind_what_no_row_tells_is_one(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_allocation_everywhere);
    world w = compare(file, 6, test_query, NULL);
    const corr_also_row r = corr_also_at(w.a, corr_also_size(w.a) - 1);
    assert_string_equal(r.name, "com.shop.Text.trim");
    assert_int_equal(r.change, CORR_GREW);
    NEAR(r.value[0], 1203 * 1000 / 30., 1e-6);
    NEAR(r.value[1], 2412 * 1000 / 30., 1e-6);
    NEAR(r.delta, r.value[1] - r.value[0], 1e-6);
    NEAR(r.judged.ratio.value, 2412. / 1203, 1e-9);
    assert_string_equal(r.judged.mark, "**");
    clear(&w);
    test_free_six(file);
}

static void where_a_kind_is_named_no_other_is_told(void **state)
{
    const corr_query q[2] = { { .group = TEST_BASE, .measure = "cpu" },
                              { .group = TEST_NEW, .measure = "cpu" } };
    test_file file[6];

    (void)state;
    test_six(file, put_allocation);
    world w = compare(file, 6, q, NULL);
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    test_free_six(file);
}

static void put_waits(FILE *f, int i)
{
    put_cpu(f, i);
    fprintf(f, "kind lock ns 0\n");
    for (int k = 0; k < (i < 3 ? 100 : 250) + i; k++)
        fprintf(f, "1000 1 com.shop.Main.main;com.shop.Stock.take\n"
                   "1000 1 java.lang.Thread.run;java.lang.Object.wait\n");
}

static void of_waits_only_those_of_the_application_are_told(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_waits);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 1);
    assert_string_equal(corr_also_at(w.a, 0).name, "com.shop.Stock.take");
    clear(&w);
    w = compare(file, 6, test_query, &(corr_diff_opts){ .app = "java." });
    assert_int_equal(corr_also_size(w.a), 1);
    assert_true(
        corr_str_starts(corr_str_of(corr_also_at(w.a, 0).name), "java.lang."));
    clear(&w);
    test_free_six(file);
}

/* ---- states ------------------------------------------------------------- */

static void put_heap(FILE *f, int i)
{
    put_cpu(f, i);
    fprintf(f, "kind live_bytes bytes 0 snapshot\n");
    for (int k = 0; k < (i < 3 ? 100 : 250) + i; k++)
        fprintf(f, "1000 1 com.shop.Main.main;com.shop.Cache.put\n");
}

static void a_state_is_compared_and_never_rated(void **state)
{
    test_file file[6];
    const corr_query q[2] = { { .group = TEST_BASE, .measure = "live_bytes" },
                              { .group = TEST_NEW, .measure = "live_bytes" } };

    (void)state;
    test_six(file, put_heap);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 1);
    const corr_also_row r = corr_also_at(w.a, 0);
    assert_int_equal(r.per, CORR_PER_TOTAL);
    assert_true(r.standing);
    NEAR(r.value[0], 101000, 1e-6); /* the mean of three files */
    NEAR(r.value[1], 254000, 1e-6);

    corr_diff *d = corr_diff_of(w.st, q, NULL, NULL);
    assert_non_null(d);
    assert_true(corr_diff_facts_of(d).standing);
    assert_int_equal(corr_diff_facts_of(d).per, CORR_PER_TOTAL);
    NEAR(corr_diff_facts_of(d).side[1].factor, 3, 0);
    corr_diff_free(d);
    corr_err err = { 0 };
    assert_null(corr_diff_of(
        w.st, q, &(corr_diff_opts){ .per = CORR_PER_SECOND }, &err));
    assert_string_equal(err.what, "--per second: live_bytes is what there was "
                                  "at one time, and no rate");
    clear(&w);
    test_free_six(file);
}

/* ---- threads ------------------------------------------------------------ */

/* Two pools, of which one uses more. */
static void put_clocks(FILE *f, int i)
{
    const int from = i * 20000;

    put_cpu(f, i);
    fprintf(f, "setting hwThreads 4\n");
    for (int t = 1; t <= 2; t++) {
        fprintf(f, "on report-pool-%d\nclock %d 0\nclock %d %d\n", t, from,
                from + 8000, i < 3 ? 10 : 25);
        fprintf(f, "on http-%d\nclock %d 0\nclock %d %d\n", t, from,
                from + 8000, 20 + i % 2);
        /* as idle as a thread can be, and beyond the profile */
        fprintf(f, "on later-%d\nclock %d 0\nclock %d 100\n", t, from + 12000,
                from + 18000);
    }
}

static void threads_are_told_by_their_own_clock(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_clocks);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 2);
    const corr_also_row all = corr_also_at(w.a, 0);
    const corr_also_row pool = corr_also_at(w.a, 1);
    assert_int_equal(pool.what, CORR_ALSO_THREAD);
    assert_string_equal(corr_also_name(pool.what), "thread");
    assert_string_equal(pool.name, "report-pool-#");
    assert_string_equal(all.name, "all threads");
    assert_int_equal(pool.change, CORR_GREW);
    /* 10 % of 4 hardware threads, twice, in the covered 8 of 10 s */
    NEAR(pool.value[0], 0.10 * 4 * 1e9 * 2, 1);
    NEAR(pool.value[1], 0.25 * 4 * 1e9 * 2, 1);
    NEAR(pool.judged.ratio.value, 2.5, 1e-6);
    assert_true(pool.judged.q < 0.05);
    clear(&w);

    /* some samples have no clock, and shares no time */
    const corr_query some[2] = {
        { .group = TEST_BASE, .focus = "Cart" },
        { .group = TEST_NEW, .focus = "Cart" },
    };
    w = compare(file, 6, some, NULL);
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    w = compare(file, 6, test_query,
                &(corr_diff_opts){ .per = CORR_PER_SHARE });
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    test_free_six(file);
}

/* Two threads, one inside of the profile and one that outlasts it: time that
 * both cover counts once. */
static void put_pieces(FILE *f, int i)
{
    const int from = i * 20000, told = i < 3 ? 6000 : 9000;

    put_cpu(f, i);
    fprintf(f, "setting hwThreads 4\n");
    for (int t = 0; t < 2; t++)
        fprintf(f, "on work-%d\nclock %d 0\nclock %d %d\nclock %d 100\n", t,
                from, from + told, i < 3 ? 10 : 25, from + 19000);
}

static void a_clock_counts_for_the_time_that_it_tells_of(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_pieces);
    world w = compare(file, 6, test_query, NULL);
    const corr_also_row r = corr_also_at(w.a, 0);
    NEAR(r.value[0], 0.10 * 4 * 1e9 * 2, 1);
    NEAR(r.value[1], 0.25 * 4 * 1e9 * 2, 1);
    clear(&w);
    test_free_six(file);
}

/* A pool doubles, and its clock was read twice within `ms`. */
static void put_told(FILE *f, int i, int ms)
{
    put_cpu(f, i);
    fprintf(f, "setting hwThreads 4\non work\nclock %d 0\nclock %d %d\n",
            i * 20000, i * 20000 + ms, i < 3 ? 20 : 40);
}

static void put_little(FILE *f, int i)
{
    put_told(f, i, i < 3 ? 4900 : 8000);
}

static void put_enough(FILE *f, int i)
{
    put_told(f, i, i < 3 ? 5100 : 8000);
}

static void
a_clock_that_tells_of_less_than_half_of_it_says_nothing(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_little);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    test_free_six(file);
    test_six(file, put_enough);
    w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 2);
    NEAR(corr_also_at(w.a, 0).value[0], 0.20 * 4 * 1e9, 1);
    NEAR(corr_also_at(w.a, 0).judged.ratio.value, 2, 1e-6);
    clear(&w);
    test_free_six(file);
}

/* Two requests before clocks are read, six while clocks cover the time. */
static void put_requests(FILE *f, int i)
{
    const int from = i * 20000;

    fprintf(f, "proc service.name shop host.name a\n");
    put_cpu(f, i);
    fprintf(f,
            "setting hwThreads 4\non work\nclock %d 0\nclock %d %d\n"
            "trace %d\n",
            from + 2000, from + 10000, i < 3 ? 12 : 24, i + 1);
    for (int k = 0; k < 8; k++)
        fprintf(f, "span %x 0 %d %d shop a 2 0 pay\n", 16 * (i + 1) + k,
                from + 1000 * (k + (k > 1)), from + 1000 * (k + (k > 1)) + 9);
}

static void put_counter(FILE *f, int i)
{
    const int from = i * 20000;

    fprintf(f, "proc service.name shop host.name a\n");
    put_cpu(f, i);
    fprintf(f,
            "setting hwThreads 4\non work\nclock %d 0\nclock %d %d\n"
            "metric http_requests_total counter job=shop,n=%d\n"
            "point %d 0\npoint %d 20\npoint %d 80\npoint %d 80\n",
            from + 2000, from + 10000, i < 3 ? 12 : 24, i, from, from + 2000,
            from + 10000, from + 15000);
}

/* Requests come faster or slower, and clocks cover those of their time. */
static void requests_that_came_while_no_clock_told_divide_nothing(void **state)
{
    static const struct {
        void (*put)(FILE *f, int i);
        double requests; /* that came in the time that clocks cover */
    } each[] = { { put_requests, 6 }, { put_counter, 60 } };
    const corr_diff_opts opts = { .per = CORR_PER_REQUEST };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        test_file file[6];
        test_six(file, each[i].put);
        world w = compare(file, 6, test_query, &opts);
        assert_int_equal(corr_also_size(w.a), 2);
        const corr_also_row r = corr_also_at(w.a, 1);
        NEAR(r.value[0], 0.12 * 4 * 8e9 / each[i].requests, 1);
        NEAR(r.value[1], 0.24 * 4 * 8e9 / each[i].requests, 1);
        clear(&w);
        test_free_six(file);
    }
}

/* A pool that is gone, one that is new, and one of which there is hardly
 * any. */
static void put_pools(FILE *f, int i)
{
    static const struct {
        const char *name;
        int percent[2];
    } pool[] = {
        { "old", { 20, -1 } },
        { "fresh", { -1, 30 } },
        { "http", { 40, 40 } },
    };
    const int from = i * 20000;

    put_cpu(f, i);
    fprintf(f, "setting hwThreads 4\n");
    for (size_t t = 0; t < sizeof pool / sizeof *pool; t++)
        if (pool[t].percent[i / 3] >= 0)
            fprintf(f, "on %s\nclock %d 0\nclock %d %d\n", pool[t].name, from,
                    from + 8000, pool[t].percent[i / 3] + i % 2);
}

static void threads_that_came_and_went_are_told(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_pools);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 3);
    const corr_also_row fresh = corr_also_at(w.a, 0);
    const corr_also_row old = corr_also_at(w.a, 1);
    const corr_also_row all = corr_also_at(w.a, 2);
    assert_string_equal(fresh.name, "fresh");
    assert_int_equal(fresh.change, CORR_NEW);
    assert_string_equal(old.name, "old");
    assert_int_equal(old.change, CORR_GONE);
    assert_string_equal(all.name, "all threads");
    assert_int_equal(all.change, CORR_GREW);
    clear(&w);
    /* clocks do not cover a part of one side */
    const corr_query part[2] = { { .group = TEST_BASE, .focus = "Cart" },
                                 { .group = TEST_NEW } };
    w = compare(file, 6, part, NULL);
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    test_free_six(file);
}

static void put_clocks_of_new(FILE *f, int i)
{
    if (i < 3)
        put_cpu(f, i);
    else
        put_pools(f, i);
}

static void clocks_of_one_side_compare_with_nothing(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_clocks_of_new);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 0);
    clear(&w);
    test_free_six(file);
}

/* ---- memory -------------------------------------------------------------- */

static void put_all(FILE *f, int i)
{
    put_allocation(f, i);
    put_pools(f, i);
}

static void what_stands_beside_is_refused_without_memory(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_all);
    world w = compare(file, 6, test_query, NULL);
    assert_int_equal(corr_also_size(w.a), 4);
    ASSERT_MEMORY_IS_TOLD(corr_also,
                          corr_also_of(w.st, test_query, NULL, w.d, &err),
                          corr_also_free);
    clear(&w);
    test_free_six(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_of_another_kind_is_told),
        cmocka_unit_test(of_another_kind_what_no_row_tells_is_one),
        cmocka_unit_test(where_a_kind_is_named_no_other_is_told),
        cmocka_unit_test(of_waits_only_those_of_the_application_are_told),
        cmocka_unit_test(a_state_is_compared_and_never_rated),
        cmocka_unit_test(threads_are_told_by_their_own_clock),
        cmocka_unit_test(a_clock_counts_for_the_time_that_it_tells_of),
        cmocka_unit_test(
            a_clock_that_tells_of_less_than_half_of_it_says_nothing),
        cmocka_unit_test(requests_that_came_while_no_clock_told_divide_nothing),
        cmocka_unit_test(threads_that_came_and_went_are_told),
        cmocka_unit_test(clocks_of_one_side_compare_with_nothing),
        cmocka_unit_test(what_stands_beside_is_refused_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
