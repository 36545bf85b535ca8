/*
 * span - the parts of corr span: which spans are shown and explained
 * (span.c), the waterfall (span_table.c), code and evidence of one span
 * (span_code.c), and the report of a join that failed (span_fail.c).
 */
#ifndef CORR_CMD_SPAN_H
#define CORR_CMD_SPAN_H

#include "cmd.h"

/* A span where a process enters the request, and its samples. */
typedef struct span_root {
    uint32_t at;         /* in the waterfall */
    const corr_sel *sel; /* its local samples, of the kind in question */
    corr_sel_facts facts;
} span_root;

typedef struct span_report {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_waterfall *w;
    corr_waterfall_facts trace;
    corr_query query; /* as asked */
    uint32_t focus;   /* in the waterfall */
    bool asked;       /* the focus was named by the user */
    span_root *root;  /* those looked at */
    uint32_t nroot;
    const corr_sel *sel; /* of the focus */
    corr_sel_facts facts;
} span_report;

/* Waterfall: data and screen. */
corr_code span_put_waterfall(span_report *s, corr_err *err);
/* Code of the focus, evidence, coverage; trees[], used[], ledger[]. */
corr_code span_put_code(span_report *s, corr_err *err);
/* The same for an id that only labels know. */
corr_code span_put_labels_only(const cmd_ctx *ctx, corr_report *r,
                               const corr_query *q, corr_err *err);
/* No code, and why not: cli.md's most-read screen. */
void span_put_failure(span_report *s);

/* ns as text in the unit that fits `scale`, so that a column has one unit. */
const char *span_time(corr_report *r, int64_t ns, int64_t scale);

#endif
