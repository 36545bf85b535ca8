/* Traffic by the labels of samples, and a metric that counts requests. */
#include "test/test_memory.h"
#include "test/test_shop.h"

/* The ms that a side of 10 s spends on requests, and the label that names
 * them. */
typedef struct spent {
    const char *key, *name;
    double ms;
} spent;

static char *write_side(const spent *v, size_t n, int from)
{
    test_text t;
    FILE *f = test_begin(&t);

    put_profile(f, "a", from, from + 10000);
    for (size_t i = 0; i < n; i++) {
        if (v[i].name)
            fprintf(f, "tag %s %s\n", v[i].key, v[i].name);
        else
            fprintf(f, "tag -\n");
        fprintf(f, "%lld 1 @%lld main;work\n", llround(v[i].ms * 1e6),
                test_ms(from + 100 * (int)(i + 1)));
    }
    return test_done(&t);
}

static corr_store *store_of(const spent *a, const spent *b, size_t n,
                            const char *metrics)
{
    char *base = write_side(a, n, 0), *now = write_side(b, n, 20000);
    const test_file file[] = { { TEST_BASE, "base", base },
                               { TEST_NEW, "new", now },
                               { TEST_BOTH, "metrics", metrics } };
    corr_store *st = test_sides(file, 3);

    free(base);
    free(now);
    return st;
}

#define SPENT(key, list, checkout, w)                                          \
    {                                                                          \
        { key, list, (w) ? 60 * 12.6 : 90 * 12 },                              \
        {                                                                      \
            key, checkout, (w) ? 40 * 78 : 10 * 80                             \
        }                                                                      \
    }

static void assert_mix(const char *metrics, const spent *a, const spent *b,
                       size_t n, const char *label, double mix, double rate)
{
    corr_store *st = store_of(a, b, n, metrics);
    sides s;

    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_string_equal(s.counter_name, "http_requests_total");
    assert_int_equal(s.mix.known, label != NULL);
    if (label) {
        assert_true(s.mix.by_counter);
        assert_string_equal(s.mix.label, label);
        NEAR(s.mix.mix, mix * 1e6, 2e4);
        NEAR(s.mix.rate, rate * 1e6, 2e4);
    }
    sides_clear(&s);
    corr_store_free(st);
}

static void costs_by_label_and_counts_by_route_tell_the_mix(void **state)
{
    static const spent v[2][2] = {
        SPENT("endpoint", "GET /list", "GET /checkout", 0),
        SPENT("endpoint", "GET /list", "GET /checkout", 1)
    };

    (void)state;
    assert_mix(TRAFFIC, v[0], v[1], 2, "endpoint", 20.01, -0.05);
}

/* A label that the metric does not know the values of is passed over. */
static void the_label_is_one_that_the_metric_knows(void **state)
{
    static const spent v[2][2] = { SPENT("http.route", "/list", "/checkout", 0),
                                   SPENT("http.route", "/list", "/checkout",
                                         1) };
    static const spent other[2][2] = {
        SPENT("endpoint", "10.0.0.1", "10.0.0.2", 0),
        SPENT("endpoint", "10.0.0.1", "10.0.0.2", 1)
    };

    (void)state;
    assert_mix(TRAFFIC, v[0], v[1], 2, "http.route", 20.01, -0.05);
    assert_mix(TRAFFIC, other[0], other[1], 2, NULL, 0, 0);
}

/* Rows are at the mix of the new side, and a row whose code did not change
 * stands still. */
static void rows_weigh_what_their_label_does(void **state)
{
    static const spent v[2][2] = {
        SPENT("endpoint", "GET /list", "GET /checkout", 0),
        SPENT("endpoint", "GET /list", "GET /checkout", 1)
    };
    corr_store *st = store_of(v[0], v[1], 2, TRAFFIC);
    double cost[2] = { 0 };
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_true(s.mix.leads);
    for (unsigned w = 0; w < 2; w++) {
        double *by = calloc(s.side[w].k, sizeof *by);
        assert_non_null(by);
        sides_add_costs(&s, w, by);
        for (uint32_t c = 0; c < s.side[w].k; c++)
            cost[w] += by[c] / s.scale / s.side[w].facts.requests;
        free(by);
    }
    NEAR(cost[0], (0.6 * 12 + 0.4 * 80) * 1e6, 1e3);
    NEAR(cost[1], (0.6 * 12.6 + 0.4 * 78) * 1e6, 1e3);
    sides_clear(&s);
    corr_store_free(st);
}

/* Cost without a label is shared by all requests. */
static void what_nobody_labelled_is_no_traffic(void **state)
{
    static const spent v[2][3] = {
        { { "endpoint", "GET /list", 90 * 12 },
          { "endpoint", "GET /checkout", 10 * 80 },
          { "endpoint", NULL, 500 } },
        { { "endpoint", "GET /list", 60 * 12.6 },
          { "endpoint", "GET /checkout", 40 * 78 },
          { "endpoint", NULL, 700 } },
    };

    (void)state;
    assert_mix(TRAFFIC, v[0], v[1], 3, "endpoint", 20.01, -0.05 + 2);
}

/* One request in five is of an endpoint that no sample names, or most cost is
 * of none. */
static void too_little_that_is_labelled_tells_nothing(void **state)
{
    static const spent v[2][3] = {
        { { "endpoint", "GET /list", 90 * 12 },
          { "endpoint", "GET /checkout", 10 * 80 },
          { "endpoint", NULL, 9000 } },
        { { "endpoint", "GET /list", 60 * 12.6 },
          { "endpoint", "GET /checkout", 40 * 78 },
          { "endpoint", NULL, 9000 } },
    };

    (void)state;
    assert_mix(TRAFFIC COUNTS("method=GET,route=/more", "25", "50"), v[0], v[1],
               2, NULL, 0, 0);
    assert_mix(TRAFFIC, v[0], v[1], 3, NULL, 0, 0);
}

static void labels_without_memory_are_refused(void **state)
{
    static const spent v[2][2] = { SPENT("route", "/list", "/checkout", 0),
                                   SPENT("route", "/list", "/checkout", 1) };
    corr_store *st = store_of(v[0], v[1], 2, TRAFFIC);
    const corr_diff_opts opts = { .per = CORR_PER_REQUEST };
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST); /* the store keeps what it
                                                   finds out */
    sides_clear(&s);
    for (long n = 1, more = true; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        const corr_code code = sides_init(&s, st, test_query, &opts, &err);
        more = test_memory_failed();
        sides_clear(&s);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_by_label_and_counts_by_route_tell_the_mix),
        cmocka_unit_test(the_label_is_one_that_the_metric_knows),
        cmocka_unit_test(rows_weigh_what_their_label_does),
        cmocka_unit_test(what_nobody_labelled_is_no_traffic),
        cmocka_unit_test(too_little_that_is_labelled_tells_nothing),
        cmocka_unit_test(labels_without_memory_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
