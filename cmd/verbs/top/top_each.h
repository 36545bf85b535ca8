/*
 * top_each - the cost of a request of each name, estimated from windows: corr
 * top --by operation --deconvolve.
 */
#ifndef CORR_CMD_TOP_EACH_H
#define CORR_CMD_TOP_EACH_H

#include "cli/cmd.h"

/* Puts the rows into the data and on the screen, or explains why it cannot
 * estimate. */
corr_code top_each(const cmd_ctx *ctx, corr_report *r, const corr_sel *sel,
                   corr_err *err);

#endif
