/* corr partial - sums of recordings that can be added to those of others. */
#include "cli/verbs.h"

static corr_code partial_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_query q;
    const corr_code code = cmd_query(ctx, &q, err);

    if (code)
        return code;
    q.joined = q.in_order = true;
    return cmd_export_kinds(ctx, "partial", &q, r, err);
}

const cmd partial_cmd = {
    .name = "partial",
    .group = CMD_MAKE,
    .brief = "sums of many recordings, which add up with others",
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS,
    .prints = PRINTS_FILE,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_LINES |
             CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS |
             CMD_NEEDS_COUNTS,
    .run = partial_run,
};
