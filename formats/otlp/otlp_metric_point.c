#include "otlp/otlp_metric_point.h"

#include <math.h>
#include <stdlib.h>

void otlp_points_begin(otlp_points *r, corr_src *in, corr_build *b)
{
    *r = (otlp_points){ .at = 0 };
    metric_begin(&r->m, in, b);
}

void otlp_points_end(otlp_points *r)
{
    metric_end(&r->m);
    corr_arena_clear(&r->scratch);
    corr_vec_free(&r->series);
    corr_vec_free(&r->bound);
    corr_vec_free(&r->count[0]);
    corr_vec_free(&r->count[1]);
}

corr_metric otlp_metric_type(otlp_data data, bool is_monotonic, bool is_delta)
{
    if (data < OTLP_HISTOGRAM && (data != OTLP_SUM || !is_monotonic))
        return CORR_METRIC_GAUGE;
    return is_delta ? CORR_METRIC_DELTA : CORR_METRIC_COUNTER;
}

/* Notes when the counting of a sum began, unless it is known. */
static void add_beginning(otlp_points *r, corr_series s, const otlp_point *p,
                          bool is_delta)
{
    if (s.i == 0)
        return;
    while (r->series.n <= s.i)
        if (!corr_vec_push(r->m.b, &r->series, (otlp_known){ 0, 0 }))
            return;
    otlp_known *k = &r->series.v[s.i];
    if (p->start > 0 && p->start < p->time && p->start != k->began &&
        p->start != k->last)
        corr_add_begin(r->m.b, s, p->start);
    if (is_delta && p->start > 0 && p->start < r->m.from)
        r->m.from = p->start;
    k->began = p->start;
    k->last = p->time;
}

/* end: suffix of the part's name. */
static void add_point_value(otlp_points *r, const otlp_metric *m,
                            const char *end, const otlp_point *p,
                            const otlp_value *value)
{
    const size_t n = strlen(end);
    char *name = corr_arena_alloc(&r->scratch, 1, m->name.n + n + 1);

    if (!name) {
        corr_refuse(r->m.b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return;
    }
    if (!value->is_number) {
        metric_bad(&r->m, r->at);
        return;
    }
    if (m->name.n)
        memcpy(name, m->name.p, m->name.n);
    memcpy(name + m->name.n, end, n);
    const corr_metric_row row = { .name = { name, m->name.n + n },
                                  .unit = m->unit,
                                  .labels = p->labels,
                                  .type = m->type };
    metric_value_at(&r->m, METRIC_VALUE, p->time, value->x);
    if (!metric_any(&r->m, METRIC_VALUE))
        return;
    if (m->type == CORR_METRIC_COUNTER || m->type == CORR_METRIC_DELTA)
        add_beginning(r, corr_add_metric(r->m.b, &row), p,
                      m->type == CORR_METRIC_DELTA);
    metric_series(&r->m, METRIC_VALUE, &row);
    if (r->m.buckets.n) /* of the count, which is added first */
        metric_buckets_of(&r->m, corr_add_metric(r->m.b, &row));
}

/* ---- buckets ------------------------------------------------------------- */

void otlp_points_bound(otlp_points *r, double bound)
{
    (void)corr_vec_push(r->m.b, &r->bound, bound);
}

void otlp_points_counted(otlp_points *r, unsigned side, double count)
{
    (void)corr_vec_push(r->m.b, &r->count[side], count);
}

static void end_buckets(otlp_points *r, const otlp_point *p,
                        bool is_exponential)
{
    const bool has_start = p->start > 0 && p->start < p->time;

    metric_buckets_at(&r->m, has_start ? p->start : CORR_NO_TIME, p->time,
                      is_exponential);
    r->bound.n = r->count[0].n = r->count[1].n = 0;
}

/* Adds the buckets of an explicit histogram: one more than bounds, which rise.
 * Others are wrong: the point keeps its count and sum. */
static void add_explicit(otlp_points *r, const otlp_point *p)
{
    const double *bound = r->bound.v;
    const size_t n = r->bound.n, counts = r->count[0].n;
    bool ok = counts == n + 1;

    for (size_t i = 0; i < n && ok; i++)
        ok = isfinite(bound[i]) && (i == 0 || bound[i] > bound[i - 1]);
    if (ok)
        for (size_t i = 0; i < counts; i++)
            metric_bucket(&r->m, i ? bound[i - 1] : -INFINITY,
                          i < n ? bound[i] : INFINITY, r->count[0].v[i]);
    else if (n || counts)
        corr_tally(r->m.b, CORR_PASSED_OVER, r->at, 1,
                   "histogram has buckets that do not fit their bounds",
                   "histograms have buckets that do not fit their bounds");
    r->bound.n = r->count[0].n = r->count[1].n = 0;
    if (ok && n)
        end_buckets(r, p, false);
    else
        r->m.bucket.n = 0;
}

/* Where bucket i of a scale begins: base^i.  2 i at one scale more is the same
 * number, to the last bit. */
static double exponential_bound(int64_t i, int64_t scale)
{
    return exp2((double)i * exp2(-(double)scale));
}

void otlp_points_scaled(otlp_points *r, const otlp_point *p,
                        const otlp_exponential *e)
{
    const double zero = e->zero_threshold > 0 ? e->zero_threshold : 0;

    for (unsigned side = 0; side < 2; side++)
        for (size_t k = 0;
             k < r->count[side].n && labs(e->offset[side]) <= INT32_MAX; k++) {
            const int64_t i = e->offset[side] + (int64_t)k;
            const double low = exponential_bound(i, e->scale);
            const double high = exponential_bound(i + 1, e->scale);
            if (isfinite(low) && low < high)
                metric_bucket(&r->m, side ? -high : low, side ? -low : high,
                              r->count[side].v[k]);
        }
    metric_bucket(&r->m, -zero, zero, e->zero_count);
    end_buckets(r, p, true);
}

void otlp_points_exemplar(otlp_points *r, const otlp_metric *m,
                          corr_exemplar_row e, int64_t time,
                          const otlp_value *value)
{
    e.time = time > 0 ? time : CORR_NO_TIME;
    e.value = value->is_there && value->is_number ? value->x : NAN;
    e.is_of_whole = m->is_parts;
    metric_exemplar_value(&r->m, &e, r->at);
}

bool otlp_point_counts(otlp_points *r, const otlp_point *p)
{
    if (p->flags & OTLP_NO_VALUE)
        return false;
    if (p->time <= 0)
        metric_bad(&r->m, r->at);
    return p->time > 0;
}

void otlp_points_add(otlp_points *r, const otlp_metric *m, const otlp_point *p)
{
    static const otlp_value none = { 0, true, true };

    if (r->bound.n || r->count[0].n)
        add_explicit(r, p);
    if (!m->is_parts)
        add_point_value(r, m, "", p, &p->value);
    else
        add_point_value(r, m, "_count", p,
                        p->value.is_there ? &p->value : &none);
    if (m->is_parts && p->sum.is_there)
        add_point_value(r, m, "_sum", p, &p->sum);
    metric_drop(&r->m); /* exemplars of a point without a value */
    corr_arena_reset(&r->scratch);
}
