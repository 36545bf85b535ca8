/*
 * sample_times - when samples of each thread of an input were taken.
 *
 * Recordings tell far more often for whom a thread works than samples are
 * taken: what holds at no sample's time need not be looked into.
 */
#ifndef CORR_SAMPLED_H
#define CORR_SAMPLED_H

#include "model/input.h"

typedef struct sampled {
    /* private; end NULL: there may be one at any time */
    uint32_t *end; /* [threads + 1] where those of a thread end */
    struct sample_times_time {
        int64_t first, last; /* ticks of a sample; last: of those before, too */
    } * time;
    uint32_t thread, at; /* of the last question, where it was answered ... */
    int64_t from;        /* ... and how far back that is true */
} sampled;

/* Those of an input, if there are no more than `most`.  same: [threads] the
 * number that a thread goes by.  False: out of memory; sample_times_clear in any
 * case. */
bool sample_times_of(sampled *s, const input *in, const uint32_t *same,
                     size_t most);
void sample_times_clear(sampled *s);

/* Whether any of a thread's may have been taken in [from,to).  Answered fastest
 * in the order of their beginnings. */
bool sample_times_within(sampled *s, uint32_t thread, int64_t from, int64_t to);

#endif
