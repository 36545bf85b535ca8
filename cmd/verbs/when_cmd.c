/* corr when - load, pauses, waits and requests over time, from recordings and
 * metrics. */
#include "page/strip.h"

typedef struct when_opts {
    opt_list metrics;
} when_opts;

static const opt when_options[] = {
    O_LIST(0, "metric", when_opts, metrics, "FILE",
           "a file of metrics: its series are shown, too; may be given again"),
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

/* A column of a list that is always empty: corr does not look for these yet. */
typedef struct no_row {
    corr_cell cell;
} no_row;

static void put_rest(corr_report *r)
{
    static const corr_column changes[] = {
        COL("at_unix_ns", CELL, no_row, cell),
        COL("plus_minus_ns", CELL, no_row, cell),
        COL("direction", CELL, no_row, cell),
        COL("size", CELL, no_row, cell),
        COL("series", CELL, no_row, cell),
    };

    cmd_primary(r, "changes", CORR_ROWS(changes, 0, NULL));
    corr_report_put(r, "window", corr_cell_null());
    corr_report_put(r, "baseline", corr_cell_null());
    corr_report_put(r, "explained", corr_cell_null());
    cmd_data(r, "suspects", CORR_ROWS(changes, 0, NULL));
    cmd_data(r, "versions", CORR_ROWS(changes, 0, NULL));
}

/* ---- the answer -------------------------------------------------------- */

OWNS(corr_timeline)

static void say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_timeline_facts *f)
{
    const int64_t to = f->from + f->step * f->bins;

    const char *length = cmd_length(r, to - f->from);
    if (f->is_own)
        corr_report_head(r, "%s, at a time that nobody knows", length);
    else
        corr_report_head(r, "%s  %s", cmd_window(ctx, r, f->from, to), length);
    if (f->left_out)
        corr_report_line(
            r, "%u more input%s left out: the clocks cannot be compared",
            f->left_out, f->left_out == 1 ? " is" : "s are");
    cmd_say_remarks(r, f->remarks, CORR_AT_HEAD);
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
        corr_report_line(r, "%s  %s%s%s", cmd_strip_name(t, i, name), row.name,
                         row.every > 1 ? ", every " : "",
                         row.every > 1 ? cmd_length(r, row.every) : "");
    }
    if (corr_timeline_facts_of(t).more_metrics)
        corr_report_line(r, "%u more series of metrics are left out",
                         corr_timeline_facts_of(t).more_metrics);
}

/* Returns the input with a path, or the number of inputs. */
static uint32_t input_of(const corr_store *st, const char *path)
{
    uint32_t i = 0;

    while (i < corr_inputs(st) && strcmp(corr_input_at(st, i).path, path) != 0)
        i++;
    return i;
}

/* Files that were named as metrics, and hold none. */
static void say_no_metrics(const cmd_ctx *ctx, corr_report *r)
{
    const opt_list *metrics = &((const when_opts *)ctx->opts)->metrics;

    for (size_t k = 0; k < metrics->n; k++) {
        const uint32_t i = input_of(ctx->store, metrics->item[k]);
        if (i == corr_inputs(ctx->store) || corr_input_at(ctx->store, i).series)
            continue;
        corr_report_note(r, CORR_WARNING, "NO_METRIC", (int)i,
                         "no metric is in it, though --metric names it");
        corr_report_line(
            r, "--metric %s: no metric is in it, it is read as any other file",
            metrics->item[k]);
    }
}

static void say_others(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_timeline_size(t); i++)
        n += !corr_timeline_at(t, i).is_usual;
    if (n && !ctx->output->all)
        corr_report_line(r, "%u more series (--all)", n);
}

static void say_none(const cmd_ctx *ctx, corr_report *r)
{
    corr_report_line(
        r,
        cmd_any_cut(ctx)
            ? "no sample, span or number is known to be of the time asked for"
            : "nothing here says when it was: no sample, span or number has a "
              "time");
}

static corr_code when_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_timeline *t = corr_timeline_of(
        ctx->store, &(corr_timeline_opts){ .metrics = true }, err);

    if (!t)
        return err->code;
    own_corr_timeline(r, t);
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    put_rest(r);
    cmd_data(
        r, "series",
        CORR_FILLED(series_columns, corr_timeline_size(t), fill_series, t));
    if (f.bins == 0 || corr_timeline_size(t) == 0) {
        corr_report_verdict(r, CORR_CANNOT_TELL);
        say_none(ctx, r);
        return CORR_OK;
    }
    say_head(ctx, r, &f);
    corr_report_blank(r);
    cmd_strips(ctx, r, t, &(strip_opts){ .all = ctx->output->all });
    say_metrics(ctx, r, t);
    say_no_metrics(ctx, r);
    say_others(ctx, r, t);
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
    .other_subjects = "a value depends on how long its column is; corr top "
                      "--around TIME --expect is about a stretch of time",
    .run = when_run,
};
