/* Tests of label_alias.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "model/label_alias.h"

static label_alias_meaning label(const char *key)
{
    return label_alias_look_up(NULL, corr_str_of(key), ALIAS_ON_SAMPLE)
        ->meaning;
}

static label_alias_meaning attr(const char *key)
{
    return label_alias_look_up(NULL, corr_str_of(key), ALIAS_ON_PROCESS)
        ->meaning;
}

static void keys_of_one_meaning_are_found(void **state)
{
    (void)state;
    assert_int_equal(label("trace_id"), ALIAS_TRACE_ID);
    assert_int_equal(label("trace id"), ALIAS_TRACE_ID);
    assert_int_equal(label("traceID"), ALIAS_TRACE_ID);
    assert_int_equal(label("spanID"), ALIAS_SPAN_ID);
    assert_int_equal(label("profile_id"), ALIAS_SPAN_ID);
    assert_int_equal(label("service_name"), ALIAS_SERVICE);
    assert_int_equal(label("Service-Name"), ALIAS_SERVICE);
    assert_int_equal(label("commit"), ALIAS_VERSION);
    assert_int_equal(label("container_id"), ALIAS_CONTAINER);
    assert_int_equal(label("bytes"), ALIAS_NONE);
    assert_int_equal(label(""), ALIAS_NONE);
}

static void the_same_key_means_other_things_elsewhere(void **state)
{
    (void)state;
    assert_int_equal(label("thread.id"), ALIAS_OS_THREAD_ID);
    assert_int_equal(attr("thread.id"), ALIAS_THREAD_ID);
    assert_int_equal(label("pyroscope.profile.id"), ALIAS_NONE);
    assert_int_equal(attr("pyroscope.profile.id"), ALIAS_PROFILE_ID);
    assert_int_equal(attr("span_id"), ALIAS_NONE);
}

static void one_space_makes_a_span_id_decimal_and_exact(void **state)
{
    const alias *dd =
        label_alias_look_up(NULL, CORR_STR("span id"), ALIAS_ON_SAMPLE);
    const alias *other =
        label_alias_look_up(NULL, CORR_STR("span-id"), ALIAS_ON_SAMPLE);

    (void)state;
    assert_int_equal(dd->meaning, ALIAS_SPAN_ID_EXACT);
    assert_true(dd->is_decimal);
    assert_int_equal(other->meaning, ALIAS_SPAN_ID);
    assert_false(other->is_decimal);
    assert_int_equal(label("local root span id"), ALIAS_ROOT_ID);
}

static void better_keys_have_a_lower_rank(void **state)
{
    (void)state;
    assert_true(
        label_alias_look_up(NULL, CORR_STR("service.name"), ALIAS_ON_PROCESS)
            ->rank <
        label_alias_look_up(NULL, CORR_STR("app"), ALIAS_ON_PROCESS)->rank);
    assert_true(
        label_alias_look_up(NULL, CORR_STR("host.name"), ALIAS_ON_PROCESS)
            ->rank <
        label_alias_look_up(NULL, CORR_STR("instance"), ALIAS_ON_PROCESS)
            ->rank);
}

static corr_label text(const char *z)
{
    return (corr_label){ .text = corr_str_of(z), .type = CORR_VALUE_TEXT };
}

static void ids_are_read_as_their_key_says(void **state)
{
    const alias *decimal =
        label_alias_look_up(NULL, CORR_STR("span id"), ALIAS_ON_SAMPLE);
    const alias *hex =
        label_alias_look_up(NULL, CORR_STR("span_id"), ALIAS_ON_SAMPLE);
    const alias *trace =
        label_alias_look_up(NULL, CORR_STR("trace_id"), ALIAS_ON_SAMPLE);
    const uint64_t span = 0xd78e2d6b7a175b7b;
    corr_trace_id id;
    corr_label v = text("15532402104480521083");

    (void)state;
    assert_true(label_alias_id(decimal, &v, &id) && id.lo == span &&
                id.hi == 0);
    assert_true(label_alias_id(hex, &v, &id) && id.lo == span);
    v = text("-2914341969229030533");
    assert_true(label_alias_id(decimal, &v, &id) && id.lo == span);
    v = text("d78e2d6b7a175b7b");
    assert_true(label_alias_id(decimal, &v, &id) && id.lo == span);
    v = (corr_label){ .type = CORR_VALUE_INT, .num = -2914341969229030533 };
    assert_true(label_alias_id(decimal, &v, &id) && id.lo == span);
    v = text("1234567890123456");
    assert_true(label_alias_id(decimal, &v, &id) && id.lo == 1234567890123456);
    assert_true(label_alias_id(hex, &v, &id) && id.lo == 0x1234567890123456);
    v = text("4bf92f3577b34da6a3ce929d0e0e4736");
    assert_true(label_alias_id(trace, &v, &id) && id.hi == 0x4bf92f3577b34da6);
    v = text("");
    assert_true(label_alias_id(hex, &v, &id) && id.lo == 0);
    v = text("not an id");
    assert_false(label_alias_id(hex, &v, &id));
    assert_int_equal(id.hi | id.lo, 0);
}

static void the_user_may_add_keys(void **state)
{
    label_alias_set set = { 0 };
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(label_alias_add(&set, "req.trace=trace", &err), CORR_OK);
    assert_int_equal(label_alias_add(&set, "my=span=root:decimal", &err),
                     CORR_OK);
    assert_int_equal(label_alias_add(&set, "span_id=span-exact", &err),
                     CORR_OK);
    assert_int_equal(
        label_alias_look_up(&set, CORR_STR("req_trace"), ALIAS_ON_SAMPLE)
            ->meaning,
        ALIAS_TRACE_ID);
    assert_true(label_alias_look_up(&set, CORR_STR("my=span"), ALIAS_ON_SAMPLE)
                    ->is_decimal);
    assert_int_equal(
        label_alias_look_up(&set, CORR_STR("span_id"), ALIAS_ON_SAMPLE)
            ->meaning,
        ALIAS_SPAN_ID_EXACT);
    assert_int_equal(
        label_alias_look_up(&set, CORR_STR("service"), ALIAS_ON_SAMPLE)
            ->meaning,
        ALIAS_SERVICE);
    label_alias_clear(&set);
}

static void a_wrong_meaning_is_answered_with_the_right_ones(void **state)
{
    static const char *const wrong[] = {
        "key", "key=", "key=colour", "=span", "key=span:hex", "key=pid:decimal"
    };
    label_alias_set set = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(wrong); i++) {
        corr_err err = { 0 };

        assert_int_equal(label_alias_add(&set, wrong[i], &err), CORR_EUSAGE);
        assert_true(strlen(err.what) > 10);
    }
    assert_int_equal(set.extra.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_one_meaning_are_found),
        cmocka_unit_test(the_same_key_means_other_things_elsewhere),
        cmocka_unit_test(one_space_makes_a_span_id_decimal_and_exact),
        cmocka_unit_test(better_keys_have_a_lower_rank),
        cmocka_unit_test(ids_are_read_as_their_key_says),
        cmocka_unit_test(the_user_may_add_keys),
        cmocka_unit_test(a_wrong_meaning_is_answered_with_the_right_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
