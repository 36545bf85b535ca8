/* Tests of slices and merges out of memory: each allocation that fails ends the
 * work with that code, and no file stays. */
#include "test/test_memory.h"

#include "test/cut_test.h"

#include <limits.h>

static const char *const file[][3] = {
    { "testdata/pprof/order-labels.pb.gz", "testdata/pprof/order-labels.pb.gz",
      "main.matchRule" },
    { "testdata/collapsed/py-spy.folded", "testdata/collapsed/py-spy.folded",
      "select" },
    { "testdata/trace/order.json", "testdata/trace/parallel.json", NULL },
};

/* Sets up c with both files, outside of what is counted. */
static void load(cutting *c, const char *const *path)
{
    assert_non_null(c->st = corr_store_new(corr_builtin_formats, &c->err));
    assert_int_equal(
        corr_load(c->st, path, 2, &(corr_load_opts){ .jobs = 1 }, &c->err),
        CORR_OK);
    assert_int_equal(corr_prepare(c->st, &c->err), CORR_OK);
}

/* Makes a slice of them, or a merge, with the n-th allocation failing; false:
 * all of them succeeded.  If the C library can do without it, as for sorting,
 * leaves the answer as it is: of that size. */
static bool fails_at(cutting *c, const corr_query *q, long n, size_t *size)
{
    const corr_slice_opts none = { 0 };

    c->err = (corr_err){ 0 };
    c->code = CORR_OK;
    c->got = (corr_str){ 0 };
    test_memory_arm(n);
    c->s = q ? corr_slice_of(c->st, q, &none, &c->err)
             : corr_slice_merge(c->st, &none, &c->err);
    cut_write(c);
    const bool failed = test_memory_failed();
    const size_t got = c->got.n;
    corr_slice_free(c->s);
    if (corr_out_close(c->out, NULL))
        c->code = c->code ? c->code : CORR_ENOMEM;
    const long left = test_memory_disarm();
    if (!failed)
        *size = got;
    if (failed && c->code != CORR_ENOMEM && (c->code || got != *size))
        fail_msg("allocation %ld: code %d, %s", n, (int)c->code, c->err.what);
    if (left != 0)
        fail_msg("allocation %ld: %ld blocks are left", n, left);
    c->s = NULL;
    c->out = NULL;
    return failed;
}

static void check(cutting *c, const corr_query *q)
{
    size_t size = 0;

    assert_false(fails_at(c, q, LONG_MAX, &size));
    assert_int_equal(c->code, CORR_OK);
    assert_true(size > 0);
    for (long n = 1; fails_at(c, q, n, &size); n++)
        continue;
    assert_int_equal(c->code, CORR_OK);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        const corr_query q = { .focus = file[i][2], .slowest = !file[i][2] };
        cutting c = { 0 };

        load(&c, file[i]);
        check(&c, NULL);
        check(&c, &q);
        corr_store_free(c.st);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
