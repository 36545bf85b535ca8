/* Tests of err and rung: the first failure, and the names of things. */
#include "base/base.h"
#include "test/testing.h"

static void the_first_failure_is_kept(void **state)
{
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(corr_fail(&err, CORR_EIO, "no %s", "luck"), CORR_EIO);
    assert_int_equal(corr_fail(&err, CORR_ENOMEM, "later"), CORR_ENOMEM);
    assert_int_equal(
        corr_fail_at(&err, CORR_EFORMAT, 5, "field", "later still"),
        CORR_EFORMAT);
    assert_int_equal(err.code, CORR_EIO);
    assert_string_equal(err.what, "no luck");
    assert_int_equal(err.offset, CORR_NO_OFFSET);
    assert_string_equal(err.field, "");
}

static void a_place_is_an_offset_and_a_field(void **state)
{
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(
        corr_fail_at(&err, CORR_EFORMAT, 42, "Sample.value", "%d of %d", 3, 2),
        CORR_EFORMAT);
    assert_int_equal(err.offset, 42);
    assert_string_equal(err.field, "Sample.value");
    assert_string_equal(err.what, "3 of 2");
    err = (corr_err){ 0 };
    corr_fail_at(&err, CORR_EFORMAT, 0, NULL, "at the beginning");
    assert_int_equal(err.offset, 0);
    assert_string_equal(err.field, "");
}

static void the_first_hint_is_kept(void **state)
{
    corr_err err = { 0 };

    (void)state;
    corr_hint(&err, "try %d", 1);
    corr_hint(&err, "try %d", 2);
    assert_string_equal(err.hint, "try 1");
}

static void nobody_need_listen(void **state)
{
    (void)state;
    assert_int_equal(corr_fail(NULL, CORR_EIO, "unheard"), CORR_EIO);
    assert_int_equal(corr_fail_at(NULL, CORR_EIO, 1, "f", "unheard"), CORR_EIO);
    corr_hint(NULL, "unheard");
}

static void long_sentences_are_cut(void **state)
{
    corr_err err = { 0 };
    char text[1000];

    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    corr_fail_at(&err, CORR_EIO, 0, text, "%s", text);
    corr_hint(&err, "%s", text);
    assert_int_equal(strlen(err.what), sizeof err.what - 1);
    assert_int_equal(strlen(err.field), sizeof err.field - 1);
    assert_int_equal(strlen(err.hint), sizeof err.hint - 1);
}

static void everything_has_its_own_name(void **state)
{
    (void)state;
    for (int i = 0; i < CORR_CODE_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(corr_code_name((corr_code)i),
                                    corr_code_name((corr_code)k));
    for (int i = 0; i < CORR_RUNG_COUNT; i++)
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(corr_rung_name((corr_rung)i),
                                    corr_rung_name((corr_rung)k));
            assert_string_not_equal(corr_rung_words((corr_rung)i),
                                    corr_rung_words((corr_rung)k));
        }
    for (int i = 0; i < CORR_WHY_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(corr_why_name((corr_why)i),
                                    corr_why_name((corr_why)k));
}

static void what_is_out_of_range_has_a_name_too(void **state)
{
    (void)state;
    assert_string_equal(corr_code_name(CORR_CODE_COUNT), "unknown");
    assert_string_equal(corr_rung_name(CORR_RUNG_COUNT), "");
    assert_string_equal(corr_why_name(CORR_WHY_COUNT), "");
    assert_string_equal(corr_class_name(CORR_CLASS_COUNT), "shared");
    assert_string_equal(corr_unit_name((corr_unit)9), "count");
    assert_string_equal(corr_unit_name(CORR_NS), "ns");
    assert_string_equal(corr_unit_name(CORR_BYTES), "bytes");
}

/* The ladder of corr-methods 1.1, as it stands there. */
static void the_ladder_is_that_of_the_methods(void **state)
{
    static const struct {
        corr_rung rung;
        const char *name, *words;
        double base;
        corr_class of;
    } ladder[] = {
        { CORR_RUNG_S1, "S1", "span id", 1.00, CORR_EXACT },
        { CORR_RUNG_S2, "S2", "span activation", 0.98, CORR_EXACT },
        { CORR_RUNG_S3, "S3", "span id, selected by the server", 1.00,
          CORR_EXACT },
        { CORR_RUNG_R1, "R1", "request id+time", 0.95, CORR_EXACT },
        { CORR_RUNG_R2, "R2", "request id", 1.00, CORR_EXACT },
        { CORR_RUNG_R3, "R3", "request share", 0.60, CORR_SHARED },
        { CORR_RUNG_F1, "F1", "this span's profile", 0.90, CORR_STRONG },
        { CORR_RUNG_F2, "F2", "profile while it ran", 0.50, CORR_SHARED },
        { CORR_RUNG_T1, "T1", "thread+time", 0.85, CORR_STRONG },
        { CORR_RUNG_T2, "T2", "thread name+time", 0.65, CORR_SHARED },
        { CORR_RUNG_P, "P", "process+time", 0.40, CORR_SHARED },
        { CORR_RUNG_W, "W", "window", 0.15, CORR_WINDOW },
        { CORR_RUNG_X, "X", "clock only", 0.05, CORR_ANY },
    };

    (void)state;
    assert_int_equal(countof(ladder), CORR_RUNG_COUNT - 1);
    for (size_t i = 0; i < countof(ladder); i++) {
        const corr_rung r = ladder[i].rung;
        assert_string_equal(corr_rung_name(r), ladder[i].name);
        assert_string_equal(corr_rung_words(r), ladder[i].words);
        assert_true(fabs(corr_rung_base(r) - ladder[i].base) < 1e-12);
        assert_int_equal(corr_rung_class(r), ladder[i].of);
    }
    assert_string_equal(corr_class_name(CORR_EXACT), "exact");
    assert_string_equal(corr_class_name(CORR_STRONG), "strong");
    assert_string_equal(corr_class_name(CORR_SHARED), "shared");
    assert_string_equal(corr_class_name(CORR_CLASS_DEFAULT), "shared");
    assert_string_equal(corr_class_name(CORR_WINDOW), "window");
    assert_string_equal(corr_class_name(CORR_ANY), "any");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_is_kept),
        cmocka_unit_test(a_place_is_an_offset_and_a_field),
        cmocka_unit_test(the_first_hint_is_kept),
        cmocka_unit_test(nobody_need_listen),
        cmocka_unit_test(long_sentences_are_cut),
        cmocka_unit_test(everything_has_its_own_name),
        cmocka_unit_test(what_is_out_of_range_has_a_name_too),
        cmocka_unit_test(the_ladder_is_that_of_the_methods),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
