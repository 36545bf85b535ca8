/*
 * apportion - numbers for eyes: digits that add up, intervals, half-widths.
 *
 * Largest remainders (methods 7.2) without a list to sort: the remainder from
 * which on everybody gets one more is found by bisection, so that no memory
 * is needed however many the parts are.
 */
#include "corr_view.h"

#include "stat.h"

__extension__ typedef __int128 wide; /* a weight times 1000 may pass 2^63 */

typedef struct division {
    const int64_t *v;
    size_t n;
    int whole;
    wide sum;
} division;

/* Rounded down, for negative weights too, so that remainders are never
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

/* How many remainders are at least this large. */
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

/* The largest remainder that at least `units` parts reach. */
static wide threshold(const division *d, size_t units)
{
    wide lo = 0;
    wide hi = d->sum; /* no remainder is that large */

    while (hi - lo > 1) {
        const wide mid = lo + (hi - lo) / 2;
        if (count_from(d, mid) >= units)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

void corr_apportion(const int64_t *v, int *out, size_t n, int whole)
{
    division d = { v, n, whole, 0 };
    wide given = 0;

    for (size_t i = 0; i < n; i++) {
        d.sum += v[i];
        out[i] = 0;
    }
    if (d.sum <= 0)
        return;

    for (size_t i = 0; i < n; i++) {
        wide r;
        const wide q = quotient(&d, i, &r);
        out[i] = (int)q;
        given += q;
    }
    size_t units = (size_t)(whole - given);
    if (units == 0)
        return;

    const wide least = threshold(&d, units);
    units -= count_from(&d, least + 1);
    for (size_t i = 0; i < n; i++) {
        wide r;
        (void)quotient(&d, i, &r);
        if (r > least) {
            out[i]++;
        } else if (r == least && units > 0) {
            out[i]++;
            units--;
        }
    }
}

void corr_wilson(double x, double n, double *lo, double *hi)
{
    stat_wilson(x, n, lo, hi);
}

int corr_half_width(double n)
{
    return stat_half_width(n);
}
