/* Tests of facet: what spans have of rows, in the time that is asked about. */
#include "corr_view.h"
#include "test/test_bytime.h"

/* Two operations, one after the other on a thread. */
static void request(corr_build *b)
{
    testing_full_span(
        b, &(testing_span_row){
               .trace = 1, .id = 0x10, .from = 0, .to = 100, .proc = SHOP });
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .name = "first",
                                              .up = 0x10,
                                              .from = 0,
                                              .to = 50,
                                              .proc = SHOP,
                                              .attrs = "thread.id=#31" });
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x12,
                                              .name = "last",
                                              .up = 0x10,
                                              .from = 50,
                                              .to = 100,
                                              .proc = SHOP,
                                              .attrs = "thread.id=#31" });
}

/* Ten ticks, at 5, 15 .. 95 ms: half of them in each. */
static void ticks(corr_build *b)
{
    const corr_text none = { 0 };
    const corr_kind wall =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("wall"),
                                           .type = CORR_STR("wall"),
                                           .unit = CORR_NS });

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(100));
    corr_add_sample(
        b, &(corr_sample_row){ .kind = wall,
                               .stack = testing_stack(b, "run"),
                               .thread = corr_add_thread(b, none, 0, 31),
                               .time = testing_ms(5),
                               .duration = 90000000,
                               .value = 100000000,
                               .obs = 10 });
}

/* What operations have of it, in ms, which is all of it; rows of a table are as
 * much. */
static void assert_sum(corr_store *st, corr_query q, const char *want)
{
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_sel_iter it = { .sel = sel };
    char have[128] = "";
    int64_t sum = 0;
    double rows = 0;
    corr_row r;

    assert_non_null(sel);
    corr_top *t =
        corr_top_of(sel, &(corr_top_opts){ .by = CORR_BY_OPERATION }, NULL);
    assert_non_null(t);
    for (uint32_t i = 0; i < corr_top_size(t); i++) {
        const corr_top_row row = corr_top_at(t, i);
        snprintf(have + strlen(have), sizeof have - strlen(have), "%s%s %lld",
                 i ? ", " : "", row.key, (long long)row.self / 1000000);
        sum += row.self;
    }
    assert_string_equal(have, want);
    assert_int_equal(sum, corr_sel_facts_of(sel).total);
    while (corr_sel_next(&it, &r))
        rows += r.share * (double)r.value;
    assert_true(fabs(rows - (double)sum) < 1);
    corr_top_free(t);
    corr_sel_free(sel);
}

static void what_spans_have_of_a_row_is_cut_to_the_time(void **state)
{
    corr_store *st = testing_store(request, ticks);
    corr_query q = { .trace = testing_trace(1), .joined = true };

    (void)state;
    assert_sum(st, q, "shop: first 50, shop: last 50");
    q.from = testing_ms(20);
    q.to = testing_ms(60);
    assert_sum(st, q, "shop: first 20, shop: last 20");
    q.span = 0x11;
    assert_sum(st, q, "shop: first 20");
    q = (corr_query){ .from = q.from, .to = q.to, .joined = true };
    assert_sum(st, q, "shop: first 20, shop: last 20");
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_spans_have_of_a_row_is_cut_to_the_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
