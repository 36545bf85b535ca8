/* Tests of searches for many values: in four parts at once, and in ids. */
#include "scrub/scrub_match.h"
#include "test/testing.h"

static const char value[] = "Zebra-7-crossing";

static void add_value(matcher *m)
{
    assert_true(match_add(m, CORR_STR(value), 0, true, false));
    assert_true(match_build(m));
}

/* The parts of a search meet at places that a value stands across. */
static void a_value_is_found_wherever_it_stands(void **state)
{
    enum { BYTES = 4096 };
    static uint8_t text[BYTES];
    const size_t n = sizeof value - 1;
    matcher m = { 0 };

    (void)state;
    add_value(&m);
    memset(text, 'z', sizeof text);
    assert_false(match_is_in(&m, text, sizeof text));
    for (size_t at = 0; at + n <= sizeof text; at++) {
        memcpy(text + at, value, n);
        assert_true(match_is_in(&m, text, sizeof text));
        assert_false(match_is_in(&m, text, at + n - 1));
        memset(text + at, 'z', n);
    }
    match_clear(&m);
}

/* A matcher for ids has what they can have: a value in hex, and one that is an
 * id. */
static void ids_have_values_in_hex(void **state)
{
    static const uint8_t with[] = "5a656272612d372d63726f7373696e67";
    static const uint8_t without[] = "5a656272612d372d63726f7373696e68";
    static const uint8_t whole[] = "00c0ffee00c0ffee";
    matcher m = { .takes = MATCH_IDS };
    match_hit hit;

    (void)state;
    assert_true(match_add(&m, CORR_STR(value), 0, true, false));
    assert_true(match_add(&m, CORR_STR("00C0FFEE00C0FFEE"), 1, true, false));
    assert_true(match_add(&m, CORR_STR("c0ffee00"), 2, true, true));
    assert_true(match_build(&m));
    assert_true(match_next(&m, with, 32, 0, &hit));
    assert_int_equal(hit.value, 0);
    assert_false(match_next(&m, without, 32, 0, &hit));
    assert_true(match_next(&m, whole, 16, 0, &hit));
    assert_int_equal(hit.value, 1);
    match_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_found_wherever_it_stands),
        cmocka_unit_test(ids_have_values_in_hex),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
