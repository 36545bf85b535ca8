/* Flight recordings without wanted rows: each kind has the sums that its rows
 * would have added up to. Also checks which kinds there are. */
#include "test/test_jfr.h"
#include "test/test_sums.h"

#define AT    "startTime:long@TICKS "
#define TIMED AT "duration:long@TICKS "
#define WHOSE "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "
#define IDS   "spanId:long localRootSpanId:long "
#define HERE                                                                   \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "        \
    "state:jdk.types.ThreadState* "

#define TRACE "'0af7651916cd43dd8448eb211c80319c'"
#define SPAN  "'b7ad6b7169203331'"

/* A type of event, and events of it, apart by newlines. */
typedef struct some {
    const char *kind, *type, *events;
} some;

static const some each[] = {
    { "cpu", "jdk.CPUTimeSample! " AT WHOSE "samplingPeriod:long@TICKS;",
      "1001 1 1 500\n1002 0 1 500\n1003 2 2 700" },
    { "native", "jdk.NativeMethodSample! " AT HERE ";",
      "1001 1 1 1\n1002 2 1 1" },
    { "wall",
      "profiler.WallClockSample! " AT HERE "samples:int timeSpan:long@TICKS;",
      "1001 1 1 2 40 9\n1002 2 1 1 1 0\n1003 0 1 1 1 0" },
    { "wall", "datadog.MethodSample! " AT WHOSE "weight:long " IDS ";",
      "1001 1 1 3 0 0\n1002 2 1 5 7 0\n1003 1 1 7 0 8\n1004 0 1 11 7 8" },
    { "wall",
      "datadog.MethodSample! " AT WHOSE "weight:long "
      "traceIdHi:long traceIdLo:long;",
      "1001 1 1 3 0 0\n1002 2 1 5 7 0\n1003 1 1 7 0 8\n1004 0 1 11 7 8" },
    { "cpu", "datadog.ExecutionSample! " AT WHOSE "weight:long " IDS ";",
      "1001 1 1 3 0 0\n1002 2 1 5 7 0\n1003 1 1 7 0 8" },
    { "wall", "datadog.MethodSample! " WHOSE "weight:long;",
      "1 1 3\n2 1 5" }, /* at no time */
    { "live_bytes",
      "jdk.OldObjectSample! " AT "allocationTime:long@TICKS " WHOSE
      "objectSize:long;",
      "1001 900 1 1 100\n1002 901 2 1 60" },
    { "live_bytes",
      "profiler.LiveObject! " AT WHOSE "allocationSize:long " IDS ";",
      "1001 1 1 100 0 0\n1002 0 1 60 5 0\n1003 2 1 7 0 5" },
    { "lock", "jdk.JavaMonitorEnter! " TIMED WHOSE IDS ";",
      "1001 50 1 1 0 0\n1002 60 0 1 5 0\n1003 70 2 1 0 6\n1004 -1 2 1 5 6" },
    { "io", "jdk.SocketRead! " TIMED WHOSE "host:String port:int;",
      "1001 1 1 1 'db' 1\n1002 2 0 1 'db' 1" },
    { "gc", "jdk.GCPhasePause! " TIMED "gcId:int;", "1001 9 1\n1002 8 2" },
    { "safepoint", "jdk.ExecuteVMOperation! " TIMED "safepoint:boolean;",
      "1001 9 1\n1002 8 0\n1003 7 1" },
    { "time_to_safepoint", "jdk.SafepointBegin! " TIMED "safepointId:long;",
      "1001 9 1\n1003 7 2" },
    { "exception", "jdk.JavaExceptionThrow! " AT WHOSE "message:String;",
      "1001 1 1 'a'\n1002 0 1 'b'\n1003 2 2 'c'" },
    { "activation",
      "otel.Scope! " TIMED "eventThread:java.lang.Thread* "
      "traceId:String spanId:String;",
      "1001 9 1 " TRACE " " SPAN "\n1002 8 2 ~ ~\n1003 7 0 " TRACE " " SPAN },
    { "activation",
      "datadog.Timeline! " TIMED "eventThread:java.lang.Thread* " IDS ";",
      "1001 9 1 5 6\n1002 8 2 0 6\n1003 7 0 5 0\n1004 7 1 0 0" },
};

static void put_some(recording *r, const some *s)
{
    corr_str rest = corr_str_of(s->events), one;
    char type[64], values[256];

    r->all.n = 0;
    begin_java(r, s->type);
    put_setting(r, "jdk.ExecutionSample", "period", "10 ms");
    snprintf(type, sizeof type, "%.*s", (int)strcspn(s->type, "!"), s->type);
    while (corr_str_next(&rest, '\n', &one)) {
        snprintf(values, sizeof values, "%.*s", CORR_STR_ARG(one));
        put_event(r, type, values);
    }
    end_chunk(r);
}

/* CPU, by which a recording is judged, and what ties samples to spans. */
static bool comes_always(const char *kind)
{
    return strcmp(kind, "cpu") == 0 || strcmp(kind, "activation") == 0;
}

static void what_is_told_of_a_kind_is_what_its_rows_add_up_to(void **state)
{
    static recording r;
    const corr_want other = { .rows = CORR_ROWS_ONE_KIND,
                              .kind = "of no event" };
    loaded rows, sums;

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        put_some(&r, &each[i]);
        load_recording(&rows, &r);
        load_wanted(&sums, r.all.p, r.all.n, &other);
        const segment *a = find_kind(&rows, each[i].kind);
        const segment *b = find_kind(&sums, each[i].kind);
        assert_non_null(a);
        assert_non_null(b);
        const corr_sums want = sums_of_rows(a);
        assert_true(want.rows > 1);
        if (comes_always(each[i].kind)) {
            const corr_sums same = sums_of_rows(b);
            assert_sums_equal(&same, &want);
        } else {
            assert_int_equal(b->n, 0);
            assert_sums_equal(&b->only, &want);
        }
        input_clear(&rows.in);
        input_clear(&sums.in);
    }
}

static void bytes_of_no_thread_leave_none(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.ObjectAllocationSample! startTime:long@TICKS "
                   "weight:long;");
    put_event(&r, "jdk.ObjectAllocationSample", "1001 100");
    put_event(&r, "jdk.ObjectAllocationSample", "1002 11");
    end_chunk(&r);
    load_wanted(&l, r.all.p, r.all.n,
                &(corr_want){ .rows = CORR_ROWS_NO_BYTES });
    assert_int_equal(find_kind(&l, "alloc_bytes")->only.value, 111);
    assert_int_equal(find_kind(&l, "alloc_bytes")->only.with_thread, 0);
    for (size_t i = 1; i < l.in.thread.n; i++)
        assert_int_equal(input_text(&l.in, l.in.thread.v[i].name).n, 0);
    input_clear(&l.in);
}

/* A chunk with allocations in two measures, and one that is still there. */
static recording *two_measures(void)
{
    static recording r;

    r.all.n = 0;
    begin_java(&r, "jdk.ObjectAllocationSample! " AT "weight:long;"
                   "jdk.ObjectAllocationOutsideTLAB! " AT "allocationSize:long;"
                   "profiler.LiveObject! " AT "allocationSize:long "
                   "allocationTime:long@TICKS;");
    put_event(&r, "jdk.ObjectAllocationSample", "1001 100");
    put_event(&r, "jdk.ObjectAllocationOutsideTLAB", "1002 11");
    put_event(&r, "jdk.ObjectAllocationOutsideTLAB", "1005 12");
    put_event(&r, "jdk.ObjectAllocationSample", "1006 13");
    put_event(&r, "profiler.LiveObject", "1009 24 1004");
    end_chunk(&r);
    return &r;
}

/* The name of the kind is known only at the end of the file. */
static void a_kind_is_wanted_by_the_name_that_it_will_have(void **state)
{
    const recording *r = two_measures();
    loaded l;

    (void)state;
    load_wanted(
        &l, r->all.p, r->all.n,
        &(corr_want){ .rows = CORR_ROWS_ONE_KIND, .kind = "alloc_sampled" });
    assert_rows(&l, "alloc_sampled", "+1 100 ? \n+6 13 ? ");
    assert_int_equal(find_kind(&l, "alloc_bytes")->n, 0);
    assert_int_equal(find_kind(&l, "alloc_bytes")->only.value, 23);
    input_clear(&l.in);
}

static void bytes_are_wanted_of_a_time(void **state)
{
    const recording *r = two_measures();
    loaded l;

    (void)state;
    load_wanted(&l, r->all.p, r->all.n,
                &(corr_want){ .samples = { START + 2, START + 6 } });
    assert_rows(&l, "alloc_bytes", "+2 11 ? \n+5 12 ? ");
    assert_rows(&l, "alloc_sampled", "");
    assert_rows(&l, "live_bytes", "+4 24 ? ");
    input_clear(&l.in);
}

/* ---- kinds ---------------------------------------------------------------------- */

static void only_samples_of_code_that_ran_are_shown_unasked(void **state)
{
    const jfr_meaning *m;

    (void)state;
    for (uint32_t i = 0; (m = jfr_meaning_at(i)) != NULL; i++) {
        const bool is_cpu = m->kind && strcmp(m->kind, "cpu") == 0;
        assert_int_equal((m->flags & CORR_KIND_DEFAULT) != 0, is_cpu);
    }
}

static void events_of_one_kind_are_alike(void **state)
{
    const jfr_meaning *a, *b;

    (void)state;
    for (uint32_t i = 0; (a = jfr_meaning_at(i)) != NULL; i++)
        for (uint32_t k = 0; (b = jfr_meaning_at(k)) != NULL; k++) {
            if (!a->kind || !b->kind || strcmp(a->kind, b->kind) != 0)
                continue;
            assert_int_equal(a->unit, b->unit);
            /* a JDK picks its objects, async-profiler takes samples */
            assert_int_equal(a->flags & ~(unsigned)CORR_KIND_PICKED,
                             b->flags & ~(unsigned)CORR_KIND_PICKED);
            assert_int_equal(a->weight, b->weight);
            assert_int_equal(a->wait == CORR_WAIT_NONE,
                             b->wait == CORR_WAIT_NONE);
        }
}

static void what_is_no_kind_of_sample_weighs_nothing(void **state)
{
    const jfr_meaning *m;

    (void)state;
    for (uint32_t i = 0; (m = jfr_meaning_at(i)) != NULL; i++) {
        if (m->kind) {
            assert_false(m->is_setting); /* samples come in their order */
            continue;
        }
        assert_int_equal(m->flags, 0);
        assert_int_equal(m->wait, CORR_WAIT_NONE);
        assert_int_equal(m->weight, 0);
    }
}

/* Puts a chunk of a recording that was dumped while it ran. live: the objects
 * in use then, NULL: not recorded. */
static void put_dump(recording *r, unsigned chunk, const char *live)
{
    begin_chunk(
        r,
        &(clock){ .ns = START + chunk * INT64_C(60000000000), .ticks = 1000 },
        JAVA_TYPES "profiler.LiveObject! " AT WHOSE "allocationSize:long;"
                   "profiler.Malloc! " AT WHOSE "size:long;");
    put_constants(r, JAVA_CONSTANTS);
    put_event(r, "profiler.Malloc", "1001 1 1 1");
    if (live) {
        put_event(r, "profiler.LiveObject", live);
        put_event(r, "profiler.LiveObject", "1003 2 2 7");
    }
    end_chunk(r);
}

static void assert_in_use(const recording *r, const corr_want *want,
                          int64_t value)
{
    loaded l;

    load_wanted(&l, r->all.p, r->all.n, want);
    const segment *s = find_kind(&l, "live_bytes");
    const corr_sums sums = sums_of_rows(s);
    assert_int_equal(sums.value + s->only.value, value);
    assert_int_equal(sums.obs + s->only.obs, 2);
    assert_string_equal(setting_of(&l, "profiler.LiveObject#count"), "4");
    assert_non_null(
        said(&l, "objects in use were recorded 2 times; the last time counts"));
    input_clear(&l.in);
}

static void what_was_in_use_before_the_last_dump_is_not_any_more(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    put_dump(&r, 0, "1002 1 1 100");
    put_dump(&r, 1, NULL);
    put_dump(&r, 2, "1002 1 1 30");
    assert_in_use(&r, &(corr_want){ 0 }, 37);
    assert_in_use(&r, &(corr_want){ .needs = CORR_NEED_SAMPLES }, 37);
    assert_in_use(&r, &(corr_want){ .rows = CORR_ROWS_NO_BYTES }, 37);
    assert_in_use(
        &r, &(corr_want){ .rows = CORR_ROWS_ONE_KIND, .kind = "malloc" }, 37);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_of_a_kind_is_what_its_rows_add_up_to),
        cmocka_unit_test(bytes_of_no_thread_leave_none),
        cmocka_unit_test(a_kind_is_wanted_by_the_name_that_it_will_have),
        cmocka_unit_test(bytes_are_wanted_of_a_time),
        cmocka_unit_test(only_samples_of_code_that_ran_are_shown_unasked),
        cmocka_unit_test(events_of_one_kind_are_alike),
        cmocka_unit_test(what_is_no_kind_of_sample_weighs_nothing),
        cmocka_unit_test(what_was_in_use_before_the_last_dump_is_not_any_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
