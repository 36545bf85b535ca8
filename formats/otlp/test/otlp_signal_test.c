/* Tests of files with several signals: no record is read as another. */
#include "otlp/test/otlp_pb_test.h"

#define SECOND 1000000000

static void put_traces(blob *to)
{
    blob group = { 0 };

    put_span(&group, 0x5b, 1, SECOND, 2 * SECOND);
    put_request(to, "shop", &group);
}

/* A metric with a name of 16 bytes and a description of 8: as a span it would
 * have both ids. */
static void put_metrics(blob *to)
{
    blob point = { 0 }, gauge = { 0 }, metric = { 0 }, group = { 0 };

    put_fixed64(&point, 3, SECOND);
    put_fixed64(&point, 6, 9);
    put_message(&gauge, 1, &point);
    put_text(&metric, 1, "sixteen letters!");
    put_text(&metric, 2, "eight in");
    put_message(&metric, 5, &gauge);
    put_message(&group, 2, &metric);
    put_request(to, "shop", &group);
}

static void put_logs(blob *to)
{
    blob record = { 0 }, group = { 0 };

    put_fixed64(&record, 1, SECOND);
    put_number(&record, 2, 9);
    put_message(&group, 2, &record);
    put_message(&group, 2, &record);
    put_request(to, "shop", &group);
}

static void put_profiles(blob *to)
{
    FILE *f = fopen("testdata/otlp-profiles/example.pb", "rb");

    assert_non_null(f);
    const size_t n = fread(to->p + to->n, 1, sizeof to->p - to->n, f);
    to->n += n;
    fclose(f);
}

static const struct {
    const corr_format *format;
    void (*put)(blob *to);
} signals[] = {
    { &corr_format_otlp_pb, put_traces },
    { &corr_format_otlp_metrics_pb, put_metrics },
    { &corr_format_otlp_profiles_pb, put_profiles },
    { NULL, put_logs },
};

enum { SIGNALS = countof(signals) };

static input read_signal(const corr_format *f, const blob *b)
{
    const corr_want all = { 0 };
    corr_err err = { 0 };
    corr_src *in = src_open_memory(b->p, b->n, &(src_opts){ 0 }, &err);
    corr_build *build = build_new(&(build_opts){ 0 }, &err);
    input r = { 0 };

    if (f->read(in, &all, build, &err) || build_seal(build, &r, &err))
        fail_msg("%s: %s", f->name, err.what);
    build_free(build);
    src_close(in);
    return r;
}

static bool has_also(const input *r, const corr_format *f)
{
    for (size_t i = 0; i < MOST_ALSO; i++)
        if (f && r->read.also[i] == f)
            return true;
    return false;
}

/* Only its own rows, and the names of the others. */
static void assert_reads_its_own(const blob *b, size_t mine)
{
    const corr_format *f = signals[mine].format;
    input r = read_signal(f, b);

    assert_int_equal(r.span.n - 1, mine == 0);
    assert_int_equal(r.metric.n, mine == 1);
    assert_int_equal(r.segment.n > 1, mine == 2);
    for (size_t i = 0; i < SIGNALS; i++)
        assert_int_equal(has_also(&r, signals[i].format),
                         i != mine && signals[i].format);
    assert_says(&r, "PASSED_OVER", "2 records of logs were not read");
    input_clear(&r);
}

static void records_in_any_order_are_told_apart(void **state)
{
    (void)state;
    for (size_t turn = 0; turn < SIGNALS; turn++) {
        static blob all;
        all.n = 0;
        for (size_t i = 0; i < SIGNALS; i++) {
            blob one = { 0 };
            signals[(turn + i) % SIGNALS].put(&one);
            put_record(&all, &one);
        }
        for (size_t i = 0; i < 3; i++)
            assert_reads_its_own(&all, i);
    }
}

static void requests_in_a_row_are_told_apart(void **state)
{
    static blob all;

    (void)state;
    put_metrics(&all);
    put_logs(&all);
    put_traces(&all);
    put_profiles(&all);
    for (size_t i = 0; i < 3; i++)
        assert_reads_its_own(&all, i);
    assert_int_equal(corr_format_otlp_pb.probe(all.p, all.n, true), 60);
    assert_int_equal(corr_format_otlp_metrics_pb.probe(all.p, all.n, true), 0);
    assert_int_equal(corr_format_otlp_profiles_pb.probe(all.p, all.n, true), 0);
}

static void a_file_of_logs_is_refused(void **state)
{
    static blob b, record;
    const corr_want all = { 0 };
    corr_err err = { 0 };

    (void)state;
    put_logs(&record);
    put_record(&b, &record);
    corr_src *in = src_open_memory(b.p, b.n, &(src_opts){ 0 }, &err);
    corr_build *build = build_new(&(build_opts){ 0 }, &err);
    assert_int_equal(corr_format_otlp_pb.probe(b.p, b.n, true), 60);
    assert_int_equal(corr_format_otlp_pb.read(in, &all, build, &err),
                     CORR_ENOTYET);
    assert_string_equal(err.what, "2 records of logs, which corr cannot read");
    build_free(build);
    src_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_in_any_order_are_told_apart),
        cmocka_unit_test(requests_in_a_row_are_told_apart),
        cmocka_unit_test(a_file_of_logs_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
