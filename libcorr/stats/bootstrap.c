/* bootstrap - intervals from clusters drawn with replacement, which need no
 * model: corr-methods 4.7, vector 4.8. */
#include "stats/significance_private.h"

#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "stats/distributions.h"

/* Draws as many clusters from each block as it has; returns their observations
 * per exposure. */
static double draw_rate(const significance_sides *s, int side, uint32_t row,
                        uint64_t *seed)
{
    double x = 0;
    double e = 0;

    for (uint32_t b = 0; b < s->nblock; b++) {
        const significance_range *r = &s->block[side][b];
        for (uint32_t i = 0; i < r->n; i++) {
            const significance_cluster *it =
                &s->c[side][r->first + stat_below(seed, r->n)];
            x += it->x[(size_t)row * it->k];
            e += it->exposure;
        }
    }
    return x / e;
}

/* Sorts v.  A percentile that is not a number leaves its bound unchanged. */
static void set_bounds(double *v, uint32_t n, double *lo, double *hi)
{
    const double last = n - 1;

    for (uint32_t i = 0; i < n; i++)
        if (isnan(v[i]))
            return;
    qsort(v, n, sizeof *v, cmp_real);
    const double low = v[(size_t)floor(.025 * last)];
    const double high = v[(size_t)ceil(.975 * last)];
    if (!isfinite(low) || !isfinite(high))
        return;
    *lo = low;
    *hi = high;
}

/* Sums hashes, so that rows and clusters may come in any order. */
uint64_t significance_seed(const significance_sides *s)
{
    uint64_t sides[2] = { 0 };

    for (unsigned side = 0; side < 2; side++)
        for (uint32_t c = 0; c < s->d->k[side]; c++) {
            const significance_cluster *it = &s->c[side][c];
            uint64_t cluster = corr_hash(&it->exposure, sizeof it->exposure);
            for (size_t row = 0; row < it->n; row++)
                cluster += corr_hash(&it->x[row * it->k], sizeof *it->x);
            sides[side] += corr_hash(&cluster, sizeof cluster);
        }
    return stat_seed(sides);
}

void significance_resample(const significance_sides *s, uint32_t i,
                           uint32_t rounds, significance_row *row, double *room)
{
    const significance_data *d = s->d;
    uint64_t seed = s->seed;
    const double scale = d->scale && !d->shares ? d->scale[i] : 1;

    if (isnan(row->t))
        return;
    for (uint32_t n = 0; n < rounds; n++) {
        const double a = draw_rate(s, 0, i, &seed);
        const double b = draw_rate(s, 1, i, &seed);
        room[n] = b / a * scale;
    }
    set_bounds(room, rounds, &row->lo, &row->hi);
}
