/* Tests of reading in parts: the same as the whole, for every format that says
 * it can. */
#define _GNU_SOURCE /* memfd_create */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <zlib.h>

#include "base/base.h"
#include "corr_builtin.h"
#include "test/test_parts.h"

enum { ROOM = 4 << 20 };

static uint8_t data[ROOM], packed[ROOM];
static const corr_limits limits;

static size_t read_file(const char *path)
{
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    const size_t n = fread(data, 1, ROOM, f);
    fclose(f);
    assert_in_range(n, 1, ROOM - 1);
    return n;
}

/* Answers must be the same, and the index must have been of use. */
static void assert_parts(const corr_format *f, const void *p, size_t n)
{
    parts_case c;
    const char *fault = parts_fault(&c, f, &limits, p, n, 60);

    if (fault)
        fail_msg("%s of %s differs", fault, f->name);
    assert_true(c.blocks > 1);
    assert_true(c.asked > 10);
    assert_true(c.narrower * 2 > c.asked);
}

static size_t pack(size_t n)
{
    z_stream z = { 0 };

    assert_int_equal(
        deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = data;
    z.avail_in = (uInt)n;
    z.next_out = packed;
    z.avail_out = ROOM;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return ROOM - z.avail_out;
}

/* The same export again and again, as far as there is room. */
static size_t repeat(size_t n, size_t times)
{
    for (size_t i = 1; i < times; i++)
        memcpy(data + i * n, data, n);
    return n * times;
}

static void assert_file(const corr_format *f, const char *path, size_t times)
{
    const size_t n = repeat(read_file(path), times);

    assert_parts(f, data, n);
    assert_parts(f, packed, pack(n));
}

static void lines_of_json_are_the_same_in_parts(void **state)
{
    (void)state;
    assert_file(&corr_format_otlp, "testdata/trace/otlp.jsonl", 1);
    assert_file(&corr_format_otlp, "testdata/trace/otlp-node.jsonl", 1);
    assert_file(&corr_format_otlp, "testdata/trace/otlp-both.jsonl", 3);
}

static void records_of_protobuf_are_the_same_in_parts(void **state)
{
    (void)state;
    assert_file(&corr_format_otlp_pb, "testdata/trace/otlp-both.pb", 1);
    assert_file(&corr_format_otlp_pb, "testdata/trace/otlp-both.pb", 3);
}

static void requests_in_a_row_are_the_same_in_parts(void **state)
{
    (void)state;
    assert_file(&corr_format_otlp_pb, "testdata/trace/otlp-one.pb", 4);
}

/* A record without spans does not tell how the file is framed. */
static void a_part_may_begin_with_a_record_that_says_nothing(void **state)
{
    const size_t n = read_file("testdata/trace/otlp-both.pb");
    static const uint8_t empty[] = { 0, 0, 0, 2, 0x0a, 0, 0, 0, 0, 0 };

    (void)state;
    memcpy(data + n, empty, sizeof empty);
    memcpy(data + n + sizeof empty, data, n);
    assert_parts(&corr_format_otlp_pb, data, 2 * n + sizeof empty);
}

static const char line[] =
    "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":"
    "\"5b8efff798038103d269b633813fc60%d\",\"spanId\":\"eee19b7ec3c1b17%d\","
    "\"name\":\"a\",\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\"}]}]"
    "}]}%s";

static size_t write_lines(const char *between)
{
    char *to = (char *)data;
    size_t n = 0;

    for (int i = 0; i < 9; i++)
        n += (size_t)snprintf(to + n, ROOM - n, line, i % 4, i, 100 + i,
                              i == 5 ? 0 : 200 + i, between);
    return n;
}

static void values_need_no_lines_to_be_read_in_parts(void **state)
{
    static const char *const between[] = { "\n", "\r\n", "\n\n", "",     " ",
                                           ",",  ",\n",  "\x1e", "\n \n" };

    (void)state;
    for (size_t i = 0; i < countof(between); i++)
        assert_parts(&corr_format_otlp, data, write_lines(between[i]));
}

/* Parts in which a census finds a fault are not read again. */
static void faults_are_found_where_nobody_asks(void **state)
{
    static const char *const bad[] = {
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{]}]}]}\n",
        "{\"resourceSpans\":[],\"resourceLogs\":[{\"scopeLogs\":[{"
        "\"logRecords\":[{}]}]}]}\n",
        "{\"resourceSpans\":[],\"status\":\"PARTIAL\"}\n",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"x y\","
        "\"spanId\":\"01\"}]}]}]}\n",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"01\","
        "\"spanId\":\"01\"}],\"scope\":{\"name\":\"late\"}}]}]}\n",
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"01\"",
        /* each line is broken, both together are not */
        "{\"resourceSpans\":[],\"x\":[\"a\"b\"]}\n"
        "{\"resourceSpans\":[],\"x\":[\"c\"d\"]}\n",
    };

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        const size_t n = write_lines("\n");
        parts_case c;

        memcpy(data + n, bad[i], strlen(bad[i]));
        assert_null(parts_fault(&c, &corr_format_otlp, &limits, data,
                                n + strlen(bad[i]), 60));
        assert_int_equal(c.asked, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_json_are_the_same_in_parts),
        cmocka_unit_test(records_of_protobuf_are_the_same_in_parts),
        cmocka_unit_test(requests_in_a_row_are_the_same_in_parts),
        cmocka_unit_test(a_part_may_begin_with_a_record_that_says_nothing),
        cmocka_unit_test(values_need_no_lines_to_be_read_in_parts),
        cmocka_unit_test(faults_are_found_where_nobody_asks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
