/* Tests of a recording that nobody names, which has spans of its own: these
 * ran in its process (spans, tie), and a scope of a span that was not recorded
 * is work for the request of its trace (activation, ledger_home). */
#include "corr_trace.h"
#include "test/test_bytime.h"

enum { WORKER = 5, OTHER = 6 };

static corr_span span_of(corr_build *b, uint64_t trace, uint64_t id,
                         uint64_t up, double from, double to)
{
    return testing_full_span(
        b, &(testing_span_row){ .trace = trace,
                                .id = id,
                                .up = up,
                                .from = from,
                                .to = to,
                                .proc = "process.pid=#7",
                                .flags = CORR_SPAN_RECORDED });
}

/* A scope of a span that nobody recorded. */
static void scope_of(corr_build *b, corr_kind kind, uint64_t trace, double from,
                     double ms)
{
    const corr_text none = { 0 };

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind,
                               .thread = corr_add_thread(b, none, 0, WORKER),
                               .trace = testing_trace(trace),
                               .span = 0x999,
                               .time = testing_ms(from),
                               .duration = (int64_t)(ms * 1e6) });
}

static void recording(corr_build *b)
{
    const corr_kind scope =
        testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, "process.pid=#7");
    span_of(b, 1, 0x11, 0, 0, 100);
    span_of(b, 2, 0x21, 0, 200, 300);
    span_of(b, 2, 0x22, 0, 200, 300);
    scope_of(b, scope, 1, 10, 50);
    scope_of(b, scope, 2, 210, 50);
    sample_on(b, cpu, "in_scope", 20, WORKER);
    sample_on(b, cpu, "behind", 80, WORKER);
    sample_on(b, cpu, "of_two", 220, WORKER);
    sample_on(b, cpu, "elsewhere", 20, OTHER);
}

static void export(corr_build *b)
{
    testing_span(b, 3, 0x31, 0, 0, 300, "service.name=shop");
}

static uint32_t proc_of(const corr_store *st, uint64_t id)
{
    return st->spans.proc
        .v[spans_find(&st->spans, (corr_trace_id){ 0, 0 }, id, NULL)];
}

static corr_store *prepared(corr_store *st)
{
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    return st;
}

static void its_spans_are_those_of_its_process(void **state)
{
    corr_store *st = prepared(testing_store(recording));
    const process_match *t = &st->match.v[0];

    (void)state;
    assert_int_not_equal(t->proc, 0);
    assert_true(t->tied);
    assert_int_equal(t->service, 0);
    assert_int_equal(t->proc, proc_of(st, 0x11));
    assert_int_equal(t->proc, proc_of(st, 0x21));
    assert_true(corr_input_at(st, 0).process.tied);
    corr_store_free(st);
}

static void another(corr_build *b)
{
    testing_owner(b, "process.pid=#7");
    span_of(b, 4, 0x41, 0, 0, 100);
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void the_same_pid_does_not_make_two_of_them_one_process(void **state)
{
    corr_store *st = prepared(testing_store(recording, another));

    (void)state;
    assert_int_not_equal(proc_of(st, 0x41), 0);
    assert_int_not_equal(proc_of(st, 0x41), proc_of(st, 0x11));
    assert_int_equal(st->match.v[1].proc, proc_of(st, 0x41));
    corr_store_free(st);
}

static void the_only_service_of_an_export_is_still_assumed(void **state)
{
    corr_store *st = prepared(testing_store(recording, export));
    const process_match *t = &st->match.v[0];

    (void)state;
    assert_true(t->assumed);
    assert_true(corr_str_is(st->spans.service.v[t->service], "shop"));
    assert_int_equal(t->proc, proc_of(st, 0x31));
    corr_store_free(st);
}

static void a_scope_is_for_the_request_of_its_trace(void **state)
{
    corr_store *st = testing_store(recording);

    (void)state;
    assert_joined(st, "in_scope", 0x11, CORR_RUNG_R1);
    assert_stopped(st, "behind", CORR_WHY_UNLABELLED);
    assert_stopped(st, "of_two", CORR_WHY_UNSAMPLED);
    assert_stopped(st, "elsewhere", CORR_WHY_UNLABELLED);
    corr_store_free(st);
}

static void its_thread_is_where_the_request_was_worked_for(void **state)
{
    corr_store *st = testing_store(recording);
    corr_err err = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l =
        w ? corr_ledger_of(w, corr_waterfall_find(w, 0x11), &err) : NULL;

    (void)state;
    assert_non_null(l);
    assert_int_equal(corr_ledger_facts_of(l).why, CORR_LEDGER_KNOWN);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_spans_are_those_of_its_process),
        cmocka_unit_test(the_same_pid_does_not_make_two_of_them_one_process),
        cmocka_unit_test(the_only_service_of_an_export_is_still_assumed),
        cmocka_unit_test(a_scope_is_for_the_request_of_its_trace),
        cmocka_unit_test(its_thread_is_where_the_request_was_worked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
