/* Requests that a metric counts. */
#include "test/test_sides.h"

#include "sides/sides.h"

/* Two profiles of "shop", 10 s each, at 0 and at 20 s, and two more files. */
static corr_store *store_of(const char *proc, const char *metrics,
                            const char *traces)
{
    char text[2][400];
    const test_file file[] = {
        { TEST_BASE, "base", text[0] },
        { TEST_NEW, "new", text[1] },
        { TEST_BOTH, "metrics", metrics },
        { TEST_BOTH, "traces", traces },
    };

    for (int w = 0; w < 2; w++)
        snprintf(text[w], sizeof text[w],
                 "proc %s\nwindow %d %d\nkind cpu ns 10000000\n"
                 "500000000 50 @%lld main;work\n"
                 "500000000 50 @%lld main;rest\n",
                 proc, w * 20000, w * 20000 + 10000, test_ms(w * 20000 + 2000),
                 test_ms(w * 20000 + 7000));
    return test_sides(file, traces ? 4 : 3);
}

#define SHOP "service.name shop host.name a"
/* 200 requests in the first 10 s, 300 in the third, of shop. */
#define COUNTED                                                                \
    "metric http_requests_total counter job=shop,path=/a\n"                    \
    "point 0 5\npoint 5000 55\npoint 10000 205\npoint 20000 205\n"             \
    "point 25000 405\npoint 30000 505\n"

static corr_code make(sides *s, corr_store *st, const char *requests,
                      corr_err *err)
{
    *err = (corr_err){ 0 };
    return sides_init(s, st, test_query,
                      &(corr_diff_opts){ .requests = requests }, err);
}

/* Checks which metric is used without --requests, or why no metric is. */
static void assert_unasked(const char *metrics, const char *name,
                           const char *why)
{
    corr_store *st = store_of(SHOP, metrics, NULL);
    corr_err err;
    sides s;

    assert_int_equal(make(&s, st, NULL, &err), CORR_OK);
    if (name)
        assert_string_equal(s.counter_name, name);
    else
        assert_null(s.counter_name);
    if (why)
        assert_string_equal(s.no_counter, why);
    else
        assert_null(s.no_counter);
    assert_int_equal(s.per, name ? CORR_PER_REQUEST : CORR_PER_SECOND);
    sides_clear(&s);
    corr_store_free(st);
}

/* Checks the error of --requests. */
static void assert_refused(const char *proc, const char *metrics,
                           const char *requests, const char *what)
{
    corr_store *st = store_of(proc, metrics, NULL);
    corr_err err;
    sides s;

    assert_int_equal(make(&s, st, requests, &err), CORR_EUSAGE);
    assert_string_equal(err.what, what);
    sides_clear(&s);
    corr_store_free(st);
}

static void an_obvious_counter_counts_the_requests_of_both_sides(void **state)
{
    corr_store *st = store_of(SHOP, COUNTED, NULL);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, NULL, &err), CORR_OK);
    assert_string_equal(s.counter_name, "http_requests_total");
    assert_int_equal(s.per, CORR_PER_REQUEST);
    NEAR(s.side[0].facts.requests, 200, 1e-6);
    NEAR(s.side[1].facts.requests, 300, 1e-6);
    NEAR(s.side[0].facts.factor, 200, 1e-6);
    assert_true(isnan(s.side[0].facts.by_spans));
    assert_int_equal(s.counter_step, 5000000000);
    assert_int_equal(s.counter_of, 1);
    sides_clear(&s);
    corr_store_free(st);
}

static void each_window_of_a_recording_has_its_requests(void **state)
{
    static const char base[] = "proc " SHOP "\nwindow 0 30000\n"
                               "kind cpu ns 10000000\n"
                               "10000000 1 @1000000001 f\n";
    const test_file file[] = {
        { TEST_BASE, "base", base },
        { TEST_NEW, "new", base },
        { TEST_BOTH, "metrics", COUNTED },
    };
    corr_store *st = test_sides(file, 3);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, NULL, &err), CORR_OK);
    assert_int_equal(s.side[0].k, 3);
    NEAR(s.side[0].exposure[0], 200, 1e-6);
    NEAR(s.side[0].exposure[1], 0, 1e-6);
    NEAR(s.side[0].exposure[2], 300, 1e-6);
    NEAR(s.side[0].facts.requests, 500, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
}

#define REPLICA(name, from, to)                                                \
    "proc service.name shop host.name " name "\nwindow " from " " to           \
    "\nkind cpu ns 10000000\n1000000000 100 @1000000000 main;work\n"

/* 200 requests came in 10 s, and 300 in the 10 s from 20 s on. */
static void what_came_while_several_profiles_ran_counts_once(void **state)
{
    static const char counted[] =
        "metric http_requests_total counter job=shop,route=/a\n"
        "point 0 5\npoint 5000 55\npoint 10000 205\npoint 20000 205\n"
        "point 25000 405\npoint 30000 505\n";
    static const test_file file[] = {
        { TEST_BASE, "b/1", REPLICA("a", "0", "10000") },
        { TEST_BASE, "b/2", REPLICA("b", "5000", "10000") },
        { TEST_BASE, "b/3", REPLICA("c", "4000", "5000") },
        { TEST_NEW, "n/1", REPLICA("a", "20000", "25000") },
        { TEST_NEW, "n/2", REPLICA("b", "20000", "25000") },
        { TEST_NEW, "n/3", REPLICA("c", "25000", "30000") },
        { TEST_BOTH, "metrics", counted },
    };
    corr_store *st = test_sides(file, 7);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, "http_requests_total", &err), CORR_OK);
    NEAR(s.side[0].facts.requests, 200, 1e-6);
    NEAR(s.side[0].requests[0], 40 + 5 + 75, 1e-6);
    NEAR(s.side[0].requests[1], 75, 1e-6);
    NEAR(s.side[0].requests[2], 5, 1e-6);
    NEAR(s.side[1].facts.requests, 300, 1e-6);
    for (uint32_t i = 0; i < 3; i++)
        NEAR(s.side[1].requests[i], 100, 1e-6);
    assert_int_equal(s.route.n, 1);
    NEAR(s.route.v[0].requests[0], 200, 1e-6);
    NEAR(s.route.v[0].requests[1], 300, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
}

/* Half of the requests of the base are traced, all of the new side: with what
 * spans say of operations the mix is the same. */
static void operations_are_shares_of_what_is_counted(void **state)
{
    test_text t;
    FILE *f = test_begin(&t);
    unsigned id = 0x1000;

    (void)state;
    for (int i = 0; i < 400; i++) {
        const int at = i < 100 ? i * 100 : 20000 + (i - 100) * 33;
        id++;
        fprintf(f, "trace %u\nspan %016x 0 %d %d shop a 2 0 %s\n", id, id, at,
                at + 1, i % 2 ? "pay" : "list");
    }
    char *traces = test_done(&t);
    corr_store *st = store_of(SHOP, COUNTED, traces);
    corr_err err;
    sides s;
    assert_int_equal(make(&s, st, NULL, &err), CORR_OK);
    NEAR(s.side[0].facts.requests, 200, 1e-6);
    NEAR(s.side[0].facts.by_spans, 100, 1e-6);
    NEAR(s.side[1].facts.by_spans, 300, 1e-6);
    NEAR(s.side[0].stratum_n[1] + s.side[0].stratum_n[2], 200, 1e-6);
    NEAR(s.side[0].stratum_n[1], 100, 1e-6);
    NEAR(s.side[1].stratum_n[1], 150, 1e-6);
    sides_clear(&s);
    corr_store_free(st);
    free(traces);
}

static void what_tells_of_a_part_is_not_used(void **state)
{
    (void)state;
    assert_unasked("metric http_requests_total counter job=shop\n"
                   "point 0 5\npoint 5000 55\npoint 10000 205\n"
                   "point 20000 205\npoint 25000 405\n",
                   NULL, "http_requests_total tells of 5 s of the 10 s of new");
}

static void
other_names_other_services_and_two_of_them_are_not_obvious(void **state)
{
    (void)state;
    assert_unasked("metric http_requests_total counter job=other\n"
                   "point 0 5\npoint 30000 55\n",
                   NULL, NULL);
    assert_unasked("metric http_requests_total counter path=/a\n"
                   "point 0 5\npoint 30000 55\n",
                   NULL, NULL);
    assert_unasked("metric http_client_requests_total counter job=shop\n"
                   "point 0 5\npoint 30000 55\n",
                   NULL, NULL);
    assert_unasked("metric http_requests gauge job=shop\n"
                   "point 0 5\npoint 30000 55\n",
                   NULL, NULL);
    assert_unasked(COUNTED "metric rpc_server_duration_count counter job=shop\n"
                           "point 0 5\npoint 30000 55\n",
                   NULL,
                   "http_requests and rpc_server_duration both seem to count "
                   "requests: --requests says which");
}

static void a_histogram_is_counted_once(void **state)
{
    (void)state;
    assert_unasked("metric http_server_requests_seconds_bucket counter "
                   "job=ns/shop,le=0.1\npoint 0 0\npoint 30000 999\n"
                   "metric http_server_requests_seconds_bucket counter "
                   "job=ns/shop,le=+Inf\npoint 0 0\npoint 10000 300\n"
                   "point 20000 600\npoint 30000 900\n",
                   "http_server_requests_seconds_bucket", NULL);
    assert_unasked("metric http_server_requests_seconds_bucket counter "
                   "job=shop,le=+Inf\npoint 0 0\npoint 30000 9\n"
                   "metric http_server_requests_seconds_count counter "
                   "job=shop\npoint 0 0\npoint 10000 300\n"
                   "point 20000 600\npoint 30000 900\n",
                   "http_server_requests_seconds_count", NULL);
}

static void several_instances_count_only_if_that_is_asked_for(void **state)
{
    static const char two[] =
        "metric http_requests_total counter job=shop,instance=a\n"
        "point 0 0\npoint 10000 100\npoint 20000 100\npoint 30000 200\n"
        "metric http_requests_total counter job=shop,instance=b\n"
        "point 0 0\npoint 10000 300\npoint 20000 300\npoint 30000 600\n";
    corr_store *st = store_of(SHOP, two, NULL);
    corr_err err;
    sides s;

    (void)state;
    assert_unasked(two, NULL,
                   "http_requests_total is of 2 instances, the profiles of "
                   "base are of 1");
    assert_int_equal(make(&s, st, "http_requests", &err), CORR_OK);
    NEAR(s.side[0].facts.requests, 400, 1e-6);
    assert_int_equal(s.counter_of, 2);
    sides_clear(&s);
    assert_int_equal(make(&s, st, "http_requests_total{instance=\"b\"}", &err),
                     CORR_OK);
    NEAR(s.side[1].facts.requests, 300, 1e-6);
    assert_string_equal(s.counter_name, "http_requests_total{instance=\"b\"}");
    sides_clear(&s);
    corr_store_free(st);
}

static void what_is_asked_for_is_used_or_refused(void **state)
{
    (void)state;
    assert_refused(SHOP, COUNTED, "nope",
                   "--requests nope: no series here is that");
    assert_refused(SHOP, COUNTED, "http_requests_total{path=\"/b\"}",
                   "--requests http_requests_total{path=\"/b\"}: no series "
                   "here is that");
    assert_refused("service.name other", COUNTED, "http_requests_total",
                   "--requests http_requests_total: its series are of shop, "
                   "none of other, which was profiled");
    assert_refused(
        SHOP, "metric load gauge job=shop\npoint 0 1\npoint 30000 2\n", "load",
        "--requests: load is no counter: it is a gauge, or it falls");
    assert_refused(SHOP,
                   "metric n counter job=shop\npoint 0 1\npoint 5000 2\n"
                   "point 10000 9\n",
                   "n", "--requests: n tells of 0 s of the 10 s of new");
    assert_refused("host.name a",
                   "metric n counter job=x\npoint 0 1\npoint 30000 2\n"
                   "metric n counter job=y\npoint 0 1\npoint 30000 2\n",
                   "n",
                   "--requests n: its series are of x, y: which of them was "
                   "profiled?");
}

/* By their own labels, or by the path of their file. */
static void series_have_the_labels_that_make_sides(void **state)
{
    static const struct {
        const char *path[2], *metrics, *label[2], *what;
    } each[] = {
        { { "v1/m", "v2/m" }, COUNTED, { "version=v1", "version=v2" }, NULL },
        { { "a/m", "b/m" },
          COUNTED,
          { "version=v1", "version=v2" },
          "--requests http_requests_total: no series of that says version=v1, "
          "or version=v2" },
        { { "v1/m", "v2/m" }, COUNTED, { "path=/a", "path=/a" }, NULL },
        { { "v1/m", "v2/m" },
          COUNTED,
          { "path=/b", "path=/b" },
          "--requests http_requests_total: no series of that says path=/b" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        static const char base[] = "proc " SHOP " version v1 path /a\n"
                                   "window 0 10000\nkind cpu ns 10000000\n"
                                   "500000000 50 f\n";
        static const char now[] = "proc " SHOP " version v2 path /a\n"
                                  "window 20000 30000\nkind cpu ns 10000000\n"
                                  "500000000 50 f\n";
        const test_file file[] = { { 0, "base", base },
                                   { 0, "new", now },
                                   { 0, each[i].path[0], each[i].metrics },
                                   { 0, each[i].path[1], each[i].metrics } };
        const corr_query q[2] = {
            { .labels = &each[i].label[0], .nlabels = 1 },
            { .labels = &each[i].label[1], .nlabels = 1 },
        };
        corr_store *st = test_sides(file, 4);
        corr_err err = { 0 };
        sides s;
        const corr_code code = sides_init(
            &s, st, q, &(corr_diff_opts){ .requests = "http_requests_total" },
            &err);
        assert_string_equal(err.what, each[i].what ? each[i].what : "");
        assert_int_equal(code, each[i].what ? CORR_EUSAGE : CORR_OK);
        if (!code && strcmp(each[i].label[0], each[i].label[1]) != 0) {
            NEAR(s.side[0].facts.requests, 200, 1e-6);
            NEAR(s.side[1].facts.requests, 300, 1e-6);
        }
        sides_clear(&s);
        corr_store_free(st);
    }
}

static void a_state_is_divided_by_no_request(void **state)
{
    static const char heap[] = "proc " SHOP "\nwindow 0 10000\n"
                               "kind live_bytes bytes 0 snapshot\n9 9 f\n";
    const test_file file[] = {
        { TEST_BASE, "base", heap },
        { TEST_NEW, "new", heap },
        { TEST_BOTH, "metrics", COUNTED },
    };
    corr_store *st = test_sides(file, 3);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, "http_requests", &err), CORR_EUSAGE);
    assert_string_equal(err.what, "--per request: live_bytes is what there was "
                                  "at one time, and no rate");
    sides_clear(&s);
    assert_int_equal(make(&s, st, NULL, &err), CORR_OK);
    assert_null(s.counter_name);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_sum_since_a_process_began_is_no_state(void **state)
{
    static const char counted[] = "proc " SHOP "\nwindow 0 10000\n"
                                  "kind alloc_bytes bytes 0 since_start\n"
                                  "9 9 f\n";
    const test_file file[] = {
        { TEST_BASE, "base", counted },
        { TEST_NEW, "new", counted },
        { TEST_BOTH, "metrics", COUNTED },
    };
    corr_store *st = test_sides(file, 3);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, "http_requests", &err), CORR_EUSAGE);
    assert_string_equal(err.what,
                        "--per request: alloc_bytes counts since the start of "
                        "its process, which is unknown: it has no rate");
    assert_true(s.standing && s.counted);
    sides_clear(&s);
    corr_store_free(st);
}

static void few_requests_are_enough_if_they_are_asked_for(void **state)
{
    static const char few[] = "metric n counter job=shop\npoint 0 1\n"
                              "point 10000 4\npoint 20000 4\npoint 30000 9\n";
    corr_store *st = store_of(SHOP, few, NULL);
    corr_err err;
    sides s;

    (void)state;
    assert_int_equal(make(&s, st, "n", &err), CORR_OK);
    assert_int_equal(s.per, CORR_PER_REQUEST);
    NEAR(s.side[0].facts.requests, 3, 1e-6);
    sides_clear(&s);
    /* what is not divided by requests needs no counter */
    assert_int_equal(sides_init(&s, st, test_query,
                                &(corr_diff_opts){ .per = CORR_PER_SECOND },
                                &err),
                     CORR_OK);
    assert_null(s.counter_name);
    sides_clear(&s);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_obvious_counter_counts_the_requests_of_both_sides),
        cmocka_unit_test(each_window_of_a_recording_has_its_requests),
        cmocka_unit_test(what_came_while_several_profiles_ran_counts_once),
        cmocka_unit_test(operations_are_shares_of_what_is_counted),
        cmocka_unit_test(what_tells_of_a_part_is_not_used),
        cmocka_unit_test(
            other_names_other_services_and_two_of_them_are_not_obvious),
        cmocka_unit_test(a_histogram_is_counted_once),
        cmocka_unit_test(several_instances_count_only_if_that_is_asked_for),
        cmocka_unit_test(what_is_asked_for_is_used_or_refused),
        cmocka_unit_test(series_have_the_labels_that_make_sides),
        cmocka_unit_test(a_state_is_divided_by_no_request),
        cmocka_unit_test(a_sum_since_a_process_began_is_no_state),
        cmocka_unit_test(few_requests_are_enough_if_they_are_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
