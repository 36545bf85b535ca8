/* Tests of pprof_untyped.c: samples whose labels tell what they are worth. */
#include "test/test_pprof.h"

/* Strings: 1 f, 2 time, 3 period, 4 trace_id, 5 its value, 6 thread.id,
 * 7 "10". */
#define WORDS                                                                  \
    "f source.event.time source.event.period trace_id "                        \
    "5b8efff798038103d269b633813fc60c thread.id 10"

enum { TIME = 2, PERIOD = 3, TRACE = 4, THREAD = 6, TEN = 7 };

/* A sample at 1713099600000 + at ms; labels: numbers of a NUMS list each. */
static void put_labelled(blob *b, uint64_t at, const uint64_t *period,
                         int64_t value)
{
    blob m = { .n = 0 };
    const uint64_t location = 1;

    put_packed(&m, 1, &location, 1);
    if (value)
        put_packed(&m, 2, (const uint64_t *)&value, 1);
    put_nums(&m, 3, NUMS(1, TIME, 3, 1713099600000 + at));
    if (period)
        put_nums(&m, 3, period);
    put_nums(&m, 3, NUMS(1, TRACE, 2, TRACE + 1));
    put_nums(&m, 3, NUMS(1, THREAD, 3, 70));
    put_msg(b, 2, &m);
}

static void put_end(blob *b)
{
    put_function(b, 1, 1, 0);
    put_words(b, WORDS);
}

static void a_sample_stands_for_its_period(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_labelled(&b, 20, NUMS(1, PERIOD, 3, 20), 0);
    put_labelled(&b, 5, NUMS(1, PERIOD, 2, TEN), 0);
    put_labelled(&b, 30, NULL, 0);
    put_end(&b);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.segment.n, 2); /* nil and one */
    const segment *g = &l.in.segment.v[1];
    assert_string_equal(input_text(&l.in, l.in.kind.v[g->kind].name).p, "wall");
    assert_int_equal(g->n, 2);
    assert_int_equal(segment_value(g, 0), 10000000);
    assert_int_equal(segment_value(g, 1), 20000000);
    assert_true(g->time[0] == 1713099600005000000);
    assert_true(g->time[1] == 1713099600020000000);
    assert_true(segment_trace(g, 0).lo == 0xd269b633813fc60c);
    const thread_row *t = &l.in.thread.v[g->thread[0]];
    assert_int_equal(t->vm_id, 70);
    assert_int_equal(t->os_id, 0);
    input_clear(&l.in);
}

static void a_value_without_a_period_is_bytes(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_labelled(&b, 20, NULL, 4096);
    put_end(&b);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    const segment *g = &l.in.segment.v[1];
    assert_string_equal(input_text(&l.in, l.in.kind.v[g->kind].name).p,
                        "alloc_bytes");
    assert_int_equal(segment_value(g, 0), 4096);
    input_clear(&l.in);
}

static void without_these_labels_there_is_no_type(void **state)
{
    const int64_t two[] = { 1, 2 };
    blob b = { .n = 0 };

    (void)state;
    put_labelled(&b, 20, NULL, 0);
    put_function(&b, 1, 1, 0);
    put_words(&b, "f a b trace_id 5b8efff798038103d269b633813fc60c c 10");
    assert_refused(&b, "there are samples but no sample type",
                   "Profile.sample_type");
    b.n = 0;
    put_labelled(&b, 20, NUMS(1, PERIOD, 3, 20), 0);
    put_sample(&b, 1, two, 2);
    put_end(&b);
    assert_refused(&b, "there are samples but no sample type",
                   "Profile.sample_type");
}

static void memory_may_run_out_anywhere(void **state)
{
    blob b = { .n = 0 };

    (void)state;
    put_labelled(&b, 20, NUMS(1, PERIOD, 3, 20), 0);
    put_end(&b);
    assert_survives(&corr_format_pprof, b.p, b.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_stands_for_its_period),
        cmocka_unit_test(a_value_without_a_period_is_bytes),
        cmocka_unit_test(without_these_labels_there_is_no_type),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
