/*
 * The table of events that commands ask for.
 */
#include "jfr/jfr.h"

#define ROW(event, take, kind, unit, flags, wait, is_setting, weight)          \
    {                                                                          \
        event, take, kind, unit, flags, wait, is_setting, weight               \
    }
#define SAMPLE(event, take, kind, flags)                                       \
    ROW(event, take, kind, CORR_NS, flags, CORR_WAIT_NONE, false, 0)
#define AMOUNT(event, kind, flags)                                             \
    ROW(event, jfr_take_amount, kind, CORR_BYTES, flags, CORR_WAIT_NONE,       \
        false, JFR_BIT(F_SIZE) | JFR_BIT(F_TLAB) | JFR_BIT(F_WEIGHT))
/* Counts events, for example objects whose size the type lacks. */
#define COUNTED(event, kind, flags)                                            \
    ROW(event, jfr_take_amount, kind, CORR_COUNT, flags, CORR_WAIT_NONE,       \
        false, 0)
#define INTERVAL(event, take, kind, wait)                                      \
    ROW(event, take, kind, CORR_NS, CORR_KIND_INTERVAL, wait, false, 0)
#define WAIT(event, kind, wait) INTERVAL(event, jfr_take_wait, kind, wait)
#define CONTEXT(event, take)                                                   \
    SAMPLE(event, take, "activation", CORR_KIND_INTERVAL | CORR_KIND_CONTEXT)
#define FACT(event, take)                                                      \
    ROW(event, take, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, false, 0)
#define SETTING(event, take)                                                   \
    ROW(event, take, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, true, 0)

static const jfr_meaning meanings[] = {
    /* in the order of enum jfr_sampled_by */
    SAMPLE("jdk.ExecutionSample", jfr_take_sample, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.ExecutionSample", jfr_take_sample, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.ExecutionSample", jfr_take_sample, "wall", 0),
    SAMPLE("jdk.CPUTimeSample", jfr_take_cpu_time, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.NativeMethodSample", jfr_take_sample, "native", CORR_KIND_FEW),
    SAMPLE("profiler.WallClockSample", jfr_take_batch, "wall", 0),
    SAMPLE("datadog.ExecutionSample", jfr_take_datadog, "cpu",
           CORR_KIND_DEFAULT),
    SAMPLE("datadog.MethodSample", jfr_take_datadog, "wall", 0),

    AMOUNT("jdk.ObjectAllocationInNewTLAB", "alloc_bytes", 0),
    AMOUNT("jdk.ObjectAllocationOutsideTLAB", "alloc_bytes", 0),
    AMOUNT("jdk.ObjectAllocationSample", "alloc_bytes", 0),
    AMOUNT("datadog.ObjectSample", "alloc_bytes", 0),
    AMOUNT("jdk.OldObjectSample", "live_bytes",
           CORR_KIND_SNAPSHOT | CORR_KIND_PICKED),
    COUNTED("jdk.OldObjectSample", "live_count",
            CORR_KIND_SNAPSHOT | CORR_KIND_PICKED),
    AMOUNT("profiler.LiveObject", "live_bytes", CORR_KIND_SNAPSHOT),
    AMOUNT("datadog.HeapLiveObject", "live_bytes", CORR_KIND_SNAPSHOT),
    AMOUNT("profiler.Malloc", "malloc", 0),
    AMOUNT("datadog.NativeMemoryAllocation", "malloc", 0),

    WAIT("jdk.JavaMonitorEnter", "lock", CORR_WAIT_LOCK),
    WAIT("profiler.NativeLock", "lock", CORR_WAIT_LOCK),
    WAIT("jdk.ThreadPark", "park", CORR_WAIT_PARK),
    WAIT("jdk.JavaMonitorWait", "wait", CORR_WAIT_PARK),
    INTERVAL("jdk.ZAllocationStall", jfr_take_stall, "stall", CORR_WAIT_PARK),
    WAIT("jdk.ThreadSleep", "sleep", CORR_WAIT_SLEEP),
    WAIT("jdk.SocketRead", "io", CORR_WAIT_SOCKET),
    WAIT("jdk.SocketWrite", "io", CORR_WAIT_SOCKET),
    WAIT("datadog.NativeSocketEvent", "io", CORR_WAIT_SOCKET),
    WAIT("jdk.FileRead", "io", CORR_WAIT_FILE),
    WAIT("jdk.FileWrite", "io", CORR_WAIT_FILE),
    WAIT("jdk.FileForce", "io", CORR_WAIT_FILE),
    WAIT("jdk.VirtualThreadPinned", "pinned", CORR_WAIT_NONE),
    WAIT("datadog.QueueTime", "queue", CORR_WAIT_NONE),
    WAIT("jdk.MethodTrace", "method", CORR_WAIT_NONE),
    INTERVAL("jdk.GCPhasePause", jfr_take_pause, "gc", CORR_WAIT_PAUSE),
    INTERVAL("jdk.ExecuteVMOperation", jfr_take_operation, "safepoint",
             CORR_WAIT_PAUSE),
    INTERVAL("jdk.SafepointBegin", jfr_take_stop, "time_to_safepoint",
             CORR_WAIT_PAUSE),

    COUNTED("jdk.JavaExceptionThrow", "exception", 0),
    COUNTED("jdk.JavaErrorThrow", "exception", 0),
    COUNTED("datadog.ExceptionSample", "exception", 0),
    COUNTED("jdk.ThreadStart", "thread_start", 0),

    CONTEXT("io.opentelemetry.context.Scope", jfr_take_scope),
    CONTEXT("otel.Scope", jfr_take_scope),
    CONTEXT("otel.ContextAttached", jfr_take_attached),
    CONTEXT("profiler.Span", jfr_take_tagged),
    CONTEXT("datadog.Timeline", jfr_take_timeline),
    CONTEXT("datadog.Endpoint", jfr_take_timeline),
    /* stands for any event with a field of this annotation */
    CONTEXT("jdk.jfr.Contextual", jfr_take_context),
    FACT("io.opentelemetry.trace.Span", jfr_take_span),
    FACT("otel.Span", jfr_take_span),

    FACT("jdk.CPULoad", jfr_take_load),
    FACT("jdk.ThreadCPULoad", jfr_take_thread_load),
    FACT("jdk.GCHeapSummary", jfr_take_heap),
    FACT("jdk.ContainerCPUThrottling", jfr_take_throttling),
    FACT("jdk.DataLoss", jfr_take_loss),
    FACT("jdk.CPUTimeSamplesLost", jfr_take_loss),

    SETTING("jdk.ActiveSetting", jfr_take_setting),
    SETTING("jdk.ActiveRecording", jfr_take_recording),
    SETTING("datadog.DatadogProfilerConfig", jfr_take_config),
    SETTING("jdk.CPUInformation", jfr_take_hardware),
    SETTING("jdk.JVMInformation", jfr_take_jvm),
    SETTING("jdk.InitialSystemProperty", jfr_take_property),
    SETTING("jdk.InitialEnvironmentVariable", jfr_take_property),
    SETTING("jdk.GarbageCollection", jfr_take_collection),
};

#define COUNT (sizeof meanings / sizeof *meanings)

_Static_assert(COUNT <= JFR_KINDS, "a place for the kind of each meaning");

uint32_t jfr_place(const jfr_meaning *m)
{
    return (uint32_t)(m - meanings);
}

const jfr_meaning *jfr_meaning_at(uint32_t i)
{
    return i < COUNT ? &meanings[i] : NULL;
}

const jfr_meaning *jfr_meaning_of(corr_str event)
{
    for (size_t i = 0; i < COUNT; i++)
        if (corr_str_is(event, meanings[i].event))
            return &meanings[i];
    return NULL;
}

const jfr_meaning *jfr_meaning_with(const jfr_meaning *m, uint64_t fields)
{
    const jfr_meaning *other = jfr_meaning_at(jfr_place(m) + 1);

    return m->weight && !(fields & m->weight) && other &&
                   strcmp(other->event, m->event) == 0
               ? other
               : m;
}

const char *jfr_rival_name(const jfr_meaning *m)
{
    static const char *const names[][2] = {
        { "jdk.ExecutionSample", "runnable" },
        { "datadog.ExecutionSample", "cpu_sampled" },
        { "jdk.ObjectAllocationSample", "alloc_sampled" },
        { "jdk.JavaErrorThrow", "error" },
    };

    if (m == &meanings[JFR_BY_TIMER])
        return "cpu_sampled";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(m->event, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}
