/* Tests of diff_asked.c: the requested functions, and the intervals of their
 * cost. */
#include "test/test_asked.h"

#include "stats/distributions.h"

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
    static const corr_diff_ask ask[] = { TOTAL };
    asked w;

    (void)state;
    asked_make(&w, base_rows, new_rows, ask, 1, false);
    const corr_diff_cost c = corr_diff_asked(w.d, 0);
    const corr_diff_facts f = corr_diff_facts_of(w.d);
    /* 4 files a side and no prior: 6 degrees of freedom */
    const double half =
        exp(stat_t_quantile(0.975, 6) * sqrt(1. / 800 + 1. / 1200));
    assert_int_equal(c.matches, 1);
    assert_near(c.base, 800. * ASKED_TICK);
    assert_near(c.now.value, 1200. * ASKED_TICK);
    assert_near(c.ratio.value, 1.5);
    assert_near(c.ratio.lo, 1.5 / half);
    assert_near(c.ratio.hi, 1.5 * half);
    assert_near(c.phi, 1);
    assert_near(f.ratio.value, c.ratio.value);
    assert_near(f.ratio.lo, c.ratio.lo);
    assert_near(f.ratio.hi, c.ratio.hi);
    assert_near(c.share.value, 1);
    asked_drop(&w);
}

static void with_what_it_calls_recursion_counts_once(void **state)
{
    static const corr_diff_ask ask[] = { CUM("a.f"), SELF("a.f"), CUM("main"),
                                         SELF("main") };
    asked w;

    (void)state;
    asked_make(&w, base_rows, new_rows, ask, 4, false);
    assert_near(corr_diff_asked(w.d, 0).base, 4 * 180. * ASKED_TICK);
    assert_near(corr_diff_asked(w.d, 0).now.value, 4 * 280. * ASKED_TICK);
    assert_near(corr_diff_asked(w.d, 1).base, 4 * 30. * ASKED_TICK);
    assert_near(corr_diff_asked(w.d, 2).base, 4 * 200. * ASKED_TICK);
    assert_true(corr_diff_asked(w.d, 3).base == 0);
    assert_true(isnan(corr_diff_asked(w.d, 3).ratio.value));
    asked_drop(&w);
}

static void a_name_is_whole_or_the_end_of_one(void **state)
{
    static const corr_diff_ask ask[] = {
        SELF("g"),   /* the end of c.g */
        SELF("f"),   /* of a.f and b.f */
        SELF("b.f"), /* whole */
        SELF("ain"), /* ends so, but not behind a separator */
        SELF("nope"),
    };
    static const uint32_t matches[] = { 1, 2, 1, 0, 0 };
    asked w;

    (void)state;
    asked_make(&w, base_rows, new_rows, ask, countof(ask), false);
    for (uint32_t i = 0; i < countof(ask); i++) {
        const corr_diff_cost c = corr_diff_asked(w.d, i);
        assert_int_equal(c.matches, matches[i]);
        assert_int_equal(isnan(c.now.value) != 0, matches[i] != 1);
        assert_int_equal(isnan(c.share.lo) != 0, matches[i] != 1);
    }
    assert_string_equal(corr_diff_asked(w.d, 0).name, "c.g");
    assert_string_equal(corr_diff_asked(w.d, 1).name, "a.f");
    assert_string_equal(corr_diff_asked(w.d, 1).other, "b.f");
    asked_drop(&w);
}

static void a_whole_name_goes_before_others_that_end_so(void **state)
{
    static const corr_diff_ask ask[] = { SELF("f") };
    asked w;

    (void)state;
    asked_make(&w, "40 a.f\n60 f\n10 z.f\n", "40 a.f\n60 f\n10 z.f\n", ask, 1,
               false);
    assert_int_equal(corr_diff_asked(w.d, 0).matches, 1);
    assert_string_equal(corr_diff_asked(w.d, 0).name, "f");
    assert_near(corr_diff_asked(w.d, 0).base, 240. * ASKED_TICK);
    asked_drop(&w);
}

static void a_share_is_of_the_new_side(void **state)
{
    static const corr_diff_ask ask[] = { CUM("c.g") };
    asked w;
    double lo, hi;

    (void)state;
    asked_make(&w, base_rows, new_rows, ask, 1, false);
    const corr_diff_cost c = corr_diff_asked(w.d, 0);
    stat_wilson_at(600, 1200, stat_t_quantile(0.975, 6), &lo, &hi);
    assert_near(c.share.value, 0.5);
    assert_near(c.share.lo, lo);
    assert_near(c.share.hi, hi);
    assert_near(c.now.value, 600. * ASKED_TICK);
    const double half = exp(stat_t_quantile(0.975, 6) * sqrt(1. / 600));
    assert_near(c.now.lo, 600. * ASKED_TICK / half);
    assert_near(c.now.hi, 600. * ASKED_TICK * half);
    asked_drop(&w);
}

static void what_is_gone_or_new_is_bounded(void **state)
{
    static const corr_diff_ask ask[] = { SELF("gone"), SELF("new") };
    asked w;

    (void)state;
    asked_make(&w, "100 main\n40 main;gone\n10 top\n",
               "100 main\n40 top;new\n10 top\n", ask, 2, false);
    const corr_diff_cost gone = corr_diff_asked(w.d, 0);
    const corr_diff_cost new = corr_diff_asked(w.d, 1);
    assert_true(gone.now.value == 0);
    assert_true(gone.now.lo == 0);
    assert_near(gone.now.hi, -log(0.025) * gone.phi * ASKED_TICK);
    assert_true(gone.share.value == 0);
    assert_true(gone.share.hi > 0 && gone.share.hi < 0.03);
    assert_true(gone.ratio.hi < 0.1);
    assert_true(new.base == 0);
    assert_true(isnan(new.ratio.value));
    assert_true(new.ratio.lo > 10);
    assert_true(new.x[0] == 0);
    assert_near(new.x[1], 160);
    asked_drop(&w);
}

static void the_order_of_files_changes_no_bit(void **state)
{
    static const corr_diff_ask ask[] = { TOTAL, CUM("a.f"), SELF("c.g") };
    asked a, b;

    (void)state;
    asked_make(&a, base_rows, new_rows, ask, 3, false);
    asked_make(&b, base_rows, new_rows, ask, 3, true);
    for (uint32_t i = 0; i < 3; i++) {
        const corr_diff_cost x = corr_diff_asked(a.d, i);
        const corr_diff_cost y = corr_diff_asked(b.d, i);
        assert_memory_equal(&x.now, &y.now, sizeof x.now);
        assert_memory_equal(&x.share, &y.share, sizeof x.share);
        assert_memory_equal(&x.ratio, &y.ratio, sizeof x.ratio);
    }
    asked_drop(&a);
    asked_drop(&b);
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
