/* Tests of trace_diff: places, order of siblings, rows that sum. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_trace_diff.h"

#define MS INT64_C(1000000)

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w[2];
    corr_trace_diff *d;
    corr_trace_diff_facts f;
} fixture;

static uint32_t root_of(const corr_waterfall *w, uint64_t span)
{
    return span ? corr_waterfall_find(w, span)
                : corr_waterfall_facts_of(w).root;
}

/* Compares trace 1 with trace 2, from two spans on; 0: whole. */
static fixture diff_from(const char *text, uint64_t a, uint64_t b)
{
    corr_err err = { 0 };
    fixture f = { .st = test_store(&text, 1) };

    for (unsigned s = 0; s < 2; s++) {
        f.w[s] = corr_waterfall_of(
            f.st, (corr_trace_id){ TEST_TRACE.hi, s + 1 }, &err);
        if (!f.w[s])
            fail_msg("%s", err.what);
    }
    const uint32_t root[2] = { root_of(f.w[0], a), root_of(f.w[1], b) };
    f.d = corr_trace_diff_of((const corr_waterfall *const *)f.w, root, &err);
    if (!f.d)
        fail_msg("%s", err.what);
    f.f = corr_trace_diff_facts_of(f.d);
    return f;
}

static fixture diff_of(const char *text)
{
    return diff_from(text, 0, 0);
}

/* The changes of the paths of all rows, and of those that answer for others,
 * sum to the difference of the lengths. */
static void check_sums(const fixture *f)
{
    int64_t own = 0, all = 0;

    for (uint32_t i = 0; i < corr_trace_diff_size(f->d); i++) {
        const corr_trace_diff_row r = corr_trace_diff_at(f->d, i);
        own += r.side[1].path - r.side[0].path;
        if (r.owner == i)
            all += r.side[1].path_all - r.side[0].path_all;
        else
            assert_int_equal(r.side[0].path_all + r.side[1].path_all, 0);
    }
    assert_int_equal(own, f->f.length[1] - f->f.length[0]);
    assert_int_equal(all, own);
}

/* A line a row: "..slower SELECT 1-1 5-8 path 5-8". */
static const char *print(const fixture *f)
{
    static char out[4096];
    size_t n = 0;

    check_sums(f);
    out[0] = 0;
    for (uint32_t i = 0; i < corr_trace_diff_size(f->d); i++) {
        const corr_trace_diff_row r = corr_trace_diff_at(f->d, i);
        const corr_str name = r.side[r.side[1].spans ? 1 : 0].name;
        n += (size_t)snprintf(
            out + n, sizeof out - n,
            "%.*s%s%s %.*s x%lld-%lld %lld-%lld %s%lld-%lld%s\n", (int)r.depth,
            "........", r.apart ? "apart " : "",
            corr_span_change_name(r.change), CORR_STR_ARG(name),
            (long long)r.side[0].calls, (long long)r.side[1].calls,
            (long long)(r.side[0].total / MS),
            (long long)(r.side[1].total / MS),
            r.owner == i ? "path " : "owned ", (long long)(r.side[0].path / MS),
            (long long)(r.side[1].path / MS),
            r.together  ? " together"
            : r.renamed ? " renamed"
                        : "");
    }
    return out;
}

static void fixture_free(fixture *f)
{
    corr_trace_diff_free(f->d);
    corr_waterfall_free(f->w[0]);
    corr_waterfall_free(f->w[1]);
    corr_store_free(f->st);
}

#define ONE              "trace 1\n"
#define TWO              "trace 2\n"
#define ROOT(id, length) "span " id " 0 0 " length " web - 2 0 GET /\n"
#define SPAN(id, up, from, to, name)                                           \
    "span " id " " up " " from " " to " web - 1 0 " name "\n"

static void equal_traces_are_the_same(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                    TWO ROOT("b1", "100") SPAN("b2", "b1", "10", "30", "x"));

    (void)state;
    assert_string_equal(print(&f), "same GET / x1-1 100-100 path 80-80\n"
                                   ".same x x1-1 20-20 path 20-20\n");
    assert_true(f.f.same);
    assert_false(f.f.other);
    fixture_free(&f);
}

static void own_time_decides_what_is_slower(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                    SPAN("a3", "a2", "15", "25", "y") TWO ROOT("b1", "190")
                        SPAN("b2", "b1", "10", "125", "x")
                            SPAN("b3", "b2", "15", "120", "y"));

    (void)state;
    assert_string_equal(print(&f), "faster GET / x1-1 100-190 path 80-75\n"
                                   ".same x x1-1 20-115 path 10-10\n"
                                   "..slower y x1-1 10-105 path 10-105\n");
    assert_false(f.f.same);
    fixture_free(&f);
}

static void spans_below_a_new_one_are_in_its_row(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                    TWO ROOT("b1", "150") SPAN("b2", "b1", "10", "70", "call")
                        SPAN("b3", "b2", "20", "60", "serve")
                            SPAN("b4", "b3", "30", "50", "sql"));

    (void)state;
    assert_string_equal(print(&f), "slower GET / x1-1 100-150 path 80-90\n"
                                   ".gone x x1-0 20-0 path 20-0\n"
                                   ".new call x0-1 0-60 path 0-20\n"
                                   "..new serve x0-1 0-40 owned 0-20\n"
                                   "...new sql x0-1 0-20 owned 0-20\n");
    const corr_trace_diff_row r = corr_trace_diff_at(f.d, 2);
    assert_int_equal(r.owned, 2);
    assert_int_equal(r.side[1].path_all, 60 * MS);
    fixture_free(&f);
}

static void repeats_are_counted_and_what_they_call_with_them(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "call")
                    SPAN("a3", "a2", "15", "20", "sql") TWO ROOT("b1", "100")
                        SPAN("b2", "b1", "10", "30", "call")
                            SPAN("b3", "b2", "15", "20", "sql")
                                SPAN("b4", "b1", "40", "60", "call")
                                    SPAN("b5", "b4", "45", "50", "sql"));

    (void)state;
    assert_string_equal(print(&f), "faster GET / x1-1 100-100 path 80-60\n"
                                   ".more call x1-2 20-40 path 15-30\n"
                                   "..more sql x1-2 5-10 owned 5-10\n");
    fixture_free(&f);
}

static void equal_siblings_in_turn_are_paired_by_order(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "20", "x")
                    SPAN("a3", "a1", "20", "40", "x") TWO ROOT("b1", "100")
                        SPAN("b2", "b1", "10", "20", "x")
                            SPAN("b3", "b1", "30", "80", "x"));

    (void)state;
    assert_string_equal(print(&f), "faster GET / x1-1 100-100 path 70-40\n"
                                   ".same x x1-1 10-10 path 10-10\n"
                                   ".slower x x1-1 20-50 path 20-50\n");
    assert_int_equal(f.f.together + f.f.swapped, 0);
    fixture_free(&f);
}

static void equal_siblings_at_once_are_compared_together(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "20", "x")
                    SPAN("a3", "a1", "15", "40", "x") TWO ROOT("b1", "100")
                        SPAN("b2", "b1", "10", "20", "x")
                            SPAN("b3", "b1", "30", "80", "x"));

    (void)state;
    assert_string_equal(print(&f),
                        "faster GET / x1-1 100-100 path 75-40\n"
                        ".slower x x2-2 35-60 path 25-60 together\n");
    assert_int_equal(f.f.together, 1);
    fixture_free(&f);
}

static void siblings_in_another_order_are_known_by_what_they_call(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "20", "GET") SPAN(
            "a3", "a2", "10", "20", "price") SPAN("a4", "a1", "15", "40", "GET")
                    SPAN("a5", "a4", "20", "30", "stock") TWO ROOT("b1", "100")
                        SPAN("b2", "b1", "10", "35", "GET")
                            SPAN("b3", "b2", "15", "25", "stock")
                                SPAN("b4", "b1", "30", "90", "GET")
                                    SPAN("b5", "b4", "30", "90", "price"));

    (void)state;
    assert_string_equal(print(&f), "faster GET / x1-1 100-100 path 75-40\n"
                                   ".same GET x1-1 10-60 path 0-0\n"
                                   "..slower price x1-1 10-60 path 0-60\n"
                                   ".off_path GET x1-1 25-25 path 15-0\n"
                                   "..off_path stock x1-1 10-10 path 10-0\n");
    assert_int_equal(f.f.swapped, 1);
    assert_int_equal(f.f.together, 0);
    fixture_free(&f);
}

static void names_that_differ_in_numbers_match_if_no_other_does(void **state)
{
    fixture f = diff_of(
        ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "20", "GET /user/17/cart")
            SPAN("a3", "a1", "30", "40", "GET /item/1")
                SPAN("a4", "a1", "40", "50", "GET /item/2")
                    TWO ROOT("b1", "100")
                        SPAN("b2", "b1", "10", "20", "GET /user/3fa9/cart")
                            SPAN("b3", "b1", "30", "40", "GET /item/3"));

    (void)state;
    assert_string_equal(
        print(&f), "slower GET / x1-1 100-100 path 70-80\n"
                   ".same GET /user/3fa9/cart x1-1 10-10 path 10-10 renamed\n"
                   ".gone GET /item/1 x1-0 10-0 path 10-0\n"
                   ".gone GET /item/2 x1-0 10-0 path 10-0\n"
                   ".new GET /item/3 x0-1 0-10 path 0-10\n");
    assert_int_equal(f.f.renamed, 1);
    fixture_free(&f);
}

static void a_span_that_the_path_joins_is_not_slower(void **state)
{
    /* y ends last in the second trace, since x became faster */
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "0", "100", "x")
                    SPAN("a3", "a1", "0", "60", "y") TWO ROOT("b1", "60")
                        SPAN("b2", "b1", "0", "20", "x")
                            SPAN("b3", "b1", "0", "60", "y"));

    (void)state;
    assert_string_equal(print(&f), "same GET / x1-1 100-60 path 0-0\n"
                                   ".faster x x1-1 100-20 path 100-0\n"
                                   ".on_path y x1-1 60-60 path 0-60\n");
    fixture_free(&f);
}

static void spans_without_their_parent_stand_apart(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "ff", "10", "20", "x")
                    TWO ROOT("b1", "100") SPAN("b2", "ee", "10", "50", "x")
                        SPAN("b3", "b2", "10", "50", "y"));

    (void)state;
    assert_string_equal(print(&f), "same GET / x1-1 100-100 path 100-100\n"
                                   "apart faster x x1-1 10-40 path 0-0\n"
                                   ".apart new y x0-1 0-40 path 0-0\n");
    fixture_free(&f);
}

static void two_spans_are_compared_from_there_on(void **state)
{
    fixture f =
        diff_from(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                      SPAN("a3", "a2", "15", "25", "y") TWO ROOT("b1", "300")
                          SPAN("b9", "b1", "0", "299", "other")
                              SPAN("b2", "b1", "10", "60", "x")
                                  SPAN("b3", "b2", "15", "55", "y"),
                  0xa2, 0xb2);

    (void)state;
    assert_string_equal(print(&f), "same x x1-1 20-50 path 10-10\n"
                                   ".slower y x1-1 10-40 path 10-40\n");
    assert_int_equal(f.f.length[1], 50 * MS);
    fixture_free(&f);
}

static void roots_of_other_operations_are_compared_all_the_same(void **state)
{
    fixture f = diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                            TWO "span b1 0 0 90 web - 2 0 GET /cart\n" SPAN(
                                "b2", "b1", "10", "30", "x"));

    (void)state;
    assert_string_equal(print(&f),
                        "faster GET /cart x1-1 100-90 path 80-70 renamed\n"
                        ".same x x1-1 20-20 path 20-20\n");
    assert_true(f.f.other);
    assert_false(f.f.same);
    fixture_free(&f);
}

static void a_file_of_one_trace_and_no_profile_is_a_lone_trace(void **state)
{
    static const struct {
        const char *text;
        bool lone;
    } of[] = {
        { ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x"), true },
        { ONE ROOT("a1", "100") TWO ROOT("b1", "100"), false },
        { ONE ROOT("a1", "100") "kind cpu ns 10\n20 2 main;f\n", false },
        { "kind cpu ns 10\n20 2 main;f\n", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        corr_trace_id id = { 0 };
        corr_store *st = test_store(&of[i].text, 1);
        const unsigned group = store_input(st, 0)->group;
        assert_int_equal(corr_lone_trace(st, group, &id), of[i].lone);
        assert_false(corr_lone_trace(st, group + 1, &id));
        if (of[i].lone)
            assert_int_equal(id.lo, 1);
        corr_store_free(st);
    }
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f =
        diff_of(ONE ROOT("a1", "100") SPAN("a2", "a1", "10", "30", "x")
                    SPAN("a3", "a2", "15", "25", "y") TWO ROOT("b1", "190")
                        SPAN("b2", "b1", "10", "125", "x"));
    const corr_waterfall *const w[2] = { f.w[0], f.w[1] };
    const uint32_t below[2] = { 1, 1 };

    (void)state;
    ASSERT_MEMORY_IS_TOLD(corr_trace_diff,
                          corr_trace_diff_of(w, f.f.root, &err),
                          corr_trace_diff_free);
    ASSERT_MEMORY_IS_TOLD(corr_trace_diff, corr_trace_diff_of(w, below, &err),
                          corr_trace_diff_free);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_traces_are_the_same),
        cmocka_unit_test(own_time_decides_what_is_slower),
        cmocka_unit_test(spans_below_a_new_one_are_in_its_row),
        cmocka_unit_test(repeats_are_counted_and_what_they_call_with_them),
        cmocka_unit_test(equal_siblings_in_turn_are_paired_by_order),
        cmocka_unit_test(equal_siblings_at_once_are_compared_together),
        cmocka_unit_test(siblings_in_another_order_are_known_by_what_they_call),
        cmocka_unit_test(names_that_differ_in_numbers_match_if_no_other_does),
        cmocka_unit_test(a_span_that_the_path_joins_is_not_slower),
        cmocka_unit_test(spans_without_their_parent_stand_apart),
        cmocka_unit_test(two_spans_are_compared_from_there_on),
        cmocka_unit_test(roots_of_other_operations_are_compared_all_the_same),
        cmocka_unit_test(a_file_of_one_trace_and_no_profile_is_a_lone_trace),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
