/* Tests of tie_pid: a recording of a machine beside spans of one process. */
#include "test_bytime.h"

typedef struct thread_of_machine {
    const char *name;
    int64_t number, pid;
} thread_of_machine;

static const thread_of_machine *machine; /* up to name NULL */
static const char *span_proc, *span_thread;

static void requests(corr_build *b)
{
    testing_full_span(b, &(testing_span_row){ .trace = 1,
                                              .id = 0x11,
                                              .to = 100,
                                              .proc = span_proc,
                                              .attrs = span_thread });
}

/* The leaf of a sample is the name of its thread. */
static void recording(corr_build *b)
{
    for (size_t i = 0; machine[i].name; i++)
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = testing_cpu(b),
                   .stack = testing_stack(b, machine[i].name),
                   .thread = corr_add_thread_of(
                       b, corr_add_text(b, corr_str_of(machine[i].name)),
                       machine[i].number, machine[i].pid),
                   .time = testing_ms(50),
                   .value = 1 });
}

static corr_store *joined(const char *proc, const char *thread,
                          const thread_of_machine *of)
{
    span_proc = proc;
    span_thread = thread;
    machine = of;
    return testing_store(requests, recording);
}

static const thread_of_machine both[] = {
    { "shop", 4000, 4000 },   { "worker", 4001, 4000 }, { "other", 5000, 5000 },
    { "helper", 5001, 5000 }, { "swapper", 0, 0 },      { NULL, 0, 0 }
};

static void the_pid_of_spans_tells_which_process_is_theirs(void **state)
{
    corr_store *st = joined("service.name=x, process.pid=#4000", "", both);

    (void)state;
    assert_joined(st, "worker", 0x11, CORR_RUNG_P);
    assert_joined(st, "shop", 0x11, CORR_RUNG_P);
    assert_stopped(st, "other", CORR_WHY_BACKGROUND);
    assert_stopped(st, "swapper", CORR_WHY_BACKGROUND);
    assert_true(st->tie.v[1].by_pid);
    assert_false(st->tie.v[1].assumed);
    corr_store_free(st);
}

static void so_do_numbers_of_threads_that_agree(void **state)
{
    corr_store *st =
        joined("service.name=x", "thread.name=helper, thread.id=#5001", both);

    (void)state;
    assert_joined(st, "helper", 0x11, CORR_RUNG_T1);
    assert_stopped(st, "worker", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void so_does_the_name_of_a_program(void **state)
{
    corr_store *st = joined("service.name=Shop", "", both);

    (void)state;
    assert_joined(st, "worker", 0x11, CORR_RUNG_P);
    assert_stopped(st, "other", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void names_of_threads_that_two_processes_have_tell_nothing(void **state)
{
    static const thread_of_machine replicas[] = { { "worker", 4001, 4000 },
                                                  { "worker", 5001, 5000 },
                                                  { NULL, 0, 0 } };
    corr_store *st =
        joined("service.name=x", "thread.name=worker, thread.id=#7", replicas);

    (void)state;
    assert_stopped(st, "worker", CORR_WHY_BACKGROUND);
    corr_store_free(st);
    st = joined("service.name=x", "thread.name=worker, thread.id=#7", both);
    assert_joined(st, "worker", 0x11, CORR_RUNG_T2);
    assert_stopped(st, "helper", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void where_nothing_tells_time_alone_does_not(void **state)
{
    static const thread_of_machine untold[] = { { "one", 4001, 0 },
                                                { "two", 5001, 0 },
                                                { "swapper", 0, 0 },
                                                { NULL, 0, 0 } };
    corr_store *st = joined("service.name=x", "", both);

    (void)state;
    assert_stopped(st, "worker", CORR_WHY_BACKGROUND);
    assert_stopped(st, "other", CORR_WHY_BACKGROUND);
    corr_store_free(st);
    st = joined("service.name=x", "", untold);
    assert_stopped(st, "one", CORR_WHY_BACKGROUND);
    corr_store_free(st);
    st = joined("service.name=x", "thread.name=one", untold);
    assert_joined(st, "one", 0x11, CORR_RUNG_T2);
    corr_store_free(st);
}

static void a_recording_of_one_process_is_as_it_was(void **state)
{
    static const thread_of_machine one[] = { { "one", 4001, 4000 },
                                             { "two", 4002, 4000 },
                                             { NULL, 0, 0 } };
    corr_store *st = joined("service.name=x", "", one);

    (void)state;
    assert_joined(st, "one", 0x11, CORR_RUNG_P);
    assert_joined(st, "two", 0x11, CORR_RUNG_P);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pid_of_spans_tells_which_process_is_theirs),
        cmocka_unit_test(so_do_numbers_of_threads_that_agree),
        cmocka_unit_test(so_does_the_name_of_a_program),
        cmocka_unit_test(names_of_threads_that_two_processes_have_tell_nothing),
        cmocka_unit_test(where_nothing_tells_time_alone_does_not),
        cmocka_unit_test(a_recording_of_one_process_is_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
