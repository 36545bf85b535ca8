/*
 * request_story - why one request took so long, in a line: the span with the
 * largest part of its critical path, and the code that ran in that span.
 *
 * Everything that a story points to lives as long as its report.
 */
#ifndef CORR_CMD_REQUEST_STORY_H
#define CORR_CMD_REQUEST_STORY_H

#include "cli/cmd.h"
#include "corr_trace.h"

typedef struct request_story {
    corr_trace_id trace;
    uint64_t span;    /* the request */
    const char *id;   /* "4bf92f35/s1" */
    const char *name; /* "POST /checkout" */
    corr_str service;
    int64_t start;    /* ns since 1970 */
    int64_t duration; /* ns; CORR_NO_INT: unknown */
    double rank;      /* as in corr_listed; NAN: unknown */
    uint32_t rank_of;
    /* The span that the time was spent in. */
    uint64_t part_span;
    const char *part_id; /* "4bf92f35/s7" */
    uint32_t part_handle;
    const char *part_name; /* "calculate-total" */
    const char *part;      /* "s7 calculate-total in checkout" */
    double share;          /* its own part of the request, 0..1; NAN: unknown */
    const char *code; /* the function with most samples of it; "": no sample
                            is tied to it */
    int64_t obs;      /* samples of the span */
} request_story;

/* Tells the story of a request: of a span of a trace, or with span 0 of the root
 * of the trace.  *found: the inputs have this trace. */
corr_code request_story_of(const cmd_ctx *ctx, corr_report *r,
                           corr_trace_id trace, uint64_t span,
                           request_story *story, bool *found,
                           corr_err *err) CORR_CHECK;

/* "88% of POST /checkout is s7 calculate-total in checkout: CartSerializer.toJson,
 * 71 samples" */
const char *request_story_sentence(corr_report *r, const request_story *s);
/* "88% s7 calculate-total: CartSerializer.toJson"; the brief form is the code. */
corr_words request_story_why(corr_report *r, const request_story *s);

#endif
