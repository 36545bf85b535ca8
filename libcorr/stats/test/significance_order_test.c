/* Tests of judge: shares, resampled intervals, the order of clusters, and too
 * little memory. */
#include "corr_sort.h"
#include "test/test_judge.h"

/* 3000 samples on either side, one cluster each: phi is 2, widened to what the
 * vector has. */
static void vector_4_9_shares_of_one_file_each(void **state)
{
    static const struct {
        double phi, z;
    } row[] = { { 1, 3.2616 }, { 2.5, 2.0628 } };
    static const double a[] = { 150 };
    static const double b[] = { 210 };
    static const double all[] = { 3000 };

    (void)state;
    for (size_t i = 0; i < countof(row); i++) {
        significance_data d = of_rows(1, 1, a, 1, b);
        d.shares = true;
        d.exposure[0] = d.exposure[1] = all;
        const significance_row r = judge_row_alone(d, 0, sqrt(row[i].phi / 2));
        check_within(r.t, row[i].z, 5e-5);
        check_within(r.p, 2 * stat_normal_cdf(-r.t), 1e-12);
        check_within(r.ratio, 1.4, 1e-12);
        const double se = sqrt(row[i].phi * (.95 / 150 + .93 / 210));
        check_within(log(r.lo), log(1.4) - STAT_Z95 * se, 1e-9);
        check_within(log(r.hi), log(1.4) + STAT_Z95 * se, 1e-9);
    }
}

/* A cost per observation is the same for all of a share. */
static void shares_have_no_scale(void **state)
{
    static const double a[] = { 15, 17, 20 };
    static const double b[] = { 30, 31, 28 };
    static const double all[] = { 100, 120, 110 };
    static const double scale[] = { 7 };
    significance_data d = of_rows(1, 3, a, 3, b);

    (void)state;
    d.shares = true;
    d.exposure[0] = d.exposure[1] = all;
    const significance_row plain = judge_row_alone(d, 0, 1);
    d.scale = scale;
    const significance_row r = judge_row_alone(d, 0, 1);
    check_within(r.ratio, plain.ratio, 0);
    check_within(r.ratio, 89 / 52., 1e-12);
    check_within(r.t, plain.t, 0);
    check_within(r.p, stat_t_two_sided(r.t, 8), 1e-12);
    significance_row drawn;
    judge_rows(d, (significance_opts){ .bootstrap = true }, &drawn);
    assert_true(drawn.lo < r.ratio && r.ratio < drawn.hi);
}

/* Counts of a row that is 80 % of all vary a fifth as much as Poisson's. */
static void clumping_of_a_share_is_measured_against_a_binomial(void **state)
{
    static const double a[] = { 70, 80, 90 };
    static const double all[] = { 100, 100, 100 };
    significance_data d = of_rows(1, 3, a, 3, a);

    (void)state;
    d.shares = true;
    d.exposure[0] = d.exposure[1] = all;
    significance_row r = judge_row_alone(d, 0, 1);
    check_within(r.phi_hat, 3 / 2. * 200 / (240 * .2), 1e-12);
    d.shares = false;
    r = judge_row_alone(d, 0, 1);
    check_within(r.phi_hat, 3 / 2. * 200 / 240, 1e-12);
    /* all of all: nothing can vary */
    d.shares = true;
    d.x[0] = d.x[1] = all;
    r = judge_row_alone(d, 0, 1);
    assert_true(isnan(r.phi_hat));
    check_within(r.phi, 1, 0);
    check_within(r.t, 0, 0);
    check_within(r.p, 1, 0);
    check_within(r.ratio, 1, 0);
}

static void a_share_that_was_not_there_is_judged_exactly(void **state)
{
    static const double none[] = { 0, 0 };
    static const double b[] = { 12, 13 };
    static const double all_a[] = { 500, 500 };
    static const double all_b[] = { 1000, 1000 };
    significance_data d = of_rows(1, 2, none, 2, b);

    (void)state;
    d.shares = true;
    d.exposure[0] = all_a;
    d.exposure[1] = all_b;
    const significance_row r = judge_row_alone(d, 0, 1);
    assert_true(r.exact);
    check_within(r.p, 2 * pow(2 / 3., 25), 1e-12);
}

/* ---- resampling ------------------------------------------------------------ */

static double drawn(const double *x, const double *e, uint32_t k,
                    uint64_t *seed)
{
    double sum = 0;
    double exposure = 0;

    for (uint32_t i = 0; i < k; i++) {
        const uint64_t c = stat_below(seed, k);
        sum += x[c];
        exposure += e[c];
    }
    return sum / exposure;
}

/* The 2.5 and 97.5 % points of 2000 differences or ratios; the clusters are
 * sorted. */
static void redraw(const significance_data *d, uint64_t seed, double *lo,
                   double *hi)
{
    double v[2000];

    for (size_t i = 0; i < countof(v); i++) {
        const double a = drawn(d->x[0], d->exposure[0], d->k[0], &seed);
        const double b = drawn(d->x[1], d->exposure[1], d->k[1], &seed);
        v[i] = b / a;
    }
    qsort(v, countof(v), sizeof *v, cmp_real);
    *lo = v[49];
    *hi = v[1950];
}

/* Vector 4.8, its files in the order in which judge has them: by content. */
static void intervals_of_resampled_files(void **state)
{
    static const double a[] = { 12, 18, 19, 21, 26, 30 };
    static const double b[] = { 24, 28, 33, 41, 47, 55 };
    const significance_data d = of_rows(1, 6, a, 6, b);
    significance_opts o = { .alpha = .06, .bootstrap = true, .seed = 1 };
    significance_row plain;
    significance_row r;
    double lo;
    double hi;

    (void)state;
    significance_facts f = judge_rows(d, o, &r);
    assert_int_equal(f.resamples, 2000);
    assert_int_equal(f.seed, 1);
    redraw(&d, 1, &lo, &hi);
    check_within(r.lo, lo, 1e-12);
    check_within(r.hi, hi, 1e-12);
    /* the vector's is [0.277, 0.905] */
    check_within(log(r.lo), 0.277, .02);
    check_within(log(r.hi), 0.905, .02);
    o.bootstrap = false;
    f = judge_rows(d, o, &plain);
    assert_int_equal(f.resamples, 0);
    assert_int_equal(f.seed, 0);
    check_within(plain.p, r.p, 0);
    assert_true(plain.lo < r.lo && plain.hi > r.hi);
    o = (significance_opts){
        .alpha = .06, .bootstrap = true, .seed = 2, .rounds = 400
    };
    significance_row other;
    assert_int_equal(judge_rows(d, o, &other).resamples, 400);
    assert_true(other.lo < r.lo || other.lo > r.lo);
    check_within(log(other.lo), log(r.lo), .1);
}

static void rows_without_bounds_keep_the_interval_of_t(void **state)
{
    /* of many resamples side 0 of row 0 is empty, row 1 of side 0 is, row 2 has
     * few observations */
    static const double a[] = { 0, 0, 60, 0, 0, 0, 3, 3, 4 };
    static const double b[] = { 20, 25, 30, 20, 22, 24, 2, 2, 3 };
    const significance_data d = of_rows(3, 3, a, 3, b);
    significance_row r[3];
    significance_row plain[3];

    (void)state;
    significance_facts f =
        judge_rows(d, (significance_opts){ .bootstrap = true, .seed = 1 }, r);
    assert_int_equal(f.resamples, 2000);
    judge_rows(d, (significance_opts){ .seed = 1 }, plain);
    for (int i = 0; i < 3; i++) {
        check_within(r[i].lo, plain[i].lo, 0);
        assert_true(r[i].hi == plain[i].hi || isnan(r[i].hi));
    }
    const significance_data one = of_rows(1, 1, a + 2, 3, b);
    f = judge_rows(one, (significance_opts){ .bootstrap = true, .seed = 1 }, r);
    assert_int_equal(f.resamples, 0);
}

static void shares_are_resampled_too(void **state)
{
    static const double a[] = { 18, 20, 25, 30, 50, 48, 60, 70 };
    static const double b[] = { 45, 40, 33, 38, 40, 52, 66, 70 };
    static const double all[] = { 90, 100, 110, 120 };
    significance_data d = of_rows(2, 4, a, 4, b);
    significance_row r[2];
    double lo;
    double hi;

    (void)state;
    d.shares = true;
    d.exposure[0] = d.exposure[1] = all;
    judge_rows(d, (significance_opts){ .bootstrap = true, .seed = 5 }, r);
    for (int i = 0; i < 2; i++) {
        redraw(&d, 5, &lo, &hi);
        check_within(r[i].lo, lo, 1e-12);
        check_within(r[i].hi, hi, 1e-12);
        d.x[0] += 4;
        d.x[1] += 4;
    }
}

/* ---- the order of clusters ---------------------------------------------------- */

enum { ROWS = 40, MOST = 12 };

typedef struct side {
    double e[MOST];
    double x[ROWS * MOST];
} side;

static void random_side(side *s, uint32_t k, uint64_t *seed)
{
    for (uint32_t c = 0; c < k; c++) {
        /* some alike in exposure, some in the total as well */
        s->e[c] = 10 + (double)stat_below(seed, 2);
        for (uint32_t i = 0; i < ROWS; i++)
            s->x[i * k + c] = poisson(3 + i, seed) + uniform(seed);
    }
    s->e[1] = s->e[0];
    for (uint32_t i = 0; i < ROWS; i++)
        s->x[i * k + 1] = s->x[i * k];
    /* the total stays to the bit: whole numbers */
    s->x[3 * k] = 7;
    s->x[3 * k + 1] = 9;
    s->x[4 * k] = 9;
    s->x[4 * k + 1] = 7;
}

static void shuffle(side *s, uint32_t k, uint64_t *seed)
{
    for (uint32_t c = k; c > 1; c--) {
        const uint32_t to = (uint32_t)stat_below(seed, c);
        const double e = s->e[c - 1];
        s->e[c - 1] = s->e[to];
        s->e[to] = e;
        for (uint32_t i = 0; i < ROWS; i++) {
            double *x = s->x + i * k;
            const double moved = x[c - 1];
            x[c - 1] = x[to];
            x[to] = moved;
        }
    }
}

static void same_rows(const significance_row *a, const significance_row *b)
{
    for (int i = 0; i < ROWS; i++) {
        assert_memory_equal(&a[i], &b[i], offsetof(significance_row, mark));
        assert_string_equal(a[i].mark, b[i].mark);
        assert_int_equal(a[i].exact, b[i].exact);
    }
}

static void the_order_of_files_changes_no_bit(void **state)
{
    static const uint32_t k[][2] = { { 3, 4 }, { 8, 8 }, { 11, 10 } };
    uint64_t seed = 3;

    (void)state;
    for (size_t turn = 0; turn < 3 * countof(k); turn++) {
        const uint32_t *n = k[turn % 3];
        side s[2] = { 0 };
        significance_row first[ROWS];
        significance_row again[ROWS];
        const significance_opts o = { .alpha = -1,
                                      .bootstrap = turn / 3 == 1,
                                      .rounds = 50 };
        random_side(&s[0], n[0], &seed);
        random_side(&s[1], n[1], &seed);
        significance_data d = { .n = ROWS,
                                .k = { n[0], n[1] },
                                .exposure = { s[0].e, s[1].e },
                                .x = { s[0].x, s[1].x } };
        const significance_facts f = judge_rows(d, o, first);
        for (int times = 0; times < 5; times++) {
            shuffle(&s[0], n[0], &seed);
            shuffle(&s[1], n[1], &seed);
            const significance_facts g = judge_rows(d, o, again);
            same_rows(first, again);
            check_within(g.alpha, f.alpha, 0);
            check_within(g.widen, f.widen, 0);
            check_within(g.phi, f.phi, 0);
            assert_int_equal(g.seed, f.seed);
        }
    }
}

/* From almost nothing up: how much it takes. */
static size_t memory_of(const significance_data *d, significance_row *row)
{
    const significance_opts o = { .alpha = -1,
                                  .bootstrap = true,
                                  .rounds = 5000 };

    for (size_t limit = 16;; limit += 20000) {
        corr_arena scratch = { .limit = limit };
        significance_facts f;
        const bool done = judge(d, &o, row, &f, &scratch);
        corr_arena_clear(&scratch);
        if (!done)
            continue;
        assert_int_equal(f.tested, d->n);
        assert_int_equal(f.resamples, 5000);
        assert_string_equal(row[d->n - 1].mark, "~");
        return limit;
    }
}

static void the_order_of_rows_changes_no_bit_of_them(void **state)
{
    enum { K = 9 };
    static side s[2];
    static side turned[2];
    significance_row first[ROWS];
    significance_row again[ROWS];
    significance_row sorted[ROWS];
    uint64_t seed = 4;

    (void)state;
    for (int at = 0; at < 2; at++) {
        random_side(&s[at], K, &seed);
        s[at].x[5 * K] += 1; /* no two files with one total */
        memcpy(turned[at].e, s[at].e, sizeof turned[at].e);
        for (int i = 0; i < ROWS; i++)
            memcpy(turned[at].x + i * K, s[at].x + (ROWS - 1 - i) * K,
                   K * sizeof(double));
    }
    significance_data d = { .n = ROWS,
                            .k = { K, K },
                            .exposure = { s[0].e, s[1].e },
                            .x = { s[0].x, s[1].x } };
    const significance_opts o = { .alpha = -1,
                                  .bootstrap = true,
                                  .rounds = 50 };
    const significance_facts f = judge_rows(d, o, first);
    d.x[0] = turned[0].x;
    d.x[1] = turned[1].x;
    const significance_facts g = judge_rows(d, o, again);
    for (int i = 0; i < ROWS; i++)
        sorted[i] = again[ROWS - 1 - i];
    same_rows(first, sorted);
    check_within(g.alpha, f.alpha, 0);
    check_within(g.widen, f.widen, 0);
    assert_true(f.seed > 0 && f.seed == g.seed);
    s[1].x[3] += 1;
    d.x[1] = s[1].x;
    assert_true(judge_rows(d, o, again).seed != f.seed);
}

static void too_little_memory_is_said(void **state)
{
    enum { MANY = 5000 };
    static const double a[] = { 21, 18, 30, 12, 26, 19, 17, 22 };
    static double many[2 * MANY];
    static significance_row row[MANY];
    significance_data d = of_rows(1, 8, a, 8, a);

    (void)state;
    assert_true(memory_of(&d, row) > 120000);
    d = of_rows(MANY, 2, many, 2, many);
    for (int i = 0; i < MANY; i++)
        many[2 * i] = many[2 * i + 1] = 100;
    corr_arena none = { .limit = 16 };
    assert_false(
        significance_each(&d, &(significance_opts){ .widen = 1 }, row, &none));
    corr_arena_clear(&none);
    /* p, q, their order, and which rows they are of */
    significance_facts f;
    bool done = false;
    for (size_t limit = 16; !done; limit += 9000) {
        corr_arena scratch = { .limit = limit };
        done =
            judge(&d, &(significance_opts){ .alpha = -1 }, row, &f, &scratch);
        corr_arena_clear(&scratch);
    }
    assert_int_equal(f.tested, MANY);
    assert_string_equal(row[MANY - 1].mark, "~");
}

/* The part that all clusters share is in both kinds of interval only. */
static void intervals_know_of_what_no_cluster_shows(void **state)
{
    static const double a[] = { 21, 18, 30, 12, 26, 19 };
    static const double b[] = { 41, 28, 55, 24, 47, 33 };
    static const double chance[] = { .04 };
    significance_row r[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        significance_data d = of_rows(1, 6, a, 6, b);
        d.chance = i % 2 ? chance : NULL;
        judge_rows(
            d,
            (significance_opts){
                .alpha = .06, .bootstrap = i > 1, .seed = 1, .widen = 1 },
            &r[i]);
        check_within(r[i].ratio, r[0].ratio, 0);
        check_within(r[i].phi, r[0].phi, 0);
    }
    const double se = log(r[0].ratio) / r[0].t;
    check_within(log(r[1].ratio) / r[1].t, sqrt(se * se + .04), 1e-12);
    check_within(log(r[1].hi / r[1].ratio) / log(r[0].hi / r[0].ratio),
                 sqrt(se * se + .04) / se, 1e-9);
    assert_true(r[1].p > r[0].p);
    check_within(r[3].p, r[1].p, 0);
    check_within(log(r[3].hi / r[3].ratio),
                 hypot(log(r[2].hi / r[2].ratio), .2 * STAT_Z95), 1e-12);
    check_within(log(r[3].ratio / r[3].lo),
                 hypot(log(r[2].ratio / r[2].lo), .2 * STAT_Z95), 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_4_9_shares_of_one_file_each),
        cmocka_unit_test(shares_have_no_scale),
        cmocka_unit_test(clumping_of_a_share_is_measured_against_a_binomial),
        cmocka_unit_test(a_share_that_was_not_there_is_judged_exactly),
        cmocka_unit_test(intervals_of_resampled_files),
        cmocka_unit_test(rows_without_bounds_keep_the_interval_of_t),
        cmocka_unit_test(shares_are_resampled_too),
        cmocka_unit_test(the_order_of_files_changes_no_bit),
        cmocka_unit_test(the_order_of_rows_changes_no_bit_of_them),
        cmocka_unit_test(too_little_memory_is_said),
        cmocka_unit_test(intervals_know_of_what_no_cluster_shows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
