/* timeline_metric - series of metrics as timeline rows; sums become growth per
 * unit of time (corr-methods 6.1). */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "profile/timeline.h"
#include "store/metric_counter.h"
#include "store/metric_selector.h"
#include "store/store.h"

/* Limits for screens and memory: rows, bytes of a name. */
enum { MOST_ROWS = 500, MOST_NAME = 400 };

/* One series in all inputs that have it. */
typedef struct group {
    const char *name; /* with labels; in the store */
    uint32_t input, series;
    vec(uint64_t) member; /* input and series */
} group;

typedef struct groups {
    vec(group) list;
    corr_map by_name;
    corr_arena scratch;
    uint32_t left_out;
} groups;

/* ---- which series --------------------------------------------------------- */

/* NAME{a="b",c="d"}, labels in the order of their keys, cut to MOST_NAME - 1
 * bytes; valid until the next call.  NULL: out of memory. */
static char *format_name(groups *g, const input *in, uint32_t series)
{
    const char *name = input_text(in, in->series.v[series].name).p;
    uint32_t n;

    corr_arena_reset(&g->scratch);
    const corr_label *label = series_labels(in, series, &n, &g->scratch);
    for (uint32_t i = 0; label && name && i < n; i++)
        name = corr_arena_print(&g->scratch, "%s%s%.*s=\"%.*s\"%s", name,
                                i ? "," : "{", CORR_STR_ARG(label[i].key),
                                CORR_STR_ARG(label[i].text),
                                i + 1 == n ? "}" : "");
    return label && name
               ? corr_arena_print(&g->scratch, "%.*s", MOST_NAME - 1, name)
               : NULL;
}

/* Whether the series is shown; histogram buckets are not. */
static bool is_shown(const input *in, uint32_t series)
{
    const corr_str le = series_label(in, series, CORR_STR("le"));

    return !le.n || corr_str_is(le, "+Inf");
}

static bool add_member(groups *g, corr_store *st, uint32_t input_at,
                       uint32_t series)
{
    const input *in = store_input(st, input_at);
    const char *name = format_name(g, in, series);
    bool is_new;

    if (!name)
        return false;
    if (g->list.n >= MOST_ROWS) {
        g->left_out++;
        return true;
    }
    uint32_t *at = corr_map_bytes(&g->by_name, name, strlen(name), &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)g->list.n;
        const group fresh = { .name = store_text(st, "%s", name),
                              .input = input_at,
                              .series = series };
        if (!fresh.name || !vec_push(&g->list, fresh))
            return false;
    }
    return vec_push(&g->list.v[*at].member, (uint64_t)input_at << 32 | series);
}

static bool find_groups(groups *g, corr_store *st)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t s = 1; in->metric.n && s < in->series.n; s++)
            if (is_shown(in, s) && !add_member(g, st, i, s))
                return false;
    }
    return true;
}

/* Whether some profile belongs to the service that the series names. */
static bool has_profile(const corr_store *st, corr_str service)
{
    bool any = false;

    for (uint32_t i = 0; i < st->input.n && service.n; i++) {
        const uint32_t mine = st->match.v[i].service;
        any = any || mine;
        if (mine && series_is_of(service, st->spans.service.v[mine]))
            return true;
    }
    return !any;
}

/* ---- units ---------------------------------------------------------------- */

static bool has_part(corr_str name, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= name.n; i++)
        if (memcmp(name.p + i, part, n) == 0)
            return true;
    return false;
}

/* The unit from the file, else from the name by Prometheus conventions. */
static timeline_unit series_unit(const input *in, const series_row *s,
                                 bool grows)
{
    const corr_str name = input_text(in, s->name);
    const corr_str unit = input_text(in, s->unit);
    const bool counts =
        corr_str_ends(name, "_count") || corr_str_ends(name, "_bucket");
    const bool bytes =
        !counts && (corr_str_is(unit, "By") || has_part(name, "_bytes"));
    const bool seconds = !counts && !bytes &&
                         (corr_str_is(unit, "s") || has_part(name, "_seconds"));

    if (bytes)
        return grows ? (timeline_unit){ "bytes/s", TIMELINE_PER_SECOND }
                     : (timeline_unit){ "bytes", 1 };
    if (seconds && grows)
        return (timeline_unit){ has_part(name, "cpu") ? "cores" : "1",
                                TIMELINE_PER_SECOND };
    if (seconds)
        return (timeline_unit){ "ns", TIMELINE_PER_SECOND };
    return grows ? (timeline_unit){ "1/s", TIMELINE_PER_SECOND }
                 : (timeline_unit){ "", 1 };
}

/* ---- rows ----------------------------------------------------------------- */

/* Adds the growth between adjacent points. */
static bool fill_sums(corr_timeline *t, const corr_store *st, const group *g,
                      timeline_row *row)
{
    counter c = { .step = 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < g->member.n; i++)
        ok = metric_counter_add(
            &c, store_input(st, (uint32_t)(g->member.v[i] >> 32)),
            (uint32_t)g->member.v[i], 0);
    ok = ok && metric_counter_ready(&c);
    for (size_t i = 1; ok && i < c.point.n; i++) {
        const metric_counter_point *p = &c.point.v[i];
        if (!metric_counter_near(&c, p[-1].time, p->time) &&
            !(p[-1].is_begin && c.series.v[p->series].is_delta))
            continue; /* too far apart */
        timeline_spread(t, row, p[-1].time, p->time, p->value - p[-1].value);
        timeline_know(t, row, p[-1].time, p->time);
    }
    row->every = c.every;
    metric_counter_clear(&c);
    return ok;
}

static bool fill_means(corr_timeline *t, const corr_store *st, const group *g,
                       timeline_row *row, double scale)
{
    row->count = calloc(t->facts.bins, sizeof *row->count);
    for (size_t i = 0; row->count && i < g->member.n; i++) {
        const input *in = store_input(st, (uint32_t)(g->member.v[i] >> 32));
        size_t n;
        const point_row *p = input_points(in, (uint32_t)g->member.v[i], &n);
        for (size_t k = 0; k < n; k++)
            if (input_in_window(in, p[k].time, p[k].time))
                timeline_mean(t, row, p[k].time, p[k].value * scale);
        row->every = input_usual_step(p, n);
        row->gap = row->every ? (double)row->every : row->gap;
    }
    return row->count != NULL;
}

/* Whether a name or label says that the value is a quantile: "p95". */
static bool is_quantile(const input *in, uint32_t series)
{
    const corr_str name = input_text(in, in->series.v[series].name);
    bool is = series_label(in, series, CORR_STR("quantile")).n > 0;

    for (size_t i = 0; i + 2 < name.n && !is; i++)
        is = name.p[i] == 'p' && name.p[i + 1] >= '5' && name.p[i + 1] <= '9' &&
             (i == 0 || name.p[i - 1] == '_' || name.p[i - 1] == ':');
    return is;
}

static timeline_choice choice_of(const corr_store *st, const input *in,
                                 uint32_t series, bool grows)
{
    const corr_str name = input_text(in, in->series.v[series].name);

    if (corr_str_is(name, "ALERTS") || corr_str_ends(name, "_bucket") ||
        !has_profile(st, series_service(in, series)))
        return CHOOSE_NEVER;
    return grows || is_quantile(in, series) || has_part(name, "rate") ||
                   has_part(name, "mean")
               ? CHOOSE_RATE
               : CHOOSE_GAUGE;
}

static bool add_alerts(corr_timeline *t, const corr_store *st, const group *g)
{
    bool ok = true;

    for (size_t i = 0; ok && i < g->member.n; i++)
        ok = timeline_add_alert(
            t, store_input(st, (uint32_t)(g->member.v[i] >> 32)),
            (uint32_t)g->member.v[i]);
    return ok;
}

static bool fill_row(corr_timeline *t, corr_store *st, const group *g)
{
    const input *in = store_input(st, g->input);
    const series_row *s = &in->series.v[g->series];
    const bool grows =
        s->type == CORR_METRIC_COUNTER || s->type == CORR_METRIC_DELTA;
    const timeline_unit u = series_unit(in, s, grows);
    timeline_row *row =
        timeline_add_row(t, g->name, u.unit, grows ? u.scale : 1);

    if (!row)
        return false;
    bool ok =
        grows ? fill_sums(t, st, g, row) : fill_means(t, st, g, row, u.scale);
    if (row->every == 0)
        row->every = 1; /* marks the row as a metric */
    row->choice = (uint8_t)choice_of(st, in, g->series, grows);
    if (corr_str_is(input_text(in, s->name), "ALERTS"))
        ok = ok && add_alerts(t, st, g);
    return ok;
}

void timeline_add_metrics(corr_timeline *t, corr_store *st)
{
    groups g = { .left_out = 0 };

    if (!find_groups(&g, st))
        t->failed = true;
    for (size_t i = 0; i < g.list.n && !t->failed; i++)
        if (!fill_row(t, st, &g.list.v[i]))
            t->failed = true;
    t->facts.more_metrics = g.left_out;
    for (size_t i = 0; i < g.list.n; i++)
        vec_free(&g.list.v[i].member);
    vec_free(&g.list);
    corr_map_clear(&g.by_name);
    corr_arena_clear(&g.scratch);
}
