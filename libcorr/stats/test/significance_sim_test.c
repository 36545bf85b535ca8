/*
 * Tests of judge against a world whose truth is known: 150 functions of 3 to
 * 300 samples a file, Poisson on top of noise per file and function.
 *
 * Rows that did not change may have p < .05 in 7 of 100 cases whatever their
 * size, intervals must hold the truth in 93, and of what is called significant
 * 7 of 100 may be false.  That the world is no easy one is seen in the same
 * test without clusters.
 */
#include "test/test_judge.h"

enum {
    ROWS = 150,
    MOST = 10,
    SIZES = 3,
    WORLDS = 10,
    CHANGED_ONE_IN = 10,
    CHANGED = ROWS / CHANGED_ONE_IN
};

static const uint32_t files[] = { 3, 6, 10 };
static const double noise[] = { .05, .15, .35 };
enum { FILES = countof(files) };

typedef struct world {
    double mean[ROWS];
    double growth[ROWS];
    double x[2][ROWS * MOST];
    significance_data d;
    significance_row row[ROWS];
    significance_facts facts;
} world;

typedef struct tally {
    size_t rows[SIZES];   /* that did not change */
    size_t called[SIZES]; /* with p < .05 */
    size_t known[SIZES];  /* with an interval */
    size_t held[SIZES];   /* that holds the truth */
    double false_share;   /* of discoveries, summed over worlds */
    double found;         /* share of changed rows, summed over worlds */
    double naive_share;   /* as false_share, for the naive test */
    int worlds;           /* with changes */
} tally;

static int size_of(double mean)
{
    return mean < 10 ? 0 : mean <= 50 ? 1 : 2;
}

static void make(world *w, uint32_t k, double cv, double growth, uint64_t *seed)
{
    w->d = of_rows(ROWS, k, w->x[0], k, w->x[1]);
    for (uint32_t i = 0; i < ROWS; i++) {
        w->mean[i] = 3 * pow(100, uniform(seed));
        w->growth[i] = i % CHANGED_ONE_IN == 0 ? growth : 1;
        for (uint32_t c = 0; c < k; c++) {
            w->x[0][i * k + c] =
                poisson(w->mean[i] * lognormal(cv, seed), seed);
            w->x[1][i * k + c] =
                poisson(w->mean[i] * w->growth[i] * lognormal(cv, seed), seed);
        }
    }
    w->facts = judge_rows(w->d, (significance_opts){ .alpha = -1 }, w->row);
}

static void tally_rows(tally *t, const world *w)
{
    for (int i = 0; i < ROWS; i++) {
        const significance_row *r = &w->row[i];
        const int size = size_of(w->mean[i]);
        if (w->growth[i] <= 1) {
            t->rows[size]++;
            t->called[size] += r->p < .05;
        }
        if (isnan(r->lo) || isnan(r->hi))
            continue;
        t->known[size]++;
        t->held[size] += r->lo <= w->growth[i] && w->growth[i] <= r->hi;
    }
}

/* Share of false ones among rows with q < .05. */
static double false_share(const world *w, const double *q, double *found)
{
    int right = 0;
    int wrong = 0;

    for (int i = 0; i < ROWS; i++) {
        if (!(q[i] < .05))
            continue;
        right += w->growth[i] > 1;
        wrong += w->growth[i] <= 1;
    }
    if (found)
        *found += right / (double)CHANGED;
    return wrong ? wrong / (double)(right + wrong) : 0;
}

/* Poisson counts, no clusters: what the header warns of. */
static void naive(const world *w, double *q)
{
    corr_arena scratch = { 0 };
    uint32_t tested;

    for (int i = 0; i < ROWS; i++) {
        const double *x = w->row[i].x;
        const double se = sqrt(1 / x[0] + 1 / x[1]);
        q[i] = x[0] > 0 && x[1] > 0
                   ? 2 * stat_normal_cdf(-fabs(log(x[1] / x[0])) / se)
                   : 1;
    }
    assert_true(stat_fdr(q, sizeof *q, ROWS, false, &tested, &scratch));
    corr_arena_clear(&scratch);
}

static void tally_discoveries(tally *t, const world *w)
{
    double q[ROWS];

    for (int i = 0; i < ROWS; i++)
        q[i] = w->row[i].q;
    t->false_share += false_share(w, q, &t->found);
    naive(w, q);
    t->naive_share += false_share(w, q, NULL);
    t->worlds++;
}

static void at_most(const char *what, double share, double most, uint32_t k,
                    double cv, int size)
{
    if (!(share <= most))
        fail_msg("%s: %.3f of rows of size %d, %u files, noise %g", what, share,
                 size, k, cv);
}

static void check_limits(const tally *t, uint32_t k, double cv)
{
    for (int size = 0; size < SIZES; size++) {
        assert_true(t->rows[size] > 300 && t->known[size] > 500);
        at_most("called", (double)t->called[size] / (double)t->rows[size], .07,
                k, cv, size);
        at_most("missed", 1 - (double)t->held[size] / (double)t->known[size],
                .07, k, cv, size);
    }
}

static tally play(uint32_t k, double cv, uint64_t *seed)
{
    static world w;
    tally t = { 0 };

    for (int turn = 0; turn < WORLDS; turn++) {
        make(&w, k, cv, 1, seed);
        tally_rows(&t, &w);
        make(&w, k, cv, 1.5, seed);
        tally_rows(&t, &w);
        tally_discoveries(&t, &w);
    }
    return t;
}

static void what_did_not_change_is_seldom_called(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (size_t n = 0; n < countof(noise); n++) {
        double wrong = 0;
        double naively = 0;
        for (size_t i = 0; i < FILES; i++) {
            const tally t = play(files[i], noise[n], &seed);
            check_limits(&t, files[i], noise[n]);
            wrong += t.false_share / t.worlds;
            naively += t.naive_share / t.worlds;
        }
        at_most("false", wrong / FILES, .07, 0, noise[n], -1);
        if (noise[n] >= .15)
            assert_true(naively / FILES >= .40);
    }
}

/* Five files of each of two services: functions of the one, of the other, and
 * of both, of which one has ten times as much; the files of one differ more. */
static void make_services(world *w, double growth, uint64_t *seed)
{
    static const uint32_t block[MOST] = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
    static const double of[3][2] = { { 2, 0 }, { 0, 2 }, { .2, 2 } };
    static const double cv[2] = { .35, .05 };

    w->d = of_rows(ROWS, MOST, w->x[0], MOST, w->x[1]);
    w->d.block[0] = w->d.block[1] = block;
    w->d.blocks = 2;
    for (uint32_t i = 0; i < ROWS; i++) {
        w->mean[i] = 3 * pow(100, uniform(seed));
        w->growth[i] = i % CHANGED_ONE_IN == 0 ? growth : 1;
        for (uint32_t c = 0; c < MOST; c++) {
            const double mean = w->mean[i] * of[i % 3][c % 2];
            for (int side = 0; side < 2; side++)
                w->x[side][i * MOST + c] =
                    mean > 0 ? poisson(mean * (side ? w->growth[i] : 1) *
                                           lognormal(cv[c % 2], seed),
                                       seed)
                             : 0;
        }
    }
    w->facts = judge_rows(w->d, (significance_opts){ .alpha = -1 }, w->row);
}

static void services_that_differ_are_no_noise_and_hide_none(void **state)
{
    static world w;
    uint64_t seed = 4;
    size_t called = 0, rows = 0, found = 0, worlds = 40, kept = 0;
    double wrong = 0;

    (void)state;
    for (size_t turn = 0; turn < worlds; turn++) {
        make_services(&w, 1, &seed);
        for (int i = 0; i < ROWS; i++)
            if (!isnan(w.row[i].p)) {
                called += w.row[i].p < .05;
                rows++;
            }
        make_services(&w, 1.5, &seed);
        double q[ROWS];
        for (int i = 0; i < ROWS; i++) {
            q[i] = w.row[i].q;
            if (i % 3 == 0 || i % CHANGED_ONE_IN || w.mean[i] < 30)
                continue;
            kept++; /* it grew, and its service is calm */
            found += w.row[i].q < .05;
        }
        wrong += false_share(&w, q, NULL);
    }
    at_most("called", (double)called / (double)rows, .07, MOST, 0, -1);
    at_most("false", wrong / (double)worlds, .07, MOST, 0, -1);
    assert_true(kept > 150);
    assert_true((double)found / (double)kept > .8);
    /* taken for files of one, nothing would be seen */
    w.d.blocks = 0;
    w.d.block[0] = w.d.block[1] = NULL;
    judge_rows(w.d, (significance_opts){ .alpha = -1 }, w.row);
    for (int i = 0; i < ROWS; i++)
        assert_false(w.row[i].q < .05);
}

/* Files that hardly differ: ten a side find most of what grew by half. */
static void what_did_change_is_found(void **state)
{
    uint64_t seed = 2;

    (void)state;
    const tally ten_files = play(10, .05, &seed);
    const tally three = play(3, .05, &seed);
    assert_true(ten_files.found / ten_files.worlds > .65);
    assert_true(three.found / three.worlds > .15);
    assert_true(three.found / three.worlds < .4);
}

/* Noise that all functions of a file have in common, and a cost per second
 * that does not know of it: the total, by its own files alone. */
static void the_total_is_seldom_called_either(void **state)
{
    enum { TIMES = 1000 };
    uint64_t seed = 3;

    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        const uint32_t k = files[i];
        int called = 0;
        int grown = 0;
        for (int turn = 0; turn < TIMES; turn++) {
            double x[3][MOST];
            for (uint32_t c = 0; c < k; c++)
                for (int side = 0; side < 3; side++)
                    x[side][c] = poisson((side == 2 ? 5750 : 5000) *
                                             lognormal(.03, &seed),
                                         &seed);
            called +=
                judge_row_alone(of_rows(1, k, x[0], k, x[1]), -1, 1).p < .05;
            grown +=
                judge_row_alone(of_rows(1, k, x[0], k, x[2]), -1, 1).lo > 1;
        }
        assert_true(called <= TIMES * .07 && called >= TIMES * .02);
        assert_true(grown >= TIMES * (k > 3 ? .99 : .9));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_did_not_change_is_seldom_called),
        cmocka_unit_test(services_that_differ_are_no_noise_and_hide_none),
        cmocka_unit_test(what_did_change_is_found),
        cmocka_unit_test(the_total_is_seldom_called_either),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
