/* Tests of the mix of code over time: whose sample, which bin, and sums. */
#include <math.h>

#include "test/testing.h"

#include "corr_view.h"

#define MS INT64_C(1000000)

static int64_t at(double ms)
{
    return INT64_C(1700000000000000000) + (int64_t)(ms * 1000000);
}

static void sample_at(corr_build *b, const char *stack, int64_t time)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .stack = testing_stack(b, stack),
                                           .time = time,
                                           .value = 10 * MS });
}

static void fill_timed(corr_build *b)
{
    corr_set_window(b, at(0), at(40));
    sample_at(b, "main;f", at(1));
    sample_at(b, "main;f;g", at(2));
    sample_at(b, "main;f;g", at(12));
    sample_at(b, "main;h", at(39));
    sample_at(b, "main;h", at(99)); /* after the bins */
}

/* Two operations, each of its own code; one sample has no span. */
static void fill_spans(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 1,
                                              .name = "GET /a",
                                              .from = 0,
                                              .to = 20,
                                              .proc = "service.name=shop" });
    testing_full_span(b, &(testing_span_row){ .trace = 2,
                                              .id = 2,
                                              .name = "GET /b",
                                              .from = 0,
                                              .to = 20,
                                              .proc = "service.name=shop" });
}

static void sample_of(corr_build *b, int64_t time, const char *labels)
{
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = testing_cpu(b),
                                        .stack = testing_stack(b, "main;f"),
                                        .time = time,
                                        .value = 10 * MS,
                                        .labels = testing_labels(b, labels) });
}

static void fill_labelled(corr_build *b)
{
    corr_set_window(b, at(0), at(40));
    sample_of(b, at(1), "span_id=0000000000000001");
    sample_of(b, at(2), "span_id=0000000000000002");
    sample_of(b, at(3), "span_id=0000000000000002");
    sample_of(b, at(4), "span_id=0000000000000002");
    sample_of(b, at(12), "span_id=0000000000000001");
    sample_of(b, at(31), "");
}

static void fill_timeless(corr_build *b)
{
    corr_set_window(b, at(0), at(20));
    sample_at(b, "main;f", CORR_NO_TIME);
    sample_at(b, "main;g", CORR_NO_TIME);
    sample_at(b, "main;g", CORR_NO_TIME);
}

/* "f 0.50 0.00 - -", a line a function. */
static void check_of(corr_store *st, corr_by by, uint32_t most,
                     const char *first, const char *want)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "cpu" }, &err);
    char out[512] = "";
    size_t n = 0;

    assert_non_null(sel);
    corr_mix *m = corr_mix_of(sel,
                              &(corr_mix_opts){ .from = at(0),
                                                .step = 10 * MS,
                                                .bins = 4,
                                                .by = by,
                                                .most = most,
                                                .first = &first,
                                                .nfirst = first ? 1 : 0 },
                              &err);
    assert_non_null(m);
    for (uint32_t i = 0; i < corr_mix_size(m); i++) {
        const corr_mix_row r = corr_mix_at(m, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s",
                              CORR_STR_ARG(r.name));
        for (int b = 0; b < 4; b++)
            n += (size_t)(isnan(r.share[b])
                              ? snprintf(out + n, sizeof out - n, " -")
                              : snprintf(out + n, sizeof out - n, " %.2f",
                                         r.share[b]));
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    assert_string_equal(out, want);
    corr_mix_free(m);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void check(testing_fill *fill, uint32_t most, const char *first,
                  const char *want)
{
    check_of(testing_store(fill), CORR_BY_FUNCTION, most, first, want);
}

static void a_sample_counts_for_the_operation_of_its_span(void **state)
{
    (void)state;
    check_of(testing_store(fill_spans, fill_labelled), CORR_BY_OPERATION, 9,
             NULL,
             "shop: GET /b 0.75 0.00 - 0.00\n"
             "shop: GET /a 0.25 1.00 - 0.00\n"
             "[no span] 0.00 0.00 - 1.00\n");
}

static void a_sample_counts_for_the_innermost_function(void **state)
{
    (void)state;
    check(fill_timed, 9, NULL,
          "g 0.50 1.00 - 0.00\n"
          "f 0.50 0.00 - 0.00\n"
          "h 0.00 0.00 - 1.00\n");
}

static void a_function_that_is_asked_for_has_what_it_calls(void **state)
{
    (void)state;
    check(fill_timed, 9, "f",
          "f 1.00 1.00 - 0.00\n"
          "h 0.00 0.00 - 1.00\n");
}

static void only_the_largest_have_a_row(void **state)
{
    (void)state;
    check(fill_timed, 1, NULL, "g 0.50 1.00 - 0.00\n");
}

static void samples_without_a_time_count_evenly(void **state)
{
    (void)state;
    check(fill_timeless, 9, NULL,
          "g 0.67 0.67 - -\n"
          "f 0.33 0.33 - -\n");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_counts_for_the_innermost_function),
        cmocka_unit_test(a_function_that_is_asked_for_has_what_it_calls),
        cmocka_unit_test(only_the_largest_have_a_row),
        cmocka_unit_test(samples_without_a_time_count_evenly),
        cmocka_unit_test(a_sample_counts_for_the_operation_of_its_span),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
