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

/* The durations of entry spans by service and name, sorted.  { 0 } is empty;
 * requests_clear frees the memory. */
typedef struct request_time {
    uint32_t operation;
    bool source; /* a recording, no trace export */
    bool failed;
    int64_t ns;
} request_time;

typedef struct requests {
    const corr_store *st;
    int64_t from, to;
    vec(request_time) row;
    uint32_t *operation; /* [spans + 1] of those that are counted; else 0 */
} requests;

/* The entry spans that have an end and overlap [from, to] (0,0: any time).
 * Memory of `operation` comes from the arena.  False: out of memory. */
bool requests_of(requests *r, const corr_store *st, int64_t from, int64_t to,
                 corr_arena *arena) CORR_CHECK;

/* How the duration of a request stands among those of its service and name,
 * itself included (corr-methods 3.6). */
typedef struct request_place {
    uint32_t n; /* requests compared */
    uint32_t shorter, equal;
    double rank;      /* share of shorter ones, with half of the equal ones */
    int64_t median;   /* ns */
    bool same_status; /* only those that failed, or did not, as it did */
} request_place;

/* False: there are too few to tell, or the span is not counted. */
enum { REQUESTS_ENOUGH = 20 };
bool requests_place(const requests *r, uint32_t span, request_place *p);
void requests_clear(requests *r);

#endif
