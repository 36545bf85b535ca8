/* corr when - load, pauses, waits and requests over time, from recordings and
 * metrics. */
#include <math.h>
#include <string.h>

#include "page/strip.h"

typedef struct when_opts {
    opt_list metrics;
    select_opts times; /* only its times */
    const char *trace;
} when_opts;

static const opt when_options[] = {
    O_LIST(0, "metric", when_opts, metrics, "FILE",
           "a file of metrics: its series are shown, too; may be given again"),
    O_TIME(0, "from", when_opts, times.from, "TIME",
           "only from this time on; without a zone: UTC"),
    O_TIME(0, "to", when_opts, times.to, "TIME", "only before this time"),
    O_TIME(0, "around", when_opts, times.around, "TIME",
           "only what is near this time: half a window to either side"),
    O_DURATION(0, "window", when_opts, times.window, "DURATION",
               "how long the window of --around is (default 2m)"),
    O_TEXT(0, "trace", when_opts, trace, "ID", "mark the time of this request"),
    O_END
};

/* ---- data ------------------------------------------------------------- */

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

static void put_points(corr_report *r, const corr_timeline *t)
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

/* A column of a list that is always empty: corr does not look for these yet. */
typedef struct no_row {
    corr_cell cell;
} no_row;

static void put_data(corr_report *r, const corr_timeline *t)
{
    static const corr_column changes[] = {
        COL("at_unix_ns", CELL, no_row, cell),
        COL("plus_minus_ns", CELL, no_row, cell),
        COL("direction", CELL, no_row, cell),
        COL("size", CELL, no_row, cell),
        COL("series", CELL, no_row, cell),
    };

    put_points(r, t);
    cmd_data(r, "changes", CORR_ROWS(changes, 0, NULL));
    corr_report_put(r, "window", corr_cell_null());
    corr_report_put(r, "baseline", corr_cell_null());
    corr_report_put(r, "explained", corr_cell_null());
    cmd_data(r, "suspects", CORR_ROWS(changes, 0, NULL));
    cmd_data(r, "versions", CORR_ROWS(changes, 0, NULL));
    cmd_data(
        r, "series",
        CORR_FILLED(series_columns, corr_timeline_size(t), fill_series, t));
    cmd_data(
        r, "alerts",
        CORR_FILLED(alert_columns, corr_timeline_alerts(t), fill_alert, t));
}

/* ---- the answer -------------------------------------------------------- */

OWNS(corr_timeline)

/* "left out: a.cpuprofile (clock unknown)": the files whose clocks
 * cannot be compared; "": no input. */
static const char *left_out_words(const cmd_ctx *ctx, corr_report *r,
                                  uint32_t left_out)
{
    for (size_t i = 0; left_out && i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (!in.used || !in.nkinds || !in.clock.is_own || in.clock.is_told)
            continue;
        return corr_report_text(
            r, "left out: %s%s (clock unknown)", in.path,
            left_out > 1 ? corr_report_text(r, " and %s",
                                            cmd_n(r, left_out - 1, "more file"))
                         : "");
    }
    return "";
}

static void say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_timeline_facts *f)
{
    const int64_t to = f->from + f->step * f->bins;

    if (f->is_own)
        corr_report_head(r, "%s by the file's own clock; its date is unknown",
                         cmd_length(r, to - f->from));
    else
        corr_report_head(r, "%s", cmd_range(ctx, r, f->from, to));
}

/* "NAME{a="b", c="d"}": a label is never broken if a line can hold it. */
static const char *spaced_name(corr_report *r, const char *name)
{
    const char *text = "";
    const char *end;

    while ((end = strstr(name, "\",")) != NULL) {
        text =
            corr_report_text(r, "%s%.*s ", text, (int)(end + 2 - name), name);
        name = end + 2;
    }
    return corr_report_text(r, "%s%s", text, name);
}

/* Prints the names of the rows that are metrics. */
static void say_metrics(const cmd_ctx *ctx, corr_report *r,
                        const corr_timeline *t)
{
    char name[CORR_PRINT_MAX];

    for (uint32_t i = 0; i < corr_timeline_size(t); i++) {
        const corr_timeline_row row = corr_timeline_at(t, i);
        if (!row.every || (!row.is_usual && !ctx->output->all))
            continue;
        corr_report_field(r, cmd_strip_name(t, i, ctx->output->all, name),
                          "%s%s%s", spaced_name(r, row.name),
                          row.every > 1 ? ", every " : "",
                          row.every > 1 ? cmd_length(r, row.every) : "");
    }
    if (corr_timeline_facts_of(t).more_metrics)
        corr_report_line(
            r, "%s left out, because there are too many",
            cmd_n(r, corr_timeline_facts_of(t).more_metrics, "more metric"));
}

/* "CheckoutCpuHigh  17:22:31Z..17:23:02Z (31 s)" */
static void say_alerts(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t)
{
    enum { MOST = 5 };
    const uint32_t n = corr_timeline_alerts(t);

    for (uint32_t i = 0; i < n && (i < MOST || ctx->output->all); i++) {
        const corr_timeline_alert a = corr_timeline_alert_at(t, i);
        const char *to =
            a.is_open
                ? ", no end recorded"
                : corr_report_text(r, "..%s (%s)", cmd_clock(ctx, r, a.to),
                                   cmd_length(r, a.to - a.from));
        corr_report_field(
            r, i ? "" : "alerts", "%.*s%s  %s%s", CORR_STR_ARG(a.name),
            a.is_pending ? " (pending)" : "", cmd_clock(ctx, r, a.from), to);
    }
    if (n > MOST && !ctx->output->all)
        corr_report_field(r, "", "%s (--all)", cmd_n(r, n - MOST, "more time"));
}

/* Whether an input with a path has metrics: one file may hold several inputs.
 * *i: the last input with this path, or the number of inputs. */
static bool has_metrics(const corr_store *st, const char *path, uint32_t *i)
{
    *i = (uint32_t)corr_inputs(st);
    for (uint32_t k = 0; k < corr_inputs(st); k++) {
        const corr_input in = corr_input_at(st, k);
        if (strcmp(in.path, path) != 0)
            continue;
        *i = k;
        if (in.series)
            return true;
    }
    return false;
}

/* Files that were named as metrics, and hold none. */
static void say_no_metrics(const cmd_ctx *ctx, corr_report *r)
{
    const opt_list *metrics = &((const when_opts *)ctx->opts)->metrics;

    for (size_t k = 0; k < metrics->n; k++) {
        uint32_t i;
        if (has_metrics(ctx->store, metrics->item[k], &i) ||
            i == corr_inputs(ctx->store))
            continue;
        corr_report_note(r, CORR_WARNING, "NO_METRIC", (int)i,
                         "no metric is in it, though --metric names it");
        corr_report_line(
            r, "--metric %s: no metric is in it; it is read as any other file",
            metrics->item[k]);
    }
}

/* Prints what is not drawn. */
static void say_others(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t)
{
    const char *files =
        left_out_words(ctx, r, corr_timeline_facts_of(t).left_out);
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_timeline_size(t) && !ctx->output->all; i++)
        n += !corr_timeline_at(t, i).is_usual;
    if (n)
        corr_report_line(r, "%s more series (--all)%s%s", cmd_count(r, n),
                         *files ? "; " : "", files);
    else if (*files)
        corr_report_line(r, "%s", files);
}

static void say_none(const cmd_ctx *ctx, corr_report *r, bool is_zoomed)
{
    corr_report_line(
        r, is_zoomed || cmd_any_cut(ctx)
               ? "no sample, span or value has a time in the part you asked for"
               : "no sample, span or value here has a time");
}

static bool has_any_shown(const cmd_ctx *ctx, const corr_timeline *t)
{
    bool any = ctx->output->all || corr_timeline_alerts(t) > 0;

    for (uint32_t i = 0; i < corr_timeline_size(t); i++)
        any |= corr_timeline_at(t, i).is_usual;
    return any;
}

/* Whether the marked time is in that of the strips. */
static bool is_in(const corr_timeline_facts *f, const strip_opts *s)
{
    return s->mark_from < f->from + f->step * f->bins && s->mark_to > f->from;
}

/* Prints the request that was asked for. */
static void say_mark(const cmd_ctx *ctx, corr_report *r, const corr_query *q,
                     const strip_opts *s, bool is_marked)
{
    const char *id = cmd_short(r, q->trace, s->mark_from);
    const char *at = cmd_clock(ctx, r, s->mark_from);

    if (is_marked)
        corr_report_line(r, "^ trace %s  %s, %s", id, at,
                         cmd_duration(r, s->mark_to - s->mark_from));
    else
        corr_report_line(r, "trace %s is outside this time: %s", id, at);
}

/* Suggests the eighth of the time in which the load was highest. */
static void say_next(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t)
{
    enum { COLUMNS = 32, TOGETHER = 4 };
    const int64_t second = INT64_C(1000000000); /* ns */
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    const corr_timeline_row row = corr_timeline_at(t, 0);
    const uint32_t per = (f.bins + COLUMNS - 1) / COLUMNS;
    const int64_t each = f.step * per;
    double v[COLUMNS + 1], most = -1;
    uint32_t at = 0;

    if (f.is_own || row.every || strcmp(row.name, "spans") == 0)
        return;
    const uint32_t n = corr_timeline_merge(&row, f.bins, per, v);
    const uint32_t wide = n > TOGETHER ? TOGETHER : n;
    for (uint32_t i = 0; i + wide <= n; i++) {
        double sum = 0;
        for (uint32_t k = i; k < i + wide; k++)
            sum += isnan(v[k]) ? 0 : v[k];
        if (sum > most) {
            most = sum;
            at = i;
        }
    }
    const int64_t window = (each * wide + second - 1) / second;
    corr_report_next(r, "the code that ran then",
                     "corr top --around %s --window %llds%s",
                     cmd_clock(ctx, r, f.from + each * at + each * wide / 2),
                     (long long)(window > 1 ? window : 1), cmd_files(ctx, r));
}

/* Builds the query of the times and the request that are asked for. */
static corr_code ask(const cmd_ctx *ctx, corr_query *q, corr_err *err)
{
    const when_opts *o = ctx->opts;
    const of_opts of = { .trace = o->trace };
    cmd_ctx c = *ctx;

    c.select = &o->times;
    c.of = &of;
    return cmd_query(&c, q, err);
}

static corr_code when_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const when_opts *w = ctx->opts;
    corr_query q;
    const corr_code code = ask(ctx, &q, err);

    if (code)
        return code;
    const corr_timeline_opts o = { .metrics = true,
                                   .all_metrics = w->metrics.n > 0,
                                   .from = q.from,
                                   .to = q.to,
                                   .within = true };
    corr_timeline *t = corr_timeline_of(ctx->store, &o, err);
    if (!t)
        return err->code;
    own_corr_timeline(r, t);
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    put_data(r, t);
    if (f.bins == 0 || corr_timeline_size(t) == 0) {
        corr_report_verdict(r, CORR_CANNOT_TELL);
        say_none(ctx, r, q.from < q.to);
        return CORR_OK;
    }
    strip_opts s = { .all = ctx->output->all, .fill = true };
    if (w->trace && !f.is_own)
        cmd_asked_time(ctx, &q, &s.mark_from, &s.mark_to);
    say_head(ctx, r, &f);
    const bool is_marked = s.mark_from < s.mark_to && is_in(&f, &s);
    const strip_opts shown = { .all = s.all,
                               .fill = true,
                               .mark_from = is_marked ? s.mark_from : 0,
                               .mark_to = is_marked ? s.mark_to : 0 };
    if (has_any_shown(ctx, t))
        cmd_strips(ctx, r, t, &shown);
    else
        corr_report_line(r, "only buckets are here; --all draws them");
    if (s.mark_from < s.mark_to)
        say_mark(ctx, r, &q, &s, is_marked);
    say_alerts(ctx, r, t);
    say_metrics(ctx, r, t);
    say_no_metrics(ctx, r);
    say_others(ctx, r, t);
    cmd_say_remarks(r, f.remarks, CORR_AT_HEAD);
    say_next(ctx, r, t);
    return CORR_OK;
}

static const opt_list *when_files(const cmd_ctx *ctx)
{
    const when_opts *o = ctx->opts;

    return &o->metrics;
}

const cmd when_cmd = {
    .name = "when",
    .group = CMD_ASK,
    .brief = "what went on over time: load, pauses, waits, requests",
    .operands = "[FILE...]",
    .files_of = when_files,
    .options = when_options,
    .opts_size = sizeof(when_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT,
    .prints = PRINTS_STRIPS,
    .loads = LOADS_SHOWN_BYTES,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_SPANS,
    .other_subjects = "a value depends on the length of its column: corr top "
                      "--around TIME --expect ...",
    .run = when_run,
};
