/*
 * trace - the parts of corr trace.
 *
 * trace.c finds the trace or traces.  trace_answer.c has the first lines and the
 * next commands.  trace_rows.c draws the waterfall;
 * trace_notes.c and trace_ended.c print notes on it.  trace_path.c has the
 * critical path and the savings, trace_code.c the code on the path,
 * trace_many.c the operations of many traces.  A trace_report borrows all its
 * views from the report.
 */
#ifndef CORR_CMD_TRACE_H
#define CORR_CMD_TRACE_H

#include "page/waterfall_page.h"

/* Ranks of the parts that give way where a screen has no room. */
enum {
    TRACE_RANK_SAVINGS = 1,
    TRACE_RANK_HOLES,
    TRACE_RANK_PATH,
    TRACE_RANK_CODE,
    TRACE_RANK_LINE /* of the path: it was brief before */
};

typedef struct trace_opts {
    bool follow;
} trace_opts;

typedef struct trace_report {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_query query;
    const corr_waterfall *w;
    corr_waterfall_facts facts;
    int64_t start, length; /* of the root */
    uint32_t asked;        /* span that was named, UINT32_MAX: none */
    const corr_span_rows *rows;
    const corr_sel *code;       /* samples of the request */
    bool has_links;             /* to other traces */
    bool *is_hidden;            /* rows too small for the screen */
    const uint32_t *row_of;     /* by span; UINT32_MAX: not shown */
    const uint32_t *section_at; /* [spans + 1] into section_of */
    const uint32_t *section_of; /* sections by span, in time order */
} trace_report;

/* Rows and sections by span, and how much of the path each row has. */
corr_code trace_prepare(trace_report *t, corr_err *err);

/* The first lines: the request, and what its time was spent on. */
void trace_say_answer(const trace_report *t, const fall *f);
/* "GET /api/checkout" */
const char *trace_root_name(const trace_report *t);
void trace_put_next(const trace_report *t);
/* Tables of the screen: the request; then what stands apart from it. */
void trace_put_request(const trace_report *t);
void trace_put_apart(const trace_report *t);
/* Prints what the end of a process did to the request. */
void trace_put_ended(const trace_report *t);
/* Failed, repeated, tried again, cut; what is not shown. */
corr_code trace_put_notes(trace_report *t, corr_err *err);
corr_code trace_put_path(const trace_report *t, corr_err *err);
corr_code trace_put_savings(const trace_report *t, corr_err *err);
/* findings[], and selects the samples of the request. */
corr_code trace_put_findings(trace_report *t, corr_err *err);
corr_code trace_put_code(const trace_report *t, corr_err *err);
corr_code trace_put_gaps(const trace_report *t, corr_err *err);
corr_code trace_put_many(const trace_report *t, const corr_operations *o,
                         corr_err *err);

/* "s7 GET /price", or "s9 SELECT ×14"; name 0: whole. */
const char *trace_row_name(const trace_report *t, uint32_t row);
/* A time of the request; far shorter ones have a unit of their own. */
const char *trace_time(const trace_report *t, int64_t ns);
/* The number of rows too small for the screen, with their spans and their part
 * of the critical path added. */
uint32_t trace_hidden(const trace_report *t, uint32_t *spans,
                      int64_t *critical);
/* A share of the request as a cell of text. */
const char *trace_percent(corr_report *r, double share);
/* Whether the screen shows everything: --all, -n 0. */
bool trace_all(const trace_report *t);
/* Whether linked traces are shown, and so read: --follow. */
bool trace_follows(const trace_report *t);

#endif
