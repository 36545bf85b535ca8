/* Tests of the facts of a whole comparison. */
#include "frames/canon.h"
#include "test/test_compared.h"
#include "test/test_shop.h"

static corr_diff *compare(corr_store **st, const char *base, const char *now)
{
    *st = pair(base, now);
    return compared(*st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
}

static void rows_are_of_functions_files_lines_or_modules(void **state)
{
    static const char text[] = "300 300 main!a.so@a.c:3;work!b.so@b.c:7\n"
                               "300 300 main!a.so@a.c:3;more!b.so@b.c:9\n";
    static const struct {
        corr_by by;
        const char *name;
        uint32_t rows;
    } each[] = { { CORR_BY_FUNCTION, "work", 2 },
                 { CORR_BY_FILE, "b.c", 1 },
                 { CORR_BY_MODULE, "b.so", 1 } };
    corr_store *st = pair(text, text);
    corr_err err = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_diff *d = compared(st, &(corr_diff_opts){ .by = each[i].by });
        assert_int_equal(corr_diff_size(d), each[i].rows);
        NEAR(row_of(d, each[i].name).delta, 0, 0);
        corr_diff_free(d);
    }
    assert_null(corr_diff_of(st, test_query,
                             &(corr_diff_opts){ .by = CORR_BY_THREAD }, &err));
    assert_string_equal(err.what,
                        "a diff is by function, file, line or module");
    corr_store_free(st);
}

/* ---- names that were made alike ------------------------------------------ */

static void each_rule_that_made_names_alike_is_listed(void **state)
{
    static const char text[] = "300 300 m;0x7f1234567890\n"
                               "300 300 m;x.A$$Lambda$14/0x0008.apply\n"
                               "300 300 m;x.B$$Lambda$15/0x0008.apply\n";
    static const struct {
        canon_rule rule;
        uint32_t names;
    } want[] = { { CANON_ADDR, 1 }, { CANON_JLAMBDA, 2 } };
    const char *key, *words;
    corr_store *st;
    corr_diff *d = compare(&st, text, text);

    (void)state;
    assert_int_equal(corr_diff_facts_of(d).nrules, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(corr_diff_rule(d, i, &key, &words), want[i].names);
        assert_string_equal(key, canon_rule_name(want[i].rule));
        assert_string_equal(words, i ? "lambdas" : "address");
    }
    assert_int_equal(corr_diff_rule(d, 2, &key, &words), 0);
    assert_string_equal(key, "");
    assert_string_equal(words, "");
    corr_diff_free(d);
    corr_store_free(st);
}

static void what_a_package_has_is_no_clone_of_it(void **state)
{
    static const char *const of_go = "300 300 main.main;main.cold\n"
                                     "300 300 main.main\n";
    static const char *const of_c = "300 300 main;main.cold\n"
                                    "300 300 main;main.part.0\n";
    static const char *const file = "300 300 main;main.cold!@cold.go:3\n";
    corr_store *st;
    corr_diff *d = compare(&st, of_go, of_go);

    (void)state;
    assert_int_equal(corr_diff_facts_of(d).nrules, 0);
    row_of(d, "main.cold");
    corr_diff_free(d);
    corr_store_free(st);
    d = compare(&st, of_c, of_c);
    assert_int_equal(corr_diff_facts_of(d).nrules, 1);
    row_of(d, "main");
    corr_diff_free(d);
    corr_store_free(st);
    d = compare(&st, file, file);
    assert_int_equal(corr_diff_facts_of(d).nrules, 0);
    row_of(d, "main.cold");
    corr_diff_free(d);
    corr_store_free(st);
}

static void what_is_no_way_to_divide_has_no_name(void **state)
{
    (void)state;
    assert_string_equal(corr_per_name(CORR_PER_COUNT), "");
    assert_string_equal(corr_also_name(CORR_ALSO_COUNT), "");
}

/* ---- periods ------------------------------------------------------------- */

static void
periods_differ_where_both_are_known_and_one_is_twice_the_other(void **state)
{
    static const struct {
        int period[2];
        bool differ;
    } each[] = { { { 0, 5 }, false },   { { 5, 0 }, false },
                 { { 10, 20 }, false }, { { 10, 21 }, true },
                 { { 20, 10 }, false }, { { 21, 10 }, true } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        char text[2][64];
        corr_store *st;
        for (int w = 0; w < 2; w++)
            snprintf(text[w], sizeof text[w], "kind cpu ns %d\n9000 900 f\n",
                     each[i].period[w]);
        corr_diff *d = compare(&st, text[0], text[1]);
        assert_int_equal(corr_remark_find(corr_diff_facts_of(d).remarks,
                                          "PERIODS_DIFFER") != NULL,
                         each[i].differ);
        corr_diff_free(d);
        corr_store_free(st);
    }
}

/* ---- requests ------------------------------------------------------------ */

static void requests_of_one_operation_are_called_by_its_name(void **state)
{
    static const char *const second[] = { "pay", "list" };
    static const char *const what[] = { "pay", "" };

    (void)state;
    for (int i = 0; i < 2; i++) {
        test_text base, now, both;
        FILE *f = test_begin(&both);
        put_requests(f, "a", "pay", 150, 0, 10000);
        put_requests(f, "a", second[i], 150, 20000, 30000);
        put_profile(test_begin(&base), "a", 0, 10000);
        put_samples(base.f, "main", 200, 0, 10000);
        put_profile(test_begin(&now), "a", 20000, 30000);
        put_samples(now.f, "main", 200, 20000, 30000);
        char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
        const test_file file[] = { { TEST_BASE, "base", text[0] },
                                   { TEST_NEW, "new", text[1] },
                                   { TEST_BOTH, "traces", text[2] } };
        corr_store *st = test_sides(file, 3);
        corr_diff *d = compared(st, NULL);
        assert_int_equal(corr_diff_facts_of(d).per, CORR_PER_REQUEST);
        assert_true(corr_str_is(corr_diff_facts_of(d).per_what, what[i]));
        corr_diff_free(d);
        corr_store_free(st);
        for (int k = 0; k < 3; k++)
            free(text[k]);
    }
}

/* ---- what could have been seen ------------------------------------------- */

/* So many files, of 1200 samples together. */
static uint32_t put_files(test_file *file, unsigned group, uint32_t n)
{
    static char name[2][16][24], text[2][16][64];
    const unsigned w = group - 1;

    for (uint32_t i = 0; i < n; i++) {
        snprintf(name[w][i], sizeof name[w][i], "%u%u", group, i);
        snprintf(text[w][i], sizeof text[w][i], "window %u %u\n%u %u m;f\n",
                 i * 10, i * 10 + 5, 1200 / n, 1200 / n);
        file[i] = (test_file){ group, name[w][i], text[w][i] };
    }
    return n;
}

static double least_ratio(uint32_t base, uint32_t now)
{
    test_file file[32];
    uint32_t n = put_files(file, TEST_BASE, base);

    n += put_files(file + n, TEST_NEW, now);
    corr_store *st = test_sides(file, n);
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_facts f = corr_diff_facts_of(d);
    assert_true(f.least_ratio > 1 && f.at_share > 0);
    corr_diff_free(d);
    corr_store_free(st);
    return f.least_ratio;
}

static void files_of_either_side_tell_as_much(void **state)
{
    (void)state;
    NEAR(least_ratio(3, 12), least_ratio(12, 3), 1e-9);
}

/* For the smallest function of which a doubling can be seen. */
static void the_more_is_sampled_the_smaller_a_function_can_be_seen(void **state)
{
    static const struct {
        int samples;
        double at_share;
    } each[] = { { 1000000, 0.01 }, { 3000, 0.05 }, { 800, 0.10 } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        char text[2][64];
        corr_store *st;
        for (int w = 0; w < 2; w++)
            snprintf(text[w], sizeof text[w], "%d %d m;f\n", each[i].samples,
                     each[i].samples);
        corr_diff *d = compare(&st, text[0], text[1]);
        const corr_diff_facts f = corr_diff_facts_of(d);
        NEAR(f.at_share, each[i].at_share, 1e-12);
        assert_true(f.least_ratio > 1 && f.least_ratio <= 2);
        corr_diff_free(d);
        corr_store_free(st);
    }
}

/* However much is sampled. */
static void what_is_too_small_for_a_row_is_not_seen(void **state)
{
    test_file file[] = { { TEST_BASE, "a", "1000000 1000000 m;f\n" },
                         { TEST_NEW, "b", "1000000 1000000 m;f\n" } };
    corr_store *st = test_sides(file, sizeof file / sizeof *file);
    const struct {
        double min_abs, min_rel, least;
    } each[] = {
        { 0, 0, 1.5 }, { .002, 0, 1.2 }, { .0002, 0, 1.1 }, { .0002, .3, 1.3 }
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_diff *d =
            compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL,
                                            .min_abs = each[i].min_abs,
                                            .min_rel = each[i].min_rel });
        NEAR(corr_diff_facts_of(d).least_ratio, each[i].least, 1e-12);
        corr_diff_free(d);
    }
    corr_store_free(st);
}

/* few: whether too few are there to be drawn. */
static corr_diff_facts facts_of_files(uint32_t each, bool bootstrap, bool few)
{
    test_file file[32];
    uint32_t n = put_files(file, TEST_BASE, 12);

    n += put_files(file + n, TEST_NEW, each);
    corr_store *st = test_sides(file, n);
    corr_diff *d = compared(
        st, &(corr_diff_opts){ .per = CORR_PER_TOTAL, .bootstrap = bootstrap });
    const corr_diff_facts f = corr_diff_facts_of(d);
    assert_int_equal(corr_remark_find(f.remarks, "FEW_TO_DRAW") != NULL, few);
    corr_diff_free(d);
    corr_store_free(st);
    return f;
}

static void files_are_drawn_again_where_there_are_enough(void **state)
{
    corr_diff_facts f = facts_of_files(12, true, false);

    (void)state;
    assert_int_equal(f.resamples, 2000);
    assert_true(f.seed > 1);
    f = facts_of_files(11, true, true);
    assert_int_equal(f.resamples, 0);
    f = facts_of_files(12, false, false);
    assert_int_equal(f.resamples, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_of_functions_files_lines_or_modules),
        cmocka_unit_test(each_rule_that_made_names_alike_is_listed),
        cmocka_unit_test(what_a_package_has_is_no_clone_of_it),
        cmocka_unit_test(what_is_no_way_to_divide_has_no_name),
        cmocka_unit_test(
            periods_differ_where_both_are_known_and_one_is_twice_the_other),
        cmocka_unit_test(requests_of_one_operation_are_called_by_its_name),
        cmocka_unit_test(files_of_either_side_tell_as_much),
        cmocka_unit_test(
            the_more_is_sampled_the_smaller_a_function_can_be_seen),
        cmocka_unit_test(what_is_too_small_for_a_row_is_not_seen),
        cmocka_unit_test(files_are_drawn_again_where_there_are_enough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
