/*
 * Events that are samples: of running code, of memory, of things that happen
 * once.
 */
#include "jfr/jfr.h"

#include <math.h>

/* The columns of every sample: time, thread, stack, ids. */
static corr_sample_row sample_row(jfr *j, const jfr_meaning *m)
{
    const jfr_record *r = &j->record;
    corr_sample_row row = { .kind = jfr_kind(j, m),
                            .time = CORR_NO_TIME,
                            .row = (uint32_t)j->number,
                            .obs = 1 };

    if (jfr_keeps(j, m)) {
        row.time = jfr_when(j, F_START);
        row.stack = jfr_stack_of(j, r);
    } else if (jfr_has(r, F_START)) {
        row.time = j->k.h.start_ns; /* the time is unknown */
    }
    const corr_labels labels = jfr_labels_of(j); /* counts missing labels */
    if (!j->with_labels && !(m->flags & CORR_KIND_DEFAULT))
        return row; /* threads that ran code are always of interest */
    row.labels = labels;
    row.thread = jfr_thread(j, jfr_number(r, F_THREAD, 0));
    row.span = (uint64_t)jfr_number(r, F_SPAN, 0);
    row.root = (uint64_t)jfr_number(r, F_ROOT, 0);
    row.trace.hi = (uint64_t)jfr_number(r, F_TRACE_HI, 0);
    row.trace.lo = (uint64_t)jfr_number(r, F_TRACE_LO, 0);
    return row;
}

static corr_labels state_label(jfr *j, bool sleeps)
{
    if (!j->with_labels)
        return (corr_labels){ 0 };
    corr_begin_labels(j->b);
    jfr_push_labels(j);
    corr_push_label(j->b, CORR_STR("state"),
                    sleeps ? CORR_STR("sleeping") : CORR_STR("runnable"));
    return corr_end_labels(j->b);
}

/* async-profiler has two engines: samples of the timer have STATE_DEFAULT,
 * those of the engine for all threads another state; if only one engine ran,
 * all samples are of it. HotSpot's sampler takes threads that run Java code,
 * whatever the state is called. */
static bool is_wall(jfr *j)
{
    const corr_str state = jfr_word(j, F_STATE);

    if (!j->k.is_async || (!j->file->how.is_wall && !j->file->how.has_wall))
        return false;
    if (j->file->how.is_wall)
        return true;
    /* in a chunk that was never finished: its number */
    return state.n ? !corr_str_is(state, "STATE_DEFAULT")
                   : jfr_number(&j->record, F_STATE, 0) != 0;
}

static bool is_native(const jfr_meaning *m)
{
    return jfr_place(m) == JFR_IN_NATIVE;
}

/* The period in force at the time of the sample. */
static int64_t period_of(const jfr *j, const jfr_meaning *m, bool wall)
{
    const jfr_how *how = &j->file->how;
    const int64_t ns = is_native(m) && how->native_ns ? how->native_ns
                       : wall                         ? how->wall_ns
                              : how->cpu_ns[j->k.is_async];
    const jfr_settings changed =
        is_native(m) && how->native_ns ? how->natives : how->cpus;

    if (changed.n > 1 && !j->k.is_async)
        return jfr_setting_at(changed, jfr_when(j, F_START));
    return ns ? ns : 1; /* unknown: a sample counts 1 */
}

static const jfr_meaning *sampled_by(const jfr *j, bool wall)
{
    return jfr_meaning_at(!j->k.is_async ? JFR_BY_HOTSPOT
                          : wall         ? JFR_BY_WALL
                                         : JFR_BY_TIMER);
}

void jfr_take_sample(jfr *j, const jfr_meaning *m)
{
    const bool wall = !is_native(m) && is_wall(j);
    const jfr_meaning *of = is_native(m) ? m : sampled_by(j, wall);
    corr_sample_row row = sample_row(j, of);

    row.value = period_of(j, m, wall);
    if (wall)
        row.labels =
            state_label(j, corr_str_is(jfr_word(j, F_STATE), "STATE_SLEEPING"));
    jfr_add(j, of, &row);
}

static int64_t product(int64_t a, int64_t b)
{
    int64_t x;

    return __builtin_mul_overflow(a, b, &x) ? INT64_MAX : x;
}

/* One event stands for many ticks of a sleeping thread (corr-methods 1.4). */
void jfr_take_batch(jfr *j, const jfr_meaning *m)
{
    const corr_str state = jfr_word(j, F_STATE);
    const int64_t ticks = jfr_number(&j->record, F_SAMPLES, 1);
    corr_sample_row row = sample_row(j, m);

    row.obs = ticks > 0 ? ticks : 1;
    row.value = product(row.obs, j->file->how.wall_ns);
    row.duration = jfr_length(j, F_TIMESPAN);
    if (!jfr_has(&j->record, F_TIMESPAN)) /* before 4.3 */
        row.duration = product(row.obs - 1, j->file->how.wall_ns);
    if (jfr_keeps(j, m))
        row.labels = state_label(j, corr_str_is(state, "STATE_SLEEPING"));
    jfr_add(j, m, &row);
}

/* A sample with its own weight. A sample without a stack still counts as CPU
 * time. */
void jfr_take_cpu_time(jfr *j, const jfr_meaning *m)
{
    corr_sample_row row = sample_row(j, m);

    row.value = jfr_length(j, F_PERIOD);
    if (row.value > 0)
        j->file->kinds.row[jfr_place(m)].period = row.value;
    jfr_add(j, m, &row);
}

void jfr_take_datadog(jfr *j, const jfr_meaning *m)
{
    const bool wall = jfr_place(m) == JFR_BY_DATADOG_WALL;
    const int64_t weight = jfr_number(&j->record, F_WEIGHT, 1);
    corr_sample_row row = sample_row(j, m);

    row.obs = weight > 0 ? weight : 1;
    row.value = product(row.obs, period_of(j, m, wall));
    if (wall && jfr_keeps(j, m))
        row.labels = state_label(
            j, corr_str_is(jfr_word(j, F_STATE), "SLEEPING") ||
                   corr_str_is(jfr_word(j, F_STATE), "STATE_SLEEPING"));
    jfr_add(j, m, &row);
}

static corr_labels class_label(jfr *j, corr_labels plain)
{
    const int64_t key = jfr_number(&j->record, F_CLASS, 0);

    if (!j->with_labels || j->want->no_stacks || !key)
        return plain;
    const corr_str name = jfr_class(j, key);
    corr_begin_labels(j->b);
    jfr_push_labels(j);
    corr_push_label(j->b, CORR_STR("class"), name);
    return corr_end_labels(j->b);
}

void jfr_take_amount(jfr *j, const jfr_meaning *m)
{
    corr_sample_row row = sample_row(j, m);

    if (jfr_keeps(j, m) && jfr_has(&j->record, F_ALLOCATED_AT))
        row.time = jfr_when(j, F_ALLOCATED_AT);
    row.value = m->weight ? jfr_amount(&j->record) : 1;
    if (jfr_keeps(j, m))
        row.labels = class_label(j, row.labels);
    jfr_add(j, m, &row);
}
