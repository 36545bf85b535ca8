/*
 * findings_page - findings on a screen, and as findings[].
 *
 * The memory belongs to the report.
 */
#ifndef CORR_CMD_FINDINGS_PAGE_H
#define CORR_CMD_FINDINGS_PAGE_H

#include "cli/cmd.h"
#include "corr_findings.h"

/* Finds what there is to find, and adds findings[].  The lists of the user are
 * added to about.  NULL: it failed. */
const corr_findings *findings_put(const cmd_ctx *ctx, corr_report *r,
                                  corr_findings_about about, corr_err *err);

/* A short block: one line a finding, at most `most`, and the number of the rest.
 * has_code: the screen shows the code that the samples are of.
 */
void findings_say(const cmd_ctx *ctx, corr_report *r, const corr_findings *f,
                  uint32_t most, bool has_code);

#endif
