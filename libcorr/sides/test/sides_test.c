/* Tests of the divisors of two sides, and of the clusters of their samples. */
#include "test/test_shop.h"

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
        { "ot=th:9", 16. / 7 },
        { "ot=th:a", 16. / 6 },
        { "ot=th:f", 16 },
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

/* A copy of one export on each side. */
static void spans_that_both_sides_have_count_where_a_profile_ran(void **state)
{
    char *text[3];
    test_text t;
    sides s;
    FILE *f = test_begin(&t);

    (void)state;
    put_requests(f, "a", "pay", 2, 0, 10000);
    put_requests(f, "a", "pay", 4, 12000, 18000); /* no profile ran */
    put_requests(f, "a", "pay", 3, 20000, 30000);
    text[2] = test_done(&t);
    text[0] = profile("a", 0, 10000, 100);
    text[1] = profile("a", 20000, 30000, 150);
    const test_file file[] = { { TEST_BASE, "v1/base", text[0] },
                               { TEST_BASE, "v1/traces", text[2] },
                               { TEST_NEW, "v2/new", text[1] },
                               { TEST_NEW, "v2/traces", text[2] } };
    corr_store *st = test_sides(file, 4);
    make(&s, st, test_query, CORR_PER_REQUEST);
    NEAR(s.side[0].facts.requests, 2, 0);
    NEAR(s.side[1].facts.requests, 3, 0);
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        const int64_t start = store_span(st, i)->start.ns;
        assert_true(sides_has_span(&s, &s.side[0], i));
        assert_true(sides_has_span(&s, &s.side[1], i));
        assert_int_equal(sides_has_span_in_time(&s, &s.side[0], i),
                         start < test_ms(10000));
        assert_int_equal(sides_has_span_in_time(&s, &s.side[1], i),
                         start >= test_ms(20000));
    }
    sides_clear(&s);
    corr_store_free(st);
    free_texts(text);
    free(text[2]);
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
        err.what,
        "--per request: the number of requests is unknown on both sides");
    sides_clear(&s);
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SECOND);
    sides_clear(&s);
    corr_store_free(st);
}

/* A process of another service counts whole traces, whoever began them. */
static void of_two_services_a_request_is_a_trace(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "base",
          "proc service.name shop\nwindow 0 10000\n"
          "kind cpu ns 1\n9 9 @1000000001 f\n" },
        { TEST_NEW, "new",
          "proc service.name cart\nwindow 20000 30000\n"
          "kind cpu ns 1\n9 9 @21000000001 f\n" },
        { TEST_BOTH, "traces",
          "trace 1\nspan 1 0 1 9 web a 2 0 x\nspan 2 1 2 8 shop a 2 0 y\n"
          "trace 2\nspan 3 0 11 12 shop a 2 0 y\n"
          "trace 3\nspan 4 0 20001 20009 web a 2 0 x\n" },
    };
    corr_store *st = test_sides(file, 3);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_int_equal(s.service, 0);
    NEAR(s.side[0].facts.requests, 2, 0);
    NEAR(s.side[1].facts.requests, 1, 0);
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

static void machines_of_a_side_have_cores_of_their_own(void **state)
{
    static const char small[] = "setting hwThreads 4\nwindow 0 10000\n"
                                "kind cpu ns 1\n9 9 @1000000001 f\n";
    static const char large[] = "setting hwThreads 16\nwindow 0 20000\n"
                                "kind cpu ns 1\n9 9 @1000000002 f\n";
    static const char untold[] = "window 0 20000\n"
                                 "kind cpu ns 1\n9 9 @1000000003 f\n";
    const test_file file[] = {
        { TEST_BASE, "a", small }, { TEST_BASE, "b", large },
        { TEST_NEW, "c", large },  { TEST_NEW, "d", small },
        { TEST_NEW, "e", untold },
    };
    const corr_diff_opts opts = { .per = CORR_PER_CORE };
    corr_store *st = test_sides(file, 4);
    corr_err err = { 0 };
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_CORE);
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s.side[w];
        double sum = 0;
        for (uint32_t c = 0; c < d->k; c++)
            sum += d->exposure[c];
        NEAR(d->facts.factor, 10 * 4 + 20 * 16, 1e-9);
        NEAR(sum, 10 * 4 + 20 * 16, 1e-9);
    }
    sides_clear(&s);
    corr_store_free(st);
    st = test_sides(file, 5);
    assert_int_equal(sides_init(&s, st, test_query, &opts, &err), CORR_EUSAGE);
    sides_clear(&s);
    corr_store_free(st);
}

static void per_core_needs_the_cores_of_either_side(void **state)
{
    static const char *const cores[][2] = {
        { "4", NULL }, { NULL, "4" }, { "4", "many" }, { "4", "0" }
    };
    const corr_diff_opts opts = { .per = CORR_PER_CORE };

    (void)state;
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
        char text[2][128];
        for (int w = 0; w < 2; w++)
            snprintf(text[w], sizeof text[w],
                     "%s%s\nwindow 0 10000\nkind cpu ns 1\n"
                     "9 9 @1000000001 f\n",
                     cores[i][w] ? "setting hwThreads " : "setting other ",
                     cores[i][w] ? cores[i][w] : "7");
        const test_file file[] = { { TEST_BASE, "base", text[0] },
                                   { TEST_NEW, "new", text[1] } };
        corr_store *st = test_sides(file, 2);
        corr_err err = { 0 };
        sides s;
        assert_int_equal(sides_init(&s, st, test_query, &opts, &err),
                         CORR_EUSAGE);
        assert_string_equal(err.what,
                            "--per core: not every profile says on how many "
                            "cores it ran, and for how long");
        sides_clear(&s);
        corr_store_free(st);
    }
}

static void a_side_lasts_as_long_as_was_asked_for(void **state)
{
    const corr_query q[2] = {
        { .group = TEST_BASE, .from = test_ms(2000), .to = test_ms(6000) },
        { .group = TEST_NEW },
    };
    char *text[3];
    corr_store *st = simple(text, "span 1 0 1 2 shop a 2 0 x\n");
    sides s;

    (void)state;
    make(&s, st, q, CORR_PER_SECOND);
    NEAR(s.side[0].facts.seconds, 4, 1e-9);
    assert_int_equal(s.side[0].facts.from, test_ms(2000));
    assert_int_equal(s.side[0].facts.to, test_ms(6000));
    NEAR(s.side[1].facts.seconds, 10, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
    free_texts(text);
}

static void what_ran_without_a_date_lasted_all_the_same(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "a0", "ran 2000\nran 1000\nkind wall ns 0\n5 5 f\n" },
        { TEST_BASE, "a1", "window 0 4000\nkind wall ns 0\n6 6 f\n" },
        { TEST_NEW, "b", "ran 8000\nkind wall ns 0\n7 7 f\n" },
    };
    corr_store *st = test_sides(file, 3);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SECOND);
    NEAR(s.side[0].facts.seconds, 7, 1e-9);
    NEAR(s.side[0].seconds[0] + s.side[0].seconds[1], 7, 1e-9);
    NEAR(s.side[1].facts.factor, 8, 1e-9);
    assert_int_equal(s.side[1].facts.from, CORR_NO_TIME);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_side_of_which_one_file_says_no_length_has_none(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "a0", "ran 2000\nkind wall ns 0\n5 5 f\n" },
        { TEST_BASE, "a1", "kind wall ns 0\n6 6 f\n" },
        { TEST_NEW, "b", "ran 8000\nkind wall ns 0\n7 7 f\n" },
    };
    corr_store *st = test_sides(file, 3);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_DEFAULT);
    assert_int_equal(s.per, CORR_PER_SHARE);
    assert_true(isnan(s.side[0].facts.seconds));
    sides_clear(&s);
    corr_store_free(st);
}

#define OF(service, name)                                                      \
    "proc service.name " service "\nkind cpu count 0\n5 5 " name "\n"

/* The service of the remark about a side; "". */
static const char *lone_of(const sides *s, unsigned w)
{
    static char name[32];
    const corr_remarks list = remarks_all(&s->remarks);

    *name = 0;
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].rule == REMARK_LONE_SERVICE && list.v[i].side == (int)w)
            (void)sscanf(list.v[i].text,
                         w ? "only the new side has profiles of %31[a-z]"
                           : "only the base has profiles of %31[a-z]",
                         name);
    return name;
}

static void a_service_of_one_side_only_is_known(void **state)
{
    static const struct {
        const char *base[2], *now, *lone[2];
    } each[] = {
        { { OF("shop", "f"), OF("cart", "g") },
          OF("shop", "h"),
          { "cart", "" } },
        { { OF("shop", "f"), OF("shop", "g") }, OF("shop", "h"), { "", "" } },
        { { OF("shop", "f"), OF("shop", "g") },
          OF("cart", "h"),
          { "shop", "cart" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const test_file file[] = {
            { TEST_BASE, "a0", each[i].base[0] },
            { TEST_BASE, "a1", each[i].base[1] },
            { TEST_NEW, "b", each[i].now },
        };
        corr_store *st = test_sides(file, 3);
        sides s;
        make(&s, st, test_query, CORR_PER_SHARE);
        for (unsigned w = 0; w < 2; w++)
            assert_string_equal(lone_of(&s, w), each[i].lone[w]);
        sides_clear(&s);
        corr_store_free(st);
    }
}

static void a_profile_of_no_service_may_be_of_any(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "a0", OF("shop", "f") },
        { TEST_BASE, "a1", OF("cart", "g") },
        { TEST_NEW, "b0", OF("shop", "h") },
        { TEST_NEW, "b1", "kind cpu count 0\n5 5 k\n" },
    };
    corr_store *st = test_sides(file, 4);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_SHARE);
    assert_string_equal(lone_of(&s, 0), "");
    sides_clear(&s);
    corr_store_free(st);
}

static void a_share_is_of_the_samples_of_a_side(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "base", "kind cpu count 0\n5 5 f\n7 7 g\n" },
        { TEST_NEW, "new", "kind cpu count 0\n30 30 f\n" },
    };
    corr_store *st = test_sides(file, 2);
    sides s;

    (void)state;
    make(&s, st, test_query, CORR_PER_SHARE);
    NEAR(s.side[0].exposure[0], 12, 1e-9);
    NEAR(s.side[0].facts.factor, 12, 0);
    NEAR(s.side[1].exposure[0], 30, 1e-9);
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

static void make_windows(sides *s, corr_store **st, const int *a, int na,
                         const int *b, int nb)
{
    char *base = windows(a, na), *now = windows(b, nb);
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
    make_windows(&s, &st, even, 8, even, 8);
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
    make_windows(&s, &st, even, 16, waves, 16);
    assert_int_equal(s.bin, INT64_C(20000000000));
    assert_int_equal(s.side[0].k, 8);
    assert_int_equal(s.side[1].k, 8);
    NEAR(s.side[1].exposure[0], 20, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
}

static void few_windows_that_happen_to_be_alike_are_not_doubled(void **state)
{
    static const int even[] = { 30, 29, 31, 28, 32, 30, 29, 31 };
    static const int chance[] = { 20, 20, 20, 30, 30, 30, 20, 20 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, even, 8, chance, 8);
    assert_int_equal(s.bin, INT64_C(10000000000));
    sides_clear(&s);
    corr_store_free(st);
}

/* Otherwise their difference could not be judged. */
static void windows_are_doubled_while_three_are_left_of_each_side(void **state)
{
    static const int even[] = { 30, 29, 31, 28, 32, 30 };
    static const int waves[] = { 20, 20, 20, 20, 60, 60, 60, 60,
                                 20, 20, 20, 20, 60, 60, 60, 60 };
    double cost[5] = { 0 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, even, 5, waves, 16);
    assert_int_equal(s.bin, INT64_C(10000000000));
    /* to have looked whether there would be three changes nothing */
    assert_int_equal(s.side[0].file.v[0].n, s.side[0].k);
    sides_add_costs(&s, 0, cost);
    for (uint32_t c = 1; c < 5; c++)
        NEAR(cost[c] / cost[0], (double)even[c] / even[0], 1e-9);
    sides_clear(&s);
    corr_store_free(st);
    make_windows(&s, &st, waves, 16, even, 5);
    assert_int_equal(s.bin, INT64_C(10000000000));
    sides_clear(&s);
    corr_store_free(st);
    make_windows(&s, &st, even, 6, waves, 16);
    assert_int_equal(s.bin, INT64_C(20000000000));
    assert_int_equal(s.side[0].k, 3);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_start_is_no_more_than_the_first_third_of_a_file(void **state)
{
    static const int start[] = { 90, 70, 90, 70, 90, 70, 90, 70, 30, 29,
                                 31, 28, 32, 30, 29, 31, 28, 32, 30, 29 };
    static const int even[] = { 30, 29, 31, 28, 32, 30, 29, 31 };
    corr_store *st;
    sides s;

    (void)state;
    make_windows(&s, &st, start, 20, even, 8);
    for (uint32_t c = 0; c < 20; c++)
        assert_int_equal(s.side[0].starting[c], c < 7);
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
    make_windows(&s, &st, start, 8, even, 8);
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
        cmocka_unit_test(spans_that_both_sides_have_count_where_a_profile_ran),
        cmocka_unit_test(without_a_known_service_no_request_is_counted),
        cmocka_unit_test(of_two_services_a_request_is_a_trace),
        cmocka_unit_test(each_way_of_dividing_has_its_factor),
        cmocka_unit_test(fewer_than_100_requests_are_not_divided_by_unasked),
        cmocka_unit_test(per_core_divides_by_the_cores_that_a_profile_names),
        cmocka_unit_test(machines_of_a_side_have_cores_of_their_own),
        cmocka_unit_test(per_core_needs_the_cores_of_either_side),
        cmocka_unit_test(a_side_lasts_as_long_as_was_asked_for),
        cmocka_unit_test(what_ran_without_a_date_lasted_all_the_same),
        cmocka_unit_test(a_side_of_which_one_file_says_no_length_has_none),
        cmocka_unit_test(a_service_of_one_side_only_is_known),
        cmocka_unit_test(a_profile_of_no_service_may_be_of_any),
        cmocka_unit_test(a_share_is_of_the_samples_of_a_side),
        cmocka_unit_test(three_files_a_side_are_the_clusters),
        cmocka_unit_test(fewer_files_are_cut_into_windows),
        cmocka_unit_test(windows_that_follow_from_one_another_are_doubled),
        cmocka_unit_test(few_windows_that_happen_to_be_alike_are_not_doubled),
        cmocka_unit_test(windows_are_doubled_while_three_are_left_of_each_side),
        cmocka_unit_test(windows_of_a_start_are_known),
        cmocka_unit_test(a_start_is_no_more_than_the_first_third_of_a_file),
        cmocka_unit_test(a_last_window_takes_what_is_left),
        cmocka_unit_test(an_empty_side_has_no_clusters),
        cmocka_unit_test(labels_make_sides_of_files_and_their_requests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
