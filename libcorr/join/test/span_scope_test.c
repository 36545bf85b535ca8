/* Tests of span_scope, and of selections around one span: samples of the span,
 * of its process and of its request, and the share of samples that only name
 * the request. */
#include "join/span_scope.h"

#include "corr_write.h"
#include "join/prepare.h"
#include "select/select.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=cart, host.name=b"

/* 11 [0,100) shop           own 40
 *   12 [10,50) shop         own 20
 *     13 [20,40) cart       own 15
 *       14 [25,30) shop     own  5  (called back)
 *   15 [60,80) shop         own 20
 * 21 [0,100) shop, another trace */
static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 50, SHOP);
    testing_span(b, 1, 0x13, 0x12, 20, 40, CART);
    testing_span(b, 1, 0x14, 0x13, 25, 30, SHOP);
    testing_span(b, 1, 0x15, 0x11, 60, 80, SHOP);
    testing_span(b, 2, 0x21, 0, 0, 100, SHOP);
}

static corr_store *traces_only(void)
{
    corr_store *st = testing_store(traces);

    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

/* The ids in scope, as text. */
static void assert_reach(const corr_store *st, uint64_t trace, uint64_t span,
                         corr_reach how, const char *want)
{
    char got[128] = "";
    size_t n = 0;
    span_scope r;

    assert_true(span_scope_of(&r, st, testing_trace(trace), span, how));
    assert_non_null(r.in);
    for (uint32_t i = 1; i < st->spans.at.n; i++)
        if (r.in[i])
            n += (size_t)snprintf(got + n, sizeof got - n, "%s%llx",
                                  n ? " " : "",
                                  (unsigned long long)store_span(st, i)->id);
    span_scope_clear(&r);
    assert_string_equal(got, want);
}

static void a_span_reaches_itself_its_process_or_its_request(void **state)
{
    corr_store *st = traces_only();

    (void)state;
    assert_reach(st, 1, 0x11, CORR_SELF, "11");
    assert_reach(st, 1, 0x11, CORR_LOCAL, "11 12 15");
    assert_reach(st, 1, 0x11, CORR_REACH_DEFAULT, "11 12 15");
    assert_reach(st, 1, 0x11, CORR_REQUEST, "11 12 13 14 15");
    assert_reach(st, 1, 0x12, CORR_LOCAL, "12");
    assert_reach(st, 1, 0x12, CORR_REQUEST, "12 13 14");
    assert_reach(st, 1, 0x13, CORR_LOCAL, "13");
    assert_reach(st, 1, 0x14, CORR_LOCAL, "14");
    assert_reach(st, 1, 0, CORR_LOCAL, "11 12 13 14 15");
    assert_reach(st, 2, 0, CORR_SELF, "21");
    corr_store_free(st);
}

static void a_reach_knows_whose_and_when(void **state)
{
    corr_store *st = traces_only();
    span_scope r;

    (void)state;
    assert_true(span_scope_of(&r, st, testing_trace(1), 0x12, CORR_LOCAL));
    assert_int_equal(r.n, 1);
    assert_int_equal(r.from, testing_ms(10));
    assert_int_equal(r.to, testing_ms(50));
    assert_int_equal(r.length, 40000000);
    assert_int_equal(r.able, 20000000);
    assert_true(corr_str_is(st->spans.service.v[r.service], "shop"));
    assert_int_not_equal(r.proc, 0);
    span_scope_clear(&r);
    assert_true(span_scope_of(&r, st, testing_trace(1), 0, CORR_LOCAL));
    assert_int_equal(r.from, testing_ms(0));
    assert_int_equal(r.to, testing_ms(100));
    assert_int_equal(r.able, 100000000);
    assert_int_equal(r.service, 0);
    assert_int_equal(r.proc, 0);
    span_scope_clear(&r);
    corr_store_free(st);
}

static void what_is_not_there_has_no_reach(void **state)
{
    corr_store *st = traces_only();
    span_scope r;

    (void)state;
    assert_true(span_scope_of(&r, st, testing_trace(1), 0x77, CORR_LOCAL));
    assert_null(r.in);
    assert_true(span_scope_of(&r, st, testing_trace(9), 0, CORR_LOCAL));
    assert_null(r.in);
    assert_true(span_scope_of(&r, st, testing_trace(2), 0x11, CORR_LOCAL));
    assert_null(r.in);
    corr_store_free(st);
}

static void unfinished(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 5, 6, SHOP);
    corr_add_span(b, &(corr_span_row){ .trace = testing_trace(1), .id = 0x12 });
    corr_add_span(b, &(corr_span_row){ .trace = testing_trace(2), .id = 0x22 });
}

static void spans_of_unknown_time_do_not_widen_a_trace(void **state)
{
    corr_store *st = testing_store(unfinished);
    span_scope r;

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(span_scope_of(&r, st, testing_trace(1), 0, CORR_LOCAL));
    assert_int_equal(r.from, testing_ms(5));
    assert_int_equal(r.to, testing_ms(6));
    span_scope_clear(&r);
    assert_true(span_scope_of(&r, st, testing_trace(2), 0, CORR_LOCAL));
    assert_int_equal(r.from, 0);
    assert_int_equal(r.to, 0);
    span_scope_clear(&r);
    corr_store_free(st);
}

/* A call of the process to itself: same key, but entered from outside. */
static void to_itself(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x12,
                                              .up = 0x11,
                                              .from = 10,
                                              .to = 50,
                                              .proc = SHOP,
                                              .flags = CORR_SPAN_REMOTE_KNOWN |
                                                       CORR_SPAN_REMOTE });
    testing_span(b, 1, 0x13, 0x12, 20, 40, SHOP);
}

static void a_request_to_itself_is_another_one(void **state)
{
    corr_store *st = testing_store(to_itself);

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_reach(st, 1, 0x11, CORR_LOCAL, "11");
    assert_reach(st, 1, 0x12, CORR_LOCAL, "12 13");
    assert_reach(st, 1, 0x11, CORR_REQUEST, "11 12 13");
    corr_store_free(st);
}

/* ---- selections around a span --------------------------------------- */

static void profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-10), testing_ms(200));
    testing_sample(b, cpu, "root", 5, "span_id=11");
    testing_sample(b, cpu, "inner", 10, "span_id=12");
    testing_sample(b, cpu, "second", 70, "span_id=11");
    testing_sample(b, cpu, "back", 27, "span_id=14");
    testing_sample(b, cpu, "other", 27, "span_id=21");
    testing_sample(b, cpu, "none", 27, "");
    testing_sample(b, cpu, "after", 150, "");
    for (unsigned i = 0; i < 3; i++)
        testing_sample(b, cpu, "timeless", NAN, "span_id=11");
}

static void profile_of_cart(corr_build *b)
{
    testing_owner(b, CART);
    corr_set_window(b, testing_ms(0), testing_ms(50));
    testing_sample(b, testing_cpu(b), "cart", 22, "span_id=13");
    testing_sample(b, (corr_kind){ 1 }, "early", NAN, "");
}

static void later_profile(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(5000), testing_ms(6000));
    testing_sample(b, testing_cpu(b), "later", NAN, "");
}

typedef struct want {
    corr_query q;
    const char *leaves; /* with share x 10 where divided */
} want;

static void assert_wanted(corr_store *st, const want *w)
{
    char got[256] = "";
    size_t n = 0;
    corr_err err = { 0 };
    corr_row r;
    corr_sel *sel = corr_sel_of(st, &w->q, &err);

    assert_non_null(sel);
    corr_sel_iter it = { .sel = sel };
    while (corr_sel_next(&it, &r)) {
        const corr_frame_view f = corr_stack_at(sel, r.input, r.stack, 0);
        n += (size_t)snprintf(got + n, sizeof got - n, "%s%s", n ? " " : "",
                              f.function.p);
        if (r.share < 1)
            n += (size_t)snprintf(got + n, sizeof got - n, ":%.2f",
                                  r.share * 10);
    }
    corr_sel_free(sel);
    assert_string_equal(got, w->leaves);
}

static corr_store *all(void)
{
    return testing_store(traces, profile, profile_of_cart, later_profile);
}

/* The scope of these labels is unknown, so 11 means the request; samples of it
 * with a time are given to the span that ran. */
static void samples_are_those_of_the_spans_taken_in(void **state)
{
    corr_store *st = all();
    const corr_trace_id t = testing_trace(1);
    const want wants[] = {
        { { .trace = t, .span = 0x11 },
          "timeless timeless timeless root inner second" },
        { { .trace = t, .span = 0x11, .reach = CORR_REQUEST },
          "timeless timeless timeless root inner back second cart" },
        { { .trace = t, .span = 0x13 }, "cart" },
        { { .trace = t, .span = 0x14 }, "back" },
        { { .trace = t },
          "timeless timeless timeless root inner back second "
          "cart" },
        { { .span = 0x14 }, "back" },
        { { .trace = testing_trace(2) }, "other" },
    };

    (void)state;
    for (size_t i = 0; i < countof(wants); i++)
        assert_wanted(st, &wants[i]);
    corr_store_free(st);
}

static void samples_of_the_request_are_shared_by_own_time(void **state)
{
    corr_store *st = all();
    const corr_trace_id t = testing_trace(1);
    const want wants[] = {
        /* 20 of 80 ms of the request in this process */
        { { .trace = t, .span = 0x12 },
          "timeless:2.50 timeless:2.50 timeless:2.50 inner" },
        { { .trace = t, .span = 0x15 },
          "timeless:2.50 timeless:2.50 timeless:2.50 second" },
        { { .trace = t, .span = 0x11, .reach = CORR_SELF },
          "timeless:5.00 timeless:5.00 timeless:5.00 root" },
        { { .trace = t, .span = 0x12, .weakest = CORR_EXACT }, "inner" },
        { { .trace = t, .span = 0x12, .weakest = CORR_STRONG }, "inner" },
    };

    (void)state;
    for (size_t i = 0; i < countof(wants); i++)
        assert_wanted(st, &wants[i]);
    corr_store_free(st);
}

static void shares_are_rounded_once(void **state)
{
    corr_store *st = all();
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .trace = testing_trace(1), .span = 0x12 }, NULL);

    (void)state;
    assert_non_null(sel);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    assert_int_equal(f.total, 18); /* 10 + 3 x 2.5 */
    assert_int_equal(f.observations, 4);
    assert_true(fabs(f.evidence.attributed - 1.75) < 1e-9);
    assert_int_equal(f.evidence.rung[CORR_RUNG_R3].observations, 3);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_R3), 3);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_S1), 1);
    assert_true(fabs(f.evidence.confidence - (10 + 7.5 * 0.6) / 17.5) < 1e-9);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* A root without self time. */
static void thin_root(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 0, 100, SHOP);
}

static void thin_profile(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "timeless", NAN, "span_id=11");
}

static void an_inner_span_that_did_it_all_gets_it_all(void **state)
{
    corr_store *st = testing_store(thin_root, thin_profile);
    const corr_trace_id t = testing_trace(1);

    (void)state;
    assert_wanted(st, &(want){ { .trace = t, .span = 0x12 }, "timeless" });
    assert_wanted(st, &(want){ { .trace = t, .span = 0x11 }, "timeless" });
    assert_wanted(
        st, &(want){ { .trace = t, .span = 0x11, .reach = CORR_SELF }, "" });
    corr_store_free(st);
}

static void the_process_meanwhile_is_a_window(void **state)
{
    corr_store *st = all();
    const corr_trace_id t = testing_trace(1);
    corr_query q = { .trace = t, .span = 0x12, .reach = CORR_PROCESS };

    (void)state;
    /* samples with a time by it, others by the time of their file */
    assert_wanted(
        st, &(want){ q, "timeless timeless timeless inner back other none" });
    q.weakest = CORR_ANY;
    assert_wanted(st, &(want){ q, "timeless timeless timeless inner back other "
                                  "none early cart" });
    q.weakest = CORR_SHARED;
    assert_wanted(st, &(want){ q, "" });
    q = (corr_query){ .span = 0x999, .reach = CORR_PROCESS };
    assert_wanted(st, &(want){ q, "" });
    corr_store_free(st);
}

static void a_window_is_on_rung_w_and_a_clock_on_rung_x(void **state)
{
    corr_store *st = all();
    const corr_query q = { .trace = testing_trace(1),
                           .span = 0x12,
                           .reach = CORR_PROCESS,
                           .weakest = CORR_ANY };
    corr_sel *sel = corr_sel_of(st, &q, NULL);

    (void)state;
    assert_non_null(sel);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_W), 7);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_X), 2);
    assert_int_equal(sel->part.v[0].rung, CORR_RUNG_W);
    assert_int_equal(sel->part.v[1].rung, CORR_RUNG_X);
    assert_int_equal(corr_sel_facts_of(sel).evidence.word, CORR_WINDOW);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* ---- ids that were not exported ------------------------------------- */

static void label_profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "span", NAN, "span_id=71");
    testing_sample(b, cpu, "exact", NAN, "span id=#114");
    testing_sample(b, cpu, "root", NAN, "local root span id=#113");
    testing_sample(b, cpu, "trace", NAN,
                   "trace_id=a0a0a0a0000000070000000000"
                   "000007");
    testing_sample(b, cpu, "none", NAN, "");
}

static void ids_without_a_span_select_by_label(void **state)
{
    corr_store *st = testing_store(label_profile);

    (void)state;
    assert_wanted(st, &(want){ { .span = 0x71 }, "span root" });
    assert_wanted(st, &(want){ { .span = 0x72 }, "exact" });
    assert_wanted(st, &(want){ { .trace = testing_trace(8) }, "" });
    assert_wanted(st,
                  &(want){ { .trace = { 0xa0a0a0a000000007, 7 } }, "trace" });
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .span = 0x72 }, NULL);
    assert_non_null(sel);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_S1), 1);
    corr_sel_free(sel);
    sel = corr_sel_of(st, &(corr_query){ .span = 0x71 }, NULL);
    assert_non_null(sel);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_R2), 2);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_reaches_itself_its_process_or_its_request),
        cmocka_unit_test(a_reach_knows_whose_and_when),
        cmocka_unit_test(what_is_not_there_has_no_reach),
        cmocka_unit_test(spans_of_unknown_time_do_not_widen_a_trace),
        cmocka_unit_test(a_request_to_itself_is_another_one),
        cmocka_unit_test(samples_are_those_of_the_spans_taken_in),
        cmocka_unit_test(samples_of_the_request_are_shared_by_own_time),
        cmocka_unit_test(shares_are_rounded_once),
        cmocka_unit_test(an_inner_span_that_did_it_all_gets_it_all),
        cmocka_unit_test(the_process_meanwhile_is_a_window),
        cmocka_unit_test(a_window_is_on_rung_w_and_a_clock_on_rung_x),
        cmocka_unit_test(ids_without_a_span_select_by_label),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
