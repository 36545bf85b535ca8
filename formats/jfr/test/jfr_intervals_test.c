/* Flight recordings: what is no sample of code.  Waits and pauses, which span
 * a thread works for, spans, numbers over time, and who was recorded. */
#include "test/test_jfr.h"

#define TIMED "startTime:long@TICKS duration:long@TICKS "
#define WHOSE "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "
#define STACK "app.Main.main;app.Main.work:7"

/* One event; what it becomes of a kind. */
static void assert_event(const char *types, const char *event,
                         const char *values, const char *kind, const char *want)
{
    static recording r;
    loaded l;

    r.all.n = 0;
    begin_java(&r, types);
    put_event(&r, event, values);
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, kind, want);
    input_clear(&l.in);
}

/* ---- waits --------------------------------------------------------------------- */

static void a_wait_for_a_lock_says_whose_it_was(void **state)
{
    (void)state;
    assert_event("jdk.JavaMonitorEnter! " TIMED WHOSE
                 "monitorClass:java.lang.Class* "
                 "previousOwner:java.lang.Thread* address:long",
                 "jdk.JavaMonitorEnter", "1001 500 1 1 1 2 4096", "lock",
                 "+1 500 main " STACK
                 " for=500 other=worker class=app.Main address=4096");
    assert_event("jdk.JavaMonitorEnter! " TIMED WHOSE
                 "monitorClass:java.lang.Class* "
                 "previousOwner:java.lang.Thread* address:long",
                 "jdk.JavaMonitorEnter", "1001 500 1 1 0 0 0", "lock",
                 "+1 500 main " STACK " for=500");
}

static void a_wait_may_carry_ids_of_its_own(void **state)
{
    (void)state;
    assert_event("jdk.ThreadPark! " TIMED WHOSE "localRootSpanId:long "
                 "spanId:long",
                 "jdk.ThreadPark", "1001 7 1 1 8 9", "park",
                 "+1 7 main " STACK " for=7 span=9 root=8");
}

static void parked_sleeping_and_waiting_threads_are_told_apart(void **state)
{
    (void)state;
    assert_event("jdk.ThreadPark! " TIMED WHOSE
                 "parkedClass:java.lang.Class* timeout:long@NANOSECONDS "
                 "until:long@MILLISECONDS_SINCE_EPOCH address:long",
                 "jdk.ThreadPark", "1001 7 1 1 3 5 x808080808080808080 0",
                 "park",
                 "+1 7 main " STACK " for=7 class=java.lang.Object[][]");
    assert_event("jdk.JavaMonitorWait! " TIMED WHOSE, "jdk.JavaMonitorWait",
                 "1001 7 1 1", "wait", "+1 7 main " STACK " for=7");
    assert_event("jdk.ThreadSleep! " TIMED WHOSE "time:long@MILLISECONDS",
                 "jdk.ThreadSleep", "1001 1 1 1 3", "sleep",
                 "+1 1 main " STACK " for=1");
    assert_event("profiler.NativeLock! " TIMED WHOSE "address:long",
                 "profiler.NativeLock", "1001 7 1 1 9", "lock",
                 "+1 7 main " STACK " for=7 address=9");
}

/* Pauses of ZGC do not include this wait. */
static void a_thread_that_waits_for_memory_is_stalled(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.ZAllocationStall! " TIMED WHOSE "size:long@BYTES");
    put_event(&r, "jdk.ZAllocationStall", "1001 7 1 1 2097152");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "stall",
                "+1 7 main " STACK " for=7 class=allocation stall");
    assert_int_equal(kind_facts(&l, "stall")->wait, CORR_WAIT_PARK);
    input_clear(&l.in);
}

static void input_and_output_say_with_whom_and_how_much(void **state)
{
    static const char socket[] =
        "jdk.SocketRead! " TIMED WHOSE "host:String address:String port:int "
        "bytesRead:long";

    (void)state;
    assert_event(socket, "jdk.SocketRead",
                 "1001 7 1 1 'db-1' '10.0.0.1' 5432 99", "io",
                 "+1 7 main " STACK " for=7 peer=db-1:5432 bytes=99");
    assert_event(socket, "jdk.SocketRead", "1001 7 1 1 ~ '10.0.0.1' 5432 99",
                 "io", "+1 7 main " STACK " for=7 peer=10.0.0.1:5432 bytes=99");
    assert_event("jdk.FileWrite! " TIMED WHOSE "path:String bytesWritten:long",
                 "jdk.FileWrite", "1001 7 1 1 '/tmp/x y' 5", "io",
                 "+1 7 main " STACK " for=7 path=/tmp/x y bytes=5");
}

static void a_duration_is_in_the_chunks_ticks(void **state)
{
    static recording r;
    static char types[8192];
    loaded l;

    (void)state;
    r.all.n = 0;
    snprintf(types, sizeof types, "%s%s", JAVA_TYPES,
             "jdk.ThreadSleep! " TIMED WHOSE ";"
             "datadog.QueueTime! startTime:long@TICKS "
             "duration:long@MILLISECONDS eventThread:java.lang.Thread*");
    begin_chunk(&r, &(clock){ .ticks = 1000, .hz = 2500000000 }, types);
    put_constants(&r, JAVA_CONSTANTS);
    put_event(&r, "jdk.ThreadSleep", "3500 2500000000 1 1");
    put_event(&r, "jdk.ThreadSleep", "6000 -5 1 1");
    put_event(&r, "datadog.QueueTime", "1000 3 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "sleep",
                "+1000 1000000000 main " STACK
                " for=1000000000\n+2000 0 main " STACK);
    assert_rows(&l, "queue", "+0 3000000 main  for=3000000");
    input_clear(&l.in);
}

static void a_threshold_says_that_shorter_ones_were_not_recorded(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.JavaMonitorEnter! " TIMED WHOSE ";"
                   "jdk.ThreadSleep! " TIMED WHOSE ";"
                   "jdk.FileRead! " TIMED WHOSE);
    put_setting(&r, "jdk.JavaMonitorEnter", "threshold", "20 ms");
    put_setting(&r, "jdk.JavaMonitorEnter", "threshold", "10 ms");
    put_setting(&r, "jdk.ThreadSleep", "threshold", "20 ms");
    put_setting(&r, "jdk.ThreadSleep", "enabled", "false");
    put_setting(&r, "jdk.FileRead", "enabled", "true");
    put_event(&r, "jdk.FileRead", "1001 7 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    /* recorded, but no wait was so long */
    assert_int_equal(kind_facts(&l, "lock")->threshold, 10000000);
    assert_int_equal(find_kind(&l, "lock")->n, 0);
    assert_null(find_kind(&l, "sleep"));
    assert_int_equal(kind_facts(&l, "io")->threshold, 0);
    assert_int_equal(kind_facts(&l, "io")->wait, CORR_WAIT_FILE);
    input_clear(&l.in);

    /* of two chunks, that below which something is missing */
    begin_java(&r, "jdk.JavaMonitorEnter! " TIMED WHOSE);
    set_be(&r.all, r.at + 32, START + 1000000, 8);
    put_setting(&r, "jdk.JavaMonitorEnter", "threshold", "15 ms");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(kind_facts(&l, "lock")->threshold, 15000000);
    input_clear(&l.in);
}

/* "sort#event +from least" of each, from the start of the first chunk. */
static void assert_asked(const loaded *l, const char *want)
{
    static const char *const sort[CORR_WAIT_COUNT] = {
        [CORR_WAIT_NONE] = "cpu",
        [CORR_WAIT_LOCK] = "lock",
        [CORR_WAIT_FILE] = "file",
        [CORR_WAIT_SLEEP] = "sleep",
        [CORR_WAIT_PARK] = "park"
    };
    char got[1024] = "";
    size_t n = 0;

    for (size_t i = 0; i < l->in.asked.n; i++) {
        const asked_row *a = &l->in.asked.v[i];
        char least[24];
        snprintf(least, sizeof least, "%lld", (long long)a->least);
        n += (size_t)snprintf(got + n, sizeof got - n, "%s%s#%s +%lld %s",
                              n ? ", " : "", sort[a->wait],
                              input_text(&l->in, a->event).p,
                              (long long)(a->from - START),
                              a->least == CORR_NOT_TAKEN ? "never" : least);
    }
    assert_string_equal(got, want);
}

static void waits_that_were_switched_off_are_known_to_be_missing(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.JavaMonitorEnter! " TIMED WHOSE ";"
                   "jdk.ThreadSleep! " TIMED WHOSE ";"
                   "jdk.FileRead! " TIMED WHOSE ";jdk.FileWrite! " TIMED WHOSE);
    put_setting(&r, "jdk.JavaMonitorEnter", "threshold", "20 ms");
    put_setting(&r, "jdk.JavaMonitorEnter", "enabled", "false");
    put_setting(&r, "jdk.ThreadSleep", "threshold", "0 ms");
    put_setting(&r, "jdk.ThreadSleep", "enabled", "true");
    put_setting(&r, "jdk.FileRead", "enabled", "false");
    put_setting(&r, "jdk.FileWrite", "enabled", "true");
    put_event(&r, "jdk.FileWrite", "1001 7 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_asked(&l, "lock#jdk.JavaMonitorEnter +0 never, "
                     "sleep#jdk.ThreadSleep +0 0, "
                     "file#jdk.FileRead +0 never, file#jdk.FileWrite +0 0");
    assert_true(l.in.asked.v[0].to > START);
    assert_null(find_kind(&l, "lock"));
    /* all were recorded */
    assert_int_equal(kind_facts(&l, "sleep")->threshold, 0);
    assert_int_equal(find_kind(&l, "sleep")->n, 0);
    input_clear(&l.in);

    /* recorded from the second chunk on; an earlier setting had no effect */
    begin_java(&r, "jdk.JavaMonitorEnter! " TIMED WHOSE);
    set_be(&r.all, r.at + 32, START + 2000000000, 8);
    put_setting(&r, "jdk.JavaMonitorEnter", "threshold", "1 ms");
    put_setting(&r, "jdk.JavaMonitorEnter", "enabled", "true");
    put_event(&r, "jdk.JavaMonitorEnter", "1001 7 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_asked(&l, "lock#jdk.JavaMonitorEnter +0 never, "
                     "sleep#jdk.ThreadSleep +0 0, "
                     "file#jdk.FileRead +0 never, file#jdk.FileWrite +0 0, "
                     "lock#jdk.JavaMonitorEnter +2000000000 1000000");
    assert_true(l.in.asked.v[0].to <= START + 2000000000);
    assert_int_equal(kind_facts(&l, "lock")->threshold, 1000000);
    input_clear(&l.in);
}

static void put_setting_of(recording *r, const char *event, int ticks,
                           const char *name, const char *value)
{
    char text[128];

    snprintf(text, sizeof text, "%d %lld '%s' '%s'", ticks,
             (long long)number_of(r, corr_str_of(event)), name, value);
    put_event(r, "jdk.ActiveSetting", text);
}

static void put_setting_at(recording *r, int ticks, const char *name,
                           const char *value)
{
    put_setting_of(r, "jdk.ThreadPark", ticks, name, value);
}

/* Each holds until the next, in the order of time and not of the file. */
static void settings_that_change_within_a_chunk_hold_from_then_on(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.ThreadPark! " TIMED WHOSE);
    put_setting_at(&r, 1001, "enabled", "true");
    put_setting_at(&r, 1001, "threshold", "20 ms");
    put_setting_at(&r, 1900, "enabled", "true");
    put_setting_at(&r, 1500, "threshold", "1 ms");
    put_setting_at(&r, 1700, "enabled", "false");
    put_event(&r, "jdk.ThreadPark", "1950 7 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_asked(&l, "park#jdk.ThreadPark +0 20000000, "
                     "park#jdk.ThreadPark +500 1000000, "
                     "park#jdk.ThreadPark +700 never, "
                     "park#jdk.ThreadPark +900 1000000");
    assert_int_equal(l.in.asked.v[0].to, START + 500);
    assert_int_equal(kind_facts(&l, "park")->threshold, 20000000);
    input_clear(&l.in);
}

static void a_sampler_that_is_switched_off_is_known_to_be(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "");
    put_setting_of(&r, "jdk.ExecutionSample", 1001, "enabled", "true");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put_setting_of(&r, "jdk.ExecutionSample", 1500, "enabled", "false");
    put_setting_of(&r, "jdk.ExecutionSample", 1800, "enabled", "true");
    put_event(&r, "jdk.ExecutionSample", "1900 1 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_asked(&l, "cpu#jdk.ExecutionSample +0 0, "
                     "cpu#jdk.ExecutionSample +500 never, "
                     "cpu#jdk.ExecutionSample +800 0");
    input_clear(&l.in);
}

/* ---- pauses --------------------------------------------------------------------- */

static void a_pause_has_the_name_and_cause_of_its_collection(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.types.GCName name:String;"
                   "jdk.types.GCCause cause:String;"
                   "jdk.GCPhasePause! " TIMED "eventThread:java.lang.Thread* "
                   "gcId:int name:String;"
                   "jdk.GarbageCollection! " TIMED "gcId:int "
                   "name:jdk.types.GCName* cause:jdk.types.GCCause*");
    put_constants(&r, "jdk.types.GCName: 3 'G1New'|"
                      "jdk.types.GCCause: 4 'G1 Evacuation Pause'");
    put_event(&r, "jdk.GCPhasePause", "1001 7 1 12 'GC Pause'");
    put_event(&r, "jdk.GCPhasePause", "1002 7 1 13 'GC Pause'");
    put_event(&r, "jdk.GarbageCollection", "1000 9 12 3 4");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "gc",
                "+1 7 ?  for=7 name=G1New cause=G1 Evacuation Pause\n"
                "+2 7 ?  for=7");
    assert_int_equal(kind_facts(&l, "gc")->wait, CORR_WAIT_PAUSE);
    input_clear(&l.in);
}

static void only_operations_at_a_safepoint_stop_all_threads(void **state)
{
    static const char types[] =
        "jdk.types.VMOperationType type:String;"
        "jdk.ExecuteVMOperation! " TIMED "eventThread:java.lang.Thread* "
        "operation:jdk.types.VMOperationType* safepoint:boolean";

    (void)state;
    assert_event(types, "jdk.ExecuteVMOperation", "1001 7 1 9 x01", "safepoint",
                 "+1 7 ?  for=7 name=");
    assert_event(types, "jdk.ExecuteVMOperation", "1001 7 1 9 x00", "safepoint",
                 "");
}

static void what_threads_are_stopped_for_waits_for_the_last(void **state)
{
    (void)state;
    assert_event("jdk.SafepointBegin! " TIMED
                 "eventThread:java.lang.Thread* safepointId:long",
                 "jdk.SafepointBegin", "1001 7 0 5", "time_to_safepoint",
                 "+1 7 ?  for=7");
}

/* ---- which span a thread works for -------------------------------------------------- */

#define TRACE "0af7651916cd43dd8448eb211c80319c"
#define AS    " trace=af7651916cd43dd8448eb211c80319c span=b7ad6b7169203331"

static void a_scope_is_an_activation_as_long_as_it_lasts(void **state)
{
    static const char types[] = "io.opentelemetry.context.Scope! " TIMED WHOSE
                                "traceId:String spanId:String";

    (void)state;
    assert_event(types, "io.opentelemetry.context.Scope",
                 "1001 7 1 0 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "+1 0 main  for=7" AS);
    /* the exporter's own work, and what is no id */
    assert_event(types, "io.opentelemetry.context.Scope",
                 "1001 7 1 0 '00000000000000000000000000000000' "
                 "'0000000000000000'",
                 "activation", "");
    assert_event(types, "io.opentelemetry.context.Scope",
                 "1001 7 1 0 'zz' 'b7ad6b7169203331'", "activation", "");
    assert_event(types, "io.opentelemetry.context.Scope",
                 "1001 0 1 0 '" TRACE "' 'b7ad6b7169203331'", "activation", "");
}

static void scopes_have_another_name_too(void **state)
{
    static const char types[] =
        "otel.Scope! " TIMED WHOSE "traceId:String spanId:String";

    (void)state;
    assert_event(types, "otel.Scope",
                 "1001 7 1 0 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "+1 0 main  for=7" AS);
}

static void any_event_with_a_field_of_context_is_an_activation(void **state)
{
    static const char ids[] =
        "shop.Work! " TIMED WHOSE "item:int traceId:String@CONTEXT "
        "spanId:String@CONTEXT";
    static const char named[] =
        "shop.Work! " TIMED WHOSE "trace:String@CONTEXT span:String@CONTEXT";
    static const char text[] =
        "shop.Work! " TIMED WHOSE "what:String order:String@CONTEXT";
    static const char number[] =
        "shop.Work! " TIMED WHOSE "spanId:long@CONTEXT";

    (void)state;
    assert_event(ids, "shop.Work",
                 "1001 7 1 0 5 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "+1 0 main  for=7" AS);
    assert_event(named, "shop.Work",
                 "1001 7 1 0 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "+1 0 main  for=7" AS);
    assert_event(text, "shop.Work",
                 "1001 7 1 0 'b7ad6b7169203332' 'at " TRACE
                 "/b7ad6b7169203331'",
                 "activation", "+1 0 main  for=7" AS);
    assert_event(number, "shop.Work", "1001 7 1 0 42", "activation",
                 "+1 0 main  for=7 span=2a");
    /* one id of two */
    assert_event(ids, "shop.Work", "1001 7 1 0 5 '" TRACE "' -", "activation",
                 "+1 0 main  for=7 trace=af7651916cd43dd8448eb211c80319c");
    assert_event(ids, "shop.Work", "1001 7 1 0 5 - 'b7ad6b7169203331'",
                 "activation", "+1 0 main  for=7 span=b7ad6b7169203331");
    /* without a valid id, or without a duration */
    assert_event(text, "shop.Work", "1001 7 1 0 'b7ad6b7169203331' 'order 7'",
                 "activation", "");
    assert_event(ids, "shop.Work",
                 "1001 0 1 0 5 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "");
}

static void a_field_that_is_no_context_says_for_nobody(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "shop.Work! " TIMED WHOSE "traceId:String spanId:String");
    put_event(&r, "shop.Work", "1001 7 1 0 '" TRACE "' 'b7ad6b7169203331'");
    end_chunk(&r);
    load_bytes(&l, r.all.p, r.all.n);
    assert_null(find_kind(&l, "activation"));
    input_clear(&l.in);
}

static void an_attached_context_rules_until_the_next(void **state)
{
    static const char types[] = "otel.ContextAttached! startTime:long@TICKS "
                                "eventThread:java.lang.Thread* "
                                "traceId:String spanId:String";

    (void)state;
    assert_event(types, "otel.ContextAttached",
                 "1001 1 '" TRACE "' 'b7ad6b7169203331'", "activation",
                 "+1 0 main  for=-1" AS);
    assert_event(types, "otel.ContextAttached", "1001 1 - -", "activation",
                 "+1 0 main  for=-1"); /* works for no span */
    assert_event(types, "otel.ContextAttached", "1001 1 '" TRACE "' -",
                 "activation", "+1 0 main  for=-1");
}

static void a_tag_is_ids_if_they_stand_there(void **state)
{
    static const char types[] =
        "profiler.Span! " TIMED "eventThread:java.lang.Thread* tag:String*";
    static const struct {
        const char *tag, *want;
    } cases[] = {
        { "b7ad6b7169203331", "+1 0 main  for=7 span=b7ad6b7169203331" },
        { TRACE, "+1 0 main  for=7 trace=af7651916cd43dd8448eb211c80319c" },
        { "00-" TRACE "-b7ad6b7169203331-01", "+1 0 main  for=7" AS },
        { "GET /cart", "" },
        { "b7ad6b716920333", "" },   /* one digit short */
        { "b7ad6b71692033312", "" }, /* one too many */
        { "", "" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static recording r;
        char constants[128];
        loaded l;
        r.all.n = 0;
        begin_java(&r, types);
        snprintf(constants, sizeof constants, "java.lang.String: 5 '%s'",
                 cases[i].tag);
        put_constants(&r, constants);
        put_event(&r, "profiler.Span", "1001 7 1 5");
        end_chunk(&r);
        load_recording(&l, &r);
        assert_rows(&l, "activation", cases[i].want);
        input_clear(&l.in);
    }
}

/* A thread, and whether there is code of virtual threads. */
static void assert_tagged(const char *thread, bool with_virtual,
                          const char *want)
{
    static recording r;
    char constants[256];
    loaded l;

    r.all.n = 0;
    begin_java(&r, "profiler.Span! " TIMED
                   "eventThread:java.lang.Thread* tag:String*");
    snprintf(constants, sizeof constants,
             "java.lang.String: 5 'b7ad6b7169203331'|"
             "java.lang.Thread: 9 'w' 4244 '%s' 9|"
             "jdk.types.Symbol: 20 'java/lang/%s'|java.lang.Class: 9 20 0",
             thread, with_virtual ? "VirtualThread" : "Thread");
    put_constants(&r, constants);
    put_event(&r, "profiler.Span", "1001 7 9 5");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "activation", want);
    assert_int_equal(said(&l, "span events on carriers of virtual threads are "
                              "ignored; they tie no sample") != NULL,
                     *want == 0);
    input_clear(&l.in);
}

static void a_tag_on_a_carrier_of_virtual_threads_is_of_nobody(void **state)
{
    (void)state;
    assert_tagged("ForkJoinPool-1-worker-3", true, "");
    assert_tagged("ForkJoinPool-1-worker-3", false,
                  "+1 0 ForkJoinPool-1-worker-3  for=7 "
                  "span=b7ad6b7169203331");
    assert_tagged("ForkJoinPool.commonPool-worker-3", true,
                  "+1 0 ForkJoinPool.commonPool-worker-3  for=7 "
                  "span=b7ad6b7169203331");
    assert_tagged("http-1", true, "+1 0 http-1  for=7 span=b7ad6b7169203331");
}

static void a_timeline_knows_no_trace(void **state)
{
    (void)state;
    assert_event("datadog.Timeline! " TIMED WHOSE
                 "localRootSpanId:long spanId:long",
                 "datadog.Timeline", "1001 7 1 0 -1 5", "activation",
                 "+1 0 main  for=7 span=5 root=ffffffffffffffff");
    assert_event("datadog.Timeline! " TIMED WHOSE
                 "localRootSpanId:long spanId:long",
                 "datadog.Timeline", "1001 0 1 0 -1 5", "activation", "");
    assert_event("datadog.Endpoint! " TIMED WHOSE
                 "endpoint:String operation:String localRootSpanId:long",
                 "datadog.Endpoint", "1001 7 1 0 'GET /' 'servlet' 8",
                 "activation", "+1 0 main  for=7 root=8");
    assert_event("datadog.Endpoint! " TIMED WHOSE
                 "endpoint:String operation:String localRootSpanId:long",
                 "datadog.Endpoint", "1001 7 1 0 'GET /' 'servlet' 0",
                 "activation", "");
}

static void a_span_is_a_span(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "io.opentelemetry.trace.Span! " TIMED WHOSE
                   "operationName:String traceId:String parentId:String "
                   "spanId:String");
    put_event(&r, "io.opentelemetry.trace.Span",
              "1001 700 1 0 'GET /cart' '" TRACE "' 'b7ad6b7169203330' "
              "'b7ad6b7169203331'");
    put_event(&r, "io.opentelemetry.trace.Span",
              "1002 700 1 0 'bad' '" TRACE "' - '0000000000000000'");
    put_event(&r, "io.opentelemetry.trace.Span",
              "1003 700 1 0 'root' '" TRACE "' '0000000000000000' "
              "'b7ad6b7169203339'");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(l.in.span.n, 3); /* and the nil one */
    const span_row *s = &l.in.span.v[1];
    assert_true(s->id == UINT64_C(0xb7ad6b7169203331));
    assert_true(s->parent == UINT64_C(0xb7ad6b7169203330));
    assert_true(s->trace.lo == UINT64_C(0x8448eb211c80319c));
    assert_int_equal(s->start.ns, START + 1);
    assert_int_equal(s->end.ns, START + 701);
    assert_true(corr_str_is(input_text(&l.in, s->name), "GET /cart"));
    assert_int_equal(s->thread, 0); /* the one that ended it */
    assert_int_equal(s->flags & CORR_SPAN_RECORDED, CORR_SPAN_RECORDED);
    assert_int_equal(l.in.span.v[2].parent, 0);
    input_clear(&l.in);
}

/* ---- numbers over time ---------------------------------------------------------------- */

static double last_of(const loaded *l, const char *name)
{
    double value = -1;

    for (size_t i = 0; i < l->in.point.n; i++) {
        const point_row *p = &l->in.point.v[i];
        if (corr_str_is(input_text(&l->in, l->in.series.v[p->series].name),
                        name))
            value = p->value;
    }
    return value;
}

static void loads_and_heaps_are_series(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.types.GCWhen when:String;"
                   "jdk.CPULoad! startTime:long@TICKS jvmUser:float "
                   "jvmSystem:float machineTotal:float;"
                   "jdk.ThreadCPULoad! startTime:long@TICKS "
                   "eventThread:java.lang.Thread* user:float system:float;"
                   "jdk.GCHeapSummary! startTime:long@TICKS gcId:int "
                   "when:jdk.types.GCWhen* heapUsed:long");
    put_constants(&r, "jdk.types.GCWhen: 0 'Before GC'; 1 'After GC'");
    put_event(&r, "jdk.CPULoad", "1001 f0.25 f0.5 f1");
    put_event(&r, "jdk.CPULoad", "1002 x7fc00000 x7f800000 f1");
    put_event(&r, "jdk.ThreadCPULoad", "1001 2 f0.25 f0.5");
    put_event(&r, "jdk.GCHeapSummary", "1001 3 0 1000");
    put_event(&r, "jdk.GCHeapSummary", "1002 3 1 400");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_true(last_of(&l, "jvm_user") == 0); /* no number */
    assert_true(last_of(&l, "jvm_system") == 0);
    assert_true(last_of(&l, "machine") == 1);
    assert_true(last_of(&l, "thread_cpu") == 0.75);
    assert_true(last_of(&l, "heap_after_gc") == 400);
    assert_int_equal(l.in.point.n, 8);
    input_clear(&l.in);
}

static void throttling_of_the_container_is_counted(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.ContainerCPUThrottling! startTime:long@TICKS "
                   "cpuElapsedSlices:long cpuThrottledSlices:long "
                   "cpuThrottledTime:long");
    /* no quota */
    put_event(&r, "jdk.ContainerCPUThrottling", "1001 0 0 0");
    put_event(&r, "jdk.ContainerCPUThrottling", "1002 600 14 1400000000");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(l.in.point.n, 3);
    assert_true(last_of(&l, "container_periods") == 600);
    assert_true(last_of(&l, "container_throttled_periods") == 14);
    assert_true(last_of(&l, "container_throttled") == 1.4e9);
    input_clear(&l.in);
}

static void a_load_that_is_not_told_is_no_point(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.CPULoad! startTime:long@TICKS jvmUser:float;"
                   "jdk.ThreadCPULoad! startTime:long@TICKS "
                   "eventThread:java.lang.Thread* user:float");
    put_event(&r, "jdk.CPULoad", "1001 f0.25");
    put_event(&r, "jdk.ThreadCPULoad", "1001 2 f0.5");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(l.in.point.n, 2);
    assert_true(last_of(&l, "jvm_user") == 0.25);
    assert_true(last_of(&l, "thread_cpu") == 0.5);
    input_clear(&l.in);
}

static void what_the_recorder_lost_is_said(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.DataLoss! startTime:long@TICKS amount:long total:long;"
                   "jdk.CPUTimeSamplesLost! startTime:long@TICKS "
                   "lostSamples:int eventThread:java.lang.Thread*");
    put_event(&r, "jdk.DataLoss", "1001 500 900");
    put_event(&r, "jdk.CPUTimeSamplesLost", "1001 3 1");
    put_event(&r, "jdk.CPUTimeSamplesLost", "1001 -3 1");
    put_event(&r, "jdk.CPUTimeSamplesLost", "1001 40 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(l.in.lost.bytes, 500);
    assert_int_equal(l.in.lost.events, 43);
    assert_non_null(said(&l, "the recorder lost 43 CPU samples; queues were "
                             "full (jdk.CPUTimeSamplesLost)"));
    assert_non_null(
        said(&l, "the recorder lost data; buffers were full (jdk.DataLoss)"));
    input_clear(&l.in);
}

/* ---- who was recorded -------------------------------------------------------------------- */

/* "service instance version host pid" of the recorded process. */
static const char *who(const char *event, const char *values)
{
    static recording r;
    static char text[512];
    loaded l;

    r.all.n = 0;
    begin_java(&r, "jdk.JVMInformation! startTime:long@TICKS jvmName:String "
                   "jvmVersion:String jvmArguments:String pid:long;"
                   "jdk.InitialSystemProperty! startTime:long@TICKS "
                   "key:String value:String;"
                   "jdk.InitialEnvironmentVariable! startTime:long@TICKS "
                   "key:String value:String");
    put_event(&r, event, values);
    end_chunk(&r);
    load_recording(&l, &r);
    const proc_row *p = &l.in.proc.v[l.in.process.owner];
    snprintf(text, sizeof text, "%.*s %.*s %.*s %.*s %lld",
             CORR_STR_ARG(input_text(&l.in, p->service)),
             CORR_STR_ARG(input_text(&l.in, p->instance)),
             CORR_STR_ARG(input_text(&l.in, p->version)),
             CORR_STR_ARG(input_text(&l.in, p->host)), (long long)p->pid);
    input_clear(&l.in);
    return text;
}

static void a_process_is_who_it_was_told_to_be(void **state)
{
    (void)state;
    assert_string_equal(
        who("jdk.JVMInformation",
            "1001 'OpenJDK' 'OpenJDK VM (17.0.15+6) for linux' "
            "'-Xmx1g -Dotel.service.name=cart -Ddd.version=1.2 -Dx' 4711"),
        "cart  1.2  4711");
    assert_string_equal(
        who("jdk.InitialSystemProperty",
            "1001 'otel.resource.attributes' 'service.name=cart, "
            "service.instance.id=c-1,service.version=3,host.name=h=1'"),
        "cart c-1 3 h=1 0");
    assert_string_equal(
        who("jdk.InitialEnvironmentVariable",
            "1001 'OTEL_RESOURCE_ATTRIBUTES' 'service.name=cart,broken,x='"),
        "cart    0");
    assert_string_equal(
        who("jdk.InitialEnvironmentVariable", "1001 'DD_SERVICE' 'shop'"),
        "shop    0");
    assert_string_equal(
        who("jdk.InitialEnvironmentVariable", "1001 'SECRET_TOKEN' 'hunter2'"),
        "    0");
}

static void nothing_else_of_the_environment_is_kept(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.InitialEnvironmentVariable! startTime:long@TICKS "
                   "key:String value:String");
    put_event(&r, "jdk.InitialEnvironmentVariable",
              "1001 'SECRET_TOKEN' 'hunter2'");
    end_chunk(&r);
    load_recording(&l, &r);
    for (size_t i = 0; i + 1 < l.in.text_at.n; i++) {
        const corr_str s = input_text(&l.in, (uint32_t)i);
        assert_false(corr_str_is(s, "hunter2"));
        assert_false(corr_str_is(s, "SECRET_TOKEN"));
    }
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_for_a_lock_says_whose_it_was),
        cmocka_unit_test(a_wait_may_carry_ids_of_its_own),
        cmocka_unit_test(parked_sleeping_and_waiting_threads_are_told_apart),
        cmocka_unit_test(a_thread_that_waits_for_memory_is_stalled),
        cmocka_unit_test(input_and_output_say_with_whom_and_how_much),
        cmocka_unit_test(a_duration_is_in_the_chunks_ticks),
        cmocka_unit_test(a_threshold_says_that_shorter_ones_were_not_recorded),
        cmocka_unit_test(settings_that_change_within_a_chunk_hold_from_then_on),
        cmocka_unit_test(a_sampler_that_is_switched_off_is_known_to_be),
        cmocka_unit_test(waits_that_were_switched_off_are_known_to_be_missing),
        cmocka_unit_test(a_pause_has_the_name_and_cause_of_its_collection),
        cmocka_unit_test(only_operations_at_a_safepoint_stop_all_threads),
        cmocka_unit_test(what_threads_are_stopped_for_waits_for_the_last),
        cmocka_unit_test(a_scope_is_an_activation_as_long_as_it_lasts),
        cmocka_unit_test(scopes_have_another_name_too),
        cmocka_unit_test(any_event_with_a_field_of_context_is_an_activation),
        cmocka_unit_test(a_field_that_is_no_context_says_for_nobody),
        cmocka_unit_test(an_attached_context_rules_until_the_next),
        cmocka_unit_test(a_tag_is_ids_if_they_stand_there),
        cmocka_unit_test(a_tag_on_a_carrier_of_virtual_threads_is_of_nobody),
        cmocka_unit_test(a_timeline_knows_no_trace),
        cmocka_unit_test(a_span_is_a_span),
        cmocka_unit_test(loads_and_heaps_are_series),
        cmocka_unit_test(throttling_of_the_container_is_counted),
        cmocka_unit_test(a_load_that_is_not_told_is_no_point),
        cmocka_unit_test(what_the_recorder_lost_is_said),
        cmocka_unit_test(a_process_is_who_it_was_told_to_be),
        cmocka_unit_test(nothing_else_of_the_environment_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
