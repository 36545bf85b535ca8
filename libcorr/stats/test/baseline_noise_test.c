/* Tests of judge_widen: the baseline against itself, compared with a second
 * way to work it out. */
#include "corr_sort.h"
#include "test/test_judge.h"

enum { ROWS = 60, MOST = 12 };

/* Rows of means 20 to 1000; files differ by a factor. */
static void baseline(double *x, uint32_t k, double cv, uint64_t *seed)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        const double mean = 20 * pow(50, uniform(seed));
        for (uint32_t c = 0; c < k; c++)
            x[i * k + c] = poisson(mean * lognormal(cv, seed), seed);
    }
}

/* How far a half of row i is from the other half, as significance_each has it; the
 * bits of `set` are the files of the one. */
static double one_split(const significance_data *d, uint32_t i, uint32_t set,
                        double alpha)
{
    const uint32_t k = d->k[0];
    double e[2][MOST];
    double x[2][MOST];
    uint32_t n[2] = { 0, 0 };

    for (uint32_t c = 0; c < k; c++) {
        const int half = (set >> c & 1) == 0;
        e[half][n[half]] = d->exposure[0][c];
        x[half][n[half]++] = d->x[0][i * k + c];
    }
    const significance_data halves = { .n = 1,
                                       .k = { n[0], n[1] },
                                       .exposure = { e[0], e[1] },
                                       .x = { x[0], x[1] },
                                       .shares = d->shares };
    const significance_row r = judge_row_alone(halves, alpha, 1);
    if (r.exact)
        return -stat_normal_quantile(r.p / 2) / STAT_Z95;
    return fabs(r.t) / stat_t_quantile(.975, k + 2);
}

/* Over all ways to split 8 files. */
static double every_split(const significance_data *d, double alpha,
                          size_t *exact)
{
    static double v[ROWS * 70];
    size_t n = 0;

    *exact = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        double all = 0;
        for (uint32_t c = 0; c < 8; c++)
            all += d->x[0][i * 8 + c];
        if (all < 20 || (d->tested && !d->tested[i]))
            continue;
        /* halves that hold file 7 are the others of those that do not */
        for (uint32_t set = 0; set < 128; set++) {
            uint32_t files = 0;
            double x = 0;
            for (uint32_t c = 0; c < 8; c++) {
                files += set >> c & 1;
                x += set >> c & 1 ? d->x[0][i * 8 + c] : 0;
            }
            if (files != 4)
                continue;
            *exact += x <= 0 || x >= all;
            v[n++] = one_split(d, i, set, alpha);
        }
    }
    qsort(v, n, sizeof *v, cmp_real);
    const size_t rank = (n * 95 + 99) / 100;
    return fmax(1, v[rank - 1]);
}

static void check_every_split(significance_data d)
{
    significance_row plain[ROWS];
    significance_row row[ROWS];
    size_t exact;

    const significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = 0 }, row);
    const double lambda = every_split(&d, f.alpha, &exact);
    assert_true(lambda > 1.12 && exact > 0);
    assert_true(f.splits == 0 && f.seed == 0); /* there are no more */
    /* found to a thousandth, rounded up */
    assert_true(f.widen >= lambda * (1 - 1e-9));
    assert_true(f.widen <= lambda * exp(1.001e-3));
    significance_facts g =
        judge_rows(d, (significance_opts){ .alpha = 0, .widen = 1 }, plain);
    check_within(g.widen, 1, 0);
    for (int i = 0; i < ROWS; i++) {
        if (plain[i].exact)
            continue;
        check_within(row[i].phi, plain[i].phi, 0);
        check_within(row[i].t * f.widen, plain[i].t, 1e-9);
        check_within(log(row[i].hi / row[i].ratio),
                     log(plain[i].hi / plain[i].ratio) * f.widen, 1e-9);
    }
}

static void all_splits_of_eight_files(void **state)
{
    static const double e[] = { 10, 11, 12, 13, 14, 15, 16, 17 };
    static double a[ROWS * 8];
    static double b[ROWS * 8];
    static bool tested[ROWS];
    uint64_t seed = 11;

    (void)state;
    baseline(a, 8, .3, &seed);
    baseline(b, 8, 0, &seed);
    /* all that row 0 has is in one file, and half of row 1: both are halves
     * that may be empty */
    for (int c = 0; c < 8; c++) {
        a[c] = c == 5 ? 40 : 0;
        a[8 + c] = c == 2 ? 20 : 0;
        a[16 + c] = c < 2 ? 30 : 0;
        tested[c] = true;
    }
    significance_data d = of_rows(ROWS, 8, a, 8, b);
    check_every_split(d);
    d.exposure[0] = e;
    check_every_split(d);
    for (int i = 0; i < ROWS; i++)
        tested[i] = i < 8 || i % 3 == 0;
    d.tested = tested;
    check_every_split(d);
}

static void splits_of_shares(void **state)
{
    static double all[8];
    static double a[ROWS * 8];
    static double b[ROWS * 8];
    uint64_t seed = 12;

    (void)state;
    baseline(a, 8, .3, &seed);
    baseline(b, 8, 0, &seed);
    for (int c = 0; c < 8; c++) {
        a[c] = c == 5 ? 40 : 0;
        for (int i = 0; i < ROWS; i++)
            all[c] += a[i * 8 + c];
    }
    significance_data d = of_rows(ROWS, 8, a, 8, b);
    d.shares = true;
    d.exposure[0] = d.exposure[1] = all;
    significance_row row[ROWS];
    size_t exact;
    const significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = 0 }, row);
    const double lambda = every_split(&d, f.alpha, &exact);
    assert_true(lambda > 1.1 && exact > 0);
    assert_true(f.widen >= lambda * (1 - 1e-9));
    assert_true(f.widen <= lambda * exp(1.001e-3));
}

static void random_splits_of_more_files_see_it_too(void **state)
{
    static double a[ROWS * MOST];
    static double b[ROWS * MOST];
    uint64_t seed = 13;

    (void)state;
    for (uint32_t k = 9; k <= MOST; k++) {
        significance_row row[ROWS];
        baseline(a, k, .3, &seed);
        baseline(b, k, 0, &seed);
        const significance_facts f = judge_rows(
            of_rows(ROWS, k, a, k, b), (significance_opts){ .alpha = 0 }, row);
        const significance_facts g = judge_rows(
            of_rows(ROWS, k, a, k, b), (significance_opts){ .alpha = 0 }, row);
        assert_true(f.widen > 1.1 && f.widen < 1.5);
        check_within(f.widen, g.widen, 0);
        assert_int_equal(f.splits, 100);
        assert_true(f.seed > 0 && f.seed == g.seed);
    }
}

static void a_baseline_that_agrees_is_left_alone(void **state)
{
    static double a[ROWS * MOST];
    uint64_t seed = 14;

    (void)state;
    for (uint32_t k = 2; k <= MOST; k++) {
        significance_row row[ROWS];
        baseline(a, k, 0, &seed);
        const significance_facts f = judge_rows(
            of_rows(ROWS, k, a, k, a), (significance_opts){ .alpha = 0 }, row);
        check_within(f.widen, 1, 0);
    }
}

/* Fewer than 8 files on side 0 are too few; side 1 does not matter. */
static void it_takes_eight_files_of_the_baseline(void **state)
{
    static double wild[ROWS * MOST];
    static double calm[ROWS * MOST];
    significance_row row[ROWS];
    uint64_t seed = 15;

    (void)state;
    baseline(wild, 7, .3, &seed);
    baseline(calm, 8, 0, &seed);
    check_within(judge_rows(of_rows(ROWS, 7, wild, 8, calm),
                            (significance_opts){ .alpha = 0 }, row)
                     .widen,
                 1, 0);
    baseline(wild, 8, .3, &seed);
    check_within(judge_rows(of_rows(ROWS, 8, calm, 8, wild),
                            (significance_opts){ .alpha = 0 }, row)
                     .widen,
                 1, 0);
    const significance_facts f =
        judge_rows(of_rows(ROWS, 8, wild, 8, calm),
                   (significance_opts){ .alpha = 0 }, row);
    assert_true(f.widen > 1.1);
    check_within(judge_rows(of_rows(ROWS, 8, wild, 8, calm),
                            (significance_opts){ .alpha = 0, .widen = 3 }, row)
                     .widen,
                 3, 0);
}

/* Far more clusters than anybody has: it takes fewer splits, not longer. */
static void many_clusters_take_fewer_splits(void **state)
{
    enum { K = 30000, FEW = 40 };
    double *x = malloc(sizeof(double) * K * FEW);
    double *e = malloc(sizeof(double) * K);
    significance_row row[FEW];
    uint64_t seed = 16;

    (void)state;
    assert_true(x && e);
    for (int c = 0; c < K; c++) {
        e[c] = 10;
        for (int i = 0; i < FEW; i++)
            x[i * K + c] = (double)stat_below(&seed, 5);
    }
    const significance_data d = {
        .n = FEW, .k = { K, K }, .exposure = { e, e }, .x = { x, x }
    };
    const significance_facts f =
        judge_rows(d, (significance_opts){ .alpha = 0 }, row);
    check_within(f.widen, 1, 0);
    check_within(row[0].ratio, 1, 0);
    free(x);
    free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_splits_of_eight_files),
        cmocka_unit_test(splits_of_shares),
        cmocka_unit_test(random_splits_of_more_files_see_it_too),
        cmocka_unit_test(a_baseline_that_agrees_is_left_alone),
        cmocka_unit_test(it_takes_eight_files_of_the_baseline),
        cmocka_unit_test(many_clusters_take_fewer_splits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
