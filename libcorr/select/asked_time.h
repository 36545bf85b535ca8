/*
 * asked_time - the rows that belong to the time that a query asks for.
 *
 * If a query has a set of spans, its window applies to the spans: their samples
 * are not filtered again, and may have no times.
 *
 * The functions keep no state and cannot fail.
 */
#ifndef CORR_ASKED_TIME_H
#define CORR_ASKED_TIME_H

#include "model/input_recording.h"
#include "model/interval.h"
#include "select/span_set.h"

static inline stretch asked_time_of(const corr_query *q)
{
    return (stretch){ q->from, q->to };
}

/* The time during which rows of a segment may have been taken. */
static inline stretch asked_time_ran(const input *in, const segment *g)
{
    return (stretch){ input_from(in, g), in->to };
}

/* Whether the query filters samples by time. */
static inline bool asked_time(const corr_query *q)
{
    return (q->from || q->to) && !span_set_asked(q);
}

/* Whether the whole input was recorded in the requested time. */
static inline bool asked_time_has_all(const corr_query *q, const input *in,
                                      const segment *g)
{
    return !asked_time(q) ||
           (input_is_timed(in) &&
            stretch_within(asked_time_ran(in, g), asked_time_of(q)));
}

/* The part of a row in the requested time, 0..1. */
static inline double asked_time_part(const corr_query *q, const input *in,
                                     const segment *g, size_t row)
{
    if (!asked_time(q))
        return 1;
    if (!g->time || g->time[row] == CORR_NO_TIME) {
        const stretch ran = input_row_ran(in, g, row);
        return input_is_timed(in) && ran.from != CORR_NO_TIME &&
               stretch_within(ran, asked_time_of(q));
    }
    if (interval_is(in, g))
        return interval_inside(in, g, row, q->from, q->to);
    return stretch_holds(asked_time_of(q), g->time[row]);
}

/* Whether rows are left out only because they have no time, although some of
 * them may be of the requested time. */
static inline bool asked_time_untold(const corr_query *q, const input *in,
                                     const segment *g)
{
    bool is_untold = false;

    /* rows without a time come first, and those of other files are alike */
    for (size_t i = 0; asked_time(q) && i < g->n && !is_untold &&
                       (!g->time || g->time[i] == CORR_NO_TIME) &&
                       (i == 0 || in->recording.n);
         i++) {
        const stretch ran = input_row_ran(in, g, i);
        is_untold = ran.from != CORR_NO_TIME &&
                    stretch_touch(ran, asked_time_of(q)) &&
                    !stretch_within(ran, asked_time_of(q));
    }
    return is_untold;
}

#endif
