/* corr convert - the samples in another format. */
#include <string.h>

#include "cli/verbs.h"

typedef struct convert_opts {
    const char *to;
} convert_opts;

static const opt convert_options[] = {
    O_CHOICE(0, "to", convert_opts, to,
             "rows|rows.jsonl|folded|pprof|speedscope|"
             "firefox|chrome|tables",
             "the format to write"),
    O_END
};

/* Tables have the samples that corr top counts, not all records. */
static bool is_tables(const cmd_ctx *ctx)
{
    const convert_opts *o = ctx->opts;

    return o->to && strcmp(o->to, "tables") == 0;
}

static bool is_rows(const cmd_ctx *ctx)
{
    const convert_opts *o = ctx->opts;

    return is_tables(ctx) || (o->to && strncmp(o->to, "rows", 4) == 0);
}

/* Whether the format has places for spans and for all kinds of samples. */
static bool is_time_line(const cmd_ctx *ctx)
{
    const convert_opts *o = ctx->opts;

    return o->to &&
           (strcmp(o->to, "firefox") == 0 || strcmp(o->to, "chrome") == 0);
}

static bool is_folded(const cmd_ctx *ctx)
{
    const convert_opts *o = ctx->opts;

    return o->to && strcmp(o->to, "folded") == 0;
}

static corr_code convert_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const convert_opts *o = ctx->opts;
    corr_query q;

    if (!o->to) {
        corr_fail(err, CORR_EUSAGE, "convert wants --to FORMAT");
        return corr_hint(err,
                         "--to rows, rows.jsonl, folded, pprof, speedscope, "
                         "firefox, chrome or tables");
    }
    corr_code code = cmd_query(ctx, &q, err);
    if (code)
        return code;
    q.joined = is_rows(ctx); /* each row says which span it is of, or why not */
    q.in_order = q.joined;
    if (is_tables(ctx))
        return cmd_export_kinds(ctx, o->to, &q, r, err);
    q.every_state = q.every_record = q.joined;
    q.every_kind = (q.joined || is_time_line(ctx)) && !q.measure;
    corr_sel *sel = cmd_select(ctx, &q, r, err);
    if (!sel)
        return err->code;
    if (corr_sel_facts_of(sel).kind.n == 0)
        corr_report_verdict(r, CORR_NOTHING_FOUND);
    return cmd_export_to(ctx, o->to, sel, err);
}

static unsigned convert_needs(const cmd_ctx *ctx)
{
    if (is_rows(ctx) || is_time_line(ctx)) /* code without a name is where it
                                              lies */
        return CORR_NEED_ROWS | CORR_NEED_LINES | CORR_NEED_TIME |
               CORR_NEED_LABELS | CORR_NEED_SPANS |
               (is_tables(ctx) ? CMD_NEEDS_COUNTS : 0);
    if (is_folded(ctx))
        return CORR_NEED_LINES;
    return CORR_NEED_LINES | CORR_NEED_LABELS | CORR_NEED_TIME;
}

const cmd convert_cmd = {
    .name = "convert",
    .group = CMD_MAKE,
    .brief = "the samples in another format, or for a viewer",
    .operands = "--to FORMAT [FILE...]",
    .options = convert_options,
    .opts_size = sizeof(convert_opts),
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_OF,
    .prints = PRINTS_FILE,
    .loads = LOADS_ONE_KIND,
    .needs = CORR_NEED_SAMPLES,
    .needs_of = convert_needs,
    .run = convert_run,
};
