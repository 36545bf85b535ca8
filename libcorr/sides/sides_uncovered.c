/*
 * sides_uncovered - what a side cost while no request of it is known.
 *
 * Traces that were kept of a part of the time tell too few requests for what
 * all of it cost.  Where none begins for so long that chance does not explain
 * it, there were none, or nobody kept them.
 */
#include "sides/sides.h"

#include <math.h>

#include "base/base.h"

/* Nothing is said of less of the cost; a ratio may be off by so much. */
static const double least_share = .02, most_off = .1;

/* Requests that tell as much as these, of which some stand for several. */
static double telling_requests(const sides *s, const side *d)
{
    double squares = 0;

    for (size_t i = 0; i <= s->strata.row.n; i++)
        squares += d->stratum_squares[i];
    return squares > 0 ? d->facts.requests * d->facts.requests / squares : 0;
}

/* Adds what one profile cost in windows, one after the other, in which no
 * request began. */
static void add_runs(const side *d, const side_file *f, const double *cost,
                     double per_second, double least, double *untold,
                     double *seconds)
{
    double length = 0, spent = 0;

    for (uint32_t c = f->first; c <= f->first + f->n; c++) {
        if (c < f->first + f->n && d->requests[c] <= 0) {
            length += d->seconds[c];
            spent += cost[c];
            continue;
        }
        if (length * per_second >= least) {
            *untold += spent;
            *seconds += length;
        }
        length = spent = 0;
    }
}

/* False: out of memory. */
static bool find_untold(sides *s, unsigned w)
{
    /* of so many requests, evenly spread, no gap in 1,000 sides is as long */
    const double chance = log(1000);
    side *d = &s->side[w];
    double *cost = corr_arena_new(&s->arena, double, d->k + 1);
    double all = 0, untold = 0, seconds = 0;
    const double n = telling_requests(s, d);

    if (!cost)
        return false;
    sides_add_costs(s, w, cost);
    for (uint32_t c = 0; c < d->k; c++) {
        all += cost[c];
        seconds += d->seconds[c];
    }
    const double per_second = seconds > 0 ? n / seconds : 0;
    seconds = 0;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        if (f->from != CORR_NO_TIME && f->length > 0)
            add_runs(d, f, cost, per_second, log(n + 1) + chance, &untold,
                     &seconds);
    }
    if (all > 0 && untold >= least_share * all) {
        d->untold = untold / all;
        d->untold_seconds = seconds;
    }
    return true;
}

bool sides_find_untold(sides *s)
{
    const side *a = &s->side[0], *b = &s->side[1];

    s->uneven = false;
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        s->side[w].untold = s->side[w].untold_seconds = 0;
        /* what ran in spans that were asked for is of their requests */
        if (s->counter_name || !s->stratum_of || d->sel->in || d->cluster_of ||
            !(d->facts.requests >= 1))
            return true;
    }
    if (!find_untold(s, 0) || !find_untold(s, 1))
        return false;
    s->uneven = fabs(b->untold - a->untold) >
                most_off * fmax(1 - a->untold, 1 - b->untold);
    return true;
}
