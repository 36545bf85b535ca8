/*
 * forgotten_spans - calls out of a process that no span shows (corr-methods
 * 8.1).
 *
 * A sample or a wait counts if it is inside a span that is no call itself, if
 * no child of that span ran at the time, and if its stack is in a library below
 * the application: in a client that a list knows, or in any other package whose
 * leaf waits for a socket, a file or another thread, or sleeps.  Amounts are per
 * request: an entry span of one service and operation.
 *
 * One walk over the rows of each kind.  The view owns its memory; texts are
 * those of the store and of the lists, which must outlive it.
 */
#ifndef CORR_FORGOTTEN_SPANS_H
#define CORR_FORGOTTEN_SPANS_H

#include "findings/frame_library.h"
#include "select/select.h"

typedef enum forgotten_how {
    FORGOTTEN_MEASURED, /* waits with a start and an end */
    FORGOTTEN_SAMPLED,  /* samples of wall-clock time */
    FORGOTTEN_CPU       /* samples of CPU, in clients only */
} forgotten_how;

typedef struct forgotten_span {
    corr_str package; /* "io.lettuce" */
    corr_str title;   /* "Redis"; empty: no list knows it */
    corr_str caller; /* the application's function that called it for longest */
    corr_str service, operation; /* of the entry spans */
    forgotten_how how;
    leaf_wait wait;    /* of the longest one */
    int64_t n;         /* samples or waits */
    uint32_t requests; /* that have it */
    uint32_t of;       /* requests of the operation while it was recorded */
    double ns, lo, hi; /* per request, with an interval of 95 % */
    double length;     /* mean ns of a request */
    double share, share_lo, share_hi; /* of the time that no child explains */
    uint32_t span;                    /* with most of it */
} forgotten_span;

/* Recordings miss some spans of an operation; these are enough to say so. */
enum { FORGOTTEN_LEAST = 30 };
#define FORGOTTEN_SHARE 0.01 /* the least that its interval begins with */

typedef struct forgotten_spans forgotten_spans;

/* q: whose samples; its kind is not used.  list: closed.  Rows by ns per
 * request, waits before CPU.  NULL: err says why. */
forgotten_spans *forgotten_spans_of(corr_store *st, const corr_query *q,
                                    const library_list *list,
                                    corr_err *err) CORR_CHECK;
uint32_t forgotten_spans_size(const forgotten_spans *f);
forgotten_span forgotten_spans_at(const forgotten_spans *f, uint32_t i);
void forgotten_spans_free(forgotten_spans *f);

#endif
