/* Tests of sample_weight: vector 10.2, saturation, clocks, and the notes about
 * them. */
#include "test/test_sampler.h"

static void not_quite(corr_build *b)
{
    loads(b);
    ticks(b, cpu_kind(b, hotspot), 200, 1);
}

static void unknown_load(corr_build *b)
{
    ticks(b, cpu_kind(b, hotspot), 200, 2);
}

static void other_sampler(corr_build *b)
{
    loads(b);
    ticks(b, cpu_kind(b, CORR_KIND_FEW), 200, 9);
}

/* ms of samples from 0 (exclusive) to 10 s, of threads whose names begin like
 * this. */
static double ms_of(const input *in, const char *name)
{
    const segment *g = &in->segment.v[1];
    double ns = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->time[i] > testing_ms(0) && g->time[i] <= testing_ms(10000) &&
            corr_str_starts(input_text(in, in->thread.v[g->thread[i]].name),
                            name))
            ns += (double)g->value[i];
    return ns / 1e6;
}

/* Value of the first sample at this time or later. */
static int64_t value_at(const input *in, double ms)
{
    const segment *g = &in->segment.v[1];
    size_t i = 0;

    while (g->time[i] < testing_ms(ms))
        i++;
    return g->value[i];
}

/* ---- saturation -------------------------------------------------------- */

static void samples_stand_for_all_that_ran(void **state)
{
    input in = settled(saturated);

    (void)state;
    assert_int_equal(value_at(&in, 0), 51200000);
    assert_int_equal(value_at(&in, 980), 51200000);
    /* five threads or fewer are all taken */
    assert_int_equal(value_at(&in, 1020), 20 * MS);
    /* after the last load: the last */
    assert_int_equal(value_at(&in, 3900), 20 * MS);
    /* counts stay what was observed */
    assert_null(in.segment.v[1].obs);
    assert_non_null(said(&in, "SATURATED", "full in 20% of ticks"));
    input_clear(&in);
}

static void with_fewer_full_ticks_nothing_is_weighed(void **state)
{
    input in = settled(not_quite);

    (void)state;
    assert_int_equal(value_at(&in, 0), 20 * MS);
    assert_null(said(&in, "SATURATED", ""));
    input_clear(&in);
}

static void without_a_load_it_is_only_said(void **state)
{
    input in = settled(unknown_load);

    (void)state;
    assert_int_equal(value_at(&in, 0), 20 * MS);
    assert_non_null(said(&in, "SATURATED", "CPU is underestimated"));
    input_clear(&in);
}

static void a_timer_is_not_taken_for_hotspots_sampler(void **state)
{
    input in = settled(other_sampler);

    (void)state;
    assert_int_equal(value_at(&in, 0), 20 * MS);
    assert_null(said(&in, "SATURATED", ""));
    assert_null(said(&in, "SAMPLER_NOT_CPU", ""));
    input_clear(&in);
}

static void what_would_run_is_said_not_to_be_cpu_time(void **state)
{
    input in = settled(not_quite);

    (void)state;
    assert_non_null(said(&in, "SAMPLER_NOT_CPU",
                         "JFR counts runnable Java threads, not CPU time"));
    assert_non_null(said(&in, "SAMPLER_NOT_CPU", "native code is missing"));
    input_clear(&in);
}

/* 3.2 threads in the first second, then 12.8. */
static void rising_loads(corr_build *b)
{
    const corr_series s = corr_add_series(b, CORR_STR("jvm_user"),
                                          CORR_STR("1"), (corr_thread){ 0 });

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("32"));
    corr_add_point(b, s, testing_ms(1000), 0.10);
    corr_add_point(b, s, testing_ms(3000), 0.40);
    ticks(b, cpu_kind(b, hotspot), 200, 2);
}

static void a_sample_is_weighed_by_the_load_that_was_measured_next(void **state)
{
    input in = settled(rising_loads);

    (void)state;
    assert_int_equal(value_at(&in, 980), 20 * MS);
    assert_int_equal(value_at(&in, 1000), 20 * MS);
    assert_int_equal(value_at(&in, 1020), 51200000);
    assert_int_equal(value_at(&in, 3900), 51200000);
    input_clear(&in);
}

static void absurd_loads(corr_build *b)
{
    const corr_series s = corr_add_series(b, CORR_STR("jvm_user"),
                                          CORR_STR("1"), (corr_thread){ 0 });

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("1000000"));
    corr_add_point(b, s, testing_ms(1000), 1e300);
    corr_add_point(b, s, testing_ms(2000), -5);
    corr_add_point(b, s, testing_ms(9000), NAN);
    ticks(b, cpu_kind(b, hotspot), 200, 9);
}

static void absurd_loads_end_at_the_ends_of_numbers(void **state)
{
    input in = settled(absurd_loads);

    (void)state;
    assert_true(value_at(&in, 0) == INT64_MAX);
    assert_int_equal(value_at(&in, 1500), 20 * MS);
    assert_int_equal(value_at(&in, 2500), 20 * MS);
    input_clear(&in);
}

/* ---- the clock ---------------------------------------------------------- */

/* Shares of 2 hardware threads, in periods of 10 s. */
static const double vector[] = { 0.01442, 0.00960, 0.00736,
                                 0.00726, 0.00663, 0.00820 };

static void vector_10_2_adds_up_to_1_0694_s(void **state)
{
    point_row p[7] = { { .time = 0, .value = 99 } };

    (void)state;
    for (size_t i = 0; i < countof(vector); i++)
        p[i + 1] = (point_row){ .time = (int64_t)(i + 1) * 10000 * MS,
                                .value = vector[i] };
    assert_int_equal(llround(sample_weight_clock(p, 7, 2) / 1e5), 10694);
    assert_true(sample_weight_clock(p, 1, 2) == 0);
    assert_true(sample_weight_clock(p, 0, 2) == 0);
}

static void a_share_that_cannot_be_is_none(void **state)
{
    const point_row p[] = { { .time = 0 },
                            { .time = 10 * MS, .value = NAN },
                            { .time = 20 * MS, .value = -0.5 },
                            { .time = 30 * MS, .value = INFINITY },
                            { .time = 40 * MS, .value = 0.5 } };

    (void)state;
    assert_true(sample_weight_clock(p, countof(p), 2) == 10.0 * MS);
}

static void clock_of(corr_build *b, int64_t id, const int *at, size_t n)
{
    const corr_series s = corr_add_series(
        b, CORR_STR("thread_cpu"), CORR_STR("1"), thread_named(b, "t", id));

    for (size_t i = 0; i < n; i++)
        corr_add_point(b, s, testing_ms(at[i]), 0.05);
}

/* Clocks are read every 10 s, one thread after the other. */
static void idle_threads(corr_build *b)
{
    static const int busy[] = { 0, 10000, 20000, 30000, 40000 };
    static const int idle[] = { 2, 30003, 40003 };
    static const int ended[] = { 1, 27000 };

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    clock_of(b, 1, busy, countof(busy));
    clock_of(b, 2, idle, countof(idle));
    clock_of(b, 3, ended, countof(ended));
}

static void add_tick(void *ctx, uint32_t thread, int64_t from, int64_t to,
                     double ns)
{
    double *ms = ctx;

    assert_true(from < to);
    ms[thread] += ns / 1e6;
}

static void a_share_after_idle_periods_is_of_the_last_one(void **state)
{
    double ms[4] = { 0 };
    input in = settled(idle_threads);

    (void)state;
    sample_weight_ticks(&in, add_tick, ms);
    assert_int_equal(llround(ms[1]), 4000);
    assert_int_equal(llround(ms[2]), 2000); /* not 4000 */
    assert_int_equal(llround(ms[3]), 700);  /* when it ended; not 2700 */
    input_clear(&in);
}

static void idle_threads_and_a_load(corr_build *b)
{
    const corr_series s = corr_add_series(b, CORR_STR("jvm_user"),
                                          CORR_STR("1"), (corr_thread){ 0 });

    idle_threads(b);
    corr_add_point(b, s, testing_ms(5000), 0.5);
    corr_add_point(b, s, testing_ms(27000), 0.25);
}

static void loads_are_of_all_the_time_since_the_one_before(void **state)
{
    input in = settled(idle_threads_and_a_load);
    size_t n = 0, loads = 0;

    (void)state;
    for (uint32_t s = 1; s < in.series.n; s++) {
        const point_row *p = input_points(&in, s, &n);
        if (in.series.v[s].thread)
            continue;
        assert_int_equal(n, 2);
        assert_true(p[0].value == 0.5 && p[1].value == 0.25);
        loads++;
    }
    assert_int_equal(loads, 1);
    input_clear(&in);
}

/* A thread whose clock shows `seconds` from 0 to 10 s, with n samples of 20 ms
 * in that time and more outside. */
static void thread_with(corr_build *b, corr_kind kind, const char *name,
                        int64_t id, double seconds, int n)
{
    const corr_thread t = thread_named(b, name, id);
    const corr_series s =
        corr_add_series(b, CORR_STR("thread_cpu"), CORR_STR("1"), t);

    corr_add_point(b, s, testing_ms(0), 0.9);
    corr_add_point(b, s, testing_ms(5000), seconds / 20);
    corr_add_point(b, s, testing_ms(10000), seconds / 20);
    for (int i = 0; i < n; i++)
        taken(b, kind, t, 1 + i * 20.0);
    taken(b, kind, t, 10000); /* still in it */
    for (int i = 0; i < 100; i++) {
        taken(b, kind, t, 0 - i * 20.0);
        taken(b, kind, t, 10001 + i * 20.0);
    }
}

static void clocks(corr_build *b)
{
    const corr_kind kind = cpu_kind(b, hotspot);

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    /* together 2.31 s, 1.06 s of it sampled */
    thread_with(b, kind, "report-pool-1", 1, 1.31, 25);
    thread_with(b, kind, "report-pool-12", 2, 1.00, 26);
    thread_with(b, kind, "busy", 3, 1.00, 62);   /* 1.26 s */
    thread_with(b, kind, "about", 4, 1.00, 61);  /* 1.24 s */
    thread_with(b, kind, "nearly", 5, 1.00, 40); /* 0.82 s */
    thread_with(b, kind, "little", 6, 0.29, 1);
    thread_with(b, kind, "most", 7, 9.80, 490);
    thread_with(b, kind, "small", 8, 0.31, 3); /* 2% of all */
}

static void groups_far_from_their_clock_are_named(void **state)
{
    input in = settled(clocks);

    (void)state;
    assert_non_null(said(&in, "SAMPLER_BIAS",
                         "report-pool-#: samples show 1.06 of 2.31 s CPU; "
                         "native code and allocation are missing"));
    assert_non_null(said(&in, "SAMPLER_BIAS", "busy: samples show"));
    assert_non_null(said(&in, "SAMPLER_BIAS", "waiting for a CPU"));
    assert_null(said(&in, "SAMPLER_BIAS", "about"));
    assert_null(said(&in, "SAMPLER_BIAS", "nearly"));
    assert_null(said(&in, "SAMPLER_BIAS", "little"));
    assert_null(said(&in, "SAMPLER_BIAS", "most"));
    assert_non_null(said(&in, "SAMPLER_BIAS", "small: samples show"));
    input_clear(&in);
}

/* The clock covers only 0 to 10 s. */
static void out_of_time(corr_build *b)
{
    const corr_kind kind = cpu_kind(b, hotspot);
    const corr_thread never = thread_named(b, "never", 2);
    const corr_thread later = thread_named(b, "later", 1);
    const corr_thread both[] = { never, later };

    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    for (size_t i = 0; i < countof(both); i++) {
        const corr_series s =
            corr_add_series(b, CORR_STR("thread_cpu"), CORR_STR("1"), both[i]);
        corr_add_point(b, s, testing_ms(0), 0.05);
        corr_add_point(b, s, testing_ms(10000), 0.05);
    }
    taken(b, kind, later, 12000);
}

static void a_thread_taken_at_another_time_is_taken(void **state)
{
    input in = settled(out_of_time);

    (void)state;
    assert_non_null(said(&in, "SAMPLER_BIAS",
                         "never: samples show 0.00 of 1.00 s CPU; these "
                         "threads are never sampled"));
    assert_non_null(said(&in, "SAMPLER_BIAS",
                         "later: samples show 0.00 of 1.00 s CPU; native code "
                         "and allocation are missing"));
    input_clear(&in);
}

static void two_samplers(corr_build *b)
{
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    thread_with(b, cpu_kind(b, 0), "worker", 1, 1.00, 49);
    for (int i = 0; i < 400; i++)
        taken(b, cpu_kind(b, hotspot), thread_named(b, "worker", 1), 1 + i);
}

static void the_clock_is_held_against_cpu_time_where_there_is_some(void **state)
{
    input in = settled(two_samplers);

    (void)state;
    assert_null(said(&in, "SAMPLER_BIAS", ""));
    input_clear(&in);
}

static void timers(corr_build *b)
{
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    thread_with(b, cpu_kind(b, 0), "few", 1, 1.00, 10);
    thread_with(b, cpu_kind(b, 0), "many", 2, 1.00, 90);
}

static void lossy_timers(corr_build *b)
{
    timers(b);
    corr_damage(b, 0, 0, 30, "lost");
}

static void a_timer_that_is_off_is_not_blamed_on_what_it_sees(void **state)
{
    input in = settled(timers);
    input lossy = settled(lossy_timers);

    (void)state;
    assert_non_null(
        said(&in, "SAMPLER_BIAS",
             "few: samples show 0.22 of 1.00 s CPU; samples are missing"));
    assert_non_null(said(
        &in, "SAMPLER_BIAS",
        "many: samples show 1.82 of 1.00 s CPU; samples count for too much"));
    assert_non_null(
        said(&lossy, "SAMPLER_BIAS", "0.22 of 1.00 s CPU; samples were lost"));
    input_clear(&in);
    input_clear(&lossy);
}

static void beside_a_timer(corr_build *b)
{
    const corr_kind kind =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("runnable"),
                                           .type = CORR_STR("runnable"),
                                           .unit = CORR_NS,
                                           .period = 20 * MS,
                                           .flags = hotspot });

    taken(b, kind, thread_named(b, "worker", 1), 1);
}

static void a_sampler_of_another_kind_is_named_by_it(void **state)
{
    input in = settled(beside_a_timer);

    (void)state;
    assert_non_null(said(&in, "SAMPLER_NOT_CPU",
                         "kind runnable: JFR counts runnable Java threads"));
    input_clear(&in);
}

static void long_names(corr_build *b)
{
    char name[256];

    memset(name, 'x', sizeof name);
    name[255] = 0;
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    thread_with(b, cpu_kind(b, hotspot), name, 1, 1.00, 0);
    thread_with(b, cpu_kind(b, hotspot), "", 2, 1.00, 0);
}

static void names_are_cut_and_nameless_threads_said(void **state)
{
    input in = settled(long_names);

    (void)state;
    assert_non_null(said(&in, "SAMPLER_BIAS", "xxxx: samples show"));
    assert_non_null(said(&in, "SAMPLER_BIAS", "unnamed threads: samples show"));
    input_clear(&in);
}

static void names_of_other_letters(corr_build *b)
{
    char name[256] = "";

    for (size_t i = 0; i < 120; i += 2)
        memcpy(name + i, "\xc3\xa9", 3);
    corr_add_setting(b, CORR_STR("hwThreads"), CORR_STR("2"));
    thread_with(b, cpu_kind(b, hotspot), name, 1, 1.00, 0);
    name[0] = 'x';
    name[1] = 'y';
    thread_with(b, cpu_kind(b, hotspot), name + 1, 2, 2.00, 0);
}

static void names_are_cut_between_characters(void **state)
{
    input in = settled(names_of_other_letters);

    (void)state;
    const char *one = said(&in, "SAMPLER_BIAS", "of 1.00 s CPU");
    const char *two = said(&in, "SAMPLER_BIAS", "of 2.00 s CPU");
    assert_non_null(one);
    assert_int_equal(strcspn(one, ":"), 92);
    assert_non_null(two);
    assert_int_equal(strcspn(two, ":"), 93); /* y, and 46 of two bytes */
    input_clear(&in);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    (void)state;
    assert_settles_or_tells(clocks, CORR_RESCALE_NONE);
}

/* ---- rescaling -------------------------------------------------------------- */

static void with_strangers(corr_build *b)
{
    clocks(b);
    taken(b, (corr_kind){ 1 }, thread_named(b, "report-pool-7", 77), 5000);
    for (int i = 0; i < 3; i++) /* threads without a clock, of one name */
        taken(b, (corr_kind){ 1 },
              thread_named(b, i ? "stranger-1" : "stranger-2", 90 + i), 5000);
}

static void samples_add_up_to_the_clock_of_their_group(void **state)
{
    input in = rescaled(clocks, CORR_RESCALE_CLOCK);
    input as_is = settled(clocks);

    (void)state;
    assert_true(fabs(ms_of(&as_is, "report-pool-") - 1060) < 1e-6);
    assert_true(fabs(ms_of(&in, "report-pool-") - 2310) < 0.01);
    assert_true(fabs(ms_of(&in, "busy") - 1000) < 0.01);
    assert_true(fabs(ms_of(&in, "little") - 290) < 0.01);
    assert_int_equal(in.cpu.rescaled, CORR_RESCALE_CLOCK);
    assert_int_equal(as_is.cpu.rescaled, CORR_RESCALE_NONE);
    assert_int_equal(in.segment.v[1].n, as_is.segment.v[1].n);
    assert_null(in.segment.v[1].obs); /* counts stay what was observed */
    /* the note about the samples stays */
    assert_non_null(said(&in, "SAMPLER_BIAS", "samples show 1.06 of 2.31 s"));
    assert_non_null(said(&in, "RESCALED",
                         "\xc3\x97"
                         "0.79 to \xc3\x97"
                         "7.25"));
    assert_null(said(&in, "RESCALED", "without a clock"));
    input_clear(&in);
    input_clear(&as_is);
}

static void threads_without_a_clock_are_rescaled_by_their_name(void **state)
{
    input in = rescaled(with_strangers, CORR_RESCALE_CLOCK);

    (void)state;
    assert_true(fabs(ms_of(&in, "report-pool-7") - 20 * 2310.0 / 1060) < 0.01);
    assert_true(fabs(ms_of(&in, "stranger") - 60) < 1e-6);
    assert_non_null(said(&in, "RESCALED",
                         "0.06 s of threads without a clock stay as they are"));
    input_clear(&in);
}

static void clocks_of_threads_never_taken_are_said_to_be_missing(void **state)
{
    input in = rescaled(out_of_time, CORR_RESCALE_CLOCK);

    (void)state;
    /* the clock does not cover the time of its only sample */
    assert_int_equal(in.cpu.rescaled, CORR_RESCALE_NONE);
    assert_null(said(&in, "RESCALED", ""));
    input_clear(&in);
}

static void with_one_unseen(corr_build *b)
{
    static const int at[] = { 0, 5000, 10000 };

    clocks(b);
    clock_of(b, 99, at, countof(at));
}

static void what_no_sample_shows_is_not_in_it(void **state)
{
    input in = rescaled(with_one_unseen, CORR_RESCALE_CLOCK);

    (void)state;
    assert_non_null(
        said(&in, "RESCALED", "1.00 s of clocks of threads without samples"));
    input_clear(&in);
}

static void without_clocks_nothing_is_rescaled(void **state)
{
    input in = rescaled(not_quite, CORR_RESCALE_CLOCK);

    (void)state;
    assert_int_equal(in.cpu.rescaled, CORR_RESCALE_NONE);
    assert_int_equal(value_at(&in, 0), 20 * MS);
    input_clear(&in);
}

/* 200 ticks, some of them full, of a thread that used a second. */
static void saturated_with_a_clock(corr_build *b)
{
    saturated(b);
    const corr_series s =
        corr_add_series(b, CORR_STR("thread_cpu"), CORR_STR("1"),
                        thread_named(b, "worker-1", 1));
    corr_add_point(b, s, testing_ms(-1), 0);
    corr_add_point(b, s, testing_ms(9999), 0.1 / 32);
}

static void samples_are_weighed_or_rescaled_never_both(void **state)
{
    input in = rescaled(saturated_with_a_clock, CORR_RESCALE_CLOCK);
    input none = rescaled(saturated, CORR_RESCALE_CLOCK);

    (void)state;
    assert_true(fabs(ms_of(&in, "worker") + (double)value_at(&in, 0) / 1e6 -
                     1000) < 0.1);
    assert_int_equal(value_at(&in, 0), value_at(&in, 3900));
    assert_non_null(said(&in, "SATURATED", "rescaling makes up for it"));
    /* no data to rescale by: weighed as usual */
    assert_int_equal(value_at(&none, 0), 51200000);
    assert_true(none.cpu.is_weighed && !none.cpu.rescaled);
    input_clear(&in);
    input_clear(&none);
}

static void out_of_memory_is_told_while_rescaling(void **state)
{
    (void)state;
    assert_settles_or_tells(with_strangers, CORR_RESCALE_CLOCK);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_add_up_to_the_clock_of_their_group),
        cmocka_unit_test(threads_without_a_clock_are_rescaled_by_their_name),
        cmocka_unit_test(clocks_of_threads_never_taken_are_said_to_be_missing),
        cmocka_unit_test(without_clocks_nothing_is_rescaled),
        cmocka_unit_test(samples_are_weighed_or_rescaled_never_both),
        cmocka_unit_test(out_of_memory_is_told_while_rescaling),
        cmocka_unit_test(what_no_sample_shows_is_not_in_it),
        cmocka_unit_test(samples_stand_for_all_that_ran),
        cmocka_unit_test(
            a_sample_is_weighed_by_the_load_that_was_measured_next),
        cmocka_unit_test(a_share_that_cannot_be_is_none),
        cmocka_unit_test(loads_are_of_all_the_time_since_the_one_before),
        cmocka_unit_test(with_fewer_full_ticks_nothing_is_weighed),
        cmocka_unit_test(without_a_load_it_is_only_said),
        cmocka_unit_test(a_timer_is_not_taken_for_hotspots_sampler),
        cmocka_unit_test(what_would_run_is_said_not_to_be_cpu_time),
        cmocka_unit_test(absurd_loads_end_at_the_ends_of_numbers),
        cmocka_unit_test(vector_10_2_adds_up_to_1_0694_s),
        cmocka_unit_test(a_share_after_idle_periods_is_of_the_last_one),
        cmocka_unit_test(groups_far_from_their_clock_are_named),
        cmocka_unit_test(a_thread_taken_at_another_time_is_taken),
        cmocka_unit_test(
            the_clock_is_held_against_cpu_time_where_there_is_some),
        cmocka_unit_test(a_timer_that_is_off_is_not_blamed_on_what_it_sees),
        cmocka_unit_test(a_sampler_of_another_kind_is_named_by_it),
        cmocka_unit_test(names_are_cut_and_nameless_threads_said),
        cmocka_unit_test(names_are_cut_between_characters),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
