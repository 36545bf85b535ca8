/*
 * apportion - numbers for readers: digits that add up, intervals, half-widths.
 *
 * Largest remainders (corr-methods 7.2) without sorting: bisection finds the
 * remainder from which on every part gets one unit more.  So the number of
 * parts needs no memory.
 */
#include "corr_base.h"

#include "stats/distributions.h"

__extension__ typedef __int128 wide; /* the product of a weight and the whole
                                        exceeds 2^63 */

typedef struct division {
    const int64_t *v;
    size_t n;
    int64_t whole;
    wide sum;
    wide least;   /* larger remainders get one unit more */
    size_t units; /* parts with exactly this remainder that do too */
} division;

/* Rounds down, also for negative weights, so that a remainder is never
 * negative. */
static wide quotient(const division *d, size_t i, wide *remainder)
{
    const wide product = (wide)d->v[i] * d->whole;
    wide q = product / d->sum;
    wide r = product % d->sum;

    if (r < 0) {
        r += d->sum;
        q--;
    }
    *remainder = r;
    return q;
}

/* Counts the remainders that are at least this large. */
static size_t count_from(const division *d, wide least)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++) {
        wide r;
        (void)quotient(d, i, &r);
        n += r >= least;
    }
    return n;
}

/* Returns the largest remainder that at least `units` parts reach. */
static wide threshold(const division *d, size_t units)
{
    wide lo = 0;
    wide hi = d->sum; /* larger than every remainder */

    while (hi - lo > 1) {
        const wide mid = lo + (hi - lo) / 2;
        if (count_from(d, mid) >= units)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* False: all parts are 0. */
static bool plan_division(division *d)
{
    wide given = 0, r;

    for (size_t i = 0; i < d->n; i++)
        d->sum += d->v[i];
    if (d->sum <= 0)
        return false;
    for (size_t i = 0; i < d->n; i++)
        given += quotient(d, i, &r);
    d->units = (size_t)(d->whole - given);
    d->least = d->units ? threshold(d, d->units) : d->sum;
    d->units -= d->units ? count_from(d, d->least + 1) : 0;
    return true;
}

/* Called for every part, in order. */
static int64_t next_part(division *d, size_t i)
{
    wide r;
    const wide q = quotient(d, i, &r);
    const bool is_last = r == d->least && d->units > 0;

    d->units -= is_last;
    return (int64_t)(q + (is_last || r > d->least));
}

void corr_apportion(const int64_t *v, int *out, size_t n, int whole)
{
    division d = { .v = v, .n = n, .whole = whole };
    const bool any = plan_division(&d);

    for (size_t i = 0; i < n; i++)
        out[i] = any ? (int)next_part(&d, i) : 0;
}

void corr_apportion_wide(const int64_t *v, int64_t *out, size_t n,
                         int64_t whole)
{
    division d = { .v = v, .n = n, .whole = whole };
    const bool any = plan_division(&d);

    for (size_t i = 0; i < n; i++)
        out[i] = any ? next_part(&d, i) : 0;
}

void corr_wilson(double x, double n, double *lo, double *hi)
{
    stat_wilson(x, n, lo, hi);
}
