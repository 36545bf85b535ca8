/* Tests of the join when memory runs out: it fails, whichever rung was being
 * tried, and keeps nothing. */
#include "test/test_bytime.h"
#include "test/test_memory.h"

static void requests(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31, profile.file=3.test");
    on_thread(b, 1, 0x12, 0x11, 20, 60, "thread.id=#31");
    on_thread(b, 2, 0x21, 0, 0, 120, "thread.id=#32");
    testing_span(b, 3, 0x31, 0, 50, 150, CART);
    testing_span(b, 4, 0x41, 0, 60, 160, CART);
}

static void on_threads(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "inner", 30, 31);
    sample_on(b, cpu, "other", 30, 32);
    sample_on(b, cpu, "edge", 60, 31);
}

static void of_a_process(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, CART);
    for (int ms = 55; ms < 155; ms += 10)
        sample_on(b, cpu, "work", ms, 0);
}

static void named_and_labelled(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "named", 10, "thread name=exec-7");
    testing_sample(b, cpu, "labelled", 25, "span_id=0000000000000012");
    testing_sample(b, cpu, "no_id", 25, "span_id=x");
}

static void activated(corr_build *b)
{
    const corr_kind scope =
        testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
    const corr_kind cpu = testing_cpu(b);
    const corr_thread thread = corr_add_thread(b, (corr_text){ 0 }, 0, 31);

    testing_owner(b, SHOP);
    corr_add_sample(b, &(corr_sample_row){ .kind = scope,
                                           .thread = thread,
                                           .span = 0x12,
                                           .time = testing_ms(20),
                                           .duration = 20 * 1000000 });
    sample_on(b, cpu, "active", 30, 31);
}

static bool divides(const join *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->divided[i].part.n)
            return true;
    return false;
}

static void the_join_survives_without_memory(void **state)
{
    corr_store *st = testing_store(requests, on_threads, of_a_process,
                                   named_and_labelled, activated);
    bool more = true;

    (void)state;
    assert_joined(st, "active", 0x12, CORR_RUNG_S2);
    assert_true(divides(st->join));
    for (long n = 1; more; n++) {
        test_memory_arm(n);
        join *j = join_of(st);
        more = test_memory_failed();
        assert_int_equal(j == NULL, more);
        join_free(j);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
}

/* The overview is empty rather than partial. */
static void the_overview_survives_without_memory(void **state)
{
    corr_store *st = testing_store(requests, on_threads, of_a_process,
                                   named_and_labelled, activated);
    bool more = true;

    (void)state;
    assert_int_equal(store_join(st, NULL), CORR_OK);
    for (long n = 1; more; n++) {
        test_memory_arm(n);
        const size_t joins = corr_joins(st);
        more = test_memory_failed();
        vec_free(&st->joined);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(joins == 0, more);
    }
    corr_store_free(st);
}

/* One observation of three joins. */
static void one(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, CART);
    testing_sample(b, cpu, "labelled", 55, "span_id=0000000000000031");
    testing_sample(b, cpu, "other", 10, "");
    testing_sample(b, cpu, "another", 11, "");
}

static void one_observation_is_enough_for_a_rung(void **state)
{
    corr_store *st = testing_store(requests, one);

    (void)state;
    assert_int_equal(corr_joins(st), 1);
    const corr_joined j = corr_join_at(st, 0);
    assert_int_equal(j.of, 3);
    assert_int_equal(j.observations, 1);
    assert_true(j.rung == CORR_RUNG_S1 || j.rung == CORR_RUNG_R1 ||
                j.rung == CORR_RUNG_R2);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_join_survives_without_memory),
        cmocka_unit_test(the_overview_survives_without_memory),
        cmocka_unit_test(one_observation_is_enough_for_a_rung),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
