/* Lock profiles in text:
 *
 *     --- contentionz 1 ---            Go: --- contention:, --- mutex:
 *     cycles/second = 3201000000
 *     sampling period = 100
 *     ms since reset = 16502830
 *     discarded samples = 0
 *       19490304       27 @ 0xbccc97 0xc61202 ...
 *
 * Java's say "format = java" and the unit of a delay, "resolution =
 * microseconds", and end in the names of their addresses.
 *
 * A row has the cycles waited and the number of waits, both of the sampled
 * waits: times the sampling period they count all waits. */
#include "common/reader.h"
#include "pprof_legacy/legacy.h"

#include <math.h>

typedef struct locks {
    legacy *f;
    const char *name; /* of the kind */
    int64_t hz, period;
    corr_kind delay, waits; /* waits: only if waits were sampled */
    bool has_kinds, is_go;
} locks;

/* The ticks of a second in this unit; 0: unknown. */
static int64_t ticks_of(corr_str unit)
{
    return corr_str_is(unit, "microseconds")   ? 1000000
           : corr_str_is(unit, "milliseconds") ? 1000
           : corr_str_is(unit, "nanoseconds")  ? 1000000000
                                               : corr_str_is(unit, "seconds");
}

static void read_setting(locks *l, corr_str name, corr_str value)
{
    int64_t n;

    if (corr_str_is(name, "format"))
        l->f->is_java |= corr_str_is(value, "java");
    if (corr_str_is(name, "resolution"))
        l->hz = ticks_of(value);
    if (!corr_str_i64(value, &n) || n <= 0)
        return;
    if (corr_str_is(name, "cycles/second"))
        l->hz = n;
    else if (corr_str_is(name, "sampling period"))
        l->period = n;
    else if (corr_str_is(name, "discarded samples"))
        corr_warn(l->f->b, l->f->offset,
                  "the profiler discarded %lld of its samples", (long long)n);
}

static void add_kinds(locks *l)
{
    corr_build *b = l->f->b;

    l->has_kinds = true;
    if (l->hz == 0)
        corr_warn(b, l->f->offset,
                  "no cycles per second before line %llu; delays are taken as "
                  "nanoseconds",
                  l->f->number);
    l->delay = reader_kind(b, l->name, "delay/nanoseconds", CORR_NS, 0,
                           CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    if (l->period > 1)
        l->waits = reader_kind(b, "contentions", "contentions/count",
                               CORR_COUNT, l->period, CORR_KIND_CUMULATIVE);
}

static int64_t whole_of_real(double x)
{
    return x < 9e18 ? (int64_t)x : INT64_MAX;
}

static void add_lock_sample(locks *l, int64_t cycles, int64_t n,
                            corr_stack stack)
{
    const double period = (double)l->period;
    const double ns =
        l->hz ? (double)cycles * 1e9 / (double)l->hz : (double)cycles;
    corr_sample_row s = { .kind = l->delay,
                          .stack = stack,
                          .time = CORR_NO_TIME,
                          .value = whole_of_real(trunc(ns * period)),
                          .obs = n,
                          .row = l->f->nrow++ };

    if (s.value)
        corr_add_sample(l->f->b, &s);
    s.kind = l->waits;
    s.value = whole_of_real((double)n * period);
    if (s.value && l->period > 1)
        corr_add_sample(l->f->b, &s);
}

static void read_lock_row(locks *l)
{
    corr_str s = l->f->line;
    int64_t cycles, n;
    corr_stack stack;

    if (!legacy_take_int(&s, &cycles) || !legacy_take_int(&s, &n) ||
        cycles < 0 || n < 0 || !legacy_take(&s, "@") ||
        !legacy_stack_of(l->f, s, &stack)) {
        if (!l->f->is_java || !legacy_java_name(l->f))
            legacy_lose_line(l->f, "a row of a lock profile");
        return;
    }
    if (!l->has_kinds)
        add_kinds(l);
    add_lock_sample(l, cycles, n, stack);
}

void legacy_lock(legacy *f)
{
    locks l = { .f = f, .name = "block", .period = 1 };
    const unsigned long long first = f->number;
    corr_str name, value;

    if (corr_str_starts(f->line, "--- mutex"))
        l.name = "mutex";
    l.is_go = corr_str_ends(f->line, ":");
    if (l.is_go)
        corr_set_producer(f->b, CORR_STR("Go"));
    while (legacy_next_row(f))
        if (!l.has_kinds && legacy_setting(f, &name, &value))
            read_setting(&l, name, value);
        else
            read_lock_row(&l);
    if (!l.has_kinds && f->number > first)
        add_kinds(&l);
    if (!l.is_go && !f->is_java && !f->has_symbols && !f->has_map && !f->is_cut)
        corr_damage(f->b, corr_src_offset(f->in), 0, 0,
                    "cut off at line %llu, before the memory map", f->number);
    legacy_bind(f, 0);
}
