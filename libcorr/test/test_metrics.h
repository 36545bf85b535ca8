/* test_metrics - series of metrics for tests, in builders and inputs. */
#ifndef CORR_TEST_METRICS_H
#define CORR_TEST_METRICS_H

#include "model/build.h"
#include "test/testing.h"

/* A series by name and labels, "a=b,c=d". */
static inline corr_series test_metric(corr_build *b, const char *name,
                                      const char *labels, corr_metric type)
{
    corr_str rest = corr_str_of(labels);
    corr_str one, key, value;

    corr_begin_labels(b);
    while (rest.n && corr_str_next(&rest, ',', &one)) {
        assert_true(corr_str_cut(one, '=', &key, &value));
        corr_push_label(b, key, value);
    }
    return corr_add_metric(b, &(corr_metric_row){ .name = corr_str_of(name),
                                                  .labels = corr_end_labels(b),
                                                  .type = type });
}

/* Points "0:5 10:8": second and value. */
static inline void test_points(corr_build *b, corr_series s, const char *points)
{
    corr_str rest = corr_str_of(points);
    corr_str one, time, value;

    while (rest.n && corr_str_next(&rest, ' ', &one)) {
        int64_t at = 0;
        double x = 0;
        assert_true(corr_str_cut(one, ':', &time, &value));
        assert_true(corr_str_i64(time, &at) && corr_str_real(value, &x));
        corr_add_point(b, s, at * 1000000000, x);
    }
}

static inline corr_build *test_build(void)
{
    corr_build *b = build_new(&(build_opts){ 0 }, NULL);

    assert_non_null(b);
    return b;
}

static inline input test_seal(corr_build *b)
{
    input in = { 0 };

    assert_int_equal(build_seal(b, &in, NULL), CORR_OK);
    build_free(b);
    assert_null(input_check(&in));
    return in;
}

#endif
