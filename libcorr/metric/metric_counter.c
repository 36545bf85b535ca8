#include "metric/metric_counter.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "metric/metric_selector.h"

/* ---- collecting ----------------------------------------------------- */

/* The name and the labels in the order of their keys, separated by NULs. */
static bool series_identity(counter *c, const input *in, uint32_t series,
                            corr_str *key)
{
    corr_str name = input_text(in, in->series.v[series].name);
    size_t bytes = name.n + 1;
    uint32_t n;

    corr_arena_reset(&c->scratch);
    const corr_label *label = series_labels(in, series, &n, &c->scratch);
    for (uint32_t i = 0; label && i < n; i++)
        bytes += label[i].key.n + label[i].text.n + 2;
    char *to = label ? corr_arena_alloc(&c->scratch, 1, bytes) : NULL;
    if (!to)
        return false;
    *key = (corr_str){ to, bytes };
    memcpy(to, name.p, name.n);
    to += name.n + 1;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(to, label[i].key.p, label[i].key.n);
        to += label[i].key.n + 1;
        memcpy(to, label[i].text.p, label[i].text.n);
        to += label[i].text.n + 1;
    }
    return true;
}

/* Numbers the process that a series is of, as far as labels tell processes
 * apart. */
static bool target_of(counter *c, const input *in, uint32_t series,
                      uint32_t *target)
{
    static const char *const keys[] = { "service.instance.id", "instance",
                                        "pod", "k8s.pod.name", "host.name" };
    corr_str name = { "", 0 };
    bool is_new;

    for (size_t i = 0; i < countof(keys) && !name.n; i++)
        name = series_label(in, series, corr_str_of(keys[i]));
    uint32_t *at = corr_map_bytes(&c->targets, name.p, name.n, &is_new);
    if (at && is_new)
        *at = c->targets.n - 1;
    *target = at ? *at : 0;
    return at != NULL;
}

static bool find_series(counter *c, const input *in, uint32_t series,
                        uint32_t part, uint32_t *number)
{
    const corr_metric type = in->series.v[series].type;
    metric_counter_series fresh = { .part = part,
                                    .is_delta = type == CORR_METRIC_DELTA };
    corr_str key;
    bool is_new;

    if (!series_identity(c, in, series, &key))
        return false;
    uint32_t *at = corr_map_bytes(&c->by_labels, key.p, key.n, &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)c->series.n;
        if (!target_of(c, in, series, &fresh.target) ||
            !vec_push(&c->series, fresh))
            return false;
    }
    *number = *at;
    return true;
}

static void note_window(counter *c, const input *in)
{
    if (!in->window.is_set) {
        c->is_whole = true;
        return;
    }
    c->from = c->is_cut ? min_i64(c->from, in->window.from) : in->window.from;
    c->to = c->is_cut ? max_i64(c->to, in->window.to) : in->window.to;
    c->is_cut = true;
}

/* Whether a point is in the window of its file, or is the nearest one
 * outside. */
static bool is_near_window(const input *in, const point_row *p, size_t n,
                           size_t i)
{
    return !in->window.is_set ||
           ((i + 1 == n || p[i + 1].time > in->window.from) &&
            (i == 0 || p[i - 1].time < in->window.to));
}

bool metric_counter_add(counter *c, const input *in, uint32_t series,
                        uint32_t part)
{
    const series_row *s = &in->series.v[series];
    size_t n;
    const point_row *p = input_points(in, series, &n);
    uint32_t number;

    if (!find_series(c, in, series, part, &number))
        return false;
    note_window(c, in);
    for (size_t i = 0; i < n; i++) {
        if (!is_near_window(in, p, n, i) || !isfinite(p[i].value))
            continue;
        if (!vec_push(&c->point,
                      (metric_counter_point){ p[i].time, p[i].value, number,
                                              p[i].is_begin }))
            return false;
        c->falls |= s->type == CORR_METRIC_UNKNOWN && i > 0 &&
                    p[i].value < p[i - 1].value;
        c->falls |= s->type == CORR_METRIC_GAUGE;
    }
    return true;
}

/* ---- making ready --------------------------------------------------- */

SORT_BY(point_by_series_time, metric_counter_point, ASC(series), ASC(time),
        ASC(value), DESC(is_begin))

/* Keeps the larger one of two points of one series and time.  A delta of 0 only
 * marks the begin of the next one. */
static void drop_copies(counter *c)
{
    size_t to = 0;

    for (size_t i = 0; i < c->point.n; i++) {
        const metric_counter_point *p = &c->point.v[i];
        const metric_counter_point *next = p + 1;
        if (i + 1 < c->point.n && next->series == p->series &&
            next->time == p->time)
            continue;
        c->point.v[to++] = *p;
    }
    c->point.n = to;
}

static bool list_times(counter *c)
{
    size_t to = 0;

    for (size_t i = 0; i < c->point.n; i++)
        if (!vec_push(&c->time, c->point.v[i].time))
            return false;
    vec_sort(&c->time, cmp_i64);
    for (size_t i = 0; i < c->time.n; i++)
        if (i == 0 || c->time.v[i] != c->time.v[i - 1])
            c->time.v[to++] = c->time.v[i];
    c->time.n = to;
    return true;
}

static int64_t median_of(int64_t *step, size_t n)
{
    if (n == 0)
        return 0;
    qsort(step, n, sizeof *step, cmp_i64);
    return step[n / 2];
}

/* The usual distance of the measured points of a series.  Without any, points
 * are as near as the times of all series are. */
static bool find_step(counter *c)
{
    int64_t *step =
        corr_arena_new(&c->scratch, int64_t, c->point.n + c->time.n + 1);
    size_t n = 0;

    if (!step)
        return false;
    const metric_counter_point *last = NULL;
    for (size_t i = 0; i < c->point.n; i++) {
        const metric_counter_point *p = &c->point.v[i];
        if (p->is_begin)
            continue;
        if (last && last->series == p->series)
            step[n++] = sub_clamped(p->time, last->time);
        last = p;
    }
    c->every = c->step = median_of(step, n);
    if (n)
        return true;
    for (size_t i = 1; i < c->time.n; i++)
        step[i - 1] = sub_clamped(c->time.v[i], c->time.v[i - 1]);
    c->step = c->time.n ? median_of(step, c->time.n - 1) : 0;
    return true;
}

/* The number of times that are not later. */
static size_t times_upto(const counter *c, int64_t time)
{
    size_t lo = 0;

    LOWER_BOUND(lo, c->time.n, i, c->time.v[i] <= time);
    return lo;
}

/* Turns values into sums since the first point.  The first value of a series
 * counts if its target was known before. */
static void sum_series(counter *c, metric_counter_series *s, int64_t known_from)
{
    metric_counter_point *p = &c->point.v[s->first];
    double last = p[0].value;
    double sum = p[0].time > known_from || s->is_delta ? last : 0;

    p[0].value = sum;
    for (uint32_t i = 1; i < s->n; i++) {
        const double v = p[i].value;
        sum += s->is_delta || v < last ? v : v - last;
        last = v;
        p[i].value = sum;
    }
}

bool metric_counter_ready(counter *c)
{
    vec_sort(&c->point, point_by_series_time);
    drop_copies(c);
    corr_arena_reset(&c->scratch);
    int64_t *known = corr_arena_new(&c->scratch, int64_t, c->targets.n + 1);
    if (!known || !list_times(c) || !find_step(c))
        return false;
    for (uint32_t i = 0; i < c->targets.n; i++)
        known[i] = INT64_MAX;
    for (uint32_t i = 0; i < c->point.n; i++) {
        metric_counter_series *s = &c->series.v[c->point.v[i].series];
        if (s->n++ == 0)
            s->first = i;
        known[s->target] = min_i64(known[s->target], c->point.v[i].time);
    }
    for (size_t i = 0; i < c->series.n; i++)
        if (c->series.v[i].n)
            sum_series(c, &c->series.v[i], known[c->series.v[i].target]);
    return true;
}

void metric_counter_clear(counter *c)
{
    vec_free(&c->point);
    vec_free(&c->series);
    vec_free(&c->time);
    corr_map_clear(&c->by_labels);
    corr_map_clear(&c->targets);
    corr_arena_clear(&c->scratch);
}

/* ---- queries -------------------------------------------------------- */

/* The sum at a time.  Before its first point a series grows from 0, starting at
 * the last time of any series before that point. */
static double series_sum_at(const counter *c, const metric_counter_series *s,
                            int64_t time)
{
    const metric_counter_point *p = &c->point.v[s->first];
    size_t lo = 0;

    LOWER_BOUND(lo, s->n, i, p[i].time <= time);
    if (lo == s->n)
        return p[s->n - 1].value;
    int64_t from = lo ? p[lo - 1].time : p[0].time;
    const double was = lo ? p[lo - 1].value : 0;
    if (!lo) {
        const size_t before = times_upto(c, p[0].time - 1);
        from = before ? c->time.v[before - 1] : p[0].time;
    }
    if (time <= from)
        return was;
    const double part = (double)(time - from) / (double)(p[lo].time - from);
    return was + (p[lo].value - was) * part;
}

static void clip_to_counter(const counter *c, int64_t *from, int64_t *to)
{
    if (!c->is_cut || c->is_whole)
        return;
    *from = max_i64(*from, c->from);
    *to = min_i64(*to, c->to);
}

static double series_growth(const counter *c, const metric_counter_series *s,
                            int64_t from, int64_t to)
{
    return s->n && from < to
               ? series_sum_at(c, s, to) - series_sum_at(c, s, from)
               : 0;
}

static double growth_of(const counter *c, bool all, uint32_t part, int64_t from,
                        int64_t to)
{
    double sum = 0;

    clip_to_counter(c, &from, &to);
    for (size_t i = 0; i < c->series.n; i++)
        if (all || c->series.v[i].part == part)
            sum += series_growth(c, &c->series.v[i], from, to);
    return sum;
}

double metric_counter_grew(const counter *c, int64_t from, int64_t to)
{
    return growth_of(c, true, 0, from, to);
}

double metric_counter_grew_of(const counter *c, uint32_t part, int64_t from,
                              int64_t to)
{
    return growth_of(c, false, part, from, to);
}

bool metric_counter_near(const counter *c, int64_t from, int64_t to)
{
    return sub_clamped(to, from) - c->step <= c->step;
}

/* The first covered time from `time` on; INT64_MAX: there is no such time. */
static int64_t covered_from(const counter *c, int64_t time)
{
    const size_t n = times_upto(c, time);

    if (n && (c->time.v[n - 1] == time ||
              (n < c->time.n &&
               metric_counter_near(c, c->time.v[n - 1], c->time.v[n]))))
        return time;
    return n < c->time.n ? c->time.v[n] : INT64_MAX;
}

static int64_t covered_upto(const counter *c, int64_t time)
{
    if (covered_from(c, time) == time)
        return time;
    const size_t n = times_upto(c, time);
    return n ? c->time.v[n - 1] : INT64_MIN;
}

int64_t metric_counter_covers(const counter *c, int64_t from, int64_t to)
{
    clip_to_counter(c, &from, &to);
    if (from >= to)
        return 0;
    const int64_t a = covered_from(c, from);
    const int64_t b = covered_upto(c, to);

    return a < b ? sub_clamped(b, a) : 0;
}

uint32_t metric_counter_targets(const counter *c)
{
    return c->targets.n ? c->targets.n : 1;
}
