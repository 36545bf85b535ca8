/* Tests of gaps: stretches without a record. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w;
    corr_gaps *g;
} fixture;

static fixture gaps_of(const char *text, int64_t least_ms)
{
    corr_err err = { 0 };
    fixture f = { .st = test_store(&text, 1) };

    f.w = corr_waterfall_of(f.st, TEST_TRACE, &err);
    f.g = f.w ? corr_gaps_of(f.w, least_ms * MS, &err) : NULL;
    if (!f.g)
        fail_msg("%s", err.what);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_gaps_free(f->g);
    corr_waterfall_free(f->w);
    corr_store_free(f->st);
}

/* "sN FROM-TO before sN after sN critical" a line, ms. */
static const char *print(const fixture *f)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_gaps_size(f->g); i++) {
        const corr_gap g = corr_gaps_at(f->g, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "s%u %lld-%lld %d %d %lld\n",
            corr_waterfall_at(f->w, g.span).handle, (long long)(g.from / MS),
            (long long)(g.to / MS),
            g.before == UINT32_MAX
                ? 0
                : (int)corr_waterfall_at(f->w, g.before).handle,
            g.after == UINT32_MAX
                ? 0
                : (int)corr_waterfall_at(f->w, g.after).handle,
            (long long)(g.critical / MS));
    }
    return out;
}

static const char shop[] =
    "span 00000000000000a1 0 0 1000 web - 1 0 GET /\n"
    "span 00000000000000a2 00000000000000a1 200 500 web - 1 0 a\n"
    "span 00000000000000a3 00000000000000a1 300 450 web - 1 0 b\n"
    "span 00000000000000a4 00000000000000a1 530 700 web - 1 0 c\n";

static void the_longest_comes_first_and_short_ones_are_left_out(void **state)
{
    fixture f = gaps_of(shop, 50);

    (void)state;
    assert_string_equal(print(&f), "s1 700-1000 4 0 300\n"
                                   "s1 0-200 0 2 200\n");
    fixture_free(&f);
    f = gaps_of(shop, 1);
    assert_int_equal(corr_gaps_size(f.g), 3);
    assert_string_equal(print(&f), "s1 700-1000 4 0 300\n"
                                   "s1 0-200 0 2 200\n"
                                   "s1 500-530 2 4 30\n");
    fixture_free(&f);
}

static void a_span_without_children_has_none(void **state)
{
    fixture f = gaps_of("span 00000000000000a1 0 0 1000 web - 1 0 GET /\n", 1);

    (void)state;
    assert_int_equal(corr_gaps_size(f.g), 0);
    fixture_free(&f);
}

static void a_gap_off_the_path_says_so(void **state)
{
    fixture f = gaps_of(
        "span 00000000000000a1 0 0 1000 web - 1 0 GET /\n"
        "span 00000000000000a2 00000000000000a1 0 400 web - 1 0 side\n"
        "span 00000000000000a3 00000000000000a2 0 100 web - 1 0 in it\n"
        "span 00000000000000a4 00000000000000a1 0 1000 web - 1 0 main\n",
        50);

    (void)state;
    assert_string_equal(print(&f), "s2 100-400 3 0 0\n");
    fixture_free(&f);
}

static void asynchronous_work_has_no_holes(void **state)
{
    fixture f = gaps_of(
        "span 00000000000000a1 0 0 1000 web - 4 0 GET /\n"
        "span 00000000000000a2 00000000000000a1 900 3000 web - 5 0 mail\n"
        "span 00000000000000a3 00000000000000a2 900 1000 web - 1 0 smtp\n",
        50);

    (void)state;
    assert_string_equal(print(&f), "s1 0-900 0 2 900\n");
    fixture_free(&f);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f = gaps_of(shop, 1);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(corr_gaps, corr_gaps_of(f.w, 1, &err),
                          corr_gaps_free);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_comes_first_and_short_ones_are_left_out),
        cmocka_unit_test(a_span_without_children_has_none),
        cmocka_unit_test(a_gap_off_the_path_says_so),
        cmocka_unit_test(asynchronous_work_has_no_holes),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
