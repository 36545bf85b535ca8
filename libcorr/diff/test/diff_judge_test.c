/* Which changes are real: windows of a start, and how many functions were
 * looked at. */
#include "diff/diff.h"
#include "test/test_compared.h"

/* ---- windows of a start -------------------------------------------------- */

static void what_a_start_has_above_the_rest_is_put_on_all(void **state)
{
    double exposure[] = { 5, 10, 10, 20 };
    bool starting[] = { true, true, false, false };
    uint32_t block[4] = { 0 };
    const side d = {
        .k = 4, .exposure = exposure, .block = block, .starting = starting
    };
    double x[] = { 90, 60, 25, 65 };

    (void)state;
    /* the usual is 3 a second: 15 and 30 for the first two; 105 are left for
     * 45 seconds */
    diff_level_starts(&d, 1, x);
    NEAR(x[0], 15 + 105 * 5 / 45., 1e-9);
    NEAR(x[1], 30 + 105 * 10 / 45., 1e-9);
    NEAR(x[2], 25 + 105 * 10 / 45., 1e-9);
    NEAR(x[3], 65 + 105 * 20 / 45., 1e-9);
}

static void
windows_stay_as_they_are_where_none_or_all_are_of_a_start(void **state)
{
    static const double was[] = { 90, 60, 0 };
    double exposure[] = { 10, 10, 0 };
    bool starting[] = { false, false, false };
    uint32_t block[3] = { 0 };
    const side d = {
        .k = 3, .exposure = exposure, .block = block, .starting = starting
    };
    double x[] = { 90, 60, 0 };

    (void)state;
    diff_level_starts(&d, 1, x);
    assert_memory_equal(x, was, sizeof x);
    starting[0] = starting[1] = true; /* the other one saw nothing */
    diff_level_starts(&d, 1, x);
    assert_memory_equal(x, was, sizeof x);
}

/* ---- false discoveries --------------------------------------------------- */

enum { MANY = 12 };

/* Functions side by side, of which the first of all names has changed, and
 * one that is hardly ever seen. */
static void put_many(FILE *f, int i)
{
    fprintf(f, "kind cpu count 0\n");
    for (int k = 0; k < MANY; k++) {
        const int n = 300 + (i * 7 + k * 5) % 23 + (k == 0 && i > 2 ? 60 : 0);
        fprintf(f, "%d %d main;%c%d\n", n, n, 'a' + k, k);
    }
    if (i % 3 == 0)
        fprintf(f, "5 5 main;seldom\n");
}

/* A function answers for itself alone here: judged by that, and among all
 * functions, it is what it is judged by its own samples. */
static void
what_answers_is_one_of_all_functions_that_were_looked_at(void **state)
{
    test_file file[6];

    (void)state;
    test_six(file, put_many);
    corr_store *st = test_sides(file, 6);
    corr_diff *d = compared(
        st, &(corr_diff_opts){ .per = CORR_PER_TOTAL, .leaves = true });
    assert_int_equal(corr_diff_facts_of(d).tested, MANY);
    const corr_diff_row a = corr_diff_at(d, 0);
    assert_string_equal(a.name, "a0");
    assert_int_equal(a.change, CORR_GREW);
    assert_true(a.self.p > 0 && a.self.p < 0.01);
    NEAR(a.self.q / a.self.p, MANY, 1e-6);
    NEAR(a.with.q / a.self.q, 1, 1e-6);
    corr_diff_free(d);
    corr_store_free(st);
    test_free_six(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_start_has_above_the_rest_is_put_on_all),
        cmocka_unit_test(
            windows_stay_as_they_are_where_none_or_all_are_of_a_start),
        cmocka_unit_test(
            what_answers_is_one_of_all_functions_that_were_looked_at),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
