/* Tests of process_match: whether labels name the running span or its local
 * root. */
#include "join/prepare.h"
#include "model/build_private.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"

static const process_match *tie_of(corr_store *st, uint32_t i)
{
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_true(i < st->match.n);
    return &st->match.v[i];
}

static void anonymous(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

/* ---- what labels mean ----------------------------------------------- */

/* A root of 1 s with a child of 150 ms: 15 samples of 10 ms. */
static void long_traces(corr_build *b)
{
    testing_span(b, 4, 0x11, 0, 0, 1000, SHOP);
    testing_span(b, 4, 0x12, 0x11, 100, 250, SHOP);
}

static void short_child(corr_build *b)
{
    testing_span(b, 4, 0x11, 0, 0, 1000, SHOP);
    testing_span(b, 4, 0x12, 0x11, 100, 240, SHOP);
}

static void samples_of(corr_build *b, const char *labels, unsigned n)
{
    const corr_kind cpu = b->in.kind.n > 1 ? (corr_kind){ 1 } : testing_cpu(b);

    corr_set_window(b, testing_ms(0), testing_ms(1000));
    for (unsigned i = 0; i < n; i++)
        testing_sample(b, cpu, "a", NAN, labels);
}

static void three_inner(corr_build *b)
{
    samples_of(b, "span_id=11", 10);
    samples_of(b, "span_id=12", 3);
}

static void two_inner(corr_build *b)
{
    samples_of(b, "span_id=11", 10);
    samples_of(b, "span_id=12", 2);
}

static void one_percent_inner(corr_build *b)
{
    samples_of(b, "span_id=11", 297);
    samples_of(b, "span_id=12", 3);
    samples_of(b, "span_id=999", 500);
}

static void less_inner(corr_build *b)
{
    samples_of(b, "span_id=11", 298);
    samples_of(b, "span_id=12", 3);
}

static void four_inner(corr_build *b)
{
    samples_of(b, "span_id=11", 10);
    samples_of(b, "span_id=12", 4);
}

static void only_root(corr_build *b)
{
    samples_of(b, "span_id=11", 10);
}

static void time_is_the_second_kind(corr_build *b)
{
    const corr_kind count = testing_kind(b, "samples", 0);

    testing_cpu(b);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, count, "a", NAN, "span_id=11");
}

static void no_kind_is_of_time(corr_build *b)
{
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    testing_sample(b, testing_kind(b, "samples", 0), "a", NAN, "span_id=11");
}

static void half_the_window(corr_build *b)
{
    samples_of(b, "span_id=11", 10);
    corr_set_window(b, testing_ms(200), testing_ms(1000));
}

static void only_foreign(corr_build *b)
{
    samples_of(b, "span_id=999", 10);
}

static void by_definition(corr_build *b)
{
    samples_of(b, "span id=#17", 1);
}

static void only_trace_ids(corr_build *b)
{
    samples_of(b, "trace_id=a0a0a0a0000000010000000000000001", 5);
}

static corr_label_scope scope_with(testing_fill *traces, testing_fill *profile)
{
    corr_store *st = testing_store(traces, profile);
    const corr_label_scope scope = tie_of(st, 1)->scope;

    assert_int_equal(corr_input_at(st, 1).scope, scope);
    corr_store_free(st);
    return scope;
}

static void three_samples_of_inner_spans_are_exact(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, three_inner), CORR_SCOPE_EXACT);
    assert_int_equal(scope_with(long_traces, four_inner), CORR_SCOPE_EXACT);
    assert_int_equal(scope_with(long_traces, two_inner), CORR_SCOPE_UNKNOWN);
}

static void inner_spans_must_be_one_percent_of_those_exported(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, one_percent_inner),
                     CORR_SCOPE_EXACT);
    assert_int_equal(scope_with(long_traces, less_inner), CORR_SCOPE_UNKNOWN);
}

static void fifteen_expected_and_none_seen_are_root(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, only_root), CORR_SCOPE_ROOT);
    assert_int_equal(scope_with(long_traces, time_is_the_second_kind),
                     CORR_SCOPE_ROOT);
    assert_int_equal(scope_with(long_traces, no_kind_is_of_time),
                     CORR_SCOPE_UNKNOWN);
    assert_int_equal(scope_with(short_child, only_root), CORR_SCOPE_UNKNOWN);
    assert_int_equal(scope_with(long_traces, half_the_window),
                     CORR_SCOPE_UNKNOWN);
}

static void labels_of_other_traces_say_nothing(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, only_foreign), CORR_SCOPE_UNKNOWN);
    assert_int_equal(scope_with(long_traces, only_trace_ids),
                     CORR_SCOPE_UNKNOWN);
}

static void some_keys_are_exact_by_definition(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, by_definition), CORR_SCOPE_EXACT);
}

static void without_ids_there_is_no_scope(void **state)
{
    (void)state;
    assert_int_equal(scope_with(long_traces, anonymous), CORR_SCOPE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_samples_of_inner_spans_are_exact),
        cmocka_unit_test(inner_spans_must_be_one_percent_of_those_exported),
        cmocka_unit_test(fifteen_expected_and_none_seen_are_root),
        cmocka_unit_test(labels_of_other_traces_say_nothing),
        cmocka_unit_test(some_keys_are_exact_by_definition),
        cmocka_unit_test(without_ids_there_is_no_scope),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
