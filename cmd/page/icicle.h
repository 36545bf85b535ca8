/* icicle - a call tree as boxes, each below its caller and as wide as its
 * share. */
#ifndef CORR_CMD_ICICLE_H
#define CORR_CMD_ICICLE_H

#include "cli/cmd.h"
#include "corr_view.h"

/* Puts the picture; the tree lives as long as the report. */
void icicle_put(const cmd_ctx *ctx, corr_report *r, const corr_tree *t);

#endif
