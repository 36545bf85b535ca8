/* Tests of time off CPU in perf script's text. */
#define FORMAT corr_format_perf
#include "test/format_test.h"

/* One event of the scheduler; heads are as perf script has them. */
#define CLOCK "# clockid: realtime (0)\n"
#define HEAD(comm, tid, cpu, time, event)                                      \
    comm " 7/" tid " [00" cpu "] " time ": sched:" event ": "
#define SWITCH(comm, tid, cpu, time, state, next)                              \
    HEAD(comm, tid, cpu, time, "sched_switch")                                 \
    "prev_comm=" comm " prev_pid=" tid " prev_prio=120 prev_state=" state      \
    " ==> next_comm=x next_pid=" next " next_prio=120\n"                       \
    "\tff wait_" tid " (x)\n\n"
#define WAKE(time, tid)                                                        \
    HEAD("irq", "1", "1", time, "sched_wakeup")                                \
    "comm=a pid=" tid " prio=120 target_cpu=000\n\n"

#define LOST(time) "a 7/8 [000] " time ": PERF_RECORD_LOST lost 4\n"

/* "TID TO NS STACK" of each row of a kind, by time; empty: there is no such
 * kind. */
static const char *waits_of(const loaded *l, const char *kind)
{
    static char text[1024];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 1; i < l->in.segment.n; i++) {
        const segment *s = &l->in.segment.v[i];
        const corr_str name = input_text(&l->in, l->in.kind.v[s->kind].name);
        for (size_t row = 0; corr_str_is(name, kind) && row < s->n; row++)
            n += (size_t)snprintf(
                text + n, sizeof text - n, "%s%lld %lld %lld %s", n ? ", " : "",
                (long long)l->in.thread.v[s->thread[row]].os_id,
                (long long)(s->time[row] / 1000000),
                (long long)(s->value[row] / 1000000), stack_of(l, s, row));
    }
    return text;
}

static const char unended[] =
    "1 switch without a return not counted as off CPU (perf record -a)";
static const char unexplained[] = "3 switches without a reason not counted as "
                                  "off CPU (perf script -F +trace)";

static void a_thread_is_blocked_until_it_is_woken_and_then_queues(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              CLOCK SWITCH("a", "8", "0", "1.000", "S", "9") WAKE("1.020", "8")
                  SWITCH("b", "9", "0", "1.025", "R+", "8")
                      SWITCH("a", "8", "0", "1.030", "D|K", "9"));
    assert_string_equal(waits_of(&l, "offcpu"), "8 1020 20 a;wait_8");
    assert_string_equal(waits_of(&l, "runq"),
                        "8 1025 5 a;wait_8, 9 1030 5 b;wait_9");
    assert_int_equal(kind_facts(&l, "offcpu")->unit, CORR_NS);
    assert_true(kind_facts(&l, "offcpu")->flags & CORR_KIND_DEFAULT);
    assert_int_equal(total_of(&l, "sched:sched_switch"), 3);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void without_wakeups_all_of_a_wait_is_blocked(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK "a 7/8 [000] 0.5: 9 cycles:\n\tff f (x)\n\n" SWITCH(
                      "a", "8", "0", "1.000", "S", "9")
                      SWITCH("b", "9", "0", "1.025", "R", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "8 1025 25 a;wait_8");
    assert_string_equal(waits_of(&l, "runq"), "");
    assert_true(kind_facts(&l, "cycles")->flags & CORR_KIND_DEFAULT);
    assert_false(kind_facts(&l, "offcpu")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void records_of_switches_tell_when_a_thread_is_back(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l, CLOCK SWITCH("a", "8", "0", "1.000", "S",
                         "9") "a 7/8 1.001: PERF_RECORD_SWITCH OUT         \n"
                              "a 7/8 1.030: PERF_RECORD_SWITCH IN          \n"
                              "a 7/8 1.040: PERF_RECORD_SWITCH OUT preempt \n"
                              "a 7/8 1.050: PERF_RECORD_SWITCH IN          \n");
    assert_string_equal(waits_of(&l, "offcpu"), "8 1030 30 a;wait_8");
    assert_string_equal(waits_of(&l, "runq"), "8 1050 10 a");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_wait_without_an_end_is_none(void **state)
{
    loaded l;

    (void)state;
    /* of one process: its own event does not show when it is back */
    read_text(&l,
              CLOCK HEAD(
                  "a", "8", "0", "1.0",
                  "sched_switch") "prev_comm=a prev_pid=8 prev_prio=120 "
                                  "prev_state=S ==> "
                                  "next_comm=x next_pid=99 next_prio=120\n\n"
                                  "a 7/8 [000] 1.5: 9 cycles:\n\tff f (x)\n\n");
    assert_string_equal(waits_of(&l, "offcpu"), "");
    assert_non_null(said(&l, unended));
    input_clear(&l.in);
    /* nor does leaving twice */
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "99")
                      SWITCH("a", "8", "1", "1.025", "S", "99"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    assert_non_null(said(&l, unended));
    input_clear(&l.in);
}

static void what_is_lost_makes_no_wait(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "9") LOST("1.010")
                      SWITCH("b", "9", "0", "1.025", "S", "8")
                          SWITCH("a", "8", "0", "1.030", "S", "9"));
    assert_string_equal(waits_of(&l, "offcpu"), "9 1030 5 b;wait_9");
    input_clear(&l.in);
    /* somebody else left the CPU than had it: 8 may have been there meanwhile */
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "9")
                      SWITCH("c", "5", "0", "1.025", "S", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    input_clear(&l.in);
    /* times that are from the event before, not from one beginning */
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "9")
                      SWITCH("b", "9", "0", "0.025", "S", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    input_clear(&l.in);
}

static void why_a_thread_leaves_is_not_guessed(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK HEAD("a", "8", "0", "1.0", "sched_switch") "\n\n" HEAD(
                      "b", "9", "0", "1.5",
                      "sched_switch") "\n\n" HEAD("a", "8", "0", "1.6",
                                                  "sched_switch") "\n\n");
    assert_string_equal(waits_of(&l, "offcpu"), "");
    assert_string_equal(waits_of(&l, "runq"), "");
    assert_non_null(said(&l, unexplained));
    input_clear(&l.in);
}

static void a_thread_that_has_ended_waits_for_nothing(void **state)
{
    loaded l;

    (void)state;
    /* 8 is -1 in the head of its last event; then another thread has its
     * number */
    read_text(&l, CLOCK ":-1 7/-1 [000] 1.0: sched:sched_switch: prev_comm=a "
                        "prev_pid=8 prev_prio=120 prev_state=X ==> next_comm=b "
                        "next_pid=9 next_prio=120\n\n" SWITCH(
                            "b", "9", "0", "1.025", "S", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void names_may_look_like_anything(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l, CLOCK
        "p 7/8 [000] 1.0: sched:sched_switch: prev_comm=p ==> "
        "next_pid=3 prev_pid=8 prev_prio=120 prev_state=S ==> "
        "next_comm=a prev_state=R next_pid=9 next_prio=120\n\n"
        "a 7/9 [000] 1.1: sched:sched_switch: a [3] S:9 [120] R ==> "
        "CPU 0/KVM:8 [49]\n\n"
        "p 7/8 [000] 1.2: sched:sched_switch: p:8 [49] S ==> a:9 [120]\n\n");
    assert_string_equal(waits_of(&l, "offcpu"), "8 1100 100 p");
    assert_string_equal(waits_of(&l, "runq"), "9 1200 100 a");
    input_clear(&l.in);
}

static void events_may_number_threads_otherwise_than_their_heads(void **state)
{
    loaded l;

    (void)state;
    /* perf ran in a container, where 1008 is 8 and 1009 is 9 */
    read_text(&l, CLOCK
              "a 7/8 [000] 1.0: sched:sched_switch: prev_comm=a "
              "prev_pid=1008 prev_prio=120 prev_state=S ==> next_comm=b "
              "next_pid=1009 next_prio=120\n\n"
              "b 7/9 [000] 1.1: sched:sched_switch: prev_comm=b prev_pid=1009 "
              "prev_prio=120 prev_state=S ==> next_comm=a next_pid=1008 "
              "next_prio=120\n\n");
    assert_string_equal(waits_of(&l, "offcpu"), "8 1100 100 a");
    input_clear(&l.in);
}

/* Adds n waits of thread 8 with a known start and end, from a time on; returns
 * their length. */
static size_t put_waits(char *p, size_t room, int waits)
{
    size_t n = 0;

    for (int i = 0; i < waits; i++)
        n += (size_t)snprintf(
            p + n, room - n,
            "a 7/8 [000] %d.1: sched:sched_switch: prev_comm=a prev_pid=8 "
            "prev_prio=1 prev_state=S ==> next_comm=b next_pid=9 "
            "next_prio=1\n\n"
            "b 7/9 [000] %d.2: sched:sched_switch: prev_comm=b prev_pid=9 "
            "prev_prio=1 prev_state=X ==> next_comm=a next_pid=8 "
            "next_prio=1\n\n",
            i + 1, i + 1);
    return n;
}

static void one_wait_without_an_end_in_a_hundred_is_not_told(void **state)
{
    enum { ROOM = 1 << 16 };
    static char text[ROOM];

    (void)state;
    for (int waits = 99; waits <= 100; waits++) {
        loaded l;
        size_t n = (size_t)snprintf(text, ROOM, "%s", CLOCK);
        n += put_waits(text + n, ROOM - n, waits);
        snprintf(text + n, ROOM - n, "%s",
                 SWITCH("a", "8", "0", "900.1", "S", "9")
                     SWITCH("a", "8", "1", "900.2", "S", "9"));
        read_text(&l, text);
        assert_int_equal(said(&l, unended) != NULL, waits < 100);
        input_clear(&l.in);
    }
}

static void a_wait_that_was_told_is_not_lost_later(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "0") SWITCH(
                      "swapper", "0", "0", "1.025", "R", "8") LOST("1.030"));
    assert_string_equal(waits_of(&l, "offcpu"), "8 1025 25 a;wait_8");
    assert_null(said(&l, unended));
    input_clear(&l.in);
}

static void time_that_goes_back_ends_no_wait(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "9")
                      SWITCH("b", "9", "0", "0.500", "S", "5")
                          SWITCH("c", "5", "0", "1.200", "S", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    assert_non_null(said(&l, unended));
    input_clear(&l.in);
}

/* While it was idle, as far as known, another thread came and left. */
static void an_idle_cpu_is_left_by_nobody_else(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "S", "0")
                      SWITCH("c", "5", "0", "1.100", "S", "8"));
    assert_string_equal(waits_of(&l, "offcpu"), "");
    input_clear(&l.in);
}

static void threads_that_are_always_ready_are_never_blocked(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, CLOCK SWITCH("a", "8", "0", "1.000", "R+", "9")
                      SWITCH("b", "9", "0", "1.025", "R", "8"));
    for (size_t i = 1; i < l.in.kind.n; i++)
        assert_false(
            corr_str_is(input_text(&l.in, l.in.kind.v[i].name), "offcpu"));
    assert_string_equal(waits_of(&l, "runq"), "8 1025 25 a;wait_8");
    assert_true(kind_facts(&l, "runq")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void switches_are_read_with_and_without_memory(void **state)
{
    static const char text[] = CLOCK SWITCH("a", "8", "0", "1.000", "S", "9")
        WAKE("1.020", "8") SWITCH("b", "9", "0", "1.025", "R+", "8")
            SWITCH("a", "8", "0", "1.030", "S", "9");

    (void)state;
    assert_survives(&corr_format_perf, text, sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_is_blocked_until_it_is_woken_and_then_queues),
        cmocka_unit_test(without_wakeups_all_of_a_wait_is_blocked),
        cmocka_unit_test(records_of_switches_tell_when_a_thread_is_back),
        cmocka_unit_test(a_wait_without_an_end_is_none),
        cmocka_unit_test(what_is_lost_makes_no_wait),
        cmocka_unit_test(why_a_thread_leaves_is_not_guessed),
        cmocka_unit_test(a_thread_that_has_ended_waits_for_nothing),
        cmocka_unit_test(names_may_look_like_anything),
        cmocka_unit_test(events_may_number_threads_otherwise_than_their_heads),
        cmocka_unit_test(one_wait_without_an_end_in_a_hundred_is_not_told),
        cmocka_unit_test(a_wait_that_was_told_is_not_lost_later),
        cmocka_unit_test(time_that_goes_back_ends_no_wait),
        cmocka_unit_test(an_idle_cpu_is_left_by_nobody_else),
        cmocka_unit_test(threads_that_are_always_ready_are_never_blocked),
        cmocka_unit_test(switches_are_read_with_and_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
