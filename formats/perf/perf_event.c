/*
 * perf_event - events as kinds of sample.
 *
 * The clock events of a CPU count ns, so their periods are CPU time; the period
 * of other events is a number of occurrences.  If perf script did not print
 * periods, only samples are counted.  offcpu-time is written by "perf record
 * --off-cpu": ns that a thread was off CPU, recorded when it came back, or
 * summed by stack at the end.
 */
#include "common/reader.h"
#include "perf/perf.h"

/* Each event takes columns; a file with more events is no recording. */
#define MOST_EVENTS 1024

perf_event *perf_event_find(perf_events *e, corr_str event, bool has_period)
{
    uint32_t *at = reader_entry(e->b, &e->names, event.p, event.n);

    if (at && *at)
        return &e->event.v[*at - 1];
    if (!at || e->event.n == MOST_EVENTS ||
        !corr_vec_reserve(e->b, &e->event, 1))
        return NULL;
    perf_event *made = &e->event.v[e->event.n++];
    *made = (perf_event){ .has_period = has_period, .period = -1 };
    made->type = event.n > 0  ? reader_keep(e->b, &e->texts, event)
                 : has_period ? CORR_STR("period")
                              : CORR_STR("samples");
    made->base = perf_event_base(made->type);
    made->is_clock = has_period && (perf_event_is(made->type, "cpu-clock") ||
                                    perf_event_is(made->type, "task-clock"));
    made->is_off_cpu = has_period && perf_event_is(made->type, "offcpu-time");
    made->kind = corr_add_kind(e->b, &(corr_kind_row){ .name = made->base });
    *at = (uint32_t)e->event.n;
    return made;
}

void perf_event_count(perf_event *e, int64_t period)
{
    const uint64_t more = e->has_period ? (uint64_t)period : 1;

    e->total = more > UINT64_MAX - e->total ? UINT64_MAX : e->total + more;
    if (e->period == -1)
        e->period = period;
    else if (e->period != period)
        e->period = 0;
}

static corr_str plain_name(const perf_events *e, size_t i)
{
    const perf_event *v = &e->event.v[i];

    if (!v->has_period && e->event.n == 1)
        return CORR_STR("samples");
    if (v->is_off_cpu)
        return CORR_STR("offcpu");
    return v->is_clock ? CORR_STR("cpu") : v->base;
}

/* The name of event i, with modifiers if an earlier event has the same base
 * name: cycles:u and cycles:k. */
static corr_str event_name(const perf_events *e, size_t i)
{
    const corr_str name = plain_name(e, i);

    for (size_t k = 0; k < i; k++)
        if (corr_str_eq(plain_name(e, k), name))
            return e->event.v[i].type;
    return name;
}

/* The order of events as default kind: work before waits; scheduler events
 * last, because they serve other kinds. */
static int event_rank(const perf_event *v)
{
    return corr_str_starts(v->base, "sched:") ? 2 : v->is_off_cpu;
}

static bool is_more(const perf_event *a, const perf_event *b)
{
    return event_rank(a) != event_rank(b) ? event_rank(a) < event_rank(b)
                                          : a->total > b->total;
}

static unsigned flags_of(const perf_event *v)
{
    return (v->is_clock ? CORR_KIND_FEW : 0u) |
           (v->is_summed ? CORR_KIND_NO_COUNT : 0u);
}

bool perf_events_end(perf_events *e, bool has_waits)
{
    size_t most = 0;

    for (size_t i = 1; i < e->event.n; i++)
        if (is_more(&e->event.v[i], &e->event.v[most]))
            most = i;
    if (e->event.n > 0 && has_waits && event_rank(&e->event.v[most]) == 2)
        most = e->event.n;
    for (size_t i = 0; i < e->event.n; i++) {
        const perf_event *v = &e->event.v[i];
        /* timers are per CPU or move with inherited events between threads of a
         * process, so no thread has a regular grid of samples */
        corr_set_kind(
            e->b, v->kind,
            &(corr_kind_row){
                .name = event_name(e, i),
                .type = v->type,
                .unit = v->is_clock || v->is_off_cpu ? CORR_NS
                        : v->has_period              ? CORR_AMOUNT
                                                     : CORR_COUNT,
                .period = v->has_period && v->period > 0 && !v->is_off_cpu
                              ? v->period
                              : 0,
                .flags = (i == most ? CORR_KIND_DEFAULT : 0u) | flags_of(v) });
    }
    return most < e->event.n;
}

void perf_events_clear(perf_events *e)
{
    corr_map_clear(&e->names);
    corr_arena_clear(&e->texts);
    corr_vec_free(&e->event);
}
