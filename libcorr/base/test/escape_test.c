/* Tests of escape.c and char_width.c: what reaches a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/escape.h"

static const char *made_safe(const char *text, bool ascii)
{
    static char buf[256];

    return corr_safe(buf, sizeof buf, corr_str_of(text), ascii);
}

static void plain_text_stays_as_it_is(void **state)
{
    (void)state;
    assert_string_equal(
        made_safe("a.B::c<int>(\\n) \xc3\xa9\xe4\xb8\xad", false),
        "a.B::c<int>(\\n) \xc3\xa9\xe4\xb8\xad");
}

static void control_characters_become_visible(void **state)
{
    (void)state;
    assert_string_equal(made_safe("\x1b[31mred\a", false), "\\x1b[31mred\\x07");
    assert_string_equal(made_safe("a\tb\nc\rd\x7f", false),
                        "a\\tb\\nc\\rd\\x7f");
    assert_string_equal(made_safe("\xc2\x9b"
                                  "31m",
                                  false),
                        "\\u009b31m");
}

static void marks_of_direction_become_visible(void **state)
{
    (void)state;
    assert_string_equal(made_safe("a\xe2\x80\xae"
                                  "b",
                                  false),
                        "a\\u202eb");
    assert_string_equal(made_safe("\xe2\x81\xa6x\xe2\x80\x8f", false),
                        "\\u2066x\\u200f");
    assert_string_equal(made_safe("\xef\xbb\xbf", false), "\\ufeff");
    assert_string_equal(made_safe("\xf3\xa0\x81\x81", false), "\\U000e0041");
}

static void bad_utf8_becomes_visible_byte_by_byte(void **state)
{
    (void)state;
    assert_string_equal(made_safe("a\xff\xc3", false), "a\\xff\\xc3");
    assert_string_equal(made_safe("\xc0\xaf", false), "\\xc0\\xaf");
    assert_string_equal(made_safe("\xed\xa0\x80", false), "\\xed\\xa0\\x80");
    assert_string_equal(made_safe("\xf4\x90\x80\x80", false),
                        "\\xf4\\x90\\x80\\x80");
}

static void ascii_has_look_alikes_and_escapes(void **state)
{
    (void)state;
    assert_string_equal(
        made_safe("a \xe2\x86\x92 b\xe2\x80\xa6 \xc2\xb1", true),
        "a -> b... +-");
    assert_string_equal(made_safe("\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80", true),
                        "\\u00e9\\u4e2d\\U0001f600");
}

static void a_short_buffer_cuts_no_character(void **state)
{
    char buf[4];

    (void)state;
    corr_safe(buf, sizeof buf, CORR_STR("ab\xc3\xa9"), false);
    assert_string_equal(buf, "ab");
    corr_safe(buf, sizeof buf, CORR_STR("a\x1b"), false);
    assert_string_equal(buf, "a");
    corr_safe(buf, 1, CORR_STR("a"), false);
    assert_string_equal(buf, "");
}

static void a_control_character_has_a_picture_in_tables(void **state)
{
    corr_str s = CORR_STR("\x1b\n\0\x7f");
    char shown[64] = "";
    escape_char c;

    (void)state;
    while (escape_next(&s, false, &c)) {
        assert_true(c.escaped);
        assert_int_equal(c.cells, 1);
        strncat(shown, c.text, c.n);
    }
    assert_string_equal(shown,
                        "\xe2\x90\x9b\xe2\x90\x8a\xe2\x90\x80\xe2\x90\xa1");
    s = CORR_STR("\x1b");
    assert_true(escape_next(&s, true, &c));
    assert_int_equal(c.cells, 4);
    s = CORR_STR("\x1b");
    assert_true(escape_next_escape(&s, false, &c));
    assert_memory_equal(c.text, "\\x1b", 4);
}

static void characters_take_none_one_or_two_cells(void **state)
{
    (void)state;
    assert_int_equal(cells_of('a'), 1);
    assert_int_equal(cells_of(0xe9), 1);
    assert_int_equal(cells_of(0x301), 0);   /* combining acute */
    assert_int_equal(cells_of(0x4e2d), 2);  /* CJK */
    assert_int_equal(cells_of(0xff21), 2);  /* full-width A */
    assert_int_equal(cells_of(0xac00), 2);  /* Hangul */
    assert_int_equal(cells_of(0x1f600), 2); /* a face */
    assert_int_equal(cells_of(0x2502), 1);  /* box drawing */
    assert_int_equal(cells_of(0x2fffe), 2);
    assert_int_equal(cells_of(0x10fffd), 1);
}

static void cells_of_a_text_are_those_of_its_safe_form(void **state)
{
    (void)state;
    assert_int_equal(escape_cells(CORR_STR("e\xcc\x81\xe4\xb8\xad"), false), 3);
    assert_int_equal(escape_cells(CORR_STR("\x1b"), false), 1);
    assert_int_equal(escape_cells(CORR_STR("\x1b"), true), 4);
    assert_int_equal(escape_cells(CORR_STR("\xe2\x80\xa6"), false), 1);
    assert_int_equal(escape_cells(CORR_STR("\xe2\x80\xa6"), true), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays_as_it_is),
        cmocka_unit_test(control_characters_become_visible),
        cmocka_unit_test(marks_of_direction_become_visible),
        cmocka_unit_test(bad_utf8_becomes_visible_byte_by_byte),
        cmocka_unit_test(ascii_has_look_alikes_and_escapes),
        cmocka_unit_test(a_short_buffer_cuts_no_character),
        cmocka_unit_test(a_control_character_has_a_picture_in_tables),
        cmocka_unit_test(characters_take_none_one_or_two_cells),
        cmocka_unit_test(cells_of_a_text_are_those_of_its_safe_form),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
