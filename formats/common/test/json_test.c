/* Tests of the JSON tokenizer: json.c, json_scan.c, json_search.c,
 * json_damage.c, json_value.c and id_search.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "common/json.h"
#include "common/json_scan.h"
#include "corr_builtin.h"
#include "model/build.h"
#include "source/source.h"

static json text_of(const char *z)
{
    json j;

    json_open_text(&j, corr_str_of(z), 64);
    return j;
}

/* A source on a file, so that the text comes in windows. */
static corr_src *source_of(const char *p, size_t n, FILE **file)
{
    corr_err err = { 0 };

    *file = tmpfile();
    assert_non_null(*file);
    assert_int_equal(fwrite(p, 1, n, *file), n);
    rewind(*file);
    return src_open_fd(fileno(*file), &(src_opts){ 0 }, &err);
}

/* Reads everything below here; returns a sum that depends on every key, every
 * scalar and their order. */
static uint64_t walk(json *j, uint64_t sum)
{
    const json_type type = json_next(j);
    json_val v;
    corr_str key;

    sum = sum * 31 + (uint64_t)type;
    if (type == JSON_ARRAY) {
        if (json_enter(j, type))
            while (json_element(j, NULL))
                sum = walk(j, sum);
    } else if (type == JSON_OBJECT) {
        if (json_enter(j, type))
            while (json_key(j, &key)) {
                sum ^= corr_hash(key.p, key.n);
                sum = walk(j, sum);
            }
    } else if (json_value(j, &v)) {
        sum ^= corr_hash(v.text.p, v.text.n);
    }
    return sum * 31 + 7;
}

static void assert_text(const char *json_text, const char *want, size_t n)
{
    corr_arena a = { 0 };
    json j = text_of(json_text);
    json_val v;

    assert_true(json_value(&j, &v));
    const corr_str s = json_str(&v, &a);
    assert_int_equal(s.n, n);
    assert_memory_equal(s.p, want, n);
    corr_arena_clear(&a);
}

static void members_and_elements_come_one_by_one(void **state)
{
    json j =
        text_of(" { \"a\" : [ 1 , true,null, \"x\" ,{} ] ,\n\"b\":-2.5 } ");
    json_val v;
    corr_str key;
    int n = 0;

    (void)state;
    assert_true(json_top(&j, NULL));
    assert_true(json_enter(&j, JSON_OBJECT));
    assert_true(json_key(&j, &key));
    assert_true(corr_str_is(key, "a"));
    assert_true(json_enter(&j, JSON_ARRAY));
    for (; json_element(&j, NULL); n++)
        json_skip(&j);
    assert_int_equal(n, 5);
    assert_true(json_key(&j, &key));
    assert_true(corr_str_is(key, "b"));
    assert_true(json_value(&j, &v));
    assert_int_equal(v.type, JSON_NUMBER);
    assert_true(corr_str_is(v.text, "-2.5"));
    assert_false(json_key(&j, &key));
    assert_false(json_top(&j, NULL));
    assert_false(json_failed(&j));
}

static void values_follow_one_another_in_any_way(void **state)
{
    static const char *const texts[] = {
        "{}{}{}",
        "{}\n{}\n{}\n",
        "{}\r\n\r\n{}\r\n  {}",
        "\xef\xbb\xbf{}\n\xef\xbb\xbf{},\n{}",
        "\x1e{}\n\x1e{}\n\x1e{}\n",
        "[1]\t[2] [3]",
    };

    (void)state;
    for (size_t i = 0; i < countof(texts); i++) {
        json j = text_of(texts[i]);
        int n = 0;

        for (; json_top(&j, NULL); n++)
            json_skip(&j);
        assert_false(json_failed(&j));
        assert_int_equal(n, 3);
    }
}

static void a_wrong_type_is_stepped_over(void **state)
{
    json j = text_of("{\"a\":{\"b\":[1,2]},\"c\":[3]}");
    corr_str key;
    int n = 0;

    (void)state;
    assert_true(json_enter(&j, JSON_OBJECT));
    while (json_key(&j, &key))
        if (json_enter(&j, JSON_ARRAY))
            while (json_element(&j, NULL)) {
                json_skip(&j);
                n++;
            }
    assert_int_equal(n, 1);
    assert_false(json_failed(&j));
}

static void escapes_are_undone(void **state)
{
    (void)state;
    assert_text("\"plain\"", "plain", 5);
    assert_text("\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\t\"", "a\"b\\c/d\b\f\n\r\t",
                12);
    assert_text("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"",
                "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 10);
    assert_text("\"a\\u0000b\"", "a\0b", 3);
}

static void half_a_pair_becomes_a_replacement_character(void **state)
{
    (void)state;
    assert_text("\"\\ud83d\"", "\xef\xbf\xbd", 3);
    assert_text("\"\\ude00x\"", "\xef\xbf\xbdx", 4);
    assert_text("\"\\ud83d\\n\"", "\xef\xbf\xbd\n", 4);
    assert_text("\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7);
    assert_text("\"\\uzz\"", "\xef\xbf\xbdzz", 5);
    assert_text("\"\\u12\"",
                "\xef\xbf\xbd"
                "12",
                5);
}

static void whole_numbers_are_exact_also_in_quotes(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        { "1711138246978123457,", 1711138246978123457 },
        { "\"1711138246978123457\"", 1711138246978123457 },
        { "-9223372036854775808,", INT64_MIN },
        { "1.6e18,", 1600000000000000000 },
        { "1.5,", 2 },
        { "\"1.7e9\"", 1700000000 },
        { "0,", 0 },
    };
    static const char *const none[] = { "\"\"", "true,",    "1e999,", "1e19,",
                                        "NaN,", "\"0x10\"", "null," };
    int64_t n;
    json_val v;

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        json j = text_of(rows[i].text);

        assert_true(json_value(&j, &v));
        assert_true(json_i64(&v, &n));
        assert_true(n == rows[i].value);
    }
    for (size_t i = 0; i < countof(none); i++) {
        json j = text_of(none[i]);

        assert_true(json_value(&j, &v));
        assert_false(json_i64(&v, &n));
    }
}

static void unsigned_numbers_reach_to_the_end(void **state)
{
    json j = text_of("[18446744073709551615,\"18446744073709551615\",-1]");
    json_val v;
    uint64_t n = 0;

    (void)state;
    assert_true(json_enter(&j, JSON_ARRAY));
    for (int i = 0; i < 2; i++) {
        assert_true(json_element(&j, NULL));
        assert_true(json_value(&j, &v));
        assert_true(json_u64(&v, &n));
        assert_true(n == UINT64_MAX);
    }
    assert_true(json_element(&j, NULL));
    assert_true(json_value(&j, &v));
    assert_false(json_u64(&v, &n));
}

static void names_are_found_in_camel_and_snake_case(void **state)
{
    static const json_name names[] = { JSON_NAME("traceId"),
                                       JSON_NAME("startTimeUnixNano"),
                                       JSON_NAME("name") };

    (void)state;
    assert_int_equal(json_find_name(names, 3, 0, CORR_STR("traceId")), 0);
    assert_int_equal(json_find_name(names, 3, 2, CORR_STR("trace_id")), 0);
    assert_int_equal(json_find_name(names, 3, 1, CORR_STR("TraceId")), 0);
    assert_int_equal(
        json_find_name(names, 3, 2, CORR_STR("start_time_unix_nano")), 1);
    assert_int_equal(json_find_name(names, 3, 0, CORR_STR("trace")), 3);
    assert_int_equal(json_find_name(names, 3, 0, CORR_STR("traceIdx")), 3);
    assert_int_equal(json_find_name(names, 3, 0, CORR_STR("")), 3);
}

static void a_syntax_error_has_its_offset_and_says_what_was_due(void **state)
{
    static const struct {
        const char *text, *expected;
        uint64_t at;
    } rows[] = {
        { "{\"a\" 1}", "a colon", 5 },
        { "{\"a\":1 2}", "a comma or }", 7 },
        { "[1 2]", "a comma or ]", 3 },
        { "{a:1}", "a key in quotes", 1 },
        { "{\"a\":?}", "a value", 5 },
        { "{\"a\":truth}", "a value", 5 },
        { "{\"a\":[1}]", "a comma or ]", 7 },
        { "{\"a\":1", "more", 6 },
        { "{\"a\":\"x", "more", 7 },
        { "[1,", "more", 3 },
        { "{\"a", "more", 3 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        json j = text_of(rows[i].text);

        assert_true(json_top(&j, NULL));
        walk(&j, 0);
        assert_true(json_failed(&j));
        assert_string_equal(j.expected, rows[i].expected);
        assert_int_equal(json_offset(&j), rows[i].at);
        assert_int_equal(json_cut(&j), strcmp(j.expected, "more") == 0);
    }
}

static void nothing_follows_a_failure(void **state)
{
    json j = text_of("{\"a\":?,\"b\":[1]}");
    json_val v;
    corr_str key;

    (void)state;
    assert_true(json_enter(&j, JSON_OBJECT));
    assert_true(json_key(&j, &key));
    json_skip(&j);
    assert_false(json_key(&j, &key));
    assert_false(json_element(&j, NULL));
    assert_false(json_enter(&j, JSON_ARRAY));
    assert_false(json_value(&j, &v));
    assert_false(json_top(&j, NULL));
    assert_int_equal(json_next(&j), JSON_NONE);
}

static void nesting_is_bounded(void **state)
{
    const size_t deep = 100000;
    char *text = malloc(2 * deep);
    json j;

    (void)state;
    assert_non_null(text);
    memset(text, '[', deep);
    memset(text + deep, ']', deep);
    json_open_text(&j, (corr_str){ text, 2 * deep }, 256);
    walk(&j, 0);
    assert_false(json_failed(&j));
    assert_true(j.too_deep);
    assert_false(json_top(&j, NULL));
    free(text);
}

static void a_scan_ends_where_the_brackets_are_even(void **state)
{
    static const char *const texts[] = {
        "[]",
        "{\"a\":\"]}\\\"]}\\\\\"}",
        "[\"\\\\\\\\\\\\\\\"]\",{\"b\":[\"[[[[\"]}]",
        "{\"0123456789012345678901234567890123456789012345678901234567890\\"
        "\"}}}}\":[{},{},[[]]]}",
    };
    char buf[512];

    (void)state;
    for (size_t i = 0; i < countof(texts); i++)
        for (size_t shift = 0; shift < 130; shift++) {
            /* blanks after the bracket move the rest through the blocks */
            const size_t n = strlen(texts[i]);
            json_scan s = { 0 };

            buf[0] = texts[i][0];
            memset(buf + 1, ' ', shift);
            memcpy(buf + 1 + shift, texts[i] + 1, n - 1);
            memset(buf + shift + n, ']', 100);
            const uint8_t *p = (const uint8_t *)buf;
            const uint8_t *end = p + shift + n;
            assert_ptr_equal(json_scan_on(&s, p, end + 100), end);
            for (size_t cut = 0; cut < shift + n; cut++) {
                s = (json_scan){ 0 };
                assert_null(json_scan_on(&s, p, p + cut));
                assert_ptr_equal(json_scan_on(&s, p + cut, end + 100), end);
            }
        }
}

static void a_line_ends_a_document_only_between_braces(void **state)
{
    const char *text = "{\"a\":1}\n{\"b\":\n{\"c\":2}\n}\r\n\n \t{\"d\":3}\n";
    const uint8_t *p = (const uint8_t *)text;
    const uint8_t *end = p + strlen(text);

    (void)state;
    assert_ptr_equal(json_scan_first_line(p, end), p + 8);
    assert_string_equal((const char *)json_scan_last_line(p, end),
                        "{\"d\":3}\n");
    assert_ptr_equal(json_scan_last_line(p, p + 20), p + 8);
    assert_null(json_scan_first_line(p + 8, p + 24));
    assert_null(json_scan_last_line(p, p + 8));
}

static bool is_bare(const char *text)
{
    const uint8_t *p = (const uint8_t *)text;

    return json_scan_bare(p, p + strlen(text));
}

static void a_document_of_nothing_but_brackets_is_bare(void **state)
{
    (void)state;
    assert_true(is_bare("{}"));
    assert_true(is_bare(" [ [], {} ]\r\n\t"));
    assert_false(is_bare("{\"trace\" :{}}")); /* no producer writes this */
    assert_true(is_bare("{\"trace\":{},\"b\":[]}"));
    assert_false(is_bare("{\"a\":1}"));
    assert_false(is_bare("{\"a\":\"b\"}"));
    assert_false(is_bare("[\"a\"]"));
    assert_false(is_bare("{\"a"));
    assert_false(is_bare("{\"a\""));
    assert_false(is_bare("x"));
    assert_false(is_bare(""));
    assert_int_equal(corr_format_zipkin.probe((const uint8_t *)"[]", 2, true),
                     1);
    assert_int_equal(corr_format_zipkin.probe((const uint8_t *)"[]", 2, false),
                     0);
}

/* A document with objects of many lengths, longer than two windows. */
static char *long_document(size_t *size)
{
    const size_t room = 1500000;
    char *text = malloc(room);
    size_t n = 0;

    assert_non_null(text);
    n += (size_t)snprintf(text, room, "{\"list\":[");
    for (unsigned i = 0; n < room - 5000; i++) {
        n += (size_t)snprintf(text + n, room - n,
                              "%s{\"number\":%u,\"in \\\"quotes\\\"\":\"",
                              i ? "," : "", i);
        for (unsigned k = 0; k < i % 1777; k++)
            text[n++] = "]}\\\\[{ab"[k % 8];
        while (text[n - 1] == '\\')
            n--;
        n += (size_t)snprintf(text + n, room - n, "\",\"tail\":[[%u],{}]}", i);
    }
    n += (size_t)snprintf(text + n, room - n, "]}");
    *size = n;
    return text;
}

static void windows_make_no_difference(void **state)
{
    size_t n;
    char *text = long_document(&n);
    FILE *file;
    json whole, pieces;

    (void)state;
    json_open_text(&whole, (corr_str){ text, n }, 64);
    const uint64_t sum = walk(&whole, 1);
    assert_false(json_failed(&whole));
    corr_src *in = source_of(text, n, &file);
    json_open(&pieces, in, "a test");
    assert_true(json_top(&pieces, NULL));
    assert_true(walk(&pieces, 1) == sum);
    assert_false(json_failed(&pieces));
    assert_false(json_top(&pieces, NULL));
    assert_int_equal(json_offset(&pieces), n);
    src_close(in);
    fclose(file);
    free(text);
}

static corr_build *builder(void)
{
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ 0 }, &err);

    assert_non_null(b);
    return b;
}

/* Seals and frees b, which has said one thing. */
static void assert_warning(corr_build *b, const char *text)
{
    corr_err err = { 0 };
    input r = { 0 };

    assert_int_equal(build_seal(b, &r, &err), CORR_OK);
    assert_int_equal(r.warning.n, 1);
    assert_string_equal(r.warning.v[0].text, text);
    input_clear(&r);
    build_free(b);
}

static void a_value_larger_than_a_record_is_left_out(void **state)
{
    size_t n;
    char *text = long_document(&n);
    corr_err err = { 0 };
    corr_build *b = builder();
    FILE *file;
    json j;
    json_val v;
    corr_str key;

    (void)state;
    corr_src *in = source_of(text, n, &file);
    src_close(in);
    rewind(file);
    in =
        src_open_fd(fileno(file), &(src_opts){ .limits.record = 300000 }, &err);
    json_open(&j, in, "a test");
    assert_true(json_enter(&j, JSON_OBJECT));
    assert_true(json_key(&j, &key));
    assert_false(json_value(&j, &v));
    assert_false(json_failed(&j));
    assert_false(json_key(&j, &key));
    assert_false(json_failed(&j));
    json_finish(&j, b);
    assert_warning(b, "left out a value of more than 300000 bytes");
    src_close(in);
    fclose(file);
    free(text);
}

static needles ids_of(uint64_t hi, uint64_t lo)
{
    needles s;

    assert_true(needles_init(&s, &(corr_want){ .by_id = true,
                                               .ids.hi = hi,
                                               .ids.lo = lo,
                                               .ids.mask_hi = UINT64_MAX,
                                               .ids.mask_lo = UINT64_MAX }));
    return s;
}

static void a_needle_is_found_at_every_place(void **state)
{
    const needles s = ids_of(0x4bf92f3577b34da6, 0xa3ce929d0e0e4736);
    static const char *const spelled[] = {
        "4bf92f3577b34da6a3ce929d0e0e4736",
        "4BF92F3577B34DA6A3CE929D0E0E4736",
        "\"S/kvNXezTaajzpKdDg5HNg==\"",
    };
    char buf[300];

    (void)state;
    for (size_t i = 0; i < countof(spelled); i++)
        for (size_t at = 0; at < 200; at++) {
            const size_t n = strlen(spelled[i]);
            const uint8_t *p = (const uint8_t *)buf;

            memset(buf, '4', sizeof buf);
            memcpy(buf + at, spelled[i], n);
            const uint8_t *hit = needles_find(&s, p, p + sizeof buf);
            assert_non_null(hit);
            assert_true(hit >= p + at && hit < p + at + n);
            assert_ptr_equal(needles_find(&s, p, p + at + n), hit);
            assert_null(needles_find(&s, p, p + at));
            assert_null(needles_find(&s, p + at + n, p + sizeof buf));
        }
}

static void one_text_can_be_a_needle(void **state)
{
    needles s;
    const uint8_t *p = (const uint8_t *)"{\"thread\":1,\"thread.id\":2}";

    (void)state;
    assert_false(needles_init_texts(&s, &CORR_STR("abc"), 1));
    assert_true(needles_init_texts(&s, &CORR_STR("\"thread."), 1));
    assert_ptr_equal(needles_find(&s, p, p + 26), p + 12);
    assert_null(needles_find(&s, p, p + 19));
}

/* Counts the elements of every array under "list" that are not left out. */
static int count_picked(corr_src *in, const needles *only)
{
    json j;
    corr_str key;
    int n = 0;

    json_open(&j, in, "a test");
    while (json_top(&j, only))
        if (json_enter(&j, JSON_OBJECT))
            while (json_key(&j, &key))
                if (json_enter(&j, JSON_ARRAY))
                    for (; json_element(&j, only); n++)
                        json_skip(&j);
    assert_false(json_failed(&j));
    return n;
}

static void what_holds_no_needle_is_left_out(void **state)
{
    const needles s = ids_of(0x4bf92f3577b34da6, 0xa3ce929d0e0e4736);
    const char *text = "{\"list\":[{\"a\":1},{\"a\":\"x\"}]}\n"
                       "{\"list\":[{\"a\":1},"
                       "{\"a\":\"4bf92f3577b34da6a3ce929d0e0e4736\"},3]}\n"
                       "{\"list\":[4]}{\"list\":[[5]]}";
    corr_err err = { 0 };

    (void)state;
    corr_src *in = src_open_memory(text, strlen(text), &(src_opts){ 0 }, &err);
    assert_int_equal(count_picked(in, &s), 1);
    src_close(in);
    in = src_open_memory(text, strlen(text), &(src_opts){ 0 }, &err);
    assert_int_equal(count_picked(in, NULL), 7);
    src_close(in);
}

static void needles_are_found_across_windows(void **state)
{
    const needles s = ids_of(0x4bf92f3577b34da6, 0xa3ce929d0e0e4736);
    const char *id = "4bf92f3577b34da6a3ce929d0e0e4736";
    size_t n;

    (void)state;
    for (size_t at = 256 * 1024 - 40; at < 256 * 1024 + 8; at += 3) {
        char *text = long_document(&n);
        FILE *file;

        /* into the text of a member, wherever that is near the edge */
        for (size_t i = at; i < at + 5000; i++)
            if (memcmp(text + i, "]}\\\\[{ab]}\\\\[{ab]}\\\\[{ab]}\\\\[{ab",
                       32) == 0) {
                memcpy(text + i, id, 32);
                break;
            }
        corr_src *in = source_of(text, n, &file);
        const int picked = count_picked(in, &s);
        assert_true(picked >= 1 && picked < 20);
        src_close(in);
        fclose(file);
        free(text);
    }
}

static void a_bad_line_is_lost_alone(void **state)
{
    const char *text = "{\"list\":[1,2]}\n"
                       "{\"list\":[3,?]}\n"
                       "{\"list\":[4]}\n"
                       "{\"list\":[5,\n"
                       "{\"list\":[6,7]}\n"
                       "{\"li\n"
                       "{\"list\":[8]}\n";
    corr_err err = { 0 };
    corr_build *b = builder();
    input r = { 0 };
    json j;
    corr_str key;
    json_val v;
    int64_t n, sum = 0;

    (void)state;
    corr_src *in = src_open_memory(text, strlen(text), &(src_opts){ 0 }, &err);
    json_open(&j, in, "a line");
    do
        while (json_top(&j, NULL))
            if (json_enter(&j, JSON_OBJECT))
                while (json_key(&j, &key))
                    if (json_enter(&j, JSON_ARRAY))
                        while (json_element(&j, NULL))
                            if (json_value(&j, &v) && json_i64(&v, &n))
                                sum += n;
    while (json_resume(&j, b));
    assert_int_equal(sum, 1 + 2 + 3 + 4 + 5 + 8);
    assert_int_equal(build_seal(b, &r, &err), CORR_OK);
    assert_true(r.lost.damaged);
    assert_int_equal(r.warning.n, 1);
    assert_int_equal(r.warning.v[0].offset, 26);
    assert_string_equal(r.warning.v[0].text,
                        "not JSON; a value should follow in a line, not \"?\"; "
                        "5 bytes cannot be used");
    input_clear(&r);
    build_free(b);
    src_close(in);
}

static void a_cut_end_says_how_much_is_lost(void **state)
{
    const char *text = "[1,2,{\"a\":\"xyz";
    corr_err err = { 0 };
    corr_build *b = builder();
    input r = { 0 };
    json j;

    (void)state;
    corr_src *in = src_open_memory(text, strlen(text), &(src_opts){ 0 }, &err);
    json_open(&j, in, "a list");
    assert_true(json_enter(&j, JSON_ARRAY));
    while (json_element(&j, NULL))
        json_skip(&j);
    assert_true(json_cut(&j));
    assert_false(json_resume(&j, b));
    assert_int_equal(build_seal(b, &r, &err), CORR_OK);
    assert_string_equal(r.warning.v[0].text,
                        "the input ends inside a list; its last 10 bytes "
                        "cannot be used");
    assert_int_equal(r.lost.bytes, 10);
    input_clear(&r);
    build_free(b);
    src_close(in);
}

static void what_is_left_of_a_text_holds_a_needle_or_not(void **state)
{
    const corr_str word[] = { CORR_STR("\"keep") };
    needles only;
    json_val v;
    json j;

    (void)state;
    assert_true(needles_init_texts(&only, word, 1));
    json_open_text(&j, CORR_STR("[\"no\",[\"keep it\"],\"no\"]"), 8);
    assert_true(json_holds(&j, NULL));
    assert_true(json_holds(&j, &only));
    assert_true(json_enter(&j, JSON_ARRAY));
    assert_true(json_element(&j, &only));
    assert_true(json_value(&j, &v));
    assert_int_equal(v.type, JSON_ARRAY);
    assert_false(json_holds(&j, &only));
    assert_true(json_holds(&j, NULL));
    assert_false(json_element(&j, &only));
    assert_false(json_failed(&j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_and_elements_come_one_by_one),
        cmocka_unit_test(values_follow_one_another_in_any_way),
        cmocka_unit_test(a_wrong_type_is_stepped_over),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(half_a_pair_becomes_a_replacement_character),
        cmocka_unit_test(whole_numbers_are_exact_also_in_quotes),
        cmocka_unit_test(unsigned_numbers_reach_to_the_end),
        cmocka_unit_test(names_are_found_in_camel_and_snake_case),
        cmocka_unit_test(a_syntax_error_has_its_offset_and_says_what_was_due),
        cmocka_unit_test(nothing_follows_a_failure),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(a_scan_ends_where_the_brackets_are_even),
        cmocka_unit_test(a_line_ends_a_document_only_between_braces),
        cmocka_unit_test(a_document_of_nothing_but_brackets_is_bare),
        cmocka_unit_test(windows_make_no_difference),
        cmocka_unit_test(a_value_larger_than_a_record_is_left_out),
        cmocka_unit_test(a_needle_is_found_at_every_place),
        cmocka_unit_test(one_text_can_be_a_needle),
        cmocka_unit_test(what_holds_no_needle_is_left_out),
        cmocka_unit_test(needles_are_found_across_windows),
        cmocka_unit_test(a_bad_line_is_lost_alone),
        cmocka_unit_test(a_cut_end_says_how_much_is_lost),
        cmocka_unit_test(what_is_left_of_a_text_holds_a_needle_or_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
