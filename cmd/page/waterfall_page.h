/*
 * waterfall_page - the common parts of answers about one trace: the first lines
 * of the screen, the trace object, and the spans as data.
 *
 * The memory of a fall belongs to its report, which also owns the view.
 */
#ifndef CORR_CMD_WATERFALL_H
#define CORR_CMD_WATERFALL_H

#include "cli/cmd.h"
#include "corr_trace.h"

typedef struct fall fall;

/* The columns of spans: those of corr.span/1 or of corr.trace/1. */
typedef enum fall_verb { FALL_SPAN, FALL_TRACE } fall_verb;

/* focus: index of the span that the data marks, UINT32_MAX none.  NULL: out of
 * memory. */
fall *fall_of(corr_report *r, const corr_waterfall *w, uint32_t focus);
/* All spans of the files were read, so that it is known which linked traces are
 * in them. */
void fall_knows_links(fall *f);

void fall_put_trace(const fall *f); /* member trace */
/* A list of texts, which is borrowed for as long as the report lives. */
corr_cell fall_names(corr_report *r, const corr_str *name, uint32_t n);
/* Member spans: every span. */
void fall_put_spans(const fall *f, fall_verb verb);
/* "2026-02-05 14:15:22.104Z  24 spans", what is missing of them, and how their
 * times were corrected. */
void fall_say_spans(const fall *f, const cmd_ctx *ctx);

/* "24 spans for 61 calls, 2 name a parent that is not here" */
const char *fall_spans_words(const fall *f);
/* "GET /api/checkout": the request that begins with span i. */
const char *fall_request_name(corr_report *r, const corr_waterfall *w,
                              uint32_t i);

/* Lines about spans without an end or a parent, and about shifted clocks; nothing
 * if all is well. */
void fall_say_doubts(const fall *f);

/* Rows of a waterfall on the screen; bars: in time, too. */
typedef struct fall_row {
    const char *mark, *name, *total, *self, *share;
    corr_str service;
    corr_bar bar;
    corr_branch branch;
    corr_tone tone; /* of its service */
    bool strong;
} fall_row;

/* The tone of a service: one of its own for each of the first services of a
 * trace. */
corr_tone fall_tone(const corr_waterfall *w, corr_str service);

/* clocks_put puts the member clocks and notes about clocks that differ;
 * clocks_say prints which times were shifted (clocks.c). */
void clocks_put(corr_report *r, const corr_waterfall *w);
void clocks_say(corr_report *r, const corr_waterfall *w);

/* Whether an input has something of the time of a span. */
static inline bool span_overlaps(const corr_span_view *v, const corr_input *in)
{
    return in->from != CORR_NO_TIME && in->from < v->end && in->to > v->start;
}

/* Names the process whose code is missing: by its service, or by its instance
 * if other processes of the service were profiled. */
const char *fall_process(corr_report *r, const corr_span_view *v, bool others);

/* Time of a row that begins with span v; > before it: at least. */
/* Its duration, or where that is unknown what its children show of it. */
int64_t fall_length(const corr_span_view *v);
/* "0.3 s", "> 0.3 s", or "?"; ns: its length in words. */
const char *fall_total(corr_report *r, const corr_span_view *v, const char *ns);

/* "120.00 ms..145.00 ms", or one time if both read alike. */
const char *fall_bounds(corr_report *r, int64_t lo, int64_t hi, int64_t scale);
/* "10.00 ms if calls fill their time, 206.00 ms if at once": how the calls of
 * its children ran is not known. */
const char *fall_self_words(corr_report *r, const corr_span_view *v,
                            int64_t scale);
/* "SELECT ×60" */
const char *fall_call_name(corr_report *r, corr_str name, int64_t calls);

/* ns as text in the unit that fits `scale`, so that a column has one unit; what
 * is far longer or shorter has one that fits it. */
const char *span_time(corr_report *r, int64_t ns, int64_t scale);

#endif
