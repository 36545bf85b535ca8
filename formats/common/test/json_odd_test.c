/* Tests of the JSON tokenizer: escapes, bytes and ends at the edge of what they
 * may be. */
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
#include "model/build.h"
#include "source/source.h"

static json text_of(const char *z)
{
    json j;

    json_open_text(&j, corr_str_of(z), 64);
    return j;
}

/* ---- escapes ------------------------------------------------------------ */

static void escapes_of_every_form_are_undone(void **state)
{
#define BAD "\xef\xbf\xbd"
    static const struct {
        const char *json, *text;
    } rows[] = {
        { "\\b\\f\\n\\r\\t", "\b\f\n\r\t" },
        { "\\/\\\\\\\"", "/\\\"" },
        { "\\q", "q" },
        { "\\u007f\\u0080", "\x7f\xc2\x80" },
        { "\\u07FF\\u0800", "\xdf\xbf\xe0\xa0\x80" },
        { "\\uaBcD", "\xea\xaf\x8d" },
        { "\\uFFFF", "\xef\xbf\xbf" },
        { "\\ud7ff\\ue000", "\xed\x9f\xbf\xee\x80\x80" },
        { "\\uD800\\uDC00", "\xf0\x90\x80\x80" },
        { "\\udbff\\udfff", "\xf4\x8f\xbf\xbf" },
        { "\\udc01\\udc02", BAD BAD },
        { "\\udfff\\udc02", BAD BAD },
        { "\\ud800\\ud800\\udc00", BAD "\xf0\x90\x80\x80" },
        { "\\ud800\\ue000", BAD "\xee\x80\x80" },
        { "\\ud800\\n", BAD "\n" },
        { "\\ud800\\", NULL },
        { "\\ud800udc00", BAD "udc00" },
        { "\\ud800\\udc0", BAD BAD "dc0" },
        { "\\u00g1", BAD "00g1" },
        { "\\u00G1", BAD "00G1" },
        { "\\u00`1", BAD "00`1" },
        { "\\u00@1", BAD "00@1" },
        { "\\u00:1", BAD "00:1" },
        { "\\u00/1", BAD "00/1" },
        { "\\u12", BAD "12" },
        { "\\u", BAD },
    };
    char buf[64];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        corr_arena a = { .limit = SIZE_MAX };
        json_val v;

        snprintf(buf, sizeof buf, "[\"%s\"]", rows[i].json);
        json j = text_of(buf);
        assert_true(json_enter(&j, JSON_ARRAY) && json_element(&j, NULL));
        assert_int_equal(json_value(&j, &v), rows[i].text != NULL);
        if (rows[i].text && !corr_str_is(json_str(&v, &a), rows[i].text))
            fail_msg("%s: %.*s", rows[i].json, CORR_STR_ARG(json_str(&v, &a)));
        corr_arena_clear(&a);
    }
}

/* Two bytes each that become three. */
static void a_text_of_broken_escapes_has_room(void **state)
{
    enum { MANY = 1000 };
    corr_arena a = { .limit = SIZE_MAX };
    char *text = malloc(2 * MANY + 3);
    json_val v;

    (void)state;
    assert_non_null(text);
    text[0] = '"';
    for (size_t i = 0; i < MANY; i++)
        memcpy(text + 1 + 2 * i, "\\u", 2);
    memcpy(text + 1 + 2 * MANY, "\"", 2);
    json j = text_of(text);
    assert_true(json_value(&j, &v));
    const corr_str first = json_str(&v, &a), second = json_str(&v, &a);
    assert_int_equal(first.n, 3 * MANY);
    assert_true(corr_str_eq(first, second));
    assert_true(first.p + first.n <= second.p ||
                second.p + second.n <= first.p);
    corr_arena_clear(&a);
    free(text);
}

/* ---- names -------------------------------------------------------------- */

static void a_name_is_found_from_any_hint(void **state)
{
    static const json_name names[] = { JSON_NAME("a"), JSON_NAME("bravoBravo"),
                                       JSON_NAME("charlieCharlieC") };

    (void)state;
    for (size_t hint = 0; hint < 3; hint++) {
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(
                json_find_name(names, 3, hint,
                               (corr_str){ names[i].text, names[i].n }),
                i);
        assert_int_equal(json_find_name(names, 3, hint, CORR_STR("b")), 3);
        assert_int_equal(json_find_name(names, 3, hint, CORR_STR("")), 3);
        assert_int_equal(
            json_find_name(names, 3, hint, CORR_STR("BRAVO_BRAVO_")), 1);
        assert_int_equal(json_find_name(names, 3, hint, CORR_STR("bravoBravp")),
                         3);
        assert_int_equal(json_find_name(names, 3, hint, CORR_STR("bravoBrav")),
                         3);
        assert_int_equal(
            json_find_name(names, 3, hint, CORR_STR("bravoBravoB")), 3);
        assert_int_equal(
            json_find_name(names, 3, hint, CORR_STR("xharlieCharlieC")), 3);
    }
}

static void of_members_that_come_twice_the_last_counts(void **state)
{
    static const json_name names[] = { JSON_NAME("a"), JSON_NAME("b") };
    json j = text_of("{\"b\":1,\"a\":2,\"x\":3,\"a\":4,\"b\":5}");
    json_val m[2];

    (void)state;
    assert_true(json_members(&j, names, 2, m));
    assert_true(corr_str_is(m[0].text, "4"));
    assert_true(corr_str_is(m[1].text, "5"));
    j = text_of("[1]");
    assert_true(json_members(&j, names, 2, m)); /* another type has none */
    assert_int_equal(m[0].type, JSON_NONE);
    j = text_of("{\"a\":1");
    assert_false(json_members(&j, names, 2, m));
}

/* ---- numbers ------------------------------------------------------------ */

static void numbers_at_the_edge_are_rounded_or_refused(void **state)
{
    static const struct {
        const char *text;
        bool is_i64, is_u64;
        int64_t i;
        uint64_t u;
    } rows[] = {
        { "0.5", true, true, 1, 1 },
        { "0.4", true, true, 0, 0 },
        { "-0.4", true, false, 0, 0 },
        { "-0.5", true, false, -1, 0 },
        { "1e18", true, true, 1000000000000000000, 1000000000000000000 },
        { "9223372036854775807", true, true, INT64_MAX, INT64_MAX },
        { "9223372036854775808", false, true, 0, UINT64_C(1) << 63 },
        { "-9223372036854775808", true, false, INT64_MIN, 0 },
        { "1e19", false, true, 0, UINT64_C(10000000000000000000) },
        { "18446744073709551615", false, true, 0, UINT64_MAX },
        { "18446744073709551616", false, false, 0, 0 },
        { "-1e19", false, false, 0, 0 },
        { "NaN", false, false, 0, 0 },
    };
    char buf[64];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        for (int quoted = 0; quoted < 2; quoted++) {
            json_val v;
            int64_t n = 0;
            uint64_t u = 0;

            snprintf(buf, sizeof buf, quoted ? "\"%s\"" : "%s ", rows[i].text);
            json j = text_of(buf);
            assert_true(json_value(&j, &v));
            if (json_i64(&v, &n) != rows[i].is_i64 ||
                (rows[i].is_i64 && n != rows[i].i))
                fail_msg("%s: %lld", buf, (long long)n);
            if (json_u64(&v, &u) != rows[i].is_u64 ||
                (rows[i].is_u64 && u != rows[i].u))
                fail_msg("%s: %llu", buf, (unsigned long long)u);
        }
}

static void words_and_numbers_are_whole(void **state)
{
    static const char *const bad[] = { "tru", "trues", "nul", "falsy",
                                       "1x",  "1e5z",  "Inf", "-Inf",
                                       "Nan", "-x",    "+1",  ".5" };
    json_val v;

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        char buf[16];

        snprintf(buf, sizeof buf, "[%s]", bad[i]);
        json j = text_of(buf);
        assert_true(json_enter(&j, JSON_ARRAY));
        if (json_element(&j, NULL) && json_value(&j, &v))
            fail_msg("taken: %s", bad[i]);
        assert_true(json_failed(&j));
    }
}

/* ---- structure ---------------------------------------------------------- */

static void commas_stand_between_and_nowhere_else(void **state)
{
    static const struct {
        const char *text;
        size_t n;
        bool failed;
    } rows[] = {
        { "[1,2,3]", 3, false }, { "[]", 0, false },
        { "[ ]", 0, false },     { "[,1]", 0, true },
        { "[1,]", 1, false },    { "[1 2]", 1, true },
        { "[1,,2]", 1, true },   { "[[],[]]", 2, false },
        { "[[] []]", 1, true },  { "[{},{}]", 2, false },
        { "[1", 1, true },       { "[1,", 1, true },
        { "[1}", 1, true },
    };
    json_val v;

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        json j = text_of(rows[i].text);
        size_t n = 0;

        assert_true(json_enter(&j, JSON_ARRAY));
        while (json_element(&j, NULL) && json_value(&j, &v))
            n++;
        if (n != rows[i].n && !(rows[i].failed && n < rows[i].n))
            fail_msg("%s: %zu", rows[i].text, n);
        if (json_failed(&j) != rows[i].failed)
            fail_msg("%s", rows[i].text);
    }
}

/* ---- messages ----------------------------------------------------------- */

/* The messages about a document that is read to its end. */
static const char *said_of(const char *text, size_t n, uint64_t *lost)
{
    static char said[256];
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ 0 }, &err);
    corr_src *in = src_open_memory(text, n, &(src_opts){ 0 }, &err);
    input r = { 0 };
    json j;

    assert_true(b && in);
    json_open(&j, in, "a list");
    do
        while (json_top(&j, NULL))
            json_skip(&j);
    while (json_resume(&j, b));
    json_finish(&j, b);
    assert_int_equal(build_seal(b, &r, &err), CORR_OK);
    snprintf(said, sizeof said, "%s", r.warning.n ? r.warning.v[0].text : "");
    *lost = r.lost.bytes;
    input_clear(&r);
    build_free(b);
    src_close(in);
    return said;
}

static void a_byte_that_cannot_be_shown_is_said_as_a_number(void **state)
{
    static const struct {
        const char *text, *found;
    } rows[] = {
        { "\x1f", "byte 0x1f" }, { "\xf0", "byte 0xf0" },
        { "\xab", "byte 0xab" }, { "\x7f", "byte 0x7f" },
        { "~", "\"~\"" },        { "!", "\"!\"" },
    };
    uint64_t lost;
    char want[128];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        snprintf(want, sizeof want,
                 "not JSON; a value should follow in a list, not %s; 1 byte "
                 "cannot be used",
                 rows[i].found);
        assert_string_equal(said_of(rows[i].text, 1, &lost), want);
        assert_int_equal(lost, 1);
    }
}

static void marks_between_values_are_no_damage(void **state)
{
    static const struct {
        const char *text;
        uint64_t lost;
    } rows[] = {
        { "\xef\xbb\xbf{}", 0 },   { "{}\n\xef\xbb\xbf{}", 0 },
        { "\x1e{}\n\x1e{}\n", 0 }, { "{},{}", 0 },
        { "{}\n\xef", 2 },         { "{}\n\xef\xbb", 3 },
        { "{}\n\xef\xbb\xbe", 4 },
    };
    uint64_t lost;

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        said_of(rows[i].text, strlen(rows[i].text), &lost);
        if (lost != rows[i].lost)
            fail_msg("%zu: %llu", i, (unsigned long long)lost);
    }
}

static void what_is_too_deep_is_said(void **state)
{
    corr_err err = { 0 };
    const src_opts opts = { .limits = { .depth = 2 } };
    corr_build *b = build_new(&(build_opts){ 0 }, &err);
    corr_src *in = src_open_memory("[[[1]],2]", 9, &opts, &err);
    input r = { 0 };
    json_val v = { .type = JSON_NONE };
    json j;

    (void)state;
    json_open(&j, in, "a list");
    assert_true(json_top(&j, NULL) && json_enter(&j, JSON_ARRAY));
    assert_true(json_element(&j, NULL) && json_enter(&j, JSON_ARRAY));
    assert_true(json_element(&j, NULL));
    assert_false(json_enter(&j, JSON_ARRAY));
    assert_false(json_element(&j, NULL));
    assert_true(json_element(&j, NULL) && json_value(&j, &v));
    assert_true(corr_str_is(v.text, "2"));
    assert_false(json_element(&j, NULL));
    json_finish(&j, b);
    assert_int_equal(build_seal(b, &r, &err), CORR_OK);
    assert_int_equal(r.warning.n, 1);
    assert_string_equal(r.warning.v[0].text,
                        "values nested more than 2 deep were left out");
    input_clear(&r);
    build_free(b);
    src_close(in);
}

static void strings_end_where_they_end_at_every_length(void **state)
{
    (void)state;
    for (size_t n = 0; n < 70; n++)
        for (size_t at = 0; at <= n; at++) {
            uint8_t *p = malloc(n + 1);
            bool escaped = false;

            assert_non_null(p);
            memset(p, 'x', n + 1);
            if (at < n)
                p[at] = '"';
            const uint8_t *end = json_scan_string(p, p + n, &escaped);
            assert_ptr_equal(end, at < n ? p + at : NULL);
            assert_false(escaped);
            if (at + 1 < n) {
                p[at] = '\\';
                p[at + 1] = '"';
                assert_null(json_scan_string(p, p + n, &escaped));
                assert_true(escaped);
            }
            free(p);
        }
}

static void the_last_line_is_found_at_every_length(void **state)
{
    (void)state;
    for (size_t n = 3; n < 70; n++)
        for (size_t at = 1; at + 1 < n; at++) {
            uint8_t *p = malloc(n);

            assert_non_null(p);
            memset(p, 'x', n);
            assert_null(json_scan_last_line(p, p + n));
            assert_null(json_scan_first_line(p, p + n));
            memcpy(p + at - 1, "}\n{", 3);
            assert_ptr_equal(json_scan_last_line(p, p + n), p + at + 1);
            assert_ptr_equal(json_scan_first_line(p, p + n), p + at + 1);
            free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_of_every_form_are_undone),
        cmocka_unit_test(a_text_of_broken_escapes_has_room),
        cmocka_unit_test(a_name_is_found_from_any_hint),
        cmocka_unit_test(of_members_that_come_twice_the_last_counts),
        cmocka_unit_test(numbers_at_the_edge_are_rounded_or_refused),
        cmocka_unit_test(words_and_numbers_are_whole),
        cmocka_unit_test(commas_stand_between_and_nowhere_else),
        cmocka_unit_test(a_byte_that_cannot_be_shown_is_said_as_a_number),
        cmocka_unit_test(marks_between_values_are_no_damage),
        cmocka_unit_test(what_is_too_deep_is_said),
        cmocka_unit_test(strings_end_where_they_end_at_every_length),
        cmocka_unit_test(the_last_line_is_found_at_every_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
