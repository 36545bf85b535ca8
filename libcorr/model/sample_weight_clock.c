/*
 * sample_weight_clock - compares samples with the CPU clocks of threads.
 *
 * Threads whose names differ only in digits form a group.  The CPU of a group
 * by its clocks is compared with the CPU of its samples.
 */
#include "model/sample_weight.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/rescale.h"
#include "model/sample_weight_private.h"

enum { MOST_GROUPS = 8 /* of threads, one note each */ };

static const double far_below = 0.8, far_above = 1.25;

/* ---- shares of the machine ----------------------------------------------- */

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
    return in->series.v[series].thread &&
           sample_weight_is_series(in, series, "thread_cpu");
}

typedef vec(int64_t) readings;

/* Collects the times at which clocks were read.  A thread's last time is left
 * out: its clock is read once more when it ends. */
static bool list_readings(const input *in, readings *r)
{
    for (uint32_t s = 1; s < in->series.n; s++) {
        size_t n;
        const point_row *p = input_points(in, s, &n);
        for (size_t i = 0; is_clock(in, s) && i + 1 < n; i++)
            if (!vec_push(r, p[i].time))
                return false;
    }
    vec_sort(r, cmp_i64);
    return true;
}

/* The last reading of clocks before this one.  One reading takes up to 500
 * ms. */
static int64_t reading_before(const readings *r, int64_t time)
{
    const int64_t until = sub_clamped(time, INT64_C(500000000));
    size_t lo = 0;

    LOWER_BOUND(lo, r->n, i, r->v[i] <= until);
    return lo ? r->v[lo - 1] : INT64_MIN;
}

/* A recorder reads the clocks of all threads at once and skips a thread that
 * used less than 1 ms since the last reading.  The next share of such a thread
 * is of the time since the last reading, not since its last point.  This
 * converts it to a share of the time since its last point. */
bool sample_weight_mend_shares(input *in)
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

/* ---- groups of threads --------------------------------------------------- */

/* Threads whose names differ only in digits. */
typedef struct group {
    char name[SAMPLER_NAME];
    double clock, seen; /* ns */
    bool is_taken;      /* it has a sample, perhaps at a time without clock */
} group;

typedef struct groups {
    vec(group) list;
    corr_map by_name;
    struct thread_clock {
        uint32_t group;   /* 1 + index; 0: no clock */
        int64_t from, to; /* time that the clock covers */
    } * of;               /* [threads] */
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

static bool add_thread_clock(groups *g, const input *in, uint32_t series)
{
    const uint32_t thread = in->series.v[series].thread;
    group fresh = { .clock = 0 };
    size_t n;
    const point_row *p = input_points(in, series, &n);
    bool is_new;

    if (n < 2)
        return true;
    const corr_str name = input_text(in, in->thread.v[thread].name);
    sample_weight_group(name.n ? name : CORR_STR("unnamed threads"),
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
    g->of[thread] = (struct thread_clock){ *at + 1, p[0].time, p[n - 1].time };
    g->list.v[*at].clock +=
        sample_weight_clock(p, n, sample_weight_hardware(in));
    return true;
}

/* Adds the samples inside the time of each thread's clock. */
static void add_samples(groups *g, const segment *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct thread_clock *clock = &g->of[s->thread[i]];
        if (!clock->group)
            continue;
        group *of = &g->list.v[clock->group - 1];
        of->is_taken = true;
        if (s->time[i] > clock->from && s->time[i] <= clock->to)
            of->seen += (double)segment_value(s, i);
    }
}

void sample_weight_ticks(const input *in, sample_weight_tick *f, void *ctx)
{
    const double threads = sample_weight_hardware(in);

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

/* The VM's compiler threads are known to be skipped by its sampler. */
static bool is_compiler(const group *x)
{
    return strstr(x->name, "CompilerThread") != NULL;
}

/* Explains the distance of samples from the clock.  The threads that the JDK's
 * sampler skips are known; a timer of CPU time can only lose samples. */
static const char *bias_cause(const input *in, const group *x, bool is_timer)
{
    if (!x->is_taken)
        return "these threads are never sampled";
    if (!is_timer)
        return x->seen < x->clock ? "native code and allocation are missing"
                                  : "waiting for a CPU counts as running";
    if (x->seen > x->clock)
        return "samples count for too much";
    return in->lost.events ? "samples were lost" : "samples are missing";
}

static bool note_bias(input *in, groups *g, bool is_timer)
{
    uint32_t said = 0;

    vec_sort(&g->list, by_distance);
    for (size_t i = 0; i < g->list.n && said < MOST_GROUPS; i++) {
        const group *x = &g->list.v[i];
        const double ratio = x->clock > 0 ? x->seen / x->clock : 1;
        if (x->clock < SAMPLE_WEIGHT_LEAST_NS || is_compiler(x) ||
            (ratio >= far_below && ratio <= far_above))
            continue;
        said++;
        if (!input_note(in, "SAMPLER_BIAS",
                        "%s: samples show %.2f of %.2f s CPU; %s", x->name,
                        x->seen / 1e9, x->clock / 1e9,
                        bias_cause(in, x, is_timer)))
            return false;
    }
    return true;
}

static void count_samples(groups *g, const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (sample_weight_is_compared(in, &in->segment.v[s]))
            add_samples(g, &in->segment.v[s]);
}

/* The group of a thread by its name, with or without a clock of the thread; 0:
 * no group. */
static uint32_t thread_group(groups *g, const input *in, uint32_t thread)
{
    const corr_str text = input_text(in, in->thread.v[thread].name);
    char name[SAMPLER_NAME];
    bool is_new;

    if (g->of[thread].group || !text.n)
        return g->of[thread].group;
    sample_weight_group(text, name);
    uint32_t *at = corr_map_bytes(&g->by_name, name, strlen(name), &is_new);
    g->no_memory |= !at;
    if (at && is_new)
        *at = UINT32_MAX;
    return at ? *at + 1 : 0;
}

/* Multiplies the samples of each group so that they add up to its clock. */
static bool rescale_groups(input *in, groups *g)
{
    const size_t n = in->thread.n;
    double *by = calloc(n, sizeof *by);
    double unseen = 0;

    for (size_t i = 0; i < g->list.n; i++)
        if (g->list.v[i].seen <= 0)
            unseen += g->list.v[i].clock;
    for (uint32_t t = 1; by && t < n; t++) {
        const uint32_t k = thread_group(g, in, t);
        const group *x = k ? &g->list.v[k - 1] : NULL;
        if (x && x->seen > 0)
            by[t] = x->clock / x->seen;
    }
    const bool ok = by && !g->no_memory && rescale_threads(in, by, unseen);
    free(by);
    return ok;
}

bool sample_weight_has_clocks(const input *in)
{
    size_t n;

    for (uint32_t s = 1; sample_weight_hardware(in) > 0 && s < in->series.n;
         s++)
        if (is_clock(in, s) && input_points(in, s, &n) && n > 1)
            return true;
    return false;
}

bool sample_weight_compare_clocks(input *in, corr_rescale how)
{
    groups g = { 0 };

    if (!sample_weight_has_cpu(in) || !sample_weight_has_clocks(in))
        return true;
    g.of = calloc(in->thread.n, sizeof *g.of);
    bool ok = g.of != NULL;
    for (uint32_t s = 1; ok && s < in->series.n; s++)
        if (is_clock(in, s))
            ok = add_thread_clock(&g, in, s);
    if (ok) {
        count_samples(&g, in);
        ok = (how != CORR_RESCALE_CLOCK || rescale_groups(in, &g)) &&
             note_bias(in, &g, sample_weight_has_timer(in));
    }
    free(g.of);
    vec_free(&g.list);
    corr_map_clear(&g.by_name);
    return ok;
}
