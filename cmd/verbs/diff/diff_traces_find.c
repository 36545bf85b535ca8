/* diff_traces_find - which two traces corr diff compares: two ids, one id in
 * each of two files, or two files of one trace each. */
#include <string.h>

#include "corr_builtin.h"
#include "page/sides_args.h"
#include "verbs/diff/diff_traces.h"

OWNS(corr_store)

/* ---- one trace in two files ------------------------------------------------- */

/* A pipe can be read once. */
static bool can_open_again(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < ctx->operands.n; i++)
        if (strcmp(ctx->operands.item[i], "-") == 0)
            return false;
    return true;
}

/* Reads the files of one side without those of the other, whose spans of the
 * same ids would be taken for copies. */
static corr_code open_alone(const cmd_ctx *ctx, corr_report *r,
                            const opt_list *paths, traces_ask *of, unsigned s,
                            corr_err *err)
{
    corr_store *own = corr_store_new(corr_builtin_formats, err);

    if (!own)
        return err->code;
    own_corr_store(r, own);
    of->st[s] = own;
    of->file = paths->n == 1 ? paths->item[0] : NULL;
    return corr_load(
        own, paths->item, paths->n,
        &(corr_load_opts){ .needs = ctx->needs,
                           .strict = ctx->inputs->strict,
                           .limits.memory = (uint64_t)ctx->inputs->max_mem },
        err);
}

/* ---- two files ------------------------------------------------------------- */

/* The name of an option that is about code; NULL: none is given. */
static const char *code_option(const cmd_ctx *ctx)
{
    const diff_opts *o = ctx->opts;
    const verdict_opts *v = ctx->verdict;
    const cmd_given other[] = {
        { o->per, "per" },
        { o->to, "to" },
        { o->tau, "tau" },
        { o->requests, "requests" },
        { o->slow, "slow" },
        { o->vs, "vs" },
        { o->spans, "spans" },
        { o->tree, "tree" },
        { o->by, "by" },
        { o->app, "app" },
        { o->leaves, "leaves" },
        { o->raw_names, "raw-names" },
        { o->fdr, "fdr" },
        { o->bootstrap, "bootstrap" },
        { ctx->select->labels.n > 0, "label" },
        { ctx->select->slowest.given, "slowest" },
        { v && v->exit_code, "exit-code" },
        { v && v->expect.n > 0, "expect" },
    };

    for (size_t i = 0; i < COUNT(other); i++)
        if (other[i].given)
            return other[i].name;
    return NULL;
}

corr_code traces_of_files(const cmd_ctx *ctx, corr_report *r,
                          const corr_query q[2], bool *is_traces, corr_err *err)
{
    traces_ask of = { .q = { q[0], q[1] }, .st = { ctx->store, ctx->store } };
    corr_code code = corr_prepare(ctx->store, err);

    *is_traces = false;
    if (code || ctx->sides->columns || code_option(ctx))
        return code;
    for (unsigned s = 0; s < 2; s++)
        if (ctx->sides->side[s].label ||
            !corr_lone_trace(ctx->store, s + 1, &of.q[s].trace))
            return CORR_OK;
    *is_traces = true;
    of.q[0].group = of.q[1].group = 0; /* profiles may be for both */
    if (traces_are_one(&of) && can_open_again(ctx))
        for (unsigned s = 0; !code && s < 2; s++)
            code = open_alone(ctx, r, &ctx->sides->side[s].paths, &of, s, err);
    return code ? code : traces_answer(ctx, r, &of, err);
}

/* ---- two ids ---------------------------------------------------------------- */

bool traces_named(const cmd_ctx *ctx)
{
    const opt_list *words = &ctx->operands;
    const bool first = words->n > 0 && sides_is_id(words->item[0]);
    const bool second = words->n > 1 && sides_is_id(words->item[1]);

    if (first && second)
        return true;
    if (first)
        return words->n == 1 || corr_is_there(words->item[1]);
    return second && corr_is_there(words->item[0]);
}

static corr_code traces_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const char *other = code_option(ctx);
    traces_ask of = { .st = { ctx->store, ctx->store } };
    const char *const id[2] = { ctx->id, ctx->id2 };

    if (other)
        return corr_fail(err, CORR_EUSAGE,
                         "--%s does not go with the ids of two traces", other);
    corr_code code = cmd_query(ctx, &of.q[0], err);
    of.q[1] = of.q[0];
    for (unsigned s = 0; !code && s < 2; s++)
        code = cmd_seek(ctx, id[s], &of.q[s], err);
    if (code)
        return code;
    if (traces_are_one(&of) && ctx->operands.n == 2 && can_open_again(ctx))
        for (unsigned s = 0; !code && s < 2; s++) {
            const opt_list file = { ctx->operands.item + s, 1 };
            code = open_alone(ctx, r, &file, &of, s, err);
        }
    return code ? code : traces_answer(ctx, r, &of, err);
}

const cmd diff_traces_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .operands = "ID ID [FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_VERDICT,
    .operand = OPERAND_TWO_IDS,
    .prints = PRINTS_DRAWN,
    .loads = LOADS_NO_BYTES,
    .judges_itself = true,
    .needs = CMD_NEEDS_REQUESTS,
    .run = traces_run,
};
