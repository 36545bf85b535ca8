/* asked_time - see asked_time.h. */
#include "select/asked_time.h"

#include "model/interval.h"
#include "select/span_set.h"

static stretch asked_of(const corr_query *q)
{
    return (stretch){ q->from, q->to };
}

/* When rows of a segment may have been taken. */
static stretch ran_of(const input *in, const segment *g)
{
    return (stretch){ input_from(in, g), in->to };
}

bool asked_time(const corr_query *q)
{
    return (q->from || q->to) && !spanset_asked(q);
}

bool asked_time_has_all(const corr_query *q, const input *in, const segment *g)
{
    return !asked_time(q) ||
           (input_is_timed(in) && stretch_within(ran_of(in, g), asked_of(q)));
}

double asked_time_part(const corr_query *q, const input *in, const segment *g,
                       size_t row)
{
    if (!asked_time(q) || !g->time || g->time[row] == CORR_NO_TIME)
        return asked_time_has_all(q, in, g);
    if (interval_is(in, g))
        return interval_inside(in, g, row, q->from, q->to);
    return stretch_holds(asked_of(q), g->time[row]);
}

bool asked_time_untold(const corr_query *q, const input *in, const segment *g)
{
    const stretch ran = ran_of(in, g);

    return asked_time(q) && segment_is_timeless(g) &&
           ran.from != CORR_NO_TIME && stretch_touch(ran, asked_of(q)) &&
           !stretch_within(ran, asked_of(q));
}
