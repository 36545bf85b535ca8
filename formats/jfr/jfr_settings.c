/*
 * Events that say how the rest was recorded, by HotSpot, by async-profiler, by
 * Datadog's profiler; and what follows from them for the kinds of samples.
 */
#include "jfr/jfr.h"

#include <stdio.h>

enum { MS = 1000000 };

/* The defaults of async-profiler. */
static const int64_t async_cpu = 10 * MS;
static const int64_t async_wall = 50 * MS;

/* "20 ms", "10ms", "1 s" in ns; 0: not a duration. */
static int64_t duration_of(corr_str s)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {
        { "ns", 1 },        { "us", 1000 },        { "ms", MS },
        { "s", 1000 * MS }, { "m", 60000LL * MS }, { "h", 3600000LL * MS },
    };
    size_t n = 0;
    int64_t count, ns;

    while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
        n++;
    const corr_str unit = corr_str_trim((corr_str){ s.p + n, s.n - n });
    if (!corr_str_i64((corr_str){ s.p, n }, &count))
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (corr_str_is(unit, units[i].name) &&
            !__builtin_mul_overflow(count, units[i].ns, &ns))
            return ns;
    return 0;
}

/* Passes each value of a setting to the builder once. */
static void pass_on(jfr *j, corr_str of, corr_str name, corr_str value)
{
    char text[3 * JFR_NAME];
    bool is_new;
    const int n = snprintf(text, sizeof text, "%.*s%s%.*s", CORR_STR_ARG(of),
                           of.n ? "#" : "", CORR_STR_ARG(name));

    if (n < 0 || n >= 2 * JFR_NAME)
        return;
    const size_t most = sizeof text - (size_t)n - 1;
    const size_t nvalue = value.n < most ? value.n : most;
    text[n] = '='; /* followed by enough of the value to distinguish it */
    if (nvalue)
        memcpy(text + n + 1, value.p, nvalue);
    if (!corr_map_bytes(&j->file->settings.passed_on, text,
                        (size_t)n + 1 + nvalue, &is_new))
        jfr_no_memory(j);
    else if (is_new)
        corr_add_setting(j->b, (corr_str){ text, (size_t)n }, value);
}

/* ---- HotSpot ------------------------------------------------------------- */

static void hotspot_setting(jfr *j, corr_str event, corr_str name,
                            corr_str value)
{
    const jfr_meaning *m = jfr_meaning_of(event);
    const int64_t ns = duration_of(value);

    if (!m || !m->kind)
        return;
    pass_on(j, event, name, value);
    if (corr_str_is(name, "period") && ns > 0)
        jfr_add_setting(j, jfr_place(m), JFR_PERIOD, ns);
    if (m->wait == CORR_WAIT_NONE && jfr_place(m) != JFR_BY_HOTSPOT)
        return;
    if (corr_str_is(name, "enabled"))
        jfr_add_setting(j, jfr_place(m), JFR_OFF, corr_str_is(value, "false"));
    else if (corr_str_is(name, "threshold"))
        jfr_add_setting(j, jfr_place(m), JFR_THRESHOLD, ns);
}

static uint32_t place_of_event(const char *event)
{
    return jfr_place(jfr_meaning_of(corr_str_of(event)));
}

/* Applies the settings in turn; the last one counts. */
static void take_periods(const jfr_settings *s, jfr_finest *f, int64_t *ns)
{
    for (uint32_t i = 0; i < s->n; i++)
        jfr_take_finest(f, s->v[i].value);
    if (s->n)
        *ns = f->ns;
}

void jfr_take_settings(jfr *j)
{
    jfr_how *how = &j->file->how;

    jfr_sort_settings(&j->file->settings);
    how->cpus = jfr_settings_of(&j->file->settings, JFR_BY_HOTSPOT, JFR_PERIOD);
    how->natives =
        jfr_settings_of(&j->file->settings, JFR_IN_NATIVE, JFR_PERIOD);
    take_periods(&how->cpus, &how->cpu, &how->cpu_ns[false]);
    take_periods(&how->natives, &how->native, &how->native_ns);
}

/* ---- async-profiler ------------------------------------------------------ */

/* Engines, and the events between their samples; 0: the interval is in ns, -1:
 * their samples are not of code. */
static const struct engine {
    const char *event;
    int64_t every;
} engines[] = {
    { "cpu", 0 },
    { "itimer", 0 },
    { "ctimer", 0 },
    { "wall", 0 },
    { "cycles", 1000000 },
    { "instructions", 1000000 },
    { "cpu-cycles", 1000000 },
    { "cache-misses", 1000 },
    { "branch-misses", 1000 },
    { "LLC-load-misses", 1000 },
    { "dTLB-load-misses", 1000 },
    { "context-switches", 2 },
    { "alloc", -1 },
    { "lock", -1 },
    { "nativemem", -1 },
    { "nativelock", -1 },
};

static void async_event(jfr *j, corr_str value)
{
    int64_t every = 1; /* each call of a method, each page fault */

    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (corr_str_is(value, engines[i].event))
            every = engines[i].every;
    if (every < 0)
        return;
    j->file->how.is_wall = corr_str_is(value, "wall");
    j->file->how.every = every;
}

static void take_wall(jfr *j, int64_t n)
{
    j->file->how.wall_ns = n > 0 ? n : async_wall;
    j->file->how.has_wall = true;
}

static void take_lock(jfr *j, int64_t n)
{
    jfr_history_of_kind *t =
        &j->file->settings.history[place_of_event("jdk.JavaMonitorEnter")];

    jfr_take_finest(&t->async, n);
    t->by_async |= n >= 0;
}

static void async_setting(jfr *j, corr_str name, corr_str value)
{
    int64_t n = 0;
    const bool is_number = corr_str_i64(value, &n);

    if (value.n == 0)
        return;
    pass_on(j, (corr_str){ "", 0 }, name, value);
    if (corr_str_is(name, "version"))
        snprintf(j->file->producer, sizeof j->file->producer,
                 "async-profiler %.*s", (int)(value.n < 40 ? value.n : 40),
                 value.p);
    else if (corr_str_is(name, "event"))
        async_event(j, value);
    else if (corr_str_is(name, "engine"))
        j->file->how.is_process_timer = corr_str_is(value, "itimer");
    else if (corr_str_is(name, "interval") && is_number) {
        j->file->how.cpu_ns[true] = n > 0 ? n : 0;
        j->file->how.is_default = n == 0;
    } else if (corr_str_is(name, "wall") && is_number && n >= 0)
        take_wall(j, n);
    else if (corr_str_is(name, "lock") && is_number)
        take_lock(j, n);
}

/* The setting names a type of this chunk by number; async-profiler uses the
 * number for a group of settings. */
void jfr_take_setting(jfr *j, const jfr_meaning *m)
{
    const int64_t id = jfr_number(&j->record, F_ID, -1);
    const jfr_type *of = jfr_type_of(&j->types, id);
    const corr_str name = jfr_word(j, F_NAME);
    const corr_str value = jfr_word(j, F_VALUE);

    (void)m;
    if (j->k.is_async)
        async_setting(j, name, value);
    else if (of)
        hotspot_setting(j, of->name, name, value);
}

void jfr_take_recording(jfr *j, const jfr_meaning *m)
{
    const corr_str name = jfr_word(j, F_NAME);

    (void)m;
    if (!j->file->producer[0] && corr_str_starts(name, "async-profiler"))
        jfr_keep_name(j->file->producer, name);
}

/* The value is in milliseconds, whatever the annotation is. */
void jfr_take_config(jfr *j, const jfr_meaning *m)
{
    const int64_t cpu = jfr_number(&j->record, F_CPU_INTERVAL, 0);
    const int64_t wall = jfr_number(&j->record, F_WALL_INTERVAL, 0);

    (void)m;
    if (cpu > 0 && cpu < INT32_MAX)
        j->file->how.cpu_ns[j->k.is_async] = cpu * MS;
    if (wall > 0 && wall < INT32_MAX)
        j->file->how.wall_ns = wall * MS;
    jfr_keep_name(j->file->producer, CORR_STR("Datadog profiler"));
}

/* The shortest interval of HotSpot's samples. */
static int64_t hotspot_ns(const jfr_how *how)
{
    const int64_t ns = how->cpu_ns[false];

    return how->cpu.ns == ns ? jfr_least_of(&how->cpu) : ns;
}

int64_t jfr_cpu_ns(const jfr_file *f)
{
    const int64_t *ns = f->how.cpu_ns;

    return ns[true] && (f->has_async || !ns[false]) ? ns[true]
                                                    : hotspot_ns(&f->how);
}

void jfr_forget_assumed(jfr_how *how)
{
    if (how->is_assumed)
        how->cpu_ns[true] = 0;
    how->is_assumed = false;
}

void jfr_assume(jfr *j)
{
    jfr_how *how = &j->file->how;
    int64_t *cpu = &how->cpu_ns[true];

    if (!j->k.is_async)
        return;
    if (!*cpu) {
        how->is_assumed = true;
        *cpu = how->is_wall ? async_wall : how->every ? how->every : async_cpu;
    }
    if (how->is_wall)
        how->wall_ns = *cpu;
    else if (!how->wall_ns)
        how->wall_ns = async_wall;
}

/* ---- the machine --------------------------------------------------------- */

void jfr_take_hardware(jfr *j, const jfr_meaning *m)
{
    char n[24];

    (void)m;
    snprintf(n, sizeof n, "%lld",
             (long long)jfr_number(&j->record, F_HARDWARE, 0));
    if (jfr_has(&j->record, F_HARDWARE))
        pass_on(j, (corr_str){ "", 0 }, CORR_STR("hwThreads"), corr_str_of(n));
}

/* ---- in the end ---------------------------------------------------------- */

static bool is_kind_met(const jfr *j, uint32_t place)
{
    return j->file->kinds.kind[place].i != 0;
}

static bool is_event_met(const jfr *j, const char *event)
{
    return is_kind_met(j, place_of_event(event));
}

static void settle_rival(jfr *j, uint32_t place)
{
    corr_kind_row *row = &j->file->kinds.row[place];

    row->name = corr_str_of(jfr_rival_name(jfr_meaning_at(place)));
    row->flags &= ~(unsigned)CORR_KIND_DEFAULT;
}

/* Chooses the best source of CPU time: a sampler of CPU time, then an agent's
 * sampler, then a sampler of runnable threads. */
static void settle_code_rivals(jfr *j)
{
    const bool timed = is_kind_met(j, JFR_BY_CPU_TIME);
    const bool agent = is_kind_met(j, JFR_BY_TIMER) && !j->file->how.every;

    if (timed && agent)
        settle_rival(j, JFR_BY_TIMER);
    if (timed && is_kind_met(j, JFR_BY_DATADOG))
        settle_rival(j, JFR_BY_DATADOG);
    if (timed || agent || is_kind_met(j, JFR_BY_DATADOG))
        settle_rival(j, JFR_BY_HOTSPOT);
}

/* Gives two names to two recordings of the same thing: one counts. */
static void settle_rivals(jfr *j)
{
    settle_code_rivals(j);
    if (is_event_met(j, "jdk.ObjectAllocationSample") &&
        (is_event_met(j, "jdk.ObjectAllocationInNewTLAB") ||
         is_event_met(j, "jdk.ObjectAllocationOutsideTLAB")))
        settle_rival(j, place_of_event("jdk.ObjectAllocationSample"));
    if (is_event_met(j, "jdk.JavaErrorThrow") &&
        is_event_met(j, "jdk.JavaExceptionThrow"))
        settle_rival(j, place_of_event("jdk.JavaErrorThrow"));
}

static bool has_code(const jfr *j)
{
    for (uint32_t i = 0; i < JFR_CODE_KINDS; i++)
        if (i != JFR_IN_NATIVE && is_kind_met(j, i))
            return true;
    return false;
}

/* Sets the period for samples of async-profiler's timer. */
static void settle_timer(jfr *j, corr_kind_row *kind)
{
    const jfr_how *how = &j->file->how;

    kind->period = how->cpu_ns[true];
    if (how->is_process_timer)
        kind->flags |= CORR_KIND_FEW;
    if (how->every || !kind->period)
        kind->unit = CORR_COUNT;
    if (how->every)
        kind->name = CORR_STR("samples");
}

/* Sets the period for kinds of code samples, whose rows weigh one period. */
static void settle_code(jfr *j)
{
    const jfr_how *how = &j->file->how;
    corr_kind_row *kind = j->file->kinds.row;
    corr_kind_row *sampled = &kind[JFR_BY_HOTSPOT];
    corr_kind_row *native = &kind[JFR_IN_NATIVE];

    sampled->period = hotspot_ns(how);
    sampled->flags |= CORR_KIND_FEW | CORR_KIND_RUNNABLE;
    if (!sampled->period)
        sampled->unit = CORR_COUNT;
    settle_timer(j, &kind[JFR_BY_TIMER]);
    kind[JFR_BY_WALL].period = how->wall_ns;
    native->period = jfr_least_of(&how->native);
    kind[JFR_BY_WALL_CLOCK].period = how->wall_ns;
    kind[JFR_BY_DATADOG].period = jfr_cpu_ns(j->file);
    kind[JFR_BY_DATADOG_WALL].period = how->wall_ns;
    if (!how->native_ns && !how->cpu_ns[false])
        native->unit = CORR_COUNT;
    if (!has_code(j))
        native->flags |= CORR_KIND_DEFAULT;
}

/* The length below which waits were never recorded, at any time. If both
 * recorders took waits, the smaller threshold counts. */
static int64_t not_recorded(const jfr_history_of_kind *t)
{
    const int64_t a = jfr_most_of(&t->threshold);
    const int64_t b = jfr_most_of(&t->async);

    return b && (!a || b < a) ? b : a;
}

/* Waits that were recorded but did not happen are known to be absent. */
static void settle_waits(jfr *j)
{
    const jfr_meaning *m;

    for (uint32_t i = 0; (m = jfr_meaning_at(i)); i++) {
        const jfr_history_of_kind *t = &j->file->settings.history[i];
        const int64_t threshold = not_recorded(t);
        if (m->wait == CORR_WAIT_NONE ||
            (threshold == 0 && !(t->was_on && m->take == jfr_take_wait)))
            continue;
        jfr_kind(j, m);
        j->file->kinds.row[i].threshold = threshold;
    }
}

/* Waits that async-profiler alone never records. */
static void settle_untaken(jfr *j)
{
    static const corr_wait never[] = { CORR_WAIT_FILE, CORR_WAIT_SLEEP,
                                       CORR_WAIT_SOCKET };
    bool is_met[CORR_WAIT_COUNT] = { false };
    const jfr_meaning *m;

    if (!j->file->has_async || j->file->clock.has_before[false] ||
        j->file->from == CORR_NO_TIME)
        return;
    for (uint32_t i = 0; (m = jfr_meaning_at(i)); i++)
        is_met[m->wait] |= is_kind_met(j, i);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (!is_met[never[i]])
            corr_add_untaken(j->b, never[i], j->file->from, j->file->to);
}

/* Reports assumed settings. Chunks that were cut out of a recording lack
 * settings: the first chunk has them. */
static void say_assumed(const jfr *j)
{
    const int64_t ns = jfr_cpu_ns(j->file);

    if (j->file->how.is_assumed && !j->file->how.is_default &&
        !j->file->how.every && has_code(j))
        corr_warn(j->b, CORR_NO_OFFSET,
                  "no sampling interval is recorded; corr assumes %lld ms "
                  "(async-profiler)",
                  (long long)(ns / MS));
}

static void say_changed(const jfr *j)
{
    const jfr_finest *cpu = &j->file->how.cpu;

    if (is_kind_met(j, JFR_BY_HOTSPOT) && jfr_least_of(cpu) != jfr_most_of(cpu))
        corr_note(j->b, "PERIOD_CHANGED",
                  "the sampling period varied from %g to %g ms; each sample "
                  "counts for its own",
                  (double)jfr_least_of(cpu) / MS,
                  (double)jfr_most_of(cpu) / MS);
}

static void say_states(const jfr *j)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < JFR_KINDS; i++)
        most =
            j->file->kinds.states[i] > most ? j->file->kinds.states[i] : most;
    if (most > 1)
        corr_note(j->b, "SNAPSHOTS",
                  "objects in use were recorded %u times; the last time counts",
                  most);
}

void jfr_settle(jfr *j)
{
    say_assumed(j);
    say_changed(j);
    say_states(j);
    settle_waits(j);
    settle_untaken(j);
    jfr_settle_asked(j);
    settle_code(j);
    settle_rivals(j);
    for (uint32_t i = 0; jfr_meaning_at(i); i++)
        if (j->file->kinds.kind[i].i)
            corr_set_kind(j->b, j->file->kinds.kind[i], &j->file->kinds.row[i]);
    jfr_settle_processes(j);
    if (!j->file->producer[0] && j->file->has_async)
        jfr_keep_name(j->file->producer, CORR_STR("async-profiler"));
    if (j->file->producer[0])
        corr_set_producer(j->b, corr_str_of(j->file->producer));
    corr_set_language(j->b, CORR_STR("java"));
}
