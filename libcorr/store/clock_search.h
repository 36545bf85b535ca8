/*
 * clock_search - finds when a clock without a date began, from samples on that
 * clock and from the times at which the process could run code (corr-methods
 * 1.10).
 *
 * At the true start more samples fall into those times than chance explains,
 * and at no other start nearly as many.  Whatever is less plain is refused.
 *
 * The function keeps no state and needs memory for a bounded number of bins.
 */
#ifndef CORR_CLOCK_SEARCH_H
#define CORR_CLOCK_SEARCH_H

#include "base/stretch.h"
#include "corr_base.h"

typedef enum clock_search_end {
    CLOCK_FOUND,
    CLOCK_FEW_SAMPLES,
    CLOCK_FEW_SPANS,
    CLOCK_TOO_LONG, /* more time than bins */
    CLOCK_NO_PEAK,  /* no start fits better than chance */
    CLOCK_TWO_PEAKS,
    CLOCK_VAGUE, /* the peak is too broad */
    CLOCK_SEARCH_ENDS
} clock_search_end;

typedef struct clock_search_about {
    const int64_t *sample; /* times of busy samples on the clock, sorted */
    size_t nsample;
    const stretch *code; /* when the process could run code: sorted, apart */
    size_t ncode;
    const int64_t *start; /* of its spans, sorted */
    size_t nspan;
    int64_t length; /* median length of its spans */
} clock_search_about;

typedef struct clock_search_found {
    clock_search_end end;
    int64_t offset, u; /* ns to add to times of the clock, give or take u */
    bool is_vague;     /* too many starts are about as good */
    double score;      /* samples above chance */
    double mean, sd;   /* of the score by chance */
    double second;     /* the best score elsewhere, as a share of `score` */
} clock_search_found;

/* False: out of memory. */
bool clock_search_start(const clock_search_about *about,
                        clock_search_found *found) CORR_CHECK;

#endif
