/*
 * exemplar_page - measured values that name a request, as data and as lines.
 */
#ifndef CORR_CMD_EXEMPLAR_PAGE_H
#define CORR_CMD_EXEMPLAR_PAGE_H

#include "cli/cmd.h"
#include "corr_view.h"

/* "NAME{a="b", c="d"}": a label is never broken if a line can hold it. */
const char *cmd_spaced_series(corr_report *r, const char *name);

/* Puts exemplars[]: those in [from,to), or all if from == to.  The report owns
 * the list that comes back.  NULL: it failed. */
const corr_exemplars *cmd_put_exemplars(const cmd_ctx *ctx, corr_report *r,
                                        int64_t from, int64_t to,
                                        corr_err *err);
/* Prints the largest ones, one a line.  False: this time has no exemplar. */
bool cmd_say_exemplars(const cmd_ctx *ctx, corr_report *r,
                       const corr_exemplars *x, int64_t from, int64_t to);

#endif
