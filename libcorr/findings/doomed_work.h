/*
 * doomed_work - CPU that was used for callers who had gone (corr-methods 8.4).
 *
 * A caller gave up if its span failed and ended clearly before the span of the
 * callee did.  All that runs below the callee from then on is for nobody.  An
 * attempt is lost if it failed and a later one of the same parent, operation
 * and target worked: all that ran for it is lost, too.  Messages are not waited
 * for, so spans below a producer, of a consumer, and spans with links are left
 * out, and counted.
 *
 * Clocks decide: a sample is certain if it is late for every offset that the
 * calls between two hosts allow, possible if for some.
 *
 * One row a service that has samples of CPU, also if none of it is for nobody:
 * then the interval says how much could have been missed.
 */
#ifndef CORR_DOOMED_WORK_H
#define CORR_DOOMED_WORK_H

#include "select/select.h"

typedef struct doomed_row {
    corr_str service;
    int64_t n;            /* samples of CPU with a span */
    double certain;       /* of them, after the caller gave up */
    double possible;      /* perhaps after it: the clocks do not say */
    double lost;          /* in attempts that were retried, before that */
    double share, lo, hi; /* certain and lost; 95 % */
    corr_str operation;   /* of the callee with most of it */
    corr_str caller;      /* its service */
    corr_str function;    /* of the application, with most of it */
    double in_operation, in_function; /* samples, late or lost */
    uint32_t calls, retried;      /* calls that were given up, attempts lost */
    int64_t waited_lo, waited_hi; /* ns that callers waited: 10 and 90 % */
    uint32_t left_out;            /* failed messages and links */
    uint32_t span;                /* the callee with most of it; 0: none */
} doomed_row;

typedef struct doomed_work doomed_work;

/* q: whose samples; its kind is not used.  Rows by certain and lost samples,
 * then by service.  NULL: err says why. */
doomed_work *doomed_work_of(corr_store *st, const corr_query *q,
                            corr_err *err) CORR_CHECK;
uint32_t doomed_work_size(const doomed_work *d);
doomed_row doomed_work_at(const doomed_work *d, uint32_t i);
void doomed_work_free(doomed_work *d);

#endif
