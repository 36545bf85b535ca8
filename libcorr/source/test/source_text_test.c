/* Tests of source_text: what stands before a text, and how it is coded. */
#include "test/test_src.h"

/* All that is left. */
static size_t read_rest(corr_src *in, char *to, size_t room)
{
    size_t at = 0, n;

    for (;;) {
        const uint8_t *p = corr_src_peek(in, 1, &n);
        if (n == 0)
            return at;
        assert_true(at + n <= room);
        memcpy(to + at, p, n);
        corr_src_skip(in, n);
        at += n;
    }
}

/* Reads bytes from a file and from memory; both must give the text, and leave
 * out what head says. */
static void assert_text(const void *p, size_t n, const char *want,
                        src_head head)
{
    char got[512];
    corr_err err = { 0 };

    for (int memory = 0; memory < 2; memory++) {
        corr_src *in = memory ? src_open_memory(p, n, &plain, &err)
                              : open_bytes(p, n, &plain);
        assert_non_null(in);
        const size_t size = read_rest(in, got, sizeof got - 1);
        got[size] = '\0';
        assert_string_equal(got, want);
        const src_head is = src_head_of(in);
        assert_int_equal(is.http, head.http);
        assert_int_equal(is.nuls, head.nuls);
        assert_int_equal(is.is_log, head.is_log);
        assert_int_equal(src_failure(in, &err), CORR_OK);
        src_close(in);
    }
}

#define ASSERT_TEXT(bytes, want, ...)                                          \
    assert_text(bytes, sizeof(bytes) - 1, want, (src_head){ __VA_ARGS__ })

static void marks_and_utf16_are_undone(void **state)
{
    (void)state;
    ASSERT_TEXT("\xef\xbb\xbf"
                "a 1\n",
                "a 1\n", 0);
    ASSERT_TEXT("\xff\xfe"
                "a\0;\0\xe4\0\x3d\xd8\x00\xde\n\0",
                "a;\xc3\xa4\xf0\x9f\x98\x80\n", 0);
    ASSERT_TEXT("\xfe\xff\0a\0;\0\xe4\xd8\x3d\xde\x00\0\n",
                "a;\xc3\xa4\xf0\x9f\x98\x80\n", 0);
    ASSERT_TEXT("\xff\xfe"
                "a\0b", /* half a character at the end */
                "a", 0);
    ASSERT_TEXT("\xff\xfe"
                "a\0\x3d\xd8", /* half a pair at the end */
                "a\xef\xbf\xbd", 0);
    ASSERT_TEXT("{\0\"\0a\0\"\0", "{\"a\"", 0);
    ASSERT_TEXT("\0{\0\"\0a\0\"", "{\"a\"", 0);
}

static void what_only_begins_alike_is_left_alone(void **state)
{
    static const char utf32[] = "\xff\xfe\0\0a\0\0\0";
    corr_src *in = open_bytes(utf32, sizeof utf32 - 1, &plain);
    char got[16];

    (void)state;
    assert_int_equal(read_rest(in, got, sizeof got), sizeof utf32 - 1);
    assert_memory_equal(got, utf32, sizeof utf32 - 1);
    src_close(in);
    ASSERT_TEXT("a\0", "a", 0);
    ASSERT_TEXT("HTTP/1.1 200 OK\r\nno: end", "HTTP/1.1 200 OK\r\nno: end", 0);
    ASSERT_TEXT("HTTP is a protocol\n\nx", "HTTP is a protocol\n\nx", 0);
    ASSERT_TEXT("2024-04-14T13:00:00Z a 1\n", "2024-04-14T13:00:00Z a 1\n", 0);
    ASSERT_TEXT("{\"log\":\"a\"}\n", "{\"log\":\"a\"}\n", 0);
}

static void headers_of_http_are_left_out(void **state)
{
    (void)state;
    ASSERT_TEXT("HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\r\na: b\r\n\r\n{}",
                "{}", .http = 45);
    ASSERT_TEXT("HTTP/1.0 200 OK\n\na;b 1\n", "a;b 1\n", .http = 17);
    /* a compressed body */
    static const char head[] = "HTTP/1.1 200 OK\r\n\r\n";
    z.n = 0;
    memcpy(z.bytes, head, sizeof head - 1);
    z.n = sizeof head - 1;
    pack(&z, "a;b 1\n", 6);
    assert_text(z.bytes, z.n, "a;b 1\n", (src_head){ .http = sizeof head - 1 });
}

static void nuls_before_a_text_are_left_out(void **state)
{
    enum { MANY = 600000 };
    static char hole[MANY + 6];
    corr_err err = { 0 };
    size_t n;

    (void)state;
    ASSERT_TEXT("\0\0\0\0\0\0\0\0{\"a\": 1}", "{\"a\": 1}", .nuls = 8);
    memcpy(hole + MANY, "a;b 1\n", 6);
    corr_src *in = open_bytes(hole, sizeof hole, &plain);
    assert_memory_equal(corr_src_peek(in, 6, &n), "a;b 1\n", 6);
    assert_int_equal(corr_src_offset(in), MANY);
    src_close(in);
    in = open_bytes(hole, MANY, &plain);
    corr_src_peek(in, 1, &n);
    assert_int_equal(n, 0);
    assert_int_equal(src_head_of(in).nuls, MANY);
    assert_int_equal(src_failure(in, &err), CORR_OK);
    src_close(in);
    /* records with a length in front, the first two of them empty */
    static const char records[] = "\0\0\0\0\0\0\0\0\0\0\0\x29\x0a\x27\x12";
    in = open_bytes(records, sizeof records - 1, &plain);
    assert_int_equal(corr_src_offset(in), 0);
    src_close(in);
}

static void prefixes_of_logs_are_left_out(void **state)
{
    (void)state;
    ASSERT_TEXT("2024-04-14T13:00:00.5Z stdout F {\"a\":1}\n"
                "2024-04-14T13:00:00.6Z stdout P {\"b\"\n"
                "2024-04-14T13:00:00.6+02:00 stderr F :2}\n",
                "{\"a\":1}\n{\"b\":2}\n", .is_log = true);
    ASSERT_TEXT("half a line\n[pod/a/b] 2024-04-14T13:00:00Z {}\n[pod/a/b] x\n",
                "half a line\n{}\nx\n", .is_log = true);
    ASSERT_TEXT("col-1  | {}\nc-2 | {}", "{}\n{}", .is_log = true);
    ASSERT_TEXT("Apr 14 13:00:00 h collector[12]: {}\n", "{}\n",
                .is_log = true);
    ASSERT_TEXT("{\"log\":\"{\\\"a\\\":\\\"\\ud83d\\ude00\\u00e4\\\"}\\n\","
                "\"stream\":\"stdout\",\"time\":\"t\"}\n"
                "{\"log\":\"x\",\"stream\":\"stdout\"}\n"
                "{\"log\":\"\\\\y\\n\",\"stream\":\"stdout\"}\n"
                "other\n{\"log\":\"cut",
                "{\"a\":\"\xf0\x9f\x98\x80\xc3\xa4\"}\nx\\y\nother\ncut",
                .is_log = true);
}

/* A text that is far longer than what is recoded at once. */
static void long_texts_are_recoded_piece_by_piece(void **state)
{
    enum { LINES = 60000 };
    static const char line[] = "2024-04-14T13:00:00.5Z stdout F {\"a\":1}\n";
    char *text = malloc(LINES * (sizeof line - 1));
    corr_str got;
    size_t n = 0;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + i * (sizeof line - 1), line, sizeof line - 1);
    corr_src *in = open_bytes(text, LINES * (sizeof line - 1), &plain);
    while (corr_src_line(in, &got)) {
        assert_true(corr_str_is(got, "{\"a\":1}"));
        n++;
    }
    assert_int_equal(n, LINES);
    assert_int_equal(corr_src_offset(in), LINES * 8);
    src_close(in);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_and_utf16_are_undone),
        cmocka_unit_test(what_only_begins_alike_is_left_alone),
        cmocka_unit_test(headers_of_http_are_left_out),
        cmocka_unit_test(nuls_before_a_text_are_left_out),
        cmocka_unit_test(prefixes_of_logs_are_left_out),
        cmocka_unit_test(long_texts_are_recoded_piece_by_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
