/* Tests of delayed and of top by gc: pauses, and who was under way then. */
#include "test/test_join.h"
#include "test/test_memory.h"

#include "corr_trace.h"

static void add_span(corr_build *b, uint64_t trace, uint64_t id, uint64_t up,
                     double from, double to, const char *proc)
{
    testing_full_span(b, &(testing_span_row){ .trace = trace,
                                              .id = id,
                                              .up = up,
                                              .from = from,
                                              .to = to,
                                              .proc = proc,
                                              .name = "GET" });
}

/* Three requests of the process, a span within the first, one elsewhere. */
static void requests(corr_build *b)
{
    add_span(b, 1, 0x11, 0, 0, 300, SHOP);
    add_span(b, 1, 0x12, 0x11, 90, 120, SHOP);
    add_span(b, 2, 0x21, 0, 105, 250, SHOP);
    add_span(b, 3, 0x31, 0, 108, 109, SHOP);
    add_span(b, 4, 0x41, 0, 0, 300, "service.name=other, host.name=z");
}

static void pause_at(corr_build *b, double from, double to, const char *labels)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("gc"),
                                           .type = CORR_STR("gc"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_PAUSE });

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind,
                               .labels = testing_labels(b, labels),
                               .time = testing_ms(from),
                               .duration = testing_ms(to) - testing_ms(from),
                               .value = testing_ms(to) - testing_ms(from) });
}

static void recorded(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    pause_at(b, 100, 110, "name=G1New, cause=System.gc()");
    pause_at(b, 400, 405, "");
    pause_at(b, 295, 301, "name=G1Old");
}

static corr_top *top_of(corr_store *st, corr_sel **sel)
{
    const corr_query q = { .measure = "gc" };
    corr_err err = { 0 };

    *sel = corr_sel_of(st, &q, &err);
    assert_non_null(*sel);
    corr_top *t = corr_top_of(*sel, &(corr_top_opts){ .by = CORR_BY_GC }, &err);
    if (!t)
        fail_msg("%s", err.what);
    return t;
}

static void each_pause_is_a_row_and_all_add_up(void **state)
{
    corr_sel *sel;

    (void)state;
    corr_store *st = testing_store(requests, recorded);
    corr_top *t = top_of(st, &sel);
    assert_int_equal(corr_top_size(t), 3);
    int64_t sum = 0;
    for (uint32_t i = 0; i < 3; i++)
        sum += corr_top_at(t, i).self;
    assert_int_equal(sum, 21000000);
    assert_int_equal(sum, corr_sel_facts_of(sel).total);
    const corr_top_row first = corr_top_at(t, 0);
    assert_int_equal(first.self, 10000000);
    assert_int_equal(first.obs, 1);
    assert_int_equal(first.from, testing_ms(100));
    assert_string_equal(first.key, "1700000000100000321 G1New (System.gc())");
    assert_string_equal(corr_top_at(t, 1).key, "1700000000295000321 G1Old");
    assert_string_equal(corr_top_at(t, 2).key, "1700000000400000321 pause");
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void requests_under_way_are_told_the_longest_held_up_first(void **state)
{
    corr_sel *sel;

    (void)state;
    corr_store *st = testing_store(requests, recorded);
    corr_top *t = top_of(st, &sel);
    assert_int_equal(corr_top_at(t, 0).ndelayed, 3);
    static const struct {
        uint64_t span;
        int64_t ns;
    } want[] = { { 0x11, 10000000 }, { 0x21, 5000000 }, { 0x31, 1000000 } };
    for (uint32_t k = 0; k < 3; k++) {
        const corr_delayed d = corr_top_delayed(t, 0, k);
        assert_int_equal(d.span, want[k].span);
        assert_int_equal(d.ns, want[k].ns);
        assert_true(corr_str_is(d.service, "shop"));
        assert_true(corr_str_is(d.name, "GET"));
    }
    assert_int_equal(corr_top_at(t, 1).ndelayed, 1); /* its end */
    assert_int_equal(corr_top_delayed(t, 1, 0).ns, 5000000);
    assert_int_equal(corr_top_at(t, 2).ndelayed, 0);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void without_spans_nobody_knows_whom(void **state)
{
    corr_sel *sel;

    (void)state;
    corr_store *st = testing_store(recorded);
    corr_top *t = top_of(st, &sel);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(corr_top_at(t, i).ndelayed, -1);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* Two replicas: ids tie both to the only process of the traces. */
static void one_replica(corr_build *b, const char *owner, double pause)
{
    testing_owner(b, owner);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    pause_at(b, pause, pause + 10, "");
    corr_add_sample(
        b,
        &(corr_sample_row){
            .kind = testing_kind(b, "scope",
                                 CORR_KIND_CONTEXT | CORR_KIND_INTERVAL),
            .thread = corr_add_thread(b, corr_add_text(b, CORR_STR("t")), 0, 1),
            .span = 0x11,
            .time = testing_ms(0),
            .duration = 1 });
}

static void replica_7(corr_build *b)
{
    one_replica(b, "process.pid=#7", 100);
}

static void replica_8(corr_build *b)
{
    one_replica(b, "process.pid=#8", 200);
}

static void served(corr_build *b)
{
    add_span(b, 1, 0x11, 0, 0, 300, "service.name=shop");
}

static void a_pause_of_one_replica_delays_nobody_for_sure(void **state)
{
    corr_sel *sel;

    (void)state;
    corr_store *st = testing_store(served, replica_7);
    corr_top *t = top_of(st, &sel);
    assert_int_equal(corr_top_at(t, 0).ndelayed, 1);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
    st = testing_store(served, replica_7, replica_8);
    t = top_of(st, &sel);
    assert_int_equal(corr_top_size(t), 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(corr_top_at(t, i).ndelayed, -1);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void crowd(corr_build *b)
{
    for (uint64_t i = 0; i < 2 * CORR_MOST_DELAYED; i++)
        add_span(b, i + 1, 0x100 + i, 0, 0, 300, SHOP);
}

static void of_a_crowd_the_first_are_told_and_all_are_counted(void **state)
{
    corr_sel *sel;

    (void)state;
    corr_store *st = testing_store(crowd, recorded);
    corr_top *t = top_of(st, &sel);
    assert_int_equal(corr_top_at(t, 0).ndelayed, 2 * CORR_MOST_DELAYED);
    assert_int_equal(corr_top_delayed(t, 0, CORR_MOST_DELAYED - 1).ns,
                     10000000);
    assert_int_equal(corr_top_delayed(t, 1, 0).ns, 5000000);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pause_is_a_row_and_all_add_up),
        cmocka_unit_test(requests_under_way_are_told_the_longest_held_up_first),
        cmocka_unit_test(without_spans_nobody_knows_whom),
        cmocka_unit_test(a_pause_of_one_replica_delays_nobody_for_sure),
        cmocka_unit_test(of_a_crowd_the_first_are_told_and_all_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
