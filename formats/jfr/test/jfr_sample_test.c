/* Flight recordings: which events are samples of what, and what each weighs. */
#include "test/test_jfr.h"
#include "test/test_sums.h"

/* Events and settings: each "type values" or "type#setting=value", apart by
 * newlines. */
static void load_events(loaded *l, const char *types, const char *events)
{
    static recording r;
    static char word[4096];
    corr_str rest = corr_str_of(events), line, type, values, name, value;

    r.all.n = 0;
    begin_java(&r, types);
    while (corr_str_next(&rest, '\n', &line)) {
        corr_str whole;
        const bool is_setting = corr_str_cut(line, '=', &whole, &value) &&
                                corr_str_cut(whole, '#', &type, &name);
        if (!is_setting)
            assert_true(corr_str_cut(line, ' ', &type, &values));
        snprintf(word, sizeof word, "%.*s", CORR_STR_ARG(type));
        if (is_setting) {
            char set[64], to[64];
            snprintf(set, sizeof set, "%.*s", CORR_STR_ARG(name));
            snprintf(to, sizeof to, "%.*s", CORR_STR_ARG(value));
            put_setting(&r, word, set, to);
            continue;
        }
        char text[1024];
        snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(values));
        put_event(&r, word, text);
    }
    end_chunk(&r);
    load_recording(l, &r);
}

#define NATIVE                                                                 \
    "jdk.NativeMethodSample! startTime:long@TICKS "                            \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "        \
    "state:jdk.types.ThreadState*;"
#define CPU_TIME                                                               \
    "jdk.CPUTimeSample! startTime:long@TICKS "                                 \
    "stackTrace:jdk.types.StackTrace* eventThread:java.lang.Thread* "          \
    "failed:boolean samplingPeriod:long@TICKS biased:boolean;"
#define BATCH                                                                  \
    "profiler.WallClockSample! startTime:long@TICKS "                          \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "        \
    "state:jdk.types.ThreadState* samples:int timeSpan:long@TICKS;"
#define OLD_BATCH                                                              \
    "profiler.WallClockSample! startTime:long@TICKS "                          \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "        \
    "state:jdk.types.ThreadState* samples:int;"
#define ASYNC                                                                  \
    "jdk.ActiveRecording! startTime:long@TICKS id:long name:String;" BATCH
#define DATADOG_TYPES                                                          \
    "datadog.DatadogProfilerConfig! startTime:long@TICKS "                     \
    "cpuInterval:long@MILLISECONDS wallInterval:long@MILLISECONDS;"            \
    "datadog.ExecutionSample! startTime:long@TICKS "                           \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "state:jdk.types.ThreadState* weight:long spanId:long "                    \
    "localRootSpanId:long;"                                                    \
    "datadog.MethodSample! startTime:long@TICKS "                              \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "state:jdk.types.ThreadState* weight:long spanId:long "                    \
    "localRootSpanId:long;"

#define STACK "app.Main.main;app.Main.work:7"

/* ---- HotSpot ------------------------------------------------------------------ */

static void a_sample_of_hotspot_weighs_its_period(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, NATIVE,
                "jdk.ExecutionSample#period=20 ms\n"
                "jdk.NativeMethodSample#period=40ms\n"
                "jdk.ExecutionSample 1001 1 1 1\n"
                "jdk.NativeMethodSample 1002 2 1 1");
    assert_rows(&l, "cpu", "+1 20000000 main " STACK);
    assert_rows(&l, "native", "+2 40000000 worker " STACK);
    const kind_row *cpu = kind_facts(&l, "cpu");
    assert_int_equal(cpu->period, 20000000);
    assert_int_equal(cpu->unit, CORR_NS);
    assert_int_equal(cpu->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_FEW | CORR_KIND_RUNNABLE);
    assert_int_equal(kind_facts(&l, "native")->flags, CORR_KIND_FEW);
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#period"), "20 ms");
    input_clear(&l.in);
}

static void of_several_recordings_the_shortest_period_counts(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, "",
                "jdk.ExecutionSample#period=20 ms\n"
                "jdk.ExecutionSample#period=5 ms\n"
                "jdk.ExecutionSample#period=1 s\n"
                "jdk.ExecutionSample#period=everyChunk\n"
                "jdk.ExecutionSample 1001 1 1 1");
    assert_rows(&l, "cpu", "+1 5000000 main " STACK);
    input_clear(&l.in);
}

/* Puts a chunk that begins late by both clocks, with these periods behind its
 * one sample. */
static void put_told_chunk(recording *r, int64_t late, const char *a,
                           const char *b)
{
    char at[32];

    begin_chunk(r, &(clock){ .ns = START + late, .ticks = 1000 + late },
                JAVA_TYPES);
    put_constants(r, JAVA_CONSTANTS);
    snprintf(at, sizeof at, "%lld 1 1 1", (long long)(1001 + late));
    put_event(r, "jdk.ExecutionSample", at);
    if (a)
        put_setting(r, "jdk.ExecutionSample", "period", a);
    if (b)
        put_setting(r, "jdk.ExecutionSample", "period", b);
    end_chunk(r);
}

/* Checks the values of a setting of the file, in their order. */
static void assert_told(const input *in, const char *name, const char *want)
{
    char got[200] = "";

    for (size_t i = 0; i < in->setting.n; i++) {
        const corr_str value = input_text(in, in->setting.v[i].value);
        if (!corr_str_is(input_text(in, in->setting.v[i].name), name))
            continue;
        const size_t n = strlen(got);
        snprintf(got + n, sizeof got - n, "%s%.*s", n ? ", " : "",
                 CORR_STR_ARG(value));
    }
    assert_string_equal(got, want);
}

static void put_period(recording *r, int ticks, const char *period)
{
    char text[128];

    snprintf(text, sizeof text, "%d %lld 'period' '%s'", ticks,
             (long long)number_of(r, CORR_STR("jdk.ExecutionSample")), period);
    put_event(r, "jdk.ActiveSetting", text);
}

static void a_period_that_is_changed_weighs_what_comes_behind(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "");
    put_period(&r, 1500, "1 ms");
    put_period(&r, 1000, "20 ms");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put_event(&r, "jdk.ExecutionSample", "1499 1 1 1");
    put_event(&r, "jdk.ExecutionSample", "1500 1 1 1");
    put_period(&r, 1900, "1 ms"); /* all are repeated at the end */
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu",
                "+1 20000000 main " STACK "\n"
                "+499 20000000 main " STACK "\n"
                "+500 1000000 main " STACK);
    assert_int_equal(kind_facts(&l, "cpu")->period, 1000000);
    assert_non_null(said(&l, "the sampling period varied from 1 to 20 ms; each "
                             "sample counts for its own"));
    assert_told(&l.in, "jdk.ExecutionSample#period", "1 ms, 20 ms");
    input_clear(&l.in);
}

static void each_chunk_has_the_period_that_it_was_told(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    put_told_chunk(&r, 0, "20 ms", NULL);
    put_told_chunk(&r, 10000, "20 ms", "10 ms"); /* a second recording begins */
    put_told_chunk(&r, 20000, "20 ms", NULL);    /* ... and ended */
    put_told_chunk(&r, 30000, NULL, NULL);       /* as before */
    load_recording(&l, &r);
    assert_rows(&l, "cpu",
                "+1 20000000 main " STACK "\n"
                "+10001 10000000 main " STACK "\n"
                "+20001 20000000 main " STACK "\n"
                "+30001 20000000 main " STACK);
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_non_null(said(&l, "the sampling period varied from 10 to 20 ms; "
                             "each sample counts for its own"));
    input_clear(&l.in);
}

static void a_period_has_a_unit(void **state)
{
    static const struct {
        const char *text;
        int64_t ns;
    } cases[] = {
        { "7 ns", 7 },
        { "7 us", 7000 },
        { "10ms", 10000000 },
        { "1 s", 1000000000 },
        { "1 m", 60000000000 },
        { "1 h", 3600000000000 },
        { "7", 1 }, /* of an unknown period: a sample counts 1 */
        { "-7 ms", 1 },
        { "0 ms", 1 },
        { "", 1 },
        { "9223372036854775807 h", 1 },
        { "99999999999999999999 ns", 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char events[128];
        loaded l;
        snprintf(events, sizeof events,
                 "jdk.ExecutionSample#period=%s\n"
                 "jdk.ExecutionSample 1001 1 1 1",
                 cases[i].text);
        load_events(&l, "", events);
        assert_int_equal(total_of(&l, "cpu"), cases[i].ns);
        assert_int_equal(kind_facts(&l, "cpu")->unit,
                         cases[i].ns == 1 ? CORR_COUNT : CORR_NS);
        input_clear(&l.in);
    }
}

static void a_sample_of_cpu_time_knows_its_own_weight(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, CPU_TIME,
                "jdk.ExecutionSample#period=20 ms\n"
                "jdk.CPUTimeSample 1001 1 1 x00 10000000 x00\n"
                "jdk.CPUTimeSample 1002 0 1 x01 11000000 x00\n"
                "jdk.ExecutionSample 1003 1 1 1");
    assert_rows(&l, "cpu",
                "+1 10000000 main " STACK "\n"
                "+2 11000000 main "); /* failed: no stack, but CPU time */
    /* the same time, recorded twice: one recording counts */
    assert_rows(&l, "runnable", "+3 20000000 main " STACK);
    assert_int_equal(kind_facts(&l, "cpu")->period, 11000000);
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_DEFAULT);
    assert_false(kind_facts(&l, "cpu")->flags & CORR_KIND_RUNNABLE);
    assert_false(kind_facts(&l, "runnable")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);

    load_events(&l, CPU_TIME DATADOG_TYPES,
                "jdk.CPUTimeSample 1001 1 1 x00 10000000 x00\n"
                "datadog.ExecutionSample 1002 1 1 0 1 0 0");
    assert_rows(&l, "cpu", "+1 10000000 main " STACK);
    assert_int_equal(find_kind(&l, "cpu_sampled")->n, 1);
    input_clear(&l.in);
}

static void native_samples_alone_are_what_is_shown(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, NATIVE, "jdk.NativeMethodSample 1002 2 1 1");
    assert_true(kind_facts(&l, "native")->flags & CORR_KIND_DEFAULT);
    assert_int_equal(kind_facts(&l, "native")->unit, CORR_COUNT);
    input_clear(&l.in);
}

/* ---- async-profiler ------------------------------------------------------------- */

static void the_state_tells_its_engines_apart(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, ASYNC,
                "jdk.ExecutionSample#interval=1000000\n"
                "jdk.ExecutionSample#wall=20000000\n"
                "jdk.ActiveRecording#event=cpu\n"
                "jdk.ExecutionSample 1001 1 1 0\n"
                "jdk.ExecutionSample 1002 1 1 1\n"
                "jdk.ExecutionSample 1003 1 1 2\n"
                "jdk.ExecutionSample 1004 1 1 9"); /* without its name */
    assert_rows(&l, "cpu", "+1 1000000 main " STACK);
    assert_rows(&l, "wall",
                "+2 20000000 main " STACK " state=runnable\n"
                "+3 20000000 main " STACK " state=sleeping\n"
                "+4 20000000 main " STACK " state=runnable");
    assert_int_equal(kind_facts(&l, "cpu")->flags, CORR_KIND_DEFAULT);
    assert_int_equal(kind_facts(&l, "wall")->period, 20000000);
    input_clear(&l.in);
}

static void one_engine_for_all_threads_takes_no_cpu_samples(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, ASYNC,
                "jdk.ExecutionSample#interval=0\n"
                "jdk.ActiveRecording#event=wall\n"
                "jdk.ExecutionSample 1001 1 1 0\n"
                "jdk.ExecutionSample 1003 1 1 2");
    assert_null(find_kind(&l, "cpu"));
    assert_rows(&l, "wall",
                "+1 50000000 main " STACK " state=runnable\n"
                "+3 50000000 main " STACK " state=sleeping");
    assert_int_equal(l.in.warning.n,
                     0); /* 0 is the default, and a setting has it */
    input_clear(&l.in);
}

static void without_an_engine_for_all_threads_every_state_is_cpu(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, ASYNC,
                "jdk.ActiveRecording#event=cpu\n"
                "jdk.ExecutionSample 1001 1 1 0\n"
                "jdk.ExecutionSample 1002 1 1 1");
    assert_rows(&l, "cpu",
                "+1 10000000 main " STACK "\n+2 10000000 main " STACK);
    assert_null(find_kind(&l, "wall"));
    assert_non_null(said(&l, "no sampling interval is recorded; corr assumes "
                             "10 ms (async-profiler)"));
    input_clear(&l.in);
}

static void engines_that_count_no_time_give_counts(void **state)
{
    static const struct {
        const char *event;
        int64_t every;
    } cases[] = {
        { "cycles", 1000000 },    { "instructions", 1000000 },
        { "cache-misses", 1000 }, { "context-switches", 2 },
        { "page-faults", 1 },     { "java.lang.String.format", 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char events[160];
        loaded l;
        snprintf(events, sizeof events,
                 "jdk.ActiveRecording#event=%s\n"
                 "jdk.ExecutionSample 1001 1 1 0",
                 cases[i].event);
        load_events(&l, ASYNC, events);
        assert_int_equal(total_of(&l, "samples"), cases[i].every);
        assert_int_equal(kind_facts(&l, "samples")->unit, CORR_COUNT);
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
    }
}

static void a_timer_of_the_process_takes_few_threads(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, ASYNC,
                "jdk.ActiveRecording#engine=itimer\n"
                "jdk.ActiveRecording#version=4.6\n"
                "jdk.ExecutionSample 1001 1 1 0");
    assert_int_equal(kind_facts(&l, "cpu")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_FEW);
    assert_true(
        corr_str_is(input_text(&l.in, l.in.producer), "async-profiler 4.6"));
    input_clear(&l.in);
}

static void a_batched_wall_event_counts_its_ticks(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, ASYNC,
                "jdk.ExecutionSample#wall=50\n"
                "profiler.WallClockSample 2000 1 1 2 20 950\n"
                "profiler.WallClockSample 2001 1 1 1 1 0\n"
                "profiler.WallClockSample 2002 1 1 1 0 0");
    /* twenty ticks from 1000 to 1950, fifty apart */
    assert_rows(&l, "wall",
                "+1000 1000 main " STACK " n=20 for=950 state=sleeping\n"
                "+1001 50 main " STACK " state=runnable\n"
                "+1002 50 main " STACK " state=runnable");
    assert_int_equal(obs_of(&l, "wall"), 22);
    input_clear(&l.in);
}

static void a_batch_without_a_time_span_lasts_its_ticks(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, OLD_BATCH,
                "jdk.ExecutionSample#wall=50\n"
                "profiler.WallClockSample 2000 1 1 2 20");
    assert_rows(&l, "wall",
                "+1000 1000 main " STACK " n=20 for=950 state=sleeping");
    input_clear(&l.in);
    load_events(&l, OLD_BATCH,
                "jdk.ExecutionSample#wall=9000000000000000000\n"
                "profiler.WallClockSample 2000 1 1 2 2147483647");
    assert_int_equal(total_of(&l, "wall"), INT64_MAX);
    input_clear(&l.in);
}

static void what_a_jdk_was_told_is_not_what_async_profiler_was(void **state)
{
    static recording r;
    static char types[8192];
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "");
    put_setting(&r, "jdk.ExecutionSample", "enabled", "false");
    put_setting(&r, "jdk.ExecutionSample", "period", "20 ms");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    end_chunk(&r);
    snprintf(types, sizeof types, "%s%s", JAVA_TYPES, ASYNC);
    begin_chunk(&r, &(clock){ .ticks = 1000, .ns = START + 5 }, types);
    put_constants(&r, JAVA_CONSTANTS);
    put_setting(&r, "jdk.ActiveRecording", "event", "cpu");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 0");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+6 10000000 main " STACK);
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_int_equal(kind_facts(&l, "cpu")->flags, CORR_KIND_DEFAULT);
    /* of the same time, as another recording of the JDK beside it takes them:
     * one of them counts */
    assert_rows(&l, "runnable", "+1 20000000 main " STACK);
    assert_int_equal(kind_facts(&l, "runnable")->period, 20000000);
    input_clear(&l.in);
}

/* As the chunks of a recording stand where they are out of order. */
static void what_was_assumed_gives_way_to_what_is_said_later(void **state)
{
    static recording r;
    static char types[8192];
    loaded l;

    (void)state;
    r.all.n = 0;
    snprintf(types, sizeof types, "%s%s", JAVA_TYPES, ASYNC);
    begin_chunk(&r, &(clock){ .ticks = 1000 }, types);
    put_constants(&r, JAVA_CONSTANTS);
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 0");
    end_chunk(&r);
    begin_chunk(&r, &(clock){ .ticks = 2000, .ns = START + 1000 }, types);
    put_constants(&r, JAVA_CONSTANTS);
    put_setting(&r, "jdk.ActiveRecording", "event", "wall");
    put_event(&r, "jdk.ExecutionSample", "2001 1 1 1");
    end_chunk(&r);
    begin_chunk(&r, &(clock){ .ticks = 3000, .ns = START + 2000 }, types);
    put_constants(&r, JAVA_CONSTANTS);
    put_setting(&r, "jdk.ActiveRecording", "interval", "20000000");
    put_event(&r, "jdk.ExecutionSample", "3001 1 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+1 10000000 main " STACK);
    assert_rows(&l, "wall",
                "+1001 50000000 main " STACK " state=runnable\n"
                "+2001 20000000 main " STACK " state=runnable");
    input_clear(&l.in);
    /* if no names are wanted, settings are not read first */
    load_wanted(&l, r.all.p, r.all.n,
                &(corr_want){ .needs = CORR_NEED_SAMPLES });
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    assert_int_equal(total_of(&l, "wall"), 70000000);
    input_clear(&l.in);
}

static void a_fork_adds_the_ids_of_the_root(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 },
                "profiler.Log! startTime:long@TICKS;"
                "jdk.ExecutionSample! startTime:long@TICKS spanId:long "
                "spanName:long contextId:long traceIdHi:long traceIdLo:long");
    put_event(&r, "jdk.ExecutionSample", "1 -2 3 0 1 2");
    put_event(&r, "jdk.ExecutionSample", "2 0 0 0 0 0");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu",
                "+1 10000000 ?  trace=10000000000000002 "
                "span=fffffffffffffffe\n+2 10000000 ? ");
    input_clear(&l.in);
}

/* ---- Datadog -------------------------------------------------------------------- */

static void datadogs_samples_weigh_their_interval(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, DATADOG_TYPES,
                "datadog.DatadogProfilerConfig 1001 9 40\n"
                "datadog.ExecutionSample 1002 1 1 1 3 -5 7\n"
                "datadog.MethodSample 1003 1 1 2 1 0 7\n"
                "jdk.ExecutionSample 1004 1 1 1");
    assert_rows(&l, "cpu",
                "+2 27000000 main " STACK " n=3 span=fffffffffffffffb root=7");
    assert_rows(&l, "wall", "+3 40000000 main " STACK " root=7 state=sleeping");
    assert_rows(&l, "runnable", "+4 9000000 main " STACK);
    assert_int_equal(kind_facts(&l, "cpu")->period, 9000000);
    assert_true(kind_facts(&l, "cpu")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void a_sample_without_a_weight_is_one(void **state)
{
    loaded l;

    (void)state;
    load_events(&l, DATADOG_TYPES,
                "datadog.DatadogProfilerConfig 1001 9 40\n"
                "datadog.ExecutionSample 1002 1 1 1 0 0 0\n"
                "datadog.ExecutionSample 1003 1 1 1 -3 0 0");
    assert_rows(&l, "cpu", "+2 9000000 main " STACK "\n+3 9000000 main " STACK);
    input_clear(&l.in);
    load_events(&l,
                "datadog.ExecutionSample! startTime:long@TICKS "
                "eventThread:java.lang.Thread* "
                "stackTrace:jdk.types.StackTrace*;"
                "datadog.DatadogProfilerConfig! startTime:long@TICKS "
                "cpuInterval:long@MILLISECONDS wallInterval:long@MILLISECONDS",
                "datadog.DatadogProfilerConfig 1001 9 40\n"
                "datadog.ExecutionSample 1002 1 1");
    assert_rows(&l, "cpu", "+2 9000000 main " STACK);
    input_clear(&l.in);
}

/* ---- memory and things that happen once -------------------------------------------- */

static void an_allocation_weighs_what_it_stands_for(void **state)
{
    static const char types[] =
        "jdk.ObjectAllocationInNewTLAB! startTime:long@TICKS "
        "objectClass:java.lang.Class* allocationSize:long tlabSize:long;"
        "jdk.ObjectAllocationOutsideTLAB! startTime:long@TICKS "
        "objectClass:java.lang.Class* allocationSize:long;"
        "jdk.ObjectAllocationSample! startTime:long@TICKS "
        "objectClass:java.lang.Class* weight:long;"
        "datadog.ObjectSample! startTime:long@TICKS "
        "objectClass:java.lang.Class* size:long weight:float;"
        "profiler.Malloc! startTime:long@TICKS address:long size:long;"
        "profiler.LiveObject! startTime:long@TICKS allocationSize:long "
        "allocationTime:long@TICKS";
    loaded l;

    (void)state;
    load_events(&l, types,
                "jdk.ObjectAllocationInNewTLAB 1001 1 48 524288\n"
                "jdk.ObjectAllocationOutsideTLAB 1002 3 9000\n"
                "jdk.ObjectAllocationSample 1003 1 77\n"
                "datadog.ObjectSample 1004 1 16 f2.5\n"
                "profiler.Malloc 1005 123 64\n"
                "profiler.LiveObject 9009 24 1006");
    assert_rows(&l, "alloc_bytes",
                "+1 524288 ?  class=app.Main\n"
                "+2 9000 ?  class=java.lang.Object[][]\n"
                "+4 40 ?  class=app.Main");
    /* the same bytes, by another measure */
    assert_rows(&l, "alloc_sampled", "+3 77 ?  class=app.Main");
    assert_rows(&l, "malloc", "+5 64 ? ");
    assert_rows(&l, "live_bytes", "+6 24 ? "); /* when it was allocated */
    assert_int_equal(kind_facts(&l, "live_bytes")->flags, CORR_KIND_SNAPSHOT);
    assert_int_equal(kind_facts(&l, "malloc")->unit, CORR_BYTES);
    input_clear(&l.in);
}

static void objects_of_unknown_size_are_counted(void **state)
{
    static const char types[] = "jdk.OldObjectSample! startTime:long@TICKS "
                                "allocationTime:long@TICKS arrayElements:int";
    loaded l;

    (void)state;
    load_events(&l, types,
                "jdk.OldObjectSample 9001 1001 7\n"
                "jdk.OldObjectSample 9001 1002 -1");
    assert_rows(&l, "live_count", "+1 1 ? \n+2 1 ? ");
    assert_int_equal(kind_facts(&l, "live_count")->flags,
                     CORR_KIND_SNAPSHOT | CORR_KIND_PICKED);
    assert_int_equal(kind_facts(&l, "live_count")->unit, CORR_COUNT);
    assert_rows(&l, "live_bytes", "");
    input_clear(&l.in);
}

static void a_weight_that_is_no_number_is_nothing(void **state)
{
    static const char types[] = "datadog.ObjectSample! startTime:long@TICKS "
                                "size:long weight:float";
    loaded l;

    (void)state;
    load_events(&l, types,
                "datadog.ObjectSample 1001 16 x7fc00000\n"
                "datadog.ObjectSample 1002 16 x7f800000\n"
                "datadog.ObjectSample 1003 9223372036854775807 f1e30\n"
                "datadog.ObjectSample 1004 16 f-2.0");
    assert_int_equal(total_of(&l, "alloc_bytes"), 0);
    input_clear(&l.in);
}

static void an_error_is_no_second_exception(void **state)
{
    static const char types[] = "jdk.JavaExceptionThrow! startTime:long@TICKS "
                                "thrownClass:java.lang.Class*;"
                                "jdk.JavaErrorThrow! startTime:long@TICKS "
                                "thrownClass:java.lang.Class*";
    loaded both;
    loaded alone;

    (void)state;
    load_events(&both, types,
                "jdk.JavaErrorThrow 1001 1\njdk.JavaExceptionThrow 1001 1");
    assert_rows(&both, "exception", "+1 1 ?  class=app.Main");
    assert_rows(&both, "error", "+1 1 ?  class=app.Main");
    load_events(&alone, types, "jdk.JavaErrorThrow 1001 1");
    assert_rows(&alone, "exception", "+1 1 ?  class=app.Main");
    input_clear(&both.in);
    input_clear(&alone.in);
}

static void exceptions_and_threads_are_counted(void **state)
{
    loaded l;

    (void)state;
    load_events(&l,
                "jdk.JavaExceptionThrow! startTime:long@TICKS "
                "thrownClass:java.lang.Class* "
                "eventThread:java.lang.Thread*;"
                "jdk.ThreadStart! startTime:long@TICKS "
                "eventThread:java.lang.Thread*",
                "jdk.JavaExceptionThrow 1001 1 2\njdk.ThreadStart 1002 1");
    assert_rows(&l, "exception", "+1 1 worker  class=app.Main");
    assert_rows(&l, "thread_start", "+2 1 main ");
    assert_int_equal(kind_facts(&l, "exception")->unit, CORR_COUNT);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_of_hotspot_weighs_its_period),
        cmocka_unit_test(of_several_recordings_the_shortest_period_counts),
        cmocka_unit_test(each_chunk_has_the_period_that_it_was_told),
        cmocka_unit_test(a_period_that_is_changed_weighs_what_comes_behind),
        cmocka_unit_test(a_period_has_a_unit),
        cmocka_unit_test(a_sample_of_cpu_time_knows_its_own_weight),
        cmocka_unit_test(native_samples_alone_are_what_is_shown),
        cmocka_unit_test(the_state_tells_its_engines_apart),
        cmocka_unit_test(one_engine_for_all_threads_takes_no_cpu_samples),
        cmocka_unit_test(without_an_engine_for_all_threads_every_state_is_cpu),
        cmocka_unit_test(engines_that_count_no_time_give_counts),
        cmocka_unit_test(a_timer_of_the_process_takes_few_threads),
        cmocka_unit_test(a_batched_wall_event_counts_its_ticks),
        cmocka_unit_test(a_batch_without_a_time_span_lasts_its_ticks),
        cmocka_unit_test(what_a_jdk_was_told_is_not_what_async_profiler_was),
        cmocka_unit_test(what_was_assumed_gives_way_to_what_is_said_later),
        cmocka_unit_test(a_fork_adds_the_ids_of_the_root),
        cmocka_unit_test(datadogs_samples_weigh_their_interval),
        cmocka_unit_test(a_sample_without_a_weight_is_one),
        cmocka_unit_test(an_allocation_weighs_what_it_stands_for),
        cmocka_unit_test(objects_of_unknown_size_are_counted),
        cmocka_unit_test(a_weight_that_is_no_number_is_nothing),
        cmocka_unit_test(an_error_is_no_second_exception),
        cmocka_unit_test(exceptions_and_threads_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
