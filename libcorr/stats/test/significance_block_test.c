/* Tests of judge: clusters in blocks, as of several services. */
#include "test/test_judge.h"

enum { K = 8, ROWS = 3 };

/* Two services of four files a side.  Row 0 is of both, 1 of the first, 2 of
 * the second. */
static const uint32_t two[K] = { 0, 1, 0, 1, 0, 1, 0, 1 };
static const double base[ROWS * K] = {
    40, 400, 44, 390, 36, 410, 41, 402, /* both */
    20, 0,   26, 0,   14, 0,   21, 0,   /* the first */
    0,  150, 0,  158, 0,  143, 0,  151, /* the second */
};
static const double now[ROWS * K] = {
    44, 380, 40, 405, 36, 393, 43, 398, 46, 0,   38, 0,
    41, 0,   44, 0,   0,  145, 0,  152, 0,  160, 0,  149,
};

static significance_data in_blocks(uint32_t rows, uint32_t k)
{
    significance_data d = of_rows(rows, k, base, k, now);

    d.block[0] = d.block[1] = two;
    d.blocks = 2;
    return d;
}

/* Sum of (x - mean)^2 * n / (n - 1). */
static double spread(const double *x, int first, double *sum)
{
    double mean = 0, s = 0;

    for (int i = first; i < K; i += 2)
        mean += x[i] / 4;
    for (int i = first; i < K; i += 2)
        s += (x[i] - mean) * (x[i] - mean) * 4 / 3;
    *sum += 4 * mean;
    return s;
}

static void how_services_differ_is_no_noise(void **state)
{
    significance_data d = in_blocks(1, K);
    double sum[2] = { 0 }, seen[2];

    (void)state;
    const significance_row r = judge_row_alone(d, -1, 1);
    seen[0] = spread(base, 0, &sum[0]) + spread(base, 1, &sum[0]);
    seen[1] = spread(now, 0, &sum[1]) + spread(now, 1, &sum[1]);
    check_within(r.phi_hat, (seen[0] / sum[0] + seen[1] / sum[1]) / 2, 1e-9);
    check_within(r.df, 12, 0);
    check_within(r.x[0], sum[0], 1e-9);
    check_within(r.ratio, sum[1] / sum[0], 1e-9);
    assert_true(r.phi < 1.01);
    d.blocks = 0; /* all files are taken for the same */
    d.block[0] = d.block[1] = NULL;
    const significance_row mixed = judge_row_alone(d, -1, 1);
    assert_true(mixed.phi > 100);
    check_within(mixed.df, 14, 0);
}

static void a_row_is_judged_by_the_blocks_that_have_it(void **state)
{
    significance_row row[ROWS];
    double sum[2] = { 0 };
    const significance_data d = in_blocks(ROWS, K);

    (void)state;
    judge_rows(d, (significance_opts){ .alpha = 0, .widen = 1 }, row);
    const double seen[2] = { spread(base + K, 0, &sum[0]),
                             spread(now + K, 0, &sum[1]) };
    check_within(row[1].phi_hat, (seen[0] / sum[0] + seen[1] / sum[1]) / 2,
                 1e-9);
    check_within(row[1].mean, (sum[0] + sum[1]) / 8, 1e-9);
    check_within(row[0].mean, (row[0].x[0] + row[0].x[1]) / 16, 1e-9);
    assert_string_equal(row[1].mark, "**");
    assert_string_equal(row[2].mark, "~");
    assert_false(row[1].weak);
}

/* The second service has one file a side. */
static void where_noise_is_not_seen_a_row_is_weak(void **state)
{
    static const uint32_t block[5] = { 0, 0, 1, 0, 0 };
    static const double a[] = { 20, 26, 0, 14, 21, 0,  0,  90, 0,  0,
                                10, 12, 9, 11, 10, 10, 12, 60, 11, 10 };
    static const double b[] = { 46, 38, 0, 41, 44, 0,  0,  300, 0,  0,
                                20, 22, 9, 21, 20, 20, 22, 260, 21, 20 };
    significance_data d = of_rows(4, 5, a, 5, b);
    significance_row row[4];

    (void)state;
    d.block[0] = d.block[1] = block;
    d.blocks = 2;
    const significance_facts f = judge_rows(
        d, (significance_opts){ .alpha = 0, .bootstrap = true }, row);
    assert_string_equal(row[0].mark, "**");
    /* nothing of it is in a block that shows noise */
    assert_string_equal(row[1].mark, "w");
    assert_true(row[1].weak && isnan(row[1].q) && isnan(row[1].phi_hat));
    check_within(row[1].phi, 2, 0);
    /* a bootstrap would draw the same file again and again */
    assert_true(row[1].lo < row[1].ratio && row[1].hi > row[1].ratio);
    /* most of it is, or is not */
    assert_string_equal(row[2].mark, "**");
    assert_string_equal(row[3].mark, "w");
    check_within(row[3].phi, 2, 0);
    assert_int_equal(f.tested, 2);
    assert_false(f.one_each);
    check_within(f.df, 10, 0);

    static const uint32_t each[2] = { 0, 1 };
    d = of_rows(1, 2, a, 2, b);
    d.block[0] = d.block[1] = each;
    d.blocks = 2;
    assert_true(judge_rows(d, (significance_opts){ .alpha = 0 }, row).one_each);
    assert_string_equal(row[0].mark, "w");
}

static void a_resample_draws_as_many_of_each_block(void **state)
{
    /* nothing varies within a block */
    static const double a[] = { 10, 90, 10, 90, 10, 90, 10, 90 };
    static const double b[] = { 20, 90, 20, 90, 20, 90, 20, 90 };
    significance_data d = of_rows(1, K, a, K, b);
    significance_row r;

    (void)state;
    d.block[0] = d.block[1] = two;
    d.blocks = 2;
    judge_rows(
        d, (significance_opts){ .alpha = 0, .bootstrap = true, .rounds = 200 },
        &r);
    check_within(r.lo, 1.1, 1e-12);
    check_within(r.hi, 1.1, 1e-12);
}

/* Eight files of each of two services, which agree with themselves. */
static void a_baseline_is_split_block_by_block(void **state)
{
    enum { MANY = 16, LINES = 40 };
    static double x[LINES * MANY], e[MANY];
    uint32_t block[MANY];
    significance_row row[LINES];
    uint64_t seed = 4;

    (void)state;
    for (uint32_t c = 0; c < MANY; c++) {
        e[c] = 10;
        block[c] = c % 2;
        for (uint32_t i = 0; i < LINES; i++)
            x[i * MANY + c] = poisson(c % 2 ? 400 : 40, &seed);
    }
    significance_data d = {
        .n = LINES, .k = { MANY, MANY }, .exposure = { e, e }, .x = { x, x }
    };
    d.block[0] = d.block[1] = block;
    d.blocks = 2;
    check_within(judge_rows(d, (significance_opts){ .alpha = 0 }, row).widen, 1,
                 0);
    for (uint32_t i = 0; i < LINES; i++) /* files of the first do not agree */
        for (uint32_t c = 0; c < MANY; c += 2)
            x[i * MANY + c] = poisson(400 * lognormal(.3, &seed), &seed);
    assert_true(judge_rows(d, (significance_opts){ .alpha = 0 }, row).widen >
                1.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_services_differ_is_no_noise),
        cmocka_unit_test(a_row_is_judged_by_the_blocks_that_have_it),
        cmocka_unit_test(where_noise_is_not_seen_a_row_is_weak),
        cmocka_unit_test(a_resample_draws_as_many_of_each_block),
        cmocka_unit_test(a_baseline_is_split_block_by_block),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
