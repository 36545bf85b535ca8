/* corr partial - sums of recordings that can be added to those of others. */
#include "cli/verbs.h"

static corr_code partial_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_query q;
    corr_code code = cmd_query(ctx, &q, err);

    if (code)
        return code;
    q.joined = q.in_order = q.every_state = q.every_record = q.every_kind =
        true;
    corr_sel *sel = cmd_select(ctx, &q, r, err);
    if (!sel)
        return err->code;
    if (corr_sel_facts_of(sel).kind.n == 0)
        corr_report_verdict(r, CORR_NOTHING_FOUND);
    return cmd_export_to(ctx, "partial", sel, err);
}

const cmd partial_cmd = {
    .name = "partial",
    .group = CMD_MAKE,
    .brief = "sums of many recordings, which add up with others",
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS,
    .prints = PRINTS_FILE,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_LINES |
             CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS,
    .run = partial_run,
};
