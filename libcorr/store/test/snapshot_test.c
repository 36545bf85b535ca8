/* Tests of snapshot: memory in use at several times is not summed. */
#include "store/snapshot.h"

#include "join/prepare.h"
#include "select/select.h"
#include "test/test_memory.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"
#define CART "service.name=shop, host.name=b, process.pid=#7"

static void heap(corr_build *b, const char *owner, double from, double to,
                 const char *frames)
{
    if (owner)
        testing_owner(b, owner);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    testing_sample(b, testing_kind(b, "live_bytes", CORR_KIND_SNAPSHOT), frames,
                   to - 1, "");
    testing_sample(b, testing_kind(b, "alloc_bytes", 0), frames, to - 1, "");
}

static void first(corr_build *b)
{
    heap(b, SHOP, 0, 100, "first");
}

static void second(corr_build *b)
{
    heap(b, SHOP, 100, 200, "second");
}

static void third(corr_build *b)
{
    heap(b, SHOP, 200, 300, "third");
}

static void other(corr_build *b)
{
    heap(b, CART, 0, 100, "other");
}

/* The remarks of the last facts_of. */
static sel_counts counts;

static corr_sel_facts facts_of(corr_store *st, corr_query q)
{
    corr_err err = { 0 };

    q.measure = q.measure ? q.measure : "live_bytes";
    corr_sel *sel = corr_sel_of(st, &q, &err);
    if (!sel)
        fail_msg("%s", err.what);
    const corr_sel_facts f = corr_sel_facts_of(sel);
    counts = sel->counts;
    corr_sel_free(sel);
    return f;
}

static sel_counts counts_of(corr_store *st, corr_query q)
{
    (void)facts_of(st, q);
    return counts;
}

static void of_a_process_the_last_state_counts(void **state)
{
    corr_store *st = testing_store(second, third, first, other);
    corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 20); /* one of each process */
    assert_int_equal(f.inputs, 2);
    assert_int_equal(counts.outlived, 2);
    assert_int_equal(counts.nameless, 0);
    f = facts_of(st, (corr_query){ .focus = "second" });
    assert_int_equal(f.total, 0); /* it is no longer in use */
    f = facts_of(st, (corr_query){ .focus = "third" });
    assert_int_equal(f.total, 10);
    corr_store_free(st);
}

static void what_was_done_is_added(void **state)
{
    corr_store *st = testing_store(first, second, third);
    const corr_sel_facts f =
        facts_of(st, (corr_query){ .measure = "alloc_bytes" });

    (void)state;
    assert_int_equal(f.total, 30);
    assert_int_equal(counts.outlived, 0);
    corr_store_free(st);
}

static void the_last_is_that_of_the_time_asked_for(void **state)
{
    corr_store *st = testing_store(first, second, third);
    const corr_query q = { .from = testing_ms(0), .to = testing_ms(250) };
    corr_query is_second = q;
    const corr_sel_facts f = facts_of(st, q);

    (void)state;
    assert_int_equal(f.total, 10);
    assert_int_equal(counts.outlived, 1);
    is_second.focus = "second";
    assert_int_equal(facts_of(st, is_second).total, 10);
    corr_store_free(st);
}

static void all_states_are_there_for_who_asks(void **state)
{
    corr_store *st = testing_store(first, second, third);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ .every_state = true }).total,
                     30);
    assert_int_equal(
        counts_of(st, (corr_query){ .every_state = true }).outlived, 0);
    corr_store_free(st);
}

static void of_nobody(corr_build *b)
{
    heap(b, NULL, 0, 100, "a");
}

static void of_nobody_too(corr_build *b)
{
    heap(b, NULL, 100, 200, "b");
}

static void of_some_shop(corr_build *b)
{
    heap(b, "service.name=shop, process.pid=#1", 0, 100, "a");
}

static void of_some_shop_too(corr_build *b)
{
    heap(b, "service.name=shop, process.pid=#1", 100, 200, "b");
}

static void those_of_nobody_stand_alone(void **state)
{
    corr_store *st = testing_store(of_nobody, of_nobody_too);
    corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 20);
    assert_int_equal(counts.outlived, 0);
    assert_int_equal(counts.nameless, 2);
    corr_store_free(st);

    /* all containers have a first process */
    st = testing_store(of_some_shop, of_some_shop_too);
    f = facts_of(st, (corr_query){ 0 });
    assert_int_equal(f.total, 20);
    assert_int_equal(counts.nameless, 2);
    corr_store_free(st);
}

static void started(corr_build *b)
{
    heap(b, "process.pid=#1", 0, 100, "a");
    corr_set_started(b, testing_ms(-50));
}

static void started_alike(corr_build *b)
{
    heap(b, "process.pid=#1", 100, 200, "b");
    corr_set_started(b, testing_ms(-50));
}

static void started_later(corr_build *b)
{
    heap(b, "process.pid=#1", 100, 200, "c");
    corr_set_started(b, testing_ms(-49));
}

static void a_runtime_is_known_by_when_it_was_started(void **state)
{
    corr_store *st = testing_store(started, started_alike, started_later);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 20);
    assert_int_equal(counts.outlived, 1);
    assert_int_equal(counts.nameless, 0);
    corr_store_free(st);
}

static void laid_out(corr_build *b)
{
    heap(b, "process.executable.name=shop", 0, 100, "a");
    corr_set_place(b, 0xabc);
}

static void laid_out_alike(corr_build *b)
{
    heap(b, "process.executable.name=shop", 100, 200, "b");
    corr_set_place(b, 0xabc);
}

static void laid_out_elsewhere(corr_build *b)
{
    heap(b, "process.executable.name=shop", 100, 200, "c");
    corr_set_place(b, 0xabd);
}

static void a_process_is_known_by_where_its_memory_lies(void **state)
{
    corr_store *st =
        testing_store(laid_out, laid_out_alike, laid_out_elsewhere);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 20);
    assert_int_equal(counts.outlived, 1);
    assert_int_equal(counts.nameless, 0);
    corr_store_free(st);
}

static void numbered_and_laid_out(corr_build *b)
{
    heap(b, "process.pid=#1", 0, 100, "a");
    corr_set_place(b, 0xabc);
}

static void numbered_and_laid_out_alike(corr_build *b)
{
    heap(b, "process.pid=#1", 100, 200, "b");
    corr_set_place(b, 0xabc);
}

static void a_number_without_a_start_is_of_no_account(void **state)
{
    corr_store *st =
        testing_store(numbered_and_laid_out, numbered_and_laid_out_alike);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 10);
    assert_int_equal(counts.nameless, 0);
    corr_store_free(st);
}

static void of_all_the_time(corr_build *b)
{
    heap(b, SHOP, 0, 300, "all");
}

static void
of_two_that_end_together_the_one_that_began_last_counts(void **state)
{
    corr_store *st = testing_store(third, of_all_the_time);

    (void)state;
    assert_int_equal(facts_of(st, (corr_query){ .focus = "third" }).total, 10);
    assert_int_equal(facts_of(st, (corr_query){ .focus = "all" }).total, 0);
    corr_store_free(st);
}

#define POD "service.name=shop, k8s.pod.name=p, process.pid=#"

static void in_a_pod(corr_build *b)
{
    heap(b, POD "7", 0, 100, "a");
}

static void again_in_the_pod(corr_build *b)
{
    heap(b, POD "7", 100, 200, "b");
}

static void beside_it_in_the_pod(corr_build *b)
{
    heap(b, POD "8", 100, 200, "c");
}

static void a_pod_may_have_several_processes(void **state)
{
    corr_store *st =
        testing_store(in_a_pod, again_in_the_pod, beside_it_in_the_pod);
    const corr_sel_facts f = facts_of(st, (corr_query){ 0 });

    (void)state;
    assert_int_equal(f.total, 20);
    assert_int_equal(counts.outlived, 1);
    corr_store_free(st);
}

static void a_request(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 50, 250, SHOP);
}

static void labelled(corr_build *b, double from, double to, const char *span)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(from), testing_ms(to));
    testing_sample(b, testing_kind(b, "live_bytes", CORR_KIND_SNAPSHOT), "a",
                   to - 1, span);
}

static void of_the_request(corr_build *b)
{
    labelled(b, 0, 100, "span_id=11");
}

static void of_it_still(corr_build *b)
{
    labelled(b, 100, 200, "span_id=11");
}

static void of_no_request(corr_build *b)
{
    labelled(b, 200, 300, "");
}

static void of_a_span_the_last_that_tells_of_it_counts(void **state)
{
    corr_store *st =
        testing_store(a_request, of_the_request, of_it_still, of_no_request);
    const corr_sel_facts f =
        facts_of(st, (corr_query){ .trace = testing_trace(1), .span = 0x11 });

    (void)state;
    assert_int_equal(f.total, 10);
    assert_int_equal(counts.outlived, 1);
    corr_store_free(st);
}

static uint32_t repeats_of(corr_store *st, uint8_t a, uint8_t b, uint8_t c)
{
    const uint8_t some[] = { a, b, c };
    corr_err err = { 0 };
    uint32_t n = 0;

    if (store_prepare(st, &err))
        fail_msg("%s", err.what);
    assert_true(snapshot_repeats(st, some, &n));
    return n;
}

static void only_what_is_of_one_process_at_several_times_repeats(void **state)
{
    corr_store *st = testing_store(first, other, third);

    (void)state;
    assert_int_equal(repeats_of(st, 1, 1, 1), 2);
    assert_int_equal(repeats_of(st, 1, 0, 1), 2);
    assert_int_equal(repeats_of(st, 1, 1, 0), 0);
    assert_int_equal(repeats_of(st, 0, 0, 1), 0);
    corr_store_free(st);
}

static void only_code(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(100), testing_ms(200));
    testing_sample(b, testing_cpu(b), "work", 150, "");
}

static void of_a_time(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(100), testing_ms(200));
    testing_sample(b, testing_kind(b, "block", CORR_KIND_CUMULATIVE), "work",
                   150, "");
}

static void what_has_no_kind_in_common_repeats_nothing(void **state)
{
    corr_store *st = testing_store(first, only_code, of_a_time);

    (void)state;
    assert_int_equal(repeats_of(st, 1, 1, 1), 0);
    assert_true(snapshot_has(st->input.v[0]));
    assert_false(snapshot_has(st->input.v[1]));
    assert_true(snapshot_has(st->input.v[2]));
    corr_store_free(st);
}

static void out_of_memory_repeats_are_not_counted(void **state)
{
    static const uint8_t some[] = { 1, 1, 1 };
    corr_store *st = testing_store(first, other, third);

    (void)state;
    assert_int_equal(repeats_of(st, 1, 1, 1), 2);
    for (long n = 1, more = true; more; n++) {
        uint32_t repeats;
        test_memory_arm(n);
        const bool ok = snapshot_repeats(st, some, &repeats);
        more = test_memory_failed();
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(ok, !more);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_of_one_process_at_several_times_repeats),
        cmocka_unit_test(of_a_process_the_last_state_counts),
        cmocka_unit_test(what_was_done_is_added),
        cmocka_unit_test(the_last_is_that_of_the_time_asked_for),
        cmocka_unit_test(all_states_are_there_for_who_asks),
        cmocka_unit_test(those_of_nobody_stand_alone),
        cmocka_unit_test(a_runtime_is_known_by_when_it_was_started),
        cmocka_unit_test(a_process_is_known_by_where_its_memory_lies),
        cmocka_unit_test(a_number_without_a_start_is_of_no_account),
        cmocka_unit_test(
            of_two_that_end_together_the_one_that_began_last_counts),
        cmocka_unit_test(what_has_no_kind_in_common_repeats_nothing),
        cmocka_unit_test(out_of_memory_repeats_are_not_counted),
        cmocka_unit_test(a_pod_may_have_several_processes),
        cmocka_unit_test(of_a_span_the_last_that_tells_of_it_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
