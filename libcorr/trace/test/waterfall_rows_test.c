/* Tests of spanrows: folding, blocks, limits. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w;
    corr_span_rows *r;
} fixture;

static fixture rows_of(const char *text, corr_span_rows_opts opts)
{
    corr_err err = { 0 };
    fixture f = { .st = test_store(&text, 1) };

    f.w = corr_waterfall_of(f.st, TEST_TRACE, &err);
    f.r = f.w ? corr_span_rows_of(f.w, &opts, &err) : NULL;
    if (!f.r)
        fail_msg("%s", err.what);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_span_rows_free(f->r);
    corr_waterfall_free(f->w);
    corr_store_free(f->st);
}

static int print_row(const fixture *f, uint32_t i, char *out, size_t size)
{
    static const char *const block[] = { "", "async ", "other ", "orphan " };
    const corr_span_row_view v = corr_span_rows_at(f->r, i);

    if (v.span == UINT32_MAX)
        return snprintf(out, size, "%s%llx missing\n", block[v.block],
                        (unsigned long long)v.missing);
    const corr_span_view s = corr_waterfall_at(f->w, v.span);
    return snprintf(out, size, "%s%.*s%c s%u %.*s x%u %lld\n", block[v.block],
                    (int)v.depth, "........", v.is_last ? '`' : '|', s.handle,
                    CORR_STR_ARG(s.name), v.n, (long long)(v.total / MS));
}

static const char *print(const fixture *f)
{
    static char out[4096];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_span_rows_size(f->r); i++)
        n += (size_t)print_row(f, i, out + n, sizeof out - n);
    return out;
}

#define ROOT "span 00000000000000a1 0 0 1000 web - 1 0 GET /\n"
#define ITEM(id, from, to, status)                                             \
    "span 00000000000000" id " 00000000000000a1 " from " " to                  \
    " web - 1 " status " item\n"
#define ITEMS                                                                  \
    ITEM("b1", "100", "110", "0")                                              \
    ITEM("b2", "120", "150", "2") ITEM("b3", "160", "180", "0")

static const corr_span_rows_opts plain = { .keep = UINT32_MAX };

static void three_alike_are_shown_one_by_one(void **state)
{
    fixture f = rows_of(ROOT ITEMS, plain);

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   ".| s2 item x1 10\n"
                                   ".| s3 item x1 30\n"
                                   ".` s4 item x1 20\n");
    fixture_free(&f);
}

static void four_alike_are_one_row(void **state)
{
    const char *text =
        ROOT ITEMS "span 00000000000000c1 00000000000000a1 155 158 web - 1 0 "
                   "other\n" ITEM("b4", "170", "210", "0");
    fixture f = rows_of(text, plain);

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   ".| s2 item x4 100\n"
                                   ".` s4 other x1 3\n");
    const corr_span_row_view v = corr_span_rows_at(f.r, 1);
    assert_int_equal(v.least, 10 * MS);
    assert_int_equal(v.most, 40 * MS);
    assert_int_equal(v.failed, 1);
    assert_int_equal(v.to - v.from, 110 * MS);
    assert_false(v.in_turn); /* b4 begins before b3 has ended */
    uint32_t n = 0;
    for (uint32_t i = v.span; i != UINT32_MAX; i = corr_span_rows_next(f.r, i))
        n++;
    assert_int_equal(n, 4);
    fixture_free(&f);
    f = rows_of(text,
                (corr_span_rows_opts){ .unfold = true, .keep = UINT32_MAX });
    assert_int_equal(corr_span_rows_size(f.r), 6);
    fixture_free(&f);
}

static void children_of_a_folded_row_are_put_together(void **state)
{
    fixture f =
        rows_of(ROOT ITEMS ITEM("b4", "190", "200",
                                "0") "span 00000000000000d1 00000000000000b1 "
                                     "101 102 web - 1 0 sql\n"
                                     "span 00000000000000d2 00000000000000b3 "
                                     "161 165 web - 1 0 sql\n"
                                     "span 00000000000000d3 00000000000000b2 "
                                     "121 122 web - 1 0 log\n"
                                     "span 00000000000000d4 00000000000000d1 "
                                     "101 102 web - 1 0 net\n",
                plain);

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   ".` s2 item x4 70\n"
                                   "..| s3 sql x2 5\n"
                                   "...` s4 net x1 1\n"
                                   "..` s6 log x1 1\n");
    assert_true(corr_span_rows_at(f.r, 1).in_turn);
    fixture_free(&f);
}

static void what_does_not_delay_the_answer_stands_apart(void **state)
{
    fixture f = rows_of(
        "span 00000000000000a1 0 0 1000 web - 4 0 GET /\n"
        "span 00000000000000a2 00000000000000a1 100 200 web - 1 0 sql\n"
        "span 00000000000000a3 00000000000000a1 900 1400 web - 5 0 audit\n"
        "span 00000000000000a4 00000000000000a3 950 1000 web - 1 0 write\n",
        plain);

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   ".` s2 sql x1 100\n"
                                   "async ` s3 audit x1 500\n"
                                   "async .` s4 write x1 50\n");
    fixture_free(&f);
}

static void orphans_stand_below_the_parent_they_miss(void **state)
{
    fixture f = rows_of(
        ROOT "span 00000000000000b1 00000000000000ee 100 200 web - 1 0 a\n"
             "span 00000000000000b2 00000000000000ff 110 200 web - 1 0 b\n"
             "span 00000000000000b3 00000000000000ee 120 200 web - 1 0 c\n"
             "span 00000000000000b4 00000000000000b3 130 140 web - 1 0 d\n"
             "span 00000000000000b5 0 300 400 web - 1 0 cron\n",
        plain);

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   "other ` s6 cron x1 100\n"
                                   "orphan ee missing\n"
                                   "orphan .| s2 a x1 100\n"
                                   "orphan .` s4 c x1 80\n"
                                   "orphan ..` s5 d x1 10\n"
                                   "orphan ff missing\n"
                                   "orphan .` s3 b x1 90\n");
    fixture_free(&f);
}

static const char deep[] =
    ROOT "span 00000000000000b1 00000000000000a1 0 300 web - 1 0 a\n"
         "span 00000000000000b2 00000000000000b1 0 290 web - 1 0 b\n"
         "span 00000000000000b3 00000000000000a1 350 400 web - 1 0 c\n"
         "span 00000000000000b4 00000000000000a1 400 420 web - 1 0 d\n";

static void with_little_room_the_path_is_kept(void **state)
{
    uint32_t left;
    int64_t critical;
    fixture f = rows_of(
        deep, (corr_span_rows_opts){ .max_rows = 3, .keep = UINT32_MAX });

    (void)state;
    assert_string_equal(print(&f), "` s1 GET / x1 1000\n"
                                   ".` s2 a x1 300\n"
                                   "..` s3 b x1 290\n");
    assert_int_equal(corr_span_rows_left(f.r, &left, &critical), 2);
    assert_int_equal(left, 2);
    assert_int_equal(critical, 70 * MS);
    fixture_free(&f);
}

static void the_span_that_was_asked_for_is_kept(void **state)
{
    corr_err err = { 0 };
    fixture f = rows_of(deep, plain);

    (void)state;
    const uint32_t d = corr_waterfall_find(f.w, 0xb4);
    corr_span_rows *r = corr_span_rows_of(
        f.w, &(corr_span_rows_opts){ .max_rows = 2, .keep = d }, &err);
    assert_non_null(r);
    assert_int_equal(corr_span_rows_size(r), 2);
    assert_true(corr_span_rows_at(r, 1).holds);
    assert_false(corr_span_rows_at(r, 0).holds);
    assert_int_equal(corr_span_rows_at(r, 1).span, d);
    corr_span_rows_free(r);
    fixture_free(&f);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f = rows_of(deep, plain);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(
        corr_span_rows,
        corr_span_rows_of(f.w, &(corr_span_rows_opts){ .max_rows = 3 }, &err),
        corr_span_rows_free);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_alike_are_shown_one_by_one),
        cmocka_unit_test(four_alike_are_one_row),
        cmocka_unit_test(children_of_a_folded_row_are_put_together),
        cmocka_unit_test(what_does_not_delay_the_answer_stands_apart),
        cmocka_unit_test(orphans_stand_below_the_parent_they_miss),
        cmocka_unit_test(with_little_room_the_path_is_kept),
        cmocka_unit_test(the_span_that_was_asked_for_is_kept),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
