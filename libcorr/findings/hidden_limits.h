/*
 * hidden_limits - pools, semaphores, timeouts and waits that no
 * trace names
 * (corr-methods 8.5).
 *
 * Calls of one process and target (of one operation if the target is unknown)
 * are limited if stats/ceiling.h says so.  A call is ready when its parent
 * began, or when the last call of the parent before it ended; a request is ready
 * when its caller sent it.  Messages are not called, and left out.
 *
 * A timeout is an end that at least half of the failed calls of an operation
 * have in common, and that hardly a call outlasts.  Calls that failed in less
 * than half of that time do not count.  A wait is one that at least half of the
 * parents have in common that call again after a failed call.
 *
 * At most LIMITS_SPANS spans are looked at, those in the middle of the
 * recording.
 */
#ifndef CORR_HIDDEN_LIMITS_H
#define CORR_HIDDEN_LIMITS_H

#include "stats/ceiling.h"
#include "store/store.h"

enum { LIMITS_SPANS = 1 << 17 };

typedef enum limit_sort {
    LIMIT_CALLS,
    LIMIT_REQUESTS,
    LIMIT_TIMEOUT,
    LIMIT_WAIT /* of a parent, before it calls the same again */
} limit_sort;

typedef struct hidden_limit {
    limit_sort sort;
    corr_str service;
    corr_str name;      /* operation, or the commonest one of the target */
    corr_str target;    /* "postgresql 10.0.0.7"; empty: unknown */
    uint32_t processes; /* of the service that have this limit */
    int64_t n;          /* calls; of a timeout or wait: failed ones there */
    int64_t of;         /* of a timeout or wait: failed calls */
    ceiling is;         /* of calls and requests; of the process with most */
    double waited;      /* ns that calls waited in all */
    double length;      /* ns of all calls and their waits */
    int64_t lo, hi;     /* of a timeout or wait: ns, they are within */
    double sampled;     /* requests that a trace stands for, at most; 1: no
                           sampling is recorded */
    uint32_t span;      /* the one with the longest wait */
} hidden_limit;

typedef struct hidden_limits hidden_limits;

/* Rows by ns that calls waited, timeouts last.  The store is prepared.  NULL:
 * out of memory. */
hidden_limits *hidden_limits_of(const corr_store *st, corr_err *err) CORR_CHECK;
uint32_t hidden_limits_size(const hidden_limits *l);
hidden_limit hidden_limits_at(const hidden_limits *l, uint32_t i);
void hidden_limits_free(hidden_limits *l);

#endif
