/* Tests of quantiles of histograms over time (corr-methods 6.1). */
#include "when/when_metrics.h"

#include <math.h>

#include "test/test_store.h"

/* The quantiles of the only series: "STEP s: P50/P95 ...", "?" for NAN. */
static const char *quantiles_of(const char *text, bool is_rate)
{
    static char out[512];
    corr_store *st = test_store(&text, 1);
    const corr_when_opts none = { 0 };
    corr_when w = { .st = st, .o = &none };
    const uint64_t member = 1;
    when_quantiles q;

    assert_true(when_native_quantiles(&w, &member, 1, is_rate, &q));
    size_t n = (size_t)snprintf(
        out, sizeof out, "%llds:", q.n ? (long long)(q.step / 1000000000) : 0);
    for (uint32_t i = 0; i < q.n; i++)
        n += (size_t)snprintf(out + n, sizeof out - n,
                              isnan(q.value[WHEN_MEDIAN][i]) ? " ?"
                                                             : " %.4g/%.4g",
                              q.value[WHEN_MEDIAN][i], q.value[WHEN_TAIL][i]);
    corr_arena_clear(&w.scratch);
    corr_store_free(st);
    return out;
}

/* 100 values a step: at first 50 in (1, 2], 50 in (2, 4]; then all in (4, 8].
 * Of 100 the 50th is the last of (1, 2], the 95th is 9 tenths into (2, 4]:
 * 2 * 2^0.9 = 3.732.  Of the other ones: 4 * 2^0.5 and 4 * 2^0.95. */
#define GROWS                                                                  \
    "exponential 0 - 1 2 50 2 4 50\n"                                          \
    "exponential 10000 - 1 2 100 2 4 100\n"                                    \
    "exponential 20000 - 1 2 100 2 4 100 4 8 100\n"

static void counters_grow(void **state)
{
    (void)state;
    assert_string_equal(quantiles_of("metric h_count counter\n" GROWS, false),
                        "10s: 2/3.732 5.657/7.727");
}

/* The values of a restart are all new ones, and so are those since a begin: 300,
 * the 285th of which is 85 hundredths into (4, 8]. */
static void a_restart_begins_at_none(void **state)
{
    (void)state;
    assert_string_equal(quantiles_of("metric h_count counter\n" GROWS
                                     "exponential 30000 - 1 2 50 2 4 50\n",
                                     false),
                        "10s: 2/3.732 5.657/7.727 2/3.732");
    assert_string_equal(
        quantiles_of("metric h_count counter\n"
                     "exponential 0 0 1 2 50 2 4 50\n"
                     "exponential 10000 0 1 2 100 2 4 100\n"
                     "exponential 20000 10000 1 2 100 2 4 100 4 8 100\n",
                     false),
        "10s: 2/3.732 2.828/7.21");
}

/* (1, 1.5] and (1.5, 2] are joined: 100 values are new in (1, 2]. */
static void buckets_that_are_joined_stay_the_same_values(void **state)
{
    (void)state;
    assert_string_equal(quantiles_of("metric h_count counter\n"
                                     "exponential 0 - 1 1.5 10 1.5 2 30\n"
                                     "exponential 10000 - 1 2 140\n",
                                     false),
                        "10s: 1.414/1.932");
}

/* Three steps without a row are no step. */
static void a_gap_is_no_growth(void **state)
{
    (void)state;
    assert_string_equal(
        quantiles_of("metric h_count counter\n" GROWS
                     "exponential 50000 - 1 2 300 2 4 300 4 8 100\n"
                     "exponential 60000 - 1 2 350 2 4 350 4 8 100\n",
                     false),
        "10s: 2/3.732 5.657/7.727 ? ? ? 2/3.732");
}

/* A delta is of the time since its begin, however long. */
static void deltas_are_what_they_count(void **state)
{
    (void)state;
    assert_string_equal(
        quantiles_of("metric h_count delta\n"
                     "exponential 10000 0 1 2 50 2 4 50\n"
                     "exponential 20000 10000 4 8 100\n"
                     "exponential 30000 20000 1 2 50 2 4 50\n"
                     "exponential 60000 30000 4 8 300\n",
                     false),
        "10s: 5.657/7.727 2/3.732 5.657/7.727 5.657/7.727 5.657/7.727");
}

/* 0.1 of (-inf, 1], of 0 to 1; 5 of 8 of (1, 3]. */
static void chosen_bounds_are_linear(void **state)
{
    (void)state;
    assert_string_equal(quantiles_of("metric h_count delta\n"
                                     "linear 0 - -inf 1 90 1 3 8 3 inf 2\n"
                                     "linear 10000 - -inf 1 90 1 3 8 3 inf 2\n"
                                     "linear 20000 - 3 inf 100\n",
                                     false),
                        "10s: 0.5556/2.25 3/3");
}

/* Two values a step: 20 steps have 40. */
static void steps_are_wide_enough(void **state)
{
    char text[4096] = "metric h_count counter\n";
    size_t n = strlen(text);

    (void)state;
    for (int i = 0; i <= 40; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "exponential %d - 1 2 %d 2 4 %d\n", 10000 * i, i,
                              i);
    assert_string_equal(quantiles_of(text, false), "200s: 2/3.732 2/3.732");
}

/* 5 + 5 a second are 50 + 50 in a step of 10 s. */
static void rates_are_as_they_stand(void **state)
{
    (void)state;
    assert_string_equal(quantiles_of("metric h_count unknown\n"
                                     "exponential 0 - 1 2 5 2 4 5\n"
                                     "exponential 10000 - 4 8 10\n"
                                     "exponential 20000 - 1 2 5 2 4 5\n",
                                     true),
                        "10s: 2/3.732 5.657/7.727 2/3.732");
}

static void one_row_or_none_has_no_quantile(void **state)
{
    (void)state;
    assert_string_equal(
        quantiles_of("metric h_count counter\nexponential 0 - 1 2 50\n", false),
        "0s:");
    assert_string_equal(
        quantiles_of("metric h_count counter\npoint 0 1\n", false), "0s:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_grow),
        cmocka_unit_test(a_restart_begins_at_none),
        cmocka_unit_test(buckets_that_are_joined_stay_the_same_values),
        cmocka_unit_test(a_gap_is_no_growth),
        cmocka_unit_test(deltas_are_what_they_count),
        cmocka_unit_test(chosen_bounds_are_linear),
        cmocka_unit_test(steps_are_wide_enough),
        cmocka_unit_test(rates_are_as_they_stand),
        cmocka_unit_test(one_row_or_none_has_no_quantile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
