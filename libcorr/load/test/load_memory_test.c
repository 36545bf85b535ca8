/* Tests the whole way from files to a selection, with each allocation failing
 * in turn: the call fails with CORR_ENOMEM and leaks nothing. */
#include "test/testing.h"

#include "select/select.h"
#include "test/test_memory.h"

#define SHOP "service.name=shop, host.name=a"

static void traces(corr_build *b)
{
    const corr_span s = testing_span(b, 1, 0x12, 0x11, 10, 20, SHOP);

    testing_full_span(
        b, &(testing_span_row){ .trace = 1,
                                .id = 0x11,
                                .to = 100,
                                .proc = SHOP,
                                .attrs = "profile.file=1, thread.name=t" });
    corr_add_event(b, s, 1, corr_add_text(b, CORR_STR("e")),
                   (corr_labels){ 0 });
    corr_add_link(b, s, testing_trace(2), 5, (corr_labels){ 0 });
}

static void profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "main;late", 50, "span_id=11, thread=t");
    testing_sample(b, cpu, "main;early\xff", 15, "span_id=12, x=#5");
    testing_sample(b, cpu, "main", NAN, "span_id=11, time=#5");
    for (int i = 0; i < 4; i++)
        testing_sample(b, cpu, "main;named", 60, "thread name=t");
    corr_warn(b, 1, "a warning");
}

static char dir[] = "/tmp/corr-memory-XXXXXX";
static char path[2][64];

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(dir));
    testing_fills[0] = traces;
    testing_fills[1] = profile;
    for (int i = 0; i < 2; i++) {
        const char text[] = { (char)('0' + i), '\n' };
        snprintf(path[i], sizeof path[i], "%s/%d", dir, i);
        testing_write(path[i], text, sizeof text);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path[0]);
    unlink(path[1]);
    return rmdir(dir);
}

/* Runs the questions up to the first failure; *sum sums the answers. */
static corr_code ask(corr_store *st, int64_t *sum, corr_err *err)
{
    const char *const paths[] = { path[0], path[1] };
    const corr_query queries[] = {
        { .group = 0 },
        { .trace = testing_trace(1), .span = 0x12 },
        { .focus = "main", .thread = "t" },
        { .joined = true, .every_kind = true },
    };
    corr_hit hit;
    corr_code code =
        corr_load(st, paths, 2, &(corr_load_opts){ .jobs = 1 }, err);

    if (!code)
        code = corr_prepare(st, err);
    for (size_t i = 0; !code && i < countof(queries); i++) {
        corr_sel *sel = corr_sel_of(st, &queries[i], err);
        code = sel ? CORR_OK : err->code;
        *sum += sel ? corr_sel_facts_of(sel).total : 0;
        corr_sel_free(sel);
    }
    if (!code)
        code = corr_find(st, "a0a0", &hit, err);
    const size_t services = code ? 0 : corr_services(st);
    const size_t joins = code ? 0 : corr_joins(st);
    for (size_t i = 0; i < joins; i++) /* most by rung F1 */
        *sum += corr_join_at(st, i).observations;
    *sum += (int64_t)(services * 1000 + joins * 10000);
    return !code && (!services || !joins) ? CORR_ENOMEM : code;
}

/* The sum of a run without failures. */
static int64_t undisturbed(void)
{
    corr_err err = { 0 };
    int64_t sum = 0;
    corr_store *st = corr_store_new(testing_formats, NULL);

    assert_non_null(st);
    assert_int_equal(ask(st, &sum, &err), CORR_OK);
    corr_store_free(st);
    return sum;
}

static void every_allocation_may_fail(void **state)
{
    const int64_t want = undisturbed();
    bool failed = true;

    (void)state;
    for (long n = 1; failed; n++) {
        corr_err err = { 0 };
        int64_t sum = 0;

        assert_true(n < 100000);
        test_memory_arm(n);
        corr_store *st = corr_store_new(testing_formats, &err);
        const corr_code code = st ? ask(st, &sum, &err) : err.code;
        corr_store_free(st);
        failed = test_memory_failed();
        const long kept = test_memory_disarm();
        if (kept)
            fail_msg("%ld blocks are kept after allocation %ld", kept, n);
        if (failed && code != CORR_ENOMEM && code != CORR_OK)
            fail_msg("allocation %ld: %s: %s", n, corr_code_name(code),
                     err.what);
        assert_true(failed || code == CORR_OK);
        if (code == CORR_OK && sum != want)
            fail_msg("allocation %ld: %lld is not %lld", n, (long long)sum,
                     (long long)want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
