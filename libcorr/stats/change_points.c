/* change_points - segments of a series: PELT, E-divisive and tests. */
#include "stats/change_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "stats/distributions.h"

#define MAD_OF_NORMAL  0.6745
#define MEAN_OF_NORMAL 1.2533

/* ---- centre and spread ---------------------------------------------------- */

double stat_median(double *v, size_t n)
{
    if (!n)
        return NAN;
    qsort(v, n, sizeof *v, cmp_real);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* The centre and spread of numbers that may be reordered and changed. */
static stat_robust robust_of_scratch(double *v, size_t n)
{
    stat_robust r = { .median = stat_median(v, n), .spread = 0 };
    double mean = 0;

    for (size_t i = 0; i < n; i++) {
        v[i] = fabs(v[i] - r.median);
        mean += v[i] / (double)n;
    }
    const double mad = n ? stat_median(v, n) : 0;
    r.spread = mad > 0 ? mad / MAD_OF_NORMAL : mean * MEAN_OF_NORMAL;
    return r;
}

bool stat_robust_of(const double *x, size_t n, stat_robust *r,
                    corr_arena *scratch)
{
    double *v = corr_arena_new(scratch, double, n + 1);

    if (!v)
        return false;
    memcpy(v, x, n * sizeof *v);
    *r = robust_of_scratch(v, n);
    return true;
}

double stat_robust_z(const stat_robust *r, double x)
{
    return r->spread > 0 ? (x - r->median) / r->spread : 0;
}

bool stat_step_noise(const double *x, size_t n, double *sigma,
                     corr_arena *scratch)
{
    double *v = corr_arena_new(scratch, double, n + 1);

    *sigma = 0;
    if (!v)
        return false;
    for (size_t i = 1; i < n; i++)
        v[i - 1] = x[i] - x[i - 1];
    if (n > 1)
        *sigma = robust_of_scratch(v, n - 1).spread / sqrt(2);
    return true;
}

/* ---- PELT ------------------------------------------------------------------ */

double stat_pelt_penalty(double sigma, size_t n)
{
    return 3 * sigma * sigma * log((double)n);
}

/* The squared error of x[from..to) around its mean, from sums of prefixes. */
static double segment_cost(const double *sum, const double *squares,
                           size_t from, size_t to)
{
    const double s = sum[to] - sum[from];

    return squares[to] - squares[from] - s * s / (double)(to - from);
}

/* The state of PELT: the best cost of each prefix, and its last segment. */
typedef struct pelt {
    double *sum, *squares, *best;
    uint32_t *last, *candidate;
} pelt;

static bool make_pelt(pelt *p, const double *x, size_t n, corr_arena *scratch)
{
    p->sum = corr_arena_new(scratch, double, n + 1);
    p->squares = corr_arena_new(scratch, double, n + 1);
    p->best = corr_arena_new(scratch, double, n + 1);
    p->last = corr_arena_new(scratch, uint32_t, n + 1);
    p->candidate = corr_arena_new(scratch, uint32_t, n + 2);
    if (!p->sum || !p->squares || !p->best || !p->last || !p->candidate)
        return false;
    p->sum[0] = p->squares[0] = 0;
    for (size_t i = 0; i < n; i++) { /* the first value is near the others */
        const double v = x[i] - x[0];
        p->sum[i + 1] = p->sum[i] + v;
        p->squares[i + 1] = p->squares[i] + v * v;
    }
    return true;
}

/* Finds the best last segment of the prefix t, and drops candidates that no
 * longer prefix can use.  Returns the number of candidates left. */
static size_t extend_pelt(const pelt *p, size_t t, double penalty, size_t least,
                          size_t ncandidate)
{
    size_t kept = 0;

    p->best[t] = INFINITY;
    for (size_t i = 0; i < ncandidate; i++) {
        const uint32_t s = p->candidate[i];
        if (t - s < least)
            continue;
        const double cost =
            p->best[s] + segment_cost(p->sum, p->squares, s, t) + penalty;
        if (cost < p->best[t]) {
            p->best[t] = cost;
            p->last[t] = s;
        }
    }
    for (size_t i = 0; i < ncandidate; i++) {
        const uint32_t s = p->candidate[i];
        if (t - s < least ||
            p->best[s] + segment_cost(p->sum, p->squares, s, t) <= p->best[t])
            p->candidate[kept++] = s;
    }
    if (isfinite(p->best[t]))
        p->candidate[kept++] = (uint32_t)t;
    return kept;
}

bool stat_pelt(const double *x, size_t n, double penalty, size_t least,
               uint32_t *at, size_t *nat, corr_arena *scratch)
{
    pelt p;
    size_t ncandidate = 1, k = 0;

    *nat = 0;
    if (n < 2 * least || !least)
        return true;
    if (!make_pelt(&p, x, n, scratch))
        return false;
    p.best[0] = -penalty;
    p.candidate[0] = 0;
    for (size_t t = 1; t <= n; t++)
        ncandidate = extend_pelt(&p, t, penalty, least, ncandidate);
    for (size_t t = n; isfinite(p.best[t]) && p.last[t] > 0; t = p.last[t])
        at[k++] = p.last[t];
    for (size_t i = 0; i < k / 2; i++) {
        const uint32_t other = at[i];
        at[i] = at[k - 1 - i];
        at[k - 1 - i] = other;
    }
    *nat = k;
    return true;
}

/* ---- E-divisive ---------------------------------------------------------------- */

void stat_energy(const double *x, size_t n, double *q)
{
    double left = 0, right = 0, between = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            right += fabs(x[i] - x[k]);
    if (n)
        q[0] = 0;
    for (size_t j = 0; j + 1 < n; j++) { /* point j goes from right to left */
        double before = 0, after = 0;
        for (size_t i = 0; i < n; i++)
            *(i < j ? &before : &after) += fabs(x[i] - x[j]);
        left += before;
        right -= after;
        between += after - before;
        const double a = (double)(j + 1), b = (double)(n - j - 1);
        q[j + 1] = 2 / (a + b) * between -
                   (a > 1 ? 2 * b / ((a + b) * (a - 1)) * left : 0) -
                   (b > 1 ? 2 * a / ((a + b) * (b - 1)) * right : 0);
    }
}

typedef struct moments {
    double n, mean, variance; /* of the mean */
} moments;

static moments moments_of(const double *x, size_t n)
{
    moments m = { .n = (double)n, .mean = 0, .variance = 0 };

    for (size_t i = 0; i < n; i++)
        m.mean += x[i] / m.n;
    for (size_t i = 0; i < n && n > 1; i++)
        m.variance += (x[i] - m.mean) * (x[i] - m.mean) / (m.n - 1) / m.n;
    return m;
}

/* The probability that two neighbours have one mean. */
static double same_mean(const double *x, size_t n, size_t cut)
{
    const moments a = moments_of(x, cut), b = moments_of(x + cut, n - cut);

    return stat_welch(b.mean - a.mean, (double[2]){ a.variance, b.variance },
                      (double[2]){ a.n, b.n })
        .p;
}

/* The best cut of a segment; 0: none that leaves `least` values on each side
 * and that the test accepts. */
static size_t best_cut(const double *x, size_t n, size_t least, double *q)
{
    size_t best = 0;

    if (n < 2 * least)
        return 0;
    stat_energy(x, n, q);
    for (size_t i = least; i + least <= n; i++)
        if (!best || q[i] > q[best])
            best = i;
    return best && same_mean(x, n, best) < 0.001 ? best : 0;
}

enum { MOST_ENERGY = 2000 };

bool stat_edivisive(const double *x, size_t n, size_t least, uint32_t *at,
                    size_t *nat, corr_arena *scratch)
{
    const size_t per = (n + MOST_ENERGY - 1) / MOST_ENERGY;
    const size_t m = per ? n / per : 0;
    double *v = corr_arena_new(scratch, double, m + 1);
    double *q = corr_arena_new(scratch, double, m + 1);
    uint32_t *edge = corr_arena_new(scratch, uint32_t, m + 2);
    size_t k = 0;

    *nat = 0;
    if (!v || !q || !edge)
        return false;
    if (!least || m < 2 * least)
        return true;
    for (size_t i = 0; i < m; i++)
        v[i] = moments_of(x + i * per, per).mean;
    /* edge: the ends of segments still to cut, the next one last */
    size_t n_edge = 1, from = 0;
    edge[0] = (uint32_t)m;
    while (n_edge) {
        const size_t to = edge[n_edge - 1];
        const size_t cut = best_cut(v + from, to - from, least, q);
        if (cut) {
            edge[n_edge++] = (uint32_t)(from + cut);
            continue;
        }
        n_edge--;
        from = to;
        if (n_edge)
            at[k++] = (uint32_t)(to * per);
    }
    *nat = k;
    return true;
}

/* ---- tests --------------------------------------------------------------------- */

typedef struct placed {
    double value;
    size_t at;
    double rank;
} placed;

SORT_BY(placed_by_value, placed, ASC(value), ASC(at))

/* Sorts values and gives them ranks from 1, equal ones the mean of theirs.
 * Returns the correction for ties: the sum of t^3 - t. */
static double give_ranks(placed *list, size_t n)
{
    double ties = 0;

    qsort(list, n, sizeof *list, placed_by_value);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && list[end].value == list[i].value)
            end++;
        const double t = (double)(end - i);
        ties += t * t * t - t;
        for (size_t k = i; k < end; k++)
            list[k].rank = (double)(i + end + 1) / 2;
        i = end;
    }
    return ties;
}

bool stat_pettitt_of(const double *x, size_t n, stat_pettitt *r,
                     corr_arena *scratch)
{
    placed *list = corr_arena_new(scratch, placed, n + 1);
    double *rank = corr_arena_new(scratch, double, n + 1);
    const double m = (double)n;
    double sum = 0;

    *r = (stat_pettitt){ .k = 0, .p = 1, .at = 0 };
    if (!list || !rank)
        return false;
    for (size_t i = 0; i < n; i++)
        list[i] = (placed){ .value = x[i], .at = i };
    give_ranks(list, n);
    for (size_t i = 0; i < n; i++)
        rank[list[i].at] = list[i].rank;
    for (size_t t = 1; t < n; t++) {
        sum += rank[t - 1];
        const double k = fabs(2 * sum - (double)t * (m + 1));
        if (k > r->k) {
            r->k = k;
            r->at = t;
        }
    }
    if (n > 1)
        r->p = fmin(1, 2 * exp(-6 * r->k * r->k / (m * m * m + m * m)));
    return true;
}

bool stat_mann_whitney(const double *a, size_t na, const double *b, size_t nb,
                       double *p, corr_arena *scratch)
{
    const size_t n = na + nb;
    placed *list = corr_arena_new(scratch, placed, n + 1);
    const double x = (double)na, y = (double)nb, all = x + y;
    double sum = 0;

    *p = 1;
    if (!list)
        return false;
    for (size_t i = 0; i < n; i++)
        list[i] = (placed){ .value = i < na ? a[i] : b[i - na], .at = i };
    const double ties = give_ranks(list, n);
    for (size_t i = 0; i < n; i++)
        if (list[i].at < na)
            sum += list[i].rank;
    const double u = sum - x * (x + 1) / 2;
    const double variance =
        x * y / 12 * (all + 1 - ties / (all * fmax(all - 1, 1)));
    if (variance > 0) {
        const double z = fmax(fabs(u - x * y / 2) - 0.5, 0) / sqrt(variance);
        *p = 2 * stat_normal_cdf(-z);
    }
    return true;
}
