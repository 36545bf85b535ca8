/* Tests of top: rows by every key, order, ranks, intervals, shares. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include <math.h>

#include "base/base.h"
#include "corr_view.h"
#include "stats/distributions.h"

typedef struct view {
    corr_store *st;
    corr_sel *sel;
    corr_top *t;
} view;

static view view_of(const char *const *text, size_t n,
                    const corr_top_opts *opts)
{
    corr_err err = { 0 };
    view v = { .st = test_store(text, n) };

    v.sel = test_select(v.st);
    v.t = corr_top_of(v.sel, opts, &err);
    if (!v.t)
        fail_msg("%s", err.what);
    return v;
}

static void view_free(view *v)
{
    corr_top_free(v->t);
    corr_sel_free(v->sel);
    corr_store_free(v->st);
}

/* "key self/total observations/of total #rank" a line. */
static const char *print(const corr_top *t)
{
    static char out[8192];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_top_size(t); i++) {
        const corr_top_row r = corr_top_at(t, i);
        n += (size_t)snprintf(out + n, sizeof out - n,
                              "%s %lld/%lld %lld/%lld #%u\n", r.key,
                              (long long)r.self, (long long)r.total,
                              (long long)r.obs, (long long)r.total_obs, r.rank);
    }
    return out;
}

static void check_top(const char *text, const corr_top_opts *opts,
                      const char *want)
{
    view v = view_of(&text, 1, opts);

    assert_string_equal(print(v.t), want);
    view_free(&v);
}

static void
a_function_counts_once_per_stack_however_often_it_recurs(void **state)
{
    (void)state;
    check_top("4 4 main;f;f;g;f\n"
              "3 3 main;f;g\n"
              "2 2 main\n",
              &(corr_top_opts){ 0 },
              "f 4/7 4/7 #1\n"
              "g 3/7 3/7 #1\n"
              "main 2/9 2/9 #1\n");
}

static void rows_are_ordered_by_self_or_total_then_by_key(void **state)
{
    static const char text[] = "5 5 b;x\n5 5 a;y\n1 1 c;a\n1 1 b\n";

    (void)state;
    check_top(text, &(corr_top_opts){ 0 },
              "x 5/5 5/5 #1\n"
              "y 5/5 5/5 #1\n"
              "a 1/6 1/6 #1\n"
              "b 1/6 1/6 #1\n"
              "c 0/1 0/1 #1\n");
    check_top(text, &(corr_top_opts){ .cumulative = true },
              "a 1/6 1/6 #1\n"
              "b 1/6 1/6 #1\n"
              "x 5/5 5/5 #1\n"
              "y 5/5 5/5 #1\n"
              "c 0/1 0/1 #1\n");
}

static void rows_whose_intervals_overlap_share_a_rank(void **state)
{
    const char *text = "500 500 a\n480 480 b\n300 300 c\n290 290 d\n10 10 e\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });

    (void)state;
    assert_string_equal(print(v.t), "a 500/500 500/500 #1\n"
                                    "b 480/480 480/480 #1\n"
                                    "c 300/300 300/300 #3\n"
                                    "d 290/290 290/290 #3\n"
                                    "e 10/10 10/10 #5\n");
    for (uint32_t i = 0; i < 5; i++) {
        const corr_top_row r = corr_top_at(v.t, i);
        double lo;
        double hi;
        stat_wilson((double)r.self, 1580, &lo, &hi);
        assert_true(fabs(r.lo - lo) < 1e-12);
        assert_true(fabs(r.hi - hi) < 1e-12);
    }
    view_free(&v);
}

static void a_rank_is_that_of_its_first_row_not_of_its_last(void **state)
{
    const char *text = "100 100 a\n80 80 b\n62 62 c\n48 48 d\n9 9 e\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });

    (void)state;
    /* c overlaps b but not a: a chain of overlaps is not one rank */
    assert_int_equal(corr_top_at(v.t, 0).rank, 1);
    assert_int_equal(corr_top_at(v.t, 1).rank, 1);
    assert_int_equal(corr_top_at(v.t, 2).rank, 3);
    assert_int_equal(corr_top_at(v.t, 3).rank, 3);
    assert_int_equal(corr_top_at(v.t, 4).rank, 5);
    view_free(&v);
}

static void files_lines_and_modules_are_rows_too(void **state)
{
    static const char text[] = "3 3 f!lib@x.c:1;g!lib@x.c:9\n"
                               "2 2 f!lib@x.c:2;h!app@y.c:4\n"
                               "1 1 f!lib@x.c\n"
                               "1 1 k\n";

    (void)state;
    check_top(text, &(corr_top_opts){ .by = CORR_BY_FILE },
              "x.c 4/6 4/6 #1\n"
              "y.c 2/2 2/2 #1\n"
              "[no file] 1/1 1/1 #1\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_MODULE },
              "lib 4/6 4/6 #1\n"
              "app 2/2 2/2 #1\n"
              "[no module] 1/1 1/1 #1\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_LINE },
              "g x.c:9 3/3 3/3 #1\n"
              "h y.c:4 2/2 2/2 #1\n"
              "f x.c 1/1 1/1 #1\n"
              "k 1/1 1/1 #1\n"
              "f x.c:1 0/3 0/3 #1\n"
              "f x.c:2 0/2 0/2 #1\n");
}

static void code_without_a_name_is_one_function_and_many_lines(void **state)
{
    static const char text[] = "3 3 main;!/usr/lib/db.so:4096\n"
                               "2 2 main;!/usr/lib/db.so:4097\n"
                               "1 1 main;!/usr/lib/db.so\n"
                               "1 1 main;:16\n";

    (void)state;
    check_top(text, &(corr_top_opts){ 0 },
              "[db.so] 6/6 6/6 #1\n"
              "<unknown> 1/1 1/1 #1\n"
              "main 0/7 0/7 #3\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_LINE },
              "db.so+0x1000 3/3 3/3 #1\n"
              "db.so+0x1001 2/2 2/2 #1\n"
              "0x10 1/1 1/1 #1\n"
              "[db.so] 1/1 1/1 #1\n"
              "main 0/7 0/7 #1\n");
}

static void what_a_row_groups_is_what_its_frame_says(void **state)
{
    const char *text = "3 3 !lib@x.c\n1 1 f!lib@x.c\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });
    view m = view_of(&text, 1, &(corr_top_opts){ .by = CORR_BY_MODULE });

    (void)state;
    assert_true(corr_str_is(corr_top_at(v.t, 0).frame.function, "[lib]"));
    assert_true(corr_str_is(corr_top_at(v.t, 0).frame.module, "lib"));
    assert_true(corr_str_is(corr_top_at(m.t, 0).frame.module, "lib"));
    assert_int_equal(corr_top_at(m.t, 0).frame.function.n, 1);
    view_free(&v);
    view_free(&m);
}

static void the_first_rows_are_in_order_and_the_others_are_there(void **state)
{
    const char *text = "5 5 e\n1 1 a\n3 3 c\n4 4 d\n2 2 b\n";
    view v = view_of(&text, 1, &(corr_top_opts){ .most = 2 });
    int64_t rest = 0;

    (void)state;
    assert_int_equal(corr_top_size(v.t), 5);
    assert_string_equal(corr_top_at(v.t, 0).key, "e");
    assert_string_equal(corr_top_at(v.t, 1).key, "d");
    for (uint32_t i = 2; i < 5; i++) {
        rest += corr_top_at(v.t, i).self;
        assert_int_equal(corr_top_at(v.t, i).rank, 0);
    }
    assert_int_equal(rest, 6);
    view_free(&v);
}

static void a_row_shows_its_frame(void **state)
{
    const char *text = "3 3 f!lib@x.c:1;g!lib@x.c:9\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });

    (void)state;
    const corr_top_row g = corr_top_at(v.t, 0);
    assert_string_equal(g.key, "g");
    assert_true(corr_str_is(g.frame.function, "g"));
    assert_true(corr_str_is(g.frame.module, "lib"));
    assert_true(corr_str_is(g.frame.file, "x.c"));
    assert_int_equal(g.frame.line, 9);
    assert_int_equal(g.span, 0);
    view_free(&v);
}

static void hidden_frames_pass_their_self_to_the_caller(void **state)
{
    static const char text[] = "3 3 main;work;lock\n2 2 lock\n1 1 -\n";

    (void)state;
    check_top(text, &(corr_top_opts){ .show.hide = "lock" },
              "work 3/3 3/3 #1\n"
              "[hidden] 2/2 2/2 #1\n"
              "[no stack] 1/1 1/1 #1\n"
              "main 0/3 0/3 #1\n");
    check_top(text, &(corr_top_opts){ .show.show = "work" },
              "work 3/3 3/3 #1\n"
              "[hidden] 2/2 2/2 #1\n"
              "[no stack] 1/1 1/1 #1\n");
}

static void threads_and_labels_are_keys_of_samples(void **state)
{
    static const char text[] = "on main\n1 1 a\n2 2 b\n"
                               "on pool-1\ntag tier gold\n4 4 a;b\n"
                               "tag tier silver\n1 1 a\n"
                               "on -\ntag -\n5 5 -\n";

    (void)state;
    check_top(text, &(corr_top_opts){ .by = CORR_BY_THREAD },
              "[no thread] 5/5 5/5 #1\n"
              "pool-1 5/5 5/5 #1\n"
              "main 3/3 3/3 #1\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_LABEL, .label = "tier" },
              "[no label] 8/8 8/8 #1\n"
              "gold 4/4 4/4 #1\n"
              "silver 1/1 1/1 #3\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_LABEL, .label = "none" },
              "[no label] 13/13 13/13 #1\n");
}

static void threads_without_a_name_go_by_their_number(void **state)
{
    (void)state;
    check_top("thread 41 7\n4 4 a\nthread 0 9\n2 2 a\nthread 0 0\n1 1 a\n"
              "on main\n8 8 b\n",
              &(corr_top_opts){ .by = CORR_BY_THREAD },
              "main 8/8 8/8 #1\n"
              "[thread 41] 4/4 4/4 #1\n"
              "[thread 9] 2/2 2/2 #1\n"
              "[no thread] 1/1 1/1 #4\n");
}

static void labels_may_be_numbers(void **state)
{
    (void)state;
    check_top("count tenant 41\n4 4 a\n2 2 b\ncount tenant -7\n3 3 a\n"
              "tag tier gold\n1 1 a\n",
              &(corr_top_opts){ .by = CORR_BY_LABEL, .label = "tenant" },
              "41 6/6 6/6 #1\n"
              "-7 3/3 3/3 #1\n"
              "[no label] 1/1 1/1 #1\n");
}

static void keys_of_one_input_are_not_those_of_another(void **state)
{
    static const char *const text[] = {
        "on one\ntag tier x\n1 1 a\non two\ntag tier y\n2 2 a\n",
        "on two\ntag tier y\n4 4 a\non three\ntag tier z\n8 8 a\n",
    };
    view v =
        view_of(text, countof(text), &(corr_top_opts){ .by = CORR_BY_THREAD });

    (void)state;
    assert_string_equal(print(v.t), "three 8/8 8/8 #1\n"
                                    "two 6/6 6/6 #1\n"
                                    "one 1/1 1/1 #3\n");
    view_free(&v);
    v = view_of(text, countof(text),
                &(corr_top_opts){ .by = CORR_BY_LABEL, .label = "tier" });
    assert_string_equal(print(v.t), "z 8/8 8/8 #1\n"
                                    "y 6/6 6/6 #1\n"
                                    "x 1/1 1/1 #3\n");
    view_free(&v);
}

static void a_profile_alone_knows_its_ids_but_no_service(void **state)
{
    static const char text[] = "tag span_id 00000000000000c1\n4 4 a\n2 2 b\n"
                               "tag -\n1 1 a\n";

    (void)state;
    check_top(text, &(corr_top_opts){ .by = CORR_BY_SPAN },
              "00000000000000c1 6/6 6/6 #1\n"
              "[no span] 1/1 1/1 #1\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_OPERATION },
              "[no span] 7/7 7/7 #1\n");
    check_top(text, &(corr_top_opts){ .by = CORR_BY_SERVICE },
              "[no service] 7/7 7/7 #1\n");
    check_top("tag trace_id 000000000000000a000000000000000b\n4 4 a\n"
              "3 3 b\n"
              "tag -\n5 5 a\n"
              "tag trace_id 000000000000000c000000000000000d\n9 9 a\n"
              "tag trace_id 0000000000000000000000000000000e\n2 2 a\n",
              &(corr_top_opts){ .by = CORR_BY_TRACE },
              "000000000000000c000000000000000d 9/9 9/9 #1\n"
              "000000000000000a000000000000000b 7/7 7/7 #1\n"
              "[no span] 5/5 5/5 #1\n"
              "0000000000000000000000000000000e 2/2 2/2 #1\n");
}

static const char joined[] =
    "span 00000000000000a1 0 0 1000 shop h1 2 0 GET /cart\n"
    "span 00000000000000a2 00000000000000a1 100 900 shop h1 1 0 price\n"
    "tag span_id 00000000000000a2\n"
    "7 7 main;price\n"
    "tag span_id 00000000000000a1\n"
    "2 2 main\n"
    "tag -\n"
    "1 1 idle\n";

static void
spans_traces_operations_and_services_come_from_the_join(void **state)
{
    const char *text = joined;
    view v = view_of(&text, 1, &(corr_top_opts){ .by = CORR_BY_SPAN });

    (void)state;
    assert_string_equal(print(v.t), "00000000000000a2 7/7 7/7 #1\n"
                                    "00000000000000a1 2/2 2/2 #1\n"
                                    "[no span] 1/1 1/1 #1\n");
    assert_int_equal(corr_top_at(v.t, 0).span, 0xa2);
    assert_int_equal(corr_top_at(v.t, 0).trace.hi, 0x1234);
    assert_int_equal(corr_top_at(v.t, 0).trace.lo, 0x5678);
    assert_int_equal(corr_top_at(v.t, 2).span, 0);
    assert_int_equal(corr_top_at(v.t, 2).trace.lo, 0);
    view_free(&v);

    v = view_of(&text, 1, &(corr_top_opts){ .by = CORR_BY_TRACE });
    assert_string_equal(print(v.t),
                        "00000000000012340000000000005678 9/9 9/9 #1\n"
                        "[no span] 1/1 1/1 #2\n");
    assert_int_equal(corr_top_at(v.t, 0).span, 0);
    assert_int_equal(corr_top_at(v.t, 0).trace.lo, 0x5678);
    view_free(&v);

    check_top(joined, &(corr_top_opts){ .by = CORR_BY_OPERATION },
              "shop: price 7/7 7/7 #1\n"
              "shop: GET /cart 2/2 2/2 #1\n"
              "[no span] 1/1 1/1 #1\n");
    check_top(joined, &(corr_top_opts){ .by = CORR_BY_SERVICE },
              "shop 10/10 10/10 #1\n");
}

/* Samples of all services are of what the root of their trace says. */
static void an_attribute_of_the_root_is_of_its_whole_trace(void **state)
{
    static const char text[] =
        "trace 1\n"
        "tag tenant acme\n"
        "span 00000000000000a1 0 0 1000 shop h1 2 0 GET /cart\n"
        "tag tenant other\n"
        "span 00000000000000a2 00000000000000a1 100 900 price h2 2 0 price\n"
        "trace 2\n"
        "tag -\n"
        "span 00000000000000b1 0 0 1000 shop h1 2 0 GET /cart\n"
        "trace 3\n"
        "tag tenant mine\n"
        "span 00000000000000c1 00000000000000c0 0 1000 price h2 2 0 price\n"
        "tag span_id 00000000000000a2\n7 7 main;price\n"
        "tag span_id 00000000000000a1\n2 2 main\n"
        "tag span_id 00000000000000b1\n4 4 main\n"
        "tag span_id 00000000000000c1\n3 3 main\n"
        "tag -\n1 1 idle\n";

    (void)state;
    check_top(text, &(corr_top_opts){ .by = CORR_BY_ROOT, .label = "tenant" },
              "acme 9/9 9/9 #1\n"
              "[no tenant] 4/4 4/4 #1\n"
              "[no root] 3/3 3/3 #1\n"
              "[no span] 1/1 1/1 #4\n");
}

static void a_question_without_sense_is_refused(void **state)
{
    const char *text = "1 1 a\n";
    corr_store *st = test_store(&text, 1);
    corr_sel *sel = test_select(st);
    const corr_top_opts bad[] = { { .by = CORR_BY_COUNT },
                                  { .by = CORR_BY_LABEL },
                                  { .by = CORR_BY_LABEL, .label = "" },
                                  { .by = CORR_BY_ROOT },
                                  { .show.show = "*" } };

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        corr_err err = { 0 };
        assert_null(corr_top_of(sel, &bad[i], &err));
        assert_int_equal(err.code, CORR_EUSAGE);
    }
    corr_top_free(NULL);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void several_inputs_add_up_under_one_name(void **state)
{
    static const char *const text[] = { "1 1 main;a\n", "2 2 a\n4 4 b;a\n" };
    view v = view_of(text, countof(text), &(corr_top_opts){ 0 });

    (void)state;
    assert_string_equal(print(v.t), "a 7/7 7/7 #1\n"
                                    "b 0/4 0/4 #2\n"
                                    "main 0/1 0/1 #2\n");
    view_free(&v);
}

static void weighted_samples_tell_less_than_equal_ones(void **state)
{
    /* corr-methods 4.10: 90 weights of 1 and 10 of 10 are worth 33.12 */
    static char text[4096];
    const char *const texts[] = { text };
    size_t n = 0;
    double lo;
    double hi;

    (void)state;
    n += (size_t)snprintf(text + n, sizeof text - n, "kind alloc bytes 0\n");
    for (int i = 0; i < 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%d 1 %s\n",
                              i < 90 ? 1 : 10, i < 90 ? "a" : "b");
    view v = view_of(texts, 1, &(corr_top_opts){ 0 });
    const corr_top_row b = corr_top_at(v.t, 0);
    assert_string_equal(b.key, "b");
    const double worth = 190.0 * 190 / 1090;
    assert_true(fabs(worth - 33.12) < 0.005);
    stat_wilson(100.0 / 190 * worth, worth, &lo, &hi);
    assert_true(fabs(b.lo - lo) < 1e-12);
    assert_true(fabs(b.hi - hi) < 1e-12);
    view_free(&v);
}

static void without_counts_there_are_no_intervals(void **state)
{
    const char *text = "kind alloc bytes 0 no_count\n5 1 a\n5 1 b\n1 1 c\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });

    (void)state;
    assert_string_equal(print(v.t), "a 5/5 0/0 #1\n"
                                    "b 5/5 0/0 #1\n"
                                    "c 1/1 0/0 #3\n");
    assert_true(isnan(corr_top_at(v.t, 0).lo));
    assert_true(isnan(corr_top_at(v.t, 0).hi));
    view_free(&v);
}

static void sums_of_nothing_or_less_have_no_intervals(void **state)
{
    (void)state;
    check_top("5 5 a\n-5 5 b\n", &(corr_top_opts){ 0 },
              "a 5/5 5/5 #1\n"
              "b -5/-5 5/5 #2\n");
    check_top("0 5 a\n0 5 b\n", &(corr_top_opts){ 0 },
              "a 0/0 5/5 #1\n"
              "b 0/0 5/5 #1\n");
}

static void nothing_selected_is_no_rows(void **state)
{
    const char *text = "1 1 a\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    for (int by = CORR_BY_FUNCTION; by < CORR_BY_ROOT; by++) {
        v.sel->part.n = 0;
        corr_top_free(v.t);
        v.t = corr_top_of(v.sel, &(corr_top_opts){ .by = (corr_by)by }, &err);
        assert_non_null(v.t);
        assert_int_equal(corr_top_size(v.t), 0);
    }
    view_free(&v);
}

/* ---- shares ---------------------------------------------------------- */

static void retop(view *v, const corr_top_opts *opts, double share)
{
    corr_err err = { 0 };

    for (size_t i = 0; i < v->sel->part.n; i++) {
        sel_part *p = &v->sel->part.v[i];
        p->share = corr_arena_new(&v->sel->arena, double, p->n);
        assert_non_null(p->share);
        for (size_t k = 0; k < p->n; k++)
            p->share[k] = share;
    }
    corr_top_free(v->t);
    v->t = corr_top_of(v->sel, opts, &err);
    assert_non_null(v->t);
}

static void divided_samples_still_add_up(void **state)
{
    const char *text = "1 1 m;a\n1 1 m;b\n1 1 m;c\n1 1 m\n";
    view v = view_of(&text, 1, &(corr_top_opts){ 0 });

    (void)state;
    retop(&v, &(corr_top_opts){ 0 }, 0.5);
    assert_string_equal(print(v.t), "a 1/1 1/1 #1\n"
                                    "b 1/1 1/1 #1\n"
                                    "c 0/1 0/1 #1\n"
                                    "m 0/2 0/2 #1\n");
    retop(&v, &(corr_top_opts){ .by = CORR_BY_THREAD }, 0.375);
    assert_string_equal(print(v.t), "[no thread] 2/2 2/2 #1\n");
    view_free(&v);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    const char *text = joined;
    view v = view_of(&text, 1, &(corr_top_opts){ .by = CORR_BY_SPAN });
    bool more = true;

    (void)state;
    retop(&v, &(corr_top_opts){ .by = CORR_BY_LINE }, 0.4);
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_top *t =
            corr_top_of(v.sel, &(corr_top_opts){ .by = CORR_BY_TRACE }, &err);
        corr_top *f =
            t ? corr_top_of(v.sel, &(corr_top_opts){ 0 }, &err) : NULL;
        const bool made = f != NULL;
        more = test_memory_failed();
        corr_top_free(t);
        corr_top_free(f);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(err.code, made ? CORR_OK : CORR_ENOMEM);
        assert_true(made || more);
    }
    view_free(&v);
}

/* ---- properties ------------------------------------------------------ */

enum { SAMPLES = 300 };

static char *random_profile(uint64_t seed, bool backwards)
{
    static char line[SAMPLES][160];
    static char all[SAMPLES * 160];
    size_t n = 0;

    for (size_t i = 0; i < SAMPLES; i++) {
        size_t at =
            (size_t)snprintf(line[i], sizeof *line, "%llu %llu ",
                             (unsigned long long)stat_below(&seed, 1000),
                             (unsigned long long)(1 + stat_below(&seed, 4)));
        const size_t depth = 1 + stat_below(&seed, 12);
        for (size_t d = 0; d < depth; d++)
            at += (size_t)snprintf(line[i] + at, sizeof *line - at,
                                   "%sf%llu@x.c:%llu", d ? ";" : "",
                                   (unsigned long long)stat_below(&seed, 9),
                                   (unsigned long long)stat_below(&seed, 2));
        snprintf(line[i] + at, sizeof *line - at, "\n");
    }
    for (size_t i = 0; i < SAMPLES; i++)
        n += (size_t)snprintf(all + n, sizeof all - n, "%s",
                              line[backwards ? SAMPLES - 1 - i : i]);
    return all;
}

static void check_same(const corr_top *a, const corr_top *b)
{
    assert_int_equal(corr_top_size(a), corr_top_size(b));
    for (uint32_t i = 0; i < corr_top_size(a); i++) {
        const corr_top_row x = corr_top_at(a, i);
        const corr_top_row y = corr_top_at(b, i);
        assert_string_equal(x.key, y.key);
        assert_int_equal(x.self, y.self);
        assert_int_equal(x.total, y.total);
        assert_int_equal(x.obs, y.obs);
        assert_int_equal(x.rank, y.rank);
        assert_int_equal(x.frame.line, y.frame.line);
        assert_memory_equal(&x.lo, &y.lo, sizeof x.lo);
    }
}

static void self_adds_up_and_the_order_of_samples_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        const corr_top_opts opts = { .by = (corr_by)(seed % 5),
                                     .cumulative = seed % 3 == 0 };
        const char *one = random_profile(seed, false);
        view a = view_of(&one, 1, &opts);
        const char *other = random_profile(seed, true);
        view b = view_of(&other, 1, &opts);
        if (seed % 2) {
            retop(&a, &opts, 0.3);
            retop(&b, &opts, 0.3);
        }
        check_same(a.t, b.t);
        const int64_t total = corr_sel_facts_of(a.sel).total;
        int64_t self = 0;
        for (uint32_t i = 0; i < corr_top_size(a.t); i++) {
            const corr_top_row r = corr_top_at(a.t, i);
            self += r.self;
            assert_true(r.total >= r.self);
            assert_true(r.total <= total);
        }
        if (seed % 2)
            assert_true(llabs(self - llround((double)total * 0.3)) <= 1);
        else
            assert_int_equal(self, total);
        view_free(&a);
        view_free(&b);
    }
}

/* "key: caller share%" a line. */
static void check_under(const char *text, bool cumulative, const char *want)
{
    view v = view_of(&text, 1, &(corr_top_opts){ .cumulative = cumulative });
    char out[1024] = "";
    size_t n = 0;

    for (uint32_t i = 0; i < corr_top_size(v.t); i++) {
        const corr_top_row r = corr_top_at(v.t, i);
        assert_int_equal(r.under == NULL, isnan(r.under_share));
        n += (size_t)snprintf(out + n, sizeof out - n, "%s: %s", r.key,
                              r.under ? r.under : "-");
        if (r.under)
            n += (size_t)snprintf(out + n, sizeof out - n, " %.0f%%",
                                  100 * r.under_share);
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    assert_string_equal(out, want);
    view_free(&v);
}

static void
a_row_is_mostly_under_the_nearest_application_code_above_it(void **state)
{
    (void)state;
    check_under("6 6 Main.run;Rules.scan;java.util.List.get;Work.mix\n"
                "2 2 Main.run;Work.mix;Work.mix\n"
                "1 1 java.lang.Thread.run;java.util.List.get\n",
                false,
                "Work.mix: Rules.scan 75%\n"
                "java.util.List.get: -\n"
                "Main.run: -\n"
                "Rules.scan: -\n"
                "java.lang.Thread.run: -\n");
}

static void by_total_a_row_counts_all_that_it_called(void **state)
{
    (void)state;
    check_under("6 6 Main.run;Rules.scan;Work.mix\n"
                "2 2 Main.run;Rules.scan\n"
                "4 4 Other.run;Rules.scan;Rules.scan\n",
                true,
                "Rules.scan: Main.run 67%\n"
                "Main.run: -\n"
                "Work.mix: Rules.scan 100%\n"
                "Other.run: -\n");
}

static void equal_callers_are_in_the_order_of_their_names(void **state)
{
    (void)state;
    check_under("1 1 B.run;Work.mix\n1 1 A.run;Work.mix\n", false,
                "Work.mix: A.run 50%\nA.run: -\nB.run: -\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_function_counts_once_per_stack_however_often_it_recurs),
        cmocka_unit_test(
            a_row_is_mostly_under_the_nearest_application_code_above_it),
        cmocka_unit_test(by_total_a_row_counts_all_that_it_called),
        cmocka_unit_test(equal_callers_are_in_the_order_of_their_names),
        cmocka_unit_test(rows_are_ordered_by_self_or_total_then_by_key),
        cmocka_unit_test(rows_whose_intervals_overlap_share_a_rank),
        cmocka_unit_test(a_rank_is_that_of_its_first_row_not_of_its_last),
        cmocka_unit_test(files_lines_and_modules_are_rows_too),
        cmocka_unit_test(code_without_a_name_is_one_function_and_many_lines),
        cmocka_unit_test(what_a_row_groups_is_what_its_frame_says),
        cmocka_unit_test(a_row_shows_its_frame),
        cmocka_unit_test(the_first_rows_are_in_order_and_the_others_are_there),
        cmocka_unit_test(hidden_frames_pass_their_self_to_the_caller),
        cmocka_unit_test(threads_and_labels_are_keys_of_samples),
        cmocka_unit_test(threads_without_a_name_go_by_their_number),
        cmocka_unit_test(labels_may_be_numbers),
        cmocka_unit_test(keys_of_one_input_are_not_those_of_another),
        cmocka_unit_test(a_profile_alone_knows_its_ids_but_no_service),
        cmocka_unit_test(
            spans_traces_operations_and_services_come_from_the_join),
        cmocka_unit_test(an_attribute_of_the_root_is_of_its_whole_trace),
        cmocka_unit_test(a_question_without_sense_is_refused),
        cmocka_unit_test(several_inputs_add_up_under_one_name),
        cmocka_unit_test(weighted_samples_tell_less_than_equal_ones),
        cmocka_unit_test(without_counts_there_are_no_intervals),
        cmocka_unit_test(sums_of_nothing_or_less_have_no_intervals),
        cmocka_unit_test(nothing_selected_is_no_rows),
        cmocka_unit_test(divided_samples_still_add_up),
        cmocka_unit_test(self_adds_up_and_the_order_of_samples_changes_nothing),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
