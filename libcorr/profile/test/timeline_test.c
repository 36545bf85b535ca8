/* Tests of timelines: bins, what is divided by what, gaps, clocks, levels. */
#include "test/test_memory.h"
#include "test/testing.h"

#include "corr_view.h"
#include "profile/timeline.h"
#include "select/select.h"

/* A round time, so that bins begin where they are expected. */
static int64_t at(double t)
{
    return INT64_C(1700000000000000000) + (int64_t)(t * 1000000);
}

static void row_at(corr_build *b, corr_kind k, double ms, int64_t value,
                   int64_t lasts)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = k,
                                           .stack = testing_stack(b, "f"),
                                           .time = at(ms),
                                           .value = value,
                                           .duration = lasts });
}

static corr_timeline *timeline_of(corr_store *st, corr_timeline_opts opts)
{
    corr_err err = { 0 };
    corr_timeline *t = corr_timeline_of(st, &opts, &err);

    if (!t)
        fail_msg("%s", err.what);
    return t;
}

/* "name unit: 1.00 - 2.50", a line a row; "-": not known. */
static const char *print(const corr_timeline *t)
{
    static char out[4096];
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_timeline_size(t); i++) {
        const corr_timeline_row r = corr_timeline_at(t, i);
        n +=
            (size_t)snprintf(out + n, sizeof out - n, "%s %s:", r.name, r.unit);
        for (uint32_t k = 0; k < f.bins; k++)
            n += (size_t)(isnan(r.value[k])
                              ? snprintf(out + n, sizeof out - n, " -")
                              : snprintf(out + n, sizeof out - n, " %.1f",
                                         r.value[k]));
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    return out;
}

static void check(testing_fill *fill, corr_timeline_opts opts, const char *want)
{
    corr_store *st = testing_store(fill);
    corr_timeline *t = timeline_of(st, opts);

    assert_string_equal(print(t), want);
    corr_timeline_free(t);
    corr_store_free(st);
}

static const int64_t ms = 1000000;

/* ---- samples ----------------------------------------------------------------- */

/* 40 ms recorded from 0 on; 10 ms of CPU at 1, 2, 12 and 39. */
static void fill_cpu(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    corr_set_window(b, at(0), at(40));
    row_at(b, cpu, 1, 10 * ms, 0);
    row_at(b, cpu, 2, 10 * ms, 0);
    row_at(b, cpu, 12, 10 * ms, 0);
    row_at(b, cpu, 39, 10 * ms, 0);
}

static void samples_of_cpu_are_cores(void **state)
{
    (void)state;
    check(fill_cpu, (corr_timeline_opts){ .step = 10 * ms },
          "cpu cores: 2.0 1.0 0.0 1.0\n");
}

static void a_step_is_chosen_by_which_bins_are_few(void **state)
{
    corr_store *st = testing_store(fill_cpu);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ .most = 5 });
    const corr_timeline_facts f = corr_timeline_facts_of(t);

    (void)state;
    assert_int_equal(f.step, 10 * ms);
    assert_int_equal(f.bins, 4);
    assert_int_equal(f.from, at(0));
    assert_false(f.is_own);
    corr_timeline_free(t);
    corr_store_free(st);
}

/* Recorded from 5 to 15 only. */
static void fill_edges(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    corr_set_window(b, at(5), at(15));
    row_at(b, cpu, 6, 5 * ms, 0);
    row_at(b, cpu, 11, 10 * ms, 0);
}

static void bins_at_the_edge_are_divided_by_what_is_known_of_them(void **state)
{
    (void)state;
    check(fill_edges,
          (corr_timeline_opts){ .step = 10 * ms, .from = at(0), .to = at(30) },
          "cpu cores: 1.0 2.0 -\n");
}

/* Two seconds of a minute: a column of it may be much longer than that. */
static void fill_two_seconds(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    corr_set_window(b, at(5000), at(7000));
    row_at(b, cpu, 5500, 1500 * ms, 0);
    row_at(b, cpu, 6500, 500 * ms, 0);
}

static void a_short_file_in_a_long_bin_is_as_busy_as_it_was(void **state)
{
    (void)state;
    check(fill_two_seconds,
          (corr_timeline_opts){
              .step = 60000 * ms, .from = at(0), .to = at(120000) },
          "cpu cores: 1.0 - -\n");
}

static void fill_bytes(corr_build *b)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("alloc_bytes"),
                                           .unit = CORR_BYTES });
    const corr_kind n = testing_kind(b, "samples", 0);
    const corr_kind live = testing_kind(b, "live_count", CORR_KIND_SNAPSHOT);

    corr_set_window(b, at(0), at(20));
    row_at(b, k, 1, 50, 0);
    row_at(b, n, 11, 3, 0);
    row_at(b, live, 11, 3, 0);
}

static void other_samples_are_so_many_a_second(void **state)
{
    (void)state;
    check(fill_bytes, (corr_timeline_opts){ .step = 10 * ms },
          "samples 1/s: 0.0 300.0\nalloc_bytes bytes/s: 5000.0 0.0\n");
}

static void fill_window(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    corr_set_window(b, at(0), at(20));
    testing_sample(b, cpu, "f", NAN, "");
    corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                           .time = CORR_NO_TIME,
                                           .value = 40 * ms - 10 });
}

static void samples_without_times_are_spread_over_their_file(void **state)
{
    (void)state;
    check(fill_window, (corr_timeline_opts){ .step = 10 * ms },
          "cpu cores: 2.0 2.0\n");
}

/* ---- two recordings of one process ------------------------------------------ */

/* One core of i1, from ms to ms. */
static void record(corr_build *b, double from, double to, bool timed)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, "service.name=shop, service.instance.id=i1");
    corr_set_window(b, at(from), at(to));
    for (double t = from; t < to; t += 10)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = cpu,
                                   .time = timed ? at(t) : CORR_NO_TIME,
                                   .value = 10 * ms });
}

static void fill_long(corr_build *b)
{
    record(b, 0, 60, true);
}

static void fill_inside(corr_build *b)
{
    record(b, 10, 30, true);
}

static void fill_beyond(corr_build *b)
{
    record(b, 30, 80, true);
}

static void fill_beyond_without_times(corr_build *b)
{
    record(b, 30, 80, false);
}

static void fill_mostly_inside(corr_build *b)
{
    record(b, 10, 65, false);
}

static void of_two_recordings_of_a_process_one_counts(void **state)
{
    testing_fill *const second[] = { fill_inside, fill_beyond,
                                     fill_beyond_without_times,
                                     fill_mostly_inside };
    const char *const want[] = {
        "cpu cores: 1.0 1.0 1.0\n",
        /* what the first one took in its last instant is of it */
        "cpu cores: 1.0 1.0 1.0 0.5\n",
        "cpu cores: 1.0 1.0 1.0 1.0\n",
        "cpu cores: 1.0 1.0 1.0 -\n",
    };

    (void)state;
    for (size_t i = 0; i < countof(want); i++) {
        corr_store *st = testing_store(fill_long, second[i]);
        corr_timeline *t =
            timeline_of(st, (corr_timeline_opts){ .step = 20 * ms });
        const duplicates f = t->duplicate;
        assert_string_equal(print(t), want[i]);
        assert_int_equal(f.partly, 1);
        assert_int_equal(f.whole, 0);
        assert_true(corr_str_ends(f.of, "1.test"));
        assert_true(corr_str_ends(f.by, "0.test"));
        corr_timeline_free(t);
        corr_store_free(st);
    }
}

/* ---- what lasts ---------------------------------------------------------------- */

static corr_kind wait_kind(corr_build *b, const char *name, corr_wait wait)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .unit = CORR_NS,
                                              .flags = CORR_KIND_INTERVAL,
                                              .wait = wait });
}

static void fill_waits(corr_build *b)
{
    const corr_kind gc = wait_kind(b, "gc", CORR_WAIT_PAUSE);
    const corr_kind lock = wait_kind(b, "lock", CORR_WAIT_LOCK);
    const corr_kind park = wait_kind(b, "park", CORR_WAIT_PARK);

    corr_set_window(b, at(0), at(30));
    row_at(b, gc, 8, 4 * ms, 4 * ms);
    row_at(b, lock, 0, 30 * ms, 30 * ms);
    row_at(b, lock, 5, 10 * ms, 10 * ms);
    row_at(b, park, 5, 10 * ms, 10 * ms);
}

static void waits_count_in_every_bin_that_they_last_in(void **state)
{
    (void)state;
    check(fill_waits, (corr_timeline_opts){ .step = 10 * ms },
          "gc 1: 0.2 0.2 0.0\nlock threads: 1.5 1.5 1.0\n");
}

/* ---- series ---------------------------------------------------------------------- */

/* A wait that began, and an object that was allocated, before the recording. */
static void fill_older(corr_build *b)
{
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });
    const corr_kind live =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("live_count"),
                                           .unit = CORR_COUNT,
                                           .flags = CORR_KIND_SNAPSHOT });

    corr_set_window(b, at(100), at(120));
    row_at(b, lock, 80, 30 * ms, 30 * ms);
    row_at(b, live, 10, 1, 0);
}

static void what_began_before_the_recording_does_not_stretch_it(void **state)
{
    (void)state;
    check(fill_older, (corr_timeline_opts){ .step = 10 * ms },
          "lock threads: 1.0 0.0\n");
}

static void fill_series(corr_build *b)
{
    const corr_series m = corr_add_series(b, CORR_STR("machine"), CORR_STR("1"),
                                          (corr_thread){ 0 });
    const corr_thread one = corr_add_thread(b, (corr_text){ 0 }, 7, 0);
    const corr_series of =
        corr_add_series(b, CORR_STR("thread_cpu"), CORR_STR("1"), one);

    corr_add_point(b, m, at(0), 0.25);
    corr_add_point(b, m, at(5), 0.75);
    corr_add_point(b, m, at(10), 1);
    corr_add_point(b, m, at(12), NAN);
    corr_add_point(b, m, at(70), 0.5);
    corr_add_point(b, of, at(70), 0.5);
}

static void numbers_are_averaged_and_hold_for_a_while(void **state)
{
    (void)state;
    /* four numbers in 70 ms: one holds for 46 ms */
    check(fill_series, (corr_timeline_opts){ .step = 10 * ms },
          "machine 1: 0.5 1.0 1.0 1.0 1.0 1.0 - 0.5\n");
}

/* ---- spans, clocks ------------------------------------------------------------------ */

static void fill_spans(corr_build *b)
{
    testing_span(b, 1, 1, 0, 0, 5, NULL);
    testing_span(b, 1, 2, 1, 1, 5, NULL);
    testing_span(b, 2, 3, 0, 29, 50, NULL);
}

static void spans_are_counted_where_they_start(void **state)
{
    (void)state;
    check(fill_spans, (corr_timeline_opts){ .step = 10 * ms },
          "spans 1/s: 200.0 0.0 100.0 0.0 0.0 0.0\n"); /* until one ends */
}

static void fill_one_request(corr_build *b)
{
    testing_span(b, 1, 1, 0, 8, 12, NULL);
}

static void fill_two_requests(corr_build *b)
{
    testing_span(b, 1, 1, 0, 4, 5, NULL);
    testing_span(b, 1, 2, 0, 8, 9, NULL);
}

/* One that was switched off from 20 to 40 ms. */
static void fill_switched_off(corr_build *b)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                           .type = CORR_STR("cpu"),
                                           .unit = CORR_NS,
                                           .period = 5 * ms,
                                           .flags = CORR_KIND_RUNNABLE });

    corr_set_window(b, testing_ms(0), testing_ms(59.999));
    for (int t = 0; t < 60; t += 10)
        if (t != 20 && t != 30 && t != 50)
            corr_add_sample(b, &(corr_sample_row){ .kind = k,
                                                   .time = testing_ms(t + 5),
                                                   .value = 5 * ms });
    corr_add_asked(b, &(corr_asked){ .from = testing_ms(19.999),
                                     .to = testing_ms(40),
                                     .least = CORR_NOT_TAKEN });
}

static void what_was_not_sampled_is_not_none(void **state)
{
    (void)state;
    check(fill_switched_off, (corr_timeline_opts){ .step = 10 * ms },
          "cpu cores: 0.5 0.5 - - 0.5 0.0\n");
}

/* The time that they are known for begins because one does. */
static void a_request_alone_makes_no_crowd(void **state)
{
    (void)state;
    check(fill_one_request, (corr_timeline_opts){ .step = 10 * ms },
          "spans 1/s: 100.0 0.0\n");
    check(fill_two_requests, (corr_timeline_opts){ .step = 10 * ms },
          "spans 1/s: 200.0\n");
}

static void fill_own(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    row_at(b, cpu, 0, 10 * ms, 0);
    row_at(b, cpu, 19, 10 * ms, 0);
    corr_set_clock(b, CORR_CLOCK_OWN);
}

static void a_clock_of_its_own_has_bins_but_no_date(void **state)
{
    corr_store *st = testing_store(fill_own);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ .step = 10 * ms });
    const corr_timeline_facts f = corr_timeline_facts_of(t);

    (void)state;
    assert_true(f.is_own);
    assert_int_equal(f.left_out, 0);
    assert_string_equal(print(t), "cpu cores: 1.0 1.1\n");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void clocks_that_cannot_be_compared_are_left_out(void **state)
{
    corr_store *st = testing_store(fill_own, fill_cpu);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ .step = 10 * ms });

    (void)state;
    assert_false(corr_timeline_facts_of(t).is_own);
    assert_int_equal(corr_timeline_facts_of(t).left_out, 1);
    assert_string_equal(print(t), "cpu cores: 2.0 1.0 0.0 1.0\n");
    corr_timeline_free(t);
    corr_store_free(st);
}

static void fill_nothing(corr_build *b)
{
    testing_sample(b, testing_cpu(b), "f", NAN, "");
}

static void without_times_there_are_no_bins(void **state)
{
    corr_store *st = testing_store(fill_nothing);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ 0 });

    (void)state;
    assert_int_equal(corr_timeline_facts_of(t).bins, 0);
    assert_int_equal(corr_timeline_size(t), 0);
    corr_timeline_free(t);
    corr_store_free(st);
}

/* ---- selections ----------------------------------------------------------------------- */

static void fill_two_threads(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    corr_sample_row r = { .kind = cpu, .value = 10 * ms };

    corr_set_window(b, at(0), at(20));
    r.thread = corr_add_thread(b, corr_add_text(b, CORR_STR("a")), 1, 0);
    r.time = at(1);
    corr_add_sample(b, &r);
    r.thread = corr_add_thread(b, corr_add_text(b, CORR_STR("b")), 2, 0);
    r.time = at(11);
    corr_add_sample(b, &r);
    r.time = at(19);
    corr_add_sample(b, &r);
}

static void a_selection_is_one_row(void **state)
{
    corr_store *st = testing_store(fill_two_threads);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .thread = "a" }, NULL);
    corr_timeline *t =
        timeline_of(st, (corr_timeline_opts){ .sel = sel, .step = 10 * ms });

    (void)state;
    assert_string_equal(print(t), "selection cores: 1.0 0.0\n");
    corr_timeline_free(t);
    t = timeline_of(
        st, (corr_timeline_opts){ .sel = sel, .whole = true, .step = 10 * ms });
    assert_string_equal(print(t), "selection cores: 1.0 2.0\n");
    corr_timeline_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* ---- hostile ---------------------------------------------------------------------------- */

static void fill_wall(corr_build *b)
{
    const corr_kind wall = corr_add_kind(
        b, &(corr_kind_row){ .name = CORR_STR("wall"), .unit = CORR_NS });

    row_at(b, wall, 0, 10 * ms, 0);
    row_at(b, wall, 11, 8 * ms, 0);
    corr_set_clock(b, CORR_CLOCK_OWN);
}

static void
the_last_sample_of_a_selection_lasts_as_long_as_in_its_file(void **state)
{
    corr_store *st = testing_store(fill_wall);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "wall" }, NULL);
    corr_timeline *t = timeline_of(
        st, (corr_timeline_opts){ .sel = sel, .whole = true, .step = 10 * ms });

    (void)state;
    assert_string_equal(print(t), "selection threads: 1.0 0.9\n");
    corr_timeline_free(t);
    t = timeline_of(st, (corr_timeline_opts){ .step = 10 * ms });
    assert_string_equal(print(t), "wall threads: 1.0 0.9\n");
    corr_timeline_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void fill_lock(corr_build *b)
{
    const corr_kind lock =
        corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("lock"),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = CORR_WAIT_LOCK });

    corr_set_window(b, at(0), at(100));
    row_at(b, lock, 0, 100 * ms, 100 * ms);
    row_at(b, lock, 30, 10 * ms, 10 * ms);
}

static void a_wait_that_began_before_a_window_is_in_all_of_it(void **state)
{
    corr_store *st = testing_store(fill_lock);
    const corr_query q = { .measure = "lock", .from = at(20), .to = at(50) };
    corr_sel *sel = corr_sel_of(st, &q, NULL);
    corr_timeline *t =
        timeline_of(st, (corr_timeline_opts){ .sel = sel, .step = 10 * ms });

    (void)state;
    assert_string_equal(
        print(t),
        "selection threads: 0.0 0.0 1.0 2.0 1.0 0.0 0.0 0.0 0.0 0.0\n");
    corr_timeline_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void fill_two_kinds(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind other = testing_kind(b, "exception", 0);

    corr_set_window(b, testing_ms(0), testing_ms(100));
    for (int i = 0; i < 20; i++)
        testing_sample(b, cpu, "a", i * 5, "");
    for (int i = 0; i < 2000; i++)
        testing_sample(b, other, "a", i * .05, "");
}

/* They may have been read, or not. */
static void samples_of_other_kinds_do_not_decide_on_bins(void **state)
{
    corr_store *st = testing_store(fill_two_kinds);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .measure = "cpu" }, NULL);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ .sel = sel });

    (void)state;
    assert_int_equal(corr_timeline_facts_of(t).bins, 6);
    corr_timeline_free(t);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void fill_far(corr_build *b)
{
    corr_sample_row r = { .kind = testing_cpu(b), .value = INT64_MAX };

    r.time = INT64_MAX;
    corr_add_sample(b, &r);
    r.time = INT64_MIN + 1;
    r.duration = INT64_MAX;
    corr_add_sample(b, &r);
    r.time = 5;
    corr_add_sample(b, &r);
}

static void times_at_the_end_of_all_clocks_do_no_harm(void **state)
{
    corr_store *st = testing_store(fill_far);
    corr_timeline *t = timeline_of(st, (corr_timeline_opts){ 0 });
    corr_err err = { 0 };

    (void)state;
    assert_in_range(corr_timeline_facts_of(t).bins, 1, 500);
    assert_int_equal(corr_timeline_size(t), 1);
    corr_timeline_free(t);
    assert_null(corr_timeline_of(st, &(corr_timeline_opts){ .step = 1 }, &err));
    assert_string_equal(err.what,
                        "too many bins; ask for a shorter time or longer bins");
    corr_store_free(st);
}

static void memory_may_run_out_anywhere(void **state)
{
    corr_store *st = testing_store(fill_waits, fill_series, fill_spans);
    bool more = true;

    (void)state;
    assert_int_equal(corr_prepare(st, NULL), CORR_OK);
    for (long n = 1; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_timeline *t = corr_timeline_of(
            st, &(corr_timeline_opts){ .step = 10 * ms }, &err);
        more = test_memory_failed();
        assert_true(more == !t);
        assert_int_equal(err.code, more ? CORR_ENOMEM : CORR_OK);
        corr_timeline_free(t);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
}

/* ---- strips ----------------------------------------------------------------------------- */

static void levels_are_those_of_the_methods(void **state)
{
    static const double v[] = { 1.02, .98,  1.05, 1.01, .97,  1.03, .99,
                                1.04, 1.00, .96,  1.10, 2.05, 2.40, 2.31,
                                2.22, 2.38, 1.30, 1.03, .99,  1.01 };
    char text[sizeof v / sizeof v[0] + 1] = "";

    (void)state;
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++)
        text[i] = "_.-=+*#@"[corr_timeline_level(v[i], .96, 2.40)];
    assert_string_equal(text, "___________#@@@@.___");
    assert_int_equal(corr_timeline_level(5, 5, 5), 0);
    assert_int_equal(corr_timeline_level(11, 11 - 2e-15, 11), 0);
    assert_int_equal(corr_timeline_level(9, 1, 2), 7);
    assert_int_equal(corr_timeline_level(0, 1, 2), 0);
}

static void bins_are_merged_by_what_is_known_of_them(void **state)
{
    static const double v[] = { 1, 3, NAN, 5, NAN, NAN, 7 };
    static const double known[] = { 1, 9, 0, 10, 0, 0, 2 };
    corr_timeline_row row = { .value = v };
    double to[4];

    (void)state;
    assert_int_equal(corr_timeline_merge(&row, 7, 2, to), 4);
    assert_true(to[0] == 2 && to[1] == 5 && isnan(to[2]) && to[3] == 7);
    assert_int_equal(corr_timeline_merge(&row, 7, 100, to), 1);
    assert_true(to[0] == 4);
    row.known = known;
    assert_int_equal(corr_timeline_merge(&row, 7, 2, to), 4);
    assert_true(to[0] == 2.8 && to[1] == 5 && isnan(to[2]) && to[3] == 7);
    assert_int_equal(corr_timeline_merge(&row, 7, 100, to), 1);
    assert_true(fabs(to[0] - 92.0 / 22) < 1e-12);
}

static void steps_are_those_of_clocks(void **state)
{
    const int64_t s = 1000 * ms;

    (void)state;
    assert_int_equal(corr_timeline_round(0), 1);
    assert_int_equal(corr_timeline_round(3), 5);
    assert_int_equal(corr_timeline_round(150 * ms), 200 * ms);
    assert_int_equal(corr_timeline_round(501 * ms), s);
    assert_int_equal(corr_timeline_round(11 * s), 15 * s);
    assert_int_equal(corr_timeline_round(61 * s), 120 * s);
    assert_int_equal(corr_timeline_round(86400 * s), 86400 * s);
    assert_int_equal(corr_timeline_round(86401 * s), 2 * 86400 * s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_cpu_are_cores),
        cmocka_unit_test(a_step_is_chosen_by_which_bins_are_few),
        cmocka_unit_test(bins_at_the_edge_are_divided_by_what_is_known_of_them),
        cmocka_unit_test(a_short_file_in_a_long_bin_is_as_busy_as_it_was),
        cmocka_unit_test(other_samples_are_so_many_a_second),
        cmocka_unit_test(samples_without_times_are_spread_over_their_file),
        cmocka_unit_test(of_two_recordings_of_a_process_one_counts),
        cmocka_unit_test(waits_count_in_every_bin_that_they_last_in),
        cmocka_unit_test(what_began_before_the_recording_does_not_stretch_it),
        cmocka_unit_test(numbers_are_averaged_and_hold_for_a_while),
        cmocka_unit_test(spans_are_counted_where_they_start),
        cmocka_unit_test(a_request_alone_makes_no_crowd),
        cmocka_unit_test(what_was_not_sampled_is_not_none),
        cmocka_unit_test(a_clock_of_its_own_has_bins_but_no_date),
        cmocka_unit_test(clocks_that_cannot_be_compared_are_left_out),
        cmocka_unit_test(without_times_there_are_no_bins),
        cmocka_unit_test(a_selection_is_one_row),
        cmocka_unit_test(
            the_last_sample_of_a_selection_lasts_as_long_as_in_its_file),
        cmocka_unit_test(a_wait_that_began_before_a_window_is_in_all_of_it),
        cmocka_unit_test(samples_of_other_kinds_do_not_decide_on_bins),
        cmocka_unit_test(times_at_the_end_of_all_clocks_do_no_harm),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(levels_are_those_of_the_methods),
        cmocka_unit_test(bins_are_merged_by_what_is_known_of_them),
        cmocka_unit_test(steps_are_those_of_clocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
