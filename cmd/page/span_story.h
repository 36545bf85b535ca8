/*
 * span_story - what spans tell besides their times: why they failed, their
 * events, and their links to other traces; for corr trace and corr span.
 *
 * The memory belongs to the report.
 */
#ifndef CORR_CMD_SPAN_STORY_H
#define CORR_CMD_SPAN_STORY_H

#include "cli/cmd.h"
#include "corr_trace.h"

/* ": java.lang.IllegalStateException: no stock, at Stock.take(Stock.java:42)";
 * "" if the span does not tell why it failed. */
const char *story_failure(corr_report *r, const corr_waterfall *w, uint32_t i);

/* Lines of events and links; all: more than a few.  whole: every trace was
 * read, so that one that is not here can be named.  Returns whether a link
 * leads to another trace. */
bool story_put(corr_report *r, const corr_waterfall *w, bool all, bool whole);

/* The members events, exception and links of a span; whole: as above. */
typedef struct story_data {
    corr_table events, links;
    const corr_table *exception; /* NULL: none */
} story_data;
story_data story_data_of(corr_report *r, const corr_waterfall *w, uint32_t i,
                         bool whole);

/* corr trace --follow: the linked traces that are here; member linked. */
corr_code story_follow(const cmd_ctx *ctx, corr_report *r,
                       const corr_waterfall *w, corr_err *err);

#endif
