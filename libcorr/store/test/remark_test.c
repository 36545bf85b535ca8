/* Tests of remark: sentences and their order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "store/remark.h"

static corr_arena arena = { .limit = SIZE_MAX };

static remarks empty(void)
{
    return (remarks){ .arena = &arena };
}

static void done(remarks *r)
{
    assert_false(r->failed);
    remarks_clear(r);
    corr_arena_clear(&arena);
}

static void one_and_many_have_their_words(void **state)
{
    remarks r = empty();

    (void)state;
    remark_add(&r, .rule = REMARK_WINDOW, .n = 1);
    remark_add(&r, .rule = REMARK_WINDOW, .side = 2, .n = 12);
    assert_string_equal(
        r.list.v[0].text,
        "1 file left out; partly in the window, but samples have no times");
    assert_string_equal(r.list.v[1].text,
                        "new: 12 files left out; partly in the window, but "
                        "samples have no times");
    done(&r);
}

static void there_may_be_words_for_two(void **state)
{
    static const char *const want[] = {
        "a left out; it repeats b",
        "a and 1 other left out; they repeat b and the like",
        "a and 2 others left out; they repeat b and the like",
    };

    (void)state;
    for (uint32_t n = 1; n <= 3; n++) {
        remarks r = empty();
        remark_add(&r, .rule = REMARK_DUPLICATE, .n = n, .a = CORR_STR("a"),
                   .b = CORR_STR("b"));
        assert_string_equal(r.list.v[0].text, want[n - 1]);
        done(&r);
    }
}

static void a_choice_may_hold_words(void **state)
{
    remarks r = empty();

    (void)state;
    remark_add(&r, .rule = REMARK_SNAPSHOTS_ADDED, .n = 1, .of = 4);
    assert_string_equal(
        r.list.v[0].text,
        "1 of 4 snapshots has no process; one process may count twice");
    done(&r);
}

static void sides_have_names(void **state)
{
    remarks r = empty();

    (void)state;
    remark_add(&r, .rule = REMARK_STARTS_DIFFER, .side = 2);
    r.of_spans = true;
    remark_add(&r, .rule = REMARK_SEVERAL_PROCESSES, .side = 1);
    assert_string_equal(r.list.v[0].text,
                        "the new side includes the first 5 minutes of a JVM "
                        "(compiling), the base does not");
    assert_string_equal(r.list.v[1].text,
                        "a file of the normal side has several processes that "
                        "ran for an unknown time");
    done(&r);
}

static void they_stand_in_the_order_of_the_table(void **state)
{
    static const int want[][2] = { { REMARK_WINDOW, -1 },
                                   { REMARK_SINCE_START, 0 },
                                   { REMARK_SINCE_START, 1 },
                                   { REMARK_ONE_RUN, -1 } };
    remarks r = empty();

    (void)state;
    remark_add(&r, .rule = REMARK_ONE_RUN, .a = CORR_STR("a side"));
    remark_add(&r, .rule = REMARK_SINCE_START, .side = 2, .n = 1);
    remark_add(&r, .rule = REMARK_SINCE_START, .side = 1, .n = 1);
    remark_add(&r, .rule = REMARK_WINDOW, .n = 1);
    assert_int_equal(r.list.n, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(r.list.v[i].rule, want[i][0]);
        assert_int_equal(r.list.v[i].side, want[i][1]);
    }
    done(&r);
}

static void a_row_says_what_a_remark_does(void **state)
{
    remarks r = empty();

    (void)state;
    remark_add(&r, .rule = REMARK_TWICE, .side = 1, .n = 2, .of = 3);
    remark_add(&r, .rule = REMARK_TWICE, .side = 2, .harmless = true);
    remark_add(&r, .rule = REMARK_ALL_SINCE_START, .n = 1);
    remark_add(&r, .rule = REMARK_ONE_RUN, .a = CORR_STR("a side"));
    const corr_remarks list = remarks_all(&r);
    assert_true(list.v[0].forbids_verdict && list.v[0].is_line);
    assert_false(list.v[1].forbids_verdict);
    assert_false(list.v[2].is_line); /* a note without a line */
    assert_int_equal(list.v[2].level, CORR_INFO);
    assert_string_equal(list.v[3].code, "ONE_RUN"); /* for verdicts only */
    assert_false(list.v[3].is_line);
    assert_ptr_equal(corr_remark_find(list, "TWICE"), &list.v[0]);
    assert_null(corr_remark_find(list, "WINDOW"));
    assert_true(corr_remark_is_in(list, &list.v[1]));
    assert_false(corr_remark_is_in((corr_remarks){ list.v, 1 }, &list.v[1]));
    done(&r);
}

static void without_memory_it_is_lost(void **state)
{
    corr_arena full = { .limit = 1 };
    remarks r = { .arena = &full };

    (void)state;
    remark_add(&r, .rule = REMARK_FULL);
    assert_true(r.failed);
    assert_int_equal(r.list.n, 0);
    remarks_clear(&r);
    corr_arena_clear(&full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_and_many_have_their_words),
        cmocka_unit_test(there_may_be_words_for_two),
        cmocka_unit_test(a_choice_may_hold_words),
        cmocka_unit_test(sides_have_names),
        cmocka_unit_test(they_stand_in_the_order_of_the_table),
        cmocka_unit_test(a_row_says_what_a_remark_does),
        cmocka_unit_test(without_memory_it_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
