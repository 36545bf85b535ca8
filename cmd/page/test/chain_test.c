/* Tests of chains: which calls are named, and in which order they go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "page/chain.h"

/* Every form, longest first, with "|" between; calls that begin with a small
 * letter are of a library. */
static const char *forms_of(corr_report *r, const char *const *name, uint32_t n,
                            bool callers)
{
    chain_call call[16];
    char *text;

    for (uint32_t i = 0; i < n; i++)
        call[i] = (chain_call){ name[i], name[i][0] < 'a' };
    const corr_words w = chain_words(r, call, n, callers, false);
    text = corr_report_alloc(r, 1, 4000);
    assert_non_null(text);
    snprintf(text, 4000, "%s%s%s", w.full, w.brief ? "|" : "",
             w.brief ? w.brief : "");
    for (char *c = text; *c; c++)
        *c = *c == CORR_OR[0] ? '|' : *c;
    return text;
}

static void check_chain(const char *const *name, uint32_t n, bool callers,
                        const char *want)
{
    corr_report *r = corr_report_new("tree");

    assert_string_equal(forms_of(r, name, n, callers), want);
    corr_report_free(r);
}

#define CHECK(callers, want, ...)                                              \
    check_chain((const char *const[]){ __VA_ARGS__ },                          \
                sizeof((const char *const[]){ __VA_ARGS__ }) /                 \
                    sizeof(const char *),                                      \
                callers, want)

static void one_call_is_its_name(void **state)
{
    (void)state;
    CHECK(false, "Work.mix", "Work.mix");
}

static void the_application_above_a_helper_is_always_named(void **state)
{
    (void)state;
    CHECK(false,
          "thread.run → pool.run → Rules.score → Rules.deepScan → Work.mix|"
          "thread.run → … → Rules.score → Rules.deepScan → Work.mix|"
          "… → Rules.score → Rules.deepScan → Work.mix|"
          "… → Rules.deepScan → Work.mix",
          "thread.run", "pool.run", "Rules.score", "Rules.deepScan",
          "Work.mix");
}

static void the_application_above_a_wait_is_always_named(void **state)
{
    (void)state;
    CHECK(false,
          "Steps.reserve → lock.enter → unsafe.park|"
          "Steps.reserve → … → unsafe.park",
          "Steps.reserve", "lock.enter", "unsafe.park");
}

static void wrappers_go_before_other_code_of_the_application(void **state)
{
    (void)state;
    CHECK(false,
          "Filter.apply → Auth.apply → Main.handle → Cart.load|"
          "… → Auth.apply → Main.handle → Cart.load|"
          "… → Main.handle → Cart.load",
          "Filter.apply", "Auth.apply", "Main.handle", "Cart.load");
}

static void a_bridge_to_a_lambda_is_not_named_and_leaves_no_gap(void **state)
{
    (void)state;
    CHECK(false, "Main.handler → Main.checkout", "Main.handler", "4266291.run",
          "Main.checkout");
}

static void callers_are_written_from_the_function_on(void **state)
{
    (void)state;
    CHECK(true,
          "mutex.lock ← Cart.load ← Main.handle|"
          "mutex.lock ← Cart.load ← …|"
          "mutex.lock ← …",
          "Main.handle", "Cart.load", "mutex.lock");
}

static void calls_are_joined_if_hardly_anything_is_left(void **state)
{
    (void)state;
    assert_true(chain_joins(100, 99.5, 1));
    assert_true(chain_joins(-100, -99.5, 1));
    assert_false(chain_joins(100, 98, 1));
    assert_false(chain_joins(5, 4.2, 1)); /* of it a sixth */
    assert_true(chain_joins(0, 0, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_is_its_name),
        cmocka_unit_test(the_application_above_a_helper_is_always_named),
        cmocka_unit_test(the_application_above_a_wait_is_always_named),
        cmocka_unit_test(wrappers_go_before_other_code_of_the_application),
        cmocka_unit_test(a_bridge_to_a_lambda_is_not_named_and_leaves_no_gap),
        cmocka_unit_test(callers_are_written_from_the_function_on),
        cmocka_unit_test(calls_are_joined_if_hardly_anything_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
