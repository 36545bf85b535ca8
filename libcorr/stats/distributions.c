/* distributions - the formulas of corr-methods 11. */
#include "stats/distributions.h"
#include "corr_sort.h"

#include <math.h>
#include <stdlib.h>

#define SQRT_HALF   0.70710678118654752440
#define SQRT_TWO_PI 2.50662827463100050242

/* Largest n for which the binomial tail is summed; a larger n uses the
 * normal. */
#define BINOMIAL_EXACT 100000

double stat_normal_cdf(double x)
{
    return 0.5 * erfc(-x * SQRT_HALF);
}

/* Horner's rule, highest power first. */
static double polynomial(const double *c, size_t n, double x)
{
    double y = 0;

    for (size_t i = 0; i < n; i++)
        y = y * x + c[i];
    return y;
}

/* Acklam's rational approximation of the normal quantile, good to 1e-9. */
static double quantile_start(double p)
{
    static const double a[] = { -3.969683028665376e+01, 2.209460984245205e+02,
                                -2.759285104469687e+02, 1.383577518672690e+02,
                                -3.066479806614716e+01, 2.506628277459239e+00 };
    static const double b[] = { -5.447609879822406e+01, 1.615858368580409e+02,
                                -1.556989798598866e+02, 6.680131188771972e+01,
                                -1.328068155288572e+01, 1.0 };
    static const double c[] = { -7.784894002430293e-03, -3.223964580411365e-01,
                                -2.400758277161838e+00, -2.549732539343734e+00,
                                4.374664141464968e+00,  2.938163982698783e+00 };
    static const double d[] = { 7.784695709041462e-03, 3.224671290700398e-01,
                                2.445134137142996e+00, 3.754408661907416e+00,
                                1.0 };
    const double tail = 0.02425;

    if (p >= tail && p <= 1 - tail) {
        double r = p - 0.5;
        return r * polynomial(a, 6, r * r) / polynomial(b, 6, r * r);
    }
    double r = sqrt(-2 * log(p < tail ? p : 1 - p));
    double x = polynomial(c, 6, r) / polynomial(d, 5, r);
    return p < tail ? x : -x;
}

double stat_normal_quantile(double p)
{
    if (!(p > 0))
        return -INFINITY;
    if (!(p < 1))
        return INFINITY;

    /* One step of Halley's method refines x to full precision. */
    double x = quantile_start(p);
    double step = (stat_normal_cdf(x) - p) * SQRT_TWO_PI * exp(x * x / 2);
    return x - step / (1 + x * step / 2);
}

/* Unlike lgamma, does not write the global signgam. */
static double log_gamma(double x)
{
    int sign;

    return lgamma_r(x, &sign);
}

/* The continued fraction of I_x(a, b), evaluated front to back by Lentz's
 * method; converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1;
    double d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;

    for (int m = 1; m <= 1000; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd =
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step = 1;
        for (int half = 0; half < 2; half++) {
            double term = half ? odd : even;
            d = 1 + term * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + term / c;
            c = fabs(c) < tiny ? tiny : c;
            step = c * d;
            f *= step;
        }
        if (fabs(step - 1) < 1e-15)
            break;
    }
    return f;
}

double stat_beta(double a, double b, double x)
{
    if (!(x > 0))
        return 0;
    if (!(x < 1))
        return 1;

    double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) +
                       a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double stat_t_two_sided(double t, double df)
{
    return stat_beta(df / 2, 0.5, df / (df + t * t));
}

double stat_t_quantile(double p, double df)
{
    if (p < 0.5)
        return -stat_t_quantile(1 - p, df);
    if (!(p < 1))
        return INFINITY;

    double lo = 0;
    double hi = 1;
    while (stat_t_two_sided(hi, df) > 2 * (1 - p) && hi < 1e300)
        hi *= 2;
    for (int i = 0; i < 200 && lo < hi; i++) {
        double mid = lo + (hi - lo) / 2;
        if (mid <= lo || mid >= hi)
            break;
        if (stat_t_two_sided(mid, df) > 2 * (1 - p))
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

static double binomial_term(int64_t k, int64_t n, double p)
{
    const double x = (double)k;
    const double all = (double)n;

    return exp(log_gamma(all + 1) - log_gamma(x + 1) - log_gamma(all - x + 1) +
               x * log(p) + (all - x) * log1p(-p));
}

double stat_binomial_tail(int64_t k, int64_t n, double p)
{
    if (k <= 0)
        return 1;
    if (k > n || !(p > 0))
        return 0;
    if (!(p < 1))
        return 1;

    const double mean = (double)n * p;
    if (n > BINOMIAL_EXACT) {
        double sd = sqrt(mean * (1 - p));
        return stat_normal_cdf((mean - ((double)k - 0.5)) / sd);
    }

    /* Sums from the far end inwards, smallest terms first, over the smaller
     * tail. */
    double sum = 0;
    if ((double)k > mean) {
        for (int64_t i = n; i >= k; i--)
            sum += binomial_term(i, n, p);
        return sum < 1 ? sum : 1;
    }
    for (int64_t i = 0; i < k; i++)
        sum += binomial_term(i, n, p);
    return sum < 1 ? 1 - sum : 0;
}

/* ln of the probability of x[0] and x[1], given their sum. */
static double hypergeometric(const int64_t x[2], const int64_t n[2])
{
    const double all = (double)n[0] + (double)n[1];
    const double sum = (double)x[0] + (double)x[1];
    double ln = 0;

    for (unsigned w = 0; w < 2; w++)
        ln += lgamma((double)n[w] + 1) - lgamma((double)x[w] + 1) -
              lgamma((double)(n[w] - x[w]) + 1);
    return ln + lgamma(sum + 1) + lgamma(all - sum + 1) - lgamma(all + 1);
}

/* The probability of x and of all outcomes with more on side w: each term
 * follows from the last by a ratio, until the terms vanish. */
static double fisher_tail(const int64_t x[2], const int64_t n[2], unsigned w)
{
    double a = (double)x[w], b = (double)x[!w];
    double p = exp(hypergeometric(x, n));
    double tail = p;

    while (a < (double)n[w] && b > 0 && p > tail * 1e-17) {
        const double c = (double)n[w] - a;
        const double d = (double)n[!w] - b;
        a++;
        p *= c / a * b / (d + 1);
        b--;
        tail += p;
    }
    return fmin(1, tail);
}

double stat_fisher(const int64_t x[2], const int64_t n[2])
{
    return fmin(1, 2 * fmin(fisher_tail(x, n, 0), fisher_tail(x, n, 1)));
}

stat_welch_result stat_welch(double delta, const double variance[2],
                             const double n[2])
{
    const double a = variance[0], b = variance[1];
    stat_welch_result r = { .se = sqrt(a + b), .df = n[0] + n[1] - 2 };

    if (!(r.se > 0)) {
        r.p = fabs(delta) > 0 ? 0 : 1;
        return r;
    }
    r.df = (a + b) * (a + b) / (a * a / (n[0] - 1) + b * b / (n[1] - 1));
    r.p = stat_t_two_sided(delta / r.se, r.df);
    r.half = stat_t_quantile(0.975, r.df) * r.se;
    return r;
}

void stat_wilson_at(double x, double n, double z, double *lo, double *hi)
{
    *lo = 0;
    *hi = 1;
    if (!(n > 0))
        return;

    const double p = fmin(1, fmax(0, x / n));
    const double z2 = z * z;
    const double scale = 1 + z2 / n;
    const double centre = (p + z2 / (2 * n)) / scale;
    const double half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale;
    if (p > 0)
        *lo = fmax(0, centre - half);
    if (p < 1)
        *hi = fmin(1, centre + half);
}

void stat_wilson(double x, double n, double *lo, double *hi)
{
    stat_wilson_at(x, n, STAT_Z95, lo, hi);
}

double stat_kish(double sum, double squares)
{
    return squares > 0 ? sum * sum / squares : 0;
}

/* The element at i, of elements `stride` bytes apart. */
static double *strided(const double *v, size_t stride, size_t i)
{
    void *at = (char *)(uintptr_t)v + i * stride;

    return at;
}

size_t stat_weighted_rank(const double *weight, size_t stride, size_t n,
                          double p)
{
    double all = 0, below = 0;

    for (size_t i = 0; i < n; i++)
        all += *strided(weight, stride, i);
    for (size_t i = 0; i < n; i++) {
        below += *strided(weight, stride, i);
        if (below >= p * all - 1e-9 * all / (double)n)
            return i;
    }
    return n - 1;
}

double stat_sampled(double count, double bytes, double rate)
{
    if (rate <= 0 || count <= 0)
        return count;
    return count * -expm1(-fabs(bytes) / count / rate);
}

int corr_half_width(double n)
{
    if (!(n > 0))
        return 100;
    return (int)fmin(100, ceil(100 * 1.96 * 0.5 / sqrt(n)));
}

uint64_t stat_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The upper half of a 64 x 64 bit product, by 32-bit digits: ISO C has no wider
 * integer. */
static uint64_t high_product(uint64_t a, uint64_t b)
{
    const uint64_t low = UINT32_MAX;
    const uint64_t a1 = a >> 32;
    const uint64_t b1 = b >> 32;
    const uint64_t inner = a1 * (b & low) + ((a & low) * (b & low) >> 32);
    const uint64_t outer = (a & low) * b1 + (inner & low);

    return a1 * b1 + (inner >> 32) + (outer >> 32);
}

uint64_t stat_seed(const uint64_t sides[2])
{
    const uint64_t seed = corr_hash(sides, 2 * sizeof *sides) >> 32;

    return seed ? seed : 1;
}

uint64_t stat_below(uint64_t *state, uint64_t k)
{
    return high_product(stat_random(state), k);
}

typedef struct ranked {
    double p;
    size_t i;
} ranked;

SORT_BY(by_p, ranked, ASC(p), ASC(i))

bool stat_fdr(double *p, size_t stride, size_t n, bool by, uint32_t *tested,
              corr_arena *scratch)
{
    ranked *order = corr_arena_new(scratch, ranked, n + 1);
    double least = 1, factor = by ? 0 : 1;
    size_t m = 0;

    if (!order)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isnan(*strided(p, stride, i)))
            order[m++] = (ranked){ *strided(p, stride, i), i };
    qsort(order, m, sizeof *order, by_p);
    for (size_t i = m; by && i > 0; i--)
        factor += 1 / (double)i;
    for (size_t rank = m; rank > 0; rank--) {
        const ranked *r = &order[rank - 1];
        least = fmin(least, r->p * (double)m / (double)rank);
        *strided(p, stride, r->i) = by ? fmin(1, least * factor) : least;
    }
    *tested = (uint32_t)m;
    return true;
}
