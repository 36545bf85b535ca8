/* Tests of the pieces of a line: a number and its unit are one piece, other words are not. */
#include "test/testing.h"

static void a_number_and_its_unit_are_one_piece(void **state)
{
    static const struct {
        const char *text, *piece;
    } each[] = {
        { "30 s at most", "30 s" },
        { "1.5 MB/s, then", "1.5 MB/s," },
        { "+3.1 ms/request (1..2)", "+3.1 ms/request" },
        { "(0.93..1.10 ms) of it", "(0.93..1.10 ms)" },
        { "\xc2\xb1"
          "4 points",
          "\xc2\xb1"
          "4 points" },
        { "40 \xc2\xb5s.", "40 \xc2\xb5s." },
        { "1,204 /s", "1,204 /s" },
        { "97 samples, 3 s", "97" },
        { "30 ", "30" },
        { "30  s", "30" },
        { "30", "30" },
        { "30: s", "30:" },
        { "v30 s", "v30" },
        { "s 30", "s" },
        { "2 sides", "2" },
        { "2 mss", "2" },
        { "7 ,s", "7" },
        { " 7 s", "" },
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < countof(each); i++) {
        const corr_str s = corr_str_of(each[i].text);
        const corr_str got = { s.p, corr_str_piece(s) };
        if (!corr_str_is(got, each[i].piece))
            fail_msg("\"%s\": \"%.*s\"", each[i].text, CORR_STR_ARG(got));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_and_its_unit_are_one_piece),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
