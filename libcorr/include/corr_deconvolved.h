/*
 * corr_deconvolved.h - what a request of each name costs, where no sample says
 * whose it is (corr-methods 1.5).
 *
 * As everywhere: corr_x_of makes it, NULL on failure with a sentence in err.
 */
#ifndef CORR_DECONVOLVED_H
#define CORR_DECONVOLVED_H

#include "corr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct corr_deconvolved corr_deconvolved;

/* Why nothing can be told. */
typedef enum corr_deconvolved_why {
    CORR_DECONVOLVED_KNOWN,
    CORR_DECONVOLVED_TIED,  /* samples say themselves which span they are of */
    CORR_DECONVOLVED_STATE, /* what was measured is no flow */
    CORR_DECONVOLVED_WINDOWS, /* too few profiles of a known time and process,
                                 in which there were requests */
    CORR_DECONVOLVED_MANY     /* more operations than windows could tell */
} corr_deconvolved_why;

enum { CORR_DECONVOLVED_WINDOWS_LEAST = 20, CORR_DECONVOLVED_EACH_LEAST = 3 };

typedef struct corr_deconvolved_facts {
    corr_deconvolved_why why;
    uint32_t windows; /* profiles of a process in which it had requests */
    int64_t left;     /* of the total, what the rows do not have: may be
                         negative */
} corr_deconvolved_facts;

/* Requests of one name: the local roots of the profiled process. */
typedef struct corr_deconvolved_row {
    corr_str service, name;
    double requests; /* in the windows, in parts where one is cut */
    uint32_t windows;
    bool few;            /* in too few windows to tell what one costs ... */
    bool parallel_for;   /* ... or always where others are, in proportion */
    double each, lo, hi; /* of a request, in the unit of the selection; least
                            and most if any one window is left out; NAN: not
                            told */
    int64_t total;       /* of all of them; 0 where that is not told */
} corr_deconvolved_row;

/* What requests of each name cost, by least squares of what windows hold on how
 * many requests they had (corr-methods 1.5): an estimate. */
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
