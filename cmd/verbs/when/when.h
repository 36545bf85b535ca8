/*
 * when - the parts of corr when: its data and its screen.
 */
#ifndef CORR_CMD_WHEN_H
#define CORR_CMD_WHEN_H

#include "cli/cmd.h"
#include "corr_when.h"
#include "page/strip.h"
#include "page/when_page.h"

typedef struct when_opts {
    opt_list metrics;
    select_opts times; /* only its times */
    const char *trace;
    const char *method;
    bool falls;
} when_opts;

/* Puts changes, windows, suspects, versions, events and series; w and t live as
 * long as the report. */
void when_put_data(corr_report *r, const corr_when *w, const corr_timeline *t);

#endif
