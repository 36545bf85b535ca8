/* asked_time - see asked_time.h. */
#include "select/asked_time.h"

#include "model/interval.h"
#include "select/span_set.h"

bool asked_time(const corr_query *q)
{
    return (q->from || q->to) && !spanset_asked(q);
}

bool asked_time_has_all(const corr_query *q, const input *in, const segment *g)
{
    return !asked_time(q) || (in->from != CORR_NO_TIME &&
                              input_from(in, g) >= q->from && in->to <= q->to);
}

double asked_time_part(const corr_query *q, const input *in, const segment *g,
                       size_t row)
{
    if (!asked_time(q) || !g->time || g->time[row] == CORR_NO_TIME)
        return asked_time_has_all(q, in, g);
    if (interval_is(in, g))
        return interval_inside(in, g, row, q->from, q->to);
    return g->time[row] >= q->from && g->time[row] < q->to;
}

bool asked_time_untold(const corr_query *q, const input *in, const segment *g)
{
    const int64_t from = input_from(in, g);
    const bool touches =
        from != CORR_NO_TIME && from < q->to && in->to > q->from;

    return asked_time(q) && touches && segment_is_timeless(g) &&
           (from < q->from || in->to > q->to);
}
