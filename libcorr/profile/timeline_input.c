/* timeline_input - adds the samples, series and spans of inputs to a
 * timeline. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "model/input_recording.h"
#include "profile/timeline.h"
#include "select/select.h"

/* ---- samples -------------------------------------------------------------- */

const int64_t *timeline_times(const segment *g, bool own)
{
    return own ? g->own : g->time;
}

/* The end of a row: waits have a duration, and a wall-clock sample lasts until
 * the next one. */
static int64_t row_end(const segment *g, const kind_row *k, bool is_wall,
                       size_t i, int64_t time)
{
    const bool waits = (k->flags & CORR_KIND_INTERVAL) != 0;
    int64_t lasts = g->dur ? g->dur[i] : 0;

    if (!waits && is_wall && k->unit == CORR_NS && lasts == 0)
        lasts = segment_value(g, i);
    return add_clamped(time, max_i64(lasts, 0));
}

static timeline_unit kind_unit(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    if (k->wait == CORR_WAIT_PAUSE)
        return (timeline_unit){ "1", 1 };
    if (k->unit == CORR_BYTES)
        return (timeline_unit){ "bytes/s", TIMELINE_PER_SECOND };
    if (corr_is_plain(k->unit))
        return (timeline_unit){ "1/s", TIMELINE_PER_SECOND /
                                           (double)corr_unit_parts(k->unit) };
    if (!corr_str_is(input_text(in, k->name), "cpu"))
        return (timeline_unit){ "threads", 1 };
    return (timeline_unit){ in->cpu.rescaled ? "cores" CORR_RESCALED_MARK
                                             : "cores",
                            1 };
}

bool timeline_shows(const kind_row *k)
{
    const unsigned states =
        CORR_KIND_CONTEXT | CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE;

    if (k->flags & states)
        return false;
    if (k->flags & CORR_KIND_INTERVAL)
        return k->wait != CORR_WAIT_NONE && k->wait != CORR_WAIT_SLEEP;
    return true;
}

/* Whether only the time of the whole recording is known. */
static bool is_of_window(const corr_timeline *t, const input *in,
                         const segment *g)
{
    return !t->facts.is_own && !g->own && in->from != CORR_NO_TIME &&
           input_from(in, g) < in->to;
}

/* Spreads the sum evenly over the recording, since its rows have no times. */
static void spread_whole(corr_timeline *t, const input *in, const segment *g,
                         timeline_row *row, const duplicate_times *others)
{
    const int64_t from = input_from(in, g);
    loss_row left = { from, from };
    double sum = 0;

    for (size_t i = 0; i < g->n; i++)
        sum += (double)segment_value(g, i);
    while (duplicate_left(others, left.to, in->to, &left))
        timeline_spread(t, row, left.from, left.to,
                        sum * (double)sub_clamped(left.to, left.from) /
                            (double)sub_clamped(in->to, from));
    timeline_know(t, row, from, in->to);
    row->rows += g->n;
    row->whole = max_i64(row->whole, sub_clamped(in->to, from));
}

/* Marks a time as covered, except while the sampler was switched off. */
static void know_sampled(corr_timeline *t, timeline_row *row, const input *in,
                         const kind_row *k, stretch of)
{
    const bool is_asked = k->flags & CORR_KIND_RUNNABLE;

    for (size_t i = 0; is_asked && i < in->asked.n; i++) {
        const asked_row *a = &in->asked.v[i];
        if (!input_is_unsampled(a))
            continue;
        if (a->from > of.from)
            timeline_know(t, row, of.from, min_i64(a->from, of.to));
        of.from = max_i64(of.from, a->to);
    }
    timeline_know(t, row, of.from, of.to);
}

/* Whether a row counts: of what parks a thread, only locks, since threads also
 * park until there is work. */
static bool is_counted(const input *in, const segment *g, const kind_row *k,
                       size_t row)
{
    corr_label class;

    if (k->wait != CORR_WAIT_PARK)
        return true;
    return g->labels &&
           input_find_label(in, g->labels[row], CORR_STR("class"), &class) &&
           corr_str_starts(class.text, "java.util.concurrent.locks.") &&
           !corr_str_has(class.text, "Condition");
}

static bool counts_any(const input *in, const segment *g, const kind_row *k)
{
    bool any = k->wait != CORR_WAIT_PARK;

    for (size_t i = 0; i < g->n && !any; i++)
        any = is_counted(in, g, k, i);
    return any;
}

/* Spreads sums over the time in which they were sampled. */
static void spread_sums(corr_timeline *t, const input *in, const segment *g,
                        timeline_row *row)
{
    bool *is_known = calloc(in->recording.n + 1, sizeof *is_known);

    t->failed |= !is_known;
    for (size_t i = 0; i < g->n && !t->failed; i++) {
        const uint32_t r = input_recording(in, g, i);
        const stretch whole = input_row_ran(in, g, i);
        stretch ran;
        if (!input_sum_ran(in, g, i, &ran))
            continue;
        timeline_spread(t, row, ran.from, ran.to, (double)segment_value(g, i));
        row->rows++;
        row->whole = max_i64(row->whole, stretch_length(ran));
        if (!is_known[r] && whole.from != CORR_NO_TIME)
            timeline_know(t, row, whole.from, whole.to);
        is_known[r] = true;
    }
    free(is_known);
}

void timeline_add_segment(corr_timeline *t, const input *in, const segment *g,
                          const duplicate_times *others)
{
    const kind_row *k = &in->kind.v[g->kind];
    const int64_t *time = timeline_times(g, t->facts.is_own);
    const corr_str name = input_text(in, k->name);
    const timeline_unit u = kind_unit(in, g);

    if ((!g->n && !g->only.rows) ||
        (g->n && !time && !is_of_window(t, in, g)) || !counts_any(in, g, k))
        return;
    timeline_row *row = timeline_find_row(t, name.p, u.unit, u.scale);
    if (!row || !g->n) /* only sums exist */
        return;
    if (in->recording.n && !t->facts.is_own) {
        spread_sums(t, in, g, row);
        return;
    }
    if (!time) {
        spread_whole(t, in, g, row, others);
        return;
    }
    const bool is_wall = corr_str_is(name, "wall");
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < g->n; i++) {
        if (time[i] == CORR_NO_TIME || duplicate_has(others, g, i) ||
            !is_counted(in, g, k, i))
            continue;
        const int64_t end = row_end(g, k, is_wall, i, time[i]);
        timeline_spread(t, row, time[i], end, (double)segment_value(g, i));
        row->rows++;
        first = min_i64(first, time[i]);
        last = max_i64(last, add_clamped(end, 1));
    }
    const bool whole = in->from != CORR_NO_TIME;
    know_sampled(t, row, in, k,
                 (stretch){ whole ? min_i64(in->from, first) : first,
                            whole ? max_i64(in->to, last) : last });
}

/* ---- series, spans --------------------------------------------------------- */

size_t timeline_points(const input *in)
{
    return in->metric.n ? 0 : in->point.n;
}

void timeline_add_series(corr_timeline *t, const input *in)
{
    timeline_row *row = NULL;
    uint32_t series = 0;
    int64_t first = 0;
    uint32_t n = 0;

    for (size_t i = 0; i < timeline_points(in) && !t->failed; i++) {
        const point_row *p = &in->point.v[i];
        const series_row *s = &in->series.v[p->series];
        if (s->thread || !isfinite(p->value))
            continue;
        if (!row || p->series != series) {
            row = timeline_find_row(t, input_text(in, s->name).p,
                                    input_text(in, s->unit).p, 1);
            if (row && !row->count)
                row->count = calloc(t->facts.bins, sizeof *row->count);
            if (!row || !row->count) {
                t->failed = true;
                return;
            }
            series = p->series;
            first = p->time;
            n = 0;
        }
        if (++n > 1)
            row->gap = (double)sub_clamped(p->time, first) / (n - 1);
        timeline_mean(t, row, p->time, p->value);
    }
}

int64_t timeline_start(const corr_store *st, uint32_t span)
{
    const input *in = store_input(st, st->spans.at.v[span].input);
    int64_t start;

    return moment_get(store_span(st, span)->start, &start) &&
                   input_in_window(in, start, start)
               ? start
               : 0;
}

int64_t timeline_end(const corr_store *st, uint32_t span)
{
    const input *in = store_input(st, st->spans.at.v[span].input);
    stretch seen = { 0, 0 };

    (void)span_seen(store_span(st, span), &seen);
    return input_in_window(in, seen.to, seen.to)
               ? max_i64(seen.to, add_clamped(seen.from, 1))
               : add_clamped(seen.from, 1);
}

/* Marks the time that spans cover.  The range begins at a span's start and so
 * would count one span too many.  Hence the mean gap is added before the first
 * and after the last start, within their bins. */
static void know_spans(corr_timeline *t, timeline_row *row, uint32_t n,
                       stretch starts, int64_t end)
{
    const int64_t step = t->facts.step;
    const int64_t gap =
        n > 1 ? sub_clamped(starts.to, starts.from) / (n - 1) : step;
    const int64_t first = t->facts.from + timeline_bin(t, starts.from) * step;
    const int64_t last =
        t->facts.from + (timeline_bin(t, starts.to) + 1) * step;

    timeline_know(t, row, max_i64(first, sub_clamped(starts.from, gap)),
                  max_i64(end, min_i64(last, add_clamped(starts.to, gap))));
}

void timeline_add_spans(corr_timeline *t, const corr_store *st)
{
    stretch starts = { INT64_MAX, INT64_MIN };
    int64_t end = INT64_MIN;
    timeline_row *row = NULL;
    uint32_t n = 0;

    for (uint32_t i = 1; i < st->spans.at.n && !t->failed; i++) {
        const int64_t start = timeline_start(st, i);
        if (start == 0 || timeline_bin(t, start) < 0)
            continue;
        if (!row)
            row = timeline_add_row(t, "spans", "1/s", TIMELINE_PER_SECOND);
        if (!row)
            return;
        timeline_spread(t, row, start, start, 1);
        starts.from = min_i64(starts.from, start);
        starts.to = max_i64(starts.to, start);
        end = max_i64(end, timeline_end(st, i));
        n++;
    }
    if (row)
        know_spans(t, row, n, starts, end);
}

/* ---- a selection ----------------------------------------------------------------------- */

static void spread_part(corr_timeline *t, const corr_sel *sel,
                        const sel_part *p, bool of_process, timeline_row *row)
{
    const segment *g = sel_segment(sel, p);
    const input *in = store_input(sel->store, p->input);
    const kind_row *kind = &in->kind.v[g->kind];
    const bool is_wall = corr_str_is(input_text(in, kind->name), "wall");
    const int64_t *time = timeline_times(g, t->facts.is_own);

    for (size_t k = 0; time && k < p->n; k++) {
        const size_t i = sel_row(p, k);
        if (time[i] == CORR_NO_TIME ||
            (of_process && input_is_strange(in, g, i)))
            continue;
        int64_t from = time[i];
        int64_t to = row_end(g, kind, is_wall, i, from);
        if (sel->from < sel->to) { /* the share refers to this window */
            from = max_i64(from, sel->from);
            to = max_i64(from, min_i64(to, sel->to));
        }
        timeline_spread(t, row, from, to,
                        (double)segment_value(g, i) * sel_share(p, k));
    }
}

/* The end of an input's coverage: its last rows continue after it, also if the
 * input's end was only its last time. */
static int64_t known_to(const corr_timeline *t, const input *in,
                        const segment *g, int64_t to)
{
    const kind_row *k = &in->kind.v[g->kind];
    const bool is_wall = corr_str_is(input_text(in, k->name), "wall");
    const int64_t *time = timeline_times(g, t->facts.is_own);
    const bool is_open = is_wall || t->facts.is_own || in->from == CORR_NO_TIME;

    for (size_t i = 0; is_open && i < g->n; i++)
        if (time[i] != CORR_NO_TIME)
            to = max_i64(to, row_end(g, k, is_wall, i, time[i]));
    return to;
}

void timeline_add_selection(corr_timeline *t, const corr_timeline_opts *o)
{
    const corr_sel *sel = o->sel;
    timeline_row *row = NULL;

    for (size_t i = 0; i < sel->part.n && !t->failed; i++) {
        sel_part p = sel->part.v[i];
        const input *in = store_input(sel->store, p.input);
        const segment *g = sel_segment(sel, &p);
        const timeline_unit u = kind_unit(in, g);
        const stretch r = timeline_range_of(in, sel, t->facts.is_own);
        if (!timeline_times(g, t->facts.is_own) || r.from > r.to)
            continue;
        if (!row)
            row = timeline_add_row(t, "selection", u.unit, u.scale);
        if (!row)
            return;
        if (o->whole)
            p = (sel_part){ .input = p.input, .segment = p.segment, .n = g->n };
        spread_part(t, sel, &p, o->whole, row);
        timeline_know(t, row, r.from, known_to(t, in, g, r.to));
    }
}
