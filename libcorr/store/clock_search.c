#include "store/clock_search.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"

enum {
    LEAST_SAMPLES = 200,
    LEAST_SPANS = 30,
    LEAST_SD = 8,     /* of chance, between chance and the best */
    NEAR_SD = 2,      /* a start that is so much worse may be the true one */
    SHIFTS = 128,     /* of the samples against the spans: what chance gives */
    MOST_LOG = 21,    /* log2 of the bins, at most */
    MOST_BIN_MS = 16, /* a longer bin tells too little */
    FINE_NS = 100000, /* step of the last search */
    MOST_U_NS = 5000000 /* of a start that is believed */
};

#define MS INT64_C(1000000)

/* The bins of a search: first the spans, then samples against them. */
typedef struct bins {
    int64_t ns;     /* length of one */
    size_t n;       /* a power of 2; all starts are apart in it */
    size_t spans;   /* bins that the spans take */
    size_t samples; /* bins that the samples take */
    double *re, *im;
    double *code;     /* [spans] share of the bin in which code could run */
    uint32_t *before; /* [samples + 1] samples before each bin */
    double cover;     /* share of all time in which code could run */
} bins;

/* ---- correlation ----------------------------------------------------- */

static void reverse_bits(double *re, double *im, size_t n)
{
    for (size_t i = 1, k = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; k & bit; bit >>= 1)
            k ^= bit;
        k ^= bit;
        if (i < k) {
            const double r = re[i], m = im[i];
            re[i] = re[k];
            im[i] = im[k];
            re[k] = r;
            im[k] = m;
        }
    }
}

/* The discrete Fourier transform in place, n a power of 2.  Each stage walks
 * forward through memory. */
static void transform(double *re, double *im, size_t n)
{
    reverse_bits(re, im, n);
    for (size_t half = 1; half < n; half *= 2) {
        const double turn = -3.14159265358979323846 / (double)half;
        const double sr = cos(turn), si = sin(turn);
        for (size_t at = 0; at < n; at += 2 * half) {
            double wr = 1, wi = 0;
            for (size_t i = at; i < at + half; i++) {
                const double r = re[i + half] * wr - im[i + half] * wi;
                const double m = re[i + half] * wi + im[i + half] * wr;
                re[i + half] = re[i] - r;
                im[i + half] = im[i] - m;
                re[i] += r;
                im[i] += m;
                const double next = wr * sr - wi * si;
                wi = wr * si + wi * sr;
                wr = next;
            }
        }
    }
}

/* With samples in re and code in im: re[d] becomes the sum over all bins of
 * samples[i] * code[i + d], cyclic. */
static void correlate(bins *b)
{
    const size_t n = b->n;

    transform(b->re, b->im, n);
    for (size_t k = 0; k <= n / 2; k++) {
        const size_t m = (n - k) & (n - 1);
        const double ar = (b->re[k] + b->re[m]) / 2;
        const double ai = (b->im[k] - b->im[m]) / 2;
        const double cr = (b->im[k] + b->im[m]) / 2;
        const double ci = (b->re[m] - b->re[k]) / 2;
        /* the conjugate of conj(a) * c: the second transform then is the
         * inverse one */
        const double r = (ar * cr + ai * ci) / (double)n;
        const double i = (ar * ci - ai * cr) / (double)n;
        b->re[k] = b->re[m] = r;
        b->im[k] = -i;
        b->im[m] = i;
    }
    transform(b->re, b->im, n);
}

/* ---- bins ------------------------------------------------------------ */

static void fill_code(bins *b, const clock_search_about *a)
{
    const int64_t zero = a->code[0].from;
    int64_t sum = 0;

    for (size_t i = 0; i < a->ncode; i++) {
        int64_t at = a->code[i].from - zero;
        const int64_t to = a->code[i].to - zero;
        sum += to - at;
        while (at < to) {
            const size_t bin = (size_t)(at / b->ns);
            const int64_t end = min_i64(to, ((int64_t)bin + 1) * b->ns);
            b->code[bin] += (double)(end - at) / (double)b->ns;
            at = end;
        }
    }
    b->cover =
        (double)sum / (double)max_i64(a->code[a->ncode - 1].to - zero, 1);
    for (size_t i = 0; i < b->spans; i++)
        b->im[i] = b->code[i];
}

static void fill_samples(bins *b, const clock_search_about *a)
{
    for (size_t i = 0; i < a->nsample; i++) {
        const size_t bin = (size_t)((a->sample[i] - a->sample[0]) / b->ns);
        b->re[bin]++;
        b->before[bin + 1]++;
    }
    for (size_t i = 0; i < b->samples; i++)
        b->before[i + 1] += b->before[i];
}

/* Chooses the length of bins.  False: there is too much time. */
static bool size_bins(bins *b, const clock_search_about *a)
{
    const int64_t span = sub_clamped(a->code[a->ncode - 1].to, a->code[0].from);
    const int64_t run = sub_clamped(a->sample[a->nsample - 1], a->sample[0]);

    for (b->ns = MS; b->ns <= MOST_BIN_MS * MS; b->ns *= 2) {
        if (span / b->ns + run / b->ns + 4 > (INT64_C(1) << MOST_LOG))
            continue;
        b->spans = (size_t)(span / b->ns) + 1;
        b->samples = (size_t)(run / b->ns) + 1;
        b->n = 4;
        while (b->n < b->spans + b->samples)
            b->n *= 2;
        return true;
    }
    return false;
}

static bool make_bins(bins *b, const clock_search_about *a)
{
    b->re = calloc(b->n, sizeof *b->re);
    b->im = calloc(b->n, sizeof *b->im);
    b->code = calloc(b->spans + 1, sizeof *b->code);
    b->before = calloc(b->samples + 1, sizeof *b->before);
    if (!b->re || !b->im || !b->code || !b->before)
        return false;
    fill_code(b, a);
    fill_samples(b, a);
    return true;
}

static void clear_bins(bins *b)
{
    free(b->re);
    free(b->im);
    free(b->code);
    free(b->before);
}

/* Samples that stand within the time of the spans if their first bin is at bin
 * `at` of the spans, which may be negative. */
static double overlap_at(const bins *b, int64_t at)
{
    const int64_t n = (int64_t)b->samples;
    const int64_t from = min_i64(max_i64(-at, 0), n);
    const int64_t to = min_i64(max_i64((int64_t)b->spans - at, 0), n);

    return from < to ? (double)(b->before[to] - b->before[from]) : 0;
}

/* Samples above chance at a start, once bins are correlated. */
static double score_at(const bins *b, int64_t at)
{
    const size_t place = at < 0 ? b->n - (size_t)-at : (size_t)at;

    return b->re[place] - overlap_at(b, at) * b->cover;
}

/* ---- one start, exactly ----------------------------------------------- */

typedef struct hits {
    double inside, overlap; /* samples in code; in the time of the spans */
} hits;

/* The first stretch that ends after t. */
static size_t stretch_after(const stretch *v, size_t n, int64_t t)
{
    size_t lo = 0;

    while (lo < n) {
        const size_t mid = lo + (n - lo) / 2;
        if (v[mid].to > t)
            n = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static hits count_hits(const clock_search_about *a, int64_t offset)
{
    const int64_t from = a->code[0].from, to = a->code[a->ncode - 1].to;
    hits h = { 0, 0 };
    size_t k =
        stretch_after(a->code, a->ncode, add_clamped(a->sample[0], offset));

    for (size_t i = 0; i < a->nsample; i++) {
        const int64_t t = add_clamped(a->sample[i], offset);
        if (t < from || t >= to)
            continue;
        while (k < a->ncode && a->code[k].to <= t)
            k++;
        h.overlap++;
        h.inside += k < a->ncode && a->code[k].from <= t;
    }
    return h;
}

static double exact_score(const bins *b, const clock_search_about *a,
                          int64_t offset)
{
    const hits h = count_hits(a, offset);

    return h.inside - h.overlap * b->cover;
}

/* ---- chance ------------------------------------------------------------ */

/* What the score would be if samples and spans had nothing to do with each
 * other: the samples go round in the time of the spans. */
static void measure_chance(const bins *b, const clock_search_about *a,
                           clock_search_found *f)
{
    const int64_t zero = a->code[0].from;
    const int64_t whole = a->code[a->ncode - 1].to - zero;
    const double all = count_hits(a, f->offset).overlap;
    double sum = 0, squares = 0, n = 0;

    for (int64_t s = 1; s < SHIFTS; s++) {
        const int64_t by = whole / SHIFTS * s;
        double inside = 0;
        if (by <= a->length || whole - by <= a->length)
            continue;
        for (size_t i = 0; i < a->nsample; i++) {
            int64_t t = add_clamped(a->sample[i], f->offset) - zero;
            if (t < 0 || t >= whole)
                continue;
            t += by;
            t -= t >= whole ? whole : 0;
            inside += b->code[t / b->ns];
        }
        const double score = inside - all * b->cover;
        sum += score;
        squares += score * score;
        n++;
    }
    f->mean = n > 0 ? sum / n : 0;
    const double spread = n > 1 ? squares / n - f->mean * f->mean : 0;
    const double least = all * b->cover * (1 - b->cover);
    f->sd = sqrt(fmax(fmax(spread, least), 1));
}

/* ---- the search -------------------------------------------------------- */

static int64_t best_bin(const bins *b)
{
    int64_t best = 0;
    double most = -INFINITY;

    for (int64_t at = 1 - (int64_t)b->samples; at < (int64_t)b->spans; at++) {
        const double score = score_at(b, at);
        if (score > most) {
            most = score;
            best = at;
        }
    }
    return best;
}

/* The best score that neither belongs to the peak nor is as near as the length
 * of a span. */
static double second_best(const bins *b, int64_t best, int64_t length)
{
    const int64_t first = 1 - (int64_t)b->samples, last = (int64_t)b->spans - 1;
    const double half = score_at(b, best) / 2;
    const int64_t near = length / b->ns + 1;
    int64_t from = best, to = best;
    double most = 0;

    while (from > first &&
           (score_at(b, from - 1) >= half || best - from < near))
        from--;
    while (to < last && (score_at(b, to + 1) >= half || to - best < near))
        to++;
    for (int64_t at = first; at <= last; at++)
        if (at < from || at > to)
            most = fmax(most, score_at(b, at));
    return most;
}

/* Moves the start to the middle of all that are about as good as the best. */
static void refine(const bins *b, const clock_search_about *a,
                   clock_search_found *f)
{
    const int64_t reach = 2 * b->ns + MOST_U_NS;
    const int64_t near = f->offset;
    int64_t best = near;

    for (int64_t d = -2 * b->ns; d <= 2 * b->ns; d += FINE_NS) {
        const double score = exact_score(b, a, near + d);
        if (score > f->score || d == -2 * b->ns) {
            f->score = score;
            best = near + d;
        }
    }
    const double least = f->score - NEAR_SD * f->sd;
    int64_t lo = best, hi = best;
    while (best - lo <= reach && exact_score(b, a, lo - FINE_NS) >= least)
        lo -= FINE_NS;
    while (hi - best <= reach && exact_score(b, a, hi + FINE_NS) >= least)
        hi += FINE_NS;
    f->offset = lo + (hi - lo) / 2;
    f->u = (hi - lo) / 2 + FINE_NS;
    f->is_vague = f->u > MOST_U_NS;
    f->u += STRETCH_CLOCK_NS; /* times of spans are no better than that */
}

/* Spans that began while the samples were taken. */
static size_t spans_meanwhile(const clock_search_about *a, int64_t offset)
{
    const int64_t from = add_clamped(a->sample[0], offset);
    const int64_t to = add_clamped(a->sample[a->nsample - 1], offset);
    size_t n = 0;

    for (size_t i = 0; i < a->nspan; i++)
        n += a->start[i] >= from && a->start[i] <= to;
    return n;
}

static void judge_peak(bins *b, const clock_search_about *a,
                       clock_search_found *f)
{
    const int64_t best = best_bin(b);
    const double coarse = score_at(b, best);

    f->offset =
        add_clamped(sub_clamped(a->code[0].from, a->sample[0]), best * b->ns);
    measure_chance(b, a, f);
    f->second = coarse > 0 ? second_best(b, best, a->length) / coarse : 1;
    f->score = coarse;
    if (coarse < f->mean + LEAST_SD * f->sd) {
        f->end = CLOCK_NO_PEAK;
        return;
    }
    if (f->second >= 0.5) {
        f->end = CLOCK_TWO_PEAKS;
        return;
    }
    refine(b, a, f);
    f->end = count_hits(a, f->offset).overlap < LEAST_SAMPLES
                 ? CLOCK_FEW_SAMPLES
             : spans_meanwhile(a, f->offset) < LEAST_SPANS ? CLOCK_FEW_SPANS
             : f->is_vague                                 ? CLOCK_VAGUE
                                                           : CLOCK_FOUND;
}

bool clock_search_start(const clock_search_about *a, clock_search_found *f)
{
    bins b = { .ns = MS };

    *f = (clock_search_found){ .end = CLOCK_FEW_SAMPLES };
    if (a->nsample < LEAST_SAMPLES)
        return true;
    f->end = CLOCK_FEW_SPANS;
    if (a->nspan < LEAST_SPANS || !a->ncode)
        return true;
    f->end = CLOCK_TOO_LONG;
    if (!size_bins(&b, a))
        return true;
    const bool ok = make_bins(&b, a);
    if (ok) {
        correlate(&b);
        judge_peak(&b, a, f);
    }
    clear_bins(&b);
    return ok;
}
