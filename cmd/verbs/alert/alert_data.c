/* alert_data - the alerts, and what happened, as data. */
#include <math.h>

#include "page/when_page.h"
#include "verbs/alert/alert.h"

/* ---- alerts ------------------------------------------------------------------ */

static const corr_column label_columns[] = CMD_ATTR_COLUMNS;
static const corr_column time_columns[] = {
    COL("from_unix_ns", TIME, alert_time, from),
    COL("to_unix_ns", TIME, alert_time, to),
};

typedef struct service_row {
    corr_str name;
} service_row;

static const corr_column service_columns[] = {
    COL("", TEXT, service_row, name),
};

typedef struct data_row {
    alert_row a;
    corr_table labels, window, services;
    int64_t observations;
    bool is_main;
} data_row;

static const corr_column alert_columns[] = {
    COL("name", TEXT, data_row, a.name),
    COL("status", TEXT, data_row, a.state),
    COL("starts_unix_ns", TIME, data_row, a.starts),
    COL("ends_unix_ns", TIME, data_row, a.ends),
    COL("labels", MAP, data_row, labels),
    COL("rule", TEXT, data_row, a.expr),
    COL("comparison", TEXT, data_row, a.compares),
    COL("threshold", REAL, data_row, a.threshold),
    COL("value", REAL, data_row, a.value),
    COL("summary", TEXT, data_row, a.summary),
    COL("runbook", TEXT, data_row, a.runbook),
    COL("window", OBJECT, data_row, window),
    COL("matched_services", LIST, data_row, services),
    COL("observations", INT, data_row, observations),
    COL("is_main", BOOL, data_row, is_main),
};

static void fill_label(const void *ctx, uint32_t i, void *row)
{
    const alert_row *a = ctx;

    *(cmd_attr_row *)row = (cmd_attr_row){ corr_str_of(a->label[i].key),
                                           corr_cell_text(a->label[i].value) };
}

static void fill_alert_data(const void *ctx, uint32_t i, void *row)
{
    const alert_page *p = ctx;
    const alert_found *f = &p->found[i];

    *(data_row *)row = (data_row){
        .a = *f->a,
        .labels = CORR_FILLED(label_columns, f->a->nlabels, fill_label, f->a),
        .window = CORR_ROWS(time_columns, 1, &f->window),
        .services = CORR_ROWS(service_columns, f->nservices, f->service),
        .observations = f->observations,
        .is_main = f == p->main,
    };
}

/* ---- what happened ---------------------------------------------------------- */

typedef struct change_row {
    corr_change_at c;
    corr_series_view s;
} change_row;

static const corr_column change_columns[] = {
    COL("at_unix_ns", TIME, change_row, c.at),
    COL("plus_minus_ns", INT, change_row, c.plus_minus),
    COL("series", TEXT, change_row, s.name),
    COL("service", NAME, change_row, s.service),
    COL("operation", NAME, change_row, s.operation),
    COL("unit", TEXT, change_row, s.unit),
    COL("before", REAL, change_row, c.before),
    COL("after", REAL, change_row, c.now),
    COL("until_unix_ns", TIME, change_row, c.until),
};

static void put_change(const alert_page *p)
{
    if (!p->change) {
        corr_report_put(p->r, "change", corr_cell_null());
        return;
    }
    const corr_change_at c = corr_when_change(p->when, p->change - 1);
    const change_row row = { c, corr_when_series(p->when, c.series) };
    cmd_put_members(p->r, "change.", &CORR_ROWS(change_columns, 1, &row));
}

static const corr_column story_columns[] = {
    COL("trace_id", TRACE, request_story, trace),
    COL("span_id", SPAN, request_story, span),
    COL("id", TEXT, request_story, id),
    COL("name", TEXT, request_story, name),
    COL("service", NAME, request_story, service),
    COL("duration_ns", INT, request_story, duration),
    COL("mostly", TEXT, request_story, part),
    COL("mostly_share", SHARE, request_story, share),
    COL("code", TEXT, request_story, code),
    COL("observations", INT, request_story, obs),
};

typedef struct function_row {
    corr_diff_row d;
    const char *change;
} function_row;

static const corr_column function_columns[] = {
    COL("name", TEXT, function_row, d.name),
    COL("change", TEXT, function_row, change),
    COL("base", REAL, function_row, d.region[0]),
    COL("new", REAL, function_row, d.region[1]),
    COL("delta", REAL, function_row, d.owned),
};

static void fill_function(const void *ctx, uint32_t i, void *row)
{
    const corr_diff_row d = corr_diff_at(ctx, i);

    *(function_row *)row = (function_row){ d, corr_change_name(d.change) };
}

typedef struct hot_row {
    const char *name;
    int64_t self, obs;
    double share;
} hot_row;

static const corr_column hot_columns[] = {
    COL("name", TEXT, hot_row, name),
    COL("self", INT, hot_row, self),
    COL("share", SHARE, hot_row, share),
    COL("observations", INT, hot_row, obs),
};

static void fill_hot(const void *ctx, uint32_t i, void *row)
{
    const alert_page *p = ctx;
    const corr_top_row t = corr_top_at(p->top, i);

    *(hot_row *)row = (hot_row){ t.key, t.self, t.obs,
                                 (double)t.self / (double)p->ran.whole };
}

static void put_hottest(const alert_page *p)
{
    const uint32_t n = p->top ? corr_top_size(p->top) : 0;

    if (!p->top)
        return;
    corr_report_put(p->r, "hottest_kind", corr_cell_str(p->ran.kind));
    cmd_data(p->r, "hottest",
             CORR_FILLED(hot_columns, n < ALERT_HOTTEST ? n : ALERT_HOTTEST,
                         fill_hot, p));
}

static void put_functions(const alert_page *p)
{
    enum { MOST = 20 };
    uint32_t n = 0;

    if (!p->diff)
        return;
    const corr_diff_facts f = corr_diff_facts_of(p->diff);
    corr_report_put(p->r, "cost.kind", corr_cell_str(f.kind));
    corr_report_put(p->r, "cost.per", corr_cell_text(corr_per_name(f.per)));
    corr_report_put(p->r, "cost.unit", corr_cell_text(corr_unit_name(f.unit)));
    corr_report_put(p->r, "cost.base", corr_cell_real(f.total[0]));
    corr_report_put(p->r, "cost.new", corr_cell_real(f.total[1]));
    corr_report_put(p->r, "cost.ratio", corr_cell_real(f.as_is.value));
    corr_report_put(p->r, "cost.ratio_lo", corr_cell_real(f.as_is.lo));
    corr_report_put(p->r, "cost.ratio_hi", corr_cell_real(f.as_is.hi));
    while (n < MOST && n < corr_diff_size(p->diff) &&
           corr_diff_at(p->diff, n).told &&
           corr_change_real(corr_diff_at(p->diff, n).change))
        n++;
    cmd_data(p->r, "functions",
             CORR_FILLED(function_columns, n, fill_function, p->diff));
}

void alert_put_data(const alert_page *p)
{
    cmd_primary(p->r, "alerts",
                CORR_FILLED(alert_columns, p->payload->n, fill_alert_data, p));
    corr_report_put(p->r, "truncated",
                    corr_cell_count((int64_t)p->payload->truncated));
    put_change(p);
    when_put_window(p->r, "window", p->during.from, p->during.to);
    when_put_window(p->r, "baseline", p->before.from, p->before.to);
    cmd_data(p->r, "requests", CORR_ROWS(story_columns, p->nstories, p->story));
    put_functions(p);
    put_hottest(p);
}
