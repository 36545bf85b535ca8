/*
 * baseline_noise - does the baseline agree with itself? And intervals from
 * clusters drawn with replacement (corr-methods 4.7).
 *
 * The clusters of side 0 are split into halves, in all ways or in 100 of them,
 * and the halves are compared with each other.  Nothing changed between halves,
 * so t exceeds its critical value in one case of twenty.  If it does so more
 * often, the result is the factor that would restore one in twenty.
 *
 * A split lists the clusters of its first half; the sums of the second half are
 * those of all clusters minus the first.  Each block is split on its own.
 */
#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "stats/distributions.h"
#include "stats/significance_private.h"

/* ---- bootstrap ------------------------------------------------------------- */

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

/* ---- the baseline against itself ------------------------------------------- */

enum {
    LEAST_CLUSTERS = 8, /* of a block that is split */
    MOST_SPLITS = 100,
    LEAST_SPLITS = 10, /* at least, whatever the work */
    STEPS = 1000,      /* the factor is exact to 1/1000 ... */
    BINS = 8 * STEPS   /* ... up to e^8 */
};

/* Work is counted in additions of one cluster to a sum; the t of two halves
 * costs as much as eight. */
#define MOST_WORK 1e8 /* a third of a second */
#define WORK_OF_T 8

typedef struct splits {
    uint32_t *of; /* [n * half]: clusters of the first half */
    uint32_t n, half;
    bool drawn; /* true: not all splits are listed */
} splits;

/* A histogram of factors by their logarithm, rounded up; bin 0 is 1 and
 * less. */
typedef struct factors {
    uint64_t bin[BINS];
    uint64_t n;
} factors;

/* The number of ways to split k clusters into halves; may be infinite. */
static double ways_to_split(uint32_t k)
{
    const uint32_t half = k / 2;
    double n = 1;

    for (uint32_t i = 1; i <= half && n <= MOST_SPLITS * 2; i++)
        n = n * (k - half + i) / i;
    return k % 2 ? n : n / 2;
}

/* The next set of `half` of k clusters in lexicographic order; a next set
 * exists.  For an even k every first half holds cluster 0, so no split occurs
 * twice. */
static void next_set(const uint32_t *set, uint32_t *next, uint32_t half,
                     uint32_t k)
{
    uint32_t i = half - 1;

    while (set[i] == k - half + i)
        i--;
    for (uint32_t j = 0; j < half; j++)
        next[j] = j < i ? set[j] : set[i] + 1 + (j - i);
}

static void random_set(uint32_t *deck, uint32_t *set, uint32_t half, uint32_t k,
                       uint64_t *seed)
{
    for (uint32_t i = 0; i < half; i++) {
        const uint32_t j = i + (uint32_t)stat_below(seed, k - i);
        const uint32_t taken = deck[j];
        deck[j] = deck[i];
        deck[i] = taken;
        set[i] = taken;
    }
}

static bool make_splits(splits *s, uint32_t k, uint32_t most, uint64_t seed,
                        corr_arena *scratch)
{
    const double all = ways_to_split(k);

    s->half = k / 2;
    s->drawn = all > most;
    s->n = s->drawn ? most : (uint32_t)all;
    s->of = corr_arena_new(scratch, uint32_t, (size_t)s->n * s->half);
    uint32_t *deck = corr_arena_new(scratch, uint32_t, k);
    if (!s->of || !deck)
        return false;
    for (uint32_t i = 0; i < k; i++)
        deck[i] = i;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t *set = s->of + (size_t)i * s->half;
        if (s->drawn)
            random_set(deck, set, s->half, k, &seed);
        else if (i > 0)
            next_set(set - s->half, set, s->half, k);
        else
            for (uint32_t j = 0; j < s->half; j++)
                set[j] = j;
    }
    return true;
}

static significance_sums rest_of(const significance_sums *all,
                                 const significance_sums *part)
{
    return (significance_sums){ .x = fmax(0, all->x - part->x),
                                .xx = all->xx - part->xx,
                                .xe = all->xe - part->xe,
                                .e = all->e - part->e,
                                .ee = all->ee - part->ee,
                                .k = all->k - part->k };
}

/* t of two halves over its critical value; exceeds 1 in one case of twenty. */
static double factor_of(const significance_sides *s, double alpha,
                        const significance_sums sums[2], double critical)
{
    const bool shares = s->d->shares;
    significance_tally half[2] = { { 0 } };

    if (!(sums[0].e > 0) || !(sums[1].e > 0))
        return 1;
    significance_tally_add(half, sums, alpha, shares);
    const double phi =
        significance_moderate(s, half, significance_spread_of(half));
    if (half[0].x > 0 && half[1].x > 0)
        return fabs(significance_t(half, 1, phi, shares)) / critical;
    /* The normal deviate with that p. */
    return -stat_normal_quantile(significance_exact_p(half, 1, phi) / 2) /
           STAT_Z95;
}

static void note_factor(factors *f, double factor)
{
    const double at = factor > 1 ? ceil(log(factor) * STEPS) : 0;

    f->bin[at < BINS ? (size_t)at : BINS - 1]++;
    f->n++;
}

static double percentile95(const factors *f)
{
    const double rank = ceil(0.95 * (double)f->n);
    uint64_t n = 0;
    size_t at = 0;

    for (; at < BINS - 1; at++) {
        n += f->bin[at];
        if ((double)n >= rank)
            break;
    }
    return exp((double)at / STEPS);
}

static void try_row(const significance_sides *s, uint32_t block, uint32_t row,
                    const splits *sp, double critical, factors *f)
{
    const significance_range *r = &s->block[0][block];
    const significance_cluster *c = s->c[0] + r->first;
    significance_sums all = { 0 };

    for (uint32_t i = 0; i < r->n; i++)
        significance_sums_add(&all, &c[i], row);
    if (!(all.x >= SIGNIFICANCE_LEAST))
        return;
    for (uint32_t split = 0; split < sp->n; split++) {
        const uint32_t *set = sp->of + (size_t)split * sp->half;
        significance_sums half[2] = { { 0 } };
        for (uint32_t j = 0; j < sp->half; j++)
            significance_sums_add(&half[0], &c[set[j]], row);
        half[1] = rest_of(&all, &half[0]);
        note_factor(f, factor_of(s, s->alpha[block], half, critical));
    }
}

static bool try_block(const significance_sides *s, uint32_t block, factors *f,
                      uint32_t *drawn, corr_arena *scratch)
{
    const significance_data *d = s->d;
    const uint32_t k = s->block[0][block].n;
    const uint32_t half = k / 2;
    const double work = (double)d->n * (half + WORK_OF_T);
    const double most = fmin(MOST_SPLITS, fmax(LEAST_SPLITS, MOST_WORK / work));
    const double critical = stat_t_quantile(0.975, (double)k + 2);
    splits sp;

    if (!make_splits(&sp, k, (uint32_t)most, s->seed, scratch))
        return false;
    if (sp.drawn && sp.n > *drawn)
        *drawn = sp.n;
    for (uint32_t i = 0; i < d->n; i++)
        if (!d->tested || d->tested[i])
            try_row(s, block, i, &sp, critical, f);
    return true;
}

bool significance_disagreement(const significance_sides *s, double *lambda,
                               uint32_t *drawn, corr_arena *scratch)
{
    factors *f = corr_arena_new(scratch, factors, 1);

    *lambda = 1;
    *drawn = 0;
    if (!f)
        return false;
    for (uint32_t b = 0; b < s->nblock; b++)
        if (s->block[0][b].n >= LEAST_CLUSTERS &&
            !try_block(s, b, f, drawn, scratch))
            return false;
    if (f->n > 0)
        *lambda = percentile95(f);
    return true;
}
