/* Tests of the reader of OTLP metrics in protobuf. */
#define FORMAT corr_format_otlp_metrics_pb
#include "test/test_blob.h"
#include "test/test_metric.h"

#include <math.h>

enum { GAUGE = 5, SUM = 7, HISTOGRAM = 9, EXPONENTIAL = 10, SUMMARY = 11 };
enum { AS_DOUBLE = 4, AS_INT = 6 };

static const uint64_t second = 1000000000;

static uint64_t bits(double x)
{
    uint64_t n;

    memcpy(&n, &x, sizeof n);
    return n;
}

/* A point of a gauge or sum; no time where it is 0. */
static void put_point(blob *data, uint64_t start, uint64_t time, uint32_t field,
                      uint64_t value)
{
    blob p = { 0 };

    if (start)
        put_fixed64(&p, 2, start * second);
    if (time)
        put_fixed64(&p, 3, time * second);
    put_fixed64(&p, field, value);
    put_message(data, 1, &p);
}

static void put_data(blob *group, const char *name, uint32_t field,
                     const blob *data)
{
    blob m = { 0 };

    put_text(&m, 1, name);
    put_text(&m, 3, "s");
    put_message(&m, field, data);
    put_message(group, 2, &m);
}

/* A sum that grows. */
static void put_sum(blob *group, const char *name, unsigned temporality,
                    blob *points)
{
    put_number(points, 2, temporality);
    put_number(points, 3, 1);
    put_data(group, name, SUM, points);
}

static void put_batch(blob *b, const blob *group)
{
    blob resource = { 0 }, batch = { 0 };

    put_attr(&resource, 1, "service.name", "shop");
    put_message(&batch, 1, &resource);
    put_message(&batch, 2, group);
    put_message(b, 1, &batch);
}

/* A request with a counter n that is 1 at 6 s. */
static void put_one(blob *b)
{
    blob points = { 0 }, group = { 0 };

    put_point(&points, 5, 6, AS_INT, 1);
    put_sum(&group, "n", 2, &points);
    put_batch(b, &group);
}

static void read_blob(loaded *l, const blob *b)
{
    read_bytes(l, b->p, b->n);
}

static int sure(const corr_format *f, const blob *b)
{
    return f->probe(b->p, b->n, true);
}

/* ---- rows ----------------------------------------------------------------- */

static void sums_say_when_they_began(void **state)
{
    blob points = { 0 }, group = { 0 }, b = { 0 };
    loaded l;

    (void)state;
    put_point(&points, 3, 5, AS_DOUBLE, bits(1.5));
    put_point(&points, 3, 7, AS_INT, 4);
    put_point(&points, 8, 9, AS_INT, 1);
    put_sum(&group, "n", 2, &points);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 0@3.000 1.5@5.000 "
                        "4@7.000 0@8.000 1@9.000");
    assert_string_equal(input_text(&l.in, l.in.series.v[1].unit).p, "s");
    assert_int_equal(l.in.from, 5 * second);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void deltas_begin_where_the_one_before_ends(void **state)
{
    blob points = { 0 }, group = { 0 }, b = { 0 };
    loaded l;

    (void)state;
    put_point(&points, 3, 5, AS_INT, 2);
    put_point(&points, 5, 7, AS_INT, 3);
    put_sum(&group, "n", 1, &points);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l),
                        "delta n{service.name=shop} 0@3.000 2@5.000 3@7.000");
    input_clear(&l.in);
}

/* A histogram, an exponential one, a summary: attributes have a number each. */
static void histograms_are_counts_and_sums(void **state)
{
    static const struct {
        const char *name;
        uint32_t field, attr;
    } kinds[] = { { "h", HISTOGRAM, 9 },
                  { "e", EXPONENTIAL, 1 },
                  { "s", SUMMARY, 7 } };
    blob group = { 0 }, b = { 0 };
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        blob data = { 0 }, p = { 0 };
        put_fixed64(&p, 3, 5 * second);
        put_fixed64(&p, 4, 7 + i);
        put_fixed64(&p, 5, bits(1.5));
        put_attr(&p, kinds[i].attr, "a", "3");
        put_message(&data, 1, &p);
        put_data(&group, kinds[i].name, kinds[i].field, &data);
    }
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l),
                        "counter h_count{service.name=shop,a=3} 7@5.000\n"
                        "counter h_sum{service.name=shop,a=3} 1.5@5.000\n"
                        "counter e_count{service.name=shop,a=3} 8@5.000\n"
                        "counter e_sum{service.name=shop,a=3} 1.5@5.000\n"
                        "counter s_count{service.name=shop,a=3} 9@5.000\n"
                        "counter s_sum{service.name=shop,a=3} 1.5@5.000");
    assert_string_equal(input_text(&l.in, l.in.series.v[1].unit).p, "s");
    input_clear(&l.in);
}

/* Lists of numbers, packed and one a field. */
static void histograms_have_buckets(void **state)
{
    blob group = { 0 }, b = { 0 }, h = { 0 }, e = { 0 };
    blob linear = { 0 }, single = { 0 }, counts = { 0 }, bounds = { 0 };
    blob scaled = { 0 }, up = { 0 }, down = { 0 };
    const uint8_t packed[] = { 5, 0, 0x82, 0x01 }; /* 5, 0, 130 */
    loaded l;

    (void)state;
    put_raw(&counts, (const uint64_t[]){ 0, 1, 4 }, 24); /* little-endian */
    put_raw(&bounds, (const double[]){ 0.5, 1 }, 16);
    put_fixed64(&linear, 2, 3 * second);
    put_fixed64(&linear, 3, 5 * second);
    put_fixed64(&linear, 4, 5);
    put_message(&linear, 6, &counts);
    put_message(&linear, 7, &bounds);
    put_message(&h, 1, &linear);
    put_fixed64(&single, 3, 6 * second);
    put_fixed64(&single, 6, 7);
    put_fixed64(&single, 6, 8);
    put_fixed64(&single, 7, bits(2));
    put_message(&h, 1, &single);
    put_data(&group, "h", HISTOGRAM, &h);
    put_fixed64(&scaled, 3, 5 * second);
    put_number(&scaled, 6, 2); /* scale 1, zigzag */
    put_fixed64(&scaled, 7, 1);
    put_fixed64(&scaled, 14, bits(0.25));
    put_number(&up, 1, 4); /* offset 2 */
    put_bytes(&up, 2, packed, sizeof packed);
    put_message(&scaled, 8, &up);
    put_number(&down, 1, 3); /* offset -2 */
    put_number(&down, 2, 1);
    put_message(&scaled, 9, &down);
    put_message(&e, 1, &scaled);
    put_data(&group, "e", EXPONENTIAL, &e);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(buckets_of(&l),
                        "h_count 3..5 (0.5,1]x1 (1,inf]x4\n"
                        "h_count ?..6 (-inf,2]x7 (2,inf]x8\n"
                        "e_count ?..5 exp (2,2.82843]x5 (4,5.65685]x130 "
                        "(-0.707107,-0.5]x1 (-0.25,0.25]x1");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* Exemplars have another number in each kind of point. */
static void exemplars_name_their_requests(void **state)
{
    static const uint8_t trace[16] = { 0x5b, 0x8e, [15] = 0x0c };
    static const uint8_t span[8] = { [7] = 0xab };
    static const struct {
        const char *name;
        uint32_t field, exemplar;
    } kinds[] = { { "g", GAUGE, 5 },
                  { "h", HISTOGRAM, 8 },
                  { "e", EXPONENTIAL, 11 } };
    blob group = { 0 }, b = { 0 };
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        blob data = { 0 }, p = { 0 }, x = { 0 };
        put_fixed64(&x, 2, 4 * second);
        put_fixed64(&x, i ? 3 : 6, i ? bits(1.5) : 9);
        put_bytes(&x, 4, span, sizeof span);
        put_bytes(&x, 5, trace, sizeof trace);
        put_fixed64(&p, 3, 5 * second);
        put_fixed64(&p, 4, bits(1));
        put_message(&p, kinds[i].exemplar, &x);
        put_message(&data, 1, &p);
        put_data(&group, kinds[i].name, kinds[i].field, &data);
    }
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(
        exemplars_of(&l),
        "g 9@4.000 5b8e000000000000000000000000000c/ab\n"
        "h_count 1.5@4.000 5b8e000000000000000000000000000c/ab\n"
        "e_count 1.5@4.000 5b8e000000000000000000000000000c/"
        "ab");
    input_clear(&l.in);
}

/* Protobuf leaves out a count of 0; a sum may be missing. */
static void a_count_that_is_missing_is_none(void **state)
{
    blob group = { 0 }, b = { 0 }, data = { 0 }, p = { 0 };
    loaded l;

    (void)state;
    put_fixed64(&p, 3, 5 * second);
    put_message(&data, 1, &p);
    put_data(&group, "h", HISTOGRAM, &data);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l),
                        "counter h_count{service.name=shop} 0@5.000");
    input_clear(&l.in);
}

static void what_may_fall_is_a_gauge(void **state)
{
    blob points = { 0 }, group = { 0 }, b = { 0 };
    loaded l;

    (void)state;
    put_point(&points, 1, 5, AS_INT, (uint64_t)-3);
    put_data(&group, "g", GAUGE, &points);
    put_number(&points, 2, 2);
    put_data(&group, "u", SUM, &points);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l), "gauge g{service.name=shop} -3@5.000\n"
                                       "gauge u{service.name=shop} -3@5.000");
    input_clear(&l.in);
}

static void put_value(blob *p, const char *key, const blob *any)
{
    blob pair = { 0 };

    put_text(&pair, 1, key);
    put_message(&pair, 2, any);
    put_message(p, 7, &pair);
}

static void values_of_any_sort_are_text(void **state)
{
    blob group = { 0 }, b = { 0 }, data = { 0 }, p = { 0 };
    blob any[7] = { 0 }, item = { 0 };
    loaded l;

    (void)state;
    put_fixed64(&p, 3, 5 * second);
    put_fixed64(&p, AS_INT, 1);
    put_number(&any[0], 2, 1);
    put_number(&any[1], 3, UINT64_MAX / 2 + 1);
    put_fixed64(&any[2], 4, bits(-2.2250738585072014e-308));
    put_fixed64(&any[3], 4, bits(-(double)INFINITY));
    put_text(&item, 1, "x");
    put_message(&any[4], 1, &item);
    item = any[4];
    any[4].n = 0;
    put_message(&any[4], 5, &item);
    put_bytes(&any[5], 7, "\1\2", 2);
    for (size_t i = 0; i < 7; i++)
        put_value(&p, (char[2]){ (char)('a' + i), 0 }, &any[i]);
    put_value(&p, "", &any[0]);
    put_message(&data, 1, &p);
    put_data(&group, "g", GAUGE, &data);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(
        series_of(&l),
        "gauge g{service.name=shop,a=true,b=-9223372036854775808,"
        "c=-2.2250738585072014e-308,d=-Infinity,e=[\"x\"],f=AQI=,g=} 1@5.000");
    input_clear(&l.in);
}

static void a_resource_may_stand_behind_its_metrics(void **state)
{
    blob points = { 0 }, group = { 0 }, resource = { 0 }, b = { 0 };
    blob batch = { 0 };
    loaded l;

    (void)state;
    put_point(&points, 0, 5, AS_INT, 1);
    put_sum(&group, "n", 2, &points);
    put_attr(&resource, 1, "service.name", "shop");
    put_message(&batch, 1000, &group);
    put_message(&batch, 1, &resource);
    put_message(&b, 1, &batch);
    batch.n = 0;
    put_message(&batch, 2, &group);
    put_message(&b, 1, &batch);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l), "counter n{service.name=shop} 1@5.000\n"
                                       "counter n{} 1@5.000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

/* ---- both forms ----------------------------------------------------------- */

static void read_file(loaded *l, const corr_format *f, const char *path)
{
    FILE *file = fopen(path, "rb");

    if (!file)
        fail_msg("%s is missing", path);
    load_as(l, f, src_open_fd(fileno(file), &(src_opts){ .path = "a" }, NULL),
            &(corr_load_opts){ .jobs = 1 });
    fclose(file);
    assert_int_equal(l->code, CORR_OK);
}

static void in_json_they_are_the_same(void **state)
{
    loaded a, b;
    static char text[4096];

    (void)state;
    read_file(&a, &corr_format_otlp_metrics, "testdata/metrics/otlp.json");
    read_file(&b, &FORMAT, "testdata/metrics/otlp.pb");
    assert_int_equal(a.in.point.n, 92);
    assert_int_equal(b.in.point.n, a.in.point.n);
    snprintf(text, sizeof text, "%s", series_of(&a));
    assert_string_equal(series_of(&b), text);
    assert_non_null(strstr(text, "counter http.server.request.duration_count{"
                                 "service.name=checkout,service.instance.id="
                                 "127.0.0.1:18181,service.version=1.5.0,"
                                 "http.route=/cart,http.request.method=GET}"));
    assert_true(a.in.from == b.in.from && a.in.to == b.in.to);
    input_clear(&a.in);
    input_clear(&b.in);
}

/* ---- framing -------------------------------------------------------------- */

static void records_and_messages_in_a_row_are_read(void **state)
{
    static const char want[] = "counter n{service.name=shop} 0@5.000 1@6.000";
    blob one = { 0 }, row = { 0 }, records = { 0 };
    loaded l;

    (void)state;
    put_one(&one);
    put_one(&row);
    put_one(&row);
    put_record(&records, &(blob){ .n = 0 });
    put_record(&records, &one);
    put_record(&records, &one);
    read_blob(&l, &row);
    assert_int_equal(l.in.warning.n, 0);
    assert_memory_equal(series_of(&l), want, sizeof want - 1);
    input_clear(&l.in);
    read_blob(&l, &records);
    assert_int_equal(l.in.warning.n, 0);
    assert_memory_equal(series_of(&l), want, sizeof want - 1);
    input_clear(&l.in);
}

static void requests_differ_from_other_signals(void **state)
{
    blob one = { 0 }, records = { 0 }, traces = { 0 }, group = { 0 };

    (void)state;
    put_one(&one);
    put_record(&records, &one);
    assert_int_equal(sure(&FORMAT, &one), 70);
    assert_int_equal(sure(&FORMAT, &records), 70);
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        if (*f != &FORMAT && (*f)->probe) {
            assert_int_equal(sure(*f, &one), 0);
            assert_int_equal(sure(*f, &records), 0);
        }
    blob span = { 0 };
    put_bytes(&span, 1, "GET /checkout/01", 16);
    put_bytes(&span, 2, "12345678", 8);
    put_text(&span, 5, "n");
    put_fixed64(&span, 7, second);
    put_message(&group, 2, &span);
    put_batch(&traces, &group);
    assert_int_equal(sure(&FORMAT, &traces), 0);
    assert_int_equal(sure(&corr_format_otlp_pb, &traces), 60);
}

/* Sixteen bytes may be a trace id, and a name. */
static void a_metric_with_the_name_of_a_span_is_none(void **state)
{
    blob points = { 0 }, metric = { 0 }, group = { 0 }, b = { 0 };

    (void)state;
    put_point(&points, 0, 5, AS_INT, 1);
    put_text(&metric, 1, "process_cpu_time");
    put_text(&metric, 2, "CPU time");
    put_message(&metric, GAUGE, &points);
    put_message(&group, 2, &metric);
    put_batch(&b, &group);
    assert_true(sure(&FORMAT, &b) > sure(&corr_format_otlp_pb, &b));
}

static void what_holds_no_point_is_not_recognised(void **state)
{
    blob group = { 0 }, b = { 0 }, data = { 0 }, p = { 0 };

    (void)state;
    put_batch(&b, &group);
    assert_int_equal(sure(&FORMAT, &b), 0);
    b.n = 0;
    put_fixed64(&p, AS_INT, 1);
    put_message(&data, 1, &p);
    put_data(&group, "g", GAUGE, &data);
    put_batch(&b, &group);
    assert_int_equal(sure(&FORMAT, &b), 0);
    assert_int_equal(FORMAT.probe((const uint8_t *)"", 0, true), 0);
}

/* ---- damage --------------------------------------------------------------- */

static void points_that_are_none_are_counted(void **state)
{
    blob points = { 0 }, group = { 0 }, b = { 0 }, p = { 0 };
    loaded l;

    (void)state;
    put_point(&points, 0, 0, AS_INT, 1); /* no time */
    put_fixed64(&p, 3, 5 * second);
    put_message(&points, 1, &p); /* no value */
    put_fixed64(&p, 3, UINT64_MAX);
    put_message(&points, 1, &p); /* before 1970 */
    put_point(&points, 5, 6, AS_INT, 1);
    p.n = 0;
    put_fixed64(&p, 3, 7 * second);
    put_fixed64(&p, AS_INT, 9);
    put_number(&p, 8, 1);
    put_message(&points, 1, &p); /* it says that there is no value */
    put_point(&points, 5, 7, AS_DOUBLE, bits((double)NAN));
    put_point(&points, 5, 8, AS_DOUBLE, bits((double)INFINITY));
    put_sum(&group, "n", 2, &points);
    put_batch(&b, &group);
    read_blob(&l, &b);
    assert_string_equal(series_of(&l),
                        "counter n{service.name=shop} 0@5.000 1@6.000");
    assert_non_null(said(&l, "3 points without a time or a number left out"));
    assert_non_null(said(&l, "1 infinite point left out"));
    input_clear(&l.in);
}

static void a_cut_input_is_reported(void **state)
{
    blob b = { 0 };
    loaded l;

    (void)state;
    put_one(&b);
    const size_t one = b.n;
    put_one(&b);
    for (size_t n = one + 1; n < b.n; n++) {
        read_bytes(&l, b.p, n);
        assert_memory_equal(series_of(&l),
                            "counter n{service.name=shop} 0@5.000 1@6.000", 44);
        assert_true(l.in.lost.damaged);
        assert_non_null(strstr(l.in.warning.v[0].text, "the input ends "));
        input_clear(&l.in);
    }
}

/* The last byte of a message is a field that needs another. */
static void what_is_malformed_ends_there(void **state)
{
    static const char *const says[] = {
        "a point of a metric is malformed; its end is left out",
        "the data of a metric is malformed; its end is left out",
        "a metric is malformed; its end is left out",
        "the data is not a field of a group of metrics; 1 byte cannot be used",
        "some attributes are malformed; they are left out",
    };

    (void)state;
    for (size_t bad = 0; bad < sizeof says / sizeof *says; bad++) {
        blob p = { 0 }, data = { 0 }, metric = { 0 }, group = { 0 }, b = { 0 };
        loaded l;
        put_fixed64(&p, 3, 5 * second);
        put_fixed64(&p, AS_INT, 1);
        if (bad == 4)
            put_text(&p, 7, "\x0a");
        put_raw(&p, "\x40", bad == 0);
        put_message(&data, 1, &p);
        put_raw(&data, "\x10", bad == 1);
        put_text(&metric, 1, "g");
        put_message(&metric, GAUGE, &data);
        put_raw(&metric, "\x1a", bad == 2);
        put_message(&group, 2, &metric);
        put_raw(&group, "\x12", bad == 3);
        put_batch(&b, &group);
        read_blob(&l, &b);
        assert_string_equal(series_of(&l),
                            "gauge g{service.name=shop} 1@5.000");
        assert_non_null(said(&l, says[bad]));
        assert_int_equal(l.in.warning.n, 1);
        input_clear(&l.in);
    }
}

static void what_is_no_metric_is_refused(void **state)
{
    loaded l;

    (void)state;
    load_as(&l, &FORMAT,
            src_open_memory("x", 1, &(src_opts){ .path = "a" }, NULL),
            &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(
        l.err.what,
        "the first bytes are not an export request of metrics in protobuf");
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    blob b = { 0 };

    (void)state;
    put_one(&b);
    assert_survives(&FORMAT, b.p, b.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_say_when_they_began),
        cmocka_unit_test(deltas_begin_where_the_one_before_ends),
        cmocka_unit_test(histograms_are_counts_and_sums),
        cmocka_unit_test(a_count_that_is_missing_is_none),
        cmocka_unit_test(histograms_have_buckets),
        cmocka_unit_test(exemplars_name_their_requests),
        cmocka_unit_test(what_may_fall_is_a_gauge),
        cmocka_unit_test(values_of_any_sort_are_text),
        cmocka_unit_test(a_resource_may_stand_behind_its_metrics),
        cmocka_unit_test(in_json_they_are_the_same),
        cmocka_unit_test(records_and_messages_in_a_row_are_read),
        cmocka_unit_test(requests_differ_from_other_signals),
        cmocka_unit_test(a_metric_with_the_name_of_a_span_is_none),
        cmocka_unit_test(what_holds_no_point_is_not_recognised),
        cmocka_unit_test(points_that_are_none_are_counted),
        cmocka_unit_test(a_cut_input_is_reported),
        cmocka_unit_test(what_is_malformed_ends_there),
        cmocka_unit_test(what_is_no_metric_is_refused),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
