/* Tests of legacy_lock.c: what rows of lock profiles are worth. */
#include "test/test_legacy.h"

static void a_lock_profile_is_scaled_by_its_settings(void **state)
{
    static const struct {
        const char *settings, *row;
        int64_t delay, waits; /* waits -1: no such kind */
    } way[] = {
        { "cycles/second=2000000000\n", "3000 3", 1500, -1 },
        { "cycles/second=1\n", "3 1", INT64_C(3000000000), -1 },
        { "cycles/second=2000000000\nsampling period=1\n", "3000 3", 1500, -1 },
        { "cycles/second=2000000000\nsampling period=2\n", "3001 3", 3001, 6 },
        { "cycles/second=2000000000\nsampling period=0\n", "3001 3", 1500, -1 },
        { "cycles/second=2000000000\nsampling period=-3\n", "3000 3", 1500,
          -1 },
        { "cycles/second=3000000000\n", "2 1", 0, -1 },
        { "sampling period=2\ncycles/second=1000000000\n", "0 4", 0, 8 },
        { "sampling period=2\ncycles/second=1000000000\n", "6 0", 12, 0 },
        { "cycles/second=1\n", "9223372036854775807 1", INT64_MAX, -1 },
        { "cycles/second=1000000000\nsampling period=2\n",
          "1 9223372036854775807", 2, INT64_MAX },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char text[200];
        loaded l;
        snprintf(text, sizeof text, "--- contention:\n%s%s @ 0x1\n",
                 way[i].settings, way[i].row);
        load_text(&l, text);
        assert_true(total_of(&l, "block") == way[i].delay);
        assert_int_equal(find_kind(&l, "block")->n, way[i].delay != 0);
        assert_int_equal(find_kind(&l, "contentions") != NULL,
                         way[i].waits >= 0);
        if (way[i].waits >= 0) {
            assert_true(total_of(&l, "contentions") == way[i].waits);
            assert_int_equal(find_kind(&l, "contentions")->n,
                             way[i].waits != 0);
        }
        input_clear(&l.in);
    }
}

static void locks_are_named_and_flagged(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- mutex:\ncycles/second=1000000000\nsampling period=3\n"
                  "5 1 @ 0x1\n\n7 2 @ 0x2\n");
    assert_int_equal(kind_facts(&l, "mutex")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    assert_int_equal(kind_facts(&l, "mutex")->period, 0);
    assert_int_equal(kind_facts(&l, "contentions")->flags,
                     CORR_KIND_CUMULATIVE);
    assert_int_equal(kind_facts(&l, "contentions")->period, 3);
    assert_int_equal(find_kind(&l, "mutex")->row[1], 1);
    assert_int_equal(find_kind(&l, "contentions")->row[1], 1);
    assert_int_equal(obs_of(&l, "mutex"), 3);
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "Go"));
    input_clear(&l.in);
    load_anyhow(&l, "--- contentionz 1 ---\ncycles/second=1000000000\n"
                    "5 1 @ 0x1\n--- Memory map: ---\n");
    assert_int_equal(l.in.warning.n, 0);
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), ""));
    input_clear(&l.in);
}

static void settings_stand_before_the_first_row(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "--- contention:\ncycles/second = 1000000000\n"
                    "discarded samples=0\nms since reset=x\n = 3\nempty =\n"
                    "5 1 @ 0x1\nsampling period=9\n"
                    "-1 1 @ 0x1\n1 -1 @ 0x1\n1 1 0x1\n1 @ 0x1\n1 1 @ 0x1 x\n");
    assert_int_equal(l.in.setting.n, 3);
    assert_int_equal(l.in.lost.events, 8);
    assert_int_equal(total_of(&l, "block"), 5);
    assert_null(find_kind(&l, "contentions"));
    assert_int_equal(l.in.warning.n, 1);
    input_clear(&l.in);
}

static void a_lock_profile_of_nothing_has_its_kind_all_the_same(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- mutex:\ncycles/second=1\n");
    assert_int_equal(find_kind(&l, "mutex")->n, 0);
    input_clear(&l.in);
    load_text(&l, "--- mutex:\n");
    assert_null(find_kind(&l, "mutex"));
    input_clear(&l.in);
    load_anyhow(&l, "--- contentionz 1 ---\ncycles/second=1\n");
    const warning *w = said(&l, "cut off at line 2, before the memory map");
    assert_non_null(w);
    assert_int_equal(w->offset, 38);
    assert_int_equal(l.in.lost.events, 0);
    input_clear(&l.in);
    load_anyhow(&l, "--- contentionz 1 ---\ncycles/second=1\n5 1 @");
    assert_null(said(&l, "cut off at line 3, before the memory map"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lock_profile_is_scaled_by_its_settings),
        cmocka_unit_test(locks_are_named_and_flagged),
        cmocka_unit_test(settings_stand_before_the_first_row),
        cmocka_unit_test(a_lock_profile_of_nothing_has_its_kind_all_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
