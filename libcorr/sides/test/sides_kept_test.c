/* Requests of which a span was kept stand for those of which none was. */
#include "test/test_shop.h"

/* Requests of one operation, of which one in `of` was kept, with a sample of
 * its own; what the others cost is of no span. */
typedef struct served {
    const char *name;
    unsigned n, of;
    double ms;
} served;

static const char *threshold_of(unsigned of)
{
    return of == 4 ? "ot=th:c" : of == 2 ? "ot=th:8" : NULL;
}

static void put_served(FILE *profiles, FILE *traces, const served *v, size_t n,
                       int from, bool says)
{
    unsigned id = from ? 0x20000 : 0x10000;

    put_profile(profiles, "a", from, from + 10000);
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < v[i].n; k++, id++) {
            const int at = from + 9 * (int)k;
            const char *state = says ? threshold_of(v[i].of) : NULL;
            const bool kept = k % v[i].of == 0;
            if (kept)
                fprintf(traces,
                        "tag %s %s\ntrace %u\n"
                        "span %016x 0 %d %d shop a 2 0 %s\n",
                        state ? "w3c.tracestate" : "-", state ? state : "", id,
                        id, at, at + 40, v[i].name);
            fprintf(profiles, "tag %s %016x\n%lld 1 @%lld main;%s\n",
                    kept ? "span_id" : "-", id, llround(v[i].ms * 1e6),
                    test_ms(at + 20), v[i].name);
        }
}

static void make_served(sides *s, corr_store **st, const served a[2],
                        const served b[2], const char *metrics, const char *op)
{
    const corr_query q[2] = { { .group = TEST_BASE, .op = op },
                              { .group = TEST_NEW, .op = op } };
    test_text base, now, both;
    FILE *traces = test_begin(&both);

    put_served(test_begin(&base), traces, a, 2, 0, !metrics);
    put_served(test_begin(&now), traces, b, 2, 20000, !metrics);
    char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] },
                               { TEST_BOTH, "traces", text[2] },
                               { TEST_BOTH, "metrics", metrics } };
    *st = test_sides(file, metrics ? 4 : 3);
    make(s, *st, q, CORR_PER_REQUEST);
    for (int i = 0; i < 3; i++)
        free(text[i]);
}

static void add_row(void *ctx, const sides_row *row)
{
    *(double *)ctx += (double)row->value;
}

static double total_of(const sides *s, unsigned which)
{
    double sum = 0;

    sides_rows(s, which, add_row, &sum);
    return sum;
}

/* Vector 4.5, with some of its requests: by what spans say, or by a metric. */
static void
traffic_is_told_from_code_where_some_requests_were_kept(void **state)
{
    static const struct {
        unsigned list[2], checkout[2]; /* one in so many was kept */
        const char *metrics;
    } each[] = {
        { { 1, 1 }, { 1, 1 }, NULL },    { { 2, 2 }, { 2, 2 }, NULL },
        { { 2, 1 }, { 1, 2 }, NULL },    { { 2, 1 }, { 1, 4 }, NULL },
        { { 2, 2 }, { 2, 2 }, TRAFFIC },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const served a[] = { { "GET /list", 90, each[i].list[0], 12 },
                             { "GET /checkout", 10, each[i].checkout[0], 80 } };
        const served b[] = { { "GET /list", 60, each[i].list[1], 12.6 },
                             { "GET /checkout", 40, each[i].checkout[1], 78 } };
        corr_store *st;
        sides s;
        make_served(&s, &st, a, b, each[i].metrics, NULL);
        NEAR(s.side[0].facts.requests, 100, 1e-6);
        NEAR(s.mix.mix, 20.01e6, 1);
        NEAR(s.mix.rate, -0.05e6, 1);
        assert_true(s.mix.leads);
        NEAR(total_of(&s, 0), 100 * (0.6 * 12 + 0.4 * 80) * 1e6, 1e3);
        NEAR(total_of(&s, 1), 100 * (0.6 * 12.6 + 0.4 * 78) * 1e6, 1e3);
        sides_clear(&s);
        corr_store_free(st);
    }
}

/* The cost of requests that only the metric counts may be outside of requests,
 * up to the cost that exists. */
static void parts_are_no_more_than_the_whole(void **state)
{
    static const served a[] = { { "GET /list", 45, 1, 12 },
                                { "GET /checkout", 5, 1, 80 } };
    static const served b[] = { { "GET /list", 30, 1, 12.6 },
                                { "GET /checkout", 20, 1, 78 } };
    corr_store *st;
    sides s;

    (void)state;
    make_served(&s, &st, a, b, TRAFFIC, NULL);
    NEAR(s.side[0].facts.requests, 100, 1e-6);
    NEAR(s.mix.mix, 20.01e6 / 2, 1);
    NEAR(s.mix.rate, -0.05e6 / 2, 1);
    NEAR(total_of(&s, 1), 50 * (0.6 * 12.6 + 0.4 * 78) * 1e6, 1e3);
    sides_clear(&s);
    corr_store_free(st);
}

/* Which requests were kept is chance. */
static void what_chance_makes_of_the_mix_does_not_lead(void **state)
{
    (void)state;
    for (unsigned of = 1; of <= 2; of++) {
        const served a[] = { { "GET /list", 90, of, 12 },
                             { "GET /checkout", 10, of, 80 } };
        const served b[] = { { "GET /list", 86, of, 12 },
                             { "GET /checkout", 14, of, 80 } };
        corr_store *st;
        sides s;
        make_served(&s, &st, a, b, NULL, NULL);
        NEAR(s.mix.mix, 0.04 * 68e6, 1);
        assert_int_equal(s.mix.leads, of == 1);
        sides_clear(&s);
        corr_store_free(st);
    }
}

/* The cost of the other requests is unknown. */
static void
a_request_of_what_was_asked_for_costs_what_kept_ones_do(void **state)
{
    static const served a[] = { { "GET /list", 88, 4, 12 },
                                { "GET /checkout", 8, 1, 80 } };
    static const served b[] = { { "GET /list", 60, 1, 12 },
                                { "GET /checkout", 40, 2, 80 } };
    static const struct {
        const char *op;
        double requests[2], ms;
    } each[] = { { "GET /list", { 88, 60 }, 12 },
                 { "GET /checkout", { 8, 40 }, 80 } };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_store *st;
        sides s;
        make_served(&s, &st, a, b, NULL, each[i].op);
        for (unsigned w = 0; w < 2; w++) {
            NEAR(s.side[w].facts.requests, each[i].requests[w], 1e-6);
            NEAR(s.side[w].total / s.side[w].facts.factor, each[i].ms * 1e6, 1);
            NEAR(total_of(&s, w) / s.side[w].facts.factor, each[i].ms * 1e6, 1);
        }
        sides_clear(&s);
        corr_store_free(st);
    }
}

/* 160 requests of 10 ms, of which one in `of` was kept, and 40 of 1 s. */
static char *timed(unsigned of, unsigned id)
{
    test_text t;
    FILE *f = test_begin(&t);

    for (unsigned i = 0; i < 200; i++) {
        const bool is_slow = i % 5 == 0;
        const char *state = is_slow ? NULL : threshold_of(of);
        if (is_slow || (i / 5 * 4 + i % 5) % of == 0)
            fprintf(f,
                    "tag %s %s\ntrace %u\n"
                    "span %016x 0 %u %u shop a 2 0 op\n",
                    state ? "w3c.tracestate" : "-", state ? state : "", id + i,
                    id + i, 500 * i, 500 * i + (is_slow ? 1000 : 10));
    }
    return test_done(&t);
}

static corr_store *both_timed(void)
{
    char *text[] = { timed(4, 0x1000), timed(1, 0x2000) };
    corr_store *st = test_sides(
        (const test_file[]){ { 1, "base", text[0] }, { 2, "new", text[1] } },
        2);

    free(text[0]);
    free(text[1]);
    return st;
}

static void a_mean_is_that_of_all_for_which_spans_stand(void **state)
{
    corr_store *st = both_timed();
    corr_err err = { 0 };

    (void)state;
    corr_spandiff *d = corr_spandiff_of(st, test_query, &err);
    assert_non_null(d);
    const corr_spandiff_row r = corr_spandiff_at(d, 0);
    assert_int_equal(r.spans[0], 80);
    assert_int_equal(r.spans[1], 200);
    for (unsigned w = 0; w < 2; w++) {
        NEAR(r.mean[w], 208e6, 1e3);
        NEAR(r.critical[w], 208e6, 1e3);
        NEAR(r.p50[w], 10e6, 0);
        NEAR(r.p95[w], 1000e6, 0);
    }
    assert_int_equal(r.change, CORR_SAME);
    corr_spandiff_free(d);
    corr_store_free(st);
}

static void a_quantile_is_that_of_all_for_which_spans_stand(void **state)
{
    static const struct {
        double quantile, ns;
    } each[] = { { .5, 10e6 }, { .75, 10e6 }, { .8, 10e6 }, { .85, 1000e6 } };
    corr_store *st = both_timed();

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_took t[2];
        assert_int_equal(
            corr_took_of(st, test_query, "op", each[i].quantile, t, NULL),
            CORR_OK);
        assert_int_equal(t[0].n, 80);
        NEAR(t[0].at.value, each[i].ns, 0);
        NEAR(t[1].at.value, each[i].ns, 0);
    }
    corr_took t[2];
    assert_int_equal(corr_took_of(st, test_query, "op", .75, t, NULL), CORR_OK);
    NEAR(t[0].at.hi, 1000e6, 0); /* of less than 80 in effect */
    NEAR(t[1].at.hi, 1000e6, 0);
    NEAR(t[0].at.lo, 10e6, 0);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            traffic_is_told_from_code_where_some_requests_were_kept),
        cmocka_unit_test(parts_are_no_more_than_the_whole),
        cmocka_unit_test(what_chance_makes_of_the_mix_does_not_lead),
        cmocka_unit_test(
            a_request_of_what_was_asked_for_costs_what_kept_ones_do),
        cmocka_unit_test(a_mean_is_that_of_all_for_which_spans_stand),
        cmocka_unit_test(a_quantile_is_that_of_all_for_which_spans_stand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
