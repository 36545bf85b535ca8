/* Tests of want: every spelling of a wanted id contains a needle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_build.h"

static corr_want want_of(const char *typed)
{
    id_query q;

    assert_true(id_query_parse(corr_str_of(typed), &q));
    return (corr_want){
        .by_id = true,
        .ids.hi = q.hi,
        .ids.lo = q.lo,
        .ids.mask_hi = q.mask_hi,
        .ids.mask_lo = q.mask_lo,
        .ids.span = q.span,
        .ids.mask_span = q.mask_span,
    };
}

/* Whether a search finds the record; also true if no search is possible. */
static bool search_finds(const corr_want *w, const char *text)
{
    char needle[CORR_NEEDLES][CORR_NEEDLE_MAX];
    size_t n = corr_want_needles(w, needle);

    for (size_t i = 0; i < n; i++) {
        assert_true(strlen(needle[i]) >= 4);
        if (strstr(text, needle[i]))
            return true;
    }
    return n == 0;
}

static const char *const traces[] = {
    "\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\"",
    "\"traceId\":\"4BF92F3577B34DA6A3CE929D0E0E4736\"",
    "\"traceId\":\"S/kvNXezTaajzpKdDg5HNg==\"",
    "\"traceId\":\"S\\/kvNXezTaajzpKdDg5HNg==\"",
    "\"traceId\":\"NGJmOTJmMzU3N2IzNGRhNmEzY2U5MjlkMGUwZTQ3MzY=\"",
    "\"id\":\"4bf92f35-77b3-4da6-a3ce-929d0e0e4736\"",
    "\"id\":\"1-4bf92f35-77b34da6a3ce929d0e0e4736\"",
};

static void every_prefix_finds_every_spelling(void **state)
{
    const char *digits = "4bf92f3577b34da6a3ce929d0e0e4736";
    char typed[33];

    (void)state;
    for (int n = ID_SHORTEST; n <= 32; n++) {
        snprintf(typed, sizeof typed, "%.*s", n, digits);
        corr_want w = want_of(typed);
        for (size_t i = 0; i < countof(traces); i++)
            if (!search_finds(&w, traces[i]))
                fail_msg("%s is not found in %s", typed, traces[i]);
    }
}

static void a_whole_id_finds_its_lower_half(void **state)
{
    corr_want w = want_of("4bf92f3577b34da6a3ce929d0e0e4736");
    corr_trace_id half = { 0, 0xa3ce929d0e0e4736 };

    (void)state;
    assert_true(corr_want_id(&w, half, 0));
    assert_true(search_finds(&w, "\"traceID\":\"a3ce929d0e0e4736\""));
    assert_true(search_finds(&w, "\"traceId\":\"o86SnQ4ORzY=\""));
    assert_true(search_finds(&w, "\"trace_id\":11803532876627986230"));
}

static void a_span_id_finds_spans_and_lower_halves(void **state)
{
    static const char *const typed[] = { "d78e2d6b7a175b7b",
                                         "144ta3oXW3s=", "15532402104480521083",
                                         "-2914341969229030533" };
    corr_trace_id none = { 1, 2 }, low = { 7, 0xd78e2d6b7a175b7b };

    (void)state;
    for (size_t i = 0; i < countof(typed); i++) {
        corr_want w = want_of(typed[i]);

        assert_true(corr_want_id(&w, none, 0xd78e2d6b7a175b7b));
        assert_true(corr_want_id(&w, low, 0));
        assert_false(corr_want_id(&w, none, 0xd78e2d6b7a175b7c));
        assert_true(search_finds(&w, "\"spanId\":\"d78e2d6b7a175b7b\""));
        assert_true(search_finds(&w, "\"spanId\":\"144ta3oXW3s=\""));
        assert_true(search_finds(&w, "\"span_id\":15532402104480521083"));
        assert_true(search_finds(
            &w, "\"traceId\":\"4bf92f3577b34da6d78e2d6b7a175b7b\""));
        assert_true(
            search_finds(&w, "\"traceId\":\"S/kvNXezTabXji1rehdbew==\""));
    }
}

static void zeros_in_front_may_be_missing(void **state)
{
    corr_want w = want_of("0af7651916cd43dd8448eb211c80319c");

    (void)state;
    assert_true(search_finds(&w, "\"af7651916cd43dd8448eb211c80319c\""));
    w = want_of("0af765");
    assert_true(search_finds(&w, "\"af7651916cd43dd8448eb211c80319c\""));
    w = want_of("00f067aa0ba902b7");
    assert_true(search_finds(&w, "\"f067aa0ba902b7\""));
    w = want_of("00000af7");
    char needle[CORR_NEEDLES][CORR_NEEDLE_MAX];
    assert_int_equal(corr_want_needles(&w, needle), 0);
}

static void without_ids_everything_is_wanted(void **state)
{
    corr_want w = { 0 };
    char needle[CORR_NEEDLES][CORR_NEEDLE_MAX];

    (void)state;
    assert_true(corr_want_id(&w, (corr_trace_id){ 1, 2 }, 3));
    assert_int_equal(corr_want_needles(&w, needle), 0);
}

static void threads_and_profiles_of_spans_are_wanted_always(void **state)
{
    (void)state;
    assert_true(corr_wants_always(CORR_STR("thread.id")));
    assert_true(corr_wants_always(CORR_STR("profile.file")));
    assert_false(corr_wants_always(CORR_STR("http.thread.id")));
    assert_false(corr_wants_always(CORR_STR("profiles")));
    assert_false(corr_wants_always((corr_str){ NULL, 0 }));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_finds_every_spelling),
        cmocka_unit_test(a_whole_id_finds_its_lower_half),
        cmocka_unit_test(a_span_id_finds_spans_and_lower_halves),
        cmocka_unit_test(zeros_in_front_may_be_missing),
        cmocka_unit_test(without_ids_everything_is_wanted),
        cmocka_unit_test(threads_and_profiles_of_spans_are_wanted_always),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
