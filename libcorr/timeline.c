/* timeline - what went on over time, in bins (methods 7.4). */
#include "timeline.h"

#include <math.h>
#include <stdlib.h>

#include "base.h"
#include "prepare.h"
#include "select.h"
#include "twice.h"

enum { USUAL_BINS = 480, LEAST_BINS = 8, MOST_BINS = 1 << 20 };

/* Bins lie between, in ns, so that no sum of times overflows: 1897 to 2116. */
static const int64_t earliest = -(INT64_C(1) << 61);
static const int64_t latest = INT64_C(1) << 62;

/* ---- bins ----------------------------------------------------------------- */

int64_t corr_timeline_round(int64_t ns)
{
    static const int64_t us = 1000, ms = 1000000, s = 1000000000;
    static const int64_t upto_s[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500 };
    static const int64_t seconds[] = { 1,    2,    5,     10,    15,    30,
                                       60,   120,  300,   600,   900,   1800,
                                       3600, 7200, 10800, 21600, 43200, 86400 };
    const int64_t unit[] = { 1, us, ms };
    for (size_t u = 0; u < countof(unit); u++)
        for (size_t i = 0; i < countof(upto_s); i++)
            if (upto_s[i] * unit[u] >= ns)
                return upto_s[i] * unit[u];
    for (size_t i = 0; i < countof(seconds); i++)
        if (seconds[i] * s >= ns)
            return seconds[i] * s;
    return ((ns - 1) / (86400 * s) + 1) * 86400 * s;
}

static int64_t bin_start(const corr_timeline *t, int64_t bin)
{
    return t->facts.from + bin * t->facts.step;
}

/* The bin of a time; outside: -1. */
static int64_t bin_of(const corr_timeline *t, int64_t time)
{
    if (time < t->facts.from || time >= bin_start(t, t->facts.bins))
        return -1;
    return (time - t->facts.from) / t->facts.step;
}

void timeline_spread(const corr_timeline *t, timeline_row *row, int64_t from,
                     int64_t to, double amount)
{
    if (to <= from) {
        const int64_t bin = bin_of(t, from);
        if (bin >= 0)
            row->value[bin] += amount;
        row->points = true;
        return;
    }
    const double each = amount / (double)sub_clamped(to, from);
    const int64_t end = bin_start(t, t->facts.bins);
    int64_t at = max_i64(from, t->facts.from);
    to = min_i64(to, end);
    while (at < to) {
        const int64_t bin = bin_of(t, at);
        const int64_t next = min_i64(to, bin_start(t, bin + 1));
        row->value[bin] += each * (double)(next - at);
        at = next;
    }
}

/* ---- rows ------------------------------------------------------------------ */

timeline_row *timeline_add_row(corr_timeline *t, const char *name,
                               const char *unit, double scale)
{
    const bool has_room = vec_push(
        &t->row, (timeline_row){ .name = name, .unit = unit, .scale = scale });
    timeline_row *row = has_room ? &t->row.v[t->row.n - 1] : NULL;

    if (row)
        row->value = calloc(t->facts.bins, sizeof *row->value);
    if (row && row->value)
        return row;
    t->row.n -= has_room;
    t->failed = true;
    return NULL;
}

static timeline_row *find_row(corr_timeline *t, const char *name,
                              const char *unit, double scale)
{
    for (size_t i = 0; i < t->row.n; i++)
        if (strcmp(t->row.v[i].name, name) == 0 &&
            strcmp(t->row.v[i].unit, unit) == 0)
            return &t->row.v[i];
    return timeline_add_row(t, name, unit, scale);
}

void timeline_know(corr_timeline *t, timeline_row *row, int64_t from,
                   int64_t to)
{
    if (!vec_push(&row->known, (known_time){ from, to }))
        t->failed = true;
}

static int by_from(const void *va, const void *vb)
{
    const known_time *a = va;
    const known_time *b = vb;

    return (a->from > b->from) - (a->from < b->from);
}

/* How many ns of each bin are known, into ns[bins]. */
static void cover(const corr_timeline *t, timeline_row *row, double *ns)
{
    int64_t done = INT64_MIN;

    if (row->known.n)
        qsort(row->known.v, row->known.n, sizeof *row->known.v, by_from);
    for (size_t i = 0; i < row->known.n; i++) {
        int64_t at = max_i64(row->known.v[i].from, t->facts.from);
        const int64_t to =
            min_i64(row->known.v[i].to, bin_start(t, t->facts.bins));
        for (at = max_i64(at, done); at < to;) {
            const int64_t bin = bin_of(t, at);
            const int64_t next = min_i64(to, bin_start(t, bin + 1));
            ns[bin] += (double)(next - at);
            at = next;
        }
        done = max_i64(done, to);
    }
}

/* Sums become what there was in a unit of time.  A sample in the little that is
 * known of a bin says next to nothing of it. */
static void finish_sums(corr_timeline *t, timeline_row *row)
{
    const double least = (double)t->facts.step / 20;
    double *ns = calloc(t->facts.bins, sizeof *ns);

    if (!ns) {
        t->failed = true;
        return;
    }
    cover(t, row, ns);
    for (uint32_t i = 0; i < t->facts.bins; i++)
        if (ns[i] > 0 || row->value[i] != 0) {
            if (ns[i] < least && (row->points || ns[i] <= 0))
                ns[i] = least;
            row->value[i] *= row->scale / ns[i];
        } else {
            row->value[i] = NAN;
        }
    row->ns = ns;
}

/* Sums of numbers become means.  Where a bin has none, what was told last holds
 * as long as numbers usually do. */
static void finish_means(corr_timeline *t, timeline_row *row)
{
    const int64_t old = sub_clamped(t->facts.from, row->before_at);
    double left = 2 * row->gap - (double)old;
    double last = row->before_at ? row->before : NAN;

    for (uint32_t i = 0; i < t->facts.bins; i++) {
        if (row->count[i]) {
            last = row->value[i] / row->count[i];
            left = 2 * row->gap;
        }
        row->value[i] = left >= 0 ? last : NAN;
        left -= (double)t->facts.step;
    }
}

/* ---- what inputs know ----------------------------------------------------------- */

static const int64_t *times_of(const segment *g, bool own)
{
    return own ? g->own : g->time;
}

/* When a row ends: waits last, and a sample of wall-clock time stands for the
 * time until the next one. */
static int64_t end_of(const segment *g, const kind_row *k, bool is_wall,
                      size_t i, int64_t time)
{
    const bool waits = (k->flags & CORR_KIND_INTERVAL) != 0;
    int64_t lasts = g->dur ? g->dur[i] : 0;

    if (!waits && is_wall && k->unit == CORR_NS && lasts == 0)
        lasts = segment_value(g, i);
    return add_clamped(time, max_i64(lasts, 0));
}

static const double per_second = 1e9;

typedef struct sample_unit {
    const char *unit;
    double scale;
} sample_unit;

static sample_unit unit_of(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    if (k->unit == CORR_BYTES)
        return (sample_unit){ "bytes/s", per_second };
    if (k->unit == CORR_COUNT)
        return (sample_unit){ "1/s", per_second };
    if (!corr_str_is(input_text(in, k->name), "cpu"))
        return (sample_unit){ "threads", 1 };
    return (sample_unit){ in->rescaled ? "cores" CORR_RESCALED_MARK : "cores",
                          1 };
}

/* Kinds that a strip is made of: samples of what goes on, and the waits that
 * are found in graphs. */
static bool is_shown(const kind_row *k)
{
    const unsigned states =
        CORR_KIND_CONTEXT | CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE;

    if (k->flags & states)
        return false;
    if (k->flags & CORR_KIND_INTERVAL)
        return k->wait == CORR_WAIT_PAUSE || k->wait == CORR_WAIT_LOCK;
    return true;
}

/* Whether all that is known is when the whole of it was. */
static bool is_of_window(const corr_timeline *t, const input *in,
                         const segment *g)
{
    return !t->facts.is_own && !g->own && in->from != CORR_NO_TIME &&
           in->from < in->to;
}

/* Nothing is known of the time inside it: evenly. */
static void add_whole(corr_timeline *t, const input *in, const segment *g,
                      timeline_row *row)
{
    double sum = 0;

    for (size_t i = 0; i < g->n; i++)
        sum += (double)segment_value(g, i);
    timeline_spread(t, row, in->from, in->to, sum);
    timeline_know(t, row, in->from, in->to);
}

static void add_segment(corr_timeline *t, const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const int64_t *time = times_of(g, t->facts.is_own);
    const corr_str name = input_text(in, k->name);
    sample_unit u = unit_of(in, g);

    if ((!g->n && !g->only.rows) || !is_shown(k) ||
        (g->n && !time && !is_of_window(t, in, g)))
        return;
    if (k->wait == CORR_WAIT_PAUSE)
        u.unit = "1";
    timeline_row *row = find_row(t, name.p, u.unit, u.scale);
    if (!row || !g->n) /* of sums it is known that they are */
        return;
    if (!time) {
        add_whole(t, in, g, row);
        return;
    }
    const bool is_wall = corr_str_is(name, "wall");
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < g->n; i++) {
        if (time[i] == CORR_NO_TIME)
            continue;
        const int64_t end = end_of(g, k, is_wall, i, time[i]);
        timeline_spread(t, row, time[i], end, (double)segment_value(g, i));
        first = min_i64(first, time[i]);
        last = max_i64(last, add_clamped(end, 1));
    }
    const bool whole = in->from != CORR_NO_TIME;
    timeline_know(t, row, whole ? min_i64(in->from, first) : first,
                  whole ? max_i64(in->to, last) : last);
}

void timeline_mean(const corr_timeline *t, timeline_row *row, int64_t time,
                   double value)
{
    const int64_t bin = bin_of(t, time);

    if (time < t->facts.from && time >= row->before_at) {
        row->before = value;
        row->before_at = time;
    }
    if (bin < 0)
        return;
    row->value[bin] += value;
    row->count[bin]++;
}

/* What a runtime tells of itself; metrics are asked for by name. */
static size_t own_points(const input *in)
{
    return in->nmetric ? 0 : in->point.n;
}

static void add_series(corr_timeline *t, const input *in)
{
    timeline_row *row = NULL;
    uint32_t series = 0;
    int64_t first = 0;
    uint32_t n = 0;

    for (size_t i = 0; i < own_points(in) && !t->failed; i++) {
        const point_row *p = &in->point.v[i];
        const series_row *s = &in->series.v[p->series];
        if (s->thread || !isfinite(p->value))
            continue;
        if (!row || p->series != series) {
            row = find_row(t, input_text(in, s->name).p,
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

/* When a span starts, if that is known and in the window of its file; or 0. */
static int64_t start_of(const corr_store *st, uint32_t span)
{
    const input *in = store_input(st, st->spans.at.v[span].input);
    const int64_t start = store_span(st, span)->start;

    return input_in_window(in, start, start) ? start : 0;
}

static void add_spans(corr_timeline *t, const corr_store *st)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    timeline_row *row = NULL;

    for (uint32_t i = 1; i < st->spans.at.n && !t->failed; i++) {
        const int64_t start = start_of(st, i);
        if (start == 0 || bin_of(t, start) < 0)
            continue;
        if (!row)
            row = timeline_add_row(t, "spans", "1/s", per_second);
        if (!row)
            return;
        timeline_spread(t, row, start, start, 1);
        first = min_i64(first, start);
        last = max_i64(last, add_clamped(start, 1));
    }
    if (row)
        timeline_know(t, row, first, last);
}

/* ---- the range ---------------------------------------------------------------------- */

typedef struct range {
    int64_t from, to;
} range;

static void stretch(range *r, int64_t from, int64_t to)
{
    r->from = min_i64(r->from, from);
    r->to = max_i64(r->to, to);
}

/* Rows of another kind than a selection is of may be there or not, as it was
 * read. */
static bool is_of(const input *in, const segment *g, const corr_sel *sel)
{
    return !sel || corr_str_eq(input_text(in, in->kind.v[g->kind].name),
                               sel->facts.kind);
}

/* A wait may have begun long before its recording did, and what is left of a
 * heap was allocated then. */
static int64_t begin_of(const input *in, const kind_row *k, bool own,
                        int64_t time)
{
    const bool may_be_older = (k->flags & CORR_KIND_INTERVAL) || !is_shown(k);

    return may_be_older && !own && in->from != CORR_NO_TIME
               ? max_i64(time, in->from)
               : time;
}

static range range_of_input(const input *in, const corr_sel *sel, bool own)
{
    range r = { INT64_MAX, INT64_MIN };

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const bool is_context = in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;
        const int64_t *time =
            is_context || !is_of(in, g, sel) ? NULL : times_of(g, own);
        for (size_t i = 0; time && i < g->n; i++)
            if (time[i] != CORR_NO_TIME) {
                const int64_t at =
                    begin_of(in, &in->kind.v[g->kind], own, time[i]);
                stretch(&r, at, add_clamped(at, 1));
            }
    }
    bool shown = false;
    for (size_t s = 1; s < in->segment.n; s++)
        shown |= in->segment.v[s].n > 0 && !in->segment.v[s].own &&
                 is_of(in, &in->segment.v[s], sel) &&
                 is_shown(&in->kind.v[in->segment.v[s].kind]);
    if (!own && shown && in->from != CORR_NO_TIME && in->from < in->to)
        stretch(&r, in->from, in->to);
    for (size_t i = 0; !own && i < own_points(in); i++)
        stretch(&r, in->point.v[i].time, add_clamped(in->point.v[i].time, 1));
    return r;
}

/* Whether an input is looked at: of a selection only those that it is of. */
static bool is_asked(const corr_store *st, const corr_sel *sel, uint32_t i)
{
    bool part = !sel;

    for (size_t p = 0; sel && p < sel->part.n; p++)
        part |= sel->part.v[p].input == i;
    return part && st->tie.v[i].used;
}

/* Metrics are looked at over the time of what is here beside them, or alone.
 * Inputs with a clock of their own count only where no other times are, and
 * one of them at most. */
static range find_range(const corr_store *st, const corr_sel *sel, bool metrics,
                        corr_timeline *t, uint32_t *only)
{
    range r = { INT64_MAX, INT64_MIN };
    uint32_t own = 0;

    *only = UINT32_MAX;
    for (uint32_t i = 0; i < st->input.n; i++)
        if (is_asked(st, sel, i)) {
            const range one = range_of_input(store_input(st, i), sel, false);
            stretch(&r, one.from, one.to);
        }
    bool any = r.from <= r.to;
    for (uint32_t i = 1; !any && !sel && i < st->spans.at.n; i++) {
        const int64_t start = start_of(st, i);
        if (start)
            stretch(&r, start, add_clamped(start, 1));
    }
    any = r.from <= r.to;
    for (uint32_t i = 0; metrics && !any && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (in->nmetric && in->from != CORR_NO_TIME)
            stretch(&r, in->from, add_clamped(in->to, 1));
    }
    for (uint32_t i = 0; i < st->input.n; i++) {
        if (!is_asked(st, sel, i))
            continue;
        const range one = range_of_input(store_input(st, i), sel, true);
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
    return range_of_input(store_input(st, *only), sel, true);
}

/* Of what there is most, how many. */
static uint64_t evidence_of(const corr_store *st, const corr_sel *sel, bool own)
{
    uint64_t most = sel || !st->spans.at.n ? 0 : st->spans.at.n - 1;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (size_t s = 1; is_asked(st, sel, i) && s < in->segment.n; s++) {
            const segment *g = &in->segment.v[s];
            const uint64_t sums = own || sel ? 0 : (uint64_t)g->only.rows;
            const uint64_t n = g->n + sums;
            if (is_shown(&in->kind.v[g->kind]) && is_of(in, g, sel) &&
                (times_of(g, own) || sums))
                most = n > most ? n : most;
        }
        if (is_asked(st, sel, i))
            most = own_points(in) > most ? own_points(in) : most;
    }
    return most;
}

/* Where there are only metrics: twice as often as they were told at all. */
static uint64_t evidence_of_metrics(const corr_store *st)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!in->nmetric || !in->step || in->from == CORR_NO_TIME)
            continue;
        const int64_t n = sub_clamped(in->to, in->from) / in->step;
        most = 2 * (uint64_t)n > most ? 2 * (uint64_t)n : most;
    }
    return most;
}

static bool set_bins(corr_timeline *t, range r, const corr_timeline_opts *o,
                     uint64_t evidence, corr_err *err)
{
    uint32_t most = o->most ? o->most : USUAL_BINS;

    if (evidence / 2 < most && most > LEAST_BINS) /* a bin should hold some */
        most =
            evidence / 2 > LEAST_BINS ? (uint32_t)(evidence / 2) : LEAST_BINS;
    if (o->from < o->to)
        r = (range){ o->from, o->to };
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
                  "so long a time has too many bins of so short a length");
        return false;
    }
    t->facts.from = from;
    t->facts.step = step;
    t->facts.bins = (uint32_t)bins;
    return true;
}

/* ---- a selection ----------------------------------------------------------------------- */

static void add_part(corr_timeline *t, const corr_sel *sel, const sel_part *p,
                     timeline_row *row)
{
    const segment *g = sel_segment(sel, p);
    const input *in = store_input(sel->store, p->input);
    const kind_row *kind = &in->kind.v[g->kind];
    const bool is_wall = corr_str_is(input_text(in, kind->name), "wall");
    const int64_t *time = times_of(g, t->facts.is_own);

    for (size_t k = 0; time && k < p->n; k++) {
        const size_t i = sel_row(p, k);
        if (time[i] != CORR_NO_TIME)
            timeline_spread(
                t, row, time[i], end_of(g, kind, is_wall, i, time[i]),
                (double)segment_value(g, i) * (p->share ? p->share[k] : 1));
    }
}

/* Until when an input is known: what began last goes on after that. */
static int64_t known_to(const corr_timeline *t, const input *in,
                        const segment *g, int64_t to)
{
    const kind_row *k = &in->kind.v[g->kind];
    const bool is_wall = corr_str_is(input_text(in, k->name), "wall");
    const int64_t *time = times_of(g, t->facts.is_own);

    if (!t->facts.is_own && in->from != CORR_NO_TIME)
        return to;
    for (size_t i = 0; i < g->n; i++)
        if (time[i] != CORR_NO_TIME)
            to = max_i64(to, end_of(g, k, is_wall, i, time[i]));
    return to;
}

static void add_selection(corr_timeline *t, const corr_timeline_opts *o)
{
    const corr_sel *sel = o->sel;
    timeline_row *row = NULL;

    for (size_t i = 0; i < sel->part.n && !t->failed; i++) {
        sel_part p = sel->part.v[i];
        const input *in = store_input(sel->store, p.input);
        const segment *g = sel_segment(sel, &p);
        const sample_unit u = unit_of(in, g);
        const range r = range_of_input(in, sel, t->facts.is_own);
        if (!times_of(g, t->facts.is_own) || r.from > r.to)
            continue;
        if (!row)
            row = timeline_add_row(t, "selection", u.unit, u.scale);
        if (!row)
            return;
        if (o->whole)
            p = (sel_part){ .input = p.input, .segment = p.segment, .n = g->n };
        add_part(t, sel, &p, row);
        timeline_know(t, row, r.from, known_to(t, in, g, r.to));
    }
}

/* ---- order ------------------------------------------------------------------- */

/* What is looked at first; others come behind, as they were found. */
static unsigned rank_of(const char *name)
{
    static const char *const first[] = {
        "cpu",     "wall",          "samples", "jvm_user", "jvm_system",
        "machine", "heap_after_gc", "gc",      "lock",     "spans"
    };
    unsigned i = 0;

    while (i < countof(first) && strcmp(first[i], name) != 0)
        i++;
    return i;
}

static bool is_usual(const char *name)
{
    return rank_of(name) < rank_of("");
}

static void put_in_order(corr_timeline *t)
{
    for (size_t i = 1; i < t->row.n; i++) {
        const timeline_row row = t->row.v[i];
        size_t at = i;
        for (; at > 0 && rank_of(t->row.v[at - 1].name) > rank_of(row.name);
             at--)
            t->row.v[at] = t->row.v[at - 1];
        t->row.v[at] = row;
    }
}

/* Of the recordings of a store. */
static void count_twice(corr_timeline *t, const corr_store *st)
{
    twice_run *run = calloc(st->input.n, sizeof *run);
    size_t n = 0;

    t->failed |= !run;
    for (uint32_t i = 0; run && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!is_asked(st, NULL, i) || in->segment.n <= 1)
            continue;
        t->facts.files++;
        n += twice_add(st, i, in->from, in->to, &run[n]);
    }
    if (run)
        t->facts.twice = twice_among(st, run, n);
    free(run);
}

/* ---- the view ------------------------------------------------------------------------------ */

static void fill(corr_timeline *t, corr_store *st, const corr_timeline_opts *o,
                 uint32_t only)
{
    if (o->sel) {
        add_selection(t, o);
    } else {
        count_twice(t, st);
        for (uint32_t i = 0; i < st->input.n; i++) {
            const input *in = store_input(st, i);
            if (!is_asked(st, NULL, i) || (only != UINT32_MAX && only != i))
                continue;
            for (size_t s = 1; s < in->segment.n && !t->failed; s++)
                add_segment(t, in, &in->segment.v[s]);
        }
        for (uint32_t i = 0; i < st->input.n && !t->facts.is_own; i++)
            if (is_asked(st, NULL, i))
                add_series(t, store_input(st, i));
        if (!t->facts.is_own)
            add_spans(t, st);
        if (o->metrics && !t->facts.is_own)
            timeline_add_metrics(t, st);
    }
    put_in_order(t);
    for (size_t i = 0; i < t->row.n && !t->failed; i++)
        if (t->row.v[i].count)
            finish_means(t, &t->row.v[i]);
        else
            finish_sums(t, &t->row.v[i]);
}

corr_timeline *corr_timeline_of(corr_store *st, const corr_timeline_opts *opts,
                                corr_err *err)
{
    uint32_t only;

    if (store_prepare(st, err))
        return NULL;
    corr_timeline *t = calloc(1, sizeof *t);
    if (!t) {
        corr_no_memory(err);
        return NULL;
    }
    const range r = find_range(st, opts->sel, opts->metrics, t, &only);
    uint64_t evidence = evidence_of(st, opts->sel, t->facts.is_own);
    if (evidence == 0 && opts->metrics)
        evidence = evidence_of_metrics(st);
    if (!set_bins(t, r, opts, evidence, err)) {
        corr_timeline_free(t);
        return NULL;
    }
    if (t->facts.bins > 0)
        fill(t, st, opts, only);
    if (t->failed) {
        corr_timeline_free(t);
        corr_no_memory(err);
        return NULL;
    }
    return t;
}

corr_timeline_facts corr_timeline_facts_of(const corr_timeline *t)
{
    return t->facts;
}

uint32_t corr_timeline_size(const corr_timeline *t)
{
    return (uint32_t)t->row.n;
}

corr_timeline_row corr_timeline_at(const corr_timeline *t, uint32_t i)
{
    const timeline_row *row = &t->row.v[i];

    return (corr_timeline_row){ row->name,
                                row->unit,
                                row->value,
                                row->ns,
                                row->every ? row->usual : is_usual(row->name),
                                row->every };
}

void corr_timeline_free(corr_timeline *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->row.n; i++) {
        free(t->row.v[i].value);
        free(t->row.v[i].ns);
        free(t->row.v[i].count);
        vec_free(&t->row.v[i].known);
    }
    vec_free(&t->row);
    free(t);
}

/* ---- strips ------------------------------------------------------------------------------- */

uint32_t corr_timeline_merge(const corr_timeline_row *row, uint32_t n,
                             uint32_t per, double *to)
{
    uint32_t bins = 0;

    for (uint32_t i = 0; i < n; i += per, bins++) {
        double sum = 0, known = 0;
        for (uint32_t k = i; k < n && k < i + per; k++) {
            const double part = row->known ? row->known[k] : 1;
            if (isnan(row->value[k]))
                continue;
            sum += row->value[k] * part;
            known += part;
        }
        to[bins] = known > 0 ? sum / known : NAN;
    }
    return bins;
}

unsigned corr_timeline_level(double v, double least, double most)
{
    if (!(most - least > 1e-9 * fabs(most))) /* what rounding left is nothing */
        return 0;
    const double level = floor(8 * (v - least) / (most - least));
    return level < 0 ? 0 : level > 7 ? 7 : (unsigned)level;
}
