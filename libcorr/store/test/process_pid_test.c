/* Tests of process_pid: a recording of a machine with spans of one
 * process. */
#include "store/edition.h"
#include "test/test_bytime.h"
#include "test/test_memory.h"

#include "store/process_match.h"

typedef struct thread_of_machine {
    const char *name;
    int64_t number, pid;
} thread_of_machine;

static const thread_of_machine *machine; /* ends with name NULL */
static const char *span_proc, *span_thread;
static const char *owner; /* of the recording; NULL: unknown */

/* A second request, at the same time; proc NULL: no request. */
static struct {
    const char *proc, *thread;
} second;

static void request(corr_build *b, uint64_t id, const char *proc,
                    const char *thread)
{
    testing_full_span(
        b,
        &(testing_span_row){
            .trace = id, .id = id, .to = 100, .proc = proc, .attrs = thread });
}

static void requests(corr_build *b)
{
    request(b, 0x11, span_proc, span_thread);
    if (second.proc)
        request(b, 0x12, second.proc, second.thread);
}

/* The leaf of a sample is the name of its thread. */
static void recording(corr_build *b)
{
    if (owner)
        testing_owner(b, owner);
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

static void assert_said(const corr_store *st, const char *want)
{
    for (size_t i = 0; i < corr_warnings(st); i++) {
        const corr_warning w = corr_warning_at(st, i);
        if (strcmp(w.code, "SEVERAL") != 0)
            continue;
        assert_non_null(strstr(w.text, want));
        return;
    }
    fail_msg("nobody says: %s", want);
}

static void the_pid_of_spans_tells_which_process_is_theirs(void **state)
{
    corr_store *st = joined("service.name=x, process.pid=#4000", "", both);

    (void)state;
    assert_joined(st, "worker", 0x11, CORR_RUNG_P);
    assert_joined(st, "shop", 0x11, CORR_RUNG_P);
    assert_stopped(st, "other", CORR_WHY_BACKGROUND);
    assert_stopped(st, "swapper", CORR_WHY_BACKGROUND);
    assert_true(st->match.v[1].by_pid);
    assert_false(st->match.v[1].assumed);
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

static void equal_names_are_told_apart_by_numbers(void **state)
{
    static const thread_of_machine replicas[] = { { "worker", 4001, 4000 },
                                                  { "worker", 5001, 5000 },
                                                  { NULL, 0, 0 } };
    corr_store *st = joined("service.name=x",
                            "thread.name=worker, thread.id=#4001", replicas);

    (void)state;
    assert_joined(st, "worker", 0x11, CORR_RUNG_T1); /* the first of them */
    assert_false(st->input.v[1]->thread.v[1].stranger);
    assert_true(st->input.v[1]->thread.v[2].stranger);
    assert_false(st->match.v[1].by_pid);
    corr_store_free(st);
}

static void numbers_may_be_of_several_processes_of_a_service(void **state)
{
    (void)state;
    second.proc = "service.name=x";
    second.thread = "thread.name=helper, thread.id=#5001";
    corr_store *st =
        joined("service.name=x", "thread.name=worker, thread.id=#4001", both);
    assert_joined(st, "worker", 0x11, CORR_RUNG_T1);
    assert_joined(st, "helper", 0x12, CORR_RUNG_T1);
    corr_store_free(st);
    second.proc = NULL;
}

static void of_two_programs_of_its_name_nobody_knows_which(void **state)
{
    static const thread_of_machine twins[] = { { "shop", 4000, 4000 },
                                               { "shop", 5000, 5000 },
                                               { "more", 5001, 5000 },
                                               { NULL, 0, 0 } };
    corr_store *st = joined("service.name=shop", "", twins);

    (void)state;
    assert_stopped(st, "shop", CORR_WHY_BACKGROUND);
    assert_stopped(st, "more", CORR_WHY_BACKGROUND);
    corr_store_free(st);
    /* a later thread has the name by chance */
    st = joined("service.name=more", "", twins);
    assert_stopped(st, "more", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void the_pid_of_another_service_is_not_its_own(void **state)
{
    (void)state;
    second.proc = "service.name=y, process.pid=#5000";
    second.thread = "";
    owner = "service.name=x, process.pid=#4000";
    corr_store *st =
        joined("service.name=x, process.pid=#4000", "thread.name=worker", both);
    assert_joined(st, "worker", 0x11, CORR_RUNG_T2);
    assert_stopped(st, "helper", CORR_WHY_BACKGROUND);
    assert_true(st->input.v[1]->thread.v[3].stranger);
    corr_store_free(st);
    owner = second.proc = NULL;
}

static void idle_cpus_are_nobodys(void **state)
{
    static const thread_of_machine untold[] = { { "one", 4001, 0 },
                                                { "swapper", 0, 0 },
                                                { NULL, 0, 0 } };
    corr_store *st = joined("service.name=x", "thread.name=swapper", untold);

    (void)state;
    assert_stopped(st, "swapper", CORR_WHY_BACKGROUND);
    corr_store_free(st);
}

static void how_it_is_known_is_said(void **state)
{
    static const struct {
        const char *proc, *thread, *want;
    } cases[] = {
        { "service.name=x, process.pid=#4000", "",
          "1.test has several processes; x is known by the pid of its spans, "
          "only that is tied to spans" },
        { "service.name=x", "thread.name=helper, thread.id=#5001",
          "1.test has several processes; x is known by the numbers of its "
          "threads, only that is tied to spans" },
        { "service.name=shop", "",
          "1.test has several processes; shop is known by the name of its "
          "program, only that is tied to spans" },
        { "service.name=x", "thread.name=helper",
          "1.test has several processes; x is known by the names of its "
          "threads, only that is tied to spans" },
        { "service.name=x", "",
          "1.test has several processes, one of them x; time alone ties no "
          "span" },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        corr_store *st = joined(cases[i].proc, cases[i].thread, both);
        assert_int_equal(store_prepare(st, NULL), CORR_OK);
        assert_said(st, cases[i].want);
        corr_store_free(st);
    }
}

static void out_of_memory_nobody_is_chosen(void **state)
{
    bool more = true;

    (void)state;
    corr_store *st = joined("service.name=x, process.pid=#4000",
                            "thread.name=worker, thread.id=#4001", both);
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    for (long n = 1; more; n++) {
        edition_forget(st);
        test_memory_arm(n);
        const bool ok = process_strangers(st, 1);
        more = test_memory_failed();
        edition_forget(st);
        assert_int_equal(test_memory_disarm(), 0);
        assert_int_equal(ok, !more);
    }
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
        cmocka_unit_test(equal_names_are_told_apart_by_numbers),
        cmocka_unit_test(numbers_may_be_of_several_processes_of_a_service),
        cmocka_unit_test(of_two_programs_of_its_name_nobody_knows_which),
        cmocka_unit_test(the_pid_of_another_service_is_not_its_own),
        cmocka_unit_test(idle_cpus_are_nobodys),
        cmocka_unit_test(how_it_is_known_is_said),
        cmocka_unit_test(out_of_memory_nobody_is_chosen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
