/* Tests of heldby: waits for locks, divided among the requests that held
 * them. */
#include "test_join.h"
#include "test_memory.h"

#include "corr_view.h"

static void add_span(corr_build *b, uint64_t trace, uint64_t id, double from,
                     double to, const char *name, const char *thread)
{
    testing_full_span(b, &(testing_span_row){ .trace = trace,
                                              .id = id,
                                              .from = from,
                                              .to = to,
                                              .proc = SHOP,
                                              .name = name,
                                              .attrs = thread });
}

static void requests(corr_build *b)
{
    add_span(b, 1, 0x11, 0, 300, "POST /checkout", "thread.id=#7");
    add_span(b, 2, 0x21, 0, 250, "GET /report", "thread.id=#8");
    add_span(b, 3, 0x31, 0, 250, "GET /price", "thread.id=#3");
}

static corr_thread thread_of(corr_build *b, int64_t id)
{
    char name[16];

    snprintf(name, sizeof name, "exec-%d", (int)id);
    return corr_add_thread(b, corr_add_text(b, corr_str_of(name)), 0, id);
}

static void waits(corr_build *b, int64_t thread, double from, double to,
                  int64_t owner)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });

    corr_add_sample(
        b, &(corr_sample_row){
               .kind = kind,
               .thread = thread_of(b, thread),
               .other = owner ? thread_of(b, owner) : (corr_thread){ 0 },
               .labels = testing_labels(b, "class=Cache, address=#16"),
               .time = testing_ms(from),
               .duration = testing_ms(to) - testing_ms(from),
               .value = testing_ms(to) - testing_ms(from) });
}

static void recorded(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(1000));
    /* vector 2.3 */
    waits(b, 7, 100.0, 216.2, 3);
    waits(b, 3, 90.0, 155.6, 8);
    /* by a thread that works for nobody, by one that is not told, and with a
     * hand-over that was not recorded */
    waits(b, 7, 220, 230, 99);
    waits(b, 7, 240, 242, 0);
    waits(b, 7, 260, 270, 8);
    waits(b, 3, 259, 264, 8);
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
    bool more = true;

    (void)state;
    assert_non_null(sel);
    for (long n = 1; more; n++) {
        test_memory_arm(n);
        corr_top *t =
            corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_HOLDER }, NULL);
        more = test_memory_failed();
        assert_true(more || t);
        corr_top_free(t);
        assert_int_equal(test_memory_disarm(), 0);
    }
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
