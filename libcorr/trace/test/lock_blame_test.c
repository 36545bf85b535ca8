/* Tests of heldby: waits for locks, divided among the requests that held
 * them. */
#include "test/test_locks.h"
#include "test/test_memory.h"

#include "corr_trace.h"

static void requests(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 300, "POST /checkout", "thread.id=#7");
    named_on_thread(b, 2, 0x21, 0, 0, 250, "GET /report", "thread.id=#8");
    named_on_thread(b, 3, 0x31, 0, 0, 250, "GET /price", "thread.id=#3");
}

static void recorded(corr_build *b)
{
    begin(b);
    /* vector 2.3 */
    waits_behind(b, 7, 100.0, 216.2, 3);
    waits_behind(b, 3, 90.0, 155.6, 8);
    /* held by a thread without work, by an unknown thread, and with a hand-over
     * that was not recorded */
    waits_behind(b, 7, 220, 230, 99);
    waits_behind(b, 7, 240, 242, 0);
    waits_behind(b, 7, 260, 270, 8);
    waits_behind(b, 3, 259, 264, 8);
}

static const char *print(const corr_top *t)
{
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_top_size(t); i++) {
        const corr_top_row r = corr_top_at(t, i);
        assert_int_equal(r.self, r.total);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.1f %lld %s\n",
                              (double)r.self / 1e6, (long long)r.obs, r.key);
    }
    return out;
}

static void each_holder_is_charged_what_it_held(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(requests, recorded);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "lock" }, &err);
    corr_top *t =
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_HOLDER }, &err);

    (void)state;
    assert_non_null(t);
    /* 55.6 + 65.6 of the first two, 5 + 4 of the last two; the span of thread
     * 8 had ended by then */
    assert_string_equal(print(t), "121.2 2 shop: GET /report\n"
                                  "60.6 1 shop: GET /price\n"
                                  "10.0 1 [no span] exec-99\n"
                                  "9.0 2 [no span] exec-8\n"
                                  "8.0 2 [not recorded]\n");
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void waits_on(corr_build *b, const char *lock, int64_t thread,
                     double from, double to, int64_t owner)
{
    waits_for(b, lock, thread_of(b, thread), thread_of(b, owner), from, to);
}

/* 7 waits for what 8 has; 8 waits meanwhile for what 3 has. */
static void chained(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    waits_on(b, "class=A, address=#16", 7, 100, 200, 8);
    waits_on(b, "class=B, address=#32", 8, 120, 180, 3);
}

/* 7 waits for 8, 8 for 3, and 3 for 7. */
static void in_circles(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    waits_on(b, "class=A, address=#16", 7, 100, 200, 8);
    waits_on(b, "class=B, address=#32", 8, 100, 200, 3);
    waits_on(b, "class=C, address=#48", 3, 100, 200, 7);
}

/* 100 threads, each waiting for the next. */
static void in_a_row(corr_build *b)
{
    char lock[64];

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    for (int i = 0; i < 100; i++) {
        snprintf(lock, sizeof lock, "class=A, address=#%d", i + 1);
        waits_on(b, lock, 1000 + i, 300, 310, 1001 + i);
    }
}

static void check(testing_fill *fill, const char *want)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(requests, fill);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "lock" }, &err);
    corr_top *t =
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_HOLDER }, &err);
    int64_t sum = 0;

    assert_non_null(t);
    for (uint32_t i = 0; i < corr_top_size(t); i++)
        sum += corr_top_at(t, i).self;
    assert_int_equal(sum, corr_sel_facts_of(sel).total);
    if (want)
        assert_string_equal(print(t), want);
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_holder_that_waits_itself_hands_it_on(void **state)
{
    (void)state;
    check(chained, "120.0 2 shop: GET /price\n"
                   "40.0 1 shop: GET /report\n");
}

static void a_chain_that_comes_back_may_be_a_deadlock(void **state)
{
    (void)state;
    check(in_circles, "100.0 1 [deadlock?] exec-3\n"
                      "100.0 1 [deadlock?] exec-7\n"
                      "100.0 1 [deadlock?] exec-8\n");
}

static void a_long_chain_ends_and_still_adds_up(void **state)
{
    (void)state;
    check(in_a_row, NULL);
}

static void other_kinds_have_no_lock(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(requests, recorded);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "lock" }, &err);

    (void)state;
    for (size_t k = 1; k < st->input.v[1]->kind.n; k++)
        st->loaded.v[1]->kind.v[k].wait = CORR_WAIT_PARK;
    corr_top *t =
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_HOLDER }, &err);
    assert_non_null(t);
    assert_string_equal(print(t), "208.8 6 [no lock]\n");
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    corr_store *st = testing_store(requests, recorded);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "lock" }, NULL);

    (void)state;
    assert_non_null(sel);
    ASSERT_MEMORY_IS_TOLD(
        corr_top,
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_HOLDER }, &err),
        corr_top_free);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_holder_is_charged_what_it_held),
        cmocka_unit_test(a_holder_that_waits_itself_hands_it_on),
        cmocka_unit_test(a_chain_that_comes_back_may_be_a_deadlock),
        cmocka_unit_test(a_long_chain_ends_and_still_adds_up),
        cmocka_unit_test(other_kinds_have_no_lock),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
