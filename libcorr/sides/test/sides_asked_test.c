/* Tests of sides of which only some samples are selected. */
#include "test/test_shop.h"

/* Two profiles a side, of which one has a sample of the spans in question. */
static corr_store *halves(const char *traces)
{
    static const test_file file[] = {
        { TEST_BASE, "base",
          "proc service.name shop host.name a\nwindow 0 10000\n"
          "kind cpu ns 1\ntag span_id 0000000000000092\n5 5 main;pay\n" },
        { TEST_BASE, "idle",
          "proc service.name shop host.name a\nwindow 10000 20000\n"
          "kind cpu ns 1\n7 7 main;list\n" },
        { TEST_NEW, "new",
          "proc service.name shop host.name a\nwindow 20000 30000\n"
          "kind cpu ns 1\ntag span_id 0000000000000094\n5 5 main;pay\n" },
        { TEST_BASE, "other",
          "proc service.name bank host.name b\nwindow 0 10000\n"
          "kind cpu ns 1\n9 9 main;pay\n" },
    };
    test_file all[5];

    memcpy(all, file, sizeof file);
    all[4] = (test_file){ TEST_BOTH, "traces", traces };
    return test_sides(all, 5);
}

static const char halves_traces[] =
    "trace 9\nspan 91 0 1000 1010 shop a 2 0 pay\n"
    "span 92 91 1001 1002 shop a 1 0 inner\n"
    "span 93 91 1004 1005 shop a 1 0 inner\n"
    "trace 10\nspan 94 0 21000 21010 shop a 2 0 pay\n"
    "trace 11\nspan 95 0 12000 12010 shop a 2 0 pay\n"
    "trace 12\nspan 96 0 13000 13010 shop a 2 0 list\n";

static void a_file_without_a_sample_of_what_is_asked_for_ran(void **state)
{
    const corr_query q[2] = { { .group = TEST_BASE, .focus = "pay" },
                              { .group = TEST_NEW, .focus = "pay" } };
    corr_store *st = halves(halves_traces);
    sides s;

    (void)state;
    make(&s, st, q, CORR_PER_TOTAL);
    assert_int_equal(s.side[0].facts.files, 3); /* there is some of the bank */
    corr_query shop[2] = { q[0], q[1] };
    sides_clear(&s);
    shop[0].service = shop[1].service = "shop";
    make(&s, st, shop, CORR_PER_SECOND);
    assert_int_equal(s.side[0].facts.files, 2);
    NEAR(s.side[0].facts.seconds, 20, 1e-9);
    NEAR(s.side[1].facts.seconds, 10, 1e-9);
    sides_clear(&s);
    corr_store_free(st);
}

/* A label of samples picks samples; one of a file, files. */
static void a_label_of_samples_leaves_out_no_file(void **state)
{
    static const char *const tenant = "tenant=7", *const part = "part=one";
    static const char *const file[] = { "window 0 10000\nkind cpu ns 1\n"
                                        "tag tenant 7\n5 5 main;pay\n",
                                        "window 10000 20000\nkind cpu ns 1\n"
                                        "tag tenant 8\n7 7 main;list\n",
                                        "window 20000 30000\nkind cpu ns 1\n"
                                        "tag tenant 7\n9 9 main;pay\n" };
    corr_store *st =
        test_sides((const test_file[]){ { TEST_BASE, "part=one", file[0] },
                                        { TEST_BASE, "part=two", file[1] },
                                        { TEST_NEW, "part=one", file[2] } },
                   3);
    const struct {
        const char *const *label;
        unsigned group, files;
    } each[] = { { &tenant, TEST_BASE, 2 },
                 { &part, TEST_BASE, 1 },
                 { &tenant, 0, 3 } };

    (void)state;
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        const corr_query base = { .group = each[i].group,
                                  .labels = each[i].label,
                                  .nlabels = 1 };
        corr_query q[2] = { base, base };
        sides s;
        q[1].group = each[i].group ? TEST_NEW : 0;
        make(&s, st, q, CORR_PER_TOTAL);
        assert_int_equal(s.side[0].facts.files, each[i].files);
        sides_clear(&s);
    }
    corr_store_free(st);
}

/* Cost of some spans is divided by the requests that have one. */
static void requests_are_those_that_have_what_was_asked_for(void **state)
{
    static const struct {
        const char *op;
        double requests;
    } each[] = { { "pay", 2 }, { "inner", 1 } };
    corr_store *st = halves(halves_traces);

    (void)state;
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        const corr_query q[2] = { { .group = TEST_BASE, .op = each[i].op },
                                  { .group = TEST_NEW, .op = each[i].op } };
        sides s;
        make(&s, st, q, CORR_PER_TOTAL);
        assert_int_equal(s.side[0].facts.files, 2);
        NEAR(s.side[0].facts.requests, each[i].requests, 0);
        NEAR(s.side[1].facts.requests, i ? 0 : 1, 0);
        sides_clear(&s);
    }
    corr_store_free(st);
}

static void requests_of_a_label_that_no_span_knows_are_not_known(void **state)
{
    static const char *const label[] = { "span=pay", "http.route=/pay" };
    const test_file file[] = { { TEST_BASE, "base",
                                 "proc service.name shop host.name a\n"
                                 "window 0 10000\nkind cpu ns 1\n"
                                 "tag span pay\n5 5 main;pay\n"
                                 "tag http.route /pay\n5 5 main;pay\n" },
                               { TEST_NEW, "new",
                                 "proc service.name shop host.name a\n"
                                 "window 20000 30000\nkind cpu ns 1\n"
                                 "tag span pay\n5 5 main;pay\n"
                                 "tag http.route /pay\n5 5 main;pay\n" },
                               { TEST_BOTH, "traces",
                                 "tag http.route /pay\n"
                                 "trace 9\n"
                                 "span 91 0 1000 1010 shop a 2 0 pay\n" } };
    corr_store *st = test_sides(file, 3);

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const corr_query q[2] = {
            { .group = TEST_BASE, .labels = &label[i], .nlabels = 1 },
            { .group = TEST_NEW, .labels = &label[i], .nlabels = 1 },
        };
        sides s;
        make(&s, st, q, CORR_PER_TOTAL);
        if (i)
            NEAR(s.side[0].facts.requests, 1, 0);
        else
            assert_true(isnan(s.side[0].facts.requests));
        sides_clear(&s);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_without_a_sample_of_what_is_asked_for_ran),
        cmocka_unit_test(a_label_of_samples_leaves_out_no_file),
        cmocka_unit_test(requests_are_those_that_have_what_was_asked_for),
        cmocka_unit_test(requests_of_a_label_that_no_span_knows_are_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
