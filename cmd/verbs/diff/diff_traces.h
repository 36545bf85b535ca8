/*
 * diff_traces - two traces side by side, as a report.
 *
 * diff_traces_find.c finds the two traces.  diff_traces.c puts the data, the
 * sides and what is doubtful about them.  diff_traces_say.c has
 * the sentence that answers, diff_traces_rows.c the table, diff_traces_code.c
 * the code on both paths.  The report owns a traces_page and all its views.
 */
#ifndef CORR_CMD_DIFF_TRACES_H
#define CORR_CMD_DIFF_TRACES_H

#include "corr_trace_diff.h"
#include "page/waterfall_page.h"
#include "verbs/diff/diff_cmd.h"

/* The record for two ids in place of two sides. */
extern const cmd diff_traces_cmd;
/* Whether the operands are ids of traces. */
bool traces_named(const cmd_ctx *ctx);
/* Answers if each side is one trace and no profile, and no option is about
 * code; else *is_traces is false. */
corr_code traces_of_files(const cmd_ctx *ctx, corr_report *r,
                          const corr_query q[2], bool *is_traces,
                          corr_err *err) CORR_CHECK;

/* The two traces, and the stores that hold them: two stores if one trace is in
 * two files. */
typedef struct traces_ask {
    corr_query q[2];
    corr_store *st[2];
    const char *file; /* of the new side alone; NULL: all files are for both */
} traces_ask;

/* Whether both are one trace of one store. */
bool traces_are_one(const traces_ask *of);
corr_code traces_answer(const cmd_ctx *ctx, corr_report *r,
                        const traces_ask *of, corr_err *err) CORR_CHECK;

/* A row on the screen by its change of the path. */
typedef struct traces_moved {
    uint32_t row;
    int64_t delta, size; /* ns, and without the sign */
} traces_moved;

typedef struct traces_page {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_query q[2]; /* the trace and span of each side */
    corr_store *st[2];
    const char *file;
    const corr_waterfall *w[2];
    corr_waterfall_facts of[2];
    const fall *fall[2];
    const corr_trace_diff *d;
    corr_trace_diff_facts f;
    int64_t delta;             /* of the lengths */
    int64_t scale;             /* of times on the screen: the longer request */
    bool other;                /* the requests have different names */
    bool at_least;             /* a request has no recorded end */
    const char *name[2];       /* of the requests */
    const traces_moved *moved; /* rows that answer for a change of the path, the
                                  largest first */
    uint32_t nmoved;
} traces_page;

/* "0.450 s", "-1.20 ms"; with a sign if so. */
const char *traces_time(const traces_page *p, int64_t ns, bool sign);
/* The difference of two times as the screen shows them: "+0.450 s". */
const char *traces_change(const traces_page *p, const int64_t side[2]);
/* The name of row i. */
const char *traces_row_name(const traces_page *p, uint32_t i);
/* The first lines: the answer. */
void traces_say_answer(const traces_page *p);
void traces_put_rows(const traces_page *p);
corr_code traces_put_code(const traces_page *p, corr_err *err) CORR_CHECK;

#endif
