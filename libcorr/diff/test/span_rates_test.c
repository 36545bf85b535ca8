/* Tests of span_rates.c: errors among spans, calls a request. */
#include "test/test_memory.h"
#include "test/test_sides.h"

#include <math.h>

#include "corr_diff.h"
#include "stats/distributions.h"

enum { MOST = 1 << 18 };

typedef struct traces_text {
    char text[MOST];
    size_t n;
    unsigned trace, id;
} traces_text;

static traces_text side_text[2];

static void CORR_PRINTF(2, 3) add_text(traces_text *t, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    t->n += (size_t)vsnprintf(t->text + t->n, MOST - t->n, format, ap);
    va_end(ap);
    assert_true(t->n < MOST);
}

static void begin_sides(void)
{
    for (unsigned w = 0; w < 2; w++) {
        side_text[w] =
            (traces_text){ .trace = 1 + w * 10000, .id = 1 + w * 100000 };
        add_text(&side_text[w], "tag version v%u\n", w + 1);
    }
}

/* A span below `up`; 0: it begins a trace.  Returns its id. */
static unsigned add_span(traces_text *t, unsigned up, bool failed,
                         const char *name)
{
    if (!up)
        add_text(t, "trace %u\n", t->trace++);
    add_text(t, "span %x %x %u %u shop h 2 %u %s\n", t->id, up, t->id,
             t->id + 5, failed ? 2 : 1, name);
    return t->id++;
}

static corr_store *store_of_sides(corr_query q[2])
{
    static const char *const labels[2] = { "version=v1", "version=v2" };
    const char *const text[2] = { side_text[0].text, side_text[1].text };

    for (unsigned w = 0; w < 2; w++)
        q[w] = (corr_query){ .labels = &labels[w], .nlabels = 1 };
    return test_store(text, 2);
}

static void measure_errors(corr_span_rate rate[2])
{
    corr_query q[2];
    corr_err err = { 0 };
    corr_store *st = store_of_sides(q);

    if (corr_error_rate_of(st, q, "op", rate, &err))
        fail_msg("%s", err.what);
    corr_store_free(st);
}

static void measure_calls(const char *op, const char *request,
                          corr_span_rate rate[2])
{
    corr_query q[2];
    corr_err err = { 0 };
    corr_store *st = store_of_sides(q);

    if (corr_call_rate_of(st, q, op, request, rate, &err))
        fail_msg("%s", err.what);
    corr_store_free(st);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fmax(fabs(b), 1e-9)))
        fail_msg("%.12g is not %.12g", a, b);
}

/* ---- errors ------------------------------------------------------------- */

static void a_share_of_errors_has_the_interval_of_wilson(void **state)
{
    corr_span_rate r[2];
    double lo, hi;

    (void)state;
    begin_sides();
    for (unsigned i = 0; i < 100; i++)
        add_span(&side_text[0], 0, i < 15, "op");
    for (unsigned i = 0; i < 20; i++)
        add_span(&side_text[1], 0, false, "op");
    add_span(&side_text[1], 0, true, "another");
    measure_errors(r);
    assert_int_equal(r[0].n, 100);
    assert_int_equal(r[0].counted, 15);
    /* the traces differ by a hundredth more than their mean allows */
    stat_wilson(.15 * 99, 99, &lo, &hi);
    assert_near(r[0].at.value, .15);
    assert_near(r[0].at.lo, lo);
    assert_near(r[0].at.hi, hi);
    assert_int_equal(r[1].n, 20);
    assert_int_equal(r[1].counted, 0);
    stat_wilson(0, 20, &lo, &hi);
    assert_near(r[1].at.value, 0);
    assert_near(r[1].at.hi, hi);
}

/* Ten spans of a trace that fail together say no more than one. */
static void spans_of_a_trace_that_fail_together_count_as_one(void **state)
{
    corr_span_rate r[2];
    double lo, hi;

    (void)state;
    begin_sides();
    for (unsigned i = 0; i < 40; i++) {
        const unsigned up = add_span(&side_text[0], 0, false, "root");
        for (unsigned k = 0; k < 10; k++)
            add_span(&side_text[0], up, i < 10, "op");
    }
    add_span(&side_text[1], 0, false, "op");
    measure_errors(r);
    assert_int_equal(r[0].n, 400);
    stat_wilson(.25 * 39, 39, &lo, &hi);
    assert_near(r[0].at.lo, lo);
    assert_near(r[0].at.hi, hi);
}

/* ---- calls -------------------------------------------------------------- */

/* A request with so many calls, each with the callee's span of the same name. */
static void add_request(traces_text *t, unsigned calls)
{
    const unsigned root = add_span(t, 0, false, "root");
    const unsigned request = add_span(t, root, false, "POST /cart");

    for (unsigned i = 0; i < calls; i++) {
        const unsigned call = add_span(t, request, false, "GET /price");
        add_span(t, call, false, "GET /price");
    }
    add_span(t, root, false, "GET /price"); /* not of this request */
}

static void calls_are_counted_below_their_request(void **state)
{
    corr_span_rate r[2];

    (void)state;
    begin_sides();
    for (unsigned i = 0; i < 50; i++) {
        add_request(&side_text[0], 3);
        add_request(&side_text[1], i % 2 ? 2 : 6);
    }
    measure_calls("GET /price", "POST /cart", r);
    assert_int_equal(r[0].n, 50);
    assert_int_equal(r[0].traces, 50);
    assert_int_equal(r[0].counted, 150);
    assert_near(r[0].at.value, 3);
    assert_near(r[0].at.lo, 3); /* each makes three */
    assert_near(r[0].at.hi, 3);
    assert_near(r[1].at.value, 4);
    /* half of them are 2 off: an error of 2 / 7 */
    assert_near(r[1].at.hi, 4 * exp(STAT_Z95 * 2 / 7 / 4));
    assert_near(r[1].at.lo, 4 / exp(STAT_Z95 * 2 / 7 / 4));
    measure_calls(NULL, "POST /cart", r);
    assert_near(r[0].at.value, 6);
    measure_calls("GET /price", NULL, r); /* in each trace */
    assert_near(r[0].at.value, 4);
    measure_calls(NULL, NULL, r);
    assert_near(r[0].at.value, 9);
}

static void requests_without_a_call_bound_it_by_their_number(void **state)
{
    corr_span_rate r[2];

    (void)state;
    begin_sides();
    for (unsigned i = 0; i < 30; i++) {
        add_request(&side_text[0], 0);
        add_request(&side_text[1], 2);
    }
    measure_calls("GET /price", "POST /cart", r);
    assert_near(r[0].at.value, 0);
    assert_near(r[0].at.hi, 3.688879454113936 / 30);
    const corr_estimate ratio =
        corr_rate_ratio((corr_estimate[]){ r[0].at, r[1].at });
    assert_true(isinf(ratio.value) && isinf(ratio.hi));
    assert_near(ratio.lo, 2 * 30 / 3.688879454113936);
}

static void traces_that_lack_spans_are_left_out(void **state)
{
    corr_span_rate r[2];

    (void)state;
    begin_sides();
    for (unsigned i = 0; i < 30; i++)
        add_request(&side_text[0], 2);
    /* the caller of a request may be elsewhere, that of a call may not */
    add_text(&side_text[0], "trace 7000\n");
    add_span(&side_text[0], 0x7fff0, false, "POST /cart");
    add_text(&side_text[0], "trace 8000\n");
    add_span(&side_text[0], 0x7fff1, false, "POST /cart");
    add_span(&side_text[0], 0x7fff2, false, "GET /price");
    add_request(&side_text[1], 1);
    measure_calls("GET /price", "POST /cart", r);
    assert_int_equal(r[0].n, 31);
    assert_int_equal(r[0].counted, 60);
    assert_int_equal(r[0].partial, 1);
}

/* ---- ratios ------------------------------------------------------------- */

static void a_ratio_adds_the_distances_of_both_sides_squared(void **state)
{
    const corr_estimate at[2] = { { .1, .05, .2 }, { .3, .15, .6 } };
    const corr_estimate none[2] = { { 0, 0, .1 }, { 0, 0, .1 } };
    const corr_estimate r = corr_rate_ratio(at);

    (void)state;
    assert_near(r.value, 3);
    assert_near(r.lo, 3 * exp(-sqrt(2) * log(2)));
    assert_near(r.hi, 3 * exp(sqrt(2) * log(2)));
    assert_true(isnan(corr_rate_ratio(none).value));
}

static void rates_without_memory_are_refused(void **state)
{
    corr_query q[2];
    corr_span_rate r[2];

    (void)state;
    begin_sides();
    for (unsigned w = 0; w < 2; w++)
        add_request(&side_text[w], 2);
    corr_store *st = store_of_sides(q);
    assert_int_equal(corr_call_rate_of(st, q, "GET /price", NULL, r, NULL),
                     CORR_OK);
    for (long n = 1, more = true; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_code code =
            corr_call_rate_of(st, q, "GET /price", "POST /cart", r, &err);
        if (!code)
            code = corr_error_rate_of(st, q, "GET /price", r, &err);
        more = test_memory_failed();
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_of_errors_has_the_interval_of_wilson),
        cmocka_unit_test(spans_of_a_trace_that_fail_together_count_as_one),
        cmocka_unit_test(calls_are_counted_below_their_request),
        cmocka_unit_test(requests_without_a_call_bound_it_by_their_number),
        cmocka_unit_test(traces_that_lack_spans_are_left_out),
        cmocka_unit_test(a_ratio_adds_the_distances_of_both_sides_squared),
        cmocka_unit_test(rates_without_memory_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
