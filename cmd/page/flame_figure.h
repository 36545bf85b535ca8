/*
 * flame_figure - a call tree as a picture of a report.
 *
 * The boxes are the frames with the largest totals; the rest under each frame is
 * one box, so that all boxes add up.  The report owns everything.
 */
#ifndef CORR_CMD_FLAME_FIGURE_H
#define CORR_CMD_FLAME_FIGURE_H

#include "cli/cmd.h"
#include "corr_figure.h"
#include "corr_view.h"

/* id: stable and unique in the report: "flame", "flame-s4".  caption NULL: kind,
 * service, amount and observations of the selection.  callers: the tree begins
 * with the leaves.  Nothing is added for an answer without figures (cmd_draws),
 * without samples, or with values that cancel. */
corr_code flame_figure_put(const cmd_ctx *ctx, corr_report *r,
                           const corr_tree *t, const corr_sel_facts *f,
                           const char *id, const char *caption, bool callers,
                           corr_err *err) CORR_CHECK;

/* The same of a selection: its tree by function, with --hide and the like. */
corr_code flame_figure_of(const cmd_ctx *ctx, corr_report *r,
                          const corr_sel *sel, const char *id,
                          const char *caption, corr_err *err) CORR_CHECK;

/* The kind of code of a frame, as a group of colours. */
corr_tone flame_group(const corr_frame_view *f);
/* "pkg.Class.method  Class.java:41  app.jar": what a box says besides its name;
 * NULL: nothing. */
const char *flame_detail(corr_report *r, const corr_frame_view *f,
                         const char *name);

#endif
