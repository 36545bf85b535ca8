/* Tests of costs at the mix of the new side, if the mix is sampled. */
#include "test/test_compared.h"

#include <math.h>

/* Requests of an operation and their samples of its own function; of each two,
 * or of each one, a span was kept. */
typedef struct served {
    const char *name;
    int n;
    double ms;
} served;

static char *served_by(FILE *traces, const served v[2], int from, int of)
{
    test_text t;
    FILE *f = test_begin(&t);
    int id = from ? 0x20000 : 0x10000;

    fprintf(f,
            "proc service.name shop host.name a\nwindow %d %d\n"
            "kind cpu ns 10000000\n",
            from, from + 10000);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < v[i].n; k++, id++) {
            const int at = from + 90 * k;
            const bool kept = k % of == 0;
            if (kept)
                fprintf(traces,
                        "tag %s %s\ntrace %d\n"
                        "span %016x 0 %d %d shop a 2 0 %s\n",
                        of > 1 ? "w3c.tracestate" : "-",
                        of > 1 ? "ot=th:8" : "", id, id, at, at + 40,
                        v[i].name);
            fprintf(f, "tag %s %016x\n%lld 1 @%lld main;%s\n",
                    kept ? "span_id" : "-", id, llround(v[i].ms * 1e6),
                    test_ms(at + 20), v[i].name);
        }
    return test_done(&t);
}

static corr_diff *diff_of(corr_store **st, int of)
{
    static const served a[] = { { "list", 90, 12 }, { "checkout", 10, 80 } };
    static const served b[] = { { "list", 60, 12 }, { "checkout", 40, 80 } };
    static const corr_diff_ask ask[] = { { 0 },
                                         { .function = "list" },
                                         { .function = "main",
                                           .cumulative = true } };
    test_text both;
    FILE *traces = test_begin(&both);
    char *base = served_by(traces, a, 0, of);
    char *now = served_by(traces, b, 20000, of);
    char *spans_of = test_done(&both);

    *st = test_sides((const test_file[]){ { TEST_BASE, "base", base },
                                          { TEST_NEW, "new", now },
                                          { TEST_BOTH, "traces", spans_of } },
                     3);
    free(base);
    free(now);
    free(spans_of);
    return compared(*st, &(corr_diff_opts){ .ask = ask, .nask = 3 });
}

/* Returns the variance of the logarithm of a ratio, without that of samples:
 * noise is not seen, so phi is 2. */
static double variance_of(corr_estimate e, const double x[2])
{
    const double half = log(e.hi / e.lo) / 2 / 1.959963984540054;

    return half * half - 2 * (1 / x[0] + 1 / x[1]);
}

/* Spans show 60 +- 7.7 and 40 +- 6.3 of 100 requests of the new side, and 90 +-
 * 9.5 and 10 +- 3.2 of the base; the cost outside of requests is the rest. */
static void intervals_know_of_sampled_requests(void **state)
{
    const double kept = 27.2 * 27.2 * 60 + 40.8 * 40.8 * 40;
    const double others = 6.8 * 6.8 * 90 + 61.2 * 61.2 * 10;
    const double list = 4.8 * 4.8 * 60 + 7.2 * 7.2 * 40;
    const double part = 540. / 940;
    corr_store *st;
    corr_diff *d = diff_of(&st, 2);
    const corr_diff_cost total = corr_diff_asked(d, 0);
    const corr_diff_cost own = corr_diff_asked(d, 1);
    const corr_diff_cost all = corr_diff_asked(d, 2);
    const corr_diff_facts f = corr_diff_facts_of(d);

    (void)state;
    assert_true(f.mix.leads);
    NEAR(total.ratio.value, 1, 1e-6);
    NEAR(variance_of(total.ratio, total.x), (kept + others) / 1e4 / 39.2 / 39.2,
         1e-6);
    NEAR(f.ratio.lo, total.ratio.lo, 1e-12);
    NEAR(f.ratio.hi, total.ratio.hi, 1e-12);
    NEAR(variance_of(all.ratio, all.x), variance_of(total.ratio, total.x),
         1e-9);
    NEAR(variance_of(own.ratio, own.x),
         (list + part * part * others) / 1e4 / 7.2 / 7.2, 1e-6);
    const corr_diff_row row = row_of(d, "list");
    NEAR(row.self.ratio.lo, own.ratio.lo, 1e-9);
    NEAR(row.self.ratio.hi, own.ratio.hi, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

static void of_requests_that_were_all_kept_nothing_is_chance(void **state)
{
    corr_store *st;
    corr_diff *d = diff_of(&st, 1);
    const corr_diff_cost total = corr_diff_asked(d, 0);

    (void)state;
    assert_true(corr_diff_facts_of(d).mix.leads);
    NEAR(variance_of(total.ratio, total.x), 0, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_know_of_sampled_requests),
        cmocka_unit_test(of_requests_that_were_all_kept_nothing_is_chance),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
