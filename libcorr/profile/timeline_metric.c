/* timeline_metric - series of metrics as timeline rows; sums become growth per
 * unit of time (corr-methods 6.1). */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "metric/metric_counter.h"
#include "metric/metric_selector.h"
#include "metric/metric_unit.h"
#include "profile/metric_groups.h"
#include "store/store.h"

/* Limits for screens and memory. */
enum { MOST_ROWS = 500, MOST_GROUPS = 200000 };

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

/* ---- rows ----------------------------------------------------------------- */

/* Adds the growth between adjacent points. */
static bool fill_sums(corr_timeline *t, const corr_store *st,
                      const metric_group *g, timeline_row *row)
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

static bool fill_means(corr_timeline *t, const corr_store *st,
                       const metric_group *g, timeline_row *row, double scale)
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
    return grows || is_quantile(in, series) || metric_name_has(name, "rate") ||
                   metric_name_has(name, "mean")
               ? CHOOSE_RATE
               : CHOOSE_GAUGE;
}

static bool add_alerts(corr_timeline *t, const corr_store *st,
                       const metric_group *g)
{
    bool ok = true;

    for (size_t i = 0; ok && i < g->member.n; i++)
        ok = timeline_add_alert(
            t, store_input(st, (uint32_t)(g->member.v[i] >> 32)),
            (uint32_t)g->member.v[i]);
    return ok;
}

/* Whether a series is 1 while something is so, and 0 while it is not. */
static bool is_state(corr_str name)
{
    return corr_str_is(name, "ALERTS") ||
           corr_str_is(name, "alertmanager_silences");
}

static bool fill_row(corr_timeline *t, corr_store *st, const metric_group *g)
{
    const input *in = store_input(st, g->input);
    const series_row *s = &in->series.v[g->series];
    const bool grows =
        s->type == CORR_METRIC_COUNTER || s->type == CORR_METRIC_DELTA;
    const timeline_unit u = metric_shown_unit(in, g->series, grows);
    timeline_row *row =
        timeline_add_row(t, g->name, u.unit, grows ? u.scale : 1);

    if (!row)
        return false;
    bool ok =
        grows ? fill_sums(t, st, g, row) : fill_means(t, st, g, row, u.scale);
    if (row->every == 0)
        row->every = 1; /* marks the row as a metric */
    row->choice = (uint8_t)choice_of(st, in, g->series, grows);
    row->state = is_state(input_text(in, s->name));
    if (corr_str_is(input_text(in, s->name), "ALERTS"))
        ok = ok && add_alerts(t, st, g);
    return ok;
}

/* Whether a series is asked for by name. */
static bool is_first(const corr_timeline_opts *o, const char *name)
{
    for (uint32_t i = 0; i < o->nfirst; i++)
        if (strcmp(o->first[i], name) == 0)
            return true;
    return false;
}

void timeline_add_metrics(corr_timeline *t, corr_store *st,
                          const corr_timeline_opts *o)
{
    metric_groups g = { .left_out = 0 };
    uint32_t rows = 0;

    if (!metric_groups_find(&g, st, MOST_GROUPS))
        t->failed = true;
    t->facts.more_metrics = g.left_out;
    for (size_t i = 0; i < g.list.n && !t->failed; i++) {
        const metric_group *group = &g.list.v[i];
        const bool first = is_first(o, group->name);
        if (!first && ++rows > MOST_ROWS) {
            t->facts.more_metrics++;
            continue;
        }
        if (!fill_row(t, st, group))
            t->failed = true;
        else if (first)
            t->row.v[t->row.n - 1].choice = CHOOSE_FIRST;
    }
    metric_groups_clear(&g);
}
