#include "stats/growth_fit.h"

#include <math.h>

#include "stats/distributions.h"

unsigned growth_bin(const growth_cases *c, double log_x)
{
    const double width = c->hi - c->lo;
    const double at = width > 0 ? (log_x - c->lo) / width * GROWTH_BINS : 0;

    return at < 0 ? 0 : at >= GROWTH_BINS - 1 ? GROWTH_BINS - 1 : (unsigned)at;
}

void growth_add_case(growth_cases *c, double log_x, unsigned block)
{
    const unsigned bin = growth_bin(c, log_x);

    c->n[bin] += 1;
    c->log_sum[bin] += log_x;
    c->in_block[block][bin] += 1;
}

void growth_add_count(growth_counts *y, const growth_cases *c, double log_x,
                      unsigned block, double count)
{
    const unsigned bin = growth_bin(c, log_x);
    const double log_bin = c->n[bin] > 0 ? c->log_sum[bin] / c->n[bin] : log_x;

    y->y[bin] += count;
    y->block_y[block] += count;
    y->block_ylog[block] += count * log_bin;
}

double growth_at(const growth_fit *f, double log_x)
{
    return exp(f->log_c + f->b * log_x);
}

/* The sums that a step of Newton's method needs. */
typedef struct moments {
    double s0, s1, s2; /* expected counts, times log x, times its square */
    double y0, y1;     /* counts, times log x */
} moments;

static double mean_log(const growth_cases *c, unsigned bin)
{
    return c->log_sum[bin] / c->n[bin];
}

static moments moments_of(const growth_cases *c, const growth_counts *y,
                          const growth_fit *f)
{
    moments m = { 0 };

    for (unsigned i = 0; i < GROWTH_BINS; i++) {
        if (c->n[i] <= 0)
            continue;
        const double l = mean_log(c, i);
        const double mu = c->n[i] * growth_at(f, l);
        m.s0 += mu;
        m.s1 += mu * l;
        m.s2 += mu * l * l;
        m.y0 += y->y[i];
        m.y1 += y->y[i] * l;
    }
    return m;
}

static double likelihood(const growth_cases *c, const growth_counts *y,
                         const growth_fit *f)
{
    double sum = 0;

    for (unsigned i = 0; i < GROWTH_BINS; i++) {
        if (c->n[i] <= 0)
            continue;
        const double mu = c->n[i] * growth_at(f, mean_log(c, i));
        sum += (y->y[i] > 0 ? y->y[i] * log(mu) : 0) - mu;
    }
    return sum;
}

/* Newton's method; steps are bounded, so that it stays where exp is finite. */
static bool solve_fit(const growth_cases *c, const growth_counts *y,
                      growth_fit *f, moments *m)
{
    for (int step = 0; step < 100; step++) {
        *m = moments_of(c, y, f);
        const double det = m->s0 * m->s2 - m->s1 * m->s1;
        if (!(det > 1e-12 * m->s0 * m->s2))
            return false;
        const double u0 = m->y0 - m->s0, u1 = m->y1 - m->s1;
        double da = (m->s2 * u0 - m->s1 * u1) / det;
        double db = (m->s0 * u1 - m->s1 * u0) / det;
        const double large = fmax(fabs(da), fabs(db) * 4);
        if (large > 2) {
            da *= 2 / large;
            db *= 2 / large;
        }
        f->log_c += da;
        f->b += db;
        if (fabs(da) < 1e-10 && fabs(db) < 1e-10) {
            *m = moments_of(c, y, f);
            return isfinite(f->b);
        }
    }
    return false;
}

/* The variance of b: from how far the counts of each block are from what is
 * expected of its cases, and never less than that of independent counts. */
static double variance_of_fit(const growth_cases *c, const growth_counts *y,
                              const growth_fit *f, const moments *m,
                              unsigned *blocks)
{
    const double det = m->s0 * m->s2 - m->s1 * m->s1;
    double squares = 0;

    *blocks = 0;
    for (unsigned k = 0; k < GROWTH_BLOCKS; k++) {
        double u0 = y->block_y[k], u1 = y->block_ylog[k], n = 0;
        for (unsigned i = 0; i < GROWTH_BINS; i++) {
            if (c->in_block[k][i] <= 0)
                continue;
            const double l = mean_log(c, i);
            const double mu = c->in_block[k][i] * growth_at(f, l);
            n += c->in_block[k][i];
            u0 -= mu;
            u1 -= mu * l;
        }
        const double step = (m->s0 * u1 - m->s1 * u0) / det;
        squares += step * step;
        *blocks += n > 0;
    }
    const double poisson = m->s0 / det;
    const double k = *blocks;
    return fmax(poisson, k > 2 ? squares * k / (k - 2) : HUGE_VAL);
}

growth_fit growth_fit_of(const growth_cases *c, const growth_counts *y)
{
    const growth_fit none = {
        .b = (double)NAN, .lo = (double)NAN, .hi = (double)NAN, .dispersion = 1
    };
    growth_fit f = { 0 };
    double cases = 0;
    moments m;
    unsigned blocks;

    for (unsigned i = 0; i < GROWTH_BINS; i++) {
        cases += c->n[i];
        f.n += y->y[i];
    }
    if (cases <= 0 || f.n <= 0)
        return none;
    f.log_c = log(f.n / cases);
    const double flat = likelihood(c, y, &f);
    if (!solve_fit(c, y, &f, &m))
        return none;
    const double variance = variance_of_fit(c, y, &f, &m, &blocks);
    const double poisson = m.s0 / (m.s0 * m.s2 - m.s1 * m.s1);
    const double half =
        stat_t_quantile(0.975, blocks > 2 ? blocks - 2 : 1) * sqrt(variance);
    f.dispersion = variance / poisson;
    f.gain = fmax(0, likelihood(c, y, &f) - flat) / f.dispersion;
    f.lo = f.b - half;
    f.hi = f.b + half;
    return f;
}
