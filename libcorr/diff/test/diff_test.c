/* Tests of whole comparisons. */
#include "test/test_compared.h"

/* ---- the vectors -------------------------------------------------------- */

/* Returns the number of rows that answer for no change. */
static uint32_t count_unowned(const corr_diff *d)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        n += corr_diff_at(d, i).owned == 0;
    return n;
}

/* Vector 4.2. */
static void what_other_callers_call_has_moved(void **state)
{
    corr_store *st = pair("90 90 f;g;h\n10 10 f;k\n20 20 x;h\n",
                          "92 92 f;h\n11 11 f;k\n19 19 x;h\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_row h = row_of(d, "h");

    (void)state;
    assert_int_equal(h.change, CORR_MOVED);
    NEAR(h.delta, 1, 1e-9);
    assert_false(corr_diff_facts_of(d).found);
    assert_int_equal(corr_diff_notes(d), 1);
    const corr_diff_note n = corr_diff_note_at(d, 0);
    assert_int_equal(n.what, CORR_INLINED);
    assert_string_equal(n.was, "g");
    assert_string_equal(n.parent, "f");
    corr_diff_free(d);
    corr_store_free(st);
}

static void what_a_renamed_function_calls_has_not_moved(void **state)
{
    corr_store *st =
        pair("200 200 run;tax;rate\n300 300 run;tax\n200 200 run;price;hash\n"
             "400 400 run;store\n100 100 run;price\n",
             "204 204 run;levy;rate\n300 300 run;levy\n"
             "200 200 run;store;hash\n400 400 run;store\n"
             "100 100 run;price\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });

    (void)state;
    assert_int_equal(row_of(d, "rate").change, CORR_SAME);
    NEAR(row_of(d, "rate").delta, 4, 1e-9);
    assert_int_equal(row_of(d, "levy").change, CORR_SAME);
    assert_string_equal(row_of(d, "levy").renamed_from, "tax");
    assert_int_equal(row_of(d, "hash").change, CORR_MOVED);
    corr_diff_free(d);
    corr_store_free(st);
}

/* A wrapper came in above one of its callers, and another asks more of it. */
static void what_stays_after_wrappers_are_taken_back_has_changed(void **state)
{
    corr_store *st = pair("1500 1500 run;parse;work\n3000 3000 run;tax;work\n"
                          "2200 2200 run;json;work\n1100 1100 run;rows\n",
                          "4500 4500 run;parse;work\n750 750 run;tax;work\n"
                          "2200 2200 run;helper;json;work\n"
                          "1100 1100 run;rows\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_row work = row_of(d, "work");

    (void)state;
    assert_int_equal(corr_diff_note_at(d, 0).what, CORR_WRAPPED);
    assert_int_equal(work.change, CORR_UNCLEAR); /* one profile a side */
    NEAR(work.owned, 3000, 1e-9);
    NEAR(corr_diff_at(d, work.twin - 1).owned, -2250, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

/* The same where only shares are known: what others grew by made those of the
 * callers that stayed smaller, the one behind the wrapper too. */
static void of_shares_what_others_left_is_made_even_before(void **state)
{
    corr_store *st = pair("4958 4958 run;parse;work\n2987 2987 run;tax;work\n"
                          "1745 1745 run;json;work\n4285 4285 run;rows\n"
                          "2624 2624 run;wide\n",
                          "14874 14874 run;parse;work\n"
                          "2987 2987 run;tax;work\n"
                          "1745 1745 run;helper;json;work\n"
                          "4285 4285 run;rows\n5248 5248 run;wide\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_SHARE });
    const corr_diff_row work = row_of(d, "work");
    const corr_diff_note n = corr_diff_note_at(d, 0);

    (void)state;
    assert_int_equal(work.change, CORR_UNCLEAR); /* one profile a side */
    NEAR(work.owned, 14874. / 29139 - 4958. / 16599, 1e-9);
    assert_string_equal(work.caller, "parse");
    /* shares are reported without the factor */
    assert_int_equal(n.what, CORR_WRAPPED);
    NEAR(n.value[1], 1745. / 29139, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

/* Vector 4.4; a unit is a thousand observations, so that none is noise.  The
 * root of a tree stands for its main. */
static void each_change_is_told_once_where_it_comes_together(void **state)
{
    static const struct {
        const char *stack;
        int cost[2];
    } nodes[] = {
        { "handle", { 10, 12 } },
        { "handle;parse", { 120, 124 } },
        { "handle;parse;utf8", { 80, 78 } },
        { "handle;price", { 40, 44 } },
        { "handle;price;rules", { 30, 95 } },
        { "handle;price;rules;regex", { 60, 240 } },
        { "handle;price;tax", { 50, 20 } },
        { "handle;render", { 20, 23 } },
        { "handle;render;t1", { 15, 19 } },
        { "handle;render;t2", { 15, 20 } },
        { "handle;render;t3", { 15, 19 } },
        { "handle;render;t4", { 15, 18 } },
        { "gc", { 30, 34 } },
    };
    static const struct {
        const char *name;
        double owned;
    } told[] = {
        { "regex", 180 }, { "rules", 65 }, { "tax", -30 }, { "render", 19 }
    };
    char *text[2];

    (void)state;
    for (int w = 0; w < 2; w++) {
        test_text t;
        FILE *f = test_begin(&t);
        for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
            fprintf(f, "%d %d %s\n", nodes[i].cost[w], nodes[i].cost[w] * 1000,
                    nodes[i].stack);
        text[w] = test_done(&t);
    }
    corr_store *st = pair(text[0], text[1]);
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL,
                                                   .leaves = true,
                                                   .min_abs = 10. / 500 });
    const corr_diff_facts f = corr_diff_facts_of(d);

    NEAR(f.total[0], 500, 0);
    NEAR(f.total[1], 746, 0);
    for (uint32_t i = 0; i < 4; i++) {
        const corr_diff_row row = corr_diff_at(d, i);
        assert_string_equal(row.name, told[i].name);
        NEAR(row.owned, told[i].owned, 1e-9);
    }
    NEAR(corr_diff_at(d, 4).owned, 0, 0);
    NEAR(corr_diff_rest(d), 12, 1e-9);
    assert_int_equal(count_unowned(d), corr_diff_size(d) - 4);
    corr_diff_free(d);
    corr_store_free(st);
    free(text[0]);
    free(text[1]);
}

/* ---- one side as the other ---------------------------------------------- */

static void a_side_against_itself_has_no_change(void **state)
{
    static const char text[] = "kind cpu ns 10\nwindow 0 10000\n"
                               "3000 300 main;a\n2000 200 main;b\n";
    corr_store *st = pair(text, text);
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_int_equal(corr_diff_size(d), 2);
    for (uint32_t i = 0; i < 2; i++) {
        const corr_diff_row row = corr_diff_at(d, i);
        assert_int_equal(row.change, CORR_SAME);
        assert_true(row.delta == 0 && row.owned == 0);
        NEAR(row.self.ratio.value, 1, 1e-9);
    }
    assert_true(corr_diff_rest(d) == 0);
    assert_false(corr_diff_facts_of(d).found);
    const corr_remarks said = corr_diff_facts_of(d).remarks;
    assert_string_equal(test_remark(said, "SAME_FILES"),
                        "both sides have the same content");
    assert_true(corr_remark_find(said, "SAME_FILES")->forbids_verdict);
    assert_null(corr_remark_find(said, "NO_COMMON"));
    corr_diff_free(d);
    corr_store_free(st);
}

static void nothing_in_common_is_all_change(void **state)
{
    corr_store *st = pair("300 300 a;b\n", "500 500 c;d\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    double sum = 0;

    (void)state;
    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        sum += corr_diff_at(d, i).owned;
    NEAR(sum + corr_diff_rest(d), 200, 1e-9);
    const corr_remarks said = corr_diff_facts_of(d).remarks;
    assert_non_null(corr_remark_find(said, "NO_COMMON"));
    assert_null(corr_remark_find(said, "SAME_FILES"));
    assert_true(row_of(d, "b").value[1] == 0);
    assert_true(row_of(d, "d").value[0] == 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void an_empty_side_is_compared_and_ranks_nothing(void **state)
{
    corr_store *st = pair("300 300 a;b\n", "kind samples count 0\n");
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_true(corr_diff_facts_of(d).few);
    assert_int_equal(corr_diff_facts_of(d).side[1].files, 1); /* it ran */
    assert_int_equal(corr_diff_facts_of(d).side[1].total, 0);
    assert_int_equal(row_of(d, "b").change, CORR_SAME);
    corr_diff_free(d);
    corr_store_free(st);
}

static void files_of_both_sides_and_damaged_ones_are_counted(void **state)
{
    static const test_file file[] = {
        { TEST_BASE, "a", "300 300 f\n" },
        { TEST_BASE, "b", "301 301 f\nnote DAMAGE\n" },
        { TEST_NEW, "c", "300 300 f\n" },
        { TEST_NEW, "d", "302 302 f\n" },
    };
    corr_store *st = test_sides(file, 4);
    corr_diff *d = compared(st, NULL);
    const corr_remarks said = corr_diff_facts_of(d).remarks;
    uint32_t damaged = 0;

    (void)state;
    assert_string_equal(test_remark(said, "SAME_FILES"),
                        "1 of 2 files of the base is on the new side, too");
    assert_string_equal(
        test_remark(said, "DAMAGED_SIDE"),
        "base: 1 of 2 files is incomplete; lost data is not compared");
    for (size_t i = 0; i < said.n; i++)
        damaged += said.v[i].code && !strcmp(said.v[i].code, "DAMAGED_SIDE");
    assert_int_equal(damaged, 1);
    corr_diff_free(d);
    corr_store_free(st);
}

static void a_change_below_the_thresholds_has_no_class(void **state)
{
    static const struct {
        double min_abs, min_rel;
        corr_change change;
    } each[] = {
        { 0, 0, CORR_UNCLEAR },   /* reported, but 8 % is less than 10 % */
        { 0, 0.05, CORR_GREW },   /* 4 % of the base */
        { 0.05, 0.05, CORR_SAME } /* 5 % are wanted */
    };
    char *text[6];
    test_file file[6];

    (void)state;
    for (int i = 0; i < 6; i++) {
        test_text t;
        const int n = i < 3 ? 50000 : 54000;
        FILE *f = test_begin(&t);
        fprintf(f, "%d %d m;a\n%d %d m;b\n", n + i % 3, n + i % 3, 50000 + i,
                50000 + i);
        text[i] = test_done(&t);
        file[i] =
            (test_file){ i < 3 ? TEST_BASE : TEST_NEW, &"fedcba"[i], text[i] };
    }
    corr_store *st = test_sides(file, 6);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_diff *d =
            compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL,
                                            .leaves = true,
                                            .min_abs = each[i].min_abs,
                                            .min_rel = each[i].min_rel });
        assert_int_equal(row_of(d, "a").change, each[i].change);
        assert_int_equal(row_of(d, "b").change, CORR_SAME);
        /* it is certain all the same */
        assert_string_equal(row_of(d, "a").self.mark, "**");
        assert_true(corr_diff_facts_of(d).found);
        corr_diff_free(d);
    }
    corr_store_free(st);
    for (int i = 0; i < 6; i++)
        free(text[i]);
}

static void few_samples_rank_nothing(void **state)
{
    corr_store *st = pair("300 300 a\n", "99 99 b\n");
    corr_diff *d = compared(st, NULL);

    (void)state;
    assert_true(corr_diff_facts_of(d).few);
    assert_false(corr_diff_facts_of(d).found);
    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        assert_int_equal(corr_diff_at(d, i).change, CORR_SAME);
    corr_diff_free(d);
    corr_store_free(st);
}

/* ---- kinds, units, periods ---------------------------------------------- */

static void refused(corr_store *st, const corr_query q[2], const char *why)
{
    corr_err err = { 0 };

    assert_null(corr_diff_of(st, q, NULL, &err));
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, why);
    corr_store_free(st);
}

static void kinds_and_units_that_differ_are_refused(void **state)
{
    const corr_query q[2] = { { .group = TEST_BASE, .measure = "cpu" },
                              { .group = TEST_NEW, .measure = "wall" } };

    (void)state;
    refused(pair("kind cpu ns 1\n9 9 f\n", "kind cpu count 1\n9 9 f\n"),
            test_query, "cpu is in ns on one side and in count on the other");
    /* an empty side has no unit to differ in */
    corr_store *st = pair("kind cpu count 1\n", "kind cpu ns 1\n9 9 f\n");
    corr_diff *d = compared(st, NULL);
    assert_int_equal(corr_diff_facts_of(d).unit, CORR_NS);
    corr_diff_free(d);
    corr_store_free(st);
    refused(pair("kind cpu ns 1\n9 9 f\n", "kind wall ns 1\n9 9 f\n"), q,
            "the sides are of different kinds, cpu and wall");
}

static void both_sides_are_of_the_kind_of_the_base(void **state)
{
    corr_store *st =
        pair("kind wall ns 10\n3000 300 f\n",
             "kind cpu ns 10\n5000 500 f\nkind wall ns 10\n4000 400 f\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });

    (void)state;
    assert_true(corr_str_is(corr_diff_facts_of(d).kind, "wall"));
    NEAR(row_of(d, "f").value[1], 4000, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void sampling_periods_are_converted(void **state)
{
    corr_store *st = pair("kind cpu ns 10000000\nwindow 0 100000\n"
                          "10000000000 1000 main;a\n",
                          "kind cpu ns 2000000\nwindow 0 100000\n"
                          "10000000000 5000 main;a\n");
    corr_diff *d = compared(st, NULL);
    const corr_diff_row a = row_of(d, "a");

    (void)state;
    assert_non_null(
        corr_remark_find(corr_diff_facts_of(d).remarks, "PERIODS_DIFFER"));
    assert_int_equal(a.obs[0], 1000);
    assert_int_equal(a.obs[1], 5000);
    NEAR(a.self.ratio.value, 1, 1e-9);
    NEAR(a.value[0], 1e8, 1e-3);
    corr_diff_free(d);
    corr_store_free(st);
}

/* ---- names -------------------------------------------------------------- */

static const char old_lambdas[] = "100 100 m;x.Price.lambda$total$3\n"
                                  "100 100 m;x.Price$$Lambda$14/0x0008.apply\n"
                                  "100 100 m;x.Price.lambda$total$4\n";
static const char new_lambdas[] = "130 130 m;x.Price.lambda$total$5\n"
                                  "100 100 m;x.Price$$Lambda$22/0x0009.apply\n"
                                  "100 100 m;x.Price.lambda$total$6\n";

static void lambdas_whose_numbers_changed_are_one(void **state)
{
    corr_store *st = pair(old_lambdas, new_lambdas);
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_row pooled = row_of(d, "x.Price.lambda$total$#");
    const corr_diff_row hidden = row_of(d, "x.Price$$Lambda.apply");
    const char *key, *words;

    (void)state;
    assert_int_equal(corr_diff_size(d), 2);
    assert_true(pooled.pooled);
    assert_true(corr_str_is(
        corr_diff_frame(d, row_number(d, pooled.name)).function, pooled.name));
    assert_false(hidden.pooled);
    NEAR(pooled.value[0], 200, 0);
    NEAR(pooled.value[1], 230, 0);
    NEAR(hidden.delta, 0, 0);
    assert_true(corr_diff_facts_of(d).nrules > 0);
    assert_true(corr_diff_rule(d, 0, &key, &words) > 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void raw_names_are_kept_apart(void **state)
{
    corr_store *st = pair(old_lambdas, new_lambdas);
    corr_diff *d = compared(
        st, &(corr_diff_opts){ .per = CORR_PER_TOTAL, .raw_names = true });

    (void)state;
    assert_int_equal(corr_diff_size(d), 6);
    assert_int_equal(corr_diff_facts_of(d).nrules, 0);
    NEAR(row_of(d, "x.Price.lambda$total$3").value[0], 100, 0);
    NEAR(row_of(d, "x.Price.lambda$total$3").value[1], 0, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void hidden_frames_hand_their_cost_to_their_callers(void **state)
{
    corr_store *st = pair("100 100 m;a;log\n100 100 m;b\n",
                          "150 150 m;a;log\n100 100 m;b\n");
    corr_diff *d = compared(
        st, &(corr_diff_opts){ .per = CORR_PER_TOTAL, .show.hide = "^log$" });

    (void)state;
    NEAR(row_of(d, "a").value[0], 100, 0);
    NEAR(row_of(d, "a").value[1], 150, 0);
    corr_diff_free(d);
    d = compared(
        st, &(corr_diff_opts){ .per = CORR_PER_TOTAL, .show.show = "^m$" });
    assert_int_equal(corr_diff_size(d), 1);
    NEAR(row_of(d, "m").delta, 50, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

/* ---- frames that were put aside ----------------------------------------- */

static void a_function_that_was_renamed_is_one_row(void **state)
{
    corr_store *st = pair("300 300 m;parse\n200 200 m;tax\n9 9 m;n;tax\n",
                          "300 300 m;parse\n210 210 m;levy\n9 9 m;n;tax\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_row levy = row_of(d, "levy");

    (void)state;
    assert_string_equal(levy.renamed_from, "tax");
    NEAR(levy.value[0], 200, 0);
    NEAR(levy.value[1], 210, 0);
    NEAR(levy.self.ratio.value, 1.05, 1e-9);
    assert_int_equal(levy.change, CORR_SAME);
    /* elsewhere it is called as it was */
    NEAR(row_of(d, "tax").value[0], 9, 0);
    NEAR(row_of(d, "tax").value[1], 9, 0);
    corr_diff_free(d);
    corr_store_free(st);
}

static void what_was_inlined_is_its_callers_on_both_sides(void **state)
{
    corr_store *st = pair("300 300 m;parse\n50 50 m;price\n"
                          "200 200 m;price;clamp\n30 30 wrapped\n",
                          "300 300 m;parse\n255 255 m;price\n"
                          "30 30 wrapper;wrapped\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });
    const corr_diff_row price = row_of(d, "price");

    (void)state;
    NEAR(price.value[0], 250, 0);
    NEAR(price.value[1], 255, 0);
    assert_int_equal(price.obs[0], 250);
    assert_int_equal(price.change, CORR_SAME);
    for (uint32_t i = 0; i < corr_diff_size(d); i++)
        assert_string_not_equal(corr_diff_at(d, i).name, "clamp");
    NEAR(corr_diff_facts_of(d).ratio.value, 585. / 580, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

/* A root without cost has no row, and is counted once. */
static void what_was_inlined_into_the_root_is_in_the_total_once(void **state)
{
    corr_store *st = pair("300 300 parse\n100 100 run;a\n100 100 run;b\n"
                          "50 50 run\n",
                          "300 300 parse\n100 100 a\n100 100 b\n");
    corr_diff *d = compared(st, &(corr_diff_opts){ .per = CORR_PER_TOTAL });

    (void)state;
    NEAR(corr_diff_facts_of(d).total[0], 550, 0);
    NEAR(corr_diff_facts_of(d).ratio.value, 500. / 550, 1e-9);
    corr_diff_free(d);
    corr_store_free(st);
}

/* ---- what must not matter ----------------------------------------------- */

/* To the bit. */
static bool same_real(double a, double b)
{
    uint64_t x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static void assert_same(const corr_diff *a, const corr_diff *b)
{
    assert_int_equal(corr_diff_size(a), corr_diff_size(b));
    assert_true(same_real(corr_diff_rest(a), corr_diff_rest(b)));
    for (uint32_t i = 0; i < corr_diff_size(a); i++) {
        const corr_diff_row x = corr_diff_at(a, i), y = corr_diff_at(b, i);
        assert_string_equal(x.name, y.name);
        assert_int_equal(x.change, y.change);
        assert_string_equal(x.self.mark, y.self.mark);
        assert_true(same_real(x.delta, y.delta));
        assert_true(same_real(x.owned, y.owned));
        assert_true(same_real(x.self.ratio.value, y.self.ratio.value));
        assert_true(same_real(x.self.ratio.lo, y.self.ratio.lo));
        assert_true(same_real(x.self.p, y.self.p));
        assert_true(same_real(x.self.q, y.self.q));
        assert_true(same_real(x.with.q, y.with.q));
    }
}

/* Ten functions with values that no double sums exactly. */
static char *varied(unsigned seed, int from, unsigned grown)
{
    test_text t;
    FILE *f = test_begin(&t);

    fprintf(f, "kind cpu ns 1000003\nwindow %d %d\n", from, from + 10000);
    for (unsigned i = 0; i < 10; i++) {
        const unsigned n = 20 + (seed * 7 + i * 13) % 29 + (i == 3 ? grown : 0);
        fprintf(f, "%u %u main;h%u;f%u\n", n * 1000003, n, i % 3, i);
    }
    return test_done(&t);
}

static void order_and_names_of_files_change_no_bit(void **state)
{
    static const char *const other[] = { "z", "y", "x", "w", "v", "u" };
    static const int order[] = { 4, 1, 5, 0, 3, 2 };
    char *text[6];
    test_file file[6], again[6];

    (void)state;
    for (int i = 0; i < 6; i++) {
        text[i] = varied((unsigned)i, i * 10000, i < 3 ? 0 : 90);
        file[i] =
            (test_file){ i < 3 ? TEST_BASE : TEST_NEW, other[5 - i], text[i] };
    }
    for (int i = 0; i < 6; i++) {
        again[i] = file[order[i]];
        again[i].name = other[i];
    }
    corr_store *st = test_sides(file, 6), *st2 = test_sides(again, 6);
    corr_diff *d = compared(st, NULL), *d2 = compared(st2, NULL);
    assert_same(d, d2);
    assert_true(corr_diff_facts_of(d).found);
    assert_string_equal(corr_diff_at(d, 0).name, "f3");
    assert_int_equal(corr_diff_at(d, 0).change, CORR_GREW);
    assert_int_equal(corr_diff_facts_of(d).tested, 10);
    corr_diff_free(d);
    corr_diff_free(d2);
    corr_store_free(st);
    corr_store_free(st2);
    for (int i = 0; i < 6; i++)
        free(text[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_other_callers_call_has_moved),
        cmocka_unit_test(what_a_renamed_function_calls_has_not_moved),
        cmocka_unit_test(what_stays_after_wrappers_are_taken_back_has_changed),
        cmocka_unit_test(of_shares_what_others_left_is_made_even_before),
        cmocka_unit_test(each_change_is_told_once_where_it_comes_together),
        cmocka_unit_test(a_side_against_itself_has_no_change),
        cmocka_unit_test(nothing_in_common_is_all_change),
        cmocka_unit_test(an_empty_side_is_compared_and_ranks_nothing),
        cmocka_unit_test(files_of_both_sides_and_damaged_ones_are_counted),
        cmocka_unit_test(a_change_below_the_thresholds_has_no_class),
        cmocka_unit_test(few_samples_rank_nothing),
        cmocka_unit_test(kinds_and_units_that_differ_are_refused),
        cmocka_unit_test(both_sides_are_of_the_kind_of_the_base),
        cmocka_unit_test(sampling_periods_are_converted),
        cmocka_unit_test(lambdas_whose_numbers_changed_are_one),
        cmocka_unit_test(raw_names_are_kept_apart),
        cmocka_unit_test(hidden_frames_hand_their_cost_to_their_callers),
        cmocka_unit_test(a_function_that_was_renamed_is_one_row),
        cmocka_unit_test(what_was_inlined_is_its_callers_on_both_sides),
        cmocka_unit_test(what_was_inlined_into_the_root_is_in_the_total_once),
        cmocka_unit_test(order_and_names_of_files_change_no_bit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
