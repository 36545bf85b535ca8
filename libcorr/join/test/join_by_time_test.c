/* Tests of join_by_time: samples that belong to a span by thread or process,
 * and by time. */
#include "test/test_bytime.h"

#define WORKER "thread.id=#31"
#define OTHER  "thread.id=#32"

/* root 11 [0,100) on 31
 *   inner 12 [20,60) on 31
 *     call 13 [30,50) on 31, which cart 14 serves
 *   beside 15 [70,90) on 32
 * request 21 [0,400) on 33, 22 [200,300) below it on no known thread */
static void threads(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, WORKER);
    on_thread(b, 1, 0x12, 0x11, 20, 60, WORKER);
    on_thread(b, 1, 0x13, 0x12, 30, 50, WORKER);
    testing_span(b, 1, 0x14, 0x13, 32, 48, CART);
    on_thread(b, 1, 0x15, 0x11, 70, 90, OTHER);
    on_thread(b, 2, 0x21, 0, 0, 400, "thread.id=#33");
    on_thread(b, 2, 0x22, 0x21, 200, 300, NULL);
}

/* ---- rungs T1, T2 --------------------------------------------------- */

static void on_workers(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "root", 10, 31);
    sample_on(b, cpu, "inner", 25, 31);
    sample_on(b, cpu, "call", 40, 31);
    sample_on(b, cpu, "inner_again", 55, 31);
    sample_on(b, cpu, "root_again", 80, 31);
    sample_on(b, cpu, "beside", 80, 32);
    sample_on(b, cpu, "not_begun", 40, 32);
    sample_on(b, cpu, "after", 150, 31);
    sample_on(b, cpu, "long", 350, 33);
    sample_on(b, cpu, "not_guessed", 250, 33);
    sample_on(b, cpu, "no_time", NAN, 31);
}

static void a_sample_is_of_the_innermost_span_on_its_thread(void **state)
{
    corr_store *st = testing_store(threads, on_workers);

    (void)state;
    assert_joined(st, "root", 0x11, CORR_RUNG_T1);
    assert_joined(st, "inner", 0x12, CORR_RUNG_T1);
    assert_joined(st, "call", 0x13, CORR_RUNG_T1);
    assert_joined(st, "inner_again", 0x12, CORR_RUNG_T1);
    assert_joined(st, "root_again", 0x11, CORR_RUNG_T1);
    assert_joined(st, "beside", 0x15, CORR_RUNG_T1);
    assert_joined(st, "long", 0x21, CORR_RUNG_T1);
    corr_store_free(st);
}

static void a_span_of_no_known_thread_takes_nothing_from_others(void **state)
{
    corr_store *st = testing_store(threads, on_workers);

    (void)state;
    assert_joined(st, "not_guessed", 0x21, CORR_RUNG_T1);
    corr_store_free(st);
}

static void where_no_span_was_on_the_thread_it_is_background(void **state)
{
    corr_store *st = testing_store(threads, on_workers);

    (void)state;
    assert_stopped(st, "not_begun", CORR_WHY_BACKGROUND);
    assert_stopped(st, "after", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void timeless(corr_build *b)
{
    testing_owner(b, SHOP);
    testing_sample(b, testing_cpu(b), "no_time", NAN, "");
}

static void without_a_time_there_is_nothing_to_join_by(void **state)
{
    corr_store *st = testing_store(threads, timeless);

    (void)state;
    assert_stopped(st, "no_time", CORR_WHY_LABELS_ABSENT);
    corr_store_free(st);
}

/* ---- edges ---------------------------------------------------------- */

static void at_edges(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "at_start", 0, 31);
    sample_on(b, cpu, "before_start", -0.5, 31);
    sample_on(b, cpu, "far_before", -1, 31);
    sample_on(b, cpu, "after_end", 100.5, 31);
    sample_on(b, cpu, "safe", 1, 31);
    sample_on(b, cpu, "child_begins", 19.5, 31);
}

static void the_clock_divides_samples_at_the_edges_of_spans(void **state)
{
    corr_store *st = testing_store(threads, at_edges);

    (void)state;
    assert_share(st, "at_start", 0x11, 0.5);
    assert_share(st, "at_start", 0, 0.5);
    assert_share(st, "before_start", 0x11, 0.25);
    assert_share(st, "before_start", 0, 0.75);
    assert_stopped(st, "far_before", CORR_WHY_BACKGROUND);
    assert_share(st, "after_end", 0x11, 0.25);
    assert_joined(st, "safe", 0x11, CORR_RUNG_T1);
    assert_share(st, "child_begins", 0x11, 0.75);
    assert_share(st, "child_begins", 0x12, 0.25);
    assert_share(st, "child_begins", 0, 0);
    assert_int_equal(line_with(st, "at_start", 0).why, CORR_WHY_BACKGROUND);
    assert_quality(st, "at_start", 0x11, CORR_RUNG_T1, 0.85);
    corr_store_free(st);
}

static void rough_edges(corr_build *b)
{
    corr_set_clock_error(b, 4000000);
    at_edges(b);
}

static void a_rough_clock_divides_more_of_them(void **state)
{
    corr_store *st = testing_store(threads, rough_edges);

    (void)state;
    assert_share(st, "safe", 0x11, 0.625);
    assert_share(st, "far_before", 0x11, 0.375);
    corr_store_free(st);
}

/* ---- threads -------------------------------------------------------- */

/* The second file has the child, the first its parent. */
static void parent_file(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, WORKER);
}

static void child_file(corr_build *b)
{
    on_thread(b, 1, 0x12, 0x11, 20, 60, WORKER);
}

static void one_thread_in_two_files_is_one(void **state)
{
    corr_store *st = testing_store(parent_file, child_file, on_workers);

    (void)state;
    assert_joined(st, "root", 0x11, CORR_RUNG_T1);
    assert_joined(st, "call", 0x12, CORR_RUNG_T1);
    corr_store_free(st);
}

static void named_threads(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.name=worker");
    on_thread(b, 1, 0x12, 0, 0, 100, "thread.name=http-nio-8080-exec-1");
    on_thread(b, 1, 0x13, 0, 0, 100, "thread.name=pool");
}

static void by_name(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_named(b, cpu, "whole", 50, "worker", 7);
    sample_named(b, cpu, "cut", 50, "http-nio-8080-e", 8);
    sample_named(b, cpu, "one_of_two", 50, "pool", 9);
    sample_named(b, cpu, "other_of_two", 50, "pool", 10);
    sample_named(b, cpu, "stranger", 50, "GC Thread#0", 11);
}

static void a_name_is_weaker_evidence_than_a_number(void **state)
{
    corr_store *st = testing_store(named_threads, by_name);

    (void)state;
    assert_share(st, "whole", 0x11, 1);
    assert_quality(st, "whole", 0x11, CORR_RUNG_T2, 0.65 * 0.9);
    assert_quality(st, "cut", 0x12, CORR_RUNG_T2, 0.65 * 0.8);
    assert_quality(st, "one_of_two", 0x13, CORR_RUNG_T2, 0.65 / 2);
    assert_quality(st, "other_of_two", 0x13, CORR_RUNG_T2, 0.65 / 2);
    assert_stopped(st, "stranger", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void cut_alike(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.name=http-nio-8080-exec-1");
    on_thread(b, 2, 0x12, 0, 0, 40, "thread.name=http-nio-8080-exec-2");
}

static void one_cut_name(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_named(b, cpu, "either", 20, "http-nio-8080-e", 8);
    sample_named(b, cpu, "only", 50, "http-nio-8080-e", 8);
}

static void a_name_of_two_threads_is_shared_by_those_at_work(void **state)
{
    corr_store *st = testing_store(cut_alike, one_cut_name);

    (void)state;
    assert_share(st, "either", 0x11, 0.5);
    assert_share(st, "either", 0x12, 0.5);
    assert_share(st, "only", 0x11, 1);
    corr_store_free(st);
}

static void many_alike(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (int64_t i = 1; i <= 33; i++)
        sample_named(b, cpu, "any", 50, "pool", i);
    sample_named(b, cpu, "worker", 50, "worker", 99);
}

static void a_name_of_very_many_threads_tells_nothing(void **state)
{
    corr_store *st = testing_store(named_threads, many_alike);

    (void)state;
    assert_stopped(st, "any", CORR_WHY_THREAD_UNKNOWN);
    assert_quality(st, "worker", 0x11, CORR_RUNG_T2, 0.65 * 0.9);
    corr_store_free(st);
}

static void virtual_rows(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_text name = corr_add_text(b, CORR_STR("worker"));

    testing_owner(b, SHOP);
    corr_add_sample(
        b, &(corr_sample_row){ .kind = cpu,
                               .stack = testing_stack(b, "by_number"),
                               .thread = corr_add_virtual_thread(b, name, 31),
                               .time = testing_ms(10) });
    corr_add_sample(
        b, &(corr_sample_row){ .kind = cpu,
                               .stack = testing_stack(b, "by_name"),
                               .thread = corr_add_virtual_thread(b, name, 0),
                               .time = testing_ms(10) });
    sample_named(b, cpu, "carrier", 10, "ForkJoinPool-1-", 4);
}

static void number_and_name(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, WORKER);
    on_thread(b, 2, 0x12, 0, 0, 100, "thread.name=worker");
}

static void a_virtual_thread_is_known_by_its_own_number_only(void **state)
{
    corr_store *st = testing_store(number_and_name, virtual_rows);

    (void)state;
    assert_joined(st, "by_number", 0x11, CORR_RUNG_T1);
    assert_stopped(st, "by_name", CORR_WHY_THREAD_UNKNOWN);
    assert_stopped(st, "carrier", CORR_WHY_THREAD_UNKNOWN);
    corr_store_free(st);
}

static void recorded(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .to = 100,
                                              .proc = SHOP,
                                              .attrs = WORKER,
                                              .flags = CORR_SPAN_RECORDED });
    on_thread(b, 2, 0x21, 0, 0, 100, OTHER);
}

static void the_thread_of_a_recorded_span_is_where_it_was_written(void **state)
{
    corr_store *st = testing_store(recorded, on_workers);

    (void)state;
    assert_stopped(st, "root", CORR_WHY_THREAD_UNKNOWN);
    assert_joined(st, "not_begun", 0x21, CORR_RUNG_T1);
    assert_stopped(st, "after", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

/* ---- several at once ------------------------------------------------ */

/* Two requests that overlap on one thread, and siblings that do. */
static void overlapping(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, WORKER);
    on_thread(b, 2, 0x21, 0, 50, 150, WORKER);
    on_thread(b, 3, 0x31, 0, 200, 300, WORKER);
    on_thread(b, 3, 0x32, 0x31, 210, 250, WORKER);
    on_thread(b, 3, 0x33, 0x31, 230, 270, WORKER);
    on_thread(b, 4, 0x41, 0, 400, 450, WORKER);
    on_thread(b, 4, 0x42, 0x41, 420, 500, WORKER);
}

static void among_several(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "first", 40, 31);
    sample_on(b, cpu, "both", 75, 31);
    sample_on(b, cpu, "both_again", 76, 31);
    sample_on(b, cpu, "second", 120, 31);
    sample_on(b, cpu, "siblings", 240, 31);
    sample_on(b, cpu, "parent", 280, 31);
    sample_on(b, cpu, "outlived", 480, 31);
    sample_on(b, cpu, "two_edges", 99.5, 31);
}

static void spans_on_one_thread_at_once_have_equal_parts(void **state)
{
    corr_store *st = testing_store(overlapping, among_several);

    (void)state;
    assert_joined(st, "first", 0x11, CORR_RUNG_T1);
    assert_share(st, "both", 0x11, 0.5);
    assert_share(st, "both", 0x21, 0.5);
    assert_share(st, "both_again", 0x21, 0.5);
    assert_joined(st, "second", 0x21, CORR_RUNG_T1);
    assert_share(st, "siblings", 0x32, 0.5);
    assert_share(st, "siblings", 0x33, 0.5);
    assert_share(st, "siblings", 0x31, 0);
    assert_joined(st, "parent", 0x31, CORR_RUNG_T1);
    assert_joined(st, "outlived", 0x42, CORR_RUNG_T1);
    assert_share(st, "two_edges", 0x11, 0.375);
    assert_share(st, "two_edges", 0x21, 0.625);
    corr_store_free(st);
}

static void crowd(corr_build *b)
{
    for (uint64_t i = 1; i <= 33; i++)
        on_thread(b, i, i, 0, 0, i == 33 ? 50 : 100, WORKER);
}

static void in_a_crowd(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "too_many", 25, 31);
    sample_on(b, cpu, "thirty_two", 75, 31);
}

static void more_than_can_share_leave_it_to_nobody(void **state)
{
    corr_store *st = testing_store(crowd, in_a_crowd);

    (void)state;
    assert_stopped(st, "too_many", CORR_WHY_BACKGROUND);
    assert_share(st, "thirty_two", 7, 1.0 / 32);
    corr_store_free(st);
}

/* ---- rows of other kinds -------------------------------------------- */

static void other_kinds(corr_build *b)
{
    const corr_kind wall = testing_kind(b, "wall", 0);
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .type = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });
    corr_sample_row row = { .kind = wall,
                            .stack = testing_stack(b, "ticks"),
                            .thread =
                                corr_add_thread(b, (corr_text){ 0 }, 0, 31),
                            .time = testing_ms(1.5),
                            .duration = 95000000,
                            .obs = 20 };

    testing_owner(b, SHOP);
    corr_add_sample(b, &row);
    row.kind = lock;
    row.stack = testing_stack(b, "wait");
    row.time = testing_ms(10);
    corr_add_sample(b, &row);
}

/* Ticks at 1.5, 6.5, ... 96.5: 4 before 20, 8 from 20 to 60 and 8 after. */
static void each_tick_of_a_wall_clock_sample_counts(void **state)
{
    corr_store *st = testing_store(threads, other_kinds);

    (void)state;
    assert_share(st, "ticks", 0x11, 12.0 / 20);
    assert_share(st, "ticks", 0x12, 4.0 / 20);
    assert_share(st, "ticks", 0x13, 4.0 / 20);
    corr_store_free(st);
}

static void a_wait_is_of_the_span_that_it_begins_in(void **state)
{
    corr_store *st = testing_store(threads, other_kinds);

    (void)state;
    assert_share(st, "wait", 0x11, 1);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_is_of_the_innermost_span_on_its_thread),
        cmocka_unit_test(a_span_of_no_known_thread_takes_nothing_from_others),
        cmocka_unit_test(where_no_span_was_on_the_thread_it_is_background),
        cmocka_unit_test(without_a_time_there_is_nothing_to_join_by),
        cmocka_unit_test(the_clock_divides_samples_at_the_edges_of_spans),
        cmocka_unit_test(a_rough_clock_divides_more_of_them),
        cmocka_unit_test(one_thread_in_two_files_is_one),
        cmocka_unit_test(a_name_is_weaker_evidence_than_a_number),
        cmocka_unit_test(a_name_of_two_threads_is_shared_by_those_at_work),
        cmocka_unit_test(a_name_of_very_many_threads_tells_nothing),
        cmocka_unit_test(a_virtual_thread_is_known_by_its_own_number_only),
        cmocka_unit_test(the_thread_of_a_recorded_span_is_where_it_was_written),
        cmocka_unit_test(spans_on_one_thread_at_once_have_equal_parts),
        cmocka_unit_test(more_than_can_share_leave_it_to_nobody),
        cmocka_unit_test(each_tick_of_a_wall_clock_sample_counts),
        cmocka_unit_test(a_wait_is_of_the_span_that_it_begins_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
