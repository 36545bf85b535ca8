/*
 * perf_sched - time off CPU: from when a thread leaves a CPU until it comes
 * back.
 *
 * A thread is blocked until it is woken; then it waits for a CPU, like a
 * preempted thread.  These are the kinds offcpu and runq.  Both are added at
 * their end (corr-methods 2.4), with the stack that left the CPU.  Without
 * wake-up events all the time off CPU counts as blocked.
 *
 * Only waits with a known start and end are added, so missing switches must be
 * detected: a thread runs that never came back, a thread leaves a CPU that
 * another one had, a time is before the last one.
 */
#include "common/reader.h"
#include "perf/perf.h"

/* ---- tables -------------------------------------------------------------- */

/* The state of a thread.  NULL: memory is out. */
static perf_off *off_of(perf_sched *s, int64_t tid)
{
    uint32_t *row = reader_number_entry(s->b, &s->off_at, (uint64_t)tid);

    if (row && !*row && corr_vec_push(s->b, &s->off, (perf_off){ 0 }))
        *row = (uint32_t)s->off.n;
    return row && *row ? &s->off.v[*row - 1] : NULL;
}

static perf_runs *runs_on(perf_sched *s, int64_t cpu)
{
    uint32_t *row = reader_number_entry(s->b, &s->cpu_at, (uint64_t)cpu);

    if (row && !*row && corr_vec_push(s->b, &s->runs, (perf_runs){ 0 }))
        *row = (uint32_t)s->runs.n;
    return row && *row ? &s->runs.v[*row - 1] : NULL;
}

/* ---- waits --------------------------------------------------------------- */

static corr_kind kind_named(perf_sched *s, corr_kind *k, const char *name)
{
    if (!k->i)
        *k = reader_kind(s->b, name, "sched:sched_switch", CORR_NS, 0,
                         CORR_KIND_WHOLE);
    return *k;
}

static void add_wait(perf_sched *s, corr_kind kind, const perf_off *off,
                     int64_t from, int64_t to, uint32_t row)
{
    int64_t ns;

    if (to <= from || __builtin_sub_overflow(to, from, &ns))
        return;
    corr_add_sample(s->b, &(corr_sample_row){ .kind = kind,
                                              .stack = off->stack,
                                              .thread = off->thread,
                                              .time = to,
                                              .value = ns,
                                              .row = row });
}

static bool is_off(const perf_sched *s, const perf_off *off)
{
    return off->era == s->era;
}

/* Ends the time off CPU of a thread; returns whether it was off CPU. */
static bool close_off(perf_sched *s, perf_off *off)
{
    const bool was_off = is_off(s, off);

    s->open -= was_off;
    off->era = 0;
    return was_off;
}

static void drop_wait(perf_sched *s, perf_off *off)
{
    s->broken += close_off(s, off);
}

static void come_back(perf_sched *s, int64_t tid, const perf_moment *at)
{
    perf_off *off = tid > 0 ? off_of(s, tid) : NULL;

    if (!off || !close_off(s, off))
        return;
    s->waits++;
    const bool is_ready = off->left == PERF_LEFT_READY;
    const int64_t ready = is_ready                     ? off->from
                          : off->woken == CORR_NO_TIME ? at->time
                                                       : off->woken;
    if (off->from < ready)
        add_wait(s, kind_named(s, &s->offcpu, "offcpu"), off, off->from, ready,
                 at->row);
    if (ready < at->time)
        add_wait(s, kind_named(s, &s->runq, "runq"), off, ready, at->time,
                 at->row);
}

static void leave_cpu(perf_sched *s, int64_t tid, perf_left left,
                      const perf_moment *at)
{
    perf_off *off = tid > 0 ? off_of(s, tid) : NULL;

    if (!off)
        return;
    if (is_off(s, off) && off->by_event && !at->is_event) {
        off->by_event = false; /* the same switch again */
        return;
    }
    drop_wait(s, off);
    s->unexplained += left == PERF_LEFT_UNKNOWN;
    const bool waits = left == PERF_LEFT_READY || left == PERF_LEFT_BLOCKED;
    s->open += waits;
    *off = (perf_off){ .era = waits ? s->era : 0,
                       .by_event = at->is_event,
                       .left = left,
                       .thread = at->thread,
                       .stack = at->stack,
                       .from = at->time,
                       .woken = CORR_NO_TIME };
}

/* A thread that leaves a CPU must have been on it, or a switch is missing. */
static void switch_threads(perf_sched *s, perf_switch w, const perf_moment *at)
{
    /* the head of a thread's last event has the thread as -1 */
    const int64_t tid = w.prev >= 0 ? w.prev : at->tid;
    perf_runs *runs = at->cpu >= 0 ? runs_on(s, at->cpu) : NULL;

    if (w.what == PERF_SWITCH_OUT && runs && runs->era == s->era &&
        runs->tid >= 0 && runs->tid != tid)
        perf_sched_lost(s);
    if (w.what == PERF_SWITCH_OUT)
        leave_cpu(s, tid, w.left, at);
    come_back(s, w.next, at);
    if (runs)
        *runs = (perf_runs){ w.next, s->era };
}

static void wake_thread(perf_sched *s, int64_t tid, int64_t t)
{
    perf_off *off = tid > 0 ? off_of(s, tid) : NULL;

    if (off && is_off(s, off) && off->woken == CORR_NO_TIME)
        off->woken = t;
}

void perf_sched_take(perf_sched *s, perf_switch w, const perf_moment *at)
{
    s->is_apart |= w.prev > 0 && at->tid > 0 && at->tid != w.prev;
    if (w.what == PERF_SWITCH_NONE || at->time == CORR_NO_TIME ||
        (s->is_apart && !at->is_event))
        return;
    if (at->time < s->last)
        perf_sched_lost(s);
    s->last = at->time;
    if (w.what == PERF_SWITCH_WAKE)
        wake_thread(s, w.next, at->time);
    else
        switch_threads(s, w, at);
}

void perf_sched_runs(perf_sched *s, int64_t tid)
{
    const uint32_t *at = tid > 0 && !s->is_apart
                             ? corr_map_find_u64(&s->off_at, (uint64_t)tid)
                             : NULL;

    if (at && *at)
        drop_wait(s, &s->off.v[*at - 1]);
}

void perf_sched_lost(perf_sched *s)
{
    s->broken += s->open;
    s->open = 0;
    s->era++;
}

/* ---- the whole ----------------------------------------------------------- */

static void note_missing_switches(const perf_sched *s)
{
    if (s->unexplained)
        corr_note(s->b, "OFF_CPU",
                  "%llu switch%s without a reason not counted as off CPU (perf "
                  "script -F +trace)",
                  (unsigned long long)s->unexplained,
                  s->unexplained == 1 ? "" : "es");
    /* at the beginning of a recording a CPU can be seen before another one */
    if (s->broken > s->waits / 100)
        corr_note(s->b, "OFF_CPU",
                  "%llu switch%s without a return not counted as off CPU (perf "
                  "record -a)",
                  (unsigned long long)s->broken, s->broken == 1 ? "" : "es");
}

bool perf_sched_has(const perf_sched *s)
{
    return s->offcpu.i || s->runq.i;
}

void perf_sched_end(perf_sched *s, bool is_first)
{
    const corr_kind first = s->offcpu.i ? s->offcpu : s->runq;

    if (is_first && first.i)
        corr_set_kind(
            s->b, first,
            &(corr_kind_row){ .name = s->offcpu.i ? CORR_STR("offcpu")
                                                  : CORR_STR("runq"),
                              .type = CORR_STR("sched:sched_switch"),
                              .unit = CORR_NS,
                              .flags = CORR_KIND_WHOLE | CORR_KIND_DEFAULT });
    note_missing_switches(s);
}

void perf_sched_clear(perf_sched *s)
{
    corr_map_clear(&s->off_at);
    corr_map_clear(&s->cpu_at);
    corr_vec_free(&s->off);
    corr_vec_free(&s->runs);
}
