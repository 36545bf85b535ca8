/*
 * spans_page - the parts of corr spans.
 *
 * spans_cmd.c makes the list and its data, spans_page.c the screen, and
 * spans_none.c explains an empty list.  A page borrows all from the report.
 */
#ifndef CORR_CMD_SPANS_PAGE_H
#define CORR_CMD_SPANS_PAGE_H

#include "cli/cmd.h"
#include "corr_view.h"
#include "page/waterfall_page.h"

typedef struct spans_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_query *q;
    const corr_spanlist *l;
    corr_span_totals totals;
    uint32_t shown, n;            /* rows on the screen, rows of the list */
    int64_t rest;                 /* ns of the longest that is not shown */
    bool usual_rows;              /* the screen has its usual number of rows */
    bool same_name, same_service; /* of the shown rows: no column has it */
} spans_page;

void spans_put(spans_page *p);
void spans_none(const spans_page *p);

#endif
