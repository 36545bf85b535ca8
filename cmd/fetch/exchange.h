/*
 * exchange - one question to a server and its answer, with libcurl.
 *
 * An exchange lives in a multi handle of transfer.h.  The answer is decoded,
 * counted and hashed as it comes.  A short one is held in memory, a longer one
 * is written to a file; memory is bounded.
 */
#ifndef CORR_FETCH_EXCHANGE_H
#define CORR_FETCH_EXCHANGE_H

#include <curl/curl.h>

#include "fetch/fetch.h"
#include "fetch/target.h"

typedef struct exchange_limits {
    uint64_t item_bytes, total_bytes; /* decoded */
    int64_t item_ns;                  /* from the first byte to the last */
} exchange_limits;

/* Why the body ended before its end. */
typedef enum exchange_stop {
    EXCHANGE_WHOLE,
    EXCHANGE_ITEM_FULL,
    EXCHANGE_TOTAL_FULL,
    EXCHANGE_BOMB, /* far more than came over the network */
    EXCHANGE_DISK  /* sys is the errno */
} exchange_stop;

/* An answer of at most so many bytes is held. */
enum { EXCHANGE_HELD = 256 << 10 };

typedef struct exchange {
    CURL *easy;
    struct curl_slist *header;
    const exchange_limits *limits;
    uint64_t *total; /* decoded bytes of all exchanges */
    /* Makes the file of an answer that is too long to be held, with errno. */
    bool (*open)(void *ctx, int *fd);
    void *ctx; /* of open */
    int fd;    /* of the file; -1: all is held.  The user closes it */
    corr_vec(char) held;
    uint64_t bytes;
    corr_sha256 hash;
    exchange_stop stop;
    int sys;
    bool head_ended;  /* the empty line behind the headers came */
    bool two_lengths; /* headers give two sizes of the body */
    char length[24], retry_after[64];
    char error[CURL_ERROR_SIZE];
} exchange;

/* How an exchange ended. */
typedef struct exchange_end {
    CURLcode code;
    int status; /* 0: no answer */
    char type[80];
    int64_t retry_after;  /* s; -1: not given */
    const char *location; /* of a redirect, absolute; or NULL */
} exchange_end;

/* Prepares x->easy, which is made if it is NULL.  url: where it goes, which
 * after a redirect is not that of the request.  False: out of memory. */
bool exchange_start(exchange *x, const fetch_request *q,
                    const char *url) CORR_CHECK;
/* Writes what is held to a file.  False: x->sys says why not. */
bool exchange_save(exchange *x);
void exchange_finish(exchange *x, CURLcode code, exchange_end *end);
void exchange_free(exchange *x);

/* Whether the same question may be asked again. */
bool exchange_may_retry(const exchange *x, const exchange_end *end);
/* A sentence about an exchange without a usable answer, into to. */
void exchange_explain(const exchange *x, const exchange_end *end, char *to,
                      size_t size);

#endif
