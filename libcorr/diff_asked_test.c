/* Tests of diff_asked.c: whose cost is asked for, and its intervals. */
#include "test_store.h"

#include <math.h>

#include "base.h"
#include "corr_diff.h"
#include "stat.h"

enum { K = 4, MOST = 4096 };
#define TICK 10000000 /* ns */

#define assert_near(a, b) assert_true(is_near((a), (b)))

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* K files a side with the rows, "COUNT STACK" a line.  The first count differs
 * a little: files with the same content are one. */
typedef struct world {
    corr_store *st;
    corr_diff *d;
    char text[2 * K][MOST];
} world;

static void write_file(char *text, size_t i, const char *rows)
{
    static const int64_t more[K] = { 1, -1, 2, -2 };
    corr_str rest = corr_str_of(rows), line;
    size_t n = (size_t)snprintf(text, MOST, "kind cpu ns %d\ntag version v%d\n",
                                TICK, 1 + (i >= K));
    int64_t odd = more[i % K];

    while (rest.n && corr_str_next(&rest, '\n', &line)) {
        corr_str count, stack;
        int64_t obs;
        assert_true(corr_str_cut(line, ' ', &count, &stack));
        assert_true(corr_str_i64(count, &obs));
        obs += odd;
        odd = 0;
        n += (size_t)snprintf(text + n, MOST - n, "%lld %lld %.*s\n",
                              (long long)obs * TICK, (long long)obs,
                              CORR_STR_ARG(stack));
    }
}

static void make(world *w, const char *base, const char *now,
                 const corr_diff_ask *ask, uint32_t nask, bool backwards)
{
    static const char *const labels[2] = { "version=v1", "version=v2" };
    const char *text[2 * K];
    corr_query q[2] = { 0 };
    corr_err err = { 0 };

    for (size_t i = 0; i < 2 * K; i++) {
        write_file(w->text[i], i, i < K ? base : now);
        text[backwards ? 2 * K - 1 - i : i] = w->text[i];
    }
    w->st = test_store(text, 2 * K);
    for (unsigned s = 0; s < 2; s++) {
        q[s].labels = &labels[s];
        q[s].nlabels = 1;
    }
    w->d = corr_diff_of(
        w->st, q,
        &(corr_diff_opts){ .per = CORR_PER_TOTAL, .ask = ask, .nask = nask },
        &err);
    if (!w->d)
        fail_msg("%s", err.what);
}

static void drop(world *w)
{
    corr_diff_free(w->d);
    corr_store_free(w->st);
}

static const char base_rows[] = "100 main;a.f;b.f\n"
                                "50 main;a.f;a.f;c.g\n"
                                "30 main;a.f\n"
                                "20 main;d.h\n";
static const char new_rows[] = "100 main;a.f;b.f\n"
                               "150 main;a.f;a.f;c.g\n"
                               "30 main;a.f\n"
                               "20 main;d.h\n";

static void the_total_is_judged_by_its_clusters_alone(void **state)
{
    static const corr_diff_ask ask[] = { { NULL, false } };
    world w;

    (void)state;
    make(&w, base_rows, new_rows, ask, 1, false);
    const corr_diff_cost c = corr_diff_asked(w.d, 0);
    const corr_diff_facts f = corr_diff_facts_of(w.d);
    /* 4 files a side and no prior: 6 degrees of freedom */
    const double half =
        exp(stat_t_quantile(0.975, 6) * sqrt(1. / 800 + 1. / 1200));
    assert_int_equal(c.matches, 1);
    assert_near(c.base, 800. * TICK);
    assert_near(c.now.value, 1200. * TICK);
    assert_near(c.ratio.value, 1.5);
    assert_near(c.ratio.lo, 1.5 / half);
    assert_near(c.ratio.hi, 1.5 * half);
    assert_near(c.phi, 1);
    assert_near(f.ratio, c.ratio.value);
    assert_near(f.lo, c.ratio.lo);
    assert_near(f.hi, c.ratio.hi);
    assert_near(c.share.value, 1);
    drop(&w);
}

static void with_what_it_calls_recursion_counts_once(void **state)
{
    static const corr_diff_ask ask[] = {
        { "a.f", true }, { "a.f", false }, { "main", true }, { "main", false }
    };
    world w;

    (void)state;
    make(&w, base_rows, new_rows, ask, 4, false);
    assert_near(corr_diff_asked(w.d, 0).base, 4 * 180. * TICK);
    assert_near(corr_diff_asked(w.d, 0).now.value, 4 * 280. * TICK);
    assert_near(corr_diff_asked(w.d, 1).base, 4 * 30. * TICK);
    assert_near(corr_diff_asked(w.d, 2).base, 4 * 200. * TICK);
    assert_true(corr_diff_asked(w.d, 3).base == 0);
    assert_true(isnan(corr_diff_asked(w.d, 3).ratio.value));
    drop(&w);
}

static void a_name_is_whole_or_the_end_of_one(void **state)
{
    static const corr_diff_ask ask[] = {
        { "g", false },   /* the end of c.g */
        { "f", false },   /* of a.f and b.f */
        { "b.f", false }, /* whole */
        { "ain", false }, /* ends so, but not behind a separator */
        { "nope", false },
    };
    static const uint32_t matches[] = { 1, 2, 1, 0, 0 };
    world w;

    (void)state;
    make(&w, base_rows, new_rows, ask, countof(ask), false);
    for (uint32_t i = 0; i < countof(ask); i++) {
        const corr_diff_cost c = corr_diff_asked(w.d, i);
        assert_int_equal(c.matches, matches[i]);
        assert_int_equal(isnan(c.now.value) != 0, matches[i] != 1);
        assert_int_equal(isnan(c.share.lo) != 0, matches[i] != 1);
    }
    assert_string_equal(corr_diff_asked(w.d, 0).name, "c.g");
    assert_string_equal(corr_diff_asked(w.d, 1).name, "a.f");
    assert_string_equal(corr_diff_asked(w.d, 1).other, "b.f");
    drop(&w);
}

static void a_whole_name_goes_before_others_that_end_so(void **state)
{
    static const corr_diff_ask ask[] = { { "f", false } };
    world w;

    (void)state;
    make(&w, "40 a.f\n60 f\n10 z.f\n", "40 a.f\n60 f\n10 z.f\n", ask, 1, false);
    assert_int_equal(corr_diff_asked(w.d, 0).matches, 1);
    assert_string_equal(corr_diff_asked(w.d, 0).name, "f");
    assert_near(corr_diff_asked(w.d, 0).base, 240. * TICK);
    drop(&w);
}

static void a_share_is_of_the_new_side(void **state)
{
    static const corr_diff_ask ask[] = { { "c.g", true } };
    world w;
    double lo, hi;

    (void)state;
    make(&w, base_rows, new_rows, ask, 1, false);
    const corr_diff_cost c = corr_diff_asked(w.d, 0);
    stat_wilson_at(600, 1200, stat_t_quantile(0.975, 6), &lo, &hi);
    assert_near(c.share.value, 0.5);
    assert_near(c.share.lo, lo);
    assert_near(c.share.hi, hi);
    assert_near(c.now.value, 600. * TICK);
    const double half = exp(stat_t_quantile(0.975, 6) * sqrt(1. / 600));
    assert_near(c.now.lo, 600. * TICK / half);
    assert_near(c.now.hi, 600. * TICK * half);
    drop(&w);
}

static void what_is_gone_or_new_is_bounded(void **state)
{
    static const corr_diff_ask ask[] = { { "gone", false }, { "new", false } };
    world w;

    (void)state;
    make(&w, "100 main\n40 gone\n", "100 main\n40 new\n", ask, 2, false);
    const corr_diff_cost gone = corr_diff_asked(w.d, 0);
    const corr_diff_cost new = corr_diff_asked(w.d, 1);
    assert_true(gone.now.value == 0);
    assert_true(gone.now.lo == 0);
    assert_near(gone.now.hi, -log(0.025) * gone.phi * TICK);
    assert_true(gone.share.value == 0);
    assert_true(gone.share.hi > 0 && gone.share.hi < 0.03);
    assert_true(gone.ratio.hi < 0.1);
    assert_true(new.base == 0);
    assert_true(isnan(new.ratio.value));
    assert_true(new.ratio.lo > 10);
    assert_true(new.x[0] == 0);
    assert_near(new.x[1], 160);
    drop(&w);
}

static void the_order_of_files_changes_no_bit(void **state)
{
    static const corr_diff_ask ask[] = { { NULL, false },
                                         { "a.f", true },
                                         { "c.g", false } };
    world a, b;

    (void)state;
    make(&a, base_rows, new_rows, ask, 3, false);
    make(&b, base_rows, new_rows, ask, 3, true);
    for (uint32_t i = 0; i < 3; i++) {
        const corr_diff_cost x = corr_diff_asked(a.d, i);
        const corr_diff_cost y = corr_diff_asked(b.d, i);
        assert_memory_equal(&x.now, &y.now, sizeof x.now);
        assert_memory_equal(&x.share, &y.share, sizeof x.share);
        assert_memory_equal(&x.ratio, &y.ratio, sizeof x.ratio);
    }
    drop(&a);
    drop(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_total_is_judged_by_its_clusters_alone),
        cmocka_unit_test(with_what_it_calls_recursion_counts_once),
        cmocka_unit_test(a_name_is_whole_or_the_end_of_one),
        cmocka_unit_test(a_whole_name_goes_before_others_that_end_so),
        cmocka_unit_test(a_share_is_of_the_new_side),
        cmocka_unit_test(what_is_gone_or_new_is_bounded),
        cmocka_unit_test(the_order_of_files_changes_no_bit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
