/* Tests of the ledger of a thread that several recordings tell of: what one has
 * told, another one does not add. */
#include "test/test_locks.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

static void request(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 400, "POST /checkout", "thread.id=#7");
}

/* A sample every 10 ms of [from, to), in a recording of [begin, end). */
static void sampled(corr_build *b, const char *kind, double begins, double ends,
                    double from, double to)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(kind),
                                           .type = corr_str_of(kind),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(begins), testing_ms(ends));
    for (double t = from; t < to; t += 10)
        corr_add_sample(b, &(corr_sample_row){
                               .kind = k,
                               .thread = thread_of(b, 7),
                               .stack = testing_stack(b, "main;work"),
                               .labels = testing_labels(b, "state=runnable"),
                               .time = testing_ms(t),
                               .value = 10 * MS });
}

static void all_of_it(corr_build *b)
{
    sampled(b, "cpu", -1000, 1000, 5, 105);
}

/* Another sampler of the same time, which sees about the same. */
static void again(corr_build *b)
{
    sampled(b, "cpu", -900, 1100, 7, 117);
}

/* Chunks of one sampler, which overlap a little. */
static void one_part(corr_build *b)
{
    sampled(b, "cpu", -1000, 100, 5, 95);
}

static void the_next_part(corr_build *b)
{
    sampled(b, "cpu", 50, 1000, 55, 155);
}

static void native(corr_build *b)
{
    sampled(b, "native", -1000, 1000, 5, 105);
}

static void native_again(corr_build *b)
{
    sampled(b, "native", -990, 1000, 6, 106);
}

/* ---- what comes out --------------------------------------------------- */

static corr_ledger_row row_of(corr_store *st, corr_spent kind)
{
    corr_err err = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;
    corr_ledger_row found = { .ns = 0 };

    if (!l)
        fail_msg("%s", err.what);
    for (uint32_t i = 0; i < corr_ledger_size(l); i++)
        if (corr_ledger_at(l, i).kind == kind)
            found = corr_ledger_at(l, i);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
    return found;
}

static void what_two_samplers_saw_is_counted_once(void **state)
{
    (void)state;
    corr_ledger_row r =
        row_of(testing_store(request, all_of_it, again), CORR_SPENT_CPU);
    assert_int_equal(r.ns, 100 * MS);
    assert_int_equal(r.obs, 10);
    r = row_of(testing_store(request, native, native_again), CORR_SPENT_NATIVE);
    assert_int_equal(r.ns, 100 * MS);
    assert_int_equal(r.obs, 10);
}

static void parts_of_one_recording_are_added(void **state)
{
    (void)state;
    const corr_ledger_row r =
        row_of(testing_store(request, one_part, the_next_part), CORR_SPENT_CPU);
    assert_int_equal(r.ns, 190 * MS);
    assert_int_equal(r.obs, 19);
}

/* ---- locks ------------------------------------------------------------ */

static void one_wait(corr_build *b)
{
    begin(b);
    waits_behind(b, 7, 100, 200, 3);
}

static void the_same_wait(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-900), testing_ms(900));
    waits_behind(b, 7, 100.01, 200.01, 3);
    waits_behind(b, 7, 300, 310, 3);
}

static void a_wait_in_two_recordings_is_one(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(request, one_wait, the_same_wait);
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;

    (void)state;
    assert_non_null(l);
    assert_int_equal(corr_ledger_holdings(l), 2);
    assert_int_equal(corr_ledger_holding(l, 0).input, 1);
    assert_int_equal(corr_ledger_holding(l, 1).input, 2);
    assert_int_equal(corr_ledger_holding(l, 1).wait_from, testing_ms(300));
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
}

/* ---- waits that are switched off -------------------------------------- */

static void without_locks(corr_build *b)
{
    all_of_it(b);
    corr_add_untaken(b, CORR_WAIT_LOCK, testing_ms(300), testing_ms(1000));
    corr_add_untaken(b, CORR_WAIT_SOCKET, testing_ms(-90), testing_ms(0));
}

/* Locks are taken behind the end of the span. */
static void later(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(400), testing_ms(900));
    waits_behind(b, 7, 500, 600, 3);
}

static corr_ledger_facts facts_of(corr_store *st)
{
    corr_err err = { 0 };
    corr_waterfall *w = corr_waterfall_of(st, testing_trace(1), &err);
    corr_ledger *l = w ? corr_ledger_of(w, 0, &err) : NULL;

    assert_non_null(l);
    const corr_ledger_facts f = corr_ledger_facts_of(l);
    corr_ledger_free(l);
    corr_waterfall_free(w);
    corr_store_free(st);
    return f;
}

static void waits_that_no_recording_of_its_time_took_are_told(void **state)
{
    (void)state;
    corr_ledger_facts f = facts_of(testing_store(request, one_wait));
    assert_int_equal(f.untaken, 0);
    assert_int_equal(f.waits, 1);
    f = facts_of(testing_store(request, without_locks, later));
    assert_int_equal(f.untaken, 1U << CORR_SPENT_LOCK);
    assert_int_equal(f.waits, 0);
    f = facts_of(testing_store(request, without_locks, the_same_wait));
    assert_int_equal(f.untaken, 0);
    assert_int_equal(f.waits, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_two_samplers_saw_is_counted_once),
        cmocka_unit_test(parts_of_one_recording_are_added),
        cmocka_unit_test(a_wait_in_two_recordings_is_one),
        cmocka_unit_test(waits_that_no_recording_of_its_time_took_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
