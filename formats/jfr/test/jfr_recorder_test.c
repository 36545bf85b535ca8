/* Undocumented behaviour of recorders, each shown by a real recording of
 * testdata/jfr. */
#include "test/test_jfr.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "model/sample_weight.h"
#include "model/segment.h"

static void open_recording(loaded *l, const char *name)
{
    char path[80];

    snprintf(path, sizeof path, "testdata/jfr/%s.jfr.gz", name);
    const src_opts so = { .path = name, .file = path };
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    load_as(l, &corr_format_jfr, src_open_fd(fd, &so, NULL),
            &(corr_load_opts){ 0 });
    close(fd);
    assert_int_equal(l->code, CORR_OK);
}

/* The biggest, which is read once. */
static loaded incident;

static int read_incident(void **state)
{
    (void)state;
    open_recording(&incident, "incident");
    return 0;
}

static int clear_incident(void **state)
{
    (void)state;
    input_clear(&incident.in);
    return 0;
}

static corr_str thread_name(const loaded *l, uint32_t thread)
{
    return input_text(&l->in, l->in.thread.v[thread].name);
}

/* Rows of a kind whose stacks end in a function. */
static size_t rows_in(const loaded *l, const char *kind, const char *leaf)
{
    const segment *s = find_kind(l, kind);
    size_t n = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++) {
        const uint32_t at = l->in.stack.at.v[s->stack[i]];
        const uint32_t depth = l->in.stack.n.v[s->stack[i]];
        if (!depth)
            continue;
        const corr_frame_view v =
            input_frame(&l->in, narrow_at(&l->in.stack.frame, at + depth - 1));
        char name[CORR_FRAME_NAME_MAX];
        n += corr_str_is(corr_frame_name(&v, name), leaf);
    }
    return n;
}

/* ---- a JDK, and OpenTelemetry in it ------------------------------------------------ */

static void a_scope_is_one_of_many_of_its_span(void **state)
{
    size_t most = 0;
    const loaded l = incident;

    (void)state;
    const segment *s = find_kind(&l, "activation");
    assert_non_null(s);
    for (size_t i = 0; i < s->n; i += 97) {
        size_t n = 0;
        for (size_t k = 0; k < s->n; k++)
            n += s->span[k] == s->span[i];
        most = n > most ? n : most;
    }
    assert_in_range(most, 17, 40); /* a server span, with its children */
    assert_true(s->n > 12627);     /* more than there are spans */
}

static void scopes_of_zeros_are_the_exporters_own(void **state)
{
    const loaded l = incident;

    (void)state;
    const segment *s = find_kind(&l, "activation");
    assert_string_equal(setting_of(&l, "io.opentelemetry.context.Scope#count"),
                        "24515");
    assert_int_equal(s->n, 24459);
    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->span[i] != 0);
        assert_false(corr_str_is(thread_name(&l, s->thread[i]),
                                 "BatchSpanProcessor_WorkerThread-1"));
    }
}

static void threads_have_the_numbers_of_java_and_of_the_system(void **state)
{
    unsigned n = 0;
    const loaded l = incident;

    (void)state;
    for (size_t i = 1; i < l.in.thread.n; i++) {
        const thread_row *t = &l.in.thread.v[i];
        if (!corr_str_starts(thread_name(&l, (uint32_t)i), "http-worker-"))
            continue;
        assert_true(t->vm_id > 0 && t->os_id > t->vm_id);
        n++;
    }
    assert_int_equal(n, 8);
}

static void a_jdks_sampler_is_not_of_cpu_time(void **state)
{
    loaded l = incident;

    (void)state;
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_RUNNABLE);
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_FEW);
    open_recording(&l, "async");
    assert_false(kind_facts(&l, "cpu")->flags & CORR_KIND_RUNNABLE);
    input_clear(&l.in);
}

static void threads_in_native_code_mostly_wait_and_are_no_cpu(void **state)
{
    const loaded l = incident;

    (void)state;
    assert_int_equal(find_kind(&l, "native")->n, 6154);
    assert_int_equal(rows_in(&l, "native", "sun.nio.ch.EPoll.wait"), 5947);
    assert_int_equal(find_kind(&l, "cpu")->n, 3010);
    assert_int_equal(rows_in(&l, "cpu", "sun.nio.ch.EPoll.wait"), 0);
}

static void
short_waits_for_a_lock_are_not_there_and_long_ones_have_a_holder(void **state)
{
    const loaded l = incident;

    (void)state;
    const segment *s = find_kind(&l, "lock");
    assert_int_equal(kind_facts(&l, "lock")->threshold, 10000000);
    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->dur[i] >= 10000000);
        assert_true(s->other[i] != 0);
        assert_true(s->other[i] != s->thread[i]);
    }
}

static void
a_killed_jvm_leaves_chunks_that_count_how_often_they_were_written(void **state)
{
    static const struct {
        const char *name;
        bool open;
    } files[] = { { "repo-1", false }, { "repo-2", true }, { "killed", true } };
    loaded l;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        open_recording(&l, files[i].name);
        assert_int_equal(l.in.block.n, 1);
        assert_int_equal(l.in.block.nbroken, files[i].open);
        if (files[i].open) {
            const corr_block *b = &l.in.block.broken.v[0].block;
            assert_true(b->open);
            assert_int_equal(b->read, b->bytes);
        }
        assert_true(find_kind(&l, "cpu")->n > 20);
        input_clear(&l.in);
    }
}

/* ---- async-profiler ---------------------------------------------------------------- */

static void
a_wall_event_stands_for_many_ticks_of_a_thread_that_sleeps(void **state)
{
    loaded l;

    (void)state;
    open_recording(&l, "async");
    assert_int_equal(find_kind(&l, "wall")->n, 949);
    assert_int_equal(obs_of(&l, "wall"), 10857);
    assert_int_equal(total_of(&l, "wall"), 10857 * INT64_C(50000000));
    input_clear(&l.in);
}

static void cpu_is_also_used_by_threads_that_java_does_not_know(void **state)
{
    size_t n = 0, named = 0;
    loaded l;

    (void)state;
    open_recording(&l, "async");
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->n, 163);
    for (size_t i = 0; i < s->n; i++) {
        const thread_row *t = &l.in.thread.v[s->thread[i]];
        n += t->vm_id == 0;
        named += t->vm_id == 0 &&
                 corr_str_is(thread_name(&l, s->thread[i]), "C2 CompilerThre");
        assert_true(t->os_id != 0);
    }
    assert_in_range(n, 163 / 4, 163);
    assert_int_equal(named, 38); /* cut off after 15 bytes by the system */
    input_clear(&l.in);
}

static void code_that_is_not_java_is_named_with_its_library(void **state)
{
    loaded l;

    (void)state;
    open_recording(&l, "async");
    assert_true(rows_in(&l, "wall", "libc.so.6.__futex_abstimed_wait_common") >
                100);
    input_clear(&l.in);
}

static void async_profiler_names_no_holder_of_a_lock(void **state)
{
    loaded l;

    (void)state;
    open_recording(&l, "async");
    const segment *s = find_kind(&l, "lock");
    assert_int_equal(s->n, 13);
    for (size_t i = 0; i < s->n; i++)
        assert_true(!s->other || s->other[i] == 0);
    input_clear(&l.in);
}

static void both_recorders_in_one_file_overlap_and_are_no_copies(void **state)
{
    loaded l;

    (void)state;
    open_recording(&l, "jfrsync");
    assert_int_equal(l.in.block.n, 2);
    assert_int_equal(l.in.block.nbroken, 0);
    assert_int_equal(find_kind(&l, "cpu")->n, 138);
    assert_in_range(l.in.to - l.in.from, INT64_C(56000000000),
                    INT64_C(57000000000));
    for (size_t i = 0; i < l.in.warning.n; i++)
        assert_string_not_equal(l.in.warning.v[i].code, "DUPLICATE");
    input_clear(&l.in);
}

/* ---- Pyroscope's agent ------------------------------------------------------------- */

/* The label is lost with the first child on the thread, and traces are never
 * named. */
static void
few_samples_of_pyroscopes_agent_carry_an_id_and_none_a_trace(void **state)
{
    size_t n = 0;
    loaded l;

    (void)state;
    open_recording(&l, "pyroscope");
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->n, 289);
    for (size_t i = 0; i < s->n; i++)
        n += s->span[i] != 0;
    assert_int_equal(n, 27);
    assert_null(s->trace);
    input_clear(&l.in);
}

static void an_id_of_pyroscopes_agent_uses_all_64_bits(void **state)
{
    size_t high = 0;
    loaded l;

    (void)state;
    open_recording(&l, "pyroscope");
    const segment *s = find_kind(&l, "cpu");
    for (size_t i = 0; i < s->n; i++)
        high += s->span[i] >> 63;
    assert_in_range(high, 1, 27); /* negative numbers in the file */
    input_clear(&l.in);
}

/* ---- the clock of threads --------------------------------------------------- */

/* The CPU time of a group of threads by its clock, and by its samples. */
typedef struct used {
    char name[SAMPLER_NAME];
    double clock, seen; /* ns */
} used;

typedef struct used_list {
    used v[128];
    size_t n;
    const input *in;
} used_list;

static used *used_of(used_list *u, uint32_t thread)
{
    char name[SAMPLER_NAME];
    size_t i = 0;

    sample_weight_group(input_text(u->in, u->in->thread.v[thread].name), name);
    while (i < u->n && strcmp(u->v[i].name, name) != 0)
        i++;
    assert_true(i < sizeof u->v / sizeof *u->v);
    if (i == u->n) {
        u->v[u->n] = (used){ .clock = 0 };
        memcpy(u->v[u->n++].name, name, strlen(name) + 1);
    }
    return &u->v[i];
}

static void add_tick(void *ctx, uint32_t thread, int64_t from, int64_t to,
                     double ns)
{
    used_list *u = ctx;
    used *of = used_of(u, thread);

    of->clock += ns;
    for (size_t k = 1; k < u->in->segment.n; k++) {
        const segment *g = &u->in->segment.v[k];
        for (size_t i = 0; segment_is_cpu(u->in, g) && i < g->n; i++)
            if (g->thread[i] == thread && g->time[i] > from && g->time[i] <= to)
                of->seen += (double)g->value[i];
    }
}

static void
rescaled_samples_are_what_the_clock_of_their_threads_tells(void **state)
{
    used_list before = { .n = 0 }, after = { .n = 0 };
    double most = 0, sum = 0;
    loaded l;

    (void)state;
    open_recording(&l, "incident");
    before.in = after.in = &l.in;
    sample_weight_ticks(&l.in, add_tick, &before);
    assert_true(sample_weight_weigh(&l.in, CORR_RESCALE_CLOCK));
    assert_true(sample_weight_settle(&l.in, CORR_RESCALE_CLOCK));
    sample_weight_ticks(&l.in, add_tick, &after);
    assert_true(after.n > 10);
    for (size_t i = 0; i < after.n; i++) {
        const used *x = &after.v[i];
        if (x->seen <= 0) /* no sample was taken */
            continue;
        assert_true(fabs(x->seen - x->clock) < 1e4); /* ns are whole */
        most = fmax(most, fabs(before.v[i].seen - x->clock) / x->clock);
        sum += x->clock;
    }
    assert_true(sum > 30e9);
    assert_true(most > 0.5); /* or the threads were idle */
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            rescaled_samples_are_what_the_clock_of_their_threads_tells),
        cmocka_unit_test(a_scope_is_one_of_many_of_its_span),
        cmocka_unit_test(scopes_of_zeros_are_the_exporters_own),
        cmocka_unit_test(threads_have_the_numbers_of_java_and_of_the_system),
        cmocka_unit_test(a_jdks_sampler_is_not_of_cpu_time),
        cmocka_unit_test(threads_in_native_code_mostly_wait_and_are_no_cpu),
        cmocka_unit_test(
            short_waits_for_a_lock_are_not_there_and_long_ones_have_a_holder),
        cmocka_unit_test(
            a_killed_jvm_leaves_chunks_that_count_how_often_they_were_written),
        cmocka_unit_test(
            a_wall_event_stands_for_many_ticks_of_a_thread_that_sleeps),
        cmocka_unit_test(cpu_is_also_used_by_threads_that_java_does_not_know),
        cmocka_unit_test(code_that_is_not_java_is_named_with_its_library),
        cmocka_unit_test(async_profiler_names_no_holder_of_a_lock),
        cmocka_unit_test(both_recorders_in_one_file_overlap_and_are_no_copies),
        cmocka_unit_test(
            few_samples_of_pyroscopes_agent_carry_an_id_and_none_a_trace),
        cmocka_unit_test(an_id_of_pyroscopes_agent_uses_all_64_bits),
    };

    return cmocka_run_group_tests(tests, read_incident, clear_incident);
}
