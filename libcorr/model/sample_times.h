/*
 * sample_times - when samples of each thread of an input were taken.
 *
 * A recording changes the ids that a thread works for far more often than it
 * samples the thread.  Ids that are in force at no sample's time need not be
 * looked at.  One thread uses a sampled at a time: queries move its cursor.
 */
#ifndef CORR_SAMPLE_TIMES_H
#define CORR_SAMPLE_TIMES_H

#include "model/input.h"

typedef struct sampled {
    /* private; end NULL: a sample may be at any time */
    uint32_t *end; /* [threads + 1] end of each thread's samples in time */
    struct sample_times_time {
        int64_t first, last; /* first: start of the sample; last: the latest end
                                of this sample and those before */
    } * time;
    uint32_t thread, at; /* the thread of the last query, and its result ... */
    int64_t from;        /* ... which also holds for queries from this time
                            on */
} sampled;

/* Collects the samples of an input, if there are at most `most` of them.  same:
 * [threads] the number that replaces a thread's own.  False: out of memory.
 * Call sample_times_clear in any case. */
bool sample_times_of(sampled *s, const input *in, const uint32_t *same,
                     size_t most);
void sample_times_clear(sampled *s);

/* Whether a sample of the thread may be in [from,to).  Queries in order of from
 * are fastest. */
bool sample_times_within(sampled *s, uint32_t thread, int64_t from, int64_t to);

#endif
