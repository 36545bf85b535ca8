/* Tests of str: slices, and the numbers in them. */
#include "base/base.h"
#include "test/testing.h"

static corr_str s(const char *z)
{
    return corr_str_of(z);
}

static void slices_are_ordered_by_bytes(void **state)
{
    (void)state;
    assert_int_equal(corr_str_cmp(s("a"), s("a")), 0);
    assert_true(corr_str_cmp(s("a"), s("b")) < 0);
    assert_true(corr_str_cmp(s("b"), s("a")) > 0);
    assert_true(corr_str_cmp(s("a"), s("ab")) < 0);
    assert_true(corr_str_cmp(s("ab"), s("a")) > 0);
    assert_true(corr_str_cmp(s(""), s("a")) < 0);
    assert_int_equal(corr_str_cmp(s(NULL), s("")), 0);
    assert_true(corr_str_cmp(s("\x7f"), s("\x80")) < 0);
}

static void equal_means_all_bytes(void **state)
{
    (void)state;
    assert_true(corr_str_is(s("abc"), "abc"));
    assert_false(corr_str_is(s("abc"), "abd"));
    assert_false(corr_str_is(s("abc"), "ab"));
    assert_true(corr_str_eq(CORR_STR("a\0b"), CORR_STR("a\0b")));
    assert_false(corr_str_eq(CORR_STR("a\0b"), CORR_STR("a\0c")));
    assert_true(corr_str_eq((corr_str){ NULL, 0 }, s("")));
}

static void beginnings_and_ends_are_known(void **state)
{
    (void)state;
    assert_true(corr_str_starts(s("main.go"), "main"));
    assert_false(corr_str_starts(s("main.go"), "go"));
    assert_false(corr_str_starts(s("ma"), "main"));
    assert_true(corr_str_starts(s(""), ""));
    assert_true(corr_str_ends(s("main.go"), ".go"));
    assert_false(corr_str_ends(s("main.go"), "main"));
    assert_false(corr_str_ends(s("go"), ".go"));
}

static void trimming_takes_blanks_off_both_ends(void **state)
{
    (void)state;
    assert_true(corr_str_is(corr_str_trim(s(" \t a b\r ")), "a b"));
    assert_true(corr_str_is(corr_str_trim(s("   ")), ""));
    assert_true(corr_str_is(corr_str_trim(s("x")), "x"));
    assert_true(corr_str_is(corr_str_trim(s("x\n")), "x\n"));
}

static void the_name_of_a_file_is_behind_the_last_slash(void **state)
{
    (void)state;
    assert_true(corr_str_is(corr_str_base(s("/usr/bin/server")), "server"));
    assert_true(corr_str_is(corr_str_base(s("server")), "server"));
    assert_true(corr_str_is(corr_str_base(s("/usr/bin/")), ""));
    assert_true(corr_str_is(corr_str_base(s("")), ""));
}

static void a_slice_is_cut_at_the_first_or_last(void **state)
{
    corr_str a, b;

    (void)state;
    assert_int_equal(corr_str_find(s("a=b=c"), '='), 1);
    assert_int_equal(corr_str_find(s("abc"), '='), 3);
    assert_int_equal(corr_str_find(s(""), '='), 0);
    assert_true(corr_str_cut(s("a=b=c"), '=', &a, &b));
    assert_true(corr_str_is(a, "a") && corr_str_is(b, "b=c"));
    assert_true(corr_str_cut_last(s("a=b=c"), '=', &a, &b));
    assert_true(corr_str_is(a, "a=b") && corr_str_is(b, "c"));
    assert_true(corr_str_cut_last(s("=x"), '=', &a, &b));
    assert_true(corr_str_is(a, "") && corr_str_is(b, "x"));
    assert_true(corr_str_cut(s("x="), '=', &a, &b));
    assert_true(corr_str_is(a, "x") && corr_str_is(b, ""));
    assert_false(corr_str_cut(s("abc"), '=', &a, &b));
    assert_false(corr_str_cut_last(s("abc"), '=', &a, &b));
}

static void pieces_come_one_by_one(void **state)
{
    corr_str rest = s("a;;b;");
    corr_str piece;
    const char *const want[] = { "a", "", "b", "" };

    (void)state;
    for (size_t i = 0; i < countof(want); i++) {
        assert_true(corr_str_next(&rest, ';', &piece));
        assert_true(corr_str_is(piece, want[i]));
    }
    assert_false(corr_str_next(&rest, ';', &piece));
    rest = s("");
    assert_true(corr_str_next(&rest, ';', &piece));
    assert_int_equal(piece.n, 0);
    assert_false(corr_str_next(&rest, ';', &piece));
}

static void whole_numbers_are_whole_slices(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } good[] = { { "0", 0 },
                 { "-0", 0 },
                 { "007", 7 },
                 { "-12", -12 },
                 { "9223372036854775807", INT64_MAX },
                 { "-9223372036854775808", INT64_MIN } };
    static const char *const bad[] = { "",
                                       "-",
                                       "+1",
                                       " 1",
                                       "1 ",
                                       "1x",
                                       "0x10",
                                       "1.0",
                                       "9223372036854775808",
                                       "--1",
                                       "-9223372036854775809",
                                       "99999999999999999999999" };
    int64_t i = 77;
    uint64_t u = 77;

    (void)state;
    for (size_t k = 0; k < countof(good); k++) {
        assert_true(corr_str_i64(s(good[k].text), &i));
        assert_int_equal(i, good[k].value);
    }
    i = 77;
    for (size_t k = 0; k < countof(bad); k++)
        if (corr_str_i64(s(bad[k]), &i))
            fail_msg("\"%s\" is a number", bad[k]);
    assert_int_equal(i, 77);
    assert_true(corr_str_u64(s("18446744073709551615"), &u));
    assert_int_equal(u, UINT64_MAX);
    assert_false(corr_str_u64(s("18446744073709551616"), &u));
    assert_false(corr_str_u64(s("-1"), &u));
}

static void real_numbers_are_decimal_and_finite(void **state)
{
    static const char *const bad[] = { "",      "inf", "nan", "0x10",
                                       "1e999", "1 ",  " 1",  "e5",
                                       "1e",    "--1", "1,5", "1.2.3" };
    double d = 77;

    (void)state;
    assert_true(corr_str_real(s("-1.5e3"), &d));
    assert_true(fabs(d + 1500) < 1e-9);
    assert_true(corr_str_real(s(".25"), &d));
    assert_true(fabs(d - 0.25) < 1e-12);
    for (size_t k = 0; k < countof(bad); k++)
        if (corr_str_real(s(bad[k]), &d))
            fail_msg("\"%s\" is a number", bad[k]);
    char digits[80];
    memset(digits, '1', sizeof digits);
    assert_false(corr_str_real((corr_str){ digits, 64 }, &d));
    assert_true(corr_str_real((corr_str){ digits, 63 }, &d));
}

static void hex_digits_are_read_in_any_case(void **state)
{
    (void)state;
    assert_int_equal(corr_hex_digit('0'), 0);
    assert_int_equal(corr_hex_digit('9'), 9);
    assert_int_equal(corr_hex_digit('a'), 10);
    assert_int_equal(corr_hex_digit('F'), 15);
    for (const char *no = "/:@G`g\x7f\xff"; *no; no++)
        assert_int_equal(corr_hex_digit(*no), -1);
    assert_int_equal(corr_hex_digit('\0'), -1);
}

static void a_number_is_sixteen_hex_digits(void **state)
{
    char text[20] = "...................";

    (void)state;
    assert_ptr_equal(corr_print_hex(text, 0x0123456789abcdef), text + 16);
    assert_string_equal(text, "0123456789abcdef...");
    corr_print_hex(text, 0);
    assert_string_equal(text, "0000000000000000...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_are_ordered_by_bytes),
        cmocka_unit_test(equal_means_all_bytes),
        cmocka_unit_test(beginnings_and_ends_are_known),
        cmocka_unit_test(trimming_takes_blanks_off_both_ends),
        cmocka_unit_test(the_name_of_a_file_is_behind_the_last_slash),
        cmocka_unit_test(a_slice_is_cut_at_the_first_or_last),
        cmocka_unit_test(pieces_come_one_by_one),
        cmocka_unit_test(whole_numbers_are_whole_slices),
        cmocka_unit_test(real_numbers_are_decimal_and_finite),
        cmocka_unit_test(hex_digits_are_read_in_any_case),
        cmocka_unit_test(a_number_is_sixteen_hex_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
