/*
 * corr_endings.h - processes that died, and the requests that they took with
 * them.
 *
 * The objects are views: corr_view.h states ownership, failure and order.
 */
#ifndef CORR_ENDINGS_H
#define CORR_ENDINGS_H

#include "corr_view.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What a file knows of a request that has no exported span of the process that
 * received it. */
typedef enum corr_lost {
    CORR_LOST_IN_FLIGHT, /* its caller got an error as the process died */
    CORR_LOST_ANSWERED,  /* its caller got an answer */
    CORR_LOST_RECORDED,  /* only the recording of the process has a span */
    CORR_LOST_PARENT     /* spans name a parent that is in no file */
} corr_lost;

typedef struct corr_lost_request {
    corr_trace_id trace;
    corr_lost how;
    int64_t start, end; /* of the call, or of the span that shows it */
    corr_str why;       /* what its caller was told; may be empty */
} corr_lost_request;

/* A service that calls reached until its process died; or which left an
 * unfinished recording, and requests without a span. */
typedef struct corr_ending {
    corr_str service;
    int64_t alive;        /* the last answer or span of it */
    int64_t first_failed; /* end of the first call that failed;
                             CORR_NO_TIME: no calls show that it died */
    int64_t last_failed;
    uint32_t failed;   /* calls that began after that and failed */
    uint32_t first, n; /* its requests without a span */
} corr_ending;

typedef struct corr_endings corr_endings;

/* By the number of the service. */
corr_endings *corr_endings_of(corr_store *st, corr_err *err) CORR_CHECK;
uint32_t corr_endings_size(const corr_endings *e);
corr_ending corr_endings_at(const corr_endings *e, uint32_t i);
/* Requests of an ending are in the order of corr_lost, then of their starts. */
corr_lost_request corr_endings_request(const corr_endings *e, uint32_t i);
void corr_endings_free(corr_endings *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
