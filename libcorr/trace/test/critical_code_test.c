/* Tests of pathcode: which samples are on the critical path, and how much of
 * each. */
#include "test/testing.h"

#include "corr_trace.h"
#include "test/test_memory.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"

/* root 11 [0,100): on the path in [0,10) and [60,100)
 *   main 12 [10,60): on the path all the time
 *   side 13 [10,40): never */
static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 60, SHOP);
    testing_span(b, 1, 0x13, 0x11, 10, 40, SHOP);
}

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w;
    corr_sel *sel;
    corr_path_code *c;
} fixture;

static fixture code_of(testing_fill *profile)
{
    corr_err err = { 0 };
    fixture f = { .st = testing_store(traces, profile) };
    const corr_query q = { .trace = testing_trace(1), .reach = CORR_REQUEST };

    f.w = corr_waterfall_of(f.st, testing_trace(1), &err);
    f.sel = corr_sel_of(f.st, &q, &err);
    f.c = f.w && f.sel ? corr_path_code_of(f.w, f.sel, &(corr_show){ 0 }, &err)
                       : NULL;
    if (!f.c)
        fail_msg("%s", err.what);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_path_code_free(f->c);
    corr_sel_free(f->sel);
    corr_waterfall_free(f->w);
    corr_store_free(f->st);
}

/* "sN function ns n [scaled] [request]" a line */
static const char *print(const fixture *f)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_path_code_size(f->c); i++) {
        const corr_path_row v = corr_path_code_at(f->c, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "s%u %.*s %lld %lld%s%s\n",
            corr_waterfall_at(f->w, v.span).handle,
            CORR_STR_ARG(v.frame.function), (long long)v.ns, (long long)v.obs,
            v.scaled ? " scaled" : "", v.request ? " request" : "");
    }
    return out;
}

static void timed(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "top;early", 5, "span_id=11");
    testing_sample(b, cpu, "top;busy", 15, "span_id=12");
    testing_sample(b, cpu, "top;busy", 25, "span_id=12");
    testing_sample(b, cpu, "top;elsewhere", 20, "span_id=13");
    testing_sample(b, cpu, "top;waiting", 30, "span_id=11");
    testing_sample(b, cpu, "top;late", 95, "span_id=11");
}

static void a_sample_counts_if_its_span_was_on_the_path_then(void **state)
{
    fixture f = code_of(timed);

    (void)state;
    assert_string_equal(print(&f), "s2 busy 20 2\n"
                                   "s1 early 10 1\n"
                                   "s1 late 10 1\n");
    const corr_path_row busy = corr_path_code_at(f.c, 0);
    assert_true(busy.share > 0.99);
    assert_true(busy.lo > 0.3 && busy.lo < 0.4);
    assert_true(corr_path_code_at(f.c, 1).share < 0.51);
    fixture_free(&f);
}

static void timeless(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_sample(b, cpu, "busy", NAN, "span_id=12");
    testing_sample(b, cpu, "elsewhere", NAN, "span_id=13");
    testing_sample(b, cpu, "elsewhere", NAN, "span_id=13");
    testing_sample(b, cpu, "elsewhere", NAN, "span_id=13");
}

static void a_sample_without_a_time_counts_by_the_part_of_its_span(void **state)
{
    fixture f = code_of(timeless);

    (void)state;
    assert_string_equal(print(&f), "s2 busy 10 1 scaled\n");
    fixture_free(&f);
}

/* Only the root is ever named: labels are of the request. */
static void rooted(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    for (int i = 0; i < 13; i++)
        testing_sample(b, cpu, "work", NAN, "span_id=11");
}

static void a_request_label_counts_for_all_its_spans(void **state)
{
    fixture f = code_of(rooted);

    (void)state;
    /* own times 50 + 50 + 30, of which 100 on the path: 130 x 100 / 130 */
    assert_string_equal(print(&f), "s1 work 100 13 scaled request\n");
    fixture_free(&f);
}

static void bytes(corr_build *b)
{
    const corr_kind heap = testing_kind(b, "alloc_bytes", 0);

    testing_sample(b, heap, "work", 15, "span_id=12");
}

static void what_is_not_time_is_not_on_a_path(void **state)
{
    fixture f = code_of(bytes);

    (void)state;
    assert_int_equal(corr_path_code_size(f.c), 0);
    fixture_free(&f);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f = code_of(timed);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        corr_path_code, corr_path_code_of(f.w, f.sel, &(corr_show){ 0 }, &err),
        corr_path_code_free);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_counts_if_its_span_was_on_the_path_then),
        cmocka_unit_test(
            a_sample_without_a_time_counts_by_the_part_of_its_span),
        cmocka_unit_test(a_request_label_counts_for_all_its_spans),
        cmocka_unit_test(what_is_not_time_is_not_on_a_path),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
