/*
 * span_summary - a span that stands for many calls (corr-methods 3.7).
 *
 * The Collector's span pruning, and Tempo on read, replace calls that are alike
 * by one span from the earliest start to the latest end.  It has the attributes
 * PREFIXis_summary, PREFIXspan_count and PREFIXduration_{min,max,avg,total}_ns;
 * the prefix is free.  Elastic's agents merge calls that follow each other:
 * span.composite.count and span.composite.sum.us.
 *
 * Pure functions; they cannot fail.
 */
#ifndef CORR_SPAN_SUMMARY_H
#define CORR_SPAN_SUMMARY_H

#include "model/input.h"

typedef struct span_summary {
    int64_t calls;       /* 2 or more */
    int64_t total;       /* ns of all calls; negative: unknown */
    int64_t least, most; /* ns of a call; negative: unknown */
    bool untold; /* the sum is unknown, and total is the span's length */
} span_summary;

/* ns of the calls' time together, from the first start to the last end, in
 * which none of them ran, if they ran one after another; NULL: one call. */
static inline int64_t span_summary_idle(const span_summary *s, int64_t length)
{
    return s && s->total < length ? length - s->total : 0;
}

/* The least ns in which one of the calls ran: the longest ran while all others
 * did. */
static inline int64_t span_summary_least(const span_summary *s, int64_t length)
{
    const int64_t mean = s->total / s->calls;
    const int64_t longest = s->most > mean ? s->most : mean;

    if (s->untold)
        return s->most > 0 && s->most < length ? s->most : 0;
    return longest < length ? longest : length;
}

/* Whether an attribute belongs to a summary, so that readers keep it. */
bool span_summary_has(corr_str key);

/* The calls that a span with this set of attributes stands for.  False: it is
 * one call. */
bool span_summary_of(const input *in, uint32_t set, span_summary *summary);

#endif
