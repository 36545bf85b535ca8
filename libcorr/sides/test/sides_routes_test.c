/* Traffic by the endpoints of the metric that counts requests. */
#include "test/test_shop.h"

/* A side of 10 s. Each operation kept the spans of half of its requests: its
 * first sample has their cost, another sample without a span has the cost of
 * the other half. */
typedef struct asked {
    const char *name;
    double ms;
    int spans;
} asked;

static void put_side(FILE *profiles, FILE *traces, const asked *v, size_t n,
                     int from)
{
    static unsigned id = 0x5000;

    put_profile(profiles, "a", from, from + 10000);
    for (size_t i = 0; i < n; i++) {
        const int at = from + 100 * (int)(i + 1);
        const long long half = llround(v[i].ms / 2 * 1e6);
        fprintf(profiles,
                "tag span_id %016x\n%lld 1 @%lld main;work\n"
                "tag -\n%lld 1 @%lld main;work\n",
                id, half, test_ms(at + 20), half, test_ms(at + 80));
        for (int k = 0; k < v[i].spans; k++, id++)
            fprintf(traces, "trace %u\nspan %016x 0 %d %d shop a 2 0 %s\n", id,
                    id, at + 5 * k, at + 5 * k + 50, v[i].name);
    }
}

/* base at 0 s, new at 20 s; traced: spans are there, too. */
static corr_store *store_of(const asked *a, size_t na, const asked *b,
                            size_t nb, const char *metrics, bool traced)
{
    test_text base, now, both;
    FILE *traces = test_begin(&both);
    FILE *f = test_begin(&base), *g = test_begin(&now);

    put_side(f, traces, a, na, 0);
    put_side(g, traces, b, nb, 20000);
    char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] },
                               { TEST_BOTH, "metrics", metrics },
                               { TEST_BOTH, "traces", text[2] } };
    corr_store *st = test_sides(file, traced ? 4 : 3);
    for (int i = 0; i < 3; i++)
        free(text[i]);
    return st;
}

static const asked base_asked[] = { { "GET /list", 90 * 12, 45 },
                                    { "GET /checkout", 10 * 80, 5 } };
static const asked new_asked[] = { { "GET /list", 60 * 12.6, 30 },
                                   { "GET /checkout", 40 * 78, 20 } };

static void assert_mix(const char *metrics, const asked *a, const asked *b,
                       size_t n, bool by_counter, double mix, double rate)
{
    corr_store *st = store_of(a, n, b, n, metrics, true);
    sides s;

    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_string_equal(s.counter_name, "http_requests_total");
    assert_true(s.mix.known);
    assert_int_equal(s.mix.by_counter, by_counter);
    NEAR(s.mix.mix, mix * 1e6, 2e4);
    NEAR(s.mix.rate, rate * 1e6, 2e4);
    sides_clear(&s);
    corr_store_free(st);
}

static void the_metric_tells_the_mix_of_what_spans_are_samples_of(void **state)
{
    (void)state;
    assert_mix(TRAFFIC, base_asked, new_asked, 2, true, 20.01, -0.05);
}

/* Each names its endpoints in its own way. */
static void a_method_may_be_missing_on_either_side(void **state)
{
    static const asked bare[2][2] = {
        { { "/list", 90 * 12, 45 }, { "/checkout", 10 * 80, 5 } },
        { { "/list", 60 * 12.6, 30 }, { "/checkout", 40 * 78, 20 } }
    };

    (void)state;
    assert_mix(TRAFFIC, bare[0], bare[1], 2, true, 20.01, -0.05);
    assert_mix(COUNTS("http_route=/list", "90", "150")
                   COUNTS("endpoint=/checkout", "10", "50"),
               base_asked, new_asked, 2, true, 20.01, -0.05);
}

static void calls_are_named_by_their_service(void **state)
{
    static const asked calls[2][2] = { { { "shop.Cart/List", 90 * 12, 45 },
                                         { "shop.Cart/Pay", 10 * 80, 5 } },
                                       { { "shop.Cart/List", 60 * 12.6, 30 },
                                         { "shop.Cart/Pay", 40 * 78, 20 } } };

    (void)state;
    assert_mix(COUNTS("rpc.service=shop.Cart,rpc.method=List", "90", "150")
                   COUNTS("rpc_service=shop.Cart,rpc_method=Pay", "10", "50"),
               calls[0], calls[1], 2, true, 20.01, -0.05);
}

/* Shares are then those of spans. */
static void other_names_leave_the_mix_to_spans(void **state)
{
    (void)state;
    assert_mix(COUNTS("method=GET,route=/a", "90", "150")
                   COUNTS("method=GET,route=/b", "10", "50"),
               (const asked[]){ { "GET /list", 1080, 1 },
                                { "GET /checkout", 800, 1 } },
               (const asked[]){ { "GET /list", 756, 1 },
                                { "GET /checkout", 3120, 1 } },
               2, false, 0, 19.96);
    /* the paths do not distinguish the routes */
    assert_mix(
        COUNTS("route=/list", "90", "150")
            COUNTS("route=/checkout", "10", "50"),
        (const asked[]){ { "GET /list", 1880, 1 }, { "PUT /list", 0.01, 1 } },
        (const asked[]){ { "GET /list", 3876, 1 }, { "PUT /list", 0.01, 1 } },
        2, false, 0, 19.96);
}

/* A scrape is no request: its cost is a part of each. */
static void what_is_not_counted_is_no_request(void **state)
{
    static asked v[2][11];

    (void)state;
    for (int w = 0; w < 2; w++) {
        for (int i = 0; i < 10; i++)
            v[w][i] = (asked){ i % 2 ? "GET /checkout" : "GET /list",
                               (w       ? i % 2 ? 40 * 78 : 60 * 12.6
                                : i % 2 ? 10 * 80
                                        : 90 * 12) /
                                   5.0,
                               w       ? i % 2 ? 4 : 6
                               : i % 2 ? 1
                                       : 9 };
        v[w][10] = (asked){ "GET /metrics", w ? 300 : 100, 1 };
    }
    assert_mix(TRAFFIC, v[0], v[1], 11, true, 20.01, -0.05 + 2);
}

static void
an_operation_that_no_span_tells_of_leaves_the_mix_to_spans(void **state)
{
    corr_store *st = store_of(base_asked, 1, new_asked, 2, TRAFFIC, true);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_true(s.mix.known);
    assert_false(s.mix.by_counter);
    sides_clear(&s);
    corr_store_free(st);
}

/* A stratum on one side only is pure mix. */
static void what_one_side_serves_is_traffic(void **state)
{
    static const asked a[] = { { "GET /a", 900 * 10, 450 },
                               { "GET /b", 100 * 50, 50 } };
    static const asked b[] = { { "GET /a", 800 * 10, 400 },
                               { "GET /b", 100 * 50, 50 },
                               { "GET /new", 100 * 200, 50 } };
    corr_store *st =
        store_of(a, 2, b, 3,
                 COUNTS("method=GET,route=/a", "900", "1700")
                     COUNTS("method=GET,route=/b", "100", "200")
                         COUNTS("method=GET,route=/new", "0", "100"),
                 true);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_true(s.mix.by_counter);
    NEAR(s.mix.mix, 19e6, 1e3);
    NEAR(s.mix.rate, 0, 1e3);
    assert_int_equal(s.route.n, 3);
    assert_string_equal(s.route.v[0].name.p, "GET /a");
    assert_string_equal(s.route.v[2].name.p, "GET /new");
    NEAR(s.route.v[2].requests[0], 0, 1e-6);
    NEAR(s.route.v[2].requests[1], 100, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
}

static void without_spans_only_the_traffic_is_known(void **state)
{
    corr_store *st = store_of(base_asked, 2, new_asked, 2, TRAFFIC, false);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_false(s.mix.known);
    assert_int_equal(s.route.n, 2);
    assert_string_equal(s.route.v[0].name.p, "GET /list");
    NEAR(s.route.v[0].requests[0], 90, 1e-6);
    NEAR(s.route.v[0].requests[1], 60, 1e-6);
    NEAR(s.route.v[1].requests[0], 10, 1e-6);
    NEAR(s.route.v[1].requests[1], 40, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
}

/* Paths with ids in them are no endpoints. */
static void thousands_of_routes_are_none(void **state)
{
    test_text t;
    FILE *f = test_begin(&t);
    sides s;

    (void)state;
    for (int i = 0; i < 1200; i++)
        fprintf(f,
                "metric http_requests_total counter job=shop,path=/%d\n"
                "point 0 0\npoint 15000 1\npoint 30000 2\n",
                i);
    char *metrics = test_done(&t);
    corr_store *st = store_of(base_asked, 2, new_asked, 2, metrics, true);
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_non_null(s.counter_name);
    assert_int_equal(s.route.n, 0);
    assert_false(s.mix.by_counter);
    sides_clear(&s);
    corr_store_free(st);
    free(metrics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_metric_tells_the_mix_of_what_spans_are_samples_of),
        cmocka_unit_test(a_method_may_be_missing_on_either_side),
        cmocka_unit_test(calls_are_named_by_their_service),
        cmocka_unit_test(other_names_leave_the_mix_to_spans),
        cmocka_unit_test(what_is_not_counted_is_no_request),
        cmocka_unit_test(
            an_operation_that_no_span_tells_of_leaves_the_mix_to_spans),
        cmocka_unit_test(what_one_side_serves_is_traffic),
        cmocka_unit_test(without_spans_only_the_traffic_is_known),
        cmocka_unit_test(thousands_of_routes_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
