/* Tests of legacy_line.c: words, numbers, symbols and labels in lines. */
#include "test/test_legacy.h"

#include <math.h>

/* ---- numbers ------------------------------------------------------------- */

static void a_whole_number_ends_where_its_digits_do(void **state)
{
    static const struct {
        const char *text;
        bool is_number;
        int64_t value;
        const char *rest;
    } way[] = {
        { "12:", true, 12, ":" },
        { " \t-7 x", true, -7, " x" },
        { "0", true, 0, "" },
        { "9223372036854775807", true, INT64_MAX, "" },
        { "-9223372036854775808", true, INT64_MIN, "" },
        { "9223372036854775808", false, 0, "9223372036854775808" },
        { "-", false, 0, "-" },
        { "x1", false, 0, "x1" },
        { "--1", false, 0, "--1" },
        { " ", false, 0, " " },
        { "", false, 0, "" },
        { "1-2", true, 1, "-2" },
        { "90/", true, 90, "/" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        corr_str s = corr_str_of(way[i].text);
        int64_t value = 0;
        assert_int_equal(legacy_take_int(&s, &value), way[i].is_number);
        if (way[i].is_number)
            assert_true(value == way[i].value);
        assert_true(corr_str_is(s, way[i].rest));
    }
}

static void an_address_has_up_to_16_digits(void **state)
{
    static const struct {
        const char *text;
        bool is_number;
        uint64_t value;
        const char *rest;
    } way[] = {
        { "0x401000 x", true, 0x401000, " x" },
        { " \t0X9", true, 9, "" },
        { "00abcdef-", true, 0xabcdef, "-" },
        { "ABCDEF", true, 0xabcdef, "" },
        { "0", true, 0, "" },
        { "ffffffffffffffff:", true, UINT64_MAX, ":" },
        { "0x0123456789abcdef", true, 0x123456789abcdef, "" },
        { "11112222333344445", false, 0, "11112222333344445" },
        { "11112222333344440", false, 0, "11112222333344440" },
        { "1111222233334444g", true, 0x1111222233334444, "g" },
        { "0x", false, 0, "0x" },
        { "0xg", false, 0, "0xg" },
        { "G", false, 0, "G" },
        { "g", false, 0, "g" },
        { "@", false, 0, "@" },
        { "`", false, 0, "`" },
        { "/", false, 0, "/" },
        { ":", false, 0, ":" },
        { "", false, 0, "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        corr_str s = corr_str_of(way[i].text);
        uint64_t value = 0;
        assert_int_equal(legacy_take_hex(&s, &value), way[i].is_number);
        if (way[i].is_number)
            assert_true(value == way[i].value);
        assert_true(corr_str_is(s, way[i].rest));
    }
}

static void what_stands_behind_a_text_is_not_read(void **state)
{
    corr_str s = { "4011", 3 };
    uint64_t address;
    int64_t value;

    (void)state;
    assert_true(legacy_take_hex(&s, &address));
    assert_int_equal(address, 0x401);
    s = (corr_str){ "4011", 3 };
    assert_true(legacy_take_int(&s, &value));
    assert_int_equal(value, 401);
    s = (corr_str){ "word", 3 };
    assert_false(legacy_take(&s, "word"));
    assert_int_equal(legacy_find(s, "word").n, 0);
    assert_int_equal(legacy_find(s, "rd").n, 0);
    assert_int_equal(legacy_find(s, "or").n, 2);
}

static void a_word_is_taken_with_the_blanks_before_it(void **state)
{
    corr_str s = CORR_STR(" \t@ x");

    (void)state;
    assert_false(legacy_take(&s, "x"));
    assert_true(corr_str_is(s, " \t@ x"));
    assert_true(legacy_take(&s, "@"));
    assert_true(corr_str_is(s, " x"));
    assert_false(legacy_take(&s, "xy"));
    assert_true(legacy_take(&s, "x"));
    assert_int_equal(s.n, 0);
    assert_false(legacy_take(&s, "x"));
}

/* Methods 4.7. */
static void what_is_sampled_at_every_byte_stands_for_itself(void **state)
{
    (void)state;
    assert_true(legacy_scale(64, 1) == 1);
    assert_true(legacy_scale(64, 0) == 1);
    assert_true(legacy_scale(0, 524288) == 1);
    assert_true(legacy_scale(-1, 524288) == 1);
    assert_true(fabs(legacy_scale(2, 2) - 1.5819767) < 1e-6);
    assert_true(fabs(legacy_scale(1, 2) - 2.5414941) < 1e-6);
    assert_true(fabs(legacy_scale(1e9, 2) - 1) < 1e-9);
}

/* ---- symbols ------------------------------------------------------------- */

/* The frame at 0x1000 after this comment. */
static const char *symbol_of(const char *comment)
{
    static char text[200];
    char name[CORR_FRAME_NAME_MAX];
    char all[300];
    loaded l;

    snprintf(all, sizeof all, "goroutine profile: total 1\n1 @ 0x1001\n%s\n\n",
             comment);
    load_text(&l, all);
    const segment *s = find_kind(&l, "goroutine");
    const corr_frame_view v = input_frame(
        &l.in, narrow_at(&l.in.stack.frame, l.in.stack.at.v[s->stack[0]]));
    snprintf(text, sizeof text, "%.*s|%.*s|%u",
             CORR_STR_ARG(corr_frame_name(&v, name)), CORR_STR_ARG(v.file),
             v.line);
    input_clear(&l.in);
    return text;
}

static void a_comment_names_an_address(void **state)
{
    static const struct {
        const char *comment, *frame;
    } way[] = {
        { "#\t0x1000\tmain.f+0x1\t\t/src/m.go:12", "main.f|/src/m.go|12" },
        { "# 0x1000 main.f+0x1\t/src/m.go:12 ", "main.f|/src/m.go|12" },
        { "#\t0x1000\tmain.f\t/src/m.go", "main.f|/src/m.go|0" },
        { "#\t0x1000\tmain.f\t/src/m.go:", "main.f|/src/m.go:|0" },
        { "#\t0x1000\tmain.f\t/src/m.go:x", "main.f|/src/m.go:x|0" },
        { "#\t0x1000\tmain.f\tC:/m.go:7", "main.f|C:/m.go|7" },
        { "#\t0x1000\tmain.f\t/m.go:4294967295", "main.f|/m.go|4294967295" },
        { "#\t0x1000\tmain.f\t/m.go:4294967296", "main.f|/m.go|0" },
        { "#\t0x1000\tmain.f", "main.f||0" },
        { "#\t0x1000\ta+0x1.b+0x2", "a+0x1.b||0" },
        { "#\t0x1000\t+0x2", "0x1000||0" },
        { "#\t0x1000", "0x1000||0" },
        { "#\t0x1001\tmain.f", "0x1000||0" },
        { "#\t0xx\tmain.f", "0x1000||0" },
        { "#\t1000\tmain.f", "0x1000||0" },
        { "#\t0x1000\tf\n#\t0x1000\tg", "f||0" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        assert_string_equal(symbol_of(way[i].comment), way[i].frame);
}

static void the_statistics_of_go_name_it(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 0: 0 [0: 0] @ heapprofile\n"
                  "\n# runtime.MemStats\n");
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "Go"));
    input_clear(&l.in);
    load_text(&l, "heap profile: 0: 0 [0: 0] @ heapprofile\n"
                  "# runtime\n#\n# NumGC = 3\n");
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), ""));
    input_clear(&l.in);
}

/* ---- labels -------------------------------------------------------------- */

/* "key=text" of each label, apart by "|"; is_fault: the line has one. */
static const char *labels_of(const char *labels, bool is_fault)
{
    static char text[400];
    char all[500];
    loaded l;
    size_t n = 0;

    snprintf(all, sizeof all,
             "goroutine profile: total 1\n1 @ 0x1\n# labels: %s\n", labels);
    load_bytes(&l, all, strlen(all));
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, is_fault);
    const segment *s = find_kind(&l, "goroutine");
    uint32_t set = s->labels ? s->labels[0] : 0;
    text[0] = 0;
    for (uint32_t i = 0; i < l.in.label.set_n.v[set]; i++) {
        const corr_label x = input_label(&l.in, set, i);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s=%.*s",
                              i ? "|" : "", CORR_STR_ARG(x.key),
                              CORR_STR_ARG(x.text));
    }
    input_clear(&l.in);
    return text;
}

static void labels_are_quoted_as_go_does(void **state)
{
    static const struct {
        const char *labels, *want;
    } way[] = {
        { "{}", "" },
        { "{\"a\":\"b\"}", "a=b" },
        { "{\"a\":\"b\", \"c\":\"d\"}", "a=b|c=d" },
        { "{ \"a\" : \"b\" , \"c\" : \"\" }", "a=b|c=" },
        { "{\"a\\\"b\":\"\\\\\"}", "a\"b=\\" },
        { "{\"a\":\"\\x41\\x7a\"}", "a=Az" },
        { "{\"a\":\"\\x4\"}", "a=x4" },
        { "{\"a\":\"\\u0041\\u007f\"}", "a=A\x7f" },
        { "{\"a\":\"\\u0080\\u07ff\"}", "a=\xc2\x80\xdf\xbf" },
        { "{\"a\":\"\\u0800\\uffff\"}", "a=\xe0\xa0\x80\xef\xbf\xbf" },
        { "{\"a\":\"\\U00010000\"}", "a=\xf0\x90\x80\x80" },
        { "{\"a\":\"\\U0010ffff\"}", "a=\xf4\x8f\xbf\xbf" },
        { "{\"a\":\"\\U00110000\"}", "a=U00110000" },
        { "{\"a\":\"\\u12\"}", "a=u12" },
        { "{\"a\":\"\\a\\b\\f\\n\\r\\t\\v\\q\"}", "a=\a\b\f\n\r\t\vq" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        assert_string_equal(labels_of(way[i].labels, false), way[i].want);
}

static void labels_up_to_a_fault_are_kept(void **state)
{
    static const struct {
        const char *labels, *want;
    } way[] = {
        { "", "" },
        { "\"a\":\"b\"}", "" },
        { "{\"a\":\"b\"", "a=b" },
        { "{\"a\":\"b\", \"c\":}", "a=b" },
        { "{\"a\":\"b\", \"c\"}", "a=b" },
        { "{\"a\":}", "" },
        { "{\"a\":\"b\" \"c\":\"d\"}", "a=b" },
        { "{\"a\":\"b\", \"c\":\"d}", "a=b" },
        { "{\"a\":\"b\", \"c\":\"d\\\"}", "a=b" },
        { "{\"a\":\"b\", c:\"d\"}", "a=b" },
        { "{\"a\":\"b\\", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        assert_string_equal(labels_of(way[i].labels, true), way[i].want);
}

/* ---- lines --------------------------------------------------------------- */

static void a_stack_is_addresses_and_nothing_else(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "goroutine profile: total 6\n1 @ 0x1\t0x2  \t 0x3\n"
                  "2 @   \n3 @ 0 0x0 0x9\n");
    assert_string_equal(stack_in(&l, "goroutine", 0), "0x2;0x1");
    assert_string_equal(stack_in(&l, "goroutine", 1), "");
    assert_string_equal(stack_in(&l, "goroutine", 2), "0x8");
    assert_int_equal(find_kind(&l, "goroutine")->row[2], 2);
    input_clear(&l.in);
    load_bytes(&l, "goroutine profile: total 0\n1 @ 0x1,0x2\n1 @ x\n", 45);
    assert_int_equal(l.in.lost.events, 2);
    assert_int_equal(l.in.lost.bytes, 11 + 5);
    assert_int_equal(l.in.warning.v[0].offset, 27);
    input_clear(&l.in);
}

static void an_empty_last_line_needs_no_end(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "goroutine profile: total 1\r\n1 @ 0x2\r\n \t");
    assert_int_equal(total_of(&l, "goroutine"), 1);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_number_ends_where_its_digits_do),
        cmocka_unit_test(an_address_has_up_to_16_digits),
        cmocka_unit_test(what_stands_behind_a_text_is_not_read),
        cmocka_unit_test(a_word_is_taken_with_the_blanks_before_it),
        cmocka_unit_test(what_is_sampled_at_every_byte_stands_for_itself),
        cmocka_unit_test(a_comment_names_an_address),
        cmocka_unit_test(the_statistics_of_go_name_it),
        cmocka_unit_test(labels_are_quoted_as_go_does),
        cmocka_unit_test(labels_up_to_a_fault_are_kept),
        cmocka_unit_test(a_stack_is_addresses_and_nothing_else),
        cmocka_unit_test(an_empty_last_line_needs_no_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
