/* Tests of load_again: trace files are read by id, and read again if that was
 * too little.  The tests use the real reader of OTLP JSON. */
#include "corr_builtin.h"
#include "test/testing.h"

static char dir[] = "/tmp/corr-again-XXXXXX";

static const char *at(const char *name)
{
    return testing_path(dir, name);
}

/* An OTLP span at these seconds of 2023-11-14. */
#define SPAN(trace, id, up, service, from, to)                                 \
    "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"             \
    "\"service.name\",\"value\":{\"stringValue\":\"" service                   \
    "\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"" trace                 \
    "\",\"spanId\":\"" id "\",\"parentSpanId\":\"" up                          \
    "\",\"name\":\"op\",\"startTimeUnixNano\":\"1700000" from                  \
    "000000321\",\"endTimeUnixNano\":\"1700000" to "000000321\"}]}]}]}\n"

#define T1 "11111111111111111111111111111111"
#define T2 "22222222222222222222222222222222"
#define T3 "33333333333333333333333333333333"

/* Two spans of one trace, one of another trace at the same time, one much
 * later. */
static const char traces[] =
    SPAN(T1, "aaaa000000000001", "", "shop", "000", "002")
        SPAN(T1, "aaaa000000000002", "aaaa000000000001", "shop", "001", "002")
            SPAN(T2, "bbbb000000000001", "", "cart", "001", "003")
                SPAN(T3, "cccc000000000001", "", "shop", "900", "901");

static void profile_with_ids(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", 1500, "span_id=aaaa000000000001");
}

static void profile_without_ids(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "a", NAN, "");
}

static void kind_without_samples(corr_build *b)
{
    testing_cpu(b);
}

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(dir));
    testing_write(at("traces.json"), traces, sizeof traces - 1);
    testing_fills[0] = profile_with_ids;
    testing_fills[1] = profile_without_ids;
    testing_fills[2] = kind_without_samples;
    testing_write(at("ids.test"), "0\n", 2);
    testing_write(at("plain.test"), "1\n", 2);
    testing_write(at("none.test"), "2\n", 2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return testing_remove(dir);
}

static int probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n && head[0] >= '0' && head[0] <= '9' ? 100 : 0;
}

static size_t times_read; /* the traces */

static corr_code read_traces(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    times_read += want->needs != CORR_NEED_SPANS; /* not a sample of calls */
    return corr_format_otlp.read(in, want, b, err);
}

/* The ids of all spans after loading. */
static void assert_spans(const char *id, const char *profile, const char *want)
{
    const corr_format rows = {
        .name = "rows", .title = "rows", .probe = probe, .read = testing_read
    };
    corr_format otlp = corr_format_otlp;
    const corr_format *const formats[] = { &rows, &otlp, NULL };
    corr_store *st = corr_store_new(formats, NULL);
    const char *const paths[] = { at("traces.json"),
                                  at(profile ? profile : "") };
    corr_err err = { 0 };
    char got[256] = "";
    size_t n = 0;

    assert_non_null(st);
    otlp.read = read_traces;
    times_read = 0;
    if (corr_load(st, paths, profile ? 2 : 1,
                  &(corr_load_opts){ .id = id, .jobs = 1 }, &err))
        fail_msg("%s: %s", err.input, err.what);
    assert_int_equal(corr_inputs(st), profile ? 2 : 1);
    for (size_t i = 0; i < corr_inputs(st); i++) {
        const input *in = store_input(st, (uint32_t)i);
        assert_null(input_check(in));
        for (size_t s = 1; s < in->span.n; s++)
            n += (size_t)snprintf(
                got + n, sizeof got - n, "%s%04x%x", n ? " " : "",
                (unsigned)(in->span.v[s].id >> 48), (unsigned)in->span.v[s].id);
    }
    corr_store_free(st);
    assert_string_equal(got, want);
}

static void without_an_id_everything_is_read(void **state)
{
    (void)state;
    assert_spans(NULL, NULL, "aaaa1 aaaa2 bbbb1 cccc1");
    assert_spans(NULL, "ids.test", "aaaa1 aaaa2 bbbb1 cccc1");
}

static void traces_are_read_by_id(void **state)
{
    (void)state;
    assert_spans(T1, NULL, "aaaa1 aaaa2");
    assert_spans("2222", NULL, "bbbb1");
    assert_spans("9999", NULL, "");
}

static void an_id_that_may_be_decimal_reads_everything(void **state)
{
    (void)state;
    assert_spans("11111111111111111111", NULL, "aaaa1 aaaa2 bbbb1 cccc1");
}

static void a_span_brings_its_whole_trace(void **state)
{
    (void)state;
    assert_spans("aaaa000000000002", NULL, "aaaa1 aaaa2");
    assert_spans("cccc", NULL, "cccc1");
}

static void a_profile_brings_the_spans_of_its_time(void **state)
{
    (void)state;
    assert_spans(T1, "ids.test", "aaaa1 aaaa2 bbbb1");
    /* the trace in question is loaded whatever its time */
    assert_spans(T3, "ids.test", "aaaa1 aaaa2 bbbb1 cccc1");
    assert_spans("bbbb000000000001", "ids.test", "aaaa1 aaaa2 bbbb1");
}

static void a_profile_of_unknown_time_brings_all_spans(void **state)
{
    (void)state;
    assert_spans(T1, "plain.test", "aaaa1 aaaa2 bbbb1 cccc1");
}

static void a_profile_without_samples_brings_nothing(void **state)
{
    (void)state;
    assert_spans(T1, "none.test", "aaaa1 aaaa2");
}

static void what_is_read_again_is_read_twice(void **state)
{
    (void)state;
    assert_spans(T1, NULL, "aaaa1 aaaa2");
    assert_int_equal(times_read, 1);
    assert_spans("aaaa000000000002", NULL, "aaaa1 aaaa2"); /* its trace */
    assert_int_equal(times_read, 2);
    assert_spans(T1, "ids.test", "aaaa1 aaaa2 bbbb1"); /* spans of the time */
    assert_int_equal(times_read, 2);
    assert_spans("aaaa000000000002", "ids.test", "aaaa1 aaaa2 bbbb1");
    assert_int_equal(times_read, 2);
}

/* With the trace file alone the only service would be that of the trace. */
static void what_is_assumed_does_not_depend_on_the_id(void **state)
{
    const corr_format rows = {
        .name = "rows", .title = "rows", .probe = probe, .read = testing_read
    };
    const corr_format *const formats[] = { &rows, &corr_format_otlp, NULL };
    const char *const paths[] = { at("plain.test"), at("traces.json") };
    const char *const ids[] = { NULL, T1, "cccc" };

    (void)state;
    for (size_t i = 0; i < countof(ids); i++) {
        corr_store *st = corr_store_new(formats, NULL);
        assert_non_null(st);
        assert_int_equal(
            corr_load(st, paths, 2, &(corr_load_opts){ .id = ids[i] }, NULL),
            CORR_OK);
        assert_int_equal(corr_prepare(st, NULL), CORR_OK);
        assert_false(corr_input_at(st, 0).process.assumed);
        corr_store_free(st);
    }
}

static void a_pipe_is_read_whole_at_once(void **state)
{
    const corr_format *const formats[] = { &corr_format_otlp, NULL };
    corr_store *st = corr_store_new(formats, NULL);
    const char *const paths[] = { "-" };
    int ends[2];
    const int saved = dup(0);

    (void)state;
    assert_non_null(st);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], traces, sizeof traces - 1),
                     sizeof traces - 1);
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
    const corr_code code =
        corr_load(st, paths, 1, &(corr_load_opts){ .id = T1 }, NULL);
    dup2(saved, 0);
    close(saved);
    assert_int_equal(code, CORR_OK);
    assert_int_equal(store_input(st, 0)->span.n, 5);
    assert_string_equal(corr_input_at(st, 0).path, "standard input");
    assert_int_equal(corr_input_at(st, 0).bytes, sizeof traces - 1);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_id_everything_is_read),
        cmocka_unit_test(traces_are_read_by_id),
        cmocka_unit_test(an_id_that_may_be_decimal_reads_everything),
        cmocka_unit_test(a_span_brings_its_whole_trace),
        cmocka_unit_test(a_profile_brings_the_spans_of_its_time),
        cmocka_unit_test(a_profile_of_unknown_time_brings_all_spans),
        cmocka_unit_test(a_profile_without_samples_brings_nothing),
        cmocka_unit_test(what_is_read_again_is_read_twice),
        cmocka_unit_test(what_is_assumed_does_not_depend_on_the_id),
        cmocka_unit_test(a_pipe_is_read_whole_at_once),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
