/* Series of points, and facts about the clock, losses and blocks of a file. */
#include <math.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/build_private.h"

static corr_series add_series(corr_build *b, const series_row *row)
{
    return (corr_series){ build_intern(b, &b->series, &b->in.series, row) };
}

corr_series corr_add_series(corr_build *b, corr_str name, corr_str unit,
                            corr_thread thread)
{
    return add_series(b, &(series_row){ .name = corr_add_text(b, name).i,
                                        .unit = corr_add_text(b, unit).i,
                                        .thread = thread.i });
}

corr_series corr_add_metric(corr_build *b, const corr_metric_row *row)
{
    return add_series(b, &(series_row){ .name = corr_add_text(b, row->name).i,
                                        .unit = corr_add_text(b, row->unit).i,
                                        .labels = row->labels.i,
                                        .type = (uint32_t)row->type });
}

static void add_point(corr_build *b, const point_row *row)
{
    if (b->err.code || !row->series)
        return;
    if (!vec_push(&b->in.point, *row))
        build_no_memory(b);
    build_hold(b, sizeof *row);
}

void corr_add_point(corr_build *b, corr_series s, int64_t time, double value)
{
    add_point(b, &(point_row){ time, value, s.i, false });
}

void corr_add_begin(corr_build *b, corr_series s, int64_t time)
{
    add_point(b, &(point_row){ time, 0, s.i, true });
}

void corr_add_exemplar(corr_build *b, corr_series s,
                       const corr_exemplar_row *row)
{
    if (b->err.code || !s.i)
        return;
    if (!vec_push(&b->in.exemplar, (exemplar_row){ *row, s.i }))
        build_no_memory(b);
    build_hold(b, sizeof(exemplar_row));
}

/* The row of the bounds of a bucket; 0: they are no bounds. */
static uint32_t add_bounds(corr_build *b, const corr_bucket *k)
{
    /* -0 and 0 are equal, and differ as bytes */
    const bounds_row row = { k->low + 0.0, k->high + 0.0 };

    return k->low <= k->high && isfinite(k->count) && k->count > 0
               ? build_intern(b, &b->bounds, &b->in.histogram.bounds, &row)
               : 0;
}

void corr_add_buckets(corr_build *b, corr_series s, const corr_buckets_row *row)
{
    input_buckets *to = &b->in.histogram;
    histogram_row h = { .begin = row->begin,
                        .time = row->time,
                        .first = to->count.n,
                        .series = s.i,
                        .is_exponential = row->is_exponential };

    if (b->err.code || !s.i)
        return;
    for (size_t i = 0; i < row->n; i++) {
        const uint32_t bounds = add_bounds(b, &row->bucket[i]);
        if (bounds && (!vec_push(&to->bucket, bounds) ||
                       !vec_push(&to->count, row->bucket[i].count)))
            build_no_memory(b);
    }
    h.n = (uint32_t)(to->count.n - h.first);
    build_hold(b, sizeof h + h.n * (sizeof(uint32_t) + sizeof(double)));
    if (!b->err.code && !vec_push(&b->in.histogram.row, h))
        build_no_memory(b);
}

void corr_set_clock(corr_build *b, corr_clock clock)
{
    b->in.clock.kind = clock;
}

void corr_set_clock_error(corr_build *b, int64_t ns)
{
    b->in.clock.error = ns;
}

void corr_add_loss(corr_build *b, int64_t from, int64_t to)
{
    if (b->err.code || to <= from)
        return;
    b->in.lost.ns = add_clamped(b->in.lost.ns, sub_clamped(to, from));
    if (!vec_push(&b->in.loss, (loss_row){ from, to }))
        build_no_memory(b);
}

void corr_add_asked(corr_build *b, const corr_asked *a)
{
    if (!b->err.code && a->from < a->to &&
        !vec_push(&b->in.asked, (asked_row){ .from = a->from,
                                             .to = a->to,
                                             .least = a->least,
                                             .event = a->event.i,
                                             .wait = a->wait }))
        build_no_memory(b);
}

void corr_add_untaken(corr_build *b, corr_wait wait, int64_t from, int64_t to)
{
    corr_add_asked(
        b, &(corr_asked){
               .wait = wait, .from = from, .to = to, .least = CORR_NOT_TAKEN });
}

void corr_add_block(corr_build *b, const corr_block *k)
{
    input *in = &b->in;
    const bool is_whole = !k->open && k->read >= k->bytes;

    in->block.n++;
    if (is_whole && in->block.whole_to == 0)
        in->block.whole_from = k->from;
    if (is_whole) {
        in->block.whole_from = min_i64(in->block.whole_from, k->from);
        in->block.whole_to = max_i64(in->block.whole_to, k->to);
        return;
    }
    in->block.nbroken++;
    if (!b->err.code && in->block.broken.n < MOST_BROKEN &&
        !vec_push(&in->block.broken, (broken_row){ in->block.n, *k }))
        build_no_memory(b);
}

SORT_BY(point_by_series_time, point_row, ASC(series), ASC(time), ASC(value),
        DESC(is_begin))

SORT_BY(exemplar_by_series_time, exemplar_row, ASC(series), ASC(e.time),
        ASC(e.value), ASC(e.trace.hi), ASC(e.trace.lo), ASC(e.span))

/* A scrape repeats an exemplar until a newer one takes its place. */
static void sort_exemplars(input *in)
{
    size_t kept = 0;

    vec_sort(&in->exemplar, exemplar_by_series_time);
    for (size_t i = 0; i < in->exemplar.n; i++)
        if (!kept || exemplar_by_series_time(&in->exemplar.v[kept - 1],
                                             &in->exemplar.v[i]) != 0)
            in->exemplar.v[kept++] = in->exemplar.v[i];
    in->exemplar.n = kept;
}

/* Buckets were added in the order of the file. */
SORT_BY(histogram_by_series_time, histogram_row, ASC(series), ASC(time),
        ASC(first))

SORT_BY(loss_by_from, loss_row, ASC(from))

void build_sort_series(input *in)
{
    vec_sort(&in->point, point_by_series_time);
    sort_exemplars(in);
    vec_sort(&in->histogram.row, histogram_by_series_time);
    for (size_t i = 1; i < in->series.n; i++)
        in->metric.n += in->series.v[i].type != CORR_METRIC_NONE;
    for (size_t i = 0; in->metric.n && i < in->point.n; i++)
        in->metric.points += !in->point.v[i].is_begin;
    in->metric.step = input_usual_step(in->point.v, in->point.n);
    vec_sort(&in->loss, loss_by_from);
}
