/* Tests of diff_durations.c: quantiles of durations between two of them. */
#include "test/test_memory.h"
#include "test/test_sides.h"

#include <math.h>

#include "corr_diff.h"

enum { MOST = 65536 };

/* Spans of 1, 2 ... n ms called "op", and one of another name. */
static void write_spans(char *text, const char *version, unsigned n,
                        unsigned first)
{
    size_t at = (size_t)snprintf(text, MOST, "tag version %s\n", version);

    for (unsigned i = 1; i <= n; i++)
        at += (size_t)snprintf(text + at, MOST - at,
                               "span %x 0 0 %u shop h 2 0 op\n", first + i, i);
    snprintf(text + at, MOST - at, "span %x 0 0 9999 shop h 2 0 another\n",
             first);
}

static void took(unsigned na, unsigned nb, const char *op, double quantile,
                 corr_took t[2])
{
    static char a[MOST], b[MOST];
    static const char *const labels[2] = { "version=v1", "version=v2" };
    const char *const text[2] = { a, b };
    corr_query q[2] = { { .labels = &labels[0], .nlabels = 1 },
                        { .labels = &labels[1], .nlabels = 1 } };
    corr_err err = { 0 };

    write_spans(a, "v1", na, 0x1000);
    write_spans(b, "v2", nb, 0x8000);
    corr_store *st = test_store(text, 2);
    if (corr_took_of(st, q, op, quantile, t, &err))
        fail_msg("%s", err.what);
    corr_store_free(st);
}

static void a_median_lies_between_two_ranks(void **state)
{
    corr_took t[2];

    (void)state;
    took(100, 5, "op", 0.5, t);
    assert_int_equal(t[0].n, 100);
    assert_true(t[0].at.value == 50e6);
    assert_true(t[0].at.lo == 40e6);
    assert_true(t[0].at.hi == 61e6);
    /* of five all lie below the median in one case of 32 */
    assert_int_equal(t[1].n, 5);
    assert_true(t[1].at.value == 3e6);
    assert_true(t[1].at.lo == 0);
    assert_true(isinf(t[1].at.hi));
}

static void six_spans_bound_a_median(void **state)
{
    corr_took t[2];

    (void)state;
    took(6, 1, "op", 0.5, t);
    assert_true(t[0].at.lo == 1e6);
    assert_true(t[0].at.hi == 6e6);
    assert_true(t[1].at.lo == 0);
    assert_true(t[1].at.value == 1e6);
    assert_true(isinf(t[1].at.hi));
}

static void a_far_quantile_has_no_end_with_few_spans(void **state)
{
    corr_took t[2];

    (void)state;
    took(100, 1000, "op", 0.99, t);
    assert_true(t[0].at.value == 99e6);
    assert_true(t[0].at.lo == 97e6);
    assert_true(isinf(t[0].at.hi));
    assert_true(t[1].at.value == 990e6);
    assert_true(t[1].at.lo > 980e6 && t[1].at.lo < 985e6);
    assert_true(t[1].at.hi > 995e6 && t[1].at.hi < 1000e6);
}

static void spans_without_an_end_have_no_duration_either(void **state)
{
    static const char *const labels[2] = { "version=v1", "version=v2" };
    static const char *const text[2] = {
        "tag version v1\n"
        "span 10 0 0 5 shop h 2 0 op\nspan 11 0 0 - shop h 2 0 op\n",
        "tag version v2\nspan 20 0 0 - shop h 2 0 op\n"
    };
    const corr_query q[2] = { { .labels = &labels[0], .nlabels = 1 },
                              { .labels = &labels[1], .nlabels = 1 } };
    corr_store *st = test_store(text, 2);
    corr_took t[2];

    (void)state;
    assert_int_equal(corr_took_of(st, q, "op", 0.5, t, NULL), CORR_OK);
    assert_int_equal(t[0].n, 1);
    assert_int_equal(t[0].unended, 1);
    assert_true(t[0].at.value == 5e6);
    assert_int_equal(t[1].n, 0);
    assert_int_equal(t[1].unended, 1);
    assert_true(isnan(t[1].at.value));
    corr_store_free(st);
}

static void a_name_that_is_not_there_has_no_duration(void **state)
{
    corr_took t[2];

    (void)state;
    took(3, 3, "o", 0.5, t);
    for (unsigned w = 0; w < 2; w++) {
        assert_int_equal(t[w].n, 0);
        assert_true(isnan(t[w].at.value));
        assert_true(isnan(t[w].at.lo));
        assert_true(isnan(t[w].at.hi));
    }
}

/* One file of traces has both sides; the profiles give the time of each
 * side. */
static corr_store *both_in_one(void)
{
    static const test_file file[] = {
        { TEST_BASE, "base", "window 0 100\nkind cpu ns 1\n9 9 f\n" },
        { TEST_NEW, "new", "window 200 300\nkind cpu ns 1\n9 9 f\n" },
        { TEST_BOTH, "traces",
          "span 1 0 0 10 shop h 2 0 op\n"    /* the first is one of them */
          "span 2 0 99 140 shop h 2 0 op\n"  /* began while it ran */
          "span 3 0 100 110 shop h 2 0 op\n" /* no longer */
          "span 4 0 150 160 shop h 2 0 op\n" /* between the two */
          "span 5 0 200 220 shop h 2 0 op\n"
          "span 6 0 299 290 shop h 2 0 op\n" /* ended before it began */
          "span 7 0 300 310 shop h 2 0 op\n" },
    };

    return test_sides(file, 3);
}

static void spans_of_both_sides_count_while_a_profile_ran(void **state)
{
    corr_store *st = both_in_one();
    corr_took t[2];

    (void)state;
    assert_int_equal(corr_took_of(st, test_query, "op", 0, t, NULL), CORR_OK);
    assert_int_equal(t[0].n, 2);
    assert_true(t[0].at.value == 10e6);
    assert_int_equal(t[1].n, 2);
    assert_true(t[1].at.value == 0);
    assert_int_equal(corr_took_of(st, test_query, "op", 1, t, NULL), CORR_OK);
    assert_true(t[0].at.value == 41e6);
    assert_true(t[1].at.value == 20e6);
    corr_store_free(st);
}

static void a_span_that_both_sides_have_is_told(void **state)
{
    static const corr_query same[2] = { { .group = 1 }, { .group = 1 } };
    corr_store *st = both_in_one();
    corr_took t[2];

    (void)state;
    assert_int_equal(corr_took_of(st, test_query, "op", .5, t, NULL), CORR_OK);
    assert_int_equal(t[0].shared, 0);
    assert_int_equal(t[1].shared, 0);
    assert_int_equal(corr_took_of(st, same, "op", .5, t, NULL), CORR_OK);
    for (unsigned w = 0; w < 2; w++) {
        assert_int_equal(t[w].n, 2);
        assert_int_equal(t[w].shared, 2);
    }
    corr_store_free(st);
}

static void durations_without_memory_are_refused(void **state)
{
    corr_store *st = both_in_one();
    corr_took first[2];

    (void)state;
    /* the store keeps what it finds out */
    assert_int_equal(corr_took_of(st, test_query, "op", .5, first, NULL),
                     CORR_OK);
    for (long n = 1, more = true; more; n++) {
        corr_took t[2];
        corr_err err = { 0 };
        test_memory_arm(n);
        const corr_code code = corr_took_of(st, test_query, "op", .5, t, &err);
        more = test_memory_failed();
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_median_lies_between_two_ranks),
        cmocka_unit_test(six_spans_bound_a_median),
        cmocka_unit_test(a_far_quantile_has_no_end_with_few_spans),
        cmocka_unit_test(spans_without_an_end_have_no_duration_either),
        cmocka_unit_test(a_name_that_is_not_there_has_no_duration),
        cmocka_unit_test(spans_of_both_sides_count_while_a_profile_ran),
        cmocka_unit_test(a_span_that_both_sides_have_is_told),
        cmocka_unit_test(durations_without_memory_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
