/* corr check - pass, fail, or cannot tell. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "discover.h"
#include "verbs.h"

enum { MOST_BYTES = 1 << 20 }; /* of a file of assertions */

/* What is checked if nothing is said (methods 5). */
static const char usual[] = "total <= base * 1.05\n"
                            "any function self <= base * 1.2\n";

static const opt check_options[] = {
    O_TEXT('f', "file", check_opts, file, "FILE",
           "assertions, one a line: FUNCTION self < 8%, cpu/request <= base * "
           "1.05 ..."),
    O_LIST(0, "expect", check_opts, expect, "ASSERTION",
           "the same as a line of FILE; may be given again"),
    O_TEXT(0, "requests", check_opts, requests, "METRIC",
           "the counter of requests: NAME{label=\"value\"}, as Prometheus "
           "writes it; if not given one that obviously is, else spans"),
    O_FLAG(0, "explain", check_opts, explain,
           "the rule, the interval and the number of samples behind each "
           "verdict"),
    O_CHOICE(0, "fail-on", check_opts, fail_on, "estimate|lower-bound",
             "what must be beyond the threshold for a failure: the estimate, "
             "if it grew for certain (default), or all of its interval"),
    O_FLAG(0, "allow-inconclusive", check_opts, allow,
           "exit 0 where it cannot be told"),
    O_END
};

static corr_code read_file(const cmd_ctx *ctx, const char *path,
                           expect_list *list, corr_err *err)
{
    corr_str text;
    corr_code code = read_all(path, MOST_BYTES + 1, ctx->arena, &text, err);

    if (code)
        return code;
    if (text.n > MOST_BYTES)
        return corr_fail(err, CORR_EUSAGE,
                         "%s: more than 1 MiB is no list of assertions", path);
    code = expect_read(text, path, ctx->arena, list, err);
    if (!code && !list->n)
        code = corr_fail(err, CORR_EUSAGE, "%s: there is no assertion in it",
                         path);
    return code;
}

static corr_code read_all_of(const cmd_ctx *ctx, expect_list *list,
                             corr_err *err)
{
    const check_opts *o = ctx->opts;
    corr_code code = o->file ? read_file(ctx, o->file, list, err) : CORR_OK;

    for (size_t i = 0; !code && i < o->expect.n; i++) {
        const size_t before = list->n;
        code = expect_read(corr_str_of(o->expect.item[i]), "--expect",
                           ctx->arena, list, err);
        if (code)
            err->line = 0;
        else if (list->n == before)
            code = corr_fail(err, CORR_EUSAGE, "--expect: it is empty");
    }
    if (!code && !o->file && !o->expect.n)
        code = expect_read(CORR_STR(usual), "", ctx->arena, list, err);
    return code;
}

static corr_code check_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    check_page *p = corr_report_alloc(r, sizeof *p, 1);
    expect_list list = { 0 };

    if (!p)
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    *p = (check_page){ .ctx = ctx, .r = r, .o = ctx->opts };
    corr_code code = read_all_of(ctx, &list, err);
    if (!code)
        code = check_judge(p, &list, err);
    if (!code)
        check_put(p);
    return code;
}

const cmd check_cmd = {
    .name = "check",
    .group = CMD_ASK,
    .brief = "whether a new side keeps to a budget: pass, fail, cannot tell",
    .operands = "BASE NEW [FILE...]",
    .options = check_options,
    .opts_size = sizeof(check_opts),
    .uses = USES_INPUTS | USES_SELECTION | USES_OUTPUT | USES_SIDES,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS |
             CORR_NEED_SPANS | CORR_NEED_ATTRS,
    .run = check_run,
};
