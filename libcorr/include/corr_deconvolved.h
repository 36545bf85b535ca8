/*
 * corr_deconvolved.h - the cost of a request of each name, if no sample names
 * its request (corr-methods 1.5).
 *
 * corr_deconvolved_of returns NULL on failure, with a sentence in err.  The
 * object borrows the selection's store.
 */
#ifndef CORR_DECONVOLVED_H
#define CORR_DECONVOLVED_H

#include "corr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct corr_deconvolved corr_deconvolved;

/* Why there is no estimate. */
typedef enum corr_deconvolved_why {
    CORR_DECONVOLVED_KNOWN,
    CORR_DECONVOLVED_TIED,    /* samples name their spans, so no estimate is
                                 needed */
    CORR_DECONVOLVED_STATE,   /* the samples are a state, not a flow */
    CORR_DECONVOLVED_WINDOWS, /* too few profiles with a known time and process
                                 and with requests */
    CORR_DECONVOLVED_MANY /* more operations than the windows can separate */
} corr_deconvolved_why;

enum { CORR_DECONVOLVED_WINDOWS_LEAST = 20, CORR_DECONVOLVED_EACH_LEAST = 3 };

typedef struct corr_deconvolved_facts {
    corr_deconvolved_why why;
    uint32_t windows; /* profiles during which their process had requests */
    int64_t left;     /* part of the total that no row has; may be negative */
} corr_deconvolved_facts;

/* Requests of one name: local roots of the profiled process. */
typedef struct corr_deconvolved_row {
    corr_str service, name;
    double requests; /* requests in the windows; a cut request counts in part */
    uint32_t windows;
    bool few;            /* occurs in too few windows for an estimate */
    bool parallel_for;   /* always occurs in proportion to other requests */
    double each, lo, hi; /* cost of one request, in the unit of the selection;
                            lo and hi: least and greatest estimate when one
                            window is left out; NAN: unknown */
    int64_t total;       /* cost of all requests; 0: unknown */
} corr_deconvolved_row;

/* Estimates the cost of requests of each name by least squares over windows:
 * the samples of a window against its numbers of requests (corr-methods
 * 1.5). */
corr_deconvolved *corr_deconvolved_of(const corr_sel *sel,
                                      corr_err *err) CORR_CHECK;
corr_deconvolved_facts corr_deconvolved_facts_of(const corr_deconvolved *d);
/* Largest total first. */
uint32_t corr_deconvolved_size(const corr_deconvolved *d);
corr_deconvolved_row corr_deconvolved_at(const corr_deconvolved *d, uint32_t i);
void corr_deconvolved_free(corr_deconvolved *d);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
