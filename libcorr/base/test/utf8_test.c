/* Tests of utf8: what is well-formed, and what becomes of the rest. */
#include "base/utf8.h"

#include "test/testing.h"

static void assert_char(const char *bytes, size_t n, unsigned length,
                        uint32_t point)
{
    uint32_t got;

    assert_int_equal(utf8_next((corr_str){ bytes, n }, &got), length);
    assert_int_equal(got, point);
}

static void characters_of_every_length_are_read(void **state)
{
    (void)state;
    assert_char("a", 1, 1, 'a');
    assert_char("\x7f", 1, 1, 0x7f);
    assert_char("\xc2\x80", 2, 2, 0x80);
    assert_char("\xdf\xbf", 2, 2, 0x7ff);
    assert_char("\xe0\xa0\x80", 3, 3, 0x800);
    assert_char("\xed\x9f\xbf", 3, 3, 0xd7ff);
    assert_char("\xee\x80\x80", 3, 3, 0xe000);
    assert_char("\xef\xbf\xbf", 3, 3, 0xffff);
    assert_char("\xf0\x90\x80\x80", 4, 4, 0x10000);
    assert_char("\xf1\x80\x80\x80", 4, 4, 0x40000);
    assert_char("\xf4\x8f\xbf\xbf", 4, 4, 0x10ffff);
}

static void everything_else_is_bad(void **state)
{
    static const struct {
        const char *bytes;
        size_t n;
    } bad[] = {
        { "\0", 1 },   /* ends C strings */
        { "\x80", 1 }, /* a tail alone */
        { "\xbf", 1 },
        { "\xc0\x80", 2 }, /* longer than need be */
        { "\xc1\xbf", 2 },
        { "\xe0\x9f\xbf", 3 },
        { "\xf0\x8f\xbf\xbf", 4 },
        { "\xed\xa0\x80", 3 },     /* half a surrogate pair */
        { "\xf4\x90\x80\x80", 4 }, /* past the last one */
        { "\xf5\x80\x80\x80", 4 },
        { "\xff", 1 },
        { "\xc2", 1 }, /* cut off */
        { "\xe1\x80", 2 },
        { "\xf1\x80\x80", 3 },
        { "\xc2z", 2 }, /* no tail */
        { "\xe1\x80z", 3 },
        { "\xf1\x80\x80z", 4 },
        { "\xf1\x80z\x80", 4 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_char(bad[i].bytes, bad[i].n, 0, 0xfffd);
}

static void assert_repaired(const char *text, size_t n, const char *want,
                            uint64_t bad)
{
    char to[256];
    uint64_t got;
    const corr_str s = { text, n };

    assert_int_equal(utf8_repaired_size(s, &got), strlen(want));
    assert_int_equal(got, bad);
    const corr_str r = utf8_repair(to, s);
    if (!corr_str_is(r, want))
        fail_msg("%.*s is not %s", CORR_STR_ARG(r), want);
}

#define BAD "\xef\xbf\xbd"

static void each_bad_byte_becomes_one_replacement(void **state)
{
    (void)state;
    assert_repaired("", 0, "", 0);
    assert_repaired("plain text, and long enough", 27,
                    "plain text, and long enough", 0);
    assert_repaired("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa5", 14,
                    "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa5", 0);
    assert_repaired("\xff", 1, BAD, 1);
    assert_repaired("a\xe2\x82"
                    "b",
                    4, "a" BAD BAD "b", 2);
    assert_repaired("12345678\xfe"
                    "12345678",
                    17, "12345678" BAD "12345678", 1);
    assert_repaired("12345678abc\0"
                    "5678",
                    16, "12345678abc" BAD "5678", 1);
    assert_repaired("1234567\xfe"
                    "8",
                    9, "1234567" BAD "8", 1);
}

static void what_is_put_is_read_back(void **state)
{
    const uint32_t points[] = { 1,     'a',    0x7f,   0x80,    0x7ff,
                                0x800, 0xfffd, 0xffff, 0x10000, 0x10ffff };
    char to[4];
    uint32_t got;

    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        const unsigned n = corr_put_utf8(to, points[i]);
        assert_int_equal(utf8_next((corr_str){ to, n }, &got), n);
        assert_int_equal(got, points[i]);
    }
}

static void characters_beyond_16_bits_have_two_halves(void **state)
{
    (void)state;
    for (uint32_t c = 0x10000; c <= 0x10ffff; c += 0x3ff) {
        const uint32_t high = corr_half(c, false), low = corr_half(c, true);
        assert_true(corr_is_half(high) && corr_is_half(low));
        assert_int_equal(corr_of_halves(high, low), c);
        assert_int_equal(corr_of_halves(low, high), CORR_NO_CHAR);
        assert_int_equal(corr_of_halves(high, high), CORR_NO_CHAR);
        assert_int_equal(corr_of_halves(high, 'a'), CORR_NO_CHAR);
        assert_int_equal(corr_of_halves(high, UINT32_MAX), CORR_NO_CHAR);
    }
    assert_int_equal(corr_half(0x1d11e, false), 0xd834);
    assert_int_equal(corr_half(0x1d11e, true), 0xdd1e);
    assert_false(corr_is_half(0xd7ff) || corr_is_half(0xe000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_every_length_are_read),
        cmocka_unit_test(everything_else_is_bad),
        cmocka_unit_test(each_bad_byte_becomes_one_replacement),
        cmocka_unit_test(what_is_put_is_read_back),
        cmocka_unit_test(characters_beyond_16_bits_have_two_halves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
