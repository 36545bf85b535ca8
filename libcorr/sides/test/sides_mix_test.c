/* Tests of the weight of samples, and of the part of a change that is due to
 * the mix of requests. */
#include "test/test_shop.h"

/* ---- what samples are worth ---------------------------------------------- */

typedef struct totals {
    int64_t value;
    sides_wide info;
} totals;

static void add_row(void *ctx, const sides_row *row)
{
    totals *t = ctx;

    t->value += row->value;
    t->info += row->info;
}

static totals total_of(const sides *s, unsigned which)
{
    totals t = { 0 };

    sides_rows(s, which, add_row, &t);
    return t;
}

static void samples_tell_as_much_as_so_many_equal_ones(void **state)
{
    static const struct {
        const char *text;
        side_weight weight;
        double effective;
    } each[] = {
        { "kind cpu ns 10\n30 3 a\n20 2 b\n", SIDE_EVEN, 5 },
        { "kind cpu ns 10\n30 1 a\n10 1 b\n", SIDE_KISH, 1600. / 1000 },
        { "kind cpu ns 10\n40 4 a\n100 1 b\n", SIDE_KISH, 19600. / 10400 },
        /* a total that was measured tells as much as 100 samples */
        { "kind cpu ns 10\n20 2 a\n1000 1 b\n", SIDE_KISH, 102 },
        { "kind cpu count 0\n4 4 a\n10 1 b\n", SIDE_KISH, 196. / 104 },
        /* one of 512 bytes is met by chance, one of very many always */
        { "kind heap bytes 512\n1024 2 a\n512 1 b\n", SIDE_ALLOCS,
          3 * 0.6321206 },
        { "kind heap bytes 512\n9000000 1 a\n", SIDE_ALLOCS, 1 },
        { "kind heap bytes 1\n1 1 a\n", SIDE_ALLOCS, 0.6321206 },
        { "kind heap bytes 0\n10 1 a\n30 1 b\n", SIDE_KISH, 1600. / 1000 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const test_file file[] = { { TEST_BASE, "base", each[i].text },
                                   { TEST_NEW, "new", each[i].text } };
        corr_store *st = test_sides(file, 2);
        sides s;
        make(&s, st, test_query, CORR_PER_TOTAL);
        for (unsigned w = 0; w < 2; w++) {
            const totals t = total_of(&s, w);
            assert_int_equal(s.side[w].weight, each[i].weight);
            NEAR(sides_effective(&s.side[w], t.value, t.info),
                 each[i].effective, 1e-5);
        }
        sides_clear(&s);
        corr_store_free(st);
    }
}

/* ---- strata -------------------------------------------------------------- */

typedef struct stratum {
    const char *name;
    int n;
    double ms; /* a request */
} stratum;

/* One sample of each stratum holds all its cost, under a function of the same
 * name, and names a span of it. */
static void put_strata(FILE *profiles, FILE *traces, const stratum *v, size_t n,
                       int from, unsigned id, const char *kind)
{
    put_profile_of(profiles, kind ? kind : "cpu ns 10000000", "a", from,
                   from + 10000);
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

/* A sample of a request of list that began before the profile did, and one
 * of no request. */
static void put_odd(FILE *profiles, FILE *traces, int from, unsigned id,
                    double late_ms, double untied_ms)
{
    if (late_ms > 0) {
        fprintf(traces, "trace %u\nspan %016x 0 %d %d shop a 2 0 late\n", id,
                id, from - 50, from + 40);
        fprintf(profiles, "tag span_id %016x\n%lld 1 @%lld main;late\n", id,
                llround(late_ms * 1e6), test_ms(from + 20));
    }
    if (untied_ms > 0)
        fprintf(profiles, "tag -\n%lld 1 @%lld main;gc\n",
                llround(untied_ms * 1e6), test_ms(from + 9900));
}

/* The cost of each side outside of counted strata. */
typedef struct odd {
    double late_ms[2], untied_ms[2];
    const char *kind; /* NULL: time */
} odd;

static void make_odd_strata(sides *s, corr_store **st, const stratum *a,
                            size_t na, const stratum *b, size_t nb,
                            const odd *o)
{
    test_text base, now, both;
    FILE *traces = test_begin(&both);
    FILE *f = test_begin(&base), *g = test_begin(&now);

    put_strata(f, traces, a, na, 0, 0x100, o->kind);
    put_odd(f, traces, 0, 0x90000, o->late_ms[0], o->untied_ms[0]);
    put_strata(g, traces, b, nb, 20000, 0x10000, o->kind);
    put_odd(g, traces, 20000, 0x90001, o->late_ms[1], o->untied_ms[1]);
    char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] },
                               { TEST_BOTH, "traces", text[2] } };
    *st = test_sides(file, 3);
    make(s, *st, test_query, CORR_PER_REQUEST);
    for (int i = 0; i < 3; i++)
        free(text[i]);
}

static void make_strata(sides *s, corr_store **st, const stratum *a, size_t na,
                        const stratum *b, size_t nb)
{
    make_odd_strata(s, st, a, na, b, nb, &(odd){ 0 });
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
    NEAR((double)total_of(&s, 0).value, 100 * (0.6 * 12 + 0.4 * 80) * 1e6, 100);
    NEAR((double)total_of(&s, 1).value, 100 * (0.6 * 12.6 + 0.4 * 78) * 1e6,
         100);
    assert_int_equal(s.side[0].weight, SIDE_KISH);
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
    /* rows may be asked for at one mix all the same */
    corr_err err = { 0 };
    const corr_diff_opts even = { .per = CORR_PER_REQUEST, .even_mix = true };
    sides_clear(&s);
    assert_int_equal(sides_init(&s, st, test_query, &even, &err), CORR_OK);
    assert_true(s.mix.even && !s.mix.leads);
    assert_non_null(s.mixed[0]);
    NEAR((double)total_of(&s, 0).value, 100 * (0.9 * 12 + 0.1 * 80) * 1e6, 100);
    sides_clear(&s);
    corr_store_free(st);
}

static void a_mix_is_told_where_a_quarter_is_tied_to_requests(void **state)
{
    static const stratum a[] = { { "list", 90, 10 }, { "checkout", 10, 100 } };
    static const stratum b[] = { { "list", 10, 10 }, { "checkout", 90, 100 } };
    static const struct {
        double untied_ms[2];
        bool known;
    } each[] = {
        { { 5000, 20000 }, true }, /* beside 1900 ms and 9100 ms */
        { { 5000, 30000 }, false },
        { { 6000, 20000 }, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const double *untied = each[i].untied_ms;
        corr_store *st;
        sides s;
        make_odd_strata(&s, &st, a, 2, b, 2,
                        &(odd){ .untied_ms = { untied[0], untied[1] } });
        assert_int_equal(s.mix.known, each[i].known);
        if (each[i].known) {
            NEAR(s.mix.mix, 0.8 * 90e6, 1);
            /* what is tied to none is a part of each */
            NEAR(s.mix.rate, 150e6, 1);
        }
        sides_clear(&s);
        corr_store_free(st);
    }
}

static void counts_are_split_as_time_is(void **state)
{
    static const stratum a[] = { { "list", 90, 12 }, { "checkout", 10, 80 } };
    static const stratum b[] = { { "list", 60, 24 }, { "checkout", 40, 80 } };
    corr_store *st;
    sides s;

    (void)state;
    make_odd_strata(&s, &st, a, 2, b, 2, &(odd){ .kind = "cpu count 0" });
    assert_int_equal(s.side[0].sel->facts.unit, CORR_COUNT);
    NEAR(s.mix.mix, (-0.3 * 18 + 0.3 * 80) * 1e6, 1);
    NEAR(s.mix.rate, 12 * 0.75 * 1e6, 1);
    NEAR(s.mix.total, s.mix.mix + s.mix.rate, 1);
    sides_clear(&s);
    corr_store_free(st);
}

static void of_no_cost_at_all_there_is_no_mix(void **state)
{
    static const stratum a[] = { { "list", 90, 0 } };
    static const stratum b[] = { { "list", 60, 0 }, { "checkout", 40, 0 } };
    corr_store *st;
    sides s;

    (void)state;
    make_strata(&s, &st, a, 1, b, 2);
    NEAR(s.side[1].facts.requests, 100, 0);
    assert_false(s.mix.known);
    sides_clear(&s);
    corr_store_free(st);
}

/* Their cost is there, and they are not counted. */
static void requests_that_began_before_are_a_matter_of_code(void **state)
{
    static const stratum a[] = { { "list", 90, 10 } };
    static const stratum b[] = { { "list", 90, 10 } };
    corr_store *st;
    sides s;

    (void)state;
    make_odd_strata(&s, &st, a, 1, b, 1, &(odd){ .late_ms = { 9, 90 } });
    NEAR(s.mix.mix, 0, 1);
    NEAR(s.mix.rate, 81e6 / 90, 1);
    sides_clear(&s);
    corr_store_free(st);
}

static void one_side_may_count_what_the_other_only_bore(void **state)
{
    static const stratum a[] = { { "list", 90, 10 } };
    static const stratum b[] = { { "list", 80, 10 }, { "late", 10, 20 } };
    corr_store *st;
    sides s;

    (void)state;
    make_odd_strata(&s, &st, a, 1, b, 2, &(odd){ .late_ms = { 9 } });
    NEAR(s.mix.mix, 100e6 / 90, 1);
    NEAR(s.mix.rate, -9e6 / 90, 1);
    NEAR(s.mix.total, 91e6 / 90, 1);
    sides_clear(&s);
    corr_store_free(st);
    make_odd_strata(&s, &st, b, 2, a, 1, &(odd){ .late_ms = { 0, 9 } });
    NEAR(s.mix.mix, -100e6 / 90, 1);
    NEAR(s.mix.rate, 9e6 / 90, 1);
    sides_clear(&s);
    corr_store_free(st);
}

/* A trace that begins with a root of web, which calls shop; within: a span of
 * web between them, or nothing. */
static void put_called(FILE *f, unsigned id, int at, const char *root,
                       const char *within)
{
    const unsigned a = id * 16, b = within ? a + 1 : a;

    fprintf(f, "trace %u\nspan %x 0 %d %d web w 2 0 %s\n", id, a, at, at + 9,
            root);
    if (within)
        fprintf(f, "span %x %x %d %d web w 1 0 %s\n", b, a, at, at + 8, within);
    fprintf(f, "span %x %x %d %d shop a 2 0 serve\n", a + 2, b, at + 1, at + 7);
}

static void a_root_that_says_nothing_is_known_by_what_it_calls(void **state)
{
    test_text base, now, both;
    FILE *f = test_begin(&both);

    (void)state;
    put_profile(test_begin(&base), "a", 0, 10000);
    put_samples(base.f, "main", 10, 0, 10000);
    put_profile(test_begin(&now), "a", 20000, 30000);
    put_samples(now.f, "main", 10, 20000, 30000);
    put_called(f, 0x10, 100, "GET", "list");
    put_called(f, 0x11, 200, "GET", "checkout");
    put_called(f, 0x12, 300, "GET", NULL);
    put_called(f, 0x13, 400, "POST", "list");
    put_called(f, 0x14, 500, "list", "GET");
    put_called(f, 0x15, 20500, "checkout", "inner");
    char *text[] = { test_done(&base), test_done(&now), test_done(&both) };
    const test_file file[] = { { TEST_BASE, "base", text[0] },
                               { TEST_NEW, "new", text[1] },
                               { TEST_BOTH, "traces", text[2] } };
    corr_store *st = test_sides(file, 3);
    sides s;
    make(&s, st, test_query, CORR_PER_REQUEST);
    assert_int_equal(s.strata.row.n, 3);
    const double *n[] = { s.side[0].stratum_n, s.side[1].stratum_n };
    NEAR(s.side[0].facts.requests, 5, 0);
    NEAR(n[0][1], 3, 0); /* list: by the root, or by what that calls */
    NEAR(n[0][2], 1, 0); /* checkout */
    NEAR(n[0][3], 1, 0); /* GET, of which no more is known */
    NEAR(n[1][1], 0, 0);
    NEAR(n[1][2], 1, 0);
    sides_clear(&s);
    corr_store_free(st);
    for (int i = 0; i < 3; i++)
        free(text[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_tell_as_much_as_so_many_equal_ones),
        cmocka_unit_test(a_change_is_split_into_traffic_and_code),
        cmocka_unit_test(a_stratum_of_one_side_is_traffic),
        cmocka_unit_test(a_change_of_the_code_is_no_traffic),
        cmocka_unit_test(a_mix_is_told_where_a_quarter_is_tied_to_requests),
        cmocka_unit_test(counts_are_split_as_time_is),
        cmocka_unit_test(of_no_cost_at_all_there_is_no_mix),
        cmocka_unit_test(requests_that_began_before_are_a_matter_of_code),
        cmocka_unit_test(one_side_may_count_what_the_other_only_bore),
        cmocka_unit_test(a_root_that_says_nothing_is_known_by_what_it_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
