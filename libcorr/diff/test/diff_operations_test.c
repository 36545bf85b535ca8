/* Tests of the cost of a function under each operation, if these disagree. */
#include "diff/diff.h"
#include "test/test_compared.h"

/* n requests of an operation, which take turns in so many samples. */
static void put_operation(FILE *profile, FILE *spans_of, const char *name,
                          const char *handler, int from, int samples, int tick)
{
    enum { REQUESTS = 40 };
    static unsigned id = 0x1000;

    for (int i = 0; i < REQUESTS; i++) {
        id++;
        fprintf(spans_of, "trace %u\nspan %016x 0 %d %d shop a 2 0 %s\n", id,
                id, from + i * 200, from + i * 200 + 150, name);
        fprintf(profile, "tag span_id %016x\n", id);
        for (int k = i; k < samples; k += REQUESTS)
            fprintf(profile, "%d 1 @%lld main;%smergeRules\n", tick,
                    test_ms(from + i * 200 + 50), handler);
        fprintf(profile, "%d 2 @%lld main;other\n", 2 * tick,
                test_ms(from + i * 200 + 70));
    }
}

static corr_store *operations_of(const int quote[2], const int checkout[2],
                                 const char *const handler[2], const char *unit,
                                 int tick)
{
    static const char *const names[] = { "a0", "a1", "a2", "b0", "b1", "b2" };
    test_text both, one[6];
    test_file file[7];
    FILE *s = test_begin(&both);

    for (int i = 0; i < 6; i++) {
        const int w = i / 3, from = i * 10000;
        FILE *f = test_begin(&one[i]);
        fprintf(f,
                "proc service.name shop host.name a\nwindow %d %d\n"
                "kind cpu %s %d\n",
                from, from + 10000, unit, tick);
        put_operation(f, s, "/quote", handler[0], from, quote[w] + i, tick);
        put_operation(f, s, "/checkout", handler[1], from, checkout[w] - i,
                      tick);
        file[i] = (test_file){ w ? TEST_NEW : TEST_BASE, names[i],
                               test_done(&one[i]) };
    }
    file[6] = (test_file){ TEST_BOTH, "traces", test_done(&both) };
    corr_store *st = test_sides(file, 7);
    for (int i = 0; i < 7; i++)
        free((void *)(uintptr_t)file[i].text);
    return st;
}

static const char *const no_handlers[] = { "", "" };

static corr_store *operations(const int quote[2], const int checkout[2])
{
    return operations_of(quote, checkout, no_handlers, "ns", 10000000);
}

static void operations_that_disagree_are_told(void **state)
{
    static const int quote[] = { 100, 190 }, checkout[] = { 100, 105 };
    corr_store *st = operations(quote, checkout);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(corr_diff_facts_of(d).per, CORR_PER_REQUEST);
    assert_true(corr_diff_facts_of(d).mix.known);
    assert_int_equal(row_of(d, "mergeRules").change, CORR_GREW);
    assert_int_equal(d->operation.n, 2);
    const corr_also_row a = d->operation.v[0];
    const corr_also_row b = d->operation.v[1];
    assert_int_equal(a.what, CORR_ALSO_OPERATION);
    assert_string_equal(corr_also_name(a.what), "operation");
    assert_string_equal(a.name, "mergeRules");
    assert_true(corr_str_is(a.operation, "/quote"));
    assert_int_equal(a.change, CORR_GREW);
    /* 303 and 582 samples of 10 ms for 120 requests each */
    NEAR(a.value[0], 303 * 1e7 / 120, 1);
    NEAR(a.value[1], 582 * 1e7 / 120, 1);
    NEAR(a.delta, a.value[1] - a.value[0], 1e-9);
    NEAR(a.judged.ratio.value, 582. / 303, 1e-9);
    assert_true(
        a.judged.ratio.lo > 1.4 && a.judged.ratio.lo < a.judged.ratio.value &&
        a.judged.ratio.hi > a.judged.ratio.value && a.judged.ratio.hi < 2.6);
    assert_true(a.judged.p < 0.01);
    assert_string_equal(a.judged.mark, "**");
    assert_true(corr_str_is(b.operation, "/checkout"));
    assert_int_equal(b.change, CORR_SAME);
    NEAR(b.judged.ratio.value, 303. / 297, 1e-9);
    assert_string_equal(b.judged.mark, "~");
    corr_diff_free(d);
    corr_store_free(st);
}

/* If each operation has its own handler, a function answers for the change
 * below one of them; its cost under the other is reported as well. */
static void operations_with_handlers_of_their_own_disagree(void **state)
{
    static const int quote[] = { 100, 190 }, checkout[] = { 100, 105 };
    static const char *const handler[] = { "quote;", "checkout;" };
    corr_store *st = operations_of(quote, checkout, handler, "ns", 10000000);
    corr_diff *d = compared(st, NULL);
    const corr_diff_row r = row_of(d, "mergeRules");

    (void)state;
    NEAR(r.region[0], 303 * 1e7 / 240, 1);
    NEAR(r.value[0], 600 * 1e7 / 240, 1);
    assert_int_equal(d->operation.n, 2);
    const corr_also_row a = d->operation.v[0];
    const corr_also_row b = d->operation.v[1];
    assert_true(corr_str_is(a.operation, "/quote"));
    NEAR(a.value[0], 303 * 1e7 / 120, 1);
    NEAR(a.judged.ratio.value, 582. / 303, 1e-9);
    assert_true(corr_str_is(b.operation, "/checkout"));
    NEAR(b.value[0], 297 * 1e7 / 120, 1);
    NEAR(b.judged.ratio.value, 303. / 297, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

static void what_shrank_for_some_operations_only_is_told(void **state)
{
    static const int quote[] = { 190, 100 }, checkout[] = { 105, 100 };
    corr_store *st = operations(quote, checkout);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(row_of(d, "mergeRules").change, CORR_SHRANK);
    assert_int_equal(d->operation.n, 2);
    const corr_also_row a = d->operation.v[0];
    assert_true(corr_str_is(a.operation, "/quote"));
    assert_int_equal(a.change, CORR_SHRANK);
    assert_int_equal(d->operation.v[1].change, CORR_SAME);
    corr_diff_free(d);
    corr_store_free(st);
}

/* The cost grows under one operation as much as it shrinks under the other: the
 * function has no change, and its operations are not compared. */
static void what_did_not_change_as_a_whole_is_not_split(void **state)
{
    static const int quote[] = { 100, 190 }, checkout[] = { 190, 100 };
    corr_store *st = operations(quote, checkout);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(row_of(d, "mergeRules").change, CORR_SAME);
    assert_int_equal(d->operation.n, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void samples_of_no_unit_are_split_alike(void **state)
{
    static const int quote[] = { 100, 190 }, checkout[] = { 100, 105 };
    corr_store *st = operations_of(quote, checkout, no_handlers, "count", 1);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(d->operation.n, 2);
    const corr_also_row a = d->operation.v[0];
    assert_int_equal(a.unit, CORR_COUNT);
    NEAR(a.value[0], 303. / 120, 1e-6);
    NEAR(a.value[1], 582. / 120, 1e-6);
    corr_diff_free(d);
    corr_store_free(st);
}

static void operations_that_agree_are_not(void **state)
{
    static const int quote[] = { 100, 190 }, checkout[] = { 100, 180 };
    corr_store *st = operations(quote, checkout);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(row_of(d, "mergeRules").change, CORR_GREW);
    assert_int_equal(d->operation.n, 0);
    corr_diff_free(d);
    /* without a divisor, requests of no operation count */
    d = compared(st, &(corr_diff_opts){ .per = CORR_PER_SECOND });
    assert_int_equal(d->operation.n, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

/* ---- another mix --------------------------------------------------------- */

/* n requests, each of so many samples of 10 ms. */
static void put_requests(FILE *profile, FILE *spans_of, const char *name,
                         int from, int n, int samples)
{
    static unsigned id = 0x80000;

    for (int i = 0; i < n; i++) {
        id++;
        fprintf(spans_of, "trace %u\nspan %016x 0 %d %d shop a 2 0 %s\n", id,
                id, from + i * 90, from + i * 90 + 80, name);
        fprintf(profile, "tag span_id %016x\n%d %d @%lld main;%s\n", id,
                samples * 10000000, samples, test_ms(from + i * 90 + 40), name);
    }
}

/* Files of 10 s, three a side, of 100 requests each: so many are of pay. */
static corr_store *mix_of(const int pay[6])
{
    static const char *const names[] = { "a0", "a1", "a2", "b0", "b1", "b2" };
    test_text both, one[6];
    test_file file[7];
    FILE *s = test_begin(&both);

    for (int i = 0; i < 6; i++) {
        FILE *f = test_begin(&one[i]);
        fprintf(f,
                "proc service.name shop host.name a\nwindow %d %d\n"
                "kind cpu ns 10000000\n",
                i * 10000, i * 10000 + 10000);
        put_requests(f, s, "list", i * 10000, 100 - pay[i], 2);
        put_requests(f, s, "pay", i * 10000, pay[i], 9);
        file[i] = (test_file){ i < 3 ? TEST_BASE : TEST_NEW, names[i],
                               test_done(&one[i]) };
    }
    file[6] = (test_file){ TEST_BOTH, "traces", test_done(&both) };
    corr_store *st = test_sides(file, 7);
    for (int i = 0; i < 7; i++)
        free((void *)(uintptr_t)file[i].text);
    return st;
}

/* If traffic leads, the ratio of functions is at one mix, and that of the
 * totals at the mix of each file. */
static void totals_at_another_mix_have_an_interval_of_their_own(void **state)
{
    static const int even[] = { 10, 10, 10, 40, 40, 40 };
    static const int uneven[] = { 4, 10, 16, 22, 40, 58 };
    const int *const pay[] = { even, uneven };
    double width[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        corr_store *st = mix_of(pay[i]);
        corr_diff *d = compared(st, NULL);
        const corr_diff_facts f = corr_diff_facts_of(d);
        assert_true(f.mix.leads);
        NEAR(f.ratio.value, 1, 1e-6);
        NEAR(f.total[0], 27e6, 1);
        NEAR(f.total[1], 48e6, 1);
        NEAR(f.as_is.value, 48. / 27, 1e-9);
        assert_true(f.as_is.lo < f.as_is.value && f.as_is.value < f.as_is.hi);
        width[i] = log(f.as_is.hi / f.as_is.lo);
        corr_diff_free(d);
        corr_store_free(st);
    }
    assert_true(width[1] > 2 * width[0]);
}

static void totals_at_one_mix_are_those_of_the_code(void **state)
{
    static const int pay[] = { 10, 11, 9, 10, 9, 11 };
    corr_store *st = mix_of(pay);
    corr_diff *d = compared(st, NULL);
    const corr_diff_facts f = corr_diff_facts_of(d);

    (void)state;
    assert_false(f.mix.leads);
    NEAR(f.as_is.value, f.ratio.value, 0);
    NEAR(f.as_is.lo, f.ratio.lo, 0);
    NEAR(f.as_is.hi, f.ratio.hi, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_that_disagree_are_told),
        cmocka_unit_test(operations_with_handlers_of_their_own_disagree),
        cmocka_unit_test(what_shrank_for_some_operations_only_is_told),
        cmocka_unit_test(what_did_not_change_as_a_whole_is_not_split),
        cmocka_unit_test(samples_of_no_unit_are_split_alike),
        cmocka_unit_test(operations_that_agree_are_not),
        cmocka_unit_test(totals_at_another_mix_have_an_interval_of_their_own),
        cmocka_unit_test(totals_at_one_mix_are_those_of_the_code),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
