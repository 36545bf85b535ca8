/*
 * fall_figure - the picture of a waterfall: bars filled with what the time of
 * each span was (corr-methods 2.6).
 */
#ifndef CORR_CMD_FALL_FIGURE_H
#define CORR_CMD_FALL_FIGURE_H

#include "cli/cmd.h"
#include "corr_trace.h"

/* Adds the figure "spans" here, if the answer is printed with its figures.
 * focus: the marked span, UINT32_MAX none; it always has a bar. */
corr_code fall_put_figure(const cmd_ctx *ctx, corr_report *r,
                          const corr_waterfall *w, uint32_t focus,
                          corr_err *err) CORR_CHECK;

/* The same for a page with several waterfalls. */
typedef struct fall_opts {
    const char *id;     /* of the figure */
    const char *prefix; /* of the links to its bars */
    const char *who;    /* before the caption: "base" */
    int64_t least;      /* ns that the axis has at least */
} fall_opts;
corr_code fall_put_one_of(const cmd_ctx *ctx, corr_report *r,
                          const corr_waterfall *w, uint32_t focus,
                          const fall_opts *o, corr_err *err) CORR_CHECK;

#endif
