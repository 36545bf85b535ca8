/* What two sides are divided by, and in which clusters their samples fall. */
#include "test_sides.h"

#include <math.h>

#include "sides.h"

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

/* A profile of a process of the service "shop", from ms to ms. */
static void put_profile(FILE *f, const char *host, int from, int to)
{
    fprintf(f,
            "proc service.name shop host.name %s\nwindow %d %d\n"
            "kind cpu ns 10000000\n",
            host, from, to);
}

/* n samples of 10 ms, evenly from ms to ms. */
static void put_samples(FILE *f, const char *stack, int n, int from, int to)
{
    for (int i = 0; i < n; i++)
        fprintf(f, "10000000 1 @%lld %s\n",
                test_ms(from + (to - from) * (i + 0.5) / n), stack);
}

/* n requests that shop serves, evenly from ms to ms; each a trace. */
static void put_requests(FILE *f, const char *host, const char *name, int n,
                         int from, int to)
{
    static unsigned id = 0x1000;

    for (int i = 0; i < n; i++) {
        const int at = from + (to - from) * i / n;
        id++;
        fprintf(f, "trace %u\nspan %016x 0 %d %d shop %s 2 0 %s\n", id, id, at,
                at + 1, host, name);
    }
}

static void make(sides *s, corr_store *st, const corr_query q[2], corr_per per)
{
    corr_err err = { 0 };

    if (sides_init(s, st, q, &(corr_diff_opts){ .per = per }, &err))
        fail_msg("%s", err.what);
}

static char *profile(const char *host, int from, int to, int n)
{
    test_text t;
    FILE *f = test_begin(&t);

    put_profile(f, host, from, to);
    put_samples(f, "main;work", n, from, to);
    return test_done(&t);
}

/* Two profiles a side, of 10 s each, and the traces of both. */
static corr_store *simple(char *text[3], const char *traces)
{
    text[0] = profile("a", 0, 10000, 100);
    text[1] = profile("a", 20000, 30000, 150);
    text[2] = NULL;
    const test_file file[] = {
        { TEST_BASE, "base", text[0] },
        { TEST_NEW, "new", text[1] },
        { TEST_BOTH, "traces", traces },
    };
    return test_sides(file, 3);
}

static void free_texts(char *text[3])
{
    free(text[0]);
    free(text[1]);
}

/* ---- requests ----------------------------------------------------------- */

/* Vector 4.3. */
static void a_span_that_was_kept_stands_for_several(void **state)
{
    static const struct {
        const char *tracestate;
        double requests;
    } each[] = {
        { "ot=th:fd70a4", 100.0001 },
        { "ot=th:8", 2 },
        { "ot=th:c", 4 },
        { "ot=th:0", 1 },
        { "vendor=1,ot=rv:123;th:c", 4 },
        { "ot=th:", 1 },
        { "ot=th:zz", 1 },
        { "ot=th:C", 1 },
        { "ot=th:fffffffffffffff", 1 }, /* more than 14 digits */
        { "th:8", 1 },
        { "xot=th:8", 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        char *text[3];
        test_text t;
        sides s;
        FILE *f = test_begin(&t);
        fprintf(f, "tag w3c.tracestate %s\n", each[i].tracestate);
        put_requests(f, "a", "pay", 1, 5, 6);
        fprintf(f, "tag -\n");
        put_requests(f, "a", "pay", 3, 20000, 30000);
        char *traces = test_done(&t);
        corr_store *st = simple(text, traces);
        make(&s, st, test_query, CORR_PER_REQUEST);
        NEAR(s.side[0].facts.requests, each[i].requests, 1e-4);
        assert_int_equal(s.side[0].facts.adjusted, each[i].requests > 1);
        NEAR(s.side[1].facts.requests, 3, 0);
        assert_false(s.side[1].facts.adjusted);
        sides_clear(&s);
        corr_store_free(st);
        free_texts(text);
        free(traces);
    }
}

static void requests_count_while_a_profile_of_their_process_ran(void **state)
{
    char *text[3];
    test_text t;
    sides s;
    FILE *f = test_begin(&t);

    (void)state;
    put_requests(f, "a", "pay", 5, 0, 10000);
    put_requests(f, "a", "pay", 7, 11000, 19000); /* between the profiles */
    put_requests(f, "b", "pay", 11, 0, 10000);    /* another process */
    put_requests(f, "a", "pay", 13, 20000, 30000);
    /* the end of a window is not in it */
    put_requests(f, "a", "pay", 1, 10000, 10001);
    /* traces within, and those of others, are no requests of shop */
    fprintf(f, "trace 9\nspan 91 0 21000 21010 shop a 2 0 pay\n"
               "span 92 91 21001 21002 shop a 1 0 inner\n"
               "trace 10\nspan a1 0 21000 21010 web w 3 0 click\n"
               "span a2 a1 21001 21009 shop a 2 0 pay\n");
    char *traces = test_done(&t);
    corr_store *st = simple(text, traces);
    make(&s, st, test_query, CORR_PER_REQUEST);
    NEAR(s.side[0].facts.requests, 5, 0);
    NEAR(s.side[1].facts.requests, 15, 0);
    assert_int_equal(s.side[0].k, 1);
    NEAR(s.side[1].exposure[0], 15, 0);
    sides_clear(&s);
    corr_store_free(st);
    free_texts(text);
    free(traces);
}

static void without_a_known_service_no_request_is_counted(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "base",
          "proc service.name other\nwindow 0 9\n"
          "kind cpu ns 1\n9 9 @1000000001 f\n" },
        { TEST_NEW, "new", "window 0 9\nkind cpu ns 1\n9 9 @1000000001 f\n" },
        { TEST_BOTH, "traces",
          "span 1 0 1 2 shop a 2 0 x\nspan 2 0 1 2 web a 2 0 x\n" },
    };
    corr_store *st = test_sides(file, 3);
    corr_err err = { 0 };
    sides s;

    (void)state;
    const corr_diff_opts opts = { .per = CORR_PER_REQUEST };
    assert_int_equal(sides_init(&s, st, test_query, &opts, &err), CORR_EUSAGE);
    assert_string_equal(
        err.what, "--per request: no request of both sides is known: "
                  "traces of the profiled service and time are needed, or "
                  "a metric (--requests)");
    sides_clear(&s);
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SECOND);
    sides_clear(&s);
    corr_store_free(st);
}

/* ---- what it is divided by ---------------------------------------------- */

static void each_way_of_dividing_has_its_factor(void **state)
{
    static const struct {
        corr_per wanted, is;
        double base, now;
    } each[] = {
        { CORR_PER_DEFAULT, CORR_PER_REQUEST, 100, 200 },
        { CORR_PER_REQUEST, CORR_PER_REQUEST, 100, 200 },
        { CORR_PER_SECOND, CORR_PER_SECOND, 10, 10 },
        { CORR_PER_SHARE, CORR_PER_SHARE, 1e9, 1.5e9 },
        { CORR_PER_TOTAL, CORR_PER_TOTAL, 1, 1 },
    };
    char *text[3];
    test_text t;
    FILE *f = test_begin(&t);

    (void)state;
    put_requests(f, "a", "pay", 100, 0, 10000);
    put_requests(f, "a", "pay", 200, 20000, 30000);
    char *traces = test_done(&t);
    corr_store *st = simple(text, traces);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        sides s;
        make(&s, st, test_query, each[i].wanted);
        assert_int_equal(s.per, each[i].is);
        NEAR(s.side[0].facts.factor, each[i].base, 1e-9);
        NEAR(s.side[1].facts.factor, each[i].now, 1e-9);
        sides_clear(&s);
    }
    corr_err err = { 0 };
    sides s;
    const corr_diff_opts opts = { .per = CORR_PER_CORE };
    assert_int_equal(sides_init(&s, st, test_query, &opts, &err), CORR_EUSAGE);
    sides_clear(&s);
    corr_store_free(st);
    free_texts(text);
    free(traces);
}

static void fewer_than_100_requests_are_not_divided_by_unasked(void **state)
{
    char *text[3];
    test_text t;
    sides s;
    FILE *f = test_begin(&t);

    (void)state;
    put_requests(f, "a", "pay", 99, 0, 10000);
    put_requests(f, "a", "pay", 200, 20000, 30000);
    char *traces = test_done(&t);
    corr_store *st = simple(text, traces);
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SECOND);
    sides_clear(&s);
    corr_store_free(st);
    free_texts(text);
    free(traces);
}

static void per_core_divides_by_the_cores_that_a_profile_names(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "base",
          "setting hwThreads 4\nwindow 0 10000\n"
          "kind cpu ns 1\n9 9 @1000000001 f\n" },
        { TEST_NEW, "new",
          "setting hwThreads 8\nwindow 0 10000\n"
          "kind cpu ns 1\n9 9 @1000000001 f\n" },
    };
    corr_store *st = test_sides(file, 2);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_CORE);
    NEAR(s.side[0].facts.factor, 40, 1e-9);
    NEAR(s.side[1].facts.factor, 80, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
}

/* ---- clusters ----------------------------------------------------------- */

static corr_store *three_each(char *text[6])
{
    static const char *const names[] = { "a0", "a1", "a2", "b0", "b1", "b2" };
    test_file file[6];

    for (int i = 0; i < 6; i++) {
        text[i] = profile("a", i * 20000, i * 20000 + 15000, 30 + i);
        file[i] =
            (test_file){ i < 3 ? TEST_BASE : TEST_NEW, names[i], text[i] };
    }
    return test_sides(file, 6);
}

static void three_files_a_side_are_the_clusters(void **state)
{
    char *text[6];
    corr_store *st = three_each(text);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_SECOND);
    assert_int_equal(s.bin, 0);
    assert_int_equal(s.side[0].k, 3);
    assert_int_equal(s.side[1].facts.clusters, 3);
    NEAR(s.side[1].exposure[2], 15, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
    for (int i = 0; i < 6; i++)
        free(text[i]);
}

/* A side of one file of n windows of 10 s, each of so many samples. */
static char *windows(const int *count, int n)
{
    test_text t;
    FILE *f = test_begin(&t);

    put_profile(f, "a", 0, n * 10000);
    for (int i = 0; i < n; i++)
        put_samples(f, "main;work", count[i], i * 10000, i * 10000 + 10000);
    return test_done(&t);
}

static void make_windows(sides *s, corr_store **st, const int *a, const int *b,
                         int n)
{
    char *base = windows(a, n), *now = windows(b, n);
    const test_file file[] = { { TEST_BASE, "base", base },
                               { TEST_NEW, "new", now } };

    *st = test_sides(file, 2);
    make(s, *st, test_query, CORR_PER_SECOND);
    free(base);
    free(now);
}

static void fewer_files_are_cut_into_windows(void **state)
{
    static const int even[] = { 30, 29, 31, 28, 32, 30, 29, 31 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, even, even, 8);
    assert_int_equal(s.bin, INT64_C(10000000000));
    assert_int_equal(s.side[0].k, 8);
    for (uint32_t c = 0; c < 8; c++)
        assert_false(s.side[0].starting[c]);
    NEAR(s.side[0].exposure[7], 10, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
}

static void windows_that_follow_from_one_another_are_doubled(void **state)
{
    static const int even[] = { 30, 29, 31, 28, 32, 30, 29, 31,
                                30, 29, 31, 28, 32, 30, 29, 31 };
    static const int waves[] = { 20, 20, 20, 20, 60, 60, 60, 60,
                                 20, 20, 20, 20, 60, 60, 60, 60 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, even, waves, 16);
    assert_int_equal(s.bin, INT64_C(20000000000));
    assert_int_equal(s.side[0].k, 8);
    assert_int_equal(s.side[1].k, 8);
    NEAR(s.side[1].exposure[0], 20, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
}

static void windows_of_a_start_are_known(void **state)
{
    static const int start[] = { 90, 60, 30, 29, 31, 28, 32, 30 };
    static const int even[] = { 30, 29, 31, 28, 32, 30, 29, 31 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, start, even, 8);
    assert_int_equal(s.bin, INT64_C(10000000000)); /* not a trend */
    assert_true(s.side[0].starting[0]);
    assert_true(s.side[0].starting[1]);
    assert_false(s.side[0].starting[2]);
    assert_false(s.side[1].starting[0]);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_last_window_takes_what_is_left(void **state)
{
    char *text[2] = { profile("a", 0, 35000, 100),
                      profile("a", 0, 30000, 100) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] } };
    corr_store *st = test_sides(file, 2);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_SECOND);
    assert_int_equal(s.side[0].k, 3);
    NEAR(s.side[0].seconds[1], 10, 1e-9);
    NEAR(s.side[0].seconds[2], 15, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
    free(text[0]);
    free(text[1]);
}

/* ---- mix ---------------------------------------------------------------- */

typedef struct stratum {
    const char *name;
    int n;
    double ms; /* a request */
} stratum;

/* One sample of each stratum holds all its cost, under a function of the same
 * name, and names a span of it. */
static void put_strata(FILE *profiles, FILE *traces, const stratum *v, size_t n,
                       int from, unsigned id)
{
    put_profile(profiles, "a", from, from + 10000);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < v[i].n; k++, id++) {
            fprintf(traces, "trace %u\nspan %016x 0 %d %d shop a 2 0 %s\n", id,
                    id, from + k * 50, from + k * 50 + 40, v[i].name);
            fprintf(profiles, "tag span_id %016x\n%lld 1 @%lld main;%s\n", id,
                    llround(v[i].ms * 1e6), test_ms(from + k * 50 + 20),
                    v[i].name);
        }
    }
}

static void make_strata(sides *s, corr_store **st, const stratum *a, size_t na,
                        const stratum *b, size_t nb)
{
    test_text base, now, both;
    FILE *traces = test_begin(&both);

    put_strata(test_begin(&base), traces, a, na, 0, 0x100);
    put_strata(test_begin(&now), traces, b, nb, 20000, 0x10000);
    char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] },
                               { TEST_BOTH, "traces", text[2] } };
    *st = test_sides(file, 3);
    make(s, *st, test_query, CORR_PER_REQUEST);
    for (int i = 0; i < 3; i++)
        free(text[i]);
}

/* Vector 4.5. */
static void a_change_is_split_into_traffic_and_code(void **state)
{
    static const stratum a[] = { { "list", 90, 12.0 }, { "checkout", 10, 80 } };
    static const stratum b[] = { { "list", 60, 12.6 }, { "checkout", 40, 78 } };
    corr_store *st;
    sides s;

    (void)state;
    make_strata(&s, &st, a, 2, b, 2);
    assert_true(s.mix.known);
    NEAR(s.mix.mix, 20.01e6, 1);
    NEAR(s.mix.rate, -0.05e6, 1);
    NEAR(s.mix.total, 19.96e6, 1);
    assert_true(s.mix.leads);
    /* rows of the base at the mix of the new side */
    NEAR(s.mixed[0][1] + s.mixed[0][2], 60. / 90 + 40. / 10, 1e-9);
    NEAR(s.mixed[1][1] + s.mixed[1][2], 2, 0);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_stratum_of_one_side_is_traffic(void **state)
{
    static const stratum a[] = { { "a", 90, 10 }, { "b", 10, 50 } };
    static const stratum b[] = { { "a", 80, 10 },
                                 { "b", 10, 50 },
                                 { "new", 10, 200 } };
    corr_store *st;
    sides s;

    (void)state;
    make_strata(&s, &st, a, 2, b, 3);
    NEAR(s.mix.mix, 19e6, 1);
    NEAR(s.mix.rate, 0, 1);
    assert_true(s.mix.leads);
    sides_clear(&s);
    corr_store_free(st);
    make_strata(&s, &st, b, 3, a, 2); /* and the other way round */
    NEAR(s.mix.mix, -19e6, 1);
    NEAR(s.mix.rate, 0, 1);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_change_of_the_code_is_no_traffic(void **state)
{
    static const stratum a[] = { { "list", 90, 12.0 }, { "checkout", 10, 80 } };
    static const stratum b[] = { { "list", 90, 18.0 }, { "checkout", 10, 80 } };
    corr_store *st;
    sides s;

    (void)state;
    make_strata(&s, &st, a, 2, b, 2);
    NEAR(s.mix.mix, 0, 1);
    NEAR(s.mix.rate, 5.4e6, 1);
    assert_false(s.mix.leads);
    assert_null(s.mixed[0]);
    sides_clear(&s);
    corr_store_free(st);
}

/* ---- odd sides ---------------------------------------------------------- */

static void an_empty_side_has_no_clusters(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "base", "kind cpu ns 1\n9 9 f\n" },
        { TEST_NEW, "new", "kind wall ns 1\n9 9 f\n" },
    };
    corr_store *st = test_sides(file, 2);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SHARE);
    assert_int_equal(s.side[1].k, 0);
    assert_int_equal(s.side[1].facts.files, 0);
    assert_int_equal(s.side[1].facts.total, 0);
    sides_clear(&s);
    corr_store_free(st);
}

static void labels_make_sides_of_files_and_their_requests(void **state)
{
    static const char *const label[] = { "version=v1", "version=v2" };
    const corr_query q[2] = { { .labels = &label[0], .nlabels = 1 },
                              { .labels = &label[1], .nlabels = 1 } };
    char *text[2] = { profile("a", 0, 10000, 100),
                      profile("a", 20000, 30000, 150) };
    test_text t, u;

    (void)state;
    put_requests(test_begin(&t), "a", "pay", 5, 0, 10000);
    put_requests(test_begin(&u), "a", "pay", 7, 20000, 30000);
    char *traces[2] = { test_done(&t), test_done(&u) };
    const test_file file[] = { { 1, "cpu.v1.txt", text[0] },
                               { 1, "cpu.v2.txt", text[1] },
                               { 1, "spans.v1.txt", traces[0] },
                               { 1, "spans.v2.txt", traces[1] } };
    corr_store *st = test_sides(file, 4);
    sides s;
    make(&s, st, q, CORR_PER_REQUEST);
    assert_int_equal(s.side[0].facts.total, 1000000000);
    assert_int_equal(s.side[1].facts.total, 1500000000);
    NEAR(s.side[0].facts.requests, 5, 0);
    NEAR(s.side[1].facts.requests, 7, 0);
    sides_clear(&s);
    corr_store_free(st);
    for (int i = 0; i < 2; i++) {
        free(text[i]);
        free(traces[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_that_was_kept_stands_for_several),
        cmocka_unit_test(requests_count_while_a_profile_of_their_process_ran),
        cmocka_unit_test(without_a_known_service_no_request_is_counted),
        cmocka_unit_test(each_way_of_dividing_has_its_factor),
        cmocka_unit_test(fewer_than_100_requests_are_not_divided_by_unasked),
        cmocka_unit_test(per_core_divides_by_the_cores_that_a_profile_names),
        cmocka_unit_test(three_files_a_side_are_the_clusters),
        cmocka_unit_test(fewer_files_are_cut_into_windows),
        cmocka_unit_test(windows_that_follow_from_one_another_are_doubled),
        cmocka_unit_test(windows_of_a_start_are_known),
        cmocka_unit_test(a_last_window_takes_what_is_left),
        cmocka_unit_test(a_change_is_split_into_traffic_and_code),
        cmocka_unit_test(a_stratum_of_one_side_is_traffic),
        cmocka_unit_test(a_change_of_the_code_is_no_traffic),
        cmocka_unit_test(an_empty_side_has_no_clusters),
        cmocka_unit_test(labels_make_sides_of_files_and_their_requests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
