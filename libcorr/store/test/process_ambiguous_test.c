/* Tests of process_ambiguous: recordings of processes that seem to be one. */
#include "test/test_bytime.h"

static const char *second;    /* the process of the other recording */
static double second_from_ms; /* and its start */

static void shop(corr_build *b)
{
    testing_full_span(
        b, &(testing_span_row){ .trace = 1,
                                .id = 0x11,
                                .to = 100,
                                .proc = "service.name=shop",
                                .attrs = "thread.id=#31, thread.name=http-1" });
    testing_full_span(
        b, &(testing_span_row){ .trace = 2,
                                .id = 0x21,
                                .from = 1000,
                                .to = 1100,
                                .proc = "service.name=shop",
                                .attrs = "thread.id=#31, thread.name=http-1" });
}

static void sampled(corr_build *b, const char *owner, double from)
{
    testing_owner(b, owner);
    corr_set_window(b, testing_ms(from), testing_ms(from + 500));
    corr_add_sample(b, &(corr_sample_row){
                           .kind = testing_cpu(b),
                           .stack = testing_stack(b, "a"),
                           .thread = corr_add_thread(
                               b, corr_add_text(b, CORR_STR("http-1")), 0, 31),
                           .time = testing_ms(from + 50) });
}

static void one(corr_build *b)
{
    sampled(b, "process.pid=#7", 0);
}

static void other(corr_build *b)
{
    sampled(b, second, second_from_ms);
}

/* The number of recordings that are matched to the process of the spans. */
static int tied_beside(const char *owner, double from)
{
    second = owner;
    second_from_ms = from;
    corr_store *st = testing_store(shop, one, other);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    const uint32_t proc = st->spans.proc.v[1];
    const int tied =
        (st->match.v[1].proc == proc) + (st->match.v[2].proc == proc);
    assert_int_equal(testing_said(st, "AMBIGUOUS"), tied == 0);
    for (size_t i = 1; i < 3; i++)
        assert_true(
            corr_str_is(st->spans.service.v[st->match.v[i].service], "shop"));
    corr_store_free(st);
    return tied;
}

static void replicas_at_one_time_are_not_told_apart(void **state)
{
    (void)state;
    assert_int_equal(tied_beside("process.pid=#8", 0), 0);
    assert_int_equal(tied_beside("process.pid=#8", 499), 0);
    assert_int_equal(tied_beside("process.pid=#7, host.name=a", 0), 2);
}

static void a_process_may_come_after_another(void **state)
{
    (void)state;
    assert_int_equal(tied_beside("process.pid=#8", 1000), 2);
}

static void shop_7(corr_build *b)
{
    testing_full_span(
        b, &(testing_span_row){ .trace = 1,
                                .id = 0x11,
                                .to = 100,
                                .proc = "service.name=shop, host.name=a, "
                                        "process.pid=#7",
                                .attrs = "thread.id=#31, thread.name=http-1" });
}

static void assert_alone(const char *owner)
{
    second = owner;
    second_from_ms = 0;
    corr_store *st = testing_store(shop_7, one, other);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(st->match.v[1].proc, st->spans.proc.v[1]);
    assert_false(st->match.v[1].apart);
    assert_int_not_equal(st->match.v[2].proc, st->spans.proc.v[1]);
    assert_false(testing_said(st, "AMBIGUOUS"));
    corr_store_free(st);
}

static void a_process_that_is_known_by_its_number_is_no_other(void **state)
{
    (void)state;
    assert_alone("process.pid=#8");
    assert_alone("process.pid=#8, host.name=b");
}

/* ---- ids ------------------------------------------------------------ */

static void activated(corr_build *b, const char *owner, double from,
                      uint64_t span)
{
    sampled(b, owner, from);
    corr_add_sample(
        b, &(corr_sample_row){
               .kind = testing_kind(b, "scope",
                                    CORR_KIND_CONTEXT | CORR_KIND_INTERVAL),
               .thread = corr_add_thread(
                   b, corr_add_text(b, CORR_STR("http-1")), 0, 31),
               .span = span,
               .time = testing_ms(from + 60),
               .duration = testing_ms(10) });
}

static void first_of_two(corr_build *b)
{
    activated(b, "process.pid=#7", 0, 0x11);
}

static void second_of_two(corr_build *b)
{
    activated(b, "process.pid=#8", 0, 0x11);
}

static void ids_tie_them_but_threads_do_not(void **state)
{
    (void)state;
    corr_store *st = testing_store(shop, first_of_two);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_joined(st, "a", 0x11, CORR_RUNG_T1);
    corr_store_free(st);
    st = testing_store(shop, first_of_two, second_of_two);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    assert_int_equal(st->match.v[1].proc, st->spans.proc.v[1]);
    assert_int_equal(st->match.v[2].proc, st->spans.proc.v[1]);
    assert_stopped(st, "a", CORR_WHY_LABELS_ABSENT);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replicas_at_one_time_are_not_told_apart),
        cmocka_unit_test(a_process_may_come_after_another),
        cmocka_unit_test(a_process_that_is_known_by_its_number_is_no_other),
        cmocka_unit_test(ids_tie_them_but_threads_do_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
