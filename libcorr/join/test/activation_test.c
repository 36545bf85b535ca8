/* Tests of activation: the span that a thread works for, as the recording
 * itself states it (rung S2). */
#include "test/test_bytime.h"

static corr_kind scopes(corr_build *b)
{
    return testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
}

/* Negative: until the next of its kind and thread. */
static void active(corr_build *b, corr_kind kind, int64_t thread, uint64_t span,
                   double from, double ms)
{
    const corr_text none = { 0 };

    corr_add_sample(
        b, &(corr_sample_row){ .kind = kind,
                               .thread = corr_add_thread(b, none, 0, thread),
                               .span = span,
                               .time = testing_ms(from),
                               .duration = ms < 0 ? CORR_UNTIL_NEXT
                                                  : (int64_t)(ms * 1e6) });
}

/* ---- scopes --------------------------------------------------------- */

static void scoped(corr_build *b)
{
    const corr_kind scope = scopes(b);
    const corr_kind cpu = testing_cpu(b);

    active(b, scope, 5, 0x11, 0, 100);
    active(b, scope, 5, 0x12, 20, 20);
    active(b, scope, 6, 0x21, 210, 50);
    active(b, scope, 6, 0x999, 270, 10);
    active(b, scope, 6, 0x11, 290, 5);
    sample_on(b, cpu, "before", -5, 5);
    sample_on(b, cpu, "outer", 10, 5);
    sample_on(b, cpu, "inner", 20, 5);
    sample_on(b, cpu, "outer_again", 40, 5);
    sample_on(b, cpu, "elsewhere", 50, 6);
    sample_on(b, cpu, "other", 255, 6);
    sample_on(b, cpu, "unknown", 275, 6);
    sample_on(b, cpu, "leaked", 292, 6);
    sample_on(b, cpu, "nobody", 10, 0);
}

static void the_scope_opened_last_on_the_thread_rules(void **state)
{
    corr_store *st = testing_store(traces, scoped);

    (void)state;
    assert_joined(st, "outer", 0x11, CORR_RUNG_S2);
    assert_joined(st, "inner", 0x12, CORR_RUNG_S2);
    assert_joined(st, "outer_again", 0x11, CORR_RUNG_S2);
    assert_joined(st, "other", 0x21, CORR_RUNG_S2);
    assert_stopped(st, "before", CORR_WHY_BACKGROUND);
    assert_stopped(st, "elsewhere", CORR_WHY_UNLABELLED);
    assert_stopped(st, "nobody", CORR_WHY_UNLABELLED);
    assert_quality(st, "inner", 0x12, CORR_RUNG_S2, 0.98);
    corr_store_free(st);
}

static void a_scope_of_a_span_that_is_not_here_says_so(void **state)
{
    corr_store *st = testing_store(traces, scoped);

    (void)state;
    assert_stopped(st, "unknown", CORR_WHY_UNSAMPLED);
    corr_store_free(st);
}

static void a_scope_that_outlives_its_span_is_stale(void **state)
{
    corr_store *st = testing_store(traces, scoped);

    (void)state;
    assert_stopped(st, "leaked", CORR_WHY_AFTER_END);
    corr_store_free(st);
}

/* The inner scope has the kind that comes first. */
static void scoped_twice(corr_build *b)
{
    const corr_kind inner = scopes(b);
    const corr_kind outer =
        testing_kind(b, "context", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
    const corr_kind cpu = testing_cpu(b);

    active(b, inner, 6, 0x21, 210, 50);
    active(b, inner, 5, 0x12, 20, 20);
    active(b, outer, 5, 0x11, 0, 100);
    sample_on(b, cpu, "outer", 10, 5);
    sample_on(b, cpu, "inner", 30, 5);
    sample_on(b, cpu, "outer_again", 50, 5);
    sample_on(b, cpu, "other", 255, 6);
}

static void scopes_of_two_kinds_rule_like_those_of_one(void **state)
{
    corr_store *st = testing_store(traces, scoped_twice);

    (void)state;
    assert_joined(st, "outer", 0x11, CORR_RUNG_S2);
    assert_joined(st, "inner", 0x12, CORR_RUNG_S2);
    assert_joined(st, "outer_again", 0x11, CORR_RUNG_S2);
    assert_joined(st, "other", 0x21, CORR_RUNG_S2);
    corr_store_free(st);
}

/* Far more scopes than samples, in one of which a long sample ends. */
static void many(corr_build *b)
{
    const corr_kind scope = scopes(b);
    const corr_kind cpu = testing_cpu(b);
    const corr_text none = { 0 };

    active(b, scope, 5, 0x11, 0, 100);
    for (int i = 0; i < 40; i++)
        active(b, scope, 5, i % 2 ? 0x12 : 0x13, 2.0 * i, 1);
    active(b, scope, 6, 0x21, 210, 50);
    sample_on(b, cpu, "between", 11.5, 5);
    sample_on(b, cpu, "in_one", 20.5, 5);
    sample_on(b, cpu, "in_another", 22.5, 5);
    sample_on(b, cpu, "outer", 90, 5);
    sample_on(b, cpu, "after", 101, 5);
    corr_add_sample(
        b, &(corr_sample_row){ .kind = testing_kind(b, "wall", 0),
                               .stack = testing_stack(b, "half"),
                               .thread = corr_add_thread(b, none, 0, 5),
                               .time = testing_ms(30.5),
                               .duration = 1000000,
                               .obs = 2,
                               .value = 2 });
}

static void scopes_in_which_nothing_is_sampled_change_nothing(void **state)
{
    corr_store *st = testing_store(traces, many);

    (void)state;
    assert_joined(st, "between", 0x11, CORR_RUNG_S2);
    assert_joined(st, "in_one", 0x13, CORR_RUNG_S2);
    assert_joined(st, "in_another", 0x12, CORR_RUNG_S2);
    assert_joined(st, "outer", 0x11, CORR_RUNG_S2);
    assert_stopped(st, "after", CORR_WHY_BACKGROUND);
    assert_share(st, "half", 0x12, 0.5);
    assert_share(st, "half", 0x11, 0.5);
    corr_store_free(st);
}

/* ---- until the next ------------------------------------------------- */

static void attached(corr_build *b)
{
    const corr_kind one = testing_kind(b, "attached", CORR_KIND_CONTEXT);
    const corr_kind two = testing_kind(b, "timeline", CORR_KIND_CONTEXT);
    const corr_kind cpu = testing_cpu(b);

    active(b, one, 5, 0x11, 0, -1);
    active(b, one, 5, 0x12, 20, -1);
    active(b, one, 6, 0, 22, -1);
    active(b, one, 5, 0, 40, -1);
    active(b, two, 6, 0x21, 200, -1);
    active(b, one, 6, 0, 220, -1);
    sample_on(b, cpu, "first", 10, 5);
    sample_on(b, cpu, "second", 30, 5);
    sample_on(b, cpu, "detached", 45, 5);
    sample_on(b, cpu, "to_the_end", 250, 6);
}

static void an_instant_rules_until_the_next_of_its_kind_and_thread(void **state)
{
    corr_store *st = testing_store(traces, attached);

    (void)state;
    assert_joined(st, "first", 0x11, CORR_RUNG_S2);
    assert_joined(st, "second", 0x12, CORR_RUNG_S2);
    assert_stopped(st, "detached", CORR_WHY_UNLABELLED);
    assert_int_equal(st->match.v[1].scope, CORR_SCOPE_NONE);
    assert_joined(st, "to_the_end", 0x21, CORR_RUNG_S2);
    corr_store_free(st);
}

/* ---- with other evidence ------------------------------------------ */

static void with_others(corr_build *b)
{
    const corr_kind scope = scopes(b);
    const corr_kind cpu = testing_cpu(b);
    const corr_text name = corr_add_text(b, CORR_STR("renamed"));

    testing_owner(b, SHOP);
    active(b, scope, 31, 0x13, 0, 50);
    corr_add_sample(
        b, &(corr_sample_row){ .kind = scope,
                               .thread = corr_add_thread(b, name, 0, 32),
                               .root = 0x11,
                               .time = testing_ms(0),
                               .duration = 100000000 });
    sample_on(b, cpu, "scope_first", 25, 31);
    sample_on(b, cpu, "thread_then", 55, 31);
    sample_on(b, cpu, "request", 57, 32);
    corr_add_sample(b,
                    &(corr_sample_row){
                        .kind = cpu,
                        .stack = testing_stack(b, "id_first"),
                        .thread = corr_add_thread(b, (corr_text){ 0 }, 0, 31),
                        .span = 0x12,
                        .time = testing_ms(25),
                        .value = 10 });
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_kind(b, "wall", 0),
                                           .stack = testing_stack(b, "half"),
                                           .thread = corr_add_thread(
                                               b, (corr_text){ 0 }, 0, 31),
                                           .time = testing_ms(25),
                                           .duration = 45000000,
                                           .obs = 10,
                                           .value = 10 });
}

static void threads(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31");
    on_thread(b, 1, 0x12, 0x11, 10, 60, "thread.id=#31");
    on_thread(b, 1, 0x13, 0x12, 20, 30, "thread.id=#31");
    on_thread(b, 1, 0x14, 0x11, 56, 80, "thread.id=#32");
    on_thread(b, 2, 0x21, 0, 0, 100, "thread.id=#33");
}

static void an_id_is_stronger_and_a_thread_weaker_than_a_scope(void **state)
{
    corr_store *st = testing_store(threads, with_others);

    (void)state;
    assert_joined(st, "scope_first", 0x13, CORR_RUNG_S2);
    assert_joined(st, "thread_then", 0x12, CORR_RUNG_T1);
    assert_joined(st, "id_first", 0x12, CORR_RUNG_S1);
    corr_store_free(st);
}

static void
a_scope_of_a_request_leaves_the_span_to_thread_and_time(void **state)
{
    corr_store *st = testing_store(threads, with_others);

    (void)state;
    assert_joined(st, "request", 0x14, CORR_RUNG_R1);
    corr_store_free(st);
}

static void ticks_are_the_spans_as_far_as_its_scope_lasts(void **state)
{
    corr_store *st = testing_store(threads, with_others);

    (void)state;
    assert_share(st, "half", 0x13, 0.5);
    assert_share(st, "half", 0, 0.5);
    corr_store_free(st);
}

static void activations_are_no_profile(void **state)
{
    corr_store *st = testing_store(threads, with_others);

    (void)state;
    assert_int_equal(corr_joins(st), 2);
    assert_true(corr_str_is(corr_join_at(st, 0).kind, "cpu"));
    assert_true(corr_str_is(corr_join_at(st, 1).kind, "wall"));
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scope_opened_last_on_the_thread_rules),
        cmocka_unit_test(a_scope_of_a_span_that_is_not_here_says_so),
        cmocka_unit_test(a_scope_that_outlives_its_span_is_stale),
        cmocka_unit_test(scopes_of_two_kinds_rule_like_those_of_one),
        cmocka_unit_test(scopes_in_which_nothing_is_sampled_change_nothing),
        cmocka_unit_test(
            an_instant_rules_until_the_next_of_its_kind_and_thread),
        cmocka_unit_test(an_id_is_stronger_and_a_thread_weaker_than_a_scope),
        cmocka_unit_test(
            a_scope_of_a_request_leaves_the_span_to_thread_and_time),
        cmocka_unit_test(ticks_are_the_spans_as_far_as_its_scope_lasts),
        cmocka_unit_test(activations_are_no_profile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
