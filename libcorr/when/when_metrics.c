/* when_metrics - series of metrics, at the step of their points
 * (corr-methods 6.1). */
#include <math.h>
#include <string.h>

#include "corr_sort.h"
#include "metric/metric_counter.h"
#include "metric/metric_unit.h"
#include "profile/metric_groups.h"
#include "when/when_metrics.h"

enum { MOST_SERIES = 200000, MOST_VALUES = 20000 };

/* ---- buckets ---------------------------------------------------------------- */

bool when_make_buckets(corr_when *w, int64_t from, int64_t to, int64_t step,
                       when_buckets *b)
{
    if (w->o->from < w->o->to) {
        from = max_i64(from, w->o->from);
        to = min_i64(to, w->o->to);
    }
    b->n = 0;
    if (from >= to || step <= 0)
        return true;
    const int64_t ran = sub_clamped(to, from);
    b->from = from;
    b->step = max_i64(step, ran / MOST_VALUES + 1);
    b->n = (uint32_t)((ran - 1) / b->step + 1);
    b->value = corr_arena_new(&w->scratch, double, b->n);
    b->known = corr_arena_new(&w->scratch, double, b->n);
    return b->value && b->known;
}

/* Adds an amount that grew evenly in [from, to). */
static void add_growth(when_buckets *b, int64_t from, int64_t to, double amount)
{
    const int64_t all = sub_clamped(to, from);
    int64_t at = max_i64(from, b->from);

    for (; all > 0 && at < to;) {
        const int64_t i = (at - b->from) / b->step;
        if (i >= b->n)
            return;
        const int64_t end = min_i64(to, b->from + b->step * (i + 1));
        const double ns = (double)(end - at);
        b->value[i] += amount * ns / (double)all;
        b->known[i] += ns;
        at = end;
    }
}

/* Scales amounts to whole steps; a step of which less than half is known is
 * unknown. */
static void finish_growth(when_buckets *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        b->value[i] = b->known[i] >= (double)b->step / 2
                          ? b->value[i] / b->known[i] * (double)b->step
                          : NAN;
}

/* Turns sums into means.  A single bucket without a value has the one before. */
static void finish_means(when_buckets *b)
{
    for (uint32_t i = 0; i < b->n; i++) {
        const bool holds = i > 0 && b->known[i] == 0 && b->known[i - 1] > 0;
        b->value[i] = b->known[i] > 0 ? b->value[i] / b->known[i]
                      : holds         ? b->value[i - 1]
                                      : NAN;
    }
}

/* ---- a group ---------------------------------------------------------------- */

bool when_growth(corr_when *w, const uint64_t *member, size_t n,
                 when_buckets *b)
{
    counter c = { .step = 0 };
    bool ok = true;

    *b = (when_buckets){ .n = 0 };
    for (size_t i = 0; ok && i < n; i++)
        ok = metric_counter_add(&c,
                                store_input(w->st, (uint32_t)(member[i] >> 32)),
                                (uint32_t)member[i], 0);
    ok = ok && metric_counter_ready(&c);
    if (ok && c.time.n > 1)
        ok = when_make_buckets(w, c.time.v[0], c.time.v[c.time.n - 1], c.step,
                               b);
    for (size_t i = 1; ok && b->n && i < c.point.n; i++) {
        const metric_counter_point *p = &c.point.v[i];
        if (p->series == p[-1].series &&
            (metric_counter_near(&c, p[-1].time, p->time) ||
             (p[-1].is_begin && c.series.v[p->series].is_delta)))
            add_growth(b, p[-1].time, p->time, p->value - p[-1].value);
    }
    if (ok)
        finish_growth(b);
    metric_counter_clear(&c);
    return ok;
}

/* Fills the buckets with the rate of a counter. */
static bool fill_rate(corr_when *w, const metric_group *g, double scale,
                      when_buckets *b)
{
    const bool ok = when_growth(w, g->member.v, g->member.n, b);

    for (uint32_t i = 0; ok && i < b->n; i++)
        b->value[i] *= scale / (double)b->step;
    return ok;
}

bool when_values(corr_when *w, const uint64_t *member, size_t members,
                 double scale, when_buckets *b)
{
    int64_t from = INT64_MAX, to = INT64_MIN, step = 0;

    for (size_t i = 0; i < members; i++) {
        size_t n;
        const point_row *p =
            input_points(store_input(w->st, (uint32_t)(member[i] >> 32)),
                         (uint32_t)member[i], &n);
        if (!n)
            continue;
        from = min_i64(from, p[0].time);
        to = max_i64(to, add_clamped(p[n - 1].time, 1));
        step = max_i64(step, input_usual_step(p, n));
    }
    *b = (when_buckets){ .n = 0 };
    if (from > to || !when_make_buckets(w, from, to, step, b))
        return from > to;
    for (size_t i = 0; b->n && i < members; i++) {
        const input *in = store_input(w->st, (uint32_t)(member[i] >> 32));
        size_t n;
        const point_row *p = input_points(in, (uint32_t)member[i], &n);
        for (size_t k = 0; k < n; k++) {
            /* a point is of the bucket whose beginning is nearest */
            const int64_t at = sub_clamped(p[k].time, b->from) + b->step / 2;
            if (at < 0 || at / b->step >= b->n || !isfinite(p[k].value) ||
                !input_in_window(in, p[k].time, p[k].time))
                continue;
            b->value[at / b->step] += p[k].value * scale;
            b->known[at / b->step]++;
        }
    }
    finish_means(b);
    return true;
}

/* ---- what it is --------------------------------------------------------------- */

corr_str when_file_name(const input *in)
{
    const char *slash = strrchr(in->file.path, '/');

    return corr_str_of(slash ? slash + 1 : in->file.path);
}

/* A series without a name may be told in that of the file. */
static corr_str name_of_metric(const input *in, uint32_t series)
{
    const corr_str name = input_text(in, in->series.v[series].name);

    return name.n ? name : when_file_name(in);
}

/* The unit of a rate of CPU that a rule or a query made, whose name has no
 * unit. */
static const char *assumed_unit(corr_str name, const char *unit)
{
    static const char *const others[] = { "percent", "ratio", "util",
                                          "limit",   "quota", "request",
                                          "thrott",  "freq",  "count" };

    if (*unit || !metric_name_has(name, "cpu"))
        return unit;
    for (size_t i = 0; i < countof(others); i++)
        if (metric_name_has(name, others[i]))
            return unit;
    return "cores";
}

static corr_role role_of_metric(const char *unit, corr_str name)
{
    if (strncmp(unit, "cores", 5) == 0)
        return CORR_ROLE_CPU;
    if (strcmp(unit, "ns") == 0)
        return CORR_ROLE_LATENCY;
    if (strcmp(unit, "bytes") == 0)
        return CORR_ROLE_MEMORY;
    if (strcmp(unit, "bytes/s") == 0 && metric_name_has(name, "alloc"))
        return CORR_ROLE_ALLOC;
    return CORR_ROLE_OTHER;
}

/* Series that tell a state or a part of a distribution, and no load. */
static bool is_told_elsewhere(const input *in, uint32_t series)
{
    static const char *const ends[] = { "_info", "_created", "_bucket" };
    const corr_str name = input_text(in, in->series.v[series].name);
    bool is = corr_str_is(name, "ALERTS") || in->format->alerts ||
              metric_name_has(name, "timestamp_seconds") ||
              metric_name_has(name, "start_time_seconds");

    for (size_t i = 0; i < countof(ends); i++)
        is = is || corr_str_ends(name, ends[i]);
    return is;
}

/* ---- which are asked for ------------------------------------------------------ */

/* Whether an input is this file, or one of this folder. */
static bool is_at(const input *in, const char *path)
{
    const size_t n = strlen(path);

    return strcmp(path, in->file.path) == 0 ||
           (n && in->file.named && strncmp(path, in->file.named, n) == 0 &&
            (in->file.named[n] == '/' || path[n - 1] == '/'));
}

bool when_is_asked(const corr_when *w, const when_asked *a, uint64_t series)
{
    const input *in = store_input(w->st, (uint32_t)(series >> 32));
    const corr_str name = input_text(in, in->series.v[(uint32_t)series].name);

    for (size_t i = 0; i < a->n; i++) {
        const char *path = w->o->path[i];
        if ((!path || is_at(in, path)) &&
            (!a->selector[i].name.n ||
             metric_selector_names(&a->selector[i], name) != SELECTOR_NOT) &&
            metric_selector_passes(&a->selector[i], in, (uint32_t)series,
                                   false))
            return true;
    }
    return false;
}

static bool is_group_asked(const corr_when *w, const when_asked *a,
                           const metric_group *g)
{
    bool is = false;

    for (size_t m = 0; m < g->member.n && !is; m++)
        is = when_is_asked(w, a, g->member.v[m]);
    return is;
}

static bool add_group(corr_when *w, const when_asked *a, const metric_group *g)
{
    const input *in = store_input(w->st, g->input);
    const series_row *row = &in->series.v[g->series];
    const bool grows =
        row->type == CORR_METRIC_COUNTER || row->type == CORR_METRIC_DELTA;
    const timeline_unit u = metric_shown_unit(in, g->series, grows);
    when_buckets b = { .n = 0 };

    if (is_told_elsewhere(in, g->series))
        return true;
    bool ok = grows ? fill_rate(w, g, u.scale, &b)
                    : when_values(w, g->member.v, g->member.n, u.scale, &b);
    if (ok && b.n) {
        const char *unit = assumed_unit(name_of_metric(in, g->series), u.unit);
        const when_series s = {
            .s = { .name = g->name,
                   .unit = unit,
                   .service = series_service(in, g->series),
                   .role = role_of_metric(unit, name_of_metric(in, g->series)),
                   .from = b.from,
                   .step = b.step,
                   .n = b.n,
                   .value = b.value,
                   .is_metric = true,
                   .is_asked = is_group_asked(w, a, g) },
            .is_gauge = !grows,
            .input = g->input + 1,
            .row = g->series,
        };
        ok = when_keep(w, &s);
    }
    corr_arena_reset(&w->scratch);
    return ok;
}

corr_code when_add_metrics(corr_when *w, corr_err *err)
{
    const size_t n = w->o->nmetric;
    when_asked a = { .selector = corr_arena_new(&w->arena, selector, n + 1) };
    metric_groups g = { .left_out = 0 };
    corr_code code = CORR_OK;

    if (!a.selector)
        return corr_no_memory(err);
    for (; a.n < n && !code; a.n++) {
        const char *text = w->o->selector[a.n];
        a.selector[a.n] = (selector){ .name = { "", 0 } };
        code = *text ? metric_selector_parse(&a.selector[a.n], text, err)
                     : CORR_OK;
    }
    bool ok = code || metric_groups_find(&g, w->st, MOST_SERIES);
    for (size_t i = 0; ok && !code && i < g.list.n; i++)
        ok = add_group(w, &a, &g.list.v[i]);
    if (ok && !code)
        ok = when_add_histograms(w, &a);
    metric_groups_clear(&g);
    for (size_t i = 0; i < a.n; i++)
        metric_selector_clear(&a.selector[i]);
    return ok ? code : corr_no_memory(err);
}
