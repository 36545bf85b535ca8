/* Tests of the time of a span in corr span, on a screen and as data: the rows of
 * scenario 1, narrow screens, and spans without a ledger. */
#include "cli/verbs.h"
#include "test/test_locks.h"

#include "cli/verbs.h"
#include "verbs/span/span.h"

#define MS INT64_C(1000000)

/* ---- one trace and its recording ---------------------------------------- */

static void requests(corr_build *b)
{
    named_on_thread(b, 1, 0x11, 0, 0, 2800, "calculate-total",
                    "thread.id=#7, thread.name=exec-7");
    named_on_thread(b, 1, 0x12, 0x11, 2700, 2780, "SELECT cart",
                    "thread.id=#7, thread.name=exec-7");
    named_on_thread(b, 2, 0x21, 0, -100, 3000, "GET /report",
                    "thread.id=#3, thread.name=exec-3");
}

/* The recording is of SHOP, and of all the time of its requests. */
static void cover(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(5000));
}

static void waits(corr_build *b, corr_wait wait, double from, double to,
                  const char *labels)
{
    const corr_kind kind = corr_add_kind(
        b,
        &(corr_kind_row){ .name = CORR_STR("wait"),
                          .type = CORR_STR("wait"),
                          .unit = CORR_NS,
                          .flags = CORR_KIND_INTERVAL,
                          .wait = wait,
                          .threshold = wait > CORR_WAIT_PAUSE ? 20 * MS : 0 });

    corr_add_sample(b,
                    &(corr_sample_row){
                        .kind = kind,
                        .thread = wait == CORR_WAIT_PAUSE ? (corr_thread){ 0 }
                                                          : thread_of(b, 7),
                        .other = wait == CORR_WAIT_LOCK ? thread_of(b, 3)
                                                        : (corr_thread){ 0 },
                        .labels = testing_labels(b, labels),
                        .time = testing_ms(from),
                        .duration = testing_ms(to) - testing_ms(from),
                        .value = 1 });
}

static corr_kind cpu_of(corr_build *b, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                              .type = CORR_STR("cpu"),
                                              .unit = CORR_NS,
                                              .period = 10 * MS,
                                              .flags = flags });
}

static void record(corr_build *b, unsigned flags)
{
    const corr_kind cpu = cpu_of(b, flags);

    cover(b);
    waits(b, CORR_WAIT_SOCKET, 1700, 1900, "peer=db-1:5432");
    waits(b, CORR_WAIT_SOCKET, 1900, 2120, "peer=db-1:5432");
    waits(b, CORR_WAIT_LOCK, 2120, 2260, "class=com.shop.PriceCache");
    waits(b, CORR_WAIT_LOCK, 2260, 2370, "class=com.shop.PriceCache");
    waits(b, CORR_WAIT_PAUSE, 2000, 2015, "");
    waits(b, CORR_WAIT_PAUSE, 2400, 2500, "");
    waits(b, CORR_WAIT_PAUSE, 2520, 2600, "");
    for (int i = 0; i < 162; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = cpu,
                                   .thread = thread_of(b, 7),
                                   .stack = testing_stack(b, "main;work"),
                                   .trace = testing_trace(1),
                                   .span = 0x11,
                                   .time = testing_ms(5 + i * 10.0),
                                   .value = 10 * MS });
}

static void process_timer(corr_build *b)
{
    record(b, CORR_KIND_FEW);
}

/* The holder is seen twelve times in the longer wait, and after it. */
static void busy_holder(corr_build *b)
{
    record(b, CORR_KIND_FEW);
    for (int i = 0; i < 20; i++)
        corr_add_sample(b, &(corr_sample_row){
                               .kind = testing_cpu(b),
                               .thread = thread_of(b, 3),
                               .stack = testing_stack(b, "main;rebuild;write"),
                               .time = testing_ms(2141 + i * 10.0),
                               .value = 10 * MS });
}

static void hotspot(corr_build *b)
{
    record(b, CORR_KIND_FEW | CORR_KIND_RUNNABLE);
}

static void idle(corr_build *b)
{
    cover(b);
    waits(b, CORR_WAIT_SLEEP, 100, 200, "");
}

/* exec-3, which holds the lock, waits for another for most of it. */
static void waiting_holder(corr_build *b)
{
    record(b, CORR_KIND_FEW);
    waits_for(b, "class=com.shop.Disk, address=#99", thread_of(b, 3),
              thread_of(b, 5), 2110, 2220);
}

/* It waits for two others, sleeps, and reads from before the stretch on. */
static void busy_elsewhere(corr_build *b)
{
    static const struct {
        corr_wait wait;
        double from, to;
    } rows[] = { { CORR_WAIT_SLEEP, 2180, 2190 },
                 { CORR_WAIT_SLEEP, 2195, 2200 },
                 { CORR_WAIT_SOCKET, 2100, 2125 },
                 { CORR_WAIT_PARK, 2300, 2350 } };

    record(b, CORR_KIND_FEW);
    waits_for(b, "class=com.shop.Disk, address=#99", thread_of(b, 3),
              thread_of(b, 5), 2130, 2160);
    waits_for(b, "class=com.shop.Pool, address=#77", thread_of(b, 3),
              thread_of(b, 5), 2160, 2175);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const corr_kind k =
            corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("idle"),
                                               .type = CORR_STR("idle"),
                                               .unit = CORR_NS,
                                               .flags = CORR_KIND_INTERVAL,
                                               .wait = rows[i].wait });
        const int64_t ns = testing_ms(rows[i].to) - testing_ms(rows[i].from);
        corr_add_sample(b, &(corr_sample_row){ .kind = k,
                                               .thread = thread_of(b, 3),
                                               .time = testing_ms(rows[i].from),
                                               .duration = ns,
                                               .value = ns });
    }
}

static void nobody_held_it(corr_build *b)
{
    record(b, CORR_KIND_FEW);
    waits_for(b, "class=com.shop.Disk", thread_of(b, 7), (corr_thread){ 0 },
              2620, 2700);
}

/* Samples of a sampler with an unknown period. */
static void uncosted(corr_build *b)
{
    const corr_thread other = corr_add_thread(b, (corr_text){ 0 }, 0, 99);

    idle(b);
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_kind(b, "cpu", 0),
                                           .thread = other,
                                           .time = testing_ms(50),
                                           .value = 1 });
}

static void machine_is(corr_build *b, double load)
{
    const corr_series s = corr_add_series(b, CORR_STR("machine"), CORR_STR("1"),
                                          (corr_thread){ 0 });

    idle(b);
    for (int i = -1; i < 4; i++)
        corr_add_point(b, s, testing_ms(1000.0 * i), load);
}

static void machine_is_full(corr_build *b)
{
    machine_is(b, 0.98);
}

static void machine_has_room(corr_build *b)
{
    machine_is(b, 0.89);
}

static void others_run(corr_build *b)
{
    cover(b);
    for (int i = 0; i < 10; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = testing_cpu(b),
                                   .thread = thread_of(b, 9),
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(100 * i),
                                   .value = 10 * MS });
}

static void on_virtual_thread(corr_build *b, corr_kind cpu)
{
    const corr_thread t =
        corr_add_virtual_thread(b, corr_add_text(b, CORR_STR("exec-7")), 7);

    cover(b);
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = cpu,
                                        .thread = t,
                                        .stack = testing_stack(b, "main;work"),
                                        .trace = testing_trace(1),
                                        .span = 0x11,
                                        .time = testing_ms(5),
                                        .value = 10 * MS });
}

static void virtual_thread(corr_build *b)
{
    on_virtual_thread(b, testing_cpu(b));
}

static void hotspots_virtual_thread(corr_build *b)
{
    on_virtual_thread(b, cpu_of(b, CORR_KIND_RUNNABLE));
}

static void killed(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(700));
    waits(b, CORR_WAIT_SLEEP, 100, 200, "");
}

static void killed_before(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(-1000), testing_ms(-100));
    waits(b, CORR_WAIT_SLEEP, -300, -200, "");
}

/* A sampler of runnable Java threads without a sample of this thread. */
static void never_running(corr_build *b)
{
    const corr_kind cpu = cpu_of(b, CORR_KIND_FEW | CORR_KIND_RUNNABLE);

    idle(b);
    corr_add_sample(b,
                    &(corr_sample_row){ .kind = cpu,
                                        .thread = thread_of(b, 9),
                                        .stack = testing_stack(b, "main;work"),
                                        .time = testing_ms(100),
                                        .value = 10 * MS });
}

static void locks_off(corr_build *b)
{
    never_running(b);
    corr_add_untaken(b, CORR_WAIT_LOCK, testing_ms(-1000), testing_ms(5000));
}

static void some_off(corr_build *b)
{
    locks_off(b);
    corr_add_untaken(b, CORR_WAIT_FILE, testing_ms(0), testing_ms(5000));
    corr_add_untaken(b, CORR_WAIT_SLEEP, testing_ms(600), testing_ms(5000));
}

/* Only one of the two events of one sort is recorded. */
static void parks_off(corr_build *b)
{
    static const char *const events[] = { "jdk.ThreadPark",
                                          "jdk.JavaMonitorWait" };

    locks_off(b);
    for (int i = 0; i < 2; i++)
        corr_add_asked(
            b, &(corr_asked){ .wait = CORR_WAIT_PARK,
                              .event = corr_add_text(b, corr_str_of(events[i])),
                              .from = testing_ms(-1000),
                              .to = testing_ms(5000),
                              .least = i ? 20 * MS : CORR_NOT_TAKEN });
}

static void torn(corr_build *b)
{
    idle(b);
    corr_add_loss(b, testing_ms(300), testing_ms(600));
}

/* So many samples of one kind, on a thread or on none. */
static void sampled(corr_build *b, const char *kind, int64_t thread, int n)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(kind),
                                           .type = corr_str_of(kind),
                                           .unit = CORR_NS,
                                           .period = 10 * MS });

    cover(b);
    for (int i = 0; i < n; i++)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .thread = thread ? thread_of(b, thread)
                                                    : (corr_thread){ 0 },
                                   .stack = testing_stack(b, "main;work"),
                                   .time = testing_ms(5 + 10.0 * i),
                                   .value = 10 * MS });
}

static void by_the_clock(corr_build *b)
{
    sampled(b, "wall", 7, 280);
}

/* Half of one sample is in the span, by the error of clocks. */
static void at_its_edge(corr_build *b)
{
    sampled(b, "cpu", 7, 1);
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .thread = thread_of(b, 7),
                                           .stack = testing_stack(b, "main"),
                                           .time = testing_ms(0),
                                           .value = 10 * MS });
}

static void waits_of_any_length(corr_build *b)
{
    at_its_edge(b);
    corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("sleep"),
                                       .type = CORR_STR("sleep"),
                                       .unit = CORR_NS,
                                       .flags = CORR_KIND_INTERVAL,
                                       .wait = CORR_WAIT_SLEEP });
}

/* A sample that is most likely not of the span. */
static void beyond_its_edge(corr_build *b)
{
    const corr_thread t =
        corr_add_virtual_thread(b, corr_add_text(b, CORR_STR("exec-7")), 7);

    cover(b);
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .thread = t,
                                           .stack = testing_stack(b, "main"),
                                           .time = testing_ms(-0.2),
                                           .value = 10 * MS });
}

/* 20, of 100 ms, 99 and so on. */
static void many_files(corr_build *b)
{
    char path[24];

    idle(b);
    for (int i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "path=/%d", i);
        waits(b, CORR_WAIT_FILE, 200 + 100 * i, 300 + 99 * i, path);
    }
}

static void two_holders(corr_build *b)
{
    idle(b);
    waits_behind(b, 7, 300, 320, 5);
    waits_behind(b, 7, 400, 500, 3);
    waits_behind(b, 7, 600, 650, 5);
}

static void of_no_thread(corr_build *b)
{
    sampled(b, "cpu", 0, 280);
}

/* ---- running the command -------------------------------------------------- */

static char out[65536];

/* Returns the answer of the command between two beginnings of lines. */
static const char *answer(testing_fill *file, bool holders, const char *target,
                          int width, const char *from, const char *to)
{
    char id[64];
    const inputs_opts inputs = { 0 };
    const select_opts select = { 0 };
    const output_opts output = { 0 };
    const of_opts of = { 0 };
    const rescale_opts rescale = { 0 };
    const span_opts own = { .holders = holders };
    corr_store *st = testing_store(requests, file);
    corr_err err = { 0 };
    const cmd_ctx ctx = { .cmd = &span_cmd,
                          .store = st,
                          .opts = &own,
                          .inputs = &inputs,
                          .select = &select,
                          .of = &of,
                          .rescale = &rescale,
                          .output = &output,
                          .id = id,
                          .needs = CORR_NEED_ALL };
    corr_report *r = corr_report_new("span");
    corr_out *sink = corr_out_memory();

    corr_print_trace(id, testing_trace(1));
    if (span_cmd.run(&ctx, r, &err) ||
        corr_render(r, target, &(corr_style){ .width = width }, sink, &err))
        fail_msg("%s", err.what);
    const corr_str all = corr_out_bytes(sink);
    snprintf(out, sizeof out, "%.*s", CORR_STR_ARG(all));
    assert_int_equal(corr_out_close(sink, NULL), CORR_OK);
    corr_report_free(r);
    corr_store_free(st);
    char *begin = strstr(out, from);
    char *end = begin ? strstr(begin, to) : NULL;
    if (!end) {
        fail_msg("no \"%s\" before \"%s\" in:\n%s", from, to, out);
        return "";
    }
    *end = 0;
    return begin;
}

/* ---- the screen ------------------------------------------------------------ */

static void the_rows_of_scenario_1_are_bars_by_size(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, false, "text", 80, "1.620 s", "\ncode in"),
        "1.620 s  58%  ▉▉▉▉▉▉▉▉▉▉  on CPU        162 samples, ±0.249 s\n"
        "0.420 s  15%  ▉▉▉         socket        db-1:5432, 2 calls\n"
        "0.250 s   9%  ▉▉          lock          PriceCache, held by exec-3\n"
        "0.250 s   9%  ▉▉          not recorded  waits <20 ms\n"
        "0.180 s   6%  ▉           GC pause      2 pauses\n"
        "0.080 s   3%              child span    SELECT cart\n"
        "findings  this span is computing, 1.620 s on a CPU: its code is the "
        "answer\n");
}

/* 20 files; three waits for two holders. */
static void rows_of_one_kind_are_one_row(void **state)
{
    (void)state;
    assert_string_equal(
        answer(many_files, false, "text", 80, "not recorded", "\n\n"),
        "not recorded  CPU was not sampled\n"
        "0.100 s   3%  ▉           sleep         1 wait\n"
        "0.080 s   3%              child span    SELECT cart");
    assert_string_equal(answer(two_holders, false, "text", 80, "lock", "\n"),
                        "lock          Cache, 2 holders");
}

static void on_a_narrow_screen_details_are_brief(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, false, "text", 58, "1.620 s", "\ncode in"),
        "1.620 s  58%  ▉▉▉▉▉▉▉▉▉▉  on CPU        162 samples\n"
        "0.420 s  15%  ▉▉▉         socket        db-1:5432, 2 calls\n"
        "0.250 s   9%  ▉▉          lock          PriceCache\n"
        "0.250 s   9%  ▉▉          not recorded  waits <20 ms\n"
        "0.180 s   6%  ▉           GC pause      2 pauses\n"
        "0.080 s   3%              child span    SELECT cart\n"
        "findings  this span is computing, 1.620 s on a CPU: its\n"
        "          code is the answer\n");
}

static void no_sample_is_expected_of_a_thread_that_waits(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, false, "text", 80, "evidence ", "\n"),
        "evidence  request id+time, confidence 0.95; 162 of at most 195 "
        "samples (83%)");
    assert_string_equal(
        answer(process_timer, false, "json", 80, "\"expected_at_most\"", ","),
        "\"expected_at_most\": 195.0");
}

static void a_clock_sees_the_thread_all_the_time(void **state)
{
    (void)state;
    assert_string_equal(
        answer(by_the_clock, false, "text", 80, "evidence ", "\n"),
        "evidence  thread+time, confidence 0.85; 280 of 280 samples (100%)");
}

static void half_a_sample_is_told_as_such(void **state)
{
    (void)state;
    assert_string_equal(
        answer(at_its_edge, false, "text", 80, "evidence ", "\n"),
        "evidence  thread+time, confidence 0.85; 1.5 of at most 280 samples "
        "(1%)");
    assert_string_equal(
        answer(beyond_its_edge, false, "text", 80, "4.00 ms", "\n"),
        "4.00 ms  <1%  ▉           on CPU        0.4 samples");
    assert_string_equal(
        answer(beyond_its_edge, false, "text", 80, "0.4 samples: ", "\n"),
        "0.4 samples: an example, not a breakdown. ±10 points needs 97 "
        "samples, about 243");
}

static void what_a_process_shares_covers_no_span(void **state)
{
    (void)state;
    assert_string_equal(
        answer(of_no_thread, false, "text", 80, "evidence ", "\n"),
        "evidence  process+time, confidence 0.40");
}

static void hotspots_samples_are_not_called_cpu(void **state)
{
    (void)state;
    assert_string_equal(
        answer(hotspot, false, "text", 80, "1.620 s", "\n"),
        "1.620 s  58%  ▉▉▉▉▉▉▉▉▉▉  running Java †  162 samples, ±0.249 s");
    assert_string_equal(answer(hotspot, false, "json", 80, "JFR counts", "\""),
                        "JFR counts runnable Java threads, not CPU time; "
                        "native code is missing");
}

static void what_nobody_saw_is_the_first_row_if_it_is_much(void **state)
{
    (void)state;
    assert_string_equal(
        answer(idle, false, "text", 80, "2.620 s", "\n\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  CPU was not sampled\n"
        "0.100 s   3%              sleep         1 wait\n"
        "0.080 s   3%              child span    SELECT cart");
    assert_string_equal(
        answer(idle, false, "json", 80, "\"UNOBSERVED\"", ", \"in"),
        "\"UNOBSERVED\", \"text\": \"93.6% of s1 is not recorded\"");
}

static void a_threshold_is_named_only_where_there_is_one(void **state)
{
    (void)state;
    assert_string_equal(
        answer(at_its_edge, false, "text", 80, "2.7", "\n"),
        "2.700 s  96%  ▉▉▉▉▉▉▉▉▉▉  not recorded  the profile has no waits");
    assert_string_equal(
        answer(waits_of_any_length, false, "text", 80, "2.7", "\n"),
        "2.700 s  96%  ▉▉▉▉▉▉▉▉▉▉  not recorded");
}

static void waits_that_were_switched_off_are_named(void **state)
{
    (void)state;
    assert_string_equal(
        answer(locks_off, false, "text", 80, "2.620 s", "\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  no record of lock waits");
    assert_string_equal(answer(some_off, false, "text", 80, "2.620 s", "\n"),
                        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  no record of "
                        "lock, file and sleep waits");
    assert_string_equal(
        answer(parks_off, false, "text", 80, "2.620 s", "\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  not all waits");
    assert_string_equal(
        answer(parks_off, false, "json", 80, "\"WAITS_UNTAKEN\"", ", \"in"),
        "\"WAITS_UNTAKEN\", \"text\": \"the recorder did not take lock and "
        "jdk.ThreadPark waits\"");
}

static void samples_without_a_period_are_no_time(void **state)
{
    (void)state;
    assert_string_equal(
        answer(uncosted, false, "text", 80, "2.620 s", "\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  CPU samples name no period");
}

static void
a_busy_machine_stands_in_the_row_of_what_is_not_recorded(void **state)
{
    (void)state;
    assert_string_equal(
        answer(machine_is_full, false, "text", 80, "2.620 s", "\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  machine 98% busy; CPU was not "
        "sampled");
    assert_string_equal(
        answer(machine_is_full, false, "json", 80, "\"MACHINE_BUSY\"",
               ", \"in"),
        "\"MACHINE_BUSY\", \"text\": \"the machine was 98% busy meanwhile, so "
        "the thread may have waited for a CPU\"");
    assert_string_equal(
        answer(machine_has_room, false, "text", 80, "2.620 s", "\n"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  CPU was not sampled");
}

static void a_thread_that_was_never_seen_has_no_code(void **state)
{
    (void)state;
    assert_string_equal(answer(others_run, false, "text", 80, "s1 has", "\n"),
                        "s1 has no CPU sample; no code to show");
}

static void what_is_not_in_the_table_is_not_explained(void **state)
{
    (void)state;
    assert_string_equal(
        answer(never_running, false, "text", 80, "2.620 s", "\ns1 *"),
        "2.620 s  94%  ▉▉▉▉▉▉▉▉▉▉  not recorded  waits <20 ms\n"
        "0.100 s   3%              sleep         1 wait\n"
        "0.080 s   3%              child span    SELECT cart\n"
        "\n"
        "s1 has no CPU sample; no code to show\n");
    assert_string_equal(
        answer(killed_before, false, "text", 80, "2.720 s", "\n\n"),
        "2.720 s  97%  ▉▉▉▉▉▉▉▉▉▉  lost        the recording ends before the "
        "span does\n"
        "0.080 s   3%              child span  SELECT cart");
}

static void what_is_lost_says_how(void **state)
{
    (void)state;
    assert_string_equal(answer(killed, false, "text", 80, "2.020 s", "\n"),
                        "2.020 s  72%  ▉▉▉▉▉▉▉▉▉▉  lost          the recording "
                        "ends before the span does");
    assert_string_equal(answer(torn, false, "text", 80, "0.300 s", "\n"),
                        "0.300 s  11%  ▉           lost          the recording "
                        "has nothing there");
    assert_string_equal(answer(killed, false, "json", 80, "\"LOST\"", ", \"in"),
                        "\"LOST\", \"text\": \"s1 lies 72% after the end of "
                        "the recording, 2023-11-14 22:13:20.700Z\"");
    assert_string_equal(
        answer(torn, false, "text", 80, "s1 lies", "\n"),
        "s1 lies 11% inside the lost 2023-11-14 22:13:20.300Z..22:13:20.600Z");
}

static void a_virtual_thread_has_no_ledger_and_says_so(void **state)
{
    (void)state;
    assert_string_equal(
        answer(virtual_thread, false, "text", 80, "0.080 s", "\n\n"),
        "0.080 s   3%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span\n"
        "0.010 s  <1%  ▉           on CPU        1 sample\n"
        "                          not recorded  waits of virtual threads");
    assert_string_equal(
        answer(hotspots_virtual_thread, false, "text", 80, "running", "\n"),
        "running Java †  1 sample");
    assert_string_equal(
        answer(virtual_thread, false, "json", 80, "\"ledger\"", "\n"),
        "\"ledger\": [],");
    assert_string_equal(
        answer(virtual_thread, false, "json", 80, "\"used\"", "cpu_ns"),
        "\"used\": [\n"
        "    {\"span_id\": \"0000000000000011\", \"");
}

static void holders_are_listed_wait_by_wait(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, true, "text", 80, "s1 waited", "\nnext"),
        "s1 waited 0.250 s, twice, for a monitor of com.shop.PriceCache\n"
        "   wait  from           held by      for\n"
        "0.140 s  22:13:22.120Z  exec-3   0.140 s  a0a0a0a0  GET /report\n"
        "0.110 s  22:13:22.260Z  exec-3   0.110 s  a0a0a0a0  GET /report\n"
        "\n"
        "no CPU sample of exec-3 in the 0.140 s that it had the lock");
    assert_string_equal(
        answer(busy_holder, true, "text", 80, "while it", "\nnext"),
        "while it had the lock (0.140 s), exec-3 ran (12 CPU samples)\n"
        " n  function\n"
        "12  rebuild → write");
    assert_string_equal(
        answer(waiting_holder, true, "text", 80, "exec-3 itself", "\nnext"),
        "exec-3 itself waited 0.100 s for a monitor of com.shop.Disk, last "
        "held by exec-5\n"
        "no CPU sample of exec-3 in the 0.140 s that it had the lock");
    assert_string_equal(
        answer(busy_elsewhere, true, "text", 80, "while it", "\nnext"),
        "while it had the lock (0.140 s), exec-3 slept 0.015 s, was in socket "
        "calls for\n"
        "  5.00 ms\n"
        "exec-3 itself waited 0.045 s for a monitor of com.shop.Disk, last "
        "held by exec-5\n"
        "no CPU sample of exec-3 in the 0.140 s that it had the lock");
    assert_string_equal(
        answer(waiting_holder, false, "json", 80, "\"waited_ns\"", ", \"file"),
        "\"waited_ns\": 100000000");
    assert_string_equal(answer(idle, true, "text", 80, "s1 waited", "\n"),
                        "s1 waited for no lock that was recorded");
}

static void the_next_question_is_who_held_the_lock(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, false, "text", 80, "next", "\n"),
        "next  corr span a0a0a0a0/s1 --holders   who held the lock");
}

/* ---- data ------------------------------------------------------------------- */

static void data_has_every_member_of_every_row(void **state)
{
    (void)state;
    assert_string_equal(
        answer(process_timer, false, "json", 80, "{\"span_id\": ", ",\n"),
        "{\"span_id\": \"0000000000000011\", \"kind\": \"cpu\", \"name\": "
        "null, \"ns\": 1620000000, \"share\": 0.5785714285714286, \"lo_ns\": "
        "1370537312, \"hi_ns\": 1869462688, \"how\": \"sampled\", \"events\": "
        "null, \"observations\": 162, \"memo_ns\": 0, \"at\": null, "
        "\"detail\": null}");
    assert_string_equal(
        answer(process_timer, false, "json", 80, "\"kind\": \"socket\"", ",\n"),
        "\"kind\": \"socket\", \"name\": \"db-1:5432\", \"ns\": 420000000, "
        "\"share\": 0.15, \"lo_ns\": 420000000, \"hi_ns\": 420000000, "
        "\"how\": \"measured\", \"events\": 2, \"observations\": null, "
        "\"memo_ns\": 15000000, \"at\": null, \"detail\": null}");
    assert_string_equal(
        answer(process_timer, false, "json", 80, "\"detail\": [", ", {"),
        "\"detail\": [{\"lock\": \"com.shop.PriceCache\", \"thread\": "
        "\"exec-3\", \"trace_id\": \"a0a0a0a0000000020000000000000002\", "
        "\"span_id\": \"0000000000000021\", \"name\": \"GET /report\", "
        "\"from_unix_ns\": \"1700000002120000321\", \"to_unix_ns\": "
        "\"1700000002260000321\", \"how\": \"recorded\", \"waited_ns\": 0, "
        "\"file_ns\": 0, \"sleep_ns\": 0, \"socket_ns\": 0, \"park_ns\": 0, "
        "\"at\": null, \"taken_in\": null, \"seen\": null, "
        "\"seen_records\": null, \"candidates\": null}");
    assert_string_equal(
        answer(busy_elsewhere, false, "json", 80, "\"waited_ns\"", "}"),
        "\"waited_ns\": 45000000, \"file_ns\": 0, \"sleep_ns\": 15000000, "
        "\"socket_ns\": 5000000, \"park_ns\": 0, "
        "\"at\": null, \"taken_in\": null, \"seen\": null, "
        "\"seen_records\": null, \"candidates\": null");
    assert_string_equal(
        answer(nobody_held_it, false, "json", 80, "\"unknown\"", "}"),
        "\"unknown\", \"waited_ns\": null, \"file_ns\": null, "
        "\"sleep_ns\": null, \"socket_ns\": null, \"park_ns\": null, "
        "\"at\": null, \"taken_in\": null, \"seen\": null, "
        "\"seen_records\": null, \"candidates\": null");
    assert_string_equal(
        answer(process_timer, false, "json", 80, "\"unobserved\"", ", \"obs"),
        "\"unobserved\", \"name\": null, \"ns\": 250000000, \"share\": "
        "0.08928571428571429, \"lo_ns\": 537312, \"hi_ns\": 499462688, "
        "\"how\": \"remainder\", \"events\": null");
    assert_string_equal(
        answer(process_timer, false, "json", 80, "\"used\"", ",\n"),
        "\"used\": []");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_of_scenario_1_are_bars_by_size),
        cmocka_unit_test(rows_of_one_kind_are_one_row),
        cmocka_unit_test(on_a_narrow_screen_details_are_brief),
        cmocka_unit_test(no_sample_is_expected_of_a_thread_that_waits),
        cmocka_unit_test(a_clock_sees_the_thread_all_the_time),
        cmocka_unit_test(half_a_sample_is_told_as_such),
        cmocka_unit_test(what_a_process_shares_covers_no_span),
        cmocka_unit_test(hotspots_samples_are_not_called_cpu),
        cmocka_unit_test(what_nobody_saw_is_the_first_row_if_it_is_much),
        cmocka_unit_test(a_threshold_is_named_only_where_there_is_one),
        cmocka_unit_test(waits_that_were_switched_off_are_named),
        cmocka_unit_test(samples_without_a_period_are_no_time),
        cmocka_unit_test(
            a_busy_machine_stands_in_the_row_of_what_is_not_recorded),
        cmocka_unit_test(a_thread_that_was_never_seen_has_no_code),
        cmocka_unit_test(what_is_not_in_the_table_is_not_explained),
        cmocka_unit_test(what_is_lost_says_how),
        cmocka_unit_test(a_virtual_thread_has_no_ledger_and_says_so),
        cmocka_unit_test(holders_are_listed_wait_by_wait),
        cmocka_unit_test(the_next_question_is_who_held_the_lock),
        cmocka_unit_test(data_has_every_member_of_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
