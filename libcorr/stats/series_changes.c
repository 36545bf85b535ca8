/* series_changes - which changes of a series count: spikes and level shifts. */
#include "base/base.h"

#include <math.h>
#include <string.h>

#include "stats/change_points.h"

/* A level lasts if it is that part of the series. */
#define LASTS 0.25
/* The least change of a level, as a part of it. */
#define LEAST_CHANGE 0.05
/* The least height of the ends of a spike, as a part of its own. */
#define LEAST_HEIGHT 0.125

static const double z_start = 3.5, z_extend = 2;

/* Segments [edge[i], edge[i + 1]) and their means. */
typedef struct parts {
    const double *x;
    size_t n, k; /* values, segments */
    bool is_log;
    uint32_t *edge;
    double *mean;
    double sigma;
    stat_robust whole;
} parts;

static double mean_of_part(const double *x, size_t from, size_t to)
{
    double sum = 0;

    for (size_t i = from; i < to; i++)
        sum += x[i];
    return to > from ? sum / (double)(to - from) : NAN;
}

/* ---- segments ------------------------------------------------------------- */

/* Whether the levels on the two sides of edge i really differ. */
static bool confirm_edge(const parts *p, size_t i, bool *is,
                         corr_arena *scratch)
{
    const uint32_t from = p->edge[i - 1], at = p->edge[i], to = p->edge[i + 1];
    const double delta = fabs(p->mean[i] - p->mean[i - 1]);
    const double level = fmax(fabs(p->mean[i]), fabs(p->mean[i - 1]));
    double chance;

    if (!stat_mann_whitney(p->x + from, at - from, p->x + at, to - at, &chance,
                           scratch))
        return false;
    *is = (chance < 0.01 || delta > 3 * p->sigma) &&
          delta >= LEAST_CHANGE * (p->is_log ? 1 : level) && delta > 0;
    return true;
}

static void drop_edge(parts *p, size_t i)
{
    memmove(p->edge + i, p->edge + i + 1, (p->k - i) * sizeof *p->edge);
    p->k--;
    memmove(p->mean + i, p->mean + i + 1, (p->k - i) * sizeof *p->mean);
    p->mean[i - 1] = mean_of_part(p->x, p->edge[i - 1], p->edge[i]);
}

/* Joins segments whose levels do not differ, the least different first. */
static bool join_parts(parts *p, corr_arena *scratch)
{
    for (;;) {
        size_t worst = 0;
        for (size_t i = 1; i < p->k; i++) {
            bool is;
            if (!confirm_edge(p, i, &is, scratch))
                return false;
            if (!is &&
                (!worst || fabs(p->mean[i] - p->mean[i - 1]) <
                               fabs(p->mean[worst] - p->mean[worst - 1])))
                worst = i;
        }
        if (!worst)
            return true;
        drop_edge(p, worst);
    }
}

static bool make_parts(parts *p, const double *x, size_t n,
                       const stat_change_opts *o, corr_arena *scratch)
{
    size_t k = 0;

    *p = (parts){ .x = x, .n = n, .is_log = o->is_log };
    p->edge = corr_arena_new(scratch, uint32_t, n + 2);
    p->mean = corr_arena_new(scratch, double, n + 2);
    if (!p->edge || !p->mean || !stat_robust_of(x, n, &p->whole, scratch) ||
        !stat_step_noise(x, n, &p->sigma, scratch))
        return false;
    const double penalty = stat_pelt_penalty(p->sigma, n);
    if (p->whole.spread > 0 &&
        !(o->method == STAT_EDIVISIVE
              ? stat_edivisive(x, n, 2, p->edge + 1, &k, scratch)
              : stat_pelt(x, n, penalty, 2, p->edge + 1, &k, scratch)))
        return false;
    p->edge[0] = 0;
    p->k = k + 1;
    p->edge[p->k] = (uint32_t)n;
    for (size_t i = 0; i < p->k; i++)
        p->mean[i] = mean_of_part(x, p->edge[i], p->edge[i + 1]);
    return join_parts(p, scratch);
}

/* ---- spikes --------------------------------------------------------------- */

/* Flags the runs of at least `least` values from `extend` on that reach
 * `start`, over gaps of one. */
static void flag_runs(const parts *p, double sign, size_t least, bool *flag)
{
    size_t from = 0, last = 0;
    bool open = false, high = false;

    for (size_t i = 0; i <= p->n; i++) {
        const double z =
            i < p->n ? sign * stat_robust_z(&p->whole, p->x[i]) : -INFINITY;
        if (open && i - last > (i < p->n ? 2 : 0) && z < z_extend) {
            for (size_t k = from; high && k <= last && last - from + 1 >= least;
                 k++)
                flag[k] = true;
            open = false;
        }
        if (z < z_extend)
            continue;
        from = open ? from : i;
        high = (open && high) || z >= z_start;
        open = true;
        last = i;
    }
}

/* Flags the segments that flagged values touch and that are high themselves. */
static void flag_parts(const parts *p, double sign, bool *flag)
{
    for (size_t i = 0; i < p->k; i++) {
        bool touched = false;
        for (size_t k = p->edge[i]; k < p->edge[i + 1]; k++)
            touched |= flag[k];
        if (touched && sign * stat_robust_z(&p->whole, p->mean[i]) >= z_extend)
            memset(flag + p->edge[i], true, p->edge[i + 1] - p->edge[i]);
    }
}

/* The next run of flagged values from i on: [*from, return value). */
static size_t next_run(const bool *flag, size_t n, size_t i, size_t *from)
{
    while (i < n && !flag[i])
        i++;
    *from = i;
    while (i < n && flag[i])
        i++;
    return i;
}

/* Joins spikes over a dip that is no longer than a quarter of both. */
static void join_runs(size_t n, bool *flag)
{
    size_t from, next, joined = 1;

    while (joined) {
        joined = 0;
        size_t end = next_run(flag, n, 0, &from);
        while (end < n) {
            const size_t other = next_run(flag, n, end, &next);
            const size_t dip = next - end;
            if (next < n && 4 * dip <= (end - from) + (other - next)) {
                memset(flag + end, true, dip);
                joined++;
            } else {
                from = next;
            }
            end = other;
        }
    }
}

/* Takes the ends off spikes that are low for them: after a high spike of a quiet
 * series a little more than usual is high, too.  The height of a spike is the
 * mean of its values, each weighed by its own height. */
static void trim_runs(const parts *p, bool *flag)
{
    const double usual = p->whole.median;
    size_t from, end = 0;

    while ((end = next_run(flag, p->n, end, &from)) > from) {
        double sum = 0, squares = 0;
        size_t last = end;
        for (size_t i = from; i < end; i++) {
            const double high = fabs(p->x[i] - usual);
            sum += high;
            squares += high * high;
        }
        const double least = sum > 0 ? LEAST_HEIGHT * squares / sum : 0;
        while (last - from > 2 && fabs(p->x[last - 1] - usual) < least)
            flag[--last] = false;
        while (last - from > 2 && fabs(p->x[from] - usual) < least)
            flag[from++] = false;
    }
}

/* ---- changes -------------------------------------------------------------- */

static double in_noise(const parts *p, double delta)
{
    return p->sigma > 0 ? fabs(delta) / p->sigma : fabs(delta) > 0 ? 1e9 : 0;
}

/* The level next to a spike: the mean of values that are no part of one, up to
 * four times its length away; the median of the series if there are fewer than
 * three. */
static double level_next_to(const parts *p, const bool *flag, size_t i,
                            size_t end, bool is_before)
{
    const size_t reach = 4 * (end - i);
    const size_t from = is_before ? (i > reach ? i - reach : 0) : end;
    const size_t to = is_before ? i : end + reach < p->n ? end + reach : p->n;
    double sum = 0;
    size_t n = 0;

    for (size_t k = from; k < to; k++)
        if (!flag[k]) {
            sum += p->x[k];
            n++;
        }
    return n >= 3 ? sum / (double)n : p->whole.median;
}

static void add_spikes(const parts *p, const bool *flag, stat_changes *c)
{
    for (size_t i = 0; i < p->n; i++) {
        size_t end = i;
        while (end < p->n && flag[end])
            end++;
        if (end == i)
            continue;
        const double now = mean_of_part(p->x, i, end);
        const double before = level_next_to(p, flag, i, end, true);
        const double after = level_next_to(p, flag, i, end, false);
        if (i > 0)
            c->change[c->n++] = (stat_change){ .at = (uint32_t)i,
                                               .from = (uint32_t)i,
                                               .to = (uint32_t)end,
                                               .before = before,
                                               .now = now,
                                               .z = in_noise(p, now - before),
                                               .spike = true };
        if (end < p->n)
            c->change[c->n++] = (stat_change){ .at = (uint32_t)end,
                                               .from = (uint32_t)end,
                                               .to = (uint32_t)p->n,
                                               .before = now,
                                               .now = after,
                                               .z = in_noise(p, now - after),
                                               .spike = true,
                                               .ends = true };
        i = end;
    }
}

/* Whether an edge is that of a spike, or is in or next to one. */
static bool is_at_spike(const parts *p, const bool *flag, size_t i)
{
    const uint32_t at = p->edge[i];

    return flag[at] || flag[at - 1];
}

static bool is_long(const parts *p, size_t i, double least)
{
    return (double)(p->edge[i + 1] - p->edge[i]) >= least * (double)p->n;
}

/* Whether a level is that from before a time which was too short to be a level
 * of its own: its begin is no change, so its end is none. */
static bool is_return(const parts *p, const stat_changes *c, size_t i)
{
    size_t was = i - 1;

    while (was > 0 && !is_long(p, --was, LASTS / 4))
        ;
    for (size_t k = 0; k < c->n; k++)
        if (!c->change[k].spike && c->change[k].at >= p->edge[was + 1])
            return false;
    return was + 1 < i && 4 * fabs(p->mean[i] - p->mean[was]) <
                              fabs(p->mean[i] - p->mean[i - 1]);
}

/* Adds the edges of levels that last, except those of spikes. */
static void add_levels(const parts *p, const bool *flag, stat_changes *c)
{
    for (size_t i = 1; i < p->k; i++) {
        if (is_at_spike(p, flag, i) || !is_long(p, i, LASTS) ||
            !is_long(p, i - 1, LASTS / 4) || is_return(p, c, i))
            continue;
        c->change[c->n++] = (stat_change){
            .at = p->edge[i],
            .from = p->edge[i],
            .to = p->edge[i + 1],
            .before = p->mean[i - 1],
            .now = p->mean[i],
            .z = in_noise(p, p->mean[i] - p->mean[i - 1]),
        };
    }
}

static int change_by_at(const void *va, const void *vb)
{
    const stat_change *a = va, *b = vb;

    return (a->at > b->at) - (a->at < b->at);
}

bool stat_changes_of(const double *x, size_t n, const stat_change_opts *o,
                     stat_changes *c, corr_arena *scratch)
{
    parts p;

    *c = (stat_changes){ .n = 0 };
    c->change = corr_arena_new(scratch, stat_change, 2 * n + 2);
    c->flagged = corr_arena_new(scratch, bool, n + 1);
    if (!c->change || !c->flagged)
        return false;
    memset(c->flagged, 0, n + 1);
    if (n < STAT_LEAST_SERIES)
        return true;
    if (!make_parts(&p, x, n, o, scratch))
        return false;
    const size_t least = o->pair > 2 ? o->pair : 2;
    for (double sign = 1; sign >= (o->falls ? -1 : 1); sign -= 2) {
        flag_runs(&p, sign, least, c->flagged);
        flag_parts(&p, sign, c->flagged);
        join_runs(n, c->flagged);
    }
    trim_runs(&p, c->flagged);
    add_spikes(&p, c->flagged, c);
    add_levels(&p, c->flagged, c);
    qsort(c->change, c->n, sizeof *c->change, change_by_at);
    return true;
}
