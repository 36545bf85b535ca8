/* when_data - what changed, as data. */
#include "verbs/when/when_cmd.h"

#include <math.h>
#include <string.h>

/* ---- values -------------------------------------------------------------- */

typedef struct value_row {
    double value;
} value_row;

static const corr_column value_columns[] = { COL("", REAL, value_row, value) };

/* A series, its values as a list. */
typedef struct series_row {
    corr_timeline_row row;
    int64_t from, step, every;
    corr_table values;
} series_row;

static const corr_column series_columns[] = {
    COL("name", TEXT, series_row, row.name),
    COL("unit", TEXT, series_row, row.unit),
    COL("from_unix_ns", TIME, series_row, from),
    COL("step_ns", INT, series_row, step),
    COL("values", LIST, series_row, values),
    COL("resolution_ns", POSITIVE, series_row, every),
};

static void fill_series(const void *ctx, uint32_t i, void *row)
{
    const corr_timeline_facts f = corr_timeline_facts_of(ctx);
    const corr_timeline_row v = corr_timeline_at(ctx, i);

    *(series_row *)row = (series_row){
        .row = v,
        .from = f.is_own ? CORR_NO_TIME : f.from,
        .step = f.step,
        .every = v.every > 1 ? v.every : 0,
        .values = CORR_ROWS(value_columns, f.bins, v.value),
    };
}

/* A value of a series, for --tsv, --csv and --jsonl. */
typedef struct point_row {
    int64_t at;
    double value;
    corr_timeline_row row;
} point_row;

static const corr_column point_columns[] = {
    COL("at_unix_ns", TIME, point_row, at),
    COL("value", REAL, point_row, value),
    COL("unit", TEXT, point_row, row.unit),
    COL("name", TEXT, point_row, row.name),
};

/* The values that are known, a row of the list each. */
typedef struct points {
    const corr_timeline *t;
    struct place {
        uint32_t row, bin;
    } * at;
} points;

static void fill_point(const void *ctx, uint32_t i, void *row)
{
    const points *p = ctx;
    const corr_timeline_facts f = corr_timeline_facts_of(p->t);
    const corr_timeline_row v = corr_timeline_at(p->t, p->at[i].row);

    *(point_row *)row = (point_row){
        .at = f.is_own ? CORR_NO_TIME : f.from + f.step * p->at[i].bin,
        .value = v.value[p->at[i].bin],
        .row = v,
    };
}

void when_list_values(corr_report *r, const corr_timeline *t)
{
    const uint32_t bins = corr_timeline_facts_of(t).bins;
    const uint32_t rows = corr_timeline_size(t);
    points *p = corr_report_alloc(r, sizeof *p, 1);
    uint32_t n = 0;

    if (!p)
        return;
    p->t = t;
    p->at = corr_report_alloc(r, sizeof *p->at, (size_t)rows * bins + 1);
    for (uint32_t i = 0; p->at && i < rows; i++)
        for (uint32_t k = 0; k < bins; k++)
            if (!isnan(corr_timeline_at(t, i).value[k]))
                p->at[n++] = (struct place){ i, k };
    if (p->at)
        corr_report_table(r, NULL,
                          &CORR_FILLED(point_columns, n, fill_point, p),
                          CORR_LISTED);
}

typedef struct alert_row {
    corr_timeline_alert a;
    int64_t to; /* CORR_NO_TIME: still active */
} alert_row;

static const corr_column alert_columns[] = {
    COL("name", NAME, alert_row, a.name),
    COL("starts_unix_ns", TIME, alert_row, a.from),
    COL("ends_unix_ns", TIME, alert_row, to),
    COL("pending", BOOL, alert_row, a.is_pending),
};

static void fill_alert(const void *ctx, uint32_t i, void *row)
{
    const corr_timeline_alert a = corr_timeline_alert_at(ctx, i);

    *(alert_row *)row = (alert_row){ a, a.is_open ? CORR_NO_TIME : a.to };
}

/* ---- changes --------------------------------------------------------------- */

typedef struct change_row {
    corr_change_at c;
    const char *direction;
    double size;
    corr_series_view s;
    int64_t step;
} change_row;

static const corr_column change_columns[] = {
    COL("at_unix_ns", TIME, change_row, c.at),
    COL("plus_minus_ns", INT, change_row, c.plus_minus),
    COL("direction", TEXT, change_row, direction),
    COL("size", REAL, change_row, size),
    COL("series", TEXT, change_row, s.name),
    COL("unit", TEXT, change_row, s.unit),
    COL("service", NAME, change_row, s.service),
    COL("operation", NAME, change_row, s.operation),
    COL("before", REAL, change_row, c.before),
    COL("after", REAL, change_row, c.now),
    COL("until_unix_ns", TIME, change_row, c.until),
    COL("in_noise", REAL, change_row, c.noise),
    COL("weight", REAL, change_row, c.weight),
    COL("is_main", BOOL, change_row, c.is_main),
    COL("is_near", BOOL, change_row, c.is_near),
    COL("ends", BOOL, change_row, c.ends),
};

static void fill_change(const void *ctx, uint32_t i, void *row)
{
    const corr_change_at c = corr_when_change(ctx, i);

    *(change_row *)row = (change_row){ .c = c,
                                       .direction = c.up ? "up" : "down",
                                       .size = c.now - c.before,
                                       .s = corr_when_series(ctx, c.series) };
}

typedef struct suspect_row {
    corr_suspect s;
    const char *operation; /* NULL: a function */
    const char *change;
    corr_cell frame, lag;
} suspect_row;

static const corr_column suspect_columns[] = {
    COL("frame", CELL, suspect_row, frame),
    COL("operation", TEXT, suspect_row, operation),
    COL("service", NAME, suspect_row, s.service),
    COL("change", TEXT, suspect_row, change),
    COL("delta", REAL, suspect_row, s.delta),
    COL("base", REAL, suspect_row, s.base),
    COL("now", REAL, suspect_row, s.now),
    COL("share", REAL, suspect_row, s.share),
    COL("base_part", REAL, suspect_row, s.part[0]),
    COL("now_part", REAL, suspect_row, s.part[1]),
    COL("correlation", REAL, suspect_row, s.correlation),
    COL("correlation_lo", REAL, suspect_row, s.lo),
    COL("correlation_hi", REAL, suspect_row, s.hi),
    COL("rank_correlation", REAL, suspect_row, s.rho),
    COL("lag", CELL, suspect_row, lag),
    COL("score", REAL, suspect_row, s.score),
    COL("follows", BOOL, suspect_row, s.follows),
};

/* A share is 0..1: a profile may show more than a metric. */
static double share_of(double share)
{
    return isnan(share) ? share : fmin(fmax(share, 0), 1);
}

static void fill_suspect(const void *ctx, uint32_t i, void *row)
{
    const corr_suspect s = corr_when_suspect(ctx, i);

    corr_suspect shown = s;
    shown.share = share_of(s.share);
    shown.part[0] = share_of(s.part[0]);
    shown.part[1] = share_of(s.part[1]);
    *(suspect_row *)row = (suspect_row){
        .s = shown,
        .operation = s.is_operation ? s.name : NULL,
        .change = corr_change_name(s.change),
        .frame = s.is_operation ? corr_cell_null() : corr_cell_frame(s.frame),
        .lag = isnan(s.correlation) ? corr_cell_null() : corr_cell_int(s.lag),
    };
}

/* ---- events ---------------------------------------------------------------- */

typedef struct event_row {
    corr_event e;
    const char *what;
} event_row;

static const corr_column version_columns[] = {
    COL("version", NAME, event_row, e.name),
    COL("first_unix_ns", TIME, event_row, e.at),
    COL("service", NAME, event_row, e.service),
    COL("near", BOOL, event_row, e.is_near),
};

static const corr_column event_columns[] = {
    COL("at_unix_ns", TIME, event_row, e.at),
    COL("what", TEXT, event_row, what),
    COL("name", NAME, event_row, e.name),
    COL("value", NAME, event_row, e.value),
    COL("service", NAME, event_row, e.service),
    COL("n", COUNT, event_row, e.n),
    COL("near", BOOL, event_row, e.is_near),
};

/* The events of a list, by number. */
typedef struct chosen_events {
    const corr_when *w;
    uint32_t *at, n;
} chosen_events;

static void fill_event(const void *ctx, uint32_t i, void *row)
{
    const chosen_events *c = ctx;
    const corr_event e = corr_when_event(c->w, c->at[i]);

    *(event_row *)row = (event_row){ e, corr_event_name(e.what) };
}

/* Puts the versions, or all other events. */
static void put_events(corr_report *r, const corr_when *w, const char *path,
                       bool versions)
{
    chosen_events *c = corr_report_alloc(r, sizeof *c, 1);
    const uint32_t n = corr_when_events(w);

    if (!c)
        return;
    *c = (chosen_events){ .w = w };
    c->at = corr_report_alloc(r, sizeof *c->at, n + 1);
    for (uint32_t i = 0; c->at && i < n; i++)
        if ((corr_when_event(w, i).what == CORR_EVENT_VERSION) == versions)
            c->at[c->n++] = i;
    cmd_data(r, path,
             versions ? CORR_FILLED(version_columns, c->n, fill_event, c)
                      : CORR_FILLED(event_columns, c->n, fill_event, c));
}

/* ---- the document ------------------------------------------------------------ */

static const char *how_name(corr_explains how)
{
    static const char *const names[] = {
        [CORR_EXPLAINS_NOT] = NULL,
        [CORR_EXPLAINS_IT] = "explained",
        [CORR_EXPLAINS_ELSEWHERE] = "elsewhere",
        [CORR_EXPLAINS_LOST] = "lost samples",
        [CORR_EXPLAINS_FEW] = "few samples",
    };

    return names[how];
}

static void put_explained(corr_report *r, const corr_when_facts *f)
{
    const corr_when_explained *e = &f->explained;

    if (!f->main || isnan(e->profile_delta)) {
        corr_report_put(r, "explained", corr_cell_null());
        return;
    }
    corr_report_put(r, "explained.metric_delta",
                    corr_cell_real(e->metric_delta));
    corr_report_put(r, "explained.profile_delta",
                    corr_cell_real(e->profile_delta));
    corr_report_put(r, "explained.unit", corr_cell_text(e->unit));
    corr_report_put(r, "explained.share", corr_cell_real(share_of(e->share)));
    corr_report_put(r, "explained.metric", corr_cell_text(e->metric));
    corr_report_put(r, "explained.kind",
                    e->kind.n ? corr_cell_str(e->kind) : corr_cell_null());
    corr_report_put(r, "explained.service",
                    e->service.n ? corr_cell_str(e->service)
                                 : corr_cell_null());
    corr_report_put(r, "explained.base_covered", corr_cell_real(e->covered[0]));
    corr_report_put(r, "explained.now_covered", corr_cell_real(e->covered[1]));
    corr_report_put(r, "explained.base_samples",
                    corr_cell_count(e->samples[0]));
    corr_report_put(r, "explained.now_samples", corr_cell_count(e->samples[1]));
    corr_report_put(r, "explained.other", corr_cell_text(e->other));
    corr_report_put(r, "explained.other_delta",
                    e->other ? corr_cell_real(e->other_delta)
                             : corr_cell_null());
    corr_report_put(r, "explained.object", corr_cell_text(e->object));
    corr_report_put(r, "explained.object_key", corr_cell_text(e->object_key));
    corr_report_put(r, "explained.object_delta",
                    e->object ? corr_cell_real(e->object_delta)
                              : corr_cell_null());
    corr_report_put(r, "explained.why", corr_cell_text(how_name(e->how)));
}

void when_put_data(corr_report *r, const corr_when *w, const corr_timeline *t)
{
    const corr_when_facts f = corr_when_facts_of(w);

    corr_report_table(
        r, "changes",
        &CORR_FILLED(change_columns, corr_when_changes(w), fill_change, w),
        CORR_PRIMARY);
    when_put_window(r, "window", f.main ? f.from : 0, f.main ? f.to : 0);
    when_put_window(r, "baseline", f.base_from, f.base_to);
    put_explained(r, &f);
    cmd_data(
        r, "suspects",
        CORR_FILLED(suspect_columns, corr_when_suspects(w), fill_suspect, w));
    put_events(r, w, "versions", true);
    put_events(r, w, "events", false);
    corr_report_put(r, "looked_at", corr_cell_count(f.looked));
    corr_report_put(r, "changed", corr_cell_count(f.changed));
    cmd_data(
        r, "series",
        CORR_FILLED(series_columns, corr_timeline_size(t), fill_series, t));
    cmd_data(
        r, "alerts",
        CORR_FILLED(alert_columns, corr_timeline_alerts(t), fill_alert, t));
}
