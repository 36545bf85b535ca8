/* corr merge - several files of one format as one. */
#include "verbs.h"

static corr_code merge_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_slice *s = corr_slice_merge(
        ctx->store,
        &(corr_slice_opts){ .limits.memory = (uint64_t)ctx->inputs->max_mem },
        err);

    return s ? cmd_slice_to(ctx, s, r, err) : err->code;
}

const cmd merge_cmd = {
    .name = "merge",
    .group = CMD_MAKE,
    .brief = "several files of one format as one file",
    .operands = "[FILE...]",
    .uses = USES_INPUTS | USES_OUTPUT | USES_AGAIN,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_SPANS,
    .run = merge_run,
};
