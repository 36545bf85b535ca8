/* Flight recordings: stacks that events name. */
#include "test/test_jfr.h"

/* A chunk of which the events are noted, as the walk over it would. */
static jfr *noted(recording *r, const corr_want *want)
{
    jfr *j = calloc(1, sizeof *j);
    jfr_event e = { .size = JFR_HEADER };
    bool no_memory;

    assert_non_null(j);
    r->all.n = 0;
    begin_java(r, "some.Event! startTime:long@TICKS stack:long;");
    put_event(r, "jdk.ExecutionSample", "1001 1 700 1");
    put_event(r, "some.Event", "1001 5");
    put_event(r, "jdk.ExecutionSample", "1002 1 1234567890123 1");
    put_event(r, "jdk.ExecutionSample", "1003 1 0 1");
    end_chunk(r);
    j->want = want;
    j->k = (jfr_chunk){ .p = r->all.p, .n = r->all.n };
    assert_true(jfr_header_read(&j->k.h, r->all.p, r->all.n));
    assert_true(jfr_find_types(&j->k, &e));
    assert_null(jfr_types_read(&j->types, corr_cur_of(r->all.p + e.at, e.size),
                               &no_memory));
    assert_true(jfr_plans_begin(&j->plans, &j->types));
    j->scan.note.v = calloc(16, sizeof *j->scan.note.v);
    assert_non_null(j->scan.note.v);
    e = (jfr_event){ .size = JFR_HEADER };
    while (jfr_next(&j->k, &e))
        if (e.id != JFR_METADATA && e.id != JFR_CHECKPOINT)
            j->scan.note.v[j->scan.note.n++] =
                (jfr_note){ .at = (uint32_t)e.at,
                            .type = jfr_type_at(&j->types, e.id) - 1 };
    assert_int_equal(j->scan.note.n, 4);
    return j;
}

static void forget(jfr *j)
{
    jfr_types_clear(&j->types);
    jfr_plans_clear(&j->plans);
    jfr_used_stacks_clear(&j->used);
    corr_vec_free(&j->scan.note);
    free(j);
}

static void those_that_events_name_are_asked_for(void **state)
{
    static recording r;
    const corr_want all = { .needs = 0 };
    jfr *j = noted(&r, &all);

    (void)state;
    jfr_find_used_stacks(j);
    assert_true(jfr_is_used_stack(&j->used, 700));
    assert_true(jfr_is_used_stack(&j->used, UINT64_C(1234567890123)));
    assert_true(jfr_is_used_stack(&j->used, 0));
    assert_false(jfr_is_used_stack(&j->used, 1));
    assert_false(jfr_is_used_stack(&j->used, 5));
    /* those of the next chunk are others */
    j->scan.note.n = 1;
    jfr_find_used_stacks(j);
    assert_true(jfr_is_used_stack(&j->used, 700));
    assert_false(jfr_is_used_stack(&j->used, UINT64_C(1234567890123)));
    forget(j);
}

static void all_are_where_not_all_events_are_noted(void **state)
{
    static recording r;
    const corr_want all = { .needs = 0 };
    jfr *j = noted(&r, &all);

    (void)state;
    j->scan.rest = r.all.n;
    jfr_find_used_stacks(j);
    assert_true(jfr_is_used_stack(&j->used, 5));
    j->scan.rest = 0;
    jfr_find_used_stacks(j);
    assert_false(jfr_is_used_stack(&j->used, 5));
    forget(j);
}

static void none_is_where_nobody_wants_stacks(void **state)
{
    static recording r;
    const corr_want few = { .no_stacks = true };
    jfr *j = noted(&r, &few);

    (void)state;
    j->scan.rest = r.all.n;
    jfr_find_used_stacks(j);
    assert_false(jfr_is_used_stack(&j->used, 700));
    forget(j);
}

static void those_that_samples_were_piled_by_are_asked_for(void **state)
{
    static recording r;
    const corr_want all = { .needs = 0 };
    jfr *j = noted(&r, &all);

    (void)state;
    assert_true(jfr_stack_sums_add(&j->sums.by_stack, 0, 5, 1));
    jfr_find_used_stacks(j);
    assert_true(jfr_is_used_stack(&j->used, 5));
    assert_true(jfr_is_used_stack(&j->used, 700));
    assert_false(jfr_is_used_stack(&j->used, 1));
    j->scan.note.n = 0;
    for (uint64_t i = 0; i < 1 << 15; i++)
        assert_true(jfr_stack_sums_add(&j->sums.by_stack, 0, 10 + i, 1));
    jfr_find_used_stacks(j);
    assert_true(jfr_is_used_stack(&j->used, 1));
    jfr_stack_sums_clear(&j->sums.by_stack);
    forget(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_that_events_name_are_asked_for),
        cmocka_unit_test(all_are_where_not_all_events_are_noted),
        cmocka_unit_test(none_is_where_nobody_wants_stacks),
        cmocka_unit_test(those_that_samples_were_piled_by_are_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
