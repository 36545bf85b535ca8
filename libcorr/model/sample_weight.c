#include "model/sample_weight.h"

#include <math.h>

#include "base/base.h"
#include "model/rescale.h"
#include "model/sample_weight_private.h"
#include "model/segment.h"

enum {
    FULL_PERCENT = 20, /* of full ticks: then the sampler is saturated */
    LEAST_TICKS = 5    /* for a verdict on saturation */
};

/* ---- what the recording knows ----------------------------------------- */

double sample_weight_hardware(const input *in)
{
    int64_t n = 0;

    for (size_t i = 0; i < in->setting.n; i++)
        if (corr_str_is(input_text(in, in->setting.v[i].name), "hwThreads") &&
            corr_str_i64(input_text(in, in->setting.v[i].value), &n))
            break;
    return n > 0 && n <= 1 << 20 ? (double)n : 0;
}

bool sample_weight_is_series(const input *in, uint32_t series, const char *name)
{
    return corr_str_is(input_text(in, in->series.v[series].name), name);
}

/* The points of a series of the process, by name; NULL: no points. */
static const point_row *process_load(const input *in, const char *name,
                                     size_t *n)
{
    *n = 0;
    for (uint32_t s = 1; s < in->series.n; s++)
        if (sample_weight_is_series(in, s, name) && !in->series.v[s].thread)
            return input_points(in, s, n);
    return NULL;
}

static bool is_cpu_segment(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    return g->time && g->thread && k->unit == CORR_NS &&
           corr_str_is(input_text(in, k->name), "cpu");
}

bool sample_weight_has_timer(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (is_cpu_segment(in, &in->segment.v[s]) &&
            !sample_weight_is_hotspot(in, &in->segment.v[s]))
            return true;
    return false;
}

bool sample_weight_is_compared(const input *in, const segment *g)
{
    return is_cpu_segment(in, g) &&
           sample_weight_has_timer(in) != sample_weight_is_hotspot(in, g);
}

bool sample_weight_has_cpu(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (is_cpu_segment(in, &in->segment.v[s]))
            return true;
    return false;
}

/* ---- saturation -------------------------------------------------------- */

bool sample_weight_is_hotspot(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const unsigned both = CORR_KIND_FEW | CORR_KIND_RUNNABLE;

    return (k->flags & both) == both && k->unit == CORR_NS && k->period > 0;
}

/* Whether many ticks are full.  Samples of one tick follow each other
 * closely. */
static bool is_saturated(const segment *g, int64_t period, int *percent)
{
    size_t ticks = 0;
    size_t full = 0;
    size_t i = 0;

    while (i < g->n && g->time[i] == CORR_NO_TIME)
        i++;
    while (i < g->n) {
        const int64_t end = add_clamped(g->time[i], period / 2);
        const size_t first = i;
        while (i < g->n && g->time[i] < end)
            i++;
        i += i == first; /* a time near INT64_MAX */
        full += i - first == SAMPLER_THREADS;
        ticks++;
    }
    *percent = ticks ? (int)(100 * full / ticks) : 0;
    return ticks >= LEAST_TICKS && *percent >= FULL_PERCENT;
}

/* Upper bound of the threads that ran Java at a time, by the next measured load
 * (behind the last load: by the last). */
static double threads_running(const point_row *load, size_t n, double threads,
                              int64_t time, size_t *at)
{
    while (*at + 1 < n && load[*at].time < time)
        ++*at;
    const double j = load[*at].value * threads;
    return isfinite(j) && j > 0 ? j : 0;
}

static void weigh_segment(segment *g, const point_row *load, size_t n,
                          double threads)
{
    size_t at = 0;

    for (size_t i = 0; g->value && i < g->n; i++) {
        if (g->time[i] == CORR_NO_TIME)
            continue;
        const double factor =
            fmax(1, threads_running(load, n, threads, g->time[i], &at) /
                        SAMPLER_THREADS);
        segment_scale(g, i, factor);
    }
}

static bool weigh_hotspot(input *in, segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const double threads = sample_weight_hardware(in);
    size_t n;
    int percent;

    if (!g->time || !is_saturated(g, k->period, &percent))
        return true;
    if (in->cpu.rescaled)
        return input_note(in, "SATURATED",
                          "the sampler was full in %d%% of its ticks; "
                          "rescaling makes up for it",
                          percent);
    const point_row *load = process_load(in, "jvm_user", &n);
    if (!n || threads <= 0)
        return input_note(
            in, "SATURATED",
            "the sampler was full in %d%% of its ticks; CPU is underestimated",
            percent);
    weigh_segment(g, load, n, threads);
    in->cpu.is_weighed = true;
    return input_note(in, "SATURATED",
                      "the sampler (%d threads) was full in %d%% of ticks; "
                      "weighted by CPU load",
                      SAMPLER_THREADS, percent);
}

/* ---- the load of the process -------------------------------------------- */

/* A load covers the time since the one before it, unless the recording
 * paused. */
static bool covers_time(const point_row *p, size_t i)
{
    const int64_t most = INT64_C(60000000000);

    return i > 0 && sub_clamped(p[i].time, p[i - 1].time) <= most;
}

/* ns of samples in the time that the loads cover. */
static double cpu_sampled(const input *in, const point_row *p, size_t n)
{
    double ns = 0;

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        size_t at = 0;
        if (!sample_weight_is_compared(in, g))
            continue;
        for (size_t i = 0; i < g->n; i++) {
            while (at < n && p[at].time < g->time[i])
                at++;
            if (at < n && covers_time(p, at))
                ns += (double)segment_value(g, i);
        }
    }
    return ns;
}

static double cpu_used(const point_row *p, size_t n, double threads)
{
    double ns = 0;

    for (size_t i = 1; i < n; i++)
        if (covers_time(p, i))
            ns += sample_weight_clock(p + i - 1, 2, threads);
    return ns;
}

static bool has_load(const input *in)
{
    size_t nuser, nsystem;

    process_load(in, "jvm_user", &nuser);
    process_load(in, "jvm_system", &nsystem);
    return nuser > 1 && nuser == nsystem && sample_weight_hardware(in) > 0;
}

/* Finds the part of the process's CPU that samples account for, in the time for
 * which the process reports its CPU (corr-methods 10.4). */
static bool find_yield(input *in)
{
    const double least = 0.8, most = 1.2;
    const double threads = sample_weight_hardware(in);
    size_t n;
    const point_row *user = process_load(in, "jvm_user", &n);
    const point_row *system = process_load(in, "jvm_system", &n);

    if (!has_load(in) || !sample_weight_has_cpu(in))
        return true;
    const double used =
        cpu_used(user, n, threads) + cpu_used(system, n, threads);
    if (used < SAMPLE_WEIGHT_LEAST_NS)
        return true;
    const double seen = cpu_sampled(in, user, n);
    in->cpu.has_yield = true;
    in->cpu.yield = seen / used;
    return (in->cpu.yield >= least && in->cpu.yield <= most) ||
           input_note(in, "YIELD",
                      "samples cover %.0f%% of the CPU used (%.2f of %.2f s)",
                      100 * in->cpu.yield, seen / 1e9, used / 1e9);
}

/* Notes that the sampler does not measure CPU time. */
static bool note_not_cpu(input *in, const segment *g)
{
    const corr_str kind = input_text(in, in->kind.v[g->kind].name);
    const bool alone = corr_str_is(kind, "cpu");

    return input_note(in, "SAMPLER_NOT_CPU", "%s%.*s%s" SAMPLER_NOT_CPU,
                      alone ? "" : "kind ", alone ? 0 : (int)kind.n, kind.p,
                      alone ? "" : ": ");
}

static bool weigh_all(input *in)
{
    const bool several = input_is_host(in); /* the load is of only one
                                               process */
    bool told = false;

    for (size_t s = 1; s < in->segment.n; s++) {
        segment *g = &in->segment.v[s];
        if (!g->n || !(in->kind.v[g->kind].flags & CORR_KIND_RUNNABLE))
            continue;
        if (!told && !note_not_cpu(in, g))
            return false;
        told = true;
        if (!several && sample_weight_is_hotspot(in, g) &&
            !weigh_hotspot(in, g))
            return false;
    }
    return true;
}

/* Compares samples with the load of the process and the clocks of its threads,
 * and rescales them by `how`. */
static bool compare_with_clocks(input *in, corr_rescale how)
{
    if ((!input_is_host(in) && !find_yield(in)) ||
        !sample_weight_compare_clocks(in, how))
        return false;
    return how != CORR_RESCALE_METRIC || !in->cpu.has_yield ||
           rescale_yield(in, in->cpu.yield, "the process used by its own load");
}

/* Samples are weighed or rescaled, never both.  A recording without the data to
 * rescale is weighed. */
bool sample_weight_weigh(input *in, corr_rescale how)
{
    const bool rescales =
        how == CORR_RESCALE_CLOCK
            ? sample_weight_has_clocks(in)
            : how == CORR_RESCALE_METRIC && !input_is_host(in) && has_load(in);

    in->cpu.rescales = rescales;
    return sample_weight_mend_shares(in) && (rescales || weigh_all(in));
}

bool sample_weight_settle(input *in, corr_rescale how)
{
    if (in->cpu.rescales)
        return compare_with_clocks(in, how) && weigh_all(in);
    return compare_with_clocks(in, CORR_RESCALE_NONE);
}
