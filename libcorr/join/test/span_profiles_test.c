/* Tests of span_profiles and thread_match: profiles that a span names, and the
 * samples that are the span's. */
#include "select/select.h"
#include "store/thread_match.h"
#include "test/test_named.h"

/* The requested file is the second of a store, "1.test". */
static void span_of(corr_build *b, const char *attrs)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .from = 0,
                                              .to = 100,
                                              .proc = SHOP,
                                              .attrs = attrs });
}

static void on_exec_7(corr_build *b)
{
    span_of(b, "profile.file=/var/tmp/1.test, thread.name=exec-7");
}

static void on_thread_31(corr_build *b)
{
    span_of(b, "profile.file=1.test, thread.id=#31, thread.name=exec-7");
}

static void on_no_thread(corr_build *b)
{
    span_of(b, "profile.file=1.test");
}

static void names_a_label_value(corr_build *b)
{
    span_of(b, "pyroscope.profile.id=1.test, thread.name=exec-7");
}

static void names_another_file(corr_build *b)
{
    span_of(b, "profile.file=1.test.old, thread.name=exec-7");
}

static void twins(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "one", NAN, "thread name=exec-7, thread id=#31");
    testing_sample(b, cpu, "two", NAN, "thread name=exec-7, thread id=#32");
    testing_sample(b, cpu, "three", NAN, "thread name=exec-7");
}

/* The span runs from 0 to 100; clocks agree within 1 ms. */
static void timed(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    testing_sample(b, cpu, "before", -2, "thread name=exec-7");
    testing_sample(b, cpu, "start", 0, "thread name=exec-7");
    testing_sample(b, cpu, "inside", 50, "thread name=exec-7");
    testing_sample(b, cpu, "late", 100.5, "thread name=exec-7");
    testing_sample(b, cpu, "after", 102, "thread name=exec-7");
}

static corr_evidence evidence_of(corr_store *st)
{
    const corr_query q = { .trace = testing_trace(1), .span = 0x11 };
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &q, &err);

    if (!sel)
        fail_msg("%s", err.what);
    const corr_evidence e = corr_sel_facts_of(sel).evidence;
    corr_sel_free(sel);
    return e;
}

static void assert_rungs(const corr_evidence *e, int64_t f1, int64_t f2)
{
    assert_int_equal(e->rung[CORR_RUNG_F1].observations, f1);
    assert_int_equal(e->rung[CORR_RUNG_F2].observations, f2);
    assert_int_equal(e->observations, f1 + f2);
}

/* ---- rungs ---------------------------------------------------------- */

static void samples_of_the_spans_thread_are_the_spans(void **state)
{
    corr_store *st = testing_store(on_exec_7, threads);
    const corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 5, 2);
    assert_close(e.confidence, (5 * 0.9 * 0.9 + 2 * 0.5) / 7);
    assert_int_equal(e.word, CORR_STRONG);
    /* three are of another thread, and one names another span */
    assert_int_equal(e.stopped[CORR_WHY_UNLABELLED], 3);
    assert_int_equal(e.stopped[CORR_WHY_UNSAMPLED], 1);
    corr_store_free(st);
}

static void without_a_thread_it_is_what_the_process_did(void **state)
{
    corr_store *st = testing_store(on_no_thread, threads);
    const corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 0, 10);
    assert_close(e.confidence, 0.5);
    assert_int_equal(e.word, CORR_SHARED);
    corr_store_free(st);
}

static void strong_evidence_leaves_out_what_has_no_thread(void **state)
{
    corr_store *st = testing_store(on_exec_7, threads);
    const corr_query q = { .trace = testing_trace(1),
                           .span = 0x11,
                           .weakest = CORR_STRONG };
    corr_sel *sel = corr_sel_of(st, &q, NULL);

    (void)state;
    assert_non_null(sel);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_F1), 5);
    assert_int_equal(corr_sel_rows(sel, CORR_RUNG_F2), 0);
    assert_int_equal(corr_sel_facts_of(sel).observations, 5);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_number_decides_before_a_name(void **state)
{
    corr_store *st = testing_store(on_thread_31, twins);
    const corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 1, 0);
    assert_close(e.confidence, 0.9);
    corr_store_free(st);
}

static void a_name_that_several_threads_have_is_weak(void **state)
{
    corr_store *st = testing_store(on_exec_7, twins);
    const corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 3, 0);
    assert_close(e.confidence, 0.9 / 3);
    corr_store_free(st);
}

static void a_sample_counts_as_far_as_it_was_inside(void **state)
{
    corr_store *st = testing_store(on_exec_7, timed);
    const corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 3, 0); /* start, inside, late */
    assert_close(e.attributed, 0.5 + 1 + 0.25);
    corr_store_free(st);
}

static void a_label_value_and_another_name_are_no_file(void **state)
{
    corr_store *st = testing_store(names_a_label_value, threads);
    corr_evidence e = evidence_of(st);

    (void)state;
    assert_rungs(&e, 0, 0);
    corr_store_free(st);
    st = testing_store(names_another_file, threads);
    e = evidence_of(st);
    assert_rungs(&e, 0, 0);
    corr_store_free(st);
}

/* ---- threads -------------------------------------------------------- */

typedef struct thread_of {
    const char *name;
    int64_t os_id, vm_id;
} thread_of;

static thread_of one, other;

static void two_threads(corr_build *b)
{
    const corr_text a = corr_add_text(b, corr_str_of(one.name));
    const corr_text z = corr_add_text(b, corr_str_of(other.name));

    corr_add_thread(b, a, one.os_id, one.vm_id);
    corr_add_thread(b, z, other.os_id, other.vm_id);
}

static thread_fit fit_of(thread_of a, thread_of b)
{
    one = a;
    other = b;
    input in = testing_input(two_threads);
    const thread_fit fit = thread_fits(&in, 1, &in, 2);

    assert_int_equal(fit, thread_fits(&in, 2, &in, 1));
    assert_int_equal(thread_fits(&in, 0, &in, 1), THREAD_OTHER);
    input_clear(&in);
    return fit;
}

static void threads_are_known_by_number_then_by_name(void **state)
{
    static const struct {
        thread_of a, b;
        thread_fit want;
    } all[] = {
        { { "a", 0, 31 }, { "b", 0, 31 }, THREAD_SURE },
        { { "a", 0, 31 }, { "a", 0, 32 }, THREAD_OTHER },
        { { "a", 31, 0 }, { "b", 31, 0 }, THREAD_SURE },
        { { "a", 31, 0 }, { "a", 32, 0 }, THREAD_OTHER },
        { { "b", 7, 31 }, { "a", 8, 31 }, THREAD_SURE },
        /* one number is the runtime's, the other the system's */
        { { "a", 31, 0 }, { "b", 0, 31 }, THREAD_OTHER },
        { { "a", 31, 0 }, { "a", 0, 31 }, THREAD_NAMED },
        { { "exec-7", 0, 0 }, { "exec-7 tid=4711", 0, 0 }, THREAD_NAMED },
        { { "exec-7", 0, 0 }, { "exec-7 tid=", 0, 0 }, THREAD_OTHER },
        { { "http-nio-8080-e", 0, 0 },
          { "http-nio-8080-exec-7", 0, 0 },
          THREAD_CUT },
        { { "http-nio-8080", 0, 0 },
          { "http-nio-8080-exec-7", 0, 0 },
          THREAD_OTHER },
        { { "", 0, 1 }, { "", 1, 0 }, THREAD_OTHER },
    };

    (void)state;
    for (size_t i = 0; i < countof(all); i++)
        if (fit_of(all[i].a, all[i].b) != all[i].want)
            fail_msg("%s %s", all[i].a.name, all[i].b.name);
}

static void certainty_is_what_the_identity_is_worth(void **state)
{
    (void)state;
    assert_close(thread_certainty(THREAD_SURE, 1), 1);
    assert_close(thread_certainty(THREAD_SURE, 3), 1);
    assert_close(thread_certainty(THREAD_NAMED, 1), 0.9);
    assert_close(thread_certainty(THREAD_CUT, 1), 0.8);
    assert_close(thread_certainty(THREAD_CUT, 4), 0.25);
    assert_close(thread_certainty(THREAD_OTHER, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_the_spans_thread_are_the_spans),
        cmocka_unit_test(without_a_thread_it_is_what_the_process_did),
        cmocka_unit_test(strong_evidence_leaves_out_what_has_no_thread),
        cmocka_unit_test(a_number_decides_before_a_name),
        cmocka_unit_test(a_name_that_several_threads_have_is_weak),
        cmocka_unit_test(a_sample_counts_as_far_as_it_was_inside),
        cmocka_unit_test(a_label_value_and_another_name_are_no_file),
        cmocka_unit_test(threads_are_known_by_number_then_by_name),
        cmocka_unit_test(certainty_is_what_the_identity_is_worth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
