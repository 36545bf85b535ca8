/*
 * sides_uncovered - the cost of a side in gaps without a known request.
 *
 * If traces were kept for a part of the time only, there are too few requests
 * for the cost of all of it. A gap counts if it is too long for chance: there
 * were no requests then, or their traces were not kept.
 */
#include "sides/sides.h"

#include <math.h>

#include "stats/distributions.h"

/* A smaller share of the cost is ignored; a ratio may be off by at most
 * this. */
static const double least_share = .02, most_off = .1;

/* Returns the number of effective requests, if some represent several. */
static double effective_requests(const sides *s, const side *d)
{
    double squares = 0;

    for (size_t i = 0; i <= s->strata.row.n; i++)
        squares += d->stratum_squares[i];
    return stat_kish(d->facts.requests, squares);
}

/* Adds the cost of one profile in runs of windows in which no request began. */
static void add_runs(const side *d, const side_file *f, const double *cost,
                     double per_second, double least, double *uncovered,
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
            *uncovered += spent;
            *seconds += length;
        }
        length = spent = 0;
    }
}

/* Fills the uncovered cost of a side. False: out of memory. */
static bool find_uncovered(sides *s, unsigned w)
{
    /* with n requests, evenly spread, a gap as long occurs in less than 1 of
     * 1,000 sides */
    const double chance = log(1000);
    side *d = &s->side[w];
    double *cost = corr_arena_new(&s->arena, double, d->k + 1);
    double all = 0, uncovered = 0, seconds = 0;
    const double n = effective_requests(s, d);

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
            add_runs(d, f, cost, per_second, log(n + 1) + chance, &uncovered,
                     &seconds);
    }
    if (all > 0 && uncovered >= least_share * all) {
        d->uncovered = uncovered / all;
        d->uncovered_seconds = seconds;
    }
    return true;
}

bool sides_find_uncovered(sides *s)
{
    const side *a = &s->side[0], *b = &s->side[1];

    s->uneven = false;
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        s->side[w].uncovered = s->side[w].uncovered_seconds = 0;
        /* samples inside of the spans of the query belong to their requests */
        if (s->counter_name || !s->stratum_of || d->sel->in || d->cluster_of ||
            !(d->facts.requests >= 1))
            return true;
    }
    if (!find_uncovered(s, 0) || !find_uncovered(s, 1))
        return false;
    s->uneven = fabs(b->uncovered - a->uncovered) >
                most_off * fmax(1 - a->uncovered, 1 - b->uncovered);
    return true;
}
