/* Tests of spans: the process of a span. */
#include "test/test_spans.h"

/* ---- processes ------------------------------------------------------ */

static void one_proc(corr_build *b, uint64_t id, const char *proc)
{
    testing_span(b, 1, id, 0, 0, 1, proc);
}

static void identities(corr_build *b)
{
    one_proc(b, 1, "service.name=a, service.instance.id=x, process.pid=#1");
    one_proc(b, 2, "service.name=a, service.instance.id=x, process.pid=#2");
    one_proc(b, 3, "service.name=a, service.instance.id=y");
    one_proc(b, 4, "service.name=a, host.name=h, process.pid=#1");
    one_proc(b, 5, "service.name=a, host.name=h, process.pid=#1, pod=p");
    one_proc(b, 6, "service.name=a, host.name=h, process.pid=#2");
    one_proc(b, 7, "service.name=a, container.id=c, pod=p");
    one_proc(b, 8, "service.name=a, container.id=c, process.pid=#9");
    one_proc(b, 9, "service.name=a, pod=c");
    one_proc(b, 10, "service.name=a, host.name=h");
    one_proc(b, 11, "service.name=a, host.name=g");
    one_proc(b, 12, "service.name=a");
    one_proc(b, 13, "service.name=b");
    one_proc(b, 14, "service.name=b, service.instance.id=x");
    one_proc(b, 17, "service.name=a, host.name=g, process.pid=#1");
    one_proc(b, 18, "service.name=a, host.name=c");
    one_proc(b, 19, "service.name=a, process.pid=#1");
    one_proc(b, 15, "color=red");
    one_proc(b, 16, NULL);
}

static void identities_again(corr_build *b)
{
    one_proc(b, 21, "service.instance.id=x, service.name=a");
    one_proc(b, 24, "process.pid=#1, host=h, service=a");
    one_proc(b, 32, "service_name=a");
    one_proc(b, 36, NULL);
}

static uint32_t proc_of(const corr_store *st, uint64_t id)
{
    return st->spans.proc.v[span_of(st, id)];
}

static void a_process_is_known_by_the_best_identity_it_has(void **state)
{
    corr_store *st = prepared(testing_store(identities));
    static const uint64_t same[][2] = { { 1, 2 }, { 4, 5 }, { 7, 8 } };
    static const uint64_t others[] = { 1, 3, 4, 6, 7, 9, 10, 11, 12, 13, 14 };

    (void)state;
    for (size_t i = 0; i < countof(same); i++)
        assert_int_equal(proc_of(st, same[i][0]), proc_of(st, same[i][1]));
    for (size_t i = 0; i < countof(others); i++)
        for (size_t k = 0; k < i; k++)
            if (proc_of(st, others[i]) == proc_of(st, others[k]))
                fail_msg("%d and %d are one", (int)others[i], (int)others[k]);
    assert_int_equal(proc_of(st, 15), 0);
    assert_int_equal(proc_of(st, 16), 0);
    corr_store_free(st);
}

static void a_process_is_the_same_in_every_input(void **state)
{
    corr_store *st = prepared(testing_store(identities, identities_again));

    (void)state;
    assert_int_equal(proc_of(st, 21), proc_of(st, 1));
    assert_int_equal(proc_of(st, 24), proc_of(st, 4));
    assert_int_equal(proc_of(st, 32), proc_of(st, 12));
    assert_int_equal(proc_of(st, 36), 0);
    corr_store_free(st);
}

static void processes_share_their_service(void **state)
{
    corr_store *st = prepared(testing_store(identities));
    const spans *s = &st->spans;
    const uint32_t a = spans_service(s, span_of(st, 1));
    const uint32_t b = spans_service(s, span_of(st, 13));

    (void)state;
    assert_true(corr_str_is(s->service.v[a], "a"));
    assert_true(corr_str_is(s->service.v[b], "b"));
    assert_int_equal(spans_service(s, span_of(st, 11)), a);
    assert_int_equal(spans_service(s, span_of(st, 14)), b);
    assert_int_equal(spans_service(s, span_of(st, 16)), 0);
    assert_int_equal(s->service.v[0].n, 0);
    assert_int_equal(s->service.n, 3);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_is_known_by_the_best_identity_it_has),
        cmocka_unit_test(a_process_is_the_same_in_every_input),
        cmocka_unit_test(processes_share_their_service),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
