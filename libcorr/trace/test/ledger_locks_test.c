/* Tests of the holders of the locks that a span waited for. */
#include "test/test_locks.h"
#include "test/test_memory.h"

#include "corr_trace.h"

/* The span asked about is 0x11, on thread 7; thread 8 serves /report in an
 * inner span, thread 3 two short requests. */
static void requests(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 300, "POST /checkout", "thread.id=#7");
    named_on_thread(b, 1, 0x12, 0x11, 230, 260, "SELECT", "thread.id=#7");
    named_on_thread(b, 2, 0x21, 0, -50, 250, "GET /report", "thread.id=#8");
    named_on_thread(b, 2, 0x22, 0x21, 80, 200, "rebuild", "thread.id=#8");
    named_on_thread(b, 3, 0x31, 0, 85, 160, "GET /a", "thread.id=#3");
    named_on_thread(b, 3, 0x32, 0, 161, 220, "GET /b", "thread.id=#3");
}

static void recorded(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 100.0, 216.2, 3);
    waits_behind(b, 3, 90.0, 155.6, 8);
    waits_behind(b, 7, 240, 250, 8); /* the child's */
    waits_behind(b, 7, 290, 320, 0); /* not all of it the span's */
}

/* ---- what comes out --------------------------------------------------- */

static const char *print(const corr_ledger *l)
{
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_ledger_holdings(l); i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%u %s %s %.1f-%.1f %s %s %llx\n", h.wait,
            h.lock.p, h.thread.n ? h.thread.p : "-",
            (double)(h.from - testing_ms(0)) / 1e6,
            (double)(h.to - testing_ms(0)) / 1e6, corr_held_name(h.how),
            h.name.n ? h.name.p : "-", (unsigned long long)h.span);
    }
    return out;
}

static void check(testing_fill *traces_of, testing_fill *file, const char *want)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(traces_of, file);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;

    if (!l)
        fail_msg("%s", err.what);
    assert_string_equal(print(l), want);
    for (uint32_t i = 0; i < corr_ledger_holdings(l); i++) {
        const corr_holding h = corr_ledger_holding(l, i);
        const corr_ledger_row r = corr_ledger_at(l, h.row);
        assert_int_equal(r.kind, CORR_SPENT_LOCK);
        assert_true(corr_str_eq(r.name, h.lock));
        assert_true(h.wait_from <= h.from && h.to <= h.wait_to);
    }
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

static void each_stretch_names_the_span_of_its_holder(void **state)
{
    (void)state;
    check(requests, recorded,
          "0 Cache exec-8 100.0-155.6 recorded rebuild 22\n"
          "0 Cache exec-3 155.6-216.2 recorded GET /b 32\n"
          "1 Cache - 290.0-300.0 unknown - 0\n");
}

static void outlived(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 30, 210, 8); /* longer than the inner span */
}

static void
a_holder_that_outlives_its_inner_span_works_for_the_outer(void **state)
{
    (void)state;
    check(requests, outlived,
          "0 Cache exec-8 30.0-210.0 recorded GET /report 21\n");
}

static void strangers(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 30, 60, 99);
}

static void a_holder_without_a_span_has_none(void **state)
{
    (void)state;
    check(requests, strangers, "0 Cache exec-99 30.0-60.0 recorded - 0\n");
}

static void of_the_child(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 240, 250, 8);
}

static void what_a_child_waited_for_is_the_childs(void **state)
{
    (void)state;
    check(requests, of_the_child, "");
}

static void calls_twice(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 300, "POST /checkout", "thread.id=#7");
    named_on_thread(b, 1, 0x12, 0x11, 230, 245, "SELECT", "thread.id=#7");
    named_on_thread(b, 1, 0x13, 0x11, 245, 260, "UPDATE", "thread.id=#7");
}

static void what_two_children_waited_for_together_is_theirs(void **state)
{
    (void)state;
    check(calls_twice, of_the_child, "");
}

static void nameless(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 300, "POST /checkout", "thread.id=#7");
    named_on_thread(b, 2, 0x21, 0, -50, 250, "GET /report", "");
}

static void activated(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 30, 60, 8);
    corr_add_sample(b,
                    &(corr_sample_row){
                        .kind = corr_add_kind(
                            b, &(corr_kind_row){ .name = CORR_STR("context"),
                                                 .type = CORR_STR("context"),
                                                 .unit = CORR_NS,
                                                 .flags = CORR_KIND_CONTEXT |
                                                          CORR_KIND_INTERVAL }),
                        .thread = thread_of(b, 8),
                        .time = testing_ms(40),
                        .duration = 10000000,
                        .trace = testing_trace(2),
                        .span = 0x21 });
}

static void an_activation_names_the_span_too(void **state)
{
    (void)state;
    check(nameless, activated,
          "0 Cache exec-8 30.0-60.0 recorded GET /report 21\n");
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), NULL);

    (void)state;
    assert_non_null(w);
    ASSERT_MEMORY_IS_TOLD(corr_ledger, corr_ledger_of(w, 0, &err),
                          corr_ledger_free);
    corr_waterfall_free(w);
    corr_store_free(st);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stretch_names_the_span_of_its_holder),
        cmocka_unit_test(
            a_holder_that_outlives_its_inner_span_works_for_the_outer),
        cmocka_unit_test(a_holder_without_a_span_has_none),
        cmocka_unit_test(what_a_child_waited_for_is_the_childs),
        cmocka_unit_test(what_two_children_waited_for_together_is_theirs),
        cmocka_unit_test(an_activation_names_the_span_too),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
