/*
 * requests - which spans are requests, and how unusual the duration of one is.
 *
 * An entry span is the local root of a process: its parent is in another
 * process, or is not here.  A request is one entry span.  If a service is
 * asked for, its requests are its entry spans; else they are the spans with
 * which the traces begin.
 */
#ifndef CORR_REQUESTS_H
#define CORR_REQUESTS_H

#include "join/prepare.h"

/* Marks the requests: is[spans + 1].  service NULL: those that begin traces. */
void requests_mark(const corr_store *st, const char *service, uint8_t *is);

static inline bool request_is_entry(const spans *s, uint32_t span)
{
    return s->root.v[span] == span;
}

/* The durations of all entry spans by service and name, sorted.  { 0 } is
 * empty; requests_clear frees the memory. */
typedef struct request_time {
    uint32_t operation;
    uint8_t status;
    int64_t ns;
} request_time;

typedef struct requests {
    const corr_store *st;
    vec(request_time) row;
    uint32_t *operation; /* [spans + 1] of entry spans with an end */
} requests;

/* Memory of `operation` comes from the arena.  False: out of memory. */
bool requests_of(requests *r, const corr_store *st,
                 corr_arena *arena) CORR_CHECK;
/* The share of entry spans of the same service and name that took less time,
 * with half of those that took the same (mid-distribution); of those with the
 * same status if there are enough.  *n is their number, 0 if there are too few
 * to tell, or if the span is no entry span with an end. */
enum { REQUESTS_ENOUGH = 20 };
double requests_rank(const requests *r, uint32_t span, uint32_t *n);
void requests_clear(requests *r);

#endif
