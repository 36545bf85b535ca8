/* Tests of tie_number: whether spans name threads by the system's numbers. */
#include "test_bytime.h"

static const char *const *span_threads; /* up to NULL */
static const char *span_proc;

typedef struct thread_of_recording {
    const char *name;
    int64_t number;
} thread_of_recording;

static const thread_of_recording *rec_threads; /* up to number 0 */
static const char *rec_proc;

static void requests(corr_build *b)
{
    for (uint64_t i = 0; span_threads[i]; i++)
        testing_full_span(b, &(testing_span_row){ .trace = i + 1,
                                                  .id = i + 1,
                                                  .to = 100,
                                                  .proc = span_proc,
                                                  .attrs = span_threads[i] });
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
                   .thread = corr_add_thread(b, name, rec_threads[i].number, 0),
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

/* The rung by which the first sample is of a span; NONE: of none. */
static corr_rung rung_of(const char *proc, const char *const *threads,
                         const thread_of_recording *of, const char *owner)
{
    span_proc = proc;
    span_threads = threads;
    rec_threads = of;
    rec_proc = owner;
    corr_store *st = testing_store(requests, recording);
    const said s = of_sample(st, "leaf");
    corr_store_free(st);
    return s.rung;
}

static const thread_of_recording pool[] = {
    { "worker", 4001 }, { "worker", 4002 }, { "gc", 4003 }, { NULL, 0 }
};

static void equal_names_are_told_apart_by_equal_numbers(void **state)
{
    (void)state;
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4002"),
                             pool, NULL),
                     CORR_RUNG_T1);
    /* another number is another thread, though it has the name */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4002",
                                     "thread.name=worker, thread.id=#4009"),
                             pool, NULL),
                     CORR_RUNG_NONE);
    /* without a name, where both have the number of the process */
    assert_int_equal(
        rung_of(POOL, THREADS("thread.id=#4001"), pool, "process.pid=#4000"),
        CORR_RUNG_T1);
}

static void numbers_of_runtimes_are_compared_with_none(void **state)
{
    static const thread_of_recording small[] = { { "worker", 31 },
                                                 { "worker", 32 },
                                                 { NULL, 0 } };

    (void)state;
    /* of one that is known to have its own */
    assert_int_equal(rung_of(POOL ", telemetry.sdk.language=java",
                             THREADS("thread.name=worker, thread.id=#4001"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* that are small, as they are in containers */
    assert_int_equal(rung_of(POOL, THREADS("thread.name=worker, thread.id=#31"),
                             small, NULL),
                     CORR_RUNG_T2);
    /* one of which is that of a thread of another name */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4003"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* most of which are of none */
    assert_int_equal(rung_of(POOL,
                             THREADS("thread.name=worker, thread.id=#4001",
                                     "thread.name=worker, thread.id=#4011",
                                     "thread.name=worker, thread.id=#4012"),
                             pool, NULL),
                     CORR_RUNG_T2);
    /* of a process that has another number here than there */
    assert_int_equal(rung_of("service.name=shop, process.pid=#1",
                             THREADS("thread.name=worker, thread.id=#4001"),
                             pool, "process.pid=#4000"),
                     CORR_RUNG_T2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_names_are_told_apart_by_equal_numbers),
        cmocka_unit_test(numbers_of_runtimes_are_compared_with_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
