/* Which event means what: by name, whatever its number in the chunk. */
#include "jfr/jfr.h"

#define SAMPLE(event, take, kind, flags)                                       \
    {                                                                          \
        event, take, kind, CORR_NS, flags, CORR_WAIT_NONE, false, 0            \
    }
#define AMOUNT(event, kind, flags)                                             \
    {                                                                          \
        event, jfr_take_amount, kind, CORR_BYTES, flags, CORR_WAIT_NONE,       \
            false, JFR_BIT(F_SIZE) | JFR_BIT(F_TLAB) | JFR_BIT(F_WEIGHT)       \
    }
/* Of an amount that the type does not tell there are at least so many. */
#define OBJECTS(event, kind, flags)                                            \
    {                                                                          \
        event, jfr_take_amount, kind, CORR_COUNT, flags, CORR_WAIT_NONE,       \
            false, 0                                                           \
    }
#define ONE(event, kind)                                                       \
    {                                                                          \
        event, jfr_take_one, kind, CORR_COUNT, 0, CORR_WAIT_NONE, false, 0     \
    }
#define WAIT(event, kind, wait)                                                \
    {                                                                          \
        event, jfr_take_wait, kind, CORR_NS, CORR_KIND_INTERVAL, wait, false,  \
            0                                                                  \
    }
#define STALL(event, kind)                                                     \
    {                                                                          \
        event, jfr_take_stall, kind, CORR_NS, CORR_KIND_INTERVAL,              \
            CORR_WAIT_PARK, false, 0                                           \
    }
#define PAUSE(event, take, kind)                                               \
    {                                                                          \
        event, take, kind, CORR_NS, CORR_KIND_INTERVAL, CORR_WAIT_PAUSE,       \
            false, 0                                                           \
    }
#define CONTEXT(event, take)                                                   \
    {                                                                          \
        event, take, "activation", CORR_NS,                                    \
            CORR_KIND_INTERVAL | CORR_KIND_CONTEXT, CORR_WAIT_NONE, false, 0   \
    }
#define FACT(event, take)                                                      \
    {                                                                          \
        event, take, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, false, 0             \
    }
#define SETTING(event, take)                                                   \
    {                                                                          \
        event, take, NULL, CORR_COUNT, 0, CORR_WAIT_NONE, true, 0              \
    }

static const jfr_meaning meanings[] = {
    /* HotSpot's, and async-profiler's of two engines (enum jfr_sampled_by) */
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
    PAUSE("jdk.GCPhasePause", jfr_take_pause, "gc"),
    PAUSE("jdk.ExecuteVMOperation", jfr_take_operation, "safepoint"),
    PAUSE("jdk.SafepointBegin", jfr_take_stop, "time_to_safepoint"),

    ONE("jdk.JavaExceptionThrow", "exception"),
    ONE("jdk.JavaErrorThrow", "exception"),
    ONE("datadog.ExceptionSample", "exception"),
    ONE("jdk.ThreadStart", "thread_start"),

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

static corr_kind_row kind_row_of(const jfr_meaning *m)
{
    return (corr_kind_row){ .name = corr_str_of(m->kind),
                            .type = corr_str_of(m->event),
                            .unit = m->unit,
                            .flags = m->flags,
                            .wait = m->wait };
}

corr_kind jfr_kind(jfr *j, const jfr_meaning *m)
{
    const uint32_t at = jfr_place(m);

    if (!j->file->kind[at].i) {
        j->file->kind_row[at] = kind_row_of(m);
        j->file->kind[at] = corr_add_kind(j->b, &j->file->kind_row[at]);
    }
    return j->file->kind[at];
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

/* Under the name that it has, or may turn out to have. */
static bool is_wanted(const jfr *j, const jfr_meaning *m, corr_kind_row row)
{
    const char *other = jfr_rival_name(m);

    if (corr_want_kind(j->want, &row))
        return true;
    if (!other)
        return false;
    row.name = corr_str_of(other);
    return corr_want_kind(j->want, &row);
}

bool jfr_keeps(jfr *j, const jfr_meaning *m)
{
    uint8_t *keeps = &j->file->keeps[jfr_place(m)];

    if (!*keeps) {
        jfr_kind(j, m);
        *keeps = is_wanted(j, m, j->file->kind_row[jfr_place(m)]) ? 1 : 2;
    }
    return *keeps == 1;
}

bool jfr_would_keep(const jfr *j, const jfr_meaning *m)
{
    return is_wanted(j, m, kind_row_of(m));
}

static void sum(jfr *j, const jfr_meaning *m, const corr_sample_row *row)
{
    corr_sums *s = &j->file->sums[jfr_place(m)];
    const int64_t obs = row->obs;
    const bool request = row->root || (row->trace.hi | row->trace.lo);

    s->rows++;
    s->obs = corr_sum(s->obs, obs);
    s->value = corr_sum(s->value, row->value);
    s->with_span = corr_sum(s->with_span, row->span ? obs : 0);
    s->with_trace = corr_sum(s->with_trace, row->span || request ? obs : 0);
    s->with_time = corr_sum(s->with_time, row->time != CORR_NO_TIME ? obs : 0);
    s->with_thread = corr_sum(s->with_thread, row->thread.i ? obs : 0);
}

void jfr_add(jfr *j, const jfr_meaning *m, const corr_sample_row *row)
{
    if (jfr_keeps(j, m))
        corr_add_sample(j->b, row);
    else
        sum(j, m, row);
}

static void leave(jfr *j, const jfr_meaning *m)
{
    const int64_t ticks = jfr_number(&j->record, F_START, INT64_MIN);

    j->last_ticks = ticks > j->last_ticks ? ticks : j->last_ticks;
    jfr_leave_time(j, m, jfr_when(j, F_START));
    if (j->with_labels)
        jfr_leave_thread(j, jfr_number(&j->record, F_THREAD, 0));
}

void jfr_add_weight(jfr *j, const jfr_meaning *m)
{
    corr_sums *s = &j->file->sums[jfr_place(m)];
    const jfr_record *r = &j->record;
    const bool span = jfr_number(r, F_SPAN, 0) != 0;

    s->rows++;
    s->obs++;
    s->with_time++; /* events of samples have one */
    s->value = corr_sum(s->value, jfr_amount(r));
    jfr_labels_of(j); /* counts what is missing */
    if (j->leaves)
        leave(j, m);
    s->with_thread += jfr_number(r, F_THREAD, 0) != 0;
    s->with_span += span;
    s->with_trace += span || jfr_number(r, F_ROOT, 0) != 0 ||
                     jfr_number(r, F_TRACE_HI, 0) != 0 ||
                     jfr_number(r, F_TRACE_LO, 0) != 0;
}

void jfr_pass_sums(jfr *j)
{
    for (uint32_t i = 0; i < JFR_KINDS; i++)
        if (j->file->sums[i].rows)
            corr_add_sums(j->b, j->file->kind[i], &j->file->sums[i]);
}

/* ---- values of the record at hand -------------------------------------------------- */

corr_str jfr_word(jfr *j, jfr_slot s)
{
    return jfr_has(&j->record, s) ? jfr_text(j, &j->record, s)
                                  : (corr_str){ "", 0 };
}

int64_t jfr_when(const jfr *j, jfr_slot s)
{
    const jfr_record *r = &j->record;

    return jfr_has(r, s)
               ? jfr_ns(&j->k.h, jfr_field_of(r, s)->unit, r->slot[s].n)
               : CORR_NO_TIME;
}

int64_t jfr_length(const jfr *j, jfr_slot s)
{
    const int64_t ns = jfr_when(j, s);

    return ns > 0 ? ns : 0;
}

double jfr_real(const jfr_record *r, jfr_slot s)
{
    if (!jfr_has(r, s))
        return 0;
    const double x = r->slot[s].real;
    return x == x && x - x == 0 ? x : 0; /* NaN and infinities are nothing */
}
