/* fetch_page - what came, as a report. */
#ifndef CORR_FETCH_PAGE_H
#define CORR_FETCH_PAGE_H

#include "cli/cmd.h"
#include "fetch/transfer.h"

/* Puts the files and what is missing; takes over t.  dir: the case folder. */
void fetch_page(const cmd_ctx *ctx, corr_report *r, transfer *t,
                const char *dir);

#endif
