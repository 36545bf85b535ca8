/*
 * check - assertions on two sides or on one report, each with its verdict.  The
 * report owns a check_page.
 */
#ifndef CORR_CMD_CHECK_H
#define CORR_CMD_CHECK_H

#include "cli/cmd.h"
#include "corr_gate.h"
#include "gate/assertion.h"

/* A share of the base: a function that grows by less does not fail. */
#define CHECK_FLOOR 0.005

typedef struct check_opts {
    opt_list files;
    const char *requests;
    const char *state;
    bool explain;
    corr_per per; /* of what does not say itself; no option of this command */
} check_opts;

/* One diff for all assertions about one kind of samples and one divisor.  Ask 0
 * is the total. */
typedef struct check_measure {
    const char *kind; /* NULL: the one that is asked for, or the default */
    corr_per per;
    corr_diff_ask *ask;
    uint32_t nask;
    corr_diff *d; /* NULL: see why */
    corr_diff_facts f;
    const char *why;      /* why no verdict is possible; or NULL */
    corr_diff_cost clock; /* as corr_diff_by_clock */
    double noise;         /* between runs, that intervals lack; 0: none */
} check_measure;

/* A function that an assertion judged by its own cost. */
typedef struct check_judged {
    const char *name, *was; /* was: its name on the base, if another; or NULL */
    double base, now;       /* divided; NAN: unknown */
    corr_estimate ratio;
    double n[2]; /* observations */
    double weight;
} check_judged;

typedef struct check_row {
    const expect *e;
    corr_gate verdict;
    corr_estimate value;   /* NAN: unknown */
    double factor;         /* samples that would decide it; NAN: unknown */
    double n[2];           /* observations; NAN: unknown */
    double phi;            /* NAN: unknown */
    const char *why;       /* the reason, a few words; NULL: the numbers say it
                           */
    const char *left_out;  /* spans that are not judged; or NULL */
    const char *counts[2]; /* of a rate: "12 of 3,400 spans failed"; or NULL */
    const char *called;    /* what was judged, if it is called otherwise */
    const char *function; /* that was judged; of any function the first; or NULL
                           */
    const char *was;      /* its name on the base, if that is another */
    const check_judged *functions; /* that were judged, the most weight first
                                      */
    uint32_t nfunctions;
    const char *owner; /* answers for the largest part of the change, if any
                          function failed; or NULL */
    double owned;      /* that part */
    bool rescaled;     /* the value is of samples that are */
    double width;      /* of a watch: of its interval, over that of one look */
    uint32_t measure, ask;
} check_row;

typedef struct check_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const char *requests; /* the metric that counts them, or NULL */
    corr_per per;         /* of what does not say itself */
    bool explain;
    bool alone; /* one report: there are no sides */
    bool whole; /* the report has only assertions */
    check_measure *measure;
    uint32_t nmeasure;
    check_row *row;
    uint32_t n;
    const char *why;           /* why no verdict at all is possible; or NULL */
    struct check_state *state; /* of a watch; or NULL */
    const char *not_counted;   /* why the files of this look are not; or NULL */
} check_page;

/* Whether an interval is unbounded on both sides. */
bool check_is_open(const corr_estimate *e);
corr_limit check_limit(const check_page *p, const expect *e);
/* Builds the queries of both sides; a single report is both sides. */
corr_code check_queries(const check_page *p, corr_query q[2],
                        corr_err *err) CORR_CHECK;
/* Judges the duration of the spans of a name. */
corr_code check_duration(check_page *p, check_row *row,
                         corr_err *err) CORR_CHECK;
/* Judges a rate of errors or calls. */
corr_code check_rate(check_page *p, check_row *row, corr_err *err) CORR_CHECK;
/* The verdict on a function by its own cost; the total is ask 0 of the diff.
 * noise: between runs, that its interval lacks. */
corr_gate check_function(const corr_diff *d, const corr_diff_facts *f,
                         const corr_limit *limit, double noise,
                         const corr_diff_row *w);
/* The verdict on every function at once. */
void check_any(check_page *p, check_row *row, const check_measure *m);
/* check --state: refuses rules that it cannot hold, before files are read; reads
 * the state; counts the files of this look; judges a rule by all files that were
 * counted; puts the look. */
corr_code check_watch_may(const expect_list *list, corr_err *err) CORR_CHECK;
corr_code check_watch_open(check_page *p, const char *path,
                           const expect_list *list, corr_err *err) CORR_CHECK;
corr_code check_watch_take(check_page *p, corr_err *err) CORR_CHECK;
void check_watch_judge(const check_page *p, check_row *row);
void check_watch_say(const check_page *p);
/* Judges ctx->expects on the report r or on two sides, and puts the
 * verdicts. */
corr_code check_answer(const cmd_ctx *ctx, corr_report *r, const check_opts *o,
                       corr_err *err) CORR_CHECK;
/* Makes the diffs, and the verdict on each assertion. */
corr_code check_judge(check_page *p, const expect_list *list,
                      corr_err *err) CORR_CHECK;
/* "×1.04", "13.2 ms", "new"; NULL: unknown.  "0.90..1.19", or NULL. */
const char *check_value_text(const check_page *p, const check_row *row);
const char *check_range_text(const check_page *p, const check_row *row);
/* "3.34 ms": a cost of a measure, divided; NULL: unknown. */
const char *check_amount_text(const check_page *p, const check_measure *m,
                              double v);
/* "per request" */
const char *check_per_text(const check_page *p, const check_measure *m);
/* Why a rule about any function has its verdict. */
const char *check_names_text(const check_page *p, const check_row *row);
/* Explains one verdict: the rule, the interval, the samples. */
void check_explain(const check_page *p, const check_row *row);
/* The members of the document. */
void check_put_data(const check_page *p);
/* Puts the verdicts as data, on the screen, and as the GATE line. */
void check_put(check_page *p);

#endif
