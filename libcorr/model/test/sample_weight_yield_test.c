/* Tests of sample_weight: vector 10.1, the part of the CPU that samples account
 * for. */
#include "test/test_sampler.h"

/* Vector 10.1: 4,200 samples of 10 ms in a minute with a load of 75 s of CPU,
 * and some samples before the load begins. */
static void use_cpu(corr_build *b, double system, int n)
{
    const corr_kind k = cpu_kind(b, 0);
    const corr_thread t = thread_named(b, "worker", 1);
    static const char *const name[] = { "jvm_user", "jvm_system" };

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("4"));
    for (int s = 0; s < 2; s++)
        for (int i = 0; i <= 6; i++)
            corr_add_point(b,
                           corr_add_series(b, corr_str_of(name[s]),
                                           CORR_STR("1"), (corr_thread){ 0 }),
                           testing_ms(1000 + 10000.0 * i), s ? system : 0.3);
    for (int i = 0; i < n; i++) {
        corr_sample_row row = { .kind = k,
                                .thread = t,
                                .time = testing_ms(1001 + 10.0 * i),
                                .value = 10 * MS };
        corr_add_sample(b, &row);
    }
    for (int i = 0; i < 50; i++)
        taken(b, k, t, 10.0 * i);
}

static void little(corr_build *b)
{
    use_cpu(b, 0.0125, 4200);
}

static void enough(corr_build *b)
{
    use_cpu(b, 0.0125, 6000);
}

static void untold(corr_build *b)
{
    use_cpu(b, 0, 4200);
    corr_add_point(b,
                   corr_add_series(b, CORR_STR("jvm_user"), CORR_STR("1"),
                                   (corr_thread){ 0 }),
                   testing_ms(70000), 0.3); /* and no other */
}

static void samples_yield_what_they_account_for(void **state)
{
    (void)state;
    corr_store *st = testing_store(little);
    const corr_input in = corr_input_at(st, 0);
    assert_true(in.has_yield);
    assert_true(fabs(in.yield - 0.56) < 1e-9);
    assert_int_equal(corr_warnings(st), 1);
    assert_string_equal(corr_warning_at(st, 0).code, "YIELD");
    assert_true(corr_warning_at(st, 0).changes_meaning);
    assert_string_equal(corr_warning_at(st, 0).text,
                        "samples cover 56% of the CPU used (42.00 of 75.00 s)");
    corr_store_free(st);
}

static void samples_add_up_to_what_the_process_used(void **state)
{
    input in = rescaled(little, CORR_RESCALE_METRIC);
    const segment *g = &in.segment.v[1];
    double ns = 0;

    (void)state;
    for (size_t i = 0; i < g->n; i++)
        if (g->time[i] > testing_ms(1000))
            ns += (double)g->value[i];
    assert_true(fabs(ns / 1e9 - 75) < 1e-3);
    assert_int_equal(in.cpu.rescaled, CORR_RESCALE_METRIC);
    assert_true(fabs(in.cpu.yield - 0.56) < 1e-9); /* unchanged */
    assert_non_null(said(&in, "RESCALED", "1.79;"));
    input_clear(&in);
}

static void a_yield_that_will_do_is_known_and_not_said(void **state)
{
    (void)state;
    corr_store *st = testing_store(enough);
    assert_true(fabs(corr_input_at(st, 0).yield - 60.0 / 75) < 1e-9);
    assert_int_equal(corr_warnings(st), 0);
    corr_store_free(st);
}

static void broken_off(corr_build *b)
{
    static const char *const name[] = { "jvm_user", "jvm_system" };

    use_cpu(b, 0.0125, 6000);
    for (int s = 0; s < 2; s++)
        corr_add_point(b,
                       corr_add_series(b, corr_str_of(name[s]), CORR_STR("1"),
                                       (corr_thread){ 0 }),
                       testing_ms(200000), 0.9);
    taken(b, (corr_kind){ 1 }, thread_named(b, "worker", 1), 150000);
}

static void time_that_nobody_recorded_is_nobodys(void **state)
{
    (void)state;
    corr_store *st = testing_store(broken_off);
    assert_true(fabs(corr_input_at(st, 0).yield - 60.0 / 75) < 1e-9);
    corr_store_free(st);
}

static void half_a_load_gives_no_yield(void **state)
{
    (void)state;
    corr_store *st = testing_store(untold);
    assert_false(corr_input_at(st, 0).has_yield);
    assert_int_equal(corr_warnings(st), 0);
    corr_store_free(st);
}

static void what_is_known_of_such_samples_is_no_news(void **state)
{
    (void)state;
    corr_store *st = testing_store(saturated);
    for (size_t i = 0; i < corr_warnings(st); i++) {
        const corr_warning w = corr_warning_at(st, i);
        assert_int_equal(w.changes_meaning,
                         strcmp(w.code, "SAMPLER_NOT_CPU") != 0);
    }
    assert_int_equal(corr_warnings(st), 2);
    corr_store_free(st);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_yield_what_they_account_for),
        cmocka_unit_test(samples_add_up_to_what_the_process_used),
        cmocka_unit_test(a_yield_that_will_do_is_known_and_not_said),
        cmocka_unit_test(time_that_nobody_recorded_is_nobodys),
        cmocka_unit_test(half_a_load_gives_no_yield),
        cmocka_unit_test(what_is_known_of_such_samples_is_no_news),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
