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

/* What else a screen shows, so that findings need not. */
enum {
    FINDINGS_CODE = 1,  /* the code that the samples are of */
    FINDINGS_LEDGER = 2 /* how the time of the span divides */
};

/* A short block: one line a finding, at most CORR_FINDINGS_SHOWN and fewer where
 * a screen has no room, and the number of the rest.  shows: flags above.  With
 * --all all of them, and why rules did not judge. */
void findings_say(const cmd_ctx *ctx, corr_report *r, const corr_findings *f,
                  unsigned shows);

#endif
