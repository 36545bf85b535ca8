#include "otlp/otlp_metric_point.h"

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
                                  .unit = m->is_parts ? (corr_str){ "", 0 }
                                                      : m->unit,
                                  .labels = p->labels,
                                  .type = m->type };
    metric_value_at(&r->m, METRIC_VALUE, p->time, value->x);
    if (!metric_any(&r->m, METRIC_VALUE))
        return;
    if (m->type == CORR_METRIC_COUNTER || m->type == CORR_METRIC_DELTA)
        add_beginning(r, corr_add_metric(r->m.b, &row), p,
                      m->type == CORR_METRIC_DELTA);
    metric_series(&r->m, METRIC_VALUE, &row);
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

    if (!m->is_parts)
        add_point_value(r, m, "", p, &p->value);
    else
        add_point_value(r, m, "_count", p,
                        p->value.is_there ? &p->value : &none);
    if (m->is_parts && p->sum.is_there)
        add_point_value(r, m, "_sum", p, &p->sum);
    corr_arena_reset(&r->scratch);
}
