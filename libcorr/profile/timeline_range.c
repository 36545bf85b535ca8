/* timeline_range - the time of a timeline, and the number of bins. */
#include "base/base.h"
#include "profile/timeline.h"
#include "select/select.h"

enum { USUAL_BINS = 480, LEAST_BINS = 8, MOST_BINS = 1 << 20 };

/* Bins lie between these times in ns, 1897 to 2116, so no sum of times
 * overflows. */
static const int64_t earliest = -(INT64_C(1) << 61);
static const int64_t latest = INT64_C(1) << 62;

/* ---- from when to when ----------------------------------------------------- */

static void widen_range(stretch *r, int64_t from, int64_t to)
{
    r->from = min_i64(r->from, from);
    r->to = max_i64(r->to, to);
}

/* Whether the segment is of the selection's kind; rows of other kinds may or
 * may not be loaded. */
static bool is_selected_kind(const input *in, const segment *g,
                             const corr_sel *sel)
{
    return !sel || corr_str_eq(input_text(in, in->kind.v[g->kind].name),
                               sel->facts.kind);
}

/* The start of a row, at most the recording's start back: a wait may begin long
 * before, and live heap objects were allocated then. */
static int64_t row_start(const input *in, const kind_row *k, bool own,
                         int64_t time)
{
    const bool may_be_older =
        (k->flags & CORR_KIND_INTERVAL) || !timeline_shows(k);

    return may_be_older && !own && in->from != CORR_NO_TIME
               ? max_i64(time, in->from)
               : time;
}

stretch timeline_range_of(const input *in, const corr_sel *sel, bool own)
{
    stretch r = { INT64_MAX, INT64_MIN };

    for (size_t s = 1; s < in->segment.n && !in->recording.n; s++) {
        const segment *g = &in->segment.v[s];
        const bool is_context = in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
        const int64_t *time = is_context || !is_selected_kind(in, g, sel)
                                  ? NULL
                                  : timeline_times(g, own);
        for (size_t i = 0; time && i < g->n; i++)
            if (time[i] != CORR_NO_TIME) {
                const int64_t at =
                    row_start(in, &in->kind.v[g->kind], own, time[i]);
                widen_range(&r, at, add_clamped(at, 1));
            }
    }
    for (size_t s = 1; s < in->segment.n && !own; s++) {
        const segment *g = &in->segment.v[s];
        if (g->n > 0 && !g->own && is_selected_kind(in, g, sel) &&
            timeline_shows(&in->kind.v[g->kind]) && in->from != CORR_NO_TIME &&
            input_from(in, g) < in->to)
            widen_range(&r, input_from(in, g), in->to);
    }
    for (size_t i = 0; !own && i < timeline_points(in); i++)
        widen_range(&r, in->point.v[i].time,
                    add_clamped(in->point.v[i].time, 1));
    return r;
}

bool timeline_asks(const corr_store *st, const corr_sel *sel, uint32_t i)
{
    bool part = !sel;

    for (size_t p = 0; sel && p < sel->part.n; p++)
        part |= sel->part.v[p].input == i;
    return part && st->match.v[i].used;
}

/* Finds the range.  Metrics alone set the range only if nothing else has
 * times.  Inputs with a clock of their own count only if no other times exist,
 * and then only one of them. */
static stretch find_range(const corr_store *st, const corr_sel *sel,
                          bool metrics, corr_timeline *t, uint32_t *only)
{
    stretch r = { INT64_MAX, INT64_MIN };
    uint32_t own = 0;

    *only = UINT32_MAX;
    for (uint32_t i = 0; i < st->input.n; i++)
        if (timeline_asks(st, sel, i)) {
            const stretch one =
                timeline_range_of(store_input(st, i), sel, false);
            widen_range(&r, one.from, one.to);
        }
    bool any = r.from <= r.to;
    for (uint32_t i = 1; !any && !sel && i < st->spans.at.n; i++) {
        const int64_t start = timeline_start(st, i);
        if (start)
            widen_range(&r, start, timeline_end(st, i));
    }
    any = r.from <= r.to;
    for (unsigned single = 0; metrics && !any && single < 2; single++) {
        for (uint32_t i = 0; i < st->input.n; i++) {
            const input *in = store_input(st, i);
            /* one scrape, maybe of another day, sets no range for others */
            if (in->metric.n && in->from != CORR_NO_TIME &&
                (single || in->from < in->to))
                widen_range(&r, in->from, add_clamped(in->to, 1));
        }
        any = r.from <= r.to;
    }
    for (uint32_t i = 0; i < st->input.n; i++) {
        if (!timeline_asks(st, sel, i))
            continue;
        const stretch one = timeline_range_of(store_input(st, i), sel, true);
        if (one.from > one.to)
            continue;
        if (r.from > r.to && own == 0)
            *only = i;
        own++;
    }
    t->facts.left_out = *only == UINT32_MAX ? own : own - 1;
    if (*only == UINT32_MAX)
        return r;
    t->facts.is_own = true;
    return timeline_range_of(store_input(st, *only), sel, true);
}

/* ---- how many bins --------------------------------------------------------- */

/* The largest number of rows of one kind. */
static uint64_t most_rows(const corr_store *st, const corr_sel *sel, bool own)
{
    uint64_t most = sel || !st->spans.at.n ? 0 : st->spans.at.n - 1;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (size_t s = 1; timeline_asks(st, sel, i) && s < in->segment.n;
             s++) {
            const segment *g = &in->segment.v[s];
            const uint64_t sums = own || sel ? 0 : (uint64_t)g->only.rows;
            const uint64_t n = g->n + sums;
            if (timeline_shows(&in->kind.v[g->kind]) &&
                is_selected_kind(in, g, sel) &&
                (timeline_times(g, own) || sums))
                most = n > most ? n : most;
        }
        if (timeline_asks(st, sel, i))
            most = timeline_points(in) > most ? timeline_points(in) : most;
    }
    return most;
}

/* For metrics alone: twice the number of points. */
static uint64_t most_metric_points(const corr_store *st)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!in->metric.n || !in->metric.step || in->from == CORR_NO_TIME)
            continue;
        const int64_t n = sub_clamped(in->to, in->from) / in->metric.step;
        most = 2 * (uint64_t)n > most ? 2 * (uint64_t)n : most;
    }
    return most;
}

static bool set_bins(corr_timeline *t, stretch r, const corr_timeline_opts *o,
                     uint64_t evidence, corr_err *err)
{
    uint32_t most = o->most ? o->most : USUAL_BINS;

    if (evidence / 2 < most &&
        most > LEAST_BINS) /* a bin should hold some rows */
        most =
            evidence / 2 > LEAST_BINS ? (uint32_t)(evidence / 2) : LEAST_BINS;
    if (o->from < o->to && o->within)
        r = (stretch){ max_i64(r.from, o->from), min_i64(r.to, o->to) };
    else if (o->from < o->to)
        r = (stretch){ o->from, o->to };
    r.from = max_i64(r.from, earliest);
    r.to = min_i64(r.to, latest);
    if (r.from >= r.to)
        return true;
    const int64_t ns = sub_clamped(r.to, r.from);
    const int64_t step = o->step ? o->step : corr_timeline_round(ns / most + 1);
    int64_t from = r.from - (r.from % step + step) % step;
    const int64_t bins = (sub_clamped(r.to, from) - 1) / step + 1;
    if (bins > MOST_BINS) {
        corr_fail(err, CORR_EUSAGE,
                  "too many bins; ask for a shorter time or longer bins");
        return false;
    }
    t->facts.from = from;
    t->facts.step = step;
    t->facts.bins = (uint32_t)bins;
    return true;
}

bool timeline_place(corr_timeline *t, const corr_store *st,
                    const corr_timeline_opts *o, uint32_t *only, corr_err *err)
{
    const stretch r = find_range(st, o->sel, o->metrics, t, only);
    uint64_t evidence = most_rows(st, o->sel, t->facts.is_own);

    if (evidence == 0 && o->metrics)
        evidence = most_metric_points(st);
    return set_bins(t, r, o, evidence, err);
}
