/* Tests of heldby: waits for locks, divided among the requests that held
 * them. */
#include "test_locks.h"
#include "test_memory.h"

#include "corr_view.h"

static void requests(corr_build *b)
{
    add_span(b, 1, 0x11, 0, 0, 300, "POST /checkout", "thread.id=#7");
    add_span(b, 2, 0x21, 0, 0, 250, "GET /report", "thread.id=#8");
    add_span(b, 3, 0x31, 0, 0, 250, "GET /price", "thread.id=#3");
}

static void recorded(corr_build *b)
{
    begin(b);
    /* vector 2.3 */
    waits_behind(b, 7, 100.0, 216.2, 3);
    waits_behind(b, 3, 90.0, 155.6, 8);
    /* by a thread that works for nobody, by one that is not told, and with a
     * hand-over that was not recorded */
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
    assert_string_equal(print(t), "121.2 1 shop: GET /report\n"
                                  "60.6 1 shop: GET /price\n"
                                  "10.0 1 [no span] exec-99\n"
                                  "9.0 1 [no span] exec-8\n"
                                  "8.0 2 [not recorded]\n");
    corr_top_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void other_kinds_have_no_lock(void **state)
{
    corr_err err = { 0 };
    corr_store *st = testing_store(requests, recorded);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "lock" }, &err);

    (void)state;
    for (size_t k = 1; k < st->input.v[1]->kind.n; k++)
        st->input.v[1]->kind.v[k].wait = CORR_WAIT_PARK;
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
        cmocka_unit_test(other_kinds_have_no_lock),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
