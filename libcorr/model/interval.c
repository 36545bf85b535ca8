#include "model/interval.h"

#include <math.h>

#include "base/base.h"
#include "model/segment.h"

/* ---- moments ------------------------------------------------------------ */

/* The offset of tick i from the first: floor(length * i / (ticks - 1)). */
static int64_t tick_after(const sample_time *m, int64_t i)
{
    const int64_t steps = m->ticks - 1;

    return m->length / steps * i + m->length % steps * i / steps;
}

int64_t sample_time_tick(const sample_time *m, int64_t i)
{
    return m->ticks > 1 ? add_clamped(m->t, tick_after(m, i)) : m->t;
}

/* The number of ticks before t. */
static int64_t ticks_before(const sample_time *m, int64_t t)
{
    const int64_t after = sub_clamped(t, m->t);

    if (after <= 0)
        return 0;
    if (t > add_clamped(m->t, m->length))
        return m->ticks;
    int64_t i = (int64_t)((double)after / (double)m->length *
                          (double)(m->ticks - 1)); /* off by one at most */
    while (tick_after(m, i) < after)
        i++;
    while (tick_after(m, i - 1) >= after)
        i--;
    return i;
}

double sample_time_inside(const sample_time *m, int64_t from, int64_t to)
{
    if (m->ticks > 1)
        return (double)(ticks_before(m, to) - ticks_before(m, from)) /
               (double)m->ticks;
    if (m->u <= 0)
        return from <= m->t && m->t < to;
    const int64_t lo = max_i64(from, sub_clamped(m->t, m->u));
    const int64_t hi = min_i64(to, add_clamped(m->t, m->u));

    return hi > lo ? (double)(hi - lo) / (2 * (double)m->u) : 0;
}

/* ---- rows --------------------------------------------------------------- */

bool interval_has_ticks(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    return g->dur && g->obs && !k->wait && !(k->flags & CORR_KIND_INTERVAL);
}

bool interval_is(const input *in, const segment *g)
{
    const unsigned flags = in->kind.v[g->kind].flags;
    const bool is_wait =
        g->dur && flags & CORR_KIND_INTERVAL && !(flags & CORR_KIND_CONTEXT);

    return g->time && (is_wait || interval_has_ticks(in, g));
}

sample_time interval_moment(const input *in, const segment *g, size_t row)
{
    sample_time m = { .t = g->time[row] };

    if (interval_has_ticks(in, g) && g->dur[row] > 0 && g->obs[row] > 1) {
        m.ticks = min_i64(g->obs[row], SAMPLE_TIME_TICKS);
        m.length = g->dur[row];
    }
    return m;
}

double interval_inside(const input *in, const segment *g, size_t row,
                       int64_t from, int64_t to)
{
    const int64_t began = g->time[row];

    if (began == CORR_NO_TIME)
        return 0;
    if (interval_has_ticks(in, g)) {
        const sample_time m = interval_moment(in, g, row);
        return sample_time_inside(&m, from, to);
    }
    if (g->dur[row] <= 0)
        return from <= began && began < to;
    const int64_t a = max_i64(began, from);
    const int64_t b = min_i64(add_clamped(began, g->dur[row]), to);
    return b > a ? (double)(b - a) / (double)g->dur[row] : 0;
}

/* Shrinks a row to its ticks inside [from, to); at least one is inside. */
static void cut_ticks(const sample_time *m, segment *g, size_t row,
                      int64_t from, int64_t to)
{
    const int64_t first = ticks_before(m, from);
    const int64_t last = ticks_before(m, to) - 1;

    g->time[row] = sample_time_tick(m, first);
    g->dur[row] = sample_time_tick(m, last) - g->time[row];
}

/* Shrinks a row to its part inside [from, to). */
static void cut_row(const input *in, segment *g, size_t row, int64_t from,
                    int64_t to)
{
    const double part = interval_inside(in, g, row, from, to);
    const sample_time m = interval_moment(in, g, row);
    const int64_t began = max_i64(m.t, from);
    const int64_t over = min_i64(add_clamped(m.t, g->dur[row]), to);

    if (part >= 1)
        return;
    segment_scale(g, row, part);
    if (g->obs && g->obs[row] > 1)
        g->obs[row] = max_i64(1, llround((double)g->obs[row] * part));
    if (m.ticks > 1) {
        cut_ticks(&m, g, row, from, to);
        return;
    }
    g->time[row] = began;
    g->dur[row] = over - began;
}

bool interval_cut(const input *in, segment *g, int64_t from, int64_t to)
{
    vec(uint32_t) row = { 0 };
    segment cut = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < g->n; i++)
        if (interval_inside(in, g, i, from, to) > 0)
            ok = vec_push(&row, (uint32_t)i);
    ok = ok && segment_pick(&cut, g, row.v, row.n);
    for (size_t i = 0; ok && i < row.n; i++)
        cut_row(in, &cut, i, from, to);
    ok = ok && segment_sort(&cut, 1);
    if (ok) {
        segment_clear(g);
        *g = cut;
    } else {
        segment_clear(&cut);
    }
    vec_free(&row);
    return ok;
}
