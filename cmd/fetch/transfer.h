/*
 * transfer - sends the requests of a plan, and keeps the answers.
 *
 * Several requests are on their way at a time; connections are used again.
 * Each answer is written to the case folder, judged, and noted there.  Broken
 * connections and busy servers are asked again, with a delay.  What the folder
 * already has is not asked again.  ^C ends a transfer; what has come is kept.
 */
#ifndef CORR_FETCH_TRANSFER_H
#define CORR_FETCH_TRANSFER_H

#include "fetch/case_dir.h"
#include "fetch/exchange.h"

typedef struct transfer_opts {
    unsigned jobs;  /* requests at a time; 1 to 64 */
    unsigned tries; /* of a request; 1 or more */
    int64_t total_ns;
    answer_limits limits;
    bool refresh; /* asks again what the folder has */
    bool live;    /* shows progress on standard error */
} transfer_opts;

/* What became of a request. */
typedef struct transfer_item {
    const fetch_request *q;
    const char *url; /* without secrets */
    fetch_result result;
    const char *path;   /* in the folder; NULL: no file */
    const char *format; /* that corr recognised; NULL: not one */
    uint64_t bytes;
    int status;
    bool cached;
    bool replaced; /* nothing came, and the judge asked another way */
} transfer_item;

typedef struct transfer transfer;

/* NULL: see err. */
transfer *transfer_new(fetch_plan *p, case_dir *c, const transfer_opts *o,
                       corr_err *err);
/* Sends the requests of the plan that were not sent yet, and those that judges
 * add.  A request that fails is no error. */
corr_code transfer_go(transfer *t, corr_err *err) CORR_CHECK;
void transfer_free(transfer *t);
size_t transfer_size(const transfer *t);
const transfer_item *transfer_at(const transfer *t, size_t i);
bool transfer_interrupted(const transfer *t);

#endif
