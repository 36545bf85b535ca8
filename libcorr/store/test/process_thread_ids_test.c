/* Tests of process_thread_ids: whether spans name threads by the system's
 * numbers. */
#include "store/edition.h"
#include "test/test_bytime.h"
#include "test/test_memory.h"

#include "store/process_match.h"

static const char *const *span_threads; /* ends with NULL */
static const char *span_proc;
static double later[2]; /* ms, of all spans but the first; 0: as the first */

typedef struct thread_of_recording {
    const char *name;
    int64_t number;
    int64_t vm; /* 0: no thread */
} thread_of_recording;

static const thread_of_recording *rec_threads; /* ends with number 0 */
static const char *rec_proc;

static void requests(corr_build *b)
{
    for (uint64_t i = 0; span_threads[i]; i++) {
        const bool is_later = i > 0 && later[1] > 0;
        testing_full_span(b,
                          &(testing_span_row){ .trace = i + 1,
                                               .id = i + 1,
                                               .from = is_later ? later[0] : 0,
                                               .to = is_later ? later[1] : 100,
                                               .proc = span_proc,
                                               .attrs = span_threads[i] });
    }
}

static void recording(corr_build *b)
{
    if (rec_proc)
        corr_set_owner(b, corr_add_proc(b, testing_labels(b, rec_proc)));
    for (size_t i = 0; rec_threads[i].number; i++) {
        const corr_text name =
            corr_add_text(b, corr_str_of(rec_threads[i].name));
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = testing_cpu(b),
                   .stack = testing_stack(b, i ? "more" : "leaf"),
                   .thread = corr_add_thread(b, name, rec_threads[i].number,
                                             rec_threads[i].vm),
                   .time = testing_ms(50),
                   .value = 1 });
    }
}

#define POOL "service.name=shop, process.pid=#4000"
#define THREADS(...)                                                           \
    (const char *const[])                                                      \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }

static bool is_numbered; /* the result of the last query */

/* The rung that joins the first sample to a span; NONE: no rung. */
static corr_rung rung_of(const char *proc, const char *const *threads,
                         const thread_of_recording *of, const char *owner)
{
    span_proc = proc;
    span_threads = threads;
    rec_threads = of;
    rec_proc = owner;
    corr_store *st = testing_store(requests, recording);
    const said s = of_sample(st, "leaf");
    is_numbered = st->input.v[1]->process.numbered;
    corr_store_free(st);
    return s.rung;
}

static const thread_of_recording pool[] = {
    { "worker", 4001, 0 },
    { "worker", 4002, 0 },
    { "gc", 4003, 0 },
    { NULL, 0, 0 },
};

static void equal_names_are_told_apart_by_equal_numbers(void **state)
{
    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4002"),
                             pool, NULL),
                     CORR_RUNG_T1);
    /* another number is another thread, even with the same name */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4002",
                                     "thread.name=worker, thread.id=#4009"),
                             pool, NULL),
                     CORR_RUNG_NONE);
    /* without a name, if both sides state the number of the process */
    assert_int_equal(
        rung_of(POOL, THREADS("thread.id=#4001"), pool, "process.pid=#4000"),
        CORR_RUNG_T1);
}

static void numbers_of_runtimes_are_compared_with_none(void **state)
{
    static const char *const runtimes[] = {
        POOL ", telemetry.sdk.language=java",
        POOL ", telemetry.sdk.language=dotnet",
        POOL ", telemetry.sdk.language=nodejs",
    };
    static const thread_of_recording small[] = { { "worker", 31, 0 },
                                                 { "worker", 32, 0 },
                                                 { NULL, 0, 0 } };

    (void)state;
    /* a runtime that is known to have numbers of its own */
    for (size_t i = 0; i < countof(runtimes); i++)
        assert_int_equal(rung_of(runtimes[i],
                                 THREADS("thread.name=worker, thread.id=#4001"),
                                 pool, NULL),
                         CORR_RUNG_T2);
    /* small numbers, as they are in containers */
    assert_int_equal(rung_of(POOL, THREADS("thread.name=worker, thread.id=#31"),
                             small, NULL),
                     CORR_RUNG_T2);
    /* one number is that of a thread with another name */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4003"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* most numbers are unknown to the recording */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4011",
                                     "thread.name=worker, thread.id=#4012"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* a process with another number here than there */
    assert_int_equal(rung_of("service.name=shop, process.pid=#1",
                             THREADS("thread.name=worker, thread.id=#4001"),
                             pool, "process.pid=#4000"),
                     CORR_RUNG_T2);
}

static void a_language_may_have_no_numbers_of_its_own(void **state)
{
    (void)state;
    assert_int_equal(rung_of(POOL ", telemetry.sdk.language=cpp",
                             THREADS("thread.name=worker, thread.id=#4001"),
                             pool, NULL),
                     CORR_RUNG_T1);
}

static void numbers_count_from_the_first_that_is_given_again(void **state)
{
    static const thread_of_recording edge[] = { { "worker", 299, 0 },
                                                { "worker", 300, 0 },
                                                { NULL, 0, 0 } };

    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#300"),
                             edge + 1, NULL),
                     CORR_RUNG_T1);
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#299"),
                             edge, NULL),
                     CORR_RUNG_T2);
    /* a number that the recording lacks contradicts nothing */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#300"),
                             pool, NULL),
                     CORR_RUNG_T1);
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#299"),
                             pool, NULL),
                     CORR_RUNG_T2);
}

static void half_of_the_threads_are_enough_and_each_is_one(void **state)
{
    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4011"),
                             pool, NULL),
                     CORR_RUNG_T1);
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4011",
                                     "thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4012"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* threads without a number prove nothing */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=gc", "thread.name=io"),
                             pool, NULL),
                     CORR_RUNG_T1);
}

static void a_recording_that_knows_the_runtimes_numbers_is_no_such(void **state)
{
    static const thread_of_recording both[] = { { "worker", 4001, 0 },
                                                { "worker", 4002, 12 },
                                                { NULL, 0, 0 } };

    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001"),
                             both, NULL),
                     CORR_RUNG_T2);
    assert_false(is_numbered);
}

static void a_thread_may_change_its_name(void **state)
{
    static const thread_of_recording renamed[] = { { "worker", 4001, 0 },
                                                   { "idle", 4001, 0 },
                                                   { NULL, 0, 0 } };

    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001"),
                             renamed, NULL),
                     CORR_RUNG_T1);
    assert_true(is_numbered);
}

static void only_spans_of_the_time_of_the_recording_are_asked(void **state)
{
    static const struct {
        double from, to;
        corr_rung want;
    } cases[] = {
        { 20, 80, CORR_RUNG_T2 },     { 51, 80, CORR_RUNG_T2 },
        { 51.001, 80, CORR_RUNG_T1 }, { 20, 49, CORR_RUNG_T2 },
        { 20, 48.999, CORR_RUNG_T1 },
    };

    (void)state;
    /* all samples are at 50 ms; clocks may be 1 ms apart */
    for (size_t i = 0; i < countof(cases); i++) {
        later[0] = cases[i].from;
        later[1] = cases[i].to;
        assert_int_equal(rung_of(POOL,
                                 THREADS("thread.name=worker, thread.id=#4001",
                                         "thread.name=worker, thread.id=#4003"),
                                 pool, NULL),
                         cases[i].want);
    }
    later[1] = 0;
}

static void a_number_alone_needs_the_number_of_the_process(void **state)
{
    (void)state;
    assert_int_not_equal(rung_of("service.name=shop",
                                 THREADS("thread.id=#4001"), pool,
                                 "process.pid=#4000"),
                         CORR_RUNG_T1);
    assert_int_equal(rung_of("service.name=shop",
                             THREADS("thread.name=worker, thread.id=#4001"),
                             pool, "process.pid=#4000"),
                     CORR_RUNG_T1);
}

static void out_of_memory_no_number_is_told(void **state)
{
    span_proc = POOL;
    span_threads = THREADS("thread.name=worker, thread.id=#4001",
                           "thread.name=worker, thread.id=#4002");
    rec_threads = pool;
    rec_proc = NULL;
    corr_store *st = testing_store(requests, recording);
    bool more = true;

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    for (long n = 1; more; n++) {
        edition_forget(st);
        test_memory_arm(n);
        const bool ok = process_numbers(st, 1);
        more = test_memory_failed();
        assert_int_equal(ok, !more);
        assert_int_equal(st->input.v[1]->process.numbered, !more);
        edition_forget(st);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_names_are_told_apart_by_equal_numbers),
        cmocka_unit_test(numbers_of_runtimes_are_compared_with_none),
        cmocka_unit_test(a_language_may_have_no_numbers_of_its_own),
        cmocka_unit_test(numbers_count_from_the_first_that_is_given_again),
        cmocka_unit_test(half_of_the_threads_are_enough_and_each_is_one),
        cmocka_unit_test(
            a_recording_that_knows_the_runtimes_numbers_is_no_such),
        cmocka_unit_test(a_thread_may_change_its_name),
        cmocka_unit_test(only_spans_of_the_time_of_the_recording_are_asked),
        cmocka_unit_test(a_number_alone_needs_the_number_of_the_process),
        cmocka_unit_test(out_of_memory_no_number_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
