/*
 * diff_slow - slow spans against usual ones, as a report.
 */
#ifndef CORR_CMD_DIFF_SLOW_H
#define CORR_CMD_DIFF_SLOW_H

#include "diff.h"

/* What is usual, if nobody says. */
#define SLOW_USUAL "p25..p75"

typedef struct slow_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_contrast *c;
    corr_contrast_facts f;
    const char *range[2]; /* as typed */
} slow_page;

/* The screen, and the verdict. */
corr_code slow_say(const slow_page *p, corr_err *err) CORR_CHECK;

#endif
