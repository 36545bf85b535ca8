/*
 * The table of events that commands ask for.
 */
#include "jfr/jfr_meaning.h"

#include "jfr/jfr_types.h"

#define SAMPLE(event, as, kind, flags)                                         \
    {                                                                          \
        event, as, kind, CORR_NS, flags, CORR_WAIT_NONE, false, 0              \
    }
#define AMOUNT(event, kind, flags)                                             \
    {                                                                          \
        event, JFR_AS_AMOUNT, kind, CORR_BYTES, flags, CORR_WAIT_NONE, false,  \
            JFR_BIT(F_SIZE) | JFR_BIT(F_TLAB) | JFR_BIT(F_WEIGHT)              \
    }
/* Counts objects, if the type has no size of them. */
#define OBJECTS(event, kind, flags)                                            \
    {                                                                          \
        event, JFR_AS_AMOUNT, kind, CORR_COUNT, flags, CORR_WAIT_NONE, false,  \
            0                                                                  \
    }
#define ONE(event, kind)                                                       \
    {                                                                          \
        event, JFR_AS_ONE, kind, CORR_COUNT, 0, CORR_WAIT_NONE, false, 0       \
    }
#define WAIT(event, kind, wait)                                                \
    {                                                                          \
        event, JFR_AS_WAIT, kind, CORR_NS, CORR_KIND_INTERVAL, wait, false, 0  \
    }
#define STALL(event, kind)                                                     \
    {                                                                          \
        event, JFR_AS_STALL, kind, CORR_NS, CORR_KIND_INTERVAL,                \
            CORR_WAIT_PARK, false, 0                                           \
    }
#define PAUSE(event, as, kind)                                                 \
    {                                                                          \
        event, as, kind, CORR_NS, CORR_KIND_INTERVAL, CORR_WAIT_PAUSE, false,  \
            0                                                                  \
    }
#define CONTEXT(event, as)                                                     \
    {                                                                          \
        event, as, "activation", CORR_NS,                                      \
            CORR_KIND_INTERVAL | CORR_KIND_CONTEXT, CORR_WAIT_NONE, false, 0   \
    }
#define FACT(event, as)                                                        \
    {                                                                          \
        event, as, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, false, 0               \
    }
#define SETTING(event, as)                                                     \
    {                                                                          \
        event, as, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, true, 0                \
    }

static const jfr_meaning meanings[] = {
    /* of HotSpot, and of async-profiler's two engines (enum jfr_sampled_by) */
    SAMPLE("jdk.ExecutionSample", JFR_AS_SAMPLE, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.ExecutionSample", JFR_AS_SAMPLE, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.ExecutionSample", JFR_AS_SAMPLE, "wall", 0),
    SAMPLE("jdk.CPUTimeSample", JFR_AS_CPU_TIME, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("jdk.NativeMethodSample", JFR_AS_SAMPLE, "native", CORR_KIND_FEW),
    SAMPLE("profiler.WallClockSample", JFR_AS_BATCH, "wall", 0),
    SAMPLE("datadog.ExecutionSample", JFR_AS_DATADOG, "cpu", CORR_KIND_DEFAULT),
    SAMPLE("datadog.MethodSample", JFR_AS_DATADOG, "wall", 0),

    AMOUNT("jdk.ObjectAllocationInNewTLAB", "alloc_bytes", 0),
    AMOUNT("jdk.ObjectAllocationOutsideTLAB", "alloc_bytes", 0),
    AMOUNT("jdk.ObjectAllocationSample", "alloc_bytes", 0),
    AMOUNT("datadog.ObjectSample", "alloc_bytes", 0),
    AMOUNT("jdk.OldObjectSample", "live_bytes",
           CORR_KIND_SNAPSHOT | CORR_KIND_PICKED),
    OBJECTS("jdk.OldObjectSample", "live_count",
            CORR_KIND_SNAPSHOT | CORR_KIND_PICKED),
    AMOUNT("profiler.LiveObject", "live_bytes", CORR_KIND_SNAPSHOT),
    AMOUNT("datadog.HeapLiveObject", "live_bytes", CORR_KIND_SNAPSHOT),
    AMOUNT("profiler.Malloc", "malloc", 0),
    AMOUNT("datadog.NativeMemoryAllocation", "malloc", 0),

    WAIT("jdk.JavaMonitorEnter", "lock", CORR_WAIT_LOCK),
    WAIT("profiler.NativeLock", "lock", CORR_WAIT_LOCK),
    WAIT("jdk.ThreadPark", "park", CORR_WAIT_PARK),
    WAIT("jdk.JavaMonitorWait", "wait", CORR_WAIT_PARK),
    STALL("jdk.ZAllocationStall", "stall"),
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
    PAUSE("jdk.GCPhasePause", JFR_AS_PAUSE, "gc"),
    PAUSE("jdk.ExecuteVMOperation", JFR_AS_OPERATION, "safepoint"),
    PAUSE("jdk.SafepointBegin", JFR_AS_STOP, "time_to_safepoint"),

    ONE("jdk.JavaExceptionThrow", "exception"),
    ONE("jdk.JavaErrorThrow", "exception"),
    ONE("datadog.ExceptionSample", "exception"),
    ONE("jdk.ThreadStart", "thread_start"),

    CONTEXT("io.opentelemetry.context.Scope", JFR_AS_SCOPE),
    CONTEXT("otel.Scope", JFR_AS_SCOPE),
    CONTEXT("otel.ContextAttached", JFR_AS_ATTACHED),
    CONTEXT("profiler.Span", JFR_AS_TAGGED),
    CONTEXT("datadog.Timeline", JFR_AS_TIMELINE),
    CONTEXT("datadog.Endpoint", JFR_AS_TIMELINE),
    /* stands for any event with a field of this annotation */
    CONTEXT("jdk.jfr.Contextual", JFR_AS_CONTEXT),
    FACT("io.opentelemetry.trace.Span", JFR_AS_SPAN),
    FACT("otel.Span", JFR_AS_SPAN),

    FACT("jdk.CPULoad", JFR_AS_LOAD),
    FACT("jdk.ThreadCPULoad", JFR_AS_THREAD_LOAD),
    FACT("jdk.GCHeapSummary", JFR_AS_HEAP),
    FACT("jdk.DataLoss", JFR_AS_LOSS),
    FACT("jdk.CPUTimeSamplesLost", JFR_AS_LOSS),

    SETTING("jdk.ActiveSetting", JFR_AS_SETTING),
    SETTING("jdk.ActiveRecording", JFR_AS_RECORDING),
    SETTING("datadog.DatadogProfilerConfig", JFR_AS_CONFIG),
    SETTING("jdk.CPUInformation", JFR_AS_HARDWARE),
    SETTING("jdk.JVMInformation", JFR_AS_JVM),
    SETTING("jdk.InitialSystemProperty", JFR_AS_PROPERTY),
    SETTING("jdk.InitialEnvironmentVariable", JFR_AS_PROPERTY),
    SETTING("jdk.GarbageCollection", JFR_AS_COLLECTION),
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
