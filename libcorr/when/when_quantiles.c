/* when_quantiles - medians and 95th percentiles of histograms over time, from
 * the growth of their buckets (corr-methods 6.1). */
#include <math.h>

#include "corr_sort.h"
#include "stats/bucket_quantile.h"
#include "when/when_metrics.h"

enum {
    LEAST_VALUES = 40, /* of a step, usually; half of it is few */
    MOST_SPREAD = 64   /* steps of one growth */
};

static const double quantiles[WHEN_QUANTILES] = {
    [WHEN_MEDIAN] = 0.5, [WHEN_TAIL] = 0.95
};

/* ---- steps ------------------------------------------------------------------ */

/* Joins k steps to one, with enough values for quantiles. */
static bool make_steps(corr_when *w, const when_buckets *b, double values,
                       when_quantiles *q)
{
    const double mean = b->n ? values / b->n : 0;
    const double wide = mean > 0 ? fmin(ceil(LEAST_VALUES / mean), b->n) : b->n;

    q->from = b->from;
    q->step = b->step * (int64_t)fmax(wide, 1);
    q->n = b->n ? (uint32_t)((b->n - 1) / fmax(wide, 1)) + 1 : 0;
    for (size_t i = 0; i < WHEN_QUANTILES; i++) {
        q->value[i] = corr_arena_new(&w->scratch, double, q->n);
        if (!q->value[i])
            return false;
        for (uint32_t k = 0; k < q->n; k++)
            q->value[i][k] = NAN;
    }
    return true;
}

/* Sets the quantiles of a step; known: ns of it that the buckets cover. */
static void set_step(when_quantiles *q, uint32_t step, stat_bucket *b, size_t n,
                     bool is_exponential, double known)
{
    n = stat_buckets_join(b, n);
    if (known < (double)q->step / 2 ||
        stat_buckets_sum(b, n) < LEAST_VALUES / 2.0)
        return;
    for (size_t i = 0; i < WHEN_QUANTILES; i++)
        q->value[i][step] =
            stat_buckets_quantile(b, n, is_exponential, quantiles[i]);
}

/* ---- native ones ------------------------------------------------------------- */

typedef struct row_at {
    const input *in;
    const histogram_row *h;
    int64_t time;
    uint32_t number; /* in the order of inputs */
} row_at;

SORT_BY(row_by_time, row_at, ASC(time), ASC(number))

/* A bucket of a step that is not complete. */
typedef struct step_bucket {
    uint32_t step;
    stat_bucket b;
} step_bucket;

SORT_BY(bucket_by_step, step_bucket, ASC(step), ASC(b.low), ASC(b.high),
        ASC(b.count))

typedef struct native {
    vec(row_at) row;
    vec(stat_bucket) growth; /* of one row */
    vec(step_bucket) open;
    vec(stat_bucket) one; /* of a step */
    double *known;        /* [steps] ns */
    when_quantiles *q;
    int64_t usual; /* ns between two rows */
    corr_metric type;
    bool is_rate, is_exponential;
} native;

static void clear_native(native *n)
{
    vec_free(&n->row);
    vec_free(&n->growth);
    vec_free(&n->open);
    vec_free(&n->one);
}

/* Lists the rows of all inputs by time, each time once. */
static bool list_histograms(native *n, const corr_when *w,
                            const uint64_t *member, size_t members)
{
    size_t to = 0;

    for (size_t i = 0; i < members; i++) {
        const input *in = store_input(w->st, (uint32_t)(member[i] >> 32));
        size_t k;
        const histogram_row *h = input_histograms(in, (uint32_t)member[i], &k);
        n->type = (corr_metric)in->series.v[(uint32_t)member[i]].type;
        for (size_t j = 0; j < k; j++) {
            const row_at row = { in, &h[j], h[j].time, (uint32_t)n->row.n };
            n->is_exponential |= h[j].is_exponential;
            if (input_in_window(in, h[j].time, h[j].time) &&
                !vec_push(&n->row, row))
                return false;
        }
    }
    vec_sort(&n->row, row_by_time);
    for (size_t i = 0; i < n->row.n; i++)
        if (!to || n->row.v[to - 1].time < n->row.v[i].time)
            n->row.v[to++] = n->row.v[i];
    n->row.n = to;
    return true;
}

/* The usual distance of rows; of a single delta, how long it is of. */
static bool find_usual(native *n, corr_arena *scratch)
{
    int64_t *step = corr_arena_new(scratch, int64_t, n->row.n);

    if (!step)
        return false;
    for (size_t i = 1; i < n->row.n; i++)
        step[i - 1] = sub_clamped(n->row.v[i].time, n->row.v[i - 1].time);
    if (n->row.n > 1) {
        qsort(step, n->row.n - 1, sizeof *step, cmp_i64);
        n->usual = step[(n->row.n - 1) / 2];
    }
    return true;
}

static double values_of(const row_at *r)
{
    double sum = 0;

    for (uint32_t i = 0; i < r->h->n; i++)
        sum += r->in->histogram.count.v[r->h->first + i];
    return sum;
}

/* About how many values all rows have, without looking at buckets. */
static double values_of_all(const native *n)
{
    double sum = 0, last = 0;

    for (size_t i = 0; i < n->row.n; i++) {
        const double all = values_of(&n->row.v[i]);
        const bool grows = !n->is_rate && n->type != CORR_METRIC_DELTA;
        sum += !grows ? all : i == 0 ? 0 : all < last ? all : all - last;
        last = all;
    }
    return n->is_rate ? sum * (double)n->usual / 1e9 : sum;
}

static bool push_row(native *n, const row_at *r, double factor)
{
    for (uint32_t i = 0; i < r->h->n; i++) {
        const size_t at = r->h->first + i;
        const bounds_row *b =
            &r->in->histogram.bounds.v[r->in->histogram.bucket.v[at]];
        if (!vec_push(&n->growth,
                      (stat_bucket){ b->low, b->high,
                                     r->in->histogram.count.v[at] * factor }))
            return false;
    }
    return true;
}

/* Whether counting began anew between two rows.  Where they do not tell, a
 * bucket that falls does. */
static bool has_begun_anew(const row_at *was, const row_at *r)
{
    return was->h->begin != CORR_NO_TIME && r->h->begin != CORR_NO_TIME &&
           was->h->begin != r->h->begin;
}

/* Sets growth to what came since the row before, and the time since when.
 * False: out of memory. */
static bool find_growth(native *n, size_t i, int64_t *since)
{
    const row_at *r = &n->row.v[i], *was = i ? r - 1 : NULL;
    const int64_t begin = r->h->begin;

    n->growth.n = 0;
    *since = was ? was->time : begin;
    if (n->is_rate || n->type == CORR_METRIC_DELTA || !was ||
        has_begun_anew(was, r)) {
        if (begin != CORR_NO_TIME &&
            (!was || begin > was->time || n->type == CORR_METRIC_DELTA))
            *since = begin;
        return push_row(n, r, 1);
    }
    if (!push_row(n, was, -1) || !push_row(n, r, 1))
        return false;
    n->growth.n = stat_buckets_join(n->growth.v, n->growth.n);
    if (stat_buckets_sum(n->growth.v, n->growth.n) < 0) {
        n->growth.n = 0;
        return push_row(n, r, 1);
    }
    return true;
}

/* Whether the values of [since, time) are known to be of that time: two rows
 * are at most two steps apart, or the row states it. */
static bool is_dense(const native *n, const row_at *r, int64_t since)
{
    const int64_t ran = sub_clamped(r->time, since);
    const bool is_stated = n->type == CORR_METRIC_DELTA && since == r->h->begin;

    return ran > 0 && ran / n->q->step < MOST_SPREAD &&
           (is_stated || ran - n->usual <= n->usual);
}

/* Finishes the steps before one. */
static bool close_steps(native *n, int64_t before)
{
    size_t i = 0, to = 0;

    vec_sort(&n->open, bucket_by_step);
    while (i < n->open.n && n->open.v[i].step < before) {
        const uint32_t step = n->open.v[i].step;
        n->one.n = 0;
        for (; i < n->open.n && n->open.v[i].step == step; i++)
            if (!vec_push(&n->one, n->open.v[i].b))
                return false;
        set_step(n->q, step, n->one.v, n->one.n, n->is_exponential,
                 n->known[step]);
    }
    while (i < n->open.n)
        n->open.v[to++] = n->open.v[i++];
    n->open.n = to;
    return true;
}

static bool add_to_step(native *n, int64_t step, double ns, double part)
{
    for (size_t i = 0; i < n->growth.n; i++) {
        stat_bucket b = n->growth.v[i];
        b.count *= part;
        if (b.count > 0 &&
            !vec_push(&n->open, (step_bucket){ (uint32_t)step, b }))
            return false;
    }
    n->known[step] += ns;
    return true;
}

/* Spreads growth evenly over the steps of [since, time). */
static bool add_growth_of(native *n, int64_t since, int64_t time)
{
    const when_quantiles *q = n->q;
    int64_t at = max_i64(since, q->from);
    bool ok = close_steps(n, (at - q->from) / q->step);

    while (ok && at < time) {
        const int64_t step = (at - q->from) / q->step;
        const int64_t end = min_i64(time, q->from + q->step * (step + 1));
        const double ns = (double)(end - at);
        if (step >= q->n)
            break;
        ok = add_to_step(n, step, ns, ns / (double)sub_clamped(time, since));
        at = end;
    }
    return ok;
}

/* A rate is of the step that begins nearest to it. */
static bool add_rate_of(native *n, int64_t time)
{
    const when_quantiles *q = n->q;
    const int64_t at = sub_clamped(time, q->from) + n->usual / 2;

    return at < 0 || at / q->step >= q->n ||
           (close_steps(n, at / q->step) &&
            add_to_step(n, at / q->step, (double)n->usual,
                        (double)n->usual / 1e9));
}

static bool fill_steps(native *n)
{
    bool ok = true;

    for (size_t i = 0; ok && i < n->row.n; i++) {
        int64_t since;
        ok = find_growth(n, i, &since);
        if (!ok)
            break;
        if (n->is_rate)
            ok = add_rate_of(n, n->row.v[i].time);
        else if (since != CORR_NO_TIME && is_dense(n, &n->row.v[i], since))
            ok = add_growth_of(n, since, n->row.v[i].time);
    }
    return ok && close_steps(n, INT64_MAX);
}

bool when_native_quantiles(corr_when *w, const uint64_t *member, size_t members,
                           bool is_rate, when_quantiles *q)
{
    native n = { .is_rate = is_rate, .q = q };
    when_buckets b = { .n = 0 };
    bool ok =
        list_histograms(&n, w, member, members) && find_usual(&n, &w->scratch);

    *q = (when_quantiles){ .n = 0 };
    if (ok && n.row.n > 1)
        ok = when_make_buckets(w, n.row.v[0].time,
                               add_clamped(n.row.v[n.row.n - 1].time, is_rate),
                               n.usual, &b);
    if (ok && b.n) {
        ok = make_steps(w, &b, values_of_all(&n), q);
        n.known = corr_arena_new(&w->scratch, double, q->n);
        ok = ok && n.known && fill_steps(&n);
    }
    clear_native(&n);
    return ok;
}

/* ---- classic ones ----------------------------------------------------------- */

bool when_classic_quantiles(corr_when *w, const when_buckets *upto,
                            const double *bound, size_t n, when_quantiles *q)
{
    const when_buckets *all = &upto[n - 1];
    stat_bucket *sum = corr_arena_new(&w->scratch, stat_bucket, n);
    double values = 0;

    for (uint32_t i = 0; i < all->n; i++)
        values += all->value[i] > 0 ? all->value[i] : 0;
    if (!sum || !make_steps(w, all, values, q))
        return false;
    const int64_t wide = all->n ? q->step / all->step : 1;
    for (uint32_t s = 0; s < q->n; s++) {
        double known = 0;
        for (size_t e = 0; e < n; e++)
            sum[e] = (stat_bucket){ e ? bound[e - 1] : -INFINITY, bound[e], 0 };
        for (int64_t i = s * wide; i < (s + 1) * wide && i < all->n; i++) {
            double below = 0;
            if (isnan(all->value[i]))
                continue;
            known += (double)all->step;
            for (size_t e = 0; e < n; e++) {
                const double here = fmax(upto[e].value[i], below);
                sum[e].count += here - below;
                below = here;
            }
        }
        set_step(q, s, sum, n, false, known);
    }
    return true;
}
