/* corr check - pass, fail, or cannot tell. */
#include "gate/check.h"

#include "cli/find_inputs.h"
#include "cli/verbs.h"

enum { MOST_BYTES = 1 << 20 }; /* of a file of assertions */

/* The default assertions (corr-methods 5). */
static const char usual[] = "total <= base * 1.05\n"
                            "any function self <= base * 1.2\n";

/* One that every look can judge. */
static const char usual_watch[] = "total <= base * 1.05\n";

static const opt check_options[] = {
    O_LIST('f', "file", check_opts, files, "FILE",
           "assertions, a line each: FUNCTION self < 8%, errors of \"OP\" < 1% "
           "..."),
    O_TEXT(0, "requests", check_opts, requests, "METRIC",
           "count requests with this Prometheus metric (default: an obvious "
           "one, else spans)"),
    O_TEXT(0, "state", check_opts, state, "FILE",
           "keep what was counted, for a gate that is asked again and again"),
    O_FLAG(0, "explain", check_opts, explain,
           "the rule, the interval and the number of samples of each verdict"),
    O_END
};

static corr_code no_assertion(const char *path, corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "%s: contains no assertion", path);
    return corr_hint(err, "write one a line: cpu/request <= base * 1.05");
}

static corr_code read_file(const cmd_ctx *ctx, const char *path,
                           expect_list *list, corr_err *err)
{
    const size_t had = list->n;
    corr_str text;
    corr_code code = read_all(path, MOST_BYTES + 1, ctx->arena, &text, err);

    if (code)
        return code;
    if (text.n > MOST_BYTES)
        return corr_fail(err, CORR_EUSAGE,
                         "%s: over 1 MiB, too large for a list of assertions",
                         path);
    if (corr_str_starts(text, "\xef\xbb\xbf")) /* a byte order mark */
        text = (corr_str){ text.p + 3, text.n - 3 };
    code = expect_read(text, path, NULL, ctx->arena, list, err);
    if (!code && list->n == had)
        code = no_assertion(path, err);
    return code;
}

static corr_code expects_of(const cmd_ctx *ctx, expect_list *list,
                            corr_err *err)
{
    const check_opts *o = ctx->opts;
    corr_code code = CORR_OK;

    for (size_t i = 0; !code && i < o->files.n; i++)
        code = read_file(ctx, o->files.item[i], list, err);
    if (!code && !o->files.n && !ctx->verdict->expect.n)
        code = expect_read(o->state ? CORR_STR(usual_watch) : CORR_STR(usual),
                           "", NULL, ctx->arena, list, err);
    if (!code && o->state)
        code = check_watch_may(list, err);
    return code;
}

corr_code check_answer(const cmd_ctx *ctx, corr_report *r, const check_opts *o,
                       corr_err *err)
{
    check_page *p = corr_report_alloc(r, sizeof *p, 1);

    if (!p)
        return corr_no_memory(err);
    *p = (check_page){ .ctx = ctx,
                       .r = r,
                       .explain = o->explain,
                       .requests = o->requests,
                       .per = o->per,
                       .alone = !(ctx->cmd->takes & TAKES_SIDES),
                       .whole = ctx->cmd == &check_cmd };
    corr_code code = CORR_OK;
    if (o->state)
        code = check_watch_open(p, o->state, ctx->expects, err);
    if (!code)
        code = check_judge(p, ctx->expects, err);
    if (!code)
        check_put(p);
    return code;
}

static corr_code check_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    return check_answer(ctx, r, ctx->opts, err);
}

const cmd check_cmd = {
    .name = "check",
    .group = CMD_ASK,
    .brief = "whether a new side keeps to a budget: pass, fail, cannot tell",
    .operands = "BASE NEW [FILE...]",
    .options = check_options,
    .opts_size = sizeof(check_opts),
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_SIDES |
             TAKES_VERDICT,
    .selects = check_select_options,
    .prints = PRINTS_WHOLE,
    .judges_itself = true,
    .says_sampler = true,
    .needs = CMD_NEEDS_JOIN,
    .expects_of = expects_of,
    .run = check_run,
};
