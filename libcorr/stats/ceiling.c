#include "stats/ceiling.h"

#include <math.h>

#include "base/base.h"
#include "base/vec.h"
#include "corr_sort.h"
#include "stats/distributions.h"

enum { BLOCKS = 32 };

SORT_BY(call_by_start, ceiling_call, ASC(start), ASC(end), ASC(ready))

/* ---- how many run -------------------------------------------------------- */

/* The time at each number of running calls up to the maximum. */
typedef struct levels {
    vec(int64_t) at; /* ns; at 0: no call */
    int64_t total;   /* with any call */
} levels;

/* Walks starts and ends, both sorted: a call that ends makes room for one that
 * starts at that moment.  False: out of memory. */
static bool measure_levels(levels *l, const int64_t *start, const int64_t *end,
                           size_t n)
{
    size_t s = 0, e = 0;
    int64_t last = n ? start[0] : 0;

    l->at.n = 0;
    l->total = 0;
    while (e < n) {
        const bool ends = s == n || end[e] <= start[s];
        const int64_t t = ends ? end[e] : start[s];
        const size_t running = s - e;
        while (l->at.n <= running)
            if (!vec_push(&l->at, 0))
                return false;
        l->at.v[running] += t - last;
        l->total += running ? t - last : 0;
        last = t;
        ends ? e++ : s++;
    }
    /* a number that never lasted was not reached */
    while (l->at.n > 1 && l->at.v[l->at.n - 1] == 0)
        l->at.n--;
    return true;
}

/* Running at t: begun at t or before, and not ended by then. */
static size_t running_at(const int64_t *start, const int64_t *end, size_t n,
                         int64_t t)
{
    size_t begun = 0, ended = 0;

    LOWER_BOUND(begun, n, i, start[i] <= t);
    LOWER_BOUND(ended, n, i, end[i] <= t);
    return begun - ended;
}

/* ---- delays ----------------------------------------------------------------- */

/* One group of calls: those that met the maximum, or the others. */
typedef struct delays {
    double n, sum;
    double block_n[BLOCKS], block_sum[BLOCKS];
    vec(int64_t) each;
} delays;

/* The variance of the mean delay, from how blocks of time differ. */
static double variance_of(const delays *d, uint32_t *blocks)
{
    const double mean = d->sum / d->n;
    double squares = 0;

    *blocks = 0;
    for (int k = 0; k < BLOCKS; k++) {
        const double off = d->block_sum[k] - d->block_n[k] * mean;
        squares += off * off;
        *blocks += d->block_n[k] > 0;
    }
    return *blocks > 1 ? squares / (d->n * d->n) * *blocks / (*blocks - 1)
                       : mean * mean;
}

static bool add_delay(delays *d, int64_t ns, size_t block)
{
    d->n += 1;
    d->sum += (double)ns;
    d->block_n[block] += 1;
    d->block_sum[block] += (double)ns;
    return vec_push(&d->each, ns);
}

typedef struct searcher {
    ceiling_call *call;
    size_t n;
    int64_t *start, *end; /* [n] sorted */
    uint8_t *met;         /* [n] */
    delays full, free;
    levels levels;
} searcher;

static bool measure_delays(searcher *s, size_t most)
{
    for (size_t i = 0; i < s->n; i++) {
        const ceiling_call *c = &s->call[i];
        size_t running = running_at(s->start, s->end, s->n, c->ready);
        running -= c->start <= c->ready && c->end > c->ready && running;
        s->met[i] = running >= most;
        delays *d = s->met[i] ? &s->full : &s->free;
        if (!add_delay(d, c->start - c->ready, i * BLOCKS / s->n))
            return false;
    }
    return true;
}

static void compare_delays(searcher *s, ceiling *out)
{
    uint32_t k[2];
    const double v[2] = { variance_of(&s->full, &k[0]),
                          variance_of(&s->free, &k[1]) };
    const uint32_t blocks = k[0] < k[1] ? k[0] : k[1];
    const double half =
        stat_t_quantile(0.975, blocks > 1 ? blocks - 1 : 1) * sqrt(v[0] + v[1]);

    out->wait = s->full.sum / s->full.n - s->free.sum / s->free.n;
    out->lo = out->wait - half;
    out->hi = out->wait + half;
    vec_sort(&s->full.each, cmp_i64);
    out->p99 = (double)s->full.each.v[(s->full.each.n - 1) * 99 / 100];
}

/* ---- trials ------------------------------------------------------------------ */

/* The stretch of calls with most that met the maximum. */
static size_t busiest_window(const searcher *s, size_t width)
{
    size_t best = 0, sum = 0, most = 0;

    for (size_t i = 0; i < s->n; i++) {
        sum += s->met[i];
        if (i >= width)
            sum -= s->met[i - width];
        if (sum > most && i + 1 >= width) {
            most = sum;
            best = i + 1 - width;
        }
    }
    return best;
}

/* One trial: the window's calls as if none had waited for another. */
static bool try_without(searcher *s, size_t from, size_t n, int64_t *start,
                        int64_t *end, uint64_t *seed, levels *l)
{
    for (size_t i = 0; i < n; i++) {
        const ceiling_call *c = &s->call[from + i];
        const int64_t delay =
            s->met[from + i] ? s->free.each.v[stat_below(seed, s->free.each.n)]
                             : c->start - c->ready;
        start[i] = c->ready + min_i64(delay, c->start - c->ready);
        end[i] = start[i] + (c->end - c->start);
    }
    qsort(start, n, sizeof *start, cmp_i64);
    qsort(end, n, sizeof *end, cmp_i64);
    return measure_levels(l, start, end, n);
}

static bool try_all(searcher *s, ceiling *out)
{
    const size_t n = s->n < CEILING_WINDOW ? s->n : CEILING_WINDOW;
    const size_t from = busiest_window(s, n);
    int64_t *start = calloc(n, sizeof *start), *end = calloc(n, sizeof *end);
    int64_t peak[CEILING_TRIALS];
    uint32_t stayed = 0;
    uint64_t seed = s->n * 0x9e3779b9u + out->most;
    levels l = { 0 };
    bool ok = start && end;

    for (int t = 0; ok && t < CEILING_TRIALS; t++) {
        ok = try_without(s, from, n, start, end, &seed, &l);
        if (!ok)
            break;
        peak[t] = (int64_t)l.at.n - 1;
        stayed += peak[t] <= out->most;
        int64_t above = 0;
        for (size_t k = out->most + 1; k < l.at.n; k++)
            above += l.at.v[k];
        out->beyond +=
            l.total > 0 ? (double)above / (double)l.total / CEILING_TRIALS : 0;
    }
    if (ok) {
        qsort(peak, CEILING_TRIALS, sizeof *peak, cmp_i64);
        out->without = (uint32_t)peak[CEILING_TRIALS / 2];
        out->p = (stayed + 1.0) / (CEILING_TRIALS + 1.0);
    }
    free(start);
    free(end);
    vec_free(&l.at);
    return ok;
}

/* ---- the answer ----------------------------------------------------------------- */

/* Whether the maximum is where the number of calls stays: without a limit each
 * number near the maximum is rarer than the one below it. */
static bool stays_at_most(const searcher *s, ceiling *out)
{
    const levels *l = &s->levels;

    if (l->at.n < 2 || l->total <= 0)
        return false;
    out->most = (uint32_t)l->at.n - 1;
    out->share = (double)l->at.v[out->most] / (double)l->total;
    out->share_below =
        out->most > 1 ? (double)l->at.v[out->most - 1] / (double)l->total : 0;
    return out->share >= CEILING_SHARE &&
           (out->most == 1 || out->share >= 0.75 * out->share_below);
}

static bool search_ceiling(searcher *s, ceiling *out)
{
    for (size_t i = 0; i < s->n; i++) {
        s->start[i] = s->call[i].start;
        s->end[i] = s->call[i].end;
    }
    qsort(s->end, s->n, sizeof *s->end, cmp_i64);
    if (!measure_levels(&s->levels, s->start, s->end, s->n))
        return false;
    if (!stays_at_most(s, out))
        return true;
    if (!measure_delays(s, out->most))
        return false;
    out->met = (uint32_t)s->full.n;
    if (s->full.n < CEILING_LEAST || s->free.n < CEILING_LEAST)
        return true;
    compare_delays(s, out);
    if (out->lo <= 0)
        return true;
    if (!try_all(s, out))
        return false;
    out->is_limit = out->p <= 0.02 && out->beyond >= CEILING_SHARE;
    return true;
}

bool ceiling_of(ceiling_call *call, size_t n, ceiling *out)
{
    searcher s = { .call = call, .n = n };

    *out = (ceiling){ .p = 1 };
    if (n < 2 * CEILING_LEAST)
        return true;
    qsort(call, n, sizeof *call, call_by_start);
    s.start = calloc(n, sizeof *s.start);
    s.end = calloc(n, sizeof *s.end);
    s.met = calloc(n, 1);
    const bool ok = s.start && s.end && s.met && search_ceiling(&s, out);
    free(s.start);
    free(s.end);
    free(s.met);
    vec_free(&s.full.each);
    vec_free(&s.free.each);
    vec_free(&s.levels.at);
    return ok;
}
