/*
 * Events that are numbers over time, of the machine, the process and its
 * threads; and how much the recorder lost.
 */
#include "jfr/jfr.h"

#include <stdio.h>

static void add_metric(jfr *j, const char *name, corr_thread t, double value,
                       const char *unit)
{
    const int64_t when = jfr_when(j, F_START);
    char of[64];
    const int n = j->file->processes.at && !t.i
                      ? snprintf(of, sizeof of, "%s [process %u]", name,
                                 (unsigned)j->file->processes.at + 1)
                      : 0;
    const corr_str s = n ? (corr_str){ of, (size_t)n } : corr_str_of(name);

    if (when != CORR_NO_TIME)
        corr_add_point(j->b, corr_add_series(j->b, s, corr_str_of(unit), t),
                       when, value);
}

/* Shares of all hardware threads, as far as the event has them. */
void jfr_take_load(jfr *j, const jfr_meaning *m)
{
    static const struct {
        jfr_slot slot;
        const char *name;
    } loads[] = {
        { F_USER, "jvm_user" },
        { F_SYSTEM, "jvm_system" },
        { F_MACHINE, "machine" },
    };
    const corr_thread process = { 0 };

    (void)m;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (jfr_has(&j->record, loads[i].slot))
            add_metric(j, loads[i].name, process,
                       jfr_real(&j->record, loads[i].slot), "1");
}

/* In a file of several processes only names keep threads apart, so one clock
 * would stand for all threads of a name. */
void jfr_take_thread_load(jfr *j, const jfr_meaning *m)
{
    const jfr_record *r = &j->record;

    (void)m;
    if (j->file->processes.at)
        return;
    add_metric(j, "thread_cpu", jfr_thread(j, jfr_number(r, F_THREAD, 0)),
               jfr_real(r, F_USER) + jfr_real(r, F_SYSTEM), "1");
}

void jfr_take_heap(jfr *j, const jfr_meaning *m)
{
    const corr_thread process = { 0 };

    (void)m;
    if (corr_str_is(jfr_word(j, F_WHEN), "After GC"))
        add_metric(j, "heap_after_gc", process,
                   (double)jfr_number(&j->record, F_USED, 0), "bytes");
}

/* Counters of the container, which do not begin with the process.  Without a
 * quota no period passes. */
void jfr_take_throttling(jfr *j, const jfr_meaning *m)
{
    static const struct {
        jfr_slot slot;
        const char *name, *unit;
    } counters[] = {
        { F_AMOUNT, "container_throttled", "ns" },
        { F_SAMPLES, "container_throttled_periods", "1" },
        { F_SLICES, "container_periods", "1" },
    };
    const corr_thread process = { 0 };

    (void)m;
    if (jfr_number(&j->record, F_SLICES, 0) <= 0)
        return;
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (jfr_has(&j->record, counters[i].slot))
            add_metric(j, counters[i].name, process,
                       (double)jfr_number(&j->record, counters[i].slot, 0),
                       counters[i].unit);
}

/* The recorder could not keep up. The end of the file reports the total number
 * of lost samples. */
void jfr_take_loss(jfr *j, const jfr_meaning *m)
{
    const int64_t n = jfr_number(&j->record, F_AMOUNT, 0);
    const uint64_t lost = n > 0 ? (uint64_t)n : 0;
    const bool bytes = corr_str_is(corr_str_of(m->event), "jdk.DataLoss");

    corr_recorder_lost(j->b);
    if (bytes)
        corr_damage(j->b, j->k.offset, lost, 0,
                    "the recorder lost data; buffers were full (jdk.DataLoss)");
    else
        j->file->lost += lost < UINT64_MAX - j->file->lost
                             ? lost
                             : UINT64_MAX - j->file->lost;
}

void jfr_report_lost(jfr *j)
{
    if (j->file->lost)
        corr_damage(j->b, 0, 0, j->file->lost,
                    "the recorder lost %llu CPU sample%s; queues were full "
                    "(jdk.CPUTimeSamplesLost)",
                    (unsigned long long)j->file->lost,
                    corr_plural(j->file->lost));
}
