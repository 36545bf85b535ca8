/*
 * when_cmd - the parts of corr when: its data and its screen.
 */
#ifndef CORR_WHEN_CMD_H
#define CORR_WHEN_CMD_H

#include "cli/cmd.h"
#include "corr_when.h"
#include "page/strip.h"
#include "page/when_page.h"

typedef struct when_opts {
    opt_list metrics;
    select_opts times; /* only its times */
    const char *trace;
    const char *method, *by;
    bool falls;
    bool values; /* --tsv and its like: values, not changes */
} when_opts;

/* Puts changes, windows, suspects, versions, events and series; w and t live as
 * long as the report. */
void when_put_data(corr_report *r, const corr_when *w, const corr_timeline *t);
/* Makes the known values of all series the rows of --tsv and its like. */
void when_list_values(corr_report *r, const corr_timeline *t);

/* Adds the figures "load" and "load-operations", if the answer is printed with
 * its figures: CPU by function and by operation, alerts, deploys and requests of
 * the time of the strips. */
corr_code when_put_figures(const cmd_ctx *ctx, corr_report *r,
                           const corr_when *w, const corr_timeline *t,
                           const corr_query *q, corr_err *err) CORR_CHECK;

#endif
