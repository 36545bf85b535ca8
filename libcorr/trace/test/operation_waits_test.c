/* Tests of operations: means add up, tails too. */
#include "test/test_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "corr_trace.h"
#include "store/store.h"

#define MS INT64_C(1000000)

static corr_labels state_of(corr_build *b, corr_str state)
{
    corr_begin_labels(b);
    if (state.n)
        corr_push_label(b, CORR_STR("w3c.tracestate"), state);
    return corr_end_labels(b);
}

/* One trace a line: LENGTH SQL ROOT [STATE], of which SQL ms are in a child;
 * LENGTH is - where no end is recorded. */
static void add_trace(corr_build *b, uint64_t id, corr_str line)
{
    corr_str word[4] = { { 0 } };
    int64_t length = 0;
    int64_t sql = 0;

    for (size_t i = 0; i < 4; i++)
        corr_str_next(&line, ' ', &word[i]);
    corr_str_i64(word[0], &length);
    corr_str_i64(word[1], &sql);
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("service.name"), CORR_STR("web"));
    const corr_proc proc = corr_add_proc(b, corr_end_labels(b));
    corr_span_row row = { .trace = { 1, id },
                          .id = 16 * id,
                          .name = corr_add_text(b, word[2]),
                          .proc = proc,
                          .attrs = state_of(b, word[3]),
                          .start = 1000 * MS + 1,
                          .end = (1000 + length) * MS + 1,
                          .flags = corr_str_is(word[0], "-")
                                       ? CORR_SPAN_UNFINISHED
                                       : 0 };
    corr_add_span(b, &row);
    row.flags = 0;
    row.parent = row.id++;
    row.name = corr_add_text(b, CORR_STR("sql"));
    row.start += MS;
    row.end = row.start + sql * MS;
    if (sql)
        corr_add_span(b, &row);
}

static corr_code read_traces(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    corr_str line;

    (void)want;
    while (corr_src_line(in, &line))
        add_trace(b, corr_src_lineno(in), line);
    return corr_finish(in, b, err);
}

static int probe(const uint8_t *head, size_t n, bool whole)
{
    (void)head;
    (void)n;
    (void)whole;
    return 100;
}

static const corr_format format = {
    .name = "test", .title = "test", .probe = probe, .read = read_traces
};

static corr_store *store_of(const char *text)
{
    static const corr_format *const formats[] = { &format, NULL };
    char path[] = "/tmp/corr-test-XXXXXX";
    const char *const paths[] = { path };
    corr_err err = { 0 };
    corr_store *st = corr_store_new(formats, &err);
    const int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

    assert_true(st && f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(corr_load(st, paths, 1, NULL, &err), CORR_OK);
    remove(path);
    return st;
}

/* Ten of GET, of which one is slow by its sql; two of POST. */
static const char shop[] = "100 50 GET\n100 50 GET\n100 50 GET\n"
                           "100 50 GET\n100 50 GET\n100 50 GET\n"
                           "100 50 GET\n100 50 GET\n100 0 GET\n"
                           "500 440 GET\n"
                           "20 0 POST\n40 30 POST\n";

static void requests_without_an_end_are_counted_only(void **state)
{
    corr_err err = { 0 };
    corr_store *st = store_of("100 50 GET\n- 80 GET\n- 0 PUT\n");
    corr_operations *o = corr_operations_of(st, &(corr_query){ 0 }, &err);

    (void)state;
    assert_non_null(o);
    assert_int_equal(corr_operations_traces(o), 1);
    assert_int_equal(corr_operations_unended(o), 2);
    assert_int_equal(corr_operations_roots(o), 1);
    assert_int_equal(corr_operations_root(o, 0).p50, 100 * MS);
    assert_int_equal(corr_operations_trace(o, 0).lo, 1);
    assert_int_equal(corr_operations_trace(o, 2).lo, 3);
    corr_operations_free(o);
    corr_store_free(st);
}

static void means_and_tails_add_up(void **state)
{
    corr_err err = { 0 };
    corr_store *st = store_of(shop);
    corr_operations *o = corr_operations_of(st, &(corr_query){ 0 }, &err);

    (void)state;
    assert_non_null(o);
    assert_int_equal(corr_operations_traces(o), 12);
    assert_int_equal(corr_operations_roots(o), 2);
    const corr_root_operation get = corr_operations_root(o, 0);
    assert_true(corr_str_is(get.name, "GET"));
    assert_int_equal(get.traces, 10);
    assert_int_equal((int64_t)get.mean, 140 * MS);
    assert_int_equal(get.p50, 100 * MS);
    assert_int_equal(get.p95, 500 * MS);
    assert_int_equal((int64_t)get.tail, 400 * MS);
    assert_int_equal(get.n, 2);

    const corr_operation sql = corr_operations_at(o, get.first);
    assert_true(corr_str_is(sql.name, "sql"));
    assert_true(corr_str_is(sql.root, "GET"));
    assert_int_equal((int64_t)sql.mean, 84 * MS); /* (8 x 50 + 440) / 10 */
    assert_int_equal(sql.traces, 9);
    assert_int_equal(sql.of, 10);
    assert_int_equal(sql.p50, 50 * MS);
    assert_int_equal(sql.p95, 440 * MS);
    assert_true(sql.share > 0.599 && sql.share < 0.601);
    const corr_operation own = corr_operations_at(o, get.first + 1);
    assert_int_equal((int64_t)(own.mean + sql.mean), (int64_t)get.mean);
    assert_int_equal((int64_t)(own.tail + sql.tail), (int64_t)get.tail);
    corr_operations_free(o);
    corr_store_free(st);
}

/* The operations of GET, whose parts sum up to it. */
static corr_root_operation get_of(const char *text, uint32_t *traces)
{
    corr_err err = { 0 };
    corr_store *st = store_of(text);
    corr_operations *o = corr_operations_of(st, &(corr_query){ 0 }, &err);
    double mean = 0, tail = 0;

    assert_non_null(o);
    const corr_root_operation get = corr_operations_root(o, 0);
    *traces = get.traces;
    for (uint32_t i = 0; i < get.n; i++) {
        mean += corr_operations_at(o, get.first + i).mean;
        tail += corr_operations_at(o, get.first + i).tail;
    }
    assert_true(fabs(mean - get.mean) < 1);
    assert_true(fabs(tail - get.tail) < 1);
    corr_operations_free(o);
    corr_store_free(st);
    return get;
}

#define FAST    "100 50 GET\n"
#define FASTER  "60 50 GET\n"
#define FOUR(x) x x x x
#define KEPT    " ot=th:c\n" /* one of four */
#define SLOW    "500 440 GET\n"

static void one_that_was_kept_for_several_counts_as_so_many(void **state)
{
    uint32_t kept, all;
    const corr_root_operation a =
        get_of(FOUR(FAST FAST) "60 50 GET" KEPT "60 50 GET" KEPT
                               "60 50 GET" KEPT "60 50 GET" KEPT SLOW,
               &kept);
    const corr_root_operation b =
        get_of(FOUR(FAST FAST) FOUR(FOUR(FASTER)) SLOW, &all);

    (void)state;
    assert_int_equal(kept, 13);
    assert_int_equal(all, 25);
    assert_true(fabs(a.stand - 25) < 1e-9 && fabs(b.stand - 25) < 1e-9);
    assert_true(fabs(a.mean - b.mean) < 1e-3);
    assert_int_equal(a.p50, 60 * MS);
    assert_int_equal(b.p50, 60 * MS);
    assert_int_equal(a.p95, b.p95);
    assert_true(fabs(a.tail - b.tail) < 1e-3);
}

static void of_a_handful_of_traces_there_is_no_tail(void **state)
{
    corr_err err = { 0 };
    corr_store *st = store_of(shop);
    corr_operations *o = corr_operations_of(st, &(corr_query){ 0 }, &err);

    (void)state;
    assert_non_null(o);
    const corr_root_operation post = corr_operations_root(o, 1);
    assert_int_equal(post.traces, 2);
    assert_true(post.tail != post.tail);
    corr_operations_free(o);
    corr_store_free(st);
}

static void a_question_about_spans_picks_their_traces(void **state)
{
    corr_err err = { 0 };
    corr_store *st = store_of(shop);
    corr_operations *o =
        corr_operations_of(st, &(corr_query){ .op = "POST" }, &err);

    (void)state;
    assert_non_null(o);
    assert_int_equal(corr_operations_traces(o), 2);
    assert_int_equal(corr_operations_roots(o), 1);
    assert_int_equal(corr_operations_trace(o, 0).lo, 11);
    corr_operations_free(o);
    o = corr_operations_of(st, &(corr_query){ .op = "PUT" }, &err);
    assert_non_null(o);
    assert_int_equal(corr_operations_traces(o), 0);
    assert_int_equal(corr_operations_size(o), 0);
    corr_operations_free(o);
    corr_store_free(st);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    corr_store *st = store_of(shop);

    (void)state;
    corr_operations_free(corr_operations_of(st, &(corr_query){ 0 }, NULL));
    ASSERT_MEMORY_IS_TOLD(corr_operations,
                          corr_operations_of(st, &(corr_query){ 0 }, &err),
                          corr_operations_free);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_without_an_end_are_counted_only),
        cmocka_unit_test(means_and_tails_add_up),
        cmocka_unit_test(one_that_was_kept_for_several_counts_as_so_many),
        cmocka_unit_test(of_a_handful_of_traces_there_is_no_tail),
        cmocka_unit_test(a_question_about_spans_picks_their_traces),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
