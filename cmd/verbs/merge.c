/* corr merge - several files of one format as one. */
#include "cli/verbs.h"

typedef struct merge_opts {
    bool salvage;
} merge_opts;

static const opt merge_options[] = {
    O_FLAG(0, "salvage", merge_opts, salvage,
           "of recordings: what was never finished, as far as it goes"),
    O_END
};

static corr_code merge_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const merge_opts *o = ctx->opts;
    corr_slice *s = corr_slice_merge(
        ctx->store,
        &(corr_slice_opts){ .salvage = o->salvage,
                            .limits.memory = (uint64_t)ctx->inputs->max_mem },
        err);

    return s ? cmd_slice_to(ctx, s, r, err) : err->code;
}

const cmd merge_cmd = {
    .name = "merge",
    .group = CMD_MAKE,
    .brief = "several files of one format as one file",
    .operands = "[FILE...]",
    .options = merge_options,
    .opts_size = sizeof(merge_opts),
    .takes = TAKES_INPUTS,
    .prints = PRINTS_FILE,
    .slices = { .again = true, .outline = true },
    .needs = CORR_NEED_SAMPLES | CORR_NEED_ROWS | CORR_NEED_SPANS,
    .run = merge_run,
};
