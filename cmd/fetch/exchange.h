/*
 * exchange - one question to a server and its answer, with libcurl.
 *
 * An exchange lives in a multi handle of transfer.h, and one thread uses it.
 * What came of it is a record of its own, which another thread may take.
 */
#ifndef CORR_FETCH_EXCHANGE_H
#define CORR_FETCH_EXCHANGE_H

#include <curl/curl.h>

#include "fetch/answer_body.h"
#include "fetch/plan/fetch.h"
#include "fetch/target.h"

/* What came of an exchange. */
typedef struct exchange_end {
    answer_body body;
    bool is_whole;       /* a whole answer came, whatever its status */
    bool may_retry;      /* the same question may be asked again */
    int status;          /* 0: no answer */
    int64_t retry_after; /* s; -1: not given */
    char *location;      /* of a redirect, absolute; or NULL */
    char type[80];
    char why[200]; /* not is_whole: a sentence */
} exchange_end;

typedef struct exchange {
    CURL *easy;
    struct curl_slist *header;
    const fetch_request *ready_for; /* that the options were set for, or NULL */
    exchange_end *end;              /* where it goes */
    bool head_ended;                /* the empty line behind the headers came */
    bool two_lengths;               /* headers give two sizes of the body */
    bool coding_cut;                /* the body ended before its coding did */
    char way[64]; /* a coding of the transfer other than chunks; or "" */
    char length[24], retry_after[64];
    char error[CURL_ERROR_SIZE];
} exchange;

/* Prepares x->easy, which is made if it is NULL.  url: where it goes, which
 * after a redirect is not that of the request.  False: out of memory. */
bool exchange_start(exchange *x, exchange_end *end, const fetch_request *q,
                    const char *url) CORR_CHECK;
/* Fills the rest of x->end.  False: out of memory. */
bool exchange_finish(exchange *x, CURLcode code) CORR_CHECK;
void exchange_free(exchange *x);

void exchange_end_start(exchange_end *end);
void exchange_end_free(exchange_end *end);

#endif
