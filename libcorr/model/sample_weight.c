/* sample_weight - see sample_weight.h. */
#include "model/sample_weight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/rescale.h"
#include "model/segment.h"

enum {
    FULL_PERCENT = 20, /* of the ticks: then it is saturated */
    LEAST_TICKS = 5,   /* of which something can be said */
    MOST_GROUPS = 8,   /* of threads, that are named */
    LEAST_MS = 300     /* on the clock of a group */
};

static const double far_below = 0.8, far_above = 1.25;

/* ---- what the recording knows ----------------------------------------- */

/* Hardware threads of the machine; 0: not told. */
static double hardware(const input *in)
{
    int64_t n = 0;

    for (size_t i = 0; i < in->setting.n; i++)
        if (corr_str_is(input_text(in, in->setting.v[i].name), "hwThreads") &&
            corr_str_i64(input_text(in, in->setting.v[i].value), &n))
            break;
    return n > 0 && n <= 1 << 20 ? (double)n : 0;
}

static bool is_named(const input *in, uint32_t series, const char *name)
{
    return corr_str_is(input_text(in, in->series.v[series].name), name);
}

/* The points of a series of the process. */
static const point_row *load_of(const input *in, const char *name, size_t *n)
{
    *n = 0;
    for (uint32_t s = 1; s < in->series.n; s++)
        if (is_named(in, s, name) && !in->series.v[s].thread)
            return input_points(in, s, n);
    return NULL;
}

/* ---- saturation -------------------------------------------------------- */

bool sample_weight_is_hotspot(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const unsigned both = CORR_KIND_FEW | CORR_KIND_RUNNABLE;

    return (k->flags & both) == both && k->unit == CORR_NS && k->period > 0;
}

/* Samples of one tick follow each other closely. */
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
        i += i == first; /* at the end of time */
        full += i - first == SAMPLER_THREADS;
        ticks++;
    }
    *percent = ticks ? (int)(100 * full / ticks) : 0;
    return ticks >= LEAST_TICKS && *percent >= FULL_PERCENT;
}

/* How many threads ran Java at a time, at most: the load that was measured
 * next; behind the last, that. */
static double running(const point_row *load, size_t n, double threads,
                      int64_t time, size_t *at)
{
    while (*at + 1 < n && load[*at].time < time)
        ++*at;
    const double j = load[*at].value * threads;
    return isfinite(j) && j > 0 ? j : 0;
}

static void weigh(segment *g, const point_row *load, size_t n, double threads)
{
    size_t at = 0;

    for (size_t i = 0; g->value && i < g->n; i++) {
        if (g->time[i] == CORR_NO_TIME)
            continue;
        const double factor = fmax(
            1, running(load, n, threads, g->time[i], &at) / SAMPLER_THREADS);
        segment_scale(g, i, factor);
    }
}

static bool settle_hotspot(input *in, segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const double threads = hardware(in);
    size_t n;
    int percent;

    if (!g->time || !is_saturated(g, k->period, &percent))
        return true;
    if (in->cpu.rescaled)
        return input_note(in, "SATURATED",
                          "more threads ran than the sampler takes: %d%% of "
                          "its ticks are full; its samples are rescaled, and "
                          "not weighed besides",
                          percent);
    const point_row *load = load_of(in, "jvm_user", &n);
    if (!n || threads <= 0)
        return input_note(
            in, "SATURATED",
            "more threads ran than the sampler takes: %d%% of its "
            "ticks are full, and nothing here says how many ran, so "
            "CPU is underestimated",
            percent);
    weigh(g, load, n, threads);
    in->cpu.is_weighed = true;
    return input_note(
        in, "SATURATED",
        "more threads ran than the sampler takes, %d a tick: %d%% of "
        "its ticks are full, so each sample stands for as many as the "
        "CPU load says that ran (at most)",
        SAMPLER_THREADS, percent);
}

/* ---- the clock of threads ---------------------------------------------- */

double sample_weight_clock(const point_row *point, size_t n, double threads)
{
    double ns = 0;

    for (size_t i = 1; i < n; i++) {
        const double share = point[i].value * threads;
        if (isfinite(share) && share > 0)
            ns += share * (double)sub_clamped(point[i].time, point[i - 1].time);
    }
    return ns;
}

static bool is_clock(const input *in, uint32_t series)
{
    return in->series.v[series].thread && is_named(in, series, "thread_cpu");
}

typedef vec(int64_t) readings;

/* When clocks were read, in order.  Not the last time of a thread: it is read
 * once more when it ends. */
static bool list_readings(const input *in, readings *r)
{
    for (uint32_t s = 1; s < in->series.n; s++) {
        size_t n;
        const point_row *p = input_points(in, s, &n);
        for (size_t i = 0; is_clock(in, s) && i + 1 < n; i++)
            if (!vec_push(r, p[i].time))
                return false;
    }
    if (r->n)
        qsort(r->v, r->n, sizeof *r->v, cmp_i64);
    return true;
}

/* The last reading of clocks before this one, which takes a while. */
static int64_t reading_before(const readings *r, int64_t time)
{
    const int64_t until = sub_clamped(time, INT64_C(500000000));
    size_t lo = 0;

    LOWER_BOUND(lo, r->n, i, r->v[i] <= until);
    return lo ? r->v[lo - 1] : INT64_MIN;
}

/* The clocks of all threads are read at a time.  A thread that used less than
 * 1 ms since then is not told of, and its next share is not of the time since
 * it was told of, but since clocks were read: it is made one of that time. */
static bool settle_shares(input *in)
{
    readings r = { .n = 0 };
    const bool ok = list_readings(in, &r);

    for (size_t i = 1; ok && i < in->point.n; i++) {
        point_row *p = &in->point.v[i];
        if (p->series != p[-1].series || !is_clock(in, p->series))
            continue;
        const int64_t from = reading_before(&r, p->time);
        if (from > p[-1].time)
            p->value *= (double)sub_clamped(p->time, from) /
                        (double)sub_clamped(p->time, p[-1].time);
    }
    vec_free(&r);
    return ok;
}

/* Threads whose names differ in digits only. */
typedef struct group {
    char name[SAMPLER_NAME];
    double clock, seen; /* ns */
    bool is_taken;      /* a sample is of it, be it at a time without clock */
} group;

typedef struct groups {
    vec(group) list;
    corr_map by_name;
    uint32_t *of;       /* [threads] 1 + group, 0 none */
    int64_t *from, *to; /* [threads] what the clock covers */
    bool no_memory;
} groups;

void sample_weight_group(corr_str name, char out[SAMPLER_NAME])
{
    size_t n = 0;

    for (size_t i = 0; i < name.n; i++) {
        const bool digit = name.p[i] >= '0' && name.p[i] <= '9';
        const bool begins = ((unsigned char)name.p[i] & 0xc0) != 0x80;
        if (digit && n && out[n - 1] == '#')
            continue;
        if (begins && n + 4 >= SAMPLER_NAME)
            break;
        out[n++] = digit ? '#' : name.p[i];
    }
    out[n] = 0;
}

static bool add_thread(groups *g, const input *in, uint32_t series)
{
    const uint32_t thread = in->series.v[series].thread;
    group fresh = { .clock = 0 };
    size_t n;
    const point_row *p = input_points(in, series, &n);
    bool is_new;

    if (n < 2)
        return true;
    const corr_str name = input_text(in, in->thread.v[thread].name);
    sample_weight_group(name.n ? name : CORR_STR("what has no name"),
                        fresh.name);
    uint32_t *at =
        corr_map_bytes(&g->by_name, fresh.name, strlen(fresh.name), &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)g->list.n;
        if (!vec_push(&g->list, fresh))
            return false;
    }
    g->of[thread] = *at + 1;
    g->from[thread] = p[0].time;
    g->to[thread] = p[n - 1].time;
    g->list.v[*at].clock += sample_weight_clock(p, n, hardware(in));
    return true;
}

/* What samples say of the same time. */
static void add_samples(groups *g, const segment *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const uint32_t thread = s->thread[i];
        const int64_t t = s->time[i];
        if (!g->of[thread])
            continue;
        group *of = &g->list.v[g->of[thread] - 1];
        of->is_taken = true;
        if (t > g->from[thread] && t <= g->to[thread])
            of->seen += (double)segment_value(s, i);
    }
}

void sample_weight_ticks(const input *in, sample_weight_tick *f, void *ctx)
{
    const double threads = hardware(in);

    for (uint32_t s = 1; threads > 0 && s < in->series.n; s++) {
        const uint32_t thread = in->series.v[s].thread;
        size_t n;
        const point_row *p = input_points(in, s, &n);
        if (!is_clock(in, s))
            continue;
        for (size_t i = 1; i < n; i++)
            f(ctx, thread, p[i - 1].time, p[i].time,
              sample_weight_clock(p + i - 1, 2, threads));
    }
}

static double distance_of(const group *g)
{
    return fabs(g->clock - g->seen);
}

SORT_BY(by_distance, group, DESC_OF(distance_of), ASC_CHARS(name))

/* The VM compiles on threads that its sampler does not take: all know it. */
static bool is_compiler(const group *x)
{
    return strstr(x->name, "CompilerThread") != NULL;
}

/* Why samples are that far from the clock: of the JDK's sampler it is known
 * what it takes, a timer of CPU time can only fail. */
static const char *cause_of(const input *in, const group *x, bool is_timer)
{
    if (!x->is_taken)
        return "no thread of these is ever taken";
    if (!is_timer)
        return x->seen < x->clock ? "code in stubs, allocation or native calls "
                                    "is under-seen here"
                                  : "waiting for a CPU counts as running here";
    if (x->seen > x->clock)
        return "samples count for too much here";
    return in->lost.events ? "samples were lost here"
                           : "samples are missing here";
}

static bool say_bias(input *in, groups *g, bool is_timer)
{
    uint32_t said = 0;

    if (g->list.n)
        qsort(g->list.v, g->list.n, sizeof *g->list.v, by_distance);
    for (size_t i = 0; i < g->list.n && said < MOST_GROUPS; i++) {
        const group *x = &g->list.v[i];
        const double ratio = x->clock > 0 ? x->seen / x->clock : 1;
        if (x->clock < LEAST_MS * 1e6 || is_compiler(x) ||
            (ratio >= far_below && ratio <= far_above))
            continue;
        said++;
        if (!input_note(
                in, "SAMPLER_BIAS",
                "%s used %.2f s by the thread clock, samples show %.2f s: %s",
                x->name, x->clock / 1e9, x->seen / 1e9,
                cause_of(in, x, is_timer)))
            return false;
    }
    return true;
}

static bool is_cpu(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    return g->time && g->thread && k->unit == CORR_NS &&
           corr_str_is(input_text(in, k->name), "cpu");
}

static bool has_timer(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (is_cpu(in, &in->segment.v[s]) &&
            !sample_weight_is_hotspot(in, &in->segment.v[s]))
            return true;
    return false;
}

/* Whether samples are of the one sampler that is compared with clocks: that of
 * CPU time, where there are two. */
static bool is_compared(const input *in, const segment *g)
{
    return is_cpu(in, g) && has_timer(in) != sample_weight_is_hotspot(in, g);
}

static void count_samples(groups *g, const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (is_compared(in, &in->segment.v[s]))
            add_samples(g, &in->segment.v[s]);
}

static bool has_cpu(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (is_cpu(in, &in->segment.v[s]))
            return true;
    return false;
}

/* The group of a thread by its name, be there a clock of it or not; 0: none. */
static uint32_t group_of(groups *g, const input *in, uint32_t thread)
{
    const corr_str text = input_text(in, in->thread.v[thread].name);
    char name[SAMPLER_NAME];
    bool is_new;

    if (g->of[thread] || !text.n)
        return g->of[thread];
    sample_weight_group(text, name);
    uint32_t *at = corr_map_bytes(&g->by_name, name, strlen(name), &is_new);
    g->no_memory |= !at;
    if (at && is_new)
        *at = UINT32_MAX;
    return at ? *at + 1 : 0;
}

/* What makes samples of each group add up to its clock. */
static bool rescale(input *in, groups *g)
{
    const size_t n = in->thread.n;
    double *by = calloc(n, sizeof *by);
    double unseen = 0;

    for (size_t i = 0; i < g->list.n; i++)
        if (g->list.v[i].seen <= 0)
            unseen += g->list.v[i].clock;
    for (uint32_t t = 1; by && t < n; t++) {
        const uint32_t k = group_of(g, in, t);
        const group *x = k ? &g->list.v[k - 1] : NULL;
        if (x && x->seen > 0)
            by[t] = x->clock / x->seen;
    }
    const bool ok = by && !g->no_memory && rescale_threads(in, by, unseen);
    free(by);
    return ok;
}

static bool has_clocks(const input *in)
{
    size_t n;

    for (uint32_t s = 1; hardware(in) > 0 && s < in->series.n; s++)
        if (is_clock(in, s) && input_points(in, s, &n) && n > 1)
            return true;
    return false;
}

static bool compare_clocks(input *in, corr_rescale how)
{
    const size_t n = in->thread.n;
    groups g = { 0 };

    if (!has_cpu(in) || !has_clocks(in))
        return true;
    g.of = calloc(n, sizeof *g.of);
    g.from = calloc(n, sizeof *g.from);
    g.to = calloc(n, sizeof *g.to);
    bool ok = g.of && g.from && g.to;
    for (uint32_t s = 1; ok && s < in->series.n; s++)
        if (is_clock(in, s))
            ok = add_thread(&g, in, s);
    if (ok) {
        count_samples(&g, in);
        ok = (how != CORR_RESCALE_CLOCK || rescale(in, &g)) &&
             say_bias(in, &g, has_timer(in));
    }
    free(g.of);
    free(g.from);
    free(g.to);
    vec_free(&g.list);
    corr_map_clear(&g.by_name);
    return ok;
}

/* ---- the load of the process -------------------------------------------- */

/* A load is of the time since the one before it, unless nobody recorded then. */
static bool is_told(const point_row *p, size_t i)
{
    const int64_t most = INT64_C(60000000000);

    return i > 0 && sub_clamped(p[i].time, p[i - 1].time) <= most;
}

/* ns that samples say of the times that the loads are of. */
static double seen_with(const input *in, const point_row *p, size_t n)
{
    double ns = 0;

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        size_t at = 0;
        for (size_t i = 0; is_compared(in, g) && i < g->n; i++) {
            while (at < n && p[at].time < g->time[i])
                at++;
            if (at < n && is_told(p, at))
                ns += (double)segment_value(g, i);
        }
    }
    return ns;
}

static double used_by(const point_row *p, size_t n, double threads)
{
    double ns = 0;

    for (size_t i = 1; i < n; i++)
        if (is_told(p, i))
            ns += sample_weight_clock(p + i - 1, 2, threads);
    return ns;
}

static bool has_load(const input *in)
{
    size_t nuser, nsystem;

    load_of(in, "jvm_user", &nuser);
    load_of(in, "jvm_system", &nsystem);
    return nuser > 1 && nuser == nsystem && hardware(in) > 0;
}

/* How much of the CPU that the process used samples account for, over the time
 * of which it says how much that was (corr-methods 10.4). */
static bool find_yield(input *in)
{
    const double least = 0.8, most = 1.2;
    const double threads = hardware(in);
    size_t n;
    const point_row *user = load_of(in, "jvm_user", &n);
    const point_row *system = load_of(in, "jvm_system", &n);

    if (!has_load(in) || !has_cpu(in))
        return true;
    const double used = used_by(user, n, threads) + used_by(system, n, threads);
    if (used < LEAST_MS * 1e6)
        return true;
    const double seen = seen_with(in, user, n);
    in->cpu.has_yield = true;
    in->cpu.yield = seen / used;
    return (in->cpu.yield >= least && in->cpu.yield <= most) ||
           input_note(
               in, "YIELD",
               "samples account for %.2f s of the %.2f s of CPU that the "
               "process used by its own load: yield %.2f",
               seen / 1e9, used / 1e9, in->cpu.yield);
}

/* Beside a sampler of CPU time its samples are of another kind. */
static bool say_not_cpu(input *in, const segment *g)
{
    const corr_str kind = input_text(in, in->kind.v[g->kind].name);
    const bool alone = corr_str_is(kind, "cpu");

    return input_note(
        in, "SAMPLER_NOT_CPU",
        "the sampler %s%.*s%stakes threads that would run Java code, "
        "with a CPU or waiting for one, and misses native code, stubs "
        "and allocation: this is not CPU time",
        alone ? "" : "of the kind ", alone ? 0 : (int)kind.n, kind.p,
        alone ? "" : " ");
}

static bool weigh_all(input *in)
{
    const bool several = input_is_host(in); /* the load is of one of them */
    bool told = false;

    for (size_t s = 1; s < in->segment.n; s++) {
        segment *g = &in->segment.v[s];
        if (!g->n || !(in->kind.v[g->kind].flags & CORR_KIND_RUNNABLE))
            continue;
        if (!told && !say_not_cpu(in, g))
            return false;
        told = true;
        if (!several && sample_weight_is_hotspot(in, g) &&
            !settle_hotspot(in, g))
            return false;
    }
    return true;
}

/* What samples are, by the load of the process and the clocks of its threads;
 * and what they become by that. */
static bool compare(input *in, corr_rescale how)
{
    if ((!input_is_host(in) && !find_yield(in)) || !compare_clocks(in, how))
        return false;
    return how != CORR_RESCALE_METRIC || !in->cpu.has_yield ||
           rescale_yield(in, in->cpu.yield, "its process used by its own load");
}

/* Samples are weighed or rescaled, never both: a recording that does not know
 * by what to rescale is weighed. */
bool sample_weight_weigh(input *in, corr_rescale how)
{
    const bool rescales =
        how == CORR_RESCALE_CLOCK
            ? has_clocks(in)
            : how == CORR_RESCALE_METRIC && !input_is_host(in) && has_load(in);

    in->cpu.rescales = rescales;
    return settle_shares(in) && (rescales || weigh_all(in));
}

bool sample_weight_settle(input *in, corr_rescale how)
{
    if (in->cpu.rescales)
        return compare(in, how) && weigh_all(in);
    return compare(in, CORR_RESCALE_NONE);
}
