/*
 * diff_slow - a comparison of slow spans with usual ones, as a report.
 */
#ifndef CORR_CMD_DIFF_SLOW_H
#define CORR_CMD_DIFF_SLOW_H

#include "verbs/diff/diff_cmd.h"

/* The default of --vs. */
#define SLOW_USUAL "p25..p75"

/* A hint for assertions about functions. */
#define SLOW_OTHERS                                                            \
    "corr top --slowest N --op NAME --expect is about their code"

/* The options of a comparison with slow spans. */
typedef struct slow_ask {
    const char *slow, *vs; /* ranges; vs NULL: SLOW_USUAL */
    corr_diff_opts of;     /* of the code; tree: not its functions */
    bool alone;            /* only the code */
} slow_ask;

typedef struct slow_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const slow_ask *ask; /* lives as long as the report is made */
    corr_query q;        /* the spans of both sides, and others of their name */
    const corr_slow_spans *c;
    corr_slow_spans_facts f;
    const char *range[2]; /* as typed */
    int64_t *mean[2];     /* by row, whole ns that add up to whole[] */
    int64_t whole[2];     /* of the mean span that was looked at */
    diff_page *code;      /* NULL: none yet */
} slow_page;

/* Runs a command with --slow. */
corr_code slow_answer(const cmd_ctx *ctx, corr_report *r, const slow_ask *ask,
                      corr_err *err) CORR_CHECK;

/* Prints the screen. */
corr_code slow_say(slow_page *p, corr_err *err) CORR_CHECK;
/* Puts what code costs a slow and a usual span: code[], or nodes[] and the
 * tree.  With too few spans it puts nothing. */
corr_code slow_put_code(slow_page *p, corr_err *err) CORR_CHECK;

#endif
