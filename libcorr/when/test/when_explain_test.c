/* Tests of what a profile explains of a metric (corr-methods 6.4). */
#include "corr_when.h"

#include <math.h>

#include "test/test_store.h"

/* 0.5 cores, and 1.5 from 120 to 150 s of 240; samples of 100 ms, of which
 * `shown` a second are there then. */
static corr_store *incident(const char *metric, const char *other, int shown)
{
    static char profile[1 << 18], metrics[1 << 16];
    const char *const text[] = { profile, metrics };
    size_t n = (size_t)snprintf(profile, sizeof profile,
                                "window 0 240000\n"
                                "proc service.name shop\n"
                                "kind cpu ns 100000000\n");
    size_t m = (size_t)snprintf(metrics, sizeof metrics, "metric %s\n", metric);
    double used = 0;

    for (int s = 0; s < 240; s++)
        for (int k = 0; k < (s >= 120 && s < 150 ? shown : 5); k++)
            n += (size_t)snprintf(profile + n, sizeof profile - n,
                                  "100000000 1 @%lld main;serve\n",
                                  1000000000 + 1000000000LL * s + 50000000 * k);
    for (int s = 0; s <= 240; s += 5) {
        m += (size_t)snprintf(metrics + m, sizeof metrics - m, "point %d %g\n",
                              1000 * s, used);
        used += s >= 120 && s < 150 ? 7.5 : 2.5;
    }
    if (other)
        m += (size_t)snprintf(metrics + m, sizeof metrics - m, "metric %s\n",
                              other);
    used = 0;
    for (int s = 0; other && s <= 240; s += 5) {
        m += (size_t)snprintf(metrics + m, sizeof metrics - m, "point %d %g\n",
                              1000 * s, used);
        used += s >= 120 && s < 150 ? 4.5 : 0.5;
    }
    return test_store(text, 2);
}

static corr_when_explained explained_of(corr_store *st, const char *metric,
                                        corr_when **w)
{
    const char *const path[] = { NULL };
    const char *const selector[] = { metric };
    corr_err err = { 0 };

    *w = corr_when_of(
        st,
        &(corr_when_opts){ .path = path, .selector = selector, .nmetric = 1 },
        &err);
    assert_non_null(*w);
    return corr_when_facts_of(*w).explained;
}

static void a_profile_that_shows_the_rise_explains_it(void **state)
{
    corr_when *w;
    corr_store *st = incident("process_cpu_seconds_total counter", NULL, 15);
    const corr_when_explained e =
        explained_of(st, "process_cpu_seconds_total", &w);

    (void)state;
    assert_int_equal(e.how, CORR_EXPLAINS_IT);
    assert_true(fabs(e.share - 1) < 0.05);
    corr_when_free(w);
    corr_store_free(st);
}

/* The process used more, and the sampler shows what it did before. */
static void a_sampler_that_shows_less_of_its_process_lost_samples(void **state)
{
    corr_when *w;
    corr_store *st = incident("process_cpu_seconds_total counter", NULL, 6);
    const corr_when_explained e =
        explained_of(st, "process_cpu_seconds_total", &w);

    (void)state;
    assert_int_equal(e.how, CORR_EXPLAINS_LOST);
    assert_true(e.covered[0] > 0.95 && e.covered[1] < 0.45);
    corr_when_free(w);
    corr_store_free(st);
}

/* A machine used more, and another process does. */
static void a_rise_of_a_machine_is_of_another_process(void **state)
{
    corr_when *w;
    corr_store *st =
        incident("node_cpu_seconds_total counter",
                 "process_cpu_seconds_total counter service=batch", 5);
    const corr_when_explained e =
        explained_of(st, "node_cpu_seconds_total", &w);

    (void)state;
    assert_int_equal(e.how, CORR_EXPLAINS_ELSEWHERE);
    assert_string_equal(e.other,
                        "process_cpu_seconds_total{service=\"batch\"}");
    assert_true(fabs(e.other_delta - 0.8) < 0.05);
    corr_when_free(w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_profile_that_shows_the_rise_explains_it),
        cmocka_unit_test(a_sampler_that_shows_less_of_its_process_lost_samples),
        cmocka_unit_test(a_rise_of_a_machine_is_of_another_process),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
