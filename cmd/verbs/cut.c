/* corr cut - the part of the inputs that is selected, in their own format. */
#include "cli/verbs.h"

typedef struct cut_opts {
    const char *to;
    bool whole;
} cut_opts;

static const opt cut_options[] = {
    O_CHOICE(0, "to", cut_opts, to, "jfr|pprof|collapsed|otlp",
             "which of the inputs to cut, where they are of several formats"),
    O_FLAG(0, "whole", cut_opts, whole,
           "of traces: whole ones, also where single spans are selected"),
    O_END
};

/* Refuses options that hide frames on a screen only. */
static corr_code refuse_show(const cmd_ctx *ctx, corr_err *err)
{
    const select_opts *s = ctx->select;
    const char *name = s->hide        ? "hide"
                       : s->show      ? "show"
                       : s->show_from ? "show-from"
                                      : NULL;

    if (!name)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE,
              "--%s leaves frames out: a slice keeps its stacks whole", name);
    return corr_hint(err, "--focus and --ignore choose stacks");
}

/* Refuses options that choose samples when spans are kept. */
static corr_code refuse_samples(const cmd_ctx *ctx, corr_err *err)
{
    const select_opts *s = ctx->select;
    const char *name = s->kind       ? "kind"
                       : s->focus    ? "focus"
                       : s->ignore   ? "ignore"
                       : s->labels.n ? "label"
                       : s->thread   ? "thread"
                       : s->min_join ? "min-join"
                                     : NULL;

    if (!name)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE,
              "--%s chooses samples: here are only spans to cut", name);
    return corr_hint(err, "--where, --op, --status and --slowest choose spans");
}

static corr_code cut_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const cut_opts *o = ctx->opts;
    corr_query q;
    corr_code code = refuse_show(ctx, err);

    if (!code)
        code = cmd_query(ctx, &q, err);
    if (code)
        return code;
    corr_slice *s = corr_slice_of(
        ctx->store, &q,
        &(corr_slice_opts){ .format = o->to,
                            .whole = o->whole,
                            .strict = ctx->inputs->strict,
                            .limits.memory = (uint64_t)ctx->inputs->max_mem },
        err);
    if (!s)
        return err->code;
    if (corr_slice_facts_of(s).of_spans)
        code = refuse_samples(ctx, err);
    if (code)
        corr_slice_free(s);
    return code ? code : cmd_slice_to(ctx, s, r, err);
}

/* ---- by time alone ------------------------------------------------------- */

static bool chooses_time_only(const cmd_ctx *ctx)
{
    const select_opts *s = ctx->select;

    return !s->kind && !s->min_join && !s->focus && !s->ignore && !s->hide &&
           !s->show && !s->show_from && !s->labels.n && !s->where && !s->op &&
           !s->status && !s->deploy && !s->slowest.given && !s->thread &&
           !s->service && !ctx->of->span && !ctx->of->trace;
}

/* Cuts recordings by whole chunks, by the times of the chunks. */
static const cmd cut_time_cmd = {
    .name = "cut",
    .group = CMD_MAKE,
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_OF,
    .prints = PRINTS_FILE,
    .slices = { .again = true, .outline = true, .once = true },
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_SPANS,
    .run = cut_run,
};

static const cmd *cut_as(const cmd_ctx *ctx)
{
    return chooses_time_only(ctx) ? &cut_time_cmd : &cut_cmd;
}

const cmd cut_cmd = {
    .name = "cut",
    .group = CMD_MAKE,
    .brief = "the part that is selected, as a file of its own format",
    .operands = "[FILE...]",
    .options = cut_options,
    .opts_size = sizeof(cut_opts),
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_OF,
    .prints = PRINTS_FILE,
    .slices = { .again = true },
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_SPANS,
    .as = cut_as,
    .run = cut_run,
};
