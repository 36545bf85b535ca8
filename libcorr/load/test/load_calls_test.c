/* Tests of load_calls and call: sides of calls, and the calls that are
 * sampled. */
#include "load/load_calls.h"

#include "model/call.h"

#include "corr_builtin.h"
#include "test/testing.h"

static span_row side_of(unsigned kind, unsigned flags)
{
    return (span_row){ .trace = { 1, 2 },
                       .id = 7,
                       .parent = 5,
                       .start = moment_at(10),
                       .end = moment_at(20),
                       .kind = (uint8_t)kind,
                       .flags = (uint8_t)flags };
}

static void both_sides_of_a_call_know_its_id(void **state)
{
    static const struct {
        unsigned kind, flags;
        uint64_t call; /* 0: no side */
    } rows[] = {
        { CORR_SPAN_CLIENT, 0, 7 },
        { CORR_SPAN_PRODUCER, 0, 7 },
        { CORR_SPAN_SERVER, 0, 5 },
        { CORR_SPAN_CONSUMER, 0, 5 },
        { CORR_SPAN_SERVER, CORR_SPAN_SHARED, 7 },
        { CORR_SPAN_INTERNAL, 0, 0 },
        { CORR_SPAN_UNSPECIFIED, 0, 0 },
        { CORR_SPAN_CLIENT, CORR_SPAN_UNFINISHED, 0 },
        { CORR_SPAN_SERVER, CORR_SPAN_RECORDED, 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        const span_row span = side_of(rows[i].kind, rows[i].flags);
        call_row call = { .call = 0 };
        assert_int_equal(call_side_of(&span, &call), rows[i].call != 0);
        assert_int_equal(call.call, rows[i].call);
        assert_int_equal(call.span, rows[i].call ? 7 : 0);
    }
}

static void what_a_span_does_not_say_is_no_side(void **state)
{
    span_row span = side_of(CORR_SPAN_SERVER, 0);
    call_row call;

    (void)state;
    assert_true(call_side_of(&span, &call));
    assert_int_equal(call.start, 10);
    assert_int_equal(call.end, 20);
    assert_false(call.failed);
    assert_false(call.whole_ms);
    span.status = CORR_STATUS_ERROR;
    span.flags = CORR_SPAN_MS_START;
    assert_true(call_side_of(&span, &call));
    assert_true(call.failed);
    assert_true(call.whole_ms);
    span.parent = 0;
    assert_false(call_side_of(&span, &call));
    span = side_of(CORR_SPAN_SERVER, 0);
    span.start = MOMENT_UNKNOWN;
    assert_false(call_side_of(&span, &call));
}

static void many_files_share_what_may_be_read(void **state)
{
    (void)state;
    assert_int_equal(load_calls_budget(0), LOAD_CALLS_FILE);
    assert_int_equal(load_calls_budget(1), LOAD_CALLS_FILE);
    assert_int_equal(load_calls_budget(16), LOAD_CALLS_FILE);
    assert_int_equal(load_calls_budget(32), LOAD_CALLS_FILE / 2);
    assert_int_equal(load_calls_budget(100000), LOAD_CALLS_LEAST);
}

/* ---- files ---------------------------------------------------------------- */

static const char dir_name[] = "/tmp/corr-calls-XXXXXX";

/* A trace of a call from a to b, number i. */
static void put_trace(FILE *f, unsigned i)
{
    for (unsigned s = 0; s < 2; s++)
        fprintf(
            f,
            "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
            "\"host.name\",\"value\":{\"stringValue\":\"%s\"}}]},"
            "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"a%031x\",\"spanId\":"
            "\"%016x\",\"parentSpanId\":\"%s\",\"kind\":%u,\"name\":\"x\","
            "\"startTimeUnixNano\":\"1700000%03u000000001\","
            "\"endTimeUnixNano\":\"1700000%03u000000001\"}]}]}]}\n",
            s ? "b" : "a", i + 1, s ? 2u : 1u, s ? "0000000000000001" : "",
            s ? 2u : 3u, i % 500, i % 500 + 1);
}

typedef struct file {
    char dir[32];
    char path[64];
} file;

static file file_of(unsigned traces)
{
    file f;

    snprintf(f.dir, sizeof f.dir, "%s", dir_name);
    assert_non_null(mkdtemp(f.dir));
    snprintf(f.path, sizeof f.path, "%s/t.jsonl", f.dir);
    FILE *to = fopen(f.path, "wb");
    assert_non_null(to);
    for (unsigned i = 0; i < traces; i++)
        put_trace(to, i);
    assert_int_equal(fclose(to), 0);
    return f;
}

static void remove_file(const file *f)
{
    unlink(f->path);
    rmdir(f->dir);
}

static corr_store *load(const file *f, unsigned needs, const char *id)
{
    const char *paths[] = { f->path };
    const corr_load_opts opts = { .needs = needs, .id = id };
    corr_store *st = corr_store_new(corr_builtin_formats, NULL);
    corr_err err = { 0 };

    assert_non_null(st);
    if (corr_load(st, paths, 1, &opts, &err))
        fail_msg("%s", err.what);
    assert_int_equal(st->input.n, 1);
    return st;
}

static void calls_of_a_short_file_are_all_there(void **state)
{
    const file f = file_of(100);
    corr_store *st = load(&f, CORR_NEED_SPANS | CORR_NEED_CLOCKS,
                          "a0000000000000000000000000000005");
    const input *in = st->input.v[0];

    (void)state;
    assert_int_equal(in->span.n, 3); /* nil, and the two in question */
    assert_int_equal(in->calls.side.n, 200);
    assert_int_equal(in->calls.clock.n, 2);
    for (size_t i = 0; i < in->calls.side.n; i++) {
        const call_row *c = &in->calls.side.v[i];
        assert_int_equal(c->call, 1);
        assert_true(corr_str_is(in->calls.clock.v[c->clock],
                                c->kind == CORR_SPAN_CLIENT ? "a" : "b"));
    }
    corr_store_free(st);
    remove_file(&f);
}

static void nobody_who_does_not_compare_clocks_has_calls(void **state)
{
    const file f = file_of(10);
    corr_store *st = load(&f, CORR_NEED_SPANS, NULL);

    (void)state;
    assert_int_equal(st->input.v[0]->span.n, 21);
    assert_int_equal(st->input.v[0]->calls.side.n, 0);
    corr_store_free(st);
    remove_file(&f);
}

/* The beginning of a long file, and pieces at equal distances. */
static void of_a_long_file_there_are_calls_from_everywhere(void **state)
{
    enum { TRACES = 16000, PARTS = 8 };
    const file f = file_of(TRACES);
    corr_store *asked = load(&f, CORR_NEED_SPANS | CORR_NEED_CLOCKS,
                             "a0000000000000000000000000000005");
    corr_store *all = load(&f, 0, NULL);
    const input *in = asked->input.v[0];
    const input *same = all->input.v[0];
    size_t part[PARTS] = { 0 };

    (void)state;
    assert_true(in->calls.side.n > 1000 && in->calls.side.n < TRACES);
    for (size_t i = 0; i < in->calls.side.n; i++)
        part[(in->calls.side.v[i].trace.lo - 1) * PARTS / TRACES]++;
    for (size_t k = 0; k < PARTS; k++)
        assert_true(part[k] > 0);
    assert_true(part[0] > part[PARTS - 1]);

    /* the same for any question */
    assert_int_equal(in->calls.side.n, same->calls.side.n);
    assert_memory_equal(in->calls.side.v, same->calls.side.v,
                        in->calls.side.n * sizeof *in->calls.side.v);
    corr_store_free(asked);
    corr_store_free(all);
    remove_file(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_of_a_call_know_its_id),
        cmocka_unit_test(what_a_span_does_not_say_is_no_side),
        cmocka_unit_test(many_files_share_what_may_be_read),
        cmocka_unit_test(calls_of_a_short_file_are_all_there),
        cmocka_unit_test(nobody_who_does_not_compare_clocks_has_calls),
        cmocka_unit_test(of_a_long_file_there_are_calls_from_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
