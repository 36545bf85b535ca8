/* Tests of retries: what was tried again, and what only looks like it. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

typedef struct fixture {
    corr_store *st;
    corr_waterfall *w;
    corr_retries *r;
} fixture;

static fixture retries_of(const char *text)
{
    corr_err err = { 0 };
    fixture f = { .st = test_store(&text, 1) };

    f.w = corr_waterfall_of(f.st, TEST_TRACE, &err);
    f.r = f.w ? corr_retries_of(f.w, &err) : NULL;
    if (!f.r)
        fail_msg("%s", err.what);
    return f;
}

static void fixture_free(fixture *f)
{
    corr_retries_free(f->r);
    corr_waterfall_free(f->w);
    corr_store_free(f->st);
}

/* "sN..sN tries worked lost" a line, ms. */
static const char *print(const fixture *f)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_retries_size(f->r); i++) {
        const corr_retry r = corr_retries_at(f->r, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "s%u..s%u %u %s %lld\n",
                              corr_waterfall_at(f->w, r.first).handle,
                              corr_waterfall_at(f->w, r.last).handle, r.tries,
                              r.worked ? "worked" : "failed",
                              (long long)(r.lost / MS));
    }
    return out;
}

#define ROOT "span 00000000000000a1 0 0 1000 web - 1 0 GET /\n"
#define CALL(id, from, to, status)                                             \
    "span 00000000000000" id " 00000000000000a1 " from " " to                  \
    " web - 3 " status " pay\n"

static const char two_failed[] =
    ROOT CALL("a2", "10", "100", "2") CALL("a3", "120", "200", "2")
        CALL("a4", "260", "300", "1") CALL("a5", "400", "500", "0");

static void the_first_that_works_ends_the_row(void **state)
{
    fixture f = retries_of(two_failed);

    (void)state;
    assert_string_equal(print(&f), "s2..s4 3 worked 250\n");
    fixture_free(&f);
}

static void a_row_that_never_works_is_told_too(void **state)
{
    fixture f = retries_of(ROOT CALL("a2", "10", "100", "2")
                               CALL("a3", "120", "200", "2"));

    (void)state;
    assert_string_equal(print(&f), "s2..s3 2 failed 190\n");
    fixture_free(&f);
    f = retries_of(ROOT CALL("a2", "10", "100", "2"));
    assert_string_equal(print(&f), "");
    fixture_free(&f);
}

static void calls_at_once_are_no_retries(void **state)
{
    fixture f = retries_of(ROOT CALL("a2", "10", "100", "2")
                               CALL("a3", "20", "90", "1"));

    (void)state;
    assert_string_equal(print(&f), "");
    fixture_free(&f);
}

static void another_operation_in_between_does_not_matter(void **state)
{
    fixture f = retries_of(
        ROOT CALL("a2", "10", "100",
                  "2") "span 00000000000000b1 00000000000000a1 100 110 web - 1 "
                       "0 sleep\n" CALL("a3", "120", "200", "1"));

    (void)state;
    assert_string_equal(print(&f), "s2..s4 2 worked 110\n");
    fixture_free(&f);
}

static void another_peer_is_another_call(void **state)
{
    fixture f = retries_of(ROOT "tag server.address one\n" CALL(
        "a2", "10", "100",
        "2") "tag server.address two\n" CALL("a3", "120", "200",
                                             "1") "tag server.address "
                                                  "one\n" CALL("a4", "220",
                                                               "300", "1"));

    (void)state;
    assert_string_equal(print(&f), "s2..s4 2 worked 210\n");
    fixture_free(&f);
}

static void the_same_call_of_another_parent_is_another_row(void **state)
{
    fixture f = retries_of(ROOT CALL(
        "a2", "10", "100",
        "2") "span 00000000000000b1 00000000000000a2 20 30 web - 3 2 pay\n"
             "span 00000000000000b2 00000000000000a2 40 50 web - 3 1 "
             "pay\n" CALL("a3", "120", "200", "1"));

    (void)state;
    assert_string_equal(print(&f), "s2..s5 2 worked 110\n"
                                   "s3..s4 2 worked 20\n");
    fixture_free(&f);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    fixture f = retries_of(two_failed);

    (void)state;
    ASSERT_MEMORY_IS_TOLD(corr_retries, corr_retries_of(f.w, &err),
                          corr_retries_free);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_works_ends_the_row),
        cmocka_unit_test(a_row_that_never_works_is_told_too),
        cmocka_unit_test(calls_at_once_are_no_retries),
        cmocka_unit_test(another_operation_in_between_does_not_matter),
        cmocka_unit_test(another_peer_is_another_call),
        cmocka_unit_test(the_same_call_of_another_parent_is_another_row),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
